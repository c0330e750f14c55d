"""A contestant: an engine with an encoding or a simplification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import ENGINES, class_of, engine_for
from cpsudoku.errors import UsageError
from cpsudoku.formula.catalog import load
from cpsudoku.formula.definition import Encoding

DEFAULT_ENGINES = tuple(ENGINES)


@dataclass(frozen=True)
class Contestant:
    """`engine` as `--engine` takes it; `encoding` None is the engine's own choice, `simplify` None its default."""

    engine: str
    encoding: Encoding | None = None
    simplify: str | None = None

    @property
    def title(self) -> str:
        """What tables call the engine."""
        return class_of(self.engine).title(self.engine)

    @property
    def label(self) -> str:
        """`sat:glucose4 extended`, `sat none`, `dlx`: one contestant, one label."""
        words = [self.title, self.encoding.name if self.encoding else "", self.simplify or ""]
        return " ".join(word for word in words if word)

    @property
    def outside(self) -> bool:
        """True for a program of other people, whose answers do not speak against ours."""
        return class_of(self.engine).outside

    def make(self, puzzle: Puzzle, seed: int) -> Engine:
        """The engine for the board and the constraints of *puzzle*. Raises what `registry.engine_for` raises."""
        engine = engine_for(puzzle, self.engine, encoding=self.encoding, simplify=self.simplify, seed=seed)
        return engine.contestant()


def line_up(
    engines: Iterable[str] = DEFAULT_ENGINES,
    encodings: Iterable[str | Path | Encoding] = (),
    simplify: Sequence[str] = (),
) -> list[Contestant]:
    """The contestants: each engine with every encoding it can take, on its full formula.

    An engine that takes encodings but none of these, and an engine without encodings, takes part
    once, or with each *simplify* where it has that choice. "singles" beside encodings adds the
    engine's own choice after singles. Raises UsageError where an encoding suits no engine, or
    no engine takes part.
    """
    loaded = [load(encoding) for encoding in encodings]
    found: list[Contestant] = []
    used: set[str] = set()
    for name in dict.fromkeys(engines):
        target = class_of(name).target
        suited = [encoding for encoding in loaded if encoding.target == target]
        used |= {encoding.name for encoding in suited}
        found += [Contestant(name, encoding) for encoding in suited]
        if target is None:
            found.append(Contestant(name))
        elif not suited:
            found += [Contestant(name, None, stage) for stage in simplify] or [Contestant(name)]
        elif "singles" in simplify:
            found.append(Contestant(name, None, "singles"))
    for encoding in loaded:
        if encoding.name not in used:
            raise UsageError(f"encoding {encoding.name!r} (target {encoding.target}) suits none of the engines given")
    if not found:
        raise UsageError("no engine to compare")
    for label, number in Counter(contestant.label for contestant in found).items():
        if number > 1:
            raise UsageError(f"two engines are called {label!r}: give one of their files another name")
    return found
