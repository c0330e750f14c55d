"""Names people have for reasoning with rules occur in explanations of real puzzles, and only for their rules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from cpsudoku import Explanation, explain, next_deduction
from cpsudoku.formats import read_one
from cpsudoku.questions.explanation import Deduction
from cpsudoku.questions.explanation.wording import together

FILE = Path(__file__).parents[2] / "puzzles" / "variants.jsonl"
LONG = {"region_sum_line"}
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@cache
def steps_of(kind: str) -> tuple[Deduction, ...]:
    """The steps of the first of the file's puzzles that has a kind of rule; of a long walk the first alone."""
    row = next(row for row in ROWS if any(rule["type"] == kind for rule in row["constraints"]))
    puzzle = read_one(json.dumps(row)).puzzle
    if kind in LONG:
        step = next_deduction(puzzle)
        assert isinstance(step, Deduction)
        return (step,)
    found = explain(puzzle)
    assert isinstance(found, Explanation)
    return found.steps


@pytest.mark.parametrize(
    ("kind", "key", "reasons"),
    [
        ("cage", "cage-combinations", {"constraint"}),
        ("thermo", "thermometer-bounds", {"constraint"}),
        ("whisper", "whisper-parity", {"constraint"}),
        ("region_sum_line", "region-sum-equality", {"constraint"}),
        ("arrow", "arrow-sum", {"constraint"}),
        ("cage", "innies-and-outies", {"total", "constraint"}),
    ],
)
def test_customary_names(kind, key, reasons):
    """A step goes by the name where its reasons are that technique's, and says so."""
    named = [step for step in steps_of(kind) if step.technique == key]
    assert named
    for step in named:
        assert {reason.kind for reason in step.reasons} == reasons
        rules = [step.puzzle.constraints[r.constraint].word for r in step.reasons if r.constraint is not None]
        assert kind in rules
        assert step.sentence.startswith(step.name[0].upper() + step.name[1:])


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
