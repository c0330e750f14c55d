"""Test set-up: `pytest --interpreted` runs the kernels as plain Python; a stale compiled kernel is an error."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

import pytest

INTERPRETED = "--interpreted" in sys.argv


class _SourcesFirst:
    """Import finder that takes the .py of a compiled module instead of its extension."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(("cpsudoku.kernels.", "cpsudoku.rating.")):
            return None
        for folder in path or ():  # type: ignore[attr-defined]
            source = Path(folder, name.rpartition(".")[2] + ".py")
            if source.exists() and source.read_text(encoding="utf-8").startswith("# cython:"):
                return importlib.util.spec_from_file_location(name, source)
        return None


if INTERPRETED:
    sys.meta_path.insert(0, _SourcesFirst())  # type: ignore[arg-type]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--interpreted", action="store_true", help="run the kernels as plain Python")


def pytest_configure(config: pytest.Config) -> None:
    import cpsudoku

    package = Path(cpsudoku.__file__).parent
    for source in [*package.glob("kernels/*.py"), *package.glob("rating/**/*.py")]:
        for built in source.parent.glob(source.stem + ".*.so"):
            if built.stat().st_mtime < source.stat().st_mtime:
                raise pytest.UsageError(f"{built.name} is older than {source.name}; run: pip install -e '.[test]'")
