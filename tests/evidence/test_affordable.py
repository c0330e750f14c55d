"""A certificate that the checker would find too costly is said to be so before it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cpsudoku import solve
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import BudgetSpent
from cpsudoku.constraints import parse
from cpsudoku.engines.answer import Unknown
from cpsudoku.errors import CertificateError
from cpsudoku.evidence import certificate
from cpsudoku.evidence.certificate import (
    Certificate,
    Count,
    certify,
    certify_bound,
    certify_fewest,
    rival_by,
    why_too_costly,
)
from cpsudoku.evidence.checker import check_certificate, work
from cpsudoku.evidence.checker.work import Work
from cpsudoku.formats import read_one
from cpsudoku.questions.minimum import unavoidable_sets
from tests.evidence.certified import PUZZLES, certificate_of, lines

PROVEN = Puzzle.parse("....5...1.6.....4....5.25.4...3.....", boxes(2, 3))
"""Minimal; its proof has lemmas."""


def counted(data: dict[str, Any]) -> Count:
    """What checking it takes."""
    count = Count()
    check_certificate(data, work=count)
    return count


def bounded_from_above(puzzle: Puzzle | str, monkeypatch: pytest.MonkeyPatch, **options: object) -> Certificate:
    """The certificate, of which `certify` supposes no less work than checking it takes, and not a thousand times it."""
    spent: list[Work] = []
    within = certificate._within

    def noted(data: Any, count: Count, work: Work) -> bool:
        spent.append(work)
        return within(data, count, work)

    monkeypatch.setattr(certificate, "_within", noted)
    found = certificate_of(puzzle, **options)
    (supposed,), took = spent, counted(found.data)
    assert took.steps <= supposed.steps <= 1_000 * took.steps + 100_000
    assert took.peak <= supposed.held
    return found


def ruled(rules: tuple[str, ...], clues: str = "." * 16, board: Geometry | None = None) -> Puzzle:
    """A puzzle with rules, of 4x4 cells where no board is given."""
    return Puzzle.parse(clues, board or boxes(2, 2)).under(map(parse, rules))


@pytest.mark.parametrize(
    ("puzzle", "options"),
    [
        (PROVEN, {"lrat": True}),
        ("." * 81, {}),
        ("11" + "." * 79, {}),
        (Puzzle.parse("1" + "." * 35, boxes(2, 3)), {}),
        (ruled(("thermo r1c1-r1c4", "thermo r4c4-r4c1")), {}),
        (ruled(("cage 6 r1c1 r1c2 r1c3", "thermo r4c4-r4c1", "not { odd r1c1 r2c2 }"), "1" + "." * 15), {}),
        (ruled(("doublers { cage 7 r1c1 r1c2 ; sum 12 r2c3 r2c4 ; cage 3 r4c4 }",)), {}),
        (ruled(("thermo r1c1-r1c4",), "....", Geometry.shaped(1, 4, 1, 4)), {}),
    ],
    ids=["lrat", "multiple", "impossible", "6x6", "needed", "inside", "doublers", "row"],
)
def test_what_is_supposed_is_no_less_than_what_checking_takes(
    puzzle: Puzzle | str, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps and bytes, for every claim, of proofs and rules."""
    bounded_from_above(puzzle, monkeypatch, **options)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 32, 8))
def test_more_of_what_is_supposed(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Likewise of variants, whose proofs are long, and of ratings with chains inside chains."""
    for line in (PUZZLES / "variants.jsonl").read_text(encoding="utf-8").splitlines()[first : first + 8 : 4]:
        with monkeypatch.context() as patched:
            bounded_from_above(read_one(line).puzzle, patched)
    bounded_from_above(lines("hardest_1106.txt", 4)[first // 8], monkeypatch, rating=True)


def allowed(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let checking take so many steps, where a certificate has less than 166 kB."""
    monkeypatch.setattr(work, "STEPS_PER_SECOND", steps / work.LEAST_SECONDS)


def test_too_costly_is_said_and_what_may_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """No certificate is the answer, and the option that makes one which the checker takes on."""
    took = {lrat: counted(certificate_of(PROVEN, lrat=lrat).data).steps for lrat in (False, True)}
    allowed((took[False] + took[True]) // 2, monkeypatch)
    why = certify(PROVEN)
    assert isinstance(why, Unknown)
    assert why.why.startswith("its certificate would be too costly to check: it takes more than the 10 s allowed for")
    assert why.why.endswith("; less costly may be lrat=True (--lrat) or witnesses=False (--no-witnesses)")
    assert check_certificate(certificate_of(PROVEN, lrat=True).data)
    allowed(100, monkeypatch)
    found = certify(ruled(("thermo r1c1-r1c4", "thermo r4c4-r4c1")), lrat=True)
    assert isinstance(found, Unknown)
    assert found.why.endswith("; less costly may be witnesses=False (--no-witnesses)")


def test_where_more_is_supposed_than_allowed_it_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the certificate is had all the same where checking ends in time."""
    allowed(counted(certificate_of(PROVEN).data).steps, monkeypatch)
    assert check_certificate(certificate_of(PROVEN).data)

    def late(before: str) -> None:
        raise BudgetSpent(f"the time was up before {before}")

    monkeypatch.setattr(certificate, "check_deadline", late)
    assert certify(PROVEN) == Unknown("the time was up before the certificate was checked")


def test_bounds_on_clues_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By formula and by tree: at the steps that checking takes they are had, at one less they are refused."""
    (solution,) = solve(Puzzle.parse("1234341221434321", boxes(2, 2))).solutions
    sets = unavoidable_sets(solution, 16)
    rivals = [rival_by(solution, members) for members in sets]
    makers: list[Callable[[], Certificate | None]] = [
        lambda: certify_fewest(solution, rivals, 3),
        lambda: certify_bound(solution, sets, 3),
    ]
    for make in makers:
        found = make()
        assert found is not None
        took = counted(found.data).steps
        with monkeypatch.context() as patched:
            allowed(took, patched)
            assert make() == found
            allowed(took - 1, patched)
            with pytest.raises(ValueError, match="its certificate would be too costly to check"):
                make()


def test_a_certificate_that_is_not_verified_is_not_handed_out() -> None:
    """Checking it, where that is done, finds what is wrong in it."""
    data = certificate_of(Puzzle.parse("1...............", boxes(2, 2))).data
    with pytest.raises(CertificateError, match="the two solutions are one"):
        why_too_costly(data | {"second": data["solution"]})
