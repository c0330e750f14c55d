"""The text form of a rule, and rules inside rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.base import Constraint, form_of
from cpsudoku.constraints.cell_names import is_cells
from cpsudoku.constraints.forms import Cells, Form, Groups
from cpsudoku.constraints.registry import built, from_dict, kind
from cpsudoku.errors import ConstraintError, brief

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry

_DEEPEST = 20
"""Braces within braces."""


def parse(text: str) -> Constraint:
    """The rule of a text form: the kind, its numbers and words, its cells; lists of cells are separated by `/`.

    `cage 9 r1c1 r1c2`, `arrow r1c1 / r1c2-r1c4`, `or { thermo r1c1-r1c3 | cage 6 r1c1-r1c3 }` (blanks around
    braces, `|` and `;`). Raises ConstraintError.
    """
    words = text.split() if isinstance(text, str) else []
    if not words:
        raise ConstraintError(f'{brief(text)} is no rule; a rule is a kind and its parts, such as "cage 9 r1c1 r1c2"')
    words.reverse()
    found = _rule(words, 0)
    if words:
        raise ConstraintError(f"{brief(text)}: {brief(words[-1])} where the rule should end")
    return found


def _rule(words: list[str], depth: int) -> Constraint:
    """The next rule of *words*, a stack in reverse order. Words after the rule stay on it."""
    check_deadline(READING)
    cls = kind(words.pop())
    if depth > _DEEPEST:
        raise ConstraintError(f"braces within braces, deeper than {_DEEPEST}")
    fields = {field.name: form_of(field) for field in cls._fields()}
    places = [name for name, form in fields.items() if isinstance(form, (Cells, Groups))]
    scalars = [name for name, form in fields.items() if form.positional and not form.braces and name not in places]
    where = cls.word.replace("_", "-")
    parts: dict[str, Any] = {}
    sections: list[list[str]] = [[]]
    while words and words[-1] not in ("}", "|", ";"):
        word = words.pop()
        key, equals, value = word.partition("=")
        if word == "{":
            inner = next(((name, form) for name, form in fields.items() if form.braces), None)
            if inner is None:
                raise ConstraintError(f"{where}: it takes no rules in braces")
            parts[inner[0]] = _inside(words, inner[1], where, depth)
        elif word == "/":
            sections.append([])
        elif is_cells(word):
            sections[-1].append(word)
        elif equals and key in fields:
            parts[key] = fields[key].read(value, f"{where}: {key}")
        else:
            left = next((name for name in scalars if name not in parts), None)
            if left is None:
                raise ConstraintError(
                    f"{where}: {brief(word)} is not understood; it takes {', '.join(fields) or 'nothing'}"
                )
            parts[left] = fields[left].read(word, f"{where}: {left}")
    if sections != [[]]:
        if not places:
            raise ConstraintError(f"{where}: it takes no cells")
        if isinstance(fields[places[0]], Groups):
            parts[places[0]] = sections
        elif len(sections) > len(places):
            raise ConstraintError(f"{where}: {len(sections)} lists of cells; it takes {len(places)}")
        else:
            parts.update(zip(places, sections))
    return built(cls, parts)


def _inside(words: list[str], form: Form, where: str, depth: int) -> list[Any]:
    """The text between braces: alternatives separated by `|`, each of rules separated by `;`."""
    options: list[list[Constraint]] = [[]]
    while words and words[-1] != "}":
        if words[-1] == "|":
            options.append([])
            words.pop()
        elif words[-1] == ";":
            words.pop()
        else:
            options[-1].append(_rule(words, depth + 1))
    if not words:
        raise ConstraintError(f"{where}: a closing brace is missing")
    words.pop()
    grouped: list[Any] = form.grouped(options)
    return grouped


class Rules(Form):
    """Other rules, lists of them where *lists*."""

    braces = True

    def __init__(self, lists: bool = False, least: int = 1, most: int | None = None) -> None:
        self.lists, self.least, self.most = lists, least, most

    def normal(self, given: Any, where: str) -> Any:
        parts = _listed(given)
        if self.lists:
            found: tuple[Any, ...] = tuple(tuple(rule_of(rule, where) for rule in _listed(part)) for part in parts)
        else:
            found = tuple(rule_of(part, where) for part in parts)
        if len(found) < self.least or (self.most is not None and len(found) > self.most):
            raise ConstraintError(f"{where}: {len(found)} rules inside; it takes {self.least} or more")
        return found

    def placed(self, kept: Any, board: Geometry, siblings: tuple[Any, ...]) -> Any:
        if self.lists:
            return tuple(tuple(rule.on(board, siblings) for rule in part) for part in kept)
        return tuple(rule.on(board, siblings) for rule in kept)

    def grouped(self, options: list[list[Constraint]]) -> Any:
        return options if self.lists else [rule for option in options for rule in option]

    def rules_of(self, kept: Any) -> tuple[Constraint, ...]:
        return tuple(rule for part in kept for rule in part) if self.lists else tuple(kept)

    def text(self, kept: Any) -> str:
        parts = [" ; ".join(rule.text for rule in part) if self.lists else part.text for part in kept]
        return "{ " + " | ".join(parts) + " }"

    def plain(self, kept: Any) -> Any:
        if self.lists:
            return [[rule.to_dict() for rule in part] for part in kept]
        return [rule.to_dict() for rule in kept]


def _listed(given: Any) -> Iterable[Any]:
    """A list of rules; one rule stands for a list of it alone."""
    return (given,) if isinstance(given, (Constraint, str, Mapping)) or not isinstance(given, Iterable) else given


def rule_of(given: Any, where: str) -> Any:
    if isinstance(given, Constraint):
        return given
    if isinstance(given, str):
        return parse(given)
    if isinstance(given, Mapping):
        return from_dict(given)
    raise ConstraintError(f"{where}: {brief(given)} is no rule")
