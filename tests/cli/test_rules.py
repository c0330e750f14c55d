"""Rules and boards from the command line: `--rule`, `--rules`, `--board`, `--digits`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.cli.main import COMMANDS, run
from cpsudoku.constraints import parse
from cpsudoku.formats import read_one, write_records

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81
NO_PUZZLES = {"generate", "encodings", "serve", "site", "check", "audit", "split", "doctor"}

Captured = pytest.CaptureFixture[str]


def answers(capsys: Captured, *words: str) -> tuple[int, list[dict[str, object]], str]:
    """Exit code, records and standard error of a run with --jsonl."""
    code = run([*words, "--jsonl"])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


def test_a_rule_decides(capsys: Captured) -> None:
    """A rule that the solution keeps leaves the puzzle unique; one that it breaks leaves none; the record says them."""
    code, (rows,), _ = answers(capsys, "verify", PUZZLE, "--rule", "sum 9 r1c1 r1c3")
    assert (code, rows["verdict"], rows["constraints"]) == (0, "unique", ["sum 9 r1c1 r1c3"])
    code, (rows,), _ = answers(capsys, "verify", PUZZLE, "--rule", "sum 10 r1c1 r1c3")
    assert (code, rows["verdict"]) == (1, "impossible")


def test_what_decided_is_told(capsys: Captured) -> None:
    """Propagation or search, by record and in all, with any number of jobs; silent where the engine does not say."""
    for more in ([], ["--engine", "constraints"], ["--jobs", "2"]):
        _, rows, err = answers(capsys, "verify", PUZZLE, EMPTY, "--rule", "sum 9 r1c1 r1c3", *more)
        assert [row["by"] for row in rows] == ["propagation", "search"]
        assert err.strip().endswith("; propagation decided 1, search 1, SAT 0")
    _, (others,), err = answers(capsys, "verify", PUZZLE, "--rule", "sum 9 r1c1 r1c3", "--engine", "recursive")
    assert "by" not in others
    assert "decided" not in err


def test_several_rules_and_a_file(capsys: Captured, tmp_path: Path) -> None:
    """--rule is repeated, --rules reads lines with comments or JSON, and all of them hold at once."""
    lines = tmp_path / "rules.txt"
    lines.write_text("# a corner\ncage 3 r1c1 r1c2\n\nthermo r1c3-r1c5  # rises\n")
    records = tmp_path / "rules.json"
    records.write_text('{"constraints": [{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}]}')
    code, (rows,), _ = answers(capsys, "solve", EMPTY, "--rules", str(lines), "--rule", "greater r1c1 r1c2")
    assert code == 0
    first = str(rows["solution"])
    assert first[:2] == "21"
    assert first[2] < first[3] < first[4]
    code, (rows,), _ = answers(capsys, "solve", EMPTY, "--rules", str(records))
    assert set(str(rows["solution"])[:2]) == {"1", "2"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rule", "cag 9 r1c1"], "--rule 'cag 9 r1c1': rule 'cag' is unknown (did you mean 'cage'?); known: "),
        (["--rule", "cage 9 r1c1 r1c99"], "--rule 'cage 9 r1c1 r1c99': row 1: cage: 'r1c99' is outside a 9x9 board"),
        (["--rules", "FILE"], "FILE, line 2: cage: sum: 'x' is no whole number"),
        (["--rules", "JSON"], "JSON, line 1: "),
        (["--rules", "TYPE"], "TYPE: rule 1: "),
        (["--rules", "EMPTY"], "EMPTY: no rule in it"),
        (["--rules", "missing.txt"], "--rules missing.txt: No such file"),
        (["--board", "6"], "--board 6: it takes two numbers, such as 6x9"),
        (["--board", "6x6", "--size", "2x3"], "--board excludes --size"),
        (["--digits", "0..5"], "--digits 0..5 belongs to --board"),
        (["--board", "6x6", "--digits", "5"], "--digits 5: it takes two numbers, such as 0..8"),
    ],
)
def test_wrong_rules(words: list[str], said: str, capsys: Captured, tmp_path: Path) -> None:
    """Whatever is wrong with a rule or a board is said with the option, the file and the line, and the code is 2."""
    for name, text in {
        "FILE": "cage 9 r1c1 r1c2\ncage x r1c1\n",
        "JSON": "[{]",
        "TYPE": '[{"type": "cagey"}]',
        "EMPTY": "# nothing\n",
    }.items():
        (tmp_path / name).write_text(text)
        words = [str(tmp_path / name) if word == name else word for word in words]
        said = said.replace(name, str(tmp_path / name)) if f"{tmp_path / name}" in words else said
    assert run(["verify", PUZZLE, *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert err.startswith("error: ")


def test_boards_of_any_shape(capsys: Captured, tmp_path: Path) -> None:
    """--board has rows x columns and digits of its own, 0 among them; --regions says its regions, . for no region."""
    code, (rows,), _ = answers(capsys, "solve", "--board", "2x3", "--digits", "0..2", "01.\n...", "--limit", "0")
    assert (code, rows["complete"], rows["puzzle"]) == (0, True, "01....")
    assert rows["solutions"] == ["012120", "012201"]
    regions = tmp_path / "regions.txt"
    regions.write_text("a..\n.a.\n")
    words = ["solve", "--board", "2x3", "--digits", "0..2", "--regions", str(regions), "......", "--limit", "0"]
    code, (rows,), _ = answers(capsys, *words)
    assert code == 0
    assert rows["count"] == 6
    assert run(["solve", "--board", "2x3", "--digits", "0..5", "0.....", "--count", "--limit", "0"]) == 0
    assert capsys.readouterr().out.strip().endswith(" 1420")


def test_bad_cells_of_a_board(capsys: Captured, tmp_path: Path) -> None:
    """A digit that the board has not is an unreadable row of a file, with its line, and the other rows are read."""
    file = tmp_path / "puzzles.txt"
    file.write_text("0.....\n7.....\n.....\n12....\n")
    code, found, _ = answers(capsys, "verify", "--board", "2x3", "--digits", "0..5", str(file))
    assert code == 1
    assert [made["verdict"] for made in found] == ["multiple", "invalid", "invalid", "multiple"]
    assert "line 2: '7' in r1c1: digits are 0 to 5" in str(found[1]["message"])
    assert "line 3: '.....': 5 symbols; this board takes one line of 6 cells, or 2 lines of 3" in str(
        found[2]["message"]
    )


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NO_PUZZLES))
def test_every_command_takes_rules(name: str, capsys: Captured, tmp_path: Path) -> None:
    """Every command that reads puzzles takes --rule and serves it, or refuses the rule by its name: never silently."""
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    more = {"certify": ["-o", str(tmp_path / "made")]}.get(name, [])
    code = run([name, grid if name == "fewest" else PUZZLE, "--rule", "sum 10 r1c1 r1c3", *more])
    out, err = capsys.readouterr()
    if name in ("verify", "solve", "candidates", "diagnose", "reduce", "draw", "compare", "certify", "explain"):
        assert "No such option" not in err
    else:
        assert code in (1, 2)
        assert "sum 10 at r1c1 r1c3" in err + out


@pytest.mark.parametrize("name", ["rate", "hint"])
def test_off_the_scale(name: str, capsys: Captured) -> None:
    """A puzzle with rules is not on the scale of ratings: that is said with the rule."""
    assert run([name, PUZZLE, "--rule", "sum 9 r1c1 r1c3"]) == 1
    shown = capsys.readouterr()
    wanted = "the Sudoku Explainer scale cannot serve constraints; the puzzle has sum 9 at r1c1 r1c3"
    assert wanted in shown.out + shown.err


def test_convert_leaves_no_rule_out(capsys: Captured) -> None:
    """A format without rules cannot hold a puzzle that has them: the row is left out, the rule named."""
    assert run(["convert", PUZZLE, "--rule", "sum 9 r1c1 r1c3", "--to", "line"]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert "line cannot hold rules beyond houses: sum 9 at r1c1 r1c3" in err


@pytest.mark.parametrize("command", ["rate", "hint"])
def test_rows_off_the_scale(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row with rules, or of another shape, says that it is not on the scale; the rows after it are answered."""
    file = tmp_path / "mixed.jsonl"
    rows = [
        {"puzzle": PUZZLE},
        {"puzzle": PUZZLE, "constraints": ["cage 6 r1c3 r1c4"]},
        {"rows": 3, "columns": 4, "puzzle": "." * 12},
        {"puzzle": PUZZLE},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run([command, str(file)]) == 1
    shown = capsys.readouterr()
    assert "row 2: refused: the Sudoku Explainer scale cannot serve constraints; the puzzle has cage 6" in (
        shown.out + shown.err
    )
    assert run([command, "--jsonl", str(file)]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    good = "rated" if command == "rate" else "found"
    assert [row["verdict"] for row in found] == [good, "refused", "refused", good]
    assert "needs a square board" in found[2]["message"]


def test_constraints_in_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify --csv` has a column with the rules, in their text form."""
    file = tmp_path / "mixed.jsonl"
    rows = [{"puzzle": PUZZLE}, {"puzzle": PUZZLE, "constraints": ["cage 6 r1c3 r1c4", "anti-king"]}]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run(["verify", "--csv", str(file)])
    plain, ruled = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert plain["constraints"] == ""
    assert ruled["constraints"] == "cage 6 r1c3 r1c4; anti-king"
    assert plain["verdict"] == "unique"


BOARDS = (
    Geometry.shaped(3, 4, 1, 5),
    Geometry.shaped(3, 4, 0, 5, [(0, 1, 4)]),
    Geometry.shaped(2, 3, 4, 7, latin=False),
    Geometry.shaped(2, 3, 5, 16),
    Geometry(2, 3),
    Geometry(3, 3, extras=("diagonals",)),
)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_records_come_back(board: Geometry, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `verify --jsonl` writes of a puzzle on any board, its rules too, is read again as the same puzzle."""
    puzzle = Puzzle(bytes([2, *bytes(board.size - 1)]), board, [parse("difference 2 r1c2 r1c3")])
    file = tmp_path / "one.jsonl"
    file.write_text("".join(write_records([puzzle], "jsonl")))
    assert read_one(file.read_text()).puzzle == puzzle
    run(["verify", "--jsonl", str(file)])
    text = capsys.readouterr().out
    again = read_one(text)
    assert again.puzzle == puzzle
    assert again.solution is not None
    assert Puzzle.parse(text) == puzzle
