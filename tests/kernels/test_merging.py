"""Rows made smaller: what is left has the same solutions."""

from __future__ import annotations

from array import array
from itertools import product
from random import Random

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.budget import NO_LIMITS
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.kernels.classic.verdicts import counted_to_two
from cpsudoku.kernels.clauses.literals import placed
from cpsudoku.kernels.clauses.merging import Merging
from cpsudoku.kernels.general.singles import OPEN as OPEN_STATE

Rows = list[list[int]]


def flat(rows: Rows) -> array[int]:
    return array("i", [x for row in rows for x in (*row, 0)])


def solutions(rows: Rows, variables: int) -> list[list[int]]:
    """The true variables of every assignment with exactly one of each row; literals may be negative."""
    return [
        [v for v, holds in enumerate(values, start=1) if holds]
        for values in product((False, True), repeat=variables)
        if all(sum(values[abs(x) - 1] == (x > 0) for x in row) == 1 for row in rows)
    ]


def taken(merging: Merging, rows: Rows, variables: int) -> tuple[Rows, list[list[int]]]:
    """The rows left, and the solutions of the rows given as those of the rows left say."""
    merging.take(flat(rows), variables)
    if merging.impossible:
        return [], []
    left: Rows = [[]]
    for x in merging.rows:
        if x:
            left[-1].append(x)
        else:
            left.append([])
    assert left.pop() == []
    return left, sorted(merging.spread(true) for true in solutions(left, merging.variables))


def test_the_solutions_stay() -> None:
    """On random rows: the same solutions, each once; what tells models apart is the true and the mixed variables."""
    random = Random(5)
    merging, seen = Merging(), set()
    for _ in range(600):
        variables = random.randint(1, 9)
        rows = [random.sample(range(1, variables + 1), random.randint(1, min(4, variables))) for _ in range(5)]
        rows = rows[: random.randint(1, 5)]
        rows += [[v] for v in range(1, variables + 1) if not any(v in row for row in rows)][: random.randint(0, 9)]
        wanted = sorted(solutions(rows, variables))
        left, found = taken(merging, rows, variables)
        assert merging.impossible or found == wanted
        assert not merging.impossible or wanted == []
        seen.add((merging.impossible, merging.variables == 0, merging.free > 0, min(2, len(wanted))))
        if merging.impossible:
            continue
        assert len({tuple(sorted(row)) for row in left}) == len(left)
        assert all(len({*map(abs, row)}) == len(row) >= 2 for row in left)
        assert sum(len(row) == 2 for row in left) == merging.free
        told = [
            frozenset(
                v if v in model else -v for v in range(1, merging.variables + 1) if v in model or merging.mixed[v]
            )
            for model in solutions(left, merging.variables)
        ]
        assert not any(one < other for one in told for other in told)  # forbidding one forbids no other
    assert {(True, True, False, 0), (False, True, False, 1), (False, False, True, 2), (False, False, False, 2)} <= seen


def test_equal_and_opposite() -> None:
    """A chain of rows of two is one variable, which needs no row; a cycle of odd length has no solution."""
    merging = Merging()
    left, found = taken(merging, [[1, 2], [2, 3], [3, 4]], 4)
    assert left == [[1, 2]]
    assert (merging.variables, merging.free) == (2, 1)
    assert bytes(merging.mixed) == bytes([0, 1, 0])
    assert found == [[1, 3], [2, 4]]
    assert taken(merging, [[1, 2], [2, 3], [3, 1]], 3) == ([], [])
    assert merging.impossible


def test_what_rows_say_together() -> None:
    """Of a row with x and not x the others fail; twice x fails; the same row twice is one; a known literal is gone."""
    merging = Merging()
    left, found = taken(merging, [[1, 2], [1, 2, 3], [3, 4, 5, 6], [4, 5, 6, 3]], 6)
    assert left == [[2, 3, 4], [1, 5]]
    assert all(3 not in solution for solution in found)
    left, found = taken(merging, [[1, 2], [2, 3], [1, 3, 4]], 4)
    assert (left, found) == ([], [[2, 4]])  # 1 and 3 are equal, so neither holds
    assert merging.variables == 0
    assert taken(merging, [[1], [1, 2, 3]], 3) == ([], [[1]])
    assert taken(merging, [], 0) == ([], [[]])


SETTLED = "........1.......23..4..5........6.....6...7...2..3.......6.75...1....8..3.......9"
IMPOSSIBLE = "6...9.5.7..........9..2...3.28..9.....57...1.....4..3..74......5..3..1...1.....56"
OPEN = "98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1."


@pytest.mark.parametrize("line", [SETTLED, IMPOSSIBLE, OPEN])
def test_puzzles(line: str) -> None:
    """What is left of open puzzles is settled, refuted, or has the solution that a search finds."""
    cells = bytes(map(int, line.replace(".", "0")))
    numbers, grids, _ = counted_to_two(cells)
    merging = Merging()
    with board_of(CLASSIC) as board:
        assert board.load(cells) == OPEN_STATE
        candidates = board.open_candidates()
        rows = board.open_rows(candidates)
        fixed = board.values()
    merging.take(rows, len(candidates))
    assert merging.impossible == (line == IMPOSSIBLE) == (not numbers[0])
    assert merging.variables < len(candidates) / 2 or line == OPEN
    if line == SETTLED:
        assert merging.variables == 0
        assert placed(fixed, merging.spread([]), candidates, 9) == grids
    if line == OPEN:
        assert 0 < merging.rows.count(0) < rows.count(0)
        holds = {k + 1 for k, candidate in enumerate(candidates) if grids[candidate // 9] == candidate % 9 + 1}
        found = list(minicard_models(merging.rows, merging.variables, NO_LIMITS, None, merging.mixed))
        assert [set(merging.spread(model or [])) for model in found] == [holds]


def test_more_room() -> None:
    """Rows beyond the memory at hand, and smaller ones after them."""
    merging = Merging()
    for size in (400, 3, 900, 2):
        rows = [[k, k + 1] for k in range(1, size)]
        left, _ = taken(merging, rows, size) if size < 10 else ([[1, 2]], None)
        if size >= 10:
            merging.take(flat(rows), size)
        assert (merging.variables, merging.free, left) == (2, 1, [[1, 2]])
        assert sorted(merging.spread([1]) + merging.spread([2])) == [*range(1, size + 1)]


@pytest.mark.parametrize("rows", [[1, 9, 0], [1, -4, 0], [1, 2]])
def test_rows_that_make_no_sense(rows: list[int]) -> None:
    """Variables that are not there, a row without end."""
    with pytest.raises(ValueError, match=r"row entry|no end"):
        Merging().take(array("i", rows), 3)
