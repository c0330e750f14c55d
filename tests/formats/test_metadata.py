"""What a file says beside the puzzle is kept by a conversion or named in its report: title, author, rules, fog."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cpsudoku.formats import FORMATS, losses, lz_string, read_one, unfit, write_records

EMPTY = [[{} for _ in range(9)] for _ in range(9)]
BOXES = [[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)]
TITLE, AUTHOR, RULES = "A title of its own", "Somebody Else", "Ducks hide in every second box."


def f_puzzles() -> str:
    value = {"size": 9, "title": TITLE, "author": AUTHOR, "ruleset": RULES, "grid": EMPTY}
    return json.dumps(value | {"foglight": ["R1C1"], "successMessage": "Well done", "circle": [{"cells": ["R1C1"]}]})


def sudokupad() -> str:
    value: dict[str, Any] = {"cells": EMPTY, "regions": BOXES, "foglight": [[0, 0]]}
    value["metadata"] = {"title": TITLE, "author": AUTHOR, "rules": RULES, "msgcorrect": "Well done"}
    value["underlays"] = [{"center": [0.5, 0.5], "width": 0.3, "height": 0.9, "backgroundColor": "#123456"}]
    return "https://sudokupad.app/scl" + lz_string.pack(json.dumps(value))


def ipuz() -> str:
    value = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0] * 9] * 9}
    return json.dumps(value | {"title": TITLE, "author": AUTHOR, "intro": RULES, "difficulty": "hard"})


def ours() -> str:
    return json.dumps({"puzzle": "." * 81, "title": TITLE, "author": AUTHOR, "rules": RULES})


SOURCES = {
    "f-puzzles": (f_puzzles(), ["successMessage"]),
    "sudokupad": (sudokupad(), ["msgcorrect"]),
    "ipuz": (ipuz(), ["author", "difficulty"]),
    "jsonl": (ours(), []),
}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("target", FORMATS)
def test_kept_or_named(source: str, target: str) -> None:
    """Title, author, rules, fog and drawings come back or are in the report; what no record holds is always there."""
    text, never_kept = SOURCES[source]
    record = read_one(text)
    if unfit(record, FORMATS[target]):
        return
    lost = losses(record, FORMATS[target])
    for name in never_kept:
        assert any(name in said for said in lost), (name, lost)
    written = "".join(write_records([record], target))
    again = read_one(written, format=target)
    assert again.author == record.author or "author" in lost
    assert again.fog == record.fog or "fog" in lost
    count = sum(map(len, record.drawings.values()))
    assert sum(map(len, again.drawings.values())) == count or any(name.startswith("drawings") for name in lost)
    if "https" in written:
        written = f"{again.rest} {again.rules}"
    assert TITLE in written or "comment or other columns" in lost or "title" in lost
    assert RULES in written or "rules in prose" in lost


def test_a_game_of_our_own_is_kept_whole() -> None:
    """What our own JSON writes is nothing that it loses."""
    record = read_one(ours())
    (again,) = [read_one(text) for text in write_records([record], "jsonl")]
    assert again.lost == ()
    assert read_one(json.dumps({"puzzle": "." * 81, "rest": "x", "rules": RULES})).lost == ()
