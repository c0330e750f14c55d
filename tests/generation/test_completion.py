"""Unfinished layouts made unique: the fewest additions, by brute force and by another engine."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku import Unique, generate, verify
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.registry import engine_for
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.formats import lz_string
from cpsudoku.generation.completion import Completed, Layout, complete

SMALL = Geometry(2, 2)
CAGES = ["cage ? r1c1 r1c2", "cage ? r2c3 r2c4", "cage ? r3c1 r4c1", "cage ? r4c3 r4c4", "cage ? r1c3 r2c3"]
LINES = [f"sandwich ? r{r}c1-r{r}c9" for r in range(1, 10)] + [f"sandwich ? r1c{c}-r9c{c}" for c in range(1, 10)]


def text(cells: str, rules: list[str]) -> str:
    """A layout as our JSON."""
    return json.dumps({"puzzle": cells, "constraints": rules})


def is_unique(cells: bytes, rules: tuple[Constraint, ...], board: Geometry) -> bool:
    """Whether one grid is left."""
    puzzle = Puzzle.trusted(cells, board, rules)
    return len(engine_for(puzzle, "constraints").search(cells, 2).solutions) == 1


@pytest.mark.parametrize("seed", range(6))
def test_no_fewer_do(seed: int) -> None:
    """On 4x4, every smaller choice of values and givens of the solution leaves several grids."""
    found = complete(text("." * 16, CAGES), seed=seed)
    assert found.word == "found"
    assert found.exact
    assert found.puzzle is not None
    assert found.solution is not None
    assert verify(found.puzzle) == Unique(found.solution)
    values = list(found.solution.cells)
    options: list[Constraint | int] = []
    for cage in CAGES:
        cells = parse(cage.replace("? ", "")).on(SMALL).scope
        options.append(parse(cage.replace("?", str(sum(values[cell] for cell in cells)))).on(SMALL))
    enough = is_unique(bytes(16), tuple(options), SMALL)  # type: ignore[arg-type]
    if not enough:
        options += range(16)
    for few in combinations(options, len(found.added) - 1):
        cells = bytearray(16)
        for item in few:
            if isinstance(item, int):
                cells[item] = values[item]
        rules = tuple(item for item in few if not isinstance(item, int))
        assert not is_unique(bytes(cells), rules, SMALL)
    for other in found.alternatives:
        assert len(other) == len(found.added)
        assert other != found.added
        rules = tuple(parse(one).on(SMALL) for one in other if "=" not in one)
        cells = bytearray(16)
        for one in other:
            if "=" in one:
                cells[SMALL.cell_named(one.split(" = ")[0])] = int(one.split(" = ")[1])
        assert is_unique(bytes(cells), rules, SMALL)


def test_sums_of_cages() -> None:
    """A killer whose sums are gone gets them back: all of them, as it was minimal."""
    generated = generate(makers="killer", seed=3, clues=0)
    assert generated.puzzle is not None
    open_ = [f"cage {' '.join(rule.cells)}" for rule in generated.puzzle.constraints]  # type: ignore[attr-defined]
    found = complete(text("." * 81, open_), solution=generated.solution, givens=False)
    assert found.exact
    assert len(found.added) == len(open_) == found.blanks
    assert found.puzzle is not None
    assert set(found.puzzle.constraints) == set(generated.puzzle.constraints)


def test_dots_without_colour() -> None:
    """`kropki ?` becomes white or black, as the solution has it."""
    generated = generate(makers="kropki", seed=5, head_start=0.2)
    assert generated.puzzle is not None
    open_ = [f"kropki ? {' '.join(rule.cells)}" for rule in generated.puzzle.constraints]  # type: ignore[attr-defined]
    found = complete(text(generated.puzzle.line(), open_), solution=generated.solution, givens=False)
    assert found.puzzle is not None
    assert len(found.added) <= len(open_)
    assert all(rule.startswith(("difference r", "ratio r")) for rule in found.added)


def test_other_blanks() -> None:
    """Every sort of value: letters, digits of a corner, counts, and a part by its name."""
    layout = Layout.parse(
        json.dumps(
            {
                "puzzle": "." * 16,
                "constraints": [
                    "xv ? r1c1 r1c2",
                    "quadruple ? r2c2 r2c3 r3c2 r3c3",
                    {"type": "skyscraper", "count": "?", "cells": ["r1c1", "r2c1", "r3c1", "r4c1"]},
                    "sum total=? r4c1-r4c3" if False else "little-killer ? r1c1-r4c4",
                ],
            }
        )
    )
    assert len(layout.blanks) == 4
    values = [1, 4, 3, 2, 3, 2, 1, 4, 4, 1, 2, 3, 2, 3, 4, 1]
    filled = [[rule.text for rule in blank.filled(SMALL, values)] for blank in layout.blanks]
    assert filled[0] == ["xv 5 r1c1 r1c2"]
    assert filled[1] == [f"quadruple {digit} r2c2 r2c3 r3c2 r3c3" for digit in (1, 2)]
    assert filled[2] == ["skyscraper 3 r1c1 r2c1 r3c1 r4c1"]
    assert filled[3] == ["little-killer 6 r1c1 r2c2 r3c3 r4c4"]


def test_f_puzzles() -> None:
    """Entries without a value are blanks: in JSON and in a link."""
    grid = [[{} for _ in range(9)] for _ in range(9)]
    value = {
        "size": 9,
        "grid": grid,
        "killercage": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R2C2"], "value": "9"}],
        "sandwichsum": [{"cell": "R1C0", "value": ""}, {"cell": "R2C0", "value": "15"}],
        "xv": [{"cells": ["R5C5", "R5C6"], "value": ""}],
        "difference": [{"cells": ["R7C7", "R7C8"], "value": "?"}, {"cells": ["R8C7", "R8C8"]}],
    }
    link = "https://f-puzzles.com/?load=" + lz_string.pack(json.dumps(value))
    for given in (json.dumps(value), link):
        layout = Layout.parse(given)
        assert {rule.word for rule in layout.puzzle.constraints} == {"cage", "sandwich", "difference"}
        assert len(layout.puzzle.constraints) == 4
        assert sorted(blank.rules[0].word for blank in layout.blanks) == ["difference", "sandwich", "xv"]


def test_why_there_is_none() -> None:
    """No grid; no values that are enough; too many solutions to tell; a limit."""
    none = complete(text("11" + "." * 79, LINES))
    assert none.word == "impossible"
    assert "no grid" in none.why
    few = complete(text("1234" + "." * 12, []), givens=False)
    assert few.word == "impossible"
    assert "all 12 solutions were tried" in few.why
    many = complete(text("." * 81, LINES[:3]), givens=False)
    assert many.word == "missed"
    assert "of more" in many.why
    late = complete(text("." * 81, LINES), limits=Limits(1e-6, None))
    assert late.word == "unknown"


def test_nothing_to_add() -> None:
    """A unique puzzle needs nothing."""
    generated = generate(seed=1).puzzle
    assert generated is not None
    found = complete(generated)
    assert (found.word, found.added, found.exact) == ("found", (), True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (text("." * 81, ["cage ? r1c1 r9c99"]), "r9c99"),
        (text("." * 81, ["cagge ? r1c1"]), "rule 1"),
        ("{", "JSON"),
        ('{"puzzle": "1", "constraints": 5}', "list of rules"),
    ],
)
def test_what_cannot_be_read(given: str, said: str) -> None:
    """An error that says where."""
    with pytest.raises((NotationError, UsageError), match=said):
        complete(given)


def test_a_wrong_solution() -> None:
    """A solution that does not keep what is there is refused."""
    with pytest.raises(UsageError, match="does not keep"):
        complete(text("4" + "." * 15, CAGES), solution="1234341221434321")


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    """A record a solution, the same for the same seed; exit codes 0, 1 and 2."""
    path = tmp_path / "layout.json"
    path.write_text(text("." * 16, CAGES))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cpsudoku", "generate", "--complete", str(path), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    first = run("--seed", "4", "--count", "2")
    assert first.returncode == 0, first.stderr
    assert "no fewer do" in first.stderr
    records = [json.loads(line) for line in first.stdout.splitlines()]
    assert [record["index"] for record in records] == [0, 1]
    assert run("--seed", "4", "--count", "2").stdout == first.stdout
    assert isinstance(complete(path.read_text(), seed=4), Completed)
    assert run("--with", "killer").returncode == 2
    path.write_text(text("11" + "." * 14, CAGES))
    assert run("--seed", "4").returncode == 1
