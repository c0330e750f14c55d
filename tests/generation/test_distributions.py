"""What is random is as random as it says: uniform fills, published statistics, weights that undo a bias."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, factorial, lgamma, log, sqrt
from random import Random
from typing import Any

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import SYMMETRIES, orbits
from cpsudoku.generation import digging
from cpsudoku.generation.bias import bias_of
from cpsudoku.generation.filling import FILLS, fill, reduced_grids
from cpsudoku.generation.front import generate, generate_many
from cpsudoku.generation.options import recipe
from cpsudoku.generation.report import report
from cpsudoku.generation.statistics import (
    COVERAGE,
    Moments,
    Sample,
    Weighted,
    controlled_log_weight,
    coverage,
    top_down_log_weight,
)
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction import clue_oracle, dig
from cpsudoku.subsets.oracle import Inconsistent
from tests.selection import long_after

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
        assert ("exactly uniform" in FILLS[name].bias) == (name == "uniform")


@pytest.mark.parametrize(
    ("nr", "vari", "mean", "sd"),
    long_after(
        2,
        [(5, 2, 45, 3.7), (6, 1, 54, 2.1), (6, 2, 52.9, 3.2), (7, 2, 58.5, 2.1), (5, 1, 45, 2.1), (7, 1, 60.75, 1.3)],
    ),
)
def test_per_box_as_published(nr: float, vari: float, mean: float, sd: float) -> None:
    """Unknowns of 1,000 raw puzzles: mean within 5 standard errors of the published one, sd within a tenth."""
    unknowns = Moments()
    for record in generate_many(1000, seed=8, dig="per-box", raw=True, nr=nr, vari=vari):
        unknowns.add(81 - record.clues)
    assert abs(unknowns.mean - mean) < 5 * sd / sqrt(1000) + 0.06
    assert abs(unknowns.sd - sd) < 0.1 * sd + 0.05


@pytest.mark.long
@pytest.mark.parametrize("name", SYMMETRIES)
@pytest.mark.parametrize(("nr", "vari", "mean"), long_after(1, [(5.0, 0.5, 45), (5.0, 2.0, 45), (6.0, 1.0, 54)]))
def test_per_box_symmetric(name: str, nr: float, vari: float, mean: float) -> None:
    """With any symmetry whole orbits go, and the mean number of unknowns is the one asked for."""
    groups = orbits(CLASSIC, name)
    unknowns = Moments()
    for index in range(600):
        gone = digging.chosen(CLASSIC, nr, vari, groups, Stream(derive(5, index)))
        assert set(gone) <= set(groups)
        assert len(set(gone)) == len(gone)
        unknowns.add(sum(map(len, gone)))
    assert abs(unknowns.mean - mean) < 5 * unknowns.sd / sqrt(600) + 1e-9


def test_per_box_quotas_are_of_orbits_of_boxes() -> None:
    """Boxes mapped onto each other lose the same number, none but a middle box more than 7, and that one at most 8."""
    for index in range(100):
        for name in ("rot180", "rot90", "diagonal"):
            gone = digging.chosen(CLASSIC, 6, 2, orbits(CLASSIC, name), Stream(index))
            lost = Counter(CLASSIC.box_of(cell) for group in gone for cell in group)
            assert lost[0] == lost[8] or name == "diagonal"
            assert lost[1] == lost[3] or name == "rot180"
            assert max(lost[box] for box in range(9) if box != 4) <= 7
            assert lost[4] <= 8


def test_per_box_where_no_box_has_an_image() -> None:
    """Turned 2x3 boxes share cells with several others: orbits go whole, and no box loses more than its quota."""
    board = boxes(2, 3)
    for index in range(50):
        gone = digging.chosen(board, 3, 0, orbits(board, "rot90"), Stream(index))
        lost = Counter(board.box_of(cell) for group in gone for cell in group)
        assert 1 <= max(lost.values()) <= 3


def test_bisection_is_the_linear_scan() -> None:
    """`until-ambiguous` by bisection stops where removing clue by clue does, in at most 7 questions."""
    tester = clue_oracle("dlx", CLASSIC)
    for index in range(10):
        stream = Stream(derive(4, index))
        solution = Solution(fill("uniform", CLASSIC, stream), CLASSIC)
        order = [(cell,) for cell in stream.shuffled(range(81))]
        dug = dig(tester, solution, order, thorough=False)
        tester.take(solution)
        left = set(range(81))
        for (cell,) in order:
            if not isinstance(tester.check(sorted(left - {cell})), Inconsistent):
                break
            left.discard(cell)
        assert dug.clues == left
        assert dug.calls <= 7


def dug_and_weighed(tester: Any, solution: Solution, order: list[int]) -> tuple[list[int], float]:
    """The cells that go when digging in this order, and the logarithm of the weight, asking for each clue each time."""
    clues = dig(tester, solution, [(cell,) for cell in order]).clues
    removed = [cell for cell in order if cell not in clues]
    left = set(order)
    total = -lgamma(len(removed) + 1)
    for cell in removed:
        total += log(sum(isinstance(tester.check(sorted(left - {other})), Inconsistent) for other in left))
        left.discard(cell)
    return removed, total


@pytest.mark.long
def test_top_down_weights_undo_the_bias() -> None:
    """On 4x4, where all minimal puzzles are known: mean (4*25728 + 5*58368 + 6*1536) / 85632 = 4.7175 clues."""
    board = boxes(2, 2)
    tester = clue_oracle("dlx", board)
    weighted, plain = Weighted(), Moments()
    for index in range(400):
        stream = Stream(derive(12, index))
        solution = Solution(fill("uniform", board, stream), board)
        removed, total = dug_and_weighed(tester, solution, stream.shuffled(range(16)))
        weighted.add(16 - len(removed), total)
        plain.add(16 - len(removed))
    assert abs(weighted.mean - 4.7175) < 5 * weighted.error < 0.2
    assert abs(plain.mean - 4.7175) > 0.3


def test_the_9x9_weights_by_definition() -> None:
    """The kernel's number of removable clues at each step is that of asking for each clue at each step."""
    tester = clue_oracle("bitmask", CLASSIC)
    stream = Stream(derive(1, 0))
    solution = Solution(fill("uniform", CLASSIC, stream), CLASSIC)
    removed, total = dug_and_weighed(tester, solution, stream.shuffled(range(81)))
    assert abs(total - top_down_log_weight(solution.cells, removed)) < 1e-9


def test_controlled_weights() -> None:
    """One clue more at n clues multiplies the weight by (81 - n) / (n + 1)."""
    for clues in (22, 25, 29):
        ratio = controlled_log_weight(clues + 1) - controlled_log_weight(clues)
        assert abs(ratio - log((81 - clues) / (clues + 1))) < 1e-9


@pytest.mark.parametrize(
    ("options", "count", "mean", "sd"),
    [
        ({"dig": "minimal"}, 4000, 24.40, 1.11),
        ({"dig": "until-ambiguous"}, 4000, 44.85, 8.2),
        ({"dig": "until-ambiguous", "fill": "recursive"}, 1500, 44.4, 8.0),
        pytest.param({"dig": "minimal"}, 20_000, 24.40, 1.11, marks=pytest.mark.long),
        pytest.param({"dig": "until-ambiguous"}, 20_000, 44.85, 8.2, marks=pytest.mark.long),
        pytest.param({"dig": "until-ambiguous", "fill": "recursive"}, 6000, 44.4, 8.0, marks=pytest.mark.long),
        pytest.param({"method": "bottom-up"}, 400, 23.87, 1.08, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_means_that_are_stated(options: dict[str, Any], count: int, mean: float, sd: float) -> None:
    """Clues of seeded samples: the stated means within 4 standard errors, the stated deviations within a tenth."""
    clues = Moments()
    for record in generate_many(count, seed=1, confirm="none", **options):
        clues.add(record.clues)
    assert abs(clues.mean - mean) < 4 * sd / sqrt(count)
    assert abs(clues.sd - sd) < 0.1 * sd


def test_stated_numbers_are_the_tested_ones() -> None:
    """The words of the digs carry the numbers of the test above, and only where they hold."""
    assert "44.85" in bias_of(recipe(dig="until-ambiguous"))
    assert "From grids of fill `recursive` the mean is 44.4" in digging.minimal.__doc__
    assert "24.4" in bias_of(recipe())
    for options in ({"symmetry": "rot180"}, {"fill": "recursive"}, {"clues": (22, 24)}, {"geometry": boxes(2, 3)}):
        assert "24.4" not in bias_of(recipe(**options))  # type: ignore[arg-type]


@pytest.mark.long
def test_cost_of_controlled_bias() -> None:
    """Some 267,000 beginnings a puzzle: the number one takes is geometric, so eight give it within a factor of two."""
    records = list(generate_many(8, seed=2, method="controlled-bias"))
    assert 0.5 < sum(record.tries for record in records) / 8 / 267_000 < 2
    assert "267,000" in bias_of(recipe(method="controlled-bias"))


def test_bias_is_of_the_recipe() -> None:
    """Each method has its own words: nothing is called uniform that did not come from uniform grids, top-down."""
    grid = generate(seed=1).solution
    for options, word in [
        ({"method": "effort", "effort": 300}, "effort: grown"),
        ({"rating": (7.0, 7.4)}, "aimed at"),
        ({"rating": (7.0, 7.4), "method": "vicinity"}, "no sample of all such puzzles"),
        ({"start_grid": grid}, "all from the one grid given"),
        ({"start_grid": grid, "fill": "swap"}, "fill swap from the grid given: not uniform"),
        ({"pattern": "x" * 81}, "pattern: digits come from"),
        ({"symmetry": "rot180"}, "rot180 orbits go as a whole"),
        ({"clues": (22, 24)}, "only puzzles of 22 to 24 clues are kept"),
        ({"method": "bottom-up"}, "bottom-up"),
        ({"dig": "per-box"}, "the same number of cells from every box"),
    ]:
        said = bias_of(recipe(**options))
        assert word in said
        top_down = options.keys() <= {"symmetry", "clues", "pattern", "dig"}
        assert ("exactly uniform" in said) == top_down


def test_weights_only_where_they_belong() -> None:
    """Aimed puzzles, digs with wishes and other samples get no weighted mean; nor does a sample of few fair draws."""
    for options in ({"rating": (1.2, 4.0)}, {"symmetry": "rot180"}, {"clues": (22, 24)}, {"method": "bottom-up"}):
        sample = Sample.of(recipe(**options), generate_many(5, seed=3, **options), seed=3)  # type: ignore[arg-type]
        assert not sample.weighted().values
    other = Sample.of(recipe(), generate_many(40, seed=3, confirm="none"), seed=4)
    assert not other.weighted().values
    sample = Sample.of(recipe(), generate_many(1000, seed=3, confirm="none"), seed=3)
    weighted = sample.weighted()
    assert len(weighted.values) == 1000
    assert weighted.effective < 60
    assert not weighted.is_enough
    assert "weighted_mean" not in sample.record()
    assert "no estimate" in report(sample, lambda *_, **__: "")


def test_weights_that_are_enough() -> None:
    """Samples of controlled bias are worth nearly half of their puzzles, and from 100 on the weighted mean is told."""
    weighted = Weighted()
    stream = Stream(7)
    clues = [25 + stream.number(3) for _ in range(600)]
    for number in clues:
        weighted.add(number, controlled_log_weight(number))
    assert weighted.effective > 100
    assert weighted.is_enough
    records = Sample(recipe(method="controlled-bias"))
    for number in clues:
        records.clues.add(number)
        records.histogram[number] += 1
    assert abs(records.record()["weighted_mean"] - weighted.mean) < 1e-9
    assert not Weighted(weighted.logs[:90], weighted.values[:90]).is_enough


def test_how_often_the_weighted_mean_plus_or_minus_two_errors_holds() -> None:
    """COVERAGE, by samples drawn from the published distribution of clues of all minimal puzzles (Berthier 2009, in
    percent), each number of clues n as often as controlled bias makes it: in proportion to its share over C(81, n).
    """
    percent = dict(enumerate([0.0034, 0.149, 2.28, 13.42, 31.94, 32.74, 15.48, 3.56, 0.41, 0.022], start=22))
    mean = sum(n * share for n, share in percent.items()) / sum(percent.values())
    logs = {n: controlled_log_weight(n) for n in percent}
    records = [share / comb(81, n) for n, share in percent.items()]
    chance = Random(1)
    for count, stated in [(200, COVERAGE[200]), (1_000, COVERAGE[1_000])]:
        tries, held = 1_500_000 // (5 * count), 0
        for _ in range(tries):
            values = chance.choices(list(percent), records, k=count)
            sample = Weighted([logs[n] for n in values], values)
            held += abs(sample.mean - mean) <= 1.96 * sample.error
        assert abs(held / tries - stated) < 0.02
    assert [coverage(n) for n in (50, 200, 399, 400, 10_000)] == [0.92, 0.92, 0.92, 0.93, 0.95]
