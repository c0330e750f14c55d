"""Compiled loops (Cython pure Python mode); each file also runs interpreted, some 100 times slower, where Cython is.

A file belongs to the compiled set when its first line is a `# cython:` directive.
"""

from __future__ import annotations

import os
import shlex
import sys
import warnings
from array import array
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import cpsudoku
from cpsudoku.errors import CpSudokuWarning, ExtraMissing

_PACKAGE = Path(cpsudoku.__file__).parent


def compiled(module: str = "cpsudoku.kernels.general.singles") -> bool:
    """True where *module* runs as an extension."""
    file = import_module(module).__file__ or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


_ZERO = {kind: array(kind, [0]) for kind in "bBhHiIlLqQd"}


def zeros(kind: str, number: int) -> array[int]:
    """An array of that kind ("i", "q", "Q", ...): memory that a kernel works in."""
    return _ZERO[kind] * number


def compiled_files() -> list[str]:
    """The modules meant to be compiled."""
    return [_name(path) for path in _files() if _meant(path)]


def uncompiled() -> list[str]:
    """The modules meant to be compiled that have no extension beside them, and so run as plain Python.

    Called at every start: it opens only files without an extension.
    """
    files = _files()
    beside = {path[: -len(suffix)] for path in files for suffix in EXTENSION_SUFFIXES if path.endswith(suffix)}
    return [_name(path) for path in files if path[:-3] not in beside and _meant(path)]


def mend() -> str:
    """The command that compiles what runs interpreted."""
    root = _PACKAGE.parent
    if (root / "setup.py").exists():
        return f"pip install -e {shlex.quote(str(root))}"
    return f"pip install --force-reinstall cpsudoku=={cpsudoku.__version__}, with a C compiler (Debian: gcc)"


def _files() -> list[str]:
    """The files of the folders with kernels, sorted."""
    found = chain.from_iterable(os.walk(_PACKAGE / folder) for folder in ("kernels", "rating", "techniques"))
    return sorted(os.path.join(folder, name) for folder, _, names in found for name in names)


def _meant(path: str) -> bool:
    """True for a source that is meant to be compiled."""
    if not path.endswith(".py"):
        return False
    with open(path, "rb") as file:
        return file.read(9) == b"# cython:"


def _name(path: str) -> str:
    """The module of a source."""
    return ".".join(("cpsudoku", *Path(path).relative_to(_PACKAGE).with_suffix("").parts))


def _look_for_extensions() -> None:
    """Warn once, in the first process alone, where kernels are not compiled and CPSUDOKU_INTERPRETED is not set.

    Raises ExtraMissing where they cannot run as plain Python either, for want of Cython.
    """
    missing = uncompiled()
    intended = "CPSUDOKU_INTERPRETED" in os.environ
    runs = find_spec("cython") is not None
    if (missing or intended) and runs:
        from cpsudoku.kernels.interpreted import run_kernels_as_python

        run_kernels_as_python(compiled_files())
    processes = sys.modules.get("multiprocessing.process")
    if not missing or (processes is not None and processes.current_process().name != "MainProcess"):
        return
    whole = len(missing) == len(compiled_files())
    which = "cpsudoku's kernels are" if whole else f"{len(missing)} kernels of cpsudoku ({missing[0]}, ...) are"
    slowly = "as plain Python, some 100 times slower"
    if not runs:
        raise ExtraMissing(
            f"{which} not compiled; to compile: {mend()}; or run them {slowly}: pip install 'cpsudoku[interpreted]'"
        )
    if not intended:
        message = f"{which} not compiled and run {slowly}; to compile: {mend()}"
        warnings.warn(message, CpSudokuWarning, stacklevel=2)


_look_for_extensions()
