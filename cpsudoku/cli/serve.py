"""`cpsudoku serve`: the page in the browser."""

from __future__ import annotations

import socket
from typing import Annotated
from urllib.parse import quote

import typer

from cpsudoku.cli import common
from cpsudoku.cli.numbers import number
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku serve",
    "cpsudoku serve --port 0 --open",
    "cpsudoku serve --workers 4 --timeout 20",
    "cpsudoku serve --host 0.0.0.0 --allow-host sudoku.example --token auto",
    "cpsudoku serve --cors https://my.example",
]


def command(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; others than this machine's are public.")
    ] = ("127.0.0.1"),
    port: Annotated[int, number("--port", help="Port; 0 takes a free one.", most=65535)] = 8000,
    workers: Annotated[int, number("--workers", help="Processes that do the work.", least=1, most=256)] = 2,
    timeout: Annotated[float, number("--timeout", help="Seconds a request may take.", least=0.1, most=600)] = 10.0,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            help="A name that the page may be called by, besides localhost and (with --host) addresses. Repeatable.",
            metavar="NAME",
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="CPSUDOKU_TOKEN",
            help="Answer those alone who send this (Authorization: Bearer TOKEN); `auto` draws one and prints it.",
            metavar="TOKEN|auto",
        ),
    ] = None,
    cors: Annotated[
        list[str] | None,
        typer.Option(
            "--cors",
            help="An origin whose pages may ask, such as https://my.example; * for any. Repeatable.",
            metavar="ORIGIN",
        ),
    ] = None,
    quiet: common.Quiet = False,
) -> None:
    r"""Serve a page to verify, rate, solve step by step, generate and print puzzles. It needs no network.

    Needs the extra \[web]: pip install 'cpsudoku\[web]'. Only this machine can reach it unless --host says otherwise.
    Requests to it by any other name than localhost, an address or --allow-host are refused. Ctrl-C ends it.
    Programs find its interface described at /api.
    """
    from cpsudoku.web.access import AUTO, FIELD, origin_of, token_of
    from cpsudoku.web.app import application
    from cpsudoku.web.hosts import LOOPBACK
    from cpsudoku.web.server import run
    from cpsudoku.web.workers import Workers

    wanted = None if token is None else token_of(token)
    origins = [origin_of(given) for given in cors or ()]
    listener = _listen(host, port)
    here = host in ("127.0.0.1", "::1", "localhost")
    if not here:
        advice = "the token crosses it as it is" if wanted else "--token auto would let in only whom you tell"
        common.say(f"note: {host} may be reached from the network; {advice}", quiet)
    if "*" in origins:
        common.say("note: pages of any site may ask", quiet)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    shown = opened = address
    if wanted is not None:
        opened = f"{address}?{FIELD}={quote(wanted, safe='')}"
        # one that the user named is not written where logs may keep it
        shown = opened if token == AUTO else f"{address}?{FIELD}=TOKEN"
        common.say("a token is wanted: send Authorization: Bearer TOKEN, or open this address once", quiet)
    common.say(f"serving at {shown} (Ctrl-C ends)")
    if browser:
        import webbrowser

        webbrowser.open(opened)
    team = Workers(workers, seconds=timeout)
    names = (*LOOPBACK, *(allow_host or ()))
    app = application(team, names, by_address=not here, token=wanted, origins=origins)
    run(app, listener, quiet, stopping=team.stop)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises UsageError where the address cannot be had."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(2048)
    except OSError as error:
        raise UsageError(
            f"{host}:{port} cannot be listened on ({error.strerror}); choose another --port, or 0 for a free one"
        ) from None
    return listener
