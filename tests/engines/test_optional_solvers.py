"""Solvers of the extra [lab]: the same answers as ours, and a clear word where one is not installed."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

import pytest

from cpsudoku.board.geometry import boxes
from cpsudoku.budget import Limits
from cpsudoku.engines import apart
from cpsudoku.engines.registry import OPTIONAL_SOLVERS, class_of, engine
from cpsudoku.errors import ExtraMissing, UsageError

NAMES = [name for name in OPTIONAL_SOLVERS if name != "outside"]
SMALL = boxes(2, 3)
CLUES = bytes([0, 0, 3, 0, 0, 0] + [0, 0, 0, 0, 5, 0] + [0] * 18 + [0, 2, 0, 0, 0, 0])


@pytest.fixture(params=NAMES)
def guest(request: pytest.FixtureRequest) -> str:
    """A guest whose library is installed."""
    library = class_of(request.param).library  # type: ignore[attr-defined]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed: pip install 'cpsudoku[lab]'")
    return str(request.param)


def test_the_same_answers(guest: str) -> None:
    """None, one, several and all solutions, as `bitmask` finds them."""
    ours, theirs = engine("bitmask", SMALL), engine(guest, SMALL)
    full = ours.search(CLUES, 1).solutions[0]
    wrong = bytes([full[1]]) + full[1:]
    for cells, limit in ((CLUES, 2), (CLUES[:24] + full[24:], 0), (full, 2), (wrong, 2), (full[:30] + bytes(6), 0)):
        mine, found = ours.search(cells, limit), theirs.search(cells, limit)
        assert not found.why
        assert len(found.solutions) == len(set(found.solutions)) == len(mine.solutions)
        assert found.complete == mine.complete
        if mine.complete:
            assert set(found.solutions) == set(mine.solutions)
        assert found.stats["encode_seconds"] > 0


def test_no_time_is_no_answer(guest: str) -> None:
    """A limit is unknown, never an answer."""
    outcome = engine(guest, boxes(3, 3)).search(bytes(81), 2, Limits(seconds=1e-5))
    assert (outcome.complete, outcome.why) == (False, "gave up after 1e-05 s")


def test_a_small_board_is_searched_in_this_process(guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to side 16 nothing is started, whatever the limits."""
    monkeypatch.delattr(apart, "searched")
    assert engine(guest, SMALL).search(CLUES, 1, Limits(seconds=600)).solutions


@pytest.mark.long
def test_the_same_answers_from_a_process_of_its_own(guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On large boards a limit of time is kept by a process; what it finds is what is found here."""
    monkeypatch.setattr("cpsudoku.engines.optional_solvers.LARGE", 4)
    cells = engine("bitmask", SMALL).search(CLUES, 1).solutions[0][:30] + bytes(6)
    here, found = engine(guest, SMALL).search(cells, 0), engine(guest, SMALL).search(cells, 0, Limits(seconds=600))
    assert set(found.solutions) == set(here.solutions)
    assert found.complete
    assert found.stats["cpu_seconds"] >= found.stats["encode_seconds"] > 0


@pytest.mark.skipif(not apart.POSSIBLE, reason="no POSIX limits")
def test_a_search_that_is_not_over_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is killed, whatever it does: the answer is unknown. One that fails is an error that says why."""
    monkeypatch.setattr(apart, "GRACE", 0.0)
    monkeypatch.setattr(sys, "executable", "/bin/sh")
    monkeypatch.setattr(apart, "COMMAND", ("-c", "sleep 600"))
    outcome = apart.searched("clingo", SMALL, 0, CLUES, 2, Limits(seconds=0.05))
    assert (outcome.solutions, outcome.complete, outcome.why) == ((), False, "gave up after 0.05 s")
    monkeypatch.setattr(apart, "COMMAND", ("-c", "echo no room >&2; exit 1"))
    with pytest.raises(UsageError, match=r"engine 'clingo' failed in its process, .* 1,536 MB: no room"):
        apart.searched("clingo", SMALL, 0, CLUES, 2, Limits(seconds=600))


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_library_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And pip's own name of it."""
    cls: Any = class_of(name)
    monkeypatch.setattr(cls, "library", "no_such_library_at_all")
    with pytest.raises(ExtraMissing, match=rf"'{name}' needs {cls.package}: pip install 'cpsudoku\[lab\]'"):
        engine(name, SMALL)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_guest_does_not_take(name: str) -> None:
    """Encodings are its own, and so are arguments."""
    with pytest.raises(UsageError, match="no encodings"):
        engine(name, SMALL, encoding="extended")
    with pytest.raises(UsageError, match="takes no argument"):
        engine(f"{name}:fast", SMALL)
