"""Rows by the crossings of lines and boxes: the same solutions, and what they count."""

from __future__ import annotations

from array import array
from itertools import product
from pathlib import Path
from random import Random

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, square
from cpsudoku.budget import NO_LIMITS
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.kernels.clauses.clause_template import lists
from cpsudoku.kernels.clauses.crossings import Crossings
from cpsudoku.kernels.clauses.merging import Merging

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"


def houses(geometry: Geometry) -> list[tuple[int, ...]]:
    return [house.cells for house in geometry.houses]


def residues(file: str, count: int) -> list[array[int]]:
    """The candidates that singles leave open of the first puzzles of a file."""
    found = []
    with board_of(CLASSIC) as board:
        for line in (PUZZLES / f"{file}.txt").read_text().split()[:count]:
            board.load(bytes(map(int, line.replace(".", "0"))))
            found.append(board.open_candidates())
    return found


def plain_rows(candidates: list[int], side: int, cells: list[tuple[int, ...]]) -> set[frozenset[int]]:
    """Variables of each open cell, and of each digit in each house that has places for it, from the definition."""
    at = {candidate: v for v, candidate in enumerate(candidates, start=1)}
    rows = [[at[c * side + d] for d in range(side) if c * side + d in at] for c in range(side * side)]
    rows += [[at[c * side + d] for c in house if c * side + d in at] for house in cells for d in range(side)]
    return {frozenset(row) for row in rows if row}


def kept(rows: list[list[int]], variables: int) -> list[tuple[bool, ...]]:
    """Every assignment with exactly one of each row; literals may be negative."""
    return [
        values
        for values in product((False, True), repeat=variables)
        if all(sum(values[abs(x) - 1] == (x > 0) for x in row) == 1 for row in rows)
    ]


def test_crossings_say_what_houses_say() -> None:
    """Candidates of 4x4 boards at random: each assignment the houses allow has one value for every crossing."""
    board, random, numbers = square(4), Random(3), set()
    crossings = Crossings(4, houses(board))
    for _ in range(60):
        cells = random.sample(range(16), 5)
        candidates = sorted(c * 4 + d for c in cells for d in random.sample(range(4), random.randint(1, 2)))
        flat, variables = crossings.rows(array("i", candidates))
        wanted = kept([list(row) for row in plain_rows(candidates, 4, houses(board))], len(candidates))
        found = kept(lists(flat, len(flat)), variables)
        assert sorted(values[: len(candidates)] for values in found) == sorted(wanted)
        numbers.add((variables > len(candidates), min(2, len(wanted))))
    assert {(False, 1), (True, 0)} <= numbers


@pytest.mark.parametrize("weighed", [False, True])
def test_models_of_puzzles(weighed: bool) -> None:
    """By crossings, merged, renumbered by weight or not: the models that the rows of houses have, and no others."""
    merging, crossings, several = Merging(), Crossings(9, houses(CLASSIC)), 0
    for file, count in (("hardest_1905_11plus", 3), ("serg_benchmark", 5), ("17_clue", 10)):
        for candidates in residues(file, count):
            answers = []
            for rows, variables in (crossings.rows(candidates), (None, 0)):
                if rows is None:
                    plain = plain_rows(list(candidates), 9, houses(CLASSIC))
                    rows, variables = array("i", [x for row in plain for x in (*row, 0)]), len(candidates)
                merging.take(rows, variables, weighed and variables > len(candidates))
                found = set()
                if merging.variables:
                    for model in minicard_models(merging.rows, merging.variables, NO_LIMITS, None, merging.mixed, 3):
                        found.add(tuple(v for v in merging.spread(model or []) if v <= len(candidates)))
                elif not merging.impossible:
                    found.add(tuple(v for v in merging.spread([]) if v <= len(candidates)))
                answers.append(found)
            assert answers[0] == answers[1] != set()
            several += len(answers[0]) > 1
    assert several


def test_locked_candidates_are_units() -> None:
    """Where a box has a digit in one row only, merging alone has it fail beyond; rows of houses do not say so much."""
    board = [c * 9 + d for c in range(81) for d in range(9) if d or c not in (9, 10, 11, 18, 19, 20)]
    merging, found = Merging(), []
    plain = plain_rows(board, 9, houses(CLASSIC))
    for rows, variables in (
        (array("i", [x for row in plain for x in (*row, 0)]), len(board)),
        Crossings(9, houses(CLASSIC)).rows(array("i", board)),
    ):
        merging.take(rows, variables)
        true = [merging.spread([v]) for v in range(1, merging.variables + 1)]
        found.append({board[v - 1] for model in true for v in model if v <= len(board)})
    assert found[0] - found[1] == {c * 9 for c in range(3, 9)}


def test_pairs() -> None:
    """Cells with two candidates, and digits with two places, counted from the definition: equal sets once."""
    crossings, numbers = Crossings(9, houses(CLASSIC)), set()
    for file in ("hardest_1905_11plus", "17_clue", "random_minimal"):
        for candidates in residues(file, 20):
            listed = list(candidates)
            twos = [row for row in plain_rows(listed, 9, houses(CLASSIC)) if len(row) == 2]
            places = sum(len({listed[v - 1] % 9 for v in row}) == 1 for row in twos)
            cells = sum(len({listed[v - 1] // 9 for v in row}) == 1 for row in twos)
            assert crossings.pairs(candidates) == places + cells == len(twos)
            numbers.add(len(twos))
    assert len(numbers) > 10


@pytest.mark.long
@pytest.mark.parametrize("name", ["jigsaw", "4x4"])
def test_other_boards(name: str) -> None:
    """Regions of any shape cross lines, too: every pair of candidates of a digit in a house is excluded."""
    plain = square(4)
    regions = [(0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15)]
    cells = houses(plain)[:8] + regions if name == "jigsaw" else houses(plain)
    candidates = array("i", [c * 4 + d for c in (0, 1, 2, 4, 5, 8) for d in (0, 1)])
    flat, variables = Crossings(4, cells).rows(candidates)
    found = {values[: len(candidates)] for values in kept(lists(flat, len(flat)), variables)}
    plain_ = kept([list(row) for row in plain_rows(list(candidates), 4, cells)], len(candidates))
    assert found == set(plain_)
    assert all(len(row) >= 1 for row in lists(flat, len(flat)))


def test_what_makes_no_sense() -> None:
    """Extra houses, cells in two rows, candidates beyond the board: an error, not a wild read."""
    cells = houses(CLASSIC)
    for wrong in (cells[:18], [*cells, cells[0]], [cells[1], *cells[1:]]):
        with pytest.raises(ValueError, match="not 9 rows"):
            Crossings(9, wrong)
    crossings = Crossings(9, cells)
    for candidates in ([729], [-1], [0] * 730):
        for ask in (crossings.rows, crossings.pairs):
            with pytest.raises(ValueError, match="on a board of 81"):
                ask(array("i", candidates))
    assert crossings.rows(array("i")) == (array("i"), 0)
    assert crossings.pairs(array("i")) == 0
