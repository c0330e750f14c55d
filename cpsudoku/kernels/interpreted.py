"""Kernels that run as plain Python: their `cython.cimports`, and the fields of their classes.

In C a field that a `.pxd` declares begins as zero, and an array as zeros. `add_fields` gives the same to classes that
are not compiled.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

CLASS = re.compile(r"cdef (class|struct) (\w+)")
FIELD = re.compile(
    r" +(?:cdef )?(?:(?:const|public|readonly|signed|unsigned) )*(long long|\w+)(\*?)(?:\[(.*?)])? ([^(]+)$"
)
"""The type of fields, whether they are pointers, the size of an array, and their names."""
NUMBERS = dict.fromkeys(("bint", "char", "int", "long long", "short"), 0) | {"double": 0.0}


class CimportFinder:
    """Import finder: `cython.cimports.cpsudoku.X` is the module `cpsudoku.X`.

    The last of the finders. A compiled kernel resolves these imports when it is built and does not use it.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.startswith("cython.cimports.cpsudoku") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        source = import_module(module.__name__.removeprefix("cython.cimports."))
        if not hasattr(source, "__path__"):  # packages stay empty, so that no other finder loads a second copy
            sys.modules[module.__name__] = source


class KernelLoader(SourceFileLoader):
    """Loads a kernel as plain Python, with the fields of its classes."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        declared = Path(self.path).with_suffix(".pxd")
        add_fields(module, declared.read_text(encoding="utf-8") if declared.exists() else "")


class KernelFinder:
    """Import finder, before all others: the kernels *names* that no extension was found for get a `KernelLoader`."""

    def __init__(self, names: list[str]) -> None:
        self.names = set(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.names:
            return None
        finders = (finder for finder in sys.meta_path if finder is not self)
        spec = next(found for finder in finders if (found := finder.find_spec(name, path, target)))
        if type(spec.loader) is SourceFileLoader and spec.origin:
            spec.loader = KernelLoader(name, spec.origin)
        return spec


def add_fields(module: ModuleType, declared: str) -> None:
    """Give the classes of *module* the fields that the text of its .pxd declares, or that they annotate as arrays.

    A struct of the .pxd becomes a class.
    """
    for kernel in [value for value in vars(module).values() if isinstance(value, type)]:
        if kernel.__module__ == module.__name__:
            for name, kind in vars(kernel).get("__annotations__", {}).items():
                if hasattr(kind, "_n"):
                    _add_array(kernel, name, [0] * kind._n)
    kernel = None
    for line in declared.splitlines():
        if line[:1].strip():
            found = CLASS.match(line)
            if found and found[1] == "struct":
                setattr(module, found[2], type(found[2], (), {}))
            kernel = getattr(module, found[2]) if found else None
        elif kernel and (field := FIELD.match(line.partition("#")[0].rstrip())):
            kind, pointer, size, names = field.groups()
            zero = None if pointer else NUMBERS.get(kind)
            for name in names.split(", "):
                name, _, own_size = name.rstrip("]").partition("[")
                length = own_size or size
                if length and length != "::1":  # a view of memory has no array of its own
                    _add_array(kernel, name, [zero] * eval(length, vars(module)))
                else:
                    setattr(kernel, name, zero)


def _add_array(kernel: Any, name: str, zeros: list[Any]) -> None:
    if "own_arrays" not in vars(kernel):
        kernel.own_arrays, kernel.__new__ = {}, _new
    kernel.own_arrays[name] = zeros


def _new(kernel: type, *arguments: object, **options: object) -> object:
    """An object with arrays of its own; its other fields are attributes of the class until they are set."""
    created = object.__new__(kernel)
    for base in kernel.__mro__:
        for name, zeros in vars(base).get("own_arrays", {}).items():
            setattr(created, name, zeros.copy())
    return created


def run_kernels_as_python(names: list[str]) -> None:
    """Let these kernels run without extensions. Cython's package `cython.cimports` has no `__spec__` by itself."""
    import_module("cython")
    sys.modules["cython.cimports"].__spec__ = None
    sys.meta_path.append(CimportFinder())
    sys.meta_path.insert(0, KernelFinder(names))
