"""No compiled function loses an exception."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNRAISABLE = re.compile(r'__Pyx_WriteUnraisable\("([^"]+)"')
"""What Cython writes at the end of a function that is declared `noexcept` and may raise all the same."""


@pytest.mark.long
def test_no_compiled_function_swallows_an_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the C made of every compiled file, no function that may raise is declared `noexcept`.

    Such a function prints the exception and returns 0: Ctrl-C in it, a deadline or a lack of memory makes another
    answer. Declare it `except -1` (`@cython.exceptval(-1, check=False)`), or take out what may raise. Passing `self`
    to an annotated argument may raise, as the argument may not be None: such an argument gets its type from
    `@cython.locals` instead.
    """
    build = pytest.importorskip("Cython.Build", reason="needs Cython")
    monkeypatch.chdir(ROOT)
    files = [
        path
        for folder in ("kernels", "rating", "techniques")
        for path in sorted(Path("cpsudoku", folder).rglob("*.py"))
    ]
    compiled = [path.as_posix() for path in files if path.read_text(encoding="utf-8").startswith("# cython:")]
    written_at_build = ROOT / "build" / "cython"
    if written_at_build.is_dir():
        shutil.copytree(written_at_build, tmp_path, dirs_exist_ok=True)  # what is newer than its source stays
    build.cythonize(compiled, build_dir=str(tmp_path), language_level=3, quiet=True)
    assert len(compiled) > 80
    written = (tmp_path.joinpath(path).with_suffix(".c").read_text(encoding="utf-8") for path in compiled)
    assert sorted(name for text in written for name in UNRAISABLE.findall(text)) == []
