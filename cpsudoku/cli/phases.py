"""What `compare --large` tells: boards against engines, the hardest fill ratios, memory, and growth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.cli import common
from cpsudoku.comparison.table import Table


def told(table: Table) -> str:
    """All tables, each under what it shows; those without rows are left out."""
    return "\n".join(_parts(table))


def _parts(table: Table) -> Iterator[str]:
    from cpsudoku.comparison import analysis
    from cpsudoku.comparison.summary import duration

    yield from _part("median CPU time a board:", *analysis.phase_rows(table.runs))
    slowest = analysis.hardest_solved(table.runs)
    hardest = [[label, f"{side}x{side}", f"{fill:.2f}", duration(worst)] for label, side, fill, worst in slowest]
    heads = ["engine", "board", "fill", "worst time"]
    yield from _part("the slowest fill ratio at which every board was solved:", heads, hardest)
    heads, body = analysis.hardest_rows(table.runs, table.about.get("timeout"))
    yield from _part("the fill ratio with the greatest mean, and in how many resamples it has it:", heads, body)
    yield from _part("most megabytes:", *analysis.memory_rows(table.memories))
    yield from _part("time grows as the side to this power, at each fill ratio:", *analysis.growth_rows(table.runs))
    yield from analysis.said_of_growth(analysis.growths(table.runs))
    yield from table.footnotes()


def _part(title: str, heads: list[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    if body:
        yield title
        yield common.table(heads, body, right=range(1, len(heads)))
        yield ""
