"""Scrambled twins of a puzzle are explained by the same steps, as far as sizes tell."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing

import pytest

from cpsudoku import Puzzle, solve
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation import front
from cpsudoku.questions.explanation.model import Model
from cpsudoku.questions.explanation.ties import HEAVY, Colours, lightest_of, others
from cpsudoku.results import Explanation

PUZZLES = (
    "5....6.4...378.......2.3...1.....4..4.5..17.2..7....8....5.29......7..2.3..9...1.",
    "..8..7......8.5.1.61...2..4.2...96.74.9...1.3........536.2......4....3....21.....",
    "..............1.23..4.5...6.....2......7..8....5...1......4.9...2.6.....13.......",
)


class Twin:
    """Where each cell and each digit of a board goes to."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)

        def lines() -> list[int]:
            return [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]

        rows, columns, turned = lines(), lines(), draw.random() < 0.5
        places = [(rows[cell // 9], columns[cell % 9]) for cell in range(81)]
        self.cells = [c * 9 + r if turned else r * 9 + c for r, c in places]
        self.digits = [0, *draw.sample(range(1, 10), 9)]

    def grid(self, cells: bytes) -> bytes:
        """Its twin."""
        made = bytearray(81)
        for cell, digit in enumerate(cells):
            made[self.cells[cell]] = self.digits[digit]
        return bytes(made)

    def literal(self, literal: int) -> int:
        """The same candidate of the twin."""
        cell, digit = divmod(abs(literal) - 1, 9)
        found = self.cells[cell] * 9 + self.digits[digit + 1]
        return found if literal > 0 else -found


def explained(puzzle: Puzzle) -> Explanation:
    """A walk by sets of reasons, none of them certified."""
    solved = solve(puzzle).solution
    assert solved is not None
    with closing(Model(puzzle)) as model:
        facts = [cell * 9 + digit for cell, digit in puzzle.clues]
        steps = tuple(front._by_sets(model, solved.cells, facts, False))
        return Explanation(puzzle, solved.cells, steps, model.finished)


def settled(model: Model) -> None:
    """Take the clues and all that single reasons give."""
    facts = [cell * 9 + digit for cell, digit in model.puzzle.clues]
    while facts:
        facts = [x for x, _ in model.take(facts)]


@pytest.mark.parametrize("text", PUZZLES)
def test_twins_take_the_same_steps(text):
    """Turned over, with other lines and other digits, a puzzle has as many steps of each size."""
    puzzle = Puzzle.parse(text)
    sizes = Counter(step.size for step in explained(puzzle).steps if not step.clears)
    assert len(sizes) > 2
    for seed in range(3):
        twin = explained(Puzzle(Twin(seed).grid(puzzle.cells)))
        assert Counter(step.size for step in twin.steps if not step.clears) == sizes


def test_colours_are_those_of_the_twin():
    """What is one candidate in two guises has one colour; most of others have another one."""
    puzzle = Puzzle.parse(PUZZLES[0])
    solution = explained(puzzle).solution
    twin = Twin(5)
    with closing(Model(puzzle)) as model, closing(Model(Puzzle(twin.grid(puzzle.cells)))) as other:
        for one in (model, other):
            one.take([cell * 9 + digit for cell, digit in one.puzzle.clues])
        ours, theirs = Colours(model, solution), Colours(other, twin.grid(solution))
        literals = [x for x in range(1, 730) if model.kernel.open(x)]
        colours = [ours.of(x) for x in literals]
        assert colours == [theirs.of(twin.literal(x)) for x in literals]
        assert len(set(colours)) > len(colours) / 2
        cells = {reason.cell: number for number, reason in enumerate(other.reasons) if reason.kind == "cell"}
        for number, reason in enumerate(model.reasons):
            if reason.kind == "cell" and reason.cell is not None:
                assert ours.of_reason(number) == theirs.of_reason(cells[twin.cells[reason.cell]])


def test_other_sets_refute_too():
    """Each of several sets refutes, is no heavier, and none is found twice; of heavy ones there is one."""
    with closing(Model(Puzzle.parse(PUZZLES[2]))) as model:
        settled(model)
        candidates = [x for x in range(1, 730) if model.kernel.open(x)]
        found = model.kernel.lightest(candidates, 2, HEAVY)
        assert found
        several = 0
        for literal, why in found:
            sets = others(model, literal, why)
            assert tuple(sorted(why)) in sets
            several += len(sets) > 1
            for one in sets:
                assert model.weight(one) <= model.weight(why)
                assert model.kernel.refuted((literal,), one)
        assert several
        heavy = tuple(range(HEAVY))
        assert others(model, candidates[0], heavy) == {heavy}


def test_among_constraints_the_number_decides():
    """With constraints, the set of least weight and least numbers is taken."""
    puzzle = Puzzle.parse(PUZZLES[2])
    solution = explained(puzzle).solution
    with closing(Model(puzzle.under([parse(f"cage {solution[1] + solution[2]} r1c2 r1c3")]))) as model:
        settled(model)
        candidates = [x for x in range(1, 730) if model.kernel.open(x)]
        found = model.kernel.lightest(candidates, 2, HEAVY)
        stripped = {model.kernel.smaller(x, why) for x, why in found[:4]}
        least = min(map(model.weight, stripped))
        assert lightest_of(model, found[:4], solution) == min(one for one in stripped if model.weight(one) == least)
