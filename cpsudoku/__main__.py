"""The command: `cpsudoku`, or `python -m cpsudoku`."""

import atexit
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command and ends the process with its exit code; Ctrl-C during the imports ends it with 130."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # ignored in the background of a shell, which stays so
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # raised in an import, it might be lost there
    from cpsudoku.cli.main import run

    signal.signal(signal.SIGINT, before)
    code = run()
    # the end of `sys.exit` without two of its parts: it frees every object, which takes a second for the formula of a
    # large board, and waits for threads in which kernels still search. Exit functions do run; the standard library ends
    # its forked processes by the same two calls, as `atexit` has no public name for the first
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
