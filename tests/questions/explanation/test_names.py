"""Names people have for reasoning with rules occur in explanations of real puzzles, and only for their rules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from cpsudoku import Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.formats import read_one
from cpsudoku.questions.explanation import Deduction, Reason
from cpsudoku.questions.explanation.reasons import sorted_clauses
from cpsudoku.questions.explanation.techniques import technique
from cpsudoku.questions.explanation.wording import because, together
from cpsudoku.results import Explanation

FILE = Path(__file__).parents[2] / "puzzles" / "variants.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@cache
def steps_of(kind: str) -> tuple[Deduction, ...]:
    """The steps of the first of the file's puzzles that has a kind of rule."""
    row = next(row for row in ROWS if any(rule["type"] == kind for rule in row["constraints"]))
    puzzle = read_one(json.dumps(row)).puzzle
    found = explain(puzzle)
    assert isinstance(found, Explanation)
    return found.steps


@pytest.mark.parametrize(
    ("kind", "key", "reasons"),
    [
        ("cage", "cage-combinations", {"constraint"}),
        ("thermo", "thermometer-bounds", {"constraint"}),
        ("whisper", "whisper-parity", {"constraint"}),
        ("arrow", "arrow-sum", {"constraint"}),
    ],
)
def test_customary_names(kind, key, reasons):
    """A step goes by the name where its reasons are that technique's; its sentence names the rule."""
    named = [step for step in steps_of(kind) if step.technique == key]
    assert named
    for step in named:
        assert {reason.kind for reason in step.reasons} >= reasons
        rules = [step.puzzle.constraints[r.constraint].word for r in step.reasons if r.constraint is not None]
        assert kind in rules
        assert kind in step.sentence


def test_no_digit_lost_where_one_is_placed():
    """What a placement takes from its own cell is not listed."""
    for kind in ("cage", "arrow"):
        for step in steps_of(kind):
            assert not {cell for cell, _ in step.placements} & {cell for cell, _ in step.removals}


def test_names_together():
    """Numbers stand under a word of their own where there are several."""
    assert together(["row 1"]) == "row 1"
    assert together(["row 1", "row 3"]) == "rows 1 and 3"
    assert together(["column 3", "box 2", "box 4", "box 5"]) == "column 3 and boxes 2, 4 and 5"


def test_rules_and_houses_as_a_whole_have_a_verb():
    """Houses that have all digits are said together, in order, and rules hold, unless one stands alone."""
    names = ["row 1", "row 2", "column 1"]
    whole = [Reason("total", f"{name} has 1 to 9 once each (sum 45)", house=k) for k, name in enumerate(names)]
    cages = [Reason("constraint", f"cage 12 at r{k}c1 r{k}c2", constraint=k) for k in (1, 2)]
    rules = ["", "the 12-cage at r1c12", "the 12-cage at r2c12"]
    assert because(cages[:1], names, (), rules) == "by the 12-cage at r1c12"
    two = "the 12-cages at r1c12 and r2c12 hold"
    assert because([*cages, whole[2]], names, (), rules) == f"column 1 has 1 to 9 once each (sum 45), and {two}"
    one = "the 12-cage at r1c12 holds"
    both = f"rows 1 and 2 have 1 to 9 once each (sum 45), and {one}"
    assert because([cages[0], whole[1], whole[0]], names, (), rules) == both


def reason_of(kind: str, **parts: int) -> Reason:
    """A reason without words."""
    return Reason(kind, "", **parts)


def test_names_are_for_their_reasons_alone():
    """A cage without a sum has no combinations; kinds without a customary name have their own."""
    texts = ["cage 9 r1c1 r1c2", "cage r2c1 r2c2", "thermo r7c1-r7c4", "renban r8c1-r8c4"]
    puzzle = Puzzle(bytes(81), constraints=list(map(parse, texts)))
    keys = [technique([reason_of("constraint", constraint=k)], puzzle)[0] for k in range(len(texts))]
    assert keys == ["cage-combinations", "cage", "thermometer-bounds", "renban"]
    assert technique([reason_of("constraint", constraint=0), reason_of("constraint", constraint=2)], puzzle) == ("", "")


def test_whisper_parity_is_about_low_and_high_alone():
    """Low digits lost beside a low cell, or two cells on, high ones, are parity; other digits, and unknown sides, not.

    Where the whisper is of 4 on nine digits, 5 has smaller and greater neighbours, and there is no parity.
    """
    puzzle = Puzzle(bytes(81), constraints=[parse("whisper r5c1-r5c4"), parse("whisper 4 r6c1-r6c4")])
    low, high = 0b000001111, 0b111100000

    def named(lost: dict[int, int], known: int = low, rule: int = 0) -> str:
        start = 36 + 9 * rule
        before = [511] * 81
        before[start] = known
        step = {start + place: mask for place, mask in lost.items()}
        return technique([reason_of("constraint", constraint=rule)], puzzle, before, step)[0]

    assert named({1: low}) == "whisper-parity"
    assert named({1: 0b1, 2: high, 3: 0b11}) == "whisper-parity"
    assert named({1: high, 2: low}, known=high) == "whisper-parity"
    assert named({1: low | 0b10000}) == "whisper"
    assert named({1: high}) == "whisper"
    assert named({0: 0b1000}) == "whisper"
    assert named({1: low}, known=511) == "whisper"
    assert named({1: low}, rule=1) == "whisper"


def test_innies_and_outies_are_what_is_left_of_houses():
    """Cages in a house leave an innie, one that reaches out an outie; a sum that its house bounds is called nothing."""
    inside = ["cage 6 r1c1 r1c2 r1c3", "cage 15 r1c4-r1c6", "cage 12 r1c7 r1c8"]
    inside += ["cage 20 r1c7 r1c8 r1c9 r2c9", "sum 9 r1c1 r1c2 r5c5"]
    puzzle = Puzzle(bytes(81), constraints=list(map(parse, inside)))
    row = next(k for k, house in enumerate(puzzle.geometry.houses) if house.name == "row 1")

    def named(*rules: int) -> str:
        sums = [reason_of("constraint", constraint=k) for k in rules]
        return technique([reason_of("total", house=row), *sums], puzzle)[0]

    assert named(0, 1, 2) == "innies-and-outies"
    assert named(0, 1, 3) == "innies-and-outies"
    assert named(0, 1) == "innies-and-outies"
    assert named(0) == ""
    assert named(4) == ""
    assert named(2, 3) == ""


def test_long_lines_are_called_by_their_ends():
    """A rule of many cells is named by its first and last ones, unless another one is called the same then."""
    long = "whisper 5 r1c1-r1c9 r2c9-r2c1"
    puzzle = Puzzle(bytes(81), constraints=[parse(long), parse("thermo r5c1-r5c5")])
    names = [reason.name for reason in sorted_clauses(puzzle).reasons if reason.kind == "constraint"]
    assert names == ["whisper 5 at r1c1 r1c2 ... r2c2 r2c1", "thermo at r5c1 r5c2 r5c3 r5c4 r5c5"]
    again = Puzzle(bytes(81), constraints=[parse(long), parse("whisper 5 r1c1 r1c2 r3c2-r3c9 r2c2 r2c1")])
    names = [reason.name for reason in sorted_clauses(again).reasons if reason.kind == "constraint"]
    assert not any("..." in name for name in names)


def test_lines_of_whole_houses_are_called_by_them():
    """A clue outside is at its row or column, and where it looks from the far end, says so; a part of a row is not."""
    rules = ["sandwich 9 r1c1-r1c9", "skyscraper 4 r2c9-r2c1", "sandwich 8 r1c2-r9c2", "thermo r3c1-r3c8"]
    puzzle = Puzzle(bytes(81), constraints=list(map(parse, rules)))
    names = [reason.name for reason in sorted_clauses(puzzle).reasons if reason.kind == "constraint"]
    assert names[:3] == ["sandwich 9 in row 1", "skyscraper 4 in row 2 from r2c9", "sandwich 8 in column 2"]
    assert names[3] == "thermo at r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8"
