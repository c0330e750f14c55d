"""Certificates: what `cpsudoku check`, or any DRAT checker, can verify without trusting the engines.

The form is described in `cpsudoku.evidence.checker`, which shares no code with this. The formula is the triad encoding
with the clues as unit clauses: of all in the catalog it gave the shortest proofs, with Glucose 4; trimmed they are
shorter still. Rules beyond houses are in the clauses that the checker itself writes down: the engines, which have
clauses of their own, must come to the same verdict. Where
proofs are long, CaDiCaL's are the shorter ones: on hard killers and renbans mostly, by up to three quarters.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import COMPLETE, GUESSED, MISSING, Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, check_deadline, seconds_left, until
from cpsudoku.engines.answer import Sat, Unknown
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.registry import engine_for, quickest
from cpsudoku.errors import CertificateError, EnginesDisagree, UsageError
from cpsudoku.evidence.affordable import Count, why_too_costly
from cpsudoku.evidence.checker import FILES, MOST_BYTES, MOST_CLAUSES, Rejected, rules
from cpsudoku.evidence.checker import board_of as checker_board
from cpsudoku.evidence.checker.work import bounded
from cpsudoku.evidence.stating import board_of, grid_line
from cpsudoku.formula.exporters import clause_lines
from cpsudoku.kernels.clauses.backward import LATE, UNFINISHED, UNSOUND, Backward

LONG_PROOF = 500
"""Lemmas from which on a proof says which clauses are not needed any more: a line for each of the formula, too."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """`lemmas`, the last one empty; `hints` numbers, for each, the clauses that yield it: those of `formula`
    from 1, then the lemmas."""

    lemmas: list[tuple[int, ...]]
    hints: list[tuple[int, ...]]
    formula: Sequence[Sequence[int]]

    @property
    def drat(self) -> str:
        """A clause a line, each ended by 0; in long proofs also `d clause 0` before the first lemma from which on it
        is not needed: a checker's propagation then passes few clauses."""
        deleted = self._deleted() if len(self.lemmas) >= LONG_PROOF else [()] * len(self.lemmas)
        lines = []
        for lemma, gone in zip(self.lemmas, deleted):
            lines += [f"d {_line(clause)}" for clause in gone]
            lines.append(_line(lemma))
        return "".join(lines)

    def _deleted(self) -> list[Sequence[Sequence[int]]]:
        """For each lemma the clauses that neither it nor a later one needs. (None of one literal: a checker has set
        it for good.)"""
        first = len(self.formula) + 1
        until = [0] * (first + len(self.lemmas))
        for k, used in enumerate(self.hints, 1):
            for number in used:
                until[number] = k
        deleted: list[list[Sequence[int]]] = [[] for _ in self.lemmas]
        for number, clause in enumerate((*self.formula, *self.lemmas[:-1]), 1):
            if len(clause) > 1 and until[number] < len(deleted):
                deleted[until[number]].append(clause)
        return [*deleted]

    @property
    def lrat(self) -> str:
        """`number clause 0 hints 0` a line."""
        return "".join(
            " ".join(map(str, (number, *lemma, 0, *hints, 0))) + "\n"
            for number, (lemma, hints) in enumerate(zip(self.lemmas, self.hints), len(self.formula) + 1)
        )


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"


def trim(variables: int, clauses: Sequence[Sequence[int]], lemmas: Iterable[Sequence[int]]) -> Refutation:
    """The part of a solver's proof that the empty clause needs, each lemma with the clauses that yield it.

    A kernel checks the proof from its end; what it used of each lemma is the hints of an LRAT proof.
    Source: Heule, Hunt and Wetzler, FMCAD 2013 (trimming); Cruz-Filipe and others, CADE 2017 (LRAT).

    Raises CertificateError where a lemma of that part does not follow by unit propagation, or the end is not reached,
    and BudgetSpent at a deadline (see `budget.until`).
    """
    derived = [tuple(dict.fromkeys(lemma)) for lemma in lemmas]
    rows = array("i")
    for clause in clauses:
        rows.extend(dict.fromkeys(clause))
        rows.append(0)
    for lemma in derived:
        rows.extend(lemma)
        rows.append(0)
    left = seconds_left()
    work = Backward(variables, rows, len(clauses))
    answer = work.run(0 if left is None else max(left, 1e-9))
    if answer == LATE:
        raise BudgetSpent("the time was up before the proof was trimmed")
    if answer == UNSOUND:
        odd = derived[work.odd - len(clauses) - 1]
        raise CertificateError(f"the proof's clause {list(odd)} does not follow by unit propagation")
    if answer == UNFINISHED:
        raise CertificateError("the proof does not reach the empty clause")
    first = len(clauses) + 1
    kept: list[int] = work.kept.tolist()
    renumbered = {old: first + k for k, old in enumerate(kept)}
    hints, row = [], []
    for used in work.hints.tolist():
        if used:
            row.append(used if used < first else renumbered[used])
        else:
            hints.append(tuple(row))
            row = []
    return Refutation([*(derived[old - first] for old in kept[:-1]), ()], hints, clauses)


ENCODING = "triad"
SOLVER, SOLVER_OF_LONG_PROOFS, LONG = "glucose4", "cadical195", 5_000
"""Whose proofs are trimmed where no solver is named: what takes so many conflicts is begun again by the second."""
FORMAT = "cpsudoku-certificate 2"
MOST_NODES = 5_000
"""Nodes of the tree of a bound; some 20 s."""
NOT_READ = {GUESSED: "its rules were guessed from drawings and text", MISSING: "rules of it may not have been read"}
ACCEPTED = "accept_guesses=True (--accept-guesses) certifies it as it was read"
NO_WITNESSES = "witnesses=False (--no-witnesses)"
LESS_COSTLY = {"witnesses": NO_WITNESSES, "needed": NO_WITNESSES, "rating": "rating=False (no --rating)"}
"""Key of a certificate -> the option that leaves it out."""
SLICE = 5_000
"""Clauses written down between two checks of the clock."""
TOO_LONG = f"its certificate would have more than {MOST_CLAUSES:,} lines, the most the checker takes on"
ROOM = 2**20
"""Bytes of a certificate beside formula and proofs: board, rules, grids."""


@dataclass(frozen=True)
class Certificate:
    """`data` holds the keys of one JSON object; see `cpsudoku.evidence.checker`."""

    data: dict[str, Any]

    @property
    def claim(self) -> str:
        """`unique`, `multiple`, `impossible` or `fewest`."""
        return str(self.data["claim"])

    def to_dict(self) -> dict[str, Any]:
        """Its keys."""
        return dict(self.data)

    def line(self) -> str:
        """The whole certificate as one line of JSON."""
        return json.dumps(self.data)

    def write(self, folder: str | Path) -> Path:
        """Into a folder of its own: `certificate.json` and the formula and proof as files any checker reads."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        rest = dict(self.data)
        for key, name in FILES.items():
            if key in rest:
                (folder / name).write_text(rest.pop(key), encoding="utf-8")
            else:
                (folder / name).unlink(missing_ok=True)
        (folder / "certificate.json").write_text(json.dumps(rest, indent=1) + "\n", encoding="utf-8")
        return folder


def certify(
    puzzle: PuzzleLike,
    *,
    witnesses: bool = True,
    rating: bool = False,
    lrat: bool = False,
    solver: str | None = None,
    limits: Limits = NO_LIMITS,
    accept_guesses: bool = False,
) -> Certificate | Unknown:
    """Proof of how many solutions *puzzle* has: one, none, or more.

    *witnesses*: where the puzzle is minimal, a solution for each clue left out, which proves that too; and where each
    of its constraints is needed, a grid that breaks this one alone.
    *rating*: the steps of its rating, where it has one on the SE scale. *lrat*: the proof in LRAT besides. *solver*:
    whose proof is trimmed (None: `SOLVER`, or `SOLVER_OF_LONG_PROOFS`). *limits*: seconds for the whole, conflicts for
    each search; where they are reached after the proof, the witnesses are left out.
    Unknown, too, is the answer where the checker would find the certificate too costly to check; it says what may help.
    *accept_guesses*: also of a puzzle whose rules were guessed or may be missing (`Puzzle.rules_read`); the certificate
    then says so. Raises UsageError for such a puzzle otherwise, and where it has rules of a kind that certificates do
    not know, and names them.
    """
    puzzle, limits = Puzzle.of(puzzle), Limits.of(limits)
    if puzzle.rules_read != COMPLETE and not accept_guesses:
        raise UsageError(f"{NOT_READ[puzzle.rules_read]}: a certificate may be of another puzzle; {ACCEPTED}")
    try:
        with until(limits.deadline(perf_counter())):
            return _certified(puzzle, witnesses, rating, lrat, solver, limits)
    except BudgetSpent as why:
        return Unknown(str(why))


def _certified(
    puzzle: Puzzle, witnesses: bool, rating: bool, lrat: bool, solver: str | None, limits: Limits
) -> Certificate | Unknown:
    board = board_of(puzzle.geometry, puzzle.constraints)
    outcome = _searched(puzzle, limits)
    if outcome.why:
        return Unknown(outcome.why)
    data: dict[str, Any] = {"format": FORMAT, "board": board, "puzzle": grid_line(puzzle)}
    if puzzle.rules_read != COMPLETE:
        data["rules"] = puzzle.rules_read
    grids = [Solution(grid, puzzle.geometry) for grid in outcome.solutions]
    lines = [grid_line(grid) for grid in grids]
    count = Count()
    if len(grids) > 1:
        return _checkable({**data, "claim": "multiple", "solution": lines[0], "second": lines[1]}, count)
    proof = _refute(puzzle, board, grids[0] if grids else None, lrat, solver, limits, count)
    if isinstance(proof, Unknown):
        return proof
    if not grids:
        return _checkable({**data, "claim": "impossible", **proof}, count)
    data |= {"claim": "unique", "solution": lines[0]}
    if witnesses:
        from cpsudoku.evidence.needed import witnesses as witnesses_of

        with suppress(BudgetSpent):
            data |= witnesses_of(puzzle, grids[0], limits)
    if rating:
        steps = rated(puzzle)
        if steps is not None:
            data["rating"] = steps
    return _checkable(data | proof, count)


def _checkable(data: dict[str, Any], count: Count) -> Certificate | Unknown:
    """The certificate, unless the checker would find it too costly to check."""
    why = why_too_costly(data, count)
    if not why:
        return Certificate(data)
    less = dict.fromkeys(words for key, words in LESS_COSTLY.items() if key in data)
    if "drat" in data and "lrat" not in data:
        less = {"lrat=True (--lrat)": None, **less}
    return Unknown(f"its certificate would be {why}" + (f"; less costly may be {' or '.join(less)}" if less else ""))


def _searched(puzzle: Puzzle, limits: Limits) -> Outcome:
    """Up to two solutions."""
    if puzzle.houses_only:
        return quickest(puzzle.geometry).search(puzzle.cells, 2, limits)
    from cpsudoku.engines.witnesses import check_witnesses

    outcome = engine_for(puzzle, "sat").search(puzzle.cells, 2, limits)
    check_witnesses(puzzle, outcome.solutions)
    return outcome


def rated(puzzle: Puzzle) -> dict[str, Any] | None:
    """er, ep, ed and the steps that solve the puzzle; None where it has no rating on the SE scale."""
    from cpsudoku.rating.answers import Rating
    from cpsudoku.rating.path import exported, walk
    from cpsudoku.rating.scale import rate

    if not puzzle.geometry.is_classic or puzzle.constraints:
        return None
    found = rate(puzzle)
    if not isinstance(found, Rating) or not found.solved:
        return None
    steps = [exported(step) for step in walk(puzzle, None, found.rungs, spelled=True)]
    return {"er": found.er, "ep": found.ep, "ed": found.ed, "steps": steps}


def certify_fewest(solution: Solution, rivals: Sequence[bytes], clues: int, *, lrat: bool = False) -> Certificate:
    """That no puzzle with fewer than *clues* clues has *solution* as its only solution.

    *rivals*: grids such that no `clues - 1` cells meet all their differences from *solution*.
    Raises ValueError where some cells do, and UsageError where the certificate would be too costly to check.
    """
    from cpsudoku.engines.sat.pysat_solvers import refutation
    from cpsudoku.formula.at_most_one import hitting_clauses

    of_set = {tuple(c for c, (a, b) in enumerate(zip(solution.cells, rival)) if a != b): rival for rival in rivals}
    sets, rivals = list(of_set), list(of_set.values())
    variables, clauses = hitting_clauses(sets, solution.geometry.size, clues - 1)
    lemmas = refutation(clauses, SOLVER)
    if not isinstance(lemmas, list):
        raise ValueError(f"{clues - 1} cells meet all {len(sets)} rivals")
    proof = trim(variables, clauses, lemmas)
    count = Count()
    count.proof(variables, clauses, proof.drat)
    texts = {"cnf": dimacs(variables, clauses), "drat": proof.drat, **({"lrat": proof.lrat} if lrat else {})}
    return _bound(solution, clues, rivals, texts, count)


def certify_bound(
    solution: Solution, sets: Sequence[tuple[Cell, ...]], clues: int, *, most: int = MOST_NODES
) -> Certificate | None:
    """As `certify_fewest`, by a tree over unavoidable *sets*: for the classic board, where formulas lack short proofs.

    None where *clues* - 1 cells meet all sets, or where the tree would have more than *most* nodes. Raises UsageError
    where the certificate would be too costly to check.
    """
    from cpsudoku.evidence.covering import covering_tree

    geometry = solution.geometry
    tree = covering_tree(
        sets, geometry.size, clues - 1, [geometry.name_of(cell) for cell in range(geometry.size)], most
    )
    if tree is None:
        return None
    used = sorted({number for node in tree for number, _ in node["weights"]})
    place = {number: k for k, number in enumerate(used)}
    for node in tree:
        node["weights"] = [[place[number], weight] for number, weight in node["weights"]]
    return _bound(solution, clues, [rival_by(solution, sets[number]) for number in used], {"tree": tree})


def _bound(
    solution: Solution, clues: int, rivals: Sequence[bytes], proof: dict[str, Any], count: Count | None = None
) -> Certificate:
    """The certificate of a bound. Raises UsageError where the checker would find it too costly to check."""
    geometry = solution.geometry
    data = {
        "format": FORMAT,
        "board": board_of(geometry),
        "claim": "fewest",
        "solution": solution.line(),
        "clues": clues,
        "rivals": [Puzzle.trusted(rival, geometry).line() for rival in rivals],
        **proof,
    }
    why = why_too_costly(data, count)
    if why:
        raise UsageError(f"its certificate would be {why}")
    return Certificate(data)


def rival_by(solution: Solution, members: Sequence[Cell]) -> bytes:
    """The grid that differs from *solution* exactly in the unavoidable set *members*."""
    kept = bytearray(solution.cells)
    for cell in members:
        kept[cell] = 0
    found = quickest(solution.geometry).search(bytes(kept), 0).solutions
    rivals = (grid for grid in found if grid != solution.cells)
    return min(rivals, key=lambda grid: sum(map(int.__ne__, grid, solution.cells)))


def dimacs(variables: int, clauses: Sequence[Sequence[int]]) -> str:
    """One clause a line."""
    return f"p cnf {variables} {len(clauses)}\n" + clause_lines(clauses)


@lru_cache(maxsize=4)
def _rules(geometry: Geometry) -> tuple[int, list[tuple[int, ...]], str]:
    """(variables, clauses, the clauses as text), none twice."""
    from cpsudoku.formula import catalog
    from cpsudoku.formula.clauses import formula

    n = geometry.side
    if geometry.size * (1 + n * (n - 1) // 2) > MOST_CLAUSES:  # what the cells alone take
        raise BudgetSpent(TOO_LONG)
    stated = formula(catalog.load(ENCODING), geometry)
    return stated.variables, *_distinct(tuple(sorted(clause)) for clause in stated.clauses)


def _distinct(stated: Iterable[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], str]:
    """The clauses, none twice, and their text. Raises BudgetSpent at a deadline, and beyond `MOST_CLAUSES`."""
    found: dict[tuple[int, ...], None] = {}
    texts = []
    each = iter(stated)
    while chunk := list(islice(each, SLICE)):
        check_deadline("the formula was written down")
        new = dict.fromkeys(clause for clause in chunk if clause not in found)
        texts.append(clause_lines(new))
        found |= new
        if len(found) > MOST_CLAUSES:
            raise BudgetSpent(TOO_LONG)
    return list(found), "".join(texts)


def _refute(
    puzzle: Puzzle,
    board: dict[str, object],
    solution: Solution | None,
    lrat: bool,
    solver: str | None,
    limits: Limits,
    count: Count,
) -> dict[str, str] | Unknown:
    """cnf, drat (and lrat): no solution of *puzzle*, or none but *solution*. *count* gets what checking takes."""
    if puzzle.houses_only:
        variables, plain, text = _rules(puzzle.geometry)
        count.spend(sum(puzzle.geometry.side * len(house.cells) ** 2 for house in puzzle.geometry.houses))
    else:
        with bounded(count):
            variables, plain, text = _stated_rules(board)
    n = puzzle.geometry.side
    more: list[tuple[int, ...]] = [(cell * n + digit,) for cell, digit in puzzle.clues]
    if solution is not None:
        more.append(tuple(-(cell * n + digit) for cell, digit in enumerate(solution.cells)))
    if not puzzle.houses_only:  # a constraint may state a clue, or a board of one cell what is asked for
        known = set(plain)
        more = [clause for clause in more if tuple(sorted(clause)) not in known]
    clauses = plain + more
    lemmas = _lemmas(clauses, solver, limits)
    if isinstance(lemmas, Unknown):
        return lemmas
    if isinstance(lemmas, Sat):
        raise EnginesDisagree(f"the search and the proof's solver do not agree on {puzzle.line()}")
    proof = trim(variables, clauses, lemmas)
    cnf = f"p cnf {variables} {len(clauses)}\n" + text + clause_lines(more)
    texts = {"cnf": cnf, "drat": proof.drat} | ({"lrat": proof.lrat} if lrat else {})
    if sum(map(len, texts.values())) > MOST_BYTES - ROOM:
        return Unknown(f"its certificate would have more than {MOST_BYTES >> 20} MB, the most the checker takes on")
    if max(text.count("\n") for text in texts.values()) > MOST_CLAUSES:
        return Unknown(TOO_LONG)
    count.proof(variables, clauses, proof.drat)
    return texts


def _lemmas(clauses: Sequence[Sequence[int]], solver: str | None, limits: Limits) -> Sat | Unknown | list[list[int]]:
    """See `refutation`; where no *solver* is named, by the one whose proof is likely to be the shorter."""
    from cpsudoku.engines.sat.pysat_solvers import refutation

    if solver is not None:
        found = refutation(clauses, solver, limits.in_time())
    else:
        few = LONG if limits.conflicts is None else min(LONG, limits.conflicts)
        found = refutation(clauses, SOLVER, Limits(limits.seconds, few).in_time())
        left = limits.after(0, few).in_time()
        if isinstance(found, Unknown) and not left.spent:
            found = refutation(clauses, SOLVER_OF_LONG_PROOFS, left)
    return Unknown(limits.reached) if limits and isinstance(found, Unknown) else found


def _stated_rules(board: dict[str, object]) -> tuple[int, list[tuple[int, ...]], str]:
    """As `_rules` for a board with rules beyond houses, or of another shape: as the checker writes them down."""
    try:
        variables, stated = rules(checker_board(board))
        return variables, *_distinct(stated)
    except Rejected as why:
        raise BudgetSpent(str(why)) from None
