"""The three numbers and the steps of Sudoku Explainer 1.2.1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku.batch.ratings import rate_many
from cpsudoku.rating.scale import rate

PUZZLES = Path(__file__).parents[1] / "puzzles"
STEPS = [json.loads(line) for line in (PUZZLES / "se_steps.jsonl").read_text(encoding="utf-8").splitlines()]


def test_all_three_numbers_agree_with_the_reference(reference):
    """ER, EP and ED of every puzzle of the sample are the reference's."""
    rated = rate_many(row["puzzle"] for row in reference)
    for row, rating in zip(reference, rated, strict=True):
        assert (rating.er, rating.ep, rating.ed) == tuple(float(row[key]) for key in ("ER", "EP", "ED")), row
        assert rating.solved
        assert rating.scale == "SE"


@pytest.mark.parametrize("case", STEPS, ids=[case["ER"] for case in STEPS])
def test_every_step_agrees_with_the_reference(case):
    """Technique, rating, placement and removals of every step are the reference's, in its order."""
    steps = rate(case["puzzle"]).steps
    mine = [(s.rating, s.name.casefold(), s.place, s.remove) for s in steps]
    expected = [(s["rating"], s["name"].casefold(), s["place"], s["remove"]) for s in case["steps"]]
    assert mine == expected
    assert all(step.sentence for step in steps)


@pytest.mark.interpreted
def test_interpreted_code_gives_the_same_numbers(reference):
    """The plain Python reading of the files rates a few puzzles as the reference does."""
    for er in ("1.2", "2.0", "3.4", "4.5"):
        row = next(row for row in reference if row["ER"] == er)
        rating = rate(row["puzzle"])
        assert (rating.er, rating.ep, rating.ed) == tuple(float(row[key]) for key in ("ER", "EP", "ED"))
