"""The records of a program: its array of integers, read and written by names.

A propagator is a record in `State.code`: its kind, its gate (the place of `Numbers`: its literals), the fields of the
kind, and a list last. Compiled code lays the structs of `records.pxd` over the array; plain Python has the classes made
here, with the same names. `House.fields(...)` returns what follows the kind and the gate of a house, for a program;
where there are many (pairs, cages, clauses, sums, machines), programs write the list out, which is faster.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

HOUSE, CROSSING, DIFFERENT, PAIR, CLAUSE, CAGE, SUM, MACHINE = range(8)
CHOICE, WHEN, REREAD, RANK, BETWEEN, INNIES, EQUAL, BOARD = range(8, 16)


class Place:
    """A place in an array, and the integers from there on: what a pointer is to compiled code."""

    def __init__(self, array: MutableSequence[int], at: int) -> None:
        self.array = array
        self.at = at

    def __getitem__(self, k: int) -> int:
        return self.array[self.at + k]


class Record:
    """The fields from a place on by name; `record[k]` is the k-th of such records side by side."""

    NAMES: Sequence[str] = ()

    def __init__(self, place: Any) -> None:
        self.array: MutableSequence[int] = place.array
        self.at: int = place.at

    def __getitem__(self, k: int) -> Any:
        return type(self)(Place(self.array, self.at + k * len(self.NAMES)))


def record(state: Any, at: int) -> Place:
    """A place in the program of a state."""
    return Place(state.code, at)


record_in = Place
"""A place in an array of code."""


def struct(names: str, items: str = "", of: type[Record] | None = None, head: str = "kind gate ") -> Any:
    """A class of records with these fields, and a list of integers, or *of* records, behind them.

    A field `name=0` may be left out of `fields`: it is written later.
    """
    new: Any = type("Struct", (Record,), {"NAMES": (head + names).replace("=0", "").split()})
    for offset, name in enumerate(new.NAMES):
        setattr(new, name, _field(offset))
    if items:
        setattr(new, items, _list(len(new.NAMES), of))
    written = new.NAMES[len(head.split()) :] + ([f"*{items}"] if items else [])
    parameters = ["*", *names.split(), *([items] if items else [])]
    new.fields = staticmethod(eval(f"lambda {', '.join(parameters)}: [{', '.join(written)}]")) if written else None
    return new


def _field(offset: int) -> property:
    def read(self: Record) -> int:
        return self.array[self.at + offset]

    def write(self: Record, value: int) -> None:
        self.array[self.at + offset] = value

    return property(read, write)


def _list(offset: int, of: type[Record] | None) -> property:
    def read(self: Record) -> Place | Record:
        place = Place(self.array, self.at + offset)
        return place if of is None else of(place)

    return property(read)


# parts of propagators
Numbers = struct("size", "items", head="")
"""A gate: its literals; the statement of a branch or of a condition: its propagators."""
Term = struct("variable factor group", head="")
"""*variable*: -1 - the place of a literal where negative; *group*: the size of the group that begins here, else 0."""
Part = struct("size shift sets begins", "terms", Term, head="")
"""One of several sums that are equal: *shift* is added to it; of a large part the *sets* of its size in `table` by
their sums, and the place in `code` where each sum *begins* there."""
Layer = struct("cell edges number masks", head="")
"""*number* edges in `code`, their masks in `table`."""
Edge = struct("source target", head="")
Range = struct("first number", head="")
"""Sets of digits in `table`."""

# propagators
Head = struct("")
"""What all have."""
Board = struct("end=0")
"""The code of its houses follows it, to *end*."""
House = struct("visibility=0 links=0 size", "cells")
"""The places of its lists in `State.visibility` and `State.links` (0: none)."""
Crossing = struct("left right", "cells")
"""Cells of one full house outside another, then those of the other outside the one."""
Different = struct("size", "cells")
Pair = struct("a b rows")
"""*rows* in `table`: for each digit of a what b may be, then for each digit of b what a may be."""
Clause = struct("size", "literals")
Cage = struct("sets number links=0 combinations=0 size", "cells")
"""A *number* of sets of digits in `table`; the place of its lists in `State.links` (0: none); the variable of the
combinations that are left (0: none)."""
Sum = struct("totals number size", "terms", Term)
"""A *number* of totals in `table`, ascending, each plus BIAS; terms of a group stand in turn."""
Machine = struct("end size", "layers", Layer)
"""*end*: the state after the last layer."""
Choice = struct("variable branches cells", "items")
"""The variables that the branches are about, *cells* of them, then the places of the branches: `Numbers` each."""
When = struct("conditions statement")
"""The places of the gate of the conditions and of the statement: `Numbers`."""
Rank = struct("smaller ties size", "cells")
"""The cells of the line, *size* of them, then those of the lines of each other edge, *size* lines an edge."""
Between = struct("ranges size", "cells")
"""The place of a `Range` for each number of cells between the two ends, from 0 on."""
Equal = struct("small large", "parts")
"""The places of the small parts, then of the large ones."""
