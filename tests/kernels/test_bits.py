"""Counting and finding bits."""

from __future__ import annotations

import random

import pytest

from cpsudoku.kernels import bits

pytestmark = pytest.mark.interpreted


def test_bits_are_counted_and_the_lowest_found():
    """`ones` counts, `lowest`, `lowest64` and `highest64` number a bit, for words of every length up to 64 bits."""
    rng = random.Random(1)
    for length in range(1, 65):
        mask = rng.getrandbits(length) | 1 << (length - 1)
        digits = f"{mask:b}"
        assert bits.ones(mask) == digits.count("1")
        assert bits.highest64(mask) == length - 1
        assert bits.lowest64(mask) == len(digits) - len(digits.rstrip("0"))
        if length <= 32:
            assert bits.lowest(mask) == bits.lowest64(mask)
    assert bits.ones(0) == 0
    for low, high in [(0, 0), (2**64 - 1, 2**64 - 1), *((rng.getrandbits(64), rng.getrandbits(64)) for _ in range(99))]:
        assert bits.ones_of_two(low, high) == bits.ones(low) + bits.ones(high)


def test_no_kernel_counts_bits_by_itself():
    """The constants of counting by halves stand in one file of the package."""
    from pathlib import Path

    folder = Path(bits.__file__).parents[1]
    found = {
        path.name
        for path in [*folder.rglob("*.py"), *folder.rglob("*.pxd"), *folder.rglob("*.h")]
        if "0x33333333" in path.read_text(encoding="utf-8") or "builtin_ctzll" in path.read_text(encoding="utf-8")
    }
    assert found == {"bits.pxd"}
