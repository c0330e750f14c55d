"""What checking a certificate may cost: the costliest certificates of each kind that the checker does not refuse.

    python benchmarks/certificate_costs.py [--only KIND,...] [--bytes 60000] [--part 20] [--costliest]

For every kind of rule, for formulas, proofs, witnesses, bounds and ratings, certificates are built to cost as much as
possible for their size, in growing sizes until the checker says "too costly to check" (or --bytes is reached). A line a
kind: of all of them the most CPU seconds and the most peak bytes that checking took, each in a process of its own, with
what the bound allows (`cpsudoku/evidence/checker/work.py`): a twentieth of it, to be done soon, unless --part 1 asks
for the whole. --costliest: only the two ways to make certificates of a kind that cost most seconds and most bytes at a
fiftieth of that. Exit code 1 where either is more than the bound.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from measuring import options_of

from cpsudoku.evidence.checker import Rejected, work
from cpsudoku.evidence.checker.certificate import check_certificate, size_of
from cpsudoku.evidence.checker.kinds import KINDS
from cpsudoku.evidence.checker.work import TooCostly, Work

Data = dict[str, Any]
Make = Callable[[int], Data]
"""(size from 1) -> a certificate that costs much; its cost grows with the size."""


class Cost(NamedTuple):
    """Of one certificate, of *size* bytes: CPU seconds, and peak bytes."""

    size: int
    seconds: float
    held: int
    said: str


# ------------------------------------------------------------------ certificates that cost much


def name(cell: int, columns: int) -> str:
    return f"r{cell // columns + 1}c{cell % columns + 1}"


def board(rows: int, columns: int, digits: int, rules: list[Data], regions: list[list[str]] | None = None) -> Data:
    """Without houses, digits from 1."""
    shape = {"rows": rows, "columns": columns, "digits": [1, digits], "latin": False, "regions": regions or []}
    return {**shape, "constraints": rules}


def impossible(on: Data) -> Data:
    """With an empty grid, and neither formula nor proof: the formula is written down before they are compared."""
    cells = on["rows"] * on["columns"]
    proof = {"puzzle": ". " * cells, "cnf": "p cnf 1 0\n", "drat": ""}
    return {"format": "cpsudoku-certificate 2", "claim": "impossible", "board": on, **proof}


def multiple(on: Data) -> Data:
    """With grids of ones but for the last cell: each rule is held to both."""
    cells = on["rows"] * on["columns"]
    grids = {"solution": "1 " * cells, "second": "1 " * (cells - 1) + "2"}
    return {"format": "cpsudoku-certificate 2", "claim": "multiple", "board": on, "puzzle": ". " * cells, **grids}


def shapes(kind: str, k: int, columns: int, digits: int) -> Iterator[Data]:
    """Rules of the kind on a board of k cells, as large as they can be."""
    every = [name(cell, columns) for cell in range(k)]
    pairs = [[every[i], every[i + 1]] for i in range(0, k - 1, 2)]
    many = list(range(1, k + 1))
    parts: dict[str, list[Any]] = {
        "cells": [every], "sum": [k, k * digits // 2], "difference": [1], "ratio": [2], "root": [3],
        "pill": [every[:9]], "line": [every[9:] or every[:1]], "loop": [True], "segments": [pairs], "values": [many],
        "exact": [True], "pairs": [[[i, 1 + i % digits] for i in many]], "control": [every[:1]], "sets": [pairs],
        "mod": [2, k], "clone_cells": [every[::-1]], "allowed": [[[1, 1], [1, 2]]], "mode": ["all"], "marked": [pairs],
        "count": [k // 3], "value": [2], "axis": ["box", "col", "row"], "rank": [3], "ties": ["none"],
        "regions": [[every]], "direction": ["-"],
    }  # fmt: skip
    parts["pattern"] = ["(" * 9 + "[1-8]*" + "|2)*" * 9 + "1[1-8]{9}", "1?" * min(k, 400)]
    inner = {"type": "all_different", "cells": every}
    sums = {"type": "sum", "cells": every, "sum": 10**6}
    nested: dict[str, list[Data]] = {
        "not": [{"rule": [inner]}, {"rule": [{"type": "not", "rule": [{"type": "nabner", "cells": every}]}]}],
        "and": [{"rules": [inner] * k}],
        "or": [{"options": [[inner]] * k}],
        "doublers": [{"rules": [sums] * min(k, 20)}, {"rules": [{"type": "cage", "cells": every, "sum": 9}]}],
    }
    if kind in nested:
        yield from ({"type": kind, **one} for one in nested[kind])
        return
    of = KINDS[kind]
    keys = [*of.needs, *(key for key in of.may if kind != "sum")]  # type: ignore[attr-defined]
    cut = {"difference", "ratio", "xv", "greater"}
    for at in range(max([len(parts[key]) for key in keys], default=1)):
        rule = {"type": kind, **{key: parts[key][at % len(parts[key])] for key in keys}}
        if kind in cut:
            rule["cells"] = every[:2]
        if kind == "negative":
            rule |= dict.fromkeys(("difference", "ratio", "sum"), many)
        if kind in ("disjoint_groups", "windoku"):
            rule["regions"] = [every, every[::-1]]
        yield rule


def of_kind(kind: str) -> list[Make]:
    """Boards that are wide, and of many digits; one rule, and many."""
    makers: list[Make] = []
    for digits in (2, 9, 255):
        for many in (False, True):
            for claim in (impossible, multiple):

                def make(size: int, digits: int = digits, many: bool = many, claim: Any = claim, at: int = 0) -> Data:
                    cells = 8 if many else min(4 * size, 65_025)
                    columns = min(cells, 255)
                    rows = -(-cells // columns)
                    cells = rows * columns
                    rules = list(shapes(kind, cells, columns, digits))
                    rule = rules[at % len(rules)]
                    every = [name(cell, columns) for cell in range(cells)]
                    on = board(rows, columns, digits, [rule] * (size if many else 1), [every])
                    if kind != "indexing":
                        on["regions"] = []
                    return claim(on)  # type: ignore[no-any-return]

                makers.append(make)
                if kind in ("not", "doublers", "regex", "indexing", "modular", "cage"):
                    makers.append(lambda size, make=make: make(size, at=1))  # type: ignore[misc]
    if kind == "doublers":
        makers.append(doubled)
    return makers


def doubled(size: int) -> Data:
    """A latin square around sums that no choice of doubled cells meets: all choices are tried."""
    n = min(3 + size, 35)
    rule = {"type": "sum", "cells": ["r1c1"], "sum": 1}
    on = {**board(n, n, n, [{"type": "doublers", "rules": [rule]}]), "latin": True}
    grid = " ".join(str((r + c) % n + 1) for r in range(n) for c in range(n))
    return {**multiple(on), "solution": grid, "second": grid}


def formula(size: int) -> Data:
    """Regions stated again and again."""
    columns = min(2 * size, 255)
    every = [name(cell, columns) for cell in range(columns)]
    return impossible(board(1, columns, 255, [], [every] * size))


ROW = 16
"""Cells and digits of the board whose formula is proven upon."""
EVERY = " ".join(map(str, range(1, ROW * ROW + 1)))
"""The longest clause there is without a literal and its negation."""


def row() -> Data:
    """A row that holds every digit, with its formula: no proof ends, but lemmas follow."""
    from cpsudoku.evidence.certificate import dimacs
    from cpsudoku.evidence.checker import board_of, rules

    on = board(1, ROW, ROW, [], [[name(cell, ROW) for cell in range(ROW)]])
    variables, clauses = rules(board_of(on))
    return {**impossible(on), "cnf": dimacs(variables, list(dict.fromkeys(clauses)))}


def long_lemmas(size: int) -> Data:
    """The longest clause, again and again."""
    return {**row(), "drat": f"{EVERY} 0\n" * size}


def resolvents(size: int) -> Data:
    """A lemma that does not follow, but is RAT: all clauses are looked at, each time it comes back."""
    cell, digit = range(1, ROW + 1), range(1, ROW * ROW + 1, ROW)
    clauses = [" ".join(map(str, literals)) for literals in (cell, digit, dict.fromkeys((*cell, *digit)))]
    return {**row(), "drat": "d {} 0\nd {} 0\n".format(*clauses[:2]) + f"{clauses[2]} 0\nd {clauses[2]} 0\n" * size}


def propagated(size: int) -> Data:
    """Lemmas that all cells but one are filled to refute."""
    lemmas = []
    for k in range(size):
        *filled, last = [cell * ROW + (cell + k) % ROW + 1 for cell in range(ROW)]
        lemmas.append(" ".join(str(-literal) for literal in filled) + f" {last} 0\n")
    return {**row(), "drat": "".join(lemmas)}


def hinted(size: int) -> Data:
    """An LRAT step whose hints are the longest clause, again and again."""
    data = row()
    number = data["cnf"].count("\n")
    hints = f"{number} " * size
    return {**data, "lrat": f"{number} {EVERY} 0 1 0\n{number + 1} {EVERY} 0 {hints}0\n"}


def witnesses(size: int) -> Data:
    """Rivals, each held to many rules."""
    n = 8 * max(1, size // 16)
    every = [name(cell, 8) for cell in range(8)]
    on = board(1, 8, 9, [{"type": "even", "cells": every}] * n)
    grids = {"solution": "2 " * 8, "clues": 1, "rivals": ["4 " * 8] * size, "tree": []}
    return {"format": "cpsudoku-certificate 2", "claim": "fewest", "board": on, **grids}


def tree(size: int) -> Data:
    """Nodes without weights, on as wide a board as there is."""
    columns = min(16 * size, 255)
    cells = columns * min(size, 255)
    on = board(cells // columns, columns, 2, [])
    nodes = [{"weights": [], "cell": name(cell % cells, columns)} for cell in range(size * 8)]
    grids = {"solution": "1 " * cells, "clues": 10**6, "rivals": ["2 " * cells], "tree": nodes}
    return {"format": "cpsudoku-certificate 2", "claim": "fewest", "board": on, **grids}


def chain(size: int) -> Data:
    """A rating whose step has a chain inside, which every statement replays on another grid."""
    cells = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]
    inside = {"technique": "forcing-chain", "targets": [size], "nodes": []}
    inside["nodes"] = [{"is": "r1c1=1", "by": "assumption"}] * (size + 1)
    off = [{"is": f"{cell}-2", "by": "assumption"} for cell in cells]
    rest = [{"is": "r1c1-1", "by": "chain", "from": sorted({k % 81, k // 81 % 81}), "inner": 0} for k in range(size)]
    step = {"technique": "dynamic-contradiction", "rating": 9.0, "place": "", "remove": "r1c1-1", "level": 2}
    step |= {"nodes": off + rest, "targets": [0, 1], "inner": [inside]}
    on = {"box": [3, 3]}
    row = "123456789456789123789123456"
    grid = row + "".join(row[k * 9 : k * 9 + 9][1:] + row[k * 9] for k in range(3))
    grid += "".join(row[k * 9 : k * 9 + 9][2:] + row[k * 9 : k * 9 + 2] for k in range(3))
    rated = {"er": 9.0, "ep": 9.0, "ed": 9.0, "steps": [step]}
    proof = {"cnf": "p cnf 1 0\n", "drat": "", "rating": rated}
    return {
        "format": "cpsudoku-certificate 2",
        "claim": "unique",
        "board": on,
        "puzzle": "." * 81,
        "solution": grid,
        **proof,
    }


OTHERS: dict[str, list[Make]] = {
    "(formula)": [formula],
    "(DRAT)": [long_lemmas, resolvents, propagated],
    "(LRAT)": [hinted],
    "(witnesses)": [witnesses],
    "(bound)": [tree],
    "(rating)": [chain],
}
MAKERS: dict[str, list[Make]] = {**{kind: of_kind(kind) for kind in KINDS}, **OTHERS}
"""Kind -> what makes its costly certificates."""


# ------------------------------------------------------------------ costs


def answer(data: Data) -> str:
    """What the checker says, in short."""
    try:
        check_certificate(data)
    except TooCostly:
        return "too costly"
    except Rejected:
        return "rejected"
    return "verified"


def _child(data: Data, sender: Any) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    said = answer(data)
    seconds = time.process_time() - began
    sender.send(
        Cost(size_of(data), seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, said)
    )


def cost(data: Data) -> Cost:
    """What checking it takes, in a process of its own."""
    receiver, sender = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=_child, args=(data, sender))
    process.start()
    found: Cost = receiver.recv()
    process.join()
    return found


BOUND = {name: getattr(work, name) for name in ("LEAST_SECONDS", "SECONDS", "LEAST_BYTES", "BYTES")}


def allow(part: int) -> None:
    """Divide the bound."""
    for name, whole in BOUND.items():
        setattr(work, name, whole / part)


def costs(makers: list[Make], most: int) -> Iterator[tuple[Make, Cost]]:
    """Of each maker, in sizes that are four times the last until the bound is met, then twice in between."""
    for make in makers:
        low, high = 0, 0  # the largest size below the bound, the smallest beyond
        for size in (4**k for k in range(16)):
            data = make(size)
            found = cost(data) if size_of(data) <= most else None
            if found is not None:
                yield make, found
            if found is None or found.said == "too costly":
                high = size
                break
            low = size
        for _ in range(2):
            size = (low + high) // 2
            if size == low:
                break
            data = make(size)
            if size_of(data) > most:
                high = size
                continue
            found = cost(data)
            yield make, found
            low, high = (low, size) if found.said == "too costly" else (size, high)


def seconds_of_bound(found: Cost) -> float:
    """The part of the seconds allowed that it took."""
    return found.seconds / Work(found.size).seconds


def bytes_of_bound(found: Cost) -> float:
    """The part of the bytes allowed that it took."""
    return found.held / Work(found.size).most_bytes


def costliest(makers: list[Make], most: int) -> list[Make]:
    """Those that take most seconds and most bytes."""
    found = list(costs(makers, most))
    if not found:
        return makers
    ends = [max(found, key=lambda one: part(one[1]))[0] for part in (seconds_of_bound, bytes_of_bound)]
    return [make for make in makers if make in ends]


def main() -> None:
    options = options_of(__doc__, only="", bytes=60_000, part=20, costliest=False)
    bad = False
    print(f"{'':20} {'seconds':>9} {'of':>6} {'bytes':>9} {'MB':>8} {'of':>6} {'bytes':>9}")
    for kind in options.only.split(",") if options.only else MAKERS:
        makers = MAKERS[kind]
        if options.costliest:
            allow(50 * options.part)
            makers = costliest(makers, options.bytes)
        allow(options.part)
        found = [each for _, each in costs(makers, options.bytes)]
        if not found:
            print(f"{kind:20} none of {options.bytes:,} bytes or less", flush=True)
            continue
        slow, wide = max(found, key=seconds_of_bound), max(found, key=bytes_of_bound)
        seconds, held = Work(slow.size).seconds, Work(wide.size).most_bytes
        first = f"{kind:20} {slow.seconds:9.2f} {seconds:6.1f} {slow.size:9,}"
        print(f"{first} {wide.held / 1e6:8.0f} {held / 1e6:6.0f} {wide.size:9,}", flush=True)
        bad |= slow.seconds > seconds or wide.held > held
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
