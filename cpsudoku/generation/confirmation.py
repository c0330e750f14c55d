"""What is delivered is confirmed: SAT proves a puzzle unique, and each of its clues needed where it is called minimal.

Kernels and engines propose. A second proof comes from one incremental solver that holds the rules: the solution is
forbidden, the clues are assumptions. Unsatisfiable: unique, and a core that does without a clue shows that it can go.
Then one question a clue, with all others assumed: a rival shows that it is needed. Some 1 ms a minimal 9x9 puzzle.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.errors import EnginesDisagree
from cpsudoku.generation.recipe import Recipe
from cpsudoku.lending import Lender
from cpsudoku.questions.reduction.deletion import is_minimal
from cpsudoku.questions.reduction.oracle import oracle_of
from cpsudoku.questions.uniqueness import Rival, Rules, Uniqueness

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

_Key = tuple[Geometry, "str | Path | Encoding | None", str]


def _made(board: Geometry, encoding: str | Path | Encoding | None, solver: str) -> Rules:
    return Rules(board, encoding=encoding, solver=solver)


rules_of: Lender[Rules] = Lender(_made, 4)
"""A board's live solver, apart from those that `oracle_of` lends to whoever makes the puzzles."""


def confirmed(
    recipe: Recipe, solution: Solution, clues: Sequence[Cell], claimed: bool | None, limits: Limits = NO_LIMITS
) -> bool | Unknown:
    """Is the puzzle with these clues of *solution* minimal? Either answer is proven, and that it is unique.

    *claimed*: what its maker says of its minimality; None where he did not look. EnginesDisagree is raised where that
    is wrong, or the puzzle is not unique. Under *limits* (conflicts a question, seconds in all): Unknown where
    uniqueness stays open; False, "not proven", where only minimality does. Encoding and `sat:NAME` are the recipe's.
    """
    key = _key(recipe)
    with rules_of(*key) as rules:
        rules.take(solution)
        spare = _spare(rules, clues, limits)
    if isinstance(spare, Unknown):
        return spare
    if spare == _AMBIGUOUS:
        raise EnginesDisagree(_ambiguous(key, solution, clues))
    if spare == _OPEN:
        return False
    if claimed is not None and claimed != (spare is None):
        raise EnginesDisagree(_claim_refuted(solution, clues, spare))
    return spare is None


_AMBIGUOUS, _OPEN = -1, -2


def _spare(rules: Rules, clues: Sequence[Cell], limits: Limits) -> Cell | Unknown | None:
    """A clue that can go, None where each is needed; _AMBIGUOUS; Unknown or _OPEN: uniqueness or minimality is open."""
    deadline = limits.deadline()
    core = rules.core(clues, limits)
    if isinstance(core, Unknown):
        return core
    if core is None:
        return _AMBIGUOUS
    if len(core) < len(clues):
        return next(cell for cell in clues if cell not in core)
    for k, cell in enumerate(clues):
        if deadline is not None:
            limits = Limits(max(0.0, deadline - time.perf_counter()), limits.conflicts)
        core = rules.core((*clues[:k], *clues[k + 1 :]), limits)
        if isinstance(core, Unknown):
            return _OPEN
        if core is not None:
            return cell
    return None


def settled(puzzle: Puzzle, solution: Solution, recipe: Recipe) -> bool:
    """Is this puzzle, of a search that did not look, minimal? By SAT as `confirmed`, else by the recipe's engine.

    A puzzle once found is worth the milliseconds: no limits. Raises EnginesDisagree.
    """
    clues = [cell for cell, _ in puzzle.clues]
    if recipe.by_sat:
        return confirmed(recipe, solution, clues, None) is True
    with oracle_of(recipe.engine, recipe.geometry, recipe.encoding) as asked:
        return is_minimal(asked, solution, clues)


def _key(recipe: Recipe) -> _Key:
    base, _, name = recipe.engine.partition(":")
    solver = name if base == "sat" and name else "cadical153"
    return recipe.geometry, recipe.encoding, solver


def _ambiguous(key: _Key, solution: Solution, clues: Sequence[Cell]) -> str:
    """The message, with the rival as a fresh solver finds it."""
    board, encoding, solver = key
    line = solution.puzzle.only(tuple(clues)).line()
    with Uniqueness(solution, encoding=encoding, solver=solver) as fresh:
        answer = fresh.rival(clues)
    if not isinstance(answer, Rival):
        return f"{line}: a live SAT solver finds a second solution, a fresh one does not"
    rival = Solution.trusted(answer.solution, board).line()
    return f"{line} was made as a unique puzzle; SAT finds the solution {solution.line()} and the solution {rival}"


def _claim_refuted(solution: Solution, clues: Sequence[Cell], spare: Cell | None) -> str:
    line = solution.puzzle.only(tuple(clues)).line()
    if spare is None:
        return f"{line} was made as a puzzle with clues to spare; SAT proves that it needs every clue"
    name = solution.geometry.name_of(spare)
    return f"{line} was made as a minimal puzzle; SAT proves that it stays unique without the clue in {name}"
