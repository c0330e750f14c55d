"""Limits of time and memory: what builds looks at the clock, and what would not fit is refused. The clock is a fake."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from cpsudoku import Impossible, Limits, Multiple, Puzzle, Unique, Unknown, budget, candidates, samples, solve, verify
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.budget import BudgetSpent, until
from cpsudoku.cli.main import run
from cpsudoku.cli.reading import chunks_of
from cpsudoku.constraints import parse
from cpsudoku.engines import answer as answers
from cpsudoku.engines import witnesses
from cpsudoku.engines.registry import class_of, engine_for
from cpsudoku.engines.sat import pysat_solvers
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.errors import EncodingError, NotationError
from cpsudoku.formats import lz_string, read_records
from cpsudoku.formula import catalog, clauses
from cpsudoku.formula.clauses import TooLarge, formula, full_encoding
from cpsudoku.formula.primitives.to_clauses import Lowering, board_rules
from cpsudoku.formula.rules import rules
from cpsudoku.questions.diagnosis import ambiguous
from cpsudoku.subsets import budgeted_oracle
from cpsudoku.subsets.oracle import SoftPuzzle
from cpsudoku.web.jobs import answer

HARD = samples.lines_of("17-clue")[0]
AGES = Limits(seconds=1e6)
"""Never reached by the true clock."""
DOUBLED = Puzzle(bytes(16), boxes(2, 2)).under([parse("doublers { cage 5 r1c1 r1c2 }")])


class Clock:
    """A clock that is read so many times before any deadline; `reads` counts."""

    def __init__(self, left: float = inf) -> None:
        self.left, self.reads = left, 0

    def __call__(self) -> float:
        self.reads += 1
        return 0.0 if self.reads <= self.left else inf


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    fake = Clock()
    monkeypatch.setattr(budget, "perf_counter", fake)
    formula.cache_clear()
    rules.cache_clear()
    yield fake
    formula.cache_clear()
    rules.cache_clear()


@pytest.mark.parametrize("name", catalog.names("cnf"))
def test_the_clock_is_read_for_every_group_of_a_formula(name: str, clock: Clock) -> None:
    """Building a formula reads the clock at least once for each group of its rules, whatever the encoding."""
    encoding = catalog.load(name)
    with until(1.0):
        formula(encoding, CLASSIC)
    assert clock.reads >= len(rules(encoding, CLASSIC).groups)


def _texts(count: int) -> dict[str, str]:
    """Texts of so many parts: lines, rules, or characters that are packed."""
    cells: list[list[dict[str, int]]] = [[{} for _ in range(9)] for _ in range(9)]
    regions = [[[3 * (box // 3) + k // 3, 3 * (box % 3) + k % 3] for k in range(9)] for box in range(9)]
    cages = [{"cells": [[k % 9, 0], [k % 9, 1]], "value": 5} for k in range(count)]
    board = {"size": 9, "grid": cells, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}] * count}
    return {
        "lines": "# a comment\n" * count + HARD,
        "jsonl": json.dumps({"puzzle": HARD, "constraints": ["cage 9 r1c1 r1c2"] * count}),
        "braces": json.dumps({"puzzle": HARD, "constraints": ["or { cage 9 r1c1 r1c2" + " | odd r1c1" * count + " }"]}),
        "iss": ".Cage~9~R1C1~R1C2" * count,
        "f-puzzles": json.dumps(board),
        "sudokupad": json.dumps({"cells": cells, "regions": regions, "cages": cages}),
        "packed": "scl" + lz_string.pack("{cells:[" + ",".join(map(str, range(count))) + "]}"),
    }


@pytest.mark.parametrize("name", _texts(1))
def test_readers_look_at_the_clock(name: str, clock: Clock) -> None:
    """Whatever a text is made of, reading looks at the deadline for each line, rule or packed word of it."""
    with suppress(NotationError), until(1.0):
        Puzzle.parse(_texts(100)[name])
    assert clock.reads >= 100
    clock.left, clock.reads = clock.reads // 2, 0
    with until(1.0), pytest.raises(BudgetSpent, match="the time was up before the input was read"):
        Puzzle.parse(_texts(101)[name])  # another text: the rules of the last one are kept


def test_unpacking_looks_at_the_clock(clock: Clock) -> None:
    """A megabyte of blank lines packed into a kilobyte is not unpacked to its end."""
    clock.left = 2
    with until(1.0), pytest.raises(BudgetSpent):
        list(read_records(io.BytesIO(gzip.compress(b"\n" * (1 << 20)))))


def test_a_command_that_cannot_read_in_time_says_so(
    clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--timeout` holds for reading a file or an operand: exit code 3. A pipe may wait for its writer."""
    file = tmp_path / "puzzles.txt"
    file.write_text(HARD)
    for operand in (str(file), "# a comment\n" + HARD):
        clock.left, clock.reads = 0, 0
        assert run(["verify", operand, "--timeout", "600"]) == 3
        assert capsys.readouterr().err.strip() == "gave up: the time was up before the input was read"
    with (tmp_path / "puzzles.txt").open("rb") as piped, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(piped))
        assert len(list(chunks_of(["-"], geometry=None, seconds=600))) == 1


def test_a_request_that_cannot_be_read_in_time_is_refused(clock: Clock) -> None:
    """Over HTTP the answer says that the text was not read in time."""
    clock.left = 10
    found = answer("draw", {"puzzle": "# a comment\n" * 100 + HARD})
    assert (found["verdict"], found["message"]) == ("refused", "the text was not read within 4 s")


@pytest.mark.parametrize("left", [0, 1, 2, 5, 40, 400])
@pytest.mark.parametrize(
    ("engine", "encoding"),
    [
        *(("sat", name) for name in catalog.names("cnf")),
        *(("cp-sat", name) for name in catalog.names("cp")),
        *((name, None) for name in ("sat", "cp-sat", "bitmask", "constraints", "dlx", "sat:glucose4")),
    ],
)
def test_a_deadline_at_any_moment_of_building_is_an_unknown(
    engine: str, encoding: str | None, left: int, clock: Clock
) -> None:
    """Wherever the deadline passes while a formula or model is built, the answer is right or unknown: no exception."""
    clock.left = left
    puzzle = Puzzle.of(HARD)
    solver = engine_for(puzzle, engine, encoding=encoding) if encoding else engine_for(puzzle, engine)
    outcome = solver.search(puzzle.cells, 2, AGES)
    if outcome.why:
        assert not outcome.complete
        assert "gave up" in outcome.why
    else:
        assert outcome.complete
        assert len(outcome.solutions) == 1
    if encoding and class_of(engine).target and left <= 5:
        assert outcome.why


@pytest.mark.parametrize("left", [0, 1, 5, 40])
@pytest.mark.parametrize("engine", ["sat", "cp-sat", "sat:cadical153", "constraints"])
def test_a_deadline_while_rules_are_stated_is_an_unknown(engine: str, left: int, clock: Clock) -> None:
    """The same under rules beyond houses, for verdicts, solutions and candidates."""
    clock.left = left
    assert isinstance(verify(DOUBLED, engine=engine, limits=AGES), Unknown | Multiple)
    found = solve(DOUBLED, engine=engine, limits=AGES)
    assert found.solutions or found.why
    assert candidates(DOUBLED, engine=engine, limits=AGES).word


def test_solutions_that_take_too_long_to_check_are_unknown(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule whose definition is searched looks at the clock; a grid that is not checked in time is not an answer."""
    monkeypatch.setattr(witnesses, "perf_counter", lambda: -inf)
    clock.left = inf
    for found in (verify(DOUBLED, limits=AGES), solve(DOUBLED, limits=AGES)):
        assert isinstance(found, Unknown) or not found.solutions  # type: ignore[union-attr]
        assert found.why == witnesses.UNCHECKED  # type: ignore[union-attr]
    assert isinstance(verify(DOUBLED), Multiple)


def test_doubled_cells_are_searched_under_the_deadline(clock: Clock) -> None:
    """The definition of `doublers` looks at the clock at each choice: a full 16x16 grid cannot hold it up."""
    board = boxes(4, 4)
    grid = [(4 * (cell // 16 % 4) + cell // 64 + cell % 16) % 16 + 1 for cell in range(256)]
    rule = Puzzle(bytes(256), board).under([parse("doublers { sum 3 r1c1 r1c2 }")]).constraints[0]
    clock.left = 500
    with until(1.0), pytest.raises(BudgetSpent):
        rule.holds(grid)


@pytest.mark.parametrize("name", [name for name in catalog.names("cnf") if catalog.load(name).duplicates != "drop"])
def test_the_size_of_a_formula_is_known_before_it_is_built(name: str) -> None:
    """The clauses that are counted beforehand are those that are built, but for what cells of their own state."""
    encoding = catalog.load(name)
    counted = sum(clauses.clause_count(kind, len(cells), encoding) for kind, cells in rules(encoding, CLASSIC).groups)
    cnf = formula(encoding, CLASSIC)
    own = sum(len(list(cnf.cells.axioms(cell))) for cell in range(81))
    assert len(cnf.clauses) == counted + own


def test_a_formula_that_would_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """More clauses than MOST_CLAUSES are not built: the error says how many there would be, and what is taken."""
    formula.cache_clear()
    monkeypatch.setattr(clauses, "MOST_CLAUSES", 10_000)
    for name in ("extended", "extended-reduced"):
        with pytest.raises(EncodingError, match=f"{name}: some 11,988 clauses on 9x9.*up to 10,000"):
            verify("0" * 81, encoding=name)
    assert isinstance(verify(HARD, encoding="triad"), Unique)


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        (CLASSIC, "anti-knight"),
        (CLASSIC, "cage 20 r1c1 r1c2 r1c3 r2c1"),
        (CLASSIC, "equal-sum r1c1 r1c2 r1c3 / r2c4 r2c5 r2c6"),
        (CLASSIC, "doublers { cage 9 r1c1 r1c2 }"),
        (boxes(2, 3), "between r1c1 r1c2 r1c3"),
    ],
)
def test_rules_whose_formula_would_not_fit_are_refused(
    board: Geometry, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound holds for the clauses of houses and rules together: one less than they are is refused alike."""
    constraint = Puzzle(bytes(board.size), board).under([parse(rule)]).constraints[0]
    lowering = Lowering(board)
    lowering.stated(constraint)
    monkeypatch.setattr(clauses, "MOST_CLAUSES", len(lowering.clauses))
    Lowering(board).stated(constraint)
    monkeypatch.setattr(clauses, "MOST_CLAUSES", len(lowering.clauses) - 1)
    with pytest.raises(TooLarge, match=f"the puzzle's rules: some .* clauses on {board.side}x{board.side}.*are built"):
        Lowering(board).stated(constraint)


def test_the_houses_of_a_board_with_a_layout_are_counted_before_they_are_stated() -> None:
    """A board of 250x250 would have 1.9 billion clauses in its cells alone: refused at once."""
    board = Geometry.shaped(250, 250, 1, 250)
    with pytest.raises(TooLarge, match="the puzzle's rules: some 1,945,"):
        Lowering(board)


def test_houses_under_rules_are_stated_as_those_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no encoding is named, large boards have the full formula that fits, under rules too."""
    board = boxes(2, 2)
    monkeypatch.setattr(clauses, "PAIRWISE_SIDE", 3)
    assert (
        board_rules.__wrapped__(board, None)[0].clauses == formula(catalog.load("extended-sequential"), board).clauses
    )


def test_the_evidence_of_an_impossible_puzzle_needs_no_formula_that_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the full formula is too large, all clues are named as those that conflict."""
    formula.cache_clear()
    monkeypatch.setattr(clauses, "MOST_CLAUSES", 10)
    puzzle = Puzzle.parse("12345678." + "." * 8 + "9" + "." * 63)
    found = verify(puzzle)
    assert isinstance(found, Impossible)
    assert set(found.core) == {*range(8), 17}


def test_large_boards_have_a_full_formula_that_fits() -> None:
    """Without a named encoding the full formula of every board up to 64x64 is within MOST_CLAUSES."""
    for box in range(2, 9):
        board = Geometry(box, box)
        encoding = catalog.load(full_encoding(board))
        n, houses = board.side, len(board.houses)
        groups = n * houses + board.size
        assert groups * clauses.clause_count("exactly-one", n, encoding) <= clauses.MOST_CLAUSES


def test_evidence_under_a_deadline_is_all_clues(clock: Clock) -> None:
    """The clues that conflict are searched for under a deadline that is set; where it passes, all are named."""
    puzzle = Puzzle.parse("12345678." + "." * 8 + "9" + "." * 53 + "1" + "." * 9)
    clock.left = 3
    with until(1.0):
        assert set(Impossible(puzzle).core) == {*range(8), 17, 71}
    assert set(Impossible(puzzle).core) < {*range(8), 17, 71}


def test_a_rule_of_many_comparisons_looks_at_the_clock(clock: Clock) -> None:
    """Full rank without ties compares every two lines, 630 pairs of a 9x9 board: one look for each."""
    rule = Puzzle.parse(".FullRankTies~none.FullRank~R1~3~").constraints[0]
    clock.left, clock.reads = 600, 0
    with until(1.0), pytest.raises(BudgetSpent):
        rule.statement()


def test_clues_that_will_do_are_sought_until_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the limit of a diagnosis is over, no clue of the 2,401 of a 49x49 board is tried any more."""
    oracle = budgeted_oracle.DirectOracle(SoftPuzzle(Puzzle(bytes(16), boxes(2, 2))), AGES)
    oracle.deadline = 0.0
    monkeypatch.setattr(budgeted_oracle, "quickest", None)  # a call would raise
    monkeypatch.setattr(ambiguous, "smallest", lambda *_, **__: SimpleNamespace(elements=None))
    assert ambiguous.fewest_clues(oracle, bytes.fromhex("01020304030401020201040304030201"), ()) == (
        tuple(range(16)),
        False,
        [],
    )


@pytest.mark.parametrize("solver", ["minisat22", "minicard", "glucose4"])
def test_a_solver_of_a_large_formula_is_interrupted_at_the_deadline(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a few conflicts of a large formula would take long, a timer ends the search, and the next one is whole."""
    monkeypatch.setattr(pysat_solvers, "LARGE_FORMULA", 0)
    monkeypatch.setattr(pysat_solvers, "FIRST_SLICE", 1 << 30)  # the clock is not read again
    clauses = [[11 * pigeon + hole for hole in range(1, 12)] for pigeon in range(12)]
    clauses += [[-11 * a - hole, -11 * b - hole] for hole in range(1, 12) for b in range(12) for a in range(b)]
    with Incremental(solver, clauses) as live:
        assert isinstance(live.solve((), Limits(seconds=0.02)), answers.Unknown)
        assert isinstance(live.solve([1, 12]), answers.Unsat)
