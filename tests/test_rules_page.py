"""The page of rules is what its script writes, for every kind."""

from __future__ import annotations

from cpsudoku.constraints import KINDS
from tests.rules_page import PAGE


def test_the_page_is_up_to_date() -> None:
    """Page and pictures are those the script writes, and there are no others."""
    files = PAGE.files()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python docs/rules_page.py"
    assert set((PAGE.HERE / "rules").iterdir()) == set(files) - {PAGE.HERE / "rules.md"}


def test_every_kind_has_an_example() -> None:
    """Each example is of its kind and fits its board."""
    assert set(PAGE.EXAMPLES) == set(KINDS)
    for word in KINDS:
        puzzle = PAGE.example(word)
        assert [rule.word for rule in puzzle.constraints] == [word]
