"""The command: `cpsudoku`, or `python -m cpsudoku`."""

import os
import signal
from typing import NoReturn


def main() -> NoReturn:
    """Runs the command and ends the process with its exit code; Ctrl-C during the imports ends it with 130."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # ignored in the background of a shell, which stays so
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # raised in an import, it might be lost there
    from cpsudoku.cli.main import run

    signal.signal(signal.SIGINT, before)
    raise SystemExit(run())


if __name__ == "__main__":
    main()
