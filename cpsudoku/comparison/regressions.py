"""Two runs of the same comparison beside each other: what became faster, what slower."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from cpsudoku.comparison.runs import Run
from cpsudoku.comparison.statistics import median_interval
from cpsudoku.errors import UsageError, file_errors


@dataclass(frozen=True, slots=True)
class Change:
    """One engine on one set, then and now.

    `ratio`: the median of now / then over `puzzles` puzzles that both runs solved (above 1: slower), with its interval;
    `unsolved` and `won`: puzzles that only the earlier, only the later run solved; `changed`: puzzles both solved with
    different answers.
    """

    set: str
    engine: str
    puzzles: int
    ratio: float | None
    low: float | None
    high: float | None
    unsolved: int
    won: int
    changed: int

    @property
    def worse(self) -> bool:
        """True where it is slower beyond chance, solves less, or answers otherwise."""
        return bool(self.unsolved or self.changed or (self.low is not None and self.low > 1))


def earlier(path: str | Path) -> dict[str, Any]:
    """The results.json of an earlier run. Raises UsageError where it is none."""
    try:
        with file_errors(path):
            found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeError, json.JSONDecodeError):
        raise UsageError(f"{path}: no JSON; give the results.json that `compare -o` wrote") from None
    if (
        not isinstance(found, dict)
        or not isinstance(found.get("runs"), list)
        or not isinstance(found.get("about"), dict)
    ):
        raise UsageError(f"{path}: no results of a comparison; give the results.json that `compare -o` wrote")
    for run in found["runs"]:
        if not isinstance(run, dict) or not {"set", "row", "engine", "verdict", "seconds"} <= run.keys():
            raise UsageError(f"{path}: a run without set, row, engine, verdict and seconds: {json.dumps(run)[:80]}")
    return found


def changes(then: dict[str, Any], runs: Sequence[Run]) -> list[Change]:
    """Every engine and set that both have, in the order of *runs*. Raises UsageError where there is none."""
    open_words = ("unknown", "refused", "wrong")
    before = {(run["set"], run["engine"], run["row"]): run for run in then["runs"]}
    grouped: dict[tuple[str, str], list[tuple[dict[str, Any], dict[str, Any]]]] = {}
    for run in runs:
        was = before.get((run.group, run.contestant.label, run.row))
        if was is not None:
            grouped.setdefault((run.group, run.contestant.label), []).append((was, run.to_dict()))
    if not grouped:
        raise UsageError("the earlier comparison has no engine on a set of this one")
    found = []
    for (group, label), both in grouped.items():
        solved = [(a["verdict"] not in open_words, b["verdict"] not in open_words) for a, b in both]
        timed = [(a, b) for (a, b), (once, now) in zip(both, solved) if once and now]
        ratios = [max(b["seconds"], 1e-9) / max(a["seconds"], 1e-9) for a, b in timed]
        low, high = median_interval(ratios)
        found.append(
            Change(
                set=group,
                engine=label,
                puzzles=len(timed),
                ratio=median(ratios) if ratios else None,
                low=low,
                high=high,
                unsolved=sum(once and not now for once, now in solved),
                won=sum(now and not once for once, now in solved),
                changed=sum((a["verdict"], a.get("count")) != (b["verdict"], b.get("count")) for a, b in timed),
            )
        )
    return found


def sentence(change: Change) -> str:
    """One change in words."""
    interval = "" if change.low is None else f" [{change.low:.2f}, {change.high:.2f}]"
    words = "no puzzle solved by both" if change.ratio is None else f"{change.ratio:.2f}x the time of then{interval}"
    rest = [
        f"{number} {what}"
        for number, what in (
            (change.unsolved, "no longer solved"),
            (change.won, "newly solved"),
            (change.changed, "answered otherwise"),
        )
        if number
    ]
    return f"{change.set}: {change.engine} takes {words} on {change.puzzles} puzzles" + "".join(
        f", {it}" for it in rest
    )
