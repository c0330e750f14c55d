"""The figures of one engine on one set, and times and figures as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, median_low
from typing import Any

from cpsudoku.comparison.contestant import REFUSED, WRONG
from cpsudoku.comparison.runs import Run, SetUp
from cpsudoku.comparison.statistics import median_interval

COUNTERS = ("conflicts", "decisions", "propagations", "nodes", "moves", "variables", "clauses")
PHASES = ("encode", "load", "search")
TIMES = ("median", "mean", "p95", "worst", "par2")


@dataclass(frozen=True)
class Summary:
    """Times in seconds of CPU, None where the engine refused every puzzle. `wrong`: refuted answers of a program
    from outside; of ours, one would have ended the comparison. `refused`: puzzles with rules the engine does not
    serve, in no other figure.

    `par2`: mean with twice the time limit for each timeout. `per_second`: puzzles solved a second of
    all time spent. `counters`: means a puzzle, of those an engine reports. `shares`: of the whole time on
    the set, what went into encoding, loading and search; what an engine encodes and loads once for a
    board counts here, and in no other figure. `low`, `high`: the 95 % interval of the median, see `statistics`.
    `censored`: puzzles whose time is only an upper bound (`Run.is_bound`); where there are any, the times are upper
    bounds, and `median_is_bound` says whether the median is one. `wall`: median of seconds on the
    clock. `memory`: most megabytes of a program, or of a process with this engine alone.
    """

    group: str
    engine: str
    encoding: str
    simplify: str
    puzzles: int
    solved: int
    wrong: int
    timeouts: int
    refused: int
    median: float | None
    mean: float | None
    p95: float | None
    worst: float | None
    par2: float | None
    per_second: float | None
    counters: dict[str, float]
    shares: dict[str, float]
    low: float | None = None
    high: float | None = None
    wall: float | None = None
    memory: float | None = None
    censored: int = 0
    median_is_bound: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The flat record: counters and shares by name, None where an engine reports none."""
        names = ("engine", "encoding", "simplify", "puzzles", "solved", "wrong", "timeouts", "refused")
        record: dict[str, Any] = {"set": self.group}
        record |= {name: getattr(self, name) for name in (*names, *TIMES, "per_second")}
        record |= {"median_low": self.low, "median_high": self.high, "wall_median": self.wall}
        record |= {"memory_mb": self.memory, "censored_count": self.censored}
        record |= {name: self.counters.get(name) for name in COUNTERS}
        return record | {f"{phase}_share": self.shares.get(phase) for phase in PHASES}

    @property
    def label(self) -> str:
        """As `Contestant.label`."""
        return " ".join(word for word in (self.engine, self.encoding, self.simplify) if word)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least *share* (0 to 1) of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    rank = -(-share * len(ordered) // 1)
    return ordered[max(0, int(rank) - 1)]


def summary(
    runs: Sequence[Run], timeout: float | None, setup: SetUp | None = None, megabytes: float | None = None
) -> Summary:
    """The figures of *runs*, all of one contestant on one set; *setup* is what it spent once.

    *megabytes*: peak memory of a process of its own; the runs of external programs state theirs.
    """
    first = runs[0]
    every, runs = runs, [run for run in runs if run.answer != REFUSED]
    times = [run.seconds for run in runs]
    solved = sum(run.solved for run in runs)
    wrong = sum(run.answer == WRONG for run in runs)
    penalised = [run.seconds if run.solved or timeout is None else 2 * timeout for run in runs]
    counters = {}
    for name in COUNTERS:
        values = [run.stats[name] for run in runs if name in run.stats]
        if values:
            counters[name] = fmean(values)
    once = setup or SetUp()
    encode = sum(run.stats.get("encode_seconds", 0.0) for run in runs)
    load = sum(run.stats.get("load_seconds", 0.0) for run in runs)
    search = max(0.0, sum(times) - encode - load)
    spent = {"encode": encode + once.encode, "load": load + once.load, "search": search}
    accounted = sum(spent.values())
    contestant = first.contestant
    low, high = median_interval(times)
    middle = median_low(times) if times else 0.0
    memory = [run.stats["memory_mb"] for run in runs if "memory_mb" in run.stats]
    return Summary(
        group=first.group,
        engine=contestant.title,
        encoding=contestant.encoding.name if contestant.encoding else "",
        simplify=contestant.simplify or "",
        puzzles=len(every),
        solved=solved,
        wrong=wrong,
        timeouts=len(runs) - solved - wrong,
        refused=len(every) - len(runs),
        median=median(times) if times else None,
        mean=fmean(times) if times else None,
        p95=percentile(times, 0.95) if times else None,
        worst=max(times, default=None),
        par2=fmean(penalised) if times else None,
        per_second=(solved / sum(times) if sum(times) else 0.0) if times else None,
        counters=counters,
        shares={phase: seconds / accounted for phase, seconds in spent.items()} if accounted else {},
        low=low,
        high=high,
        wall=median(run.wall for run in runs) if runs else None,
        memory=max(memory, default=megabytes),
        censored=sum(run.is_bound for run in runs),
        median_is_bound=any(run.is_bound and run.seconds >= middle for run in runs),
    )


def duration(seconds: float) -> str:
    """Three digits and a unit: `38.2 us`, `1.05 ms`, `12.3 s`."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale * 0.9995:
            return f"{three_digits(seconds / scale)} {unit}"
    return f"{three_digits(seconds * 1e6)} us"


def figure(value: float) -> str:
    """A count or rate: three digits below 1000, whole numbers with thousands separated above."""
    return f"{value:,.0f}" if value >= 999.5 or value == int(value) else three_digits(value)


def three_digits(value: float) -> str:
    """`12.3`, `1.23`, `123`, `0.12`."""
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
