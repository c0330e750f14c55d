"""Certificates, and the checker that shares nothing with what made them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from itertools import count, pairwise

import dratify
import pytest

from cpsudoku import budget, solve
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.constraints import parse
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.errors import UsageError
from cpsudoku.evidence import certificate, checker
from cpsudoku.evidence.certificate import Certificate, certify
from cpsudoku.evidence.checker.kinds import KINDS
from cpsudoku.formats import read_one
from tests.evidence.certified import BOARDS, PUZZLES, certificate_of, lines


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("hardest_1905_11plus.txt", "unique"),
        ("17_clue.txt", "unique"),
        ("kaggle.txt", "unique"),
        ("invalid_no_solution.txt", "impossible"),
        ("invalid_conflict.txt", "impossible"),
        ("serg_benchmark.txt", "multiple"),
    ],
)
def test_certificates_are_verified_and_a_second_checker_agrees(name: str, claim: str) -> None:
    """What certify writes, check accepts, and dratify accepts its formula and proof."""
    for puzzle in lines(name, 3):
        certificate = certificate_of(puzzle, lrat=claim != "multiple")
        said = str(checker.check_certificate(certificate.data))
        assert said.startswith(claim)
        assert ("minimal" in said) == (name in ("hardest_1905_11plus.txt", "17_clue.txt"))
        if claim != "multiple":
            cnf = dratify.parse_dimacs(certificate.data["cnf"])
            assert dratify.check_proof(cnf, certificate.data["drat"]).ok


@pytest.mark.parametrize("geometry", [g for g in BOARDS if g != CLASSIC], ids=str)
def test_other_boards_are_certified(geometry: Geometry) -> None:
    """A single clue on any board: whatever the verdict, its certificate is verified."""
    found = certificate_of(Puzzle(bytes([1]) + bytes(geometry.size - 1), geometry))
    assert str(checker.check_certificate(found.data)).startswith("multiple")
    twice = certificate_of(Puzzle(bytes([1, 1]) + bytes(geometry.size - 2), geometry))
    assert str(checker.check_certificate(twice.data)).startswith("impossible")
    full = found.data["solution"]
    assert str(checker.check_certificate(certificate_of(Puzzle.parse(full, geometry)).data)).startswith("unique")


def test_16x16_is_certified() -> None:
    """A 16x16 pattern grid with a quarter of its cells emptied."""
    board16 = boxes(4, 4)
    grid = bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    rng = random.Random(3)
    puzzle = Puzzle(bytes(d if rng.random() < 0.75 else 0 for d in grid), board16)
    assert str(checker.check_certificate(certificate_of(puzzle, lrat=True).data)).startswith(("unique", "multiple"))


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "glucose3", "glucose42", "lingeling"])
def test_every_proving_solver_gives_a_proof_that_checks(solver: str) -> None:
    """Whichever solver wrote it, the trimmed proof is verified."""
    puzzle = lines("hardest_1905_11plus.txt", 1)[0]
    assert str(checker.check_certificate(certificate_of(puzzle, solver=solver, witnesses=False).data)).startswith(
        "unique"
    )


@pytest.mark.long
def test_long_proofs_are_begun_again_by_another_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first solver needs more conflicts than `LONG`, within the limits; what it proves sooner is its own."""
    text = (PUZZLES / "variants.jsonl").read_text(encoding="utf-8").splitlines()[8]
    puzzle = read_one(text).puzzle
    proofs = {
        name: certificate_of(puzzle, solver=name, witnesses=False).data["drat"] for name in ("glucose4", "cadical195")
    }
    assert certificate_of(puzzle, witnesses=False).data["drat"] == proofs["glucose4"] != proofs["cadical195"]
    monkeypatch.setattr(certificate, "LONG", 5)
    again = certificate_of(puzzle, witnesses=False).data
    assert again["drat"] == proofs["cadical195"]
    assert str(checker.check_certificate(again)).startswith("unique")
    found = certificate._searched(puzzle, Limits())
    monkeypatch.setattr(certificate, "_searched", lambda puzzle, limits: found)
    assert certify(puzzle, limits=Limits(conflicts=100)) == Unknown("gave up after 100 conflicts")


def test_solvers_without_proofs_are_refused() -> None:
    """Minisat22, Mergesat3, Minicard and the like cannot log a proof; the message lists those that can."""
    with pytest.raises(UsageError, match="glucose4"):
        certify(lines("kaggle.txt", 1)[0], solver="minicard")


SMALL = boxes(2, 2)
RULED: list[tuple[Geometry, str, list[str], str]] = [
    (SMALL, "123434122.4.4.2.", ["xv 3 r3c1 r3c2"], "unique: one solution (12 clues, 1 constraints, every"),
    (SMALL, "1...............", ["thermo r1c1-r1c4", "cage 6 r2c2 r3c2", "anti-knight"], "impossible: no solution"),
    (SMALL, "." * 16, ["cage 5 r1c1 r1c2", "or { odd r1c1 | even r1c3 }"], "multiple: two solutions"),
    (SMALL, "." * 16, ["thermo r1c1-r1c4", "thermo r4c4-r4c1"], "unique"),
    (Geometry.shaped(2, 3, 0, 3), "." * 6, ["cage 1 r1c1 r2c1", "arrow r1c2 / r1c3 r2c3"], "multiple"),
    (Geometry.shaped(2, 3, 0, 3), "......", ["cage 6 r1c1-r1c3", "sum 3 r2c1-r2c3", "greater r1c2 r1c1"], "multiple"),
    (
        Geometry.shaped(1, 4, 1, 4),
        "....",
        ["thermo r1c1-r1c4"],
        "unique: one solution (0 clues, 1 constraints, minimal, every",
    ),
]


@pytest.mark.parametrize(("geometry", "clues", "rules", "said"), RULED, ids=[",".join(row[2]) for row in RULED])
def test_rules_beyond_houses_are_certified(geometry: Geometry, clues: str, rules: list[str], said: str) -> None:
    """On boards of any shape; DRAT and LRAT are verified, and a second checker accepts formula and proof."""
    puzzle = Puzzle.parse(clues, geometry).under(map(parse, rules))
    data = certificate_of(puzzle, lrat=True).data
    proven = checker.check_certificate(json.loads(json.dumps(data)))
    assert str(proven).startswith(said)
    if proven.claim != "multiple":
        assert dratify.check_proof(dratify.parse_dimacs(data["cnf"]), data["drat"]).ok


def test_what_is_not_needed_is_not_called_so() -> None:
    """A clue or a constraint that can go: no witnesses of that sort; the others stay."""
    spare = Puzzle.parse("123434122.4.4.2.", SMALL).under([parse("xv 3 r3c1 r3c2"), parse("odd r1c1")])
    proven = checker.check_certificate(certificate_of(spare).data)
    assert not proven.minimal
    assert not proven.needed
    lean = Puzzle.parse("." * 16, SMALL).under([parse("thermo r1c1-r1c4"), parse("thermo r4c4-r4c1")])
    proven = checker.check_certificate(certificate_of(lean).data)
    assert proven.minimal
    assert proven.needed
    assert "needed" not in certificate_of(lean, witnesses=False).data


@pytest.mark.parametrize("rule", ["candidates 1 r1c1", "quadruple 1 r1c1", "regex 1... r1c1-r1c4"])
def test_a_rule_may_state_a_clue(rule: str) -> None:
    """The formula has that clause once; the same clue against the rule is refuted."""
    for first, claim in (("1", "unique"), ("2", "impossible")):
        puzzle = Puzzle.parse(f"{first}234341221......", SMALL).under([parse(rule)])
        data = certificate_of(puzzle).data
        assert checker.check_certificate(data).claim == claim
        lines = data["cnf"].splitlines()[1:]
        assert len(lines) == len({tuple(sorted(line.split())) for line in lines})


def test_kinds_without_certificate_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any search."""
    monkeypatch.delitem(KINDS, "connected")
    with pytest.raises(UsageError, match="no certificate yet: connected"):
        certify(Puzzle.parse("." * 16, SMALL).under([parse("connected 1,2")]))


@pytest.mark.parametrize(
    "rules",
    [
        ("connected 1,4", "thermo r1c1-r1c4", "connected 2,3"),
        ("doublers { cage 7 r1c1 r1c2 ; sum 12 r2c3 r2c4 ; cage 3 r4c4 }",),
        ("regex 3.*[12]{2} r1c1-r1c4", "regex (?:4|1)+[23]* r1c4 r2c4 r3c4 r4c4"),
    ],
    ids=lambda rules: rules[0].split()[0],
)
def test_rules_that_say_something_exists(rules: tuple[str, ...]) -> None:
    """Connected digits, doublers and expressions: every clue count from none to all ends in a proof both accept."""
    puzzle = Puzzle.parse("." * 16, SMALL).under(map(parse, rules))
    grids = [grid.cells for grid in solve(puzzle, limit=50).solutions]
    clues, left = bytearray(16), grids
    while len(left) > 1:  # a clue that tells some from the others
        cell = next(cell for cell in range(16) if len({grid[cell] for grid in left}) > 1)
        clues[cell] = min(grid[cell] for grid in left)
        left = [grid for grid in left if grid[cell] == clues[cell]]
    if len(grids) == 50:
        left = []
    found = certify(Puzzle(bytes(clues), SMALL, puzzle.constraints))
    assert isinstance(found, Certificate)
    assert checker.check_certificate(found.data).claim == found.claim
    assert left == [] or found.claim == "unique"
    assert dratify.check_proof(dratify.parse_dimacs(found.data["cnf"]), found.data["drat"]).ok
    wrong = bytearray(clues)
    wrong[15], wrong[14] = 1, 1
    none = certify(Puzzle(bytes(wrong), SMALL, puzzle.constraints))
    assert isinstance(none, Certificate)
    assert checker.check_certificate(none.data).claim == "impossible"


def test_limits_leave_it_unknown() -> None:
    """A bound on the search is answered as Unknown."""
    assert isinstance(certify(lines("hardest_1905_11plus.txt", 1)[0], limits=Limits(conflicts=1)), Unknown)


NEEDING = Puzzle.parse("1............32.", SMALL).under([parse("sum 5 r1c3 r2c4")])
"""A puzzle that needs each clue and its constraint."""


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is 2 s on whenever it is looked at."""
    clock = count(0.0, 2.0)
    for module in (certificate, budget):
        monkeypatch.setattr(module, "perf_counter", lambda: next(clock))


@pytest.mark.usefixtures("jumping")
def test_seconds_are_for_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question about what is needed gets the seconds that are left."""
    given: list[float | None] = []

    def noted(real: Callable[..., object]) -> Callable[..., object]:
        def noted_solve(solver: Incremental, assumed: Sequence[int] = (), limits: Limits = NO_LIMITS) -> object:
            given.append(limits.seconds)
            return real(solver, assumed)

        return noted_solve

    for name in ("core", "solve"):
        monkeypatch.setattr(Incremental, name, noted(getattr(Incremental, name)))
    found = certify(NEEDING, limits=Limits(seconds=1000))
    assert isinstance(found, Certificate)
    assert {"witnesses", "needed"} <= found.data.keys()
    assert len(given) == 6  # the proof, the core, a question for each clue and for the constraint
    assert all(later is not None and sooner is not None and later < sooner for sooner, later in pairwise(given))


@pytest.mark.usefixtures("jumping")
def test_what_was_proven_is_not_lost() -> None:
    """Wherever the time is up: Unknown, or a certificate that is verified, with the witnesses found in time."""
    said = set()
    for seconds in range(1, 100, 2):
        found = certify(NEEDING, limits=Limits(seconds=seconds))
        if isinstance(found, Unknown):
            said.add(bool(found.why))
        else:
            assert str(checker.check_certificate(found.data)).startswith("unique")
            said.add("needed" if "needed" in found.data else "witnesses" if "witnesses" in found.data else "unique")
    assert said == {True, "unique", "witnesses", "needed"}
