"""Ctrl-C while a solver is freed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cpsudoku.engines.sat.pysat_solvers import Incremental, solver_names
from cpsudoku.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
STRUCK = """
import gc, sys
from cpsudoku.engines.sat.optimise import smallest
from cpsudoku.engines.sat.pysat_solvers import Incremental

def struck(frame, event, function):
    if event == "c_return" and function.__name__.endswith("_del"):
        raise KeyboardInterrupt

def freeing(free):
    sys.setprofile(struck)
    try:
        free()
        sys.exit("nothing was struck")
    except KeyboardInterrupt:
        pass
    finally:
        sys.setprofile(None)

def optimised():
    sets = [(1, 2), (3, 4), (1, 3), (5, 6), (2, 4)]
    smallest(lambda chosen: [each for each in sets if not set(each) & set(chosen)], sets[:1])

freeing(optimised)
for name in sys.argv[1:]:
    print(name)
    live = Incremental(name, [[1, 2], [-1, 2], [1, -2], [3, -3]])
    assert live.solve().model[1] == 2
    freeing(live.close)
    del live
    gc.collect()
print("all freed")
"""
"""Raises as soon as PySAT's C has freed a solver, before PySAT forgets the pointer."""


def usable(name: str) -> bool:
    """Is this solver in this PySAT?"""
    try:
        Incremental(name).close()
    except UsageError:
        return False
    return True


def test_a_solver_is_freed_once_though_ctrl_c_comes_in_between() -> None:
    """An exception right after the memory was freed does not have it freed again, which would crash."""
    names = sorted(name for name in set(solver_names().values()) if usable(name))
    assert len(names) > 15
    done = subprocess.run([sys.executable, "-c", STRUCK, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split("\n")[-2:-1]) == (0, ["all freed"]), done.stdout + done.stderr
