"""A technique is one file and one line of the ladder: a made-up one, added to a copy of the package that way."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpsudoku

pytestmark = pytest.mark.long

FILE = '''"""Toy: a cell with one candidate, easier than the direct forms."""

import cython

from cpsudoku.techniques.core.board_grid import Deduction
from cpsudoku.techniques.core.grid import LOWEST
from cpsudoku.techniques.ladder import row
from cpsudoku.techniques.core.search import Search

TOY = row("toy-single")


class Toy(Search):
    """Its rung."""

    def find(self, grid, hint):
        for cell in range(81):
            mask = grid.cand[cell]
            if mask and mask & (mask - 1) == 0:
                hint.put(TOY, cell, LOWEST[mask] + 1)
                if hint.emit():
                    return True
        return False


def on_board(board):
    """The same on any board."""
    for cell in range(len(board.cand)):
        if board.cand[cell].bit_count() == 1:
            yield Deduction(TOY, cell, board.cand[cell].bit_length())


ON_BOARD = {"toy-single": on_board}


def searches(chains):
    """What the ladder asks for."""
    return {"toy-single": Toy()}


def explain(step):
    """Its argument."""
    return f"{step.words.cell(step.placement[0])} is a toy"
'''
LINE = '    [Technique("toy-single", "toy single", 1.6, "toy", "toy")],\n'

ASK = """
import json
from cpsudoku import hint, rate
from cpsudoku.errors import UnknownName
from cpsudoku.generation.aiming.targets import kinds_of
from cpsudoku.techniques.ladder import rung_of

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".234341221434.21"


def used(text, **options):
    return [step for step in rate(text, **options).steps if step.technique == "toy-single"]


step = used(PUZZLE, without=["single"])[0]
try:
    rate(PUZZLE, without=["no-such"])
except UnknownName as error:
    refused = str(error)
print(json.dumps({
    "step": [step.name, step.sentence, step.rating, step.technique],
    "place": step.place,
    "small": len(used(SMALL, without=["single"])),
    "hint": hint(PUZZLE, without=["single"]).technique,
    "gone": [len(used(PUZZLE, without=["single", word])) for word in ("toy-single", "toy")],
    "refused": refused,
    "aim": len(kinds_of("toy-single")),
    "rungs": [rung_of(key) for key in ("hidden-single-line", "toy-single", "direct-pointing", "x-cycle")],
}))
"""


@pytest.fixture(scope="module")
def toy_results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a package with the toy answers, run as plain Python (a new compiled file would have to be built)."""
    home = tmp_path_factory.mktemp("promise")
    source = Path(cpsudoku.__file__).parent
    shutil.copytree(source, home / "cpsudoku", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    (home / "cpsudoku" / "techniques" / "toy.py").write_text(FILE, encoding="utf-8")
    ladder = home / "cpsudoku" / "techniques" / "ladder.py"
    text = ladder.read_text(encoding="utf-8")
    before = '    [\n        Technique("direct-pointing"'
    assert text.count(before) == 1
    ladder.write_text(text.replace(before, LINE + before), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK],
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    answers: dict[str, object] = json.loads(run.stdout)
    return answers


def test_the_technique_takes_steps_in_its_own_words(toy_results: dict[str, object]) -> None:
    """It is used where it stands on the ladder, with its name and argument; by `hint` and on other boards too."""
    name, sentence, rating, key = toy_results["step"]  # type: ignore[misc]
    assert (name, rating, key) == ("toy single", 1.6, "toy-single")
    place = str(toy_results["place"])
    assert sentence == f"Toy single: {place[:-2]} is a toy: {place[:-2]} = {place[-1]}."
    assert toy_results["small"]
    assert toy_results["hint"] == "toy-single"


def test_the_technique_can_be_left_out_and_aimed_at(toy_results: dict[str, object]) -> None:
    """`without` knows its key and family, an unknown name lists it, generation can require it."""
    assert toy_results["gone"] == [0, 0]
    assert "toy-single" in str(toy_results["refused"])
    assert "toy," in str(toy_results["refused"])
    assert toy_results["aim"] == 1


def test_the_rungs_behind_the_technique_move_up(toy_results: dict[str, object]) -> None:
    """Inserted after the hidden singles it is rung 2, and all others follow."""
    assert toy_results["rungs"] == [1, 2, 3, 22]
