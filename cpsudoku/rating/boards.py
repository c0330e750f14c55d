"""The ladder for boards other than the classic one: any box size, jigsaw regions.

The files of the patterns are written against the names of `grid` (SIDE, CELLS, tables of houses). Compiled, these are
the classic board's. Here the same files are read as plain Python with the `layout` of another board, once for each
board. What carries over: singles, locked candidates, sets up to four, fish up to four lines, wings. Loops, BUG, aligned
exclusion and chains stay classic. The numbers are those of the ladder, but not on its scale.
"""

from __future__ import annotations

import builtins
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.errors import UsageError
from cpsudoku.rating.layout import Layout
from cpsudoku.rating.words import Words

FOLDER = Path(__file__).parent
PATTERNS = ("hidden_single", "naked_single", "locking", "hidden_set", "naked_set", "fish", "wing")
"""Files of `techniques` that hold for every board."""


@lru_cache(maxsize=16)
def board(geometry: Geometry) -> dict[str, SimpleNamespace]:
    """The rater's files for this board, by dotted name within `cpsudoku.rating`. Raises UsageError for extra houses."""
    if geometry.extras:
        raise UsageError(f"{geometry}: the rater knows boxes, jigsaw regions, rows and columns, not extra houses")
    loaded = {
        "layout": SimpleNamespace(LAYOUT=Layout(geometry), Layout=Layout),
        "words": Words(geometry),
    }
    prefix = "cpsudoku.rating."

    def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if name.startswith(prefix) and name.removeprefix(prefix) in loaded:
            return loaded[name.removeprefix(prefix)]
        if name == "cpsudoku.rating" and fromlist:
            return SimpleNamespace(**{word: loaded[word] for word in fromlist})
        return builtins.__import__(name, globals, locals, fromlist, level)

    def load(name: str) -> None:
        path = FOLDER.joinpath(*name.split(".")).with_suffix(".py")
        code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
        names: dict[str, Any] = {
            "__name__": prefix + name,
            "__file__": str(path),
            "__builtins__": {**vars(builtins), "__import__": importing},
        }
        exec(code, names)
        loaded[name] = SimpleNamespace(**names)

    for name in ("grid", "hint", "ladder", "collector", *(f"techniques.{pattern}" for pattern in PATTERNS)):
        load(name)
    return loaded


def technique_file(geometry: Geometry, file: str) -> Any:
    """A file of `techniques` read for this board."""
    return board(geometry)[f"techniques.{file}"]


def rater_for(geometry: Geometry) -> BoardRater:
    """A rater for this board."""
    return BoardRater(geometry)


class BoardRater:
    """What `rater.Rater` is for the classic board, step by step and interpreted."""

    def __init__(self, geometry: Geometry) -> None:
        files = board(geometry)
        self.grid = files["grid"].Grid()
        self.hint = files["hint"].Hint()
        self._collector = files["collector"].Collector
        found = {name: getattr(files[f"techniques.{file}"], name) for file, name in _FINDERS}
        self._climb = {
            1: found["find_hidden_single"],
            2: found["find_direct_locking"],
            3: lambda grid, hint: found["find_hidden_set"](grid, hint, 2, True),
            4: found["find_naked_single"],
            5: lambda grid, hint: found["find_hidden_set"](grid, hint, 3, True),
            6: found["find_locking"],
            7: lambda grid, hint: found["find_naked_set"](grid, hint, 2),
            8: lambda grid, hint: found["find_fish"](grid, hint, 2),
            9: lambda grid, hint: found["find_hidden_set"](grid, hint, 2, False),
            10: lambda grid, hint: found["find_naked_set"](grid, hint, 3),
            11: lambda grid, hint: found["find_fish"](grid, hint, 3),
            12: lambda grid, hint: found["find_hidden_set"](grid, hint, 3, False),
            13: lambda grid, hint: found["find_wing"](grid, hint, 2),
            14: lambda grid, hint: found["find_wing"](grid, hint, 3),
            16: lambda grid, hint: found["find_naked_set"](grid, hint, 4),
            17: lambda grid, hint: found["find_fish"](grid, hint, 4),
            18: lambda grid, hint: found["find_hidden_set"](grid, hint, 4, False),
        }
        self.rungs = -1
        self.max_er = 99.0
        self.early = 0
        self._reset()

    def _reset(self) -> None:
        self.er = self.ep = self.ed = 0.0
        self.taken = 0
        self.placing = False
        self.hardest = -1

    def start(self, cells: bytes) -> None:
        """Begin with the clues."""
        self._reset()
        self.grid.set_clues(cells)

    def start_from(self, values: bytes, masks: list[int]) -> None:
        """Begin with values and candidates."""
        self._reset()
        self.grid.set_state(values, masks)

    def advance(self) -> bool:
        """Find the next deduction (in `hint`)."""
        return any(self.rungs >> rung & 1 and find(self.grid, self.hint) for rung, find in self._climb.items())

    def accept(self) -> None:
        """Apply the deduction found."""
        self.taken += 1
        if self.hint.rating > self.er:
            self.er = self.hint.rating
            self.hardest = self.hint.technique
        if self.taken == 1:
            self.ed = self.er
        if self.hint.cell >= 0 and not self.placing:
            self.placing, self.ep = True, self.er
        self.hint.apply(self.grid)
        self.grid.settle()

    def finish(self) -> int:
        """From the present grid to the end: 0 solved, 1 stuck, 2 stopped, as `rater.SOLVED` and so on."""
        while self.grid.cells_left:
            if not self.advance():
                return 1
            self.accept()
            missed = (False, self.placing and self.er > self.ep, self.er > self.ed)[self.early]
            if self.er > self.max_er or missed:
                return 2
        return 0

    def every(self, rung: int) -> list[Any]:
        """All deductions of one rung on the present grid."""
        collector = self._collector()
        if rung in self._climb:
            self._climb[rung](self.grid, collector)
        return collector.found  # type: ignore[no-any-return]

    def numbers(self) -> tuple[int, int, int]:
        """(er, ep, ed) so far, in tenths."""
        return int((self.er + 0.05) * 10), int((self.ep + 0.05) * 10), int((self.ed + 0.05) * 10)

    def hardest_step(self) -> int:
        """The technique that first reached ER, as `rater.describe` gives it; -1 before the first step."""
        return self.hardest


_FINDERS = (
    ("hidden_single", "find_hidden_single"),
    ("naked_single", "find_naked_single"),
    ("locking", "find_locking"),
    ("locking", "find_direct_locking"),
    ("hidden_set", "find_hidden_set"),
    ("naked_set", "find_naked_set"),
    ("fish", "find_fish"),
    ("wing", "find_wing"),
)
