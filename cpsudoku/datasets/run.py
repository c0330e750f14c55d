"""The pass of an audit over its rows, and the counts that it keeps."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from cpsudoku.batch.parallel import Hints, in_order
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.datasets.checks import NOT_STATED, PATTERNS, WRONG, Checked, Checks, Sent, check_part
from cpsudoku.datasets.difficulty import Sample
from cpsudoku.datasets.parts import Part, Reader, Source, Splits
from cpsudoku.datasets.store import CLASSES, GRIDS, PUZZLES, Store
from cpsudoku.engines.block import Status
from cpsudoku.errors import UsageError
from cpsudoku.kernels.classic.verdicts import NEEDED

R = TypeVar("R")

SECONDS = 5.0
"""Between two checkpoints."""
TEXT = 2_000
"""Characters of an unreadable row that are kept."""
VERDICTS = ("unique", "multiple", "impossible", "unknown")
"""In the order of `Status`."""


@dataclass
class Pass:
    """The pass of an audit over its rows: what it keeps, and the number of the last row that is done."""

    store: Store
    reader: Reader
    totals: Totals
    sample: Sample
    done: int = 0

    @classmethod
    def begun(cls, store: Store, request: dict[str, Any], splits: Splits, sample: Sample) -> Pass:
        """A new pass, or one that continues what the store keeps. Raises UsageError where that is another audit."""
        before = store.state("asked")
        request = json.loads(json.dumps(request))
        if before is None:
            store.checkpoint(asked=request)
        elif before != request:
            differs = ", ".join(key for key in request if before.get(key) != request[key])
            raise UsageError(
                f"{store.path}: the state of another audit ({differs} differ); name another file, or remove it"
            )
        done = store.state("done")
        if done is None:
            return cls(store, Reader(splits), Totals(), sample)
        sample.restore(store.state("sample"))
        return cls(store, Reader(splits, store.state("splits")), Totals.restored(store.state("totals")), sample, done)

    def run(
        self, sources: Iterable[Source], checks: Checks, jobs: int, dask: str | None, advance: Callable[[int], object]
    ) -> None:
        """Check every row that is not done."""

        def left() -> Iterator[Part]:
            for part in self.reader.parts(sources):
                if part.last > self.done:
                    yield part
                else:
                    advance(part.count + len(part.bad))

        last = time.monotonic()
        for part, checked in each_part(partial(check_part, checks=checks), left(), jobs, dask):
            self.totals.add(part, checked, self.reader.names)
            _keep(part, checked, self.store, self.sample, checks)
            advance(part.count + len(part.bad))
            if time.monotonic() - last > SECONDS:
                self.checkpoint(part.last)
                last = time.monotonic()

    def checkpoint(self, done: int) -> None:
        """Keep what is known up to row *done*."""
        self.store.checkpoint(
            done=done, splits=self.reader.names, totals=self.totals.state(), sample=self.sample.state()
        )


def each_part(
    work: Callable[[Sent], R], parts: Iterable[Part], jobs: int, dask: str | None
) -> Iterator[tuple[Part, R]]:
    """Each part with what *work* finds of it, in order."""
    waiting: deque[Part] = deque()

    def sent() -> Iterator[Sent]:
        for part in parts:
            waiting.append(part)
            yield part.geometry, part.cells, part.claimed, part.constraints

    for _, found in in_order(work, sent(), jobs, dask, Hints(_singly, _named)):
        yield waiting.popleft(), found


def _singly(sent: Sent) -> Sequence[Sent]:
    geometry, cells, claimed, constraints = sent
    size = geometry.size
    return [
        (geometry, cells[at : at + size], claimed[at : at + size], constraints) for at in range(0, len(cells), size)
    ]


def _named(sent: Sent) -> str:
    geometry, cells, _, _ = sent
    more = len(cells) // geometry.size - 1
    text = DEFAULT.write(cells[: geometry.size], geometry.side) if geometry.layout is None else str(geometry)
    return f"puzzle {text}" + (f" or one of the {more} after it" if more > 0 else "")


def _keep(part: Part, checked: Checked, store: Store, sample: Sample, checks: Checks) -> None:
    """Keys, places, findings and candidates for the sample of a part."""
    store.find(
        (
            bad.row,
            "unreadable",
            {"file": part.file, "line": bad.line, "text": bad.text[:TEXT], "message": str(bad.error)},
        )
        for bad in part.bad
    )
    if not part.count:
        return
    rows = part.numbers
    store.place(part.file, rows, part.lines)
    store.keep(PUZZLES, checked.puzzle_keys, rows, part.splits)
    if checks.classes:
        store.keep(CLASSES, checked.class_keys, rows, part.splits)
    statuses = np.frombuffer(checked.statuses, dtype=np.uint8)
    unique = statuses == Status.UNIQUE
    if checks.grids and unique.any():
        keys = np.frombuffer(checked.grid_keys, dtype=np.uint8).reshape(-1, 16)[unique]
        store.keep(GRIDS, keys.tobytes(), rows[unique], checked.pairs[unique])
    if part.geometry.is_classic and not part.constraints:
        sample.offer(rows[unique], np.frombuffer(part.cells, dtype=np.uint8).reshape(-1, 81)[unique])
    store.find(_findings(part, checked, statuses))


def _findings(part: Part, checked: Checked, statuses: Any) -> Iterator[tuple[int, str, dict[str, Any]]]:
    size = part.geometry.size
    claims = np.frombuffer(checked.claims, dtype=np.uint8)
    odd = np.flatnonzero((statuses != Status.UNIQUE) | (claims == WRONG)).tolist()
    for k in sorted({*odd, *part.wrong}):
        row, text = int(part.numbers[k]), Puzzle.trusted(part.cells[size * k : size * k + size], part.geometry).line()
        place = {"file": part.file, "line": int(part.lines[k]), "puzzle": text}
        if statuses[k] != Status.UNIQUE:
            word = VERDICTS[statuses[k]]
            why = {"message": checked.whys[k]} if k in checked.whys else {}
            yield row, word, place | why
        if k in part.wrong and claims[k] != WRONG:
            yield row, "wrong_solution", place | {"message": part.wrong[k]}
        elif claims[k] == WRONG:
            wrong = {
                Status.UNIQUE: "not the solution of its puzzle",
                Status.IMPOSSIBLE: "the puzzle has no solution",
            }.get(Status(statuses[k]), "no solution of its puzzle")
            yield row, "wrong_solution", place | {"message": wrong}


class Totals:
    """Counters by name; each maps a word or number (as text) to a number of rows."""

    NAMES = ("rows", "verdicts", "claims", "clues", "patterns", "automorphisms", "boards", "rules", "files", "splits")

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = {name: Counter() for name in self.NAMES}

    def add(self, part: Part, checked: Checked, split_names: list[str]) -> None:
        """A part and what was found in it."""
        rows = self.of["rows"]
        rows["unreadable"] += len(part.bad)
        rows["rows"] += len(part.bad) + part.count
        self.of["files"][part.file] += len(part.bad) + part.count
        if not part.count:
            return
        statuses = np.frombuffer(checked.statuses, dtype=np.uint8)
        claims = np.frombuffer(checked.claims, dtype=np.uint8)
        for word, number in zip(VERDICTS, np.bincount(statuses, minlength=4).tolist()):
            self.of["verdicts"][word] += number
        unread = sum(1 for k in part.wrong if claims[k] == NOT_STATED)
        rows["stated"] += int((claims != NOT_STATED).sum()) + unread
        rows["wrong_solution"] += int((claims == WRONG).sum()) + unread
        if checked.spare:
            spare = np.frombuffer(checked.spare, dtype=np.uint8)
            rows["minimal"] += int((spare == NEEDED).sum())
        unique = statuses == Status.UNIQUE
        _count(self.of["clues"], checked.clues[unique])
        for k, name in enumerate(PATTERNS):
            self.of["patterns"][name] += int((checked.patterns[unique] >> k & 1).sum())
        self.of["patterns"]["none"] += int((checked.patterns[unique] == 0).sum())
        _count(self.of["automorphisms"], checked.automorphisms[unique])
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
        totals = cls()
        for name, counter in state.items():
            totals.of[name].update(counter)
        return totals


def _count(counter: Counter[str], values: Any) -> None:
    for value, number in zip(*np.unique(values, return_counts=True)):
        counter[str(int(value))] += int(number)
