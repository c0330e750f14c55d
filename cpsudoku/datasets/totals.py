"""The counts of an audit while it runs; plain data, so that a checkpoint can keep them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from cpsudoku.datasets.checks import NOT_STATED, PATTERNS, WRONG, Looked
from cpsudoku.datasets.parts import Part
from cpsudoku.engines.block import Status
from cpsudoku.kernels.classic.verdicts import NEEDED

VERDICTS = ("unique", "multiple", "impossible", "unknown")
"""In the order of `Status`."""


class Totals:
    """Counters by name; each maps a word or number (as text) to a number of rows."""

    NAMES = ("rows", "verdicts", "claims", "clues", "patterns", "automorphisms", "boards", "rules", "files", "splits")

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = {name: Counter() for name in self.NAMES}

    def add(self, part: Part, looked: Looked, split_names: list[str]) -> None:
        """A part and what was found in it."""
        rows = self.of["rows"]
        rows["unreadable"] += len(part.bad)
        rows["rows"] += len(part.bad) + part.count
        self.of["files"][part.file] += len(part.bad) + part.count
        if not part.count:
            return
        statuses = np.frombuffer(looked.statuses, dtype=np.uint8)
        claims = np.frombuffer(looked.claims, dtype=np.uint8)
        for word, number in zip(VERDICTS, np.bincount(statuses, minlength=4).tolist()):
            self.of["verdicts"][word] += number
        unread = sum(1 for k in part.wrong if claims[k] == NOT_STATED)
        rows["stated"] += int((claims != NOT_STATED).sum()) + unread
        rows["wrong_solution"] += int((claims == WRONG).sum()) + unread
        if looked.spare:
            spare = np.frombuffer(looked.spare, dtype=np.uint8)
            rows["minimal"] += int((spare == NEEDED).sum())
        unique = statuses == Status.UNIQUE
        _count(self.of["clues"], looked.clues[unique])
        for k, name in enumerate(PATTERNS):
            self.of["patterns"][name] += int((looked.patterns[unique] >> k & 1).sum())
        self.of["patterns"]["none"] += int((looked.patterns[unique] == 0).sum())
        _count(self.of["automorphisms"], looked.automorphisms[unique])
        self.of["boards"][str(part.geometry)] += part.count
        for rule in {constraint.word for constraint in part.constraints}:
            self.of["rules"][rule] += part.count
        for split, number in enumerate(np.bincount(part.splits).tolist()):
            self.of["splits"][split_names[split]] += number

    def state(self) -> dict[str, dict[str, int]]:
        """Plain data."""
        return {name: dict(counter) for name, counter in self.of.items()}

    @classmethod
    def restored(cls, state: dict[str, dict[str, int]]) -> Totals:
        """From `state`."""
        made = cls()
        for name, counter in state.items():
            made.of[name].update(counter)
        return made


def _count(counter: Counter[str], values: Any) -> None:
    for value, number in zip(*np.unique(values, return_counts=True)):
        counter[str(int(value))] += int(number)
