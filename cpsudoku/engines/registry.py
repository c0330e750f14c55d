"""Engines by name. A name may carry an argument after a colon: `sat:glucose4`."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Engine, EngineOptions
from cpsudoku.errors import UnknownName, unknown
from cpsudoku.plugins import Group, expected

ENGINES = {
    "sat": "cpsudoku.engines.sat.engine:SatEngine",
    "cp-sat": "cpsudoku.engines.cp_sat:CpSatEngine",
    "bitmask": "cpsudoku.engines.bitmask:BitmaskEngine",
    "constraints": "cpsudoku.engines.constraints:ConstraintsEngine",
    "dlx": "cpsudoku.engines.native_backtrackers:DlxEngine",
    "recursive": "cpsudoku.engines.recursive:RecursiveEngine",
    "logic": "cpsudoku.engines.logic.engine:LogicEngine",
}
"""Name -> module:class, an `Engine` with its properties as attributes. Modules load when first named."""

KERNEL_FIRST = {"sat": "cpsudoku.engines.constraints:KernelThenSat"}
"""What serves the puzzles that the class of a name does not support."""

OPTIONAL_SOLVERS = {
    "clingo": "cpsudoku.engines.optional_solvers:ClingoEngine",
    "z3": "cpsudoku.engines.optional_solvers:Z3Engine",
    "exact": "cpsudoku.engines.optional_solvers:ExactEngine",
    "pumpkin": "cpsudoku.engines.optional_solvers:PumpkinEngine",
    "outside": "cpsudoku.engines.external.engine:ExternalEngine",
}
"""Likewise: solvers that the extra `[lab]` brings, and `outside:FILE`, any program. For comparisons: none is a
default.
"""

_KNOWN = {**ENGINES, **OPTIONAL_SOLVERS}


def _engine_of(name: str, found: Any) -> type[Engine]:
    """The class that a plug-in adds. Raises TypeError."""
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise expected("a subclass of cpsudoku.engines.engine.Engine", found)
    return found


ADDED = Group("engines", lambda: _KNOWN, _engine_of)
"""The engines that other packages add."""

LARGEST = 16
"""Side up to which compiled backtracking is quicker than SAT."""


def names() -> list[str]:
    """The engines that need no extra, and those that other packages add."""
    return [*ENGINES, *ADDED.working()]


def class_of(name: str) -> type[Engine]:
    """The class of the engine called *name*, an argument after its colon or none. Raises UnknownName."""
    return _loaded(_known(name)[0])


def engine(name: str, geometry: Geometry, **options: Unpack[EngineOptions]) -> Engine:
    """The engine called *name* for this board. Raises UnknownName, ExtraMissing, UsageError."""
    return engine_for(Puzzle.trusted(bytes(geometry.size), geometry), name, **options)


def engine_for(puzzle: Puzzle, name: str, **options: Unpack[EngineOptions]) -> Engine:
    """The engine called *name* for the board and the constraints of *puzzle*; its clues are for `search`.

    Raises UsageError, naming a constraint, where that engine serves none.
    """
    base, argument = _known(name)
    geometry, constraints = puzzle.geometry, puzzle.constraints
    cls = _loaded(base)
    if not cls.supports(geometry, constraints, argument or None, **options):
        if base not in KERNEL_FIRST:
            houses_only(puzzle, base)
        cls = _class(KERNEL_FIRST[base])
    return cls(geometry, argument or None, constraints, **options)


@lru_cache(maxsize=16)
def quickest(geometry: Geometry) -> Engine:
    """The fastest engine for many questions about puzzles without constraints."""
    return engine("bitmask" if geometry.side <= LARGEST else "sat", geometry)


def houses_only(puzzle: Puzzle, base: str) -> Puzzle:
    """The puzzle, where it has no rules but houses; else UsageError: engine *base* serves no others, which ones do."""
    serving = ", ".join(known for known in ENGINES if class_of(known).serves_constraints)
    return puzzle.must_be_houses_only(f"engine {base!r} (unlike {serving})")


def _loaded(base: str) -> type[Engine]:
    """The class of a known name, imported once; that of a plug-in where the name is not ours."""
    return _class(_KNOWN[base]) if base in _KNOWN else ADDED.working()[base]


@cache
def _class(target: str) -> type[Engine]:
    """The class of a module:class, imported once."""
    module, _, cls = target.partition(":")
    found: type[Engine] = getattr(import_module(module), cls)
    return found


def _known(name: str) -> tuple[str, str]:
    """The engine's name and its argument. Raises UnknownName."""
    base, colon, argument = name.partition(":") if isinstance(name, str) else (None, "", "")
    if base not in _KNOWN and ADDED.get(str(base)) is None:
        raise UnknownName(
            f"{unknown('engine', name, names(), OPTIONAL_SOLVERS)} (sat:NAME takes any PySAT solver); with "
            f"the extra [lab] {', '.join(OPTIONAL_SOLVERS)} (outside:FILE, a program that a TOML file describes)"
        )
    if colon and not argument:
        raise UnknownName(
            f"engine {name!r} names nothing after its colon; write {base}, or sat:NAME (any PySAT solver)"
        )
    return base, argument
