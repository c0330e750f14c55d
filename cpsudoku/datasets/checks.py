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


def check_part(sent: Sent, checks: Checks) -> Checked:
    """All checks of a part."""
    geometry, cells, claimed, constraints = sent
    size = geometry.size
    count = len(cells) // size
    empty = Puzzle.trusted(bytes(size), geometry, constraints)
    plain = empty.houses_only
    classic = plain and geometry.is_classic
    question = Question(checks.engine if plain else "sat", None, None, checks.limits, None)
    answers = answer_block(question, geometry, cells, constraints)
    board = np.frombuffer(cells, dtype=np.uint8).reshape(count, size)
    salt = b"" if classic else repr((geometry, constraints)).encode()
    puzzle_keys = _keys(cells, size, salt)
    unique = np.frombuffer(answers.statuses, dtype=np.uint8) == Status.UNIQUE
    class_keys, automorphisms = puzzle_keys, np.zeros(count, dtype=np.int64)
    if checks.classes and plain:
        class_keys, automorphisms = _classes(geometry, cells, classic, salt, puzzle_keys)
    pairs = np.full(count, -1, dtype=np.int32)
    grid_keys = b""
    if checks.grids:
        grid_keys = _keys(answers.grids, size, salt)
        if classic and unique.any():
            grids = np.frombuffer(answers.grids, dtype=np.uint8).reshape(count, 81)
            pairs[unique] = pairs_of(grids[unique][:, :27])
    return Checked(
        answers.statuses,
        _claims(empty, answers.statuses, answers.grids, cells, claimed),
        _spare(geometry, constraints, cells, answers.grids, answers.statuses, classic, question)
        if checks.minimal
        else b"",
        (board != 0).sum(1).astype(np.int32),
        _patterns(board, geometry) if geometry.layout is None else np.zeros(count, dtype=np.uint8),
        puzzle_keys,
        class_keys,
        automorphisms,
        grid_keys,
        pairs,
        dict(answers.whys),
    )


def _keys(cells: bytes, size: int, salt: bytes) -> bytes:
    """A digest of each board."""
    return b"".join(
        [blake2b(cells[at : at + size], digest_size=KEY, key=salt[:64]).digest() for at in range(0, len(cells), size)]
        if len(salt) <= 64
        else [blake2b(salt + cells[at : at + size], digest_size=KEY).digest() for at in range(0, len(cells), size)]
    )


def _classes(geometry: Geometry, cells: bytes, classic: bool, salt: bytes, puzzle_keys: bytes) -> tuple[bytes, Any]:
    """Keys of canonical forms, and automorphisms; a puzzle without a form has its own key and 0."""
    size = geometry.size
    if classic:
        forms, counts = Canonizer(3, 3, MAX_BRANCHES).batch(cells)
        automorphisms = np.array(counts, dtype=np.int64)
        keys = _keys(forms, size, b"class")
    else:
        found = []
        of = []
        for at in range(0, len(cells), size):
            try:
                form = canonical_form(Puzzle.trusted(cells[at : at + size], geometry))
                found.append(form.puzzle.cells)
                of.append(form.automorphisms)
            except UsageError:
                found.append(bytes(size))
                of.append(0)
        automorphisms = np.array(of, dtype=np.int64)
        keys = _keys(b"".join(found), size, b"class" + salt)
    none = automorphisms <= 0
    if none.any():
        automorphisms = np.maximum(automorphisms, 0)
        mixed = np.frombuffer(keys, dtype=np.uint8).reshape(-1, KEY).copy()
        mixed[none] = np.frombuffer(puzzle_keys, dtype=np.uint8).reshape(-1, KEY)[none]
        keys = mixed.tobytes()
    return keys, automorphisms


def _claims(empty: Puzzle, statuses: bytes, grids: bytes, cells: bytes, claimed: bytes) -> bytes:
    """What each solution column says. That of a puzzle with several solutions is right where it is one of them."""
    size = empty.geometry.size
    theirs = np.frombuffer(claimed, dtype=np.uint8).reshape(-1, size)
    ours = np.frombuffer(grids, dtype=np.uint8).reshape(-1, size)
    stated = theirs.any(1)
    found = np.where(stated, np.where((theirs == ours).all(1), RIGHT, WRONG), NOT_STATED).astype(np.uint8)
    of = np.frombuffer(statuses, dtype=np.uint8)
    for k in np.flatnonzero((found == WRONG) & ((of == Status.MULTIPLE) | (of == Status.UNKNOWN))).tolist():
        puzzle = Puzzle.trusted(cells[k * size : k * size + size], empty.geometry, empty.constraints)
        if _solves(puzzle, claimed[k * size : k * size + size]):
            found[k] = RIGHT
    return found.tobytes()


def _solves(puzzle: Puzzle, grid: bytes) -> bool:
    if any(clue not in (0, digit) for clue, digit in zip(puzzle.cells, grid)):
        return False
    houses = all(len({grid[cell] for cell in house.cells}) == len(house.cells) for house in puzzle.geometry.houses)
    return houses and 0 not in grid and (puzzle.houses_only or puzzle.is_solved_by(grid))


def _spare(
    geometry: Geometry,
    constraints: tuple[Any, ...],
    cells: bytes,
    grids: bytes,
    statuses: bytes,
    classic: bool,
    question: Question,
) -> bytes:
    """As `spare_clues`, on any board: NEEDED where every clue is needed, 0 where some clue can go."""
    if classic:
        return spare_clues(cells, grids, bytes([int(status == Status.UNIQUE) for status in statuses]))
    size = geometry.size
    found = bytearray()
    for k, status in enumerate(statuses):
        if status != Status.UNIQUE:
            found.append(UNASKED)
            continue
        puzzle = cells[k * size : k * size + size]
        without = [puzzle[:cell] + b"\0" + puzzle[cell + 1 :] for cell in range(size) if puzzle[cell]]
        answers = answer_block(question, geometry, b"".join(without), constraints).statuses
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


def _patterns(board: Any, geometry: Geometry) -> Any:
    given = board != 0
    found = np.zeros(len(board), dtype=np.uint8)
    for k, turn in enumerate(_turns(geometry.side, geometry.side)):
        found |= ((given == given[:, turn]).all(1) << k).astype(np.uint8)
    return found
