"""The application on a socket, by Uvicorn."""

from __future__ import annotations

import socket
from typing import Any

from cpsudoku.errors import ExtraMissing

CONNECTIONS = 2000
"""More at a time are answered with 503."""


def run(app: Any, listener: socket.socket, quiet: bool = False) -> None:
    """Serve until interrupted. Raises ExtraMissing without the extra `[web]`."""
    try:
        import uvicorn
    except ImportError:
        raise ExtraMissing("the page needs Uvicorn: pip install 'cpsudoku[web]'") from None
    config = uvicorn.Config(
        app,
        log_level="error" if quiet else "warning",
        timeout_keep_alive=5,
        limit_concurrency=CONNECTIONS,
        lifespan="on",
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listener])
