"""Test set-up.

`pytest --long` also runs the tests marked `long`, which plain `pytest` leaves out; `pytest -m long` runs only those.
`pytest --interpreted` runs the tests marked `interpreted` on the kernels as plain Python, where lists are
bounds-checked and integers do not wrap. A stale compiled kernel is an error. Every test has a time limit: `timeout` in
pyproject.toml, for a long one LONG_LIMIT, or its own `@pytest.mark.timeout`.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest

if "--interpreted" in sys.argv:
    os.environ["CPSUDOKU_INTERPRETED"] = "1"  # for worker processes too
INTERPRETED = "CPSUDOKU_INTERPRETED" in os.environ
LONG_LIMIT = 600
"""Seconds that a test marked long may take."""
LEFT_OUT = pytest.StashKey[int]()
"""How many long tests this run leaves out."""


class _SourcesFirst:
    """Import finder that takes the .py of a compiled module instead of its extension."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(("cpsudoku.kernels.", "cpsudoku.rating.", "cpsudoku.techniques.")):
            return None
        for folder in path or ():  # type: ignore[attr-defined]
            source = Path(folder, name.rpartition(".")[2] + ".py")
            if source.exists() and source.read_text(encoding="utf-8").startswith("# cython:"):
                return importlib.util.spec_from_file_location(name, source)
        return None


if INTERPRETED:
    sys.meta_path.insert(0, _SourcesFirst())  # type: ignore[arg-type]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long, too")
    parser.addoption("--interpreted", action="store_true", help="run the tests marked interpreted, on plain Python")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = {item for item in items if item.get_closest_marker("long")}
    for item in long:
        if not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG_LIMIT))
    left_out = set()
    if INTERPRETED:
        left_out |= {item for item in items if not item.get_closest_marker("interpreted")}
    if not config.option.long and "long" not in config.option.markexpr:
        config.stash[LEFT_OUT] = len(long - left_out)
        getattr(config, "workeroutput", {})["left_out"] = len(long - left_out)
        left_out |= long
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """With pytest-xdist each worker collects all tests, and the process that prints the summary collects none."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if number := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{number} long tests were left out; pytest --long runs them, too")


def pytest_configure(config: pytest.Config) -> None:
    with contextlib.suppress(ImportError):
        import hypothesis

        # speed is measured by benchmarks; a busy machine must not fail a property
        hypothesis.settings.register_profile("patient", deadline=None)
        hypothesis.settings.load_profile("patient")
    config.addinivalue_line("markers", "long: takes more than about two seconds; runs with --long")
    config.addinivalue_line("markers", "interpreted: small enough to run on interpreted kernels, and meant to")
    import cpsudoku

    package = Path(cpsudoku.__file__).parent
    for source in [
        path for folder in ("kernels", "rating", "techniques") for path in package.glob(f"{folder}/**/*.py")
    ]:
        for built in source.parent.glob(source.stem + ".*.so"):
            if built.stat().st_mtime < source.stat().st_mtime:
                raise pytest.UsageError(f"{built.name} is older than {source.name}; run: pip install -e '.[test]'")
