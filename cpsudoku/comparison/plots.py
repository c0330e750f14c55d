"""Plots of a comparison (extra `[plot]`: matplotlib), each as SVG and PNG.

Every engine has one colour, line style and marker in all of them, so that they remain distinguishable in
grey. Times are CPU time on a logarithmic axis.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from cpsudoku.comparison.analysis import board_name, by_place
from cpsudoku.comparison.contestant import REFUSED
from cpsudoku.comparison.runs import Run
from cpsudoku.comparison.summary import duration
from cpsudoku.comparison.table import Table
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


def svg(drawing: Any, name: str) -> str:
    """The figure as SVG. The same figure gives the same text."""
    from matplotlib import rc_context

    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        drawing.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def save(drawing: Any, folder: Path, name: str) -> list[Path]:
    """Write the figure as NAME.svg and NAME.png; the files. The same figure gives the same bytes."""
    paths = [folder / f"{name}.svg", folder / f"{name}.png"]
    paths[0].write_text(svg(drawing, name), encoding="utf-8")
    drawing.savefig(paths[1], dpi=160)
    return paths


def panels(count: int, *, width: float = 4.6, height: float = 3.6, share_y: bool = True) -> tuple[Any, list[Any]]:
    """A figure of *count* plots, at most three in a row, four two by two, and its axes."""
    columns = 2 if count == 4 else min(3, count)
    rows = -(-count // columns)
    drawing = figure(width * columns, height * rows + 0.5)
    grid = drawing.subplots(rows, columns, squeeze=False, sharey=share_y)
    axes = [axis for row in grid for axis in row]
    for axis in axes[count:]:
        axis.set_visible(False)
    for axis in axes[:count]:
        axis.grid(True, which="major", color="#DDDDDD", linewidth=0.6)
        axis.set_axisbelow(True)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
    return drawing, axes[:count]


def line_styles(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How each engine is drawn, by label."""
    return {
        label: {
            "color": COLOURS[k % len(COLOURS)],
            "linestyle": STYLES[k // len(COLOURS) % len(STYLES)] if len(labels) > len(COLOURS) else STYLES[k % 4],
            "marker": MARKERS[k % len(MARKERS)],
        }
        for k, label in enumerate(labels)
    }


def legend(drawing: Any, axes: Sequence[Any], count: int) -> None:
    """One legend for all panels, below them; entries in the order of first appearance."""
    handles: dict[str, Any] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if handles:
        drawing.legend(
            handles.values(), handles.keys(), loc="outside lower center", ncols=min(count, 4), frameon=False, fontsize=9
        )


def readable_times(axis: Any, which: str = "y") -> None:
    """Ticks such as `1 ms` on a logarithmic axis of seconds."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    chosen = axis.yaxis if which == "y" else axis.xaxis
    chosen.set_major_formatter(FuncFormatter(lambda seconds, _: tick(seconds)))
    chosen.set_minor_formatter(NullFormatter())


def logarithmic(axis: Any, title: str = "") -> None:
    """A vertical axis of times, and a title."""
    axis.set_yscale("log")
    readable_times(axis)
    axis.set_title(title, fontsize=10, loc="left")


def tick(seconds: float) -> str:
    """A power of ten as a time: `10 us`, `1 ms`, `100 s`."""
    return duration(seconds).replace(".00", "").replace(".0 ", " ") if seconds > 0 else ""


def cactus(table: Table) -> Any:
    """For each set, how many puzzles each engine solves in how much time each: further right and lower is better."""
    labels = labels_of(table)
    style = line_styles(labels)
    groups = groups_of(table)
    drawing, axes = panels(len(groups))
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
        logarithmic(axis, name)
        axis.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axis.set_xlabel("puzzles solved, easiest first")
    axes[0].set_ylabel("CPU time of a puzzle")
    legend(drawing, axes, len(labels))
    return drawing


def scatter(table: Table, first: str, second: str) -> Any:
    """Each puzzle's time with one engine against that with another; above the diagonal the first one is faster.

    Puzzles that ran out of time are drawn on the dashed line of the limit. Raises UsageError for an unknown label.
    """
    labels = labels_of(table)
    for label in (first, second):
        if label not in labels:
            raise UsageError(f"engine {label!r} did not take part; those that did: {', '.join(labels)}")
    timeout = table.about.get("timeout")
    drawing, (axis,) = panels(1, width=5.2, height=4.8)
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
    legend(drawing, [axis], 3)
    return drawing


def by_fill(table: Table) -> Any:
    """Median time against the share of cells that are clues; a panel a board size, all sets of the size together."""
    labels = labels_of(table)
    style = line_styles(labels)
    by_board: dict[str, list[Run]] = {}
    for run in ran(table):
        by_board.setdefault(run.board, []).append(run)
    drawing, axes = panels(len(by_board))
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
        logarithmic(axis, board)
        axis.set_xlabel("clues / cells")
    for axis in axes[::3]:
        axis.set_ylabel("median CPU time")
    legend(drawing, axes, len(labels))
    return drawing


def all_plots(table: Table) -> Mapping[str, Callable[[], Any]]:
    """File name -> how to make it: cactus, fill, and a scatter of each pair of the first four engines."""
    plots: dict[str, Callable[[], Any]] = {"cactus": lambda: cactus(table), "fill": lambda: by_fill(table)}
    for first, second in combinations(labels_of(table)[:4], 2):
        name = f"scatter-{slug(first)}-{slug(second)}"
        plots[name] = lambda first=first, second=second: scatter(table, first, second)  # type: ignore[misc]
    return plots


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


def phase_picture(table: Table) -> Any:
    """For each engine a map of size and fill ratio: colour is the median time, a cross where all boards timed out.

    Where only some did, the share solved is written into the field.
    """
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FuncFormatter

    found = by_place(table.runs)
    labels = labels_of(table)
    sides = sorted({side for cells in found.values() for side, _ in cells})
    fills = sorted({fill for cells in found.values() for _, fill in cells})
    drawing, axes = panels(len(labels), width=4.8, height=0.8 + 0.5 * len(sides))
    times = [run.seconds for run in table.runs]
    lowest = max(min(times), 1e-5)
    norm = LogNorm(lowest, max(10 * lowest, *times))
    image = None
    for axis, label in zip(axes, labels):
        axis.grid(False)
        field = [[float("nan")] * len(fills) for _ in sides]
        for (side, fill), runs in found[label].items():
            x, y = fills.index(fill), sides.index(side)
            solved = sum(run.solved for run in runs)
            if solved:
                field[y][x] = max(lowest, median(run.seconds for run in runs))
            if not solved:
                axis.text(x, y, "×", ha="center", va="center", color="#B00000", fontsize=11)
            elif solved < len(runs):
                dark = norm(field[y][x]) > 0.5
                text = f"{solved}/{len(runs)}"
                axis.text(x, y, text, ha="center", va="center", color="white" if dark else "black", fontsize=8)
        axis.set_facecolor("#EEEEEE")
        image = axis.imshow(field, norm=norm, cmap="YlGnBu", aspect="auto", origin="lower")
        axis.set_title(label, fontsize=10, loc="left")
        axis.set_xticks(range(len(fills)), [f"{fill:.2f}".lstrip("0") for fill in fills], fontsize=8)
        axis.set_yticks(range(len(sides)), [board_name(side) for side in sides], fontsize=8)
        axis.set_xlabel("clues / cells")
    bar = drawing.colorbar(image, ax=axes, shrink=0.9, format=FuncFormatter(lambda seconds, _: tick(seconds)))
    bar.set_label("median CPU time", fontsize=9)
    drawing.supxlabel("×: all boards timed out;  k/n: so many were solved;  grey alone: not run", fontsize=9)
    return drawing


def crossover(table: Table) -> Any:
    """For each engine and size, the mean time at its worst fill ratio with twice the limit for a timeout (PAR-2)."""
    labels = labels_of(table)
    style = line_styles(labels)
    timeout = table.about.get("timeout") or 0.0
    drawing, (axis,) = panels(1, width=6.4, height=4.6)
    for label, cells in by_place(table.runs).items():
        worst: dict[int, float] = {}
        for (side, _), runs in cells.items():
            par2 = sum(run.seconds if run.solved else 2 * timeout for run in runs) / len(runs)
            worst[side] = max(worst.get(side, 0.0), par2)
        sides = sorted(worst)
        axis.plot(sides, [worst[side] for side in sides], label=label, markersize=5, linewidth=1.5, **style[label])
    if timeout:
        axis.axhline(2 * timeout, color="#555555", linewidth=0.8, linestyle="--")
        note = "no board solved: twice the limit"
        axis.text(0.01, 2 * timeout, note, transform=axis.get_yaxis_transform(), fontsize=8, va="bottom")
    logarithmic(axis)
    every = sorted({side for cells in by_place(table.runs).values() for side, _ in cells})
    axis.set_xticks(every, [board_name(side) for side in every], fontsize=8)
    axis.set_xlabel("board")
    axis.set_ylabel("PAR-2 at the hardest fill ratio")
    legend(drawing, [axis], len(labels))
    return drawing
