"""Test set-up: `pytest --interpreted` runs the tests marked `interpreted` on the kernels as plain Python,
where lists are bounds-checked and integers do not wrap; a stale compiled kernel is an error.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

import pytest

if "--interpreted" in sys.argv:
    os.environ["CPSUDOKU_INTERPRETED"] = "1"  # for worker processes too
INTERPRETED = "CPSUDOKU_INTERPRETED" in os.environ


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
    parser.addoption("--interpreted", action="store_true", help="run the tests marked interpreted, on plain Python")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if INTERPRETED:
        kept = [item for item in items if item.get_closest_marker("interpreted")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def pytest_configure(config: pytest.Config) -> None:
    with contextlib.suppress(ImportError):
        import hypothesis

        # speed is measured by benchmarks; a busy machine must not fail a property
        hypothesis.settings.register_profile("patient", deadline=None)
        hypothesis.settings.load_profile("patient")
    config.addinivalue_line("markers", "interpreted: small enough to run on interpreted kernels, and meant to")
    import cpsudoku

    package = Path(cpsudoku.__file__).parent
    for source in [*package.glob("kernels/**/*.py"), *package.glob("rating/**/*.py")]:
        for built in source.parent.glob(source.stem + ".*.so"):
            if built.stat().st_mtime < source.stat().st_mtime:
                raise pytest.UsageError(f"{built.name} is older than {source.name}; run: pip install -e '.[test]'")
