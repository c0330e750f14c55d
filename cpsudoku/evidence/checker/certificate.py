"""A certificate as a whole: what it claims, and whether it proves it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .board import Board, board_of, differing, grid_of, text_of
from .covering import check_tree
from .errors import Rejected, require, shown
from .formula import check_formula, hitting, rules
from .parts import Clause
from .proof import check_drat, check_lrat, same_lemmas
from .rating import retrace
from .work import Work, bounded

PROVEN = {"cnf", "drat"}
KEYS = {  # claim -> keys it has, keys it may have
    "unique": ({"puzzle", "solution", *PROVEN}, {"witnesses", "needed", "rating", "lrat", "rules"}),
    "multiple": ({"puzzle", "solution", "second"}, {"rules"}),
    "impossible": ({"puzzle", *PROVEN}, {"lrat", "rules"}),
    "fewest": ({"solution", "clues", "rivals"}, {"tree", *PROVEN, "lrat"}),
}
READ = {
    "guessed": "its rules were guessed from drawings and text, so the puzzle may be another",
    "missing": "rules may not have been read, so the puzzle may be another",
}
FORMATS = {"cpsudoku-certificate 1": 1, "cpsudoku-certificate 2": 2}


@dataclass(frozen=True)
class Proven:
    """What a certificate proves; as text, one line that says it in words.

    `claim` is about `puzzle` on `board` (claim `fewest`: about the grid `solution`); what a claim does not
    speak of is empty. `minimal`: no clue can go; `needed`: no constraint of the board can.
    `message`: the claim in words, without puzzle and board.
    `rules`: "guessed" or "missing" where the certificate says that of the rules that were read.
    `rating`: how it is certified: "at most"; "exact"; "open" (asked whether exact, not known); "not certified"; or "".
    """

    claim: str
    board: Board
    puzzle: str
    solution: str
    minimal: bool
    message: str
    rating: str = ""
    needed: bool = False
    rules: str = ""

    def __str__(self) -> str:
        return f"{self.message}: {self.puzzle or self.solution} on {self.board}"


def check_certificate(certificate: object, rating_exact: bool = False, work: Work | None = None) -> Proven:
    """What the certificate proves. Raises Rejected where anything it says is not so.

    Raises TooCostly where to check it would take more time or memory than its size allows (`work`).
    *rating_exact*: of a rating also that no easier step existed; one of which that is found not to be so is refused.
    *work*: counts what is done, in place of the bound for this size.
    """
    if not isinstance(certificate, dict):
        raise Rejected(f"no JSON object: {shown(certificate)}")
    with bounded(work or Work(size_of(certificate))):
        return _checked(certificate, rating_exact)


def size_of(certificate: dict[str, Any]) -> int:
    """Its bytes as one JSON object, without the blanks between values and the escapes of texts."""
    texts = {key: value for key, value in certificate.items() if isinstance(value, str)}
    others = {key: value for key, value in certificate.items() if key not in texts}
    return sum(len(key) + len(text) + 6 for key, text in texts.items()) + len(json.dumps(others, default=str))


def _checked(certificate: dict[str, Any], rating_exact: bool) -> Proven:
    version = _version(certificate)
    claim = str(certificate["claim"])
    board = board_of(certificate["board"], version)
    n = board.side
    puzzle = grid_of(certificate["puzzle"], board, False) if "puzzle" in certificate else ()
    solution = grid_of(certificate["solution"], board, True) if "solution" in certificate else ()
    clues = [i for i, d in enumerate(puzzle) if d]
    if solution:
        _extends(solution, puzzle, clues, board, "the solution")
    said = [f"{len(clues)} clues"]
    if board.constraints:
        said.append(f"{len(board.constraints)} constraints")
    rating = ""
    if claim == "multiple":
        second = grid_of(certificate["second"], board, True)
        _extends(second, puzzle, clues, board, "the second solution")
        require(second != solution, "the two solutions are one")
        words = "two solutions"
    elif claim == "fewest":
        least, sets = _rivals(certificate, solution, board)
        if "tree" in certificate:
            require(not {*PROVEN, "lrat"} & set(certificate), "a tree and a formula; a bound is proven by one of them")
            check_tree(certificate["tree"], sets, {board.name(i): i for i in range(board.size)}, least - 1)
        else:
            require(set(certificate) >= PROVEN, f"no tree, and no {' or '.join(sorted(PROVEN - set(certificate)))}")
            _refuted(certificate, *hitting(sets, board.size, least - 1))
        words = f"every puzzle of this grid has at least {least} clues"
        said = [f"{len(sets)} rivals"]
    else:
        variables, plain = rules(board)
        more: list[Clause] = [(cell * n + puzzle[cell],) for cell in clues]
        if claim == "unique":
            more.append(tuple(sorted(-(i * n + d) for i, d in enumerate(solution))))
            if "witnesses" in certificate:
                _witnesses(certificate["witnesses"], puzzle, clues, solution, board)
                said.append("minimal")
            if "needed" in certificate:
                _needed(certificate["needed"], puzzle, clues, board)
                said.append("every constraint needed")
            if "rating" in certificate:
                rating, text = _rating(certificate["rating"], version, board, puzzle, solution, rating_exact)
                said.append(text)
        _refuted(certificate, variables, (clause for part in (more, plain) for clause in part))
        words = f"{'one' if claim == 'unique' else 'no'} solution"
    message = f"{claim}: {words} ({', '.join(said)})"
    minimal = "minimal" in said
    needed = "needed" in certificate
    read = certificate.get("rules", "")
    require(
        "rules" not in certificate or (isinstance(read, str) and read in READ),
        f"rules is {shown(read)}; known: {', '.join(READ)}",
    )
    message += f"; {READ[read]}" if read else ""
    lines = text_of(puzzle, board), text_of(solution, board)
    return Proven(claim, board, *lines, minimal, message, rating, needed, read)


def _version(certificate: dict[str, Any]) -> int:
    """The number of the format, of a certificate whose keys are those of its claim."""
    stated, claim, keys = certificate.get("format"), certificate.get("claim"), set(certificate)
    require(isinstance(stated, str) and stated in FORMATS, f"format is {shown(stated)}; known: {', '.join(FORMATS)}")
    require(isinstance(claim, str) and claim in KEYS, f"claim is {shown(claim)}; known: {', '.join(KEYS)}")
    needed, allowed = KEYS[str(claim)]
    needed = needed | {"format", "claim", "board"}
    require(needed <= keys, f"no {', '.join(sorted(needed - keys))}")
    require(keys <= needed | allowed, f"unknown: {', '.join(sorted(keys - needed - allowed))[:100]}")
    return FORMATS[str(stated)]


def _extends(grid: Sequence[int], puzzle: Sequence[int], clues: Sequence[int], board: Board, name: str) -> None:
    """Raise Rejected unless *grid* has the digits of *puzzle* in the cells *clues*."""
    wrong = [board.name(i) for i in clues if grid[i] != puzzle[i]]
    require(not wrong, f"{name} differs from the clue in {', '.join(wrong)}")


def _rivals(certificate: dict[str, Any], solution: Sequence[int], board: Board) -> tuple[int, list[list[int]]]:
    """(clues, for each rival the cells in which it differs)."""
    least, rivals = certificate["clues"], certificate["rivals"]
    require(type(least) is int and least > 0, f"clues are {shown(least)}: no number of clues")
    require(isinstance(rivals, list), f"rivals are {shown(rivals)}: no list")
    sets = [differing(solution, grid_of(rival, board, True)) for rival in rivals]
    require(all(sets), "a rival is the grid itself")
    return least, sets


def _witnesses(
    witnesses: object, puzzle: Sequence[int], clues: Sequence[int], solution: Sequence[int], board: Board
) -> None:
    """One other solution for the puzzle without each clue: no clue can go."""
    names = {board.name(i): i for i in clues}
    if not isinstance(witnesses, dict) or set(witnesses) != set(names):
        raise Rejected("the witnesses are not one for each clue")
    for name, dropped in names.items():
        grid = grid_of(witnesses[name], board, True)
        _extends(grid, puzzle, [i for i in clues if i != dropped], board, f"the witness of {name}")
        require(grid[dropped] != solution[dropped], f"the witness of {name} has the clue it is to lack")


def _needed(grids: object, puzzle: Sequence[int], clues: Sequence[int], board: Board) -> None:
    """For each constraint a grid that breaks it and keeps all else: no constraint can go."""
    if not isinstance(grids, list) or len(grids) != len(board.constraints):
        raise Rejected("needed: not a grid for each constraint")
    for k, (text, constraint) in enumerate(zip(grids, board.constraints)):
        others = [*board.constraints[:k], *board.constraints[k + 1 :]]
        name = f"the witness of constraint {k + 1}, {constraint.kind},"
        grid = grid_of(text, board, True, others)
        _extends(grid, puzzle, clues, board, name)
        require(board.broken(grid, [constraint]), f"{name} keeps it")


def _rating(
    rating: object, version: int, board: Board, puzzle: Sequence[int], solution: Sequence[int], exact: bool
) -> tuple[str, str]:
    """(how the rating is certified, what its steps show in words)."""
    if version == 1:
        require(not exact, "whether its rating is exact cannot be told: format 1 does not say enough")
        return "not certified", "rating not certified: format 1 does not say enough"
    require(board == board_of({"box": [3, 3]}), f"a rating is for the classic board, not {board}")
    words = retrace(rating, puzzle, solution, exact)
    return ("exact" if words.startswith("rating exactly") else "open" if exact else "at most"), words


def _refuted(certificate: dict[str, Any], variables: int, clauses: Iterable[Clause]) -> None:
    """Raise Rejected unless the formula is *clauses* and every proof given refutes it."""
    texts = {key: certificate[key] for key in ("cnf", "drat", "lrat") if key in certificate}
    for key, text in texts.items():
        require(isinstance(text, str), f"{key} is {shown(text)}: no text")
    listed = check_formula(texts["cnf"], variables, clauses)
    if "lrat" in texts and same_lemmas(variables, listed, texts["drat"], check_lrat(listed, texts["lrat"])):
        return  # what each lemma rests on is stated there: no search for it
    check_drat(variables, listed, texts["drat"])
