"""Keys of f-puzzles JSON: flags, lines, marks, clues outside.

Cells are R1C1; outside ones have row or column 0 or n+1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.constraints.keys import Key, Parts, is_usual, pairs_of
from cpsudoku.numerals import whole

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_WAYS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class FKey(Key):
    """A key of f-puzzles: a list of objects."""

    format: ClassVar[str] = "f-puzzles"

    def objects(self, entries: Sequence[Any]) -> Iterator[dict[str, Any]]:
        """The entries, each an object."""
        for entry in entries:
            if not isinstance(entry, dict):
                raise self.wrong(entry, "objects")
            yield entry

    def names(self, given: object, board: Geometry) -> list[str]:
        """Cells of the board by name."""
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            raise self.wrong(given, "cells such as R1C1")
        for name in given:
            row, column = self.place(name)
            if not (1 <= row <= board.rows and 1 <= column <= board.columns):
                raise self.wrong(name, f"cells R1C1 to R{board.rows}C{board.columns}")
        return [name.lower() for name in given]

    def place(self, name: object) -> tuple[int, int]:
        """(row, column) from 1 of a name, also outside the board."""
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise self.wrong(name, "a cell such as R1C1")
        return int(match[1]), int(match[2])

    def number(self, entry: dict[str, Any]) -> int | None:
        """The value of an entry, None where it is left out or empty."""
        given = entry.get("value")
        if given is None or given == "":
            return None
        found = whole(given)
        if found is None:
            raise self.wrong(given, "a whole number as value")
        return found


class Flag(FKey):
    """`"antiknight": true`."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        if any(entries):
            yield dict(self.parts)

    def write(self, rule: Constraint) -> list[Any] | None:
        return [True] if is_usual(rule, self.parts) else None


class Lines(FKey):
    """`{"lines": [[...], ...], "value": ...}`: a rule a line. A line of one cell says nothing."""

    def __init__(self, name: str, value: str = "", least: int = 2, **parts: Any) -> None:
        super().__init__(name, **parts)
        self.value, self.least = value, least

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            lines = entry.get("lines", [])
            if not isinstance(lines, list):
                raise self.wrong(lines, "lists of cells as lines")
            number = self.number(entry) if self.value else None
            for line in lines:
                cells = self.names(line, board)
                if len(cells) >= self.least:
                    yield {**self.parts, "cells": cells, **({self.value: number} if number is not None else {})}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        entry: dict[str, Any] = {"lines": [upper(_cells(rule))]}
        number = getattr(rule, self.value) if self.value else None
        return [{**entry, "value": str(number)} if number is not None else entry]


class Cells(FKey):
    """`{"cells": [...], "value": ...}`: a rule an entry. *needed*: an entry without a value says nothing."""

    def __init__(self, name: str, value: str = "", needed: bool = False, written_only: bool = False, **parts: Any):
        super().__init__(name, **parts)
        self.value, self.needed, self.written_only = value, needed, written_only

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            number = self.number(entry) if self.value else None
            cells = self.names(entry.get("cells", []), board)
            if cells and not (self.needed and number is None):
                yield {**self.parts, "cells": cells, **({self.value: number} if number is not None else {})}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        number = getattr(rule, self.value) if self.value else None
        entry: dict[str, Any] = {"cells": upper(_cells(rule))}
        return [{**entry, "value": str(number)} if number is not None else entry]


class Marks(FKey):
    """`{"cell": ...}`: all entries together are one rule; with *many*, `{"cells": [...]}`, a rule each."""

    def __init__(self, name: str, many: bool = False, **parts: Any) -> None:
        super().__init__(name, **parts)
        self.many = many

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        found: list[str] = []
        for entry in self.objects(entries):
            cells = self.names([entry["cell"]] if "cell" in entry else entry.get("cells", []), board)
            if self.many and cells:
                yield {**self.parts, "cells": list(dict.fromkeys(cells))}
            elif not self.many:
                found += cells
        if found:
            yield {**self.parts, "cells": list(dict.fromkeys(found))}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells"):
            return None
        cells = upper(_cells(rule))
        return [{"cells": cells}] if self.many else [{"cell": name} for name in cells]


class Outside(FKey):
    """`{"cell": "R0C4", "value": "15"}`: a clue for the line that begins beside it."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(name)
        self.value = value

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            number = self.number(entry)
            if number is None:
                continue
            row, column = self.place(entry.get("cell"))
            yield {"cells": ray(board, (row, column), self.inward(entry, row, column, board)), self.value: number}

    def inward(self, entry: dict[str, Any], row: int, column: int, board: Geometry) -> tuple[int, int]:
        """The step of the line that begins beside an outside cell."""
        steps = {0: 1, board.rows + 1: -1}, {0: 1, board.columns + 1: -1}
        step = (steps[0].get(row, 0), steps[1].get(column, 0))
        if (step[0] == 0) == (step[1] == 0) or not (row <= board.rows + 1 and column <= board.columns + 1):
            raise self.wrong(entry.get("cell"), "a cell beside a row or column, such as R0C4")
        return step

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        start, step = before(rule)
        if step is None or ray(rule.board, start, step) != list(_cells(rule)) or 0 not in step:
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

    def write(self, rule: Constraint) -> list[Any] | None:
        start, step = before(rule)
        if step is None:  # one cell: a corner seen from the nearer of its neighbours outside
            start, step = _corner(rule)
        if step is None or 0 in step or ray(rule.board, start, step) != list(_cells(rule)):
            return None
        way = next(name for name, found in _WAYS.items() if found == step)
        return [{"cell": f"R{start[0]}C{start[1]}", "direction": way, "value": str(getattr(rule, self.value))}]


class Arrows(FKey):
    """`{"cells": circle, "lines": [shaft, ...]}`: a rule a shaft, which begins in the circle."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            pill = self.names(entry.get("cells", []), board)
            lines = entry.get("lines", [])
            if not isinstance(lines, list):
                raise self.wrong(lines, "lists of cells as lines")
            for line in lines:
                cells = self.names(line, board)
                if pill and len(cells) > 1:
                    yield {"pill": pill, "line": cells[1:]}

    def write(self, rule: Constraint) -> list[Any] | None:
        pill, line = upper(rule.pill), upper(rule.line)  # type: ignore[attr-defined]
        return [{"cells": pill, "lines": [[pill[-1], *line]]}]


class Clones(FKey):
    """`{"cells": [...], "cloneCells": [...]}`; a cell that is its own clone says nothing."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            cells, others = (self.names(entry.get(key, []), board) for key in ("cells", "cloneCells"))
            if len(cells) != len(others):
                raise self.wrong(entry, "as many cells as cloneCells")
            pairs = [(a, b) for a, b in zip(cells, others) if a != b]
            if pairs:
                yield {"cells": [a for a, _ in pairs], "clone_cells": [b for _, b in pairs]}

    def write(self, rule: Constraint) -> list[Any] | None:
        return [{"cells": upper(_cells(rule)), "cloneCells": upper(rule.clone_cells)}]  # type: ignore[attr-defined]


class Digits(FKey):
    """`{"cells": [...], "values": [...]}`."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            values = entry.get("values", [])
            numbers = [whole(value) for value in values] if isinstance(values, list) else [None]
            if None in numbers:
                raise self.wrong(values, "digits as values")
            if numbers:
                yield {"cells": self.names(entry.get("cells", []), board), "values": numbers}

    def write(self, rule: Constraint) -> list[Any] | None:
        return [{"cells": upper(_cells(rule)), "values": list(rule.values)}]  # type: ignore[attr-defined]


class Letters(FKey):
    """`{"cells": [...], "value": "X"}`: letters for numbers."""

    def __init__(self, name: str, part: str, **letters: int) -> None:
        super().__init__(name)
        self.part, self.letters = part, letters

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            value = entry.get("value")
            if value is None or value == "":
                continue
            if str(value).upper() not in self.letters:
                raise self.wrong(value, f"{' or '.join(self.letters)} as value")
            yield {
                "cells": self.names(entry.get("cells", []), board),
                self.part: self.letters[str(value).upper()],
            }

    def write(self, rule: Constraint) -> list[Any] | None:
        letter = next((word for word, number in self.letters.items() if number == getattr(rule, self.part)), None)
        return None if letter is None else [{"cells": upper(_cells(rule)), "value": letter}]


class Roots(FKey):
    """`{"cells": [...], "value": "DR5"}` among drawn cages: a digital root; other texts are drawings."""

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in self.objects(entries):
            if is_root(entry):
                yield {"cells": self.names(entry.get("cells", []), board), "root": int(entry["value"].strip()[2:])}

    def write(self, rule: Constraint) -> list[Any] | None:
        if rule.sum is not None or rule.root is None:  # type: ignore[attr-defined]
            return None
        return [{"cells": upper(_cells(rule)), "value": f"DR{rule.root}"}]  # type: ignore[attr-defined]


class InCells(FKey):
    """`{"givenPencilMarks": [1, 2]}` in the cells of the grid: the reader of the grid has them."""

    written_only = True

    def write(self, rule: Constraint) -> list[Any] | None:
        return []


class Negatives(FKey):
    """`"negative": ["ratio", "xv"]`: neighbours without a dot, or without X and V, do not do what these say."""

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

    def write_among(self, rule: Constraint, rules: Sequence[Constraint]) -> list[Any] | None:
        words: tuple[str, ...] = rule.of  # type: ignore[attr-defined]
        marked = [tuple(pair) for pair in rule.marked]  # type: ignore[attr-defined]
        wanted = pairs_of(rules, "xv") if "xv" in words else pairs_of(rules, "difference", "ratio")
        mixed = "xv" in words and len(words) > 1
        if mixed or sorted(marked) != sorted(wanted) or not usual(rule, ratios(rules)):
            return None
        return list(words)


class WhiteNegatives(FKey):
    """`"nonconsecutive": true` beside white dots: neighbours with a dot of difference 1 are exempt."""

    written_only = True

    def write_among(self, rule: Constraint, rules: Sequence[Constraint]) -> list[Any] | None:
        white = pairs_of([one for one in rules if getattr(one, "difference", None) == 1], "difference")
        same = sorted(tuple(pair) for pair in rule.marked) == sorted(white)  # type: ignore[attr-defined]
        return [True] if rule.of == ("difference",) and same and usual(rule, []) else None  # type: ignore[attr-defined]


class Apart(Flag):
    """`"nonconsecutive": true`; beside white dots it is a negative constraint."""

    late = True

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        white = pairs_of([one for one in rules if getattr(one, "difference", None) == 1], "difference")
        if any(entries):
            yield {"type": "negative", "of": ["difference"], "marked": white} if white else {}

    def write_among(self, rule: Constraint, rules: Sequence[Constraint]) -> list[Any] | None:
        return (
            None if any(getattr(one, "difference", None) == 1 for one in rules if one.word == "difference") else [True]
        )


def usual(rule: Constraint, ratio: Sequence[int]) -> bool:
    """Whether a negative constraint is about difference 1, these ratios, and sums 5 and 10."""
    found = {name: tuple(getattr(rule, name) or ()) for name in ("difference", "ratio", "sum")}
    words = rule.of  # type: ignore[attr-defined]
    return found == {
        "difference": (1,) if "difference" in words else (),
        "ratio": tuple(ratio) if "ratio" in words else (),
        "sum": (5, 10) if "xv" in words else (),
    }


def ratios(rules: Sequence[Constraint]) -> list[int]:
    """The ratios in use, 2 where there are none."""
    return sorted({one.ratio for one in rules if one.word == "ratio"}) or [2]  # type: ignore[attr-defined]


def is_root(entry: dict[str, Any]) -> bool:
    """Whether a drawn cage says a digital root."""
    return isinstance(entry.get("value"), str) and bool(re.fullmatch(r"\s*DR[1-9]\s*", entry["value"]))


def upper(names: Sequence[Any]) -> list[str]:
    """Names as f-puzzles writes them."""
    return [str(name).upper() for name in names]


def _cells(rule: Constraint) -> Sequence[str]:
    found: Sequence[str] = rule.cells  # type: ignore[attr-defined]
    return found


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
    places = rule.places()
    row, column = places[0]
    if len(places) < 2:
        return (row + 1, column + 1), None
    step = (places[1][0] - row, places[1][1] - column)
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
