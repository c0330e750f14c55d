"""Honest certificates to forge from, and what forges one whose formula is the right one for its claim."""

from __future__ import annotations

from functools import cache
from typing import Any

from cpsudoku import fewest
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.evidence import checker
from cpsudoku.evidence.certificate import Certificate, certify, dimacs
from cpsudoku.evidence.checker.board import grid_of
from cpsudoku.evidence.checker.formula import hitting, rules
from cpsudoku.evidence.checker.kinds import rule_of

Data = dict[str, Any]
GRID = "1234341221434321"
OTHER = "1234341223414123"
MINIMAL = "1..4.........32."
SMALL = {"box": [2, 2]}


@cache
def _made(text: str, rating: bool) -> Certificate:
    found = certify(Puzzle.parse(text), lrat=True, rating=rating)
    assert isinstance(found, Certificate)
    return found


def honest(text: str, rating: bool = False) -> Data:
    """The certificate of a puzzle."""
    return dict(_made(text, rating).data)


def unique() -> Data:
    """A minimal 4x4 puzzle of GRID, with witnesses and LRAT."""
    return honest(MINIMAL)


@cache
def _fewest() -> Certificate:
    return fewest(GRID).certificate(lrat=True)


def bound() -> Data:
    """GRID needs four clues."""
    return dict(_fewest().data)


def forged(
    claim: str, puzzle: str = "", solution: str = "", board: Any = SMALL, drat: str = "0\n", **more: Any
) -> Data:
    """A certificate with the right formula for what it claims, true or not."""
    certificate: Data = {"format": "cpsudoku-certificate 2", "claim": claim, "board": board, "puzzle": puzzle}
    certificate |= {"solution": solution, "drat": drat, **more}
    read = read_board(board)
    n = read.side
    if claim == "fewest":
        grid = grid_of(solution, read, True)
        sets = [[i for i, (a, b) in enumerate(zip(grid, grid_of(r, read, False))) if a != b] for r in more["rivals"]]
        variables, clauses = hitting(sets, n * n, more["clues"] - 1)
        listed = [*clauses]
    elif claim in ("unique", "impossible"):
        variables, clauses = rules(read)
        given = [(i * n + d,) for i, d in enumerate(digits_of(puzzle, n)) if d]
        no = [tuple(sorted(-(i * n + d) for i, d in enumerate(digits_of(solution, n))))] if solution else []
        listed = [*clauses, *given, *no]
    else:
        del certificate["drat"]
        variables, listed = 0, []
    if listed:
        certificate["cnf"] = dimacs(variables, list(dict.fromkeys(listed)))
    return {key: value for key, value in certificate.items() if value != ""}


def digits_of(text: str, n: int) -> list[int]:
    """Digits of a grid's text, 0 for what is none."""
    symbols = text if n <= 35 else text.split()
    return [int(s) if s.isdecimal() else 0 for s in symbols]


def read_board(board: Any) -> checker.Board:
    """The board as the checker would see it if it looked at nothing."""
    regions = board.get("regions")
    if regions is None:
        rows, columns = board["box"]
        n = rows * columns
        regions = [i // n // rows * rows + i % n // columns for i in range(n * n)]
    n = round(len(regions) ** 0.5)
    extra = ((13, 20, 24, 37, 40, 43, 56, 60, 67),) if "asterisk" in board.get("extras", ()) else ()
    boxes = tuple(tuple(i for i, region in enumerate(regions) if region % n == box) for box in range(n))
    return checker.Board(n, n, range(1, n + 1), boxes, rule_of, extra=extra)


def board4(**more: Any) -> Data:
    """The 4x4 board of a certificate, with more said of it."""
    return {**SMALL, **more}


__all__ = ["GRID", "MINIMAL", "OTHER", "SMALL", "board4", "bound", "forged", "honest", "unique"]
