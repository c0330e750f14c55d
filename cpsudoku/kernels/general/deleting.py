# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Groups of cells taken away one after the other, as long as the clues left determine the solution. On any board.

Uniqueness is only ever lost when clues go, so what can go before the first ambiguity is found by bisection. After it
each group is asked for by itself, unless a core without it shows that it can go, or an unavoidable set or a model whose
last clue it holds shows that it cannot. None of the short cuts changes the result: it is that of asking group by group.
"""

import cython
from cython.cimports.cpsudoku.kernels.polling import look, settle

from cpsudoku.kernels import zeros
from cpsudoku.kernels.clauses.solver_methods import SATISFIABLE, UNSATISFIABLE
from cpsudoku.kernels.given import groups_of_cells

CONFLICTS = cython.declare(cython.int, 2000)
"""After so many a question is left to `ask`, which looks for signals more often (some tenths of a second)."""
RIVAL = cython.declare(cython.int, SATISFIABLE)
DETERMINED = cython.declare(cython.int, UNSATISFIABLE)


class Deleting:
    """One deletion: the cells *stay* stay, the groups of *order* go in that order where they can.

    *ask*: clues, as a list of cells -> those that already determine the solution; None where not even all do, or where
    that stays unknown. *solver*: one that is tried first, by itself, or None. *ledger*: unavoidable sets, with the
    clues there are; or None. *witnesses*: where another solution is looked for before a question; or None.

    Clues are asked about in an order: those that stay first, then the others, last to be tried first. A SAT solver
    takes assumptions one by one, so its cores then tend to do without the clues that are tried next.

    start, members   the cells of group i are members[start[i]] to before members[start[i + 1]]; then those in no group
    gone, next       whether a group is; the first that is neither gone nor kept
    clues            of a question, `clue_count`
    core, has_core   whether a cell is in the last core
    rival            the last group in which the last model differs; -1: not known
    skipped          groups were kept for the number of clues
    questions        asked; without one `by_sets` groups were known to be needed, `by_cores` to be spare, `by_rivals` to
                     be needed by an earlier model; `by_witnesses`: questions that a witness answered
    """

    def __init__(
        self,
        size: cython.int,
        stay: list,
        order: object,
        ledger: object,
        ask: object,
        solver: object,
        witnesses: object = None,
    ):
        cython.declare(k=cython.int)
        at: cython.int = 0
        self.size = size
        self.groups = len(order)
        self.start = zeros("i", self.groups + 2)
        self.members, self.kept, self.clues = [zeros("i", size + 1) for _ in range(3)]
        self.core = bytearray(size)  # first: which cells have been met
        self.kept_count = len(stay)
        groups: list = [*order, stay]
        for k in range(self.groups + 1):
            for cell in groups[k]:
                if not 0 <= cell < size or self.core[cell]:
                    groups_of_cells(groups, size, apart=True)
                self.core[cell] = 1
                self.members[at] = cell
                at += 1
            if k < self.groups and at == self.start[k]:
                groups_of_cells(groups, size, apart=True)
            self.start[k + 1] = at
        for k in range(self.kept_count):
            self.kept[k] = self.members[self.start[self.groups] + k]
        self.gone = bytearray(self.groups + 1)
        self.rival = -1
        self.ledger = ledger
        self.ask = ask
        self.solver = solver
        self.witnesses = witnesses
        self.questions = 0

    def run(self, fewest: cython.int, thorough: cython.bint, bold: cython.bint = False) -> None:
        """Take away what can go; *fewest* clues stay. Without *thorough* the first group that cannot go ends it.

        *bold*: a group against which no witness is found is taken to be spare. That the clues left at the end are
        enough, one question, then proves all of it at once; where they are not, all is done again, group by group.
        """
        if bold and self.witnesses is not None:
            self.guessing = True
            self.take_away(fewest, thorough)
            self.guessing = False
            if self.sure(self.next):
                return
            self.begin_again()
        self.take_away(fewest, thorough)

    @cython.locals(group=cython.int, k=cython.int)
    def begin_again(self) -> cython.void:
        """Nothing is gone, nothing kept but what is in no group."""
        for group in range(self.groups):
            if self.gone[group]:
                self.gone[group] = 0
                for k in range(self.start[group], self.start[group + 1]):
                    if self.ledger is not None:
                        self.ledger.put_back(self.members[k])
        self.next = 0
        self.kept_count = self.start[self.groups + 1] - self.start[self.groups]
        self.skipped = self.has_core = False
        self.by_sets = self.by_witnesses = self.by_cores = self.by_rivals = 0

    @cython.locals(size=cython.int, group=cython.int)
    def take_away(self, fewest: cython.int, thorough: cython.bint) -> cython.int:
        """`run`, group by group after the bisection."""
        most: cython.int = 0
        left: cython.int = self.kept_count + self.start[self.groups]
        while most < self.groups and left - (self.start[most + 1] - self.start[most]) >= fewest:
            left -= self.start[most + 1] - self.start[most]
            most += 1
        self.next = self.prefix(most)
        for group in range(self.next):
            self.go(group)
        if not thorough:
            return 0
        if 0 <= self.rival == self.next < self.groups:  # all else in which that model differs is gone
            self.by_rivals += 1
            self.stay(self.next)
            self.next += 1
        while self.next < self.groups:
            group = self.next
            size = self.start[group + 1] - self.start[group]
            if self.kept_count + self.start[self.groups] - self.start[group] - size < fewest:
                self.skipped = True
                self.next += 1
                self.stay(group)
            else:
                self.settle_next()
        return 0

    def settle_next(self) -> cython.int:
        """Whether the next group can go; it goes, or stays."""
        group: cython.int = self.next
        self.next += 1
        if self.known_needed(group):
            self.by_sets += 1
        elif self.known_spare(group):
            self.by_cores += 1
            self.go(group)
            return True
        elif self.enough(self.next):
            self.go(group)
            return True
        self.stay(group)
        return False

    def left(self) -> list:
        """The clues that are left."""
        self.gather(self.next)
        return [self.clues[k] for k in range(self.clue_count)]

    @cython.locals(k=cython.int)
    def gather(self, first: cython.int) -> cython.void:
        """Into `clues`: what is left where all groups before *first* that were not kept are gone.

        Clues that are known to stay come first.
        """
        self.clue_count = self.kept_count
        for k in range(self.kept_count):
            self.clues[k] = self.kept[k]
        self.gather_waiting(first, True)
        self.gather_waiting(first, False)

    @cython.locals(k=cython.int, needed=cython.bint)
    def gather_waiting(self, first: cython.int, known: cython.bint) -> cython.void:
        """Those of the groups from *first* on that an unavoidable set needs (*known*), or the others."""
        for k in range(self.start[self.groups] - 1, self.start[first] - 1, -1):
            needed = self.ledger is not None and not self.guessing and self.ledger.proves_needed(self.members[k])
            if needed == known:
                self.clues[self.clue_count] = self.members[k]
                self.clue_count += 1

    def enough(self, first: cython.int) -> cython.int:
        """Do the clues determine the solution without the groups before *first* that were not kept?"""
        self.rival = -1
        if look(self.stop):
            settle(self.stop)
        if self.witnesses is not None:
            self.gather(first)
            if self.witnesses.any(self.clues, self.clue_count):
                self.by_witnesses += 1
                return 0
        return 1 if self.guessing else self.sure(first)

    @cython.locals(found=cython.int, group=cython.int, k=cython.int)
    def sure(self, first: cython.int) -> cython.int:
        """`enough`, by a question; where it has a model as the answer, `rival` is its last group before *first*."""
        self.questions += 1
        self.gather(first)
        if self.solver is None or not cython.compiled:
            return self.slowly()
        with cython.nogil:
            found = self.solver.solve_cells(cython.address(self.clues[0]), self.clue_count, CONFLICTS)
        if found == RIVAL:
            for group in range(first):
                for k in range(self.start[group], self.start[group + 1]):
                    if self.solver.differs(self.members[k]):
                        self.rival = group
            return 0
        if found != DETERMINED:
            return self.slowly()
        for k in range(self.size):
            self.core[k] = 0
        for k in range(self.clue_count):
            self.core[self.clues[k]] = self.solver.needs(self.clues[k])
        self.has_core = True
        return 1

    @cython.locals(k=cython.int)
    def slowly(self) -> cython.int:
        """The answer of `ask`."""
        found = self.ask([self.clues[k] for k in range(self.clue_count)])
        if found is None:
            return 0
        for k in range(self.size):
            self.core[k] = 0
        for cell in found:
            self.core[cell] = 1
        self.has_core = True
        return 1

    def prefix(self, most: cython.int) -> cython.int:
        """How many of the first *most* groups can go before uniqueness does: bisection below what the sets allow.

        More can go than were asked about where the core has none of the next; a model allows no more than the groups
        before the last in which it differs.
        """
        low: cython.int = 0
        high: cython.int = self.room(most)
        middle: cython.int = self.first_guess(high)
        rival: cython.int = -1
        while low < high:
            if self.enough(middle):
                low = middle
                while low < high and self.known_spare(low):
                    low += 1
                    self.by_cores += 1
            else:
                high = middle - 1
                if self.rival >= 0:
                    high = rival = self.rival
            # the first questions stay near the top, where the answer mostly is
            middle = high - (high - low) // (4 if high - low > 3 else 2)
        self.rival = rival
        return low

    def first_guess(self, most: cython.int) -> cython.int:
        """Of *most* groups, how many to leave out in the first question: all where unavoidable sets bound them, else
        such that four cells of nine have clues (a full 9x9 grid mostly loses 30 to 44 clues before the first stays)."""
        left: cython.int = self.kept_count + self.start[self.groups]
        group: cython.int = 0
        while group < most and (self.ledger is not None or 9 * (left - self.start[group]) > 4 * self.size):
            group += 1
        return max(group, min(most, 1))

    @cython.locals(high=cython.int, k=cython.int)
    def room(self, most: cython.int) -> cython.int:
        """How many of the first *most* groups can go before some set has no clue left; nothing is removed."""
        whole: cython.bint = True
        high = 0
        if self.ledger is None:
            return most
        while high < most and whole:
            for k in range(self.start[high], self.start[high + 1]):
                if not self.ledger.remove(self.members[k]):
                    whole = False
            high += 1
        for k in range(self.start[high]):
            self.ledger.put_back(self.members[k])
        return high if whole else high - 1

    @cython.locals(k=cython.int)
    def known_needed(self, group: cython.int) -> cython.bint:
        """Whether a clue of the group is the last of a set."""
        if self.ledger is None:
            return False
        for k in range(self.start[group], self.start[group + 1]):
            if self.ledger.proves_needed(self.members[k]):
                return True
        return False

    @cython.locals(k=cython.int)
    def known_spare(self, group: cython.int) -> cython.bint:
        """Whether the last core, which is among the clues, has none of the group."""
        if not self.has_core:
            return False
        for k in range(self.start[group], self.start[group + 1]):
            if self.core[self.members[k]]:
                return False
        return True

    @cython.locals(k=cython.int)
    def go(self, group: cython.int) -> cython.void:
        """The group's clues go, out of the ledger, too."""
        self.gone[group] = 1
        if self.ledger is not None:
            for k in range(self.start[group], self.start[group + 1]):
                self.ledger.remove(self.members[k])

    @cython.locals(k=cython.int)
    def stay(self, group: cython.int) -> cython.void:
        """The group's clues are kept."""
        for k in range(self.start[group], self.start[group + 1]):
            self.kept[self.kept_count] = self.members[k]
            self.kept_count += 1
