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
    # what registered itself for the end, then the end: freeing the formula of a large board takes a second
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
