# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Smallest sets that meet every set of a family, where a handful of elements will do.

Branch and bound, deeper by one element at a time: of the sets not yet met, the one with fewest elements left is met by
each of them in turn, those tried before it being forbidden; sets with nothing in common bound what is needed
(Reiter 1987 for the tree; the bound is the usual one by packing).
"""

from array import array

import cython

from cpsudoku.kernels import zeros


@cython.cclass
class Hitting:
    """A growing family of sets over the elements 0 .. *elements* - 1, asked with *branches* over all questions.

    Not to be shared between threads.
    """

    cython.declare(elements=cython.int, count=cython.int, mark=cython.int, top=cython.int, bound=cython.int)
    cython.declare(start=cython.int[::1], member=cython.int[::1], used_from=cython.int[::1], used=cython.int[::1])
    cython.declare(met=cython.int[::1], barred=cython.int[::1], marked=cython.int[::1], chosen=cython.int[::1])
    cython.declare(tried=cython.int[::1], left=cython.longlong, family=list)

    def __init__(self, elements: int, branches: int):
        self.elements = elements
        self.family = []
        self.count = self.bound = self.mark = 0
        self.left = branches
        self.barred, self.marked, self.chosen, self.tried = [zeros("i", elements + 1) for _ in range(4)]
        self.top = 0

    def add(self, members) -> None:
        """One more set to be met; not empty."""
        self.family.append(tuple(members))

    @property
    def at_least(self) -> int:
        """No fewer elements meet every set."""
        return self.bound

    def smallest(self, most: int) -> tuple | None:
        """Elements of a smallest set, ascending, of *most* elements at most; None where it takes more, or the
        branches are used up (`at_least` is as far as they came)."""
        self._laid_out()
        while self.bound <= most:
            if self._meet(0, self.bound):
                return tuple(sorted([self.chosen[k] for k in range(self.bound)]))
            if self.left <= 0:
                return None
            self.bound += 1
        return None

    @cython.cfunc
    @cython.locals(i=cython.int, j=cython.int, e=cython.int)
    def _laid_out(self):
        """The sets one after the other, smallest first, and for each element the sets that have it."""
        ordered = sorted(set(self.family), key=len)
        self.count = len(ordered)
        starts = array("i", [0])
        members = array("i")
        for one in ordered:
            members.extend(one)
            starts.append(len(members))
        self.start, self.member = starts, members if len(members) else array("i", [0])
        self.used_from = zeros("i", self.elements + 2)
        self.used, self.met = zeros("i", len(members) + 1), zeros("i", self.count + 1)
        for i in range(self.start[self.count]):
            self.used_from[self.member[i] + 1] += 1
        for e in range(self.elements):
            self.used_from[e + 1] += self.used_from[e]
        fill: cython.int[::1] = array("i", self.used_from)
        for i in range(self.count):
            for j in range(self.start[i], self.start[i + 1]):
                e = self.member[j]
                self.used[fill[e]] = i
                fill[e] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, j=cython.int, free=cython.int, apart=cython.bint)
    def _narrowest(self, room: cython.int) -> cython.int:
        """The unmet set with fewest elements left; -1 where all are met, -2 where *room* elements cannot do."""
        found: cython.int = -1
        least: cython.int = self.elements + 1
        packed: cython.int = 0
        self.mark += 1
        for i in range(self.count):
            if self.met[i]:
                continue
            free = 0
            apart = True
            for j in range(self.start[i], self.start[i + 1]):
                if not self.barred[self.member[j]]:
                    free += 1
                    if self.marked[self.member[j]] == self.mark:
                        apart = False
            if free < least:
                least = free
                found = i
            if apart:
                packed += 1
                if packed > room:
                    return -2
                for j in range(self.start[i], self.start[i + 1]):
                    self.marked[self.member[j]] = self.mark
        return -2 if least == 0 else found

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int)
    def _worth(self, element: cython.int) -> cython.int:
        """How many unmet sets an element meets."""
        found: cython.int = 0
        for i in range(self.used_from[element], self.used_from[element + 1]):
            if not self.met[self.used[i]]:
                found += 1
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, e=cython.int, j=cython.int, worth=cython.int, best=cython.int, pick=cython.int)
    def _meet(self, depth: cython.int, most: cython.int) -> cython.bint:
        """Whether the elements chosen so far and others, *most* together, meet every set."""
        done: cython.bint = False
        self.left -= 1
        if self.left <= 0:
            return False
        i = self._narrowest(most - depth)
        if i == -1:
            return True
        if i == -2 or depth == most:
            return False
        base: cython.int = self.top
        while not done and self.left > 0:
            best, pick = -1, -1
            for j in range(self.start[i], self.start[i + 1]):
                e = self.member[j]
                if not self.barred[e]:
                    worth = self._worth(e)
                    if worth > best:
                        best, pick = worth, e
            if pick < 0:
                break
            for j in range(self.used_from[pick], self.used_from[pick + 1]):
                self.met[self.used[j]] += 1
            self.chosen[depth] = pick
            done = self._meet(depth + 1, most)
            for j in range(self.used_from[pick], self.used_from[pick + 1]):
                self.met[self.used[j]] -= 1
            self.barred[pick] = 1
            self.tried[self.top] = pick
            self.top += 1
        while self.top > base:
            self.top -= 1
            self.barred[self.tried[self.top]] = 0
        return done
