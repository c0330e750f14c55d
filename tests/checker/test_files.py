"""Certificates on disk: found, bounded, and none ends the run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku import checker
from cpsudoku.certificate import Certificate, certify

PUZZLES = Path(__file__).parents[1] / "puzzles"


def lines(name: str, count: int) -> list[str]:
    return (PUZZLES / name).read_text().split()[:count]


def made(puzzle: str, **options: object) -> Certificate:
    found = certify(puzzle, **options)  # type: ignore[arg-type]
    assert isinstance(found, Certificate)
    return found


def test_forms_on_disk(tmp_path: Path) -> None:
    """A folder, a JSON file, many in a JSONL file or a folder of folders: all are found and checked."""
    first, second = (made(puzzle, lrat=True) for puzzle in lines("hardest_1106.txt", 2))
    first.write(tmp_path / "many" / "a")
    second.write(tmp_path / "many" / "b")
    (tmp_path / "many" / "c.jsonl").write_text(first.line() + "\n" + second.line() + "\n")
    (tmp_path / "one.json").write_text(json.dumps(first.data, indent=2))
    assert [found.verified for found in checker.check(tmp_path / "many")] == [True] * 4
    assert [found.verified for found in checker.check(tmp_path / "many" / "a")] == [True]
    assert [found.verified for found in checker.check(tmp_path / "one.json")] == [True]
    (tmp_path / "many" / "b" / "proof.drat").write_text("1 2 0\n0\n")
    (tmp_path / "many" / "a" / "formula.cnf").unlink()
    bad = {Path(found.place).name: found.message for found in checker.check(tmp_path / "many") if not found.verified}
    assert "does not follow" in bad["b"]
    assert bad["a"] == "no cnf"
    (tmp_path / "no.json").write_text("[")
    assert [found.verified for found in checker.check(tmp_path / "no.json")] == [False]


def test_checker_runs_alone(tmp_path: Path) -> None:
    """The checker's folder, copied away, verifies a certificate with nothing but the standard library."""
    made(lines("hardest_1106.txt", 1)[0]).write(tmp_path / "proof")
    shutil.copytree(Path(checker.__file__).parent, tmp_path / "alone", ignore=shutil.ignore_patterns("__pycache__"))
    run = "import alone, sys; print(*alone.check('proof')); print(sorted(m for m in sys.modules if 'sudoku' in m))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", run], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert "'verified'" in done.stdout
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("data", [{}, {"claim": []}, {"claim": "unique", "format": "cpsudoku-certificate 1"}])
def test_nonsense_is_rejected_not_raised(data: dict[str, object], tmp_path: Path) -> None:
    """Any JSON is answered with a message."""
    (tmp_path / "x.json").write_text(json.dumps(data))
    assert [found.verified for found in checker.check(tmp_path / "x.json")] == [False]
