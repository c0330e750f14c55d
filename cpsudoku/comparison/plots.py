"""Plots of a comparison (extra `[plot]`: matplotlib), each as SVG and PNG.

Every engine has one colour, line style and marker in all of them, so they can be told apart in
grey, too. Times are CPU time on a logarithmic axis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from cpsudoku.comparison.answers import REFUSED
from cpsudoku.comparison.runs import Run
from cpsudoku.comparison.table import Table
from cpsudoku.comparison.wording import duration
from cpsudoku.errors import ExtraMissing, UsageError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#7F7F7F")
"""Okabe and Ito's palette, without its yellow, and grey: distinct for every kind of colour vision."""
STYLES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
MOST_PANELS = 12
"""A figure with more panels is cut down to these."""


def figure(width: float, height: float) -> Any:
    """An empty matplotlib figure, in inches. Raises ExtraMissing where matplotlib is not installed."""
    try:
        from matplotlib import rc_context  # noqa: F401  (the import that fails first without the extra)
        from matplotlib.figure import Figure
    except ImportError:
        raise ExtraMissing("plots need matplotlib: pip install 'cpsudoku[plot]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def save(made: Any, folder: Path, name: str) -> list[Path]:
    """Write *made* as NAME.svg and NAME.png; the files. The same figure gives the same bytes."""
    from matplotlib import rc_context

    paths = [folder / f"{name}.svg", folder / f"{name}.png"]
    with rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        made.savefig(paths[0], metadata={"Date": None})
        made.savefig(paths[1], dpi=160)
    return paths


def panels(count: int, *, width: float = 4.6, height: float = 3.6, share_y: bool = True) -> tuple[Any, list[Any]]:
    """A figure of *count* plots, at most three in a row, four two by two, and its axes."""
    columns = 2 if count == 4 else min(3, count)
    rows = -(-count // columns)
    made = figure(width * columns, height * rows + 0.5)
    grid = made.subplots(rows, columns, squeeze=False, sharey=share_y)
    axes = [axis for row in grid for axis in row]
    for axis in axes[count:]:
        axis.set_visible(False)
    for axis in axes[:count]:
        axis.grid(True, which="major", color="#DDDDDD", linewidth=0.6)
        axis.set_axisbelow(True)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
    return made, axes[:count]


def looks(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How each engine is drawn, by label."""
    return {
        label: {
            "color": COLOURS[k % len(COLOURS)],
            "linestyle": STYLES[k // len(COLOURS) % len(STYLES)] if len(labels) > len(COLOURS) else STYLES[k % 4],
            "marker": MARKERS[k % len(MARKERS)],
        }
        for k, label in enumerate(labels)
    }


def legend(made: Any, axes: Sequence[Any], count: int) -> None:
    """One legend for all panels, below them; entries in the order of first appearance."""
    handles: dict[str, Any] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if handles:
        made.legend(
            handles.values(), handles.keys(), loc="outside lower center", ncols=min(count, 4), frameon=False, fontsize=9
        )


def readable_times(axis: Any, which: str = "y") -> None:
    """Ticks such as `1 ms` on a logarithmic axis of seconds."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    chosen = axis.yaxis if which == "y" else axis.xaxis
    chosen.set_major_formatter(FuncFormatter(lambda seconds, _: tick(seconds)))
    chosen.set_minor_formatter(NullFormatter())


def tick(seconds: float) -> str:
    """A power of ten as a time: `10 us`, `1 ms`, `100 s`."""
    return duration(seconds).replace(".00", "").replace(".0 ", " ") if seconds > 0 else ""


def cactus(table: Table) -> Any:
    """For each set, how many puzzles each engine solves in how much time each: further right and lower is better."""
    labels = labels_of(table)
    style = looks(labels)
    groups = groups_of(table)
    made, axes = panels(len(groups))
    from matplotlib.ticker import MaxNLocator

    for axis, (name, runs) in zip(axes, groups.items()):
        for label in labels:
            times = sorted(run.seconds for run in runs if run.solved and run.contestant.label == label)
            if times:
                axis.plot(
                    range(1, len(times) + 1),
                    times,
                    label=label,
                    markersize=4,
                    markevery=max(1, len(times) // 8),
                    linewidth=1.4,
                    **style[label],
                )
        axis.set_yscale("log")
        readable_times(axis)
        axis.set_title(name, fontsize=10, loc="left")
        axis.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axis.set_xlabel("puzzles solved, easiest first")
    axes[0].set_ylabel("CPU time of a puzzle")
    legend(made, axes, len(labels))
    return made


def scatter(table: Table, first: str, second: str) -> Any:
    """Each puzzle's time with one engine against that with another; above the diagonal the first one is faster.

    Puzzles that ran out of time are drawn on the dashed line of the limit. Raises UsageError for an unknown label.
    """
    labels = labels_of(table)
    for label in (first, second):
        if label not in labels:
            raise UsageError(f"engine {label!r} did not take part; those that did: {', '.join(labels)}")
    timeout = table.about.get("timeout")
    made, (axis,) = panels(1, width=5.2, height=4.8)
    low, high = float("inf"), 0.0
    for k, (name, runs) in enumerate(groups_of(table).items()):
        times: dict[str, dict[int, float]] = {first: {}, second: {}}
        for run in runs:
            if run.contestant.label in times:
                times[run.contestant.label][run.row] = run.seconds if run.solved or not timeout else timeout
        rows = sorted(times[first].keys() & times[second].keys())
        xs, ys = [times[first][row] for row in rows], [times[second][row] for row in rows]
        low, high = min([low, *xs, *ys]), max([high, *xs, *ys])
        colour, marker = COLOURS[k % len(COLOURS)], MARKERS[k % len(MARKERS)]
        axis.scatter(xs, ys, s=16, alpha=0.65, label=name, color=colour, marker=marker, linewidths=0)
    bounds = (max(low, 1e-7) / 2, high * 2)
    axis.plot(bounds, bounds, color="#555555", linewidth=0.9, label="equal")
    if timeout and high >= timeout:
        for line in (axis.axhline, axis.axvline):
            line(timeout, color="#555555", linewidth=0.8, linestyle="--")
    for which in ("x", "y"):
        getattr(axis, f"set_{which}scale")("log")
        getattr(axis, f"set_{which}lim")(*bounds)
        readable_times(axis, which)
    axis.set_aspect("equal")
    axis.set_xlabel(f"CPU time, {first}")
    axis.set_ylabel(f"CPU time, {second}")
    legend(made, [axis], 3)
    return made


def by_fill(table: Table) -> Any:
    """Median time against the share of cells that are clues; a panel a board size, all sets of the size together."""
    labels = labels_of(table)
    style = looks(labels)
    by_board: dict[str, list[Run]] = {}
    for run in ran(table):
        by_board.setdefault(run.board, []).append(run)
    made, axes = panels(len(by_board))
    timeout = table.about.get("timeout")
    for axis, (board, runs) in zip(axes, by_board.items()):
        for label in labels:
            at: dict[float, list[float]] = {}
            for run in runs:
                if run.contestant.label == label:
                    at.setdefault(round(run.fill, 2), []).append(run.seconds if run.solved else timeout or run.seconds)
            fills = sorted(at)
            medians = [median(at[fill]) for fill in fills]
            axis.plot(fills, medians, label=label, markersize=4, linewidth=1.4, **style[label])
        if timeout and any(not run.solved for run in runs):
            axis.axhline(timeout, color="#555555", linewidth=0.8, linestyle="--")
        axis.set_yscale("log")
        readable_times(axis)
        axis.set_title(board, fontsize=10, loc="left")
        axis.set_xlabel("clues / cells")
    for axis in axes[::3]:
        axis.set_ylabel("median CPU time")
    legend(made, axes, len(labels))
    return made


def all_plots(table: Table) -> Mapping[str, Callable[[], Any]]:
    """File name -> how to make it: cactus, fill, and a scatter of each pair of the first four engines."""
    made: dict[str, Callable[[], Any]] = {"cactus": lambda: cactus(table), "fill": lambda: by_fill(table)}
    for first, second in combinations(labels_of(table)[:4], 2):
        name = f"scatter-{slug(first)}-{slug(second)}"
        made[name] = lambda first=first, second=second: scatter(table, first, second)  # type: ignore[misc]
    return made


def slug(label: str) -> str:
    """A label as part of a file name."""
    return "".join(character if character.isalnum() else "-" for character in label)


def labels_of(table: Table) -> list[str]:
    """The engines that ran, in the order they were given."""
    found = {run.contestant.label for run in ran(table)}
    named = [label for label in table.about.get("engines", ()) if label in found]
    return named or sorted(found)


def ran(table: Table) -> list[Run]:
    """The runs, but for those of puzzles that an engine refused."""
    return [run for run in table.runs if run.answer != REFUSED]


def groups_of(table: Table) -> dict[str, list[Run]]:
    """The runs by set, the first `MOST_PANELS` sets."""
    found: dict[str, list[Run]] = {}
    for run in ran(table):
        found.setdefault(run.group, []).append(run)
    return dict(list(found.items())[:MOST_PANELS])
