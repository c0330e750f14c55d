"""`cpsudoku certify`: proofs that `cpsudoku check`, or any DRAT checker, can verify."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from cpsudoku.cli import codes, rows
from cpsudoku.cli.options import JobOptions, LimitOptions, bundled, flag, option
from cpsudoku.cli.rows import RowInput, row_run
from cpsudoku.cli.terminal import say
from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formats import Record

EXAMPLES = [
    "cpsudoku certify 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 -o proof",
    "cpsudoku certify puzzles.txt -o proofs --jobs 2",
    "cpsudoku certify puzzles.txt -o proofs.jsonl --rating --lrat",
    "cpsudoku certify puzzles.txt -o proofs --jsonl",
    "cpsudoku check proof proofs proofs.jsonl",
]
CODES = {"unique": codes.OK, "unknown": codes.UNKNOWN, "refused": codes.USAGE}


class Options(RowInput, LimitOptions, JobOptions):
    """The options of the command."""

    folder: Path | None = option(
        "-o --output", "A folder (one puzzle: its files; several: one folder each), or a .jsonl file."
    )
    witnesses: bool = flag(
        "--witnesses/--no-witnesses",
        "Also prove that no clue and no constraint can be removed, where that is true.",
        True,
    )
    rating: bool = flag("--rating", "Also certify the steps of the rating (classic 9x9).")
    lrat: bool = flag("--lrat", "The proof in LRAT besides DRAT: larger, and long proofs are checked faster.")
    accept_guesses: bool = flag(
        "--accept-guesses", "Also certify puzzles whose rules were guessed from drawings, or may be missing."
    )


@bundled
def command(options: Options) -> int:
    """Write a certificate for each puzzle: that it has one solution, none, or several.

    Exit code 1 where some puzzle is not unique or cannot be read, 2 where rules were guessed from drawings or may be
    missing and --accept-guesses is not given, 3 where a limit left it open, it has rules of a kind that certificates do
    not know, or its certificate would be too costly to check.
    """
    if options.folder is None:
        raise UsageError("say where to: -o DIR, or -o FILE.jsonl")
    chosen = options.chosen("witnesses", "rating", "lrat", "limits", "accept_guesses")
    work = partial(certificate_of, **chosen)
    with row_run(options, "certify", "certifying", CODES) as run, Writer(options.folder) as write:
        for record, answer in run.answers(work, options.jobs, options.dask):
            fields = rows.head(record) | {"verdict": answer["claim"]}
            if "why" in answer:
                line = f"row {record.row}: {answer['claim']}: {answer['why']}"
                run.row(fields | {"message": answer["why"]}, [line])
            else:
                write(record.row or 1, answer)
                run.row(fields | {"certificate": str(options.folder)}, ())
        summary = ", ".join(f"{number:,} {claim}" for claim, number in run.tally.items()) + f": {options.folder}"
        if run.write.is_text:
            run.write.lines([summary])
    if options.jsonl:
        say(summary, options.quiet)
    return run.code


def certificate_of(record: Record, **options: Any) -> dict[str, Any]:
    """The certificate of a row, or its claim "unknown" or "refused" with `why`."""
    from cpsudoku.evidence.certificate import ACCEPTED, NOT_READ, Certificate, certify
    from cpsudoku.evidence.stating import uncertified

    if unknown := uncertified(record.puzzle):
        return {"claim": "unknown", "why": f"rules of these kinds have no certificate yet: {', '.join(unknown)}"}
    if record.puzzle.rules_read in NOT_READ and not options.get("accept_guesses"):
        return {"claim": "refused", "why": f"{NOT_READ[record.puzzle.rules_read]}; {ACCEPTED}"}
    certificate = certify(record.puzzle, **options)
    if isinstance(certificate, Certificate):
        return certificate.data
    return {"claim": "unknown", "why": certificate.why}


class Writer:
    """Certificates into a .json(l) file, a line each; else into a folder: one into it, several into folders in it.

    Raises UsageError where they cannot be written.
    """

    def __init__(self, out: Path):
        self._out = out
        self._file = None
        self._first: tuple[int, dict[str, Any]] | None = None
        self._several = False
        with file_errors(out):
            if out.suffix in (".json", ".jsonl"):
                self._file = out.open("w", encoding="utf-8")
            else:
                out.mkdir(parents=True, exist_ok=True)

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
