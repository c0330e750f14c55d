"""The kinds of rules as drawing tools: the meaning, the parts and the gesture of each.

Nothing here names a kind. The gesture follows from the parts of a rule and from the shapes of a sample of it, so a new
file in `constraints/` is a new tool of the page.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from inspect import getdoc
from typing import Any

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.constraints import KINDS, kind, shapes
from cpsudoku.constraints.base import Constraint, form_of
from cpsudoku.constraints.forms import Cells, Flag, Form, Groups, Names, Number, Numbers, Pairs, Text, Word
from cpsudoku.constraints.registry import ALIASES, FAMILIES
from cpsudoku.errors import ConstraintError

SAMPLES = ("r1c1 r1c2 r2c2 r2c1", "r1c1-r1c9", "r1c1 r1c2", "r1c1")
"""Cells of samples: the first that a kind accepts determines how it is drawn."""
FORMS: dict[type[Form], str] = {
    Cells: "cells",
    Groups: "groups",
    Number: "number",
    Numbers: "numbers",
    Word: "word",
    Names: "names",
    Flag: "flag",
    Pairs: "pairs",
    Text: "text",
}
"""Form of a part -> its name for the page; parts of another form are stated in words."""

SYNONYMS = (
    ("german whispers", "whisper"), ("dutch whispers", "whisper"), ("white dot", "difference"),
    ("consecutive", "difference"), ("black dot", "ratio"), ("double", "ratio"), ("parity", "odd"), ("parity", "even"),
    ("inequality", "greater"),
    ("less than", "greater"), ("comparison", "greater"), ("x sums", "x_sum"), ("jigsaw", "extra_region"),
    ("fortress", "maximum"), ("hyper sudoku", "windoku"), ("x sudoku", "diagonal"), ("queen", "diagonal"),
    ("blue line", "region_sum_line"), ("box sum", "region_sum_line"), ("king", "anti_king"), ("knight", "anti_knight"),
    ("chess", "anti_king"), ("chess", "anti_knight"), ("tower", "skyscraper"), ("slingshot", "little_killer"),
)  # fmt: skip
"""(what setters look for, the kind's word), beside the names that texts may use."""

PART = re.compile(r"\*(\w+)\*")
"""The name of a part in a docstring."""


def kinds() -> dict[str, Any]:
    """Every kind of rule that can be drawn or stated: its word, meaning, gesture (`drawn`) and parts (`takes`).

    `drawn`: "line" (a path), "outside" (a path from the first cell, to the far side), "pair", "corner" (four cells),
    "cage" and "cells" (any set), "board" (nothing to draw), "words" (only in its text form).
    """
    return {"kinds": list(_kinds())}


@cache
def _kinds() -> tuple[dict[str, Any], ...]:
    return tuple(_entry(kind(word)) for word in KINDS)


def _entry(cls: type[Constraint]) -> dict[str, Any]:
    drawn = gesture(cls)
    entry: dict[str, Any] = {
        "word": cls.word,
        "name": cls.word.replace("_", " "),
        "meaning": _plain(getdoc(cls) or ""),
        "drawn": drawn,
        "takes": [_part(field) for field in cls._fields()] if drawn != "words" else [],
        "also": also(cls),
    }
    if sum(part["form"] == "cells" and not part.get("optional") for part in entry["takes"]) > 1:
        entry["split"] = "first" if drawn == "line" or entry["takes"][0].get("most") == 1 else "halves"
    return entry


def also(cls: type[Constraint]) -> list[str]:
    """What people also call the kind: other names, its families, its names in other formats."""
    names = [name for name, word in (*ALIASES.items(), *SYNONYMS) if word == cls.word]
    names += [family for family, words in FAMILIES.items() if cls.word in words]
    names += [key.name for key in cls.keys if key.name.isalpha()]
    return sorted({name.replace("_", " ").lower() for name in names} - {cls.word.replace("_", " ")})


def _plain(words: str) -> str:
    """A docstring without its marks, in one line."""
    return PART.sub(r'"\1"', " ".join(words.split())).replace("`", "")


def _part(field: dataclasses.Field[Any]) -> dict[str, Any]:
    form = form_of(field)
    part: dict[str, Any] = {"name": field.name, "form": FORMS[type(form)]}
    if field.default is not dataclasses.MISSING:
        part["optional"] = True
        if field.default is not None:
            part["usual"] = form.plain(field.default)
    for key in ("least", "most", "words"):
        value = getattr(form, key, None)
        if value is not None:
            part[key] = list(value) if isinstance(value, tuple) else value
    return part


def gesture(cls: type[Constraint]) -> str:
    """How a rule of the kind is drawn; see `kinds`."""
    parts = cls._fields()
    needed = [form_of(field) for field in parts if field.default is dataclasses.MISSING]
    if any(type(form_of(field)) not in FORMS for field in parts) or any(isinstance(form, Groups) for form in needed):
        return "words"
    if not any(isinstance(form, Cells) for form in needed):
        return "board"
    if cls.marks == "pair":
        return "pair"
    found = next(_shapes(cls), ())
    for shape, name in (
        (shapes.Line, "line"),
        (shapes.Outside, "outside"),
        (shapes.Outline, "cage"),
        (shapes.Dot, "corner"),
    ):
        if any(isinstance(one, shape) for one in found):
            return name
    return "cells"


def _shapes(cls: type[Constraint]) -> Iterator[tuple[shapes.Shape, ...]]:
    """The shapes of samples of the kind."""
    for cells in SAMPLES:
        given: dict[str, Any] = {}
        for field in cls._fields():
            if field.default is dataclasses.MISSING:
                given[field.name] = _sample(form_of(field), cells)
        try:
            yield cls(**given).on(CLASSIC).shapes()
        except ConstraintError:
            continue


def _sample(form: Form, cells: str) -> Any:
    """A part for a sample."""
    if isinstance(form, Cells):
        return cells.split()[: form.most]
    if isinstance(form, (Word, Names)):
        return form.words[0]
    if isinstance(form, Number):
        return max(form.least or 0, 1)
    return {Numbers: "1", Pairs: "1-2", Text: "1", Flag: True}[type(form)]
