"""The commands rate and hint."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import build

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
MANY = "." * 81
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLASH = "11" + "." * 79


def run(*words: str) -> Any:
    return CliRunner().invoke(build(), list(words))


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Three puzzles: one with a rating, one ambiguous, one with a clash."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}\n{MANY}\n{CLASH}\n")
    return str(path)


def test_one_puzzle_in_words():
    """A single puzzle is told with its three numbers, level and hardest step."""
    result = run("rate", EASY)
    assert result.exit_code == 0
    assert result.stdout.startswith("ER 1.2  EP 1.2  ED 1.2\neasy; hardest step: hidden single\n")


def test_a_candidate_row_is_repeated_whole(tmp_path: Path):
    """Lines, tables and templates name a puzzle by its candidate row, JSON by its clues and rules."""
    row = "".join(
        "12345678"[: int(c)] + "." * (8 - int(c)) + "."
        if c > "1" and c < "9"
        else "".join(d if d == c else "." for d in "123456789")
        for c in FULL
    )
    path = tmp_path / "rows.txt"
    path.write_text(f"{row}\n{row}\n")
    assert [line.split()[0] for line in run("rate", str(path)).stdout.splitlines()] == [row, row]
    assert [line["puzzle"] for line in csv.DictReader(io.StringIO(run("rate", "--csv", str(path)).stdout))] == [
        row,
        row,
    ]
    assert run("rate", "--template", "%g", str(path)).stdout.split() == [row, row]
    (record, _) = map(json.loads, run("rate", "--jsonl", str(path)).stdout.splitlines())
    assert record["constraints"][0].startswith("candidates ")
    (reduced,) = run("reduce", row).stdout.split()
    assert len(reduced) == 729
    assert run("verify", reduced).exit_code == 0
    assert run("convert", "--to", "candidates", json.dumps(record)).stdout.split() == [row]


def test_steps_are_told_in_order():
    """--steps gives every step with its argument; the last one fills the grid."""
    lines = run("rate", "--steps", EASY).stdout.splitlines()[2:]
    assert len(lines) == EASY.count("0")
    assert all("=" in line for line in lines)


def test_json_has_the_fixed_keys(file):
    """A line a row, in order; what has no rating has a verdict and a message instead; exit code 1."""
    for jobs in ("1", "2"):
        result = run("rate", file, "--jsonl", "--jobs", jobs)
        assert result.exit_code == 1
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        assert [row["row"] for row in rows] == [1, 2, 3]
        assert (rows[0]["er"], rows[0]["ep"], rows[0]["ed"], rows[0]["hardest"]) == (1.2, 1.2, 1.2, "hidden single")
        assert [row.get("verdict") for row in rows] == ["rated", "multiple", "impossible"]
        assert "er" not in rows[1]
        assert rows[2]["message"] == "r1c1 and r1c2 both hold 1"


def test_csv_and_template(file):
    """--csv has a header; --template writes what it is told, and a dash where there is no number."""
    rows = list(csv.DictReader(io.StringIO(run("rate", file, "--csv").stdout)))
    assert [row["er"] for row in rows] == ["1.2", "", ""]
    lines = run("rate", file, "--template", "%n: %r/%p/%d %l 100%%").stdout.splitlines()
    assert lines == ["1: 1.2/1.2/1.2 easy 100%", "2: -/-/- multiple 100%", "3: -/-/- impossible 100%"]


def test_steps_in_json_rebuild_the_grid():
    """The placements of the steps are the empty cells of the puzzle, each once."""
    record = json.loads(run("rate", EASY, "--jsonl", "--steps").stdout)
    places = [step["place"] for step in record["steps"] if "place" in step]
    assert len({place["cell"] for place in places}) == len(places) == EASY.count("0")


def test_wrong_usage_is_named():
    """Unknown techniques, unknown template letters and options that exclude each other raise the errors named."""
    for words in (
        ["rate", EASY, "--without", "luck"],
        ["rate", EASY, "--template", "%z"],
        ["rate", EASY, "--jsonl", "--csv"],
        ["rate", EASY, "--pearl", "--diamond"],
    ):
        result = run(*words)
        assert result.exit_code != 0
        assert result.exception is not None
        assert str(result.exception)


def test_without_singles_a_puzzle_is_stuck():
    """What no allowed technique goes on with is stuck: exit code 3."""
    result = run("rate", EASY, "--without", "single", "--without", "direct", "--without", "chain", "--jsonl")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["verdict"] == "stuck"


def test_hint_shows_one_step_or_all():
    """The next step is the first of all steps; JSON has the same."""
    one = run("hint", EASY)
    every = run("hint", EASY, "--all")
    assert one.exit_code == every.exit_code == 0
    assert one.stdout.splitlines() == every.stdout.splitlines()[:1]
    assert len(every.stdout.splitlines()) > 3
    record = json.loads(run("hint", EASY, "--jsonl").stdout)
    assert f"{record['steps'][0]['rating']:.1f}  {record['steps'][0]['text']}" == one.stdout.strip()


def test_hint_says_why_there_is_none(file):
    """Ambiguous and clashing puzzles have their verdict; exit code 1."""
    result = run("hint", file)
    assert result.exit_code == 1
    assert "row 2: multiple: " in result.stdout
    assert "row 3: impossible: r1c1 and r1c2 both hold 1" in result.stdout


def test_another_board_is_off_the_scale():
    """A 6x6 puzzle is rated by the techniques that carry over, and the answer says so."""
    result = run("rate", "123456456123231564564231312645......", "--size", "2x3", "--jsonl")
    record = json.loads(result.stdout)
    assert (record["scale"], record["verdict"], record["er"]) == ("not SE scale", "rated", 1.0)


def test_hint_names_a_mistake_first():
    """A game with a wrong entry: what to take back instead of a step, exit code 1, arrays in JSON."""
    game = EASY.replace("0", "+1", 1) if EASY[0] != "0" else "+1" + EASY[1:]
    result = run("hint", game)
    assert result.exit_code == 1
    assert " cannot be: the puzzle has " in result.stdout
    record = json.loads(run("hint", game, "--jsonl").stdout)
    assert record["verdict"] == "mistake"
    assert record["entries"][0]["digit"] == 1
    assert record["row"] == 1


def test_hint_names_a_mistake_under_any_rules(tmp_path):
    """The scale knows no rules, but what a puzzle with rules has in a cell is known; without a mistake it refuses."""
    value = {"puzzle": "4" + "." * 15, "size": "2x2", "entries": {"r1c3": 2}}
    value["constraints"] = ["thermo r2c1-r2c4", "cage 5 r1c2 r1c4", "even r3c1"]
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(value))
    result = run("hint", str(path))
    assert (result.exit_code, result.stdout) == (1, "row 1: mistake: r1c3 = 2 cannot be: the puzzle has 1 there\n")
    record = json.loads(run("hint", str(path), "--jsonl").stdout)
    assert (record["verdict"], record["entries"]) == ("mistake", [{"cell": "r1c3", "digit": 2, "right": 1}])
    assert record["constraints"]
    path.write_text(json.dumps(value | {"entries": {"r1c3": 1}}))
    assert "refused: the Sudoku Explainer scale cannot serve constraints" in run("hint", str(path)).stdout


def test_jobs_change_nothing(tmp_path):
    """Plain rows, other boards and steps, by any number of jobs: the same lines, one puzzle or many."""
    rows = [{"puzzle": EASY}, {"puzzle": EASY[::-1]}, {"puzzle": "1" + "." * 80}] * 3
    rows += [{"puzzle": "123456456123231564564231312645......", "size": "2x3"}, *rows[:2]]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    plain = tmp_path / "rows.txt"
    plain.write_text("".join(row["puzzle"] + "\n" for row in rows[:9]))
    for words in ([str(path)], [str(path), "--steps"], [str(plain)], [EASY], [EASY, "--isomorphs", "3"]):
        one, two = (run("rate", *words, "--jsonl", "--jobs", jobs) for jobs in ("1", "2"))
        assert one.stdout == two.stdout
        assert one.stdout.count("\n") == {str(path): len(rows), str(plain): 9, EASY: 1}[words[0]]
        assert one.exit_code == two.exit_code
