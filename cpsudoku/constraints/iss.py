"""Types of Interactive Sudoku Solver's strings: `.Thermo~R1C1~R1C2`; an entry is the list of a type's arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.constraints.fpuzzles import before, ray, usual
from cpsudoku.constraints.keys import Key, Parts, is_usual, pairs_of, written_as
from cpsudoku.constraints.patterns import orthogonal
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

    def read(self, entries: Sequence[Any], board: Geometry) -> Iterator[Parts]:
        for entry in entries:
            yield from self.one(entry, board)

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        """The rules of one list of arguments."""
        raise NotImplementedError

    def names(self, given: Sequence[str]) -> list[str]:
        """Cells by name; rows and columns beyond 9 are letters."""
        found = []
        for name in given:
            match = _CELL.fullmatch(name)
            if match is None:
                raise self.wrong(name, "cells such as R1C1")
            found.append(f"r{_from36(match[1])}c{_from36(match[2])}")
        return found

    def chains(self, given: Sequence[str]) -> Iterator[list[str]]:
        """Lists of cells that empty arguments, or names such as _name, set apart."""
        found: list[str] = []
        for word in [*given, ""]:
            if word and not word.startswith("_"):
                found += self.names([word])
            elif found:
                yield found
                found = []

    def some(self, given: Sequence[str]) -> list[list[str]]:
        """The same, at least one."""
        found = list(self.chains(given))
        if not found:
            raise self.wrong("~".join(given), "cells such as R1C1")
        return found

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

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        if given:
            raise self.wrong("~".join(given), "no arguments")
        yield dict(self.parts)

    def write(self, rule: Constraint) -> list[Any] | None:
        return [self.item()] if is_usual(rule, self.parts) else None


class Falling(Type):
    """`.Diagonal~1` rises, `.Diagonal~-1` falls."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        if given not in (["1"], ["-1"]):
            raise self.wrong("~".join(given), "1 or -1")
        yield {"direction": "+" if given == ["1"] else "-"}

    def write(self, rule: Constraint) -> list[Any] | None:
        return [self.item(1 if rule.direction == "+" else -1)]  # type: ignore[attr-defined]


class Cells(Type):
    """`.Thermo~cells`, or a number first. *usual*: the number where it may be left out; *none*: a 0 for none."""

    def __init__(
        self, name: str, number: str = "", usual: int | None = None, none: bool = False, written_only: bool = False
    ) -> None:
        super().__init__(name)
        self.value, self.usual, self.none, self.written_only = number, usual, none, written_only

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        found = dict(self.parts)
        if self.value:
            if given and whole(given[0]) is None and self.usual is not None:
                found[self.value] = self.usual
            else:
                number = self.number(given)
                given = given[1:]
                if number or not self.none:
                    found[self.value] = number
        yield {**found, "cells": self.names(given)}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells", self.value):
            return None
        cells = [str(name).upper() for name in rule.cells]  # type: ignore[attr-defined]
        if not self.value:
            return [self.item(*cells)]
        number = getattr(rule, self.value)
        if number is None and not self.none:
            return None
        return [self.item(number or 0, *cells)]


class Pairs(Type):
    """`.WhiteDot~cells`: every two of the cells that share a side, the earlier one first."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        cells = self.names(given)
        at = {tuple(map(int, name[1:].split("c"))): name for name in cells}
        places = [tuple(map(int, name[1:].split("c"))) for name in cells]
        pairs = [
            (one, other)
            for k, one in enumerate(places)
            for other in places[k + 1 :]
            if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        ]
        if not pairs:
            raise self.wrong("~".join(given), "cells of which two share a side")
        for one, other in pairs:
            yield {**self.parts, "cells": [at[one], at[other]]}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells"):
            return None
        cells = rule.numbers("cells")
        if tuple(sorted(cells)) not in set(orthogonal(rule.board)):
            return None
        return [self.item(*(str(name).upper() for name in rule.cells))]  # type: ignore[attr-defined]


class Listed(Type):
    """`.ContainExact~1_2_2~cells`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        yield {**self.parts, "values": self.numbers(given[0] if given else ""), "cells": self.names(given[1:])}

    def write(self, rule: Constraint) -> list[Any] | None:
        if not self.says(rule, "cells", "values"):
            return None
        cells = (str(name).upper() for name in rule.cells)  # type: ignore[attr-defined]
        return [self.item("_".join(map(str, rule.values)), *cells)]  # type: ignore[attr-defined]


class Arrow(Type):
    """`.Arrow~circle~shaft` and `.PillArrow~2~circles~shaft`; a pill is read in reading order."""

    def __init__(self, name: str, pill: bool = False) -> None:
        super().__init__(name)
        self.pill = pill

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        size = self.number(given) if self.pill else 1
        cells = self.names(given[1:] if self.pill else given)
        if not 1 <= size < len(cells):
            raise self.wrong("~".join(given), "a circle and its shaft")
        pill = sorted(cells[:size], key=lambda name: tuple(map(int, name[1:].split("c"))))
        yield {"pill": pill, "line": cells[size:]}

    def write(self, rule: Constraint) -> list[Any] | None:
        pill, line = rule.numbers("pill"), rule.numbers("line")
        names = [rule.board.name_of(cell).upper() for cell in (*pill, *line)]
        if self.pill:
            return [self.item(len(pill), *names)] if len(pill) in (2, 3) and list(pill) == sorted(pill) else None
        return [self.item(*names)] if len(pill) == 1 else None


class Weighted(Type):
    """`.Sum~total~cells`, `.Sum~total_=_1_-1~cells`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        total, equals, by = (given[0] if given else "").partition("_=_")
        found: Parts = {"sum": self.number([total]), "cells": self.names(given[1:])}
        yield {**found, "coeffs": self.numbers(by)} if equals else found

    def write(self, rule: Constraint) -> list[Any] | None:
        by = rule.coeffs  # type: ignore[attr-defined]
        if by is not None and max(map(abs, by)) > 100:
            return None
        cells = [str(name).upper() for name in rule.cells]  # type: ignore[attr-defined]
        total = str(rule.sum) + ("" if by is None else "_=_" + "_".join(map(str, by)))  # type: ignore[attr-defined]
        return [self.item(total, *cells)]


class Loop(Cells):
    """`.SumLine~10~cells~LOOP`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        loop = bool(given) and given[-1].upper() == "LOOP"
        for found in super().one(given[:-1] if loop else given, board):
            yield {**found, "loop": loop}

    def write(self, rule: Constraint) -> list[Any] | None:
        cells = [str(name).upper() for name in rule.cells]  # type: ignore[attr-defined]
        found = self.item(rule.sum, *cells)  # type: ignore[attr-defined]
        return [found + "~LOOP" * bool(rule.loop)]  # type: ignore[attr-defined]


class Segments(Type):
    """`.EqualSum~segment~-~segment`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        found: list[list[str]] = [[]]
        for word in given:
            if word in ("-", ""):
                found.append([])
            else:
                found[-1] += self.names([word])
        yield {"segments": [segment for segment in found if segment]}

    def write(self, rule: Constraint) -> list[Any] | None:
        groups = [[str(name).upper() for name in group] for group in rule.segments]  # type: ignore[attr-defined]
        return [self.item(*"~-~".join("~".join(group) for group in groups).split("~"))]


class Sets(Type):
    """`.SameValues~3~cells`: so many sets of equal size."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        number, cells = self.number(given), self.names(given[1:])
        if number < 1 or len(cells) % number:
            raise self.wrong("~".join(given), "a number of sets that divides the number of cells")
        size = len(cells) // number
        yield {"sets": [cells[k * size : (k + 1) * size] for k in range(number)]}

    def write(self, rule: Constraint) -> list[Any] | None:
        sets = rule.sets  # type: ignore[attr-defined]
        if len(set(map(len, sets))) > 1:
            return None
        return [self.item(len(sets), *(str(name).upper() for group in sets for name in group))]


class Spoken(Type):
    """`.LookAndSay~1223~cells`: counts and digits in turn."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        clue = given[0] if given else ""
        if not clue.isascii() or not clue.isdigit() or len(clue) % 2:
            raise self.wrong(clue, "pairs of a count and a digit, such as 1223")
        pairs = [(int(clue[k]), int(clue[k + 1])) for k in range(0, len(clue), 2)]
        yield {"pairs": pairs, "cells": self.names(given[1:])}

    def write(self, rule: Constraint) -> list[Any] | None:
        pairs = rule.pairs  # type: ignore[attr-defined]
        if any(number > 9 for pair in pairs for number in pair):
            return None
        clue = "".join(f"{count}{digit}" for count, digit in pairs)
        return [self.item(clue, *(str(name).upper() for name in rule.cells))]  # type: ignore[attr-defined]


class Square(Type):
    """`.Quad~topleft~1~2`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        first = self.names(given[:1])
        if not first:
            raise self.wrong("", "a cell and digits")
        row, column = map(int, first[0][1:].split("c"))
        cells = [f"r{row + down}c{column + right}" for down in (0, 1) for right in (0, 1)]
        yield {"cells": cells, "values": self.numbers("_".join(given[1:]))}

    def write(self, rule: Constraint) -> list[Any] | None:
        cells, columns = sorted(rule.numbers("cells")), rule.board.columns
        a = cells[0]
        if cells != [a, a + 1, a + columns, a + columns + 1] or (a + 1) % columns == 0:
            return None
        return [self.item(rule.board.name_of(a).upper(), *rule.values)]  # type: ignore[attr-defined]


class Controlled(Type):
    """`.CountDistinct~control~cells`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        cells = self.names(given)
        yield {"control": cells[:1], "cells": cells[1:]}

    def write(self, rule: Constraint) -> list[Any] | None:
        names = (*rule.control, *rule.cells)  # type: ignore[attr-defined]
        return [self.item(*(str(name).upper() for name in names))]


class Axis(Type):
    """`.Indexing~C~cells`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        axis = {"C": "col", "R": "row"}.get(given[0].upper() if given else "")
        if axis is None:
            raise self.wrong(given[0] if given else "", "C or R")
        yield {"axis": axis, "cells": self.names(given[1:])}

    def write(self, rule: Constraint) -> list[Any] | None:
        letter = {"col": "C", "row": "R"}.get(rule.axis)  # type: ignore[attr-defined]
        if letter is None:
            return None
        return [self.item(letter, *(str(name).upper() for name in rule.cells))]  # type: ignore[attr-defined]


class Pattern(Type):
    """`.Regex~<expression in base64>~cells`."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        from base64 import urlsafe_b64decode

        text = given[0] if given else ""
        try:
            pattern = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
        except ValueError:
            raise self.wrong(text, "an expression in base64") from None
        for chain in self.some(given[1:]):
            yield {"pattern": pattern, "cells": chain}

    def write(self, rule: Constraint) -> list[Any] | None:
        from base64 import urlsafe_b64encode

        packed = urlsafe_b64encode(rule.pattern.encode()).decode().rstrip("=")  # type: ignore[attr-defined]
        return [self.item(packed, *(str(name).upper() for name in rule.cells))]  # type: ignore[attr-defined]


class Relation(Type):
    """`.Pair~<key>~_name~cells`: a relation as a matrix of bits, six to a character, the lowest first."""

    def __init__(self, name: str, mode: str) -> None:
        super().__init__(name)
        self.mode = mode

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        digits = range(board.lo, board.hi + 1)
        if not given or any(character not in _SIX for character in given[0]):
            raise self.wrong(given[0] if given else "", "a relation in base64")
        bits = "".join(f"{_SIX.index(character):06b}"[::-1] for character in given[0])
        bits = bits.ljust(len(digits) ** 2, "0")
        allowed = [
            (a, b) for i, a in enumerate(digits) for j, b in enumerate(digits) if bits[i * len(digits) + j] == "1"
        ]
        chains = [chain for chain in self.some(given[1:]) if len(chain) > 1]
        if not chains:
            raise self.wrong("~".join(given[1:]), "two cells or more")
        for chain in chains:
            yield {"allowed": allowed, "mode": self.mode, "cells": chain}

    def write(self, rule: Constraint) -> list[Any] | None:
        if rule.mode != self.mode:  # type: ignore[attr-defined]
            return None
        digits, allowed = rule.digits, set(rule.allowed)  # type: ignore[attr-defined]
        bits = "".join("1" if (a, b) in allowed else "0" for a in digits for b in digits)
        key = "".join(_SIX[int(bits[k : k + 6].ljust(6, "0")[::-1], 2)] for k in range(0, len(bits), 6)).rstrip("A")
        cells = (str(name).upper() for name in rule.cells)  # type: ignore[attr-defined]
        return [self.item(key or "A", "_", *cells)]


class Given(Type):
    """`.~R1C1_8~R2C3_3_4`: clues, and cells with several digits; the reader has the clues."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        for word in given:
            name, _, values = word.partition("_")
            yield {"cells": self.names([name]), "values": self.numbers(values)}

    def write(self, rule: Constraint) -> list[Any] | None:
        values = "_".join(map(str, rule.values))  # type: ignore[attr-defined]
        return [self.item(*(f"{str(name).upper()}_{values}" for name in rule.cells))]  # type: ignore[attr-defined]


class Strict(Type):
    """`.StrictKropki`, `.StrictXV`: neighbours without a dot, or without X and V, do not do what these say."""

    late = True

    def __init__(self, name: str, *words: str) -> None:
        super().__init__(name)
        self.words = words

    def read_among(self, entries: Sequence[Any], board: Geometry, rules: Sequence[Constraint]) -> Iterator[Parts]:
        if entries:
            yield {"of": list(self.words), "marked": pairs_of(rules, *self.words)}

    def write_among(self, rule: Constraint, rules: Sequence[Constraint]) -> list[Any] | None:
        if rule.of != self.words or not usual(rule, [2]):  # type: ignore[attr-defined]
            return None
        same = sorted(map(tuple, rule.marked)) == sorted(pairs_of(rules, *self.words))  # type: ignore[attr-defined]
        return [self.item()] if same else None


class Row(Type):
    """`.Sandwich~15~R3`: a clue of a whole row or column, from either side."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(name)
        self.value = value

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        if len(given) != 2:
            raise self.wrong("~".join(given), "a number and a row or column, such as 15~R3")
        yield {self.value: self.number(given), "cells": self.line(given[1], board, False)}

    def line(self, name: str, board: Geometry, backwards: bool) -> list[str]:
        """The cells of a row or column."""
        axis, number = name[:1].upper(), whole(name[1:])
        most = {"R": board.rows, "C": board.columns}.get(axis, 0)
        if number is None or not 1 <= number <= most:
            raise self.wrong(name, f"R1 to R{board.rows} or C1 to C{board.columns}")
        start, step = ((number, 0), (0, 1)) if axis == "R" else ((0, number), (1, 0))
        found = ray(board, start, step)
        return found[::-1] if backwards else found

    def named(self, rule: Constraint) -> tuple[str, bool] | None:
        """The row or column of a rule, and whether it is read backwards."""
        start, step = before(rule)
        if step is None or step not in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            return None
        if ray(rule.board, start, step) != list(rule.cells):  # type: ignore[attr-defined]
            return None
        return (f"R{start[0]}" if step[0] == 0 else f"C{start[1]}"), -1 in step

    def write(self, rule: Constraint) -> list[Any] | None:
        named = self.named(rule) if self.says(rule, "cells", self.value) else None
        return None if named is None else [self.item(getattr(rule, self.value), named[0])]


class Sides(Row):
    """`.XSum~R3~15~20`: a clue from each end of a row or column, left out where empty."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        if not 2 <= len(given) <= 3:
            raise self.wrong("~".join(given), "a row or column and its clues, such as R3~15~20")
        for backwards, text in enumerate(given[1:]):
            if text:
                yield {self.value: self.number([text]), "cells": self.line(given[0], board, bool(backwards))}

    def write(self, rule: Constraint) -> list[Any] | None:
        named = self.named(rule) if self.says(rule, "cells", self.value, "ties") else None
        if named is None:
            return None
        clue = getattr(rule, self.value)
        return [self.item(named[0], "", clue) if named[1] else self.item(named[0], clue, "")]


class Diagonals(Type):
    """`.LittleKiller~20~R1C3`: a diagonal by its first cell; each has one name."""

    def one(self, given: list[str], board: Geometry) -> Iterator[Parts]:
        known = named_diagonals(board)
        name = self.names(given[1:2])
        if not name or name[0] not in known:
            raise self.wrong("~".join(given), "a sum and the first cell of a diagonal")
        yield {"sum": self.number(given), "cells": known[name[0]]}

    def write(self, rule: Constraint) -> list[Any] | None:
        cells = list(rule.cells)  # type: ignore[attr-defined]
        for name, found in named_diagonals(rule.board).items():
            if found in (cells, cells[::-1]):
                return [self.item(rule.sum, name.upper())]  # type: ignore[attr-defined]
        return None


def _from36(text: str) -> int:
    return int(text) if text.isdigit() else int(text, 36)


def _named36(match: re.Match[str]) -> str:
    row, column = (
        "0123456789abcdefghijklmnopqrstuvwxyz"[int(part)] if int(part) < 36 else part for part in match.groups()
    )
    return f"R{row}C{column}"


class Composite(Type):
    """`.Or` rules `.End`; several rules that hold together are `.And` rules `.End`. The reader has the inner ones."""

    written_only = True

    def write_among(self, rule: Constraint, rules: Sequence[Constraint]) -> list[Any] | None:
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
