"""A certificate as a whole: what it claims, and whether it proves it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from .board import Board, board_of, cell_name, differing, grid_of
from .errors import Rejected, require
from .formula import hitting, parse_dimacs, rules
from .proof import check_drat, check_lrat
from .rating import retrace

PROVEN = {"cnf", "drat"}
KEYS = {  # claim -> keys it has, keys it may have
    "unique": ({"puzzle", "solution", *PROVEN}, {"witnesses", "rating", "lrat"}),
    "multiple": ({"puzzle", "solution", "second"}, set()),
    "impossible": ({"puzzle", *PROVEN}, {"lrat"}),
    "fewest": ({"solution", "clues", "rivals", *PROVEN}, {"lrat"}),
}


def check_certificate(certificate: dict[str, Any]) -> str:
    """What the certificate proves, in words. Raises Rejected where anything it says is not so."""
    claim = certificate.get("claim")
    require(claim in KEYS, f"claim is {claim!r}; known: {', '.join(KEYS)}")
    needed, allowed = KEYS[str(claim)]
    keys = set(certificate) - {"claim", "board", "format"}
    require(certificate.get("format") == "cpsudoku-certificate 1", f"format is {certificate.get('format')!r}")
    require("board" in certificate and needed <= keys, f"no {', '.join(sorted(needed - keys)) or 'board'}")
    require(keys <= needed | allowed, f"unknown: {', '.join(sorted(keys - needed - allowed))}")
    board = board_of(json.dumps(certificate["board"], sort_keys=True))
    n = board.side
    puzzle = grid_of(certificate["puzzle"], board, False) if "puzzle" in keys else ()
    clues = [i for i, d in enumerate(puzzle) if d]
    solution = grid_of(certificate["solution"], board, True) if "solution" in keys else ()

    def extends(grid: Sequence[int], dropped: int, name: str) -> None:
        wrong = [i for i in clues if grid[i] != puzzle[i] and i != dropped]
        require(not wrong, f"{name} differs from the clue in {', '.join(cell_name(i, n) for i in wrong)}")

    if solution and puzzle:
        extends(solution, -1, "the solution")
    said = f"{len(clues)} clues"
    if claim == "multiple":
        second = grid_of(certificate["second"], board, True)
        extends(second, -1, "the second solution")
        require(second != solution, "the two solutions are one")
        return f"multiple: two solutions ({said})"
    if claim == "fewest":
        rivals, least = certificate["rivals"], certificate["clues"]
        require(type(least) is int and 0 < least <= n * n and isinstance(rivals, list), f"clues {least!r}")
        sets = [differing(solution, grid_of(rival, board, True)) for rival in rivals]
        require(all(sets), "a rival is the grid itself")
        variables, clauses = hitting(sets, n * n, least - 1)
        said = f"fewest: every puzzle of this grid has at least {least} clues ({len(sets)} rivals)"
    else:
        variables, plain = rules(board)
        clauses = {*plain, *((i * n + puzzle[i],) for i in clues)}
        if claim == "unique":
            clauses.add(tuple(sorted(-(i * n + d) for i, d in enumerate(solution))))
            if "witnesses" in keys:
                check_witnesses(certificate["witnesses"], clues, solution, board, extends)
                said += ", minimal"
            if "rating" in keys:
                require(certificate["board"] == {"box": [3, 3]}, "a rating is for the classic board")
                said += ", " + retrace(certificate["rating"], puzzle, solution)
        said = f"{claim}: {'one' if claim == 'unique' else 'no'} solution ({said})"
    stated, listed = parse_dimacs(str(certificate["cnf"]))
    require(stated == variables, f"the formula has {stated} variables; the board's has {variables}")
    given = {tuple(sorted(clause)) for clause in listed}
    for text, odd in (("not the board's", given - clauses), ("missing", clauses - given)):
        require(not odd, f"the formula is not the one of this puzzle: {text}: {[*odd, ()][0]}")
    require(len(given) == len(listed), "the formula has a clause twice")
    check_drat(variables, listed, str(certificate["drat"]))
    if "lrat" in keys:
        check_lrat(variables, listed, str(certificate["lrat"]))
    return said


def check_witnesses(
    witnesses: object, clues: list[int], solution: Sequence[int], board: Board, extends: Callable[..., None]
) -> None:
    """One other solution for the puzzle without each clue: no clue can go."""
    names = {cell_name(i, board.side): i for i in clues}
    if not isinstance(witnesses, dict) or set(witnesses) != set(names):
        raise Rejected("the witnesses are not one for each clue")
    for name, text in witnesses.items():
        grid = grid_of(text, board, True)
        extends(grid, names[name], f"the witness of {name}")
        require(grid[names[name]] != solution[names[name]], f"the witness of {name} has the clue it is to lack")
