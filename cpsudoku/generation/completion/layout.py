"""An unfinished layout: givens and finished rules, and blanks, which are rules whose value is still open.

In our own JSON a blank is a rule with `?` for its value: `"sandwich ? r1c1-r1c9"`, `{"type": "cage", "cells": [...],
"sum": "?"}`; `kropki ?` is a dot without a colour, `xv ?` a letter not yet chosen. In f-puzzles it is an entry with `?`
for its value, or an outside clue or a letter without one. A cage without a sum is a blank in every format.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import fpuzzles, from_dict, keys, parse
from cpsudoku.constraints.base import Constraint, form_of
from cpsudoku.constraints.forms import Numbers
from cpsudoku.constraints.registry import built
from cpsudoku.errors import ConstraintError, NotationError
from cpsudoku.formats import f_puzzles
from cpsudoku.formats.documents import load
from cpsudoku.formats.front import read_one
from cpsudoku.formats.reading import Reading

OPEN = "?"
CHOICES = {"kropki": ("difference 1", "ratio 2"), "xv": ("xv 5", "xv 10")}
"""Marks of several sorts -> what one of them may turn out to be."""
MOST = 9 * 45
"""The greatest value that is tried."""


@dataclass(frozen=True)
class Blank:
    """A rule whose part *field* is open: *rules* are what it may be but for that; no field: one of *rules* as it is."""

    rules: tuple[Constraint, ...]
    field: str = ""

    def filled(self, board: Geometry, values: Sequence[int]) -> Iterator[Constraint]:
        """The rules it may become that the full *values* keep, on the board; several where each says a part.

        Raises NotationError where none has a place on the board.
        """
        problem, there = "", False
        for rule in self.rules:
            several = bool(self.field) and _is_list(rule, self.field)
            for value in range(board.lo, board.hi + 1) if several else range(MOST + 1) if self.field else (0,):
                try:
                    placed = _with(rule, self.field, (value,) if several else value).on(board)
                except ConstraintError as error:
                    problem = str(error)
                    continue
                there = True
                if placed.holds(values):
                    yield placed
                    if not several:
                        return
        if not there:
            raise NotationError(problem)


def _with(rule: Constraint, field: str, value: object) -> Constraint:
    return replace(rule, **{field: value}) if field else rule


def _is_list(rule: Constraint, name: str) -> bool:
    return any(field.name == name and isinstance(form_of(field), Numbers) for field in rule._fields())


@dataclass(frozen=True)
class Layout:
    """A puzzle with its finished rules, and the blanks."""

    puzzle: Puzzle
    blanks: tuple[Blank, ...] = ()
    solution: bytes | None = None

    @classmethod
    def parse(cls, text: str) -> Layout:
        """The layout of a text: our JSON, f-puzzles, or any format without blanks. Raises NotationError."""
        stripped = text.strip()
        if stripped.startswith("{"):
            value = load(stripped)
            if "grid" in value:
                return _f_puzzles(value)
            if "constraints" in value:
                return _json(value)
        elif "f-puzzles.com" in stripped and "load=" in stripped:
            return _f_puzzles(f_puzzles.unpacked(f_puzzles.payload(stripped)))
        return _plain(stripped)


def _plain(text: str, blanks: Iterable[Blank] = ()) -> Layout:
    record = read_one(text)
    return Layout(record.puzzle, tuple(blanks), record.solution)


def _json(value: Mapping[str, Any]) -> Layout:
    """Our own JSON: rules with a `?` are blanks."""
    rules = value["constraints"]
    if not isinstance(rules, list):
        raise NotationError("constraints: accepted: a list of rules")
    finished, blanks = [], []
    for number, rule in enumerate(rules, 1):
        try:
            blank = _blank(rule)
        except ConstraintError as problem:
            raise NotationError(f"constraints: rule {number}: {problem}") from None
        if blank is None:
            finished.append(rule)
        else:
            blanks.append(blank)
    data = dict(value) | {"constraints": finished}
    if not finished and not {"rows", "columns", "digits"} & set(value):
        del data["constraints"]
    return _plain(json.dumps(data, ensure_ascii=False), blanks)


def _blank(rule: object) -> Blank | None:
    """The blank that a rule with a `?` is; None for a finished rule. Raises ConstraintError."""
    if isinstance(rule, str):
        words = rule.split()
        if OPEN not in words and not any(word.endswith(f"={OPEN}") for word in words):
            return None
        if words[0].lower() in CHOICES:
            cells = " ".join(word for word in words[1:] if word != OPEN)
            return Blank(tuple(parse(f"{choice} {cells}") for choice in CHOICES[words[0].lower()]))
        one, two = (parse(" ".join(_put(word, digit) for word in words)) for digit in "12")
        field = next(field.name for field in one._fields() if getattr(one, field.name) != getattr(two, field.name))
        return Blank((one,), field)
    if isinstance(rule, Mapping) and OPEN in rule.values():
        word = str(rule.get("type", "")).lower()
        if word in CHOICES:
            cells = rule.get("cells", ())
            return Blank(tuple(_with(parse(f"{choice} r1c1 r1c2"), "cells", cells) for choice in CHOICES[word]))
        field = next(key for key, part in rule.items() if part == OPEN)
        return Blank((from_dict({key: 1 if part == OPEN else part for key, part in rule.items()}),), field)
    return None


def _put(word: str, digit: str) -> str:
    return digit if word == OPEN else word[:-1] + digit if word.endswith(f"={OPEN}") else word


def _f_puzzles(value: dict[str, Any]) -> Layout:
    """An f-puzzles object: entries without a value that need one, or with `?`, are blanks."""
    rest, open_ = dict(value), []
    for cls, key in keys.keys_of("f-puzzles").values():
        entries = value.get(key.name)
        part = getattr(key, "value", "") or getattr(key, "part", "")
        if not part or key.written_only or not isinstance(entries, list):
            continue
        blank = [entry for entry in entries if isinstance(entry, dict) and _is_open(entry, key)]
        rest[key.name] = [entry for entry in entries if entry not in blank]
        open_ += [(cls, key, part, entry) for entry in blank]
    record = f_puzzles.record_of(rest, Reading())
    blanks = []
    for cls, key, part, entry in open_:
        letters = getattr(key, "letters", {})
        rules = tuple(
            built(cls, dict(parts))
            for value in letters or ("1",)
            for parts in key.read([dict(entry) | {"value": value}], record.puzzle.geometry)
        )
        if rules:
            blanks.append(Blank(rules, "" if letters else part))
    return Layout(record.puzzle, tuple(blanks), record.solution)


def _is_open(entry: Mapping[str, Any], key: Any) -> bool:
    """Whether an entry has no value where a rule needs one, or a `?`."""
    value = entry.get("value")
    if value == OPEN:
        return True
    return not isinstance(key, fpuzzles.Cells | fpuzzles.Lines) and (value is None or value == "")
