"""How other formats write rules: a kind lists its keys, and a format finds them by `keys_of`.

A `Key` reads the entries of one key of one format as parts of rules, and writes a rule as entries. So the class of a
kind has its names in the formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints import registry
from cpsudoku.constraints.base import holding
from cpsudoku.constraints.cell_names import place
from cpsudoku.errors import ConstraintError

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

Parts = dict[str, Any]
"""The parts of a rule by name, the argument of `registry.built`."""


class Key:
    """One key of one format. `name` is the key as the format writes it, `value` the part that an entry's number is.

    `parts` are the parts that the key implies; *written_only*: the key is read as another kind.
    """

    format: ClassVar[str]
    late: bool = False
    """Its meaning depends on the other rules, so it is read after them."""

    def __init__(self, name: str, value: str = "", written_only: bool = False, **parts: Any) -> None:
        self.name, self.value, self.written_only, self.parts = name, value, written_only, parts

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        """The rules of these entries. Raises ConstraintError for what is no entry of the key."""
        for entry in entries:
            yield from self.one(entry, board)

    def one(self, entry: Any, board: Geometry) -> Iterator[Parts]:
        """The rules of one entry."""
        raise NotImplementedError

    def write(self, rule: Any) -> list[Any] | None:
        """The entries of a rule on its board; None if the key cannot express it."""
        raise NotImplementedError

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        """The rules of these entries beside the other *rules*. A part `type` names another kind than the key's."""
        return self.read(entries, board)

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        """The entries of a rule beside the puzzle's *rules*."""
        return self.write(rule)

    def wrong(self, given: object, wanted: str) -> ConstraintError:
        """The error for an entry."""
        text = repr(given)
        return ConstraintError(f"{self.name}: {text[:60]}{'...' if len(text) > 60 else ''}; accepted: {wanted}")

    def says(self, rule: Constraint, *free: str) -> bool:
        """Whether the rule has the parts the key implies, and no others but those in *free* are set."""
        return all(
            value == self.parts.get(field.name, field.default)
            for field, _, value in rule._parts()
            if field.name in self.parts or field.name not in free
        )


def is_usual(rule: Constraint, parts: Parts) -> bool:
    """Whether the rule is the one that these parts alone make on its board; groups of cells in any order."""
    try:
        plain = registry.built(type(rule), dict(parts)).on(rule.board)
    except ConstraintError:
        return False
    return all(
        _unordered(getattr(plain, field.name)) == _unordered(getattr(rule, field.name)) for field in rule._fields()
    )


def _unordered(part: Any) -> Any:
    groups = isinstance(part, tuple) and all(isinstance(group, tuple) for group in part)
    return {frozenset(group) for group in part} if groups else part


def keys_of(format: str) -> dict[str, tuple[type[Constraint], Key]]:
    """Key in lower case -> (kind, key), over the kinds."""
    return _keys(format, _kinds())


def rules_of(
    format: str, word: str, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint] = ()
) -> list[Constraint]:
    """The rules under a known key of a format, as a list. Raises ConstraintError."""
    check_deadline(READING)
    cls, key = keys_of(format)[word.lower()]
    found: list[Constraint] = []
    for parts in key.read_among(entries, board, rules):
        other = parts.pop("type", None)
        found.append(registry.built(registry.kind(other) if other else cls, parts))
    return found


def written_as(rule: Constraint, format: str, rules: Sequence[Constraint] = ()) -> tuple[str, list[Any]] | None:
    """(key, entries) of a rule of a puzzle with *rules* in a format, None if the format cannot express it."""
    for key in type(rule).keys:
        if key.format != format:
            continue
        with suppress(ConstraintError):  # its meaning depends on rules that need not hold
            if (entries := key.write_among(rule, rules)) is not None:
                return key.name, entries
    return None


def pairs_of(rules: Sequence[Constraint], *words: str) -> list[tuple[str, ...]]:
    """The pairs of cells that rules of these kinds mark, each sorted by row and column, in order.

    Raises ConstraintError where that is open (see `holding`).
    """
    found = {
        tuple(sorted((name.lower() for name in upper(rule.cells)), key=place))  # type: ignore[attr-defined]
        for rule in holding(rules, *words)
    }
    return sorted(found, key=lambda pair: [place(name) for name in pair])


def marks_are(rule: Any, pairs: Sequence[tuple[str, ...]]) -> bool:
    """Whether the pairs that a negative constraint exempts are these."""
    return sorted(map(tuple, rule.marked)) == sorted(pairs)


def upper(names: Iterable[Any]) -> list[str]:
    """Names of cells as other formats write them: R1C1."""
    return [str(name).upper() for name in names]


def _kinds() -> tuple[type[Constraint], ...]:
    return (*map(registry.kind, registry.KINDS), *registry.ADDED.working().values())


@lru_cache(maxsize=8)
def _keys(format: str, kinds: tuple[type[Constraint], ...]) -> dict[str, tuple[type[Constraint], Key]]:
    return {
        key.name.lower(): (cls, key)
        for cls in kinds
        for key in cls.keys
        if key.format == format and not key.written_only
    }
