"""Strings of Interactive Sudoku Solver, and its links: board, clues and rules.

A text is one puzzle, whatever its lines; links are one puzzle a line, and so are strings in format `iss-lines`. The
kinds define their types (`constraints.iss`). An unknown type would change the puzzle: the row is refused, naming it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import from_dict
from cpsudoku.constraints.base import Constraint, holding
from cpsudoku.constraints.keys import keys_of, written_as
from cpsudoku.constraints.outside import FullRank
from cpsudoku.errors import ConstraintError, CpSudokuError, NotationError
from cpsudoku.formats import iss_text, rules
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, by_name_only, line_reader, shown, writer
from cpsudoku.formats.iss_text import COMMENTS, SEVERAL, Item
from cpsudoku.formats.reading import as_notation, stated_board

LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
_HOUSES = ("diagonal", "windoku", "disjoint_groups")
"""Kinds that may be extra houses of a board."""


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow: of the whole text, or of each line where the first one is a link."""
    lines = source.text().splitlines()
    stated = [n for n, line in enumerate(lines, start=1) if line.strip() and not line.lstrip().startswith(COMMENTS)]
    if not stated:
        return
    if not lines[stated[0] - 1].lstrip().startswith("."):
        yield from reading.rows(enumerate(lines, start=1), _of_link, COMMENTS)
        return
    text = iss_text.joined(lines)
    try:
        record = of_text(text, reading)
    except NotationError as error:
        yield reading.bad(error, stated[0], text.strip())
        return
    record.line, record.text = stated[0], text.strip()
    yield record


def _of_line(line: str, reading: Reading, number: int) -> Record:
    text = line.strip()
    record = of_text(text if text.startswith(".") else _carried(text), reading)
    record.text = text
    return record


def _of_link(line: str, reading: Reading, number: int) -> Record:
    if line.lstrip().startswith("."):
        raise NotationError(f"{shown(line.strip())}: a string below a link; {SEVERAL}")
    return _of_line(line, reading, number)


def _carried(link: str) -> str:
    """The string in a link of Interactive Sudoku Solver. Raises NotationError."""
    try:
        found = parse_qs(urlsplit(link).query).get("q", [])
    except ValueError as error:
        raise NotationError(f"{shown(link)}: no link ({error})") from None
    if not found:
        raise NotationError(f"{shown(link)}: no string of constraints in this link; copy it with ?q=...")
    return found[0]


def of_text(text: str, reading: Reading) -> Record:
    """The record of a string. Raises NotationError."""
    found = iss_text.items(text)
    board = iss_text.board_of([item for item in found if item.type.lower() in iss_text.BOARD])
    clues = bytearray(board.size)
    kept = [item for item in found if item.type.lower() not in iss_text.BOARD]
    known = keys_of("iss")
    unknown = _unknown(kept, known)
    if unknown and not reading.lossy:
        raise NotationError(f"holds {', '.join(unknown)}, which cpsudoku does not read")
    stated = _rules([item for item in kept if not _unknown([item], known)], board)
    ties = next((item.arguments for item in found if item.type.lower() == "fullrankties"), [])
    stated = _tied(stated, ties[0]) if ties else stated
    others = [rule for rule in stated if not _is_clue(rule, board, clues)]
    board, others = _with_houses(board, others)
    record = Record(rules.placed(bytes(clues), stated_board(reading.geometry, board), others), format="iss")
    record.lost = tuple(unknown)
    return record


def _unknown(items: Sequence[Item], known: Container[str]) -> list[str]:
    """Types that are not *known*, by name."""
    found: dict[str, None] = {}
    for item in items:
        if item.type.lower() not in iss_text.NESTED and item.type.lower() not in known:
            found[item.type] = None
        found.update(dict.fromkeys(_unknown(item.inner, known)))
    return list(found)


def _rules(items: Sequence[Item], board: Geometry, nested: bool = False) -> list[Constraint]:
    """The rules of items, those that depend on others last."""
    known = keys_of("iss")
    found: list[Constraint] = []
    late = []
    for item in items:
        word = item.type.lower()
        if word in iss_text.NESTED:
            found.append(_composite(item, board))
        elif known[word][1].late and nested:
            raise NotationError(f"{item.type} inside Or or And: it is about the whole board")
        elif known[word][1].late:
            late.append(item)
        else:
            found += rules.keyed("iss", item.type, [item.arguments], board, ())
    for item in late:
        found += rules.keyed("iss", item.type, [item.arguments], board, found)
    return found


def _composite(item: Item, board: Geometry) -> Constraint:
    try:
        if item.type.lower() == "and":
            return from_dict({"type": "and", "rules": _rules(item.inner, board, True)})
        options = [_rules(one.inner if one.type.lower() == "and" else [one], board, True) for one in item.inner]
        return from_dict({"type": "or", "options": options})
    except NotationError:
        raise
    except CpSudokuError as error:
        raise NotationError(f"{item.type}: {error}") from None


def _tied(stated: list[Constraint], ties: str) -> list[Constraint]:
    """Full ranks, inside other rules too, with the ties that one item states for all."""
    if not _ranks(stated) and ties != "any":
        raise NotationError("holds FullRankTies without a FullRank, which cpsudoku does not read")
    with as_notation("FullRankTies"):
        if ties == "none":  # it holds on the whole board, even where the clue itself does not
            holding(stated, "full_rank")
        return [from_dict(_with_ties(rule.to_dict(), ties)) if _ranks([rule]) else rule for rule in stated]


def _ranks(rules: Iterable[Constraint]) -> list[FullRank]:
    """The full ranks among rules and inside them."""
    found: list[FullRank] = []
    for rule in rules:
        found += [rule] if isinstance(rule, FullRank) else _ranks(rule.inner)
    return found


def _with_ties(part: Any, ties: str) -> Any:
    """The record of a rule, or a part of one, in which every full rank has these ties."""
    if isinstance(part, list):
        return [_with_ties(one, ties) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: _with_ties(one, ties) for key, one in part.items()}
    return {**found, "ties": ties} if part.get("type") == FullRank.word else found


def _is_clue(rule: Constraint, board: Geometry, clues: bytearray) -> bool:
    """Put the clue of a cell with one digit among *clues*; False for another rule, and for a second digit of a cell."""
    if rule.word != "candidates" or len(rule.values) != 1:  # type: ignore[attr-defined]
        return False
    with as_notation():
        (cell,) = rule.on(board).at
    digit = rule.values[0]  # type: ignore[attr-defined]
    if not board.lo <= digit <= board.hi:
        raise NotationError(f"{board.name_of(cell)}: {digit}; accepted: {board.lo} to {board.hi}")
    value = digit - board.lo + 1
    if clues[cell] not in (0, value):
        return False
    clues[cell] = value
    return True


def _with_houses(board: Geometry, stated: list[Constraint]) -> tuple[Geometry, list[Constraint]]:
    """Both diagonals, the windows and disjoint groups as extra houses, where the board can have them."""
    if board.layout is not None:
        return board, stated
    houses = {}
    for rule in stated:
        if rule.word in _HOUSES:
            with as_notation():
                houses[rule] = {frozenset(part.cells) for part in rule.on(board).statement()}  # type: ignore[union-attr]
    found, left = rules.with_extras(board, [cells for sets in houses.values() for cells in sets])
    return found, [rule for rule in stated if rule not in houses or houses[rule] & set(left)]


def text_of(puzzle: Puzzle) -> str:
    """The string of a puzzle. Raises NotationError for a board it cannot state; rules without a type are left out."""
    board = puzzle.geometry
    parts = iss_text.stated(board)
    if parts is None:
        raise NotationError(f"a board of {board}; an ISS string cannot state its regions")
    clues = [
        f"R{_digit(cell // board.columns)}C{_digit(cell % board.columns)}_{byte + board.lo - 1}"
        for cell, byte in enumerate(puzzle.cells)
        if byte
    ]
    parts += ["~".join([".", *clues])] if clues else []
    names = {"diagonals": [".Diagonal~1", ".Diagonal~-1"], "windoku": [".Windoku"], "disjoint": [".DisjointSets"]}
    for name in board.extras:
        parts += names.get(name, [])
    for house in rules.extra_houses(board) if board.layout is None else ():
        if not any(word in house.name for word in ("diagonal", "window", "disjoint")):
            parts.append("~".join([".AllDifferent", *(board.name_of(cell).upper() for cell in house.cells)]))
    ties = {rule.ties for rule in _ranks(puzzle.constraints)}
    parts += [f".FullRankTies~{tie}" for tie in ties]
    for rule in puzzle.constraints:
        written = written_as(rule, "iss", puzzle.constraints)
        parts += written[1] if written else []
    return "".join(parts)


def _digit(number: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number + 1]


def unsaid(puzzle: Puzzle) -> list[Constraint]:
    """The rules that no type states. All full ranks share their ties, which cannot be "none" for one inside `or`."""
    found = rules.unsaid(puzzle, "iss")
    ranked = [rule for rule in puzzle.constraints if _ranks([rule])]
    ties = {rule.ties for rule in _ranks(ranked)}
    try:
        alike = len(ties) < 2 and ("none" not in ties or bool(holding(ranked, FullRank.word)))
    except ConstraintError:
        alike = False
    return found if alike else [*found, *(rule for rule in ranked if rule not in found)]


def write(records: Iterable[Record]) -> Iterator[str]:
    """The string of one puzzle; of more than one a link a line."""
    every = iter(records)
    head = list(islice(every, 2))
    of_one = text_of if len(head) == 1 else link
    for record in chain(head, every):
        yield of_one(record.puzzle) + "\n"


def link(puzzle: Puzzle) -> str:
    """A link that opens the puzzle in Interactive Sudoku Solver."""
    return LINK + quote(text_of(puzzle), safe="~.")


def sniff(head: list[str]) -> bool:
    """True where the first line that is no comment is in this notation."""
    first = next((line for line in head if not line.lstrip().startswith(COMMENTS)), "")
    return iss_text.sniff(first)


FORMAT = Format(
    name="iss",
    summary="a string of Interactive Sudoku Solver: board, clues and rules; several puzzles are links, one a line",
    extensions=(".iss",),
    sniff=sniff,
    read=read,
    write=write,
    holds=frozenset(["boxes", "regions", "extras"]),
    sides=range(2, 36),
    shapes=iss_text.holds,
    unsaid=unsaid,
)


def _line(record: Record) -> str:
    return text_of(record.puzzle) + "\n"


LINES = replace(
    FORMAT,
    name="iss-lines",
    summary="strings of Interactive Sudoku Solver, one puzzle a line",
    extensions=(),
    sniff=by_name_only,
    read=line_reader(_of_line, COMMENTS),
    write=writer(_line),
)
"""Chosen by name only: the lines may be one puzzle."""
