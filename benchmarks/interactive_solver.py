"""Interactive Sudoku Solver (github.com/sigh/Interactive-Sudoku-Solver) as a warm process beside us.

It is not part of this project: bring a checkout (and node). `Rival(path)` starts `interactive_solver.mjs` on it;
puzzles go over as the strings that our format `iss` writes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from cpsudoku import Puzzle
from cpsudoku.constraints import from_dict
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.primitives import Clause, Different, Is, Pair
from cpsudoku.formats import iss

DRIVER = Path(__file__).with_name("interactive_solver.mjs")


LISTING = """
import { pathToFileURL } from 'node:url';
import { resolve, join } from 'node:path';
globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';
globalThis.location = { search: '' };
const load = (name) => import(pathToFileURL(resolve(join(process.env.CHECKOUT, 'data', name))).href);
const { PUZZLE_INDEX, DISPLAYED_EXAMPLES, resolvePuzzleConfig } = await load('example_puzzles.js');
const lists = { DISPLAYED_EXAMPLES, ...(await load('collections.js')), PUZZLE_INDEX: [...PUZZLE_INDEX.keys()] };
const seen = new Set();
const found = [];
for (const [list, entries] of Object.entries(lists)) {
  if (!Array.isArray(entries)) continue;
  entries.forEach((entry, k) => {
    const { name, input, solution } = resolvePuzzleConfig(entry);
    if (typeof input !== 'string' || seen.has(input)) return;
    seen.add(input);
    found.push({ name: name && name !== input ? name : `${list} ${k + 1}`, input, solution: solution ?? null });
  });
}
process.stdout.write(JSON.stringify(found));
"""
"""Lists the puzzles of a checkout's data: name, input and, where it is stated, the solution."""


def puzzles_of(checkout: Path) -> list[dict[str, str | None]]:
    """The example puzzles of a checkout, each once. Raises FileNotFoundError where there are none, or no node."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("reading example puzzles needs node on the PATH")
    if not (checkout / "data" / "example_puzzles.js").exists():
        raise FileNotFoundError(f"{checkout}: no checkout of Interactive Sudoku Solver (data is missing)")
    done = subprocess.run(
        [node, "--input-type=module", "-e", LISTING],
        env={**os.environ, "CHECKOUT": str(checkout)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[dict[str, str | None]] = json.loads(done.stdout)
    return found


class Unsaid(Exception):
    """A puzzle that its strings cannot state."""


class Rival:
    """A node process that answers one question at a time; killed at the end."""

    def __init__(self, checkout: Path) -> None:
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("--iss needs node on the PATH")
        if not (checkout / "js" / "solver" / "sudoku_builder.js").exists():
            raise FileNotFoundError(
                f"--iss {checkout}: no checkout of Interactive Sudoku Solver (js/solver is missing)"
            )
        self._process = subprocess.Popen(
            [node, str(DRIVER), str(checkout)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, text: str, question: str, seconds: float) -> dict[str, Any]:
        """Its answer: `ms` of CPU with `solutions` (up to 2), `sample` or `candidates`, or `limit`; or `error`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"text": text, "do": question, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("Interactive Sudoku Solver's process ended")
        found: dict[str, Any] = json.loads(line)
        return found

    def __enter__(self) -> Rival:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()


def text_of(puzzle: Puzzle) -> str:
    """The string of a puzzle; rules that no type says are restated as relations of two cells. Raises Unsaid."""
    for _ in range(2):
        unsaid = iss.unsaid(puzzle)
        if not unsaid:
            break
        kept = [rule for rule in puzzle.constraints if rule not in unsaid]
        restated = [part for rule in unsaid for part in _restated(rule.on(puzzle.geometry), puzzle)]
        puzzle = Puzzle(puzzle.cells, puzzle.geometry, (*kept, *restated))
    if unsaid:
        raise Unsaid(", ".join(sorted({rule.word for rule in unsaid})))
    try:
        return iss.text_of(puzzle)
    except ValueError as error:
        raise Unsaid(str(error)) from None


def _restated(rule: Constraint, puzzle: Puzzle) -> list[Constraint]:
    """A rule as pairs of cells, digits of one cell and sets of different cells. Raises Unsaid where it is more."""
    board = puzzle.geometry
    digits = range(board.lo, board.hi + 1)
    restated: list[Constraint] = []
    for part in rule.statement():
        if isinstance(part, Pair):
            cells = [board.name_of(part.a), board.name_of(part.b)]
            restated.append(
                from_dict({"type": "pairwise", "cells": cells, "allowed": [list(p) for p in sorted(part.allowed)]})
            )
        elif isinstance(part, Different):
            restated.append(from_dict({"type": "all_different", "cells": [board.name_of(cell) for cell in part.cells]}))
        elif isinstance(part, Clause) and part.literals and all(isinstance(x, Is) for x in part.literals):
            restated.append(_of_clause([x for x in part.literals if isinstance(x, Is)], digits, puzzle))
        else:
            raise Unsaid(rule.word)
    return restated


def _of_clause(literals: list[Is], digits: range, puzzle: Puzzle) -> Constraint:
    """A clause over one or two cells as candidates or as a relation. Raises Unsaid for more cells."""
    cells = sorted({literal.cell for literal in literals})
    names = [puzzle.geometry.name_of(cell) for cell in cells]

    def true(cell: int, digit: int) -> bool:
        return any(x.cell == cell and (x.digit == digit) == x.positive for x in literals)

    if len(cells) == 1:
        return from_dict({"type": "candidates", "cells": names, "values": [d for d in digits if true(cells[0], d)]})
    if len(cells) == 2:
        allowed = [[x, y] for x in digits for y in digits if true(cells[0], x) or true(cells[1], y)]
        return from_dict({"type": "pairwise", "cells": names, "allowed": allowed})
    raise Unsaid("a clause over more than two cells")
