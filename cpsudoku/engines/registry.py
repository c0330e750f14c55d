"""Engines by name. A name may carry an argument after a colon: `sat:glucose4`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Engine
from cpsudoku.errors import UnknownName

ENGINES = {
    "sat": "cpsudoku.engines.sat.engine:SatEngine",
    "cp-sat": "cpsudoku.engines.cp_sat:CpSatEngine",
    "dlx": "cpsudoku.engines.dlx:DlxEngine",
    "bitmask": "cpsudoku.engines.bitmask:BitmaskEngine",
    "recursive": "cpsudoku.engines.recursive:RecursiveEngine",
    "logic": "cpsudoku.engines.logic.engine:LogicEngine",
}
"""Name -> module:class. Each class takes (geometry, argument, **options); modules load when first named."""

SERVES_CONSTRAINTS = {
    "sat": "cpsudoku.engines.sat.constrained:ConstrainedSat",
    "cp-sat": "cpsudoku.engines.constrained_cp:ConstrainedCp",
    "recursive": "cpsudoku.engines.constrained_recursive:ConstrainedRecursive",
}
"""Engines for puzzles with constraints or on boards of any shape: (geometry, constraints, argument, **options)."""

TARGETS = {"sat": "cnf", "cp-sat": "cp"}
"""Engines that take an encoding -> the `target` such an encoding has."""


def engine(name: str, geometry: Geometry, **options: Any) -> Engine:
    """The engine called *name* for this board. Raises UnknownName, ExtraMissing, UsageError.

    Options every engine accepts: `encoding` (a name, path or Encoding; an engine without
    encodings refuses it), `simplify` ("singles" or "none"), `seed`.
    """
    base, argument = _known(name)
    if geometry.layout is not None:
        return engine_for(Puzzle.trusted(bytes(geometry.size), geometry), name, **options)
    module, _, cls = ENGINES[base].partition(":")
    made: Engine = getattr(import_module(module), cls)(geometry, argument or None, **options)
    return made


def engine_for(puzzle: Puzzle, name: str, **options: Any) -> Engine:
    """The engine called *name* for the board and the constraints of *puzzle*; its clues are for `search`.

    Raises UsageError, naming a constraint, where that engine serves none.
    """
    if puzzle.houses_only:
        return engine(name, puzzle.geometry, **options)
    base, argument = _known(name)
    if base not in SERVES_CONSTRAINTS:
        puzzle.must_be_houses_only(f"engine {base!r} (engines {', '.join(SERVES_CONSTRAINTS)} do; this one)")
    module, _, cls = SERVES_CONSTRAINTS[base].partition(":")
    if options.get("seed") is None:
        options.pop("seed", None)
    made: Engine = getattr(import_module(module), cls)(puzzle.geometry, puzzle.constraints, argument or None, **options)
    return made


def _known(name: str) -> tuple[str, str]:
    """The engine's name and its argument. Raises UnknownName."""
    base, colon, argument = name.partition(":") if isinstance(name, str) else (None, "", "")
    if base not in ENGINES:
        raise UnknownName(f"engine {name!r} is unknown; known: {', '.join(ENGINES)} (sat:NAME takes any PySAT solver)")
    if colon and not argument:
        raise UnknownName(
            f"engine {name!r} names nothing after its colon; write {base}, or sat:NAME (any PySAT solver)"
        )
    return base, argument
