"""What is random is as random as it says: uniform fills, published statistics, weights that undo a bias."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial, lgamma, log, sqrt

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Solution
from cpsudoku.generation import generate_many
from cpsudoku.generation.digging import per_box
from cpsudoku.generation.filling import FILLS, bias, fill
from cpsudoku.generation.filling.uniform import reduced_grids
from cpsudoku.generation.statistics import Moments, Weighted, controlled_log_weight, top_down_log_weight
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.reduction import dig, oracle

DRAWS = 28_800


def chi_square(fill_name: str) -> float:
    """Against 288 equally likely 4x4 grids; 287 degrees of freedom, sd 24."""
    counts = Counter(fill(fill_name, boxes(2, 2), Stream(derive(77, index))) for index in range(DRAWS))
    expected = DRAWS / 288
    return sum((counts.get(grid, 0) - expected) ** 2 / expected for grid in all_4x4())


def all_4x4() -> list[bytes]:
    """The 288 grids: 12 with 1234 in the first row, their digits renamed in all ways."""
    renamings = [bytes([0, *names, *range(5, 256)]) for names in permutations(range(1, 5))]
    return [grid.translate(names) for grid in reduced_grids(boxes(2, 2)) for names in renamings]


def test_numbers_of_small_grids() -> None:
    """12 * 4! = 288 grids of 4x4 and 39,168 * 6! = 28,200,960 of 6x6."""
    assert len(set(all_4x4())) == 288
    assert len(reduced_grids(boxes(2, 3))) * factorial(6) == 28_200_960


def test_uniform_is_uniform_and_recursive_is_not() -> None:
    """On the 4x4 grids chi-square is within 5 sigma of its mean for `uniform`, and far out for `recursive`."""
    assert abs(chi_square("uniform") - 287) < 5 * 24
    assert chi_square("recursive") > 287 + 20 * 24


def test_every_fill_states_its_bias() -> None:
    """One sentence each; only `uniform` claims to have none."""
    for name in FILLS:
        assert ("exactly uniform" in bias(name)) == (name == "uniform")


@pytest.mark.parametrize(
    ("nr", "vari", "mean", "sd"),
    [(5, 2, 45, 3.7), (6, 2, 52.9, 3.2), (7, 2, 58.5, 2.1), (5, 1, 45, 2.1), (6, 1, 54, 2.1), (7, 1, 60.75, 1.3)],
)
def test_per_box_as_published(nr: float, vari: float, mean: float, sd: float) -> None:
    """Unknowns of 1,000 raw puzzles: mean within 5 standard errors of the published one, sd within a tenth."""
    unknowns = Moments()
    for record in generate_many(1000, seed=8, dig="per-box", raw=True, nr=nr, vari=vari):
        unknowns.add(81 - record.clues)
    assert abs(unknowns.mean - mean) < 5 * sd / sqrt(1000) + 0.06
    assert abs(unknowns.sd - sd) < 0.1 * sd + 0.05


def test_per_box_symmetric() -> None:
    """With a symmetry whole orbits go, and no box loses more than it should."""
    from cpsudoku.board.symmetry import orbits

    for index in range(20):
        stream = Stream(index)
        gone = per_box.chosen(CLASSIC, 5, 1, orbits(CLASSIC, "rot180"), stream)
        lost = Counter(CLASSIC.box_of(cell) for group in gone for cell in group)
        assert max(lost.values()) <= 7
        assert all(tuple(sorted({cell, 80 - cell})) == group for group in gone for cell in group)


def test_bisection_is_the_linear_scan() -> None:
    """`until-ambiguous` by bisection stops where removing clue by clue does, in at most 7 questions."""
    asked = oracle("dlx", CLASSIC)
    for index in range(10):
        stream = Stream(derive(4, index))
        solution = Solution(fill("uniform", CLASSIC, stream), CLASSIC)
        order = [(cell,) for cell in stream.shuffled(range(81))]
        dug = dig(asked, solution, order, thorough=False)
        asked.take(solution)
        left = set(range(81))
        for (cell,) in order:
            if asked.core(left - {cell}) is None:
                break
            left.discard(cell)
        assert dug.clues == left
        assert dug.calls <= 7


def test_top_down_weights_undo_the_bias() -> None:
    """On 4x4, where all minimal puzzles are known: mean (4*25728 + 5*58368 + 6*1536) / 85632 = 4.7175 clues."""
    board = boxes(2, 2)
    asked = oracle("dlx", board)
    weighted, plain = Weighted(), Moments()
    for index in range(400):
        stream = Stream(derive(12, index))
        solution = Solution(fill("uniform", board, stream), board)
        order = stream.shuffled(range(16))
        clues = dig(asked, solution, [(cell,) for cell in order]).clues
        removed = [cell for cell in order if cell not in clues]
        left = set(range(16))
        total = -lgamma(len(removed) + 1)
        for cell in removed:
            total += log(sum(asked.core(left - {other}) is not None for other in left))
            left.discard(cell)
        weighted.add(len(clues), total)
        plain.add(len(clues))
    assert abs(weighted.mean - 4.7175) < 5 * weighted.error < 0.2
    assert abs(plain.mean - 4.7175) > 0.3


def test_the_9x9_weights_by_definition() -> None:
    """The kernel's number of removable clues at each step is that of asking for each clue at each step."""
    asked = oracle("bitmask", CLASSIC)
    stream = Stream(derive(1, 0))
    solution = Solution(fill("uniform", CLASSIC, stream), CLASSIC)
    order = stream.shuffled(range(81))
    clues = dig(asked, solution, [(cell,) for cell in order]).clues
    removed = [cell for cell in order if cell not in clues]
    left = set(range(81))
    total = -lgamma(len(removed) + 1)
    for cell in removed:
        total += log(sum(asked.core(left - {other}) is not None for other in left))
        left.discard(cell)
    assert abs(total - top_down_log_weight(solution.cells, removed)) < 1e-9


def test_controlled_weights() -> None:
    """One clue more at n clues multiplies the weight by (81 - n) / (n + 1)."""
    for clues in (22, 25, 29):
        ratio = controlled_log_weight(clues + 1) - controlled_log_weight(clues)
        assert abs(ratio - log((81 - clues) / (clues + 1))) < 1e-9


def test_top_down_and_until_ambiguous_means() -> None:
    """4,000 puzzles each: 24.36 clues top-down and 44.4 until the first ambiguity, within 5 standard errors."""
    for dig_name, mean, sd in (("minimal", 24.36, 1.12), ("until-ambiguous", 44.4, 8.0)):
        clues = Moments()
        for record in generate_many(4000, seed=1, dig=dig_name):
            clues.add(record.clues)
        assert abs(clues.mean - mean) < 5 * sd / sqrt(4000) + 0.03
