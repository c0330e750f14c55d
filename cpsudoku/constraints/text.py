"""Reading the text form of a rule."""

from __future__ import annotations

from typing import Any

from cpsudoku.budget import READING, check_deadline
from cpsudoku.constraints.base import Constraint, form_of
from cpsudoku.constraints.forms import Cells, Form, Groups, is_cells
from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError, brief

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
    """The next rule of *words*, the last of which is read first; what follows the rule stays."""
    check_deadline(READING)
    cls = kind(words.pop())
    if depth > _DEEPEST:
        raise ConstraintError(f"braces within braces, deeper than {_DEEPEST}")
    fields = {field.name: form_of(field) for field in cls._fields()}
    places = [name for name, form in fields.items() if isinstance(form, (Cells, Groups))]
    scalars = [name for name, form in fields.items() if form.positional and name not in places]
    scalars = [name for name in scalars if not fields[name].braces]
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
    """What stands between braces: alternatives separated by `|`, each of rules separated by `;`."""
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
