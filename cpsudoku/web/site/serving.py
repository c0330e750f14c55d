"""Serves a site on this machine as a static host would, to try it."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cpsudoku.errors import UsageError
from cpsudoku.web.site.folder import FRAMES, WITH_POLICY, policy


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/octet-stream",
    }

    def end_headers(self) -> None:
        """The headers that the file `_headers` asks a host for."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        if self.path.partition("?")[0].lstrip("/") in WITH_POLICY:
            self.send_header("Content-Security-Policy", policy(FRAMES))
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


def server(site: Path, port: int) -> ThreadingHTTPServer:
    """A server of the folder on this machine's own address; `server_port` is its port, `serve_forever` serves.

    Raises UsageError where the port cannot be had.
    """
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(site)))
    except OSError as error:
        raise UsageError(f"port {port} cannot be listened on ({error.strerror}); choose another, or 0") from None
