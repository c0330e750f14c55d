"""Variant puzzles: drafts, one after the other, until one meets the requirements."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.model import UNDECIDED, SelectorModel
from cpsudoku.generation.bias import bias_of
from cpsudoku.generation.confirmation import prove
from cpsudoku.generation.makers import drawn, maker_of
from cpsudoku.generation.makers.sketch import Group, Sketch
from cpsudoku.generation.making.dig import Digging
from cpsudoku.generation.making.layout import kinds_laid_out, laid_out
from cpsudoku.generation.making.wanted import Wanted
from cpsudoku.generation.making.without_givens import Chooser
from cpsudoku.generation.recipe import Generated, Recipe, stream_of
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.explanation.telling import Telling

NODES, AGAIN = 300, 500
"""Branches for drawing a grid under rules of the whole board, and the number of restarts."""

EXPLAINED = 0.4
MOST = 1 << 30
"""In place of a bound that is not named."""


class Misfit(Exception):
    """A draft does not meet the requirements; the text says why."""


class Sizes(NamedTuple):
    """Greatest and total size of the steps so far, as `Explanation` has them, and the techniques met."""

    largest: int
    total: int
    techniques: frozenset[str]
    complete: bool


class Draft(NamedTuple):
    """A puzzle that fits, its solution, whether nothing can go, and the sizes of its steps where they matter."""

    puzzle: Puzzle
    solution: bytes
    minimal: bool
    explained: Sizes | None


def make_variant(recipe: Recipe, seed: int, index: int) -> Generated:
    """Puzzle number *index* of this seed, or why none was found."""
    wanted = recipe.making
    assert wanted is not None
    stream = stream_of(seed, index)
    deadline = recipe.limits.deadline()
    workshop = _Workshop(recipe, wanted, deadline)
    why: Counter[str] = Counter()
    tries = 0
    while not recipe.attempts or tries < recipe.attempts:
        tries += 1
        try:
            draft = workshop.draft(stream)
        except Misfit as problem:
            why[str(problem)] += 1
            continue
        except BudgetSpent:
            return recipe.missed(seed, index, tries, f"no puzzle fitted within the limits{_reasons(why)}")
        if recipe.by_sat:
            prove(draft.puzzle, draft.solution, draft.minimal)
        solution = Solution.trusted(draft.solution, recipe.geometry)
        record = replace(recipe.record(draft.puzzle, solution, draft.minimal, seed, index, tries), bias=bias_of(recipe))
        if draft.explained is None:
            return record
        return replace(record, largest=draft.explained.largest, total=draft.explained.total)
    return recipe.missed(seed, index, tries, f"no puzzle fitted within {tries:,} attempts{_reasons(why)}")


def _reasons(why: Counter[str]) -> str:
    return "".join(f"; {text} ({number:,})" for text, number in why.most_common(3))


class _Workshop:
    """The state that all drafts of a puzzle share."""

    def __init__(self, recipe: Recipe, wanted: Wanted, deadline: float | None) -> None:
        self.recipe, self.wanted, self.deadline = recipe, wanted, deadline
        board = recipe.geometry
        self.always: dict[str, tuple[Constraint, ...]] = {
            kind: tuple(rule.on(board) for rule in maker_of(kind).rules) for kind in wanted.board_wide
        }
        self.rules = tuple(rule for rules in self.always.values() for rule in rules)
        self._filler = SelectorModel(board, (), self.rules) if self.rules else None
        self._kinds: list[str] = []
        self._clues = recipe.clues or (0, board.size)
        self._lines = kinds_laid_out(recipe, wanted)
        self._chooser: Chooser | None = None
        if self._clues[1] == 0 and wanted.placed and wanted.number is None:
            given_grid = recipe.start is not None
            may_move = not self.rules and not given_grid
            self._chooser = Chooser(board, wanted.placed, self.rules, wanted, self._grid, may_move)

    def draft(self, stream: Stream) -> Draft:
        """One grid, its constraints, and the puzzle dug from them. Raises Misfit, BudgetSpent."""
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            raise BudgetSpent
        solution, groups = self._without_givens(stream) if self._chooser else self._with_givens(stream)
        rules = [rule for group in groups for rule in group]
        with Digging(self.recipe.geometry, solution, rules, self.rules, self.recipe.limits, self.deadline) as digging:
            try:
                minimal = self._dug(digging, groups, stream)
            except BudgetSpent:
                if self.deadline is not None and time.perf_counter() >= self.deadline:
                    raise
                raise Misfit("a question was too hard") from None
            puzzle = digging.puzzle
        self._needs_all(puzzle, solution)
        return Draft(puzzle, solution, minimal, self._explained(puzzle, solution))

    def _grid(self, stream: Stream) -> bytes:
        recipe, board = self.recipe, self.recipe.geometry
        if self._filler is None or (recipe.start is not None and not recipe.fill.startswith("swap")):
            return recipe.grid(stream)
        full = [(1 << board.side) - 1] * board.size
        for _ in range(AGAIN):
            found = self._filler.drawn(full, b"", stream.word(), NODES)
            if found is None:
                raise Misfit(f"no grid keeps {', '.join(self.always)}")
            if isinstance(found, bytes):
                return found
        assert found == UNDECIDED
        raise Misfit(f"no grid that keeps {', '.join(self.always)} was found")

    def _without_givens(self, stream: Stream) -> tuple[bytes, list[Group]]:
        assert self._chooser is not None
        with until(self.deadline):
            solution, chosen = self._chooser.drawn(stream)
        self._kinds = [kind for kind, group in chosen for _ in group]
        return solution, [group for _, group in chosen]

    def _with_givens(self, stream: Stream) -> tuple[bytes, list[Group]]:
        if not self._lines:
            solution = self._grid(stream)
            return solution, self._drawn(solution, {}, stream)
        with until(self.deadline):
            layout = laid_out(self.recipe.geometry, self._lines, self.rules, self.wanted, stream)
        if layout is None:
            raise Misfit(f"no grid keeps lines of {', '.join(self._lines)}")
        return layout.grid, self._drawn(layout.grid, layout.groups, stream)

    def _drawn(self, solution: bytes, lines: dict[str, list[Group]], stream: Stream) -> list[Group]:
        board, wanted = self.recipe.geometry, self.wanted
        found: list[Group] = []
        self._kinds.clear()
        for kind in wanted.placed:
            wishes = replace(wanted, symmetry=wanted.symmetry or maker_of(kind).symmetry)
            groups = lines[kind] if kind in lines else drawn(kind, Sketch(board, solution, stream, wishes))
            number = sum(map(len, groups))
            if wanted.number is not None and number < wanted.number[0]:
                raise Misfit(f"fewer than {wanted.number[0]} constraints of {kind} found room")
            if not number:
                raise Misfit(f"no constraint of {kind} found room")
            found += groups
            self._kinds += [kind] * number
        return found

    def _dug(self, digging: Digging, groups: list[Group], stream: Stream) -> bool:
        """Remove what is redundant; whether the rest is minimal. Raises Misfit."""
        recipe, wanted = self.recipe, self.wanted
        fewest, most = self._clues
        givens = [tuple(digging.givens[cell] for cell in orbit) for orbit in orbits(recipe.geometry, recipe.symmetry)]
        numbers = iter(digging.rules)
        rules = [tuple(next(numbers) for _ in group) for group in groups]
        if most == 0:
            if not digging.try_all(givens):
                raise Misfit("several solutions without a given")
            givens = []
        keys = {group: stream.fraction() for group in givens}
        ahead = self._head_start()
        keys |= {group: stream.fraction() + ahead for group in rules}
        low, high = wanted.constraints or (0, len(digging.rules))
        digging.dig(sorted(keys, key=keys.__getitem__), (fewest, low))
        if not fewest <= len(digging.clues) <= most:
            raise Misfit(f"more than {most} givens were needed")
        if not low <= len(digging.kept_rules) <= high:
            many = len(digging.kept_rules) > high
            raise Misfit(f"more than {high} constraints were needed" if many else f"fewer than {low} constraints")
        left = {self._kinds[number] for number in digging.kept_rules}
        for kind in wanted.placed:
            if kind not in left:
                raise Misfit(f"no constraint of {kind} was needed")
        single = recipe.symmetry == "none" and all(len(group) == 1 for group in groups)
        minimal = (single and not digging.skipped) or digging.is_minimal()
        if recipe.minimal and not minimal:
            raise Misfit("something could go by itself")
        return minimal

    def _head_start(self) -> float:
        """The option, else the least default of the makers; 1 where the number of givens is fixed.

        Steps that must be small need givens: then it is `EXPLAINED` at most.
        """
        if self.wanted.head_start is not None:
            return self.wanted.head_start
        if self.recipe.clues is not None:
            return 1.0
        most = EXPLAINED if self.wanted.is_explained else 1.0
        return min((most, *(maker_of(kind).head_start for kind in self.wanted.placed)))

    def _needs_all(self, puzzle: Puzzle, solution: bytes) -> None:
        """Raises Misfit where a rule of the whole board is not needed."""
        board = puzzle.geometry
        held = puzzle.constraints[len(self.rules) :]
        masks = [1 << (digit - 1) if digit else (1 << board.side) - 1 for digit in puzzle.cells]
        for kind, rules in self.always.items():
            for rule in rules:
                others = tuple(other for other in self.rules if other != rule)
                kernel = SelectorModel(board, held, others)
                kernel.know(solution)
                if kernel.rival(masks, b"\1" * len(held), range(board.size), 100 * NODES) is None:
                    raise Misfit(f"{kind} was not needed")

    def _explained(self, puzzle: Puzzle, solution: bytes) -> Sizes | None:
        """The sizes of the steps, where they matter. Raises Misfit, BudgetSpent."""
        wanted = self.wanted
        if not wanted.is_explained:
            return None
        low, high = wanted.largest or (0, MOST)
        least, most = wanted.total or (0, MOST)
        found = sizes_of(puzzle, solution, high, most, self.deadline)
        if found.largest > high:
            raise Misfit(f"a step larger than {high}")
        if found.total > most:
            raise Misfit(f"steps of more than {most} together")
        if not found.complete:
            raise BudgetSpent if self.deadline is not None else Misfit("no explanation was found")
        if found.largest < low:
            raise Misfit(f"no step as large as {low}")
        if found.total < least:
            raise Misfit(f"steps of less than {least} together")
        for step in wanted.steps:
            if step not in found.techniques:
                raise Misfit(f"no step {step}")
        return found


def sizes_of(puzzle: Puzzle, solution: bytes, largest: int, total: int, deadline: float | None) -> Sizes:
    """The sizes of the steps; not `complete` where one is beyond *largest* or all beyond *total*, or time is up.

    Deterministic but for the deadline. The same numbers as `explain` gives.
    """
    most = sum_ = 0
    met: set[str] = set()
    try:
        with until(deadline):
            for step in Telling(puzzle, solution).steps(puzzle.clues):
                most = max(most, step.size)
                sum_ += 0 if step.clears else step.size
                met.add(step.technique)
                if most > largest or sum_ > total:
                    return Sizes(most, sum_, frozenset(met), False)
            return Sizes(most, sum_, frozenset(met), True)
    except BudgetSpent:
        return Sizes(most, sum_, frozenset(met), False)
