"""The public surface as text, a line each: names, signatures, fields of results, commands with their options.

    python -m tests.promises.surface

writes it to `surface.txt`, which `test_surface.py` compares. Where it changed since the last record, CHANGELOG.md must
have changed in its first section, too: what is new, or which name is deprecated and what replaces it.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from cpsudoku.cli.main import COMMANDS, subcommand
from cpsudoku.records import KINDS

FILE = Path(__file__).with_name("surface.txt")
CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"
MODULES = ("cpsudoku", "cpsudoku.results", "cpsudoku.errors", "cpsudoku.tasks")


def _names() -> Iterator[str]:
    for module in map(importlib.import_module, MODULES):
        public = getattr(module, "__all__", None) or _classes_of(module)
        for name in sorted(public):
            yield from _described(f"{module.__name__}.{name}", getattr(module, name))


def _classes_of(module: Any) -> list[str]:
    return [
        name for name, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module.__name__
    ]


def _described(name: str, value: Any) -> Iterator[str]:
    if not inspect.isclass(value):
        yield f"{name}{_signature(value)}" if inspect.isfunction(value) else f"{name} = {value}"
        return
    bases = ", ".join(base.__name__ for base in value.__mro__[1:-1] if issubclass(base, Exception))
    yield f"{name}: class" + (f", also {bases}" if bases else "")
    if is_dataclass(value):
        for field in fields(value):
            default = "" if field.default is MISSING else f" = {field.default!r}"
            yield f"{name}.{field.name}: {field.type}{default}"
    done = {field.name for field in fields(value)} if is_dataclass(value) else set()
    for own in sorted({attribute for base in value.__mro__ if _is_ours(base) for attribute in vars(base)} - done):
        if not own.startswith("_") or own in ("__bool__", "__float__", "__getitem__", "__int__", "__iter__", "__len__"):
            yield from _member(f"{name}.{own}", inspect.getattr_static(value, own))


def _signature(function: Any) -> str:
    """Without quotes of annotations and without addresses."""
    text = str(inspect.signature(function))
    return re.sub(r" at 0x\w+>", ">", re.sub(r"(: |-> )'([^']*)'", r"\1\2", text))


def _is_ours(base: type) -> bool:
    return base.__module__.partition(".")[0] == "cpsudoku"


def _member(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if inspect.isfunction(value):
        yield f"{name}{re.sub(r'^[(](self|cls)(, )?', '(', _signature(value))}"
    elif type(value).__name__ in ("property", "cached_property"):
        getter = getattr(value, "fget", None) or value.func
        yield f"{name}: {inspect.signature(getter).return_annotation}"
    else:
        yield f"{name}"


def _commands() -> Iterator[str]:
    for name in sorted(COMMANDS):
        command = subcommand(name)
        yield f"cpsudoku {name}"
        for parameter in sorted(command.params, key=lambda one: one.opts):
            words = ", ".join([*parameter.opts, *parameter.secondary_opts])
            hidden = " (hidden)" if getattr(parameter, "hidden", False) else ""
            yield f"cpsudoku {name} {words}: {parameter.type.name}{', repeated' * parameter.multiple}{hidden}"


def _records() -> Iterator[str]:
    for kind in KINDS.values():
        yield f"record {kind.tag}: {', '.join(kind.keys)}"
        if kind.verdicts:
            yield f"record {kind.tag} verdicts: {', '.join(kind.verdicts)}"


PARTS = {"cpsudoku.": _names, "cpsudoku ": _commands, "record ": _records}
"""How the lines of a part begin -> what makes them."""


def surface() -> list[str]:
    """Every line."""
    return [line for part in PARTS.values() for line in part()]


def _news() -> str:
    """A digest of the first section of the changelog."""
    section = re.split(r"^## ", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    return hashlib.sha256(section.encode()).hexdigest()[:16]


def recorded() -> tuple[str, list[str]]:
    """The digest of the changelog and the lines, as recorded."""
    digest, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return digest.removeprefix("# changelog "), lines


if __name__ == "__main__":
    if FILE.exists() and recorded()[1] != surface() and recorded()[0] == _news():
        sys.exit("the public surface changed: say so in the first section of CHANGELOG.md, then run this again")
    FILE.write_text("\n".join([f"# changelog {_news()}", *surface()]) + "\n", encoding="utf-8")
