"""Forged steps made by hand, each stopped by one guard of what retraces ratings: the guard -> (position, step).

A step here states no conclusion (`rating`, `remove`, of most `place`): it is given the one that a checker without the
guard would draw. Positions need not be of any puzzle.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.evidence.checker.rating.board import HOUSES, NUMBER, Grid, cell_of
from cpsudoku.evidence.checker.rating.claim import MOST

Step = dict[str, Any]


def at(cells: str = "", *only: str, placed: str = "") -> Grid:
    """A position where all cells hold all digits, but *cells* (`r1c1=12`) these.

    Of *only* (`9 in row 5: r5c1 r5c2`) a house holds the digit there alone; *placed* (`r1c1=1`) have a digit.
    """
    grid = Grid([0] * 81)
    for word in cells.split():
        cell, _, digits = word.partition("=")
        grid.held[cell_of(cell)] = frozenset(map(int, digits))
    for words in only:
        digit, _, rest = words.partition(" in ")
        house, _, places = rest.partition(":")
        kept = [cell_of(place) for place in places.split()]
        grid.remove((cell, int(digit)) for cell in HOUSES[NUMBER[house]] if cell not in kept)
    for word in placed.split():
        grid.digit[cell_of(word[:4])] = int(word[5])
        grid.held[cell_of(word[:4])] = frozenset()
    return grid


def step(technique: str, **pattern: Any) -> Step:
    """A step; a text of digits or cells stands for a list of them."""
    forged: Step = {"technique": technique, "place": "", **pattern}
    for key in ("digits", "extra"):
        if isinstance(forged.get(key), str):
            forged[key] = [int(digit) for digit in forged[key]]
    if isinstance(forged.get("cells"), str):
        forged["cells"] = forged["cells"].split()
    return forged


def node(text: str, **more: Any) -> Step:
    """`r1c2-1 row 0`: a statement, its reason, its parents."""
    says, by, *parents = text.split()
    return {"is": says, "by": by, "from": [int(parent) for parent in parents], **more}


def chain(technique: str, texts: list[Any], *targets: int, **more: Any) -> Step:
    """A chain step, or a chain inside one."""
    return {
        "technique": technique,
        "nodes": [node(text) if isinstance(text, str) else text for text in texts],
        "targets": list(targets),
        **more,
    }


def chain_step(technique: str, texts: list[Any], *targets: int, **more: Any) -> Step:
    return {"place": "", **chain(technique, texts, *targets, **more)}


# ------------------------------------------------------------------- chains

LINKED = ("9 in row 5: r5c1 r5c2",)
"""r6c3 is no 9: row 5 needs one of two cells that it sees."""
REFUTED = ["r6c3=9 assumption", "r5c1-9 box 0", "r5c2-9 box 0", "r5c1=9 row 2"]
"""That, as a contradiction between 1 and 3."""
SINGLE = chain("x-chain", ["r6c3=9 assumption", "r5c1-9 box 0", "r5c2=9 row 1", "r6c3-9 box 2"], 3)
"""That, as a chain."""
COLUMN9 = "9 in column 9: r6c9 r1c9 r2c9"


def with_more(*texts: Any, level: int = 0, technique: str = "dynamic-contradiction") -> Step:
    """The contradiction, and more statements that are of no use to it but make its level."""
    return chain_step(technique, [*REFUTED, *texts], 1, 3, level=level)


def locking(
    says: str, *parents: int, houses: tuple[str, ...] = ("column 9",), cover: tuple[str, ...] = ("box 3",)
) -> Step:
    words = " ".join(map(str, parents))
    return node(f"{says} locking {words}", houses=list(houses), cover=list(cover), digits=[9])


def hidden_pair(says: str) -> tuple[Grid, Step]:
    pair = node(f"{says} hidden-pair 4", houses=["column 9"], digits=[8, 9])
    return at("", *LINKED, COLUMN9, "8 in column 9: r1c9 r2c9"), with_more("r6c9-9 row 0", pair, level=1)


def naked_pair(says: str = "r1c5-1", cells: str = "r1c2=12 r1c3=129", digits: str = "12", placed: str = "") -> Any:
    pair = node(f"{says} naked-pair 4", houses=["row 1"], digits=[int(digit) for digit in digits])
    return at(cells, *LINKED, placed=placed), with_more("r1c3-9 column 0", pair, level=1)


def x_wing(
    *only: str,
    says: str = "r3c5-9",
    houses: tuple[str, str] = ("row 1", "row 2"),
    off: str = "r1c3-9 column 0",
    more: str = "",
    placed: str = "",
) -> tuple[Grid, Step]:
    wing = node(f"{says} x-wing 4 {'5' if more else ''}", houses=list(houses), digits=[9])
    return at("", *LINKED, *only, placed=placed), with_more(off, *([more] if more else []), wing, level=1)


ROW1, ROW2 = "9 in row 1: r1c3 r1c5 r1c7", "9 in row 2: r2c5 r2c7"
CASES = [
    *("r1c1=1 assumption", "r1c3-1 row 0"),
    *("r1c1=2 assumption", "r1c2-2 row 2", "r1c2=1 cell 3", "r1c3-1 row 4"),
    *("r1c1=3 assumption", "r2c2-3 box 6", "r2c2=1 cell 7", "r1c3-1 box 8"),
]
THREE = "r1c1=123 r1c2=12 r2c2=13"
"""Whatever r1c1 is, r1c3 is no 1: CASES."""


def inside(found: Step, says: str, *before: str, level: int, besides: tuple[int, ...] = ()) -> Step:
    """A contradiction because a chain inside refutes its assumption."""
    cell = says[:4]
    texts: list[Any] = [f"{cell}={says[5]} assumption", f"r9c3-{says[5]} column 0", *before]
    texts.append(node(f"{says} chain 1", inner=0, besides=list(besides)))
    return chain_step("dynamic-contradiction", texts, 0, len(texts) - 1, inner=[found], level=level)


INSIDE = inside(chain("cell-chains", CASES, 1, 5, 9), "r1c3-1", level=0)
INSIDE = {key: INSIDE[key] for key in ("technique", "nodes", "targets", "inner")}
INSIDE["nodes"][1]["is"] = "r8c3-1"
"""As a chain inside another."""
PAIR = ["r1c1=1 assumption", "r1c2-1 row 0", "r1c2=2 cell 1", "r1c1-2 row 2", "r1c1=1 cell 3"]
ROUND = at("r1c1=12 r1c2=12")
TWO = at("", "1 in row 1: r1c1 r1c2")
WITH_LOCKING = chain("dynamic-contradiction", [*REFUTED, "r6c9-9 row 0", locking("r3c8-9", 4)], 1, 3)
FIVES = "5 in box 4: r6c3 r4c1"
TWO_KINDS = chain_step(
    "dynamic-contradiction",
    ["r6c3=9 assumption", "r9c3-9 column 0", node("r6c3-9 chain 1", inner=0), node("r6c3-9 chain 1", inner=1)],
    *(0, 2),
    inner=[SINGLE, chain("dynamic-contradiction", REFUTED, 1, 3)],
    level=4,
)
BRANCHES = ["r1c1=1 assumption", "r1c3-1 row 0", "r1c1=2 assumption", "r1c2-2 row 2", "r1c2=1 cell 3", "r1c3-1 row 4"]

FORCING: dict[str, tuple[Grid, Any]] = {
    "_cases: all((case.on for case in cases))": (
        ROUND,
        chain_step(
            "dynamic-cell-chains",
            [
                *("r1c1-1 assumption", "r1c1=2 cell 0", "r1c2-2 row 1", "r1c2=1 cell 2", "r1c3-1 row 3"),
                *("r1c1-2 assumption", "r1c1=1 cell 5", "r1c3-1 row 6"),
            ],
            *(4, 7),
        ),
    ),
    "_cases: len(expected) > 1": (
        at("", "1 in row 1: r1c1"),
        chain_step("region-chains", ["r1c1=1 assumption", "r2c1-1 column 0"], 1, houses=["row 1"]),
    ),
    "_cases: len(expected) > 1 + (not replayed.dynamic)": (ROUND, chain_step("cell-chains", BRANCHES, 1, 5)),
    "_cases: len(set(stated)) == len(stated)": (
        ROUND,
        chain_step("dynamic-cell-chains", [*BRANCHES, "r1c3-1 row 0"], 1, 5, 6),
    ),
    "_contradicted: assumed.says == again.says": (
        at(),
        chain_step("nishio", ["r1c1=1 assumption", "r1c2-1 row 0", "r1c2=1 assumption"], 1, 2),
    ),
    "_cycle: any((node.by != 'cell' for node in round_ if node.on))": (ROUND, chain_step("cycle", PAIR, 4)),
    "_cycle: len(says) >= 4": (TWO, chain_step("x-cycle", ["r1c1=1 assumption", "r1c2-1 row 0", "r1c1=1 row 1"], 2)),
    "_cycle: len(set(says)) == len(says)": (
        ROUND,
        chain_step("y-cycle", [*PAIR, "r1c2-1 row 4", "r1c2=2 cell 5", "r1c1-2 row 6", "r1c1=1 cell 7"], 8),
    ),
    "_cycle: start.on": (
        ROUND,
        chain_step(
            "y-cycle", ["r1c1-1 assumption", "r1c1=2 cell 0", "r1c2-2 row 1", "r1c2=1 cell 2", "r1c1-1 row 3"], 4
        ),
    ),
    "_double: first.says == (second.cell, second.digit, not second.on)": (
        at(),
        chain_step(
            "dynamic-double-chains", ["r1c1=1 assumption", "r3c3-1 box 0", "r1c2=1 assumption", "r3c3-1 box 2"], 1, 3
        ),
    ),
    "_single: len(set(says)) == len(says)": (
        TWO,
        chain_step(
            "x-chain",
            ["r2c3=1 assumption", "r1c1-1 box 0", "r1c2=1 row 1", "r1c1-1 row 2", "r1c2=1 row 3", "r2c3-1 box 4"],
            5,
        ),
    ),
    "_single: start.says == (end.cell, end.digit, not end.on)": (
        TWO,
        chain_step("x-chain", ["r2c3=1 assumption", "r1c1-1 box 0", "r1c2=1 row 1"], 2),
    ),
    "_straight: node.parents == ((number - 1,) if number else ())": (
        TWO,
        chain_step("x-chain", ["r2c3=1 assumption", "r2c4-1 row 0", "r1c1-1 box 0", "r1c2=1 row 2", "r2c3-1 box 3"], 4),
    ),
    "deduced: not ranks & {2, 3} or not ranks & {4}": (at("", *LINKED), TWO_KINDS),
    "deduced: technique in BASES": (at(THREE), inside(chain("guess", CASES, 1, 5, 9), "r1c3-1", level=4)),
}

NODES: dict[str, tuple[Grid, Any]] = {
    "_chain_inside: found.level <= 2": (
        at(THREE),
        inside(INSIDE, "r1c3-1", level=5),
    ),
    "_chain_inside: inside.technique != 'nishio'": (
        at("", *LINKED),
        inside(chain("nishio", REFUTED, 1, 3), "r6c3-9", level=4),
    ),
    "_chain_inside: not any((other.on for other in others))": (
        at("", *LINKED, COLUMN9, FIVES),
        inside(WITH_LOCKING, "r6c3-9", "r6c3-5 cell 0", "r4c1=5 box 2", level=5, besides=(3,)),
    ),
    "_chain_inside: not besides or (dynamic and found.level)": (
        at("", *LINKED),
        inside(SINGLE, "r6c3-9", "r6c3-5 cell 0", level=2, besides=(2,)),
    ),
    "_follow: not any((parent.on for parent in parents))": (
        at("", *LINKED, "9 in column 3: r6c3 r1c3 r2c3"),
        with_more(locking("r3c1-9", 0, houses=("column 3",), cover=("box 1",)), level=1),
    ),
    "_follow: not node.besides": (at("", *LINKED), with_more(node("r1c1=1 assumption", besides=[0]))),
    "_follow: not node.on": (
        at("", *LINKED, COLUMN9),
        with_more("r6c9-9 row 0", locking("r3c8=9", 4), level=1),
    ),
    "_follow: parents": (at("", *LINKED, "9 in column 9: r1c9 r2c9"), with_more(locking("r3c8-9"), level=1)),
    "_follow: self.patterns": (
        at("", *LINKED, COLUMN9),
        with_more("r6c9-9 row 0", locking("r3c8-9", 4), level=1, technique="nishio"),
    ),
    "_hidden_pair: len(first) == 2": (
        at("", *LINKED, "9 in column 9: r6c9 r1c9 r2c9 r3c9", "8 in column 9: r1c9 r2c9 r3c9"),
        hidden_pair("r1c9-3")[1],
    ),
    "_hidden_pair: node.cell in first": hidden_pair("r4c9-3"),
    "_hidden_pair: node.digit not in node.digits": hidden_pair("r1c9-9"),
    "_link: off": (at("", *LINKED, "7 in row 1: r1c5"), with_more("r1c5=7 row")),
    "_link: other.says[:2] != node.says[:2]": (
        at(),
        chain_step("nishio", ["r1c1=1 assumption", "r1c1-1 row 0"], 0, 1),
    ),
    "_link: self.dynamic or len(off) == 1": (
        at(THREE, "1 in row 3: r3c1 r3c2 r3c9"),
        chain_step("cell-chains", [*CASES, "r3c1-1 box 0", "r3c2-1 box 0", "r3c9=1 row 10 11"], 1, 5, 9),
    ),
    "_locking: len(node.cover) == 1": (
        at("", *LINKED, COLUMN9),
        with_more("r6c9-9 row 0", locking("r3c8-9", 4, houses=("column 9",) * 2, cover=("box 3",) * 2), level=1),
    ),
    "_locking: node.cell in INSIDE[cover] - INSIDE[base]": (
        at("", *LINKED, COLUMN9),
        with_more("r6c9-9 row 0", locking("r9c1-9", 4), level=1),
    ),
    "_naked_pair: grid.empty(house) >= 4": naked_pair(placed="r1c1=3 r1c4=4 r1c6=5 r1c7=6 r1c8=7 r1c9=8"),
    "_naked_pair: len(node.digits) == 2": naked_pair(cells="r1c2=123 r1c3=1239", digits="123"),
    "_naked_pair: node.cell in INSIDE[house]": naked_pair("r5c5-1"),
    "_naked_pair: node.digit in node.digits": naked_pair("r1c5-7"),
    "_x_wing: _exactly(off, before.among(base - cover, [node.digit]))": x_wing(ROW1, ROW2, more="r9c3-9 column 0"),
    "_x_wing: grid.digit.count(node.digit) <= 5": x_wing(
        ROW1, ROW2, placed="r7c1=9 r7c2=9 r7c4=9 r7c5=9 r7c6=9 r7c7=9"
    ),
    "_x_wing: kinds != {'box'}": x_wing(
        "9 in box 1: r3c3 r1c1 r2c1",
        "9 in box 2: r1c5 r2c5",
        says="r1c9-9",
        houses=("box 1", "box 2"),
        off="r3c3-9 column 0",
    ),
    "_x_wing: len(kinds) == 1": x_wing(
        "9 in box 1: r3c3 r1c1 r2c1",
        "9 in column 9: r1c9 r2c9",
        says="r1c5-9",
        houses=("box 1", "column 9"),
        off="r3c3-9 column 0",
    ),
    "_x_wing: len(lines[0]) == 2": x_wing("9 in row 1: r1c3 r1c5 r1c7 r1c9", "9 in row 2: r2c5 r2c7 r2c9"),
    "_x_wing: len(set(node.houses)) == len(node.houses)": x_wing(ROW1, houses=("row 1", "row 1")),
    "_x_wing: lines[0] == lines[1]": x_wing(ROW1, "9 in row 2: r2c5"),
    "_x_wing: node.cell in cover - base": x_wing(ROW1, ROW2, says="r8c8-9"),
    "assumption: len(found) == 1": (
        at("r5c1=123", "1 in box 6: r5c9 r5c7"),
        chain_step(
            "dynamic-contradiction",
            [
                *("r5c9=2 assumption", "r5c8=3 assumption", "r5c1-2 row 0", "r5c1-3 row 1", "r5c1=1 cell 2 3"),
                *("r5c9-1 cell 0", "r5c7=1 box 5", "r5c1-1 row 6"),
            ],
            *(4, 7),
        ),
    ),
    "branch: len(says) == len(found)": (
        at("", *LINKED),
        chain_step(
            "dynamic-contradiction",
            ["r6c3=9 assumption", "r5c1-9 box 0", "r5c2-9 box 0", "r5c2-9 box 0", "r5c1=9 row 2 3"],
            *(1, 4),
        ),
    ),
}

# ----------------------------------------------------------------- patterns

ALIGNED = "r1c1=12 r1c2=13 r1c5=13"
BOXED = at("", "1 in box 1: r1c1 r2c1", "1 in box 2: r1c4 r2c4")
RECTANGLE = "r1c1=12 r1c4=12 "
CORNERS = "r1c1 r1c4 r2c4 r2c1"


def grave(more: str, digits: int = 9) -> Grid:
    """Every cell has two candidates, every digit of the first *digits* two places in every house; but for the digits
    *more* (`r1c1=5`) than these."""
    grid = Grid([0] * 81)
    for cell in range(81):
        row, column = divmod(cell, 9)
        digit = (3 * (row % 3) + row // 3 + column) % 9 + 1
        if digit > digits:
            grid.digit[cell] = digit
        grid.held[cell] = frozenset() if digit > digits else frozenset((digit, digit % digits + 1))
    for word in more.split():
        grid.digit[cell_of(word[:4])] = 0
        grid.held[cell_of(word[:4])] |= set(map(int, word[5:]))
    return grid


def bug(type: int, cells: str, digits: str, **more: Any) -> Step:
    return step("bug", type=type, cells=cells, digits=digits, **more)


def rectangle(type: int, extra: str = "", cells: str = CORNERS, digits: str = "12") -> Step:
    return step("unique-loop", type=type, cells=cells, digits=digits, extra=extra, cover=["row 2"])


def row2(cells: str, *only: str) -> Grid:
    """A rectangle of 1 and 2 whose cells in row 2 hold 3 and 4 too, unless said otherwise."""
    return at(f"{RECTANGLE} r2c1=123 r2c4=124 {cells}", *only)


PATTERNS: dict[str, tuple[Grid, Any]] = {
    "patterns.excluded: all((len(grid.held[peer]) != 1 for peer in PEERS[cell]))": (
        at(f"{ALIGNED} r1c6=45 r9c1=7"),
        step("aligned-pair", cells="r1c1 r1c2"),
    ),
    "patterns.excluded: len(shared) > 1": (at(ALIGNED), step("aligned-pair", cells="r1c1 r1c2")),
    "patterns.excluded: third in near": (
        at("r1c1=12 r1c2=13 r1c4=13 r2c1=45 r2c5=78"),
        step("aligned-triplet", cells="r1c1 r1c2 r2c5"),
    ),
    "patterns.exclusion: len(set(cells)) == len(cells)": (
        at("r1c1=123 r1c2=23 r1c5=12 r1c6=13"),
        step("aligned-triplet", cells="r1c1 r1c2 r1c1"),
    ),
    "patterns.fish: kinds != {'box'}": (
        BOXED,
        step("x-wing", houses=["box 1", "box 2"], cover=["row 1", "row 2"], digits="1"),
    ),
    "uniqueness.bug: cells": (grave(""), bug(1, "", "", rating=5.6, remove="r1c1-1")),
    "uniqueness.bug: len(set(cells)) == len(cells)": (
        grave("r1c9=1234", 8),
        bug(3, "r1c9 r1c9", "1234", houses=["row 1"], extra="1234"),
    ),
    "uniqueness.bug: size <= 6": (
        grave("r1c7=1 r1c8=2"),
        bug(3, "r1c7 r1c8", "12", houses=["row 1"], extra="1234567"),
    ),
    "uniqueness.bug: cells[1] in PEERS[cells[0]]": (grave("r1c1=5 r5c7=6"), bug(4, "r1c1 r5c7", "56")),
    "uniqueness.bug: len(extra) == 1": (grave("r1c1=5 r1c4=7"), bug(4, "r1c1 r1c4", "57")),
    "uniqueness.bug: len(claim.digits) > 1": (
        grave("r1c1=4 r1c7=4"),
        bug(3, "r1c1 r1c7", "4", houses=["row 1"], extra="45"),
    ),
    "uniqueness.bug: set(cells) <= INSIDE[house]": (
        grave("r1c1=4 r1c2=5"),
        bug(3, "r1c1 r1c2", "45", houses=["row 2"], extra="45"),
    ),
    "uniqueness._with_set: 2 * size <= grid.empty(house)": (
        row2("r2c2=35 r2c3=46 r2c5=57 r2c6=37"),
        rectangle(3, "34567"),
    ),
    "uniqueness._with_set: all((grid.among(rest, [digit]) for digit in chosen - claim.digits))": (
        row2("", "1 in row 2: r2c1 r2c4 r2c2 r2c3", "2 in row 2: r2c1 r2c4 r2c2 r2c3", "9 in row 2:"),
        rectangle(3, "129"),
    ),
    "uniqueness._with_set: claim.digits <= chosen": (
        row2("", "5 in row 2: r2c2 r2c3", "6 in row 2: r2c2 r2c3", "7 in row 2: r2c2 r2c3"),
        rectangle(3, "567"),
    ),
    "uniqueness._with_set: held == chosen": (row2("r2c2=34 r2c3=35 r2c5=45"), rectangle(3, "3456")),
    "uniqueness._with_set: len(others) == size - 1": (row2("r2c2=34 r2c3=35 r2c5=45"), rectangle(3, "345")),
    "uniqueness.loop: claim.extra < pair": (
        at(f"{RECTANGLE} r2c1=125 r2c4=125", "5 in row 2: r2c1 r2c4"),
        rectangle(4, "5"),
    ),
    "uniqueness.loop: len(digits) > 1": (at(f"{RECTANGLE} r2c1=123 r2c4=123 r2c2=34"), rectangle(3, "34")),
    "uniqueness.loop: len(more) == 2": (at(f"{RECTANGLE} r2c1=1234 r2c4=12 r2c2=34"), rectangle(3, "34")),
    "uniqueness.loop: len(pair) == 2": (
        at("r1c1=123 r1c4=123 r2c4=123 r2c1=1234"),
        rectangle(1, digits="123"),
    ),
    "uniqueness.loop: len(set(cells)) == len(cells)": (at("r1c1=123"), rectangle(2, cells="r1c1 r1c1")),
    "uniqueness.loop: len(set(even)) == len(even)": (
        at("r1c1=123 r1c2=12 r2c2=12 r2c1=12"),
        rectangle(1, cells="r1c1 r1c2 r2c2 r2c1"),
    ),
    "uniqueness.loop: set(more) <= INSIDE[claim.cover[0]]": (
        at("r1c1=123 r1c4=12 r2c4=124 r2c1=12 r2c2=34"),
        rectangle(3, "34"),
    ),
    "uniqueness.loop: sorted(even) == sorted(odd)": (
        at("r1c1=123 r1c4=12 r5c4=12 r5c1=12"),
        rectangle(1, cells="r1c1 r1c4 r5c4 r5c1"),
    ),
    "patterns._pattern: len(cells) == len(claim.digits)": (
        at("r1c1=12 r1c2=12 r1c3=12"),
        step("naked-pair", houses=["row 1"], cells="r1c1 r1c2 r1c3", digits="12"),
    ),
    "patterns._pattern: len(claim.digits) == size": (
        at("r1c1=12 r1c2=23 r1c3=13"),
        step("naked-pair", houses=["row 1"], cells="r1c1 r1c2 r1c3", digits="123"),
    ),
    "patterns.wing: (len(p), len(a), len(b)) == (size, 2, 2)": (
        at("r1c1=12 r1c2=13 r1c5=13"),
        step("xyz-wing", cells="r1c1 r1c2 r1c5", digits="12", extra="13"),
    ),
    "patterns.wing: len(p & a & b) == size - 2": (
        at("r1c1=12 r1c2=13 r1c5=13"),
        step("xy-wing", cells="r1c1 r1c2 r1c5", digits="12", extra="13"),
    ),
    "patterns.wing: len(p | a | b) == 3": (
        at("r1c1=12 r1c2=34 r1c5=34"),
        step("xy-wing", cells="r1c1 r1c2 r1c5", digits="12", extra="34"),
    ),
    "retracing._check: claim.place or claim.removals": (
        at("r1c1=12 r1c2=12", "1 in row 1: r1c1 r1c2", "2 in row 1: r1c1 r1c2"),
        step("naked-pair", houses=["row 1"], cells="r1c1 r1c2", digits="12"),
    ),
}

# --------------------------------------------------------------------- form

FIVE = at("r1c1=5")
SINGLE_5: Step = {"rating": 2.3, "technique": "naked-single", "place": "r1c1=5", "remove": ""}
"""What these are forged from."""
FORM: dict[str, tuple[Grid, Any]] = {
    "_chain: len(nodes) <= MOST": (FIVE, {**SINGLE_5, "nodes": [node("r1c1=5 assumption")] * (MOST + 1)}),
    "_placed: len(digit) == 1": (FIVE, {**SINGLE_5, "place": "r1c1="}),
    "claim_of: 1 <= value": (FIVE, {**SINGLE_5, "rating": float("-inf")}),
    "claim_of: value <= 20": (FIVE, {**SINGLE_5, "rating": float("inf")}),
    "claim_of: isinstance(step, dict)": (FIVE, list(SINGLE_5)),
}
MADE: dict[str, tuple[Grid, Any]] = {
    f"rating.{module}{guard}": forgery
    for module, forgeries in (("forcing.", FORCING), ("nodes.", NODES), ("", PATTERNS), ("claim.", FORM))
    for guard, forgery in forgeries.items()
}
"""Guard -> position, step."""
