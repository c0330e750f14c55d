"""Compiled loops (Cython pure Python mode); each file also runs interpreted, some 100 times slower.

A file belongs to the compiled set when its first line is a `# cython:` directive.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES


def compiled(module: str = "cpsudoku.kernels.singles") -> bool:
    """True where *module* runs as an extension."""
    file = import_module(module).__file__ or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))
