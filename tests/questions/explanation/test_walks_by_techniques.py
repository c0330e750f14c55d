"""Walks by techniques: by CP-SAT each step follows from its stated reasons under any rules; sentences are short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.formats import read_one
from cpsudoku.questions.explanation.sentence import MOST_WORDS
from cpsudoku.results import Explanation
from cpsudoku.techniques.reasons.ladder import LADDER, files

FILE = Path(__file__).parents[2] / "puzzles" / "variants.jsonl"
KILLER = (
    "cage 3 r1c1 r1c2",
    "cage 7 r1c3 r1c4",
    "cage 5 r2c1 r3c1",
    "cage 3 r2c3 r2c4",
    "cage 5 r2c2 r3c2",
    "cage 7 r3c3 r3c4",
    "greater r2c1 r3c1",
    "greater r3c4 r3c3",
    "cage 7 r4c1 r4c2",
    "cage 3 r4c3 r4c4",
    "greater r2c4 r2c3",
)


def walk(puzzle: Puzzle) -> Explanation:
    found = explain(puzzle)
    assert isinstance(found, Explanation)
    assert found.complete
    return found


def test_steps_of_a_killer_follow(recheck):
    """On a small board; and the walk ends in the solution."""
    found = walk(Puzzle.parse("1...............", Geometry(2, 2)).under(map(parse, KILLER)))
    assert not [text for step in found.steps for text in recheck.unproven(step)]
    held = {cell: digit for step in found.steps for cell, digit in step.placements}
    assert held == {c: d for c, d in enumerate(found.solution) if not found.puzzle.cells[c]}


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, 30, 5))
def test_steps_follow(recheck, number):
    """Every step, and every fact, of walks under many kinds of rules."""
    row = FILE.read_text(encoding="utf-8").splitlines()[number]
    puzzle = read_one(json.dumps(json.loads(row))).puzzle
    found = explain(puzzle)
    if isinstance(found, Explanation):
        wrong = [text for step in found.steps for text in recheck.unproven(step) if not text.startswith("open")]
        assert not wrong


def test_sentences_are_short():
    """No sentence has more words than a reader takes in; nothing is listed as reasons together."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[:3]
    for line in lines:
        found = explain(read_one(line).puzzle)
        assert isinstance(found, Explanation)
        for step in found.steps:
            assert len(step.sentence.split()) <= MOST_WORDS, step.sentence
            assert "reasons together" not in step.sentence


def test_steps_that_nothing_needs_are_left_out():
    """Without any of its steps that only remove candidates, a walk to the next digit does not hold."""
    found = walk(Puzzle.parse("1...............", Geometry(2, 2)).under(map(parse, KILLER)))
    for k, step in enumerate(found.steps):
        if step.placements or step.clears:
            continue
        cells = {cell for cell, _ in step.removals}
        assert any(cells & {c for reason in later.reasons for c in reason.cells} for later in found.steps[k + 1 :])


def test_a_file_for_each_technique():
    """The ladder names the files that there are; costs rise, but for fish of the size of a set before."""
    assert all(hasattr(module, "find") for module in files().values())
    assert len({rung.key for rung in LADDER}) == len(LADDER)
