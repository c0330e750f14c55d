"""Confirmation of generated puzzles: SAT proves each unique and, where it is called minimal, every clue needed.

Kernels and engines propose. On the plain 9x9 board engine `sat` then decides uniqueness, many puzzles at a time:
singles by a propagator that no kernel of the search shares, and SAT for what these leave open. A clue is needed where a
second solution has all others. A kernel finds these and need not be trusted: rows, columns, boxes and clues of each are
checked by code that knows nothing else. Some 80 us a minimal puzzle.

On other boards, within limits, and where an encoding or a solver is named, both proofs come from one incremental solver
that holds the rules: the solution is forbidden, the clues are assumptions. Unsatisfiable: unique, and a core that does
without a clue shows that it can go. Then one question a clue, with all others assumed: a rival shows that it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import CLASSIC, Cell, Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.errors import EnginesDisagree
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.classic.grid_check import ALL_SHOWN, first_wrong, unwitnessed
from cpsudoku.kernels.classic.rivals import second_solutions
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


UNCLAIMED = 2
"""Of a puzzle whose generator does not say whether it is minimal."""
confirming_oracle_of: Lender[SatOracle] = Lender(_new_oracle, 4)
"""A board's live solver, separate from those that `oracle_of` lends to the generators."""


def confirm_block(recipe: Recipe, cells: bytes, grids: bytes, claims: bytes) -> bytes:
    """Which of these classic puzzles are minimal, a byte each. Either answer is proven, and that all are unique.

    *cells*, *grids*: 81 bytes for each puzzle and its solution. *claims*: 1 or 0 where the generator claims that it is
    minimal or not, else UNCLAIMED. Raises EnginesDisagree where a claim is wrong or a puzzle is not unique.
    """
    sat, puzzles, solutions = _sat(), _each(cells), _each(grids)
    answers = sat.verify_apart(cells)
    unique = bytes([Status.UNIQUE]) * len(claims)
    if answers.statuses != unique or answers.grids != grids or first_wrong(grids, cells, claims, 0, UNCLAIMED) >= 0:
        raise EnginesDisagree(_refuted(puzzles, solutions, answers))
    unshown = unwitnessed(cells, second_solutions(cells, grids))
    minimal = bytearray(cell == ALL_SHOWN for cell in unshown)
    if open_ := [k for k, shown in enumerate(minimal) if not shown]:
        without = [puzzles[k][: unshown[k]] + b"\0" + puzzles[k][unshown[k] + 1 :] for k in open_]
        for k, status in zip(open_, sat.verify_apart(b"".join(without)).statuses):
            if status != Status.UNIQUE:  # the kernel missed a second solution
                clues = [cell for cell, digit in enumerate(puzzles[k]) if digit]
                minimal[k] = _by_oracle(recipe, Solution.trusted(solutions[k], CLASSIC), clues, None) is True
    for k, claim in enumerate(claims if claims != minimal else b""):
        if claim not in (UNCLAIMED, minimal[k]):
            raise EnginesDisagree(_claim_refuted(puzzles[k], None if minimal[k] else unshown[k], CLASSIC))
    return bytes(minimal)


def _each(cells: bytes) -> list[bytes]:
    return [cells[at : at + CLASSIC.size] for at in range(0, len(cells), CLASSIC.size)]


def confirmed(
    recipe: Recipe, solution: Solution, clues: Sequence[Cell], claimed: bool | None, limits: Limits = NO_LIMITS
) -> bool | Unknown:
    """Is the puzzle with these clues of *solution* minimal? Either answer is proven, and that it is unique.

    *claimed*: the generator's claim of minimality; None without one. EnginesDisagree is raised where that
    is wrong, or the puzzle is not unique. Under *limits* (conflicts a question, seconds in all): Unknown where
    uniqueness stays open; False, "not proven", where only minimality does. Encoding and `sat:NAME` are the recipe's.
    """
    if limits or not _in_blocks(recipe):
        return _by_oracle(recipe, solution, clues, claimed, limits)
    cells = solution.puzzle.only(tuple(clues)).cells
    return confirm_block(recipe, cells, solution.cells, bytes([UNCLAIMED if claimed is None else claimed])) == b"\1"


def _in_blocks(recipe: Recipe) -> bool:
    """Whether `confirm_block` serves: a classic board, and no encoding or solver of one's own."""
    return recipe.geometry.is_classic and recipe.encoding is None and not recipe.engine.startswith("sat:")


def _by_oracle(
    recipe: Recipe, solution: Solution, clues: Sequence[Cell], claimed: bool | None, limits: Limits = NO_LIMITS
) -> bool | Unknown:
    """As `confirmed`, by one incremental solver."""
    key, started = _key(recipe), perf_counter()
    with confirming_oracle_of(*key) as oracle:
        oracle.take(solution)
        whole = oracle.check(clues, limits)
        if isinstance(whole, Unknown):
            return whole
        if isinstance(whole, Consistent):
            raise EnginesDisagree(_rival(key, solution, clues))
        spare = next((cell for cell in clues if cell not in whole.core), None)
        if spare is None:
            each = without_each(oracle, clues, limits=limits.after(perf_counter() - started))
            try:
                spare = next((cell for cell, answer in each if core_of(answer) is not None), None)
            except BudgetSpent:
                return False
    if claimed is not None and claimed != (spare is None):
        raise EnginesDisagree(_claim_refuted(solution.puzzle.only(tuple(clues)).cells, spare, recipe.geometry))
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


def settled_each(recipe: Recipe, found: Sequence[tuple[Puzzle, Solution]]) -> list[bool]:
    """As `settled`, of many puzzles and their solutions."""
    if not recipe.by_sat or not _in_blocks(recipe):
        return [settled(puzzle, solution, recipe) for puzzle, solution in found]
    cells, grids = (b"".join(part.cells for part in parts) for parts in zip(*found)) if found else (b"", b"")
    return [minimal == 1 for minimal in confirm_block(recipe, cells, grids, bytes([UNCLAIMED]) * len(found))]


@cache
def _sat() -> SatEngine:
    """Threads may share it."""
    return SatEngine(CLASSIC)


def _key(recipe: Recipe) -> _Key:
    base, _, name = recipe.engine.partition(":")
    solver = name if base == "sat" and name else "cadical153"
    return recipe.geometry, recipe.encoding, solver


def _refuted(puzzles: Sequence[bytes], solutions: Sequence[bytes], answers: Answers) -> str:
    """The message about the first puzzle of a block that has not the solution it was made with, and no other."""
    for k, (cells, solution, grid) in enumerate(zip(puzzles, solutions, _each(answers.grids))):
        name, status = _line(cells), answers.statuses[k]
        if status == Status.MULTIPLE:
            return _ambiguous(name, _line(grid), _line(answers.seconds[k]))
        if status != Status.UNIQUE or grid != solution:
            found = f"the solution {_line(grid)}" if status == Status.UNIQUE else "no solution"
            return f"{name} was made as a puzzle with the solution {_line(solution)}; SAT finds {found}"
    return "a grid that breaks the rules was made, and SAT did not find it wrong"


def _ambiguous(name: str, grid: str, other: str) -> str:
    return f"{name} was made as a unique puzzle; SAT finds the solution {grid} and the solution {other}"


def _rival(key: _Key, solution: Solution, clues: Sequence[Cell]) -> str:
    """The message, with the rival as a fresh solver finds it."""
    board, encoding, solver = key
    name = solution.puzzle.only(tuple(clues)).line()
    with Uniqueness(solution, encoding=encoding, solver=solver) as fresh:
        answer = fresh.rival(clues)
    if not isinstance(answer, Rival):
        return f"{name}: a live SAT solver finds a second solution, a fresh one does not"
    return _ambiguous(name, solution.line(), Solution.trusted(answer.solution, board).line())


def _claim_refuted(cells: bytes, spare: Cell | None, board: Geometry) -> str:
    line = _line(cells, board)
    if spare is None:
        return f"{line} was made as a puzzle with clues to spare; second solutions show that it needs every clue"
    return (
        f"{line} was made as a minimal puzzle; SAT proves that it stays unique without the clue in "
        f"{board.name_of(spare)}"
    )


def _line(cells: bytes, board: Geometry = CLASSIC) -> str:
    return Puzzle.trusted(cells, board).line()


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
