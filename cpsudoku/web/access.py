"""Who may ask: a token that every request shows, and pages of other origins."""

from __future__ import annotations

import hashlib
import secrets
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cpsudoku.errors import UsageError
from cpsudoku.web.requests import refused

SHORTEST = 8
"""Characters of a token at least."""
AUTO = "auto"
"""The word for a token drawn anew."""
FIELD = "token"
"""The part of an address after `?` that may hold the token, once: the answer is a cookie."""


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

    It stands in the header `Authorization: Bearer TOKEN`, or was shown once in an address opened by a browser
    (`/?token=TOKEN`): that is answered with a cookie, which no other site's page can send, and leads to `/`.
    """

    def __init__(self, app: Any, token: str):
        self._app = app
        self._token = token.encode()
        kept = hashlib.sha256(b"cpsudoku page\0" + self._token).hexdigest()
        # servers on other ports of the same machine share the browser's cookies: each has its own name
        self._cookie, self._kept = f"cpsudoku-{kept[:8]}", kept[8:].encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As ASGI has it."""
        if scope["type"] != "http" or self.admits(scope["headers"]):
            await self._app(scope, receive, send)
            return
        from starlette.responses import JSONResponse, RedirectResponse, Response

        shown = parse_qs(scope["query_string"].decode("latin-1")).get(FIELD, [])
        answer: Response
        if scope["method"] == "GET" and len(shown) == 1 and self._right(shown[0].encode()):
            answer = RedirectResponse("/", 303, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
            answer.set_cookie(self._cookie, self._kept.decode(), path="/", httponly=True, samesite="strict")
        else:
            message = (
                "this page wants its token: send the header Authorization: Bearer TOKEN, "
                "or open the address that cpsudoku serve printed when it began"
            )
            answer = JSONResponse(refused(message), 401, headers={"WWW-Authenticate": "Bearer", "Connection": "close"})
        await answer(scope, receive, send)

    def admits(self, headers: list[tuple[bytes, bytes]]) -> bool:
        """True for the headers of a request that shows the token."""
        for name, value in headers:
            if name == b"authorization":
                kind, _, token = value.strip().partition(b" ")
                return kind.lower() == b"bearer" and self._right(token.strip())
        for name, value in headers:
            if name == b"cookie":
                for part in value.split(b";"):
                    key, _, kept = part.strip().partition(b"=")
                    if key == self._cookie.encode() and compare_digest(kept, self._kept):
                        return True
        return False

    def _right(self, token: bytes) -> bool:
        return compare_digest(token, self._token)
