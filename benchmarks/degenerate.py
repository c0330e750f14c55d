"""Degenerate puzzles by every engine, encoding and solver, through every entry point: the complete table.

    python benchmarks/degenerate.py                          all of it (hours)
    python benchmarks/degenerate.py --share 0.05             every twentieth configuration
    python benchmarks/degenerate.py --sides 4,9 --only sat   these sides; names that begin so

The puzzles of a board: a full grid, the grid with one open cell, the grid with two digits of a row exchanged, the
empty board, one clue, and every place of one digit. Their answers are known: by construction, and on 4x4 by counting
them here. A configuration is an engine with its solver, an encoding or none, and a board: up to 9x9 every solver
with every encoding; 16x16 and 25x25 every engine and encoding with its default solver; 36x36 and 49x49 every engine
with its default encoding. Each is asked in a process of its own through `verify`, `solve`, `count` (which takes no
encoding), `verify_many`, `solve_many` and the command; `candidates` too where no encoding is named. From 16x16 on,
what takes one puzzle gets the full and the empty board only.

Prints a line for each engine and side, and each refusal once. An answer is right, wrong, unknown (a limit was reached;
SECONDS a puzzle where the engine takes limits), refused (an error that names what does not fit) or late (`--most`
seconds were not enough; the configuration is not asked about that puzzle again, which counts as skipped). A traceback
and a crash are wrong. Exit code 1 where anything is wrong.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from measuring import options_of, part_of

import cpsudoku
from cpsudoku import Impossible, Limits, Multiple, Puzzle, Unique
from cpsudoku.board.geometry import Geometry
from cpsudoku.cli.main import run
from cpsudoku.engines.registry import ENGINES as NATIVE
from cpsudoku.engines.registry import OPTIONAL_SOLVERS, class_of
from cpsudoku.engines.sat.pysat_solvers import solver_names
from cpsudoku.errors import CpSudokuError, EnginesDisagree
from cpsudoku.formula import catalog

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5), 36: (6, 6), 49: (7, 7)}
EVERY_SOLVER, EVERY_ENCODING = 9, 25
"""Sides up to which every solver, and every encoding, is asked."""
SECONDS = 2.0
MEMORY = 6 << 30
"""Bytes of address space of a configuration."""
LIMITED = ("recursive", "dlx", "logic", "bitmask", "constraints", "clingo", "z3", "exact", "pumpkin")
"""Engines asked with a limit; SAT and CP-SAT get none."""
EVERY = 300
"""Solutions asked for on 4x4: more than there are. Of others two."""
BLOCKING = ("cp-sat:blocking", "z3", "clingo", "exact", "pumpkin", "sat:kissat404")
"""Engines that forbid one solution after the other in Python, or begin anew for each: two of 4x4, too."""
STREAMS = ("verify_many", "solve_many", "command")
"""Entry points that take all puzzles at once."""
ARGUMENTS = {"recursive": ("native",), "dlx": ("native",), "cp-sat": ("blocking",)}
OUTCOMES = ("right", "wrong", "unknown", "refused", "late", "skipped")


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle and what is known of it: `count` of its solutions, 2 standing for two or more unless `exact`."""

    name: str
    puzzle: Puzzle
    count: int
    exact: bool
    grid: bytes = b""

    @property
    def word(self) -> str:
        """Its verdict."""
        return ("impossible", "unique", "multiple")[min(self.count, 2)]


@dataclass(frozen=True, slots=True)
class Configuration:
    """The subject of the questions: an engine, an encoding or none, and a side."""

    engine: str
    encoding: str | None
    side: int

    def __str__(self) -> str:
        return f"{self.engine} {self.encoding or '-'} {self.side}x{self.side}"


@lru_cache
def cases(side: int) -> tuple[Case, ...]:
    """The degenerate puzzles of a board."""
    rows, columns = BOXES[side]
    board = Geometry(rows, columns)
    full = bytes(
        (columns * (row % rows) + row // rows + column) % side + 1 for row in range(side) for column in range(side)
    )
    exchanged = bytes([full[1], full[0], *full[2:]])
    one = bytes([full[0], *bytes(side * side - 1)])
    digit = bytes([d if d == 1 else 0 for d in full])
    known = [
        ("full", full, 1),
        ("one open", bytes([0, *full[1:]]), 1),
        ("exchanged", exchanged, 0),
        ("empty", bytes(side * side), 2),
        ("one clue", one, 2),
        ("one digit", digit, 2),
    ]
    found = []
    for name, cells, number in known:
        number = counted(board, cells) if side == 4 else number
        grid = full if number == 1 else b""
        found.append(Case(name, Puzzle.trusted(cells, board), number, side == 4 or number < 2, grid))
    return tuple(found)


def counted(board: Geometry, cells: bytes) -> int:
    """The solutions of a small puzzle, by trying every digit in every cell."""
    grid = bytearray(board.size)
    houses = [[house.cells for house in board.houses if cell in house.cells] for cell in range(board.size)]

    def below(cell: int) -> int:
        if cell == board.size:
            return 1
        total = 0
        for digit in [cells[cell]] if cells[cell] else range(1, board.side + 1):
            if all(grid[other] != digit for house in houses[cell] for other in house if other < cell):
                grid[cell] = digit
                total += below(cell + 1)
        return total

    return below(0)


def configurations(sides: Sequence[int]) -> Iterator[Configuration]:
    """Every configuration of these sides."""
    solvers = sorted(set(solver_names().values()) - {"cryptosat"})
    for side in sides:
        names = [name for name in (*NATIVE, *OPTIONAL_SOLVERS) if name != "outside"]
        names += [f"{base}:{argument}" for base, more in ARGUMENTS.items() for argument in more]
        if side <= EVERY_SOLVER:
            names += [f"sat:{solver}" for solver in solvers]
        for name in names:
            yield Configuration(name, None, side)
            target = class_of(name).target
            if target is not None and side <= EVERY_ENCODING:
                for encoding in catalog.names(target):
                    yield Configuration(name, encoding, side)


Said = tuple[str, str]
"""An outcome, and what is to be said of it."""
Question = tuple[str, Sequence[Case], Callable[[Sequence[Case]], list[Said]]]
"""An entry point, what it is asked, and how."""
Answered = tuple[str, str, str, str]
"""Entry point, puzzle, outcome, and what is to be said of it."""


def judged(case: Case, verdict: object) -> Said:
    """Of a verdict. Its grids are compared with the known one, or checked by the rules."""
    if isinstance(verdict, cpsudoku.Unknown):
        return "unknown", ""
    found = {Unique: "unique", Multiple: "multiple", Impossible: "impossible"}.get(type(verdict), repr(verdict))
    if found != case.word:
        return "wrong", f"{found} instead of {case.word}"
    grids: list[bytes] = []
    if isinstance(verdict, Unique):
        grids = [verdict.cells]
    elif isinstance(verdict, Multiple):
        grids = [verdict.cells, verdict.second_cells]
    return grids_right(case, grids)


def grids_right(case: Case, grids: Sequence[bytes]) -> Said:
    """Of solutions."""
    if len(set(grids)) != len(grids) or not all(map(case.puzzle.is_solved_by, grids)):
        return "wrong", "a grid that is none of its solutions, or given twice"
    if case.grid and list(grids) != [case.grid]:
        return "wrong", "another grid than the one solution"
    return "right", ""


def number_right(case: Case, number: int, limit: int, why: str) -> Said:
    """Of a number of solutions, counted up to *limit*."""
    if why:
        return "unknown", why
    expected = min(case.count, limit) if case.exact else 2
    right = number == expected if case.exact or limit == 2 else number >= expected
    return ("right", "") if right else ("wrong", f"{number} solutions instead of {expected}")


def entries(wanted: Configuration) -> Iterator[Question]:
    """Each entry point of a configuration with all that it is asked."""
    every = cases(wanted.side)
    few = every if wanted.side <= EVERY_SOLVER else [case for case in every if case.name in ("full", "empty")]
    base = wanted.engine.partition(":")[0]
    limits = Limits(seconds=SECONDS) if base in LIMITED else Limits()
    options: dict[str, Any] = {"engine": wanted.engine, "limits": limits}
    formula = options | ({"encoding": wanted.encoding} if wanted.encoding else {})
    most = EVERY if wanted.side == 4 and not wanted.engine.startswith(BLOCKING) else 2

    def verify(cases: Sequence[Case]) -> list[Said]:
        return [judged(case, cpsudoku.verify(case.puzzle, **formula)) for case in cases]

    def solve(cases: Sequence[Case]) -> list[Said]:
        return [solved(case, cpsudoku.solve(case.puzzle, limit=most, **formula)) for case in cases]

    def solved(case: Case, found: Any) -> Said:
        said = number_right(case, len(found.solutions), most, found.why)
        return grids_right(case, [grid.cells for grid in found.solutions]) if said[0] == "right" else said

    def count(cases: Sequence[Case]) -> list[Said]:
        answers = [cpsudoku.count(case.puzzle, limit=most, **options) for case in cases]
        return [number_right(case, found.number, most, found.why) for case, found in zip(cases, answers)]

    def verify_many(cases: Sequence[Case]) -> list[Said]:
        return list(map(judged, cases, cpsudoku.verify_many([case.puzzle for case in cases], **formula)))

    def solve_many(cases: Sequence[Case]) -> list[Said]:
        found = cpsudoku.solve_many([case.puzzle for case in cases], limit=most, **formula)
        return list(map(solved, cases, found))

    def candidates(cases: Sequence[Case]) -> list[Said]:
        return [possible(case, cpsudoku.candidates(case.puzzle, **options)) for case in cases]

    def command(cases: Sequence[Case]) -> list[Said]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "puzzles.txt"
            file.write_text("".join(f"{case.puzzle.line()}\n" for case in cases), encoding="utf-8")
            size = "x".join(map(str, BOXES[wanted.side]))
            words = ["verify", str(file), "--engine", wanted.engine, "--jsonl", "-q", "--size", size]
            words += ["--encoding", wanted.encoding] if wanted.encoding else []
            words += ["--timeout", str(SECONDS)] if limits else []
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
                code = run(words)
            records = [json.loads(line) for line in out.getvalue().splitlines()]
        if code == 2:
            raise CpSudokuError(err.getvalue())
        if len(records) != len(cases):
            return [("wrong", f"exit code {code}, {len(records)} records: {err.getvalue()}")] * len(cases)
        return [written(case, record) for case, record in zip(cases, records)]

    def written(case: Case, record: dict[str, Any]) -> Said:
        if record["verdict"] == "unknown":
            return "unknown", ""
        if record["verdict"] != case.word:
            return "wrong", f"{record['verdict']} instead of {case.word}"
        lines = [record[key] for key in ("solution", "second") if record.get(key)]
        return grids_right(case, [cpsudoku.Solution.parse(line, case.puzzle.geometry).cells for line in lines])

    yield "verify", few, verify
    yield "solve", few, solve
    yield "verify_many", every, verify_many
    yield "solve_many", every, solve_many
    yield "command", every, command
    if wanted.encoding is None:
        yield "count", few, count
        yield "candidates", few, candidates


def possible(case: Case, found: Any) -> Said:
    """Of true candidates."""
    if found.why:
        return "unknown", found.why
    side = case.puzzle.geometry.side
    if case.count == 0:
        right = not any(found.digits)
    elif case.grid:
        right = all(tuple(digits) == (digit,) for digits, digit in zip(found.digits, case.grid))
    else:  # a digit is as good as another: all but those that a clue refuses
        cells, peers = case.puzzle.cells, case.puzzle.geometry.peers
        right = all(
            set(found.digits[cell]) == {cells[cell]}
            if cells[cell]
            else set(found.digits[cell]) == set(range(1, side + 1)) - {cells[peer] for peer in peers[cell]}
            for cell in range(side * side)
        )
    return ("right", "") if right else ("wrong", "other candidates than the known ones")


def questions(wanted: Configuration) -> list[Question]:
    """`entries`, with a question for each puzzle where the entry point takes one."""
    return [
        (entry, part, ask)
        for entry, cases, ask in entries(wanted)
        for part in ([cases] if entry in STREAMS else [[case] for case in cases])
    ]


def answers_to(entry: str, cases: Sequence[Case], ask: Callable[[Sequence[Case]], list[Said]]) -> list[Answered]:
    """Of one question."""
    try:
        said = ask(cases)
    except EnginesDisagree as error:
        said = [("wrong", str(error))] * len(cases)
    except CpSudokuError as error:
        said = [("refused", str(error))] * len(cases)
    except Exception as error:
        said = [("wrong", f"{type(error).__name__}: {error}")] * len(cases)
    return [(entry, case.name, *one) for case, one in zip(cases, said, strict=True)]


def answers_of(wanted: Configuration) -> list[Answered]:
    """Of each question of a configuration."""
    return [answer for question in questions(wanted) for answer in answers_to(*question)]


def child(questions: Sequence[Question], pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for question in questions:
        pipe.send(answers_to(*question))


def apart(wanted: Configuration, most: float = 60) -> list[Answered]:
    """`answers_of`, in a process of its own: a crash and a hang are answers, too, and the next process goes on.

    *most* seconds for a question, be it one puzzle or a stream of them.
    """
    context = multiprocessing.get_context("fork")
    found: list[Answered] = []
    late: set[str] = set()
    left = questions(wanted)
    while left:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=child, args=(left, theirs))
        process.start()
        theirs.close()
        while left:
            entry, cases, _ = left.pop(0)
            try:
                if ours.poll(most):
                    found += ours.recv()
                    continue
                outcome = "late", f"{most:g} s"
                late |= {case.name for case in cases}
            except EOFError:
                process.join()
                outcome = "wrong", f"the process ended with {process.exitcode}"
            found += [(entry, case.name, *outcome) for case in cases]
            break
        process.kill()
        process.join()
        ours.close()
        if late:
            found += [(entry, c.name, "skipped", "") for entry, cases, _ in left for c in cases if c.name in late]
            left = [(entry, [case for case in cases if case.name not in late], ask) for entry, cases, ask in left]
            left = [question for question in left if question[1]]
    return found


def warm() -> None:
    """Load what children would load again and again."""
    for name in (*NATIVE, *OPTIONAL_SOLVERS):
        class_of(name)
    answers_of(Configuration("bitmask", None, 4))
    answers_of(Configuration("sat", "extended", 4))


def main(words: list[str] | None = None) -> int:
    options = options_of(__doc__, words, share=1.0, sides=",".join(map(str, BOXES)), only="", most=60.0)
    sides = [int(word) for word in options.sides.split(",") if word in map(str, BOXES)]
    every = [wanted for wanted in configurations(sides) if wanted.engine.startswith(tuple(options.only.split(",")))]
    chosen = part_of(every, options.share)
    total: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    started = time.perf_counter()
    warm()
    for (side, engine), group in groupby(chosen, lambda wanted: (wanted.side, wanted.engine)):
        row: Counter[str] = Counter()
        for wanted in group:
            row["configurations"] += 1
            for entry, name, outcome, text in apart(wanted, options.most):
                row[outcome] += 1
                if outcome in ("wrong", "late"):
                    print(f"{outcome}: {wanted}, {entry}, {name}: {text[:300]}")
                if outcome == "refused":
                    refusals[f"{wanted}: {text.removeprefix('error: ').strip()[:300]}"] += 1
        total += row
        counts = ", ".join(f"{row[word]:,} {word}" for word in OUTCOMES if row[word])
        print(f"{side}x{side} {engine}: {row['configurations']} configurations, {counts}", flush=True)
    for text, number in refusals.items():
        print(f"refused {number} times: {text}")
    counts = ", ".join(f"{total[word]:,} {word}" for word in OUTCOMES if total[word] or word == "wrong")
    print(f"{len(chosen):,} of {len(every):,} configurations: {counts}, {time.perf_counter() - started:.0f} s")
    return int(total["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
