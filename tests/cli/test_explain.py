"""`cpsudoku explain` and `hint --why`: what they print, their exit codes, what they refuse."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from cpsudoku.cli.main import run
from cpsudoku.questions.explanation import front

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
RULES = ("--size", "2x2", "..4.....2.......", "--rule", "cage 3 r1c1 r1c2", "--rule", "thermo r4c4-r4c1")


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Standard output."""
    return capsys.readouterr().out.splitlines()


def test_the_whole_way(capsys):
    """A line a step under the sizes; with --all the steps that only clear, too."""
    assert run(["explain", EASY]) == 0
    short = lines(capsys)
    assert short[0] == "row 1: explained: largest step 1, all steps 51 (proven smallest), 9x9"
    assert len(short) == 52
    assert run(["explain", "--all", EASY]) == 0
    assert len(lines(capsys)) == 170


def test_what_was_found_before_an_interruption(monkeypatch, capsys):
    """Ctrl-C ends a walk with the steps found by then, and the command with code 130."""
    whole = front._deductions

    def cut(*given):
        yield from islice(whole(*given), 9)
        raise KeyboardInterrupt

    monkeypatch.setattr(front, "_deductions", cut)
    assert run(["explain", "--all", EASY]) == 130
    said = lines(capsys)
    assert said[0].startswith("row 1: unknown: ")
    assert said[-1] == "  stopped: the steps so far"
    assert len(said) == 11


def test_one_digit_under_rules(capsys):
    """--cell asks about one cell; the reasons are clues and rules by name, in JSON by index."""
    assert run(["explain", "--cell", "r1c2", "--jsonl", *RULES]) == 0
    (record,) = map(json.loads, lines(capsys))
    (step,) = record["reasoning"]
    assert step["placements"] == [{"cell": "r1c2", "digit": 2}]
    assert [reason["kind"] for reason in step["reasons"]] == ["once", "constraint", "clue"]
    assert step["reasons"][1] == {"kind": "constraint", "constraint": 0, "name": "cage 3 at r1c1 r1c2"}


def test_jobs_do_not_matter(tmp_path, capsys):
    """Two processes write what one does."""
    file = tmp_path / "some.txt"
    file.write_text(f"{EASY}\nrubbish\n{'.' * 81}\n{EASY}\n")
    assert run(["explain", "--jsonl", str(file)]) == 1
    alone = lines(capsys)
    assert [json.loads(line)["verdict"] for line in alone] == ["explained", "invalid", "multiple", "explained"]
    assert run(["explain", "--jsonl", "--jobs", "2", str(file)]) == 1
    assert lines(capsys) == alone


@pytest.mark.parametrize("cell", ["r1", "r1c2=x", "5", "r99c1", "r1c1", "r1c3=0"])
def test_bad_cells(cell, capsys):
    """A cell that is none, is a clue or cannot hold the digit is refused, by what was given."""
    assert run(["explain", "--cell", cell, EASY]) == 2
    assert "r" in capsys.readouterr().err


def test_hint_by_reasons(capsys):
    """`hint --why` serves rules; without it the scale is said to know houses only, and what would help."""
    assert run(["hint", "--why", *RULES]) == 0
    assert lines(capsys)[0].startswith(" 1  ")
    assert run(["hint", *RULES]) == 1
    assert "--why" in capsys.readouterr().out
    assert run(["hint", "--why", "--all", EASY]) == 2
    assert run(["hint", "--timeout", "5", EASY]) == 2
    capsys.readouterr()
    assert run(["hint", "--why", "--extra", "diagonals", EASY]) == 1
    assert lines(capsys)[0] == "row 1: impossible: the puzzle has no solution (see `cpsudoku diagnose`)"
    assert run(["explain", "." * 81]) == 1
    assert lines(capsys)[0] == "row 1: multiple: the puzzle has more than one solution (see `cpsudoku diagnose`)"


def test_illustrated(tmp_path, capsys):
    """--html and --pdf write files beside the lines; a single cell has no walk to illustrate."""
    page, book = tmp_path / "walk.html", tmp_path / "walk.pdf"
    assert run(["explain", *RULES, "--html", str(page), "--pdf", str(book)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert book.read_bytes().startswith(b"%PDF")
    assert run(["explain", "." * 81, "--html", str(tmp_path / "none.html")]) == 1
    assert not (tmp_path / "none.html").exists()
    capsys.readouterr()
    assert run(["explain", *RULES, "--cell", "r1c2", "--html", str(page)]) == 2
    assert "--cell" in capsys.readouterr().err
    assert run(["explain", *RULES, "--html", str(tmp_path / "no" / "walk.html")]) == 2
    assert "walk.html" in capsys.readouterr().err
