"""Smallest sets by implicit hitting sets. The only file that touches PySAT's optimisers.

Many questions about clues have this form: which smallest set of elements meets every set of a family too large to
write down? Guess a smallest set that meets those known; `Unmet` names further sets that it does not meet. A guess for
which there are none is a proven minimum. Source: Davies and Bacchus, CP 2011; Ignatiev, Previti, Liffiton and
Marques-Silva, CP 2015 (smallest unsatisfiable subsets).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pysat.examples.hitman import Hitman

from cpsudoku.engines.sat.pysat_solvers import free_once
from cpsudoku.interrupts import IN_BROWSER, put_off, run_beside

Unmet = Callable[[Sequence[int]], Iterable[Sequence[int]]]
"""Sets (none empty) that the elements given do not meet; none where the elements are accepted."""

ROUNDS = 3_000
"""Guesses after which `smallest` gives up; questions about one puzzle take tens."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """`elements` of a smallest set that meets every set, or None where a limit came first: then `at_least` so many are
    needed. `sets` are those that were named: no fewer elements meet even them."""

    elements: tuple[int, ...] | None
    at_least: int
    sets: tuple[tuple[int, ...], ...]


def smallest(
    unmet: Unmet,
    known: Iterable[Sequence[int]] = (),
    *,
    deadline: float | None = None,
    most: int | None = None,
    rounds: int = ROUNDS,
    progress: Callable[[int], None] | None = None,
    enough: Callable[[int], bool] | None = None,
) -> Smallest:
    """A smallest set of elements that *unmet* accepts. *progress* is called with each new lower bound.

    It gives up at *deadline* (a `time.perf_counter()`), where more than *most* elements are needed, where *enough* says
    so of the lower bound, or after *rounds*.
    """
    sets = [tuple(members) for members in known]
    bound = 0
    hitting = Hitman(bootstrap_with=sets, solver="g3", htype="sorted")
    try:
        while True:
            found = _guess(hitting, deadline)
            if found is None:
                return Smallest(None, bound, tuple(sets))
            guess = sorted(found)
            if progress is not None and len(guess) > bound:
                progress(len(guess))
            bound = len(guess)
            if (most is not None and bound > most) or (enough is not None and enough(bound)):
                return Smallest(None, bound, tuple(sets))
            missed = [tuple(members) for members in unmet(guess)]
            if not missed:
                return Smallest(tuple(guess), bound, tuple(sets))
            sets += missed
            late = deadline is not None and time.perf_counter() >= deadline
            rounds -= 1
            if late or rounds <= 0:
                return Smallest(None, bound, tuple(sets))
            for members in missed:
                hitting.hit(members)
    finally:
        _free(hitting)


def _free(hitting: Hitman) -> None:
    """Free the optimiser's memory."""
    optimiser, hitting.oracle = hitting.oracle, None
    for total in optimiser.tobj.values():
        free_once(total)
    free_once(optimiser.oracle.solver)


def _guess(hitting: Hitman, deadline: float | None) -> list[int] | None:
    """A smallest set that meets the sets known; None at the deadline, for one guess alone can take for ever."""
    oracle = hitting.oracle
    compute = partial(run_beside, partial(oracle.compute, expect_interrupt=True), oracle.interrupt)
    left = None if deadline is None else deadline - time.perf_counter()
    if left is not None and left <= 0:
        return None
    if left is None or IN_BROWSER:  # no timer runs there; the page ends a worker that takes too long
        model = compute() or []
    else:
        timer = threading.Timer(left, oracle.interrupt)
        timer.daemon = True
        try:
            with put_off():
                timer.start()
            model = compute()
        finally:
            timer.cancel()
            if timer.is_alive():
                timer.join()  # it may be interrupting right now; the solver must not be freed under it
    return None if model is None else [hitting.idpool.id2obj[x] for x in model if x > 0]
