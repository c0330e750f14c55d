"""Steps of explanations hold for solvers that share nothing with the kernel; these find faults where there are some."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from cpsudoku import Explanation, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.model import Model

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks"
HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."


@pytest.fixture(scope="module")
def recheck() -> ModuleType:
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module("recheck")
    finally:
        sys.path.remove(str(FOLDER))


def test_steps_hold_and_smallest_are_smallest(recheck):
    """Every step of a walk follows from its reasons, and no fewer give those that are proven smallest."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    steps = [step for step in found.steps if not step.clears and step.size <= recheck.ENUMERATED]
    assert any(step.size > 1 for step in steps)
    assert not list(recheck.problems((step, ()) for step in steps))


def test_faults_are_found(recheck):
    """A reason left out, and a reason too many, are told."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    step = next(step for step in found.steps if step.size == 2)
    [short] = recheck.problems([(replace(step, reasons=step.reasons[:1]), ())])
    assert short.startswith("does not follow")
    other = next(reason for one in found.steps for reason in one.reasons if reason not in step.reasons)
    [long] = recheck.problems([(replace(step, reasons=(*step.reasons, other)), ())])
    assert long.startswith("fewer do")


def test_certificates(recheck):
    """Sets that must be met prove a size where they do, and only then."""
    assert recheck.fewest_meeting([(1, 2), (3,), (2, 4)]) == 2
    assert recheck.fewest_meeting([(1,), (3,), (2, 4)]) == 3


def test_houses_behind_long_sums_are_reasons():
    """Six cells of a box add up to 21 at least: not by the arrow alone, but by the arrow and the box."""
    arrow = parse("arrow r9c8 r9c9 / r1c1 r1c2 r1c3 r2c1 r2c2 r2c3")
    with closing(Model(Puzzle.parse("." * 81).under([arrow]))) as model:
        model.take(())
        assumed = 79 * 9 + 1  # r9c8 = 1: a sum of 11 to 19
        rule = next(k for k, reason in enumerate(model.reasons) if reason.kind == "constraint")
        box = next(k for k, reason in enumerate(model.reasons) if reason.kind == "total" and "box 1" in reason.name)
        cells = [k for k, reason in enumerate(model.reasons) if reason.kind == "cell"]
        assert model.searched(assumed, [rule, *cells]) is None
        assert model.searched(assumed, [rule, box, *cells]) is not None
