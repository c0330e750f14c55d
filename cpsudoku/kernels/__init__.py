"""Compiled loops (Cython pure Python mode); each file also runs interpreted, some 100 times slower.

A file belongs to the compiled set when its first line is a `# cython:` directive.
"""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import cpsudoku


def _warn_if_interpreted() -> None:
    """One warning where the kernels were not compiled, unless that is what was asked for."""
    here = Path(__file__).parent
    if "CPSUDOKU_INTERPRETED" in os.environ or any((here / f"singles{end}").exists() for end in EXTENSION_SUFFIXES):
        return
    warnings.warn(
        "cpsudoku's kernels are not compiled and run as plain Python, some 100 times slower; "
        "with a C compiler (Debian: apt install gcc) reinstall cpsudoku",
        RuntimeWarning,
        stacklevel=2,
    )


_warn_if_interpreted()


def compiled(module: str = "cpsudoku.kernels.singles") -> bool:
    """True where *module* runs as an extension."""
    file = import_module(module).__file__ or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def compiled_files() -> list[str]:
    """The modules meant to be compiled."""
    package = Path(cpsudoku.__file__).parent
    found = []
    for folder in ("kernels", "rating"):
        for path in sorted((package / folder).rglob("*.py")):
            with path.open(encoding="utf-8") as file:
                if file.readline().startswith("# cython:"):
                    found.append(".".join(("cpsudoku", *path.relative_to(package).with_suffix("").parts)))
    return found


def all_compiled() -> bool:
    """True where every module meant to be compiled is."""
    return all(map(compiled, compiled_files()))
