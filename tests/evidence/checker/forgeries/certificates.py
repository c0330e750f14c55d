"""Forged certificates: each is stopped by one guard of the checker. (words of the refusal, what makes the forgery)"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.evidence.checker.formula import MOST_CLAUSES
from cpsudoku.questions.enumeration import solve

from .honest import GRID, MINIMAL, OTHER, SMALL, Data, board4, bound, forged, honest, unique

SEVERAL = "1234............"
CLASHING = "11.............."
BROKEN = "1234341221434312"


def changed(data: Data, **more: Any) -> Data:
    """A certificate with other values."""
    return {**data, **more}


def without_lrat() -> Data:
    """The minimal puzzle, whose LRAT proof would name clauses by their number."""
    return {key: value for key, value in unique().items() if key != "lrat"}


def lines(data: Data, key: str, change: Callable[[list[str]], list[str]]) -> Data:
    """A certificate one of whose texts has other lines."""
    return {**data, key: "\n".join(change(data[key].split("\n")[:-1])) + "\n"}


def recounted(data: Data, change: Callable[[list[str]], list[str]]) -> Data:
    """A certificate whose formula has other clauses, as its header says."""

    def all_of(text: list[str]) -> list[str]:
        clauses = change(text[1:])
        return [" ".join([*text[0].split()[:3], str(len(clauses))]), *clauses]

    return lines(data, "cnf", all_of)


def impossible(**more: Any) -> Data:
    """The certificate of two equal digits in a row, on a board that is not as it should be."""
    return forged("impossible", more.pop("puzzle", CLASHING), **more)


def multiple(side: int, board: Any) -> Data:
    """Two grids of a board without boxes of more than a row."""
    grids = [[(r + c + shift) % side + 1 for r in range(side) for c in range(side)] for shift in (0, 1)]
    first, second = (" ".join(map(str, grid)) if side > 35 else "".join(map(str, grid)) for grid in grids)
    return forged("multiple", " ".join("." * side**2), first, board, second=second)


@cache
def on_diagonals() -> Data:
    """An easy rating, put on a board with diagonals, of which the steps say nothing."""
    grid = solve(Puzzle.parse("." * 81, Geometry(extras=("diagonals",))), limit=1).solutions[0].line()
    puzzle = "." + grid[1:]
    rating = honest(puzzle, rating=True)["rating"]
    found = forged("unique", puzzle, grid, {"box": [3, 3]}, rating=rating)
    more = Geometry(extras=("diagonals",))
    from cpsudoku.evidence.certificate import Certificate, certify

    certificate = certify(Puzzle.parse(puzzle, more))
    assert isinstance(certificate, Certificate)
    return {**found, **{key: certificate.data[key] for key in ("board", "cnf", "drat")}}


def witnesses(**more: Any) -> Data:
    """The minimal puzzle with other witnesses."""
    data = unique()
    return changed(data, witnesses={**data["witnesses"], **more})


FORGERIES: dict[str, tuple[str, Callable[[], Any]]] = {
    # the whole
    "no object": ("no JSON object", lambda: [1]),
    "format of no hash": ("format is", lambda: changed(unique(), format=[])),
    "rules read in an unknown way": ("rules is", lambda: changed(unique(), rules="complete")),
    "rules read in no word": ("rules is", lambda: changed(unique(), rules=[])),
    "unknown format": ("format is", lambda: changed(unique(), format="cpsudoku-certificate 9")),
    "claim of no hash": ("claim is", lambda: changed(unique(), claim=[])),
    "unknown claim": ("claim is", lambda: changed(unique(), claim="best")),
    "no board": ("no board", lambda: {k: v for k, v in unique().items() if k != "board"}),
    "more than it claims": ("unknown: note", lambda: changed(unique(), note="rated 11.9")),
    "constraints in format 1": (
        "not one of box, regions",
        lambda: changed(unique(), format="cpsudoku-certificate 1", board=board4(constraints=[])),
    ),
    # what is claimed
    "solution of another puzzle": (
        "the solution differs from the clue in r1c2",
        lambda: forged("unique", CLASHING, GRID),
    ),
    "second of another puzzle": (
        "the second solution differs",
        lambda: forged("multiple", GRID, GRID, second=OTHER),
    ),
    "one solution twice": ("the two solutions are one", lambda: forged("multiple", GRID, GRID, second=GRID)),
    "witnesses in a list": ("not one for each clue", lambda: changed(unique(), witnesses=[*unique()["witnesses"]])),
    "witness of no clue": ("not one for each clue", lambda: witnesses(r2c2=GRID)),
    "clue without witness": ("not one for each clue", lambda: changed(unique(), witnesses={})),
    "witness of another puzzle": ("the witness of r1c1 differs", lambda: witnesses(r1c1="2143341212344321")),
    "witness is the solution": ("the clue it is to lack", lambda: witnesses(r1c1=GRID)),
    "half a clue": ("no number of clues", lambda: changed(bound(), clues=4.0)),
    "no clue at all": ("no number of clues", lambda: forged("fewest", "", GRID, rivals=[OTHER], clues=0)),
    "rivals in an object": ("no list", lambda: changed(bound(), rivals=dict.fromkeys(bound()["rivals"]))),
    "the grid as its rival": (
        "a rival is the grid itself",
        lambda: forged("fewest", "", GRID, rivals=[GRID], clues=16),
    ),
    "a rating of format 1 as exact": (
        "format 1 does not say enough",
        lambda: (changed(unique(), format="cpsudoku-certificate 1", rating={}), True),
    ),
    "a rating off the classic board": ("a rating is for the classic board", on_diagonals),
    "rivals that four cells meet": (
        "does not follow",
        lambda: forged("fewest", "", GRID, rivals=bound()["rivals"], clues=5),
    ),
    # the board
    "board of a number": ("no object", lambda: impossible() | {"board": 4}),
    "board with more": ("not one of", lambda: impossible(board=board4(note=1))),
    "box of a number": ("no list", lambda: impossible() | {"board": {"box": 4}}),
    "box of halves": ("not whole", lambda: impossible() | {"board": {"box": [2.0, 2.0]}}),
    "box of three": ("not rows and columns", lambda: impossible() | {"board": {"box": [2, 2, 1]}}),
    "box below nothing": ("not rows and columns", lambda: impossible(board={"box": [-2, -2]})),
    "side 1": ("no board of side", lambda: forged("unique", "1", "1", {"box": [1, 1]})),
    "side 256": ("no board of side", lambda: multiple(256, {"box": [1, 256]})),
    "side 1 by regions": ("no board of side", lambda: forged("unique", "1", "1", {"regions": [0]})),
    "side 256 by regions": ("no board of side", lambda: multiple(256, {"regions": [i // 256 for i in range(256**2)]})),
    "region -1": ("region -1", lambda: impossible(board={"regions": [0] * 4 + [1] * 4 + [2] * 4 + [-1] * 4})),
    "region 4": ("region 4", lambda: impossible() | {"board": {"regions": [0] * 4 + [1] * 4 + [2] * 4 + [4] * 4}}),
    "unequal regions": ("not 4 of 4", lambda: impossible(board={"regions": [0] * 4 + [1] * 4 + [2] * 5 + [3] * 3})),
    "extras in an object": ("extra houses are", lambda: impossible(board=board4(extras={}))),
    "extra of no hash": ("not known here", lambda: impossible() | {"board": board4(extras=[[]])}),
    "unknown extra": ("not known here", lambda: impossible() | {"board": board4(extras=["hexagon"])}),
    "extra without boxes": (
        "no plain boxes",
        lambda: impossible() | {"board": {"regions": [i // 4 for i in range(16)], "extras": ["centre-dot"]}},
    ),
    "extra without room": ("no windoku", lambda: impossible(board={"box": [4, 1], "extras": ["windoku"]})),
    "extra of another size": ("no asterisk", lambda: impossible(board=board4(extras=["asterisk"]))),
    "constraints in an object": ("no list", lambda: impossible(board=board4(constraints={}))),
    "constraint of no hash": ("kind \\[\\]", lambda: impossible(board=board4(constraints=[{"type": []}]))),
    "unknown constraint": ("kind 'hexagon'", lambda: impossible(board=board4(constraints=[{"type": "hexagon"}]))),
    # grids
    "a cell too few": ("15 cells", lambda: impossible(puzzle=CLASHING[:-1])),
    "a strange digit": ("'5' on a 4x4 board", lambda: impossible() | {"puzzle": "11.............5"}),
    "a digit twice": ("a digit twice", lambda: forged("multiple", "." * 16, GRID, second=BROKEN)),
    "against a constraint": (
        "breaks the unequal",
        lambda: forged(
            "multiple", "." * 16, GRID, board4(constraints=[{"type": "unequal", "cells": [0, 11]}]), second=OTHER
        ),
    ),
    # formulas
    "formula of a number": ("no text", lambda: changed(unique(), cnf=5)),
    "more variables": ("variables", lambda: changed(unique(), cnf=unique()["cnf"].replace("cnf 1", "cnf 2", 1))),
    "clause twice": ("twice", lambda: recounted(without_lrat(), lambda c: [*c, c[0]])),
    "clause left out": ("missing", lambda: recounted(without_lrat(), lambda c: c[1:])),
    "clause added": (
        "not the board's",
        lambda: recounted(forged("unique", SEVERAL, solve(SEVERAL, limit=1).solutions[0].line()), lambda c: [*c, "0"]),
    ),
    "header of three": (
        "formula, line 1",
        lambda: lines(unique(), "cnf", lambda t: [t[0] + " 7", *t[1:]]),
    ),
    "header of too few": ("its header says", lambda: lines(unique(), "cnf", lambda t: [t[0] + "0", *t[1:]])),
    "no header": ("no header", lambda: lines(unique(), "cnf", lambda t: t[1:])),
    "too long a formula": ("more than", lambda: changed(unique(), cnf=unique()["cnf"] + "\n" * MOST_CLAUSES)),
    "number with a plus": ("no clause", lambda: recounted(unique(), lambda c: [*c[:-2], "+" + c[-2], c[-1]])),
    "no number": ("no clause", lambda: changed(unique(), drat="x\n")),
    "clause without end": ("no clause", lambda: recounted(unique(), lambda c: [c[0].removesuffix("0") + "7", *c[1:]])),
    "clause with two ends": ("no clause", lambda: changed(unique(), drat="0 0\n")),
    # proofs
    "deletes what is not there": ("deletes", lambda: changed(unique(), drat="d 1 2 0\n0\n")),
    "deletes what is not there, without LRAT": ("deletes", lambda: changed(without_lrat(), drat="d 1 2 0\n0\n")),
    "variable below": ("beyond", lambda: changed(unique(), drat="-9999 0\n0\n")),
    "variable beyond": ("beyond", lambda: changed(unique(), drat="9999 0\n0\n")),
    "lemma that does not follow": (
        "does not follow",
        lambda: forged("unique", SEVERAL, solve(SEVERAL, limit=1).solutions[0].line()),
    ),
    "no lemma": (
        "does not reach",
        lambda: forged("unique", SEVERAL, solve(SEVERAL, limit=1).solutions[0].line(), drat="\n"),
    ),
    "step without end": ("no step", lambda: changed(unique(), lrat="5\n")),
    "step below nothing": ("clause number '-", lambda: lines(unique(), "lrat", lambda t: ["-" + t[0].lstrip()])),
    "step of a clause": (
        "clause number '1'",
        lambda: lines(unique(), "lrat", lambda t: [" ".join(["1", *t[0].split()[1:]])]),
    ),
    "hint of no clause": ("hint 99999", lambda: changed(unique(), lrat="5000 0 99999 0\n")),
    "hint that is not unit": ("not unit", lambda: two_hints(unique())),
    "no hints": ("do not refute", lambda: changed(unique(), lrat="5000 0 0\n")),
    "no steps": ("LRAT proof does not reach", lambda: changed(unique(), lrat="")),
}


def two_hints(data: Data) -> Data:
    """LRAT that takes all literals of a clause for true, then two of them for false."""
    clauses = [{*map(int, line.split()[:-1])} for line in data["cnf"].split("\n")[1:-1]]
    long = next(k for k, clause in enumerate(clauses, 1) if len(clause) > 2 and min(clause) > 0)
    pair = next(k for k, clause in enumerate(clauses, 1) if {-x for x in clause} < clauses[long - 1])
    return {**data, "lrat": f"5000 0 {long} {pair} 0\n"}


__all__ = ["FORGERIES", "MINIMAL", "SMALL"]
