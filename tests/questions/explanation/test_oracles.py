"""Oracles of houses and rules: what they refute has no filling that keeps these houses and rules, by CP-SAT."""

from __future__ import annotations

import random

import pytest

from cpsudoku import Geometry, Puzzle, explain, solve
from cpsudoku.constraints import parse
from cpsudoku.constraints.cells import with_candidates
from cpsudoku.questions.explanation.few_reasons import BEYOND
from cpsudoku.questions.explanation.oracles import Rebuilt, Searched, Selected
from cpsudoku.results import Explanation
from cpsudoku.techniques.core.board_grid import bits

HARD = "8..6....29.........71...8..765......2....5.7.....6..9..13.4.........64.7....8...."
HARDEST = "98.7..6....7.65..........7.8....43...3......2..96...8.2...1...4..89...5.......1.."
BOARD = Geometry(2, 2)
RULES = (
    "cage 8 r1c1 r1c2 r2c2",
    "cage 7 r3c3 r3c4",
    "thermo r4c1 r3c1 r2c1",
    "sandwich 3 r1c1-r1c4",
    "little-killer 9 r1c2 r2c3 r3c4",
    "full-rank 5 r1c1-r1c4",
)
PUZZLE = Puzzle.parse("." * 16, BOARD).under(map(parse, RULES))


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_refuted_cannot_be(seed):
    """Of random houses and rules, with random candidates."""
    draw = random.Random(seed)
    selected = Selected(PUZZLE)
    number = len(BOARD.houses) + len(RULES)
    items = tuple(sorted(draw.sample(range(number), number // 2)))
    masks = [draw.randrange(1, 16) | draw.randrange(1, 16) for _ in range(16)]
    gone = {}
    for oracle in (selected, Rebuilt(PUZZLE), Searched(selected, 50)):
        for cell, mask in oracle.refuted(masks, items, dict(enumerate(masks))).items():
            gone[cell] = gone.get(cell, 0) | mask
    regions = [BOARD.houses[item].cells for item in items if item < len(BOARD.houses)]
    bare = Geometry.shaped(4, 4, 1, 4, regions, False)
    kept = [PUZZLE.constraints[item - len(BOARD.houses)] for item in items if item >= len(BOARD.houses)]
    for cell, mask in gone.items():
        for digit in bits(mask):
            there = [*masks[:cell], 1 << digit, *masks[cell + 1 :]]
            marked = with_candidates(bytes(16), bare, there)
            assert not solve(marked.under([*marked.constraints, *kept]), engine="cp-sat").solutions


def test_a_kernel_of_its_own_knows_sums_in_houses():
    """Two cages that leave two cells of a row: no selector knows what these add up to."""
    selected, rebuilt = Selected(PUZZLE), Rebuilt(PUZZLE)
    items = tuple(range(len(BOARD.houses) + len(RULES)))
    everything = dict.fromkeys(range(16), 15)
    weak = selected.refuted([15] * 16, items, everything)
    strong = rebuilt.refuted([15] * 16, items, everything)
    assert all(mask & ~strong.get(cell, 0) == 0 for cell, mask in weak.items())
    assert strong != weak


@pytest.mark.parametrize("clues", [HARD, HARDEST])
def test_cases_and_digits_by_search_are_not_mixed(clues):
    """A whole walk has cases where they lead to the end, else none."""
    found = explain(Puzzle.parse(clues))
    assert isinstance(found, Explanation)
    assert found.complete
    kinds = {step.technique for step in found.steps}
    assert (BEYOND.key in kinds, any(step.inner for step in found.steps)) == (clues is HARDEST, clues is HARD)
