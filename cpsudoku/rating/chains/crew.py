# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Threads that share the assumptions of one search: who has which, who is at work, and when all are at rest.

Whoever leads `call`s them to a turn; each takes assumptions nobody has taken, as the leader does, until there are none
or the leader has what it wanted, and after `dismissed` all rest. A hand at rest stays awake for a while, as the next
turn mostly comes soon, then waits at its gate, a lock that is shut unless somebody is let through. One that has not
begun when a turn is over is not waited for. Threads are started when first called and end with `go`: none outlives
the rating.
"""

import threading

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.kernels.work_sharing import (
        PATIENCE,
        acquire,
        exchanged,
        free_lock,
        lock,
        mark,
        marked,
        pause,
        release,
        seen,
        swapped,
        take,
    )
    from cpsudoku.rating.chains.links import NODES
    from cpsudoku.rating.native import zeroed

MOST = 15
"""Threads besides the leader."""

POST = cython.declare(cython.int, 16)
"""Words from one hand's post to the next: a line of the cache, so that nobody's waiting slows another's."""
RESTING = cython.declare(cython.uint, 0)
ASLEEP = cython.declare(cython.uint, 1)
CALLED = cython.declare(cython.uint, 2)
AT_WORK = cython.declare(cython.uint, 3)
AWAITED = cython.declare(cython.uint, 4)
"""At work, and the leader sleeps until it rests."""
ENDED = cython.declare(cython.uint, 5)


class Crew:
    """The marks, posts and gates of some threads.

    turn            number of the present search
    marks[slot]     who has taken the assumption, and whether it is done, in this turn; marks[NODES] the preparation
    plan            the assumptions in the order of the search, `planned` of them
    over            its mark is set in the turn of which nothing more is wanted
    post[hand]      what the hand does (one of the words above), written by both sides
    mutex           for what all of them read and write
    """

    @cython.locals(k=cython.int)
    def __init__(self, hands: int) -> None:
        if not 1 <= hands <= MOST:
            raise ValueError(f"{hands} threads besides the first; 1 to {MOST} are possible")
        self.hands = hands
        self.turn = 0
        self.planned = 0
        self.threads = []
        self.working = 0
        self.awake = False
        if not cython.compiled:
            zeroed(self, marks=NODES + 1, plan=NODES, post=POST * 16)
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

    @cython.locals(k=cython.int)
    def __dealloc__(self):
        free_lock(self.mutex)
        for k in range(16):
            free_lock(self.begin[k])
            free_lock(self.end[k])

    # The leader's.

    @cython.locals(k=cython.int)
    def start(self, serving: list) -> object:
        """Start the threads, one a callable; each is to ask `called` until it says no."""
        for k in range(self.hands):
            self.post[POST * k] = RESTING
        self.awake = True
        for serve in serving:
            thread = threading.Thread(target=serve, name="cpsudoku-chains", daemon=True)
            self.threads.append(thread)
            self.working += 1  # before it begins: whatever strikes here, `go` ends it
            try:
                thread.start()
            except RuntimeError:  # no more threads to be had: fewer do it, too
                self.threads.pop()
                self.working -= 1
                break
        return None

    @cython.locals(k=cython.int)
    def go(self) -> None:
        """The threads end."""
        if not self.awake:
            return
        for k in range(self.working):
            if swapped(self.post, POST * k, ENDED) == ASLEEP:
                release(self.begin[k])
        for thread in self.threads:
            if thread.ident is not None:  # it began
                thread.join()
        self.threads = []
        self.working = 0
        self.awake = False

    @cython.locals(k=cython.int)
    def call(self, prepared: cython.bint) -> cython.void:
        """A new turn; *prepared*: its plan is made."""
        self.turn += 1
        if prepared:
            mark(self.marks, NODES, self.turn)
        for k in range(self.working):
            if swapped(self.post, POST * k, CALLED) == ASLEEP:
                release(self.begin[k])

    @cython.locals(k=cython.int)
    def dismissed(self) -> cython.void:
        """The turn is over; wait until all rest that have begun."""
        mark(self.over, 0, self.turn)
        for k in range(self.working):
            if not exchanged(self.post, POST * k, CALLED, RESTING):
                self.await_rest(k)

    def await_rest(self, hand: cython.int) -> cython.void:
        """Wait for the end of what the hand is at."""
        rounds: cython.int = 0
        while seen(self.post, POST * hand) == AT_WORK:
            if rounds < PATIENCE:
                pause()
                rounds += 1
            elif exchanged(self.post, POST * hand, AT_WORK, AWAITED):
                acquire(self.end[hand])

    # Everybody's.

    @cython.locals(now=cython.uint)
    def called(self, hand: cython.int) -> cython.bint:
        """Wait for a turn; False at the end of all."""
        rounds: cython.int = 0
        while True:
            now = seen(self.post, POST * hand)
            if now == ENDED:
                return False
            if now == CALLED:
                if exchanged(self.post, POST * hand, CALLED, AT_WORK):
                    return True
            elif rounds < PATIENCE:
                pause()
                rounds += 1
            elif exchanged(self.post, POST * hand, RESTING, ASLEEP):
                acquire(self.begin[hand])
                rounds = 0

    def rest(self, hand: cython.int) -> cython.void:
        """Nothing left to take in this turn."""
        if swapped(self.post, POST * hand, RESTING) == AWAITED:
            release(self.end[hand])

    def take(self, slot: cython.int) -> cython.bint:
        """Mine, if nobody has it."""
        return take(self.marks, slot, self.turn)

    def settle(self, slot: cython.int) -> cython.void:
        """It is done, for all to see."""
        mark(self.marks, slot, self.turn)

    def is_settled(self, slot: cython.int) -> cython.bint:
        """Is it done?"""
        return marked(self.marks, slot, self.turn)

    def is_over(self) -> cython.bint:
        """Is nothing more wanted?"""
        return marked(self.over, 0, self.turn)
