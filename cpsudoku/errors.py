"""Every exception cpsudoku raises on purpose.

An unreadable text is an exception; a bad puzzle is an answer (see `verdict`).
Each class also inherits the builtin a caller would already catch.
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 100
_SHORT.maxlong = 30


def brief(given: object) -> str:
    """*given* as a message shows it: its `repr`, shortened where it is long or deep."""
    return _SHORT.repr(given)


class CpSudokuError(Exception):
    """Root of the tree."""


class GeometryError(CpSudokuError, ValueError):
    """A board that cannot exist: wrong box shape, region map, extra house."""


class NoSuchCell(GeometryError, IndexError):
    """A cell that the board does not have."""


class WrongInput(CpSudokuError, TypeError, ValueError):
    """A thing of a wrong type: no puzzle at all (a number, None, bytes, ...). The message says what is accepted."""


class ConstraintError(CpSudokuError, ValueError):
    """A rule that cannot be: unknown kind, cells that do not fit, a value outside its range."""


class NotationError(CpSudokuError, ValueError):
    """A text that is no puzzle in any accepted form.

    `file`, `line` and `column` (both from 1) say where, as far as known.
    """

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None, column: int | None = None):
        self.reason, self.file, self.line, self.column = message, file, line, column
        super().__init__(message)

    def __str__(self) -> str:
        parts = [
            self.file or "",
            f"line {self.line}" if self.line else "",
            f"column {self.column}" if self.column else "",
        ]
        place = ", ".join(part for part in parts if part)
        return f"{place}: {self.reason}" if place else self.reason

    @classmethod
    def of(cls, error: CpSudokuError) -> NotationError:
        """*error* itself, or one with its words."""
        return error if isinstance(error, NotationError) else cls(str(error))

    def at(self, *, file: str | None = None, line: int | None = None, column: int | None = None) -> NotationError:
        """The same error with the places given filled in where it had none."""
        return NotationError(self.reason, file=self.file or file, line=self.line or line, column=self.column or column)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and str(other) == str(self)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        places = {"file": self.file, "line": self.line, "column": self.column}
        places_text = "".join(f", {name}={value!r}" for name, value in places.items() if value)
        return f"{type(self).__name__}({self.reason!r}{places_text})"


class NotASolution(CpSudokuError, ValueError):
    """A filled grid in which some house is no permutation."""


class CannotReduce(CpSudokuError, ValueError):
    """A puzzle that cannot be reduced as asked: not unique, not symmetric, or no result within the clue range."""


class Undecided(CannotReduce):
    """A puzzle of which a limit left open whether it is unique."""


class EncodingError(CpSudokuError, ValueError):
    """An encoding definition with an unknown word, a missing key or a wrong type."""


class UnknownName(CpSudokuError, ValueError):
    """A name that is in no registry; the message lists the names that are."""


class UsageError(CpSudokuError, ValueError):
    """Options that do not fit together, or a value outside its range."""


class UnknownOption(CpSudokuError, TypeError):
    """A keyword that a function does not have; the message names the nearest one."""


def nearest(word: object, known: Iterable[str]) -> str:
    """` (did you mean 'medium'?)`: the one of the *known* words that *word* resembles; empty where none does."""
    from difflib import get_close_matches  # 3 ms, and only where something is wrong

    near = get_close_matches(str(word)[:40].lower(), known, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def unknown(what: str, name: object, known: Iterable[str], aliases: Iterable[str] = ()) -> str:
    """The message for a *name*, of *what*, that is not *known*: what it resembles, *aliases* too, and all names."""
    names = list(known)
    near = nearest(str(name).replace("_", "-"), [*names, *aliases])
    return f"{what} {brief(name)} is unknown{near}; known: {', '.join(names)}"


def check_known(
    what: str, name: str, known: Collection[str], error: type[UnknownName | UsageError | GeometryError] = UnknownName
) -> None:
    """Raises *error* where *name*, of *what*, is not one of the *known* names."""
    if name not in known:
        raise error(unknown(what, name, known))


@contextmanager
def file_errors(name: object) -> Iterator[None]:
    """Turn an OSError, but a BrokenPipeError, into a UsageError that names the file or folder."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror or error}") from None


class ExtraMissing(CpSudokuError, ImportError):
    """A library that is not installed; the message names the extra that brings it."""


class EnginesDisagree(CpSudokuError, RuntimeError):
    """Two engines gave different answers to one puzzle: a defect, never averaged away."""


class CpSudokuWarning(UserWarning):
    """What a user should know although the answer stands: rules of a file that were not read, and the like."""


class WorkerLost(CpSudokuError, RuntimeError):
    """A worker process died twice on the same puzzle, or cannot read what it is sent; the message says which."""


class CertificateError(CpSudokuError, ValueError):
    """A certificate that cannot be read."""
