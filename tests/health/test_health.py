"""`doctor`: known answers, what a broken installation looks like, and what is reported of libraries."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from itertools import permutations
from pathlib import Path

import pytest

from cpsudoku.cli.main import run
from cpsudoku.health import checkup, examine
from cpsudoku.health.checkup import Library, numbers

ROOT = Path(__file__).resolve().parents[2]


def test_this_installation_answers_every_question() -> None:
    """Each question gets its known answer here, and each is asked."""
    found = examine()
    assert [check for check in found.checks if not check.well] == []
    assert [check.name for check in found.checks] == ["loading", *checkup.QUESTIONS]
    assert found.kernels > 50


def test_every_engine_is_asked() -> None:
    """An engine of the registry without a question would be one whose absence nobody is told."""
    from cpsudoku.engines.registry import ENGINES

    engines = {name.removeprefix("engine ") for name in checkup.QUESTIONS if name.startswith("engine ")}
    assert engines == set(ENGINES) - {"constraints", "recursive"}  # asked under "rules"; too slow in plain Python


def test_the_known_answers_are_right() -> None:
    """The counts on 4x4 by writing out every grid; the ratings as the table of the reference program has them."""
    rows = list(permutations("1234"))
    grids = [
        "".join(map("".join, (a, b, c, d)))
        for a in rows
        for b in rows
        if not {*a[:2]} & {*b[:2]}
        for c in rows
        for d in rows
        if not {*c[:2]} & {*d[:2]} and all(len({*column}) == 4 for column in zip(a, b, c, d))
    ]
    assert len(grids) == checkup.SMALL_GRIDS
    ruled = [grid for grid in grids if int(grid[0]) + int(grid[1]) == 3 and grid[4] < grid[8]]
    assert len(ruled) == checkup.RULED_GRIDS
    rated = {
        row.split(",")[0]: tuple(map(float, row.split(",")[1:4]))
        for row in (ROOT / "tests/puzzles/se_ratings.csv").read_text(encoding="utf-8").splitlines()[1:]
    }
    assert {puzzle: rated[puzzle] for puzzle in checkup.RATED if puzzle in rated}.items() <= checkup.RATED.items()
    assert sum(puzzle in rated for puzzle in checkup.RATED) >= 1
    counted = (ROOT / "tests/puzzles/multi_counts.csv").read_text(encoding="utf-8")
    assert f"{checkup.OPEN},{checkup.OPEN_COUNT}\n" in counted


def test_a_wrong_answer_is_a_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A kernel that counts wrongly, a library that raises: exit code 1, each named; the other questions are asked."""
    from cpsudoku.kernels import search

    monkeypatch.setattr(search, "count", lambda cells, limit=2: 2)
    monkeypatch.setitem(checkup.QUESTIONS, "drawing", lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    assert run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "fault: kernel: solutions: 2; known: 156" in said
    assert "fault: drawing: ZeroDivisionError" in said
    assert re.search(r"^ok +rating", said, re.M)


def test_what_is_missing_or_old(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A required library that is missing or too old is a fault, with its remedy; a missing extra is none."""
    absent = (Library("no-such-library", "1.0", "plot"), Library("nor-this", "2.0"), Library("numpy", "999"))
    monkeypatch.setattr(checkup, "libraries", lambda: absent)
    monkeypatch.setattr(checkup, "uncompiled", lambda: [])
    found = examine({})
    assert [fault.partition(":")[0] for fault in found.faults] == ["nor-this", "numpy"]
    assert "pip install 'nor-this>=2.0'" in found.faults[0]
    assert "is older than 999" in found.faults[1]
    assert not found.well
    monkeypatch.setattr(checkup, "libraries", lambda: absent[:1])
    assert examine({}).well


def test_uncompiled_kernels_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that runs as plain Python is named, with the command that compiles it."""
    monkeypatch.setattr(checkup, "uncompiled", lambda: ["cpsudoku.kernels.search"])
    found = examine({})
    assert found.faults[0].startswith(f"1 of {found.kernels} kernels are not compiled; to compile: pip install")
    assert found.to_dict()["unbuilt"] == ["cpsudoku.kernels.search"]


def test_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time is over, what was not asked is said, and is no pass."""
    monkeypatch.setattr(checkup, "ENOUGH", -1.0)
    monkeypatch.setattr(checkup, "uncompiled", lambda: [])
    found = examine({"one": lambda: "fine"})
    assert found.checks[1].well is None
    assert found.faults == ["one: skipped, -1 s had passed"]
    assert "well" not in found.to_dict()["answers"][1]


def test_the_libraries_are_those_of_the_project() -> None:
    """Every dependency and every extra a user can ask for is looked at; the tools of who works on it are not."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = checkup.libraries()
    assert len([library for library in found if not library.extra]) == len(stated["dependencies"])
    assert {library.extra for library in found} - {""} == set(stated["optional-dependencies"]) - set(checkup.TOOLS)
    assert all(re.fullmatch(r"\d[\w.]*", library.floor) for library in found)


def test_requirements_of_an_installed_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installed package has no pyproject.toml; its metadata says the same."""
    monkeypatch.setattr(checkup.cpsudoku, "__file__", str(tmp_path / "cpsudoku" / "__init__.py"))
    stated = ["ortools<10,>=9.12", 'dask[distributed]>=2024.1; extra == "dask"', 'pytest>=8; extra == "test"']
    monkeypatch.setattr(metadata, "requires", lambda name: stated)
    assert checkup.libraries() == [Library("ortools", "9.12"), Library("dask", "2024.1", "dask")]


@pytest.mark.parametrize(("older", "newer"), [("1.9.dev16", "1.9.dev17"), ("9.2", "9.12"), ("1.26.4", "2.0")])
def test_versions_are_compared_by_number(older: str, newer: str) -> None:
    """9.2 comes before 9.12."""
    assert numbers(older) < numbers(newer)


def test_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    """--json is one record."""
    run(["doctor", "--json"])
    output = json.loads(capsys.readouterr().out)
    assert output["schema"] == "doctor/1"
    assert {answer["name"] for answer in output["answers"]} == {"loading", *checkup.QUESTIONS}
