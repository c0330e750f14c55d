"""The rating loop: what the three numbers mean, and that no step is wrong."""

from __future__ import annotations

import random

import pytest

from cpsudoku.kernels.search import count, search
from cpsudoku.rating.rater import Rater
from cpsudoku.rating.scale import rate

SOLVED = bytes(map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179"))


def shuffled(rng: random.Random) -> bytes:
    """A random grid: the solved one with digits, bands, rows, stacks and columns permuted, perhaps transposed."""
    digits = rng.sample(range(1, 10), 9)
    rows = [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
    columns = [3 * stack + column for stack in rng.sample(range(3), 3) for column in rng.sample(range(3), 3)]
    turn = rng.random() < 0.5
    return bytes(digits[SOLVED[9 * (c if turn else r) + (r if turn else c)] - 1] for r in rows for c in columns)


def dug(rng: random.Random) -> tuple[bytes, bytes]:
    """A puzzle with one solution, clues dropped in random order as long as that stays so, and the solution."""
    solution = shuffled(rng)
    cells = bytearray(solution)
    for cell in rng.sample(range(81), 81):
        digit, cells[cell] = cells[cell], 0
        if count(bytes(cells), 2) != 1:
            cells[cell] = digit
    return bytes(cells), solution


def test_no_step_contradicts_the_solution():
    """Over two thousand random minimal puzzles no step removes a digit of the solution or places another."""
    rng = random.Random(20)
    rater = Rater()
    steps = 0
    for _ in range(2000):
        cells, solution = dug(rng)
        rater.start(cells)
        rater.rungs = 0x7FFFFE if rng.random() < 0.9 else 0x7FFFFFFE  # nets beyond rung 22 cost more
        while rater.grid.cells_left and rater.advance():
            hint = rater.hint
            assert hint.cell < 0 or solution[hint.cell] == hint.digit
            assert all(not mask >> (solution[cell] - 1) & 1 for cell, mask in hint.removals())
            assert hint.cell >= 0 or hint.removals()
            rater.accept()
            steps += 1
        assert rater.grid.cells_left or rater.grid.values() == solution
    assert steps > 100_000


def test_numbers_are_maxima_over_the_path(reference):
    """ER is the hardest step, ED the first, EP the hardest up to the first placed digit."""
    for row in reference:
        if float(row["ER"]) < 8:
            rating = rate(row["puzzle"])
            numbers = [step.rating for step in rating.steps]
            placed = next(k for k, step in enumerate(rating.steps) if step.placement)
            assert (rating.er, rating.ep, rating.ed) == (max(numbers), max(numbers[: placed + 1]), numbers[0])


def test_direct_techniques_remove_nothing(reference):
    """After a direct technique only the placement's own consequences are gone."""
    rater = Rater()
    seen = 0
    for row in reference:
        if not 1.7 <= float(row["ER"]) <= 2.5:
            continue
        rater.start(bytes(int(c) if c != "." else 0 for c in row["puzzle"]))
        while rater.grid.cells_left and rater.advance():
            before, cell, digit = rater.grid.candidates(), rater.hint.cell, rater.hint.digit
            direct = rater.hint.technique in (3, 4, 5, 7)
            rater.accept()
            if direct:
                seen += 1
                after = rater.grid.candidates()
                lost = {c: before[c] & ~after[c] for c in range(81) if before[c] != after[c]}
                assert lost.pop(cell) == before[cell]
                assert set(lost.values()) <= {1 << (digit - 1)}
    assert seen


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("cells", "verdict"),
    [
        (SOLVED, "solved"),
        (bytes(81), "multiple"),
        (bytes([1, 1]) + bytes(79), "impossible"),
        (bytes([1, 2, 3, 4, 5, 6, 7, 8]) + bytes(9) + bytes([9]) + bytes(63), "impossible"),
        (SOLVED[:-1] + bytes([1]), "impossible"),
    ],
)
def test_what_has_no_rating_has_a_verdict(cells, verdict):
    """Full, ambiguous, clashing and impossible puzzles are named as such, never numbered."""
    from cpsudoku.board.geometry import CLASSIC
    from cpsudoku.board.puzzle import Puzzle

    answer = rate(Puzzle(cells, CLASSIC))
    assert answer.verdict == verdict
    assert answer.message
    assert "rating" in str(answer)


def test_bad_puzzles_of_the_samples_have_the_verdict_of_the_search():
    """Whatever the clues, the rater's verdict is that of counting solutions."""
    rng = random.Random(3)
    for _ in range(400):
        cells, _ = dug(rng)
        changed = bytearray(cells)
        cell = rng.choice([c for c in range(81) if cells[c]])
        changed[cell] = rng.randrange(10)
        solutions = count(bytes(changed), 2)
        (_, _, _, end, _) = Rater().rate_chunk(bytes(changed))[0]
        assert (end in (4, 5)) == (solutions == 0)
        assert (end == 6) == (solutions == 2)
    assert search(cells, 2)


def test_early_exits_stop_where_they_say(reference):
    """A limit, pearl and diamond stop exactly the puzzles that exceed or miss them; the others are unchanged."""
    for row in reference:
        if float(row["ER"]) > 7.5:
            continue
        full = rate(row["puzzle"])
        limited = rate(row["puzzle"], max_er=3.0)
        assert (limited.end == "stopped") == (full.er > 3.0)
        assert (rate(row["puzzle"], only="pearl").end == "stopped") == (full.er > full.ep)
        assert (rate(row["puzzle"], only="diamond").end == "stopped") == (full.er > full.ed)
        if limited.end == "solved":
            assert limited == full


def test_the_limit_is_exact_to_a_tenth(reference):
    """A puzzle rated at the limit is solved, and one a tenth above it is stopped."""
    for row in reference[:150]:
        tenths = round(10 * float(row["ER"]))
        if tenths <= 75:
            assert rate(row["puzzle"], max_er=tenths / 10).end == "solved"
            assert rate(row["puzzle"], max_er=(tenths - 1) / 10).end == "stopped"


def test_printing_truncates_after_adding_a_half():
    """6.6 + 0.1 is below 6.7 as a double, and prints as 6.7 all the same."""
    assert 6.6 + 0.1 < 6.5 + (0.1 + 0.1)
    assert int((6.6 + 0.1 + 0.05) * 10) == int((6.5 + (0.1 + 0.1) + 0.05) * 10) == 67
