"""Confirmation of generated puzzles: SAT proves each unique and, where it is called minimal, every clue needed.

Kernels and engines propose. A second proof comes from one incremental solver that holds the rules: the solution is
forbidden, the clues are assumptions. Unsatisfiable: unique, and a core that does without a clue shows that it can go.
Then one question a clue, with all others assumed: a rival shows that it is needed. Some 1 ms a minimal 9x9 puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.errors import EnginesDisagree
from cpsudoku.generation.recipe import Recipe
from cpsudoku.lending import Lender
from cpsudoku.questions.reduction.digging import is_minimal
from cpsudoku.questions.uniqueness import Rival, Uniqueness
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.clue_oracles import SatOracle, oracle_of
from cpsudoku.subsets.mus import without_each
from cpsudoku.subsets.oracle import Consistent, core_of

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

_Key = tuple[Geometry, "str | Path | Encoding | None", str]


def _new_oracle(board: Geometry, encoding: str | Path | Encoding | None, solver: str) -> SatOracle:
    return SatOracle(board, solver, encoding)


confirming_oracle_of: Lender[SatOracle] = Lender(_new_oracle, 4)
"""A board's live solver, separate from those that `oracle_of` lends to the generators."""


def confirmed(
    recipe: Recipe, solution: Solution, clues: Sequence[Cell], claimed: bool | None, limits: Limits = NO_LIMITS
) -> bool | Unknown:
    """Is the puzzle with these clues of *solution* minimal? Either answer is proven, and that it is unique.

    *claimed*: the generator's claim of minimality; None without one. EnginesDisagree is raised where that
    is wrong, or the puzzle is not unique. Under *limits* (conflicts a question, seconds in all): Unknown where
    uniqueness stays open; False, "not proven", where only minimality does. Encoding and `sat:NAME` are the recipe's.
    """
    key, started = _key(recipe), perf_counter()
    with confirming_oracle_of(*key) as oracle:
        oracle.take(solution)
        whole = oracle.check(clues, limits)
        if isinstance(whole, Unknown):
            return whole
        if isinstance(whole, Consistent):
            raise EnginesDisagree(_ambiguous(key, solution, clues))
        spare = next((cell for cell in clues if cell not in whole.core), None)
        if spare is None:
            each = without_each(oracle, clues, limits=limits.after(perf_counter() - started))
            try:
                spare = next((cell for cell, answer in each if core_of(answer) is not None), None)
            except BudgetSpent:
                return False
    if claimed is not None and claimed != (spare is None):
        raise EnginesDisagree(_claim_refuted(solution, clues, spare))
    return spare is None


def settled(puzzle: Puzzle, solution: Solution, recipe: Recipe) -> bool:
    """Is this puzzle, of a search that did not look, minimal? By SAT as `confirmed`, else by the recipe's engine.

    A puzzle once found is worth the milliseconds: no limits. Raises EnginesDisagree.
    """
    clues = [cell for cell, _ in puzzle.clues]
    if recipe.by_sat:
        return confirmed(recipe, solution, clues, None) is True
    with oracle_of(recipe.engine, recipe.geometry, recipe.encoding) as oracle:
        return is_minimal(oracle, solution, clues)


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


def prove(puzzle: Puzzle, solution: bytes, minimal: bool) -> None:
    """Prove a variant puzzle unique and, where *minimal*, that it needs every clue and rule. Raises EnginesDisagree."""
    name = f"{puzzle.line()} with {'; '.join(rule.text for rule in puzzle.constraints)}"
    with AssumptionSolver(puzzle) as solver:
        items = list(solver.items)
        if solver.check(items, witness=True) != Consistent(solution):
            raise EnginesDisagree(f"{name} was made as a unique puzzle; SAT finds another solution")
        solver.forbid(solution)
        solver.prefer(solution)
        if isinstance(solver.check(items), Consistent):
            raise EnginesDisagree(f"{name} was made as a unique puzzle; SAT finds a second solution")
        if not minimal:
            return
        for item, answer in without_each(solver, items):
            if not isinstance(answer, Consistent):
                rules = ", ".join(rule.text for rule in solver.constraints([item]))
                what = rules or f"the clue in {', '.join(map(puzzle.geometry.name_of, solver.cells([item])))}"
                raise EnginesDisagree(f"{name} was made as a minimal puzzle; SAT proves that it needs no {what}")
