"""Boards of every kind: uniqueness decided, witnesses confirmed by the rules alone, engines agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku import Geometry, Multiple, Puzzle, Unique, verify
from cpsudoku.board.geometry import parse_size

from .rules import is_solution

ROWS = [json.loads(line) for line in (Path(__file__).parent / "puzzles" / "boards.jsonl").read_text().splitlines()]


def board(words: str) -> Geometry:
    """The geometry a fixture names."""
    kind, _, rest = words.partition(" ")
    if kind == "boxes":
        return Geometry(*parse_size(rest))
    return Geometry.jigsaw(rest) if kind == "jigsaw" else Geometry(extras=(kind,))


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_unique_with_its_solution(number: int) -> None:
    """SAT (after singles, and on the full formula) and the native engine find the one solution; it obeys the rules."""
    row = ROWS[number]
    geometry = board(row["board"])
    puzzle = Puzzle.parse(row["puzzle"], geometry)
    wanted = Puzzle.parse(row["solution"], geometry).cells
    assert is_solution(geometry, wanted, puzzle.cells)
    for options in ({}, {"simplify": "none"}, {"engine": "bitmask"}):
        if geometry.side > 16 and options:
            continue  # the native engine may take minutes there, and the full formula seconds
        verdict = verify(puzzle, **options)  # type: ignore[arg-type]
        assert isinstance(verdict, Unique)
        assert verdict.solution.cells == wanted


@pytest.mark.parametrize("number", range(0, len(ROWS), 2))
def test_one_clue_less(number: int) -> None:
    """Without one of its clues a minimal puzzle has two solutions, which obey the rules and differ."""
    row = ROWS[number]
    geometry = board(row["board"])
    if geometry.side > 16:
        pytest.skip("the 25x25 fixture is not minimal")
    puzzle = Puzzle.parse(row["puzzle"], geometry)
    fewer = puzzle.only([cell for cell, _ in puzzle.clues[1:]])
    verdict = verify(fewer)
    assert isinstance(verdict, Multiple)
    assert verdict.first != verdict.second
    assert is_solution(geometry, verdict.first.cells, fewer.cells)
    assert is_solution(geometry, verdict.second.cells, fewer.cells)


def test_an_extra_house_matters() -> None:
    """The diagonal puzzles have several solutions on the plain board."""
    lines = [row["puzzle"] for row in ROWS if row["board"] == "diagonals"]
    assert lines
    assert all(isinstance(verify(line), Multiple) for line in lines)
