"""The place for rules beyond houses: a kind that only this test knows goes all the way."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku.evidence.certificate import dimacs
from cpsudoku.evidence.checker import Rejected, check_certificate, kinds, parts, work
from cpsudoku.evidence.checker.board import board_of, grid_of
from cpsudoku.evidence.checker.formula import rules
from cpsudoku.evidence.checker.kinds import KINDS

from .forgeries.honest import GRID, OTHER, Data
from .toys import Unequal

PUZZLE = "123434122.4.4.2."
BOARD = {"box": [2, 2], "constraints": [{"type": "unequal", "cells": [0, 11]}]}


def certificate() -> Data:
    """PUZZLE has the solutions GRID and OTHER on the plain board; the rule leaves GRID."""
    board = board_of(BOARD)
    variables, clauses = rules(board)
    listed = [*clauses, *((4 * i + int(c),) for i, c in enumerate(PUZZLE) if c != ".")]
    listed.append(tuple(sorted(-(4 * i + int(c)) for i, c in enumerate(GRID))))
    data = {"format": "cpsudoku-certificate 2", "claim": "unique", "board": BOARD, "puzzle": PUZZLE, "solution": GRID}
    return {**data, "cnf": dimacs(variables, list(dict.fromkeys(listed))), "drat": "0\n"}


def test_a_kind_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """With it in `KINDS` grids are held to the rule, the formula has its clauses, and the board names it."""
    monkeypatch.setitem(KINDS, "unequal", Unequal.read)
    proven = check_certificate(certificate())
    assert str(proven.board) == "4x4, boxes 2x2, unequal"
    assert proven.board != board_of({"box": [2, 2]})
    with pytest.raises(Rejected, match="breaks the unequal"):
        grid_of(OTHER, proven.board, True)
    with pytest.raises(Rejected, match="not the board's"):
        check_certificate({**certificate(), "board": {"box": [2, 2]}})


def test_an_unknown_kind_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing a board states is passed over."""
    monkeypatch.setitem(KINDS, "unequal", Unequal.read)
    data = certificate()
    monkeypatch.delitem(KINDS, "unequal")
    with pytest.raises(Rejected, match="constraint of kind 'unequal', which is not known here"):
        check_certificate(data)


def test_large_states_of_a_reading_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """An expression of few states that are large sets is refused before they fill the memory."""
    monkeypatch.setattr(parts, "MOST_CLAUSES", 50_000)  # 29,000 states by digits in the second, with 168,000 entries
    cells = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]

    def clauses(pattern: str) -> int:
        board = board_of({"box": [2, 2], "constraints": [{"type": "regex", "cells": cells, "pattern": pattern}]})
        return len(list(rules(board)[1]))

    assert clauses("[1-4]*1[1-4]{7}")
    with pytest.raises(Rejected, match="the most taken on"):
        clauses("[1-4]*1[1-4]{9}")


def test_what_the_clauses_of_rules_hold_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stays of several rules is what their one sheet holds; what each let go while it was written is not."""
    board = board_of(
        {
            "box": [2, 2],
            "constraints": [
                {"type": "anti_knight"},
                {"type": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 6},
                {"type": "anti_king"},
            ],
        }
    )
    sheets = []

    def sheet(*given: Any) -> Any:
        sheets.append(parts.Sheet(*given))
        return sheets[-1]

    monkeypatch.setattr(kinds, "Sheet", sheet)
    count = work.Work(10**6)
    with work.bounded(count):
        _, clauses = kinds.clauses_of(board.constraints, board.digits, 64)
    assert len(clauses) > 50
    assert count.held == sheets[0].held > 0
    assert count.steps > len(clauses)
