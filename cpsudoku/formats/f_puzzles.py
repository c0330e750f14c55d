"""f-puzzles.com links, one a line, `fpuzzles...` payloads, and the JSON itself: clues, regions and rules.

The link holds everything (LZ-string of JSON); nothing is fetched. An unknown key makes another puzzle: the row is
refused, or the key is listed as lost on request. A player's digits and centre marks are kept aside (`game`); corner
marks, which say where a digit may go and not what a cell may hold, are lost where they stand alone. Drawings and rules
in prose are not read, and the record warns of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

from cpsudoku.board.alphabet import DEFAULT, INTEGERS
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.cells import Candidates
from cpsudoku.constraints.different import ExtraRegion
from cpsudoku.constraints.fpuzzles import is_root
from cpsudoku.constraints.keys import keys_of, written_as
from cpsudoku.errors import NotationError
from cpsudoku.formats import documents, lz_string, rules
from cpsudoku.formats.artwork import drawings
from cpsudoku.formats.candidate_text import marks_of, note_game
from cpsudoku.formats.documents import load, unaccepted, unkept
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.json_rules import cell_of
from cpsudoku.formats.prose import note
from cpsudoku.formats.reading import as_notation, has_box, stated_board
from cpsudoku.formats.record import counted
from cpsudoku.formats.rules import board_of_regions, digit_of, extra_houses, keyed, shaped, with_extras
from cpsudoku.numerals import number_of

MAX_SIDE = 35
MARKS = ("centerPencilMarks", "cornerPencilMarks", "candidates")
"""Keys of a cell with a player's marks."""


def cells_of(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells, row by row. Raises NotationError."""
    side = value.get("size")
    if type(side) is not int or not 2 <= side <= MAX_SIDE:
        raise unaccepted("size", side, f"2 to {MAX_SIDE}")
    grid = value.get("grid")
    if not (isinstance(grid, list) and len(grid) == side and all(isinstance(r, list) and len(r) == side for r in grid)):
        raise NotationError(f"grid: accepted: {side} lists of {side} cells")
    cells = [{} if cell is None else cell for row in grid for cell in row]
    odd = next((index for index, cell in enumerate(cells) if not isinstance(cell, dict)), None)
    if odd is not None:
        raise unaccepted(f"grid: {_name(odd, side)}", cells[odd], "an object with value and given")
    return cells


def clues_of(cells: list[dict[str, Any]], side: int) -> tuple[bytes, dict[int, int]]:
    """(clues, a player's digits by cell). Raises NotationError."""
    clues, entries = bytearray(len(cells)), {}
    for index, cell in enumerate(cells):
        digit = digit_of(cell.get("value"), side, f"value in {_name(index, side)}")
        if digit and not cell.get("given"):
            entries[index] = digit
        elif digit:
            clues[index] = digit
    return bytes(clues), entries


def played_marks(cells: list[dict[str, Any]], side: int) -> tuple[dict[int, int], list[str]]:
    """(a player's candidates by cell, a bit mask each, what was written that is no such thing).

    Centre marks are candidates, with the corner marks of the same cell; corner marks alone rule nothing out.
    """
    found: dict[int, int] = {}
    unread: dict[str, None] = {}
    for index, cell in enumerate(cells):
        masks = {key: _mask(cell[key], side) for key in MARKS if cell.get(key)}
        if None in masks.values():
            unread["pencil marks that are no digits"] = None
        centre = (masks.get("centerPencilMarks") or 0) | (masks.get("candidates") or 0)
        corner = masks.get("cornerPencilMarks") or 0
        if centre:
            found[index] = centre | corner
        elif corner:
            unread["corner marks"] = None
    return found, list(unread)


def _mask(given: object, side: int) -> int | None:
    """The digits of a list as a bit mask; None where it holds anything else."""
    mask = 0
    for digit in given if isinstance(given, list) else [None]:
        if isinstance(digit, str) and digit.isascii() and digit.isdigit() and len(digit) < 3:
            digit = number_of(digit)
        if type(digit) is not int or not 1 <= digit <= side:
            return None
        mask |= 1 << digit - 1
    return mask


def write_game(
    grid: list[list[dict[str, Any]]], entries: dict[int, int], marks: dict[int, int], board: Geometry
) -> None:
    """Put a player's digits and candidates into the cells. Raises NotationError for a cell without candidates."""
    side = len(grid)
    for index, digit in entries.items():
        grid[index // side][index % side] |= {"value": digit}
    for index, mask in marks.items():
        if not mask:
            raise NotationError(f"no candidates in {board.name_of(index)}; f-puzzles has no word for that")
        digits = [digit for digit in range(1, side + 1) if mask >> digit - 1 & 1]
        grid[index // side][index % side] |= {"centerPencilMarks": digits}


def candidates_of(cells: list[dict[str, Any]], side: int) -> list[Candidates]:
    """Clues of several digits. Raises NotationError."""
    found = []
    for index, cell in enumerate(cells):
        given = cell.get("givenPencilMarks")
        if not given:
            continue
        where = f"givenPencilMarks in {_name(index, side)}"
        if not isinstance(given, list):
            raise unaccepted(where, given, "a list of digits")
        digits = [digit_of(digit, side, where) for digit in given]
        if 0 in digits:
            raise NotationError(f"{where}: 0; accepted: digits 1 to {side}")
        found.append(Candidates([_name(index, side)], digits))
    return found


def board_of(cells: list[dict[str, Any]], side: int, given: Geometry | None) -> Geometry:
    """The board, by the regions of its cells. Raises NotationError.

    A cell without the key lies in the usual box of its place (where the side is prime: its row), one with null or -1
    in no region.
    """
    plain = square(side) if has_box(side) else boxes(1, side)
    if not any("region" in cell for cell in cells):
        if given is not None and given.side == side and given.regions is None and given.layout is None:
            return Geometry(given.box_rows, given.box_cols)
        return plain
    regions = [cell.get("region", plain.box_of(index)) for index, cell in enumerate(cells)]
    groups: dict[int, list[int]] = {}
    for index, region in enumerate(regions):
        if region is not None and type(region) is not int:
            raise unaccepted(f"region in {_name(index, side)}", region, "a number, or null for none")
        if region is not None and region >= 0:
            groups.setdefault(region, []).append(index)
    wrong = next((number for number, group in groups.items() if len(group) != side), None)
    if wrong is not None:
        raise NotationError(
            f"regions: region {wrong} has {len(groups[wrong])} cells, {_name(groups[wrong][0], side)} among them; "
            f"accepted: {side} cells each"
        )
    if len(groups) == side:
        return board_of_regions(side, regions, given)
    return shaped(side, side, 1, side, groups.values())


def holds(board: Geometry) -> bool:
    """Whether a board with a layout can be said: n rows and columns of n digits from 1, regions of n cells apart."""
    layout = board.layout
    if layout is None:
        return True
    side = layout.rows
    cells = [cell for region in layout.regions for cell in region]
    return (
        layout.latin
        and layout.columns == side
        and (layout.lo, layout.hi) == (1, side)
        and all(len(region) == side for region in layout.regions)
        and len(set(cells)) == len(cells)
    )


def grid_of(puzzle: Puzzle) -> list[list[dict[str, Any]]]:
    """The cells as f-puzzles has them. Raises NotationError for a board it cannot have."""
    board, side = puzzle.geometry, puzzle.geometry.columns
    if side > MAX_SIDE:
        raise NotationError(f"a board of {board}; links are for boards up to {MAX_SIDE}x{MAX_SIDE}")
    if not holds(board):
        raise NotationError(f"a board of {board}; f-puzzles has square boards with digits from 1")
    plain = board.layout is None and board.regions is None
    plain = plain and (board.box_rows, board.box_cols) == (CLASSIC.box_rows, CLASSIC.box_cols)
    marks: dict[int, list[int]] = {}
    for rule in puzzle.constraints:
        if isinstance(rule, Candidates):
            allowed = list(dict.fromkeys(rule.values))
            for at in rule.at:
                marks[at] = [digit for digit in marks.get(at, allowed) if digit in allowed]
    grid: list[list[dict[str, Any]]] = [[] for _ in range(side)]
    for index, digit in enumerate(puzzle.cells):
        cell: dict[str, Any] = {"value": digit, "given": True} if digit else {}
        if not plain:
            cell["region"] = _region(board, index)
        if index in marks:
            cell["givenPencilMarks"] = marks[index]
        grid[index // side].append(cell)
    return grid


def _region(board: Geometry, cell: int) -> int | None:
    if board.layout is None:
        return board.box_of(cell)
    return next((number for number, region in enumerate(board.layout.regions) if cell in region), None)


def _name(cell: int, side: int) -> str:
    return f"r{cell // side + 1}c{cell % side + 1}"


NAME = "f-puzzles"
TEXTS = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "disabledlogic", "successMessage",
    "truecandidatesoptions", "foglight", "fogofwar", "msgcorrect", "metadata",
}  # fmt: skip
"""Keys without logic that are no drawings either."""
DRAWN = frozenset(["text", "line", "circle", "rectangle", "cage"])
_BY_A_RULE = ("fromConstraint", "isNewConstraint", "isLLConstraint")
_SHOWN = ("foglight", "fow", "customstyle", "title:", "author:", "rules:", "msgcorrect:", "solution:")


@dataclass
class Understood:
    """What the keys of an object say."""

    board: Geometry
    rules: list[Constraint] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)


def _understood(value: Mapping[str, Any], board: Geometry) -> Understood:
    """Houses, rules, unknown keys and drawings of an object. Raises NotationError."""
    known = keys_of(NAME)
    found = Understood(board)
    late = []
    kept = {str(key): entry for key, entry in value.items() if key not in TEXTS and entry not in (None, False, [], "")}
    if isinstance(kept.get("negative"), list) and "foglight" in kept["negative"]:  # fog without a light
        kept["negative"] = [word for word in kept["negative"] if word != "foglight"]
    _houses(kept, found)
    for word, entry in kept.items():
        key = known.get(word.lower())
        entries = entry if isinstance(entry, list) else [entry]
        if word in DRAWN and any(not _explained(one) for one in entries):
            found.drawn.append(word)
        if key is None:
            found.unknown += [word] * (word not in DRAWN)
        elif key[1].late:
            late.append((word, entries))
        else:
            found.rules += keyed(NAME, word, entries, found.board, ())
    for word, entries in late:
        found.rules += keyed(NAME, word, entries, found.board, found.rules)
    return found


def _houses(kept: dict[str, Any], found: Understood) -> None:
    """Take the keys that make extra houses of the board, where it can have such."""
    board = found.board
    sets: list[list[int]] = []
    if board.layout is not None:
        return
    side = board.side
    if kept.get("diagonal+") and kept.get("diagonal-"):
        sets += [[r * side + side - 1 - r for r in range(side)], [r * side + r for r in range(side)]]
        del kept["diagonal+"], kept["diagonal-"]
    if kept.pop("disjointgroups", None):
        with as_notation("disjointgroups"):
            disjoint = Geometry(board.box_rows, board.box_cols, board.regions, ("disjoint",))
        sets += [list(house.cells) for house in extra_houses(disjoint)]
    regions = keyed(NAME, "extraregion", kept.pop("extraregion", []), board, ())
    at = {frozenset(rule.on(board).at): rule for rule in regions}
    found.board, left = with_extras(board, [*sets, *at])
    found.rules += [rule for cells, rule in at.items() if cells in left]


def _explained(entry: object) -> bool:
    """Whether a drawn thing is drawn by a rule, or holds a rule or a note itself."""
    if not isinstance(entry, dict):
        return False
    text = entry.get("value")
    shown = isinstance(text, str) and text.strip().lower().startswith(_SHOWN)
    return shown or is_root(entry) or any(entry.get(flag) for flag in _BY_A_RULE)


def _stated(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of a puzzle's houses and rules; rules without a key are left out."""
    found: dict[str, Any] = {}
    board = puzzle.geometry
    if "diagonals" in board.extras:
        found.update({"diagonal+": True, "diagonal-": True})
    if "disjoint" in board.extras:
        found["disjointgroups"] = True
    for house in extra_houses(board) if board.layout is None else ():
        if "diagonal" not in house.name and "disjoint" not in house.name:
            _add(found, written_as(ExtraRegion(house.cells).on(board), NAME))
    for rule in puzzle.constraints:
        _add(found, written_as(rule, NAME, puzzle.constraints))
    return found


def _add(found: dict[str, Any], written: tuple[str, list[Any]] | None) -> None:
    if written is None or written[0] == CANDIDATES:
        return
    key, entries = written
    if entries == [True]:
        found[key] = True
    else:
        found.setdefault(key, []).extend(entries)


CANDIDATES = "givenPencilMarks"


_PAYLOAD = re.compile(r"(?:^|/)fpuz(?:zles)?(?=[A-Za-z0-9])")
_COLOURS = {"c", "cArray", "highlight", "highlightArray"}
_LIT = ("foglight", "fow")
_KEPT = frozenset(["size", "grid", "title", "author", "ruleset", "solution", "foglight", "fogofwar"])
"""Keys without logic that a record holds; the others are listed as lost."""
MAX_REPAIRS = 60
"""Slashes that may be one of two."""
_CELLS = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(?:null\s*,\s*)*\{')


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each link, payload, or JSON object."""
    return documents.read_links(source, reading, of_link, record_of)


def of_link(link: str, reading: Reading) -> Record:
    """The record of a link or payload. Raises NotationError."""
    record = record_of(unpacked(payload(link)), reading)
    record.format = FORMAT.name
    return record


def payload(link: str) -> str:
    """The packed part of a link. Raises NotationError."""
    match = re.search(r"[?&]load=([^&#\s]+)", link)
    if match:
        return _decoded(match.group(1))
    found = _PAYLOAD.search(link)
    if found:
        return _decoded(link[found.end() :])
    raise NotationError(
        f"{shown(link)}: no puzzle in this link; accepted: f-puzzles.com/?load=... (a short link needs the network)"
    )


def _decoded(packed: str) -> str:
    """Percent signs resolved, blanks as the plus signs they stand for."""
    return unquote(packed).strip().replace(" ", "+")


def unpacked(packed: str) -> dict[str, Any]:
    """The object in a packed text. Raises NotationError.

    Also as other packers write it: - and _ for the characters that mean something in a link; and where a shortener
    has made one slash of two.
    """
    try:
        return load(lz_string.unpack(packed))
    except NotationError as error:
        for other in _variants(packed):
            try:
                return load(lz_string.unpack(other))
            except NotationError:
                continue
        raise error


def _variants(packed: str) -> Iterator[str]:
    if "-" in packed or "_" in packed or "$" in packed:
        yield packed.replace("-", "/").replace("$", "=")
        yield packed.replace("-", "+").replace("_", "/")
    slashes = [match.start() for match in re.finditer("/", packed)][:MAX_REPAIRS]
    for at in slashes:
        yield packed[:at] + "/" + packed[at:]
    yield packed.replace("/", "//")


def record_of(value: dict[str, Any], reading: Reading) -> Record:
    """The record of an f-puzzles object. Raises NotationError."""
    cells = cells_of(value)
    side = value["size"]
    clues, entries = clues_of(cells, side)
    marks, unread = played_marks(cells, side)
    board = board_of(cells, side, reading.geometry)
    found = _understood(value, board)
    lost = rules.refuse(found.unknown, reading.lossy)
    board = stated_board(reading.geometry, found.board)
    puzzle = rules.placed(clues, board, [*candidates_of(cells, side), *found.rules])
    record = Record(puzzle, alphabet=DEFAULT if side <= 35 else INTEGERS)
    used = {key for cell in cells for key in cell if cell[key]}
    drawn = found.drawn + ["colours"] * bool(_COLOURS & used)
    texts = unkept({key: value[key] for key in TEXTS & value.keys()}, _KEPT)
    record.drawings, odd = drawings.of_f_puzzles(value, cells, side, _explained)
    record.lost = (*lost, *unread, *odd, *sorted(texts))
    record.fog = _fog(value, board)
    note_game(record, entries, marks)
    note(record, value.get("ruleset"), drawn)
    for key, name in (("title", "rest"), ("author", "author")):
        if isinstance(value.get(key), str):
            setattr(record, name, value[key])
    if value.get("solution"):
        record.solution, record.solution_error = _solution(value["solution"], side)
    return record


def _fog(value: dict[str, Any], board: Geometry) -> tuple[int, ...] | None:
    """The cells that are seen at first under fog, by the keys and by cages that say so. Raises NotationError."""
    cages = [one for one in value.get("cage") or [] if isinstance(one, dict) and isinstance(one.get("value"), str)]
    said = [(one["value"].strip().lower(), one.get("cells")) for one in cages]
    named = [("foglight", value.get("foglight")), ("fow", value.get("fogofwar")), *said]
    negative = value.get("negative")
    dark = isinstance(negative, list) and "foglight" in negative
    found: list[int] | None = [] if dark else None
    for word, names in named:
        if word in _LIT and isinstance(names, list):
            found = found or []
            for name in names:
                row, column = divmod(cell_of(name, board.rows, board.columns), board.columns)
                near = (-1, 0, 1) if word == "fow" else (0,)
                places = [(row + down, column + right) for down in near for right in near]
                found += [r * board.columns + c for r, c in places if 0 <= r < board.rows and 0 <= c < board.columns]
    return None if found is None else tuple(dict.fromkeys(found))


def _solution(given: object, side: int) -> tuple[bytes | None, str]:
    """The stored solution, a list or a text, with commas where it has any: (cells, what is wrong with it)."""
    if isinstance(given, str):
        given = given.split(",") if "," in given else list(given)
    if isinstance(given, list):
        given = [0 if digit in (".", "?", "") else digit for digit in given]
    try:
        cells = rules.digits_of(given, side * side, side, "solution")
    except NotationError as error:
        return None, error.reason
    return (cells, "") if 0 not in cells else (None, "")


def document(record: Record) -> dict[str, Any]:
    """The f-puzzles object of a record."""
    grid = grid_of(record.puzzle)
    write_game(grid, record.entries, marks_of(record), record.puzzle.geometry)
    value: dict[str, Any] = {
        "size": len(grid),
        "title": record.rest,
        "author": record.author,
        "ruleset": record.rules or rules.rules_text(record.puzzle.geometry, record.puzzle.constraints),
        "grid": grid,
        **_stated(record.puzzle),
    }
    if record.solution is not None:
        value["solution"] = list(record.solution)
    if record.fog is not None:
        value["foglight"] = [_name(cell, len(grid)).upper() for cell in record.fog]
    for key, entries in drawings.as_f_puzzles(record.drawings)[0].items():
        value.setdefault(key, []).extend(entries)
    return value


def unsaid(puzzle: Puzzle) -> list[Constraint]:
    """The rules that no key states."""
    return rules.unsaid(puzzle, NAME)


def _text(record: Record) -> str:
    """A link a line."""
    packed = lz_string.pack(json.dumps(document(record), separators=(",", ":"), ensure_ascii=False))
    return f"https://f-puzzles.com/?load={quote(packed, safe='')}\n"


def sniff(head: list[str]) -> bool:
    """True for the object itself; links go through `links`, where they may be mixed."""
    return documents.begins_with(head, '"grid"') and bool(_CELLS.search("\n".join(head)))


FORMAT = Format(
    name="f-puzzles",
    summary="f-puzzles.com links and JSON: clues, regions, and every rule it has",
    extensions=(".fpuzzles",),
    sniff=sniff,
    read=read,
    write=writer(_text),
    holds=frozenset(
        ["boxes", "regions", "extras", "solution", "candidates", "clues", "placed", "rest", "rules", "author", "fog"]
    ),
    sides=range(2, 36),
    shapes=holds,
    unsaid=unsaid,
    undrawn=lambda record: counted(drawings.as_f_puzzles(record.drawings)[1]),
)
