"""A corpus of variant puzzles.

JSON lines: rows, cols, lo, hi, latin, regions, givens, constraints, expected, solution, witnesses, verified.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import from_dict


def read(path: str) -> list[dict[str, Any]]:
    """Its rows."""
    if not path:
        raise SystemExit("--corpus: a file of variant puzzles as JSON lines")
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def unique_9x9(path: str) -> list[dict[str, Any]]:
    """Its rows of 9x9 cells with one solution."""
    return [row for row in read(path) if row["rows"] == row["cols"] == 9 and row["expected"].startswith("unique")]


def source(row: dict[str, Any]) -> str:
    """Where a row is from: the first word of its id."""
    return str(row["id"]).split("-")[0]


def converted(row: dict[str, Any]) -> Puzzle:
    """The puzzle of a row."""
    board = Geometry.shaped(row["rows"], row["cols"], row["lo"], row["hi"], row["regions"], row["latin"])
    cells = bytearray(board.size)
    rules: list[dict[str, Any]] = []
    for cell, allowed in row["givens"]:
        if len(allowed) == 1:
            cells[cell] = allowed[0] - row["lo"] + 1
        else:
            rules.append({"type": "candidates", "cells": [cell], "values": allowed})
    ties = next((c["mode"] for c in row["constraints"] if c["type"] == "full_rank_ties"), "only-unclued")
    for given in row["constraints"]:
        rules += _rules(given, board, ties)
    return Puzzle(bytes(cells), board, tuple(from_dict(rule) for rule in rules))


def _rules(given: dict[str, Any], board: Geometry, ties: str) -> Iterator[dict[str, Any]]:
    """A row's constraint in our words."""
    rule = {key: value for key, value in given.items() if value is not None}
    if rule["type"] == "full_rank_ties":
        return
    if rule["type"] == "full_rank":
        rule["ties"] = ties
    elif rule["type"] == "diagonal":
        falling = [r * board.columns + r for r in range(board.rows)]
        rule = {"type": "diagonal", "direction": "-" if sorted(rule["cells"]) == falling else "+"}
    elif rule["type"] == "or":
        parts = [[_rules(part, board, ties) for part in option] for option in rule["options"]]
        rule["options"] = [[inner for part in option for inner in part] for option in parts]
    yield rule


def kinds(row: dict[str, Any]) -> set[str]:
    """The kinds of a row's rules, inner ones included."""
    found = set()
    todo = list(row["constraints"])
    while todo:
        given = todo.pop()
        found.add(given["type"])
        todo += [part for option in given.get("options", []) for part in option]
    return found


def rests_on_one(row: dict[str, Any]) -> bool:
    """Whether one engine only stands behind a row's label."""
    checks = row["verified"]
    return row["expected"] != "unique?" and sum(checks[key] is not None for key in ("sat_cadical", "iss")) < 2
