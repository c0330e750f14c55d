"""Bits of a word: how many, and where the ends are. Plain Python; `bits.pxd` is what compiled files see."""

from __future__ import annotations


def ones(mask: int) -> int:
    """Number of bits set, of up to 64."""
    return mask.bit_count()


def ones_of_two(low: int, high: int) -> int:
    """Number of bits set in two words of 64."""
    return low.bit_count() + high.bit_count()


def lowest(mask: int) -> int:
    """Number of the lowest bit set, of up to 32; the mask is not 0."""
    return (mask & -mask).bit_length() - 1


def lowest64(mask: int) -> int:
    """The same for 64 bits."""
    return (mask & -mask).bit_length() - 1


def lowest_of_two(low: int, high: int) -> int:
    """Number of the lowest bit set of two words of 64, which are not both 0."""
    return lowest64(low) if low else 64 + lowest64(high)


def highest64(mask: int) -> int:
    """Number of the highest bit set, of up to 64; the mask is not 0."""
    return mask.bit_length() - 1
