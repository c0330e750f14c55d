"""`cpsudoku check`: whether certificates prove their claims, about the intended puzzle."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.cli import codes
from cpsudoku.cli.options import BoardOptions, JsonOptions, argument, bundled, flag, option
from cpsudoku.cli.output import row_writer
from cpsudoku.cli.reading import chunks_of, looks_like_file
from cpsudoku.cli.rules import under
from cpsudoku.cli.terminal import progress, say
from cpsudoku.errors import UsageError
from cpsudoku.formats import BadRow, Record
from cpsudoku.formats.front import singly

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
"""Verified certificates that are listed one by one; of more only their number is, and every other one."""
ALWAYS = ("verified", "rejected")
"""Statuses that the summary states in any case."""


class Options(BoardOptions, JsonOptions):
    """The options of the command."""

    certificates: list[Path] = argument("CERTIFICATES...", "Files, certificates' folders, or folders of many.")
    puzzle: str | None = option(
        "--puzzle",
        "What they must be about, board and clues: a file of puzzles, or one itself. Each certificate must be "
        "of one of them, and each of them must have one.",
        metavar="FILE|TEXT",
    )
    rating_exact: bool = flag(
        "--rating-exact",
        "Of ratings, also that no easier step existed. All that comes before chains is searched; where a step "
        "is a chain the answer is that it is not known (exit code 3).",
    )


@bundled
def command(options: Options) -> int:
    """Check certificates by code that shares nothing with the engines (`cpsudoku/evidence/checker/`).

    Prints the puzzle and the board of each proven claim. The claim of a rating is an upper bound: a path of valid steps
    solves the puzzle, and its hardest step has that rating. Exit code 1 where some certificate does not prove its
    claim, is unreadable, or is not of --puzzle; 2 where a file cannot be read; 3 where --rating-exact is undecided, or
    a certificate is too costly to check (more than 60 s and 1 GB for each MB of it, at least 10 s and 256 MB).
    """
    if options.puzzle is None and options.is_stated:
        raise UsageError("options of board and rules are about --puzzle: a certificate names its own board and rules")
    for path in options.certificates:
        if not os.path.lexists(path):
            raise UsageError(f"{path}: no such file or folder")
    expected = None
    if options.puzzle is not None:
        chunks = under(chunks_of([options.puzzle], geometry=options.geometry), options.stated_rules)
        expected = Expected(options.puzzle if looks_like_file(options.puzzle) else "--puzzle", singly(chunks))
    tally: Counter[str] = Counter()
    undecided = 0
    with (
        row_writer(None, (), options.form(), "check") as write,
        progress("checking", None, options.quiet) as advance,
    ):
        for found in _answers(options, expected):
            tally[found.status] += 1
            undecided += found.proven is not None and found.proven.rating == "open"
            word = found.status if found.verified else found.status.upper()
            shown = not found.verified or tally.total() <= SHOWN
            write(record(found), [f"{found.place}: {word}: {found.message}"] if shown else ())
            advance(1)
        known = {status: tally[status] for status in STATUSES}
        summary = ", ".join(f"{number:,} {status}" for status, number in known.items() if number or status in ALWAYS)
        if write.is_text:
            write.lines([summary])
    if options.jsonl:
        say(summary, options.quiet)
    if tally["missing"]:
        return codes.USAGE
    if tally.total() > tally["verified"] + tally["too costly"]:
        return codes.FINDING
    return codes.UNKNOWN if undecided or tally["too costly"] else codes.OK


def _answers(options: Options, expected: Expected | None) -> Iterator[Checked]:
    """What is found of each certificate, and of the puzzles that none is about."""
    from cpsudoku.evidence.checker import check

    for path in options.certificates:
        for found in check(path, options.rating_exact):
            yield found if expected is None else expected.compared(found)
    yield from () if expected is None else expected.left()


STATUSES = ("verified", "rejected", "too costly", "unreadable", "other puzzle", "not proven", "missing")


def record(found: Checked) -> dict[str, Any]:
    """The keys of `--jsonl`."""
    fields: dict[str, Any] = {"place": str(found.place), "verdict": found.status, "message": found.message}
    if found.proven is not None:
        proven = found.proven
        keys = {"verdict": proven.claim, "board": str(proven.board), "minimal": proven.minimal, "needed": proven.needed}
        texts = {"puzzle": proven.puzzle, "solution": proven.solution, "rating": proven.rating, "rules": proven.rules}
        fields["proven"] = keys | {key: text for key, text in texts.items() if text}
    return fields


class Expected:
    """The puzzles that certificates are to be about. Raises CpSudokuError where they cannot be read."""

    def __init__(self, name: str, rows: Iterable[Record | BadRow]):
        from cpsudoku.evidence.checker import board_of as checked_board
        from cpsudoku.evidence.stating import board_of, grid_line, uncertified

        self._wanted: dict[tuple[Any, str], str] = {}  # (board, clues) -> the first place that states them
        self._bad: list[tuple[str, str, str]] = []  # (status, place, why)
        self._met: set[tuple[Any, str]] = set()
        for row in rows:
            place = f"{name}, row {row.row}"
            if isinstance(row, BadRow):
                self._bad.append(("unreadable", place, str(row.error)))
            elif unknown := uncertified(row.puzzle):
                self._bad.append(("not proven", place, f"no certificate knows these kinds: {', '.join(unknown)}"))
            else:
                board = checked_board(board_of(row.puzzle.geometry, row.puzzle.constraints))
                self._wanted.setdefault((board, grid_line(row.puzzle)), place)

    def compared(self, found: Checked) -> Checked:
        """*found*, or the finding for a certificate of another puzzle."""
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
