"""What every kind of rule has: its parts, its place on a board, its definition, its words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.pickling import CopiedState
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.forms import Cells, Form, Groups, Number
from cpsudoku.constraints.lines import diagonals, inward
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Note, Place, Shape
from cpsudoku.errors import ConstraintError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from cpsudoku.constraints.keys import Key

T = TypeVar("T")
Values = Sequence[int | None]
"""A digit a cell of the board, None where unknown."""
Known = list[int]
PREFIXES = ("anti", "non")
"""Of words for kinds: what a hyphen follows."""


def form_of(field: dataclasses.Field[Any]) -> Form:
    """How a field of a rule is given and written."""
    found: Form = field.metadata["form"]
    return found


class Placed(Generic[T]):
    """What a rule knows from being on a board: an attribute of its own, put there by `on`; asked before, an error."""

    @overload
    def __get__(self, rule: None, of: type) -> Placed[T]: ...
    @overload
    def __get__(self, rule: Constraint, of: type) -> T: ...
    def __get__(self, rule: Constraint | None, of: type) -> Placed[T] | T:
        if rule is None:
            return self
        if "board" in rule.__dict__:
            raise AttributeError(f"{rule.name} has no part `cells`")
        raise ConstraintError(f"{rule.name} is not on a board yet: Puzzle(..., constraints=[...]) places it")


class Constraint(CopiedState):
    """A rule that is not a house. Kinds are frozen dataclasses: equal by value, usable in sets.

    A rule is made without a board and becomes usable when a puzzle places it (`on`): then its cells have numbers
    (`at`), it can say whether values keep it (`holds`) and what it states (`statement`).
    Raises ConstraintError for parts that cannot be.
    """

    word: ClassVar[str]
    """The kind's key; hyphens for underscores on the command line."""
    determined: ClassVar[bool] = True
    """Whether the cells fix every auxiliary Boolean of the statement; only such rules can be negated."""
    marks: ClassVar[str] = ""
    """Where a mark of the kind can stand: "cell" on any cell, "pair" between any two cells that share a side; a clue
    outside: "line" at either end of a row or column, "line either way" at one of them, "diagonal" at any diagonal."""
    keys: ClassVar[tuple[Key, ...]] = ()
    """What formats of others call the kind."""
    conjunction: ClassVar[bool] = False
    """Whether it says that all rules inside it hold."""
    _parts: ClassVar[tuple[tuple[str, Form], ...]]
    """What `_forms` gives, once it was asked."""

    def __post_init__(self) -> None:
        for field in self._fields():
            where = f"{self.word.replace('_', '-')}: {field.name}"
            object.__setattr__(self, field.name, form_of(field).normal(getattr(self, field.name), where))

    @classmethod
    def _fields(cls) -> tuple[dataclasses.Field[Any], ...]:
        made: type[DataclassInstance] = cls  # type: ignore[assignment]
        return dataclasses.fields(made)

    @classmethod
    def _forms(cls) -> tuple[tuple[str, Form], ...]:
        """The parts by name, with their forms."""
        known: tuple[tuple[str, Form], ...] | None = cls.__dict__.get("_parts")
        if known is None:
            known = tuple((field.name, form_of(field)) for field in cls._fields())
            cls._parts = known
        return known

    # -- placing

    def on(self, board: Geometry, siblings: tuple[Constraint, ...] = ()) -> Self:
        """The rule on a board, among the puzzle's other rules. Raises ConstraintError where it does not fit."""
        if not siblings and self.__dict__.get("board") == board:
            return self
        check_deadline(READING)
        made = object.__new__(type(self))
        at: dict[str, Any] = {}
        try:
            for field in self._fields():
                form = form_of(field)
                kept = form.placed(getattr(self, field.name), board, siblings)
                object.__setattr__(made, field.name, kept)
                at[field.name] = form.numbers(kept, board)
            made.__dict__.update(board=board, digits=range(board.lo, board.hi + 1), _at=at)
            if "cells" in at:
                made.__dict__["at"] = at["cells"]
            made.settle(siblings)
            made.check()
        except ConstraintError as problem:
            text = str(problem)
            raise ConstraintError(text if text.startswith(self.name) else f"{self.name}: {text}") from None
        return made

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        """Hook: fill in what was left to the board or to the other rules."""

    def check(self) -> None:
        """Hook: raise ConstraintError where the rule makes no sense on its board."""

    def fill(self, name: str, value: Any) -> None:
        """Set a part while placing."""
        form = next(form_of(field) for field in self._fields() if field.name == name)
        kept = form.placed(form.normal(value, name), self.board, ())
        object.__setattr__(self, name, kept)
        self.__dict__["_at"][name] = numbers = form.numbers(kept, self.board)
        if name == "cells":
            self.__dict__["at"] = numbers

    board = Placed[Geometry]()
    """The board it is placed on."""
    at = Placed[tuple[int, ...]]()
    """The numbers of the cells of part `cells`."""
    digits = Placed[range]()
    """The board's digits."""

    def numbers(self, name: str) -> Any:
        """The cells of a part as numbers."""
        _ = self.board
        return self.__dict__["_at"][name]

    @property
    def scope(self) -> tuple[int, ...]:
        """The numbers of all cells the rule is about, ascending; every cell for a rule of the whole board."""
        known: tuple[int, ...] | None = self.__dict__.get("_scope")
        if known is not None:
            return known
        found: set[int] = set()
        _ = self.board
        at = self.__dict__["_at"]
        for name, form in self._forms():
            found.update(form.cells_of(at[name]))
            for rule in form.rules_of(getattr(self, name)):
                found.update(rule.scope)
        cells = tuple(sorted(found)) if found else tuple(range(self.board.size))
        self.__dict__["_scope"] = cells
        return cells

    @property
    def inner(self) -> tuple[Constraint, ...]:
        """The rules inside a composite."""
        return tuple(rule for name, form in self._forms() for rule in form.rules_of(getattr(self, name)))

    # -- meaning

    def holds(self, values: Values) -> bool:
        """The definition. With unknown values: False only where no digits for this rule's cells could keep it."""
        raise NotImplementedError

    def statement(self) -> Statement:
        """The same in primitives."""
        raise NotImplementedError

    def native(self, program: Any) -> bool:
        """Hook: tell the native engine's program the rule as a whole. False: it takes the statement."""
        return False

    def proposed(self, values: Values) -> Iterator[Constraint]:
        """Rules like this one that the full *values* keep: what a setter could state besides."""
        board = self.board
        for spot in spots(board, self.marks):
            for said in self._said(len(spot)):
                rule = self._with(cells=spot, **said)
                if rule.holds(values):
                    yield rule
                    break

    def restated(self, values: Values) -> Constraint | None:
        """This rule with the number (its sum, its value) that the full *values* keep; None where it has none."""
        number = next((field.name for field in self._fields() if type(form_of(field)) is Number), None)
        if number is None or getattr(self, number) is None:
            return None
        for value in range(len(self.scope) * max(self.digits) + 1):
            try:
                rule = self._with(**{number: value})
            except ConstraintError:
                continue
            if rule.holds(values):
                return rule
        return None

    def turned(self) -> Constraint | None:
        """This rule with its cells the other way round; None where it has no list of cells."""
        cells = getattr(self, "cells", None)
        return self._with(cells=cells[::-1]) if isinstance(cells, tuple) and len(cells) > 1 else None

    def _with(self, **parts: Any) -> Constraint:
        """This rule with other parts, on the same board."""
        made: Any = self
        changed: Constraint = dataclasses.replace(made, **parts)
        return changed.on(self.board)

    def _said(self, cells: int) -> Iterator[dict[str, int]]:
        """What a clue outside may say of so many cells; a mark says what this one does."""
        if self.marks in ("cell", "pair"):
            yield {}
            return
        number = next(field.name for field in self._fields() if field.name != "cells")
        yield from ({number: value} for value in range(max(1, cells * max(self.digits)) + 1))

    def seen(self, values: Values, name: str = "cells") -> list[int | None]:
        """The values of a part's cells."""
        return [values[cell] for cell in self.numbers(name)]

    # -- words

    @property
    def name(self) -> str:
        """The kind in words: "little killer", "anti-knight"."""
        first, _, rest = self.word.partition("_")
        return (f"{first}-{rest}" if first in PREFIXES else self.word).replace("_", " ")

    def describe(self, board: Geometry | None = None) -> str:
        """The rule in a few words: "cage 9 at r1c1 r1c2"."""
        texts, where = [], []
        for field in self._fields():
            form, kept = form_of(field), getattr(self, field.name)
            if kept is None or kept is False or (kept == field.default and not isinstance(form, (Cells, Groups))):
                continue
            if isinstance(form, (Cells, Groups)):
                where.append(form.text(kept))
            elif kept is True:
                texts.append(field.name)
            else:
                texts.append(form.text(kept))
        return " ".join([self.name, *texts, *(["at", " / ".join(where)] if where else [])])

    def shapes(self) -> tuple[Shape, ...]:
        """What a picture shows; the rule must be on a board."""
        return (Note(self.describe()),)

    def places(self, name: str = "cells") -> tuple[Place, ...]:
        """The cells of a part as (row, column) from 0."""
        return tuple(divmod(cell, self.board.columns) for cell in self.numbers(name))

    # -- text and JSON

    @property
    def text(self) -> str:
        """The text form, as `cpsudoku.constraints.parse` reads it: `cage 9 r1c1 r1c2`."""
        words, sections, keyed = [self.word.replace("_", "-")], [], False
        for field in self._fields():
            form, kept = form_of(field), getattr(self, field.name)
            if isinstance(form, (Cells, Groups)):
                if kept is not None:
                    sections.append(form.text(kept))
            elif form.braces:
                sections.append(form.text(kept))
            elif kept == field.default:
                keyed = True
            else:
                key = f"{field.name}=" if keyed or not form.positional else ""
                words.append(key + form.text(kept))
        return " ".join([*words, *([" / ".join(sections)] if sections else [])])

    def to_dict(self) -> dict[str, Any]:
        """The record: `type` is the word, then the parts that are not left out."""
        usual = {field.name: field.default for field in self._fields()}
        return {key: kept for key, kept in self.whole().items() if key == "type" or getattr(self, key) != usual[key]}

    def whole(self) -> dict[str, Any]:
        """The record with the parts that are as usual, too; only those that say nothing are left out."""
        found: dict[str, Any] = {"type": self.word}
        for field in self._fields():
            kept = getattr(self, field.name)
            if kept is not None:
                found[field.name] = form_of(field).plain(kept)
        return found

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        parts = []
        for field in self._fields():
            form, kept = form_of(field), getattr(self, field.name)
            if kept == field.default:
                continue
            plain = isinstance(form, Cells) and all(isinstance(name, str) for name in kept)
            shown = repr(form.text(kept)) if plain else repr(kept)
            parts.append(f"{field.name}={shown}")
        return f"{type(self).__name__}({', '.join(parts)})"


def holding(rules: Iterable[Constraint], *words: str) -> list[Constraint]:
    """The rules of these kinds, those that stand inside `and` too.

    Raises ConstraintError for one inside `or` or `not`: whether it holds, and so whether it marks its cells, is open.
    """
    found: list[Constraint] = []
    for rule in rules:
        if rule.word in words:
            found.append(rule)
        elif inside := holding(rule.inner, *words):
            if not rule.conjunction:
                raise ConstraintError(
                    f"not well defined with {inside[0].name} inside {rule.name}, where it need not hold"
                )
            found += inside
    return found


def known(values: Iterable[int | None]) -> Known:
    """Those that are not None."""
    return [value for value in values if value is not None]


def distinct(values: Iterable[int | None]) -> bool:
    """No two known ones are equal."""
    found = known(values)
    return len(set(found)) == len(found)


def neighbours(values: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Consecutive values where both are known."""
    return ((a, b) for a, b in pairwise(values) if a is not None and b is not None)


def every_two(values: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """All pairs of known values."""
    return combinations(known(values), 2)


def reachable(values: Iterable[tuple[int | None, int]], digits: range) -> tuple[int, int]:
    """The least and greatest sum of (value, coefficient), unknown ones being any digit."""
    low = high = 0
    for value, by in values:
        if value is None:
            ends = (digits[0] * by, digits[-1] * by)
            low += min(ends)
            high += max(ends)
        else:
            low += value * by
            high += value * by
    return low, high


def can_sum(values: Sequence[int | None], total: int, digits: range, different: bool = False) -> bool:
    """Whether the values may add up to *total*; *different*: the unknown ones differ from all others."""
    found = known(values)
    unknown = len(values) - len(found)
    rest = total - sum(found)
    if not different or not unknown:
        return unknown * digits[0] <= rest <= unknown * digits[-1]
    free = [digit for digit in digits if digit not in found]
    return len(free) >= unknown and sum(free[:unknown]) <= rest <= sum(free[-unknown:])


def orthogonal(board: Geometry) -> Iterator[tuple[int, int]]:
    """Every two cells that share a side."""
    rows, columns = board.rows, board.columns
    for cell in range(rows * columns):
        if (cell + 1) % columns:
            yield cell, cell + 1
        if cell + columns < rows * columns:
            yield cell, cell + columns


def spots(board: Geometry, marks: str) -> Iterable[tuple[int, ...]]:
    """The cells of every place for such `marks` (see `Constraint`)."""
    match marks:
        case "cell":
            return ((cell,) for cell in range(board.size))
        case "pair":
            return (spot for pair in orthogonal(board) for spot in (pair, pair[::-1]))
        case "line":
            return inward(board)
        case "line either way":
            return inward(board)[::2]
        case "diagonal":
            return diagonals(board)
    return ()


def outward(board: Geometry, cells: Iterable[int]) -> list[tuple[int, int]]:
    """(cell, neighbour) for every neighbour at a side of one of the *cells* that is none of them."""
    marked = frozenset(cells)
    both = [pair for a, b in orthogonal(board) for pair in ((a, b), (b, a))]
    return [(a, b) for a, b in both if a in marked and b not in marked]


def at_offsets(board: Geometry, offsets: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Every two cells that lie one of these (rows, columns) apart."""
    rows, columns = board.rows, board.columns
    steps = tuple(offsets)
    for cell in range(rows * columns):
        r, c = divmod(cell, columns)
        for down, right in steps:
            if 0 <= r + down < rows and 0 <= c + right < columns:
                yield cell, (r + down) * columns + c + right


def squares(board: Geometry) -> Iterator[tuple[int, int, int, int]]:
    """Every 2x2 square of cells."""
    columns = board.columns
    for r in range(board.rows - 1):
        for c in range(columns - 1):
            first = r * columns + c
            yield first, first + 1, first + columns, first + columns + 1
