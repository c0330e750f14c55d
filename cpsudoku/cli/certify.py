"""`cpsudoku certify`: proofs that `cpsudoku check`, or any DRAT checker, can verify."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku.cli import common, rows
from cpsudoku.cli.bundles import PuzzleInput, bundled
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record

EXAMPLES = [
    "cpsudoku certify 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o proof",
    "cpsudoku certify puzzles.txt -o proofs --jobs 2",
    "cpsudoku certify puzzles.txt -o proofs.jsonl --rating --lrat",
    "cpsudoku certify puzzles.txt -o proofs --jsonl",
    "cpsudoku check proof proofs proofs.jsonl",
]


@bundled
def command(
    *,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="A folder (one puzzle: its files; several: a folder each), or a .jsonl."),
    ] = None,
    witnesses: Annotated[
        bool,
        typer.Option(
            "--witnesses/--no-witnesses", help="Prove too that no clue and that no constraint can go, where so."
        ),
    ] = True,
    rating: Annotated[
        bool, typer.Option("--rating", help="The steps of the puzzle's rating too (classic 9x9).")
    ] = False,
    lrat: Annotated[
        bool, typer.Option("--lrat", help="The proof in LRAT besides DRAT: larger, and long proofs are checked faster.")
    ] = False,
    accept_guesses: Annotated[
        bool,
        typer.Option(
            "--accept-guesses", help="Certify puzzles too whose rules were guessed from drawings, or may be missing."
        ),
    ] = False,
    timeout: common.Timeout = None,
    conflicts: common.Conflicts = None,
    source: PuzzleInput,
    jobs: common.Jobs = 1,
    dask: common.Dask = None,
    jsonl: common.JsonLines = False,
    quiet: common.Quiet = False,
) -> None:
    """Write a certificate for each puzzle: that it has one solution, none, or several.

    Exit code 1 where some puzzle is not unique or cannot be read, 2 where rules were guessed from drawings or may be
    missing and --accept-guesses is not given, 3 where a limit left it open, it has rules of a kind that certificates do
    not know, or its certificate would be too costly to check.
    """
    from functools import partial

    from cpsudoku.batch.parallel import in_order

    if out is None:
        raise UsageError("say where to: -o DIR, or -o FILE.jsonl")
    records = source.records(timeout)
    limits = common.limits_of(timeout, conflicts)
    work = partial(
        certificate_of, witnesses=witnesses, rating=rating, lrat=lrat, limits=limits, accept_guesses=accept_guesses
    )
    tally: Counter[str] = Counter()
    with (
        common.output(None) as file,
        Writer(out) as write,
        common.progress("certifying", source.rows_expected, quiet) as advance,
    ):
        for record, answer in in_order(work, records, jobs, dask):
            tally[answer["claim"]] += 1
            if "why" not in answer:
                write(record.row or 1, answer)
            if jsonl:
                print(common.json_line("certify", record_of(record, answer, out)), file=file)
            elif "why" in answer:
                print(f"row {record.row}: {answer['claim']}: {answer['why']}", file=file)
            advance(1)
    summary = ", ".join(f"{number:,} {claim}" for claim, number in tally.items()) + f": {out}"
    common.say(summary, quiet) if jsonl else print(summary)
    codes = {"unique": common.OK, "unknown": common.UNKNOWN, "refused": common.USAGE}
    raise typer.Exit(common.worst(codes.get(claim, common.FINDING) for claim in tally))


def certificate_of(record: Record | BadRow, **options: Any) -> dict[str, Any]:
    """The certificate of a row, or its claim "invalid", "unknown" or "refused" with `why`."""
    from cpsudoku.evidence.certificate import ACCEPTED, NOT_READ, Certificate, certify
    from cpsudoku.evidence.stating import uncertified

    if isinstance(record, BadRow):
        return {"claim": "invalid", "why": rows.unreadable(rows.invalid(record)).partition(": invalid: ")[2]}
    if unknown := uncertified(record.puzzle):
        return {"claim": "unknown", "why": f"rules of these kinds have no certificate yet: {', '.join(unknown)}"}
    if record.puzzle.rules_read in NOT_READ and not options.get("accept_guesses"):
        return {"claim": "refused", "why": f"{NOT_READ[record.puzzle.rules_read]}; {ACCEPTED}"}
    certificate = certify(record.puzzle, **options)
    if isinstance(certificate, Certificate):
        return certificate.data
    return {"claim": "unknown", "why": certificate.why}


def record_of(record: Record | BadRow, answer: dict[str, Any], out: Path) -> dict[str, Any]:
    """A row as the JSON keys of the command."""
    if isinstance(record, BadRow):
        return rows.invalid(record)
    fields = rows.head(record) | {"verdict": answer["claim"]}
    return fields | ({"message": answer["why"]} if "why" in answer else {"certificate": str(out)})


class Writer:
    """Certificates into a .json(l) file, a line each; else into a folder: one into it, several into folders in it.

    Raises UsageError where they cannot be written.
    """

    def __init__(self, out: Path):
        self._out = out
        self._file = None
        self._first: tuple[int, dict[str, Any]] | None = None
        self._several = False
        try:
            if out.suffix in (".json", ".jsonl"):
                self._file = out.open("w", encoding="utf-8")
            else:
                out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{out}: {error.strerror or error}") from None

    def __call__(self, row: int, data: dict[str, Any]) -> None:
        from cpsudoku.evidence.certificate import Certificate

        if self._file is not None:
            self._file.write(Certificate(data).line() + "\n")
        elif self._first is None and not self._several:
            self._first = row, data
        else:
            self._several = True
            self._flush()
            Certificate(data).write(self._out / f"{row:07}")

    def _flush(self) -> None:
        from cpsudoku.evidence.certificate import Certificate

        if self._first is not None:
            row, data = self._first
            Certificate(data).write(self._out / f"{row:07}" if self._several else self._out)
            self._first = None

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *exc: object) -> None:
        self._flush()
        if self._file is not None:
            self._file.close()
