"""The promise to whoever adds a sort of variant puzzle: one file and one line, and it can be made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.generation.makers import MAKERS, module_of

FILE = '''"""Clones of the toy: two cells that are equal."""

from __future__ import annotations

from cpsudoku.constraints.pairs import Clone
from cpsudoku.generation.makers.sketch import Sketch

ABOUT = "pairs of equal cells"


def place(sketch: Sketch) -> None:
    """Every two equal cells of the first two rows."""
    half = sketch.board.columns
    for a in range(half):
        for b in range(half, 2 * half):
            sketch.add((a, b), lambda cells: sketch.kept(Clone(cells[:1], cells[1:])))
'''
ASK = """
import json
from cpsudoku import Geometry, generate

made = [generate(makers="toy", seed=1, index=k, geometry=Geometry(2, 2), constraints=(1, 9)) for k in range(3)]
print(json.dumps([record.to_dict() for record in made]))
"""


def test_files_are_lines() -> None:
    """Each line of the table is a file of the room, and each file has one; each says what it is."""
    folder = Path(cpsudoku.__file__).parent / "generation" / "makers"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "sketch"}
    assert {module.rpartition(".")[2] for module in MAKERS.values()} == files
    for name in MAKERS:
        module = module_of(name)
        assert module.ABOUT
        assert hasattr(module, "RULES") != hasattr(module, "place")


@pytest.mark.long
def test_a_toy_layout_is_made(tmp_path: Path) -> None:
    """In a copy of the package with the file and the line, puzzles of it come out, unique and minimal."""
    source = Path(cpsudoku.__file__).parent
    shutil.copytree(source, tmp_path / "cpsudoku", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(source.parent / "encodings", tmp_path / "encodings")
    room = tmp_path / "cpsudoku" / "generation" / "makers"
    (room / "toy.py").write_text(FILE, encoding="utf-8")
    table = room / "__init__.py"
    text = table.read_text(encoding="utf-8")
    line = '    "killer": '
    assert text.count(line) == 1
    table.write_text(text.replace(line, f'    "toy": "cpsudoku.generation.makers.toy",\n{line}'), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for record in json.loads(run.stdout):
        assert record["method"] == "toy"
        assert record["confirmed"] == "sat"
        assert all(rule.startswith("clone ") for rule in record["constraints"])
