"""The commands certify, check, diagnose and fewest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.command import command

PUZZLES = Path(__file__).parent.parent / "puzzles"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(*words: object, code: int = 0) -> str:
    done = command(*words)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code != 2 else done.stderr


def test_certify_then_check(tmp_path: Path) -> None:
    """Certificates in a folder, in folders and in a file are verified; a changed one is not."""
    run("certify", EASY, "-o", tmp_path / "one")
    assert "verified" in run("check", tmp_path / "one")
    (tmp_path / "three.txt").write_text("\n".join((PUZZLES / "17_clue.txt").read_text().split()[:3]))
    run("certify", tmp_path / "three.txt", "-o", tmp_path / "many", "--lrat")
    run("certify", tmp_path / "three.txt", "-o", tmp_path / "many.jsonl")
    assert "7 verified, 0 rejected" in run("check", tmp_path / "one", tmp_path / "many", tmp_path / "many.jsonl")
    (tmp_path / "one" / "certificate.json").write_text("{}")
    assert "REJECTED" in run("check", tmp_path / "one", code=1)
    assert "no such file" in run("check", tmp_path / "none", code=2)
    assert "-o" in run("certify", EASY, code=2)


def test_check_holds_a_certificate_against_stated_rules(tmp_path: Path) -> None:
    """--rule and --board say what it must be about; other rules are another puzzle; alone they are refused."""
    thermos = "--rule", "thermo r1c1-r1c4", "--rule", "thermo r4c4-r4c1"
    run("certify", "." * 16, "--size", "2x2", *thermos, "-o", tmp_path / "ruled")
    expected = "check", tmp_path / "ruled", "--puzzle", "." * 16, "--size", "2x2"
    assert "1 verified" in run(*expected, *thermos[2:], *thermos[:2])
    assert "OTHER PUZZLE: another board than expected, 4x4, boxes 2x2, thermo;" in run(*expected, *thermos[:2], code=1)
    assert "OTHER PUZZLE" in run(*expected, *thermos[:3], "thermo r4c1-r4c4", code=1)
    assert "'thermos' is unknown (did you mean 'thermo'" in run(*expected, "--rule", "thermos r1c1", code=2)
    assert "are about --puzzle" in run("check", tmp_path / "ruled", *thermos, code=2)
    shaped = "--board", "1x3", "--digits", "0..2", "--rule", "greater r1c1 r1c2", "--rule", "greater r1c2 r1c3"
    run("certify", "...", *shaped, "-o", tmp_path / "shaped")
    assert "1 verified" in run("check", tmp_path / "shaped", "--puzzle", "...", *shaped)


def test_a_region_that_adds_no_house_makes_another_puzzle(tmp_path: Path) -> None:
    """Row 1 stated as a region, too: the houses are the same, but the line runs through one region and says nothing.

    The expected puzzle has no solution; the certificate says, truly, that the other board's has two.
    """
    line = {"type": "region_sum_line", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}
    regions = [line["cells"][:2], line["cells"][2:]]
    shape = {"rows": 1, "columns": 4, "digits": [0, 4], "latin": True, "constraints": [line]}
    grids = {"puzzle": "0 1 . .", "solution": "0 1 2 3", "second": "0 1 2 4"}
    forged = {"format": "cpsudoku-certificate 2", "claim": "multiple", **grids}
    forged["board"] = {**shape, "regions": [*regions, line["cells"]]}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    (tmp_path / "regions.txt").write_text("AABB")
    rule = "--rule", "region-sum-line r1c1-r1c4", "--regions", tmp_path / "regions.txt"
    board = "--puzzle", "01..", "--board", "1x4", "--digits", "0..4", *rule
    assert "1 verified" in run("check", tmp_path / "forged.json")
    assert "another board than expected" in run("check", tmp_path / "forged.json", *board, code=1)


def test_a_certificate_may_be_too_costly_to_check(tmp_path: Path) -> None:
    """Exit code 3: it is neither verified nor rejected. A rejected one beside it makes that 1."""
    cells = 100 * 100
    board = {"rows": 100, "columns": 100, "digits": [1, 2], "latin": False, "regions": []}
    board |= {"constraints": [{"type": "anti_taxicab"}]}
    grids = {"puzzle": ". " * cells, "solution": "1 " * cells, "second": "2 " * cells}
    data = {"format": "cpsudoku-certificate 2", "claim": "multiple", "board": board, **grids}
    (tmp_path / "costly.json").write_text(json.dumps(data))
    said = run("check", tmp_path / "costly.json", code=3)
    assert "TOO COSTLY: too costly to check: it takes more than the 10 s allowed for" in said
    assert "0 verified, 0 rejected, 1 too costly" in said
    (tmp_path / "none.json").write_text("{}")
    run("check", tmp_path / "costly.json", tmp_path / "none.json", code=1)


def test_check_says_how_a_rating_is_certified(tmp_path: Path) -> None:
    """As an upper bound; with --rating-exact as exact, as not known (exit code 3), or not at all."""
    run("certify", EASY, "-o", tmp_path / "easy.jsonl", "--rating")
    hard = "35.6.......2.......9..5.48......5....6..1..9....4......18.6..5.......7.......7.32"
    run("certify", hard, "-o", tmp_path / "hard.jsonl", "--rating")
    assert "rating at most 1.2: a solution path of" in run("check", tmp_path / "easy.jsonl")
    assert json.loads(run("check", tmp_path / "hard.jsonl", "--jsonl"))["proven"]["rating"] == "at most"
    assert "rating exactly 1.2" in run("check", tmp_path / "easy.jsonl", "--rating-exact")
    assert (
        json.loads(run("check", tmp_path / "hard.jsonl", "--rating-exact", "--jsonl", code=3))["proven"]["rating"]
        == "open"
    )
    forged = json.loads((tmp_path / "hard.jsonl").read_text())
    for step in forged["rating"]["steps"]:
        if step["rating"] > 2.6:
            step.update(rating=2.6, technique="pointing")
    forged["rating"].update(er=2.6, ep=2.6)
    (tmp_path / "forged.jsonl").write_text(json.dumps(forged))
    assert "REJECTED: step" in run("check", tmp_path / "forged.jsonl", code=1)


def test_certify_tells_verdicts_apart(tmp_path: Path) -> None:
    """Impossible and multiple puzzles are certified as such, with exit code 1; bad rows are named."""
    (tmp_path / "bad.txt").write_text("11" + "." * 79 + "\n" + "." * 81 + "\nxyz\n")
    said = run("certify", tmp_path / "bad.txt", "-o", tmp_path / "out", code=1)
    assert "row 3: invalid" in said
    checked = run("check", tmp_path / "out")
    assert "impossible: no solution" in checked
    assert "multiple: two solutions" in checked


def test_diagnose_json_keys(tmp_path: Path) -> None:
    """The keys scripts rely on, for each verdict."""
    rows = [
        (PUZZLES / "invalid_no_solution.txt").read_text().split()[0],
        (PUZZLES / "serg_benchmark.txt").read_text().split()[0],
        EASY,
    ]
    (tmp_path / "rows.txt").write_text("\n".join(rows))
    records = [json.loads(line) for line in run("diagnose", tmp_path / "rows.txt", "--jsonl", code=1).splitlines()]
    assert [one["verdict"] for one in records] == ["impossible", "multiple", "unique"]
    assert [one["row"] for one in records] == [1, 2, 3]
    assert [one["puzzle"] for one in records] == rows
    assert {"conflict", "drop", "repair", "houses"} <= set(records[0])
    assert {"count", "add", "deadly", "differ"} <= set(records[1])
    assert {"redundant", "minimal", "solution"} <= set(records[2])
    assert set(records[0]["conflict"][0]) == {"cell", "digit"}


def test_diagnose_for_people() -> None:
    """A mistyped digit is named."""
    text = (PUZZLES / "invalid_conflict.txt").read_text().split()[0]
    said = run("diagnose", text, code=1)
    assert "looks mistyped: with" in said
    assert "2 clues conflict (no fewer do)" in said


def test_fewest_of_4x4_with_proof(tmp_path: Path) -> None:
    """Four clues, with a certificate that is verified; a row that is no grid is a finding."""
    said = run("fewest", "1234341221434321", "--proof", tmp_path / "bound")
    assert "4 clues, and no fewer will do" in said
    assert "at least 4 clues" in run("check", tmp_path / "bound")
    assert "no puzzle with 3 clues" in run("fewest", "1234341221434321", "--at-most", 3, code=1)
    assert "invalid" in run("fewest", "1134341221434321", code=1)
    listed = json.loads(run("fewest", "1234341221434321", "--unavoidable", 4, "--jsonl"))
    assert ["r1c1", "r1c2", "r3c1", "r3c2"] in listed["unavoidable"]


def test_verify_writes_proofs(tmp_path: Path) -> None:
    """`verify --proof` leaves a certificate for each verdict."""
    unique, several = ((PUZZLES / name).read_text().split()[0] for name in ("17_clue.txt", "serg_benchmark.txt"))
    (tmp_path / "rows.txt").write_text(f"{unique}\n{several}\n")
    run("verify", tmp_path / "rows.txt", "--proof", tmp_path / "proofs", code=1)
    checked = run("check", tmp_path / "proofs")
    assert "unique: one solution (17 clues, minimal)" in checked
    assert "multiple" in checked


def test_check_names_puzzle_and_board(tmp_path: Path) -> None:
    """A puzzle that only the diagonals make unique is not passed off for one of the plain board."""
    puzzle, board = "12344...........", ("--size", "2x2", "--extra", "diagonals")
    assert "multiple" in run("verify", puzzle, code=1)
    run("certify", puzzle, *board, "-o", tmp_path / "x")
    said = run("check", tmp_path / "x")
    assert f"unique: one solution (5 clues): {puzzle} on 4x4, boxes 2x2, diagonals" in said
    found = json.loads(run("check", tmp_path / "x", "--jsonl"))
    assert found["proven"]["puzzle"] == puzzle
    assert found["proven"]["board"] == "4x4, boxes 2x2, diagonals"
    assert found["verdict"] == "verified"
    wrong = run("check", tmp_path / "x", "--puzzle", puzzle, code=1)
    assert "OTHER PUZZLE: another board than expected, 4x4, boxes 2x2;" in wrong
    assert "NOT PROVEN: no certificate of " + puzzle in wrong
    assert "1 verified" in run("check", tmp_path / "x", "--puzzle", puzzle, *board)
    other = run("check", tmp_path / "x", "--puzzle", "12.44...........", *board, code=1)
    assert "another puzzle: r1c3 is 3, expected ." in other


def test_check_against_a_file_of_puzzles(tmp_path: Path) -> None:
    """Each certificate must be of one of them, and each of them must have one; unreadable rows are findings."""
    rows = (PUZZLES / "17_clue.txt").read_text().split()[:4]
    (tmp_path / "three.txt").write_text("\n".join(rows[:3]))
    run("certify", tmp_path / "three.txt", "-o", tmp_path / "proofs")
    assert "3 verified, 0 rejected" in run("check", tmp_path / "proofs", "--puzzle", tmp_path / "three.txt")
    (tmp_path / "others.txt").write_text("\n".join([*rows[1:], "nonsense"]))
    said = run("check", tmp_path / "proofs", "--puzzle", tmp_path / "others.txt", code=1)
    assert "2 verified, 0 rejected, 1 unreadable, 1 other puzzle, 1 not proven" in said
    assert "others.txt, row 3: NOT PROVEN" in said
    assert "others.txt, row 4: UNREADABLE" in said
    assert "none of the 3 expected" in said
    assert "--puzzle" in run("check", tmp_path / "proofs", "--size", "3x3", code=2)


def test_check_tells_unreadable_from_missing(tmp_path: Path) -> None:
    """What is no certificate is a finding (1); a file that cannot be read is not (2), and the rest is checked."""
    (tmp_path / "bin.dat").write_bytes(bytes(range(256)))
    said = run("check", tmp_path / "bin.dat", code=1)
    assert "UNREADABLE: no text" in said
    assert "expected a JSON object" in said
    run("certify", EASY, "-o", tmp_path / "many" / "b")
    (tmp_path / "many" / "a.json").symlink_to(tmp_path / "nowhere")
    done = command("check", tmp_path / "many")
    assert done.returncode == 2
    assert "a.json: MISSING: cannot be read" in done.stdout
    assert "1 verified" in done.stdout


def test_rules_beyond_houses_are_certified_and_compared(tmp_path: Path) -> None:
    """A stream of puzzles with rules: certified, and checked against the same file."""
    rows = [
        {"puzzle": "." * 16, "size": "2x2", "constraints": ["thermo r1c1-r1c4", "thermo r4c4-r4c1"]},
        {"puzzle": "." * 4, "rows": 1, "columns": 4, "digits": [0, 3], "constraints": ["thermo r1c1-r1c4"]},
        {"puzzle": "." * 16, "size": "2x2", "constraints": ["connected 1,2"]},
    ]
    puzzles, out = tmp_path / "puzzles.jsonl", tmp_path / "made.jsonl"
    puzzles.write_text("".join(json.dumps(row) + "\n" for row in rows))
    records = [json.loads(line) for line in run("certify", puzzles, "-o", out, "--jsonl", code=1).splitlines()]
    assert [row["verdict"] for row in records] == ["unique", "unique", "impossible"]
    found = [json.loads(line)["proven"] for line in run("check", out, "--jsonl").splitlines()]
    assert [(one["minimal"], one["needed"], one["solution"]) for one in found[:2]] == [
        (True, True, "1234341221434321"),
        (True, True, "0 1 2 3"),
    ]
    assert "3 verified" in run("check", out, "--puzzle", puzzles)
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({**rows[0], "constraints": rows[0]["constraints"][:1]}) + "\n")
    assert "another board than expected, 4x4, boxes 2x2, thermo; proven is" in run(
        "check", out, "--puzzle", other, code=1
    )


def test_a_kind_without_certificate_is_named(tmp_path: Path) -> None:
    """By both commands. (The checker knows every kind: here it is made to forget one.)"""
    forgetful = (
        "from cpsudoku.evidence.checker.kinds import KINDS; del KINDS['connected'];"
        " import runpy; runpy.run_module('cpsudoku', run_name='__main__')"
    )

    def run_so(*words: object) -> str:
        code = [sys.executable, "-c", forgetful, *map(str, words)]
        return subprocess.run(code, capture_output=True, text=True, timeout=120, check=False).stdout

    puzzles, out = tmp_path / "puzzles.jsonl", tmp_path / "made.jsonl"
    rows = [{"puzzle": "." * 16, "size": "2x2", "constraints": [f"connected {k},2"]} for k in (1, 3)]
    puzzles.write_text("".join(json.dumps(row) + "\n" for row in rows))
    records = [json.loads(line) for line in run_so("certify", puzzles, "-o", out, "--jsonl").splitlines()]
    assert {row["verdict"] for row in records} == {"unknown"}
    assert {row["message"] for row in records} == {"rules of these kinds have no certificate yet: connected"}
    output = run_so("check", out, "--puzzle", puzzles)
    assert "row 2: NOT PROVEN: no certificate knows these kinds: connected" in output
