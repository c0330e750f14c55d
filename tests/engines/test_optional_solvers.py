"""Solvers of the extra [lab]: the same answers as ours, and a clear word where one is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from cpsudoku.board.geometry import boxes
from cpsudoku.budget import Limits
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
