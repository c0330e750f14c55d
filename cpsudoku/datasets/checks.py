"""The checks of the puzzles of a part: a pure function of bytes, which worker processes run."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from cpsudoku.batch.verdicts import answer_block
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.datasets.bands import pairs_of
from cpsudoku.engines.block import Status
from cpsudoku.errors import UsageError
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.verdicts import NEEDED, UNASKED, spare_clues
from cpsudoku.questions.canonical import MAX_BRANCHES, canonical_form
from cpsudoku.questions.verdict import Question

KEY = 16
"""Bytes of a key: two puzzles with the same key are the same, but for a chance of 2^-128 a pair."""
NOT_STATED, RIGHT, WRONG = 0, 1, 2
"""What a solution column states."""


@dataclass(frozen=True)
class Checks:
    """The checks to run. *engine* decides uniqueness (with constraints: `sat`, which serves them)."""

    classes: bool = True
    minimal: bool = True
    grids: bool = True
    engine: str = "bitmask"
    limits: Limits = NO_LIMITS


@dataclass
class Checked:
    """The results, a value a puzzle: `statuses` (see `Status`), `claims` (see above), `spare` (as `spare_clues`),
    `automorphisms` (0 where there is no canonical form), clue counts, keys of puzzle, class and grid, band pairs (see
    `bands`; -1 for none), symmetries of the clues' pattern as bits."""

    statuses: bytes
    claims: bytes
    spare: bytes
    clues: Any
    patterns: Any
    puzzle_keys: bytes
    class_keys: bytes
    automorphisms: Any
    grid_keys: bytes
    pairs: Any
    whys: dict[int, str] = field(default_factory=dict)


Sent = tuple[Geometry, bytes, bytes, tuple[Any, ...]]
"""The input of a worker: board, cells, claimed solutions, constraints."""


class Block:
    """The puzzles of a part, and their answers by *engine*."""

    def __init__(self, sent: Sent, engine: str, limits: Limits = NO_LIMITS) -> None:
        self.board, self.cells, self.claimed, self.constraints = sent
        self.size = self.board.size
        self.empty = Puzzle.trusted(bytes(self.size), self.board, self.constraints)
        self.plain = self.empty.houses_only
        self.classic = self.plain and self.board.is_classic
        self.salt = b"" if self.classic else repr((self.board, self.constraints)).encode()
        self.question = Question(engine if self.plain else "sat", None, None, limits, None)
        self.answers = answer_block(self.question, self.board, self.cells, self.constraints)
        self.statuses = np.frombuffer(self.answers.statuses, dtype=np.uint8)

    def table(self, cells: bytes) -> Any:
        """Boards, a row each."""
        return np.frombuffer(cells, dtype=np.uint8).reshape(-1, self.size)

    def puzzle(self, k: int) -> Puzzle:
        """The puzzle number *k*, from 0."""
        return Puzzle.trusted(self.cells[k * self.size : (k + 1) * self.size], self.board, self.constraints)


def check_part(sent: Sent, checks: Checks) -> Checked:
    """All checks of a part."""
    block = Block(sent, checks.engine, checks.limits)
    answers, count = block.answers, len(block.statuses)
    given = block.table(block.cells) != 0
    puzzle_keys = _keys(block.cells, block.size, block.salt)
    class_keys, automorphisms = puzzle_keys, np.zeros(count, dtype=np.int64)
    if checks.classes and block.plain:
        class_keys, automorphisms = _classes(block, puzzle_keys)
    pairs = np.full(count, -1, dtype=np.int32)
    unique = block.statuses == Status.UNIQUE
    if checks.grids and block.classic and unique.any():
        pairs[unique] = pairs_of(block.table(answers.grids)[unique][:, :27])
    return Checked(
        answers.statuses,
        _claims(block),
        _spare(block) if checks.minimal else b"",
        given.sum(1).astype(np.int32),
        _patterns(given, block.board) if block.board.layout is None else np.zeros(count, dtype=np.uint8),
        puzzle_keys,
        class_keys,
        automorphisms,
        _keys(answers.grids, block.size, block.salt) if checks.grids else b"",
        pairs,
        dict(answers.whys),
    )


def _keys(cells: bytes, size: int, salt: bytes) -> bytes:
    """A digest of each board."""
    key, head = (salt, b"") if len(salt) <= 64 else (b"", salt)
    boards = (head + cells[at : at + size] for at in range(0, len(cells), size))
    return b"".join([blake2b(board, digest_size=KEY, key=key).digest() for board in boards])


def canonical_cells(block: Block, cells: bytes) -> tuple[bytes, Any]:
    """The canonical forms of *cells*, puzzles or grids on the board of *block*, and their automorphisms.

    What has no form (rules beyond houses, too many branches) stays as it is, with 0 automorphisms.
    """
    count = len(cells) // block.size
    if not block.plain:
        return cells, np.zeros(count, dtype=np.int64)
    if block.classic:
        forms, counts = Canonizer(3, 3, MAX_BRANCHES).batch(cells)
    else:
        found, counts = [], []
        for at in range(0, len(cells), block.size):
            given = cells[at : at + block.size]
            try:
                form = canonical_form(Puzzle.trusted(given, block.board))
                found.append(form.puzzle.cells)
                counts.append(form.automorphisms)
            except UsageError:
                found.append(given)
                counts.append(0)
        forms = b"".join(found)
    automorphisms = np.maximum(np.array(counts, dtype=np.int64), 0)
    table = np.frombuffer(forms, dtype=np.uint8).reshape(count, block.size)
    return np.where((automorphisms > 0)[:, None], table, block.table(cells)).tobytes(), automorphisms


def _classes(block: Block, puzzle_keys: bytes) -> tuple[bytes, Any]:
    """Keys of canonical forms, and automorphisms; a puzzle without a form has its own key and 0."""
    forms, automorphisms = canonical_cells(block, block.cells)
    keys = _keys(forms, block.size, b"class" + (b"" if block.classic else block.salt))
    own = np.frombuffer(puzzle_keys, dtype=np.uint8).reshape(-1, KEY)
    mixed = np.where((automorphisms > 0)[:, None], np.frombuffer(keys, dtype=np.uint8).reshape(-1, KEY), own)
    return mixed.tobytes(), automorphisms


def _claims(block: Block) -> bytes:
    """What each solution column says. That of a puzzle with several solutions is right where it is one of them."""
    theirs, of = block.table(block.claimed), block.statuses
    agree = (theirs == block.table(block.answers.grids)).all(1)
    found = np.where(theirs.any(1), np.where(agree, RIGHT, WRONG), NOT_STATED).astype(np.uint8)
    for k in np.flatnonzero((found == WRONG) & ((of == Status.MULTIPLE) | (of == Status.UNKNOWN))).tolist():
        if _solves(block.puzzle(k), theirs[k].tobytes()):
            found[k] = RIGHT
    return found.tobytes()


def _solves(puzzle: Puzzle, grid: bytes) -> bool:
    if any(clue not in (0, digit) for clue, digit in zip(puzzle.cells, grid)):
        return False
    houses = all(len({grid[cell] for cell in house.cells}) == len(house.cells) for house in puzzle.geometry.houses)
    return houses and 0 not in grid and (puzzle.houses_only or puzzle.is_solved_by(grid))


def _spare(block: Block) -> bytes:
    """As `spare_clues`, on any board: NEEDED where every clue is needed, 0 where some clue can go."""
    if block.classic:
        return spare_clues(block.cells, block.answers.grids, (block.statuses == Status.UNIQUE).tobytes())
    found = bytearray()
    for k, status in enumerate(block.statuses):
        if status != Status.UNIQUE:
            found.append(UNASKED)
            continue
        cells = block.puzzle(k).cells
        without = [cells[:cell] + b"\0" + cells[cell + 1 :] for cell, digit in enumerate(cells) if digit]
        answers = answer_block(block.question, block.board, b"".join(without), block.constraints).statuses
        found.append(0 if Status.UNIQUE in answers else UNASKED if Status.UNKNOWN in answers else NEEDED)
    return bytes(found)


PATTERNS = ("half-turn", "quarter-turn", "horizontal", "vertical", "diagonal", "anti-diagonal")
"""Symmetries that the places of the clues may have; bit k of a pattern is the k-th."""


@lru_cache(maxsize=16)
def _turns(rows: int, columns: int) -> list[Any]:
    """For each of PATTERNS where each cell goes; None where the board is not square."""
    cell = np.arange(rows * columns).reshape(rows, columns)
    turned = [cell[::-1, ::-1], None, cell[::-1], cell[:, ::-1], None, None]
    if rows == columns:
        turned = [cell[::-1, ::-1], np.rot90(cell), cell[::-1], cell[:, ::-1], cell.T, cell[::-1, ::-1].T]
    return [None if each is None else np.ascontiguousarray(each).ravel() for each in turned]


def _patterns(given: Any, geometry: Geometry) -> Any:
    found = np.zeros(len(given), dtype=np.uint8)
    for k, turn in enumerate(_turns(geometry.side, geometry.side)):
        found |= ((given == given[:, turn]).all(1) << k).astype(np.uint8)
    return found
