"""The card of a data set: how it was made, and its figures, counted while it was written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import mean
from typing import TYPE_CHECKING, Any

from cpsudoku.version import __version__

if TYPE_CHECKING:
    from cpsudoku.tasks.data_set import DataSet

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


@dataclass
class Figures:
    """Counts of the rows of a data set. `missed`: puzzles that were not found as asked, and left out."""

    splits: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    ratings: Counter[float] = field(default_factory=Counter)
    largest: Counter[int] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    boards: Counter[int] = field(default_factory=Counter)
    minimal: int = 0
    missed: int = 0

    def add(self, row: Mapping[str, Any] | None) -> None:
        """Count a row; None is one that was missed."""
        if row is None:
            self.missed += 1
            return
        self.splits[row["split"]] += 1
        self.clues[row["clues"]] += 1
        self.boards[len(row["puzzle"].split()) if " " in row["puzzle"] else len(row["puzzle"])] += 1
        self.minimal += bool(row["minimal"])
        self.rules.update({text.split(" ", 1)[0] for text in row["constraints"]})
        if row["er"] is not None:
            self.ratings[row["er"]] += 1
        if row["largest"] is not None:
            self.largest[row["largest"]] += 1

    @property
    def rows(self) -> int:
        """All rows."""
        return self.splits.total()


def card(data: DataSet, files: Mapping[str, str], figures: Figures) -> str:
    """The README.md of a data set, with the front matter that the Hugging Face hub reads."""
    size = next((word for most, word in _SIZES if figures.rows < most), "n>1M")
    front = [
        "---",
        f"license: {json.dumps(data.license.lower())}",
        "tags: [sudoku, reasoning]",
        f"size_categories: [{json.dumps(size)}]",
        "configs:",
        "- config_name: default",
        "  data_files:",
        *(
            line
            for name, file in files.items()
            if figures.splits[name]
            for line in (f"  - split: {name}", f"    path: {file}")
        ),
        "---",
    ]
    spec = json.dumps([dict(one) for one in data.spec], default=str)
    return "\n".join([
        *front,
        "",
        "# Sudoku puzzles made to a specification",
        "",
        f"Made by cpsudoku {__version__} with seed {data.seed}. The same version makes the same rows again:",
        "",
        "```python",
        "from cpsudoku import tasks",
        "",
        f"tasks.dataset({spec}, {data.seed}, splits={data.splits or None}, trace={data.style!r}, form={data.form!r})",
        "```",
        "",
        "Every puzzle has exactly one solution, which is proved. "
        "No two splits have a grid in common, not even after moves of the board or renaming of digits.",
        "",
        "## Figures",
        "",
        *_table(("split", "rows"), ((name, f"{figures.splits[name]:,}") for name in files)),
        "",
        *_facts(figures),
        "",
        *_histogram("Sudoku Explainer rating (ER)", _bands(figures.ratings)),
        *_histogram("largest step of the explanation", _sizes(figures.largest)),
        *_histogram("clues", dict(sorted(figures.clues.items()))),
        *_histogram("kind of rule", dict(sorted(figures.rules.items()))),
        "## Columns",
        "",
        *_table(("column", "meaning"), _COLUMNS.items()),
        "",
    ])  # fmt: skip


_COLUMNS = {
    "id": "seed, group and number",
    "puzzle": "a character a cell, row by row; `.` is open",
    "solution": "the solution",
    "size, regions, extras": "the board where it is not the customary one of its side",
    "constraints": "rules beyond rows, columns and boxes, each as a text that cpsudoku reads",
    "clues": "number of clues",
    "minimal": "whether no clue can be left out",
    "er, ep, ed": "ratings on the Sudoku Explainer scale; null under other rules",
    "largest": "reasons of the largest step of the explanation; null on that scale",
    "split": "the split",
    "trace": "the solving order, a line a step; `cpsudoku.tasks.check_trace` checks it",
    "license": "the licence of the row",
}


def _facts(figures: Figures) -> list[str]:
    clues = list(figures.clues.elements())
    found = [f"{figures.minimal:,} of {figures.rows:,} puzzles are minimal."]
    if clues:
        found.append(f"Clues: {min(clues)} to {max(clues)}, mean {mean(clues):.1f}.")
    if len(figures.boards) > 1:
        found.append(
            f"Cells: {', '.join(f'{cells} ({number:,})' for cells, number in sorted(figures.boards.items()))}."
        )
    if figures.missed:
        found.append(f"{figures.missed:,} puzzles that were asked for were not found, and are left out.")
    return found


def _bands(ratings: Counter[float]) -> Counter[str]:
    found: Counter[str] = Counter()
    for rating, number in sorted(ratings.items()):
        found[f"{int(rating)}.0 to {int(rating)}.9"] += number
    return found


def _sizes(largest: Counter[int]) -> dict[str, int]:
    """The sizes in ranges, each about twice as far as the one before."""
    found: dict[str, int] = {}
    low = 1
    while low <= max(largest, default=0):
        number = sum(largest[size] for size in range(low, 2 * low))
        if number:
            found[f"{low} to {2 * low - 1}"] = number
        low *= 2
    return found


def _histogram(title: str, counts: Mapping[Any, int]) -> list[str]:
    if not counts:
        return []
    return [*_table((title, "rows"), ((str(key), f"{number:,}") for key, number in counts.items())), ""]


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"| {head[0]} | {head[1]} |", "|---|---|", *(f"| {first} | {second} |" for first, second in rows)]
