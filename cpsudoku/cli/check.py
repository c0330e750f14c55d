"""`cpsudoku check`: do certificates prove what they claim, and for the puzzle one has in mind?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from cpsudoku.cli import common
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow

if TYPE_CHECKING:
    from cpsudoku.evidence.checker import Checked, Proven

EXAMPLES = [
    "cpsudoku check proof",
    "cpsudoku check proofs proofs.jsonl --jsonl",
    "cpsudoku check proofs --puzzle puzzles.txt",
    "cpsudoku check proof --puzzle puzzle.txt --rule 'cage 9 r1c1 r1c2'",
    "cpsudoku check proofs --rating-exact",
]
SHOWN = 20
"""Verified certificates that are told of one by one; of more only their number is, and every other one."""


def command(
    certificates: Annotated[
        list[Path],
        typer.Argument(help="Files, certificates' folders, or folders of many.", metavar="CERTIFICATES..."),
    ],
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle",
            help="What they must be about, board and clues: a file of puzzles, or one itself. Each certificate must be "
            "of one of them, and each of them must have one.",
            metavar="FILE|TEXT",
        ),
    ] = None,
    rating_exact: Annotated[
        bool,
        typer.Option(
            "--rating-exact",
            help="Of ratings, also that no easier step existed. All that comes before chains is searched; where a step "
            "is a chain the answer is that it is not known (exit code 3).",
        ),
    ] = False,
    size: common.Size = None,
    regions: common.Regions = None,
    extra: common.Extra = None,
    board: common.Board = None,
    digits: common.Digits = None,
    rule: common.Rule = None,
    rules: common.RulesFile = None,
    jsonl: common.JsonLines = False,
    quiet: common.Quiet = False,
) -> None:
    """Check certificates by code that shares nothing with the engines (`cpsudoku/evidence/checker/`).

    Says for which puzzle, on which board, the claim is proven. Of a rating that is an upper bound: a path of valid
    steps, the hardest of them so rated, solves the puzzle. Exit code 1 where some certificate does not prove what
    it claims, is unreadable, or is not of --puzzle; 2 where a file cannot be read; 3 where --rating-exact cannot tell,
    or a certificate is too costly to check (more than 60 s and 1 GB for each MB of it, at least 10 s and 256 MB).
    """
    from cpsudoku.evidence.checker import check

    if puzzle is None and (size or regions or extra or board or digits or rule or rules):
        raise UsageError("options of board and rules are about --puzzle: a certificate names its own board and rules")
    for path in certificates:
        if not os.path.lexists(path):
            raise UsageError(f"{path}: no such file or folder")
    expected = None
    if puzzle is not None:
        expected = Expected(
            puzzle, common.geometry_of(size, regions, extra, board, digits), common.rules_of(rule, rules)
        )
    with common.output(None) as file, common.progress("checking", None, quiet) as advance:
        write = _Writer(jsonl, file)
        for path in certificates:
            for found in check(path, rating_exact):
                write(found if expected is None else expected.compared(found))
                advance(1)
        for missing in () if expected is None else expected.left():
            write(missing)
    summary = ", ".join(f"{number:,} {status}" for status, number in write.tally.items() if number or status in ALWAYS)
    common.say(summary, quiet) if jsonl else print(summary)
    bad = sum(write.tally.values()) - write.tally["verified"] - write.tally["too costly"]
    code = common.USAGE if write.tally["missing"] else common.FINDING if bad else common.OK
    raise typer.Exit(common.UNKNOWN if code == common.OK and (write.open or write.tally["too costly"]) else code)


STATUSES = ("verified", "rejected", "too costly", "unreadable", "other puzzle", "not proven", "missing")
ALWAYS = ("verified", "rejected")


class _Writer:
    """Writes what was found of each certificate, and counts by status."""

    def __init__(self, jsonl: bool, file: IO[str]):
        self.tally = dict.fromkeys(STATUSES, 0)
        self.open = 0
        """Ratings of which it was asked whether they are exact, and is not known."""
        self._jsonl, self._file = jsonl, file

    def __call__(self, found: Checked) -> None:
        self.tally[found.status] += 1
        self.open += found.proven is not None and found.proven.rating == "open"
        if self._jsonl:
            print(common.json_line("check", record(found)), file=self._file)
        elif not found.verified or sum(self.tally.values()) <= SHOWN:
            word = found.status if found.verified else found.status.upper()
            print(f"{found.place}: {word}: {found.message}", file=self._file)


def record(found: Checked) -> dict[str, Any]:
    """The keys of `--jsonl`."""
    fields: dict[str, Any] = {"place": str(found.place), "verdict": found.status, "message": found.message}
    if found.proven is not None:
        proven = found.proven
        said = {"verdict": proven.claim, "board": str(proven.board), "minimal": proven.minimal, "needed": proven.needed}
        texts = {"puzzle": proven.puzzle, "solution": proven.solution, "rating": proven.rating, "rules": proven.rules}
        fields["proven"] = said | {key: text for key, text in texts.items() if text}
    return fields


class Expected:
    """The puzzles that certificates are to be about. Raises CpSudokuError where they cannot be read."""

    def __init__(self, operand: str, geometry: Any, rules: Any = ()):
        from cpsudoku.evidence.checker import board_of as checked_board
        from cpsudoku.evidence.stating import board_of, grid_line, uncertified

        self._wanted: dict[tuple[Any, str], str] = {}  # (board, clues) -> the first place that states them
        self._bad: list[tuple[str, str, str]] = []  # (status, place, why)
        self._met: set[tuple[Any, str]] = set()
        named = operand if common.looks_like_file(operand) else "--puzzle"
        for row in common.records_of([operand], geometry=geometry, rules=rules):
            place = f"{named}, row {row.row}"
            if isinstance(row, BadRow):
                self._bad.append(("unreadable", place, str(row.error)))
            elif unknown := uncertified(row.puzzle):
                self._bad.append(("not proven", place, f"no certificate knows these kinds: {', '.join(unknown)}"))
            else:
                board = checked_board(board_of(row.puzzle.geometry, row.puzzle.constraints))
                self._wanted.setdefault((board, grid_line(row.puzzle)), place)

    def compared(self, found: Checked) -> Checked:
        """*found*, or what is said of a certificate of another puzzle."""
        proven = found.proven
        if proven is None:
            return found
        key = proven.board, proven.puzzle or proven.solution
        if key in self._wanted:
            self._met.add(key)
            return found
        return found._replace(status="other puzzle", message=f"{self._difference(proven)}; proven is {proven}")

    def _difference(self, proven: Proven) -> str:
        if len(self._wanted) != 1:
            return f"none of the {len(self._wanted):,} expected"
        ((board, text),) = self._wanted
        if board != proven.board:
            return f"another board than expected, {board}"
        texts = text, proven.puzzle or proven.solution
        pairs = zip(*(t.split() if " " in t else t for t in texts))
        wrong = [f"{board.name(i)} is {b}, expected {a}" for i, (a, b) in enumerate(pairs) if a != b]
        return "another puzzle: " + ", ".join(wrong[:3]) + (f" and {len(wrong) - 3} more" if len(wrong) > 3 else "")

    def left(self) -> list[Checked]:
        """The rows that no certificate was about."""
        from cpsudoku.evidence.checker import Checked

        places = [(place, f"no certificate of {key[1]} on {key[0]}") for key, place in self._wanted.items()]
        left = [one for one, key in zip(places, self._wanted) if key not in self._met]
        return [Checked(place, "not proven", why) for place, why in left] + [
            Checked(place, status, why) for status, place, why in self._bad
        ]
