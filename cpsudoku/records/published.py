"""The JSON Schema of all records, and the page of the reference: `python -m cpsudoku.records.published docs/reference`.

The schema has a definition for each kind; a record is of the one its key `schema` names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpsudoku.records.kinds import KINDS, Kind
from cpsudoku.records.vocabulary import KEYS

SCHEMA_FILE, PAGE_FILE = "records.schema.json", "records.md"
INTRODUCTION = f"""# Records

`--jsonl` and the page write *records*: JSON objects with the keys below. The key `schema` has the kind of the record
and the version of that kind. The version increases when a key or a verdict is removed or changes its meaning; new keys
and verdicts do not change it. A key that does not apply is absent. [{SCHEMA_FILE}]({SCHEMA_FILE}) is the JSON Schema.

A cell is a text such as `r1c6`, a digit is a number (10 for the symbol A), and a clue has both:
`{{"cell": "r1c6", "digit": 8}}`. The verdict `unknown` means that a limit was reached and nothing is claimed.
"""


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of every record."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:cpsudoku:schema:records",
        "title": "Records of cpsudoku",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in KINDS],
        "$defs": {name: _object(kind) for name, kind in KINDS.items()},
    }


def _object(kind: Kind) -> dict[str, Any]:
    properties = {}
    for key in kind.keys:
        form, meaning = KEYS[key]
        properties[key] = {"description": meaning, **form}
    properties["schema"] = {"description": KEYS["schema"].meaning, "const": kind.tag}
    verdict = []
    if kind.verdicts:
        properties["verdict"] = {"description": KEYS["verdict"].meaning, "enum": list(kind.verdicts)}
        verdict = ["verdict"]
    return {
        "description": f"written by {kind.writer}".replace("`", ""),
        "type": "object",
        "properties": properties,
        "required": ["schema", *verdict, *kind.always],
        "additionalProperties": False,
    }


def schema_text() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def page() -> str:
    """The page of the reference."""
    return "\n".join([INTRODUCTION, *_kinds(), *_keys()]) + "\n"


def _kinds() -> Iterator[str]:
    for kind in KINDS.values():
        yield f"## {kind.name}\n"
        yield f"Written by {kind.writer}.\n"
        yield f"Always: {_words(('schema', *(('verdict',) if kind.verdicts else ()), *kind.always))}.\n"
        if kind.often:
            yield f"If they apply: {_words(kind.often)}.\n"
        if kind.verdicts:
            yield from ("| verdict | means |", "|---|---|")
            yield from (f"| `{word}` | {meaning} |" for word, meaning in kind.verdicts.items())
            yield ""


def _keys() -> Iterator[str]:
    yield from ("## Every key\n", "| key | value | means |", "|---|---|---|")
    yield from (f"| `{name}` | {_value(key.form)} | {key.meaning} |" for name, key in KEYS.items())


def _words(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{key}`" for key in keys)


def _value(form: dict[str, Any]) -> str:
    """A form in words."""
    if "enum" in form:
        return " or ".join(f"`{word}`" for word in form["enum"])
    if "anyOf" in form:
        return " or ".join(map(_value, form["anyOf"]))
    kind = form.get("type", "any")
    if kind == "array":
        return f"array of {_value(form['items'])}"
    if kind == "object" and form.get("properties"):
        required = set(form["required"])
        return "object: " + " ".join(f"`{key}`" + "?" * (key not in required) for key in form["properties"])
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
    (folder / PAGE_FILE).write_text(page(), encoding="utf-8")
