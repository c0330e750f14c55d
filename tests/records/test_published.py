"""The published schema and its page are those of the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku.records import KEYS, KINDS
from cpsudoku.records.published import PAGE_FILE, SCHEMA_FILE, page, schema, schema_text

jsonschema = pytest.importorskip("jsonschema", reason="the schema is checked by jsonschema")

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "reference"


def test_files_are_up_to_date() -> None:
    """The JSON Schema and the page in the docs are what `python -m cpsudoku.records.published` writes."""
    assert (FOLDER / SCHEMA_FILE).read_text(encoding="utf-8") == schema_text()
    assert (FOLDER / PAGE_FILE).read_text(encoding="utf-8") == page()


def test_it_is_a_schema() -> None:
    """The schema is valid JSON Schema, and a record is of exactly one kind."""
    jsonschema.Draft202012Validator.check_schema(schema())
    tags = [kind.tag for kind in KINDS.values()]
    assert len(set(tags)) == len(tags)


def test_every_key_is_used() -> None:
    """Every key of the vocabulary stands in some kind, on the page with its meaning, and no kind has others."""
    used = {key for kind in KINDS.values() for key in kind.keys}
    assert used == set(KEYS)
    text = page()
    assert all(f"| `{key}` |" in text for key in KEYS)


@pytest.mark.parametrize(
    "wrong",
    [
        {"schema": "verify/1", "row": 1},
        {"schema": "verify/1", "row": 0, "verdict": "unique"},
        {"schema": "verify/1", "row": 1, "verdict": "perhaps"},
        {"schema": "verify/1", "row": 1, "verdict": "unique", "missed": ""},
        {"schema": "verify/1", "row": 1, "verdict": "impossible", "conflict": ["r1c1=5"]},
        {"schema": "verify/2", "row": 1, "verdict": "unique"},
        {"row": 1, "verdict": "unique"},
    ],
    ids=json.dumps,
)
def test_what_is_no_record(wrong: dict[str, object]) -> None:
    """A missing or unknown key, an unknown verdict, a cell as words where an object is due, another version."""
    assert not jsonschema.Draft202012Validator(schema()).is_valid(wrong)
    assert jsonschema.Draft202012Validator(schema()).is_valid({"schema": "verify/1", "row": 1, "verdict": "unique"})


def test_schemas_have_names() -> None:
    """Each published schema has an `$id` of its own, which never changes."""
    names = {path.name: json.loads(path.read_text(encoding="utf-8"))["$id"] for path in FOLDER.glob("*.schema.json")}
    assert names == {
        "records.schema.json": "urn:cpsudoku:schema:records",
        "puzzle.schema.json": "urn:cpsudoku:schema:puzzle",
    }
