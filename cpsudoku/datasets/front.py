"""`audit`: what a collection of puzzles holds, and what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.datasets.bands import Bias, bias_of
from cpsudoku.datasets.checks import Checks
from cpsudoku.datasets.difficulty import Rated, Sample, difficulty_of, rated
from cpsudoku.datasets.last import Last, last_look
from cpsudoku.datasets.parts import Splits, paths_of, sources_of
from cpsudoku.datasets.run import Pass, Totals
from cpsudoku.datasets.store import Store
from cpsudoku.errors import UsageError, WrongInput, file_errors
from cpsudoku.formats import Record
from cpsudoku.version import __version__

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import PuzzleLike

RATED = 200
"""Puzzles rated by default."""
FAULTS = ("unreadable", "multiple", "impossible", "wrong_solution", "duplicates", "isomorphs", "leaks")
"""Counts of a summary that are findings."""


@dataclass(frozen=True)
class Audit:
    """What an audit found. `summary` are its counts by name, `findings()` each finding; a picture in notebooks.

    rows            all rows: `unreadable` + `unique` + `multiple` + `impossible` + `unknown`
    wrong_solution  rows whose solution column is no solution of the puzzle, or cannot be read
    duplicates      rows whose puzzle came before, as it is
    isomorphs       rows not counted there whose puzzle came before, moved and renamed
    leaks           rows of any split but the one to train on whose puzzle, moved and renamed, is in another split
    minimal         unique puzzles of which no clue can go
    shared_grids    rows, duplicates apart, whose solution is that of an earlier row
    """

    summary: Mapping[str, Any]
    clues: Mapping[int, int]
    symmetry: Mapping[str, Any]
    difficulty: Mapping[str, Any]
    bias: Bias | None
    splits: Mapping[str, int]
    leaks_between: Mapping[tuple[str, str], int]
    boards: Mapping[str, int]
    rules: Mapping[str, int]
    files: Mapping[str, int]
    checks: Mapping[str, str]
    split_names: tuple[str, ...] = field(repr=False, compare=False, default=())
    spared: bytes = field(repr=False, compare=False, default=b"")
    _store: Store | None = field(repr=False, compare=False, default=None)

    @property
    def ok(self) -> bool:
        """True where nothing was found."""
        return not any(self.summary.get(name) for name in FAULTS)

    def findings(self, kind: str | None = None) -> Iterator[dict[str, Any]]:
        """Every finding, or those of a *kind* such as "leak", by row.

        `finding` is the kind, `file` and `line` say where it stands, `same_as` names another row.
        """
        if self._store is None:
            return
        for row, of, details in self._store.findings(kind):
            finding: dict[str, Any] = {"row": row, "finding": of}
            if "file" not in details:
                finding["file"], finding["line"] = self._store.where(row)
            finding |= details
            if "same_as" in details:
                finding["same_file"], finding["same_line"] = self._store.where(details["same_as"])
            yield finding

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as `audit --summary` writes it."""
        record = dict(self.summary)
        record["clue_counts"] = {str(k): n for k, n in self.clues.items()}
        record["symmetries"] = dict(self.symmetry)
        if self.difficulty:
            record["difficulty"] = dict(self.difficulty)
        if self.bias is not None:
            record["grid_bias"] = {
                "grids": self.bias.grids,
                "chi_square": round(self.bias.chi_square, 3),
                "freedom": self.bias.freedom,
                "p": self.bias.p,
                "measure": "class of the first band, against exact frequencies",
            }
        record["splits"] = dict(self.splits)
        if self.leaks_between:
            record["leaks_between"] = [
                {"split": a, "other": b, "rows": n} for (a, b), n in sorted(self.leaks_between.items())
            ]
        record["board_counts"] = dict(self.boards)
        record |= {"rules_used": dict(self.rules)} if self.rules else {}
        record["files"] = dict(self.files)
        record["checks"] = dict(self.checks)
        return record

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write one self-contained HTML page with plots. Raises UsageError where it cannot be written."""
        from cpsudoku.datasets.report import page

        with file_errors(path):
            Path(path).write_text(page(self), encoding="utf-8")

    def _repr_html_(self) -> str:
        from cpsudoku.datasets.report import fragment

        return fragment(self)

    def __str__(self) -> str:
        from cpsudoku.datasets.report import summary_text

        return summary_text(self)


def audit(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Mapping[str, Any] | Iterable[PuzzleLike],
    *,
    splits: Iterable[str] = (),
    classes: bool = True,
    minimal: bool = True,
    grids: bool = True,
    rate: int | str = RATED,
    seed: int = 0,
    engine: str = "bitmask",
    limits: Limits = NO_LIMITS,
    column: str | None = None,
    geometry: Geometry | None = None,
    format: str | None = None,
    alphabet: str | None = None,
    state: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    advance: Callable[[int], object] | None = None,
    warn: Callable[[Record], None] | None = None,
) -> Audit:
    """Look at every row of a collection of puzzles.

    *source*: a path or several (CSV, JSONL, Parquet, text; .gz, .zst; `-` is standard input); a table (pandas, Polars,
    Arrow), an array (N, 9, 9) or an iterable of puzzles; or a mapping of splits to any of these. *splits* names the
    splits, the one to train on first; without it `train`, `validation`, `test` and their usual other names are
    understood, in the names of files and in a column `split`. *classes* finds isomorphic puzzles, *minimal* redundant
    clues, *grids* shared solutions and bias. *rate* puzzles are rated, a fair
    sample drawn by *seed* (0: none, "all": every one). *state* is a file that keeps the work: a run that was stopped
    goes on from it. Memory is bounded, whatever the number of rows. Raises UsageError, NotationError, WrongInput.
    """
    if rate != "all" and (isinstance(rate, bool) or not isinstance(rate, int) or rate < 0):
        raise UsageError(f"rate {rate!r}: a number of puzzles, 0 for none, or 'all'")
    known = Splits(tuple(name.strip().lower() for name in splits if name.strip()))
    if isinstance(splits, str):
        raise WrongInput(f"splits {splits!r}: give several names, the one to train on first")
    checks = Checks(classes, minimal, grids, engine, Limits.of(limits))
    store = Store(state)
    try:
        paths = paths_of(source)
        options: dict[str, Any] = {"geometry": geometry, "format": format, "alphabet": alphabet, "column": column}
        request = {
            "files": _stamps(paths, state is not None),
            "splits": known.names,
            "checks": repr(checks),
            "options": repr(options),
            "rate": rate,
            "seed": seed,
            "version": __version__,
        }
        sample = Sample((1 << 62) if rate == "all" else int(rate), seed)
        work = Pass.begun(store, request, known, sample)
        sources = sources_of(source, known, warn, **options)
        work.run(sources, checks, jobs, dask, advance or (lambda rows: None))
        rows = work.totals.of["rows"]["rows"]
        if not rows:
            raise UsageError("no row in the input")
        work.checkpoint(rows)
        last, spared = last_look(store, rows, work.reader.names, known, classes=classes)
        ratings = _ratings(store, sample, jobs, dask)
        store.finish()
        return _answer(store, work.totals, last, spared, ratings, checks, known)
    except BaseException:
        store.close()
        raise


def _stamps(paths: list[str] | None, kept: bool) -> list[list[Any]]:
    """Names, sizes and times of the files of a run that may be taken up again. Raises UsageError."""
    if not kept:
        return []
    if paths is None or "-" in paths:
        raise UsageError("state: only an audit of files can be taken up again, not one of standard input or of memory")
    stamps = []
    for path in paths:
        with file_errors(path):
            about = os.stat(path)
        stamps.append([path, about.st_size, about.st_mtime_ns])
    return stamps


def _ratings(store: Store, sample: Sample, jobs: int, dask: str | None) -> list[Rated]:
    """Rated once; a run taken up again finds them in the store."""
    known = store.state("ratings")
    if known is not None:
        return [(row, er, ep, ed, hardest, tuple(every)) for row, er, ep, ed, hardest, every in known]
    found = list(rated(sample.rows(), jobs=jobs, dask=dask))
    store.checkpoint(ratings=found)
    return found


def _answer(
    store: Store, totals: Totals, last: Last, spared: Any, ratings: list[Rated], checks: Checks, known: Splits
) -> Audit:
    of, verdicts = totals.of["rows"], totals.of["verdicts"]
    unique = verdicts["unique"]
    summary: dict[str, Any] = {
        "rows": of["rows"],
        "unreadable": of["unreadable"],
        "unique": unique,
        "multiple": verdicts["multiple"],
        "impossible": verdicts["impossible"],
        "unknown": verdicts["unknown"],
        "solutions_stated": of["stated"],
        "wrong_solution": of["wrong_solution"],
        "duplicates": last.duplicates,
        "isomorphs": last.isomorphs if checks.classes else None,
        "leaks": last.leaks,
        "minimal": of["minimal"] if checks.minimal else None,
        "different": last.different,
        "classes": last.classes if checks.classes else None,
        "grids": last.grids if checks.grids else None,
        "shared_grids": last.shared_grids if checks.grids else None,
        "train": known.train,
        "version": __version__,
    }
    automorphisms = {int(k): n for k, n in totals.of["automorphisms"].items()}
    symmetry = {
        "patterns": {name: n for name, n in totals.of["patterns"].items() if n},
        "automorphisms": {str(k): automorphisms[k] for k in sorted(automorphisms) if k},
    }
    classic = totals.of["boards"]
    said = {
        "verdicts": f"engine {checks.engine}, every grid checked by the rules",
        "solution column": "compared with the solution",
        "duplicates": "as they are",
        "classes": "up to moves of the board and renaming of digits" if checks.classes else "off",
        "minimality": "every clue of every unique puzzle" if checks.minimal else "off",
        "grids": "shared solutions; chi-square of first bands" if checks.grids else "off",
        "ratings": _ratings_said(ratings, unique),
    }
    return Audit(
        summary={key: value for key, value in summary.items() if value is not None},
        clues=dict(sorted((int(k), n) for k, n in totals.of["clues"].items())),
        symmetry=symmetry if checks.classes else {"patterns": symmetry["patterns"]},
        difficulty=difficulty_of(ratings, unique) if ratings else {},
        bias=bias_of(last.pairs) if checks.grids and last.pairs is not None else None,
        splits={name: n for name, n in totals.of["splits"].items() if name},
        leaks_between=dict(last.leaks_between),
        boards=dict(classic),
        rules=dict(totals.of["rules"]),
        files=dict(totals.of["files"]),
        checks=said,
        split_names=known.names,
        spared=spared.tobytes(),
        _store=store,
    )


def _ratings_said(ratings: list[Rated], unique: int) -> str:
    if not ratings:
        return "none"
    if len(ratings) == unique:
        return f"all {unique:,} unique puzzles"
    return f"a fair sample of {len(ratings):,} of {unique:,} unique puzzles; intervals are of 95 %"
