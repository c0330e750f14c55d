"""The statistics of a whole comparison, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Any

from cpsudoku.comparison.answers import REFUSED
from cpsudoku.comparison.runs import Run
from cpsudoku.comparison.statistics import Growth, Pair, Portfolio, Time, growth, hardest, paired, portfolio
from cpsudoku.comparison.wording import duration, three_digits

By = dict[str, dict[str, dict[tuple[int, float], Run]]]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The statistics of a comparison."""

    pairs: list[Pair]
    portfolios: list[Portfolio]

    def records(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(kind, record) of each."""
        yield from (("pair", pair.to_dict()) for pair in self.pairs)
        yield from (("portfolio", found.to_dict()) for found in self.portfolios)


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
    made = []
    for name, engines in sets.items():
        for (first, ours), (second, theirs) in combinations(engines.items(), 2):
            both = [(ours[key], theirs[key]) for key in ours if key in theirs]
            times = [(time_of(a, limit), time_of(b, limit)) for a, b in both if a.solved or b.solved]
            if not any(a.solved for a, _ in both) or not any(b.solved for _, b in both):
                continue  # a ratio to time limits says nothing
            pair = paired(name, first, second, times)
            made += [pair] if pair is not None else []
    return made


def time_of(run: Run, limit: float) -> Time:
    """What a run counts with: its seconds, or twice the time limit where it did not solve the puzzle."""
    return Time(run.seconds, is_bound=run.is_bound) if run.solved else Time(2 * limit, is_penalty=True)


def portfolios(sets: By, limit: float) -> list[Portfolio]:
    """The virtual best solver of every set."""
    made = []
    for name, engines in sets.items():
        keys = {key: k for k, key in enumerate(sorted({key for runs in engines.values() for key in runs}))}
        times = {
            label: {keys[key]: time_of(run, limit) if run.solved else None for key, run in runs.items()}
            for label, runs in engines.items()
        }
        found = portfolio(name, times, limit)
        made += [found] if found is not None else []
    return made


def growths(runs: Sequence[Run]) -> list[Growth]:
    """How each engine's time grows with the side: at the fill ratio of each size that takes it longest, all solved."""
    made = []
    for label, sides in by_place(runs).items():
        points = []
        for side, fills in sides.items():
            full = [runs for runs in fills.values() if all(run.solved for run in runs)]
            if full:
                hardest = max(full, key=lambda runs: median(run.seconds for run in runs))
                points += [(side, run.seconds) for run in hardest]
        one = growth(label, points)
        made += [one] if one is not None else []
    return made


def growths_by_fill(runs: Sequence[Run]) -> dict[str, dict[float, Growth]]:
    """Engine -> fill ratio -> how its time grows with the side there, over the sizes all of whose boards it solved."""
    made: dict[str, dict[float, Growth]] = {}
    for label, sides in by_place(runs).items():
        points: dict[float, list[tuple[int, float]]] = {}
        for side, fills in sides.items():
            for fill, here in fills.items():
                if all(run.solved for run in here):
                    points.setdefault(fill, []).extend((side, run.seconds) for run in here)
        for fill, found in sorted(points.items()):
            one = growth(label, found)
            if one is not None:
                made.setdefault(label, {})[fill] = one
    return made


def hardest_fills(runs: Sequence[Run], timeout: float | None) -> dict[str, dict[int, tuple[float, float]]]:
    """Engine -> side -> (the fill ratio that takes longest on average, how sure that is: see `statistics.hardest`).

    A board not solved counts with twice the time limit. Sizes with fewer than two ratios are left out.
    """
    made: dict[str, dict[int, tuple[float, float]]] = {}
    for label, sides in by_place(runs).items():
        for side, fills in sorted(sides.items()):
            if len(fills) > 1:
                times = {
                    fill: [run.seconds if run.solved or timeout is None else 2 * timeout for run in here]
                    for fill, here in sorted(fills.items())
                }
                made.setdefault(label, {})[side] = hardest(times)
    return made


def by_place(runs: Sequence[Run]) -> dict[str, dict[int, dict[float, list[Run]]]]:
    """Engine -> side -> fill ratio, as it was asked for -> runs."""
    found: dict[str, dict[int, dict[float, list[Run]]]] = {}
    for run in runs:
        side, ratio = run.board.partition("x")[0], run.group.rpartition(" at ")[2]
        fill = float(ratio) if ratio != run.group else round(run.fill, 2)
        found.setdefault(run.contestant.label, {}).setdefault(int(side), {}).setdefault(fill, []).append(run)
    return found


def growth_rows(runs: Sequence[Run]) -> tuple[list[str], list[list[str]]]:
    """Heads and cells of a table of fill ratios against engines: the exponent of the side, and its interval."""
    found = growths_by_fill(runs)
    fills = sorted({fill for engines in found.values() for fill in engines})
    body = [[f"{fill:.2f}", *(exponent(at.get(fill)) for at in found.values())] for fill in fills]
    return ["fill", *found], body


def hardest_rows(runs: Sequence[Run], timeout: float | None) -> tuple[list[str], list[list[str]]]:
    """Heads and cells of a table of sizes against engines: the hardest fill ratio, and how sure it is."""
    found = hardest_fills(runs, timeout)
    sides = sorted({side for engines in found.values() for side in engines})
    body = [
        [f"{side}x{side}", *(f"{at[side][0]:.2f} ({at[side][1]:.0%})" if side in at else "" for at in found.values())]
        for side in sides
    ]
    return ["board", *found], body


def exponent(one: Growth | None) -> str:
    """An exponent with its interval; empty where there is none."""
    if one is None:
        return ""
    return f"{one.exponent:.1f}" + ("" if one.low is None else f" [{one.low:.1f}, {one.high:.1f}]")


def said(found: Analysis) -> Iterator[str]:
    """What the statistics say, a line each: every engine beside the best one, and the portfolio of each set."""
    for best in found.portfolios:
        yield from (
            told(pair) for pair in found.pairs if pair.set == best.set and best.best in (pair.faster, pair.slower)
        )
        needed = [f"{member.engine} {member.loss:.2f}x" for member in best.members if member.loss > 1.005]
        yield (
            f"{best.set}: the fastest engine on each puzzle would take {duration(best.median)} (PAR-2 "
            f"{duration(best.par2)}), {best.gain:.2f}x ahead of {best.best} alone; without it slower by: "
            + (", ".join(needed) or "no engine is needed")
        )


def said_of_growth(found: Sequence[Growth]) -> Iterator[str]:
    """How each engine's time grows, a line each."""
    for one in found:
        yield f"{one.engine}: time grows as side^{exponent(one)} at the hardest fill ratio solved"


def told(pair: Pair) -> str:
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
    """What a reader of the ratio must know: times that are penalties, and times that are only bounds."""
    if pair.penalised:
        yield f"{pair.penalised} unsolved by one of them, counted with twice the limit"
    if pair.censored_count:
        yield f"{pair.censored_count} below the noise of a subtracted start-up, counted with that bound and as no win"
