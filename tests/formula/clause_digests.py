"""What rules became before compiled code built the clauses: a digest of the clauses a rule adds, by rule and by way.

`python -m tests.formula.clause_digests` prints the table that `clause_digests.json` keeps; `test_flat.py` compares.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import parse
from cpsudoku.formula import catalog
from cpsudoku.formula.primitives.sums import SUMS
from cpsudoku.formula.primitives.templates import MACHINES
from cpsudoku.formula.primitives.to_clauses import Lowering
from tests.constraints.samples import CASES, placed

NINE = (
    "cage 20 r1c1-r1c4",
    "sum 30 r1c1 r2c4 r3c7 r4c2 r5c5 r6c8",
    "little-killer 40 r1c1-r9c9",
    "arrow r1c1 r1c2 / r2c4 r3c4 r4c5 r5c5",
    "sandwich 15 r1c1-r1c9",
    "skyscraper 4 r1c1-r1c9",
    "region-sum-line r1c1-r1c9",
    "x-sum 20 r1c1-r1c9",
    "or { cage 9 r1c1 r1c2 | sum-line 10 r5c1-r5c9 }",
)
BOARDS: list[tuple[Geometry, str]] = [*CASES, *((Geometry(), text) for text in NINE)]


def ways(text: str) -> Iterator[tuple[str, str, str]]:
    """(sums, automata, at-most-one): every pair of the first two, and some at-most-one methods."""
    yield from ((sums, automata, "pairwise") for sums, automata in product(SUMS, MACHINES))
    yield from (("auto", "layered", method) for method in ("sequential", "commander"))


def digest(clauses: Iterable[Iterable[int]]) -> str:
    """The same for the same clauses, in whatever order they and their literals come."""
    text = json.dumps(sorted(sorted(clause) for clause in clauses))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def of(board: Geometry, text: str, sums: str, automata: str, method: str) -> str:
    """How many variables and clauses a rule adds, for good and under a guard, and the digest of the clauses."""
    encoding = replace(catalog.load("extended"), sums=sums, automata=automata, at_most_one=method)
    lowering = Lowering(board, encoding)
    rule = placed(board, text) if board.size < 81 else parse(text).on(board)
    variables, before = lowering.variables, len(lowering.clauses)
    lowering.stated(rule)
    lowering.guarded(rule)
    clauses = lowering.clauses.lists()[before:]
    return f"{lowering.variables - variables} {len(clauses)} {digest(clauses)}"


def table() -> dict[str, dict[str, str]]:
    """Rule and board -> ways, separated by blanks -> digest; ways that make no difference to the first are left out."""
    found: dict[str, dict[str, str]] = {}
    for board, text in BOARDS:
        digests = {" ".join(way): of(board, text, *way) for way in ways(text)}
        first = digests["auto layered pairwise"]
        kept = {way: value for way, value in digests.items() if value != first or way == "auto layered pairwise"}
        found[f"{text} on {board} {board.lo}..{board.hi}"] = kept
    return found


if __name__ == "__main__":
    print(json.dumps(table(), indent=0))
