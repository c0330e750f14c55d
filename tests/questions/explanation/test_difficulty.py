"""The measure of difficulty: equal for isomorphs, and in the order in which people would put puzzles."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.formats import read_one
from cpsudoku.results import Explanation
from cpsudoku.techniques.reasons.difficulty import difficulty
from cpsudoku.techniques.reasons.ladder import ROWS
from tests.questions.explanation.test_ties import PUZZLES, Twin

TEN = Path(__file__).parents[2] / "puzzles" / "ten_in_order.jsonl"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_singles_alone():
    """A puzzle of hidden singles costs one; its explanation has the same measure."""
    found = difficulty(Puzzle.parse(EASY))
    assert found.complete
    assert found.hardest <= ROWS["naked-single"].cost
    explanation = explain(EASY)
    assert isinstance(explanation, Explanation)
    assert explanation.difficulty == found


@pytest.mark.parametrize("text", PUZZLES[:1])
def test_isomorphs_are_as_hard(text):
    """Turned over, with other lines and other digits, a puzzle has the same numbers."""
    puzzle = Puzzle.parse(text)
    wanted = difficulty(puzzle)
    assert wanted.complete
    for seed in range(2):
        assert difficulty(Puzzle(Twin(seed).grid(puzzle.cells))) == wanted


def test_order():
    """Singles, then sets and chains, then trials."""
    easy, harder = (difficulty(Puzzle.parse(text)) for text in (EASY, HARDER))
    assert easy < harder


@pytest.mark.long
def test_the_hardest_are_measured():
    """Where trials within trials are needed, the walk still ends."""
    found = difficulty(Puzzle.parse(HARD))
    assert found.complete
    assert found.hardest > difficulty(Puzzle.parse(HARDER)).hardest


@pytest.mark.long
def test_ten_puzzles_in_the_order_of_their_sources():
    """From Wikipedia's example by approachable and tutorial puzzles to AI Escargot: what their sources say of them."""
    rows = [json.loads(line) for line in TEN.read_text(encoding="utf-8").splitlines()]
    found = [difficulty(read_one(json.dumps(row)).puzzle) for row in rows]
    assert all(one.complete for one in found)
    for value in (lambda one: (one.hardest, one.total), lambda one: one.total):
        ranks = sorted(range(len(found)), key=lambda k, value=value: value(found[k]))
        apart = sum((rank - k) ** 2 for rank, k in enumerate(ranks))
        assert 1 - 6 * apart / (len(found) * (len(found) ** 2 - 1)) >= 0.95  # Spearman's


def test_under_rules():
    """A killer whose cages are turned with the board is as hard."""
    cages = ("r1c1 r1c2", "r1c3 r1c4", "r2c1 r3c1", "r2c3 r2c4", "r2c2 r3c2", "r3c3 r3c4", "r4c1 r4c2", "r4c3 r4c4")
    solution = "1234341221434321"
    draw = random.Random(3)
    board = Geometry(2, 2)
    names = {board.name_of(cell): cell for cell in range(16)}
    clues = ["."] * 16
    for cell in draw.sample(range(16), 3):
        clues[cell] = solution[cell]

    def made(turn: bool) -> Puzzle:
        def place(cell: int) -> int:
            return cell % 4 * 4 + cell // 4 if turn else cell

        grid = [""] * 16
        for cell, clue in enumerate(clues):
            grid[place(cell)] = clue
        rules = []
        for cage in cages:
            at = [names[name] for name in cage.split()]
            total = sum(int(solution[cell]) for cell in at)
            rules.append(parse(f"cage {total} {' '.join(board.name_of(place(cell)) for cell in at)}"))
        return Puzzle.parse("".join(grid), board).under(rules)

    assert difficulty(made(False)) == difficulty(made(True))
