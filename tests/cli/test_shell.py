"""The command as a good citizen of the shell: completion, colour, quiet, closed pipes, help."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import COMMANDS, build

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-9]")
CODE = "import sys; sys.argv[0] = 'cpsudoku'; from cpsudoku.cli import main; main()"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        [sys.executable, "-c", CODE, *words],
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "position", "offered"), [("cpsudoku dra", "1", "draw"), ("cpsudoku draw --cand", "2", "--candidates")]
)
def test_completion(typed: str, position: str, offered: str) -> None:
    """Commands and their options complete in bash."""
    result = run(_CPSUDOKU_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=position)
    assert offered in result.stdout.split()


def test_no_colour() -> None:
    """NO_COLOR keeps colours out even where they are forced; off a terminal there are none anyway."""
    assert COLOUR.search(run("draw", "--help", FORCE_COLOR="1").stdout)
    assert not COLOUR.search(run("draw", "--help", FORCE_COLOR="1", NO_COLOR="1").stdout)
    assert "\x1b" not in run("rate", EASY).stdout


def test_quiet() -> None:
    """--quiet says nothing on standard error where all is well."""
    assert run("convert", EASY, "--to", "grid").stderr
    assert run("convert", EASY, "--to", "grid", "--quiet").stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_examples(name: str) -> None:
    """--help ends in examples."""
    shown = CliRunner().invoke(build(), [name, "--help"], env={"COLUMNS": "200"}).stdout
    assert "Examples:" in shown
    # Rich takes [plot] for markup unless it is escaped
    assert "extra )" not in shown
    assert "extra :" not in shown
    assert f"cpsudoku {name}" in shown


def test_a_wrong_word_is_answered_with_the_right_one() -> None:
    """Misspelt commands and options name the near ones, with exit code 2."""
    result = run("verfy", EASY)
    assert result.returncode == 2
    assert "verify" in result.stderr
    result = run("verify", "--engin", "sat", EASY)
    assert result.returncode == 2
    assert "--engine" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify", EASY, "--engine", "sta"), "known: sat"),
        (("verify", "nofile.txt"), "nofile.txt"),
        (("draw", EASY, "-o", "x.gif"), ".svg, .png, .pdf"),
        (("verify", EASY[:-1]), "1 missing for 9x9"),
        (("rate", EASY, "--without", "magic"), "families:"),
        (("serve", "--host", "256.1.1.1"), "--port"),
    ],
)
def test_errors_name_the_fix(words: tuple[str, ...], says: str) -> None:
    """An error is one or two lines on standard error that say what would be accepted: no traceback, exit code 2."""
    result = run(*words)
    assert result.returncode == 2, result.stdout
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
