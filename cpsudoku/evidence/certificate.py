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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
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
from cpsudoku.evidence.checker import FILES, MOST_BYTES, MOST_CLAUSES, Rejected, TooCostly, check_certificate, rules
from cpsudoku.evidence.checker import board_of as checker_board
from cpsudoku.evidence.checker.board import grid_of
from cpsudoku.evidence.checker.certificate import size_of
from cpsudoku.evidence.checker.covering import weighed
from cpsudoku.evidence.checker.propagation import LONG as LONG_CLAUSE
from cpsudoku.evidence.checker.rating.nodes import PATTERN
from cpsudoku.evidence.checker.work import STEPS_PER_SECOND, Work, bounded
from cpsudoku.evidence.stating import board_of, grid_line
from cpsudoku.formula.exporters import clause_lines
from cpsudoku.kernels.clauses.backward import LATE, UNFINISHED, UNSOUND, Backward

UNIT = 10_000
"""What the weights of the sets of one cell are together, about."""
Node = dict[str, Any]


def covering_tree(
    sets: Sequence[Sequence[Cell]], size: int, clues: int, names: Sequence[str], most: int
) -> list[Node] | None:
    """The nodes of a tree which shows that no *clues* of *size* cells meet all *sets*; None where they do, or where
    more than *most* nodes would be needed.

    `checker/covering.py` has what it is. The weights are the dual solution of a linear program, the least sum of cells'
    shares such that every set has 1 in all: far better than sets without common cells. On classic grids one node
    refutes 11 clues or 12, some hundred refute 13. Raises BudgetSpent at a deadline (see `budget.until`). Some 3 ms a
    node.
    """
    search = _Search(sets, size, names, most)
    return search.nodes if search.closed(frozenset(), frozenset(), clues) else None


class _Search:
    def __init__(self, sets: Sequence[Sequence[Cell]], size: int, names: Sequence[str], most: int):
        self.sets, self.size, self.names, self.most = sets, size, names, most
        # imported by name, as engines are: the command must not depend on OR-Tools
        self.program = import_module("cpsudoku.engines.cp_library").LinearProgram(size, sets)
        self.nodes: list[Node] = []

    def closed(self, chosen: frozenset[Cell], out: frozenset[Cell], left: int) -> bool:
        """Append the nodes of this one, and say whether they close it."""
        check_deadline()
        if len(self.nodes) == self.most:
            return False
        unmet = [number for number, members in enumerate(self.sets) if chosen.isdisjoint(members)]
        if not unmet:
            return False
        narrowest = min(unmet, key=lambda number: sum(cell not in out for cell in self.sets[number]))
        node: Node = {"weights": [[narrowest, 1]]}
        self.nodes.append(node)
        shares: Sequence[float] = [1.0] * self.size
        if left > 0 and not out.issuperset(self.sets[narrowest]):
            shares, duals = self.program.solved(chosen, out)
            node["weights"] = [[n, weight] for n in unmet if (weight := round(UNIT * duals[n])) > 0]
        done, gone = weighed(node["weights"], self.sets, set(range(self.size)) - chosen - out, left)
        if done:
            return True
        out |= gone
        if not gone:
            node["weights"] = []
        narrowest = min(unmet, key=lambda number: sum(cell not in out for cell in self.sets[number]))
        free = [cell for cell in self.sets[narrowest] if cell not in out]
        if not free:
            cell = next((cell for cell in range(self.size) if cell not in chosen | out), None)
            if cell is None:
                return False
        else:
            cell = max(free, key=lambda cell: shares[cell])
        node["cell"] = self.names[cell]
        return self.closed(chosen | {cell}, out, left - 1) and self.closed(chosen, out | {cell}, left)


STEPS_OF = {"bug": 1_000_000, "aligned-pair": 1_200, "aligned-triplet": 11_000}
"""Technique -> the most steps (`work`) that the checker takes over it, where that is more than `STEP`."""
STEP = 200


class Count(Work):
    """Counts what the checker does, without a bound; `peak`: the most bytes that were held together.

    Raises BudgetSpent at a deadline (see `budget.until`).
    """

    def __init__(self) -> None:
        super().__init__(0)
        self.peak = 0

    def spend(self, steps: int, held: int = 0) -> None:
        """Count them."""
        check_deadline("the certificate was checked")
        self.steps += steps
        self.held += held
        self.peak = max(self.peak, self.held)

    def proof(self, variables: int, clauses: Sequence[Sequence[int]], drat: str) -> None:
        """Count at most what the proof takes, whose lemmas follow from *clauses* by propagation."""
        self.spend(variables, held=300 * variables)
        one = variables + sum(_passed(length) * number for length, number in Counter(map(len, clauses)).items())
        pairs = Counter(x for clause in clauses if len(clause) == 2 for x in clause) if "d" in drat else Counter()
        partners = max(pairs.values(), default=0)
        total = one  # what follows for good, in all
        for line in drat.splitlines():
            if line[0] == "d":
                one += 2 - _passed(line.count(" ") - 1)  # each watch meets it once more
                total += 1 + partners // 8
            else:
                length = line.count(" ")
                total += one
                one += _passed(length)
                partners += length == 2
        self.spend(int(total))


GRACE = STEPS_PER_SECOND // 5
"""Steps of bounding the work that are taken whatever the time: a proof that was just in time is not lost."""


class _Deadlined(Work):
    """The checker's bound, which also checks the deadline beyond so many *undisturbed* steps."""

    def __init__(self, size: int, undisturbed: int = 0) -> None:
        super().__init__(size)
        self.undisturbed = undisturbed

    def spend(self, steps: int, held: int = 0) -> None:
        if self.steps + steps >= self.undisturbed:
            check_deadline("the certificate was checked")
        super().spend(steps, held)


def why_too_costly(data: Mapping[str, Any], count: Count | None = None) -> str:
    """In the checker's words why it would not check this certificate; "" where it would.

    The work is bounded from above, in a small part of the time that checking takes: rules are counted as they are
    written, grids are checked, chains are counted by their statements, and propagation passes each clause at most once
    a lemma. Only where that is more than the size allows is the certificate checked as a whole, which counts exactly.

    *count*: what writing the rules and checking the proof take at most; without it the certificate is checked at once.
    Raises BudgetSpent at a deadline (see `budget.until`), and CertificateError where checking rejects it.
    """
    size = size_of(dict(data))
    if count is not None and _within(data, count, _Deadlined(size, count.steps + GRACE)):
        return ""
    try:
        check_certificate(data, work=_Deadlined(size))
    except TooCostly as why:
        return str(why)
    except Rejected as why:
        raise CertificateError(f"the checker rejects the new certificate: {why}") from None
    return ""


def _within(data: Mapping[str, Any], count: Count, work: Work) -> bool:
    """Whether at most this much work is certainly enough."""
    try:
        with bounded(work):
            work.spend(count.steps, held=count.peak)
            _check_grids(data)
            for step in data.get("rating", {}).get("steps", ()):
                steps, held = _chain(step)
                work.spend(STEP + STEPS_OF.get(step["technique"], 0) + steps, held)
    except TooCostly:
        return False
    return True


def _check_grids(data: Mapping[str, Any]) -> None:
    """Hold every grid of the certificate to the rules, as the checker does."""
    board = checker_board(data["board"])
    stated = [data[key] for key in ("solution", "second") if key in data]
    for text in (*stated, *data.get("witnesses", {}).values(), *data.get("rivals", ())):
        grid_of(text, board, True)
    for k, text in enumerate(data.get("needed", ())):
        others = [*board.constraints[:k], *board.constraints[k + 1 :]]
        board.broken(grid_of(text, board, True, others), board.constraints[k : k + 1])


def _passed(length: int) -> float:
    """Steps at most of one propagation over a clause: it is met by each literal once, a long one searched each time."""
    if length == 2:
        return 0.5
    return length + (length * length / 8 if length > LONG_CLAUSE else 0)


def _chain(stated: Mapping[str, Any]) -> tuple[int, int]:
    """(steps, bytes) at most of a chain: its statements followed, its branches walked three times each, and the chains
    inside it once for each statement that they give."""
    nodes = stated.get("nodes", ())
    inside = [_chain(chain) for chain in stated.get("inner", ())]
    walks = 3 * len(stated.get("targets", ()))
    links = sum(len(node.get("from", ())) + len(node.get("besides", ())) for node in nodes)
    steps = (30 + PATTERN) * len(nodes) + 2 * links + walks * (4 * len(nodes) + links)
    held = 200 * (1 + walks) * len(nodes)
    for node in nodes:
        if "inner" in node:
            more = inside[node["inner"]]
            steps, held = steps + more[0], held + more[1]
    return steps, held


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
