"""How hard a puzzle is for people under any rules: by the canonical walk up the ladder, not by the walk that is shown.

Each round takes all steps of the least cost at once, so that isomorphs give the same numbers. Where the techniques end,
candidates are tried: all those that singles and rules refute in the fewest rounds go at once, at a cost that rises with
the rounds; then those that are refuted by trials within the trial.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import check_deadline
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Log, advance, finders

TRIAL = 6.0
"""The cost of a trial, ..."""
ROUND = 0.15
"""... and of each of its rounds."""
NESTED = 9.0
"""The cost of a trial that needs trials."""
INNER = (4, 8, 30)
"""Rounds of a trial within a trial: more where fewer do not do."""
EASY = 1.0
"""What a round costs that counts nothing in the total."""
Key = tuple[int, int]


class Difficulty(NamedTuple):
    """The cost of the dearest round; what all rounds together cost beyond `EASY`; whether the walk reaches the end."""

    hardest: float
    total: float
    complete: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain data; no numbers where the walk ends early."""
        return {"hardest": self.hardest, "total": self.total} if self.complete else {}


def difficulty(puzzle: Puzzle, nested: bool = True) -> Difficulty:
    """The difficulty of a puzzle with one solution. Raises BudgetSpent where a deadline passes.

    *nested*: False ends the walk where trials within trials would be needed.
    """
    setting = Setting(puzzle)
    position = Position(setting)
    position.whole = True
    log = Log(position)
    log.begin([(cell, 1 << digit - 1) for cell, digit in puzzle.clues])
    replaced = ROWS["chain"], ROWS["colouring"]  # by trials
    ladder = finders([rung for rung in LADDER if rung not in replaced])
    costs: list[float] = []
    while not position.is_solved:
        check_deadline()
        found = advance(log, ladder)
        cost = None if found is None else found[0].cost
        if cost is None:
            cost = _tried(position, nested)
        if cost is None:
            return Difficulty(max(costs, default=0.0), _total(costs), False)
        costs.append(cost)
    return Difficulty(max(costs, default=0.0), _total(costs), True)


def _total(costs: Sequence[float]) -> float:
    return round(sum(cost - EASY for cost in costs), 1)


def _tried(position: Position, nested: bool) -> float | None:
    """Take away what trials refute in the fewest rounds; the cost, None where they refute nothing."""
    candidates = [(c, 1 << d) for c, mask in enumerate(position.masks) if mask & mask - 1 for d in bits(mask)]
    begin = array("I", position.masks)
    by_rounds: dict[int, list[Key]] = {}
    for cell, bit in candidates:
        rounds = refuted(position.setting, begin, cell, bit)[0]
        if rounds:
            by_rounds.setdefault(rounds, []).append((cell, bit))
    if by_rounds:
        least = min(by_rounds)
        _remove(position, by_rounds[least])
        return round(TRIAL + ROUND * least, 2)
    for number, most in enumerate(INNER if nested else ()):
        gone: dict[int, list[Key]] = {}
        for cell, bit in candidates:
            check_deadline()
            times = _nested(position.setting, begin, cell, bit, most)
            if times:
                gone.setdefault(times, []).append((cell, bit))
        if gone:
            least = min(gone)
            _remove(position, gone[least])
            return round(NESTED + 0.5 * number + ROUND * least, 2)
    return None


def _remove(position: Position, gone: Sequence[Key]) -> None:
    removed: dict[int, int] = {}
    for cell, bit in gone:
        removed[cell] = removed.get(cell, 0) | bit
    position.remove(removed)


def refuted(setting: Setting, masks: array[int], cell: int, bit: int, most: int = 999) -> tuple[int, array[int]]:
    """(rounds after which the candidate is refuted, else 0; the masks where that ends)."""
    before = masks[:]
    before[cell] = bit
    for rounds in range(1, most + 1):
        after = before[:]
        for source in setting.sources:
            left = source.narrower.left(before)
            if left is None:
                return rounds, after
            for where, mask in left.items():
                after[where] &= mask
        state = setting.loop.one_round(before, after)
        if state < 0:
            return rounds, after
        if not state:
            return 0, after
        before = after
    return 0, before


def _nested(setting: Setting, masks: array[int], cell: int, bit: int, most: int) -> int:
    """How often trials of *most* rounds must be made before the candidate is refuted; 0 where that does not do."""
    found, left = refuted(setting, masks, cell, bit)
    times = 0
    while not found:
        times += 1
        gone: list[Key] = []
        for other, mask in enumerate(left):
            if mask & mask - 1:
                gone += [(other, 1 << d) for d in bits(mask) if refuted(setting, left, other, 1 << d, most)[0]]
        if not gone:
            return 0
        for other, one in gone:
            left[other] &= ~one
            if not left[other]:
                return times
        found, left = refuted(setting, left, cell, bit)
    return times
