"""One puzzle a line: a character a cell, or integers set apart by blanks; the rest of the line is kept aside.

Also what .sdm files and most puzzle collections hold. The puzzle is the first word of the line, or the one word of
the line that has n*n characters (an index or a hash may come first); else the line as a whole: n*n integers, or
groups of characters set apart by blanks or bars. Lines that begin with # are comments.
A word of 2*n*n characters is a puzzle and its jigsaw map; so are two words, where the second is such a map.

A line may be a killer puzzle: `3x3::k:` and a number a cell, or a character a cell with arrows. In the list a cell's
number is 256 x the cage's sum + the cage's number, less than 256 outside cages; `3x3:d:k:` has both diagonals. In the
short form a cage's sum (A-Z: 10 up, a-j: 36 up) stands in one cell, and its other cells point towards it: `<` `>` `^`
`v`, or to a corner, `` ` `` `'` up to the left and right, `,` `.` down. There are no clues.

A line may have a link that carries its puzzle: of f-puzzles, SudokuPad, SudokuWiki, Sudoku Exchange, Interactive Sudoku
Solver. Nothing is fetched. A link that only names a puzzle on a server, or whose site is unknown, is refused: digits in
such a link may be anything. The error says how to export the puzzle itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from urllib.parse import parse_qs, urlsplit

from cpsudoku.board.alphabet import MAX_CHARACTER_SIDE
from cpsudoku.board.geometry import CLASSIC, MAX_SIDE, Geometry
from cpsudoku.errors import GeometryError, NotationError
from cpsudoku.formats import candidate_text
from cpsudoku.formats.candidate_text import row_record
from cpsudoku.formats.format import Format, Rows, Source, writer
from cpsudoku.formats.reading import Reading, shown, stated_board
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


def record_of_link(link: str, reading: Reading, line: int = 0) -> Record:
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

    payload = carried(link)
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


def carried(link: str) -> str:
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


_LIST = re.compile(r"3x3:(d?):k:")
_SHORT = re.compile(r"[0-9A-Za-jv^<>`',.]{81}")
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_CELLS = 81


def is_killer(text: str) -> bool:
    """Whether a line has the list's beginning, or is 81 characters with some arrows."""
    return bool(_LIST.match(text)) or (sum(map(text.count, "<>^v")) >= 4 and bool(_SHORT.fullmatch(text)))


def record_of_killer(text: str, reading: Reading, line: int = 0) -> Record:
    """The record of a line. Raises NotationError."""
    from cpsudoku.constraints.cages import Cage
    from cpsudoku.formats.rules import placed

    listed = _LIST.match(text)
    cages = _listed(text, listed) if listed else _short(text)
    board = Geometry(3, 3, extras=("diagonals",)) if listed and listed[1] else CLASSIC
    rules = [Cage(cells, total) for cells, total in cages]
    return Record(placed(bytes(_CELLS), stated_board(reading.geometry, board), rules), line=line, text=text)


def _listed(text: str, match: re.Match[str]) -> list[tuple[list[int], int | None]]:
    """(cells, sum) of each cage."""
    words = text[match.end() :].rstrip(":").split(":")
    if len(words) != _CELLS or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise NotationError(f"{len(words)} entries behind 3x3:{match[1]}:k:; accepted: 81 numbers")
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(map(int, words)):
        if number >= 256:
            cages.setdefault(number, []).append(cell)
    return [(cells, number >> 8) for number, cells in cages.items()]


def _short(text: str) -> list[tuple[list[int], int | None]]:
    cages: dict[int, list[int]] = {}
    for cell in range(_CELLS):
        cages.setdefault(_head(text, cell), []).append(cell)
    return [(cells, _SUMS.index(text[head]) or None) for head, cells in cages.items()]


def _head(text: str, cell: int) -> int:
    """The cell with the sum that the arrows lead to."""
    at = cell
    for _ in range(_CELLS):
        step = _STEPS.get(text[at])
        if step is None:
            return at
        row, column = at // 9 + step[0], at % 9 + step[1]
        if not (0 <= row < 9 and 0 <= column < 9):
            raise NotationError(f"the arrow in {CLASSIC.name_of(at)} leads out of the board")
        at = row * 9 + column
    raise NotationError(f"the arrows from {CLASSIC.name_of(cell)} lead in a circle")


_WORD = re.compile(r"[^\s,;#\"]+")
_WORD_OF_CELLS = re.compile(r"[^\s,;#\"]{4}")
"""Where a line has no word so long, none can be a puzzle: integers, and of large boards tens of thousands."""
_ADDRESS = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]{{0,20}}://\S+|(?<!\S)(?:www\.|{SITES}[/?#]|{PACKED})\S+", re.IGNORECASE)
_SEPARATORS = ' \t,;#"'
_BARS = str.maketrans({**dict.fromkeys("|/\u2502\u2551", " "), **dict.fromkeys("[](){}\"'", None)})
MAX_TOKENS = 255 * 255
MAX_CHARACTERS = MAX_CHARACTER_SIDE**2


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each line that is neither blank nor a comment."""
    _settle_alphabets(source, reading)
    return reading.rows(source.lines(), row)


def row(line: str, reading: Reading, number: int = 0) -> Record:
    """The puzzle of one line. Raises NotationError."""
    if is_killer(line.strip()):
        return record_of_killer(line.strip(), reading, number)
    addresses = list(_ADDRESS.finditer(line))
    if addresses:
        return _beside_link(line, addresses, reading, number)
    if not _WORD_OF_CELLS.search(line):
        return _whole_line(line, reading, number)
    words = _words(line)
    start, word = _puzzle_word(words, reading)
    if word:
        mapped = _with_map(words, start, word, reading, number)
        if mapped is not None:
            return mapped
        return _with_rest(row_record(word, reading, line=number, column=start + 1), line, start, reading)
    for start, word in words[:2]:
        found = _jigsaw(word, reading, number)
        if found is None and candidate_text.is_string(word, reading):
            found = candidate_text.string_record(word, reading, number, start + 1)
        if found is not None:
            found.rest = line[start + len(word) :].strip(_SEPARATORS)
            return found
    return _whole_line(line, reading, number)


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line up to its comment, each with where it begins."""
    return [(match.start(), match.group()) for match in _WORD.finditer(line[: 1 << 17].partition("#")[0])]


def _beside_link(line: str, addresses: list[re.Match[str]], reading: Reading, number: int) -> Record:
    """The puzzle that the first link of the line carries, else the one that stands beside the links.

    Digits inside a link are no puzzle, however many. Raises NotationError.
    """
    first = addresses[0]
    try:
        record = record_of_link(first.group(), reading, number)
        others = [line[: first.start()].strip(_SEPARATORS), record.rest, line[first.end() :].strip(_SEPARATORS)]
        record.rest = " ".join(filter(None, others))
        return record
    except NotationError as error:
        bare = list(line[: 1 << 17])
        for match in addresses:
            bare[match.start() : match.end()] = " " * (match.end() - match.start())
        start, word = _puzzle_word(_words("".join(bare)), reading)
        if not word:
            raise error.at(line=number or None, column=first.start() + 1) from None
    return _with_rest(row_record(word, reading, line=number, column=start + 1), line, start, reading)


def _puzzle_word(words: list[tuple[int, str]], reading: Reading) -> tuple[int, str]:
    """The first word where it has n*n >= 81 characters, else the longest word of n*n; "" where there is none."""
    fitting = [
        (start, word)
        for start, word in words
        if 4 <= len(word) <= MAX_CHARACTER_SIDE**2
        and reading.sides(len(word)) is not None
        and not candidate_text.is_string(word, reading)
    ]
    if not fitting:
        return 0, ""
    if fitting[0][0] == words[0][0] and len(fitting[0][1]) >= 81:
        return fitting[0]
    return max(
        filter(lambda found: _could_be_cells(found[1]), fitting), key=lambda found: len(found[1]), default=fitting[0]
    )


def _could_be_cells(word: str) -> bool:
    return any(c in ".0*_-?" for c in word) or len(set(word)) <= isqrt(len(word))


def _with_rest(record: Record, line: str, start: int, reading: Reading) -> Record:
    end = start + len(record.text)
    before, after = line[:start].strip(_SEPARATORS), line[end:]
    if after.startswith(",") and not before:
        # a table without a header: a second column that is a filled grid of the same size is the solution
        second, comma, others = after[1:].partition(",")
        if len(second.strip()) == len(record.text):
            cells, _ = reading.solution(second, record.puzzle.geometry, record.alphabet)
            if cells is not None:
                record.solution, after = cells, comma + others
    record.rest = " ".join(filter(None, [before, after.strip().strip(_SEPARATORS)]))
    return record


def _jigsaw(word: str, reading: Reading, number: int) -> Record | None:
    side = isqrt(len(word) // 2)
    if len(word) % 2 or side < 2 or 2 * side * side != len(word) or reading.geometry is not None or side > 35:
        return None
    text, regions = word[: side * side], word[side * side :]
    try:
        board = Geometry.jigsaw(regions)
        if board.scattered_regions():
            return None
        found = row_record(text, Reading(board, reading.alphabet), line=number)
    except (GeometryError, NotationError):
        return None
    found.text = word
    return found


def _with_map(words: list[tuple[int, str]], start: int, word: str, reading: Reading, number: int) -> Record | None:
    """The jigsaw of a line whose word behind the puzzle is a map of contiguous regions; None where it is none."""
    second = next((other for at, other in words if at > start), "")
    found = _jigsaw(word + second, reading, number) if len(second) == len(word) else None
    if found is not None:
        found.rest = " ".join(other for _, other in words if other not in (word, second))
    return found


def _whole_line(line: str, reading: Reading, number: int) -> Record:
    body = re.split(r"[#;]", line)[0]
    rest = line[len(body) :].strip(_SEPARATORS)
    found: dict[bytes, Record] = {}
    errors: list[NotationError] = []
    for tokens in _groupings(body, reading):
        if reading.sides(len(tokens)) is None or len(tokens) > MAX_TOKENS:
            continue
        try:
            record = reading.tokens(tokens, line=number)
        except NotationError as error:
            errors.append(error)
            continue
        record.rest = rest
        found.setdefault(record.puzzle.cells, record)
    if len(found) > 1:
        readings = " and ".join(f"{len(cells)} cells ({shown(record.text)})" for cells, record in found.items())
        raise NotationError(f"can be read in two ways: {readings}; state the board with --size", line=number or None)
    if found:
        return next(iter(found.values()))
    raise errors[0] if errors else _no_puzzle(line, _words(line), reading, number)


def _groupings(body: str, reading: Reading) -> Iterator[list[str]]:
    """The ways in which a line may be cut into cells; a way that does not give n*n of them is dropped later."""
    if "," in body:
        yield [token.strip() for token in body.translate(_BARS).split(",")]
    plain = body.translate(_BARS).replace(",", " ")
    tokens = plain.split()
    yield tokens
    lengths = set(map(len, tokens))
    if lengths - {1} and (len(lengths) == 1 or reading.sides(len(tokens)) is None):
        joined = "".join(tokens)
        if len(joined) <= MAX_CHARACTER_SIDE**2:
            yield list(joined)
    for filler in " ", ",":
        if filler in body and set(body) <= set("123456789" + filler):
            yield ["." if character == filler else character for character in body]


def _no_puzzle(line: str, words: list[tuple[int, str]], reading: Reading, number: int) -> NotationError:
    word = words[0][1] if words else line.strip()
    column = words[0][0] + 1 if words else 1
    if len(words) > 1 and len(word) < 16:
        joined = "".join(word for _, word in words)
        found = f"{shown(line.strip())} ({len(words)} words, {len(joined)} characters)"
    else:
        found = shown(word)
    try:
        reading.board(len(word))
        reason = "a puzzle has n*n cells, one character or number each"
    except NotationError as error:
        reason = error.reason
    return NotationError(f"{found}: {reason}", line=number or None, column=column)


def _settle_alphabets(source: Source, reading: Reading) -> None:
    """Choose the alphabet of each side above 9 from all rows at the beginning of the text, not from the first alone."""
    if reading.alphabet is not None:
        return
    seen: dict[int, list[str]] = {}
    for raw in source.head().decode("latin-1").splitlines()[:1000]:
        _, word = _puzzle_word(_words(raw[: 1 << 12]), reading)
        if len(word) > 81:
            seen.setdefault(isqrt(len(word)), []).append(word)
    for side, found in seen.items():
        reading.settle(side, "".join(found))


def is_link(text: str) -> bool:
    """True for a text that begins as a link, or as the packed puzzle of one."""
    return _ADDRESS.match(text) is not None


def sniff(head: list[str]) -> bool:
    """True where the first lines read as one-line puzzles (and are not the rows of one grid)."""
    every = [line for line in head if not line.lstrip().startswith("#")]
    if _is_grid_of_numbers(every):
        return False
    lines = every[:16]
    if lines and is_link(lines[0].strip()):
        return True
    reads = []
    for line in lines:
        try:
            record = row(line, Reading())
        except NotationError:
            continue
        if len(record.text) >= 36 and " " not in record.text:
            return True
        reads.append(record)
    if len(lines) == 16 and len(reads) < 16 and all(len(line.strip()) == 16 for line in lines):
        return False  # rows of a 16x16 grid, each as long as a 4x4 puzzle
    words = [max(map(len, line.split())) for line in lines]
    return 2 * len(reads) > len(lines) or (bool(words) and sorted(words)[len(words) // 2] > MAX_CHARACTER_SIDE)


def _is_grid_of_numbers(lines: list[str]) -> bool:
    """True for T lines of T numbers with a number beyond the side of a puzzle of T cells: one grid, not T puzzles."""
    rows = [line.replace(",", " ").split() for line in lines[:MAX_SIDE]]
    side = len(rows[0]) if rows else 0
    if side < 4 or len(rows) < side or any(len(row) != side for row in rows[:side]):
        return False
    numbers = [token for row in rows[:side] for token in row if token.isascii() and token.isdigit() and len(token) < 6]
    return any(int(token) > isqrt(side) for token in numbers)


def _text(record: Record) -> str:
    """The puzzle in its alphabet, and the rest behind it."""
    line = record.puzzle.line(record.alphabet)
    rest = " ".join(record.rest.split()).strip(_SEPARATORS)
    if rest:
        # behind a short puzzle or integers a comment must not be taken for cells
        line += f" {rest}" if 81 <= len(line) <= MAX_CHARACTERS and " " not in line else f" # {rest}"
    return line + "\n"


HOLDS = frozenset(["rest"])
FORMAT = Format(
    name="line",
    summary="one puzzle a line, a character a cell or integers set apart by blanks; the rest of the line is kept aside",
    extensions=(".txt", ".sdm"),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=HOLDS,
)
