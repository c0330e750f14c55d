"""One JSON object a line, or over the whole text: our own records, with the keys `puzzle` and `solution`.

Where the board is not the customary one of its side the record states it: `size` ("2x3", box rows x columns),
`regions` (a jigsaw map, one symbol a cell) and `extras` (names of extra houses). `rest` is a comment, `alphabet` the
symbols, `candidates` a candidate string or a list of digits a cell, as `candidates --jsonl` writes it; `entries` and
`pencil_marks` are a player's digits and candidates by cell ({"r1c3": 4}, {"r1c4": [2, 6]}); `title` stands for
`rest`, `author` is a name, `fog`
lists the cells that are seen at first under fog, `drawings` has lines and shapes that state no rule. `constraints`
are rules that are not houses, each `{"type": ...}` or its text form; a board of another shape has `rows`, `columns`,
`digits` ([lowest, highest]), `regions` as lists of cells and `latin`; `clues` ({"r1c1": 5}) may stand for `puzzle`.
docs/reference/puzzle.schema.json has it all.
Other keys, such as those of `verify` and `generate`, are passed over, but not one that sounds like a rule and holds a
list, an object or true: such a row is refused, or the key is listed as lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from cpsudoku.board.alphabet import ALPHABETS, DEFAULT, INTEGERS, UNREADABLE, Alphabet, alphabet_named
from cpsudoku.board.coerce import grid_of
from cpsudoku.board.geometry import CLASSIC, Geometry, parse_size, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.registry import KINDS
from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text, documents, json_rules
from cpsudoku.formats.artwork.drawings import accepted
from cpsudoku.formats.candidate_text import row_record
from cpsudoku.formats.documents import load, rules_beside, unaccepted
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.prose import note
from cpsudoku.formats.reading import as_notation, filled, has_box, stated_board
from cpsudoku.formats.shaped import map_text, region_numbers
from cpsudoku.records.vocabulary import KEYS

_SHAPED = re.compile(r'"constraints"\s*:\s*\[|"digits"\s*:\s*\[\s*\d+\s*,\s*\d+\s*\]')

_STATED = frozenset([
    "size", "regions", "extras", "alphabet", "constraints", "rules", "rest", "candidates", "clues", "author", "fog",
    "drawings",
    json_rules.ENTRIES, json_rules.MARKS, *json_rules.SHAPE,
])  # fmt: skip
"""Keys whose values are read."""
_OURS = frozenset(KEYS) - frozenset(KINDS) | {"candidates"}
"""Keys of our own records: what sounds like a rule among them states none."""
ANSWER = "candidates"
"""The kind of record whose candidates are an answer."""
_TABLE = DEFAULT.table(9)


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each line that is neither blank nor a comment; or for each object, where it has lines."""
    quick = reading.is_classic and reading.column is None

    def of_line(line: str, reading: Reading, number: int) -> Record:
        value = load(line)
        return (_plain(value) if quick else None) or record_of(value, reading)

    if _is_one_object(source.head()):
        return documents.read(source, reading, record_of)
    return reading.rows(source.lines(), of_line, ("#", "//"))


def _is_one_object(head: bytes) -> bool:
    """Whether a text begins with an opening brace alone, or with one whose line does not close it."""
    first = next((line for line in head.splitlines() if line.strip()), b"").strip()
    return first.startswith((b"{", b"[")) and not first.endswith((b"}", b"},"))


def board_of(value: dict[str, Any], given: Geometry | None) -> Geometry | None:
    """The board stated by the keys size, regions and extras, None where they are absent. Raises NotationError."""
    if not any(key in value for key in ("size", "regions", "extras")):
        return given
    extras = value.get("extras", [])
    if not (isinstance(extras, list) and all(isinstance(name, str) for name in extras)):
        raise unaccepted("extras", extras, "a list of names")
    with as_notation():
        if "regions" in value:
            stated = Geometry.jigsaw(region_numbers(_text(value, "regions")), extras)
        elif "size" in value:
            stated = Geometry(*parse_size(_text(value, "size")), extras=tuple(extras))
        else:
            base = given if given is not None else CLASSIC
            stated = Geometry(base.box_rows, base.box_cols, base.regions, tuple(extras))
    return stated_board(given, stated)


def _text(value: dict[str, Any], key: str) -> str:
    text = value[key]
    if not isinstance(text, str):
        raise unaccepted(key, text, "a text")
    return text


def _plain(value: dict[str, Any]) -> Record | None:
    """The record of an object that says a classic puzzle in 81 characters, its solution likewise, and no rules.

    None for another: `record_of` reads it, and would read this one the same, more slowly.
    """
    text, solution = value.get("puzzle"), value.get("solution")
    if not isinstance(text, str) or len(text) != 81 or not text.isascii() or not _STATED.isdisjoint(value):
        return None
    cells = text.encode().translate(_TABLE)
    claimed = None
    if solution is not None:
        if not isinstance(solution, str) or len(solution) != 81 or not solution.isascii():
            return None
        claimed = solution.encode().translate(_TABLE)
        if 0 in claimed or UNREADABLE in claimed:
            return None
    if UNREADABLE in cells or _states(value):
        return None
    record = Record(Puzzle.trusted(cells, CLASSIC), text=text, solution=claimed)
    record.others = _others(value, "puzzle")
    if record.others:
        record.lost = tuple(_unkept(value, "puzzle"))
    return record


def record_of(value: dict[str, Any], reading: Reading) -> Record:
    """The record of an object. Raises NotationError."""
    value = {name: entry for name, entry in value.items() if entry is not None}
    key = reading.column or "puzzle"
    shaped = any(name in value for name in json_rules.SHAPE) or isinstance(value.get("regions"), list)
    if shaped or (key not in value and "clues" in value):
        return _shaped_record(value, key, reading)
    if key not in value:
        keys = ", ".join(list(value)[:8]) or "none"
        raise NotationError(
            f"no key {key!r} (the keys are: {shown(keys, 80)}); a record has puzzle, and perhaps solution"
        )
    board = board_of(value, reading.geometry)
    alphabet = reading.alphabet
    if alphabet is None and "alphabet" in value:
        with as_notation():
            alphabet = alphabet_named(_text(value, "alphabet"))
    inner = Reading(board, alphabet, settled=reading.settled)
    record = cells_record(value, key, alphabet, inner)
    cells, board = record.puzzle.cells, record.puzzle.geometry
    puzzle = json_rules.puzzle_of(value, cells, board)
    given = record.puzzle.constraints
    record.puzzle = Puzzle.trusted(cells, board, (*puzzle.constraints, *given)) if given else puzzle
    record.format = ""
    record.others = _others(value, key)
    _note_beside(record, value, key, reading)
    if value.get("solution") is not None:
        stated = value["solution"]
        note_solution(record, stated if isinstance(stated, list) else _text(value, "solution"), inner)
    return record


def _note_beside(record: Record, value: dict[str, Any], key: str, reading: Reading) -> None:
    """Note the comment, the prose, a player's digits and marks, and the candidates. Raises NotationError."""
    title = value.get("rest", value.get("title"))
    if isinstance(title, str):
        record.rest = title
    if isinstance(value.get("author"), str):
        record.author = value["author"]
    record.drawings = accepted(value.get("drawings", {}))
    if "fog" in value:
        record.fog = _fog(value["fog"], record.puzzle.geometry)
    record.lost = _unread(value, key, reading)
    note(record, _prose(value), list(record.drawings))
    json_rules.read_game(record, value)
    _read_candidates(record, value)


def _fog(given: object, board: Geometry) -> tuple[int, ...]:
    """The cells that are seen at first under fog. Raises NotationError."""
    if not isinstance(given, list):
        raise unaccepted("fog", given, "a list of the cells that are seen at first")
    return tuple(dict.fromkeys(json_rules.cell_of(name, board.rows, board.columns) for name in given))


def _read_candidates(record: Record, value: dict[str, Any]) -> None:
    """Candidates beside a puzzle are its own, but for the answer of `candidates`. Raises NotationError."""
    from cpsudoku.constraints.cells import with_candidates

    if value.get("candidates") is None:
        return
    puzzle = record.puzzle
    board = puzzle.geometry
    masks: Sequence[int]
    if isinstance(value["candidates"], list):
        masks = json_rules.masks_of(value, board)
        if str(value.get("schema", "")).startswith(f"{ANSWER}/"):
            record.candidates = masks
            return
    else:
        masks = candidate_text.masks_in(_text(value, "candidates"), Reading(board))
    masks = tuple(mask or (1 << clue - 1 if clue else 0) for clue, mask in zip(puzzle.cells, masks, strict=True))
    if 0 in masks:
        name = board.name_of(masks.index(0))
        raise NotationError(f"candidates: {name} has none; accepted: one or more in each cell without a clue")
    rules = with_candidates(puzzle.cells, board, masks).constraints
    record.puzzle = Puzzle.trusted(puzzle.cells, board, (*puzzle.constraints, *rules))


def _states(value: dict[str, Any]) -> list[str]:
    """Keys that state a rule or a board and that are not read."""
    found = [] if value.keys() <= _OURS else rules_beside(value, _OURS)
    return [*found, "board"] if isinstance(value.get("board"), dict) else found


def _unread(value: dict[str, Any], key: str, reading: Reading) -> tuple[str, ...]:
    """Keys that state a rule or a board which is passed over. Raises NotationError unless the reading is lossy."""
    found = _states(value)
    if found and not reading.lossy:
        raise NotationError(
            f"{', '.join(map(shown, found))}: no key of a record; accepted: rules in a list under constraints, such as "
            '["cage 9 r1c1 r1c2"]; a board under rows, columns, digits, regions, extras, size'
        )
    return (*found, *_unkept(value, key))


def _unkept(value: dict[str, Any], key: str) -> list[str]:
    """The texts and numbers beside the puzzle that no key of ours holds: a conversion loses them."""
    return [name for name in _others(value, key) if name not in _OURS and name not in _STATED and value[name] != ""]


def _prose(value: dict[str, Any]) -> object:
    """The rules in words. Raises NotationError for a list without `constraints`: it would be passed over."""
    rules = value.get("rules")
    if isinstance(rules, list) and rules and "constraints" not in value:
        raise unaccepted("rules", rules, 'one text, in words; a list of rules is "constraints"')
    return rules


def _others(value: dict[str, Any], key: str) -> dict[str, str]:
    """What an object says in plain words and numbers beside its puzzle and solution."""
    return {
        name: str(entry)
        for name, entry in value.items()
        if name not in (key, "solution") and isinstance(entry, str | int | float) and not isinstance(entry, bool)
    }


def _shaped_record(value: dict[str, Any], key: str, reading: Reading) -> Record:
    """The record of an object that states its board cell by cell."""
    board = json_rules.board_of(value, reading.geometry)
    puzzle = json_rules.puzzle_of(value, json_rules.clues_of(value, key, board), board)
    given = value.get(key, value.get("clues"))
    text = given if isinstance(given, str) else json.dumps(given)
    record = Record(puzzle, text=text, alphabet=ALPHABETS["0-9A-Z"] if board.lo == 0 else DEFAULT)
    _note_beside(record, value, key, reading)
    if value.get("solution") is not None:
        try:
            cells = json_rules.cells_of(value["solution"], board, "solution")
            record.solution, record.solution_error = filled(cells, board)
        except NotationError as error:
            record.solution_error = error.reason
    return record


def cells_record(value: dict[str, Any], key: str, alphabet: Alphabet | None, reading: Reading) -> Record:
    """The record of the puzzle alone; of a candidate string with its rules."""
    if isinstance(value[key], list):
        cells, board = _lists(value[key], reading.geometry, key)
        puzzle = Puzzle.trusted(cells, board)
        return Record(puzzle, text=json.dumps(value[key]), alphabet=DEFAULT if board.side <= 35 else INTEGERS)
    text = _text(value, key)
    parts = text.split()
    spaced = alphabet is INTEGERS or len(parts) > 1
    record = reading.tokens(parts) if spaced else row_record(text.strip(), reading, column=0)
    record.text = text
    return record


def _lists(value: object, board: Geometry | None, key: str) -> tuple[bytes, Geometry]:
    """The cells and the board of n lists of n. Raises NotationError, which names the *key*."""
    with as_notation(key):
        return grid_of(value, board)


def note_solution(record: Record, stated: list[Any] | str, reading: Reading) -> None:
    """Note a solution, n lists of n or a text, or what is wrong with it."""
    board = record.puzzle.geometry
    try:
        if isinstance(stated, str):
            record.solution, record.solution_error = reading.solution(stated, board, record.alphabet)
        else:
            record.solution, record.solution_error = filled(_lists(stated, board, "solution")[0], board)
    except NotationError as error:
        record.solution_error = error.reason


def stated_keys(board: Geometry) -> dict[str, Any]:
    """The keys that state a board which does not follow from its side; empty for the customary one."""
    if board.layout is not None:
        return {key: entry for key, entry in board.layout.to_dict().items() if entry is not True and entry != []}
    found: dict[str, Any] = {}
    if board.regions is not None:
        found["regions"] = map_text(board)
    elif not has_box(board.side) or square(board.side).box_rows != board.box_rows or board.extras:
        found["size"] = f"{board.box_rows}x{board.box_cols}"
    if board.extras:
        found["extras"] = list(board.extras)
    return found


def beside(record: Record) -> dict[str, Any]:
    """The keys of what stands beside a puzzle: title, author, rules in prose, fog, drawings."""
    found = {key: getattr(record, key) for key in ("rest", "author", "rules") if getattr(record, key)}
    if record.fog is not None:
        found["fog"] = [record.puzzle.geometry.name_of(cell) for cell in record.fog]
    return found | ({"drawings": dict(record.drawings)} if record.drawings else {})


def _line(record: Record) -> str:
    """One object a line."""
    puzzle, board, alphabet = record.puzzle, record.puzzle.geometry, record.alphabet
    if board.layout is not None:
        value = {**stated_keys(board), "puzzle": json_rules.listed(puzzle)}
        if record.solution is not None:
            value["solution"] = json_rules.listed(Puzzle.trusted(record.solution, board))
    else:
        value = {"puzzle": puzzle.line(alphabet)}
        if record.solution is not None:
            value["solution"] = alphabet.write(record.solution, board.side)
        value |= stated_keys(board)
    if puzzle.constraints:
        value["constraints"] = [rule.to_dict() for rule in puzzle.constraints]
    if board.layout is None and alphabet is not DEFAULT and alphabet.covers(board.side):
        value["alphabet"] = alphabet.span(board.side) if board.side > 9 else alphabet.name
    value |= beside(record)
    value |= json_rules.stated_game(record)
    return json.dumps(value, ensure_ascii=False) + "\n"


def sniff(head: list[str]) -> bool:
    """True where the first line is an object with the key `puzzle`, or a text with the keys of a puzzle with rules."""
    line = head[0].strip() if head else ""
    if line.startswith(("{", "[")) and _SHAPED.search("\n".join(head)):
        return True
    if not (line.startswith("{") and line.endswith("}")):
        return False
    try:
        return "puzzle" in load(line)
    except NotationError:
        return '"puzzle"' in line


FORMAT = Format(
    name="jsonl",
    summary='JSON objects, one a line, with the keys "puzzle", "solution", "constraints"',
    extensions=(".jsonl", ".ndjson"),
    sniff=sniff,
    read=read,
    write=writer(_line),
    holds=frozenset(
        ["boxes", "regions", "extras", "solution", "candidates", "clues", "placed", "rest", "rules", "author", "fog"]
    ),
    shapes=lambda board: True,
    unsaid=lambda puzzle: (),
    undrawn=lambda record: [],
)
