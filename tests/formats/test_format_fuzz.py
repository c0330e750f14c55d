"""Malformed texts through every reader: only NotationError, or BadRow in a stream; never a crash, never a hang.

The inputs are those of `benchmarks/fuzz.py readers`: here one percent of the million of seed 1, or what CPSUDOKU_FUZZ
says (a number of inputs).
"""

from __future__ import annotations

import os

import pytest

from cpsudoku.formats import FORMATS
from cpsudoku.formats.registry import fitting
from tests.scripts import script
from tests.selection import long_after

TOTAL = int(os.environ.get("CPSUDOKU_FUZZ", "10000"))

fuzz = script("benchmarks/fuzz.py")


@pytest.mark.parametrize("total", long_after(1, [2000, TOTAL]))
def test_malformed_texts_raise_only_the_documented_error(total: int) -> None:
    """Whatever is thrown at a reader, the answer is records, bad rows, or a CpSudokuError that can be printed."""
    read = refused = 0
    for turn in range(total):
        index = turn * max(1, 1_000_000 // total) + turn * 7 % max(1, 1_000_000 // total)
        name, text = fuzz.mutant(1, index)  # type: ignore[attr-defined]
        try:
            found = fuzz.read(name, text, index // len(fuzz.good()))  # type: ignore[attr-defined]
        except Exception as error:
            raise AssertionError(f"input {index}: {text!r} made {error!r}") from error
        read += found
        refused += not found
    assert read > total // 20
    assert refused > total // 20


def test_a_text_is_tried_for_every_format_it_may_be_in() -> None:
    """What `registry.SIGNS` keeps from being loaded would not have fitted: the first format that fits is the same."""
    chosen = set()
    for index in range(0, 1_000_000, 1_000_000 // max(4000, TOTAL // 5)):
        _, text = fuzz.mutant(2, index)  # type: ignore[attr-defined]
        head = [line for line in text.splitlines()[:400] if line.strip()]
        first = next((made for made in FORMATS.values() if made.sniff(head)), None)
        assert fitting(head) is first, text
        chosen.add(first)
    assert len(chosen) > 10


def test_every_format_is_among_the_inputs() -> None:
    """The share takes all of them in turn; the same number is the same input in every run."""
    names = {fuzz.mutant(1, index)[0] for index in range(len(FORMATS) + 1)}  # type: ignore[attr-defined]
    assert names == {*FORMATS, "auto"}
    assert fuzz.mutant(5, 77) == fuzz.mutant(5, 77)  # type: ignore[attr-defined]
    assert fuzz.mutant(5, 77) != fuzz.mutant(6, 77)  # type: ignore[attr-defined]


@pytest.mark.parametrize("total", long_after(1, [300, max(1000, TOTAL // 10)]))
def test_malformed_rules_raise_only_the_documented_error(total: int) -> None:
    """Puzzles with rules whose JSON or text has been changed are read, or refused by an error that can be printed."""
    read = refused = 0
    for index in range(total):
        name, text = fuzz.variant(1, index)  # type: ignore[attr-defined]
        try:
            found = fuzz.read(name, text, 1)  # type: ignore[attr-defined]
        except Exception as error:
            raise AssertionError(f"variant {index}: {text!r} made {error!r}") from error
        read += found
        refused += not found
    assert read > 50
    assert refused > 50
