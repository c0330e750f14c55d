"""The fewest clues a puzzle with a given solution can have.

A puzzle's clues meet every unavoidable set of its solution, and cells that meet them all are such a puzzle. So
the fewest clues are a smallest set that meets all unavoidable sets: exact by implicit hitting sets on small boards,
by exhaustive search for a stated number of clues on the classic one (McGuire, Tugemann and Civario 2014). There a
random walk over the grid's puzzles finds small ones; what it does not find proves nothing.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.board.geometry import Cell
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.registry import quickest
from cpsudoku.errors import UsageError
from cpsudoku.questions.unavoidable import least, missed_by
from cpsudoku.subsets.budgeted_oracle import DirectOracle
from cpsudoku.subsets.deletion import DeletionLoop, OneByOne
from cpsudoku.subsets.oracle import SoftPuzzle

if TYPE_CHECKING:
    from cpsudoku.evidence.certificate import Certificate

SEED_SIZE = {4: 8, 6: 10, 8: 10, 9: 12}
"""Size up to which unavoidable sets are listed at the start, by side; 8 on others."""
CERTIFIED_SIZE = 12
"""Size of the unavoidable sets that proofs of bounds on the classic board rest on."""
LARGEST = 9
"""Side up to which the question is taken on; beyond, not even good bounds come in reasonable time."""
RIVALS = 30
"""Solutions searched for at a time when a guess meets all known sets."""
DESCENTS = 200
"""Random minimal puzzles tried for a first upper bound."""
MOST_UNLIMITED = 14
"""Beyond 6x6 and without a limit the search ends where more clues than this are needed: it might take forever."""
EASY = 100_000
"""Branches spent on each smaller number of clues where *at_most* is given: these bounds cost little."""
SLICE = 200_000
"""Branches between two reports of the exhaustive search."""
FLOOR = 17
"""No classic grid has a puzzle of fewer clues (McGuire, Tugemann and Civario 2014): the walk stops at this number.
No reported bound relies on this."""
WALK = 20_000
"""Steps of the walk for a first upper bound."""
LONG_WALK = 500_000
"""Steps for a stated number of clues from FLOOR, before the exhaustive search begins."""
STRIDE = 1_000
"""Steps between two checks of the clock, and between two slices of a long exhaustive search."""

BoundsListener = Callable[[int, int], None]
"""Is called with (proven lower bound, clues of the best puzzle found) as they improve."""


@dataclass(frozen=True)
class Fewest(GridDisplay):
    """`puzzle` has the fewest clues found; no puzzle of its solution has fewer than `at_least`.

    `rivals`: other grids that prove the bound (see `certificate`); empty where the bound comes from exhaustive search.
    `why` says which limit ended the search before the two bounds met. `at_most`: the number of clues in question.
    """

    puzzle: Puzzle
    solution: Solution
    at_least: int
    rivals: tuple[bytes, ...] = ()
    why: str = ""
    at_most: int | None = None

    @property
    def word(self) -> str:
        """exact, enough (not more than `at_most` clues), none (no puzzle has so few), unknown (a limit)."""
        if self.why:
            return "unknown"
        if self.at_most is not None and self.puzzle.clue_count > self.at_most:
            return "none"
        return "exact" if self.exact else "enough"

    @property
    def exact(self) -> bool:
        """The puzzle is proven to have the fewest clues possible."""
        return self.puzzle.clue_count == self.at_least

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {
            "puzzle": self.puzzle.line(),
            "verdict": self.word,
            "solution": self.solution.line(),
            "clues": self.puzzle.clue_count,
            "at_least": self.at_least,
            "exact": self.exact,
        } | ({"message": self.why} if self.why else {})

    def certificate(self, *, lrat: bool = False) -> Certificate:
        """Proof of the lower bound for `cpsudoku check`.

        Where exhaustive search found it (the classic board) the proof is made now, in less than a second up to 14 on
        most grids, some seconds for 15; there is none in LRAT. Raises UsageError where there is no bound, or none that
        can be proven so.
        """
        from cpsudoku.evidence.certificate import certify_bound, certify_fewest

        if self.at_least < 1:
            raise UsageError("no bound was found: there is nothing to certify")
        if self.rivals:
            return certify_fewest(self.solution, self.rivals, self.at_least, lrat=lrat)
        certificate = certify_bound(self.solution, unavoidable_sets(self.solution, CERTIFIED_SIZE), self.at_least)
        if certificate is None:
            raise UsageError(
                f"that there are at least {self.at_least} clues has no short proof; with at_most=13 there is one"
            )
        return certificate


def unavoidable_sets(solution: Solution, size: int) -> list[tuple[Cell, ...]]:
    """All minimal unavoidable sets of at most *size* cells, smallest first (9x9: some 300 up to 12, in 0.1 s)."""
    from cpsudoku.kernels.general.differences import Differences

    geometry = solution.geometry
    found, _ = Differences(geometry.side, [house.cells for house in geometry.houses], solution.cells).search(
        min(size, geometry.size)
    )
    return least(found)


def fewest(
    solution: PuzzleLike,
    *,
    at_most: int | None = None,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    on_bounds: BoundsListener | None = None,
    told: BoundsListener | None = None,
) -> Fewest:
    """The smallest puzzle with *solution* as its only solution, with a proven lower bound.

    *at_most*: only ask whether a puzzle with so many clues exists; the search ends with the first, or with
    `at_least` greater than it. On the classic board a puzzle of 17 clues is found in about a second where there is one,
    while an exact answer takes hours; under *limits* (`conflicts` counts guesses or branches) the bounds say how far it
    came. *on_bounds* is called with both bounds when one of them improves (*told*: its old name).
    """
    if told is not None:
        warnings.warn("fewest(told=) is now fewest(on_bounds=)", DeprecationWarning, stacklevel=2)
        on_bounds = told
    solution, limits = Solution.of(solution), Limits.of(limits)
    if at_most is not None and at_most < 0:
        raise UsageError(f"at most {at_most} clues: a number from 0")
    if solution.geometry.side > LARGEST:
        raise UsageError(f"fewest takes boards of side up to {LARGEST}; this one has {solution.geometry.side}")
    at_most = None if at_most is None else min(at_most, solution.geometry.size)
    query = Query(solution, seed, at_most, limits.conflicts, limits.deadline(), on_bounds)
    found = _classic(query) if solution.geometry.is_classic else _general(query)
    return replace(found, at_most=at_most)


class Query(NamedTuple):
    """A question about *solution*: the options of `fewest`, and the branches or guesses and the time it may take."""

    solution: Solution
    seed: int
    at_most: int | None
    conflicts: int | None
    deadline: float | None
    listener: BoundsListener | None

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.deadline is not None and time.perf_counter() > self.deadline

    def report(self, bound: int, best: Sequence[Cell]) -> None:
        """Tell the listener the lower bound, and how many clues the best puzzle has."""
        if self.listener is not None:
            self.listener(bound, len(best))


def descend(query: Query) -> tuple[Cell, ...]:
    """Clues of the best of some random minimal puzzles; stops at one of `at_most` clues."""
    solution, rng = query.solution, random.Random(query.seed)
    best = cells = tuple(range(solution.geometry.size))
    soft = SoftPuzzle(solution.puzzle)
    soft.forbid(solution.cells)
    oracle = DirectOracle(soft, Limits(conflicts=2_000))
    for _ in range(DESCENTS):
        loop = DeletionLoop(
            oracle, [(soft.clues[cell],) for cell in rng.sample(cells, len(cells))], schedule=OneByOne(), patient=True
        )
        loop.run()
        best = min(best, soft.cells(chain(*loop.stay)), key=len)
        if (query.at_most is not None and len(best) <= query.at_most) or query.late:
            break
    return best


def _general(query: Query) -> Fewest:
    """Any board: guess a smallest set that meets the sets known; a guess that is no puzzle brings new sets."""
    from cpsudoku.engines.sat.optimise import smallest
    from cpsudoku.evidence.certificate import rival_by

    solution, at_most, geometry = query.solution, query.at_most, query.solution.geometry
    best = descend(query)
    query.report(0, best)

    def missed(guess: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        rivals = quickest(geometry).search(solution.puzzle.only(guess).cells, RIVALS).solutions
        return missed_by(guess, solution.cells, rivals, geometry)

    limited = query.conflicts is not None or query.deadline is not None
    known = unavoidable_sets(solution, SEED_SIZE.get(geometry.side, 8))
    found = smallest(
        missed,
        known,
        deadline=query.deadline,
        most=MOST_UNLIMITED if at_most is None and not limited and geometry.side > 6 else at_most,
        rounds=query.conflicts or 1_000_000,
        progress=lambda bound: query.report(bound, best),
    )
    if found.elements is not None:
        best = found.elements
    rivals = tuple(rival_by(solution, members) for members in found.sets)
    settled = found.elements is not None or (at_most is not None and found.at_least > at_most)
    why = "" if settled else "gave up before the bounds met" + "; name a time limit to go on" * (not limited)
    return Fewest(solution.puzzle.only(best), solution, min(found.at_least, len(best)), rivals, why)


def _classic(query: Query) -> Fewest:
    """The classic board: a walk for a small puzzle, then exhaustive search for one number of clues after the other."""
    from cpsudoku.kernels.classic.clue_local_search import ClueLocalSearch
    from cpsudoku.kernels.classic.fewclues import FOUND, NONE, FewClues
    from cpsudoku.kernels.randomness import derive

    solution, at_most, nodes = query.solution, query.at_most, query.conflicts
    sets = unavoidable_sets(solution, SEED_SIZE[9])
    walk = ClueLocalSearch(solution.cells, sets, derive(query.seed % (1 << 64), 0))
    target = max(FLOOR, at_most or 0)
    best: tuple[Cell, ...] = tuple(range(solution.geometry.size))
    bound, spent = 0, 0

    def stroll(steps: int) -> None:
        nonlocal best
        walk.run(target, steps)
        if len(walk.cells()) < len(best):
            best = walk.cells()
            query.report(bound, best)

    steps = LONG_WALK if at_most is not None and at_most >= FLOOR else WALK
    steps = steps if nodes is None else min(steps, nodes)
    stroll(0)
    while len(best) > target and walk.counters()[0] < steps and not query.late:
        stroll(STRIDE)
    if at_most is not None:
        while bound < min(at_most, len(best)) and FewClues(solution.cells, sets, bound).run(EASY) == NONE:
            bound += 1
    tries = range(bound, len(best)) if at_most is None else [at_most]
    for clues in tries:
        run = FewClues(solution.cells, sets, clues)
        while len(best) > clues and (status := run.run(SLICE)) != NONE:
            if status == FOUND:
                best = run.cells()
                break
            branches = spent + run.counters()[0]
            if query.late or (nodes is not None and branches >= nodes):
                why = f"gave up on {clues} clues after {branches:,} branches"
                return Fewest(solution.puzzle.only(best), solution, bound, why=why)
            if clues >= FLOOR:
                stroll(STRIDE)
        spent += run.counters()[0]
        if len(best) <= clues:
            break
        bound = clues + 1
        query.report(bound, best)
    return Fewest(solution.puzzle.only(best), solution, len(best) if at_most is None else bound)
