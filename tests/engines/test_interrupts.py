"""Ctrl-C while a SAT solver is at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.selection import long_after
from tests.signals import hear_signals

ROOT = Path(__file__).resolve().parents[2]
WORK = """
import array, itertools, sys, time
from cpsudoku.budget import Limits
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.engines.sat.pysat_solvers import Incremental
holes, pigeons = 14, 15  # no solver here ends this before the test's patience does
at = lambda pigeon, hole: pigeon * holes + hole + 1
rows = [[at(p, h) for h in range(holes)] for p in range(pigeons)]
print("ready", flush=True)
try:
    if sys.argv[1] == "models":
        columns = [[at(p, h) for p in range(pigeons)] for h in range(holes)]
        rows += [c + [holes * pigeons + 1 + k] for k, c in enumerate(columns)]
        flat = array.array("i", [x for row in rows for x in (*row, 0)])
        list(minicard_models(flat, holes * pigeons + holes, Limits()))
    else:
        pairs = [[-at(p, h), -at(q, h)] for h in range(holes) for p, q in itertools.combinations(range(pigeons), 2)]
        with Incremental(sys.argv[1], rows + pairs) as solver:
            limits = Limits(seconds=500) if sys.argv[2] == "limits" else Limits()
            solver.core([1]) if sys.argv[2] == "core" else solver.solve([], limits)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("solver", "how"),
    long_after(
        3,
        [
            ("cadical153", "limits"),
            ("glucose4", "core"),
            ("models", ""),
            ("cadical153", ""),
            ("glucose4", ""),
            ("minicard", ""),
            ("cadical153", "core"),
            ("cadical103", ""),
            ("cadical195", ""),
            ("cadical300", "limits"),
            ("lingeling", ""),
        ],
    ),
)
def test_ctrl_c_is_a_keyboard_interrupt(solver: str, how: str) -> None:
    """Not an error of PySAT's own, nor a jump out of the solver, which then could crash while it was freed."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, solver, how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=hear_signals,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (out, err) == ("interrupted\n", "")
