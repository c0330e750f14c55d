"""Any rule on any board, compiled: candidates narrowed by the primitives of `cpsudoku.constraints`, and a search.

To Cython, `from cython.cimports.cpsudoku... import` is an import of C declarations. Where a module is not compiled, it
is an import of the Python module, by the finder below.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import ModuleType

_CIMPORTS = "cython.cimports.cpsudoku"


class _Cimports:
    """Finder and loader: the names of `cython.cimports.cpsudoku...` are those of `cpsudoku...`."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.startswith(_CIMPORTS) else None

    def create_module(self, spec: ModuleSpec) -> None:
        """The usual module."""

    def exec_module(self, module: ModuleType) -> None:
        source = import_module(module.__name__.removeprefix("cython.cimports."))
        module.__getattr__ = source.__getattribute__


sys.meta_path.append(_Cimports())
sys.modules[_CIMPORTS] = module_from_spec(_Cimports().find_spec(_CIMPORTS))
