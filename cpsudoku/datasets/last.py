"""Findings that need all rows: duplicates, classes, leaks, shared grids, and which rows to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cpsudoku.datasets.parts import Splits
from cpsudoku.datasets.store import CLASSES, GRIDS, PUZZLES, Store

DUPLICATE, ISOMORPH, LEAK = "duplicate", "isomorph", "leak"


@dataclass
class Last:
    """Counts, and the rows that a clean set leaves out for another's sake."""

    duplicates: int = 0
    isomorphs: int = 0
    leaks: int = 0
    different: int = 0
    classes: int = 0
    shared_grids: int = 0
    grids: int = 0
    leaks_between: Counter[tuple[str, str]] = field(default_factory=Counter)
    pairs: Any = None


def _groups(entries: Any) -> tuple[Any, Any, Any]:
    """(number of its group, place of the group's first entry, whether it is that first) of each ordered entry."""
    new = np.ones(len(entries), dtype=bool)
    new[1:] = (entries["low"][1:] != entries["low"][:-1]) | (entries["high"][1:] != entries["high"][:-1])
    group = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    return group, starts, new


def last_look(store: Store, rows: int, splits: list[str], order: Splits, *, classes: bool) -> tuple[Last, Any]:
    """The answer, and a flag for each row (from 1): its puzzle came before, or its class is kept in another row.

    Of a class the first row of the split that is scarcest (`Splits.scarcity`) is kept. Findings go to the store.
    """
    store.drop((DUPLICATE, ISOMORPH, LEAK))
    found = Last()
    again = np.zeros(rows + 1, dtype=bool)
    spared = np.zeros(rows + 1, dtype=bool)
    trains = splits.index(order.train) if order.train in splits else -1
    ranks = np.array([order.scarcity(name) for name in splits])
    for entries in store.shares(PUZZLES):
        group, starts, new = _groups(entries)
        found.different += len(starts)
        found.duplicates += int((~new).sum())
        at = entries["row"][~new]
        again[at] = True
        store.find(_beside(at, entries["row"][starts][group[~new]], DUPLICATE))
        if not classes:
            _spare(entries, group, ranks, spared)
            _leaks(store, found, entries, group, starts, splits, trains)
    if classes:
        for entries in store.shares(CLASSES):
            group, starts, new = _groups(entries)
            found.classes += len(starts)
            same = ~new & ~again[entries["row"]]
            found.isomorphs += int(same.sum())
            store.find(_beside(entries["row"][same], entries["row"][starts][group[same]], ISOMORPH))
            _spare(entries, group, ranks, spared)
            _leaks(store, found, entries, group, starts, splits, trains)
    pairs = np.zeros(280 * 280, dtype=np.int64)
    for entries in store.shares(GRIDS):
        _, starts, new = _groups(entries)
        found.grids += len(starts)
        found.shared_grids += int((~new & ~again[entries["row"]]).sum())
        notes = entries["note"][starts]
        pairs += np.bincount(notes[notes >= 0], minlength=280 * 280)
    found.pairs = pairs
    return found, spared


def _beside(rows: Any, first: Any, kind: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for row, of in zip(rows.tolist(), first.tolist()):
        yield row, kind, {"same_as": of}


def _spare(entries: Any, group: Any, ranks: Any, spared: Any) -> None:
    """Flags all of each group but its first row of the split with the least rank."""
    order = np.lexsort((entries["row"], ranks[entries["note"]], group))
    flags = np.ones(len(entries), dtype=bool)
    flags[order[np.unique(group[order], return_index=True)[1]]] = False
    spared[entries["row"][flags]] = True


def _leaks(store: Store, found: Last, entries: Any, group: Any, starts: Any, splits: list[str], trains: int) -> None:
    """Rows of other splits than the one to train on whose group is in another split, too."""
    of = entries["note"]
    if len(splits) < 3:  # "" and one more
        return
    named = of > 0
    lowest = np.minimum.reduceat(np.where(named, of, 1 << 20), starts)
    highest = np.maximum.reduceat(np.where(named, of, -1), starts)
    several = (highest > lowest) & (highest > 0)
    for place in np.flatnonzero(several[group] & named & (of != trains)).tolist():
        start = int(starts[group[place]])
        end = int(starts[group[place] + 1]) if group[place] + 1 < len(starts) else len(entries)
        others = [k for k in range(start, end) if of[k] != of[place] and of[k] > 0]
        other = next((k for k in others if of[k] == trains), others[0])
        found.leaks += 1
        for name in {splits[of[k]] for k in others}:
            found.leaks_between[splits[of[place]], name] += 1
        details = {"split": splits[of[place]], "same_as": int(entries["row"][other]), "other": splits[of[other]]}
        store.find([(int(entries["row"][place]), LEAK, details)])
