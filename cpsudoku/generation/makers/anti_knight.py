"""Anti-knight: no digit a knight's move from itself."""

from __future__ import annotations

from cpsudoku.constraints.board_rules import AntiKnight

ABOUT = "no two equal digits a knight's move apart"
RULES = (AntiKnight(),)
