# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Primitives in the form that the kernel reads: sets of digits, pairs, machines. Cached by what they depend on."""

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import combinations

BIT = tuple(map((1).__lshift__, range(65)))
"""Powers of two: Cython would shift in a C int of 32 bits."""
SHAPES = 4096
"""Machines and lists of sets that are cached, at most."""


@lru_cache(maxsize=1024)
def pair_rows(allowed: frozenset, side: int, lo: int) -> object:
    """What b may be beside each digit of a, then what a may be beside each digit of b."""
    rows = [0] * (2 * side)
    for x, y in allowed:
        rows[x - lo] |= 1 << (y - lo)
        rows[side + y - lo] |= 1 << (x - lo)
    return array("Q", rows)


@lru_cache(maxsize=4096)
def sum_sets(side: int, size: int, totals: tuple) -> object:
    """The sets of *size* bits below *side* whose numbers sum to one of *totals*, as masks."""
    every = combinations(range(side), size)
    return array("Q", [sum([BIT[d] for d in found]) for found in every if sum(found) in totals])


@lru_cache(maxsize=256)
def sets_by_sum(side: int, size: int, most: int) -> tuple:
    """Sets of *size* bits below *side* as masks, by the sum of their numbers; where those of each to *most* begin."""
    every = sorted(combinations(range(side), size), key=sum)
    sums = [sum(found) for found in every]
    masks = array("Q", [sum([BIT[d] for d in found]) for found in every])
    return masks, [bisect_left(sums, k) for k in range(most + 1)]


_CONVERTED: dict = {}
"""id of an object -> the object (kept, so that no other gets the id) and its converted form."""


def _converted(thing: object, lo: int, make: object) -> object:
    key = (id(thing), lo)
    found = _CONVERTED.get(key)
    if found is None:
        if len(_CONVERTED) >= SHAPES:
            _CONVERTED.clear()
        found = _CONVERTED[key] = (thing, make(thing, lo))
    return found[1]


def digit_sets(sets: object, lo: int) -> tuple:
    """The sets as masks, and the sum of each where it is the same for all; cached for the same object."""
    return _converted(sets, lo, _digit_sets)


def _digit_sets(sets: object, lo: int) -> tuple:
    masks = array("Q", [sum([1 << (digit - lo) for digit in found]) for found in sets])
    totals = {sum(found) for found in sets}
    return masks, totals.pop() if len(totals) == 1 else None


def machine_shape(layers: tuple, lo: int) -> tuple:
    """A machine as the kernel reads it: number of states, the end, first edge of each layer, edges, masks."""
    return _converted(layers, lo, _machine_shape)


def _machine_shape(layers: tuple, lo: int) -> tuple:
    first = 0
    states = 1
    starts = [0]
    edges = []
    masks = []
    for number, rows in enumerate(layers):
        last = number == len(layers) - 1
        ways: dict = {}
        for state, digit, to in rows:
            key = (first + state, states if last else states + to)
            ways[key] = ways.get(key, 0) | 1 << (digit - lo)
        first = states
        states = states + 1 if last else 1 + max([to for _, to in ways], default=states)
        for (state, to), mask in ways.items():
            edges += (state, to)
            masks.append(mask)
        starts.append(len(masks))
    return states, states - 1, tuple(starts), array("i", edges), array("Q", masks)
