# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""A pool of threads that share the assumptions of one search: assignment, activity and termination.

The leader starts a turn with `call`. The leader and its helpers take free assumptions until none is left or the leader
has its result; `end_turn` waits until every helper at work rests. A helper at rest polls for a while, as the next turn
mostly comes soon, then blocks on a lock of its own. A helper that has not begun when a turn ends is not waited for.
Threads start with the first turn and end with `stop`: none outlives the rating.
"""

import threading

import cython
from cython.cimports.cpsudoku.kernels.work_sharing import *
from cython.cimports.cpsudoku.techniques.chains.links import *

MOST = 15
"""Threads besides the leader."""

POST = cython.declare(cython.int, 16)
"""Words from one helper's post to the next: a cache line, so that polling of one does not slow another."""
RESTING = cython.declare(cython.uint, 0)
ASLEEP = cython.declare(cython.uint, 1)
CALLED = cython.declare(cython.uint, 2)
AT_WORK = cython.declare(cython.uint, 3)
AWAITED = cython.declare(cython.uint, 4)
"""At work, and the leader sleeps until it rests."""
ENDED = cython.declare(cython.uint, 5)


class WorkPool:
    """The marks, posts and locks of some threads.

    turn            number of the present search
    marks[slot]     who has taken the assumption, and whether it is done, in this turn; marks[NODES] the preparation
    plan            the assumptions in the order of the search, `planned` of them
    over            its mark is set in the turn of which nothing more is wanted
    post[helper]    what the helper does (one of the words above), written by both sides
    mutex           for what all of them read and write
    """

    def __init__(self, helpers: int) -> None:
        if not 1 <= helpers <= MOST:
            raise ValueError(f"{helpers} threads besides the first; 1 to {MOST} are possible")
        self.helpers = helpers
        self.threads = []
        self.mutex = lock()
        if not self.mutex:
            raise MemoryError("no memory for a lock")
        for k in range(helpers):
            self.begin[k] = lock()
            self.end[k] = lock()
            if not self.begin[k] or not self.end[k]:
                raise MemoryError("no memory for a lock")
            acquire(self.begin[k])
            acquire(self.end[k])

    def __dealloc__(self):
        free_lock(self.mutex)
        for k in range(16):
            free_lock(self.begin[k])
            free_lock(self.end[k])

    # Of the leader alone.

    def start(self, serving: list) -> object:
        """Start a thread for each callable, which has to ask `called` until that is False."""
        for k in range(self.helpers):
            self.post[POST * k] = RESTING
        self.awake = True
        for serve in serving:
            thread = threading.Thread(target=serve, name="cpsudoku-chains", daemon=True)
            self.threads.append(thread)
            self.working += 1  # before it begins: whatever strikes here, `stop` ends it
            try:
                thread.start()
            except RuntimeError:  # no more threads to be had: fewer do it, too
                self.threads.pop()
                self.working -= 1
                break
        return None

    def stop(self) -> None:
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

    def call(self, prepared: cython.bint) -> cython.void:
        """Begin a turn; *prepared*: its plan is ready."""
        self.turn += 1
        if prepared:
            mark(self.marks, NODES, self.turn)
        for k in range(self.working):
            if swapped(self.post, POST * k, CALLED) == ASLEEP:
                release(self.begin[k])

    def end_turn(self) -> cython.void:
        """The turn is over; wait until all rest that have begun."""
        mark(self.over, 0, self.turn)
        for k in range(self.working):
            if not exchanged(self.post, POST * k, CALLED, RESTING):
                self.await_rest(k)

    def await_rest(self, helper: cython.int) -> cython.void:
        """Wait until the helper has finished what it works on."""
        rounds: cython.int = 0
        while seen(self.post, POST * helper) == AT_WORK:
            if rounds < PATIENCE:
                pause()
                rounds += 1
            elif exchanged(self.post, POST * helper, AT_WORK, AWAITED):
                acquire(self.end[helper])

    # Of leader and helpers.

    def called(self, helper: cython.int) -> cython.bint:
        """Wait for a turn; False once the pool has stopped."""
        rounds: cython.int = 0
        while True:
            now: cython.uint = seen(self.post, POST * helper)
            if now == ENDED:
                return False
            if now == CALLED:
                if exchanged(self.post, POST * helper, CALLED, AT_WORK):
                    return True
            elif rounds < PATIENCE:
                pause()
                rounds += 1
            elif exchanged(self.post, POST * helper, RESTING, ASLEEP):
                acquire(self.begin[helper])
                rounds = 0

    def rest(self, helper: cython.int) -> cython.void:
        """The helper finds nothing left to take in this turn."""
        if swapped(self.post, POST * helper, RESTING) == AWAITED:
            release(self.end[helper])

    def take(self, slot: cython.int) -> cython.bint:
        """Take the assumption; False where another has it."""
        return take(self.marks, slot, self.turn)

    def settle(self, slot: cython.int) -> cython.void:
        """Mark the assumption as done."""
        mark(self.marks, slot, self.turn)

    def is_settled(self, slot: cython.int) -> cython.bint:
        """Is the assumption done?"""
        return marked(self.marks, slot, self.turn)

    def is_over(self) -> cython.bint:
        """Has the leader ended the turn?"""
        return marked(self.over, 0, self.turn)
