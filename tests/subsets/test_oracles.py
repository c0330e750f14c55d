"""The contract of `subsets.oracle`: every oracle answers alike, and as an engine that only knows definitions does."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from itertools import chain, product
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku import Geometry, Limits, Puzzle, Solution
from cpsudoku.board.geometry import boxes
from cpsudoku.constraints import parse
from cpsudoku.engines.registry import engine, engine_for
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.formula import catalog
from cpsudoku.formula.clauses import formula
from cpsudoku.generation.making.dig import Digging
from cpsudoku.kernels import compiled
from cpsudoku.kernels.randomness import Stream
from cpsudoku.subsets.assumption_solver import AssumptionSolver, LiteralOracle
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle, DirectOracle
from cpsudoku.subsets.clue_oracles import clue_oracle
from cpsudoku.subsets.deletion import DeletionLoop, Doubling, DoublingSlowly, OneByOne, Schedule
from cpsudoku.subsets.kernel_oracle import KernelOracle, LayeredOracle
from cpsudoku.subsets.mus import mus, necessary, smallest_mus, without_each
from cpsudoku.subsets.oracle import Consistent, Inconsistent, Oracle, SoftPuzzle, Unknown, core_of

BOARDS = {"4x4": boxes(2, 2), "6x6": Geometry(2, 3)}
RULES = {
    "4x4": ("thermo r1c1 r1c2 r1c4", "xv 5 r2c1 r3c1", "greater r1c3 r2c3", "even r1c2", "difference r3c3 r3c4"),
    "6x6": ("thermo r1c1 r1c2 r1c4", "cage 7 r2c1 r3c1", "greater r1c3 r2c3", "even r1c2", "difference r5c3 r5c4"),
}
PLAIN = ("direct", "clues of a solution, sat", "clues of a solution, hybrid", "clues of a solution, dlx", "literals")
ANY = ("assumption", "assumption alone", "kernel", "layered", "budgeted", "digging")
ONE_GRID = ("digging", *(kind for kind in PLAIN if kind.startswith("clues")))
"""Oracles that forbid one grid, no other number."""
KERNELS = ("kernel", "layered")


@cache
def puzzles(name: str, ruled: bool) -> tuple[tuple[Puzzle, bytes], ...]:
    """(puzzle, one of its solutions): some unique, some with several solutions."""
    board, rng, found = BOARDS[name], random.Random(5), []
    filler = engine("recursive", board)
    first = filler.search(bytes(board.size), 200).solutions
    for number in range(6):
        names = list(range(1, board.side + 1))
        rng.shuffle(names)
        grid = bytes(names[digit - 1] for digit in rng.choice(first))
        texts = RULES[name] if ruled else ()
        rules = [rule for rule in (parse(text).on(board) for text in texts) if rule.holds(list(grid))]
        many = board.size * (2 + number % 2) // 5
        cells = bytearray(board.size)
        for cell in rng.sample(range(board.size), many):
            cells[cell] = grid[cell]
        found.append((Puzzle(bytes(cells), board, rules), grid))
    return tuple(found)


def opened(
    kind: str, puzzle: Puzzle, grid: bytes, stack: ExitStack, forbidden: int = 1
) -> tuple[Oracle, dict[int, int], list[bytes]]:
    """An oracle, its number for each soft constraint of the puzzle, and what it forbids.

    That is *grid*, or so many: none, or *grid* and another solution of the puzzle or of a part of it.
    """
    others = (other for other in neighbours(puzzle) if other != grid)
    grids = [grid, *others][: 1 if kind in ONE_GRID else forbidden]
    oracle, numbers = _opened(kind, puzzle, grids, stack)
    return oracle, numbers, grids


def _opened(kind: str, puzzle: Puzzle, grids: list[bytes], stack: ExitStack) -> tuple[Oracle, dict[int, int]]:
    soft = SoftPuzzle(puzzle)
    same = {item: item for item in soft.items}
    if kind.startswith("clues of a solution"):
        by_cell = {item: cell for cell, item in soft.clues.items()}
        oracle = clue_oracle(kind.rpartition(" ")[2], puzzle.geometry)
        oracle.take(Solution(grids[0], puzzle.geometry))
        return oracle, by_cell
    if kind == "literals":
        encoded = formula(catalog.load("minimal"), puzzle.geometry)
        live = stack.enter_context(Incremental("glucose4", encoded.clauses))
        for grid in grids:
            live.add(encoded.blocking_clause(grid))
        return LiteralOracle(live), same
    if kind == "digging":
        digging = stack.enter_context(Digging(puzzle.geometry, grids[0], puzzle.constraints, (), Limits()))
        numbers = [*(digging.givens[cell] for cell in soft.clues), *digging.rules]
        return digging, dict(zip(soft.items, numbers))
    if kind == "direct":
        for grid in grids:
            soft.forbid(grid)
        return DirectOracle(soft, Limits()), same
    solver = stack.enter_context(AssumptionSolver(puzzle, alone=kind.endswith("alone")))
    for grid in grids:
        solver.forbid(grid)
    others: dict[str, Callable[[], Oracle]] = {
        "kernel": lambda: KernelOracle(solver),
        "layered": lambda: LayeredOracle(KernelOracle(solver)),
        "budgeted": lambda: BudgetedOracle(solver, Limits()),
    }
    return others.get(kind, lambda: solver)(), same


@cache
def neighbours(puzzle: Puzzle) -> tuple[bytes, ...]:
    """Some solutions of the puzzle without its last clues."""
    some = SoftPuzzle(puzzle).part(SoftPuzzle(puzzle).items[3:])
    return engine_for(some, "recursive").search(some.cells, 3).solutions


def spoilt(puzzle: Puzzle) -> Puzzle:
    """The puzzle with other digits in two clues: some of its parts have no grid."""
    cells = bytearray(puzzle.cells)
    for cell, digit in puzzle.clues[:2]:
        cells[cell] = digit % puzzle.geometry.side + 1
    return Puzzle(bytes(cells), puzzle.geometry, puzzle.constraints)


def rivals(puzzle: Puzzle, grids: Sequence[bytes], part: Sequence[int]) -> bool:
    """Whether a grid but these keeps this part, by the engine that only knows definitions."""
    some = SoftPuzzle(puzzle).part(part)
    found = engine_for(some, "recursive").search(some.cells, len(grids) + 1).solutions
    return any(other not in grids for other in found)


def cases() -> Iterator[tuple[str, str, bool]]:
    """Each oracle on each board, under rules where it takes them."""
    for name in BOARDS:
        yield from ((kind, name, False) for kind in PLAIN)
        yield from ((kind, name, ruled) for kind in ANY for ruled in (False, True))


def test_every_oracle_is_under_contract() -> None:
    """These tests open every class of the package whose `check` gives an `Answer`, except the protocol."""
    found = {
        node.name
        for path in Path(cpsudoku.__file__).parent.rglob("*.py")
        if "def check(" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name == "check" and method.returns is not None
        if ast.unparse(method.returns) == "Answer"
    }
    puzzle, grid = puzzles("4x4", False)[0]
    with ExitStack() as stack:
        tested = {type(opened(kind, puzzle, grid, stack)[0]).__name__ for kind in (*PLAIN, *ANY)}
    assert found == tested | {"Oracle"}


@pytest.mark.parametrize(("kind", "name", "ruled"), [*cases()])
def test_answers_are_those_of_enumeration(kind: str, name: str, ruled: bool) -> None:
    """Consistent exactly where a grid that is not forbidden keeps the subset, with such a grid; none keeps a core.

    With no grid, one or two forbidden, where the oracle takes any number; kernels leave questions open with two.
    """
    rng, seen = random.Random(3), Counter[type]()
    for (puzzle, grid), forbidden in product(puzzles(name, ruled), (1,) if kind in ONE_GRID else (1, 0, 2)):
        queried = puzzle if forbidden else spoilt(puzzle)
        with ExitStack() as stack:
            oracle, numbers, grids = opened(kind, queried, grid, stack, forbidden)
            items, back = list(numbers), {number: item for item, number in numbers.items()}
            for _ in range(5 if kind in ONE_GRID else 2):
                part = [item for item in items if rng.random() < 0.85]
                answer = oracle.check([numbers[item] for item in part])
                if isinstance(answer, Unknown):
                    assert forbidden == 2
                    assert kind in KERNELS
                    continue
                seen[type(answer)] += 1
                assert isinstance(answer, Consistent) == rivals(queried, grids, part)
                if isinstance(answer, Consistent) and answer.grid is not None:
                    assert answer.grid not in grids
                    assert SoftPuzzle(queried).part(part).is_solved_by(answer.grid)
                if isinstance(answer, Inconsistent):
                    core = [back[number] for number in answer.core]
                    assert set(core) <= set(part)
                    assert not rivals(queried, grids, core)
    assert seen[Consistent]
    assert seen[Inconsistent]


@pytest.mark.parametrize("kind", [*ANY, *PLAIN])
def test_budgets_are_kept(kind: str) -> None:
    """Without time an answer is Unknown or right, and the next question, without limits, is answered."""
    puzzle, grid = puzzles("6x6", False)[0]
    with ExitStack() as stack:
        oracle, numbers, grids = opened(kind, puzzle, grid, stack)
        part = list(numbers)[::3]
        answer = oracle.check([numbers[item] for item in part], Limits(seconds=0, conflicts=0))
        assert isinstance(answer, (Unknown, Consistent if rivals(puzzle, grids, part) else Inconsistent))
        assert isinstance(oracle.check([numbers[item] for item in part]), Consistent)


def test_pushed_layers_hold() -> None:
    """What is pushed holds in every question until it is popped, whatever is checked between."""
    puzzle, grid = puzzles("4x4", True)[1]
    with AssumptionSolver(puzzle) as solver:
        solver.forbid(grid)
        oracle = LayeredOracle(KernelOracle(solver))
        rng = random.Random(8)
        for _ in range(20):
            items = rng.sample(solver.items, len(solver.items))
            first, second, third = items[::3], items[1::3], items[2::3]
            oracle.push(first)
            oracle.push(second)
            assert isinstance(oracle.check(third), Consistent) == rivals(puzzle, [grid], items)
            assert isinstance(oracle.check(), Consistent) == rivals(puzzle, [grid], [*first, *second])
            oracle.pop()
            assert isinstance(oracle.check(), Consistent) == rivals(puzzle, [grid], first)
            oracle.pop()


@pytest.mark.interpreted
def test_the_kernel_answers_only_where_it_is_compiled() -> None:
    """As plain Python it would take minutes for what a solver answers in milliseconds."""
    puzzle, grid = puzzles("4x4", False)[0]
    with AssumptionSolver(puzzle) as solver:
        solver.forbid(grid)
        assert isinstance(KernelOracle(solver).check(solver.items), Unknown) != compiled()


SCHEDULES: dict[str, Callable[[], Schedule]] = {
    "one by one": OneByOne,
    "doubling": lambda: Doubling(4),
    "doubling slowly": DoublingSlowly,
}


@pytest.mark.parametrize("restore", [False, True])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_schedules_do_not_change_the_result(schedule: str, restore: bool) -> None:
    """Every schedule, with any oracle, leaves what enumeration leaves, tried group by group in the same order."""
    for number, (puzzle, grid) in enumerate(puzzles("4x4", True)):
        whole = SoftPuzzle(Puzzle(grid, puzzle.geometry, puzzle.constraints)).puzzle
        order = Stream(number).shuffled(SoftPuzzle(whole).items)
        groups = [tuple(order[at : at + 2]) for at in range(0, len(order), 2)]
        held, stay = list(order), []
        for group in groups:
            without = [item for item in held if item not in group]
            if rivals(whole, [grid], without):
                stay.append(group)
            elif not restore:
                held = without
        with AssumptionSolver(whole) as solver:
            solver.forbid(grid)
            for oracle in (solver, KernelOracle(solver), BudgetedOracle(solver, Limits())):
                loop = DeletionLoop(oracle, groups, schedule=SCHEDULES[schedule](), restore=restore)
                loop.run()
                assert loop.stay == stay
                assert sorted(chain(loop.stay, loop.gone)) == sorted(groups)


@pytest.mark.parametrize("ruled", [False, True])
def test_sets_are_necessary_minimal_and_smallest(ruled: bool) -> None:
    """What is necessary is in every set, a minimal set has nothing to spare, a smallest is no larger."""
    sizes = set()
    for puzzle, grid in puzzles("4x4", ruled):
        whole = Puzzle(grid, puzzle.geometry, puzzle.constraints)
        with AssumptionSolver(whole) as solver:
            solver.forbid(grid)
            oracle = BudgetedOracle(solver, Limits()) if ruled else DirectOracle(solver, Limits())
            must, spare, complete = necessary(oracle, solver.items)
            assert complete
            assert sorted([*must, *spare]) == sorted(solver.items)
            for item, answer in without_each(oracle, solver.items):
                assert (core_of(answer) is None) == (item in must)
            some, minimal = mus(oracle, solver.items)
            assert minimal
            assert set(must) <= set(some)
            assert not rivals(whole, [grid], some)
            assert all(rivals(whole, [grid], [other for other in some if other != item]) for item in some)
            fewest = smallest_mus(oracle, solver.items)
            assert fewest.proven
            assert not rivals(whole, [grid], fewest.items)
            assert len(fewest.items) <= len(some)
            sizes.add(len(fewest.items))
    assert ruled or sizes == {4}  # no 4x4 grid is determined by three clues


def test_smallest_keeps_to_the_hard_constraints() -> None:
    """Hard constraints hold and are not counted; those that are known to be necessary are in the set."""
    puzzle, grid = puzzles("4x4", False)[0]
    whole = Puzzle(grid, puzzle.geometry)
    with AssumptionSolver(whole) as solver:
        solver.forbid(grid)
        oracle, items = BudgetedOracle(solver, Limits()), solver.items
        found = smallest_mus(oracle, items[3:], items[:3])
        assert found.proven
        assert not set(found.items) & set(items[:3])
        assert not rivals(whole, [grid], [*items[:3], *found.items])
        lazy = smallest_mus(oracle, items[3:], items[:3], lazy=True)
        assert len(lazy.items) == len(found.items)
