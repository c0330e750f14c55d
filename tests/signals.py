"""Children of tests that are sent signals: they hear them, even where the tests run in the background of a shell."""

from __future__ import annotations

import signal


def hear_signals() -> None:
    """`preexec_fn` of a child: Ctrl-C and SIGTERM end it, although a parent that ignores them passes that on."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
