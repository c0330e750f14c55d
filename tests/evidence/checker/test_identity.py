"""Which boards are the same: `check --puzzle` accepts a certificate of no other."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cpsudoku.board.geometry import Geometry
from cpsudoku.cli.check import Expected
from cpsudoku.cli.reading import chunks_of
from cpsudoku.cli.rules import under
from cpsudoku.constraints import parse
from cpsudoku.evidence.checker import Board, Checked, Proven, Rejected, board_of
from cpsudoku.evidence.checker.board import text_of
from cpsudoku.evidence.checker.formula import rules
from cpsudoku.evidence.checker.kinds import KINDS, clauses_of
from cpsudoku.evidence.stating import board_of as stated_board
from cpsudoku.formats.front import singly

from ...constraints.samples import SAMPLES
from .kinds.test_meaning import MORE

SUMS = Geometry.shaped(1, 4, 0, 4, regions=[(0, 1), (2, 3)])
FIXED: list[tuple[Geometry, str]] = [
    (Geometry(2, 2), "negative xv"),
    (Geometry(2, 2), "doublers { sum 11 r1c1-r1c4 ; cage 5 r2c1 r2c2 }"),
    (SUMS, "region-sum-line r1c1-r1c4"),
    (Geometry.shaped(1, 4, 0, 4, regions=[(0, 1), (2, 3), (0, 1, 2, 3)]), "region-sum-line r1c1-r1c4"),
    (SUMS, "indexing box r1c1"),
    (Geometry.jigsaw("AAABABBBCCCCDDDD"), "thermo r1c1-r1c3"),
    (Geometry(2, 2, extras=("diagonals",)), "palindrome r1c1-r1c4"),
    (Geometry(3, 3, extras=("diagonals",)), "anti-king"),
]
CASES = [case for listed in (SAMPLES, MORE) for samples in listed.values() for case in samples] + FIXED


def mutants(value: Any) -> Iterator[Any]:
    """*value* with one leaf, or the order, number or repetition of one list's items, changed."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for made in mutants(inner):
                yield {**value, key: made}
        for key in value.keys() - {"type"}:
            yield {name: inner for name, inner in value.items() if name != key}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            for made in mutants(inner):
                yield [*value[:at], made, *value[at + 1 :]]
            yield [*value[:at], *value[at + 1 :]]
            yield [*value[:at], inner, *value[at:]]
            if at:
                yield [*value[: at - 1], inner, value[at - 1], *value[at + 1 :]]
        yield value[::-1]
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, str):
        yield from WORDS.get(value, ())
        if value.startswith("r") and value[1:2].isdecimal():
            yield from ("r1c1", "r1c2", "r2c1", "r2c2")


CHOICES = (
    ("+", "-"),
    ("col", "row", "box"),
    ("none", "any", "only-unclued"),
    ("all", "consecutive"),
    ("thermo", "slow_thermo"),
    ("minimum", "maximum"),
    ("even", "odd"),
    ("diagonals", "disjoint"),
)
WORDS = {word: words for words in CHOICES for word in words}
"""Text -> what may stand in its place."""


def formula(board: Board) -> tuple[object, ...]:
    """(variables, the clauses of its houses, those of each constraint); a variable of a share by what it says."""
    last, plain = rules(replace(board, constraints=()))
    clauses = [*plain]
    cells = board.size * board.side
    share_of = {
        -clause[0]: frozenset(clause[1:])
        for clause in clauses
        if -clause[0] > cells and all(0 < literal <= cells for literal in clause[1:])
    }

    def named(literal: int) -> object:
        return (literal > 0, share_of.get(abs(literal), abs(literal)))

    houses = frozenset(frozenset(map(named, clause)) for clause in clauses)
    each = frozenset(frozenset(clauses_of((rule,), board.digits, last)[1]) for rule in board.constraints)
    return board.rows, board.columns, board.digits, houses, each


def accepted(expected: Expected, board: Board) -> bool:
    """Whether `check --puzzle` takes a certificate of the empty *board* for one of the expected puzzle."""
    proven = Proven("impossible", board, text_of([0] * board.size, board), "", False, "")
    return expected.compared(Checked("here", "verified", "", proven)).verified


@pytest.mark.parametrize(("geometry", "text"), CASES, ids=[text for _, text in CASES])
def test_a_board_that_differs_in_one_field_is_another(geometry: Geometry, text: str) -> None:
    """Every field of board and rule changed in turn: what is accepted has the formula of the expected board."""
    rule = parse(text)
    stated = stated_board(geometry, [rule.on(geometry)])
    own = board_of(stated)
    operand = ". " * geometry.size if own.shaped else "." * geometry.size
    chunks = under(chunks_of([operand], geometry=geometry), (("the test", rule),))
    expected = Expected("--puzzle", singly(chunks))
    assert accepted(expected, board_of(copy.deepcopy(stated)))
    refused = 0
    for mutant in mutants(stated):
        try:
            board = board_of(mutant)
        except (Rejected, KeyError):
            continue
        if board.size > 2 * own.size:
            continue
        if accepted(expected, board):
            assert formula(board) == formula(own), mutant
        else:
            refused += 1
    assert refused


def test_every_kind_is_tried() -> None:
    """The boards of the test above have a rule of each kind of the checker."""
    met: set[str] = set()

    def meet(value: object) -> None:
        if isinstance(value, dict):
            met.add(str(value.get("type")))
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            meet(inner)

    for geometry, text in CASES:
        meet(stated_board(geometry, [parse(text).on(geometry)])["constraints"])
    assert set(KINDS) <= met
