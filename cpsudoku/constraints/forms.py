"""The parts of a rule: how each is given, checked, placed on a board, and written as text and as JSON.

A kind states its parts as fields (`cells()`, `number()`, `part(form)`), annotated with types such as `CellList`, which
tell type checkers what a part accepts and what it is stored as.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, dataclass_transform

from cpsudoku.constraints.cell_names import cell_names
from cpsudoku.errors import ConstraintError, GeometryError, brief, unknown

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

T = TypeVar("T")


def _items(given: Any, where: str, wanted: str) -> Iterable[Any]:
    """The items of a list. Raises ConstraintError for what is no list."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise ConstraintError(f"{where}: {brief(given)}: it takes {wanted}")
    return given


class Form:
    """One kind of part. `positional`: a text form may give it without its name."""

    positional = True
    braces = False
    """Rules in braces."""

    optional = False
    """Whether the part may be None."""

    def accept(self, given: Any, where: str) -> Any:
        """The part as it is stored. Raises ConstraintError, beginning with *where*."""
        return None if given is None and self.optional else self.normal(given, where)

    def normal(self, given: Any, where: str) -> Any:
        """The same, of a part that is not None."""
        raise NotImplementedError

    def placed(self, kept: Any, board: Geometry, siblings: tuple[Any, ...]) -> Any:
        """The part on a board; raises ConstraintError where it does not fit."""
        return kept

    def numbers(self, kept: Any, board: Geometry) -> Any:
        """What the definition works with: cells as numbers; other parts as they are."""
        return kept

    def text(self, kept: Any) -> str:
        return str(kept)

    def read(self, text: str, where: str) -> Any:
        """The part that a word of a text form gives."""
        return self.accept(text, where)

    def cells_of(self, numbers: Any) -> Iterable[int]:
        """The cells a rule with this part is about; *numbers* is the part as `numbers` gives it."""
        return ()

    def grouped(self, options: list[list[Constraint]]) -> Any:
        """The part that stood between braces as these alternatives."""
        raise NotImplementedError

    def rules_of(self, kept: Any) -> tuple[Constraint, ...]:
        """The rules inside."""
        return ()

    def plain(self, kept: Any) -> Any:
        """As JSON writes it."""
        return list(kept) if isinstance(kept, tuple) else kept


class Cells(Form):
    """Cells, at least *least*, at most *most*; all different unless *repeats*."""

    def __init__(self, least: int = 1, most: int | None = None, optional: bool = False, repeats: bool = False) -> None:
        self.least, self.most, self.optional, self.repeats = least, most, optional, repeats

    def normal(self, given: Any, where: str) -> tuple[str | int, ...]:
        try:
            found = cell_names(given)
        except ConstraintError as problem:
            raise ConstraintError(f"{where}: {problem}") from None
        if len(found) < self.least or (self.most is not None and len(found) > self.most):
            wanted = f"{self.least}" if self.least == self.most else f"{self.least} or more"
            if self.most is not None and self.most != self.least:
                wanted = f"{self.least} to {self.most}"
            raise ConstraintError(f"{where}: {len(found)} cells; it takes {wanted}")
        if not self.repeats and len(set(found)) < len(found):
            twice = next(name for k, name in enumerate(found) if name in found[:k])
            raise ConstraintError(f"{where}: {twice} is there twice")
        return found

    def placed(self, kept: Any, board: Geometry, siblings: tuple[Any, ...]) -> Any:
        if kept is None:
            return None
        names = tuple(name if isinstance(name, str) else _named(name, board) for name in kept)
        for name in names:
            try:
                board.cell_named(name)
            except GeometryError as problem:
                raise ConstraintError(str(problem)) from None
        if not self.repeats and len(set(names)) < len(names):
            raise ConstraintError(f"{' '.join(names)}: a cell is there twice")
        return names

    def numbers(self, kept: Any, board: Geometry) -> Any:
        return None if kept is None else tuple(board.cell_named(name) for name in kept)

    def cells_of(self, numbers: Any) -> Iterable[int]:
        return numbers or ()

    def text(self, kept: Any) -> str:
        return " ".join(map(str, kept))


def _named(number: int, board: Geometry) -> str:
    if number >= board.size:
        raise ConstraintError(f"cell {number} is outside a {board.rows}x{board.columns} board")
    return board.name_of(number)


class Groups(Form):
    """Several lists of cells."""

    def __init__(self, least: int = 1, optional: bool = False, size: int | None = None) -> None:
        self.least, self.optional = least, optional
        self.one = Cells(size or 1, size)

    def normal(self, given: Any, where: str) -> Any:
        if isinstance(given, str):
            given = given.split("/")
        found = tuple(self.one.normal(part, where) for part in _items(given, where, "lists of cells") if part != "")
        if len(found) < self.least:
            raise ConstraintError(f"{where}: {len(found)} lists of cells; it takes {self.least} or more")
        return found

    def placed(self, kept: Any, board: Geometry, siblings: tuple[Any, ...]) -> Any:
        return None if kept is None else tuple(self.one.placed(part, board, siblings) for part in kept)

    def numbers(self, kept: Any, board: Geometry) -> Any:
        return None if kept is None else tuple(self.one.numbers(part, board) for part in kept)

    def cells_of(self, numbers: Any) -> Iterable[int]:
        return (cell for group in numbers or () for cell in group)

    def text(self, kept: Any) -> str:
        return " / ".join(map(self.one.text, kept))

    def plain(self, kept: Any) -> Any:
        return None if kept is None else [list(part) for part in kept]


class Number(Form):
    """A whole number from *least*."""

    def __init__(self, least: int | None = 0, optional: bool = False) -> None:
        self.least, self.optional = least, optional

    def normal(self, given: Any, where: str) -> int:
        if isinstance(given, str) and re.fullmatch(r"-?[0-9]{1,9}", given):
            given = int(given)
        if isinstance(given, bool) or not hasattr(given, "__index__"):
            raise ConstraintError(f"{where}: {brief(given)} is no whole number")
        number = int(given)
        if (self.least is not None and number < self.least) or abs(number) > 10**9:
            raise ConstraintError(f"{where}: {brief(number)} is too small or too large; it takes {self.least} or more")
        return number


class Word(Form):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def normal(self, given: Any, where: str) -> str:
        if given not in self.words:
            raise ConstraintError(unknown(f"{where}:", given, self.words))
        return str(given)


class Names(Form):
    """Some of a few words: `difference,ratio`."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def normal(self, given: Any, where: str) -> tuple[str, ...]:
        parts = given.split(",") if isinstance(given, str) else given
        found = tuple(_items(parts, where, f"some of {', '.join(self.words)}"))
        for name in found:
            if name not in self.words:
                raise ConstraintError(unknown(f"{where}:", name, self.words))
        if not found:
            raise ConstraintError(f"{where}: nothing; it takes some of {', '.join(self.words)}")
        return tuple(word for word in self.words if word in found)

    def text(self, kept: Any) -> str:
        return ",".join(kept)


class Flag(Form):
    """Yes or no."""

    positional = False

    def normal(self, given: Any, where: str) -> bool:
        if isinstance(given, str) and given in ("yes", "no"):
            return given == "yes"
        if given is not True and given is not False:
            raise ConstraintError(f"{where}: {brief(given)} is neither yes nor no")
        return bool(given)

    def text(self, kept: Any) -> str:
        return "yes" if kept else "no"


class Numbers(Form):
    """Whole numbers: `1,2,2`. *ordered* keeps their order, else they are sorted."""

    def __init__(self, optional: bool = False, ordered: bool = False, signed: bool = False) -> None:
        self.optional, self.ordered = optional, ordered
        self.one = Number(None if signed else 0)

    def normal(self, given: Any, where: str) -> tuple[int, ...]:
        if isinstance(given, str):
            given = given.split(",")
        elif isinstance(given, int):
            given = (given,)
        found = [self.one.normal(part, where) for part in _items(given, where, "numbers such as 1,2")]
        if not found:
            raise ConstraintError(f"{where}: no numbers; it takes one or more, such as 1,2")
        return tuple(found if self.ordered else sorted(found))

    def text(self, kept: Any) -> str:
        return ",".join(map(str, kept))


class Pairs(Form):
    """Pairs of numbers: `1-3,2-6`."""

    def normal(self, given: Any, where: str) -> tuple[tuple[int, int], ...]:
        if isinstance(given, str):
            given = [part.split("-") for part in given.split(",") if part]
        one = Number(0)
        found = []
        try:
            for a, b in given:
                found.append((one.normal(a, where), one.normal(b, where)))
        except (TypeError, ValueError) as problem:
            if isinstance(problem, ConstraintError):
                raise
            raise ConstraintError(f"{where}: {brief(given)}: it takes pairs such as 1-3,2-6") from None
        return tuple(sorted(set(found)))

    def text(self, kept: Any) -> str:
        return ",".join(f"{a}-{b}" for a, b in kept)

    def plain(self, kept: Any) -> Any:
        return [list(pair) for pair in kept]


class Text(Form):
    """Words without blanks, such as a regular expression."""

    def normal(self, given: Any, where: str) -> str:
        if not isinstance(given, str) or not given or len(given) > 10000 or any(ch.isspace() for ch in given):
            raise ConstraintError(f"{where}: {brief(given)}: it takes a text without blanks")
        return given


Accepted = TypeVar("Accepted", contravariant=True)
Stored = TypeVar("Stored", covariant=True)


class Part(Generic[Accepted, Stored]):
    """A field that takes an *Accepted* and holds a *Stored*."""

    def __get__(self, rule: object, kind: type | None = None) -> Stored:
        raise NotImplementedError

    def __set__(self, rule: object, value: Accepted) -> None:
        raise NotImplementedError


ConstraintList: TypeAlias = Part["Iterable[Constraint]", "tuple[Constraint, ...]"]
"""The rules of a puzzle that are not houses, in any iterable; stored as a tuple."""
AnyCells: TypeAlias = str | int | Iterable[str | int]
CellList: TypeAlias = Part[AnyCells, tuple[str, ...]]
"""Cells: "r1c1 r1c2", a straight run "r1c1-r1c5", numbers from 0 row by row, or a list of these."""
CellGroups: TypeAlias = Part[str | Iterable[AnyCells], tuple[tuple[str, ...], ...]]
"""Several lists of cells: "r1c1 r1c2 / r5c5", or a list of lists."""
CellGroupsOrNone: TypeAlias = Part[str | Iterable[AnyCells] | None, tuple[tuple[str, ...], ...] | None]
"""Several lists of cells, or None: the board determines them."""
NumberOrUsual: TypeAlias = Part[int | None, int]
"""A whole number; None stands for the usual one of the board, which replaces it when the rule is placed."""
NumberList: TypeAlias = Part[str | int | Iterable[int | str], tuple[int, ...]]
"""Whole numbers: "1,2,2", one number, or a list."""
NumberListOrNone: TypeAlias = Part[str | int | Iterable[int | str] | None, tuple[int, ...] | None]
"""Whole numbers, or None."""
PairList: TypeAlias = Part[str | Iterable[Iterable[int]], tuple[tuple[int, int], ...]]
"""Pairs of numbers: "1-3,2-6", or a list of pairs."""
WordList: TypeAlias = Part[str | Iterable[str], tuple[str, ...]]
"""Some of a few words: "difference,ratio", or a list."""
if TYPE_CHECKING:
    OneRule: TypeAlias = Constraint | str | dict[str, Any]
    AnyRules: TypeAlias = OneRule | Iterable[OneRule]
RuleList: TypeAlias = Part["AnyRules", "tuple[Constraint, ...]"]
"""Rules: a rule, its text or its record, or a list of these."""
RuleLists: TypeAlias = Part["AnyRules | Iterable[AnyRules]", "tuple[tuple[Constraint, ...], ...]"]
"""Alternatives, each a rule or a list of rules."""


def part(form: Form, **default: Any) -> Any:
    """A field of a rule with this form; `default=` where it may be left out."""
    return dataclasses.field(metadata={"form": form}, **default)


def cells(least: int = 1, most: int | None = None, repeats: bool = False) -> Any:
    """A field of cells."""
    return part(Cells(least, most, repeats=repeats))


def groups(least: int = 1) -> Any:
    """A field of several lists of cells."""
    return part(Groups(least))


def number(*, least: int | None = 0, **default: Any) -> Any:
    """A field of a whole number; optional where its default is None."""
    return part(Number(least, optional="default" in default and default["default"] is None), **default)


@dataclass_transform(frozen_default=True, field_specifiers=(cells, groups, number, part))
def constraint(cls: type[T]) -> type[T]:
    """Make a class of a kind a frozen dataclass, whose fields are the parts of its rules."""
    return dataclasses.dataclass(frozen=True, repr=False)(cls)
