"""How the rules of a file were read, in the verdict, the record and the certificate: complete, guessed, missing."""

from __future__ import annotations

import json
import pickle
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cpsudoku import Puzzle, verify
from cpsudoku.cli.main import build
from cpsudoku.constraints import parse
from cpsudoku.datasets.front import audit
from cpsudoku.errors import CpSudokuWarning, UsageError
from cpsudoku.evidence.certificate import Certificate, certify
from cpsudoku.evidence.checker import Rejected, check_certificate
from cpsudoku.formats import read_one
from tests.formats.artwork.test_guess import BULB, RISING, SOLUTION, pad

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "The blue cells hold primes in a fancy order."


def text(clues: str = EASY, **more: Any) -> str:
    """An f-puzzles object."""
    cells: list[dict[str, Any]] = [{"value": int(c), "given": True} if c != "." else {} for c in clues]
    return json.dumps({"size": 9, "grid": [cells[at : at + 9] for at in range(0, 81, 9)], **more})


def run(*words: object) -> Result:
    return CliRunner().invoke(build(), list(map(str, words)))


def parsed(given: str) -> Puzzle:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CpSudokuWarning)
        return Puzzle.parse(given)


def test_verdict() -> None:
    """A verdict says how the puzzle's rules were read, also pickled; it is equal to one about the same cells."""
    missing, complete = verify(parsed(text(ruleset=OTHER))), verify(parsed(text()))
    assert (missing.rules, complete.rules) == ("missing", "complete")
    assert pickle.loads(pickle.dumps(missing)).rules == "missing"
    assert missing == complete
    assert missing.to_dict()["rules"] == "missing"
    assert "rules" not in complete.to_dict()
    assert verify(parsed(text(ruleset=OTHER)).under([parse("anti-knight")])).rules == "missing"


def test_guessed() -> None:
    """Rules taken from drawings are guessed; where something is left without a meaning they may be missing."""
    rules = "Thermos increase from the bulb."
    assert pad(rules, underlays=[BULB], lines=[RISING]).puzzle.rules_read == "guessed"
    half = pad(f"{rules} Each 2x2 block hides a duck.", underlays=[BULB], lines=[RISING])
    assert half.puzzle.rules_read == "missing"
    assert pad(rules, SOLUTION, underlays=[BULB], lines=[RISING]).puzzle.rules_read == "guessed"


@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_word_beside_the_verdict(quiet: tuple[str, ...], tmp_path: Path) -> None:
    """The answer itself says it, quiet or not, of one puzzle and of several."""
    (tmp_path / "one.json").write_text(text(ruleset=OTHER))
    assert run("verify", *quiet, tmp_path / "one.json").stdout.startswith("unique (rules may be missing): exactly one")
    (tmp_path / "two.json").write_text(f"{text(ruleset=OTHER)}\n{text()}\n")
    shown = run("verify", *quiet, tmp_path / "two.json").stdout
    assert "row 1: unique (rules may be missing)" in shown
    assert "2 puzzles: 2 unique, 1 (rules may be missing)" in shown


def test_records(tmp_path: Path) -> None:
    """--jsonl and --csv have the key; there is none where the rules are complete."""
    (tmp_path / "two.json").write_text(f"{text(ruleset=OTHER)}\n{text()}\n")
    for command in ("verify", "solve", "rate", "candidates", "certify"):
        more = ("-o", tmp_path / "c.jsonl", "--accept-guesses") if command == "certify" else ()
        first, second = map(json.loads, run(command, tmp_path / "two.json", "--jsonl", *more).stdout.splitlines())
        assert first["rules"] == "missing"
        assert "rules" not in second
    head, first, second = run("verify", "--csv", tmp_path / "two.json").stdout.splitlines()
    assert head.endswith(",rules")
    assert (first.endswith(",missing"), second.endswith(",")) == (True, True)


def test_solution_is_not_judged(tmp_path: Path) -> None:
    """A stored solution is compared only where the rules are complete: else the verdict may be of another puzzle."""
    wrong = list(range(1, 10)) * 9
    (tmp_path / "two.json").write_text(f"{text(ruleset=OTHER, solution=wrong)}\n{text(solution=wrong)}\n")
    first, second = map(json.loads, run("verify", "--jsonl", tmp_path / "two.json").stdout.splitlines())
    assert first["message"] == "solution column: not judged"
    assert second["message"] == "solution column: not the solution of its puzzle"
    shown = run("verify", tmp_path / "two.json").stdout
    assert "1 with a wrong solution column, 1 with a solution column that was not judged" in shown
    assert audit(tmp_path / "two.json").to_dict()["wrong_solution"] == 1


def test_seventeen_clues() -> None:
    """That few clues cannot be unique is said of puzzles whose rules are known to be houses alone."""
    empty = "." * 81
    assert "no 9x9 puzzle with fewer" in run("verify", text(empty)).stdout
    assert "no 9x9 puzzle with fewer" not in run("verify", text(empty, ruleset=OTHER)).stdout


def test_certificates(tmp_path: Path) -> None:
    """No certificate of such a puzzle is made unless asked for; it then says so, and so does its check."""
    (tmp_path / "two.json").write_text(f"{text(ruleset=OTHER)}\n{text()}\n")
    out = tmp_path / "c.jsonl"
    refused = run("certify", tmp_path / "two.json", "-o", out)
    assert refused.exit_code == 2
    assert "row 1: refused: rules of it may not have been read" in refused.stdout
    assert len(out.read_text().splitlines()) == 1
    assert run("certify", tmp_path / "two.json", "-o", out, "--accept-guesses").exit_code == 0
    found = run("check", out)
    assert found.exit_code == 0
    assert "rules may not have been read, so the puzzle may be another" in found.stdout.splitlines()[0]
    assert "rules" not in found.stdout.splitlines()[1]
    first, second = (json.loads(line)["proven"] for line in run("check", "--jsonl", out).stdout.splitlines())
    assert first["rules"] == "missing"
    assert "rules" not in second
    refused = run("verify", text(ruleset=OTHER), "--proof", tmp_path / "p.jsonl")
    assert (tmp_path / "p.jsonl").read_text() == ""


def test_certify() -> None:
    """In Python it is an argument; a certificate says `guessed` or `missing`, and nothing else."""
    puzzle = read_one(text(ruleset=OTHER)).puzzle
    with pytest.raises(UsageError, match="accept_guesses=True"):
        certify(puzzle)
    certificate = certify(puzzle, witnesses=False, accept_guesses=True)
    assert isinstance(certificate, Certificate)
    assert check_certificate(certificate.data).rules == "missing"
    for odd in ("complete", 3, ["missing"], ""):
        with pytest.raises(Rejected, match="rules is"):
            check_certificate(certificate.data | {"rules": odd})
