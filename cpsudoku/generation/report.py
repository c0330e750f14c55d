"""A sample of puzzles told to people: a table, a histogram in text, or a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cpsudoku.generation.statistics import BOTTOM_UP, ENOUGH, REAL_MEAN, TOP_DOWN, Sample, coverage

WIDTH = 50
"""Characters of the longest bar."""


def report(sample: Sample, table: Callable[..., str]) -> str:
    """Givens and unknowns, histogram, bias; for minimal 9x9 puzzles the distribution of all of them beside it."""
    c = sample.clues
    least, most, mean, sd = sample.unknowns()
    parts = [
        f"{c.count:,} puzzles by {sample.recipe.name}, {sample.recipe.geometry}; {sample.minimal:,} minimal",
        table(
            ["", "min", "max", "average", "std"],
            [
                ["givens", f"{c.least:g}", f"{c.greatest:g}", f"{c.mean:.3f}", f"{c.sd:.3f}"],
                *_held(sample),
                ["unknowns", f"{least:g}", f"{most:g}", f"{mean:.3f}", f"{sd:.3f}"],
            ],
            right=(1, 2, 3, 4),
        ),
        "\n".join(histogram(sample)),
        *(["ER, the Sudoku Explainer rating:\n" + "\n".join(ratings(sample))] if sample.ratings else []),
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


def _held(sample: Sample) -> list[list[str]]:
    """The row of the constraints, where there are any."""
    k = sample.constraints
    return [["constraints", f"{k.least:g}", f"{k.greatest:g}", f"{k.mean:.3f}", f"{k.sd:.3f}"]] if k.count else []


def histogram(sample: Sample) -> list[str]:
    """A line a number of clues: the number, how many puzzles, a bar."""
    counts = sample.histogram
    top = max(counts.values())
    width = len(f"{top:,}")
    return [
        f"{clues:4d}  {counts[clues]:>{width},}  {'#' * max(counts[clues] > 0, round(WIDTH * counts[clues] / top))}"
        for clues in range(min(counts), max(counts) + 1)
    ]


def ratings(sample: Sample) -> list[str]:
    """A line an ER that occurs: the rating, how many puzzles, a bar."""
    top = max(sample.ratings.values())
    width = len(f"{top:,}")
    return [
        f"{er:4.1f}  {count:>{width},}  {'#' * max(1, round(WIDTH * count / top))}"
        for er, count in sorted(sample.ratings.items())
    ]


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
