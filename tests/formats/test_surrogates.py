"""Halves of surrogate pairs, which no file can hold, are replaced where a text enters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku.cli.main import run
from cpsudoku.errors import NotationError
from cpsudoku.formats import read_one, sudokupad

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HALF = "\ud800"


@pytest.mark.parametrize("text", [HALF, json.dumps({"puzzle": HALF}), f"{HALF} 2 3", f"<{HALF}", f".Cage~{HALF}~R1C1"])
def test_refused_in_words(text: str) -> None:
    """A text with a half is refused like any other, and the message can be written."""
    with pytest.raises(NotationError) as caught:
        read_one(text)
    str(caught.value).encode()


def test_whole_characters() -> None:
    """A pair is a character, a half alone is U+FFFD: in our JSON, in JSON without quotes, and as given."""
    rules = "\\ud83d\\ude00 swim, \\ud800 do not."
    for text in (f'{{"puzzle": "{EASY}", "rules": "{rules}"}}', f'[{{"puzzle": "{EASY}", "rules": "{rules}"}}]'):
        assert read_one(text).rules == "\U0001f600 swim, \ufffd do not."
    assert sudokupad.loads(f"{{a:'{rules}'}}") == {"a": "\U0001f600 swim, \ufffd do not."}


def test_written(tmp_path: Path) -> None:
    """Every output can be written and read: records, tables, other formats."""
    source = tmp_path / "half.jsonl"
    source.write_text(json.dumps({"puzzle": EASY, "rules": f"{HALF} ducks", "title": HALF}) + "\n")
    for words in (
        ("verify", "--jsonl"),
        ("verify", "--csv"),
        ("convert", "--to", "jsonl"),
        ("convert", "--to", "f-puzzles"),
    ):
        out = tmp_path / "out"
        assert run([*words, str(source), "-o", str(out)]) == 0
        assert out.read_text(encoding="utf-8")


def test_page() -> None:
    """Over HTTP the message names the character that was replaced."""
    pytest.importorskip("starlette", reason="the page needs the extra [web]")
    from cpsudoku.web.jobs import answer

    message = answer("verify", {"puzzle": HALF})["message"]
    assert "\ufffd" in message
    assert "1 cell" in message
