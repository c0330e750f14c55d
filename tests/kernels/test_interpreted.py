"""What is said where kernels are not compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SMALL = "1234............"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources without a compiled file, as after a clone."""
    folder = tmp_path_factory.mktemp("a checkout")
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(ROOT / "cpsudoku", folder / "cpsudoku", ignore=ignored)
    shutil.copytree(ROOT / "encodings", folder / "encodings", ignore=ignored)
    shutil.copy(ROOT / "setup.py", folder)
    return folder


def said(checkout: Path, *words: str, **environment: str) -> str:
    """Standard error of a Python started in the checkout."""
    kept = {key: value for key, value in os.environ.items() if key not in ("CPSUDOKU_INTERPRETED", "PYTHONPATH")}
    process = subprocess.run(
        [sys.executable, *words], cwd=checkout, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert process.returncode in (0, 1), process.stderr
    return process.stderr


@pytest.mark.parametrize("code", ["cpsudoku.verify('1' + '.' * 15)", "cpsudoku.techniques.core.grid"])
def test_one_warning_with_the_command(checkout: Path, code: str) -> None:
    """Whoever uses uncompiled kernels or the rater is told once, with the command that compiles them here."""
    text = said(checkout, "-c", f"import cpsudoku, cpsudoku.techniques.core.grid; {code}")
    assert text.count("CpSudokuWarning") == 1
    assert f"pip install -e '{checkout}'" in text


def test_the_command_says_it_once(checkout: Path) -> None:
    """The command tells it in one line, whatever the number of processes."""
    (checkout / "four.txt").write_text(f"{SMALL}\n" * 40)
    text = said(checkout, "-m", "cpsudoku", "verify", "four.txt", "--jobs", "2", "--quiet")
    assert text.count("not compiled") == 1
    assert text.startswith("warning: cpsudoku's kernels are not compiled")


def test_nothing_is_said_where_it_was_asked_for(checkout: Path) -> None:
    """CPSUDOKU_INTERPRETED, which the tests set, is a wish, not a mishap."""
    code = f"import cpsudoku; cpsudoku.verify('{SMALL}')"
    assert "not compiled" not in said(checkout, "-c", code, CPSUDOKU_INTERPRETED="1")


def test_some_missing_ones_are_named(checkout: Path, tmp_path: Path) -> None:
    """Where all but some are compiled, one of those is named."""
    from importlib.machinery import EXTENSION_SUFFIXES

    copy = tmp_path / "some"
    shutil.copytree(checkout, copy)
    for folder in ("kernels", "rating", "techniques"):
        for path in (copy / "cpsudoku" / folder).rglob("*.py"):
            if path.read_text().startswith("# cython:") and path.stem != "literals":
                path.with_name(path.stem + EXTENSION_SUFFIXES[0]).touch()
    text = said(copy, "-c", "import cpsudoku.kernels")
    assert "1 kernels of cpsudoku (cpsudoku.kernels.clauses.literals, ...) are not compiled" in text


def test_plain_python_takes_cython(checkout: Path, tmp_path: Path) -> None:
    """Without Cython uncompiled kernels cannot run: the error names both ways out, no traceback."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['cython'] = None\n")  # what is not installed
    hidden = {"PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-m", "cpsudoku", "verify", SMALL]
    process = subprocess.run(words, cwd=checkout, env=os.environ | hidden, capture_output=True, text=True, check=False)
    assert process.returncode == 2
    assert process.stderr.startswith("error: cpsudoku's kernels are not compiled")
    assert f"pip install -e '{checkout}'" in process.stderr
    assert "pip install 'cpsudoku[interpreted]'" in process.stderr
    assert "Traceback" not in process.stderr
