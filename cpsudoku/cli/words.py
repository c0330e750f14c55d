"""The words that options take: for completion in the shell, and for lists in `--help`. Each is loaded when used."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

LISTS = {
    "alphabets": "board.alphabet:ALPHABETS",
    "difficulties": "cli.pictured:DIFFICULTIES",
    "encodings": "formula.catalog:names",
    "engines": "engines.registry:names",
    "extras": "board.geometry:EXTRAS",
    "fills": "generation.filling:FILLS",
    "digs": "generation.digging:DIGS",
    "formats": "formats.registry:names",
    "kept": "datasets.split:BY",
    "kinds": "constraints.registry:words",
    "languages": "formula.exporters:EXPORTERS",
    "levels": "generation.aiming.targets:level_words",
    "makers": "generation.makers:MAKERS",
    "methods": "generation.options:method_words",
    "papers": "drawing.paper:PAPERS",
    "presets": "generation.digging:PRESETS",
    "samples": "samples:names",
    "scales": "rating.added:names",
    "simplify": "engines.engine:SIMPLIFY",
    "strata": "datasets.split:STRATA",
    "symmetries": "board.symmetry:SYMMETRIES",
    "tasks": "comparison.contestant:TASKS",
    "techniques": "rating.scale:technique_words",
}
"""Name -> module of the package : the words, or a function that returns them."""


def words(name: str) -> list[str]:
    """The words of a list, those that plug-ins add among them."""
    module, _, attribute = LISTS[name].partition(":")
    found = getattr(import_module(f"cpsudoku.{module}"), attribute)
    listed: Iterable[str] = found() if callable(found) else found
    return list(listed)


def completions(name: str, typed: str) -> list[str]:
    """What *typed* may become; in a list with commas, its last word."""
    before, comma, last = typed.rpartition(",")
    return [before + comma + word for word in words(name) if word.startswith(last)]


def filled(help: str) -> str:
    """A help text with the words of each `{list}` in it."""
    for name in LISTS:
        place = f"{{{name}}}"
        if place in help:
            help = help.replace(place, ", ".join(words(name)))
    return help
