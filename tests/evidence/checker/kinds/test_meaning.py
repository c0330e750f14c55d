"""Every kind of rule of the checker: what it means, what it is made of, and what the package says of it."""

from __future__ import annotations

from itertools import product

import pytest
from pysat.solvers import Solver

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import KINDS as KNOWN
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.evidence.checker.constraints import KINDS, clauses_of, rule_of
from cpsudoku.evidence.checker.formula import exactly_one
from cpsudoku.evidence.checker.kinds.base import Place, Rule
from cpsudoku.evidence.stating import stated_rule

from ....constraints.samples import LATIN3, LINE4, LINE5, SAMPLES, ZERO4

WITHOUT = {"connected", "doublers", "regex"}
"""Kinds that certificates do not know yet."""
MORE: dict[str, list[tuple[Geometry, str]]] = {
    "full_rank": [
        (Geometry.shaped(2, 2, 1, 3, latin=False), "not { full-rank 3 r1c1 r1c2 }"),
        (Geometry.shaped(2, 2, 1, 3, latin=False), "not { full-rank 2 ties=any r1c1 r1c2 }"),
        (Geometry.shaped(2, 2, 1, 4, latin=False), "not { full-rank 2 ties=none r1c1 r2c1 }"),
        (Geometry.shaped(2, 3, 0, 2, latin=False), "full-rank 4 ties=any r1c1 r2c1"),
    ],
    "region_sum_line": [
        (Geometry.shaped(1, 5, 1, 4, regions=[(0, 1, 4), (2,)], latin=False), "region-sum-line r1c1-r1c5"),
        (Geometry.shaped(1, 4, 1, 4, regions=[(0, 1), (2, 3)], latin=False), "not { region-sum-line r1c1-r1c4 }"),
    ],
    "same_values": [(LINE5, "same-values r1c1 r1c2 / r1c2 r1c3 / r1c4 r1c5"), (LINE4, "same-values r1c1 / r1c2")],
    "sum": [(LINE4, "sum 3 coeffs=2,-1,1 r1c1 r1c2 r1c1"), (ZERO4, "sum -2 coeffs=1,-1 r1c1 r1c2")],
    "sum_line": [(ZERO4, "sum-line 4 loop=yes r1c1-r1c4"), (LINE4, "not { sum-line 4 loop=yes r1c1-r1c4 }")],
    "not": [
        (LINE4, "not { thermo r1c1-r1c4 }"),
        (LINE4, "not { cage 9 r1c1-r1c3 }"),
        (LINE4, "not { renban r1c1-r1c4 }"),
        (LINE4, "not { or { thermo r1c1 r1c2 | palindrome r1c3 r1c4 ; even r1c3 } }"),
        (LINE4, "not { and { odd r1c1 ; not { even r1c2 } } }"),
        (LINE4, "not { sandwich 5 r1c1-r1c4 }"),
        (LATIN3, "not { global-mod }"),
    ],
}
"""Rules that the samples of the package lack: bent forms, and opposites of every part."""
EVERY = [
    (word, board, text)
    for listed in (SAMPLES, MORE)
    for word, samples in listed.items()
    for board, text in samples
    if word not in WITHOUT
]


def place_of(board: Geometry) -> Place:
    """What the checker's rules know of a board."""
    boxes = tuple(house.cells for house in board.houses if house.kind == "box")
    return Place(board.rows, board.columns, range(board.lo, board.hi + 1), boxes, rule_of)


def checked(rule: Constraint) -> Rule:
    """The rule as the checker reads it."""
    return rule_of(stated_rule(rule), place_of(rule.board))


@pytest.mark.parametrize(("word", "board", "text"), EVERY, ids=[text for _, _, text in EVERY])
def test_definitions_and_clauses_agree_on_every_filling(word: str, board: Geometry, text: str) -> None:
    """The checker's definition, its clauses, and the package's definition: written apart, they say the same."""
    theirs = parse(text).on(board)
    mine = checked(theirs)
    n, digits = board.side, range(board.lo, board.hi + 1)
    _, clauses = clauses_of((mine,), digits, board.size * n)
    assert all(list(clause) == sorted(set(clause)) for clause in clauses)
    cells = [clause for cell in range(board.size) for clause in exactly_one([cell * n + k + 1 for k in range(n)])]
    said = set()
    with Solver("glucose4", bootstrap_with=[*map(list, clauses), *map(list, cells)]) as solver:
        for grid in product(digits, repeat=board.size):
            kept = mine.holds(grid)
            said.add(kept)
            assert kept == theirs.holds(grid), grid
            assert kept == solver.solve([cell * n + digit - board.lo + 1 for cell, digit in enumerate(grid)]), grid
    assert said == {True, False} or word in ("and", "or")


def test_every_kind_is_known_or_listed() -> None:
    """A kind of the package has a certificate, or is one of those without; each has a sample here."""
    assert set(KNOWN) - set(KINDS) == WITHOUT
    assert set(KINDS) <= {word for word, _, _ in EVERY} | {"unequal"}


def test_rules_are_equal_by_what_they_state() -> None:
    """Kind and parts make a rule; the defaults of the package are written out."""
    one, same = (checked(parse(text).on(LINE4)) for text in ("difference r1c1 r1c2", "difference 1 r1c1 r1c2"))
    other = checked(parse("difference 2 r1c1 r1c2").on(LINE4))
    assert one == same != other
    assert hash(one) == hash(same)
    assert one != checked(parse("greater r1c1 r1c2").on(LINE4))
