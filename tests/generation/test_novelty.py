"""Old puzzles in another guise: their keys are equal, and generation does not make them again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cpsudoku import generate, generate_many
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.board.symmetry import cell_maps
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.registry import from_dict
from cpsudoku.errors import UsageError
from cpsudoku.generation.novelty import key_of, keys_of

ROTATIONS = cell_maps(CLASSIC, "rot90")


def moved(puzzle: Puzzle, move: tuple[int, ...], names: tuple[int, ...] = tuple(range(10))) -> Puzzle:
    """The puzzle with its cells moved and its clues renamed; rules have cells alone."""
    cells = bytearray(81)
    for cell, digit in enumerate(puzzle.cells):
        cells[move[cell]] = names[digit]
    return Puzzle(bytes(cells), CLASSIC, [_turned(rule, move) for rule in reversed(puzzle.constraints)])


def _turned(rule: Constraint, move: tuple[int, ...]) -> Constraint:
    record = rule.to_dict()
    for key, part in record.items():
        if isinstance(part, list) and part and isinstance(part[0], str):
            record[key] = [CLASSIC.name_of(move[CLASSIC.cell_named(name)]) for name in part]
    return from_dict(record)


@pytest.mark.long
@pytest.mark.parametrize("name", ["killer", "kropki", "arrow", "thermo", "whisper", "little-killer", "skyscraper"])
def test_turned_puzzles_have_one_key(name: str) -> None:
    """Each turn of the board, whatever the order of the rules; with a cell's rule changed the key is another."""
    puzzle = generate(makers=name, seed=3).puzzle
    assert puzzle is not None
    key = key_of(puzzle)
    assert all(key_of(moved(puzzle, move)) == key for move in ROTATIONS)
    fewer = Puzzle.trusted(puzzle.cells, CLASSIC, puzzle.constraints[1:])
    assert key_of(fewer) != key


def test_renaming_where_the_rules_allow() -> None:
    """Any under anti-knight, lowest for highest on whispers, none in killers."""
    names = (0, *random.Random(1).sample(range(1, 10), 9))
    ends = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    same = ROTATIONS[0]
    for kind, some, back in (("anti-knight", True, True), ("whisper", False, True), ("killer", False, False)):
        puzzle = generate(makers=kind, seed=3, clues=(5, 15)).puzzle
        assert puzzle is not None
        assert puzzle.clue_count > 1
        assert (key_of(moved(puzzle, same, names)) == key_of(puzzle)) == some
        assert (key_of(moved(puzzle, same, ends)) == key_of(puzzle)) == back


@pytest.mark.long
def test_nothing_old_comes_again(tmp_path: Path) -> None:
    """With the file of a run's own puzzles, turned, none of them comes again: others do, the same for any jobs."""
    for options in ({}, {"makers": "killer"}):
        old = [one.puzzle for one in generate_many(4, seed=2, **options)]  # type: ignore[arg-type]
        turned = [moved(puzzle, ROTATIONS[1]) for puzzle in old[:3] if puzzle is not None]
        new = list(generate_many(4, seed=2, not_in=turned, **options))  # type: ignore[arg-type]
        keys = keys_of(turned)
        assert all(one.puzzle is not None and key_of(one.puzzle) not in keys for one in new)
        assert new[3].puzzle == old[3]
        assert all(one.seed == 2 for one in new)
        assert [one.tries > 1 for one in new[:3]] == [True] * 3
        again = list(generate_many(4, seed=2, not_in=turned, jobs=2, **options))  # type: ignore[arg-type]
        assert again == new


def test_files(tmp_path: Path) -> None:
    """A file in any format; what cannot be read is named."""
    puzzles = [one.puzzle for one in generate_many(3, seed=5)]
    path = tmp_path / "old.txt"
    path.write_text("".join(f"{puzzle.line()}\n" for puzzle in puzzles if puzzle is not None))
    assert len(keys_of(path)) == 3
    path.write_text("rubbish\n")
    with pytest.raises(UsageError, match=r"old\.txt"):
        keys_of(path)
    with pytest.raises(UsageError, match="nowhere"):
        keys_of(tmp_path / "nowhere")
