"""A comparison written out: tables, plots, and a report in one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from cpsudoku.comparison import plots
from cpsudoku.comparison.analysis import growth_sentences, growths, sentences
from cpsudoku.comparison.table import Table
from cpsudoku.errors import ExtraMissing, file_errors

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1a1a1a }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
table { display: block; overflow-x: auto }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; white-space: nowrap; text-align: left }
th { border-bottom: 2px solid #888 }
figure { margin: 2rem 0 } figcaption { color: #555 } svg { max-width: 100%; height: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem } dt { color: #555 } dd { margin: 0 }
"""
CAPTIONS = {
    "cactus": "Puzzles solved against the time each took, easiest first; further right and lower is better.",
    "fill": "Median time against the share of cells that are clues; dashed: the time limit.",
    "scatter": "One mark a puzzle; above the diagonal the engine on the horizontal axis is faster.",
    "phase": "Size against fill ratio, a map an engine: colour is the median time.",
    "crossover": "Mean time at the hardest fill ratio of each size, twice the limit for a timeout.",
}


def write(table: Table, folder: Path, *, large: bool = False) -> list[Path]:
    """Write results.csv, runs.csv, results.json, runs.parquet (with pyarrow), the plots (with matplotlib), report.html.

    The files written, in that order. Raises UsageError where the folder cannot be written.
    """
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / "results.csv", folder / "runs.csv", folder / "results.json"]
        table.to_csv(paths[0])
        table.runs_to_csv(paths[1])
        table.to_json(paths[2])
        with suppress(ExtraMissing):
            table.to_parquet(folder / "runs.parquet")
            paths.append(folder / "runs.parquet")
        figures: dict[str, Any] = {}
        with suppress(ExtraMissing):
            for name, make in figures_of(table, large).items():
                figures[name] = make()
                paths += plots.save(figures[name], folder, name)
        paths.append(folder / "report.html")
        paths[-1].write_text(page(table, figures, large=large), encoding="utf-8")
    return paths


def figures_of(table: Table, large: bool) -> Mapping[str, Callable[[], Any]]:
    """Name -> how to make the figure, in the report's order."""
    if large:
        return {
            "phase": lambda: plots.phase_picture(table),
            "crossover": lambda: plots.crossover(table),
            "fill": lambda: plots.by_fill(table),
        }
    return plots.all_plots(table)


def page(table: Table, figures: Mapping[str, Any], *, large: bool = False) -> str:
    """The report: the table, what the statistics say, the figures; nothing in it is fetched from elsewhere."""
    about = {key: value for key, value in table.about.items() if value is not None}
    about["engines"] = ", ".join(table.about.get("engines", ()))
    facts = "".join(f"<dt>{escape(str(key))}</dt><dd>{escape(str(value))}</dd>" for key, value in about.items())
    words = growth_sentences(growths(table.runs)) if large else sentences(table.analysis)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"><title>cpsudoku compare</title>',
        f"<style>{STYLE}</style></head><body>",
        "<h1>Sudoku engines side by side</h1>",
        f"<dl>{facts}</dl>",
        table._repr_html_(),
        *[f"<p>{escape(line)}</p>" for line in words],
    ]
    for name, drawing in figures.items():
        caption, picture = CAPTIONS[name.partition("-")[0]], plots.svg(drawing, name)
        parts.append(f"<figure>{picture[picture.index('<svg') :]}<figcaption>{escape(caption)}</figcaption></figure>")
    return "\n".join([*parts, "</body></html>", ""])
