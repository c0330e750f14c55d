"""Which requests are answered: from which hosts and origins, with which token, and with what in their bodies."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from cpsudoku.errors import UsageError, unknown
from cpsudoku.records import stamped

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names of this machine. Were any name accepted, a page elsewhere could reach this one by a name of its own."""
SHORTEST = 8
"""Characters of a token at least."""
AUTO = "auto"
"""The word for a token drawn anew."""
FIELD = "token"
"""The part of an address after `?` that may hold the token, once: the answer is a cookie."""
MAX_BODY = 256 * 1024
"""Bytes of a request's body."""
MAX_TEXT = 100_000
"""Characters of a puzzle's text."""

Fields = dict[str, tuple[type, ...]]
"""The fields of a request and their types; one that may be None may be left out."""
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", type(None): "null"}


def refused(message: str) -> dict[str, Any]:
    """The record of a request that is refused."""
    return stamped("page.refused", {"verdict": "refused", "message": message})


def problem(message: str, status: int) -> dict[str, Any]:
    """The same with the members of RFC 9457 (problem details), for a response of type `PROBLEM`."""
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": message} | refused(
        message
    )


PROBLEM = "application/problem+json"


class Refused(Exception):
    """A request that is refused: an HTTP status and why."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def arguments(fields: Fields, body: bytes) -> dict[str, Any]:
    """The values of these fields in a JSON body. Raises Refused."""
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON, or nested too deeply") from None
    if not isinstance(values, dict):
        raise Refused(422, "the body must be a JSON object")
    for key in values:
        if key not in fields:
            raise Refused(422, unknown("field", key, fields))
    found = {}
    for key, types in fields.items():
        value = values.get(key)
        # a bool is an int to Python, not to us
        if type(value) not in types:
            raise Refused(422, f"field {key!r} must be {' or '.join(_WORDS[kind] for kind in types)}")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise Refused(413, f"field {key!r} has {len(value):,} characters; at most {MAX_TEXT:,}")
        if value is not None:
            found[key] = value
    if "puzzle" in fields and not found["puzzle"].strip():
        raise Refused(422, "no puzzle: type or paste one")
    return found


def token_of(given: str) -> str:
    """The token a user named, or a new one for `auto`. Raises UsageError for one too short, or that no header holds."""
    if given == AUTO:
        return secrets.token_urlsafe(24)
    if len(given) < SHORTEST or not all("!" <= letter <= "~" for letter in given):
        raise UsageError(
            f"a token has at least {SHORTEST} letters, digits or signs of ASCII, and no blank; {AUTO!r} draws one"
        )
    return given


def origin_of(given: str) -> str:
    """An origin as browsers send it, or `*`. Raises UsageError for what is none."""
    if given == "*":
        return given
    try:
        parts = urlsplit(given)
        shown = parts.hostname is not None and parts.port is not None
    except ValueError:
        shown, parts = False, urlsplit("")
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise UsageError(f"--cors {given!r}: an origin is https://NAME or http://NAME:PORT, without a path; or *")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{name}" + (f":{parts.port}" if shown else "")


class TokenGuard:
    """ASGI middleware that answers 401 to requests without the token.

    The token is in the header `Authorization: Bearer TOKEN`, or once in the address that a browser opens
    (`/?token=TOKEN`), which is answered with a cookie that no other site's page can send, and a redirect to `/`.
    """

    def __init__(self, app: Any, token: str):
        self._app = app
        self._token = token.encode()
        kept = hashlib.sha256(b"cpsudoku page\0" + self._token).hexdigest()
        # servers on other ports of the same machine share the browser's cookies: each has its own name
        self._cookie, self._kept = f"cpsudoku-{kept[:8]}", kept[8:].encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As ASGI has it."""
        from starlette.requests import HTTPConnection
        from starlette.responses import JSONResponse, RedirectResponse, Response

        if scope["type"] != "http" or self.admits(HTTPConnection(scope)):
            await self._app(scope, receive, send)
            return
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get(FIELD, [])
        answer: Response
        if scope["method"] == "GET" and len(tokens) == 1 and self._right(tokens[0]):
            answer = RedirectResponse("/", 303, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
            answer.set_cookie(self._cookie, self._kept.decode(), path="/", httponly=True, samesite="strict")
        else:
            message = (
                "this page wants its token: send the header Authorization: Bearer TOKEN, "
                "or open the address that cpsudoku serve printed when it began"
            )
            answer = JSONResponse(
                problem(message, 401), 401, {"WWW-Authenticate": "Bearer", "Connection": "close"}, PROBLEM
            )
        await answer(scope, receive, send)

    def admits(self, request: HTTPConnection) -> bool:
        """True for a request that shows the token."""
        header = request.headers.get("authorization")
        if header is not None:
            kind, _, token = header.strip().partition(" ")
            return kind.lower() == "bearer" and self._right(token.strip())
        return compare_digest(request.cookies.get(self._cookie, "").encode(), self._kept)

    def _right(self, token: str) -> bool:
        return compare_digest(token.encode(), self._token)


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
                await JSONResponse(problem(message, 400), 400, {"Connection": "close"}, PROBLEM)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def knows(self, header: str) -> bool:
        """True where a request with this Host header is answered."""
        name = name_in(header)
        return "*" in self._hosts or name in self._hosts or (self._by_address and is_address(name))
