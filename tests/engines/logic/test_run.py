"""The parameters and counters of a logic run."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.budget import Limits
from cpsudoku.engines.logic.engine import run_logic
from cpsudoku.engines.logic.techniques import LADDER
from cpsudoku.errors import UsageError

PUZZLES = Path(__file__).resolve().parents[2] / "puzzles"
EMPTY_4X4 = bytes(16)


def sample(name: str) -> list[bytes]:
    lines = (PUZZLES / f"{name}.txt").read_text().split()
    return [bytes(0 if symbol == "." else int(symbol) for symbol in line) for line in lines]


def test_singles_need_no_guess() -> None:
    """A puzzle that singles solve is solved without a recursive call, at the start level."""
    for cells in sample("kaggle")[:20]:
        run = run_logic(cells, thresholds=82)
        assert run.calls == 0
        assert run.deepest == 0
        assert len(run.solutions) == 1
        assert sum(run.steps.values()) == cells.count(0), "every step is a single, and fills a cell"


def test_all_techniques_before_a_guess() -> None:
    """With thresholds above the unknowns, whatever the twelve techniques finish takes no recursive call."""
    finished = 0
    for cells in sample("random_minimal")[:40] + sample("17_clue")[:20]:
        run = run_logic(cells, thresholds=82, nsmax=1)
        alone = 0 not in run.unfinished
        assert (run.calls == 0) == alone
        finished += alone
    assert finished >= 20


def test_default_guesses_first_at_17_clues() -> None:
    """The default threshold is 64: with 64 unknowns a run begins with a guess, with 63 it does not."""
    cells = sample("17_clue")[0]
    assert cells.count(0) == 64
    run = run_logic(cells)
    assert run.calls > 0
    assert run.unfinished == cells
    solution = run.solutions[0]
    first = next(cell for cell, digit in enumerate(cells) if not digit)
    easier = cells[:first] + solution[first : first + 1] + cells[first + 1 :]
    assert run_logic(easier).unfinished.count(0) < 63


def test_threshold_zero_switches_off() -> None:
    """A technique whose threshold is 0 takes no step; the others go on."""
    cells = sample("kaggle")[0]
    no_naked = [0] + [82] * 11
    run = run_logic(cells, thresholds=no_naked)
    assert run.steps["naked single"] == 0
    assert run.steps["hidden single"] > 0
    nothing = run_logic(cells, thresholds=0)
    assert not any(nothing.steps.values())
    assert nothing.calls > 0
    assert nothing.solutions == run.solutions


def test_counters() -> None:
    """Twelve counters, in the order of the ladder."""
    assert list(run_logic(sample("kaggle")[0]).steps) == list(LADDER)


@pytest.mark.parametrize("nsmax", [1, 2, 10, 288, 1000])
def test_nsmax(nsmax: int) -> None:
    """As many solutions as asked for, all different; fewer only where there are no more."""
    run = run_logic(EMPTY_4X4, boxes(2, 2), nsmax=nsmax)
    assert len(set(run.solutions)) == len(run.solutions) == min(nsmax, 288)
    assert run.complete == (nsmax > 288)


def test_nsmax_may_be_infinite() -> None:
    """`math.inf` asks for all."""
    run = run_logic(EMPTY_4X4, boxes(2, 2), nsmax=math.inf)
    assert len(run.solutions) == 288
    assert run.complete


def test_unfinished_keeps_its_zeros() -> None:
    """Without a solution the grid comes back as far as the techniques got, open cells as zeros, clues kept."""
    for cells in sample("invalid_no_solution")[:10]:
        run = run_logic(cells, nsmax=2)
        assert run.solutions == ()
        assert len(run.grids) == 1
        assert 0 in run.grids[0]
        assert all(not clue or clue == digit for clue, digit in zip(cells, run.grids[0]))


def test_unfinished_where_a_limit_ends_the_run() -> None:
    """The same when a limit ended the run, and `why` says so."""
    cells = sample("hardest_1106")[0]
    run = run_logic(cells, limits=Limits(conflicts=1))
    assert run.why
    assert not run.complete
    assert 0 in run.grids[0]


def test_same_seed_same_run() -> None:
    """The same seed gives the same run in every counter; another may guess otherwise."""
    cells = sample("17_clue")[0]
    assert run_logic(cells, seed=4) == run_logic(cells, seed=4)
    runs = [run_logic(cells, seed=seed) for seed in range(8)]
    assert len({run.solutions for run in runs}) == 1
    assert len({run.calls for run in runs}) > 1


def test_level() -> None:
    """The deepest level is counted from the start level."""
    cells = sample("17_clue")[0]
    plain, raised = run_logic(cells, seed=1), run_logic(cells, seed=1, level=7)
    assert raised.deepest == plain.deepest + 7
    assert plain.deepest >= 1


def test_verbose_reports_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """Verbose runs tell each step on standard error and nothing on standard output."""
    run_logic(sample("kaggle")[0], verbose=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "level 0: naked single" in captured.err
    run_logic(sample("kaggle")[0])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("thresholds", [-1, [82] * 11, [82] * 11 + [-1]])
def test_bad_thresholds(thresholds: int | list[int]) -> None:
    """One number or twelve, none negative."""
    with pytest.raises(UsageError, match="thresholds"):
        run_logic(bytes(81), CLASSIC, thresholds=thresholds)


@pytest.mark.parametrize("nsmax", [0, -3, math.nan])
def test_bad_nsmax(nsmax: float) -> None:
    """At least one solution is asked for."""
    with pytest.raises(UsageError, match="nsmax"):
        run_logic(bytes(81), CLASSIC, nsmax=nsmax)
