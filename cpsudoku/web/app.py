"""The application: the page's own files, and one address a job. No path from a request ever reaches the file system."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from cpsudoku.errors import ExtraMissing
from cpsudoku.web.described import description
from cpsudoku.web.jobs import FIELDS, asked
from cpsudoku.web.requests import LOOPBACK, MAX_BODY, PROBLEM, HostGuard, Refused, TokenGuard, problem
from cpsudoku.web.workers import Busy, Stopping, TookTooLong, WorkerDied, Workers

try:
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
except ImportError:
    raise ExtraMissing("the page needs Starlette and Uvicorn: pip install 'cpsudoku[web]'") from None

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FIRST = "index.html"


def _pages() -> dict[str, tuple[str, str]]:
    names = sorted(file.name for file in files("cpsudoku.web").joinpath("static").iterdir())
    found = {name: kind for name in names for ending, kind in _TYPES.items() if name.endswith(ending)}
    return {"/" if name == _FIRST else f"/{name}": (name, kind) for name, kind in found.items()}


PAGES = _pages()
"""Address -> file of `static/` and its type: these files and no others are sent, read once when the page starts."""

ALSO = {"/verify": "grade"}
"""Other addresses of jobs."""
BODY_SECONDS = 10.0
"""How long a body may take to arrive."""
DRAINED = 1 << 20
"""Bytes of a body that is too long which are read and dropped, so that the refusal arrives."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def application(
    workers: Workers | None = None,
    hosts: Iterable[str] = LOOPBACK,
    *,
    by_address: bool = False,
    token: str | None = None,
    origins: Sequence[str] = (),
) -> Any:
    """The page as an ASGI application; it answers requests to these *hosts* alone ("*" for any).

    With *by_address* also to any address in numbers, which no page elsewhere can make a browser mistake for its own.
    With a *token* only to requests that show it (`requests`). Pages of the *origins* ("*" for any) may ask and read.
    Raises ExtraMissing without the extra `[web]`.
    """
    team = workers or Workers()

    @contextlib.asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        team.start()
        try:
            yield
        finally:
            team.stop()

    routes = [Route(address, _page(*page)) for address, page in PAGES.items()]
    routes += [Route(f"/api/{name}", _job(name, team), methods=["POST"]) for name in FIELDS]
    routes += [Route(address, _job(name, team), methods=["POST"]) for address, name in ALSO.items()]
    routes.append(Route("/api", _described))
    # with the host checked, a page elsewhere cannot reach this one through a name of its own
    guards = [Middleware(HostGuard, hosts=hosts, by_address=by_address)]
    if origins:
        # outside of the token's guard: a browser asks what it may send without any token
        allowed: dict[str, Any] = {"allow_methods": ["GET", "POST"], "allow_headers": ["Authorization", "Content-Type"]}
        guards.append(Middleware(CORSMiddleware, allow_origins=list(origins), **allowed))
    if token is not None:
        guards.append(Middleware(TokenGuard, token=token))
    return Starlette(
        routes=routes, lifespan=lifespan, middleware=guards, exception_handlers={404: _not_there, 405: _not_there}
    )


def _page(name: str, kind: str) -> Any:
    content = files("cpsudoku.web").joinpath("static", name).read_bytes()

    async def send(request: Request) -> Response:
        return Response(content, headers={**HEADERS, "Content-Type": kind})

    return send


async def _described(request: Request) -> Response:
    """The interface as an OpenAPI document."""
    return JSONResponse(description(), headers=HEADERS)


def _job(name: str, team: Workers) -> Any:
    async def work(request: Request) -> Response:
        try:
            # no form of another page can send this type without asking first
            if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
                raise Refused(415, "send application/json")
            fields = asked(name, await _body(request), team.seconds)
            answered = await _while_wanted(request, team.run(name, fields))
        except Refused as why:
            return _problem(why.message, why.status)
        except Busy:
            return _problem("too many requests wait; try again in a moment", 503)
        except Stopping:
            return _problem("the page is being stopped", 503)
        except WorkerDied as died:
            return _problem(str(died), 500)
        except ClientDisconnect:
            return Response(status_code=499)  # the client has disconnected
        except TookTooLong:
            return _problem(f"stopped after {team.seconds:g} seconds", 504)
        if answered.get("verdict") == "refused":
            return _problem(answered["message"], 422)
        return JSONResponse(answered, headers=HEADERS)

    return work


async def _while_wanted(request: Request, work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """The result of *work*, which ends when the client goes away. Raises ClientDisconnect then."""
    job = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ClientDisconnect
        return job.result()
    finally:
        gone.cancel()
        job.cancel()


async def _gone(request: Request) -> None:
    """Returns when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


CLOSING = {408, 413}
"""Statuses after which the rest of the body may still be on its way: the connection is closed."""


def _problem(message: str, status: int, more: Mapping[str, str] | None = None) -> Response:
    """A refusal as problem details."""
    closing = {"Connection": "close"} if status in CLOSING else {}
    return JSONResponse(problem(message, status), status, {**HEADERS, **closing, **(more or {})}, PROBLEM)


async def _not_there(request: Request, error: Exception) -> Response:
    """No such address, or not by this method."""
    status, headers = getattr(error, "status_code", 404), getattr(error, "headers", None)
    if status == 405:
        return _problem(
            f"{request.method} is not for {request.url.path}; send {(headers or {}).get('Allow', 'POST')}", 405, headers
        )
    message = f"no address {request.url.path[:80]}; GET /api lists them"
    return _problem(message, status, headers)


async def _body(request: Request) -> bytes:
    """The body; no more than MAX_BODY of it is kept, and no more than DRAINED read. Raises Refused."""
    read = bytearray()
    length = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                length += len(part)
                if length > DRAINED:
                    break
                if length <= MAX_BODY:
                    read += part
    except TimeoutError:
        raise Refused(408, "the body took too long") from None
    except ClientDisconnect:
        raise Refused(400, "the body did not arrive") from None
    if length > MAX_BODY:
        raise Refused(413, f"the body is too long; at most {MAX_BODY:,} bytes")
    return bytes(read)
