"""Sentences of steps: what they say is what the step has, in few words."""

from __future__ import annotations

import random
import re

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import parse
from cpsudoku.constraints.cell_names import in_groups
from cpsudoku.questions.explanation.lines import _arguments
from cpsudoku.questions.explanation.sentence import MOST_WORDS
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.techniques.reasons.reason import Reason

BOARD = Puzzle(bytes(81))
FULL = (511,) * 81


def cell(name: str) -> int:
    """Its number."""
    return BOARD.geometry.cell_named(name)


def step(argument: str, removals: list[tuple[str, int]], before: dict[str, int] | None = None) -> Deduction:
    """A step that removes candidates; *before*: masks of cells that are not full."""
    masks = list(FULL)
    for name, mask in (before or {}).items():
        masks[cell(name)] = mask
    pairs = tuple(sorted((cell(name), digit) for name, digit in removals))
    return Deduction((), pairs, (), False, "", "", BOARD, tuple(masks), bytes(81), argument)


def test_groups_of_cells_are_rectangles():
    """Whatever the cells, their groups name each of them and no other."""
    draw = random.Random(2)
    for _ in range(300):
        cells = draw.sample(range(81), draw.randint(1, 16))
        named: set[int] = set()
        for group in in_groups(cells, 9):
            found = re.fullmatch(r"r(\d+)c(\d+)", group)
            assert found is not None
            named |= {9 * (int(row) - 1) + int(column) - 1 for row in found[1] for column in found[2]}
        assert named == set(cells)
    assert in_groups([0, 1, 9, 10, 20], 9) == ["r12c12", "r3c3"]


def test_elsewhere():
    """All of a row but the cells that the argument names; a cell that keeps the digit is not passed over."""
    others = [(f"r1c{column}", 9) for column in range(4, 10)]
    said = "in box 1, 9 can only be in r1c123"
    assert step(said, others).sentence == "In box 1, 9 can only be in r1c123, so no 9 elsewhere in row 1."
    assert step(said, others[1:]).sentence == "In box 1, 9 can only be in r1c123, so no 9 in r1c56789."
    assert "elsewhere" not in step("in box 1, 9 can only be in r1c1234", others).sentence


def test_what_is_supposed_comes_first():
    """And the others are not passed off as argued."""
    found = step("if r5c5 were 4, the cage would fail", [("r1c1", 7), ("r5c5", 4)])
    assert found.sentence == "If r5c5 were 4, the cage would fail, so no 4 in r5c5, no 7 in r1c1 (others likewise)."
    alone = step("if r5c5 were 4, the cage would fail", [("r5c5", 4)])
    assert alone.sentence == "If r5c5 were 4, the cage would fail, so no 4 in r5c5."


def test_short_whatever_follows():
    """What does not fit is named or counted, never left out in silence."""
    draw = random.Random(4)
    for _ in range(100):
        some = draw.sample([(f"r{r}c{c}", d) for r in range(1, 10) for c in range(1, 10) for d in range(1, 9)], 40)
        text = step("by the longest of all the rules that anybody has drawn", some).sentence
        assert len(text.split()) <= MOST_WORDS
        assert re.search(r"more|candidates go", text)


def test_names_of_rules():
    """By their place: a cage by its first cell, an outside clue by its side, cells of a sign by what it says."""
    texts = {
        "cage 21 r1c1 r1c2 r2c1 r2c2": "the 21-cage at r12c12",
        "cage 15 r2c7 r3c7 r3c8": "the 15-cage from r2c7",
        "sandwich 3 r1c1-r9c1": "the sandwich 3 above column 1",
        "x-sum 27 r4c9-r4c1": "the X-sum 27 right of row 4",
        "whisper r1c1 r2c2": "the whisper from r1c1",
    }
    for text, name in texts.items():
        (rule,) = BOARD.under([parse(text)]).constraints
        assert rule.called() == name
    small = Puzzle(bytes(16), Geometry(2, 2)).under([parse("thermo r1c1 r1c2 r1c3")])
    reason = Reason("constraint", "", constraint=0)
    alone = Deduction((), ((0, 4),), (reason,), True, "", "", small, (15,) * 16, bytes(16))
    assert alone.sentence == "By the thermometer from r1c1, no 4 in r1c1."


@pytest.mark.parametrize(
    ("said", "together"),
    [
        (
            ["in row 1, 5 can only be in r1c12", "in row 1, 2 can only be in r1c12"],
            "in row 1, 2 and 5 can only be in r1c12",
        ),
        (
            ["in row 1, 5 can only be in r1c12", "in box 5, 5 can only be in r45c4 and r4c5"],
            "in row 1, 5 can only be in r1c12, and in box 5 in r45c4 and r4c5",
        ),
        (
            ["in row 1, 5 can only be in r1c12", "in box 5, 7 can only be in r45c4"],
            "in row 1, 5 can only be in r1c12 and in box 5, 7 in r45c4",
        ),
        (
            ["r1c1 and r2c2 are a 13 pair", "r4c12 are a 13 pair", "r4c34 are a 24 pair"],
            "r1c1 and r2c2 are a 13 pair, as are r4c12, and r4c34 are a 24 pair",
        ),
        (
            ["if r1c1 were 3, the cage would fail", "if r1c2 were 4, the cage would fail, given row 1"],
            "if r1c1 were 3, the cage would fail",
        ),
    ],
)
def test_arguments_of_a_kind_are_said_together(said, together):
    """Digits with the same places, places of the same digit, sets of the same digits; of suppositions the first."""
    assert _arguments(said) == together


def test_a_fact_that_is_long_stands_alone():
    """Where the houses and rules of a fact do not fit beside it, the sentence is the fact and how many go."""
    fact = "r8c1, twice r6c3 and three times r6c5 add up to 45 more than r45c4 together"
    removed = [(f"r{row}c{column}", digit) for row in (4, 6, 8) for column, digit in ((1, 2), (4, 3), (7, 5))]
    said = step(f"box 7 without the zipper line from r4c4 and the zipper line from r9c1: {fact}", removed).sentence
    assert said == f"{fact}, so 9 candidates go."


def test_nothing_is_said_twice():
    """A fact that is the conclusion needs no other."""
    open_ = {"r5c5": 0b111}
    assert step("column 5 without the 22-cage: r5c5 is 1", [("r5c5", 2), ("r5c5", 3)], open_).sentence.endswith(
        ": r5c5 is 1."
    )
