"""A copy of the project in which a line of ARCHITECTURE.md ("Where to add what") is carried out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpsudoku

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(cpsudoku.__file__).resolve().parent
SKIPPED = shutil.ignore_patterns("__pycache__", ".*_cache", "promises", "*.c")


class House:
    """The copy: `add` a file, `line` into a registry, `python` to run something in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(PACKAGE, root / "cpsudoku", ignore=SKIPPED)
        for name in ("tests", "encodings", "docs", "benchmarks"):
            shutil.copytree(ROOT / name, root / name, ignore=SKIPPED)
        for path in ROOT.glob("*.*"):
            if path.is_file():
                shutil.copy2(path, root)

    def add(self, path: str, text: str) -> None:
        """One new file."""
        assert not (self.root / path).exists()
        (self.root / path).write_text(text, encoding="utf-8")

    def line(self, path: str, after: str, new: str) -> None:
        """One new line in a registry, behind the line *after*."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert text.count(after) == 1
        (self.root / path).write_text(text.replace(after, f"{after}{new}\n"), encoding="utf-8")

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """`python -m WORDS` in the copy."""
        return subprocess.run(
            [sys.executable, "-m", *words],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "COLUMNS": "200"},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def passes(self, *words: str) -> None:
        """pytest with these words passes, and there was something to run."""
        ran = self.python("pytest", "-p", "no:cacheprovider", *words)
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A copy of the project."""
    if "CPSUDOKU_INTERPRETED" in os.environ:
        pytest.skip("a copy of the project is compiled, or slow")
    return House(tmp_path)
