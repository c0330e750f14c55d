"""How many puzzles a piece of work has."""

from __future__ import annotations

from cpsudoku.batch.blocks import AIM, Pace, Timed, paced


def test_grows_twofold_and_shrinks_at_once() -> None:
    """One puzzle first; twice as many while they are quick, up to the most; as many as fit when they are not."""
    pace = Pace(8)
    sizes = []
    for _ in range(5):
        sizes.append(pace.size)
        pace.took(pace.size, 0.0)
    assert sizes == [1, 2, 4, 8, 8]
    pace.took(8, 4 * AIM)
    assert pace.size == 2
    pace.took(2, 100.0)
    assert pace.size == 1


def test_what_is_cut_short_does_not_slow_down() -> None:
    """The last piece of a file, shorter than asked for, or empty, leaves the pace as it is or quickens it."""
    pace = Pace(64)
    for _ in range(4):
        pace.took(pace.size, 0.0)
    pace.took(0, 1.0)
    pace.took(1, 0.0)
    assert pace.size == 32


def test_work_is_timed_and_kept_in_order() -> None:
    """Work says how long it took; items cut by the pace come back in order."""
    seconds, found = Timed(sum)([1, 2])
    assert found == 3
    assert seconds >= 0
    pace = Pace(4)

    def items():
        at = 0
        while at < 20:
            last = min(20, at + pace.size)
            yield list(range(at, last))
            at = last

    cut = [item for item, _ in paced(sum, items(), pace, len, 1)]
    assert [number for item in cut for number in item] == list(range(20))
    assert max(map(len, cut)) == 4
