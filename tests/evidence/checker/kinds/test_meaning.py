"""Every kind of rule of the checker: what it means, what it is made of, and what the package says of it."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from cpsudoku import solutions
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import KINDS as KNOWN
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.evidence.checker import Rejected
from cpsudoku.evidence.checker.formula import exactly_one
from cpsudoku.evidence.checker.kinds import KINDS, clauses_of, rule_of
from cpsudoku.evidence.checker.kinds.base import Place, Rule
from cpsudoku.evidence.stating import stated_rule

from ....constraints.samples import LATIN3, LINE4, LINE5, SAMPLES, ZERO4

NINE2 = Geometry.shaped(1, 2, 1, 9, latin=False)
MORE: dict[str, list[tuple[Geometry, str]]] = {
    "cage": [
        (NINE2, "cage root=3 r1c1 r1c2"),
        (NINE2, "cage 12 root=3 r1c1 r1c2"),
        (NINE2, "cage root=9 r1c1 r1c2"),
    ],
    "ratio": [(NINE2, "ratio r1c1 r1c2"), (NINE2, "ratio 3 r1c1 r1c2"), (NINE2, "not { ratio r1c1 r1c2 }")],
    "entropic": [(Geometry.shaped(1, 3, 1, 9, latin=False), "entropic r1c1-r1c3")],
    "negative": [(NINE2, "negative ratio"), (NINE2, "negative ratio ratio=2,3")],
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
    (word, board, text) for listed in (SAMPLES, MORE) for word, samples in listed.items() for board, text in samples
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


DOUBLED = (
    "doublers { cage 12 r1c1 r1c2 r1c3 ; sum 5 r4c1 r4c2 }",
    "doublers { cage r1c1 r2c2 ; arrow r1c4 / r2c3 r3c2 }",
    "doublers { cage root=3 r1c1 r1c2 r1c3 ; little-killer 9 r2c1 r3c2 r4c3 }",
    "doublers { sum 1 coeffs=2,-1,1,-2 r1c1 r1c2 r1c1 r3c3 ; double-arrow r4c1 r4c2 r4c3 }",
    "doublers { sum 0 coeffs=1,-1 r1c1 r1c1 }",
    "doublers { sum 1 coeffs=1,-1 r1c1 r1c1 }",
)


@pytest.mark.parametrize("text", DOUBLED)
@pytest.mark.parametrize("board", [Geometry(2, 2), Geometry.jigsaw("AABBACBBACCDCDDD")], ids=["boxes", "jigsaw"])
def test_doublers_on_every_grid(board: Geometry, text: str) -> None:
    """The three agree on doublers, too: on all grids of boards whose houses hold every digit."""
    theirs = parse(text).on(board)
    mine = checked(theirs)
    last = board.size * board.side
    _, clauses = clauses_of((mine,), range(1, 5), last)
    with Solver("glucose4", bootstrap_with=[*map(list, clauses)]) as solver:
        for cells in solutions(Puzzle(bytes(16), board)):
            grid = list(cells.cells)
            kept = mine.holds(grid)
            assert kept == theirs.holds(grid), grid
            filled = [
                4 * cell + k if k == digit else -4 * cell - k for cell, digit in enumerate(grid) for k in range(1, 5)
            ]
            assert kept == solver.solve(filled), grid


def test_doublers_change_sums_only() -> None:
    """A rule inside that has no sum is refused, and so is their opposite."""
    place = place_of(Geometry(2, 2))
    with pytest.raises(Rejected, match="thermo inside"):
        rule_of({"type": "doublers", "rules": [{"type": "thermo", "cells": ["r1c1", "r1c2"]}]}, place)
    opposite = rule_of({"type": "not", "rule": [{"type": "doublers", "rules": []}]}, place)
    with pytest.raises(Rejected, match="something exists"):
        clauses_of((opposite,), place.digits, 64)


def test_the_opposite_of_connected() -> None:
    """Cells that do not hang together: of no use to the package, but what it is made of has an opposite."""
    place = place_of(Geometry.shaped(3, 3, 1, 2, latin=False))
    rule = rule_of({"type": "not", "rule": [{"type": "connected", "values": [2]}]}, place)
    twice = rule_of({"type": "not", "rule": [{"type": "not", "rule": [{"type": "connected", "values": [2]}]}]}, place)
    for made in (rule, twice):
        _, clauses = clauses_of((made,), place.digits, 18)
        with Solver("glucose4", bootstrap_with=[*map(list, clauses)]) as solver:
            for grid in product((1, 2), repeat=9):
                filled = [
                    2 * cell + k if k == digit else -2 * cell - k for cell, digit in enumerate(grid) for k in (1, 2)
                ]
                assert solver.solve(filled) == made.holds(grid), grid


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_expressions_mean_what_they_do_elsewhere(seed: int) -> None:
    """Random expressions, as the library of Python reads them."""
    rng = Random(seed)
    place = place_of(LINE4)
    cells = ["r1c1", "r1c2", "r1c3", "r1c4"]
    pattern = _expression(rng, 3)
    rule = rule_of({"type": "regex", "cells": cells, "pattern": pattern}, place)
    for grid in product(place.digits, repeat=4):
        fits = re.fullmatch(pattern, "".join(map(str, grid))) is not None
        assert rule.holds(grid) == fits, (pattern, grid)


def _expression(rng: Random, depth: int) -> str:
    atoms = [str(rng.randint(1, 5)), ".", f"[{rng.randint(1, 3)}-{rng.randint(3, 5)}]", f"[^{rng.randint(1, 5)}]"]
    if depth:
        atoms += [
            f"({_expression(rng, depth - 1)})",
            f"(?:{_expression(rng, depth - 1)}|{_expression(rng, depth - 1)})",
        ]
    counted = ("{2}", "{1,}", "{0,2}", "*", "+", "?", "", "", "")
    return "".join(rng.choice(atoms) + rng.choice(counted) for _ in range(rng.randint(1, 3)))


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        ")",
        "(1",
        "[1",
        "1{2",
        "1{3,2}",
        "1{,2}",
        "1{1234567}",
        "{2}",
        "*",
        "-",
        "é",
        "[^",
        "1****",
        "(" * 21 + ")" * 21,
        5,
    ],
)
def test_what_is_no_expression(pattern: object) -> None:
    """Is refused, and shown."""
    with pytest.raises(Rejected, match="no expression"):
        rule_of({"type": "regex", "cells": ["r1c1"], "pattern": pattern}, place_of(LINE4))


@pytest.mark.parametrize("pattern", ["(1{100}){11}", "()" * 501, ".{1001}", "(.{40}){40}*"])
def test_expressions_have_a_bound(pattern: str) -> None:
    """What would be too long with its repetitions written out is refused."""
    with pytest.raises(Rejected, match="more than 1000"):
        rule_of({"type": "regex", "cells": ["r1c1"], "pattern": pattern}, place_of(LINE4))


def test_every_kind_is_known() -> None:
    """Each kind of the package has a certificate, and a sample here."""
    assert set(KNOWN) <= set(KINDS)
    assert set(KINDS) <= {word for word, _, _ in EVERY} | {"unequal", "doublers"}


def test_rules_are_equal_by_what_they_state() -> None:
    """Kind and parts make a rule; the defaults of the package are written out."""
    one, same = (checked(parse(text).on(LINE4)) for text in ("difference r1c1 r1c2", "difference 1 r1c1 r1c2"))
    other = checked(parse("difference 2 r1c1 r1c2").on(LINE4))
    assert one == same != other
    assert hash(one) == hash(same)
    assert one != checked(parse("greater r1c1 r1c2").on(LINE4))
