"""Engines by name. A name may carry an argument after a colon: `sat:glucose4`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Engine
from cpsudoku.errors import UnknownName

ENGINES = {
    "sat": "cpsudoku.engines.sat.engine:SatEngine",
    "cp-sat": "cpsudoku.engines.cp_sat:CpSatEngine",
    "bitmask": "cpsudoku.engines.bitmask:BitmaskEngine",
    "dlx": "cpsudoku.engines.dlx:DlxEngine",
    "recursive": "cpsudoku.engines.recursive:RecursiveEngine",
    "logic": "cpsudoku.engines.logic.engine:LogicEngine",
}
"""Name -> module:class, an `Engine`; what else is known of an engine its class says. Modules load when first named."""


def class_of(name: str) -> type[Engine]:
    """The class of the engine called *name*, an argument after its colon or none. Raises UnknownName."""
    return _loaded(ENGINES[_known(name)[0]])


def engine(name: str, geometry: Geometry, **options: Any) -> Engine:
    """The engine called *name* for this board. Raises UnknownName, ExtraMissing, UsageError.

    Options every engine accepts: `encoding` (a name, path or Encoding; an engine without
    encodings refuses it), `simplify` ("singles" or "none"), `seed`.
    """
    base, argument = _known(name)
    if geometry.layout is not None:
        return engine_for(Puzzle.trusted(bytes(geometry.size), geometry), name, **options)
    make: Any = _loaded(ENGINES[base])
    made: Engine = make(geometry, argument or None, **options)
    return made


def engine_for(puzzle: Puzzle, name: str, **options: Any) -> Engine:
    """The engine called *name* for the board and the constraints of *puzzle*; its clues are for `search`.

    Raises UsageError, naming a constraint, where that engine serves none.
    """
    if puzzle.houses_only:
        return engine(name, puzzle.geometry, **options)
    base, argument = _known(name)
    cls = _loaded(ENGINES[base])
    if not cls.serves_constraints:
        serving = ", ".join(known for known in ENGINES if class_of(known).serves_constraints)
        puzzle.must_be_houses_only(f"engine {base!r} (engines {serving} do; this one)")
    if options.get("seed") is None:
        options.pop("seed", None)
    return cls.under(puzzle.geometry, puzzle.constraints, argument or None, **options)


@cache
def _loaded(target: str) -> type[Engine]:
    """The class of a module:class, imported once."""
    module, _, cls = target.partition(":")
    found: type[Engine] = getattr(import_module(module), cls)
    return found


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
