"""Certificates, and the checker that shares nothing with what made them."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import dratify
import pytest

from cpsudoku import checker, trimming
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.certificate import Certificate, board_of, certify
from cpsudoku.errors import CertificateError, UsageError
from cpsudoku.formula import shelf
from cpsudoku.formula.clauses import formula
from cpsudoku.solvers.answer import Sat, Unknown
from cpsudoku.solvers.engine import Limits
from cpsudoku.solvers.sat import refutation

from .mutations import mutant, still_true_steps

HERE = Path(__file__).parent
BOARDS = [
    CLASSIC,
    boxes(2, 2),
    boxes(2, 3),
    boxes(1, 5),
    boxes(5, 1),
    Geometry(3, 3, extras=("asterisk", "centre-dot", "windoku")),
    Geometry(3, 3, extras=("diagonals", "disjoint")),
    Geometry.jigsaw("AAABABBBCCCCDDDD"),
]


def lines(name: str, count: int) -> list[str]:
    return (HERE / "puzzles" / name).read_text().split()[:count]


def made(puzzle: str | Puzzle, **options: object) -> Certificate:
    found = certify(puzzle, **options)  # type: ignore[arg-type]
    assert isinstance(found, Certificate)
    return found


def board(geometry: Geometry) -> checker.Board:
    return checker.board_of(board_of(geometry))


@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_checker_derives_the_same_houses_and_formula(geometry: Geometry) -> None:
    """The checker's houses and clauses, written without any code of the package, are those of geometry and shelf."""
    mine = board(geometry)
    assert {frozenset(house) for house in mine.houses} == {frozenset(house.cells) for house in geometry.houses}
    stated = formula(shelf.load("triad"), geometry)
    variables, clauses = checker.rules(mine)
    assert variables == stated.variables
    assert set(clauses) == {tuple(sorted(set(clause))) for clause in stated.clauses}


def test_checker_formula_has_the_288_small_grids_as_models() -> None:
    """The 4x4 formula of the checker admits exactly the grids that keep the rules."""
    mine = board(boxes(2, 2))
    clauses = list(checker.rules(mine)[1])
    rows = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]
    grids = 0
    for a, b in product(rows, repeat=2):
        if len({*a[:2], *b[:2]}) != 4 or len({*a[2:], *b[2:]}) != 4:
            continue
        for c, d in product(rows, repeat=2):
            grid = (*a, *b, *c, *d)
            good = all(len({grid[i] for i in house}) == 4 for house in mine.houses)
            if good:
                state = checker.Clauses(128, [*clauses, *((i * 4 + x,) for i, x in enumerate(grid))])
                assert state.refuted is None
                grids += 1
    assert grids == 288
    crossed = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 3, 4, 2, 1)
    assert checker.Clauses(128, [*clauses, *((i * 4 + x,) for i, x in enumerate(crossed))]).refuted is not None


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
        certificate = made(puzzle, lrat=claim != "multiple")
        said = str(checker.check_certificate(certificate.data))
        assert said.startswith(claim)
        assert ("minimal" in said) == (name in ("hardest_1905_11plus.txt", "17_clue.txt"))
        if claim != "multiple":
            cnf = dratify.parse_dimacs(certificate.data["cnf"])
            assert dratify.check_proof(cnf, certificate.data["drat"]).ok


@pytest.mark.parametrize("geometry", [g for g in BOARDS if g != CLASSIC], ids=str)
def test_other_boards_are_certified(geometry: Geometry) -> None:
    """A single clue on any board: whatever the verdict, its certificate is verified."""
    found = made(Puzzle(bytes([1]) + bytes(geometry.size - 1), geometry))
    assert str(checker.check_certificate(found.data)).startswith("multiple")
    twice = made(Puzzle(bytes([1, 1]) + bytes(geometry.size - 2), geometry))
    assert str(checker.check_certificate(twice.data)).startswith("impossible")
    full = found.data["solution"]
    assert str(checker.check_certificate(made(Puzzle.parse(full, geometry)).data)).startswith("unique")


def test_16x16_is_certified() -> None:
    """A 16x16 pattern grid with a quarter of its cells emptied."""
    board16 = boxes(4, 4)
    grid = bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    rng = random.Random(3)
    puzzle = Puzzle(bytes(d if rng.random() < 0.75 else 0 for d in grid), board16)
    assert str(checker.check_certificate(made(puzzle, lrat=True).data)).startswith(("unique", "multiple"))


def test_mutants_are_rejected_or_still_proofs() -> None:
    """One thing changed: the certificate is rejected, or only its proof changed and a second checker accepts it."""
    rng = random.Random(1)
    pool = [made(p, lrat=True).data for p in [*lines("hardest_1905_11plus.txt", 3), *lines("17_clue.txt", 2)]]
    pool += [made(p, rating=True).data for p in lines("17_clue.txt", 2)]
    pool.append(made(lines("invalid_no_solution.txt", 1)[0], lrat=True).data)
    rejected = 0
    for _ in range(70):
        original = rng.choice(pool)
        kind, changed = mutant(original, rng)
        try:
            checker.check_certificate(changed)
        except checker.Rejected:
            rejected += 1
            continue
        if kind.startswith("step"):
            assert {**changed, "rating": 0} == {**original, "rating": 0}
            assert still_true_steps(changed["rating"], changed["solution"])
            continue
        assert kind in ("lemma dropped", "lemma altered", "LRAT step altered", "LRAT step dropped"), kind
        assert {**changed, "drat": 0, "lrat": 0} == {**original, "drat": 0, "lrat": 0}
        cnf = dratify.parse_dimacs(changed["cnf"])
        # the empty clause may go unsaid where propagation alone reaches it; dratify wants it said
        assert dratify.check_proof(cnf, changed["drat"] + "0\n").ok
        if "lrat" not in changed:
            continue
        lemmas = [line.split()[1:] for line in changed["lrat"].splitlines()]
        drat = "\n".join(" ".join(words[: words.index("0") + 1]) for words in lemmas)
        assert dratify.check_proof(cnf, drat).ok
    assert rejected > 45


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"claim": "best"}, "claim is"),
        ({"extra": 1}, "unknown: extra"),
        ({"board": {"box": [3, 3], "extras": ["hexagon"]}}, "extra houses"),
        ({"board": {"box": [3, 3], "extras": ["diagonals"]}}, "twice in the house"),
        ({"board": {"box": [9, 1]}}, "the formula has"),
        ({"board": {"box": [2, 3]}}, "on a 6x6 board"),
        ({"solution": None}, "grid None"),
        ({"drat": "1 2\n0\n"}, "is no clause"),
        ({"drat": ""}, "does not reach"),
        ({"drat": "1 2 0\n0\n"}, "does not follow"),
        ({"drat": "d 1 2 700 0\n0\n"}, "deletes a clause that is not there"),
        ({"drat": "9999 0\n0\n"}, "beyond the formula's"),
        ({"format": "cpsudoku-certificate 3"}, "format is"),
        ({"witnesses": {}}, "not one for each clue"),
    ],
)
def test_refusals_say_what_is_wrong(change: dict[str, object], why: str) -> None:
    """Every field is read, and the message names what does not hold."""
    data = made(lines("hardest_1905_11plus.txt", 1)[0]).data
    with pytest.raises(checker.Rejected, match=why):
        checker.check_certificate({**data, **change})


def test_drat_steps_beyond_unit_propagation() -> None:
    """A lemma that only RAT justifies is accepted, one that neither does is not."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    checker.check_drat(2, clauses, "2 0\n0\n")
    with pytest.raises(checker.Rejected, match="does not reach"):
        checker.check_drat(3, [(1, 2), (-1, -2)], "3 1 0\n")  # (3 or 1): no clause has -3, so it is RAT on 3
    with pytest.raises(checker.Rejected, match="does not follow"):
        checker.check_drat(2, [(1, 2), (-1, -2)], "1 0\n")


def test_checker_agrees_with_brute_force_on_small_formulas() -> None:
    """Solvers' proofs of random small formulas are accepted; of a satisfiable formula no random text is."""
    rng = random.Random(5)
    refuted = 0
    for _ in range(150):
        clauses = [tuple(rng.choice([-1, 1]) * x for x in rng.sample(range(1, 6), 3)) for _ in range(30)]
        clauses = list(dict.fromkeys(tuple(sorted(c)) for c in clauses))
        true = any(
            all(any((x > 0) == bits[abs(x) - 1] for x in clause) for clause in clauses)
            for bits in product([False, True], repeat=5)
        )
        lemmas = refutation(clauses)
        assert isinstance(lemmas, Sat) == true
        if isinstance(lemmas, list):
            refuted += 1
            proof = trimming.trim(5, clauses, lemmas)
            checker.check_drat(5, clauses, proof.drat)
            checker.check_lrat(clauses, proof.lrat)
            assert len(proof.lemmas) <= len(lemmas) + 1
        else:
            text = "".join(
                " ".join(str(rng.choice([-1, 1]) * x) for x in rng.sample(range(1, 6), rng.randint(0, 2))) + " 0\n"
                for _ in range(4)
            )
            with pytest.raises(checker.Rejected):
                checker.check_drat(5, clauses, text)
    assert refuted > 20


def test_trim_refuses_what_is_no_proof() -> None:
    """A clause that does not follow, or a missing end, is an error."""
    with pytest.raises(CertificateError, match="does not follow"):
        trimming.trim(2, [(1, 2)], [(1,)])
    with pytest.raises(CertificateError, match="empty clause"):
        trimming.trim(2, [(1, 2)], [])


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "glucose3", "glucose42", "lingeling"])
def test_every_proving_solver_gives_a_proof_that_checks(solver: str) -> None:
    """Whichever solver wrote it, the trimmed proof is verified."""
    puzzle = lines("hardest_1905_11plus.txt", 1)[0]
    assert str(checker.check_certificate(made(puzzle, solver=solver, witnesses=False).data)).startswith("unique")


def test_solvers_without_proofs_are_refused() -> None:
    """Minisat22, Mergesat3, Minicard and the like cannot log a proof; the message lists those that can."""
    with pytest.raises(UsageError, match="glucose4"):
        certify(lines("kaggle.txt", 1)[0], solver="minicard")


def test_limits_leave_it_unknown() -> None:
    """A bound on the search is answered as Unknown."""
    assert isinstance(certify(lines("hardest_1905_11plus.txt", 1)[0], limits=Limits(conflicts=1)), Unknown)


def test_forms_on_disk(tmp_path: Path) -> None:
    """A folder, a JSON file, many in a JSONL file or a folder of folders: all are found and checked."""
    first, second = (made(puzzle, lrat=True) for puzzle in lines("hardest_1106.txt", 2))
    first.write(tmp_path / "many" / "a")
    second.write(tmp_path / "many" / "b")
    (tmp_path / "many" / "c.jsonl").write_text(first.line() + "\n" + second.line() + "\n")
    (tmp_path / "one.json").write_text(json.dumps(first.data, indent=2))
    assert [found.verified for found in checker.check(tmp_path / "many")] == [True] * 4
    assert [found.verified for found in checker.check(tmp_path / "many" / "a")] == [True]
    assert [found.verified for found in checker.check(tmp_path / "one.json")] == [True]
    (tmp_path / "many" / "b" / "proof.drat").write_text("1 2 0\n0\n")
    (tmp_path / "many" / "a" / "formula.cnf").unlink()
    bad = {Path(found.place).name: found.message for found in checker.check(tmp_path / "many") if not found.verified}
    assert "does not follow" in bad["b"]
    assert bad["a"] == "no cnf"
    (tmp_path / "no.json").write_text("[")
    assert [found.verified for found in checker.check(tmp_path / "no.json")] == [False]


def test_checker_runs_alone(tmp_path: Path) -> None:
    """The checker's folder, copied away, verifies a certificate with nothing but the standard library."""
    made(lines("hardest_1106.txt", 1)[0]).write(tmp_path / "proof")
    shutil.copytree(Path(checker.__file__).parent, tmp_path / "alone", ignore=shutil.ignore_patterns("__pycache__"))
    run = "import alone, sys; print(*alone.check('proof')); print(sorted(m for m in sys.modules if 'sudoku' in m))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", run], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert "'verified'" in done.stdout
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("data", [{}, {"claim": []}, {"claim": "unique", "format": "cpsudoku-certificate 1"}])
def test_nonsense_is_rejected_not_raised(data: dict[str, object], tmp_path: Path) -> None:
    """Any JSON is answered with a message."""
    (tmp_path / "x.json").write_text(json.dumps(data))
    assert [found.verified for found in checker.check(tmp_path / "x.json")] == [False]
