"""What checking may cost: counted before it is done, and ended where it is more than the certificate's size allows."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.evidence import checker
from cpsudoku.evidence.checker import Rejected, TooCostly, check_certificate, work
from cpsudoku.evidence.checker.certificate import size_of
from cpsudoku.evidence.checker.work import Work, bounded, released, spend
from tests.evidence.certified import certificate_of, lines

from .forgeries.honest import unique

FILE = Path(__file__).parents[3] / "benchmarks" / "certificate_costs.py"
SPEC = importlib.util.spec_from_file_location("certificate_costs", FILE)
assert SPEC is not None
assert SPEC.loader is not None
costly: Any = importlib.util.module_from_spec(SPEC)
sys.modules["certificate_costs"] = costly
SPEC.loader.exec_module(costly)

BOMB_KINDS = ("doublers", "anti_taxicab", "nabner", "regex")


@pytest.fixture
def small_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A five-hundredth of the bound: what is tried ends as much sooner."""
    monkeypatch.setattr(work, "LEAST_SECONDS", 10 / 500)
    monkeypatch.setattr(work, "SECONDS", 60 / 500)
    monkeypatch.setattr(work, "LEAST_BYTES", 256 * 10**6 // 500)
    monkeypatch.setattr(work, "BYTES", 10**9 // 500)


@pytest.mark.parametrize(("steps", "held", "words"), [(1_001, 0, "10 s"), (0, 257 * 10**6, "256 MB")])
def test_steps_and_bytes_each_have_a_bound(steps: int, held: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either alone ends checking; at the bound it goes on."""
    monkeypatch.setattr(work, "STEPS_PER_SECOND", 100)
    count = Work(1_000)
    count.spend(1_000, 256 * 10**6)
    with pytest.raises(TooCostly, match=f"too costly to check: it takes more than the {words} allowed for 1,000 bytes"):
        Work(1_000).spend(steps, held)


def test_a_larger_certificate_may_cost_more() -> None:
    """60 s and 1 GB for each MB, at least 10 s and 256 MB."""
    assert (Work(10).seconds, Work(10).most_bytes) == (10, 256 * 10**6)
    assert (Work(5 * 10**6).seconds, Work(5 * 10**6).most_bytes) == (300, 5 * 10**9)


def test_what_is_let_go_may_be_held_again() -> None:
    """Bytes that are held for a while are counted for that while; steps for good."""
    count = Work(10)
    with bounded(count):
        for _ in range(10):
            with released():
                spend(1, held=10**8)
    assert (count.steps, count.held) == (10, 0)
    spend(10**12)  # nothing is being checked: not counted


LINES_PER_STEP = 8
"""Lines of Python that a step may be, half a microsecond."""
LINES_PER_BYTE = 8
"""Lines that reading and finding the first fault may take beside."""


def lines_run(data: Any) -> int:
    """Lines of the checker that are run, again and again where they are run again, until *data* is answered."""
    run = 0

    def traced(frame: Any, event: str, arg: object) -> Any:
        nonlocal run
        run += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        costly.answer(data)
    finally:
        sys.settrace(before)
    return run


def keeps_the_bound(kind: str, most: int) -> int:
    """How many certificates of *most* bytes or less were tried, and ran no more lines than the bound has steps for."""
    tried = 0
    for make in costly.MAKERS[kind]:
        for size in (1, 8, 64, 512):
            data = make(size)
            if size_of(data) > most:
                break
            tried += 1
            allowed = LINES_PER_STEP * Work(size_of(data)).most_steps + LINES_PER_BYTE * size_of(data)
            assert lines_run(data) <= allowed, (size, size_of(data))
            if costly.answer(data) == "too costly":
                break
    return tried


@pytest.mark.usefixtures("small_bound")
@pytest.mark.parametrize("kind", [kind for kind in costly.MAKERS if kind in BOMB_KINDS])
def test_a_certificate_that_costs_much_keeps_the_bound(kind: str) -> None:
    """In sizes that grow, of the kinds that cost most: lines of Python counted, which `spend` knows nothing of."""
    assert keeps_the_bound(kind, 2_000)


@pytest.mark.long
@pytest.mark.usefixtures("small_bound")
@pytest.mark.parametrize("kind", costly.MAKERS)
def test_the_costliest_certificates_of_a_kind_keep_the_bound(kind: str) -> None:
    """Likewise of every kind of rule, and of formulas, proofs, witnesses, bounds and ratings."""
    assert keeps_the_bound(kind, 60_000 if "RAT" in kind else 6_000)


@pytest.mark.parametrize(
    ("make", "each"),
    [(costly.propagated, 16), (costly.resolvents, 900), (costly.hinted, 60), (costly.tree, 8), (costly.witnesses, 8)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_a_proof_repeats_is_counted_each_time(make: Any, each: int) -> None:
    """A lemma propagated, a lemma tried on all clauses, a hint, a node, a grid: so many steps more for each."""
    counts = []
    for size in (16, 31):  # as many rules for the witnesses
        count = Work(10**6)
        with bounded(count), pytest.raises(Rejected):
            checker.certificate._checked(make(size), False)
        counts.append(count.steps)
    assert counts[1] - counts[0] >= 15 * each


BOMBS: dict[str, Any] = {
    "doublers": lambda: costly.doubled(9),
    "anti_taxicab": lambda: costly.multiple(costly.board(255, 255, 2, [{"type": "anti_taxicab"}])),
    "nabner": lambda: costly.multiple(costly.board(80, 255, 2, [{"type": "nabner", "cells": every(20_400)}])),
    "pairwise": lambda: costly.impossible(
        costly.board(40, 255, 2, [{"type": "pairwise", "cells": every(10_200), "allowed": [[1, 2]], "mode": "all"}])
    ),
    "not": lambda: costly.impossible(
        costly.board(40, 255, 2, [{"type": "not", "rule": [{"type": "all_different", "cells": every(10_200)}]}])
    ),
    "regex": lambda: costly.impossible(
        costly.board(1, 60, 9, [{"type": "regex", "cells": every(60), "pattern": "(([1-8]*1)*[2-9]*){90}"}] * 40)
    ),
}


def every(cells: int) -> list[str]:
    """Names of the first cells of a board 255 wide."""
    return [costly.name(cell, 255) for cell in range(cells)]


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.usefixtures("small_bound")
def test_bombs_are_ended(name: str) -> None:
    """Small certificates that took minutes or gigabytes: "too costly to check"."""
    with pytest.raises(TooCostly, match="too costly to check"):
        check_certificate(BOMBS[name]())


def test_not_known_is_an_answer_of_its_own(tmp_path: Path) -> None:
    """A certificate that is too costly is neither verified nor rejected, and the next one is checked."""
    data = [unique(), BOMBS["anti_taxicab"](), unique()]
    (tmp_path / "three.jsonl").write_text("".join(json.dumps(one) + "\n" for one in data))
    assert [found.status for found in checker.check(tmp_path / "three.jsonl")] == ["verified", "too costly", "verified"]
    assert not issubclass(TooCostly, Rejected)  # or it would be caught on the way, and taken for a fault


def test_honest_certificates_keep_a_quarter_of_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of hard puzzles, with witnesses, proofs in both forms, and steps of a rating."""
    monkeypatch.setattr(work, "STEPS_PER_SECOND", work.STEPS_PER_SECOND // 4)
    for puzzle in lines("hardest_1106.txt", 1):
        assert check_certificate(certificate_of(puzzle, lrat=True, rating=True).data, rating_exact=True)
        assert check_certificate(certificate_of(puzzle).data)
