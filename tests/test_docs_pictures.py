"""The pictures of the README and the pages are what the package draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.scripts import script

ROOT = Path(__file__).resolve().parents[1]


def test_the_pictures_are_up_to_date() -> None:
    """Each file is what its function draws, and there are no others."""
    page = script("docs/pictures.py")
    files = page.files()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python docs/pictures.py"
    assert {path for path in page.HERE.iterdir() if path.is_file()} == set(files)


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.stem)
def test_pictures_of_pages_exist_and_are_described(page: Path) -> None:
    """Each picture that a page names is there and has a text; every how-to page has a picture, or shows an output."""
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)
    for words, source in shown:
        assert (page.parent / source).is_file(), source
        assert words, source
    assert shown or page.parent.name != "how-to" or re.search(r"```(console|text|output)", text)


def test_every_picture_of_the_readme_exists_and_is_described() -> None:
    """The README shows a picture of the project's own, with a text for those who cannot see it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', text)
    assert shown
    for source, words in shown:
        assert (ROOT / source).is_file()
        assert len(words) > 20
    assert "http" not in "".join(source for source, _ in shown)
