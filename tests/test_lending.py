"""What is lent belongs to one user: threads, generators, call-backs."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from cpsudoku.lending import Lender


class Thing:
    """Something with a name."""

    def __init__(self, name: str):
        self.name = name


def test_what_was_given_back_is_lent_again_and_what_is_out_is_not() -> None:
    """One user after the other gets the same thing; two at once get two."""
    lender = Lender(Thing)
    with lender("a") as first:
        assert first.name == "a"
        with lender("a") as inner:
            assert inner is not first
    with lender("a") as again:
        assert again is first
    with lender("b") as other:
        assert other.name == "b"


def test_every_thread_has_its_own_and_takes_it_with_it() -> None:
    """No thing is seen by two threads, and a thread's things die with it."""
    lender = Lender(Thing)
    seen: list[weakref.ref[Thing]] = []
    with lender("a") as mine:
        pass

    def other() -> None:
        with lender("a") as thing:
            assert thing is not mine
            seen.append(weakref.ref(thing))
        with lender("a") as again:
            assert again is seen[0]()

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    gc.collect()
    assert seen[0]() is None
    with lender("a") as again:
        assert again is mine


def test_the_longest_unused_goes_beyond_the_most() -> None:
    """With room for two, the third pushes out the one that was used longest ago."""
    lender = Lender(Thing, 2)
    things = {}
    for name in ("a", "b", "a", "c"):
        with lender(name) as things[name]:
            pass
    for name, kept in (("a", True), ("c", True), ("b", False)):
        with lender(name) as thing:
            assert (thing is things[name]) is kept, name


def test_what_failed_is_not_lent_again() -> None:
    """An exception inside may have left the thing half-way; the next user gets a new one."""
    lender = Lender(Thing)
    with pytest.raises(ZeroDivisionError), lender("a") as broken:
        raise ZeroDivisionError
    with lender("a") as fresh:
        assert fresh is not broken
