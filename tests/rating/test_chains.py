"""The chain engine as a whole: what makes it fast changes nothing, and it is right."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.kernels.search import search
from cpsudoku.rating.rater import Rater
from cpsudoku.techniques.core.board_grid import LAYOUT
from cpsudoku.techniques.ladder import rung_of


def course(rater: Rater, cells: bytes) -> list[tuple[Any, ...]]:
    """Every step: technique, level, raw rating, nodes, placement, removals."""
    rater.start(cells)
    found = []
    while rater.grid.cells_left and rater.advance():
        hint = rater.hint
        found.append(
            (hint.technique, hint.variant, hint.rating, hint.complexity, hint.cell, hint.digit, hint.removals())
        )
        rater.accept()
    return found


@pytest.fixture(scope="session")
def hard(reference: list[dict[str, str]]) -> list[dict[str, str]]:
    """The puzzles of the sample that need chains."""
    return [row for row in reference if float(row["ER"]) >= 6.5]


def test_numbers_are_the_references(hard: list[dict[str, str]]) -> None:
    """ER, EP and ED of every sample puzzle that needs chains, one rater for all."""
    rater = Rater()
    for row in hard:
        rater.start(Puzzle.parse(row["puzzle"]).cells)
        while rater.grid.cells_left and rater.advance():
            rater.accept()
        assert rater.numbers() == tuple(round(10 * float(row[key])) for key in ("ER", "EP", "ED")), row["puzzle"]


def test_bounds_screens_and_memory_change_nothing(hard: list[dict[str, str]]) -> None:
    """Without bounds, screening by closures and kept propagations, every step is the same."""
    fast, plain = Rater(), Rater()
    plain.plain_chains(True)
    for row in hard[::3]:
        cells = Puzzle.parse(row["puzzle"]).cells
        assert course(fast, cells) == course(plain, cells), row["puzzle"]


def linked(masks: list[int]) -> int:
    """How many candidates have a strong link."""
    found: set[tuple[int, int]] = set()
    for cell, mask in enumerate(masks):
        if mask.bit_count() == 2:
            found |= {(cell, digit) for digit in range(9) if mask >> digit & 1}
    for house in LAYOUT.houses:
        for digit in range(9):
            places = [cell for cell in house if masks[cell] >> digit & 1]
            if len(places) == 2:
                found |= {(cell, digit) for cell in places}
    return len(found)


def test_screens_change_nothing_where_sets_are_wide() -> None:
    """Random candidates, mostly without a solution: more links than any puzzle has, in sets of one to four words."""
    draw = random.Random(7)
    fast, plain = Rater(), Rater()
    plain.plain_chains(True)
    fast.rungs = plain.rungs = 1 << rung_of("x-cycle")
    wide = found = 0
    for number in range(24):
        share = (0.12, 0.19, 0.24, 0.3)[number % 4]
        masks = [sum(1 << digit for digit in range(9) if draw.random() < share) for _ in range(81)]
        wide += linked(masks) > 128
        steps = []
        for rater in (fast, plain):
            rater.start(bytes(81), masks)
            steps.append(rater.advance())
        assert steps[0] == steps[1]
        if steps[0]:
            found += 1
            hints = [
                (h.technique, h.rating, h.complexity, h.cell, h.digit, h.removals()) for h in (fast.hint, plain.hint)
            ]
            assert hints[0] == hints[1]
    assert wide > 5
    assert found > 5


def test_no_chain_removes_a_digit_of_the_solution(hard: list[dict[str, str]]) -> None:
    """Every placement and removal of every step agrees with the solution found by search."""
    rater = Rater()
    for row in hard:
        cells = Puzzle.parse(row["puzzle"]).cells
        solution = search(cells)[0][0]
        for *_, cell, digit, removals in course(rater, cells):
            assert cell < 0 or solution[cell] == digit
            assert all(not mask >> (solution[at] - 1) & 1 for at, mask in removals)


def test_a_rater_is_not_marked_by_what_it_rated_before(hard: list[dict[str, str]]) -> None:
    """A used rater and a fresh one take the same steps, in whatever order puzzles come."""
    used = Rater()
    for row in [*hard[20:28], *hard[27:19:-1]]:
        cells = Puzzle.parse(row["puzzle"]).cells
        assert course(used, cells) == course(Rater(), cells)


def test_statements_come_after_what_they_rest_on(hard: list[dict[str, str]]) -> None:
    """In the evidence of every chain step parents come first, branches end in their targets, no circle is closed."""
    import networkx as nx

    from cpsudoku.rating import path
    from cpsudoku.techniques.ladder import ALL_RUNGS

    for row in hard[::6]:
        for step in path.walk(Puzzle.parse(row["puzzle"]), None, ALL_RUNGS):
            if step.chain is None:
                assert not step.technique.endswith(("chain", "chains", "cycle"))
                continue
            for number, node in enumerate(step.chain.nodes):
                assert all(parent < number for parent in node.parents)
                assert bool(node.parents) == (node.cause != 0)
                assert bool(node.why) == (node.cause == 5)
            graph = step.graph()
            assert nx.is_directed_acyclic_graph(graph)
            assert graph.number_of_nodes() == len(step.chain.nodes)
            text = str(step)
            assert all(str(step.chain.nodes[target]) in text for target in step.chain.targets)


@pytest.mark.interpreted
@pytest.mark.parametrize("er", ["7.2", "7.6", "8.3", "8.6", "9.0"])
def test_interpreted_and_compiled_agree(reference: list[dict[str, str]], er: str) -> None:
    """The files give the reference's numbers whether they run compiled or as plain Python."""
    row = next(row for row in reference if row["ER"] == er)
    rater = Rater()
    rater.start(Puzzle.parse(row["puzzle"]).cells)
    while rater.grid.cells_left and rater.advance():
        rater.accept()
    assert rater.numbers() == tuple(round(10 * float(row[key])) for key in ("ER", "EP", "ED"))
