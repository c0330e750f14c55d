"""The words that options take: they complete in the shell, and a wrong one is answered with the one it resembles."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import pytest
from typer._completion_classes import BashComplete
from typer.main import get_command
from typer.testing import CliRunner

import cpsudoku
from cpsudoku.cli.main import build, run, subcommand
from cpsudoku.cli.words import LISTS, completions, filled, words
from cpsudoku.errors import CpSudokuError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_words(name: str) -> None:
    """Each list can be loaded, and its words complete themselves and stand in a help that names it."""
    assert len(words(name)) > (name != "scales")
    assert words(name)[0] in completions(name, words(name)[0][:1])
    assert words(name)[-1] in filled(f"One of {{{name}}}.")


@pytest.mark.parametrize(
    ("command", "option", "typed", "offered"),
    [
        ("generate", "--symmetry", "rot", {"rot180", "rot90"}),
        ("generate", "--level", "me", {"medium"}),
        ("generate", "--with", "killer,anti-k", {"killer,anti-knight", "killer,anti-king"}),
        ("convert", "--to", "f-", {"f-puzzles"}),
        ("convert", "--from", "sudoku", {"sudoku-bench", "sudoku-puzzle", "sudokupad"}),
        ("verify", "--rule", "whis", {"whisper"}),
        ("verify", "--engine", "cp", {"cp-sat"}),
        ("verify", "--encoding", "tri", {"triad"}),
        ("compare", "--engines", "sat,dl", {"sat,dlx"}),
        ("rate", "--scale", "s", {"se"}),
    ],
)
def test_values_complete(command: str, option: str, typed: str, offered: set[str]) -> None:
    """What the shell offers for the value of an option; after a comma, for the last word."""
    shell = BashComplete(get_command(build()), {}, "cpsudoku", "_CPSUDOKU_COMPLETE")
    assert {item.value for item in shell.get_completions([command, option], typed)} == offered


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("verfy", "verify"),
        ("verify PUZZLE --engine sta", "sat"),
        ("verify PUZZLE --encoding triadd", "triad"),
        ("verify PUZZLE --rule 'thermos r1c1'", "thermo"),
        ("convert PUZZLE --to f-puzzle", "f-puzzles"),
        ("generate --level medim", "medium"),
        ("generate --symmetry rot18", "rot180"),
        ("generate --with killr", "killer"),
        ("generate --method botom-up", "bottom-up"),
        ("generate --dig per-bx", "per-box"),
        ("rate PUZZLE --without uniquenes", "uniqueness"),
        ("rate PUZZLE --scale SE", "se"),
        ("verify --sample 17-clu", "17-clue"),
        ("encodings export extended --to dimac", "dimacs"),
    ],
)
def test_a_wrong_word_is_answered_with_the_near_one(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands, engines, encodings, rules, formats, levels, ...: exit code 2, and the name that was meant."""
    assert run([word.replace("PUZZLE", EASY) for word in shlex.split(line)]) == 2
    assert f"(did you mean '{meant}'?)" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: cpsudoku.verify(EASY, engine="bitmsk"), "bitmask"),
        (lambda: cpsudoku.verify(EASY, encoding="extnded"), "extended"),
        (lambda: cpsudoku.generate(symmetry="horizontl"), "horizontal"),
        (lambda: cpsudoku.rate(EASY, without=["uniquenes"]), "uniqueness"),
        (lambda: cpsudoku.Puzzle.parse(EASY, format="jsnl"), "jsonl"),
    ],
)
def test_wrong_values_of_keywords(call: Callable[[], object], meant: str) -> None:
    """The same in Python."""
    with pytest.raises(CpSudokuError, match=re.escape(f"(did you mean '{meant}'?)")):
        call()


def test_help_names_the_lists() -> None:
    """The help of an option has the words in place of the list's name."""
    shown = CliRunner().invoke(build(), ["verify", "--help"]).stdout
    assert "cp-sat" in shown
    assert "{" not in shown
    assert subcommand("verify") is subcommand("verify")
