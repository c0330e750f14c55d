"""Which names the page answers to. Else a page elsewhere could reach it through a name of its own (rebinding)."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

from cpsudoku.web.requests import refused

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def name_in(header: str) -> str:
    """The host of a Host header, without its port and an IPv6 address's brackets, in small letters."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].rstrip(".").lower()


def is_address(name: str) -> bool:
    """True for an address in numbers."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class HostGuard:
    """ASGI middleware that answers 400 to requests whose Host is none of *hosts* ("*": any).

    With *by_address* an address in numbers will do: rebinding needs a name.
    """

    def __init__(self, app: Any, hosts: Iterable[str] = LOOPBACK, by_address: bool = False):
        self._app, self._by_address = app, by_address
        self._hosts = {name_in(f"[{host}]" if ":" in host and not host.startswith("[") else host) for host in hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As ASGI has it."""
        if scope["type"] == "http":
            given = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
            if len(given) != 1 or not self.knows(given[0]):
                from starlette.responses import JSONResponse

                shown = ", ".join(sorted(self._hosts)) + (" and addresses" if self._by_address else "")
                message = f"unknown Host; this page answers to {shown} (cpsudoku serve --allow-host NAME adds one)"
                await JSONResponse(refused(message), 400, headers={"Connection": "close"})(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def knows(self, header: str) -> bool:
        """True where a request with this Host header is answered."""
        name = name_in(header)
        return "*" in self._hosts or name in self._hosts or (self._by_address and is_address(name))
