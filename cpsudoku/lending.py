"""Things that change while they work, lent to one user at a time.

Propagators, solvers and oracles are expensive to make and are reused; while one is at work, no other user may touch it:
no other thread, no suspended generator of the same thread, no callback. A `Lender` keeps them:

    board_of = Lender(Board)
    with board_of(9) as board:
        ...                          # this board has no other user

A thread borrows what it gave back before; two threads never have the same thing. What a thread keeps dies with it.
What is not changed by its use is shared as usual (`lru_cache`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class _Shelf(threading.local):
    """What one thread has given back, the newest last."""

    def __init__(self) -> None:
        self.idle: dict[Hashable, Any] = {}


class Lender(Generic[T]):
    """Lends what `make(*key)` makes: `with lender(*key) as thing`. Each thread keeps up to *most* things for later.

    A thing whose user ended with an exception is not lent again: it may have been left half-way.
    """

    __slots__ = ("_make", "_most", "_shelf")

    def __init__(self, make: Callable[..., T], most: int = 8):
        self._make = make
        self._most = most
        self._shelf = _Shelf()

    def __call__(self, *key: Hashable) -> Loan[T]:
        """The loan of a thing for this key; it begins with `with`. Raises there what `make` raises."""
        return Loan(self, key)

    def forget(self) -> None:
        """Drop what this thread keeps: the next loans are of new things, not of used ones."""
        self._shelf.idle.clear()

    def take(self, key: tuple[Hashable, ...]) -> T:
        """A thing without another user."""
        # one step takes it off the shelf: a signal handler that borrows in between gets another
        kept: T | None = self._shelf.idle.pop(key, None)
        return self._make(*key) if kept is None else kept

    def give_back(self, key: tuple[Hashable, ...], thing: T) -> None:
        """For the next user of this thread; the longest unused one beyond *most* goes."""
        idle = self._shelf.idle
        idle.pop(key, None)
        idle[key] = thing
        if len(idle) > self._most:
            idle.pop(list(idle)[0], None)  # noqa: RUF015  (a list cannot change under us as an iterator's dict can)


class Loan(Generic[T]):
    """`with loan as thing`: the thing is the user's own until the block ends."""

    __slots__ = ("_key", "_lender", "_thing")

    def __init__(self, lender: Lender[T], key: tuple[Hashable, ...]):
        self._lender, self._key = lender, key

    def __enter__(self) -> T:
        self._thing = self._lender.take(self._key)
        return self._thing

    def __exit__(self, kind: object, *exc: object) -> None:
        if kind is None:
            self._lender.give_back(self._key, self._thing)
        del self._thing
