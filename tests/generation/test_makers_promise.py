"""The promise to those who add a maker of variant puzzles: one row and its name, and it can be used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.generation.makers import MAKERS, MODULES, maker_of

FILE = '''"""Clones of the toy: two cells that are equal."""

from __future__ import annotations

from cpsudoku.constraints.pairs import Clone
from cpsudoku.generation.makers.sketch import Maker, Sketch


def place(sketch: Sketch) -> None:
    """Every two equal cells of the first two rows."""
    half = sketch.board.columns
    for a in range(half):
        for b in range(half, 2 * half):
            sketch.add((a, b), lambda cells: sketch.kept(Clone(cells[:1], cells[1:])))


MAKERS = {"toy": Maker("pairs of equal cells", place)}
'''
ASK = """
import json
from cpsudoku import Geometry, generate

made = [generate(makers="toy", seed=1, index=k, geometry=Geometry(2, 2), constraints=(1, 9)) for k in range(3)]
print(json.dumps([record.to_dict() for record in made]))
"""


def test_names_are_rows() -> None:
    """Each name is a row of the module that the registry states, and says what it is."""
    for module, names in MODULES.items():
        assert set(import_module(f"cpsudoku.generation.makers.{module}").MAKERS) == set(names)
    for name in MAKERS:
        maker = maker_of(name)
        assert maker.about
        assert bool(maker.rules) != bool(maker.place)


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
    line = '    "marks": '
    assert text.count(line) == 1
    table.write_text(text.replace(line, f'    "toy": ("toy",),\n{line}'), encoding="utf-8")
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
