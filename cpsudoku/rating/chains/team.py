# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Forcing nets of several threads: helpers propagate what the search is about to ask for, each slot by one of them.

The search itself stays with one thread and keeps its order, so what it finds does not depend on who propagated what.
Helpers go ahead in that order: were it another, the search would be left alone with comparing at the end.

The turn of level 0 may be called early, by `foresee`: then helpers take the nets to the grid and work on them while
the caller still looks for simpler steps. If it finds one, what was propagated is kept as after any other search.
"""

from functools import partial

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.work_sharing import marked, seen, swapped, wait
    from cpsudoku.rating.chains.crew import Crew
    from cpsudoku.rating.chains.forcing import ForcingNets, wanted
    from cpsudoku.rating.chains.links import NODES, OFF
    from cpsudoku.rating.chains.nested import pool
    from cpsudoku.rating.grid import LOWEST


class TeamNets(ForcingNets):
    """Dynamic nets with helpers: each works on the slots of the one that leads, and writes a book of rules of its own.

    crew, hands     the threads, and the nets they work with
    cursor          how far this one has come in the crew's plan
    value_ahead, cand_ahead   the grid of a turn called early
    aim             holds what `wanted` says, for helpers to read
    """

    def __init__(self, dynamic: bool, nishio: bool, depth: int) -> None:
        ForcingNets.__init__(self, dynamic, nishio, depth)
        self.crew = None
        self.hands = []
        self.cursor = 0
        if not cython.compiled:
            self.aim = [0]
            self.value_ahead = self.cand_ahead = None

    # Before and after.

    @cython.locals(k=cython.int)
    def enlist(self, hands: int) -> None:
        """From now on so many threads more propagate what dynamic searches are to ask for; `leave` ends them."""
        self.crew = Crew(hands)
        self.seats = hands + 1
        team: list = [self]
        for k in range(hands):
            hand: TeamNets = TeamNets(self.dynamic, self.nishio, self.depth)
            hand.seat = k + 1
            hand.rules.mutex = self.crew.mutex
            self.seated(k + 1, hand.rules)
            self.hands.append(hand)
            team.append(hand)
        self.confer(team)

    def confer(self, team: list) -> None:
        """What one finds inside a grid the others need not search for."""
        member: TeamNets
        kinds: tuple = ([], [], [], [])
        for member in team:
            kinds[0].append(member.statics.hints)
            kinds[1].append(member.multiple.hints)
            kinds[2].append(member.nets.hints)
            kinds[3].append(member.nets.statics.hints)
        for kind in kinds:
            pool(kind, self.crew)

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once, also for helpers, who work on the slots of this one. Raises MemoryError."""
        hand: TeamNets
        ForcingNets.prepare(self, shortage)
        for hand in self.hands:
            hand.prepare_inside(shortage)
        return None

    def muster(self) -> object:
        """Start the threads."""
        return self.crew.start([partial(hand.serve, self) for hand in self.hands])

    def leave(self) -> None:
        """The threads end."""
        if self.crew is not None:
            self.dismiss()
            self.crew.go()

    # The leader's.

    def foresee(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Call the turn of level 0 on this grid, for helpers alone, until `turn_to` or `dismiss`."""
        if self.crew is None or not self.crew.awake or self.crew.working == 0:
            return
        self.value_ahead = value
        self.cand_ahead = cand
        self.company = True
        self.crew.call(False)

    def turn_to(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """`find` is to look at this grid: join those who do already."""
        if self.company:
            self.readied(self)
        else:
            self.advance(value, cand)

    def open(self, level: cython.int) -> cython.void:
        """Nothing is found yet, which those called early know."""
        if self.company:
            if level == 0:
                return
            self.dismiss()
        ForcingNets.open(self, level)

    def seek(self) -> cython.bint:
        """`search`, with company where there is some; starting it may raise."""
        if self.crew is None:
            self.search()
            return True
        if not self.company:
            if not self.crew.awake:
                with cython.gil:
                    self.muster()
            self.make_plan()
            self.company = True
            self.crew.call(True)
        self.cursor = 0
        self.search()
        self.dismiss()
        return True

    def dismiss(self) -> cython.void:
        """Those at work on a turn come to rest."""
        if self.company:
            self.company = False
            self.crew.dismissed()

    def announce(self) -> cython.void:
        """Less is wanted from now on."""
        swapped(self.aim, 0, wanted(self))

    def await_slot(self, slot: cython.int) -> cython.void:
        """Work on an assumption, or on others until somebody else has done with it."""
        rounds: cython.int = 0
        if marked(self.crew.marks, slot, self.crew.turn):
            return
        if self.crew.take(slot):
            self.work(slot, wanted(self))
            self.crew.settle(slot)
            return
        while not self.crew.is_settled(slot):
            if not self.lend_hand(self, wanted(self)):
                wait(rounds)
                rounds += 1

    # Everybody's.

    def serve(self, lead: "TeamNets") -> None:
        """What a thread does: take part in every search of the one that leads."""
        with cython.nogil:
            while lead.crew.called(self.seat - 1):
                if self.readied(lead):
                    self.share(lead)
                    self.level = lead.level
                    self.cursor = 0
                    while self.lend_hand(lead, seen(lead.aim, 0)):
                        pass
                lead.crew.rest(self.seat - 1)

    def readied(self, lead: "TeamNets") -> cython.bint:
        """Make the nets of the one that leads ready, or wait until somebody has; False if no more is wanted."""
        rounds: cython.int = 0
        if lead.crew.take(NODES):
            lead.advance(lead.value_ahead, lead.cand_ahead)
            ForcingNets.open(lead, 0)
            lead.make_plan()
            lead.crew.settle(NODES)
        while not lead.crew.is_settled(NODES):
            if lead.crew.is_over():
                return False
            wait(rounds)
            rounds += 1
        return True

    @cython.locals(cell=cython.int, n=cython.int, x=cython.int, digits=cython.uint)
    def make_plan(self) -> cython.void:
        """The assumptions of a dynamic search, in its order."""
        n = 0
        for cell in range(81):
            digits = self.sc[cell]
            if digits & (digits - 1) == 0:
                continue
            while digits:
                x = 81 * LOWEST[digits] + cell
                digits &= digits - 1
                self.crew.plan[n] = x
                self.crew.plan[n + 1] = OFF + x
                n += 2
        self.crew.planned = n
        self.announce()

    @cython.locals(slot=cython.int)
    def lend_hand(self, lead: "TeamNets", limit: cython.int) -> cython.bint:
        """Work on the next assumption that nobody has; False where there is none, or no more is wanted."""
        while self.cursor < lead.crew.planned and not lead.crew.is_over():
            slot = lead.crew.plan[self.cursor]
            self.cursor += 1
            if lead.crew.take(slot):
                self.work(slot, limit)
                lead.crew.settle(slot)
                return True
        return False
