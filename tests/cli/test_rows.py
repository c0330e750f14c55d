"""What every command says of rows it cannot read, and of rules that may be missing."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.cli.terminal import plain
from cpsudoku.formats import lz_string
from tests.command import command

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
RULES = "Normal sudoku rules apply. Digits on a grey line are even."


def run(*words: object, text: str = "") -> subprocess.CompletedProcess[str]:
    return command(*words, text=text)


def link(ruleset: str = RULES, **changes: object) -> str:
    cells = [{"value": int(c), "given": True} if c != "." else {} for c in LINE]
    value = {"size": 9, "grid": [cells[r * 9 : r * 9 + 9] for r in range(9)], "ruleset": ruleset, **changes}
    return "https://f-puzzles.com/?load=" + lz_string.pack(json.dumps(value)).replace("+", "%2B")


COMMANDS = {
    "verify": ("verify",),
    "solve": ("solve",),
    "candidates": ("candidates",),
    "rate": ("rate",),
    "hint": ("hint",),
    "reduce": ("reduce",),
    "diagnose": ("diagnose",),
    "canonical": ("canonical",),
    "fewest": ("fewest", "--at-most", "81", "--timeout", "1"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_unreadable_rows_keep_their_line_and_text(tmp_path: Path, name: str) -> None:
    """In JSON as keys, for people in the message and below it; row 2 is line 4 here."""
    path = tmp_path / "list.txt"
    path.write_text(f"# a comment\n{FULL}\n\n53..7 not a puzzle\n")
    answers = [json.loads(line) for line in run(*COMMANDS[name], path, "--jsonl").stdout.splitlines()]
    (bad,) = [answer for answer in answers if answer.get("verdict") == "invalid"]
    assert (bad["row"], bad["line"], bad["text"]) == (2, 4, "53..7 not a puzzle")
    assert f"{path}, line 4" in bad["message"]
    shown = run(*COMMANDS[name], path)
    said = shown.stdout + shown.stderr
    assert f"{path}, line 4" in said
    assert "  53..7 not a puzzle" in said
    assert shown.returncode == 1


@pytest.mark.parametrize("name", ["verify", "rate", "canonical"])
def test_unreadable_rows_in_a_table(tmp_path: Path, name: str) -> None:
    """--csv has the columns line and text, and every row as many fields as the header."""
    path = tmp_path / "list.txt"
    path.write_text(f"{LINE}\n\n53..7,\n{LINE}\n")
    table = list(csv.reader(io.StringIO(run(*COMMANDS[name], path, "--csv").stdout)))
    assert len({len(row) for row in table}) == 1
    bad = dict(zip(table[0], table[2]))
    assert (bad["row"], bad["line"], bad["text"]) == ("2", "3", "53..7,")
    assert dict(zip(table[0], table[1]))["line"] == ""


@pytest.mark.parametrize("command", [("certify", "-o"), ("convert", "-o"), ("draw", "-o")])
def test_other_commands_tell_unreadable_rows_too(tmp_path: Path, command: tuple[str, str]) -> None:
    """On standard error, with line and text."""
    path = tmp_path / "list.txt"
    path.write_text(f"{LINE}\n\n53..7 not a puzzle\n")
    out = tmp_path / {"certify": "proof.jsonl", "convert": "x.sdm", "draw": "x.svg"}[command[0]]
    shown = run(*command, out, path)
    assert f"{path}, line 3" in shown.stdout + shown.stderr
    assert "53..7 not a puzzle" in (shown.stdout + shown.stderr).partition("line 3")[2]
    assert shown.returncode == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_rules_that_may_be_missing_stand_beside_the_answer(name: str) -> None:
    """A link with rules in prose and a drawing: a line on standard error, and a key of the JSON."""
    given = link() if name != "fewest" else link(grid=None)
    if name == "fewest":
        cells = [{"value": int(c), "given": True} for c in FULL]
        given = link(grid=[cells[r * 9 : r * 9 + 9] for r in range(9)])
    answer = run(*COMMANDS[name], given, "--jsonl")
    (records,) = [json.loads(line) for line in answer.stdout.splitlines()]
    assert "rules may be missing" in records["warnings"][0]
    assert "Digits on a grey line are even." in records["warnings"][0]
    assert "row 1: warning: the file has rules in prose" in answer.stderr


def test_a_plain_link_gives_no_warning() -> None:
    """Nor a key."""
    answer = run("verify", link("Normal sudoku rules apply."), "--jsonl")
    assert "warning" not in answer.stdout + answer.stderr
    assert answer.returncode == 0


@pytest.mark.parametrize("operand", [link().removeprefix("https://"), "fpuzzles" + link("").partition("load=")[2]])
def test_links_without_a_scheme_are_operands(operand: str) -> None:
    """A slash in them made them file names."""
    answer = run("verify", operand)
    assert answer.returncode == 0, answer.stderr
    assert "unique" in answer.stdout


def test_words_without_their_characters() -> None:
    """LC_ALL=C without UTF-8 mode: a sign that ASCII lacks ended the run with a traceback."""
    hard = "8..6....29.........71...8..765......2....5.7.....6..9..13.4.........64.7....8...."

    def run_so(*words: str) -> subprocess.CompletedProcess[str]:
        plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LANG": "C"}
        command = [sys.executable, "-m", "cpsudoku", "rate", "--steps", hard, *words]
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | plain, check=False)

    shown = run_so()
    assert "Traceback" not in shown.stderr
    assert shown.returncode == 0
    assert shown.stdout.isascii()
    assert "!=" in shown.stdout
    output = run_so("--jsonl")
    assert json.loads(output.stdout) == json.loads(run("rate", "--steps", hard, "--jsonl").stdout)


@pytest.mark.parametrize(("character", "ascii"), [("≠", "!="), ("é", "e"), ("┼", "+"), ("∀", "?"), ("–", "-")])
def test_plain(character: str, ascii: str) -> None:
    """The nearest there is."""
    assert plain(character) == ascii


@pytest.mark.parametrize("number", ["999999999999", "99999999999999999999999"])
def test_fewest_takes_any_number(number: str) -> None:
    """More than there are cells: no OverflowError."""
    answer = run("fewest", "--at-most", number, "1234341221434321")
    assert "Traceback" not in answer.stderr
    assert answer.returncode in (0, 2)


def test_the_examples_of_rate_have_a_rating() -> None:
    """One of them had two equal clues in a column."""
    from cpsudoku import rate
    from cpsudoku.cli.rate import EXAMPLES
    from cpsudoku.results import Rating

    puzzles = [word for example in EXAMPLES for word in example.split() if len(word) == 81]
    assert puzzles
    assert all(isinstance(rate(puzzle), Rating) for puzzle in puzzles)


@pytest.mark.parametrize("command", ["solve", "reduce", "canonical", "convert"])
def test_what_prints_puzzles_prints_nothing_else(command: str, tmp_path: Path) -> None:
    """Grids alone on standard output; the unreadable row is told on standard error."""
    (tmp_path / "rows.txt").write_text(f"{FULL}\n53..x\n{FULL}\n", encoding="utf-8")
    result = run(command, tmp_path / "rows.txt")
    assert result.returncode == 1
    assert [len(line) for line in result.stdout.splitlines()] == [81, 81]
    assert "row 2: invalid" in result.stderr
