"""Engines by name. A name may carry an argument after a colon: `sat:glucose4`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UnknownName
from cpsudoku.solvers.engine import Engine

ENGINES = {
    "sat": "cpsudoku.solvers.sat_engine:SatEngine",
    "cp-sat": "cpsudoku.solvers.cp_sat:CpSatEngine",
    "dlx": "cpsudoku.solvers.dlx:DlxEngine",
    "bitmask": "cpsudoku.solvers.bitmask:BitmaskEngine",
    "recursive": "cpsudoku.solvers.recursive:RecursiveEngine",
    "logic": "cpsudoku.solvers.logic.engine:LogicEngine",
}
"""Name -> module:class. Each class takes (geometry, argument, **options); modules load when first named."""

TARGETS = {"sat": "cnf", "cp-sat": "cp"}
"""Engines that take an encoding -> the `target` such an encoding has."""


def engine(name: str, geometry: Geometry, **options: Any) -> Engine:
    """The engine called *name* for this board. Raises UnknownName, ExtraMissing, UsageError.

    Options every engine accepts: `encoding` (a name, path or Encoding; an engine without
    encodings refuses it), `simplify` ("singles" or "none"), `seed`.
    """
    base, _, argument = name.partition(":")
    if base not in ENGINES:
        raise UnknownName(f"engine {name!r} is unknown; known: {', '.join(ENGINES)} (sat:NAME takes any PySAT solver)")
    module, _, cls = ENGINES[base].partition(":")
    made: Engine = getattr(import_module(module), cls)(geometry, argument or None, **options)
    return made
