"""How strong an encoding's propagation is, in human techniques.

A state is a point of a solution path: what is placed, what each open cell may still hold, and the step Sudoku Explainer
takes there. The encoding must derive the step's conclusions from the state, once by unit propagation alone, once by
failed literals: the opposite is assumed, and propagation must find the conflict. So each technique has two shares: the
states whose conclusions, all of them, the encoding derives. The numbers depend on no machine and no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from time import perf_counter

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula.catalog import load, names
from cpsudoku.formula.clauses import Formula, formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.rating.path import walk
from cpsudoku.samples import lines_of
from cpsudoku.techniques.ladder import ALL_RUNGS, TECHNIQUES
from cpsudoku.techniques.step import Step

SAMPLES = {"minimal": None, "hard": None, "hardest": 3}
"""Where states come from unless puzzles are given: sample files, and how many puzzles of each (None: all)."""
STATES = 30
"""States of each technique, as far as there are so many."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One encoding and one technique: of `states` states how many conclusions unit propagation, failed literals
    find.
    """

    encoding: str
    technique: str
    states: int
    propagation: int
    failed_literals: int


def states(
    puzzles: Iterable[Puzzle] | None = None, *, each: int = STATES, seed: int = 0, until: float | None = None
) -> dict[str, list[Step]]:
    """Steps by technique, in the ladder's order, *each* of every technique, from puzzles in an order drawn by *seed*.

    *puzzles*: 9x9, one solution each; the sample files `SAMPLES` where None. *until*: by `perf_counter`, when to look
    for no further step.
    """
    if puzzles is None:
        puzzles = [Puzzle.of(line) for name, most in SAMPLES.items() for line in lines_of(name)[:most]]
    every = list(puzzles)
    found: dict[str, list[Step]] = {}
    for puzzle in Random(seed).sample(every, len(every)):
        for step in walk(puzzle, None, ALL_RUNGS):
            kept = found.setdefault(step.technique, [])
            if len(kept) < each:
                kept.append(step)
            if late(until):
                break
        if late(until):
            break
    order = {technique.key: k for k, technique in enumerate(TECHNIQUES)}
    return dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))


def late(until: float | None) -> bool:
    """Whether that time, by `perf_counter`, is over; None never is."""
    return until is not None and perf_counter() >= until


def strengths(
    encodings: Iterable[str | Encoding] | None = None,
    found: Mapping[str, Sequence[Step]] | None = None,
    *,
    until: float | None = None,
    advance: Callable[[int], None] = lambda steps: None,
) -> list[Strength]:
    """Every encoding (those of the catalog for SAT where None) on every state, by encoding, then technique.

    *until*: by `perf_counter`, when to stop; a technique that is not complete is left out.
    *advance* is called with 1 after each encoding. Raises what `catalog.load` raises.
    """
    found = states() if found is None else found
    strengths = []
    for encoding in names("cnf") if encodings is None else encodings:
        propagator = Propagator(load(encoding) if isinstance(encoding, str) else encoding)
        for technique, steps in found.items():
            concluded = [propagator.concludes(step) for step in takewhile(lambda _: not late(until), steps)]
            if len(concluded) < len(steps):
                break
            by_propagation, by_failing = sum(one for one, _ in concluded), sum(two for _, two in concluded)
            strengths.append(Strength(propagator.encoding.name, technique, len(steps), by_propagation, by_failing))
        propagator.close()
        advance(1)
        if late(until):
            break
    return strengths


class Propagator:
    """An encoding's formula in a propagating solver; a literal that only its queries assume guards each state."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self._solver: Incremental | None = None
        self._formula: Formula | None = None
        self._next = 0

    def concludes(self, step: Step) -> tuple[bool, bool]:
        """Whether (unit propagation, failed literals) find all conclusions of *step* in its state."""
        if self._formula is None or self._formula.geometry != step.geometry:
            self.close()
            self._formula = stated = formula(self.encoding, step.geometry)
            self._solver = Incremental("minicard" if stated.atmosts else "glucose3", stated.clauses, stated.atmosts)
            self._next = stated.variables
        stated, solver = self._formula, self._solver
        assert solver is not None
        self._next += 1
        active = self._next
        for cell, mask in enumerate(step.before):
            digit = step.grid[cell]
            if digit:
                for literal in stated.cells.equals(cell, digit):
                    solver.add([-active, literal])
                continue
            for gone in range(1, step.geometry.side + 1):
                if not mask >> (gone - 1) & 1:
                    solver.add([-active, *[-x for x in stated.cells.equals(cell, gone)]])
        fine, literals = solver.propagate([active])
        known = set(literals)
        by_propagation = by_failing = True
        for cell, digit, holds in conclusions(step):
            said = stated.cells.equals(cell, digit)
            shown = not fine or (all(x in known for x in said) if holds else any(-x in known for x in said))
            by_propagation &= shown
            if not shown:
                # what is to be refuted: the digit, or every other one of the cell
                others = [other for other in range(1, step.geometry.side + 1) if step.before[cell] >> (other - 1) & 1]
                rivals = [other for other in others if other != digit] if holds else [digit]
                by_failing &= all(
                    not solver.propagate([active, *stated.cells.equals(cell, rival)])[0] for rival in rivals
                )
        solver.add([-active])
        return by_propagation, by_failing

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()
            self._solver = None
            self._formula = None


def conclusions(step: Step) -> list[tuple[int, int, bool]]:
    """(cell, digit, whether the cell holds it) of a step."""
    found = [(cell, digit, False) for cell, digit in step.removals]
    return [*found, (*step.placement, True)] if step.placement else found


def table(found: Sequence[Strength]) -> tuple[list[str], list[list[str]]]:
    """Heads and cells of a map: a row a technique, a column an encoding, `100 / 100`: percent by each way, empty where
    the time was up before.
    """
    columns = list(dict.fromkeys(one.encoding for one in found))
    rows = list(dict.fromkeys(one.technique for one in found))
    at = {(one.technique, one.encoding): one for one in found}
    body = []
    for technique in rows:
        row = [at.get((technique, column)) for column in columns]
        states = next(str(one.states) for one in row if one)
        body.append([technique.replace("-", " "), states, *[_shares(one) if one else "" for one in row]])
    return ["technique", "states", *columns], body


def _shares(one: Strength) -> str:
    return f"{100 * one.propagation / one.states:.0f} / {100 * one.failed_literals / one.states:.0f}"
