"""The few things compiled files take from C, as plain Python; `native.pxd` is what they see when compiled."""

from __future__ import annotations


def zeros(n: int) -> list[int]:
    """n zeros. Compiled, the names below say how many bits each has, and what is `large` is not zeroed."""
    return [0] * n


bytes_of = shorts = words = longs = large_shorts = large_words = zeros


def enough() -> bool:
    """Whether this thread got all the memory it asked for since it last called this (when compiled).

    An array that could not be made is NULL; one that could not grow is as it was.
    """
    return True


def release(array: list[int]) -> None:
    """Give the memory of an array back (only the compiled form has something to do)."""


def larger(array: list[int], size: int) -> list[int]:
    """The same numbers in an array of a new, larger size."""
    return array + [0] * (size - len(array))


grow_shorts = grow_longs = larger


def copied(to: list[int], at: int, source: list[int], n: int) -> None:
    """Copy the first n numbers of *source* to place *at*."""
    to[at : at + n] = source[:n]


copy_words = copy_shorts = copy_bytes = copied
