"""JSON in which a puzzle stands as n lists of n numbers, at any depth: `{"grid": [[...]]}`, answers of puzzle servers.

The grid's key distinguishes a puzzle from a solution (`solution`, `answer`, `solved`). A rule that is not read makes
another puzzle: the row is refused, or it is listed as lost. Another list or object beside it is only warned of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cpsudoku.errors import NotationError
from cpsudoku.formats import candidate_text, documents
from cpsudoku.formats.csv_table import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from cpsudoku.formats.documents import is_structure, rules_beside
from cpsudoku.formats.format import BadRow, Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.jsonl import cells_record, note_solution
from cpsudoku.formats.prose import note
from cpsudoku.formats.rules import refuse

PUZZLE_KEYS = frozenset(
    [*PUZZLE_COLUMNS, "value", "values", "unsolved", "mission", "matrix", "cells", "initial", "start"]
)
SOLUTION_KEYS = frozenset([*SOLUTION_COLUMNS, "win"])
_BEGINS = re.compile(r'\s*(?:(?:\[\s*)*\{\s*"|\[\s*\[\s*\[)')
_MAX_DEPTH = 40


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each grid, in the order in which they stand."""
    for item in documents.read_values(source, reading):
        if isinstance(item, BadRow):
            yield item
            continue
        number, text, value = item
        found = False
        try:
            for holder, key in _holders(value, 0):
                found = True
                yield _one(holder, key, reading, number)
        except NotationError as error:
            yield reading.bad(error, number, text[:200])
            continue
        if not found:
            none = NotationError(
                f"{shown(text.strip())}: no grid in this JSON; accepted: n lists of n numbers, 0 for empty"
            )
            yield reading.bad(none, number, text[:200])


def _one(holder: dict[str, Any], key: str, reading: Reading, number: int) -> Record | BadRow:
    try:
        record = _record(holder, key, reading)
    except NotationError as error:
        return reading.bad(error, number, json.dumps(holder)[:200])
    record.line = number
    return record


def _holders(value: object, depth: int) -> Iterator[tuple[dict[str, Any], str]]:
    """(object, key of its puzzle) for each grid under *value*. Raises NotationError for two puzzles in one object."""
    if depth > _MAX_DEPTH:
        raise NotationError("nested too deeply")
    if _is_grid(value):
        yield {"grid": value}, "grid"
        return
    if isinstance(value, dict):
        grids = [key for key, entry in value.items() if _is_grid(entry) or _is_text(key, entry)]
        puzzles = [key for key in grids if key.lower() not in SOLUTION_KEYS]
        named = [key for key in puzzles if key.lower() in PUZZLE_KEYS]
        chosen = named or puzzles
        if len(chosen) > 1:
            raise NotationError(
                f"two grids in one object, {shown(chosen[0])} and {shown(chosen[1])}; which is the puzzle?"
            )
        if chosen:
            yield value, chosen[0]
            return
        if grids:
            raise NotationError(f"{shown(grids[0])}: a solution without a puzzle beside it")
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict | list):
            yield from _holders(item, depth + 1)


def _is_grid(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= 4
        and all(isinstance(row, list) and len(row) == len(value) for row in value)
        and all(entry is None or isinstance(entry, int | float | str) for row in value for entry in row)
    )


def _is_text(key: str, value: object) -> bool:
    return (
        isinstance(value, str)
        and key.lower() in PUZZLE_KEYS | SOLUTION_KEYS
        and len(value.split()) == 1
        and (Reading().sides(len(value.strip())) is not None or candidate_text.is_string(value.strip(), Reading()))
    )


def _record(holder: dict[str, Any], key: str, reading: Reading) -> Record:
    record = cells_record(holder, key, None, reading)
    record.format = ""
    solution = next((other for other in holder if other.lower() in SOLUTION_KEYS and other != key), None)
    if solution is not None and isinstance(holder[solution], list | str):
        note_solution(record, holder[solution], reading)
    beside = [k for k, entry in holder.items() if k not in (key, solution) and (entry is True or is_structure(entry))]
    rules = rules_beside(holder, {key, solution or key})
    record.lost = refuse(rules, reading.lossy) + tuple(other for other in beside if other not in rules)
    text = next(
        (entry for k, entry in holder.items() if k.lower() in ("rules", "ruleset") and isinstance(entry, str)), ""
    )
    unread = [other for other in beside if other not in rules and is_structure(holder[other])]
    note(record, text, unread)
    record.rest = " ".join(str(holder[k]) for k in ("title", "name", "difficulty") if isinstance(holder.get(k), str))
    return record


def sniff(head: list[str]) -> bool:
    """True for a text that begins as JSON objects do, or as a list of grids."""
    return bool(_BEGINS.match("\n".join(head[:40])))


def _line(record: Record) -> str:
    """One object a line, with the keys puzzle and solution."""
    side = record.puzzle.geometry.side
    value = {"puzzle": _rows(record.puzzle.cells, side)}
    if record.solution is not None:
        value["solution"] = _rows(record.solution, side)
    return json.dumps(value, separators=(",", ":")) + "\n"


def _rows(cells: bytes, side: int) -> list[list[int]]:
    return [list(cells[start : start + side]) for start in range(0, len(cells), side)]


FORMAT = Format(
    name="json",
    summary="JSON with a grid as n lists of n numbers, at any depth",
    extensions=(),
    sniff=sniff,
    read=read,
    write=writer(_line),
    holds=frozenset(["solution"]),
)
