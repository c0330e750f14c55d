"""`complete`: the fewest values and givens that make an unfinished layout unique.

A solution of the layout is drawn; it determines the value of every blank. Where these values do not make it unique,
other solutions are drawn, and then givens are added to the first. The fewest additions that exclude all other solutions
are found as implicit hitting sets (`subsets.mus`): a minimum for this solution. Another seed draws another solution.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.board.coerce import drawn_by
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.model import SelectorModel
from cpsudoku.engines.registry import engine_for
from cpsudoku.errors import UsageError
from cpsudoku.formats import jsonl
from cpsudoku.generation.completion.layout import Layout
from cpsudoku.generation.recipe import stream_of
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.mus import SECONDS, smallest_mus
from cpsudoku.subsets.oracle import Consistent, SoftConstraint, core_of
from cpsudoku.version import __version__

NODES, AGAIN = 3000, 20
"""Branches for drawing a solution, and the number of restarts."""
TRIED = 50
"""Solutions that are tried where no givens may be added."""
ALTERNATIVES = 9
"""Other fillings that are listed."""


@dataclass(frozen=True)
class Completed(GridDisplay):
    """A layout made unique, or why it was not.

    puzzle        the result, None where there is none; `solution` is its only solution
    added         what was added, in words: rules with their values, and clues such as "r1c2 = 5"
    at_least      proven: for this solution no fewer additions do; `exact` where that is their number
    alternatives  other additions, as few, each without something of `added`
    word          "found"; "impossible" (no grid keeps what is there, or none of its solutions is the only one with all
                  blanks filled); "missed" (the same after TRIED solutions, of more); "unknown" (a limit came first)
    why           in words, where there is no puzzle
    """

    word: str
    puzzle: Puzzle | None = None
    solution: Solution | None = None
    added: tuple[str, ...] = ()
    at_least: int = 0
    exact: bool = False
    alternatives: tuple[tuple[str, ...], ...] = ()
    blanks: int = 0
    seed: int = 0
    index: int = 0
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the command's JSON has it."""
        found: dict[str, Any] = {
            "verdict": self.word,
            "puzzle": None if self.puzzle is None else self.puzzle.line(),
            "solution": None if self.solution is None else self.solution.line(),
            "seed": self.seed,
            "index": self.index,
            "blanks": self.blanks,
            "message": self.why or None,
            "version": __version__,
        }
        if self.puzzle is not None:
            found |= {"added": list(self.added), "at_least": self.at_least, "exact": self.exact}
            found |= {"alternatives": [list(other) for other in self.alternatives]}
            found |= jsonl.stated_keys(self.puzzle.geometry)
            found |= {"constraints": [rule.text for rule in self.puzzle.constraints]}
        return found


def complete(
    layout: Layout | PuzzleLike,
    *,
    seed: int = 0,
    index: int = 0,
    givens: bool = True,
    solution: PuzzleLike | None = None,
    limits: Limits = NO_LIMITS,
) -> Completed:
    """The fewest values for a layout's blanks, and givens where values fail for TRIED solutions, to make it unique.

    *layout*: a Layout, its text (see `Layout.parse`), or a puzzle, to which givens are added. *solution*: the one it
    is to have; else the layout's own, else one drawn by *seed* and *index*. *givens*: False adds values alone.
    *limits*: seconds in all (60 where none are named), conflicts a question. Raises NotationError, UsageError.
    """
    found = layout if isinstance(layout, Layout) else _layout(layout)
    bound = Limits.of(limits)
    bound = bound if bound.seconds is not None else Limits(SECONDS, bound.conflicts)
    completing = _Completing(found, *drawn_by(seed, index), givens, bound)
    if solution is not None:
        wanted = Solution.of(solution, found.puzzle.geometry)
        if not found.puzzle.is_solved_by(wanted.cells):
            raise UsageError("the solution that was given does not keep what is there")
        return completing.answer([wanted.cells], whole=False)
    if found.solution is not None and found.puzzle.is_solved_by(found.solution):
        return completing.answer([found.solution], whole=False)
    return completing.drawn()


def _layout(given: PuzzleLike) -> Layout:
    if isinstance(given, str):
        return Layout.parse(given)
    return Layout(Puzzle.of(given))


class _Completing:
    """One call: the layout, its blanks filled for one solution after another."""

    def __init__(self, layout: Layout, seed: int, index: int, givens: bool, limits: Limits) -> None:
        self.layout, self.puzzle = layout, layout.puzzle
        self.seed, self.index, self.givens, self.limits = seed, index, givens, limits
        self.deadline = limits.deadline()
        self.stream = stream_of(seed, index)
        self.blanks = len(layout.blanks)
        self._options = 0

    def _none(self, word: str, why: str) -> Completed:
        return Completed(word, blanks=self.blanks, seed=self.seed, index=self.index, why=why)

    def drawn(self) -> Completed:
        """The answer for solutions drawn at random. All of them are tried where they are few."""
        most = TRIED + 1
        left = None if self.deadline is None else max(0.001, self.deadline - time.perf_counter())
        outcome = engine_for(self.puzzle, "constraints").search(
            self.puzzle.cells, most, Limits(left, self.limits.conflicts)
        )
        if not outcome.solutions:
            if not outcome.complete:
                return self._none("unknown", "no solution of what is there was found within the limits")
            return self._none("impossible", "no grid keeps the givens and rules that are there")
        if outcome.complete:
            return self.answer(self.stream.shuffled(outcome.solutions), whole=True)
        return self.answer(self._random(outcome.solutions[0]), whole=False)

    def _random(self, first: bytes) -> Iterator[bytes]:
        """Solutions in a random order of cells and digits; *first* where none was drawn."""
        board = self.puzzle.geometry
        kernel = SelectorModel(board, (), self.puzzle.constraints)
        full = (1 << board.side) - 1
        masks = [1 << (digit - 1) if digit else full for digit in self.puzzle.cells]
        seen: set[bytes] = set()
        for _ in range(TRIED):
            for _ in range(0 if kernel.partial else AGAIN):
                found = kernel.drawn(masks, b"", self.stream.word(), NODES)
                if isinstance(found, bytes) and found not in seen:
                    break
            else:
                found = first
            assert isinstance(found, bytes)
            if found in seen:
                return
            seen.add(found)
            yield found

    def answer(self, solutions: Sequence[bytes] | Iterator[bytes], *, whole: bool) -> Completed:
        """The additions for the first solution that has any; *whole*: there are no other solutions."""
        tried, rival = 0, None
        first = None
        try:
            for grid in solutions:
                completed, other = self._for(grid, givens=False)
                if completed is not None:
                    return completed
                first = grid if first is None else first
                tried, rival = tried + 1, (grid, other)
                if self.givens and not self._options:
                    break
            if self.givens and first is not None:
                completed, _ = self._for(first, givens=True)
                return completed or self._none("missed", "no additions were found")
        except BudgetSpent:
            return self._none("unknown", "a limit came before it was known which additions are enough")
        if tried == 0 or rival is None:
            return self._none("missed", "no solution was drawn")
        grid, other = rival
        where = [self.puzzle.geometry.name_of(cell) for cell in range(len(grid)) if other and grid[cell] != other[cell]]
        filled = "with every blank filled" if self.blanks else "there is no blank to fill, and"
        said = f"{filled} other grids fit as well; the last two differ in {', '.join(where[:12])}"
        said += " ..." if len(where) > 12 else ""
        if whole:
            return self._none("impossible", f"{said}; all {tried} solutions were tried, givens are needed")
        return self._none("missed", f"{said}; {tried} solutions were tried, of more")

    def _for(self, grid: bytes, *, givens: bool) -> tuple[Completed | None, bytes | None]:
        """The answer for one solution; (None, a rival) where its values are not enough. Raises BudgetSpent."""
        board, puzzle = self.puzzle.geometry, self.puzzle
        options = list(_options(self.layout, grid))
        self._options = len(options)
        self.blanks = len(self.layout.blanks) + len({number for _, number in options} - {-1})
        whole = Puzzle.trusted(grid, board, (*puzzle.constraints, *(rule for rule, _ in options)))
        with AssumptionSolver(whole) as solver:
            solver.forbid(grid)
            solver.prefer(grid)
            oracle = BudgetedOracle(solver, self.limits, self.deadline)
            hard = [solver.clues[cell] for cell, _ in puzzle.clues]
            hard += solver.rules[: len(puzzle.constraints)]
            added = solver.rules[len(puzzle.constraints) :]
            soft = list(added)
            core = core_of(oracle.check([*hard, *soft]))
            if core is None and not givens:
                other = oracle.solve([*hard, *soft])
                return None, other.grid if isinstance(other, Consistent) else None
            if core is None:
                soft = [*soft, *(item for cell, item in solver.clues.items() if not puzzle.cells[cell])]
                core = core_of(oracle.check([*hard, *soft]))
                assert core is not None
            found = smallest_mus(oracle, soft, hard, core=core)
            replaced = {solver.rules[k] for item, (_, k) in zip(added, options) if item in found.items and k >= 0}
            kept = [item for item in hard if item not in replaced]
            others = _others(oracle, soft, hard, found.items) if found.proven else []
            return Completed(
                "found",
                solver.part([*kept, *found.items]),
                Solution.trusted(grid, board),
                _described(solver, found.items),
                found.at_least,
                found.proven,
                tuple(_described(solver, items) for items in others),
                self.blanks,
                self.seed,
                self.index,
            ), None


def _others(
    oracle: BudgetedOracle,
    soft: Sequence[SoftConstraint],
    hard: Sequence[SoftConstraint],
    best: Sequence[SoftConstraint],
) -> list[tuple[SoftConstraint, ...]]:
    """Sets as small as *best* that force the solution as well, each without one of its members."""
    found: dict[frozenset[SoftConstraint], tuple[SoftConstraint, ...]] = {}
    try:
        for item in best:
            rest = [other for other in soft if other != item]
            core = core_of(oracle.check([*hard, *rest]))
            if core is None:
                continue
            other = smallest_mus(oracle, rest, hard, core=core)
            if len(other.items) == len(best):
                found.setdefault(frozenset(other.items), other.items)
            if len(found) >= ALTERNATIVES:
                break
    except BudgetSpent:
        pass
    return list(found.values())


def _options(layout: Layout, grid: bytes) -> Iterator[tuple[Constraint, int]]:
    """The rules that may be added for a solution, each with the number of the rule that it replaces, or -1."""
    board = layout.puzzle.geometry
    values = [digit + board.lo - 1 for digit in grid]
    for blank in layout.blanks:
        for rule in blank.filled(board, values):
            yield rule, -1
    for number, rule in enumerate(layout.puzzle.constraints):
        for other in () if rule.marks.startswith(("line", "diagonal")) else rule.proposed(values):
            if set(other.scope) == set(rule.scope) and _parts(other) != _parts(rule):
                yield other, number


def _parts(rule: Constraint) -> dict[str, Any]:
    return {key: value for key, value in rule.to_dict().items() if key != "cells"}


def _described(solver: AssumptionSolver, items: Sequence[SoftConstraint]) -> tuple[str, ...]:
    """Rules and clues in words: `sandwich 9 r1c1 ...`, `r1c2 = 5`."""
    part = solver.part(items)
    board = part.geometry
    clues = [f"{board.name_of(cell)} = {digit + board.lo - 1}" for cell, digit in part.clues]
    return (*(rule.text for rule in part.constraints), *clues)
