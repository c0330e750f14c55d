"""The ladder on boards other than the classic one."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsudoku.batch.ratings import rate_many
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.questions.enumeration import solve
from cpsudoku.rating.answers import Rating
from cpsudoku.rating.boards import BoardRater
from cpsudoku.rating.rater import Rater
from cpsudoku.rating.scale import all_steps, hint, rate
from cpsudoku.rating.start import count_from


def jigsaw() -> Geometry:
    """Six regions: boxes of 2x3 with two pairs of cells exchanged."""
    regions = [r // 2 * 2 + c // 3 for r in range(6) for c in range(6)]
    regions[8], regions[3] = 1, 0
    regions[20], regions[15] = 3, 2
    return Geometry.jigsaw(regions)


BOARDS = [boxes(2, 2), boxes(2, 3), boxes(3, 2), boxes(2, 4), jigsaw(), boxes(3, 4)]


def dug(geometry: Geometry, rng: random.Random) -> tuple[Puzzle, bytes]:
    """A puzzle with one solution, some clues of a grid dropped in random order, and the grid."""
    digits = rng.sample(range(1, geometry.side + 1), geometry.side)
    start = Puzzle(bytes(digits) + bytes(geometry.size - geometry.side), geometry)
    solution = solve(start, engine="bitmask").solutions[0].cells
    cells = bytearray(solution)
    for cell in rng.sample(range(geometry.size), geometry.size if geometry.side < 10 else geometry.size // 2):
        digit, cells[cell] = cells[cell], 0
        if count_from(Puzzle(bytes(cells), geometry), None) != 1:
            cells[cell] = digit
    return Puzzle(bytes(cells), geometry), solution


@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_no_step_contradicts_the_solution(geometry):
    """On every board each step is true, and the rating says that it is off the scale."""
    rng = random.Random(geometry.side)
    solved = 0
    for _ in range(2 if geometry.side > 9 else 6):
        puzzle, solution = dug(geometry, rng)
        rating = rate(puzzle)
        assert isinstance(rating, Rating)
        assert rating.scale == "not SE scale"
        for step in rating.steps:
            assert step.sentence
            assert step.placement is None or solution[step.placement[0]] == step.placement[1]
            assert all(solution[cell] != digit for cell, digit in step.removals)
        solved += rating.solved
        if rating.steps:
            assert hint(puzzle) == rating.steps[0]
            assert rating.steps[0] in all_steps(puzzle)
        assert list(rate_many([puzzle])) == [rating]
    assert solved


def test_the_classic_board_read_this_way_is_the_compiled_one(reference):
    """The same files, read for the classic layout, find the same first step at every position of a path."""
    rater, plain = Rater(), BoardRater(CLASSIC)
    for low in (2.0, 2.5, 3.0, 3.5, 4.0):
        row = next(row for row in reference if low <= float(row["ER"]) < low + 0.5)
        cells = Puzzle.parse(row["puzzle"]).cells
        rater.start(cells)
        plain.start(cells)
        while rater.grid.cells_left and rater.advance() and rater.hint.rating < 4.5:
            assert plain.advance()
            assert (plain.hint.technique, plain.hint.rating) == (rater.hint.technique, rater.hint.rating)
            assert (plain.hint.cell, plain.hint.digit) == (rater.hint.cell, rater.hint.digit)
            assert plain.hint.removals() == rater.hint.removals()
            rater.accept()
            plain.accept()
        assert plain.numbers() == rater.numbers()


@pytest.mark.parametrize("geometry", [boxes(2, 3), jigsaw()], ids=str)
def test_locking_and_sets_are_those_of_the_definition(geometry):
    """On a small board and a jigsaw, pointing, claiming and naked pairs are found by brute force too."""
    n = geometry.side
    rng = random.Random(7)
    regions = [[c for c in range(n * n) if geometry.box_of(c) == b] for b in range(n)]
    rows = [list(range(r * n, r * n + n)) for r in range(n)]
    columns = [list(range(c, n * n, n)) for c in range(n)]
    some = 0
    for _ in range(12):
        puzzle, _ = dug(geometry, rng)
        rater = BoardRater(geometry)
        rater.start(puzzle.cells)
        masks = rater.grid.candidates()

        def has(cells, mask, masks=masks):
            return sorted((c, masks[c] & mask) for c in cells if masks[c] & mask)

        locked = []
        for bases, covers in ((regions, columns), (regions, rows), (columns, regions), (rows, regions)):
            for base in bases:
                for cover in covers:
                    for bit in (1 << d for d in range(n)):
                        places = [c for c in base if masks[c] & bit]
                        if len(places) > 1 and set(places) <= set(cover):
                            gone = has(set(cover) - set(base), bit)
                            locked += [gone] if gone else []
        assert [h.removals() for h in rater.every(6)] == locked
        pairs = []
        for house in regions + columns + rows:
            if sum(puzzle.cells[c] == 0 for c in house) < 4:
                continue
            for a, b in sorted(combinations(range(n), 2), key=lambda pair: pair[::-1]):
                union = masks[house[a]] | masks[house[b]]
                if union.bit_count() == 2 and min(masks[house[k]].bit_count() for k in (a, b)) == 2:
                    gone = has([c for k, c in enumerate(house) if k not in (a, b)], union)
                    pairs += [gone] if gone else []
        assert [h.removals() for h in rater.every(7)] == pairs
        some += len(locked) + len(pairs)
    assert some > 10


@pytest.mark.parametrize(
    ("geometry", "name"),
    [
        (Geometry(2, 3, None, ("diagonals",)), "main diagonal"),
        (Geometry(2, 2, None, ("diagonals",)), "anti-diagonal"),
        (Geometry(3, 3, None, ("windoku",)), "window 1"),
        (Geometry(3, 3, None, ("asterisk", "centre-dot")), "asterisk"),
    ],
    ids=str,
)
def test_extra_houses_are_houses_of_the_rater(geometry, name):
    """An extra house takes part in every pattern, and is called by its name; what follows from it is true."""
    rng = random.Random(3)
    used = 0
    for _ in range(5):
        puzzle, solution = dug(geometry, rng)
        rating = rate(puzzle)
        assert isinstance(rating, Rating)
        for step in rating.steps:
            assert step.placement is None or solution[step.placement[0]] == step.placement[1]
            assert all(solution[cell] != digit for cell, digit in step.removals)
            used += name in step.sentence
    assert used


def test_only_an_extra_house_settles_it():
    """A 4x4 board with diagonals whose main diagonal alone says where a digit goes."""
    geometry = Geometry(2, 2, None, ("diagonals",))
    rater = BoardRater(geometry)
    rater.start(bytes(16), [0b1111] * 16)
    for cell in (0, 5, 10):
        rater.grid.remove(cell, 0b1000)
    assert rater.advance()
    assert (rater.hint.cell, rater.hint.digit, rater.hint.houses()) == (15, 4, ([12], []))
