# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""Forcing nets of several threads: helpers propagate what the search is about to ask for, each slot by one of them.

The search itself stays with one thread and keeps its order, so what it finds does not depend on who propagated what.
Helpers work ahead in that order; in another the search would have to do the comparing at the end alone.

The turn of level 0 may be called early, by `begin_early`: then helpers take the nets to the grid and work on them while
the caller still looks for simpler steps. If it finds one, what was propagated is kept as after any other search.
"""

from functools import partial

import cython
from cython.cimports.cpsudoku.kernels.work_sharing import marked, seen, swapped, wait
from cython.cimports.cpsudoku.techniques.chains.forcing import ForcingNets, wanted
from cython.cimports.cpsudoku.techniques.chains.links import *
from cython.cimports.cpsudoku.techniques.chains.nested import connect
from cython.cimports.cpsudoku.techniques.chains.work_pool import WorkPool
from cython.cimports.cpsudoku.techniques.core.grid import LOWEST


class ParallelNets(ForcingNets):
    """Dynamic nets with helpers: each works on the slots of the one that leads, and writes a book of rules of its own.

    pool, helpers   the threads, and the nets they work with
    cursor          how far this one has come in the pool's plan
    value_ahead, cand_ahead   the grid of a turn called early
    aim             holds what `wanted` says, for helpers to read
    """

    def __init__(self, dynamic: bool, nishio: bool, depth: int) -> None:
        ForcingNets.__init__(self, dynamic, nishio, depth)
        self.helpers = []

    # Set-up and end.

    def add_helpers(self, helpers: int) -> None:
        """Let so many more threads propagate what dynamic searches will need; `leave` ends them."""
        self.pool = WorkPool(helpers)
        self.seats = helpers + 1
        nets: list = [self]
        for k in range(helpers):
            helper: ParallelNets = ParallelNets(self.dynamic, self.nishio, self.depth)
            helper.seat = k + 1
            helper.rules.mutex = self.pool.mutex
            self.seated(k + 1, helper.rules)
            self.helpers.append(helper)
            nets.append(helper)
        self.share_results(nets)

    def share_results(self, nets: list) -> None:
        """Let all nets use the chains that one of them has found inside a grid."""
        member: ParallelNets
        kinds: tuple = ([], [], [], [])
        for member in nets:
            kinds[0].append(member.statics.hints)
            kinds[1].append(member.multiple.hints)
            kinds[2].append(member.nets.hints)
            kinds[3].append(member.nets.statics.hints)
        for kind in kinds:
            connect(kind, self.pool)

    def prepare(self, shortage: cython.p_int) -> object:
        """Take the memory, once, also for helpers, who work on the slots of this one. Raises MemoryError."""
        helper: ParallelNets
        ForcingNets.prepare(self, shortage)
        for helper in self.helpers:
            helper.prepare_inside(shortage)
        return None

    def start_threads(self) -> object:
        """Start the threads."""
        return self.pool.start([partial(helper.serve, self) for helper in self.helpers])

    def leave(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.finish_turn()
            self.pool.stop()

    # Of the leader alone.

    def begin_early(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Call the turn of level 0 on this grid, for helpers alone, until `turn_to` or `finish_turn`."""
        if self.pool is None or not self.pool.awake or self.pool.working == 0:
            return
        self.value_ahead = value
        self.cand_ahead = cand
        self.turn_open = True
        self.pool.call(False)

    def turn_to(self, value: cython.p_uchar, cand: cython.p_ushort) -> cython.void:
        """Go to this grid; a turn that began early is there already."""
        if self.turn_open:
            self.prepare_turn(self)
        else:
            self.advance(value, cand)

    def open(self, level: cython.int) -> cython.void:
        """Reset the result, unless a turn that began early has done so."""
        if self.turn_open:
            if level == 0:
                return
            self.finish_turn()
        ForcingNets.open(self, level)

    def seek(self) -> cython.bint:
        """`search`, with helpers where there are any; starting their threads may raise."""
        if self.pool is None:
            self.search()
            return True
        if not self.turn_open:
            if not self.pool.awake:
                with cython.gil:
                    self.start_threads()
            self.make_plan()
            self.turn_open = True
            self.pool.call(True)
        self.cursor = 0
        self.search()
        self.finish_turn()
        return True

    def finish_turn(self) -> cython.void:
        """End a turn, if one is under way."""
        if self.turn_open:
            self.turn_open = False
            self.pool.end_turn()

    def publish_bound(self) -> cython.void:
        """Publish the new bound on what is still wanted."""
        swapped(self.aim, 0, wanted(self))

    def await_slot(self, slot: cython.int) -> cython.void:
        """Propagate an assumption; while another thread does, work on the next ones."""
        rounds: cython.int = 0
        if marked(self.pool.marks, slot, self.pool.turn):
            return
        if self.pool.take(slot):
            self.work(slot, wanted(self))
            self.pool.settle(slot)
            return
        while not self.pool.is_settled(slot):
            if not self.work_on_next(self, wanted(self)):
                wait(rounds)
                rounds += 1

    # Of leader and helpers.

    def serve(self, lead: "ParallelNets") -> None:
        """The loop of a helper: take part in every search of the leader."""
        with cython.nogil:
            while lead.pool.called(self.seat - 1):
                if self.prepare_turn(lead):
                    self.share(lead)
                    self.level = lead.level
                    self.cursor = 0
                    while self.work_on_next(lead, seen(lead.aim, 0)):
                        pass
                lead.pool.rest(self.seat - 1)

    def prepare_turn(self, lead: "ParallelNets") -> cython.bint:
        """Bring the leader's nets to the grid, or wait until another thread has; False if the turn is over."""
        rounds: cython.int = 0
        if lead.pool.take(NODES):
            lead.advance(lead.value_ahead, lead.cand_ahead)
            ForcingNets.open(lead, 0)
            lead.make_plan()
            lead.pool.settle(NODES)
        while not lead.pool.is_settled(NODES):
            if lead.pool.is_over():
                return False
            wait(rounds)
            rounds += 1
        return True

    def make_plan(self) -> cython.void:
        """The assumptions of a dynamic search, in its order."""
        n: cython.int = 0
        for cell in range(81):
            digits: cython.uint = self.sc[cell]
            if digits & (digits - 1) == 0:
                continue
            while digits:
                x: cython.int = 81 * LOWEST[digits] + cell
                digits &= digits - 1
                self.pool.plan[n] = x
                self.pool.plan[n + 1] = OFF + x
                n += 2
        self.pool.planned = n
        self.publish_bound()

    def work_on_next(self, lead: "ParallelNets", limit: cython.int) -> cython.bint:
        """Propagate the next free assumption; False where there is none, or the turn is over."""
        while self.cursor < lead.pool.planned and not lead.pool.is_over():
            slot: cython.int = lead.pool.plan[self.cursor]
            self.cursor += 1
            if lead.pool.take(slot):
                self.work(slot, limit)
                lead.pool.settle(slot)
                return True
        return False
