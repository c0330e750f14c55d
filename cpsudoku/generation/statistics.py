"""Statistics of a sample of generated puzzles, compared with the known figures of all minimal puzzles.

Each sampler favours some puzzles. Top-down digging leaves a puzzle P of a grid with a chance that grows as P has fewer
clues. Two ways to the true mean:

* controlled bias (Berthier 2009): clues go at random, and the first ambiguity ends the attempt, which counts only
  where the puzzle then is minimal. A given minimal puzzle with n clues comes out of its grid with chance 1/C(81, n),
  so weights C(81, n) undo the bias exactly.
* top-down with weights: let r(k) clues be removable before the k-th removal, m = 81 - n in all. The chance of this very
  order of removals is the product of 1/r(k); that of a fair choice of puzzle and then of one of its m! orders is
  proportional to 1/m!. So the weight is the product of r(k), divided by m!: unbiased, though some puzzles weigh much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log, sqrt
from typing import TYPE_CHECKING, Any

from cpsudoku.generation.recipe import Generated

if TYPE_CHECKING:
    from cpsudoku.generation.recipe import Recipe

REAL_MEAN, TOP_DOWN, BOTTOM_UP = 26.577, (24.38, 1.12), (23.87, 1.08)
"""Clues of minimal 9x9 puzzles: mean of all of them; mean and sd of two samplers. Source: Berthier 2009."""


ENOUGH = 100
"""Fair draws a weighted sample must be worth before it is made an estimate."""
SHARE = 0.1
"""The same as a share of its puzzles. Below it few puzzles carry the weight, those that would carry most have not come
up yet, and the mean is low by more than its error says: 1,000 top-down puzzles are worth some 30 fair draws, and their
mean is off by up to 8.5 standard errors, 8,000 by 4. A bootstrap does not see what is not in the sample either."""
COVERAGE = {200: 0.92, 400: 0.93, 1_000: 0.94, 4_000: 0.95}
"""Puzzles by controlled bias -> how often mean +- 1.96 standard errors holds the mean of all minimal puzzles.

Simulated with the published distribution of clues (Berthier 2009). Less than 95 % in small samples, for the same reason
as above; the jackknife, empirical likelihood and Hall's correction for skewness reach 91 to 94 % at 200 puzzles."""


def coverage(puzzles: int) -> float:
    """COVERAGE of the greatest listed number of puzzles that a sample of *puzzles* has; of the least for fewer."""
    return COVERAGE[max((count for count in COVERAGE if count <= puzzles), default=min(COVERAGE))]


@dataclass
class Moments:
    """Minimum, maximum, mean and standard deviation (n - 1) of numbers, added one by one."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = float("inf")
    greatest: float = float("-inf")

    def add(self, value: float) -> None:
        """One more number."""
        self.count += 1
        self.total += value
        self.squares += value * value
        self.least = min(self.least, value)
        self.greatest = max(self.greatest, value)

    @property
    def mean(self) -> float:
        """Arithmetic mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """Sample standard deviation; 0 of fewer than two."""
        if self.count < 2:
            return 0.0
        return sqrt(max(0.0, (self.squares - self.total * self.total / self.count) / (self.count - 1)))

    def to_dict(self) -> dict[str, float]:
        """Minimum, maximum, mean, sd."""
        return {"min": self.least, "max": self.greatest, "mean": self.mean, "sd": self.sd}


@dataclass
class Weighted:
    """A weighted mean of clue counts: weights are given as logarithms."""

    logs: list[float] = field(default_factory=list)
    values: list[int] = field(default_factory=list)

    def add(self, value: int, log_weight: float) -> None:
        """One more puzzle."""
        self.values.append(value)
        self.logs.append(log_weight)

    def _weights(self) -> list[float]:
        top = max(self.logs)
        return [exp(x - top) for x in self.logs]

    @property
    def mean(self) -> float:
        """Sum of weight * value over sum of weights; 0 of nothing."""
        if not self.values:
            return 0.0
        weights = self._weights()
        return sum(w * v for w, v in zip(weights, self.values)) / sum(weights)

    @property
    def effective(self) -> float:
        """Kish's effective sample size: how many fair draws the weights are worth."""
        if not self.values:
            return 0.0
        weights = self._weights()
        return sum(weights) ** 2 / sum(w * w for w in weights)

    @property
    def is_enough(self) -> bool:
        """True where mean and error mean something: ENOUGH fair draws, and at least SHARE of the puzzles."""
        return self.effective >= max(ENOUGH, SHARE * len(self.values))

    @property
    def error(self) -> float:
        """Standard error of the mean (delta method)."""
        if not self.values:
            return 0.0
        weights, mean = self._weights(), self.mean
        return sqrt(sum((w * (v - mean)) ** 2 for w, v in zip(weights, self.values))) / sum(weights)


def controlled_log_weight(clues: int, cells: int = 81) -> float:
    """log C(cells, clues): undoes the bias of the controlled-bias method."""
    return lgamma(cells + 1) - lgamma(clues + 1) - lgamma(cells - clues + 1)


def top_down_log_weight(grid: bytes, removed: Sequence[int]) -> float:
    """The weight of a top-down puzzle that came about by removing the cells *removed* in this order (9x9)."""
    from cpsudoku.kernels.classic.digging import still_removable

    return sum(map(log, still_removable(grid, list(removed)))) - lgamma(len(removed) + 1)


def weighted_top_down(seed: int, count: int) -> Weighted:
    """*count* top-down puzzles of the classic board, each with its weight; some 2 ms each."""
    from cpsudoku.kernels.classic.digging import batch
    from cpsudoku.kernels.classic.uniform import uniform
    from cpsudoku.kernels.randomness import Stream, derive

    found = Weighted()
    singles = [(cell,) for cell in range(81)]
    for index in range(count):
        start = derive(seed, index)
        ((puzzle, grid, _, _),) = batch([start], None, singles, 0, 81, 0, True, 0, 1)
        stream = Stream(start)
        uniform(stream)
        removed = [cell for (cell,) in stream.shuffled(singles) if not puzzle[cell]]
        found.add(81 - len(removed), top_down_log_weight(grid, removed))
    return found


@dataclass
class Sample:
    """Clue counts and, where requested, ratings (ER) of generated puzzles."""

    recipe: Recipe
    seed: int = 0
    clues: Moments = field(default_factory=Moments)
    histogram: Counter[int] = field(default_factory=Counter)
    ratings: Counter[float] = field(default_factory=Counter)
    constraints: Moments = field(default_factory=Moments)
    minimal: int = 0
    missed: int = 0
    tries: int = 0

    @classmethod
    def of(cls, recipe: Recipe, records: Iterable[Generated], seed: int = 0) -> Sample:
        """The sample of a stream of records of this *seed*."""
        sample = cls(recipe, seed)
        for record in records:
            sample.add(record)
        return sample

    def add(self, record: Generated) -> None:
        """One more record."""
        self.tries += record.tries
        if record.missed or record.puzzle is None:
            self.missed += 1
            return
        if record.rating is not None:
            self.ratings[record.rating[0]] += 1
        if self.recipe.making is not None:
            self.constraints.add(len(record.puzzle.constraints))
        self.clues.add(record.clues)
        self.histogram[record.clues] += 1
        self.minimal += record.minimal

    @property
    def bias(self) -> str:
        """The sampler's bias in words."""
        from cpsudoku.generation.bias import bias_of

        return bias_of(self.recipe)

    def weighted(self) -> Weighted:
        """The clue counts with the weights that undo the bias, where they are known; empty elsewhere.

        Known for controlled bias, and for top-down digging of single cells from uniform 9x9 grids. The latter are made
        again, for the order in which their clues went; where they are not the puzzles of this sample, nothing is known.
        """
        from cpsudoku.generation.bias import plain

        recipe = self.recipe
        if recipe.making is not None:
            return Weighted()
        if recipe.method == "top-down" and recipe.dig == "minimal" and recipe.minimal is not False and plain(recipe):
            again = weighted_top_down(self.seed, self.clues.count)
            return again if Counter(again.values) == self.histogram else Weighted()
        found = Weighted()
        if recipe.method == "controlled-bias" and recipe.clues is None and recipe.aim is None:
            for clues, count in self.histogram.items():
                for _ in range(count):
                    found.add(clues, controlled_log_weight(clues))
        return found

    def unknowns(self) -> dict[str, float]:
        """Minimum, maximum, mean, sd of the cells without a clue."""
        cells = self.recipe.geometry.size
        c = self.clues
        return {"min": cells - c.greatest, "max": cells - c.least, "mean": cells - c.mean, "sd": c.sd}

    def record(self) -> dict[str, Any]:
        """The sample as one JSON object."""
        found: dict[str, Any] = {
            "method": self.recipe.name,
            "bias": self.bias,
            "puzzles": self.clues.count,
            "missed_count": self.missed,
            "minimal_count": self.minimal,
            "tries": self.tries,
            "givens": self.clues.to_dict() if self.clues.count else None,
            "unknowns": self.unknowns() if self.clues.count else None,
            "histogram": {str(k): self.histogram[k] for k in sorted(self.histogram)},
        }
        if self.constraints.count:
            found["held"] = self.constraints.to_dict()
        weighted = self.weighted()
        if self.ratings:
            found["ratings"] = {f"{er:.1f}": self.ratings[er] for er in sorted(self.ratings)}
        if weighted.values:
            found["effective_sample"] = weighted.effective
        if weighted.is_enough:
            found["weighted_mean"] = weighted.mean
            found["weighted_error"] = weighted.error
        return found
