"""What a SAT solver answers to one question: three cases, never a bare bool."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpsudoku.board.puzzle import COMPLETE
from cpsudoku.errors import WrongInput


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
    """A limit was reached; `why` says which. `rules`: how the puzzle's were read, see `Puzzle.rules_read`.

    It is neither true nor false: WrongInput.
    """

    why: str
    rules: str = field(default=COMPLETE, compare=False, repr=False)
    word: ClassVar[str] = "unknown"
    unique: ClassVar[None] = None
    solution: ClassVar[None] = None
    solutions: ClassVar[tuple[()]] = ()

    def __bool__(self) -> bool:
        raise WrongInput(f"{self}: neither true nor false; look at .unique, which is None, or give it more time")

    def __str__(self) -> str:
        return f"{self.word} ({self.why})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        read = {} if self.rules == COMPLETE else {"rules": self.rules}
        return {"verdict": self.word, "message": self.why, **read}


Answer = Sat | Unsat | Unknown
