"""The statistics of a whole comparison, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import median
from typing import Any

from cpsudoku.comparison.contestant import REFUSED
from cpsudoku.comparison.runs import Run
from cpsudoku.comparison.statistics import Growth, Pair, Portfolio, Time, growth, hardest, paired, portfolio
from cpsudoku.comparison.summary import duration, figure, three_digits

Rows = tuple[list[str], list[list[str]]]
"""The heads of a table, and its cells."""
By = dict[str, dict[str, dict[tuple[int, float], Run]]]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The statistics of a comparison."""

    pairs: list[Pair]
    portfolios: list[Portfolio]

    def records(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(kind, record) of each."""
        yield from (("pair", asdict(pair)) for pair in self.pairs)
        yield from (("portfolio", asdict(found)) for found in self.portfolios)


def analysis(runs: Sequence[Run], timeout: float | None) -> Analysis:
    """Pairs and portfolios of the runs; without a time limit the longest run stands for it."""
    limit = timeout or max((run.seconds for run in runs), default=0.0)
    sets = by_set(runs)
    return Analysis(pairs(sets, limit), portfolios(sets, limit))


def by_set(runs: Sequence[Run]) -> By:
    """Set -> engine -> (row, fill) -> run; refused puzzles left out."""
    found: By = {}
    for run in runs:
        if run.answer != REFUSED:
            found.setdefault(run.group, {}).setdefault(run.contestant.label, {})[run.row, run.fill] = run
    return found


def pairs(sets: By, limit: float) -> list[Pair]:
    """Every two engines on every set that both solve something of, on the puzzles that at least one of them solved."""
    found = []
    for name, engines in sets.items():
        for (first, ours), (second, theirs) in combinations(engines.items(), 2):
            both = [(ours[key], theirs[key]) for key in ours if key in theirs]
            times = [(time_of(a, limit), time_of(b, limit)) for a, b in both if a.solved or b.solved]
            if not any(a.solved for a, _ in both) or not any(b.solved for _, b in both):
                continue  # a ratio to time limits says nothing
            pair = paired(name, first, second, times)
            found += [pair] if pair is not None else []
    return found


def time_of(run: Run, limit: float) -> Time:
    """The time of a run: its seconds, or twice the time limit where it did not solve the puzzle."""
    return Time(run.seconds, is_bound=run.is_bound) if run.solved else Time(2 * limit, is_penalty=True)


def portfolios(sets: By, limit: float) -> list[Portfolio]:
    """The virtual best solver of every set."""
    found = []
    for name, engines in sets.items():
        keys = {key: k for k, key in enumerate(sorted({key for runs in engines.values() for key in runs}))}
        times = {
            label: {keys[key]: time_of(run, limit) if run.solved else None for key, run in runs.items()}
            for label, runs in engines.items()
        }
        best = portfolio(name, times, limit)
        found += [best] if best is not None else []
    return found


def by_place(runs: Sequence[Run]) -> dict[str, dict[tuple[int, float], list[Run]]]:
    """Engine -> (side, requested fill ratio) -> runs."""
    found: dict[str, dict[tuple[int, float], list[Run]]] = {}
    for run in runs:
        side, ratio = run.board.partition("x")[0], run.group.rpartition(" at ")[2]
        fill = float(ratio) if ratio != run.group else round(run.fill, 2)
        found.setdefault(run.contestant.label, {}).setdefault((int(side), fill), []).append(run)
    return found


def growths(runs: Sequence[Run]) -> list[Growth]:
    """How each engine's time grows with the side: at the fill ratio of each size that takes it longest, all solved."""
    found = []
    for label, places in by_place(runs).items():
        slowest: dict[int, tuple[float, list[Run]]] = {}
        for (side, _), here in places.items():
            middle = median(run.seconds for run in here)
            if all(run.solved for run in here) and (side not in slowest or middle > slowest[side][0]):
                slowest[side] = middle, here
        found.append(growth(label, [(side, run.seconds) for side, (_, here) in slowest.items() for run in here]))
    return [one for one in found if one is not None]


def growths_by_fill(runs: Sequence[Run]) -> dict[str, dict[float, Growth]]:
    """Engine -> fill ratio -> how its time grows with the side there, over the sizes all of whose boards it solved."""
    found: dict[str, dict[float, Growth]] = {}
    for label, places in by_place(runs).items():
        points: dict[float, list[tuple[int, float]]] = {}
        for (side, fill), here in places.items():
            if all(run.solved for run in here):
                points.setdefault(fill, []).extend((side, run.seconds) for run in here)
        grown = {fill: growth(label, at) for fill, at in sorted(points.items())}
        known = {fill: one for fill, one in grown.items() if one is not None}
        found |= {label: known} if known else {}
    return found


def hardest_fills(runs: Sequence[Run], timeout: float | None) -> dict[str, dict[int, tuple[float, float]]]:
    """Engine -> side -> (the fill ratio that takes longest on average, how sure that is: see `statistics.hardest`).

    A board not solved counts with twice the time limit. Sizes with fewer than two ratios are left out.
    """
    found: dict[str, dict[int, tuple[float, float]]] = {}
    for label, places in by_place(runs).items():
        times: dict[int, dict[float, list[float]]] = {}
        for (side, fill), here in sorted(places.items()):
            seconds = [run.seconds if run.solved or timeout is None else 2 * timeout for run in here]
            times.setdefault(side, {})[fill] = seconds
        sure = {side: hardest(fills) for side, fills in times.items() if len(fills) > 1}
        found |= {label: sure} if sure else {}
    return found


def hardest_solved(runs: Sequence[Run]) -> list[tuple[str, int, float, float]]:
    """(engine, side, fill, worst seconds) of the slowest fill ratio at which an engine solved every board of a size."""
    slowest: dict[tuple[str, int], tuple[float, float]] = {}
    for label, places in by_place(runs).items():
        for (side, fill), here in sorted(places.items()):
            if all(run.solved for run in here):
                worst = max(run.seconds for run in here), fill
                slowest[label, side] = max(worst, slowest.get((label, side), worst))
    return [(label, side, fill, worst) for (label, side), (worst, fill) in slowest.items()]


def by_engine(head: str, name: Callable[[Any], str], columns: Mapping[str, Mapping[Any, str]]) -> Rows:
    """Heads and cells of a table with a column for each engine, and a row for each key of the columns."""
    keys = sorted({key for column in columns.values() for key in column})
    return [head, *columns], [[name(key), *(column.get(key, "") for column in columns.values())] for key in keys]


def board_name(side: int) -> str:
    """`16x16`."""
    return f"{side}x{side}"


def growth_rows(runs: Sequence[Run]) -> Rows:
    """A table of fill ratios against engines: the exponent of the side, and its interval."""
    found = growths_by_fill(runs)
    columns = {label: {fill: exponent(one) for fill, one in fills.items()} for label, fills in found.items()}
    return by_engine("fill", "{:.2f}".format, columns)


def hardest_rows(runs: Sequence[Run], timeout: float | None) -> Rows:
    """A table of sizes against engines: the hardest fill ratio, and how sure it is."""
    columns = {
        label: {side: f"{fill:.2f} ({sure:.0%})" for side, (fill, sure) in sides.items()}
        for label, sides in hardest_fills(runs, timeout).items()
    }
    return by_engine("board", board_name, columns)


def memory_rows(memories: Mapping[tuple[str, str], float]) -> Rows:
    """A table of sizes against engines: most megabytes over the fill ratios; no rows without any."""
    most: dict[str, dict[int, float]] = {}
    for (group, label), megabytes in sorted(memories.items(), key=lambda item: int(item[0][0].partition("x")[0])):
        here, side = most.setdefault(label, {}), int(group.partition("x")[0])
        here[side] = max(megabytes, here.get(side, 0.0))
    columns = {label: {side: figure(most) for side, most in sides.items()} for label, sides in most.items()}
    return by_engine("board", board_name, columns)


def phase_rows(runs: Sequence[Run]) -> Rows:
    """A table of boards against engines: the median time, and how many were solved if not all."""
    found = by_place(runs)
    body = []
    for side, fill in sorted({place for places in found.values() for place in places}):
        row = [board_name(side), f"{fill:.2f}"]
        for places in found.values():
            here = places.get((side, fill), [])
            solved = sum(run.solved for run in here)
            text = duration(median(run.seconds for run in here)) if solved else "timeout" if here else "left out"
            row.append(f"{text} ({solved}/{len(here)})" if 0 < solved < len(here) else text)
        body.append(row)
    return ["board", "fill", *found], body


def exponent(one: Growth) -> str:
    """An exponent with its interval, if there is one."""
    return f"{one.exponent:.1f}" + ("" if one.low is None else f" [{one.low:.1f}, {one.high:.1f}]")


def sentences(found: Analysis) -> Iterator[str]:
    """The statistics in words, a line each: every engine beside the best one, and the portfolio of each set."""
    for best in found.portfolios:
        yield from (
            described(pair) for pair in found.pairs if pair.set == best.set and best.best in (pair.faster, pair.slower)
        )
        needed = [f"{member.engine} {member.loss:.2f}x" for member in best.members if member.loss > 1.005]
        yield (
            f"{best.set}: the fastest engine on each puzzle would take {duration(best.median)} (PAR-2 "
            f"{duration(best.par2)}), {best.gain:.2f}x ahead of {best.best} alone; without it slower by: "
            + (", ".join(needed) or "no engine is needed")
        )


def growth_sentences(found: Sequence[Growth]) -> Iterator[str]:
    """How each engine's time grows, a line each."""
    for one in found:
        yield f"{one.engine}: time grows as side^{exponent(one)} at the hardest fill ratio solved"


def described(pair: Pair) -> str:
    """One pair in words."""
    interval = (
        "" if pair.ratio_low is None else f" [{three_digits(pair.ratio_low)}, {three_digits(pair.ratio_high or 0)}]"
    )
    p = "" if pair.p is None else f", Wilcoxon p {pair.p:.1g}"
    return (
        f"{pair.set}: {pair.slower} takes {three_digits(pair.ratio)}x{interval} the time of {pair.faster} "
        f"(faster on {pair.wins} of {pair.puzzles}, effect {pair.effect:.2f}{p}"
        + "".join(f"; {note}" for note in notes(pair))
        + ")"
    )


def notes(pair: Pair) -> Iterator[str]:
    """Caveats of the ratio: times that are penalties, and times that are only bounds."""
    if pair.penalised:
        yield f"{pair.penalised} unsolved by one of them, counted with twice the limit"
    if pair.censored_count:
        yield f"{pair.censored_count} below the noise of a subtracted start-up, counted with that bound and as no win"
