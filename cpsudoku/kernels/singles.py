# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Placeholder for candidate propagation; being written."""

import cython


def double(x: cython.int) -> cython.int:
    return 2 * x
