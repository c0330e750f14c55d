"""The few things compiled files take from C, as plain Python; `native.pxd` is what they see when compiled."""

from __future__ import annotations


def bytes_of(n: int) -> list[int]:
    """n zeros, one byte each when compiled."""
    return [0] * n


def shorts(n: int) -> list[int]:
    """n zeros, 16 bits each when compiled."""
    return [0] * n


def words(n: int) -> list[int]:
    """n zeros, 32 bits each when compiled."""
    return [0] * n


def longs(n: int) -> list[int]:
    """n zeros, 64 bits each when compiled."""
    return [0] * n


def large_shorts(n: int) -> list[int]:
    """n numbers of 16 bits when compiled, in memory for much; not read before they are written."""
    return [0] * n


def large_words(n: int) -> list[int]:
    """The same for 32 bits."""
    return [0] * n


def enough() -> bool:
    """Whether this thread got all the memory it asked for since it last called this (when compiled).

    An array that could not be made is NULL; one that could not grow is as it was.
    """
    return True


def release(array: list[int]) -> None:
    """Give the memory of an array back (only the compiled form has something to do)."""


def grow_shorts(array: list[int], size: int) -> list[int]:
    """The same numbers in an array of a new, larger size."""
    return array + [0] * (size - len(array))


def grow_words(array: list[int], size: int) -> list[int]:
    """The same for 32 bits."""
    return array + [0] * (size - len(array))


def grow_longs(array: list[int], size: int) -> list[int]:
    """The same for 64 bits."""
    return array + [0] * (size - len(array))


def doubles(n: int) -> list[float]:
    """n zeros as floating point numbers."""
    return [0.0] * n


def grow_doubles(array: list[float], size: int) -> list[float]:
    """The same for floating point numbers."""
    return array + [0.0] * (size - len(array))


def copy_words(to: list[int], at: int, source: list[int], n: int) -> None:
    """The first n words of *source* to place *at*."""
    to[at : at + n] = source[:n]


def copy_shorts(to: list[int], at: int, source: list[int], n: int) -> None:
    """The first n numbers of 16 bits of *source* to place *at*."""
    to[at : at + n] = source[:n]
