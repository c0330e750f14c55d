# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The random numbers of the kernels: SplitMix64, the same numbers compiled and interpreted, on every machine.

`derive` makes one stream of numbers for each (seed, index), so what is drawn for puzzle number 1000 does not
depend on how many workers drew the others.
`Stream` hands them to Python code.
Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014; bounded numbers without bias:
Lemire, Fast random integer generation in an interval, 2019.
"""

import cython

ONES = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
LOW32 = cython.declare(cython.ulonglong, 0xFFFFFFFF)
MIX1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


def mix(z: cython.ulonglong) -> cython.ulonglong:
    z = ((z ^ (z >> 30)) * MIX1) & ONES
    z = ((z ^ (z >> 27)) * MIX2) & ONES
    return z ^ (z >> 31)


def next64(state: cython.pointer(cython.ulonglong)) -> cython.ulonglong:
    """The next 64 random bits; *state* is one number."""
    state[0] = (state[0] + GOLDEN) & ONES
    return mix(state[0])


@cython.locals(wide=cython.ulonglong, low=cython.ulonglong)
def below(state: cython.pointer(cython.ulonglong), n: cython.uint) -> cython.uint:
    """A number 0 .. n-1, each exactly as likely as the others."""
    wide = (next64(state) >> 32) * n
    low = wide & LOW32
    if low < n:
        # the few values of `low` that would favour small results are drawn again
        while low < (LOW32 - n + 1) % n:
            wide = (next64(state) >> 32) * n
            low = wide & LOW32
    return cython.cast(cython.uint, wide >> 32)


@cython.locals(k=cython.int, other=cython.int, item=cython.ushort)
def shuffle(state, items, count) -> cython.void:
    """Every order of the first *count* items equally likely."""
    for k in range(count - 1, 0, -1):
        other = cython.cast(cython.int, below(state, k + 1))
        item = items[k]
        items[k] = items[other]
        items[other] = item


def derive(seed: cython.ulonglong, index: cython.ulonglong) -> cython.ulonglong:
    """The start of the stream for item *index* of the run with this *seed* (both 64 bits)."""
    return mix((mix((seed + GOLDEN) & ONES) + ((index + 1) * GOLDEN & ONES)) & ONES)


@cython.cclass
class Stream:
    """A random stream for Python code; kernels draw from the same one through `state`."""

    def __init__(self, start: cython.ulonglong):
        if not cython.compiled:
            self.state = [0]
        self.state[0] = start

    def number(self, n: cython.uint) -> int:
        """A number 0 .. n-1, each exactly as likely as the others."""
        return below(self.state, n)

    def shuffled(self, items: object) -> list:
        """A list of *items* (at most 65,535) in a random order."""
        cython.declare(k=cython.int)
        found: list = list(items)
        for k in range(len(found) - 1, 0, -1):
            other = below(self.state, k + 1)
            found[k], found[other] = found[other], found[k]
        return found

    def fraction(self) -> float:
        """A number 0 <= x < 1, a multiple of 2**-53."""
        return (next64(self.state) >> 11) * 1.1102230246251565e-16

    def word(self) -> int:
        """64 random bits, such as the start of another stream."""
        return next64(self.state)
