"""Keys of f-puzzles JSON: flags, lines, marks, clues outside.

Cells are R1C1; outside ones have row or column 0 or n+1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.constraints.keys import Key, Parts, is_usual, marks_are, pairs_of, upper
from cpsudoku.numerals import whole

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_WAYS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class FKey(Key):
    """A key of f-puzzles: a list of objects."""

    format: ClassVar[str] = "f-puzzles"

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            yield from self.one(entry, board)

    def objects(self, entries: Sequence[Any]) -> Iterator[dict[str, Any]]:
        """The entries, each an object."""
        for entry in entries:
            if not isinstance(entry, dict):
                raise self.wrong(entry, "objects")
            yield entry

    def names(self, value: object, board: Geometry) -> list[str]:
        """A list of cells of the board, by name."""
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise self.wrong(value, "cells such as R1C1")
        for name in value:
            row, column = self.place(name)
            if not (1 <= row <= board.rows and 1 <= column <= board.columns):
                raise self.wrong(name, f"cells R1C1 to R{board.rows}C{board.columns}")
        return [name.lower() for name in value]

    def cells(self, entry: dict[str, Any], board: Geometry) -> list[str]:
        """The cells of an entry."""
        return self.names(entry.get("cells", []), board)

    def lines(self, entry: dict[str, Any], board: Geometry) -> Iterator[list[str]]:
        """The lines of an entry that have two cells or more."""
        lines = entry.get("lines", [])
        if not isinstance(lines, list):
            raise self.wrong(lines, "lists of cells as lines")
        return (cells for line in lines if len(cells := self.names(line, board)) > 1)

    def place(self, name: object) -> tuple[int, int]:
        """(row, column) from 1 of a name, also outside the board."""
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise self.wrong(name, "a cell such as R1C1")
        return int(match[1]), int(match[2])

    def number(self, entry: dict[str, Any]) -> int | None:
        """The value of an entry, None where it is left out or empty."""
        value = entry.get("value")
        if value is None or value == "":
            return None
        found = whole(value)
        if found is None:
            raise self.wrong(value, "a whole number as value")
        return found


class Flag(FKey):
    """`"antiknight": true`."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        if any(entries):
            yield dict(self.parts)

    def write(self, rule: Any) -> list[Any] | None:
        return [True] if is_usual(rule, self.parts) else None


class Cells(FKey):
    """`{"cells": [...], "value": ...}`: a rule an entry."""

    def groups(self, entry: dict[str, Any], board: Geometry) -> Iterable[list[str]]:
        """The cells of each rule of an entry."""
        return filter(None, [self.cells(entry, board)])

    def entry(self, cells: list[str]) -> dict[str, Any]:
        """The entry of a rule on these cells."""
        return {"cells": cells}

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        number = self.number(entry) if self.value else None
        value = {} if number is None else {self.value: number}
        for cells in self.groups(entry, board):
            yield {**self.parts, "cells": cells, **value}

    def write(self, rule: Any) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        number = getattr(rule, self.value) if self.value else None
        return [self.entry(upper(rule.cells)) | ({} if number is None else {"value": str(number)})]


class Lines(Cells):
    """`{"lines": [[...], ...], "value": ...}`: a rule a line. A line of one cell is ignored."""

    def groups(self, entry: dict[str, Any], board: Geometry) -> Iterable[list[str]]:
        return self.lines(entry, board)

    def entry(self, cells: list[str]) -> dict[str, Any]:
        return {"lines": [cells]}


class Marks(FKey):
    """`{"cell": ...}`: all entries together are one rule; with *many*, `{"cells": [...]}`, a rule each."""

    def __init__(self, name: str, many: bool = False, **parts: Any) -> None:
        super().__init__(name, **parts)
        self.many = many

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        groups = [
            self.names([entry["cell"]], board) if "cell" in entry else self.cells(entry, board)
            for entry in self.objects(entries)
        ]
        for cells in groups if self.many else [list(chain.from_iterable(groups))]:
            if cells:
                yield {**self.parts, "cells": list(dict.fromkeys(cells))}

    def write(self, rule: Any) -> list[Any] | None:
        if not self.says(rule, "cells"):
            return None
        cells = upper(rule.cells)
        return [{"cells": cells}] if self.many else [{"cell": name} for name in cells]


class Outside(FKey):
    """`{"cell": "R0C4", "value": "15"}`: a clue for the line that begins beside it."""

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        number = self.number(entry)
        if number is not None:
            start = self.place(entry.get("cell"))
            yield {"cells": ray(board, start, self.inward(entry, *start, board)), self.value: number}

    def inward(self, entry: dict[str, Any], row: int, column: int, board: Geometry) -> tuple[int, int]:
        """The step of the line that begins beside an outside cell."""
        steps = {0: 1, board.rows + 1: -1}, {0: 1, board.columns + 1: -1}
        step = (steps[0].get(row, 0), steps[1].get(column, 0))
        if (step[0] == 0) == (step[1] == 0) or not (row <= board.rows + 1 and column <= board.columns + 1):
            raise self.wrong(entry.get("cell"), "a cell beside a row or column, such as R0C4")
        return step

    def write(self, rule: Any) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        start, step = before(rule)
        if step is None or ray(rule.board, start, step) != list(rule.cells) or 0 not in step:
            return None
        return [{"cell": f"R{start[0]}C{start[1]}", "value": str(getattr(rule, self.value))}]


class Diagonals(Outside):
    """`{"cell": "R0C4", "direction": "DR", "value": "15"}`: a clue for a diagonal."""

    def inward(self, entry: dict[str, Any], row: int, column: int, board: Geometry) -> tuple[int, int]:
        step = _WAYS.get(str(entry.get("direction")).upper())
        if step is None:
            raise self.wrong(entry.get("direction"), f"one of {', '.join(_WAYS)} as direction")
        if not (1 <= row + step[0] <= board.rows and 1 <= column + step[1] <= board.columns):
            raise self.wrong(entry.get("cell"), "an outside cell whose diagonal enters the board")
        return step

    def write(self, rule: Any) -> list[Any] | None:
        start, step = before(rule)
        if step is None:  # one cell: a corner seen from the nearer of its neighbours outside
            start, step = _corner(rule)
        if step is None or 0 in step or ray(rule.board, start, step) != list(rule.cells):
            return None
        way = next(name for name, found in _WAYS.items() if found == step)
        return [{"cell": f"R{start[0]}C{start[1]}", "direction": way, "value": str(getattr(rule, self.value))}]


class Arrows(FKey):
    """`{"cells": circle, "lines": [shaft, ...]}`: a rule a shaft, which begins in the circle."""

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        pill = self.cells(entry, board)
        for line in self.lines(entry, board):
            if pill:
                yield {"pill": pill, "line": line[1:]}

    def write(self, rule: Any) -> list[Any] | None:
        pill = upper(rule.pill)
        return [{"cells": pill, "lines": [[pill[-1], *upper(rule.line)]]}]


class Clones(FKey):
    """`{"cells": [...], "cloneCells": [...]}`; a cell that is its own clone is ignored."""

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        cells, others = self.cells(entry, board), self.names(entry.get("cloneCells", []), board)
        if len(cells) != len(others):
            raise self.wrong(entry, "as many cells as cloneCells")
        pairs = [(a, b) for a, b in zip(cells, others) if a != b]
        if pairs:
            yield {"cells": [a for a, _ in pairs], "clone_cells": [b for _, b in pairs]}

    def write(self, rule: Any) -> list[Any] | None:
        return [{"cells": upper(rule.cells), "cloneCells": upper(rule.clone_cells)}]


class Digits(FKey):
    """`{"cells": [...], "values": [...]}`."""

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        values = entry.get("values", [])
        numbers = [whole(value) for value in values] if isinstance(values, list) else [None]
        if None in numbers:
            raise self.wrong(values, "digits as values")
        if numbers:
            yield {"cells": self.cells(entry, board), "values": numbers}

    def write(self, rule: Any) -> list[Any] | None:
        return [{"cells": upper(rule.cells), "values": list(rule.values)}]


class Letters(FKey):
    """`{"cells": [...], "value": "X"}`: letters for numbers."""

    def __init__(self, name: str, value: str, **letters: int) -> None:
        super().__init__(name, value)
        self.letters = letters

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        value = entry.get("value")
        if value is None or value == "":
            return
        if str(value).upper() not in self.letters:
            raise self.wrong(value, f"{' or '.join(self.letters)} as value")
        yield {"cells": self.cells(entry, board), self.value: self.letters[str(value).upper()]}

    def write(self, rule: Any) -> list[Any] | None:
        letter = next((word for word, number in self.letters.items() if number == getattr(rule, self.value)), None)
        return None if letter is None else [{"cells": upper(rule.cells), "value": letter}]


class Roots(FKey):
    """`{"cells": [...], "value": "DR5"}` among drawn cages: a digital root; other texts are drawings."""

    def one(self, entry: dict[str, Any], board: Geometry) -> Iterator[Parts]:
        if is_root(entry):
            yield {"cells": self.cells(entry, board), "root": int(entry["value"].strip()[2:])}

    def write(self, rule: Any) -> list[Any] | None:
        if rule.sum is not None or rule.root is None:
            return None
        return [{"cells": upper(rule.cells), "value": f"DR{rule.root}"}]


class InCells(FKey):
    """`{"givenPencilMarks": [1, 2]}` in the cells of the grid, which the reader of the grid reads."""

    def write(self, rule: Any) -> list[Any] | None:
        return []


class Negatives(FKey):
    """`"negative": ["ratio", "xv"]`: neighbours without such a mark do not satisfy what the mark states."""

    late = True

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        words = [str(entry) for entry in entries if entry]
        for word in words:
            if word not in ("ratio", "difference", "xv"):
                raise self.wrong(word, "ratio, difference, xv")
        dots = [word for word in ("difference", "ratio") if word in words]
        if dots:
            found: Parts = {"of": dots, "marked": pairs_of(rules, "difference", "ratio")}
            if "ratio" in dots:
                found["ratio"] = ratios(rules)
            yield found
        if "xv" in words:
            yield {"of": ["xv"], "marked": pairs_of(rules, "xv")}

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        kinds = ("xv",) if "xv" in rule.of else ("difference", "ratio")
        mixed = "xv" in rule.of and len(rule.of) > 1
        if mixed or not marks_are(rule, pairs_of(rules, *kinds)) or not usual(rule, ratios(rules)):
            return None
        return list(rule.of)


class WhiteNegatives(FKey):
    """`"nonconsecutive": true` beside white dots: neighbours with a dot of difference 1 are exempt."""

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        white = pairs_of(_white(rules), "difference")
        return [True] if rule.of == ("difference",) and marks_are(rule, white) and usual(rule, []) else None


class Apart(Flag):
    """`"nonconsecutive": true`; beside white dots it is a negative constraint."""

    late = True

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        white = pairs_of(_white(rules), "difference")
        if any(entries):
            yield {"type": "negative", "of": ["difference"], "marked": white} if white else {}

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        return None if any(one.word == "difference" for one in _white(rules)) else [True]


def _white(rules: Sequence[Constraint]) -> list[Constraint]:
    """The rules of difference 1."""
    return [rule for rule in rules if getattr(rule, "difference", None) == 1]


def usual(rule: Any, ratio: Sequence[int]) -> bool:
    """Whether a negative constraint is about difference 1, these ratios, and sums 5 and 10."""
    wanted = (
        (1,) if "difference" in rule.of else (),
        tuple(ratio) if "ratio" in rule.of else (),
        (5, 10) if "xv" in rule.of else (),
    )
    return wanted == (tuple(rule.difference or ()), tuple(rule.ratio or ()), tuple(rule.sum or ()))


def ratios(rules: Sequence[Any]) -> list[int]:
    """The ratios in use, 2 where there are none."""
    return sorted({one.ratio for one in rules if one.word == "ratio"}) or [2]


def is_root(entry: dict[str, Any]) -> bool:
    """Whether a drawn cage states a digital root."""
    return isinstance(entry.get("value"), str) and bool(re.fullmatch(r"\s*DR[1-9]\s*", entry["value"]))


def ray(board: Geometry, start: tuple[int, int], step: tuple[int, int]) -> list[str]:
    """The cells of a straight line behind *start*, to the edge of the board; rows and columns from 1."""
    found = []
    row, column = start[0] + step[0], start[1] + step[1]
    while 1 <= row <= board.rows and 1 <= column <= board.columns:
        found.append(f"r{row}c{column}")
        row, column = row + step[0], column + step[1]
    return found


def before(rule: Constraint) -> tuple[tuple[int, int], tuple[int, int] | None]:
    """The place before the first cell of a rule's straight line and its step, from 1; no step where it has one cell."""
    (row, column), *others = rule.places()
    if not others:
        return (row + 1, column + 1), None
    step = (others[0][0] - row, others[0][1] - column)
    return (row - step[0] + 1, column - step[1] + 1), step


def _corner(rule: Constraint) -> tuple[tuple[int, int], tuple[int, int] | None]:
    row, column = rule.places()[0]
    for step in _WAYS.values():
        start = (row - step[0] + 1, column - step[1] + 1)
        if len(ray(rule.board, start, step)) == 1 and not (
            1 <= start[0] <= rule.board.rows and 1 <= start[1] <= rule.board.columns
        ):
            return start, step
    return (row, column), None
