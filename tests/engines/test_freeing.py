"""Ctrl-C while PySAT works, or frees a solver."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pysolvers
import pytest
from pysat import solvers

from cpsudoku.engines.sat.optimise import smallest
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


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_search_for_a_smallest_set() -> None:
    """One that takes hours, without a limit: KeyboardInterrupt, no error of PySAT's own."""
    rng = random.Random(1)
    sets = [tuple(rng.sample(range(120), 4)) for _ in range(240)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sender = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
    try:
        with pytest.raises(KeyboardInterrupt):
            smallest(lambda chosen: [], sets)
    finally:
        sender.wait()
        signal.signal(signal.SIGINT, before)
    assert smallest(lambda chosen: [], [(1, 2), (2, 3)]).elements == (2,)


def test_propagation_leaves_ctrl_c_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """PySAT's own handler, which leaves the solver half written, is not set meanwhile; afterwards it may be again."""
    heard: list[bool] = []
    real = solvers.Minisat22.propagate

    def noted(solver: Any, *arguments: Any, **options: Any) -> Any:
        heard.append(solvers.MainThread.check())
        return real(solver, *arguments, **options)

    monkeypatch.setattr(solvers.Minisat22, "propagate", noted)
    with Incremental("minisat22", [[1, 2], [-1, 3]]) as live:
        assert live.propagate([1]) == (True, [1, 3])
    assert heard == [False]
    assert solvers.MainThread.check() == (threading.current_thread() is threading.main_thread())


@pytest.mark.parametrize("name", ["lingeling", "kissat404"])
def test_a_solver_that_was_left_by_ctrl_c_is_not_freed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that know no budget hear Ctrl-C by PySAT's handler: what they were writing is left alone from then on."""
    if not usable(name):
        pytest.skip(f"this PySAT lacks {name}")

    left: list[object] = []
    freed: list[object] = []

    def struck(solver: object, *_: Any) -> None:
        left.append(solver)
        raise pysolvers.error("Caught keyboard interrupt")

    monkeypatch.setattr(pysolvers, f"{name}_solve", struck)
    monkeypatch.setattr(pysolvers, f"{name}_del", freed.append)
    with pytest.raises(KeyboardInterrupt), Incremental(name, [[1, 2]]) as live:
        live.solve()
    assert len(left) == 1
    assert not any(solver is left[0] for solver in freed)
