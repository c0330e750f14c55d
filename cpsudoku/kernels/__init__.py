"""Compiled loops (Cython pure Python mode); each file also runs interpreted, some 100 times slower.

A file belongs to the compiled set when its first line is a `# cython:` directive.
"""

from __future__ import annotations

import os
import shlex
import sys
import warnings
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import cpsudoku
from cpsudoku.errors import CpSudokuWarning

_PACKAGE = Path(cpsudoku.__file__).parent


def compiled(module: str = "cpsudoku.kernels.general.singles") -> bool:
    """True where *module* runs as an extension."""
    file = import_module(module).__file__ or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def compiled_files() -> list[str]:
    """The modules meant to be compiled."""
    return [".".join(("cpsudoku", *path.relative_to(_PACKAGE).with_suffix("").parts)) for path in _sources()]


def all_compiled() -> bool:
    """True where every module meant to be compiled is."""
    return not uncompiled()


def uncompiled() -> list[str]:
    """The modules meant to be compiled that have no extension beside them, and so run as plain Python."""
    return [
        ".".join(("cpsudoku", *path.relative_to(_PACKAGE).with_suffix("").parts))
        for path in _sources()
        if not any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)
    ]


def mend() -> str:
    """The command that compiles what runs interpreted."""
    root = _PACKAGE.parent
    if (root / "setup.py").exists():
        return f"pip install -e {shlex.quote(str(root))}"
    return f"pip install --force-reinstall cpsudoku=={cpsudoku.__version__}, with a C compiler (Debian: gcc)"


def _sources() -> list[Path]:
    found = []
    for folder in ("kernels", "rating"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            with path.open("rb") as file:
                if file.read(9) == b"# cython:":
                    found.append(path)
    return found


def _warn_if_interpreted() -> None:
    """One warning, in the first process alone, where kernels are not compiled, unless that is what was asked for."""
    processes = sys.modules.get("multiprocessing.process")
    first = processes is None or processes.current_process().name == "MainProcess"
    if "CPSUDOKU_INTERPRETED" in os.environ or not first:
        return
    missing = uncompiled()
    if missing:
        whole = len(missing) == len(_sources())
        which = "cpsudoku's kernels are" if whole else f"{len(missing)} kernels of cpsudoku ({missing[0]}, ...) are"
        warnings.warn(
            f"{which} not compiled and run as plain Python, some 100 times slower; to compile: {mend()}",
            CpSudokuWarning,
            stacklevel=2,
        )


_warn_if_interpreted()
