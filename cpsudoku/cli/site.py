"""`cpsudoku site`: the page without a server, for any static host."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from cpsudoku.cli.options import QuietOption, bundled, flag, number, option
from cpsudoku.cli.terminal import progress, say
from cpsudoku.errors import UsageError

EXAMPLES = [
    "cpsudoku site --out public",
    "cpsudoku site --serve",
    "cpsudoku site --out public --wheel dist/cpsudoku-0.2.0-cp311-abi3-pyemscripten_2026_0_wasm32.whl",
    "cpsudoku site --out public --from downloads",
    "cpsudoku site --out public --notebooks docs/gallery",
]


class Options(QuietOption):
    """The options of the command."""

    out: Path | None = option("--out", "The folder to write: new, empty, or a site written before.", metavar="DIR")
    serve: bool = flag("--serve", "Serve the site on this machine, to try it; without --out from a temporary folder.")
    port: int = number("--port", "Port for --serve; 0 takes a free one.", 8000, most=65535)
    wheel: Path | None = option(
        "--wheel", "A wheel of cpsudoku that was built for the browser: its kernels are compiled.", metavar="FILE"
    )
    source: Path | None = option("--from", "Take the pinned files from this folder, without a network.", metavar="DIR")
    notebooks: Path | None = option(
        "--notebooks", "Notebooks that run in the browser too, at lab/ of the site, in JupyterLite.", metavar="DIR"
    )


@bundled
def command(options: Options) -> None:
    r"""Write the page as a folder that any static host serves: its engine runs in the browser, without a server.

    The folder has the page, Pyodide and the wheels that it needs. They are downloaded from the npm registry and from
    PyPI, checked by hash, and kept in a cache. The page makes no request to any other host, and works offline after
    the first visit. A puzzle after # in the address is opened and judged: https://HOST/#53..7....

    Without --wheel the kernels run as plain Python, some 100 times slower.
    """
    from cpsudoku.web.site.folder import write

    if options.out is None and not options.serve:
        raise UsageError("no folder: --out DIR writes one, --serve tries the site from a temporary folder")
    with ExitStack() as stack:
        out = options.out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with progress("bytes", None, options.quiet) as advance:
            site = write(out, options.wheel, options.source, advance, options.notebooks)
        where = "" if options.out is None else f"{options.out}: "
        say(f"{where}{site.bytes / 1e6:.1f} MB, kernels {site.kernels}", options.quiet)
        if options.serve:
            _serve(out, options.port)


def _serve(out: Path, port: int) -> None:
    from cpsudoku.web.site.serving import server

    with server(out, port) as http:
        say(f"serving at http://127.0.0.1:{http.server_port}/ (Ctrl-C ends)")
        http.serve_forever()
