"""Readers take time in proportion to what they are given, whatever it repeats; numbers of any length are refused."""

from __future__ import annotations

import io
import json
import time

import pytest

from cpsudoku.formats import FORMATS, f_puzzles, lz_string, read_records, sudokupad
from cpsudoku.formats.reading import Reading

SMALL, TIMES = 3_000, 16
UNITS = (
    "1",
    "1 ",
    "1\n",
    "a",
    "a ",
    "(",
    ")",
    " ",
    ",",
    ".",
    "~",
    ".X",
    "[",
    "{",
    '"',
    "'",
    "\\",
    "/",
    "-",
    "#",
    "|",
    ":",
)
UNITS += (
    "=",
    "1,",
    "[1],",
    "r1c1 ",
    "digits ",
    "row, column and ",
    "a. ",
    "0.",
    "1e",
    "%",
    "x=",
    "//",
    "+1",
    "<a>",
    "&a;",
)
GRID = [[{} for _ in range(9)] for _ in range(9)]
CELLS = '{"cells":[' + ",".join(["[" + ",".join(["{}"] * 9) + "]"] * 9) + "]"


def cpu(data: bytes, name: str | None) -> float:
    """The least CPU seconds of three readings."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        for _ in read_records(io.BytesIO(data), format=name):
            pass
        taken.append(time.process_time() - start)
        if taken[-1] > 2:
            break
    return min(taken)


def grows_too_fast(small: bytes, large: bytes, name: str | None) -> str:
    """What the two took, where 16 times the text takes more than 80 times the time (256 times were quadratic)."""
    first, second = cpu(small, name), cpu(large, name)
    return f"{first:.4f} s, {second:.4f} s" if second > 0.25 and second > 80 * first else ""


@pytest.mark.long
@pytest.mark.parametrize("name", [*FORMATS, None])
def test_repeated_texts(name: str | None) -> None:
    """A text of one character or word, over and over, by every reader and by detection."""
    slow = {}
    for unit in UNITS:
        for before in ("", "[" if name == "jsonl" else "(", CELLS + ',"title":"' if name == "sudokupad" else "1 "):
            small, large = (before + unit * (n // len(unit)) for n in (SMALL, SMALL * TIMES))
            if found := grows_too_fast(small.encode(), large.encode(), name):
                slow[before, unit] = found
    assert slow == {}


def link_of(prose: str) -> bytes:
    """A link of a few thousand characters that unpacks to so much prose."""
    text = json.dumps({"size": 9, "grid": GRID, "ruleset": prose})
    return f"https://f-puzzles.com/?load={lz_string.pack(text)}".encode()


@pytest.mark.long
@pytest.mark.parametrize("unit", ["1", "1 ", "a ", "digits ", "row, column and ", "x. ", "(", ")", "may "])
def test_prose(unit: str) -> None:
    """Rules in prose of any length in a link: what is looked at is bounded, a sentence that is too long is not read."""
    small, large = (link_of(unit * (n // len(unit))) for n in (SMALL, SMALL * TIMES))
    assert grows_too_fast(small, large, None) == ""
    (record,) = read_records(io.BytesIO(large))
    assert record.puzzle.rules_read == "missing"  # type: ignore[union-attr]


@pytest.mark.long
@pytest.mark.parametrize("unit", [" r1c1", " 9", " |", " ;", " /"])
def test_rules(unit: str) -> None:
    """A rule in the text form of any length: its words are not copied for each of them."""
    rule = "or { cage 9 " + unit * (5 * SMALL)
    small, large = (json.dumps({"puzzle": "." * 81, "constraints": [rule * n]}).encode() for n in (1, TIMES))
    assert grows_too_fast(small, large, "jsonl") == ""


@pytest.mark.parametrize("text", ["1" * 100_000 + "x", "{a:" + "1" * 100_000 + "x}", "0." + "1" * 100_000 + "x"])
def test_numbers_without_quotes(text: str) -> None:
    """What looks like a number and is none is a word, at once."""
    assert sudokupad.loads(text) in (text, {"a": text[3:-1]})


def test_packed_text_is_bounded() -> None:
    """A link that unpacks to more than a million characters is refused, saying the bound."""
    packed = lz_string.pack("a" * (lz_string.MAX_TEXT + 1))
    assert len(packed) < 10_000
    for link, reader in ((f"?load={packed}", f_puzzles.of_link), (f"/scl{packed}", sudokupad.of_link)):
        with pytest.raises(ValueError, match="longer than 1,048,576 characters"):
            reader(link, Reading())
