"""Figures of speed come from docs/figures.json, which benchmarks/figures.py writes; no page states one by itself."""

from __future__ import annotations

import re
from pathlib import Path

import figures
import pytest

ROOT = Path(__file__).resolve().parents[1]
KNOWN: dict[str, str] = figures.recorded()["figures"]
SPEED = re.compile(r"\b\d[\d,]{2,}(?:/s\b| (?:\w+ ){0,6}per (?:CPU )?second\b)")
MEASURED = {"docs/explanation/figures.md", "docs/explanation/study.md"}
"""Pages that consist of measurements, each with its command."""


@pytest.mark.parametrize("page", figures.pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_page_states_recorded_figures_only(page: Path) -> None:
    """Marked figures are those of the file; a speed, or a recorded figure of a thousand and more, is always marked."""
    text = page.read_text(encoding="utf-8")
    assert figures.stated(text, KNOWN) == text, "run python benchmarks/figures.py --pages"
    rest = figures.MARK.sub("", re.sub(r"```.*?```", "", text, flags=re.S))
    if page.relative_to(ROOT).as_posix() not in MEASURED:
        assert SPEED.findall(rest) == []
    large = {figure: key for key, figure in KNOWN.items() if "," in figure}
    again = [found for found in SPEED.findall(rest) if re.match(r"[\d,]*", found)[0] in large]  # type: ignore[index]
    assert again == []


def test_sources_and_figures_have_the_same_keys() -> None:
    """Each figure has a source and is stated somewhere; each benchmark named exists."""
    assert set(KNOWN) == set(figures.SOURCES)
    marked = {key for page in figures.pages() for key, _ in figures.MARK.findall(page.read_text(encoding="utf-8"))}
    assert marked == set(KNOWN)
    commands = {source.command.split()[0] for source in figures.SOURCES.values() if source.pattern}
    assert all((ROOT / command).is_file() for command in commands)


def test_patterns_read_the_output() -> None:
    """The patterns find their figures in lines as the benchmarks print them; figures are rounded to two digits."""
    line = "17-clue.txt                       212     18423          85.3   23%     4610"
    found = {key: re.search(source.pattern or "$.", line, re.M) for key, source in figures.SOURCES.items()}
    assert [figures.rounded(match[1]) for match in found.values() if match][:4] == ["18,000", "85", "23", "4,600"]
    assert figures.rounded("1661290.2") == "1,700,000"
    assert figures.rounded("6.44") == "6.4"


def test_an_unmarked_figure_is_found() -> None:
    """The pattern knows how speeds are stated."""
    assert SPEED.search("it verifies 20,000 puzzles with 17 clues per second on one core")
    assert SPEED.search("some 4,600/s")
    assert not SPEED.search("gives up after 5 seconds")
