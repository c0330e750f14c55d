"""Programs from outside as engines: what they say is understood, and what they spoil is named."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cpsudoku import Puzzle, candidates, compare, count, solve, verify
from cpsudoku.board.geometry import boxes
from cpsudoku.budget import Limits
from cpsudoku.constraints import AntiKnight
from cpsudoku.engines.external.description import description
from cpsudoku.engines.external.engine import ExternalEngine
from cpsudoku.engines.external.languages import LANGUAGES
from cpsudoku.engines.external.process import LARGEST_OUTPUT, run_program
from cpsudoku.engines.registry import engine
from cpsudoku.errors import EnginesDisagree, UnknownName, UsageError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs from outside are run under POSIX limits")

PROGRAMS = Path(__file__).parent / "programs.py"
SMALL = boxes(2, 2)
ONE = bytes([1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4])
LINES = """
[lines]
grid = '\\b([1-4]{16})\\b'
number = '^(\\d+) solutions'
most = 2
none = 'no solution'
"""

COUNTED = """
[counters]
conflicts = 'conflicts: (\\d+)'
"""


def described(folder: Path, name: str, speaks: str, words: list[str], rest: str = "") -> str:
    """`outside:FILE` for one of the programs."""
    command = json.dumps([sys.executable, str(PROGRAMS), *words])
    path = folder / f"{name}.toml"
    path.write_text(f'[engine]\nname = "{name}"\nspeaks = "{speaks}"\ncommand = {command}\n{rest}\n')
    return f"outside:{path}"


@pytest.fixture
def speaking(tmp_path: Path) -> dict[str, str]:
    """A program of every language."""
    return {
        "dimacs": described(tmp_path, "a", "dimacs", ["dimacs", "{puzzle}"], COUNTED),
        "minisat": described(tmp_path, "b", "dimacs", ["minisat", "{puzzle}", "{answer}"], 'encoding = "log"'),
        "opb": described(tmp_path, "c", "opb", ["opb", "{puzzle}"]),
        "opb of clauses": described(tmp_path, "d", "opb", ["opb", "{puzzle}"], 'encoding = "minimal"'),
        "minizinc": described(tmp_path, "e", "minizinc", ["minizinc", "{puzzle}"]),
        "lines": described(tmp_path, "f", "lines", ["lines", "honest"], LINES),
    }


@pytest.mark.parametrize("language", ["dimacs", "minisat", "opb", "opb of clauses", "minizinc", "lines"])
def test_every_language_answers_as_our_own_engine(speaking: dict[str, str], language: str) -> None:
    """One solution, several, and none: the same as `bitmask`, found by asking again with the first forbidden."""
    ours, theirs = engine("bitmask", SMALL), engine(speaking[language], SMALL)
    theirs.prepare()
    wrong = bytearray(ONE)
    wrong[1] = 1
    for cells in (ONE, bytes(16), bytes(wrong)):
        mine, found = ours.search(cells, 2), theirs.search(cells, 2)
        assert not found.why
        assert len(found.solutions) == len(mine.solutions) == len(set(found.solutions))
        assert found.complete == mine.complete
        assert all(Puzzle(cells, SMALL).is_solved_by(grid) for grid in found.solutions)
        assert found.stats["cpu_seconds"] > 0
        assert found.stats["runs"] >= 1
    if language == "dimacs":
        assert theirs.search(ONE, 2).stats["conflicts"] == 12
    assert set(LANGUAGES) <= {"dimacs", "opb", "minizinc", "lines"}


def test_constraints_become_clauses(speaking: dict[str, str]) -> None:
    """A program that reads DIMACS serves every rule; the others say that they do not."""
    puzzle = Puzzle(ONE, SMALL, (AntiKnight(),))
    assert verify(puzzle, engine=speaking["dimacs"]).word == verify(puzzle).word
    with pytest.raises(UsageError, match="without constraints"):
        verify(puzzle, engine=speaking["opb"])


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("garbage", "its answer is not as [lines] says: 'Segmentation"),
        ("flood", "exit code"),
        ("memory", "under its memory limit of 0.3 GB"),
        ("crash", "it ended with exit code 3 under its memory limit of 0.3 GB: I give up"),
        ("hang", "gave up after 1 s"),
    ],
)
def test_what_is_no_answer_is_unknown(tmp_path: Path, mode: str, said: str) -> None:
    """A crash, a flood, a hang: no answer, with the reason, and nothing is left running."""
    name = described(tmp_path, "spoilt", "lines", ["lines", mode], 'memory = "300 MB"\n' + LINES)
    seconds = 1 if mode == "hang" else 60
    outcome = engine(name, SMALL).search(ONE, 2, Limits(seconds=seconds))
    assert not outcome.complete
    assert said in outcome.why
    assert outcome.stats["runs"] == 1


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="groups are left by their session, from /proc")
def test_what_a_program_starts_ends_with_it(tmp_path: Path) -> None:
    """A program that is stopped leaves nothing running, not even a child in a group of its own."""
    file = tmp_path / "child"
    name = described(tmp_path, "parent", "lines", ["lines", f"child {file}"], LINES)
    assert not engine(name, SMALL).search(ONE, 2, Limits(seconds=3)).complete
    stat = Path("/proc") / file.read_text() / "stat"
    for _ in range(100):
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("the child is still running")


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="sessions are left by their environment, from /proc"
)
def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    """Also where the program answers and ends, and what it started has made a session of its own."""
    file = tmp_path / "left"
    name = described(tmp_path, "parent", "lines", ["lines", f"session {file}"], LINES)
    assert engine(name, SMALL).search(ONE, 2).complete
    stat = Path("/proc") / file.read_text() / "stat"
    for _ in range(100):
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("what it left is still running")


@pytest.mark.parametrize("question", [verify, solve, candidates, count], ids=lambda question: str(question.__name__))
@pytest.mark.parametrize(
    ("mode", "cells", "said"),
    [
        ("never", ONE, "finds no solution, sat finds 1, for the puzzle"),
        ("never", bytes(16), "finds no solution, sat finds 1, for the puzzle"),
        ("always unique", bytes(16), "finds 1 solution, sat finds 2, for the puzzle"),
        ("wrong grid", ONE, "gave a wrong grid for"),
    ],
)
def test_a_liar_is_named(tmp_path: Path, question: Callable[..., object], mode: str, cells: bytes, said: str) -> None:
    """What a program denies is searched for, and what it shows is held to the rules: a lie is an error, no verdict."""
    if question is solve and mode == "always unique":
        pytest.skip("one solution is all that is asked for")
    name = described(tmp_path, "liar", "lines", ["lines", mode], LINES)
    with pytest.raises(EnginesDisagree, match="outside:.*liar.toml " + said):
        question(Puzzle(cells, SMALL), engine=name)


def test_a_liar_under_rules_is_named(tmp_path: Path) -> None:
    """With rules beyond houses, too."""
    (tmp_path / "liar.toml").write_text('[engine]\nspeaks = "dimacs"\ncommand = ["echo", "s UNSATISFIABLE"]\n')
    with pytest.raises(EnginesDisagree, match=r"liar.toml finds no solution"):
        verify(Puzzle(bytes(16), SMALL, (AntiKnight(),)), engine=f"outside:{tmp_path / 'liar.toml'}")


@pytest.mark.parametrize(("language", "program"), [("opb", "huge"), ("minizinc", "empty")])
def test_numbers_that_are_none_are_no_answer(tmp_path: Path, language: str, program: str) -> None:
    """A number of 5,000 figures, or none where one should be: unknown, and no traceback."""
    outcome = engine(described(tmp_path, "odd", language, [program, "{puzzle}"]), SMALL).search(ONE, 2)
    assert not outcome.complete
    assert "its answer cannot be read" in outcome.why


def test_what_a_program_writes_is_bounded(tmp_path: Path) -> None:
    """Output and answer file: of a device without end nothing is read, of output not more than the bound."""
    (tmp_path / "d.toml").write_text('[engine]\nspeaks = "dimacs"\ncommand = ["ln", "-s", "/dev/zero", "{answer}"]\n')
    outcome = engine(f"outside:{tmp_path / 'd.toml'}", SMALL).search(ONE, 2)
    assert "no DIMACS answer: nothing" in outcome.why
    flood = [sys.executable, str(PROGRAMS), "lines", "flood"]
    (tmp_path / "puzzle").write_text("." * 16)
    assert len(run_program(flood, tmp_path / "puzzle", 60, None).output) <= LARGEST_OUTPUT == 16_000_000


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("wrong grid", "a grid that is no solution: row 1 is not 1 to 4 once each"),
        ("never", "says there are no more than 0 solutions; bitmask shows another"),
        ("always unique", "says there are no more than 1 solutions; bitmask shows another"),
    ],
)
def test_a_lie_is_named_and_the_comparison_goes_on(tmp_path: Path, mode: str, said: str) -> None:
    """Every lie is counted as wrong, beside honest answers of the same program."""
    liar = described(tmp_path, "liar", "lines", ["lines", mode], LINES)
    honest = described(tmp_path, "honest", "lines", ["lines", "honest"], LINES)
    counting = described(tmp_path, "counting", "lines", ["lines", "counting"], LINES)
    table = compare([Puzzle(bytes(16), SMALL), Puzzle(ONE, SMALL)], engines=["bitmask", liar, honest, counting])
    figures = {row.engine: row for row in table.rows}
    assert (figures["honest"].solved, figures["honest"].wrong) == (2, 0)
    assert (figures["counting"].solved, figures["counting"].wrong) == (2, 0)
    assert figures["liar"].wrong == (1 if mode == "always unique" else 2)
    assert said in {run.why for run in table.runs if run.answer == "wrong"}
    assert f"liar was wrong on {figures['liar'].wrong}" in str(table)


def test_a_count_without_grids_is_no_verdict(tmp_path: Path) -> None:
    """Outside comparisons nobody believes a number."""
    counting = described(tmp_path, "counting", "lines", ["lines", "counting"], LINES)
    assert verify(Puzzle(bytes(16), SMALL), engine=counting).word == "unknown"
    assert verify(Puzzle(ONE, SMALL), engine=counting).word == "unique"


@pytest.mark.long
def test_start_up_can_be_taken_off(tmp_path: Path) -> None:
    """What the program takes for a question without work is no part of its time: here half a second."""
    plain = engine(described(tmp_path, "plain", "dimacs", ["late", "{puzzle}"]), SMALL)
    less = engine(described(tmp_path, "less", "dimacs", ["late", "{puzzle}"], 'start = "subtracted"'), SMALL)
    assert less.search(ONE, 1).stats["cpu_seconds"] < 0.5 <= plain.search(ONE, 1).stats["cpu_seconds"]


def test_a_time_below_the_noise_of_the_start_up_is_an_upper_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With start-up times between 1 and 9 CPU seconds nothing under 8 seconds is measured: the run, its record, the
    row of the table and the line below it say so, and the program is first on no puzzle.
    """
    monkeypatch.setattr(ExternalEngine, "start_up", (1.0, 5.0, 9.0))
    program = described(tmp_path, "program", "lines", ["lines", "honest"], LINES)
    table = compare([Puzzle(ONE, SMALL)], engines=["bitmask", program])
    (run,) = [run for run in table.runs if run.contestant.outside]
    assert (run.is_bound, run.seconds, run.to_dict()["censored"]) == (True, 8.0, True)
    row = next(row for row in table.rows if row.censored)
    assert row.median_is_bound
    assert "< 8.00 s" in str(table)
    assert "1 of 1 times are below the noise of its start-up" in str(table)
    assert {member.engine: member.first for member in table.analysis.portfolios[0].members}["program"] == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[engine", "no TOML"),
        ("[lines]\n", r"\[engine\] is missing"),
        ('[engine]\nspeaks = "latin"\n', "speaks 'latin': give one of dimacs, opb, minizinc, lines"),
        ('[engine]\nspeaks = "dimacs"\n', "command None: give a list of words"),
        ('[engine]\nspeaks = "dimacs"\ncommand = ["no-such-program"]\n', "'no-such-program' is no program"),
        ('[engine]\nspeaks = "dimacs"\ncommand = ["sh", "{file}"]\n', r"'\{file\}': give \{puzzle\}"),
        ('[engine]\nspeaks = "dimacs"\ncommand = ["sh"]\nmemory = "much"\n', "memory 'much': give bytes"),
        ('[engine]\nspeaks = "dimacs"\ncommand = ["sh"]\ncolour = 1\n', ".engine.: key 'colour' is unknown"),
        ('[engine]\nspeaks = "lines"\ncommand = ["sh"]\n[lines]\nempty = "."\n', "needs `grid` or `number`"),
        ('[engine]\nspeaks = "lines"\ncommand = ["sh"]\n[lines]\ngrid = "(["\n', "no regular expression"),
        ('[engine]\nspeaks = "lines"\ncommand = ["sh"]\n[lines]\ngrid = "x"\n', "with a group in parentheses"),
        ('[engine]\nspeaks = "dimacs"\ncommand = ["sh"]\n[lines]\n', 'the program speaks "dimacs"'),
    ],
)
def test_what_is_wrong_with_a_description_is_said(tmp_path: Path, text: str, said: str) -> None:
    """By the file's name, the key and what would do."""
    path = tmp_path / "program.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        description(str(path), tuple(LANGUAGES))


def test_without_a_file_it_is_said() -> None:
    """`outside` alone names nothing, a missing file is named."""
    with pytest.raises(UsageError, match=r"outside:kissat\.toml"):
        engine("outside", SMALL)
    with pytest.raises(UsageError, match=r"missing\.toml: No such file"):
        engine("outside:missing.toml", SMALL)
    with pytest.raises(UnknownName, match="outside:FILE"):
        engine("outsid", SMALL)
