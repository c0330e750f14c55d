"""The study is made by one command, and the page that stands was made by it."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[1] / "benchmarks" / "study.py"

pytest.importorskip("matplotlib", reason="the study's figures need the extra [plot]")


@pytest.fixture(scope="module")
def study() -> Any:
    """The benchmark as a module."""
    spec = spec_from_file_location("study", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_a_part_of_the_study(study: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six puzzles with rules: a table, sentences with numbers, and a figure that is there."""
    page = tmp_path / "study.md"
    monkeypatch.setattr(study, "TIMEOUT", 0.5)
    monkeypatch.setattr(sys, "argv", ["study.py", "--share", "0.01", "--parts", "rules", "--page", str(page)])
    study.main()
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Engines and encodings: a study\n\nWhich engine wins where")
    assert "`python benchmarks/study.py --share 0.01 --seed 0`" in text
    assert re.search(r"\| sat \| [\d.]+ (us|ms)", text)
    assert re.search(r"On variants `[a-z-]+` takes [\d.]+x", text)
    figures = re.findall(r"\]\((study/[\w-]+\.svg)\)", text)
    assert figures
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<?xml") for name in figures)


def test_a_study_goes_on_where_it_was(study: Any, tmp_path: Path) -> None:
    """What was measured is not measured again; other options are refused; a step that failed is not kept."""
    calls: list[int] = []

    def measure(number: int, *, fails: bool = False) -> int:
        if fails:
            raise KeyboardInterrupt
        calls.append(number)
        return 2 * number

    first = study.Study(tmp_path / "study.md", 0.1, 0, [], tmp_path / "kept")
    assert first.measured("a step", measure, 21) == 42
    with pytest.raises(KeyboardInterrupt):
        first.measured("another", measure, 1, fails=True)
    again = study.Study(tmp_path / "study.md", 0.1, 0, [], tmp_path / "kept")
    assert again.measured("a step", measure, 21) == 42
    assert calls == [21]
    assert again.spent == first.spent > 0
    assert again.measured("another", measure, 1) == 2
    with pytest.raises(SystemExit, match="other options"):
        study.Study(tmp_path / "study.md", 0.2, 0, [], tmp_path / "kept").measured("a step", measure, 21)


def test_every_figure_of_the_page_is_there(study: Any) -> None:
    """The page in the documentation shows what lies beside it."""
    text = study.PAGE.read_text(encoding="utf-8")
    figures = re.findall(r"\]\((study/[\w-]+\.svg)\)", text)
    assert len(figures) == 4
    assert {path.name for path in study.PAGE.with_suffix("").iterdir()} == {Path(name).name for name in figures}
    for part in ("Classic puzzles", "Encodings", "Size and fill ratio", "Rules beyond houses"):
        assert f"## {part}" in text
