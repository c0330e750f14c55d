"""Checks certificates with the standard library alone; shares no code with the engines that made them.

A certificate claims one of
  unique      `solution` is the only solution of `puzzle`; with `witnesses` (a clue's cell -> another solution of
              the puzzle without that clue) also that no clue can go; with `rating`, that its steps lead to the
              solution (see `retracing`)
  multiple    `solution` and `second` are two solutions of `puzzle`
  impossible  `puzzle` has no solution
  fewest      no puzzle with fewer than `clues` clues has the grid `solution` as its only solution: each of `rivals`
              is a grid that such a puzzle must exclude by a clue where the two differ, and no `clues - 1` cells do
What is claimed not to exist is refuted: a formula (DIMACS) and a proof (DRAT, and LRAT if given). The formula must be,
clause for clause, the one this module writes down from the board and the clues; see `rules` and `hitting`.
A certificate is a folder of `certificate.json`, `formula.cnf`, `proof.drat` and maybe `proof.lrat`, or one JSON
object that holds the three texts under `cnf`, `drat` and `lrat`. Any other key is refused.
Proof lines `d ...` must name a clause there is and change nothing else: a proof that holds with more clauses holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

Clause = tuple[int, ...]
DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PROVEN = {"cnf", "drat"}
KEYS = {  # claim -> keys it has, keys it may have
    "unique": ({"puzzle", "solution", *PROVEN}, {"witnesses", "rating", "lrat"}),
    "multiple": ({"puzzle", "solution", "second"}, set()),
    "impossible": ({"puzzle", *PROVEN}, {"lrat"}),
    "fewest": ({"solution", "clues", "rivals", *PROVEN}, {"lrat"}),
}
FILES = {"cnf": "formula.cnf", "drat": "proof.drat", "lrat": "proof.lrat"}


class Rejected(ValueError):
    """What is wrong with a certificate."""


class Checked(NamedTuple):
    """`message` says what is proven, or what is wrong."""

    place: str
    verified: bool
    message: str


def require(condition: object, message: str) -> None:
    """Raise Rejected unless *condition* holds."""
    if not condition:
        raise Rejected(message)


# ------------------------------------------------------------------ the board


class Board(NamedTuple):
    """`boxes` gives the box or region of each cell; `houses` are sets of `side` cells with different digits."""

    side: int
    boxes: tuple[int, ...]
    extra: tuple[tuple[int, ...], ...]

    @property
    def houses(self) -> list[tuple[int, ...]]:
        n, cells = self.side, range(self.side**2)
        found = [tuple(range(r * n, r * n + n)) for r in range(n)] + [tuple(range(c, n * n, n)) for c in range(n)]
        return found + [tuple(i for i in cells if self.boxes[i] == b) for b in range(n)] + list(self.extra)


@lru_cache(maxsize=16)
def board_of(text: str) -> Board:
    """The board of a certificate, from its JSON: `{"box": [rows, columns]}` or `{"regions": [number of each cell]}`,
    and the names of extra houses under `extras`."""
    stated = json.loads(text)
    require(isinstance(stated, dict) and set(stated) - {"extras"} in ({"box"}, {"regions"}), f"board is {text}")
    whole = [*stated.get("box", []), *stated.get("regions", [])]
    require(all(type(x) is int and x >= 0 for x in whole), f"board is {text}")
    if "box" in stated:
        require(len(whole) == 2 and 1 < whole[0] * whole[1] < 256, f"box is {whole}")
        rows, columns = whole
        n = rows * columns
        boxes = [i // n // rows * rows + i % n // columns for i in range(n * n)]
    else:
        n, boxes, rows, columns = round(len(whole) ** 0.5), whole, 0, 0
        require(n * n == len(whole) and all(boxes.count(b) == n for b in range(n)), "regions are no partition")
    known: dict[str, Callable[[], Iterable[Iterable[int]]]] = {
        "diagonals": lambda: [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]],
        "windoku": lambda: [
            [(top + r) * n + left + c for r in range(rows) for c in range(columns)]
            for top in range(1, n - rows + 1, rows + 1)
            for left in range(1, n - columns + 1, columns + 1)
        ],
        "disjoint": lambda: [
            [i for i in range(n * n) if i // n % rows == r and i % n % columns == c]
            for r in range(rows)
            for c in range(columns)
        ],
        "asterisk": lambda: [[13, 20, 24, 37, 40, 43, 56, 60, 67]],
        "centre-dot": lambda: [
            [i for i in range(n * n) if i // n % rows == rows // 2 and i % n % columns == columns // 2]
        ],
    }
    names = stated.get("extras", [])
    require(isinstance(names, list) and all(name in known for name in names), f"extra houses are {names}")
    require(rows or set(names) <= {"diagonals", "asterisk"}, f"no plain boxes for {names}")
    extra = tuple(tuple(sorted(house)) for name in names for house in known[name]())
    require(all(len(house) == n and house[-1] < n * n for house in extra), f"no board for {names}")
    return Board(n, tuple(boxes), extra)


def grid_of(text: object, board: Board, filled: bool) -> tuple[int, ...]:
    """Digits from a character a cell (side above 35: numbers between blanks), 0 for `.`; *filled*: a valid solution."""
    n = board.side
    require(isinstance(text, str), f"grid {text!r}")
    symbols: Sequence[str] = str(text) if n <= len(DIGITS) else str(text).split()
    values = {symbol: d for d, symbol in enumerate(DIGITS[:n] if n <= 35 else map(str, range(1, n + 1)), 1)}
    if not filled:
        values["."] = 0
    require(len(symbols) == n * n and all(s in values for s in symbols), f"grid {text!r} on a {n}x{n} board")
    digits = tuple(values[s] for s in symbols)
    if filled:
        for house in board.houses:
            require(len({digits[i] for i in house}) == n, f"grid {text}: a digit twice in the house of cells {house}")
    return digits


def differing(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Cells in which two grids differ."""
    return [i for i, (x, y) in enumerate(zip(a, b)) if x != y]


# ------------------------------------------------------------------ formulas


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """One of *literals* is true, no two are."""
    yield tuple(sorted(literals))
    for a, b in combinations(literals, 2):
        yield tuple(sorted((-a, -b)))


@lru_cache(maxsize=4)
def rules(board: Board) -> tuple[int, frozenset[Clause]]:
    """(variables, clauses) of the board. Variable `cell * side + digit` says the cell holds the digit. Behind them, for
    each row with each box, then each column with each box, in order, that share two cells or more, and each digit:
    one that says the digit is in these cells. A share of one cell is the cell's own variable."""
    n, last = board.side, board.side**3
    clauses: set[Clause] = set()
    shares: dict[tuple[int, int, int], int] = {}  # (0 row | 1 column, its number, box) -> base of its variables
    for kind, line in ((kind, line) for kind in (0, 1) for line in range(n)):
        for box in range(n):
            cells = [i for i in range(n * n) if (i % n if kind else i // n) == line and board.boxes[i] == box]
            if len(cells) == 1:
                shares[kind, line, box] = cells[0] * n
            elif cells:
                shares[kind, line, box] = last
                for d in range(1, n + 1):
                    clauses.update(exactly_one([-(last + d), *(i * n + d for i in cells)]))
                last += n
    for cell in range(n * n):
        clauses.update(exactly_one([cell * n + d for d in range(1, n + 1)]))
    for d in range(1, n + 1):
        for house in board.extra:
            clauses.update(exactly_one([i * n + d for i in house]))
        for kind, number in ((kind, number) for kind in (0, 1) for number in range(n)):
            clauses.update(exactly_one([base + d for (k, x, _), base in shares.items() if (k, x) == (kind, number)]))
            clauses.update(exactly_one([base + d for (k, _, b), base in shares.items() if (k, b) == (kind, number)]))
    return last, frozenset(clauses)


def hitting(sets: Iterable[Sequence[int]], cells: int, most: int) -> tuple[int, set[Clause]]:
    """(variables, clauses): at most *most* cells are chosen, one of each set. Variable i + 1 says cell i is chosen,
    `cells + i * most + j` that at least j of cells 0 .. i are. Source: Sinz, CP 2005 (sequential counter)."""
    clauses = {tuple(sorted(i + 1 for i in hit)) for hit in sets}
    for i in range(cells):
        here, before = cells + i * most, cells + (i - 1) * most
        if most:
            clauses.add((-(i + 1), here + 1))
        if i or not most:
            clauses.add(tuple(sorted((-(i + 1), -(before + most)))) if most else (-(i + 1),))
        for j in range(1, most + 1) if i else ():
            clauses.add((-(before + j), here + j))
            if j > 1:
                clauses.add(tuple(sorted((-(i + 1), -(before + j - 1), here + j))))
    return cells + cells * most, clauses


def parse_dimacs(text: str) -> tuple[int, list[Clause]]:
    """(variables, clauses) of a DIMACS text with one clause a line."""
    variables, expected, clauses = 0, -1, []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:2] == ["p", "cnf"] and len(words) == 4 and expected < 0:
            variables, expected = int(words[2]), int(words[3])
        elif words and words[0] != "c":
            clauses.append(tuple(_literals(words, f"formula, line {number}")))
    require(len(clauses) == expected, f"the formula has {len(clauses)} clauses, its header says {expected}")
    return variables, clauses


def _literals(words: Sequence[str], place: str) -> list[int]:
    try:
        found = [int(word) for word in words]
    except ValueError:
        found = []
    require(found and found[-1] == 0 and 0 not in found[:-1], f"{place}: {' '.join(words)[:60]!r} is no clause")
    return found[:-1]


# ------------------------------------------------------------------ proofs


class Clauses:
    """Clauses under unit propagation by two watched literals. `refuted` once propagation alone meets a conflict."""

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]):
        self.variables = variables
        self.value = [0] * (2 * variables + 1)  # by literal: 1 true, -1 false; negative literals count from the end
        self.watches: list[list[list[int]]] = [[] for _ in range(2 * variables + 1)]
        self.reason: list[list[int]] = [[] for _ in range(variables + 1)]
        self.trail: list[int] = []
        self.head = 0
        self.all: list[list[int]] = []
        self.refuted: list[int] | None = None
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good and propagate what follows for good."""
        require(all(0 < abs(x) <= self.variables for x in clause), f"clause {clause}: a variable beyond the formula's")
        value = self.value
        kept = sorted(dict.fromkeys(clause), key=lambda x: -value[x])  # false literals last
        self.all.append(kept)
        if len(kept) > 1:
            self.watches[kept[0]].append(kept)
            self.watches[kept[1]].append(kept)
        if self.refuted is not None:
            return
        if not kept or value[kept[0]] < 0:
            self.refuted = kept
        elif value[kept[0]] == 0 and (len(kept) == 1 or value[kept[1]] < 0):
            self._assign(kept[0], kept)
            self.refuted = self.propagate()

    def _assign(self, literal: int, reason: list[int]) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def propagate(self) -> list[int] | None:
        """Assign what unit clauses force; the clause that came out false, if any."""
        value, trail, watches = self.value, self.trail, self.watches
        while self.head < len(trail):
            false = -trail[self.head]
            self.head += 1
            watching, kept = watches[false], []
            for at, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if value[other] > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    literal = clause[k]
                    if value[literal] >= 0:
                        clause[1], clause[k] = literal, false
                        watches[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[other] < 0:
                        watches[false] = kept + watching[at + 1 :]
                        return clause
                    self._assign(other, clause)
            watches[false] = kept
        return None

    def conflict(self, literals: Iterable[int], see: Callable[[list[int]], None] | None = None) -> bool:
        """Does propagation refute that all of *literals* are false? (*see* is shown the false clause.)"""
        if self.refuted is not None:
            return True
        mark, found = len(self.trail), False
        for x in literals:
            require(0 < abs(x) <= self.variables, f"literal {x}: a variable beyond the formula's")
            if self.value[x] > 0:
                found = True
                if see:
                    see([x])
                break
            if self.value[x] == 0:
                self._assign(-x, [])
        if not found:
            false = self.propagate()
            found = false is not None
            if see and false is not None:
                see(false)
        for x in self.trail[mark:]:
            self.value[x] = self.value[-x] = 0
        del self.trail[mark:]
        self.head = mark
        return found

    def resolvents_conflict(self, lemma: Sequence[int]) -> bool:
        """RAT on the first literal: each resolvent with a clause that has its negation follows by propagation."""
        for clause in self.all:
            if lemma and -lemma[0] in clause:
                rest = [x for x in clause if x != -lemma[0]]
                if not any(-x in lemma for x in rest) and not self.conflict([*lemma, *rest]):
                    return False
        return bool(lemma)


def check_drat(variables: int, clauses: Iterable[Sequence[int]], proof: str) -> None:
    """Raise Rejected unless *proof* derives the empty clause. (An empty proof may: propagation alone.)"""
    state = Clauses(variables, clauses)
    present = {tuple(sorted(clause)) for clause in state.all}
    ended = False
    for number, line in enumerate(proof.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        place = f"proof, line {number}"
        deletes = words[0] == "d"
        lemma = _literals(words[deletes:], place)
        key = tuple(sorted(set(lemma)))
        if deletes:
            require(key in present, f"{place}: deletes a clause that is not there")
            continue
        require(not ended, f"{place}: a clause after the empty one")
        require(state.conflict(lemma) or state.resolvents_conflict(lemma), f"{place}: {lemma} does not follow")
        state.add(lemma)
        present.add(key)
        ended = not lemma
    require(state.refuted is not None, "the proof does not reach the empty clause")


def check_lrat(variables: int, clauses: Sequence[Sequence[int]], proof: str) -> None:
    """As `check_drat` for LRAT without RAT hints: each lemma names the clauses that refute its negation, in order."""
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    ended = False
    for number, line in enumerate(proof.splitlines(), 1):
        words, place = line.split(), f"LRAT proof, line {number}"
        require(words.count("0") == 2 and words[-1] == "0" and not ended, f"{place}: {line[:60]!r} is no step")
        at = words.index("0")
        lemma, hints = _literals(words[1 : at + 1], place), _literals(words[at + 1 :], place)
        require(words[0].isdecimal() and int(words[0]) not in known, f"{place}: clause number {words[0]!r}")
        false = set(lemma)
        done = False
        for hint in hints:
            require(hint in known and not done, f"{place}: hint {hint}")
            left = [x for x in known[hint] if x not in false]
            require(len(left) < 2, f"{place}: hint {hint} is not unit")
            done = not left
            false.update(-x for x in left)
        require(done, f"{place}: the hints do not refute the negation")
        known[int(words[0])] = lemma
        ended = not lemma
    require(ended, "the LRAT proof does not reach the empty clause")


# ------------------------------------------------------------------ certificates


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
                from cpsudoku.retracing import retrace

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


def cell_name(cell: int, n: int) -> str:
    """`r3c7`."""
    return f"r{cell // n + 1}c{cell % n + 1}"


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


def read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, certificate) for each in a file, in a certificate's folder, or in a folder of many."""
    if path.is_dir():
        if (path / "certificate.json").is_file():
            yield from read(path / "certificate.json")
            return
        found = sorted(p for p in path.iterdir() if p.is_dir() or p.suffix in (".json", ".jsonl"))
        for inner in found:
            yield from read(inner)
        if not found:
            raise Rejected(f"{path}: no certificate in this folder")
        return
    lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text("utf-8")]
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}" if len(lines) > 1 else str(path)
        try:
            certificate = json.loads(line)
        except ValueError:
            certificate = None
        if not isinstance(certificate, dict):
            certificate = {"claim": "(no JSON object)"}
        if path.name == "certificate.json":
            place = str(path.parent)
            for key, name in FILES.items():
                if (path.parent / name).is_file() and key not in certificate:
                    certificate[key] = (path.parent / name).read_text("utf-8")
        yield place, certificate


def check(path: str | Path) -> Iterator[Checked]:
    """Check every certificate in a file, a certificate's folder, or a folder of many."""
    try:
        for place, certificate in read(Path(path)):
            try:
                yield Checked(place, True, check_certificate(certificate))
            except Rejected as why:
                yield Checked(place, False, str(why))
            except (ValueError, TypeError, KeyError, AttributeError) as why:
                yield Checked(place, False, f"unreadable: {why!r}")
    except (OSError, UnicodeDecodeError, Rejected) as why:
        yield Checked(str(path), False, f"unreadable: {why}")
