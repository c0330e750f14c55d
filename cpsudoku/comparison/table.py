"""The result of a comparison: figures for people, for spreadsheets and for programs."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from cpsudoku.comparison.answers import REFUSED
from cpsudoku.comparison.runs import Run, SetUp
from cpsudoku.comparison.summary import COUNTERS, PHASES, TIMES, Summary, summary
from cpsudoku.formats import guarded_csv


@dataclass(frozen=True)
class Table:
    """`runs` of every engine on every puzzle, `about` the comparison (versions, machine, seed, limits).

    `print(table)` is a table for people; in a notebook it shows as HTML.
    """

    runs: tuple[Run, ...]
    about: Mapping[str, Any] = field(default_factory=dict)
    setups: Mapping[tuple[str, str], SetUp] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[Summary, ...]:
        """One summary an engine and set, sets in the order given, engines likewise."""
        grouped: dict[tuple[str, str], list[Run]] = {}
        order = {label: k for k, label in enumerate(self.about.get("engines", ()))}
        sets = list(dict.fromkeys(run.group for run in self.runs))
        for run in self.runs:
            grouped.setdefault((run.group, run.contestant.label), []).append(run)
        keys = sorted(grouped, key=lambda key: (sets.index(key[0]), order.get(key[1], len(order))))
        return tuple(
            summary(grouped[key], self.about.get("timeout"), self.setups.get((key[1], grouped[key][0].board)))
            for key in keys
        )

    def __str__(self) -> str:
        heads, body = self.columns()
        named = [k for k, head in enumerate(heads) if head in _WORDS]
        timed = [k for k, head in enumerate(heads) if head in _TIMED]
        worked = [k for k in range(len(heads)) if k not in named and k not in timed]
        blocks = [_text(heads, body, named + timed)]
        if worked:
            blocks.append(_text(heads, body, named + worked))
        return "\n".join([*blocks, *self.footnotes()])

    def footnotes(self) -> Iterator[str]:
        """What the figures mean and where they are from, a line each."""
        yield "times are CPU time a puzzle; counters are means a puzzle"
        refused: dict[str, list[Run]] = {}
        for run in self.runs:
            if run.answer == REFUSED:
                refused.setdefault(run.contestant.label, []).append(run)
        for label, runs in refused.items():
            yield f"{label} refused {len(runs)}: {runs[0].why}"
        about = {key: value for key, value in self.about.items() if key != "engines" and value is not None}
        yield "; ".join(f"{key} {value}{' s' * (key == 'timeout')}" for key, value in about.items())

    def columns(self) -> tuple[list[str], list[list[str]]]:
        """Heads and cells as text, columns without any value left out."""
        heads = ["set", "engine", "encoding", "simplify", "puzzles", "solved", "wrong", "timeouts", "refused"]
        heads += ["median", "mean", "p95", "worst", "PAR-2", "puzzles/s", *COUNTERS, *[f"{p} %" for p in PHASES]]
        body = []
        for row in self.rows:
            cells = [row.group, row.engine, row.encoding, row.simplify]
            cells += [f"{n:,}" for n in (row.puzzles, row.solved, row.wrong, row.timeouts)]
            cells.append(f"{row.refused:,}" if row.refused else "")
            times = [getattr(row, name) for name in TIMES]
            cells += ["" if time is None else duration(time) for time in times]
            cells.append("" if row.per_second is None else figure(row.per_second))
            cells += [figure(row.counters[name]) if name in row.counters else "" for name in COUNTERS]
            cells += [f"{100 * row.shares[name]:.0f}" if row.shares else "" for name in PHASES]
            body.append(cells)
        kept = [k for k in range(len(heads)) if any(cells[k] for cells in body)]
        return [heads[k] for k in kept], [[cells[k] for k in kept] for cells in body]

    def to_csv(self, path: str | Path) -> None:
        """One line an engine and set, times in seconds."""
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            rows = [row.to_dict() for row in self.rows]
            writer = guarded_csv.GuardedWriter(file, list(rows[0]) if rows else [])
            writer.header()
            for row in rows:
                writer.record({key: "" if value is None else value for key, value in row.items()})

    def runs_to_csv(self, path: str | Path) -> None:
        """One line an engine and puzzle, times in seconds."""
        names = sorted({name for run in self.runs for name in run.stats})
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = guarded_csv.GuardedWriter(file)
            writer.row(["set", "row", "fill", "engine", "answer", "seconds", *names])
            for run in self.runs:
                stats = [run.stats.get(name, "") for name in names]
                label = run.contestant.label
                writer.row([run.group, run.row, round(run.fill, 4), label, run.answer, run.seconds, *stats])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data: what was compared with what, the figures, and every run."""
        return {
            "about": dict(self.about),
            "results": [row.to_dict() for row in self.rows],
            "runs": [run.to_dict() for run in self.runs],
        }

    def to_json(self, path: str | Path) -> None:
        """`to_dict`, in a file."""
        made = self.to_dict()
        Path(path).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def records(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(kind, record) for programs: what was compared, then every run, then the figures; see `records`."""
        yield "comparison", {"about": dict(self.about)}
        yield from (("run", run.to_dict()) for run in self.runs)
        yield from (("result", row.to_dict()) for row in self.rows)

    def _repr_html_(self) -> str:
        head, body = self.columns()
        lines = ["<table>", "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>"]
        for row in body:
            cells = (
                f"<td>{escape(text)}</td>" if name in _WORDS else f'<td style="text-align:right">{escape(text)}</td>'
                for name, text in zip(head, row)
            )
            lines.append("<tr>" + "".join(cells) + "</tr>")
        return "\n".join([*lines, "</table>", *[f"<p>{escape(note)}</p>" for note in self.footnotes()]])


_WORDS = ("set", "engine", "encoding", "simplify")
_TIMED = ("puzzles", "solved", "wrong", "timeouts", "refused", "median", "mean", "p95", "worst", "PAR-2", "puzzles/s")


def _text(heads: list[str], body: list[list[str]], kept: list[int]) -> str:
    """The columns *kept* as text, as wide as they need."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable

    made = RichTable(box=box.SIMPLE, pad_edge=False)
    for k in kept:
        made.add_column(heads[k], justify="left" if heads[k] in _WORDS else "right", no_wrap=True)
    for row in body:
        made.add_row(*[row[k] for k in kept])
    console = Console(width=100_000, color_system=None, file=io.StringIO(), highlight=False)
    with console.capture() as capture:
        console.print(made)
    return "\n".join(line.rstrip() for line in capture.get().splitlines() if line.strip())


def duration(seconds: float) -> str:
    """Three digits and a unit: `38.2 us`, `1.05 ms`, `12.3 s`."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale * 0.9995:
            return f"{three_digits(seconds / scale)} {unit}"
    return f"{three_digits(seconds * 1e6)} us"


def figure(value: float) -> str:
    """A count or rate: three digits below 1000, whole numbers with thousands separated above."""
    return f"{value:,.0f}" if value >= 999.5 or value == int(value) else three_digits(value)


def three_digits(value: float) -> str:
    """`12.3`, `1.23`, `123`, `0.12`."""
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
