"""The result of a comparison: figures for people, for spreadsheets and for programs."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from cpsudoku.comparison.analysis import Analysis, analysis
from cpsudoku.comparison.contestant import REFUSED, UNKNOWN, WRONG
from cpsudoku.comparison.runs import Run, SetUp
from cpsudoku.comparison.summary import COUNTERS, PHASES, TIMES, Summary, duration, figure, summary
from cpsudoku.formats import guarded_csv
from cpsudoku.formats.parquet import library


@dataclass(frozen=True)
class Table:
    """`runs` of every engine on every puzzle, `about` the comparison (versions, machine, seed, limits).

    `memories`: megabytes by (set, engine's label), where they were measured.
    `print(table)` is a table for people; in a notebook it shows as HTML.
    """

    runs: tuple[Run, ...]
    about: Mapping[str, Any] = field(default_factory=dict)
    setups: Mapping[tuple[str, str], SetUp] = field(default_factory=dict)
    memories: Mapping[tuple[str, str], float] = field(default_factory=dict)

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
            summary(
                grouped[key],
                self.about.get("timeout"),
                self.setups.get((key[1], grouped[key][0].board)),
                self.memories.get(key),
            )
            for key in keys
        )

    @cached_property
    def analysis(self) -> Analysis:
        """The statistics: every two engines on every set, and the virtual best solver of each."""
        return analysis(self.runs, self.about.get("timeout"))

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
        for answer in (REFUSED, WRONG, UNKNOWN):
            said: dict[str, list[Run]] = {}
            for run in self.runs:
                if run.answer == answer and run.why:
                    said.setdefault(run.contestant.label, []).append(run)
            for label, runs in said.items():
                first = "" if answer == REFUSED else f"{runs[0].group}, row {runs[0].row}: "
                yield f"{label} {_SAID[answer]} {len(runs)}: {first}{runs[0].why}"
        for row in self.rows:
            if row.censored:
                yield (
                    f"{row.label} on {row.group}: {row.censored} of {row.puzzles} times are below the noise of its "
                    "start-up and count as that bound"
                )
        about = {key: value for key, value in self.about.items() if key != "engines" and value is not None}
        yield "; ".join(f"{key} {value}{' s' * (key == 'timeout')}" for key, value in about.items())

    def columns(self) -> tuple[list[str], list[list[str]]]:
        """Heads and cells as text, columns without any value left out."""
        heads = ["set", "engine", "encoding", "simplify", "puzzles", "solved", "wrong", "timeouts", "refused"]
        heads += ["median", "95 %", "mean", "p95", "worst", "PAR-2", "puzzles/s", "wall", "MB", *COUNTERS]
        heads += [f"{p} %" for p in PHASES]
        body = []
        for row in self.rows:
            cells = [row.group, row.engine, row.encoding, row.simplify]
            cells += [f"{n:,}" for n in (row.puzzles, row.solved, row.wrong, row.timeouts)]
            cells.append(f"{row.refused:,}" if row.refused else "")
            times = [getattr(row, name) for name in TIMES]
            times.insert(1, None)
            cells += ["" if time is None else duration(time) for time in times]
            if row.median_is_bound:
                cells[-len(times)] = f"< {cells[-len(times)]}"
            cells[-len(times) + 1] = "" if row.low is None else f"{duration(row.low)} - {duration(row.high or 0.0)}"
            cells.append("" if row.per_second is None else figure(row.per_second))
            cells += ["" if row.wall is None else duration(row.wall), "" if row.memory is None else figure(row.memory)]
            cells += [figure(row.counters[name]) if name in row.counters else "" for name in COUNTERS]
            cells += [f"{100 * row.shares[name]:.0f}" if row.shares else "" for name in PHASES]
            body.append(cells)
        kept = [k for k in range(len(heads)) if any(cells[k] for cells in body)]
        return [heads[k] for k in kept], [[cells[k] for k in kept] for cells in body]

    def to_csv(self, path: str | Path) -> None:
        """One line an engine and set, times in seconds."""
        _write_csv(path, [row.to_dict() for row in self.rows])

    def runs_to_csv(self, path: str | Path) -> None:
        """One line an engine and puzzle, times in seconds."""
        _write_csv(
            path,
            [
                {key: value for key, value in run.items() if key not in NOT_IN_CSV} | {"fill": round(run["fill"], 4)}
                for run in self._flat_runs()
            ],
        )

    def _flat_runs(self) -> list[dict[str, Any]]:
        """A record for each run, with every counter, None where an engine reports none."""
        names = sorted({name for run in self.runs for name in run.stats})
        return [
            {
                "set": run.group,
                "row": run.row,
                "board": run.board,
                "fill": run.fill,
                "engine": run.contestant.label,
                "answer": run.answer,
                "seconds": run.seconds,
                "wall_seconds": run.wall,
                **{name: run.stats.get(name) for name in names},
            }
            for run in self.runs
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data: what was compared with what, the figures, and every run."""
        return {
            "about": dict(self.about),
            "results": [row.to_dict() for row in self.rows],
            "pairs": [asdict(pair) for pair in self.analysis.pairs],
            "portfolios": [asdict(found) for found in self.analysis.portfolios],
            "runs": [run.to_dict() for run in self.runs],
        }

    def to_json(self, path: str | Path) -> None:
        """`to_dict`, in a file."""
        Path(path).write_text(json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def to_parquet(self, path: str | Path) -> None:
        """One row an engine and puzzle, as `runs_to_csv`, counters in columns. Raises ExtraMissing without pyarrow."""
        pyarrow = library()
        floats = {name for run in self.runs for name in run.stats}
        rows = [
            {name: float(value) if name in floats and value is not None else value for name, value in run.items()}
            for run in self._flat_runs()
        ]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)

    def records(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(kind, record) for programs: what was compared, every run, the figures, the statistics; see `records`."""
        yield "comparison", {"about": dict(self.about)}
        yield from (("run", run.to_dict()) for run in self.runs)
        yield from (("result", row.to_dict()) for row in self.rows)
        yield from self.analysis.records()

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


NOT_IN_CSV = ("board", "wall_seconds")
_SAID = {REFUSED: "refused", WRONG: "was wrong on", UNKNOWN: "gave no answer to"}
_WORDS = ("set", "engine", "encoding", "simplify")
_TIMED = (
    *("puzzles", "solved", "wrong", "timeouts", "refused"),
    *("median", "95 %", "mean", "p95", "worst", "PAR-2", "puzzles/s", "wall", "MB"),
)


def _write_csv(path: str | Path, records: list[dict[str, Any]]) -> None:
    """A table of records that all have the same keys; empty where a value is None."""
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = guarded_csv.GuardedWriter(file, list(records[0]) if records else [])
        writer.header()
        for record in records:
            writer.record(record)


def _text(heads: list[str], body: list[list[str]], kept: list[int]) -> str:
    """The columns *kept* as text, as wide as they need."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable

    grid = RichTable(box=box.SIMPLE, pad_edge=False)
    for k in kept:
        grid.add_column(heads[k], justify="left" if heads[k] in _WORDS else "right", no_wrap=True)
    for row in body:
        grid.add_row(*[row[k] for k in kept])
    console = Console(width=100_000, color_system=None, file=io.StringIO(), highlight=False)
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().splitlines() if line.strip())
