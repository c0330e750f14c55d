"""The base class of the kinds of rules: parts, placement on a board, definition, texts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.mixins import CopiedState
from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.cell_names import in_groups
from cpsudoku.constraints.forms import CellList, Cells, Form, Groups, Number, cells, constraint
from cpsudoku.constraints.patterns import spots
from cpsudoku.constraints.primitives import Statement
from cpsudoku.constraints.shapes import Figure, Line, Note, Place, Shape
from cpsudoku.errors import ConstraintError

if TYPE_CHECKING:
    from cpsudoku.constraints.keys import Key

T = TypeVar("T")
Values = Sequence[int | None]
"""The digit of every cell of the board, None where it is unknown."""
PREFIXES = ("anti", "non")
"""First parts of words that a hyphen follows."""


def form_of(field: dataclasses.Field[Any]) -> Form:
    """The form of a part: how it is given and written."""
    form: Form = field.metadata["form"]
    return form


class Placed(Generic[T]):
    """An attribute of a rule on a board, which `on` sets; reading it earlier is an error."""

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


@constraint
class Constraint(CopiedState):
    """A rule that is not a house. Kinds are frozen dataclasses: equal by value, usable in sets.

    A rule is created without a board and is usable once a puzzle places it (`on`): then its cells have numbers (`at`),
    `holds` decides whether values satisfy it, and `statement` gives it in primitives.
    Raises ConstraintError for parts that are not valid.
    """

    word: ClassVar[str]
    """The kind's key, by default the name of its class in snake case; hyphens for underscores on the command line."""
    determined: ClassVar[bool] = True
    """Whether the cells fix every auxiliary Boolean of the statement; only such rules can be negated."""
    marks: ClassVar[str] = ""
    """Where a mark of the kind can stand: "cell" on any cell, "pair" between any two cells that share a side; a clue
    outside: "line" at either end of a row or column, "line either way" at one of them, "diagonal" at any diagonal."""
    keys: ClassVar[tuple[Key, ...]] = ()
    """The names of the kind in other formats."""
    figure: ClassVar[Figure | None] = None
    """The shape that shows a rule on part `cells`, still without cells; None: a note in words."""
    spoken: ClassVar[str] = ""
    """What sentences call a rule of the kind; `{first}`, `{last}`, `{cells}` and `{number}` stand for its own."""
    heading: ClassVar[str] = ""
    """What pages call the kind, by default its name."""
    prose: ClassVar[str] = ""
    """The sentence that puzzle pages print, `{part}` for a part, by default the first paragraph of the docstring."""
    advice: ClassVar[str] = ""
    """How people begin with rules of the kind, for the pages of a book on solving."""
    everywhere: ClassVar[bool] = False
    """Whether it is about every cell of the board, whatever cells it names."""
    conjunction: ClassVar[bool] = False
    """Whether it states that all rules inside it hold."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "word" not in vars(cls):
            cls.word = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __post_init__(self) -> None:
        for field, form, value in self._parts():
            where = f"{self.word.replace('_', '-')}: {field.name}"
            object.__setattr__(self, field.name, form.accept(value, where))

    @classmethod
    def _fields(cls) -> tuple[dataclasses.Field[Any], ...]:
        return dataclasses.fields(cls)

    def _parts(self) -> Iterator[tuple[dataclasses.Field[Any], Form, Any]]:
        """Every part: its field, form and value."""
        for field in self._fields():
            yield field, form_of(field), getattr(self, field.name)

    @classmethod
    def _number(cls) -> dataclasses.Field[Any] | None:
        """The part that is a number, such as a sum; None for a kind without one."""
        return next((field for field in cls._fields() if type(form_of(field)) is Number), None)

    # -- placing

    def on(self, board: Geometry, siblings: tuple[Constraint, ...] = ()) -> Self:
        """The rule on a board, among the puzzle's other rules. Raises ConstraintError where it does not fit."""
        if not siblings and self.__dict__.get("board") == board:
            return self
        check_deadline(READING)
        placed = object.__new__(type(self))
        at: dict[str, Any] = {}
        try:
            for field, form, value in self._parts():
                object.__setattr__(placed, field.name, value := form.placed(value, board, siblings))
                at[field.name] = form.numbers(value, board)
            placed.__dict__.update(board=board, digits=range(board.lo, board.hi + 1), _at=at)
            if "cells" in at:
                placed.__dict__["at"] = at["cells"]
            placed.settle(siblings)
            placed.check()
        except ConstraintError as problem:
            text = str(problem)
            raise ConstraintError(text if text.startswith(self.name) else f"{self.name}: {text}") from None
        return placed

    def settle(self, siblings: tuple[Constraint, ...]) -> None:
        """Hook: fill in the parts that the board or the other rules determine."""

    def check(self) -> None:
        """Hook: raise ConstraintError if the rule makes no sense on its board."""

    def fill(self, name: str, value: Any) -> None:
        """Set a part while placing."""
        form = next(form_of(field) for field in self._fields() if field.name == name)
        kept = form.placed(form.accept(value, name), self.board, ())
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

    def parameters(self) -> tuple[Any, ...]:
        """The parts that are not cells."""
        return tuple(value for _, form, value in self._parts() if not isinstance(form, (Cells, Groups)))

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
        for field, form, _value in self._parts():
            found.update(form.cells_of(at[field.name]))
        for rule in self.inner:
            found.update(rule.scope)
        cells = tuple(sorted(found)) if found and not self.everywhere else tuple(range(self.board.size))
        self.__dict__["_scope"] = cells
        return cells

    @property
    def inner(self) -> tuple[Constraint, ...]:
        """The rules inside a composite."""
        return tuple(rule for _, form, value in self._parts() for rule in form.rules_of(value))

    # -- meaning

    def holds(self, values: Values) -> bool:
        """The definition. With unknown values: False only if no digits in this rule's cells could satisfy it."""
        raise NotImplementedError

    def statement(self) -> Statement:
        """The same in primitives."""
        raise NotImplementedError

    def native(self, program: Any) -> bool:
        """Hook: add the rule as a whole to the program of the native engine. False: the engine takes the statement."""
        return False

    def proposed(self, values: Values) -> Iterator[Constraint]:
        """Rules like this one that the full *values* satisfy: what a setter could add."""
        for spot in spots(self.board, self.marks):
            for clue in self._clues(len(spot)):
                rule = self._with(cells=spot, **clue)
                if rule.holds(values):
                    yield rule
                    break

    def restated(self, values: Values) -> Constraint | None:
        """This rule with the number (its sum, its value) that the full *values* keep; None where it has none."""
        number = self._number()
        if number is None or getattr(self, number.name) is None:
            return None
        for value in range(len(self.scope) * max(self.digits) + 1):
            try:
                rule = self._with(**{number.name: value})
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
        return dataclasses.replace(self, **parts).on(self.board)

    def _clues(self, cells: int) -> Iterator[dict[str, int]]:
        """The numbers that a clue outside may have for so many cells; a mark keeps its own."""
        number = self._number()
        if self.marks in ("cell", "pair") or number is None:
            yield {}
            return
        yield from ({number.name: value} for value in range(max(1, cells * max(self.digits)) + 1))

    def seen(self, values: Values, name: str = "cells") -> list[int | None]:
        """The values of a part's cells."""
        return [values[cell] for cell in self.numbers(name)]

    # -- words

    @property
    def name(self) -> str:
        """The kind in words: "little killer", "anti-knight"."""
        first, _, rest = self.word.partition("_")
        return (f"{first}-{rest}" if first in PREFIXES else self.word).replace("_", " ")

    def describe(self) -> str:
        """The rule in a few words: "cage 9 at r1c1 r1c2"."""
        texts, where = [], []
        for field, form, value in self._parts():
            if value is None or value is False:
                continue
            if isinstance(form, (Cells, Groups)):
                where.append(form.text(value))
            elif value != field.default:
                texts.append(field.name if value is True else form.text(value))
        return " ".join([self.name, *texts, *(["at", " / ".join(where)] if where else [])])

    def called(self) -> str:
        """What sentences call it, by its place: "the thermometer from r3c2"."""
        cells = self.__dict__.get("at") or self.scope
        groups = in_groups(cells, self.board.columns)
        number = self._number()
        value = None if number is None else getattr(self, number.name)
        said = self.spoken or self._usually_spoken(len(cells))
        ends = (cells[0], cells[-1]) if cells else ()
        if len(groups) > 1 and len(cells) > 2 and "at {cells}" in said:  # by the cell where its number stands
            said, ends = said.replace("at {cells}", "from {first}"), (min(cells), max(cells))
        first, last = [self.board.name_of(cell) for cell in ends] or ["", ""]
        shown = "" if value is None else value
        return "the " + said.format(first=first, last=last, cells=" and ".join(groups), number=shown)

    def _usually_spoken(self, cells: int) -> str:
        """By the place that rules of the kind have."""
        if self.everywhere or cells == self.board.size:
            return f"{self.name} rule"
        if self.marks.startswith(("line", "diagonal")):
            return f"{self.name} {{number}} from {{first}}"
        if self.marks in ("pair", "cell"):
            return f"{self.name} at {{cells}}"
        return f"{self.name} from {{first}}" if cells > 4 else f"{self.name} at {{cells}}"

    def shapes(self) -> tuple[Shape, ...]:
        """What a picture shows; the rule must be on a board. Of a rule made of others it shows these."""
        if self.figure is not None:
            return (self.draw(self.figure, self.at),)
        inner = tuple(shape for rule in self.inner for shape in rule.shapes())
        return inner or (Note(self.describe()),)

    def label(self) -> str:
        """The text of its figure: its number, nothing where that is the usual one."""
        number = self._number()
        value = None if number is None else getattr(self, number.name)
        return "" if number is None or value == number.default else str(value)

    def draw(self, figure: Figure, cells: Iterable[int]) -> Shape:
        """A figure on these cells."""
        return figure.of(tuple(divmod(cell, self.board.columns) for cell in cells), self.word, self.label())

    def draw_each(self, figure: Figure, groups: Iterable[Iterable[int]]) -> tuple[Shape, ...]:
        """A figure on each of several groups of cells."""
        return tuple(self.draw(figure, group) for group in groups)

    def places(self, name: str = "cells") -> tuple[Place, ...]:
        """The cells of a part as (row, column) from 0."""
        return tuple(divmod(cell, self.board.columns) for cell in self.numbers(name))

    # -- text and JSON

    @property
    def text(self) -> str:
        """The text form, as `cpsudoku.constraints.parse` reads it: `cage 9 r1c1 r1c2`."""
        words, sections, keyed = [self.word.replace("_", "-")], [], False
        for field, form, value in self._parts():
            if form.braces or isinstance(form, (Cells, Groups)):
                if value is not None:
                    sections.append(form.text(value))
            elif value == field.default:
                keyed = True
            else:
                key = f"{field.name}=" if keyed or not form.positional else ""
                words.append(key + form.text(value))
        return " ".join([*words, *([" / ".join(sections)] if sections else [])])

    def to_dict(self) -> dict[str, Any]:
        """The record: `type` is the word, then the parts that differ from their default."""
        usual = {field.name for field, _, value in self._parts() if value == field.default}
        return {key: value for key, value in self.whole().items() if key not in usual}

    def whole(self) -> dict[str, Any]:
        """The record with the parts that have their default, too; only parts that are None are left out."""
        parts = {field.name: form.plain(value) for field, form, value in self._parts() if value is not None}
        return {"type": self.word, **parts}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        parts = []
        for field, form, value in self._parts():
            if value != field.default:
                plain = isinstance(form, Cells) and all(isinstance(name, str) for name in value)
                parts.append(f"{field.name}={(form.text(value) if plain else value)!r}")
        return f"{type(self).__name__}({', '.join(parts)})"


@constraint
class LineRule(Constraint):
    """A rule on the cells of a line, which a picture shows as a plain line."""

    figure = Line()
    cells: CellList = cells()

    def _usually_spoken(self, cells: int) -> str:
        name = self.name if self.name.endswith("line") else f"{self.name} line"
        return f"{name} from {{first}}"


def holding(rules: Iterable[Constraint], *words: str) -> list[Constraint]:
    """The rules of these kinds, including those inside `and`.

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


def known(values: Iterable[int | None]) -> list[int]:
    """The values that are not None."""
    return [value for value in values if value is not None]


def distinct(values: Iterable[int | None]) -> bool:
    """Whether no two known values are equal."""
    found = known(values)
    return len(set(found)) == len(found)


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
