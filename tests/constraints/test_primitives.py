"""Tables of a shape are made once, and never for another shape."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import parse
from cpsudoku.constraints.primitives import Automaton, Pair, Statement, pairs_allowed


def statement_of(text: str, lo: int = 1) -> Statement:
    return parse(text).on(Geometry.shaped(9, 9, lo, lo + 8)).statement()


def table(text: str, lo: int = 1) -> Any:
    first = statement_of(text, lo)[0]
    return first.allowed if isinstance(first, Pair) else first.layers if isinstance(first, Automaton) else None


SHAPES = {
    "difference": ("difference 2 {}", "difference 3 {}"),
    "ratio": ("ratio 2 {}", "ratio 3 {}"),
    "xv": ("xv 5 {}", "xv 10 {}"),
    "whisper": ("whisper 5 {}", "whisper 4 {}"),
    "lockout": ("lockout 4 {}", "lockout 3 {}"),
    "pairwise": ("pairwise 1-2,2-4 {}", "pairwise 1-2,2-3 {}"),
    "modular": ("modular 3 {}", "modular 2 {}"),
    "sandwich": ("sandwich 5 {}", "sandwich 6 {}"),
    "x_sum": ("x-sum 5 {}", "x-sum 6 {}"),
    "skyscraper": ("skyscraper 2 {}", "skyscraper 3 {}"),
    "hidden_skyscraper": ("hidden-skyscraper 2 {}", "hidden-skyscraper 3 {}"),
    "sum_line": ("sum-line 8 {}", "sum-line 9 {}"),
}
TWO = ("difference", "ratio", "xv")


@pytest.mark.parametrize("kind", SHAPES)
def test_shapes(kind: str) -> None:
    """The same rule elsewhere has the same table, the very object; another number or other digits have another."""
    one, other = SHAPES[kind]
    cells, elsewhere = ("r1c1 r1c2", "r5c8 r5c9") if kind in TWO else ("r1c1-r1c4", "r5c6-r5c9")
    here, there = table(one.format(cells)), table(one.format(elsewhere))
    assert here is there
    assert here != table(other.format(cells))
    assert kind == "pairwise" or here != table(one.format(cells), lo=0)


def test_what_closes_over_something() -> None:
    """A test that closes over a variable is not taken for another that the same line makes."""
    found = [pairs_allowed(range(1, 5), lambda x, y: x - y == by) for by in range(3)]  # noqa: B023
    assert found == [{(x, y) for x, y in product(range(1, 5), repeat=2) if x - y == by} for by in range(3)]
