"""Serves the application with Uvicorn, with the limits that Uvicorn leaves to a reverse proxy."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from cpsudoku.errors import ExtraMissing

CONNECTIONS = 2000
"""More at a time are answered with 503."""
HEADER_SECONDS = 5.0
"""How long a request's head may take to arrive."""
HALF_OPEN = 256
"""Connections that may be without a whole request's head; the oldest is closed for one more."""


def run(app: Any, listener: socket.socket, quiet: bool = False, stopping: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted, and then call *stopping* before anything is waited for.

    Raises ExtraMissing without the extra `[web]`.
    """
    try:
        import uvicorn
    except ImportError:
        raise ExtraMissing("the page needs Uvicorn: pip install 'cpsudoku[web]'") from None

    class Server(uvicorn.Server):  # type: ignore[misc]
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            stopping()  # jobs that run would hold their connections open
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        http=protocol(),
        ws="none",
        log_level="error" if quiet else "warning",
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        limit_concurrency=CONNECTIONS,
        lifespan="on",
        server_header=False,
    )
    try:
        Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        raise KeyboardInterrupt("stopped") from None


def protocol() -> Any:
    """Uvicorn's HTTP/1.1, with a time limit for the head of a request and for bodies that nobody reads."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    half_open: dict[Any, None] = {}

    class Protocol(H11Protocol):  # type: ignore[misc]
        _deadline: Any = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._unwatch()
            super().connection_lost(exc)

        def on_response_complete(self) -> None:
            unread = self.conn.their_state is h11.SEND_BODY
            super().on_response_complete()
            if unread:
                self.transport.close()

        def _watch(self) -> None:
            """The clock runs from the first moment a head is awaited until it is whole, however it trickles."""
            if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
                self._unwatch()
            elif self._deadline is None:
                if len(half_open) >= HALF_OPEN:
                    next(iter(half_open)).give_up()
                half_open[self] = None
                self._deadline = self.loop.call_later(HEADER_SECONDS, self.give_up)

        def _unwatch(self) -> None:
            half_open.pop(self, None)
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def give_up(self) -> None:
            self._unwatch()
            self.transport.close()

    return Protocol
