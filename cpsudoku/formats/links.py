"""Links that carry their puzzle, by what they carry: f-puzzles, SudokuPad, SudokuWiki, Sudoku Exchange, Interactive
Sudoku Solver.

Nothing is fetched. A link that only names a puzzle on a server, or whose site is unknown, is refused: digits in such a
link may be anything. The error says how to export the puzzle itself.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from cpsudoku.errors import NotationError
from cpsudoku.formats.candidate_text import row_record
from cpsudoku.formats.reading import Reading, shown
from cpsudoku.formats.record import Record

SITES = (
    r"(?:[a-z0-9-]+\.)*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|sudokuwiki\.org|sudokuexchange\.com"
    r"|sigh\.github\.io)"
)
PACKED = r"(?-i:fpuz(?:zles)?|scl|ctc)(?=[A-Za-z0-9+/%_=-]{30})"
"""What packed puzzles begin with."""
_PAYLOAD = re.compile(PACKED)
_PARAMETERS = {"sudokuwiki.org": "bd", "sudokuexchange.com": "s", "sigh.github.io": "q"}
"""Site -> the parameter of its links that carries the cells, one character a cell; of the last one a string of ISS."""
HOW = {
    "f-puzzles.com": "open it there and export it as a link that holds it (f-puzzles.com/?load=...)",
    "sudokupad.app": "export it as a link that holds it (sudokupad.app/scl... or /fpuzzles...) or as JSON",
    "crackingthecryptic.com": "export it as a link that holds it (?puzzleid=fpuzzles... or scl...) or as JSON",
    "sudokuwiki.org": "export it as a link that holds it (?bd= and a character a cell)",
    "sigh.github.io": "copy its link with the constraints (?q=...)",
    "sudokuexchange.com": "export it as a link that holds it (?s= and a character a cell)",
}
"""How to export the puzzle itself from a site."""


def record_of(link: str, reading: Reading, line: int = 0) -> Record:
    """The puzzle that a link, or the packed part of one, carries. Raises NotationError."""
    try:
        record = _record(link, reading)
    except ValueError as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"{shown(link)}: no link ({error})") from None
    record.line, record.text = line, link
    return record


def _record(link: str, reading: Reading) -> Record:
    from cpsudoku.formats import f_puzzles, iss, sudokupad

    payload = _carried(link)
    if payload.startswith("fpuz") or "load=" in payload:
        return f_puzzles.of_link(payload, reading)
    if payload:
        return sudokupad.of_link(payload, reading)
    site = _site(link)
    key = _PARAMETERS.get(site, "")
    for text in parse_qs(urlsplit(_whole(link)).query, keep_blank_values=True).get(key, []):
        if key != "q":
            return _cells(text, key, reading)
        if text:
            return iss.of_text(text, reading)
    if site in HOW:
        raise NotationError(
            f"{shown(link)}: no puzzle in this link, at most its name on a server, and nothing is fetched over the "
            f"network; {HOW[site]}"
        )
    raise NotationError(
        f"{shown(link)}: a link to a site whose links are not known; accepted: links of {', '.join(HOW)}, "
        "or the puzzle itself"
    )


def _carried(link: str) -> str:
    """The packed puzzle in a link, with its prefix; "" where there is none."""
    if _PAYLOAD.match(link):
        return link
    if re.search(r"[?&#]load=[^&]", link):
        return link
    match = re.search(r"(?:/|[?&]puzzleid=)((?:fpuz(?:zles)?|scl|ctc)[A-Za-z0-9+/%_=-]{8,})", link)
    return match.group(1) if match else ""


def _cells(text: str, key: str, reading: Reading) -> Record:
    try:
        return row_record(text, reading, column=0)
    except NotationError as error:
        packed = "; packed boards (S9B...) are not read: export the plain digits" if re.match(r"[A-Z]\dB", text) else ""
        raise NotationError(f"{key}={shown(text)}: {error.reason}{packed}") from None


def _site(link: str) -> str:
    host = (urlsplit(_whole(link)).hostname or "").lower()
    return next((site for site in HOW if host == site or host.endswith("." + site)), "")


def _whole(link: str) -> str:
    return link if "://" in link else f"https://{link}"
