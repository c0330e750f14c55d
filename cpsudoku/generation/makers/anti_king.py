"""Anti-king: no digit diagonally next to itself."""

from __future__ import annotations

from cpsudoku.constraints.board_rules import AntiKing

ABOUT = "no two equal digits diagonally next to each other"
RULES = (AntiKing(),)
