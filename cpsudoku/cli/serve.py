"""`cpsudoku serve`: the page in the browser."""

from __future__ import annotations

import socket
from urllib.parse import quote

from cpsudoku.cli.options import QuietOption, bundled, flag, number, option
from cpsudoku.cli.terminal import say
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku serve",
    "cpsudoku serve --port 0 --open",
    "cpsudoku serve --workers 4 --timeout 20",
    "cpsudoku serve --host 0.0.0.0 --allow-host sudoku.example --token auto",
    "cpsudoku serve --cors https://my.example",
]


class Options(QuietOption):
    """The options of the command."""

    host: str = option("--host", "Address to listen on; others than this machine's are public.", "127.0.0.1")
    port: int = number("--port", "Port; 0 takes a free one.", 8000, most=65535)
    workers: int = number("--workers", "Number of worker processes.", 2, least=1, most=256)
    timeout: float = number("--timeout", "Seconds a request may take.", 10.0, least=0.1, most=600)
    browser: bool = flag("--open", "Open the page in the browser.")
    allow_host: list[str] | None = option(
        "--allow-host",
        "A name that the page may be called by, besides localhost and (with --host) addresses. Repeatable.",
        metavar="NAME",
    )
    token: str | None = option(
        "--token",
        "Require this token of every request (Authorization: Bearer TOKEN); `auto` generates and prints one.",
        envvar="CPSUDOKU_TOKEN",
        metavar="TOKEN|auto",
    )
    cors: list[str] | None = option(
        "--cors",
        "An origin whose pages may send requests, such as https://my.example; * for any. Repeatable.",
        metavar="ORIGIN",
    )


@bundled
def command(options: Options) -> None:
    r"""Serve a page to verify, rate, solve step by step, generate and print puzzles. It needs no network.

    Needs the extra [web]: pip install 'cpsudoku[web]'. Only this machine can reach the page unless --host allows
    others. Requests that address it by any name except localhost, an IP address or --allow-host are refused. Ctrl-C
    stops the server. Its interface for programs is described at /api.
    """
    from cpsudoku.web.app import application
    from cpsudoku.web.requests import AUTO, FIELD, LOOPBACK, origin_of, token_of
    from cpsudoku.web.server import run
    from cpsudoku.web.workers import Workers

    host = options.host
    wanted = None if options.token is None else token_of(options.token)
    origins = [origin_of(origin) for origin in options.cors or ()]
    listener = _listen(host, options.port)
    here = host in ("127.0.0.1", "::1", "localhost")
    if not here:
        advice = "the token is sent unencrypted" if wanted else "--token auto admits only those who have it"
        say(f"note: {host} may be reached from the network; {advice}", options.quiet)
    if "*" in origins:
        say("note: pages of any site may send requests", options.quiet)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    shown = opened = address
    if wanted is not None:
        opened = f"{address}?{FIELD}={quote(wanted, safe='')}"
        # one that the user named is not written where logs may keep it
        shown = opened if options.token == AUTO else f"{address}?{FIELD}=TOKEN"
        say("a token is required: send Authorization: Bearer TOKEN, or open this address once", options.quiet)
    say(f"serving at {shown} (Ctrl-C ends)")
    if options.browser:
        import webbrowser

        webbrowser.open(opened)
    team = Workers(options.workers, seconds=options.timeout)
    names = (*LOOPBACK, *(options.allow_host or ()))
    app = application(team, names, by_address=not here, token=wanted, origins=origins)
    run(app, listener, options.quiet, stopping=team.stop)


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
