"""Classes of first bands, and the chi-square."""

from __future__ import annotations

import numpy as np
import pytest

from cpsudoku.datasets import bands
from cpsudoku.kernels.classic.uniform import uniform
from cpsudoku.kernels.randomness import Stream, derive


def test_all_grids_are_counted() -> None:
    """The classes' exact numbers of grids add up to all 6,670,903,752,021,072,936,960."""
    assert sum(bands.classes().grids) == bands.GRIDS


def test_uniform_grids_pass_and_others_do_not() -> None:
    """Uniform grids have the exact frequencies; grids of one class, or moved copies of few, do not."""
    grids = np.array([list(uniform(Stream(derive(3, k)))) for k in range(3000)], dtype=np.uint8)
    found = bands.bias_of(np.bincount(bands.pairs_of(grids[:, :27]), minlength=280 * 280))
    assert found is not None
    assert found.p > 0.001
    assert sum(found.observed) == 3000
    assert sum(found.expected) == pytest.approx(3000)
    few = np.repeat(grids[:30], 100, axis=0)
    skewed = bands.bias_of(np.bincount(bands.pairs_of(few[:, :27]), minlength=280 * 280))
    assert skewed is not None
    assert skewed.p < 1e-9
    assert bands.bias_of(np.zeros(280 * 280, dtype=np.int64)) is None


def test_a_class_is_the_same_moved_and_renamed() -> None:
    """Renaming digits, moving rows and the columns of a box, and exchanging boxes two and three keep the class."""
    rng = np.random.default_rng(1)
    of_pair = bands.classes().of_pair
    for k in range(40):
        band = np.array(list(uniform(Stream(derive(4, k))))[:27], dtype=np.uint8).reshape(3, 9)
        names = np.concatenate([[0], rng.permutation(9) + 1]).astype(np.uint8)
        columns = [rng.permutation(3) + 3 * box for box in ((0, 2, 1) if k % 2 else (0, 1, 2))]
        moved = names[band[rng.permutation(3)][:, np.concatenate(columns)]]
        a, b = bands.pairs_of(np.stack([band.ravel(), moved.ravel()]))
        assert of_pair[a] == of_pair[b]


@pytest.mark.parametrize(
    ("chi", "freedom", "p"), [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (0.0, 5, 1.0), (135.8067, 100, 0.01)]
)
def test_upper_tail(chi: float, freedom: int, p: float) -> None:
    """The tail of the chi-square distribution is that of the tables."""
    assert bands.upper_tail(chi, freedom) == pytest.approx(p, rel=1e-4)
