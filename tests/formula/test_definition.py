"""Definitions: what is refused, and that the refusal helps."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.errors import EncodingError
from cpsudoku.formula import catalog
from cpsudoku.formula.definition import Encoding

GOOD = (catalog.folder() / "extended.toml").read_text(encoding="utf-8")
CP = (catalog.folder() / "cp-alldifferent.toml").read_text(encoding="utf-8")
ORDER = (catalog.folder() / "order.toml").read_text(encoding="utf-8")
TRIAD = (catalog.folder() / "triad.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (GOOD, 'target = "cnf"', 'target = "sat"', ["target", "'sat'", "cnf, cp"]),
        (GOOD, 'target = "cnf"\n', "", ["target is missing", "name, summary, source, target, variables, rules"]),
        (GOOD, 'source = "', 'origin = "', ["origin: unknown key", "source"]),
        (GOOD, 'summary = "', 'summary = ""\n#', ["summary is missing or empty"]),
        (GOOD, '"direct"', '"bitwise"', ["variables", "'bitwise'", "direct, order, log"]),
        (GOOD, '"direct"', "7", ["variables must be a str, not 7"]),
        (GOOD, '"pairwise"', '"pairwize"', ["at_most_one", "'pairwize'", "sequential", "native"]),
        (GOOD, "house: exactly", "hause: exactly", ["rules", "'hause'", "cell, row, column"]),
        (GOOD, "house: exactly-one", "house: two", ["rules", "'two'", "at-least-one, at-most-one"]),
        (GOOD, "house: exactly-one", "house exactly-one", ["rules", "'house exactly-one' is no rule"]),
        (GOOD, "house: exactly-one", "cell: exactly-one", ["rules", "twice"]),
        (GOOD, '"house: exactly-one"', "3", ["rules", "3 is no rule"]),
        (GOOD, "house: exactly-one", "house: all-different", ["integer"]),
        (GOOD, "[encoding]", "[encoding", ["not TOML"]),
        (GOOD, "[encoding]", "[encodings]", ["encodings: unknown table", "encoding, expect"]),
        (GOOD, "expect.9x9", "expect.9", ["expect.9", "9x9"]),
        (GOOD, "variables = 729", 'variables = "729"', ["expect.9x9.variables must be an integer"]),
        (GOOD, "variables = 729", "literals = 729", ["expect.9x9", "'literals'", "variables, clauses"]),
        (CP, "house: all-different", "house: at-most-one", ["integer", "all-different, inverse, hall-intervals only"]),
        (CP, "house: all", "cell: all", ["row, column, box, extra, house"]),
        (CP, 'target = "cp"', 'target = "cp"\nat_most_one = "ladder"', ["at_most_one", "cp"]),
        (ORDER, '"pairwise"', '"ladder"', ["order", "pairwise"]),
        (ORDER, '["house', '["cell: at-least-one", "house', ["order variables give each cell one digit"]),
        (TRIAD, 'target = "cnf"', 'target = "cp"', ["at_most_one"]),
        (TRIAD, '"direct"', '"log"', ["log variables"]),
        (GOOD, '"pairwise"', '"pairwise"\ngivens = "drop"', ["givens", "'drop'", "keep, reduce"]),
        (ORDER, '"pairwise"', '"pairwise"\ngivens = "reduce"', ["givens", "cnf", "direct"]),
        (CP, '"integer"', '"direct"', ["all-different", "integer"]),
        (GOOD, "house: exactly-one", "house: matching", ["matching", "cp", "direct"]),
    ],
)
def test_a_bad_definition_says_where_and_what_is_allowed(text: str, old: str, new: str, told: list[str]) -> None:
    """Every refusal names the file and the key, quotes what was given, and lists what is accepted."""
    assert old in text
    with pytest.raises(EncodingError) as caught:
        Encoding.parse(text.replace(old, new, 1), file="mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    for part in told:
        assert part in message


@given(st.text())
def test_any_text_is_a_definition_or_a_clear_error(text: str) -> None:
    """Random text never raises anything but EncodingError."""
    with pytest.raises(EncodingError):
        Encoding.parse(text, file="x.toml")


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=3)


@given(st.dictionaries(st.sampled_from(["name", "target", "rules", "variables", "source", "duplicates", "x"]), scalars))
def test_any_table_is_a_definition_or_a_clear_error(table: dict[str, object]) -> None:
    """Known keys with random values never raise anything but EncodingError."""
    lines = [f"{key} = {toml(value)}" for key, value in table.items() if value is not None]
    with pytest.raises(EncodingError):
        Encoding.parse("[encoding]\n" + "\n".join(lines), file="x.toml")


def toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else "'" + "".join(c for c in str(value) if c.isalnum()) + "'"


def test_an_unreadable_file_is_a_clear_error(tmp_path: Path) -> None:
    """A file that is no UTF-8 text is refused by name."""
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EncodingError, match=r"binary\.toml: cannot be read as UTF-8"):
        Encoding.read(path)
