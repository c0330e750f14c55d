"""The README's Python examples run and print what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from cpsudoku.constraints import registry
from cpsudoku.formats import FORMATS

README = Path(__file__).resolve().parents[1] / "README.md"
PAIRS = re.findall(r"```python\n(.*?)```\s*(?:```output\n(.*?)```)?", README.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_example(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Example *number* runs by itself; where an output block follows, it is what is printed."""
    monkeypatch.chdir(tmp_path)
    code, expected = PAIRS[number]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    if expected:
        assert printed.getvalue().strip() == expected.strip()


def test_there_are_examples() -> None:
    """The README has at least one example with output, and both marked commands."""
    text = README.read_text(encoding="utf-8")
    assert any(expected for _, expected in PAIRS)
    assert "<!-- run command -->" in text
    assert "<!-- test command -->" in text


def test_it_fits_two_screens_and_counts_right() -> None:
    """At most 100 lines, as CONTRIBUTING; the numbers of kinds of rules and of formats are those of the package."""
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    assert len((README.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 100
    assert f"{len(registry.KINDS)} kinds of variant rules" in text
    assert f"{len(FORMATS)} formats" in text
