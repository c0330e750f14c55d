"""What a SAT solver answers to one question: three cases, never a bare bool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable; `model` is a literal a variable, variable v at index v-1."""

    model: list[int]


@dataclass(frozen=True, slots=True)
class Unsat:
    """Unsatisfiable; `core` is a subset of the assumptions that already is (empty: without any)."""

    core: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit was reached; `why` says which."""

    why: str
    word: ClassVar[str] = "unknown"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        return {"verdict": self.word, "message": self.why}


Answer = Sat | Unsat | Unknown
