"""The benchmark that compares engines finds no difference, and would find one."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from cpsudoku import Limits, Puzzle, solve
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.budget import NO_LIMITS
from cpsudoku.constraints import KINDS
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.cp_sat import CpSatEngine
from cpsudoku.engines.engine import Outcome
from cpsudoku.results import TrueCandidates
from tests.scripts import script
from tests.selection import long_after

PATH = Path(__file__).resolve().parent.parent / "benchmarks" / "cross_check.py"


@pytest.fixture(scope="module")
def cross_check() -> Iterator[ModuleType]:
    sys.path.insert(0, str(PATH.parent))  # as for a script: other files of the folder are found
    yield script("benchmarks/cross_check.py")
    sys.path.remove(str(PATH.parent))


@pytest.mark.long
def test_a_tiny_share(cross_check: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Every pair agrees on a few puzzles of each kind; the counts depend on the seed alone."""
    words = [word for name in cross_check.PAIRS for word in ("--pair", f"{name}=60")]
    assert cross_check.main([*words, "--seed", "3"]) == 0
    output = capsys.readouterr().out
    assert "kinds of rule; gave up: none" in output
    assert output.count(" 0 differences") == len(cross_check.PAIRS) + 1
    assert f"0 differences in {60 * len(cross_check.PAIRS)} puzzles" in output
    assert all(kind in output for kind in ("unique", "several", "none"))
    assert cross_check.main(["--pair", "sat", "--share", "0.00001", "--seed", "3"]) == 0
    assert " 100 puzzles" in capsys.readouterr().out


@pytest.mark.long
def test_as_a_script_on_two_processes() -> None:
    """Run from a checkout, worker processes find what they are sent; the counts are those of one process."""
    words = ["--pair", "sat=1200", "--seed", "5"]
    environment = {**os.environ, "PYTHONPATH": str(PATH.parents[1])}
    outputs = [
        subprocess.run(
            [sys.executable, str(PATH), *words, "--jobs", jobs], env=environment, capture_output=True, text=True
        )
        for jobs in ("1", "2")
    ]
    assert [(run.returncode, run.stderr) for run in outputs] == [(0, "")] * 2
    alone, two = (run.stdout.splitlines() for run in outputs)
    assert alone[0].rpartition(",")[0] == two[0].rpartition(",")[0]  # but for the seconds
    assert alone[1:] == two[1:]


def test_every_kind_of_difference_is_found(cross_check: ModuleType) -> None:
    """Another number of solutions, another grid, a spoilt or missing witness: each is a difference."""
    cells = cross_check.classic_puzzles(random.Random(1), 40, (0, 4))
    right = cross_check.by_bitmask(CLASSIC, cells)

    def differences(theirs: Answers) -> list[str]:
        found: list[str] = cross_check.compared(CLASSIC, cells, right, theirs, "other").differences
        return found

    assert differences(right) == []
    unique, several, none = (
        right.statuses.index(status) for status in (Status.UNIQUE, Status.MULTIPLE, Status.IMPOSSIBLE)
    )

    def said(at: int, status: int) -> Answers:
        return replace(right, statuses=right.statuses[:at] + bytes([status]) + right.statuses[at + 1 :])

    def grid(at: int, change: bytes) -> Answers:
        return replace(right, grids=right.grids[: 81 * at] + change + right.grids[81 * at + 81 :])

    first = right.grids[81 * several : 81 * several + 81]
    other = right.grids[81 * unique : 81 * unique + 81].translate(bytes([0, 2, 1, *range(3, 256)]))
    for wrong, words in (
        (said(unique, Status.IMPOSSIBLE), "bitmask says 0, other says 2"),
        (said(unique, Status.MULTIPLE), "without a second witness"),
        (said(none, Status.UNIQUE), "no solution of the puzzle"),
        (said(several, Status.UNIQUE), "bitmask says 1, other says 0"),
        (grid(unique, other), "no solution of the puzzle"),
        (grid(several, bytes(81)), "no solution of the puzzle"),
        (replace(right, seconds={**right.seconds, several: first}), "no second solution"),
    ):
        assert len(differences(wrong)) == 1, words
        assert words in differences(wrong)[0]


def variants(cross_check: ModuleType, number: int, seed: int = 2) -> list[Puzzle]:
    rng = random.Random(seed)
    found: list[Puzzle] = [cross_check.random_rules.puzzle(rng) for _ in range(number)]
    return found


@pytest.mark.long
def test_random_rules_are_of_every_kind(cross_check: ModuleType) -> None:
    """Every kind of the registry comes up on some board; the same seed makes the same puzzles."""
    rules = cross_check.random_rules
    rng = random.Random(4)
    for word in KINDS:
        made = []
        for board in dict.fromkeys(rules.BOARDS):
            values = [digit + board.lo - 1 for digit in rules.filled(board, rng)]
            made.append(rules.rule(word, board, values, rng))
        assert any(rule is not None and rule.word == word for rule in made), word
    assert variants(cross_check, 20) == variants(cross_check, 20)


@pytest.mark.long
@pytest.mark.parametrize(
    "spoilt",
    long_after(1, ["one missing", "one twice", "a wrong grid", "none at all", "given up, and a wrong grid"]),
)
def test_differences_of_variants_are_found(
    cross_check: ModuleType, spoilt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that loses a solution, has one twice or a wrong one, is named with the puzzle and its rules."""
    right = CpSatEngine.search

    def wrong(self: CpSatEngine, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        found = right(self, cells, limit, limits)
        if not found.solutions:
            return found
        first, *others = found.solutions
        other = first[1:] + first[:1]
        return {
            "one missing": replace(found, solutions=tuple(others), complete=True),
            "one twice": replace(found, solutions=(first, first, *others)),
            "a wrong grid": replace(found, solutions=(other, *others)),
            "none at all": Outcome((), True),
            "given up, and a wrong grid": Outcome((other,), False, "gave up"),
        }[spoilt]

    puzzles = variants(cross_check, 12)
    assert cross_check.of_variants(puzzles).differences == []
    monkeypatch.setattr(CpSatEngine, "search", wrong)
    found = cross_check.of_variants(puzzles)
    solvable = found.kinds["unique"] + found.kinds["several"]
    assert solvable > 6
    assert len(found.differences) == solvable
    assert all(": cp-sat: " in text and " under " in text for text in found.differences)
    assert found.unknown == ({"cp-sat": solvable} if "given up" in spoilt else {})


@pytest.mark.long
def test_what_gave_up_is_counted_and_no_difference(cross_check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine without an answer is counted by its name; without one by definition the puzzle is open."""
    puzzles = variants(cross_check, 12)
    monkeypatch.setattr(CpSatEngine, "search", lambda *_: Outcome((), False, "gave up"))
    found = cross_check.of_variants(puzzles)
    assert (found.differences, found.unknown["cp-sat"], found.kinds["open"]) == ([], 12, 0)
    monkeypatch.undo()
    monkeypatch.setattr(cross_check, "NODES", 1)
    found = cross_check.of_variants(puzzles)
    assert (found.differences, found.kinds["open"]) == ([], found.unknown["recursive"])
    assert found.kinds["open"] > 6


@pytest.mark.long
def test_other_true_candidates_are_a_difference(cross_check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every solution is known, a digit too few or too many is found, from one thread and from two."""
    right = cross_check.candidates
    puzzles = [puzzle for puzzle in variants(cross_check, 40) if 0 < len(solve(puzzle, limit=10).solutions) < 10]
    assert len(puzzles) > 5
    assert cross_check.of_variants(puzzles).differences == []
    for spoilt, words in ((1, "other true candidates"), (2, "other true candidates by two threads")):

        def wrong(puzzle: Puzzle, engine: str | None = None, jobs: int = 1, spoilt: int = spoilt) -> TrueCandidates:
            answer: TrueCandidates = right(puzzle, engine=engine, jobs=jobs)
            return replace(answer, digits=((), *answer.digits[1:])) if jobs == spoilt else answer

        monkeypatch.setattr(cross_check, "candidates", wrong)
        found = cross_check.of_variants(puzzles).differences
        assert len(found) == len(puzzles)
        assert all(text.endswith(words) for text in found)
