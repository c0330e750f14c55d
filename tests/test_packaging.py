"""What an installation needs is in the package."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_data_files_are_listed() -> None:
    """Every data file below cpsudoku/ is matched by a pattern of package-data, so that a wheel has it."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    built = (".py", ".pyc", ".so", ".pyd", ".c")
    missing = []
    for path in (ROOT / "cpsudoku").rglob("*"):
        if path.is_dir() or path.suffix in built or "__pycache__" in path.parts:
            continue
        home = next(folder for folder in path.parents if (folder / "__init__.py").exists())
        package = ".".join(home.relative_to(ROOT).parts)
        inside = path.relative_to(home).as_posix()
        patterns = [*listed["*"], *listed.get(package, [])]
        # setuptools' * stays within a folder
        if not any(p.count("/") == inside.count("/") and fnmatch.fnmatch(inside, p) for p in patterns):
            missing.append(path.relative_to(ROOT).as_posix())
    assert missing == []


def test_every_folder_is_a_package() -> None:
    """A folder with Python files has an __init__.py, else an installation would lack it."""
    for path in (ROOT / "cpsudoku").rglob("*.py"):
        assert (path.parent / "__init__.py").exists(), path
