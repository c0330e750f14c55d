"""Forgeries of rules beyond houses and of boards that are not square: each is stopped by one guard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from cpsudoku.board.geometry import boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import parse
from cpsudoku.evidence.certificate import Certificate, certify, dimacs

from .honest import GRID, OTHER, Data, board4, forged

PUZZLE = "123434122.4.4.2."
"""Its solutions are GRID and OTHER."""
RULE = "xv 3 r3c1 r3c2"
"""GRID keeps it."""
EQUAL = "clone r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 / r2c3 r2c4 r2c1 r2c2 r4c2 r4c1 r4c4 r4c3"
"""And this, of many clauses."""


@cache
def _ruled(*rules: str) -> Certificate:
    found = certify(Puzzle.parse(PUZZLE, boxes(2, 2)).under(map(parse, rules)))
    assert isinstance(found, Certificate)
    return found


def ruled(*more: str) -> Data:
    """A puzzle that one rule makes unique: the rule is needed."""
    return dict(_ruled(RULE, *more).data)


def repeated(times: int) -> Data:
    """The last rule stated so many times."""
    found = ruled(EQUAL)
    rules = found["board"]["constraints"]
    return found | {"board": found["board"] | {"constraints": [*rules[:-1], *rules[-1:] * times]}}


def both(rule: Any) -> Data:
    """That GRID and OTHER, which begin with the rows 1234 and 3412, keep a rule."""
    return forged("multiple", "." * 16, GRID, board4(constraints=[rule]), second=OTHER)


def expressed(pattern: str) -> Data:
    """That they keep an expression."""
    return both({"type": "regex", "cells": ["r1c1"], "pattern": pattern})


def nested(depth: int) -> Any:
    """Rules inside rules."""
    rule: Any = {"type": "anti_king"}
    for _ in range(depth):
        rule = {"type": "or", "options": [[rule], []]}
    return rule


def shaped(**more: Any) -> Data:
    """Two grids of a row of two cells."""
    board: Data = {"rows": 1, "columns": 2, "digits": [1, 2], "latin": True, "regions": []}
    solutions = more.pop("solution", "1 2"), more.pop("second", "2 1")
    cells = len(solutions[0].split())
    return forged("multiple", ". " * cells, solutions[0], board | more, second=solutions[1]) | {"board": board | more}


def single(solution: str, **more: Any) -> Data:
    """That a board of at most one cell and one digit has one filling."""
    found = shaped(**more) | {"claim": "unique", "puzzle": solution, "solution": solution}
    del found["second"]
    cells = len(solution.split())
    listed = [(1,), (-1,)] if cells else [()]
    return found | {"cnf": dimacs(cells, listed), "drat": "0\n"}


def needed(*grids: str) -> Data:
    """The ruled puzzle with other grids for its rule."""
    return {**ruled(), "needed": list(grids)}


RULED: dict[str, tuple[str, Callable[[], Any]]] = {
    # a rule's parts
    "rule without its part": ("odd: no cells", lambda: both({"type": "odd"})),
    "rule with more": ("odd: unknown: note", lambda: both({"type": "odd", "cells": ["r1c1"], "note": 1})),
    "too few cells": ("1 cells", lambda: both({"type": "greater", "cells": ["r1c1"]})),
    "too many cells": ("3 cells", lambda: both({"type": "greater", "cells": ["r1c3", "r1c2", "r1c1"]})),
    "cell twice": ("a cell twice", lambda: both({"type": "odd", "cells": ["r1c1", "r1c1"]})),
    "too few lists": ("1 lists", lambda: both({"type": "equal_sum", "segments": [["r1c1"]]})),
    "cells in an object": ("no list", lambda: both({"type": "odd", "cells": {"r1c1": 1}})),
    "cell of no name": ("no cell", lambda: both({"type": "odd", "cells": ["R1C1"]})),
    "row off the board": ("off the board", lambda: both({"type": "odd", "cells": ["r5c1"]})),
    "column off the board": ("off the board", lambda: both({"type": "even", "cells": ["r1c9"]})),
    "sum of a half": ("no whole number", lambda: both({"type": "xv", "cells": ["r1c1", "r1c2"], "sum": 3.0})),
    "number too small": ("out of range", lambda: both({"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 0})),
    "number too large": ("out of range", lambda: both({"type": "negative", "marked": [], "sum": [10**10]})),
    "pair of three": (
        "no pair",
        lambda: both({"type": "pairwise", "cells": ["r1c1", "r1c2"], "allowed": [[1, 2, 3]], "mode": "all"}),
    ),
    "unknown word": (
        "known: consecutive, all",
        lambda: both({"type": "pairwise", "cells": ["r1c1", "r1c2"], "allowed": [[1, 2]], "mode": "each"}),
    ),
    "flag of a number": (
        "neither true nor false",
        lambda: both({"type": "contains", "cells": ["r1c1"], "values": [1], "exact": 0}),
    ),
    "coefficients for fewer cells": (
        "not a coefficient a cell",
        lambda: both({"type": "sum", "cells": ["r1c1", "r1c2"], "sum": 1, "coeffs": [1]}),
    ),
    "not of two": (
        "not: 2 rules inside",
        lambda: both(
            {"type": "not", "rule": [{"type": "even", "cells": ["r1c1"]}, {"type": "odd", "cells": ["r1c1"]}]}
        ),
    ),
    "doublers of what has no sum": (
        "odd inside",
        lambda: both({"type": "doublers", "rules": [{"type": "odd", "cells": ["r1c1"]}]}),
    ),
    "group without end": ("no expression", lambda: expressed("([1-4]")),
    "end without group": ("no expression", lambda: expressed("[1-4])")),
    "repetition without end": ("no expression", lambda: expressed("[1-4]{1")),
    "repetition from much to little": ("no expression", lambda: expressed("[1-4]|1{1,0}")),
    "groups too deep": ("no expression", lambda: expressed("(" * 21 + "[1-4]" + ")" * 21)),
    "digits repeated for long": ("more than 1000", lambda: expressed("[1-4]|1{1001}")),
    "too deep": ("deeper than 20", lambda: both(nested(21))),
    "too much": ("the most taken on", lambda: repeated(24_000)),
    # boards of any shape
    "extras on a shaped board": ("extra houses are of", lambda: shaped(extras=[])),
    "rows of a half": ("board of 1.0 x 2", lambda: shaped(rows=1.0)),
    "columns of a half": ("board of 1 x 2.0", lambda: shaped(columns=2.0)),
    "no rows": ("board of 0 x 1", lambda: single(" ", rows=0, columns=1)),
    "no columns": ("board of 1 x 0", lambda: single(" ", rows=1, columns=0)),
    "256 rows": (
        "board of 256 x 1",
        lambda: shaped(rows=256, columns=1, latin=False, solution="1 " * 256, second="2 " * 256),
    ),
    "256 columns": (
        "board of 1 x 256",
        lambda: shaped(rows=1, columns=256, latin=False, solution="1 " * 256, second="2 " * 256),
    ),
    "latin of a number": ("latin is 1", lambda: shaped(latin=1)),
    "digits in an object": ("not the lowest and the highest", lambda: shaped(digits={1: 0, 2: 0})),
    "three digits": ("not the lowest and the highest", lambda: shaped(digits=[1, 2, 3])),
    "digits of halves": ("not the lowest and the highest", lambda: shaped(digits=[1, 2.0])),
    "digits below nothing": ("from 0 or more", lambda: shaped(digits=[-1, 2])),
    "one digit": ("not 2 to 255", lambda: single("1", columns=1, digits=[1, 1])),
    "256 digits": ("not 2 to 255", lambda: shaped(digits=[1, 256])),
    # rules that are needed
    "needed in an object": ("not a grid for each constraint", lambda: {**ruled(), "needed": {OTHER: 1}}),
    "a rule without its grid": ("not a grid for each constraint", lambda: needed()),
    "grid of another puzzle": ("xv, differs from the clue in r1c1", lambda: needed("2134342113424213")),
    "grid that keeps the rule": ("xv, keeps it", lambda: needed(GRID)),
    "grid against the houses": ("a digit twice", lambda: needed("1234341223414121")),
}
