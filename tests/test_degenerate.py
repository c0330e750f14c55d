"""Full, empty and nearly so: every engine and every encoding answers degenerate puzzles as they are known to be."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import degenerate
from cpsudoku import Puzzle, samples, solve, solve_many, verify, verify_many
from cpsudoku.board.geometry import boxes
from cpsudoku.constraints import parse
from cpsudoku.engines.cp_sat import CpSatEngine
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.engines.sat.pysat_solvers import NATIVE_AT_MOST, Incremental
from cpsudoku.errors import EnginesDisagree
from cpsudoku.questions.verdict import Impossible

FULL = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"


SLOW = ("recursive", "logic", "z3", "exact", "clingo", "pumpkin")
"""Engines that take longer than a second for some of them on 9x9."""


SOLVERS = ("ergo", "gluecard3")


def default_solvers(side: int) -> list[Any]:
    """The configurations of a board without named SAT solvers."""
    return [wanted for wanted in degenerate.configurations([side]) if not wanted.engine.startswith("sat:")]


def test_a_full_grid_is_unique_by_a_formula_that_its_givens_leave_empty() -> None:
    """Givens that decide everything leave `extended-reduced` without a variable: the grid is the one solution."""
    assert verify(FULL, encoding="extended-reduced").solution.line() == FULL  # type: ignore[union-attr]
    found = solve(FULL, encoding="extended-reduced", limit=0)
    assert (found.complete, [grid.line() for grid in found.solutions]) == (True, [FULL])


def test_propagation_without_a_clause_contradicts_nothing() -> None:
    """CaDiCaL calls a formula without variables contradictory when asked to propagate; we do not."""
    for name in ("cadical153", "cadical195", "cadical300", "minisat22", "maplesat"):
        with Incremental(name) as solver:
            assert solver.propagate([]) == (True, [])


@pytest.mark.parametrize("wanted", default_solvers(4), ids=str)
def test_every_engine_and_encoding_on_4x4(wanted: Any) -> None:
    """Every entry point of every engine with every encoding, by its default solver, gives the answers counted here."""
    answers = degenerate.answers_of(wanted)
    assert len(answers) >= 30
    assert {outcome for _, _, outcome, _ in answers} <= {"right", "unknown"}, answers


@pytest.mark.parametrize("wanted", [one for one in default_solvers(9) if one.engine not in SLOW], ids=str)
def test_every_engine_and_encoding_on_9x9(wanted: Any) -> None:
    """On the classic board every engine with every encoding decides a stream of them rightly."""
    _, puzzles, ask = next(entry for entry in degenerate.entries(wanted) if entry[0] == "verify_many")
    assert {outcome for outcome, _ in ask(puzzles)} == {"right"}


@pytest.mark.long
def test_solvers_on_6x6() -> None:
    """A sample of solvers and encodings gives right answers through every entry point.

    Refused is `extended-native` alone, by solvers without at-most rows. `benchmarks/degenerate.py` asks all solvers,
    on every board.
    """
    sample = [one for one in degenerate.configurations([6]) if one.engine not in SLOW][::80]
    for wanted in [*sample, *(degenerate.Configuration(f"sat:{name}", "extended-native", 6) for name in SOLVERS)]:
        native = wanted.encoding != "extended-native" or wanted.engine.removeprefix("sat:") in NATIVE_AT_MOST
        assert {answer[2] for answer in degenerate.apart(wanted)} == {"right" if native else "refused"}, wanted


def test_the_table_finds_a_wrong_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An engine that loses solutions is found, and the exit code says so."""
    monkeypatch.setattr(SatEngine, "search", lambda self, cells, limit=2, limits=None: Outcome((), True))
    assert degenerate.main(["--sides", "4", "--only", "sat", "--share", "0.01"]) == 1
    assert "wrong: " in capsys.readouterr().out


@pytest.mark.long
def test_crashes_and_hangs_count_against_their_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question that ends its process is wrong, one that never ends is late; those before and after are answered.

    A puzzle that was late is left out of the questions after it.
    """

    def ask(cases: Any) -> list[tuple[str, str]]:
        if len(cases) == 1 and cases[0].name == "exchanged":
            os._exit(7)
        if "empty" in {case.name for case in cases}:
            time.sleep(60)
        return [("right", "")] * len(cases)

    full, one_open, exchanged, empty = degenerate.cases(4)[:4]
    questions = [("verify", [case], ask) for case in (full, exchanged, empty, one_open)]
    monkeypatch.setattr(degenerate, "questions", lambda wanted: [*questions, ("solve_many", (full, empty), ask)])
    assert degenerate.apart(degenerate.Configuration("sat", None, 4), most=2) == [
        ("verify", "full", "right", ""),
        ("verify", "exchanged", "wrong", "the process ended with 7"),
        ("verify", "empty", "late", "2 s"),
        ("solve_many", "empty", "skipped", ""),
        ("verify", "one open", "right", ""),
        ("solve_many", "full", "right", ""),
    ]


HARD = samples.lines_of("17-clue")[0]
MANY = "0" * 81
RULED = Puzzle(bytes(16), boxes(2, 2)).under([parse("cage 5 r1c1 r1c2")])
LOST = Outcome((), True)


@pytest.mark.parametrize(
    ("puzzle", "engine", "encoding"),
    [(HARD, "sat", "triad"), (MANY, "sat", "log"), (MANY, "cp-sat", "cp-hall"), (RULED, "sat", "minimal")],
)
def test_an_encoding_that_loses_solutions_is_named(
    puzzle: str | Puzzle, engine: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a kernel finds a solution that a named encoding rules out, the error names engine and encoding."""
    for cls in (SatEngine, CpSatEngine):
        monkeypatch.setattr(cls, "search", lambda self, cells, limit=2, limits=None: LOST)
    calls: list[Callable[[], object]] = [
        lambda: verify(puzzle, engine=engine, encoding=encoding),
        lambda: list(verify_many([puzzle], engine=engine, encoding=encoding)),
        lambda: solve(puzzle, engine=engine, encoding=encoding),
        lambda: list(solve_many([puzzle], engine=engine, encoding=encoding)),
    ]
    for ask in calls:
        with pytest.raises(EnginesDisagree, match=f"engine {engine} with encoding {encoding} finds no solution"):
            ask()


def test_a_second_solution_that_an_encoding_loses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Unique` rests on "no second": where a kernel has one, the error says how many each found."""
    grid = solve(MANY).solutions[0].cells
    monkeypatch.setattr(SatEngine, "search", lambda self, cells, limit=2, limits=None: Outcome((grid,), True))
    with pytest.raises(EnginesDisagree, match="encoding order finds 1 solution, bitmask finds 2"):
        verify(MANY, encoding="order")


def test_the_evidence_of_a_wrong_impossible_is_an_error_of_ours() -> None:
    """Asked for the clues that conflict in a puzzle with a solution, `Impossible` says so, without a traceback."""
    with pytest.raises(EnginesDisagree, match="finds a solution of a puzzle said to have none"):
        _ = Impossible(Puzzle.parse(HARD)).core
