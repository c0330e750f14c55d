"""The promise: an engine is one file and one line, whatever it can do."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

TOY = '''
"""The search of `bitmask` under another name; constraints are asked of every grid it finds."""

from __future__ import annotations

from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.formula.catalog import load


class ToyEngine(Engine):
    """Serves constraints and takes encodings."""

    name = "toy"
    target = "cp"
    serves_constraints = True

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        constraints: tuple[Any, ...] = (),
        *,
        encoding: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(geometry, argument, constraints)
        self.encoding = load(encoding) if encoding else None
        self.inner = BitmaskEngine(geometry, argument, **options)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        if not self.constraints:
            return self.inner.search(cells, limit, limits)
        puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)
        every = self.inner.search(cells, 0, limits)
        found = [grid for grid in every.solutions if puzzle.is_solved_by(grid)]
        enough = 0 < limit <= len(found)
        return Outcome(tuple(found[: limit or None]), every.complete and not enough, every.why)
'''
ASKED = """
from cpsudoku import Puzzle, count, verify
from cpsudoku.board.geometry import boxes
from cpsudoku.constraints import AntiKnight
from cpsudoku.errors import UsageError

puzzle = Puzzle(bytes([1, 2, 3, 4] + [0] * 12), boxes(2, 2), (AntiKnight(),))
print(count(puzzle, engine="toy") == count(puzzle, engine="sat"))
print(verify(puzzle, engine="toy").word == verify(puzzle).word)
try:
    verify(puzzle, engine="dlx")
except UsageError as error:
    print("toy" in str(error))
"""
LAST = '    "logic": "cpsudoku.engines.logic.engine:LogicEngine",\n'
NEW = '    "toy": "cpsudoku.engines.toy:ToyEngine",'


@pytest.mark.long
def test_one_file_and_one_line(house: Any) -> None:
    """With these two the engine passes the contract, and every door knows it: command, comparison, constraints."""
    house.add("cpsudoku/engines/toy.py", TOY)
    house.line("cpsudoku/engines/registry.py", LAST, NEW)
    house.passes("tests/engines/test_engines.py", "tests/engines/test_witnesses.py", "-k", "toy")
    house.passes("tests/test_architecture.py", "tests/test_docs.py", "-k", "not site and not console")
    assert "toy" in house.python("cpsudoku", "verify", "--help").stdout
    verified = house.python("cpsudoku", "verify", "--sample", "hard", "--engine", "toy", "--cross-check", "sat")
    assert verified.returncode == 0, verified.stderr
    two = "1..............."
    found = house.python("cpsudoku", "solve", two, "--engine", "toy", "--limit", "0", "--jsonl")
    assert json.loads(found.stdout)["count"] == 72
    words = ["--engines", "toy,bitmask", "--encodings", "cp-exactly-one", "--take", "2"]
    compared = house.python("cpsudoku", "compare", "cpsudoku/samples/hard.txt", *words)
    assert re.search(r"toy +cp-exactly-one", compared.stdout), compared.stdout + compared.stderr
    house.add("asked.py", ASKED)
    assert house.python("asked").stdout.split() == ["True", "True", "True"]
