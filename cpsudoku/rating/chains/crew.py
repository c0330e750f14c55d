# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Threads that share the assumptions of one search: who has which, and when all are at rest.

Whoever leads `call`s them to a turn; each takes assumptions nobody has taken, as the leader does, until there are none
or the leader has what it wanted, and `dismissed` returns when all rest. They wait at gates, locks that are shut
unless somebody is let through. Threads are started when first called and end with `go`: none outlives the rating.
"""

import threading

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.turns import acquire, free_lock, lock, mark, marked, release, take
    from cpsudoku.rating.chains.links import NODES

MOST = 15
"""Threads besides the leader."""


@cython.cclass
class Crew:
    """The marks and gates of some threads.

    turn                      number of the present search
    taken[slot]               the turn in which somebody took the assumption last, settled[slot] in which it was done
    plan                      the assumptions in the order of the search, `planned` of them
    over                      holds the turn of which nothing more is wanted
    mutex                     for what all of them read and write
    """

    def __init__(self, hands: int) -> None:
        k: cython.int
        if not 1 <= hands <= MOST:
            raise ValueError(f"{hands} threads besides the first; 1 to {MOST} are possible")
        self.hands = hands
        self.turn = 0
        self.planned = 0
        self.threads = []
        self.working = 0
        self.awake = False
        self.ended = False
        if not cython.compiled:
            self.taken = [0] * NODES
            self.settled = [0] * NODES
            self.plan = [0] * NODES
            self.over = [0]
            self.begin = [None] * 16
            self.end = [None] * 16
        self.mutex = lock()
        if not self.mutex:
            raise MemoryError("no memory for a lock")
        for k in range(hands):
            self.begin[k] = lock()
            self.end[k] = lock()
            if not self.begin[k] or not self.end[k]:
                raise MemoryError("no memory for a lock")
            acquire(self.begin[k])
            acquire(self.end[k])

    def __dealloc__(self):
        k: cython.int
        free_lock(self.mutex)
        for k in range(16):
            free_lock(self.begin[k])
            free_lock(self.end[k])

    # The leader's.

    def start(self, serving: list) -> object:
        """Start the threads, one a callable; each is to ask `called` until it says no."""
        self.ended = False
        self.awake = True
        for serve in serving:
            thread = threading.Thread(target=serve, name="cpsudoku-chains", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # no more threads to be had: fewer do it, too
                break
            self.threads.append(thread)
        self.working = len(self.threads)
        return None

    def go(self) -> None:
        """The threads end."""
        k: cython.int
        if not self.awake:
            return
        self.ended = True
        for k in range(self.working):
            release(self.begin[k])
        for thread in self.threads:
            thread.join()
        self.threads = []
        self.working = 0
        self.awake = False

    def call(self) -> cython.void:
        """A new turn, on this plan."""
        k: cython.int
        self.turn += 1
        for k in range(self.working):
            release(self.begin[k])

    def dismissed(self) -> cython.void:
        """The turn is over; wait until all rest."""
        k: cython.int
        mark(self.over, 0, self.turn)
        for k in range(self.working):
            acquire(self.end[k])

    # Everybody's.

    def called(self, hand: cython.int) -> cython.bint:
        """Wait for a turn; False at the end of all."""
        acquire(self.begin[hand])
        return not self.ended

    def rest(self, hand: cython.int) -> cython.void:
        """Nothing left to take in this turn."""
        release(self.end[hand])

    def take(self, slot: cython.int) -> cython.bint:
        """Mine, if nobody has it."""
        return take(self.taken, slot, self.turn)

    def settle(self, slot: cython.int) -> cython.void:
        """It is done, for all to see."""
        mark(self.settled, slot, self.turn)

    def is_settled(self, slot: cython.int) -> cython.bint:
        """Is it done?"""
        return marked(self.settled, slot, self.turn)

    def is_over(self) -> cython.bint:
        """Is nothing more wanted?"""
        return marked(self.over, 0, self.turn)
