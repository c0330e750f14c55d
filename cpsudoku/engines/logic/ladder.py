"""The twelve techniques in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cpsudoku.engines.logic.bicolour import bicolour
from cpsudoku.engines.logic.grid import Grid
from cpsudoku.engines.logic.hidden_single import hidden_single
from cpsudoku.engines.logic.hidden_subset import hidden_subset
from cpsudoku.engines.logic.locked_candidates import locked_candidates
from cpsudoku.engines.logic.naked_single import naked_single
from cpsudoku.engines.logic.naked_subset import naked_subset
from cpsudoku.engines.logic.x_cycle import x_cycle
from cpsudoku.engines.logic.x_wing import x_wing

LADDER: dict[str, Callable[[Grid], int]] = {
    "naked single": naked_single,
    "hidden single": hidden_single,
    "locked candidates": locked_candidates,
    "naked pair": partial(naked_subset, count=2),
    "hidden pair": partial(hidden_subset, count=2),
    "naked triple": partial(naked_subset, count=3),
    "hidden triple": partial(hidden_subset, count=3),
    "naked quad": partial(naked_subset, count=4),
    "hidden quad": partial(hidden_subset, count=4),
    "x-wing": x_wing,
    "bi-colour": bicolour,
    "x-cycle": x_cycle,
}
"""Name -> function. Each changes the grid where its pattern occurs and returns the number of steps it took."""
