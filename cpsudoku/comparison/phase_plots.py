"""Plots of a comparison on large boards: the phase picture, and the crossover."""

from __future__ import annotations

from statistics import median
from typing import Any

from cpsudoku.comparison.large import phases
from cpsudoku.comparison.plots import labels_of, legend, looks, panels, readable_times, tick
from cpsudoku.comparison.table import Table


def phase_picture(table: Table) -> Any:
    """For each engine a map of size and fill ratio: colour is the median time, a cross where all boards timed out.

    Where only some did, the share solved is written into the field.
    """
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FuncFormatter

    found = phases(table)
    labels = labels_of(table)
    sides = sorted({side for cells in found.values() for side, _ in cells})
    fills = sorted({fill for cells in found.values() for _, fill in cells})
    made, axes = panels(len(labels), width=4.8, height=0.8 + 0.5 * len(sides))
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
        axis.set_yticks(range(len(sides)), [f"{side}x{side}" for side in sides], fontsize=8)
        axis.set_xlabel("clues / cells")
    bar = made.colorbar(image, ax=axes, shrink=0.9, format=FuncFormatter(lambda seconds, _: tick(seconds)))
    bar.set_label("median CPU time", fontsize=9)
    made.supxlabel("×: all boards timed out;  k/n: so many were solved;  grey alone: not run", fontsize=9)
    return made


def crossover(table: Table) -> Any:
    """For each engine and size, the mean time at its worst fill ratio with twice the limit for a timeout (PAR-2)."""
    labels = labels_of(table)
    style = looks(labels)
    timeout = table.about.get("timeout") or 0.0
    made, (axis,) = panels(1, width=6.4, height=4.6)
    for label, cells in phases(table).items():
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
    axis.set_yscale("log")
    readable_times(axis)
    every = sorted({side for cells in phases(table).values() for side, _ in cells})
    axis.set_xticks(every, [f"{side}x{side}" for side in every], fontsize=8)
    axis.set_xlabel("board")
    axis.set_ylabel("PAR-2 at the hardest fill ratio")
    legend(made, [axis], len(labels))
    return made
