"""What texts of each format are read as, and what of a puzzle each format writes: recorded in readings.json.

Each text is read as it stands and changed in one place at a time: a value of its JSON or a character of its lines is
another one, is missing or is there twice. So the record, or the words and the place of the refusal, is pinned for every
key of every format. What a changed text gives is recorded where it differs from what the text itself gives.

    python -m tests.formats.test_readings     records anew, for a change of what is read that CHANGELOG.md names
"""

from __future__ import annotations

import copy
import io
import json
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.board.geometry import square
from cpsudoku.constraints import parse
from cpsudoku.errors import CpSudokuError
from cpsudoku.formats import FORMATS, BadRow, Record, losses, lz_string, read_one, read_records, unfit, write_records
from cpsudoku.formats.artwork import sentences
from cpsudoku.formats.f_puzzles import payload
from cpsudoku.formats.jsonl import stated_keys
from tests.constraints.samples import SAMPLES
from tests.formats.reading_texts import LINES, OBJECTS, RULES

STORED = Path(__file__).with_name("readings.json")


def changed(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """(place and number of the change, the new value) for each change of one place of a JSON value.

    Of lists, both ends are changed.
    """
    match value:
        case bool():
            others: list[Any] = [not value, "x"]
        case int() | float():
            others = [value + 1, value - 0.3, value + 0.06, None]
        case str():
            others = ["", value + "x", value.swapcase(), 7]
        case list():
            others = [[], value[1:], [*value, *value[-1:]], [*value, None], "x"]
        case _:
            others = [{}, {**value, "thing": [1]}, None]
    for number, other in enumerate(others):
        yield f"{where} {number}", other
    places = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in places if isinstance(value, dict) else sorted({*places[:1], *places[-1:]}):
        if isinstance(value, dict):
            yield f"{where}.{key} dropped", {name: entry for name, entry in value.items() if name != key}
        for what, other in changed(value[key], f"{where}.{key}"):
            new = copy.copy(value)
            new[key] = other
            yield what, new


def altered(text: str) -> Iterator[tuple[str, str]]:
    """(what is changed, the new text) for changes of one character or line."""
    for k in sorted({*range(0, len(text), max(1, len(text) // 8)), len(text) - 1}):
        yield f"{k} dropped", text[:k] + text[k + 1 :]
        for character in 'x9 ,":+|':
            yield f"{k} = {character}", text[:k] + character + text[k + 1 :]
    lines = text.splitlines(keepends=True)
    for k in sorted({0, 1, len(lines) - 1} & set(range(len(lines)))):
        for what, new in (("dropped", []), ("twice", [lines[k]] * 2), ("blank", ["\n"]), ("title", ["A title\n"])):
            yield f"line {k} {what}", "".join([*lines[:k], *new, *lines[k + 1 :]])
    yield "indented", "".join(f"   {line}" for line in lines)
    yield "returns", text.replace("\n", "\r")
    yield "again", text + text
    yield "again after a blank line", f"{text}\n{text}"


def described(item: Record | BadRow) -> str:
    """A row in words: what a record without any data lacks."""
    if isinstance(item, BadRow):
        return f"{item.row}, {item.line}, {len(item.text)}: {item.error}"
    board = item.puzzle.geometry
    words = [f"{item.puzzle.line() if board.layout is None else list(item.puzzle.cells)} on {board}"]
    words += [str(stated_keys(board))] * bool(stated_keys(board))
    words += [rule.text for rule in item.puzzle.constraints]
    words += [f"{layer}: {entry}" for layer, entries in item.drawings.items() for entry in entries]
    empty = Record(item.puzzle)
    for name in (field.name for field in fields(Record)):
        held = getattr(item, name)
        if name not in ("puzzle", "drawings", "lost", "warnings") and held != getattr(empty, name):
            held = len(held) if name == "text" else held.name if name == "alphabet" else held
            words.append(f"{name}={list(held) if isinstance(held, bytes) else held}")
    said = "; ".join([*words, *(f"lost {name}" for name in item.lost), *item.warnings])
    return re.sub(r"\.{20,}", lambda match: f"({len(match[0])} dots)", said)


def reading(text: str, format: str | None, **options: Any) -> str:
    """What a text is read as, row by row, or the error."""
    try:
        return " / ".join(map(described, read_records(io.BytesIO(text.encode()), format=format, **options)))
    except CpSudokuError as error:
        return f"{type(error).__name__}: {error}"


def one(text: str, **options: Any) -> str:
    """What a text is read as where it shall be one puzzle."""
    try:
        return described(read_one(text, **options))
    except CpSudokuError as error:
        return f"{type(error).__name__}: {error}"


def read_texts(name: str) -> dict[str, str]:
    """What the texts of a family are read as."""
    if name in LINES:
        format, text = LINES[name]
        return {
            "as one puzzle": one(text),
            "as lines": " / ".join(map(described, read_records(text.splitlines(), format=format))),
            "detected": reading(text, None),
            **{what: reading(new, format) for what, new in [("", text), *altered(text)]},
            **{f"{what} (detected)": reading(new, None) for what, new in list(altered(text))[::5]},
        }
    format, value, *keys = OBJECTS[name]
    texts = [("", value), *changed(value)]
    return {
        "as one puzzle": one(json.dumps(value)),
        "detected": reading(json.dumps(value), None),
        "over lines": reading(json.dumps(value, indent=1), None),
        **{what: reading(json.dumps(new), format) for what, new in texts if not keys or what[1:6] in ("", *keys)},
    }


def plain_text(text: str) -> str:
    """A text as it stands; what a link packs."""
    if text.startswith(("https://f-puzzles", "https://sudokupad")):
        packed = payload(text.strip()) if "f-puzzles" in text else unquote(text.strip()).partition("scl")[2]
        value = json.loads(lz_string.unpack(packed))
        value.pop("cpsudoku", None)
        return json.dumps(value)
    return text


def written(name: str) -> dict[str, str]:
    """What each format writes of the puzzle of a family, and what it loses."""
    format, text = LINES[name] if name in LINES else (OBJECTS[name][0], json.dumps(OBJECTS[name][1]))
    rows = read_records(io.BytesIO(text.encode()), format=format)
    records = [row for row in rows if isinstance(row, Record)][:2]
    found = {}
    for target in FORMATS.values():
        why = [unfit(record, target) for record in records]
        texts = map(plain_text, write_records(records, target)) if not any(why) else why
        found[target.name] = " ".join([*map(str, (losses(record, target) for record in records)), *texts])
    return found


def optioned(name: str) -> dict[str, str]:
    """What a text is read as under options."""
    format, text = LINES[name] if name in LINES else (OBJECTS[name][0], json.dumps(OBJECTS[name][1]))
    boards = (square(4), Geometry(2, 2, extras=("diagonals",)), Geometry.jigsaw("AABBAABBCCDDCCDD"), Geometry(2, 4))
    shaped = Geometry.shaped(4, 4, 0, 4, latin=False)
    return {
        "": reading(text, format),
        **{f"on {board}": reading(text, format, geometry=board) for board in boards},
        "on a shape": one(text, geometry=shaped),
        **{f"in {alphabet}": reading(text, format, alphabet=alphabet) for alphabet in ("0-9A-Z", "A-Z", "integers")},
        **{f"column {column}": reading(text, None, column=column) for column in ("note", "rest", "puzzle")},
        "lossy": reading(text, format, lossy=True),
    }


def sampled(kind: str) -> dict[str, str]:
    """What formats of rules write of each sample of a kind."""
    found = {}
    for board, text in [*SAMPLES[kind], *((Geometry.shaped(3, 3, 1, 3), rule) for rule in RULES.get(kind, ()))]:
        record = Record(Puzzle(bytes(board.size), board).under([parse(text)]))
        for target in (FORMATS[name] for name in ("iss", "f-puzzles", "sudokupad")):
            said = unfit(record, target) or plain_text("".join(write_records([record], target)))
            found[f"{text} on {board}, {target.name}"] = said
    return found


FAMILIES = {
    f"{name} {what.__name__}": (what, name) for name in [*LINES, *OBJECTS] for what in (read_texts, optioned, written)
}
FAMILIES |= {f"{kind} sampled": (sampled, kind) for kind in SAMPLES}


def compact(found: dict[str, str]) -> dict[str, str]:
    """Only what each change adds and takes away; none that does neither."""
    if "" not in found:
        return found
    usual = found[""].split("; ")
    parts = {what: said.split("; ") for what, said in found.items()}
    other = {
        what: [*(f"-{part[:9]}" for part in usual if part not in said), *(p for p in said if p not in usual)]
        if not set(usual).isdisjoint(said)
        else said
        for what, said in parts.items()
    }
    return {"": found[""], **{what: "; ".join(said) for what, said in other.items() if said}}


def answers(family: str) -> dict[str, str]:
    make, name = FAMILIES[family]
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(sentences, "read", cache(sentences.read))  # the prose is the same nearly always
        return compact(make(name))


@pytest.mark.parametrize("family", FAMILIES)
def test_what_texts_are_read_as(family: str) -> None:
    """Each text of the family is read, written or refused as recorded."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))[family]
    found = answers(family)
    if family.endswith("written"):  # a format that was added since writes what it likes
        found = {what: said for what, said in found.items() if what in stored}
    assert {what: said for what, said in found.items() if stored.get(what) != said} == {}
    assert found.keys() == stored.keys()


if __name__ == "__main__":
    STORED.write_text(json.dumps({family: answers(family) for family in FAMILIES}, indent=0, ensure_ascii=False) + "\n")
    sys.exit(0)
