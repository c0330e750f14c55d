"""Boards of any shape and rules beyond houses, as the options of a command state them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry, boxes, parse_size
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli.reading import read_text
from cpsudoku.errors import ConstraintError, UsageError, brief
from cpsudoku.formats import BadRow, PlainRows, Record, read_regions
from cpsudoku.numerals import number_of

if TYPE_CHECKING:
    from cpsudoku.constraints import Constraint

Stated = tuple[str, "Constraint"]
"""Where a rule was stated, and the rule."""


def rules_of(texts: list[str] | None, file: Path | None) -> tuple[Stated, ...]:
    """The rules that the options state. Raises UsageError, naming the option or the line."""
    if not texts and file is None:
        return ()
    from cpsudoku.constraints import parse

    named = [(f"--rule {brief(text)}", text) for text in texts or ()]
    found = [(name, _made(name, parse, text)) for name, text in named]
    return (*found, *(_of_file(file) if file is not None else ()))


def _of_file(path: Path) -> Iterator[Stated]:
    text = read_text(f"--rules {path}", path)
    before = 0
    from cpsudoku.constraints import from_dict, parse

    if text.lstrip().startswith(("[", "{")):
        for number, record in enumerate(_records(path, text), start=1):
            where = f"--rules {path}: rule {number}"
            before = number
            yield where, _made(where, from_dict, record)
    else:
        for number, line in enumerate(text.splitlines(), start=1):
            body = line.partition("#")[0].strip()
            if body:
                where = f"--rules {path}, line {number}"
                before = number
                yield where, _made(where, parse, body)
    if not before:
        raise UsageError(f"--rules {path}: no rule in it; a rule is a line such as: cage 9 r1c1 r1c2")


def _records(path: Path, text: str) -> list[Any]:
    """The records of a JSON list, of one record, or of an object with a list `constraints`."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"--rules {path}, line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise UsageError(f"--rules {path}: nested too deeply") from None
    if isinstance(found, dict):
        found = found.get("constraints", [found])
    if not isinstance(found, list):
        raise UsageError(f"--rules {path}: it takes a list of records, such as {RECORD}")
    return found


RECORD = '[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 9}]'


def _made(where: str, make: Any, given: Any) -> Constraint:
    try:
        rule: Constraint = make(given)
    except ConstraintError as error:
        raise UsageError(f"{where}: {error}") from None
    return rule


def under(
    chunks: Iterator[PlainRows | Record | BadRow], rules: tuple[Stated, ...]
) -> Iterator[PlainRows | Record | BadRow]:
    """The rows with these rules beside their own. Raises UsageError where a rule does not fit a puzzle's board."""
    if not rules:
        yield from chunks
        return
    for chunk in chunks:
        for record in chunk if isinstance(chunk, PlainRows) else (chunk,):
            if isinstance(record, Record):
                record.puzzle = _stricter(record.puzzle, rules, record.row)
            yield record


def _stricter(puzzle: Puzzle, rules: tuple[Stated, ...], row: int) -> Puzzle:
    try:
        return puzzle.under([*puzzle.constraints, *(rule for _, rule in rules)])
    except ConstraintError:
        given = tuple(rule for _, rule in rules)
        for where, rule in rules:
            try:
                rule.on(puzzle.geometry, given)
            except ConstraintError as error:
                raise UsageError(f"{where}: row {row}: {error}") from None
        raise


def geometry_of(
    size: str | None, regions: Path | None, extra: str | None, board: str | None, digits: str | None
) -> Geometry | None:
    """The board the options name; None where they leave it to the input. Raises GeometryError, UsageError."""
    extras = tuple(word.strip() for word in extra.split(",") if word.strip()) if extra else ()
    if board is not None:
        if size is not None or extras:
            raise UsageError(
                "--board excludes --size and --extra: state its regions by --regions, other rules by --rule"
            )
        return shaped(board, digits, regions)
    if digits is not None:
        raise UsageError(f"--digits {digits} belongs to --board: add --board RxC")
    if regions is not None:
        if size is not None:
            raise UsageError("--size and --regions exclude each other: a region map has its own size")
        return read_regions(regions, extras=extras)
    if size is not None:
        rows, columns = parse_size(size)
        return Geometry(rows, columns, None, extras) if extras else boxes(rows, columns)
    return Geometry(extras=extras) if extras else None


def shaped(board: str, digits: str | None, regions: Path | None) -> Geometry:
    """The board of `--board`, `--digits` and `--regions`. Raises GeometryError, UsageError."""
    rows, columns = _pair("--board", board, "x", "6x9, rows x columns")
    lo, hi = (1, max(rows, columns)) if digits is None else _pair("--digits", digits, "..", "0..8")
    if rows * columns > 255 * 255:
        raise UsageError(f"--board {board}: at most 255x255 cells")
    return Geometry.shaped(rows, columns, lo, hi, regions=() if regions is None else _map(regions, rows, columns))


def _pair(option: str, text: str, between: str, such: str) -> tuple[int, int]:
    first, _, second = text.lower().replace("×", "x").partition(between)
    if not all(part.strip().isascii() and part.strip().isdigit() and len(part) < 6 for part in (first, second)):
        raise UsageError(f"{option} {text}: it takes two numbers, such as {such}")
    return number_of(first), number_of(second)


def _map(path: Path, rows: int, columns: int) -> list[list[int]]:
    """The regions of a map: a symbol a cell, `.` for none."""
    text = read_text(f"--regions {path}", path)
    lines = [line.partition("#")[0] for line in text.splitlines()]
    words = " ".join(lines).replace(",", " ").split()
    symbols = words if len(words) == rows * columns else list("".join(words))
    if len(symbols) != rows * columns:
        raise UsageError(f"--regions {path}: {len(symbols)} symbols; a {rows}x{columns} board has {rows * columns}")
    found: dict[str, list[int]] = {}
    for cell, symbol in enumerate(symbols):
        if symbol != ".":
            found.setdefault(symbol, []).append(cell)
    return list(found.values())
