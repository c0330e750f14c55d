"""Types of Interactive Sudoku Solver's strings: `.Thermo~R1C1~R1C2`; an entry is the list of a type's arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.constraints.cell_names import place
from cpsudoku.constraints.fpuzzles import before, ray, usual
from cpsudoku.constraints.keys import Key, Parts, is_usual, marks_are, pairs_of, upper, written_as
from cpsudoku.numerals import whole

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

_CELL = re.compile(r"[rR](\d{1,2}|[a-zA-Z])[cC](\d{1,2}|[a-zA-Z])")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NAMED = re.compile(r"^R(\d+)C(\d+)")
_SIX = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


UNNESTED = frozenset(
    ["AntiConsecutive", "AntiKing", "AntiKnight", "AntiTaxicab", "Diagonal", "DisjointSets", "DutchFlatmates"]
    + ["GlobalEntropy", "GlobalMod", "StrictKropki", "StrictXV", "Windoku"]
)
"""Types that Interactive Sudoku Solver does not take inside `.Or` and `.And`."""


class Type(Key):
    """A type of a string."""

    format: ClassVar[str] = "iss"

    def names(self, given: Sequence[str]) -> list[str]:
        """Cells by name; rows and columns beyond 9 are letters."""
        found = []
        for name in given:
            match = _CELL.fullmatch(name)
            if match is None:
                raise self.wrong(name, "cells such as R1C1")
            row, column = (int(part, 10 if part.isdigit() else 36) for part in match.groups())
            found.append(f"r{row}c{column}")
        return found

    def chains(self, given: Sequence[str]) -> list[list[str]]:
        """One or more lists of cells that empty arguments, or names such as _name, set apart."""
        found: list[list[str]] = [[]]
        for word in given:
            if not word or word.startswith("_"):
                found.append([])
            else:
                found[-1] += self.names([word])
        if not any(found):
            raise self.wrong("~".join(given), "cells such as R1C1")
        return list(filter(None, found))

    def number(self, given: Sequence[str]) -> int:
        """The first argument as a number."""
        found = whole(given[0]) if given else None
        if found is None:
            raise self.wrong(given[0] if given else "", "a whole number")
        return found

    def numbers(self, text: str) -> list[int]:
        """Numbers joined by `_`."""
        found = [whole(part) for part in text.replace(",", "_").split("_")]
        kept = [number for number in found if number is not None]
        if len(kept) < len(found):
            raise self.wrong(text, "numbers such as 1_2_2")
        return kept

    def item(self, *arguments: object) -> str:
        """The type and its arguments as text."""
        return "~".join([f".{self.name}", *(_NAMED.sub(_named36, str(argument)) for argument in arguments)])


class Bare(Type):
    """`.AntiKnight`."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        if arguments:
            raise self.wrong("~".join(arguments), "no arguments")
        yield dict(self.parts)

    def write(self, rule: Any) -> list[Any] | None:
        return [self.item()] if is_usual(rule, self.parts) else None


class Falling(Type):
    """`.Diagonal~1` rises, `.Diagonal~-1` falls."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        if arguments not in (["1"], ["-1"]):
            raise self.wrong("~".join(arguments), "1 or -1")
        yield {"direction": "+" if arguments == ["1"] else "-"}

    def write(self, rule: Any) -> list[Any] | None:
        return [self.item(1 if rule.direction == "+" else -1)]


class Cells(Type):
    """`.Thermo~cells`, or a number first. *usual*: the number where it may be left out; *none*: a 0 for none."""

    def __init__(
        self, name: str, value: str = "", usual: int | None = None, none: bool = False, written_only: bool = False
    ) -> None:
        super().__init__(name, value, written_only)
        self.usual, self.none = usual, none

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        found = dict(self.parts)
        if self.value:
            if arguments and whole(arguments[0]) is None and self.usual is not None:
                found[self.value] = self.usual
            else:
                number = self.number(arguments)
                arguments = arguments[1:]
                if number or not self.none:
                    found[self.value] = number
        yield {**found, "cells": self.names(arguments)}

    def write(self, rule: Any) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        if not self.value:
            return [self.item(*upper(rule.cells))]
        number = getattr(rule, self.value)
        return None if number is None and not self.none else [self.item(number or 0, *upper(rule.cells))]


class Pairs(Type):
    """`.WhiteDot~cells`: every two of the cells that share a side, the earlier one first."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        adjacent = [pair for pair in combinations(self.names(arguments), 2) if dist(*map(place, pair)) == 1]
        if not adjacent:
            raise self.wrong("~".join(arguments), "cells of which two share a side")
        for pair in adjacent:
            yield {**self.parts, "cells": list(pair)}

    def write(self, rule: Any) -> list[Any] | None:
        side_by_side = tuple(sorted(rule.at)) in set(rule.board.adjacent())
        return [self.item(*upper(rule.cells))] if side_by_side and self.says(rule, "cells") else None


class Coded(Type):
    """`.Type~code~cells`: the code states one part of the rule."""

    part: ClassVar[str]

    def decode(self, code: str) -> Any:
        """The part that a code states."""
        raise NotImplementedError

    def encode(self, value: Any) -> str | None:
        """The code of a part, None if it has none."""
        raise NotImplementedError

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        code = arguments[0] if arguments else ""
        yield {**self.parts, self.part: self.decode(code), "cells": self.names(arguments[1:])}

    def write(self, rule: Any) -> list[Any] | None:
        code = self.encode(getattr(rule, self.part)) if self.says(rule, "cells", self.part) else None
        return None if code is None else [self.item(code, *upper(rule.cells))]


class Listed(Coded):
    """`.ContainExact~1_2_2~cells`."""

    part = "values"

    def decode(self, code: str) -> list[int]:
        return self.numbers(code)

    def encode(self, value: Any) -> str | None:
        return "_".join(map(str, value))


class Spoken(Coded):
    """`.LookAndSay~1223~cells`: counts and digits in turn."""

    part = "pairs"

    def decode(self, code: str) -> list[tuple[int, int]]:
        if not code.isascii() or not code.isdigit() or len(code) % 2:
            raise self.wrong(code, "pairs of a count and a digit, such as 1223")
        return [(int(code[k]), int(code[k + 1])) for k in range(0, len(code), 2)]

    def encode(self, value: Any) -> str | None:
        numbers = [number for pair in value for number in pair]
        return None if max(numbers) > 9 else "".join(map(str, numbers))


class Axis(Coded):
    """`.Indexing~C~cells`."""

    part = "axis"

    def decode(self, code: str) -> str:
        axis = {"C": "col", "R": "row"}.get(code.upper())
        if axis is None:
            raise self.wrong(code, "C or R")
        return axis

    def encode(self, value: Any) -> str | None:
        return {"col": "C", "row": "R"}.get(value)


class Controlled(Coded):
    """`.CountDistinct~control~cells`."""

    part = "control"

    def decode(self, code: str) -> list[str]:
        return self.names([code])

    def encode(self, value: Any) -> str | None:
        return upper(value)[0]


class Pattern(Coded):
    """`.Regex~<expression in base64>~cells`."""

    part = "pattern"

    def decode(self, code: str) -> str:
        from base64 import urlsafe_b64decode

        try:
            return urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode("ascii")
        except ValueError:
            raise self.wrong(code, "an expression in base64") from None

    def encode(self, value: Any) -> str | None:
        from base64 import urlsafe_b64encode

        return urlsafe_b64encode(value.encode()).decode().rstrip("=")

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        pattern = self.decode(arguments[0] if arguments else "")
        for chain in self.chains(arguments[1:]):
            yield {self.part: pattern, "cells": chain}


class Arrow(Type):
    """`.Arrow~circle~shaft` and `.PillArrow~2~circles~shaft`; a pill is read in reading order."""

    def __init__(self, name: str, pill: bool = False) -> None:
        super().__init__(name)
        self.pill = pill

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        size = self.number(arguments) if self.pill else 1
        cells = self.names(arguments[1:] if self.pill else arguments)
        if not 1 <= size < len(cells):
            raise self.wrong("~".join(arguments), "a circle and its shaft")
        pill = sorted(cells[:size], key=place)
        yield {"pill": pill, "line": cells[size:]}

    def write(self, rule: Any) -> list[Any] | None:
        pill, names = rule.numbers("pill"), upper((*rule.pill, *rule.line))
        if self.pill:
            return [self.item(len(pill), *names)] if len(pill) in (2, 3) and list(pill) == sorted(pill) else None
        return [self.item(*names)] if len(pill) == 1 else None


class Weighted(Type):
    """`.Sum~total~cells`, `.Sum~total_=_1_-1~cells`."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        total, equals, by = (arguments[0] if arguments else "").partition("_=_")
        found: Parts = {"sum": self.number([total]), "cells": self.names(arguments[1:])}
        yield {**found, "coeffs": self.numbers(by)} if equals else found

    def write(self, rule: Any) -> list[Any] | None:
        by = rule.coeffs
        if by is not None and max(map(abs, by)) > 100:
            return None
        total = str(rule.sum) + ("" if by is None else "_=_" + "_".join(map(str, by)))
        return [self.item(total, *upper(rule.cells))]


class Loop(Cells):
    """`.SumLine~10~cells~LOOP`."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        loop = bool(arguments) and arguments[-1].upper() == "LOOP"
        for found in super().one(arguments[:-1] if loop else arguments, board):
            yield {**found, "loop": loop}

    def write(self, rule: Any) -> list[Any] | None:
        return [self.item(rule.sum, *upper(rule.cells)) + "~LOOP" * bool(rule.loop)]


class Segments(Type):
    """`.EqualSum~segment~-~segment`."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        found: list[list[str]] = [[]]
        for word in arguments:
            if word in ("-", ""):
                found.append([])
            else:
                found[-1] += self.names([word])
        yield {"segments": [segment for segment in found if segment]}

    def write(self, rule: Any) -> list[Any] | None:
        words = [word for segment in rule.segments for word in ("-", *upper(segment))]
        return [self.item(*words[1:])]


class Sets(Type):
    """`.SameValues~3~cells`: so many sets of equal size."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        number, cells = self.number(arguments), self.names(arguments[1:])
        if number < 1 or len(cells) % number:
            raise self.wrong("~".join(arguments), "a number of sets that divides the number of cells")
        size = len(cells) // number
        yield {"sets": [cells[k * size : (k + 1) * size] for k in range(number)]}

    def write(self, rule: Any) -> list[Any] | None:
        if len(set(map(len, rule.sets))) > 1:
            return None
        return [self.item(len(rule.sets), *(name for group in rule.sets for name in upper(group)))]


class Square(Type):
    """`.Quad~topleft~1~2`."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        first = self.names(arguments[:1])
        if not first:
            raise self.wrong("", "a cell and digits")
        row, column = place(first[0])
        cells = [f"r{row + down}c{column + right}" for down in (0, 1) for right in (0, 1)]
        yield {"cells": cells, "values": self.numbers("_".join(arguments[1:]))}

    def write(self, rule: Any) -> list[Any] | None:
        cells, columns = sorted(rule.numbers("cells")), rule.board.columns
        a = cells[0]
        if cells != [a, a + 1, a + columns, a + columns + 1] or (a + 1) % columns == 0:
            return None
        return [self.item(rule.board.name_of(a).upper(), *rule.values)]


class Relation(Type):
    """`.Pair~<key>~_name~cells`: a relation as a matrix of bits, six to a character, the lowest first."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        digits = range(board.lo, board.hi + 1)
        if not arguments or any(character not in _SIX for character in arguments[0]):
            raise self.wrong(arguments[0] if arguments else "", "a relation in base64")
        bits = "".join(f"{_SIX.index(character):06b}"[::-1] for character in arguments[0])
        bits = bits.ljust(len(digits) ** 2, "0")
        allowed = [
            (a, b) for i, a in enumerate(digits) for j, b in enumerate(digits) if bits[i * len(digits) + j] == "1"
        ]
        chains = [chain for chain in self.chains(arguments[1:]) if len(chain) > 1]
        if not chains:
            raise self.wrong("~".join(arguments[1:]), "two cells or more")
        for chain in chains:
            yield {**self.parts, "allowed": allowed, "cells": chain}

    def write(self, rule: Any) -> list[Any] | None:
        if rule.mode != self.parts["mode"]:
            return None
        digits, allowed = rule.digits, set(rule.allowed)
        bits = "".join("1" if (a, b) in allowed else "0" for a in digits for b in digits)
        key = "".join(_SIX[int(bits[k : k + 6].ljust(6, "0")[::-1], 2)] for k in range(0, len(bits), 6)).rstrip("A")
        return [self.item(key or "A", "_", *upper(rule.cells))]


class Values(Type):
    """`.~R1C1_8~R2C3_3_4`: cells with their digits; the reader takes the clues, cells with one digit."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        for word in arguments:
            name, _, values = word.partition("_")
            yield {"cells": self.names([name]), "values": self.numbers(values)}

    def write(self, rule: Any) -> list[Any] | None:
        values = "_".join(map(str, rule.values))
        return [self.item(*(f"{name}_{values}" for name in upper(rule.cells)))]


class Strict(Type):
    """`.StrictKropki`, `.StrictXV`: neighbours without a dot, or without X or V, do not satisfy what these state."""

    late = True

    def __init__(self, name: str, *words: str) -> None:
        super().__init__(name)
        self.words = words

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        if entries:
            yield {"of": list(self.words), "marked": pairs_of(rules, *self.words)}

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        if rule.of != self.words or not usual(rule, [2]):
            return None
        return [self.item()] if marks_are(rule, pairs_of(rules, *self.words)) else None


class Row(Type):
    """`.Sandwich~15~R3`: a clue of a whole row or column, from either side."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        if len(arguments) != 2:
            raise self.wrong("~".join(arguments), "a number and a row or column, such as 15~R3")
        yield {self.value: self.number(arguments), "cells": self.line(arguments[1], board, False)}

    def line(self, name: str, board: Geometry, backwards: bool) -> list[str]:
        """The cells of a row or column."""
        axis, number = name[:1].upper(), whole(name[1:])
        most = {"R": board.rows, "C": board.columns}.get(axis, 0)
        if number is None or not 1 <= number <= most:
            raise self.wrong(name, f"R1 to R{board.rows} or C1 to C{board.columns}")
        start, step = ((number, 0), (0, 1)) if axis == "R" else ((0, number), (1, 0))
        found = ray(board, start, step)
        return found[::-1] if backwards else found

    def named(self, rule: Any) -> tuple[str, bool] | None:
        """The row or column of a rule, and whether it is read backwards."""
        start, step = before(rule)
        if step not in ((0, 1), (0, -1), (1, 0), (-1, 0)) or ray(rule.board, start, step) != list(rule.cells):
            return None
        return (f"R{start[0]}" if step[0] == 0 else f"C{start[1]}"), -1 in step

    def write(self, rule: Any) -> list[Any] | None:
        named = self.named(rule) if self.says(rule, "cells", self.value) else None
        return None if named is None else [self.item(getattr(rule, self.value), named[0])]


class Sides(Row):
    """`.XSum~R3~15~20`: a clue from each end of a row or column, left out where empty."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        if not 2 <= len(arguments) <= 3:
            raise self.wrong("~".join(arguments), "a row or column and its clues, such as R3~15~20")
        for backwards, text in enumerate(arguments[1:]):
            if text:
                yield {self.value: self.number([text]), "cells": self.line(arguments[0], board, bool(backwards))}

    def write(self, rule: Any) -> list[Any] | None:
        named = self.named(rule) if self.says(rule, "cells", self.value, "ties") else None
        if named is None:
            return None
        clue = getattr(rule, self.value)
        return [self.item(named[0], "", clue) if named[1] else self.item(named[0], clue, "")]


class Diagonals(Type):
    """`.LittleKiller~20~R1C3`: a diagonal by its first cell; each has one name."""

    def one(self, arguments: list[str], board: Geometry) -> Iterator[Parts]:
        known = named_diagonals(board)
        name = self.names(arguments[1:2])
        if not name or name[0] not in known:
            raise self.wrong("~".join(arguments), "a sum and the first cell of a diagonal")
        yield {"sum": self.number(arguments), "cells": known[name[0]]}

    def write(self, rule: Any) -> list[Any] | None:
        cells = list(rule.cells)
        for name, found in named_diagonals(rule.board).items():
            if found in (cells, cells[::-1]):
                return [self.item(rule.sum, name.upper())]
        return None


def _named36(match: re.Match[str]) -> str:
    row, column = (_DIGITS[int(part)] if int(part) < 36 else part for part in match.groups())
    return f"R{row}C{column}"


class Composite(Type):
    """`.Or` rules `.End`; several rules that hold together are `.And` rules `.End`. Read by `formats.iss`."""

    def write_among(self, rule: Any, rules: Sequence[Constraint]) -> list[Any] | None:
        options: Sequence[Any] = getattr(rule, self.parts["part"])
        texts = []
        for option in options:
            inner = option if isinstance(option, tuple) else (option,)
            found = [written_as(one, self.format, rules) for one in inner]
            if any(written is None or written[0] in UNNESTED for written in found):
                return None
            text = "".join(item for written in found if written for item in written[1])
            texts.append(text if len(inner) == 1 else f".And{text}.End")
        return [f".{self.name}{''.join(texts)}.End"]


def named_diagonals(board: Geometry) -> dict[str, list[str]]:
    """Diagonals of two cells or more by name: from the left side, the right, the top and the bottom, in this order."""
    rows, columns = board.rows, board.columns
    starts = [((r, 0), (1, 1)) for r in range(1, rows)]
    starts += [((r, columns + 1), (-1, -1)) for r in range(2, rows)]
    starts += [((0, c), (1, -1)) for c in range(2, columns + 1)]
    starts += [((rows + 1, c), (-1, 1)) for c in range(2, columns)]
    found: dict[str, list[str]] = {}
    seen: set[frozenset[str]] = set()
    for (row, column), step in starts:
        # the place before the first cell lies a step outside
        start = (
            row - (step[0] if column in (0, columns + 1) else 0),
            column - (step[1] if row in (0, rows + 1) else 0),
        )
        cells = ray(board, start, step)
        if len(cells) > 1 and frozenset(cells) not in seen:
            seen.add(frozenset(cells))
            found[cells[0]] = cells
    return found
