"""A sample of puzzles for people: a table, a histogram in text, or a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cpsudoku.generation.statistics import BOTTOM_UP, ENOUGH, REAL_MEAN, TOP_DOWN, Sample, coverage

WIDTH = 50
"""Characters of the longest bar."""


def report(sample: Sample, table: Callable[..., str]) -> str:
    """Givens and unknowns, histogram, bias; for minimal 9x9 puzzles the distribution of all of them beside it."""
    c = sample.clues
    parts = [
        f"{c.count:,} puzzles by {sample.recipe.name}, {sample.recipe.geometry}; {sample.minimal:,} minimal",
        table(
            ["", "min", "max", "average", "std"],
            [
                _row("givens", c.to_dict()),
                *([_row("constraints", sample.constraints.to_dict())] if sample.constraints.count else []),
                _row("unknowns", sample.unknowns()),
            ],
            right=(1, 2, 3, 4),
        ),
        bars({clues: sample.histogram[clues] for clues in range(int(c.least), int(c.greatest) + 1)}, "4d"),
        *(["ER, the Sudoku Explainer rating:\n" + bars(sample.ratings, "4.1f")] if sample.ratings else []),
        f"bias: {sample.bias}",
    ]
    if sample.recipe.making is not None:
        parts.insert(1, f"{sample.tries:,} drafts: {c.count / sample.tries:.0%} became a puzzle that fits")
    if sample.missed:
        parts.insert(1, f"{sample.missed:,} were not found within the attempts or the time")
    if (
        sample.recipe.geometry.is_classic
        and sample.minimal == c.count
        and sample.recipe.aim is None
        and (sample.recipe.making is None)
    ):
        parts.append(
            f"all minimal 9x9 puzzles have {REAL_MEAN} clues on average; top-down samplers give {TOP_DOWN[0]} "
            f"(sd {TOP_DOWN[1]}), bottom-up ones {BOTTOM_UP[0]} (sd {BOTTOM_UP[1]}) (Berthier 2009)"
        )
    weighted = sample.weighted()
    if weighted.values and not weighted.is_enough:
        parts.append(
            f"no estimate of the mean of all minimal puzzles: importance weights leave this sample worth "
            f"{weighted.effective:,.0f} fair draws of {c.count:,}, and {ENOUGH} and a tenth are wanted; "
            "--method controlled-bias gives one"
        )
    elif weighted.values:
        parts.append(
            f"estimate of the mean of all minimal puzzles, by importance weights: {weighted.mean:.2f}, standard error "
            f"{weighted.error:.2f}; the weights leave this sample worth {weighted.effective:,.0f} fair draws; "
            f"mean +- 1.96 errors holds the true mean in some {coverage(c.count):.0%} of such samples"
        )
    return "\n\n".join(parts)


def _row(name: str, moments: Mapping[str, float]) -> list[str]:
    """A row of the table of `report`."""
    least, greatest, mean, sd = moments.values()
    return [name, f"{least:g}", f"{greatest:g}", f"{mean:.3f}", f"{sd:.3f}"]


def bars(counts: Mapping[Any, int], form: str) -> str:
    """A line for each number, written in this *form*: the number, how many puzzles, a bar."""
    top = max(counts.values())
    width = len(f"{top:,}")
    lines = [
        f"{number:{form}}  {count:>{width},}  {'#' * max(count > 0, round(WIDTH * count / top))}"
        for number, count in sorted(counts.items())
    ]
    return "\n".join(lines)


def draw(sample: Sample, path: Path) -> None:
    """The histogram as a picture; the ending says which kind. Raises ExtraMissing without matplotlib, UsageError."""
    from cpsudoku.errors import ExtraMissing, UsageError

    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ExtraMissing("plots need matplotlib: pip install 'cpsudoku[plot]'") from None
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    counts = sample.histogram
    total = sample.clues.count
    axes.bar(list(counts), [count / total for count in counts.values()], color="#4477aa", width=0.8)
    axes.axvline(sample.clues.mean, color="#222222", linewidth=1, label=f"mean {sample.clues.mean:.2f}")
    if sample.recipe.geometry.is_classic and sample.minimal == total:
        axes.axvline(REAL_MEAN, color="#cc6677", linestyle="--", label=f"all minimal puzzles: {REAL_MEAN}")
    axes.set_xlabel("clues")
    axes.set_ylabel("share of puzzles")
    axes.set_title(f"{total:,} puzzles by {sample.recipe.name}")
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from None
