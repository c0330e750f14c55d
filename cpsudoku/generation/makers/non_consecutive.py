"""Non-consecutive: neighbours never differ by 1."""

from __future__ import annotations

from cpsudoku.constraints.board_rules import NonConsecutive

ABOUT = "no two neighbours that differ by 1"
RULES = (NonConsecutive(),)
