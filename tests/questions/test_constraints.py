"""`reduce` and `diagnose` where constraints are questioned like clues."""

from __future__ import annotations

import random

import pytest

from cpsudoku import Geometry, Limits, Puzzle, Unknown, count, diagnose, reduce, verify
from cpsudoku.constraints import Constraint, parse
from cpsudoku.errors import CannotReduce, Undecided, UsageError
from cpsudoku.questions.diagnosis import Ambiguous, Broken, Sound

BOARD = Geometry(2, 2)
GRID = "1243341221344321"
RULES = (
    "thermo r1c1 r1c2 r1c4",
    "xv 5 r2c1 r3c1",
    "cage 4 r2c3 r3c3",
    "greater r1c3 r2c3",
    "even r1c2 r2c2",
    "or { ratio r3c1 r3c2 | ratio r3c3 r3c4 }",
    "skyscraper 4 r4c4-r4c1",
)


def given(clues: str, texts: tuple[str, ...] = RULES) -> Puzzle:
    """A 4x4 puzzle under rules."""
    return Puzzle.parse(clues, BOARD).under(map(parse, texts))


def without(puzzle: Puzzle, cell: int | None, rule: Constraint | None) -> Puzzle:
    """The puzzle without a clue, or without a constraint."""
    cells = bytes(0 if c == cell else d for c, d in enumerate(puzzle.cells))
    return Puzzle(cells, BOARD, [other for other in puzzle.constraints if other is not rule])


def each(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzle without each of its clues and constraints."""
    fewer = [without(puzzle, cell, None) for cell, _ in puzzle.clues]
    return fewer + [without(puzzle, None, rule) for rule in puzzle.constraints]


def solutions(puzzle: Puzzle) -> int:
    """By the engine that knows definitions alone, up to two."""
    return count(puzzle, limit=2, engine="recursive").number


@pytest.mark.parametrize("seed", range(6))
def test_minimal_sets_of_clues_and_constraints(seed: int) -> None:
    """What is left is unique, and without any one clue or constraint it is not: by another engine's count."""
    reduced = reduce(given(GRID), seed=seed, constraints=True)
    assert reduced.minimal
    assert solutions(reduced.puzzle) == 1
    assert set(reduced.puzzle.constraints) < set(given(GRID).constraints)
    assert {solutions(fewer) for fewer in each(reduced.puzzle)} == {2}
    assert reduced == reduce(given(GRID), seed=seed, constraints=True)


@pytest.mark.parametrize("seed", range(4))
def test_sat_alone_under_rules(seed: int) -> None:
    """Under rules `sat` is SAT alone and `hybrid` asks kernels first; what is left is the same, and records say who."""
    sat, hybrid = (reduce(given(GRID), seed=seed, engine=name, constraints=True) for name in ("sat", "hybrid"))
    assert sat.puzzle == hybrid.puzzle
    assert sat.minimal is hybrid.minimal is True
    assert sat.sat_questions == sat.calls > 0 == sat.by_witnesses
    assert sat.by_cores > 0
    assert hybrid.by_witnesses > 0
    assert hybrid.sat_questions < sat.sat_questions
    assert solutions(sat.puzzle) == 1
    assert {solutions(fewer) for fewer in each(sat.puzzle)} == {2}


def test_sat_alone_refuses_what_is_not_unique() -> None:
    """SAT alone finds out itself that a puzzle has no solution, or several, as engine hybrid does."""
    for puzzle, word in ((given("." * 16, RULES[:1]), "several"), (given("12" + "." * 14), "no solution")):
        if word == "no solution":
            puzzle = puzzle.under([*puzzle.constraints, parse("greater r1c1 r1c2")])
        for name in ("sat", "hybrid"):
            with pytest.raises(CannotReduce, match=word):
                reduce(puzzle, engine=name)


def test_constraints_stay_unless_asked_for() -> None:
    """Without *constraints* the clues alone go; every engine of SAT takes the same away."""
    reduced = reduce(given(GRID), seed=3)
    assert reduced.minimal
    assert reduced.puzzle.constraints == given(GRID).constraints
    assert solutions(reduced.puzzle) == 1
    assert all(solutions(without(reduced.puzzle, cell, None)) == 2 for cell, _ in reduced.puzzle.clues)
    assert reduce(given(GRID), seed=3, engine="sat:glucose4").puzzle == reduced.puzzle
    assert reduced.to_dict()["constraints"] == [rule.text for rule in reduced.puzzle.constraints]


def test_keep_symmetry_and_range() -> None:
    """Kept clues stay, orbits go as a whole, and digging stops at the number of clues asked for."""
    kept = reduce(given(GRID), keep=[0, 5], constraints=True)
    assert kept.puzzle.cells[0]
    assert kept.puzzle.cells[5]
    turned = reduce(given(GRID), symmetry="rot180").puzzle
    assert all(bool(turned.cells[cell]) == bool(turned.cells[15 - cell]) for cell in range(16))
    assert reduce(given(GRID), clues=(7, 9)).clues in (7, 8, 9)


def test_what_cannot_be_reduced() -> None:
    """No solution, several, an engine without cores, a limit: each is said."""
    with pytest.raises(CannotReduce, match="no solution"):
        reduce(given("22.............."))
    with pytest.raises(CannotReduce, match="several"):
        reduce(given("." * 16, RULES[:1]))
    with pytest.raises(UsageError, match="cp-sat"):
        reduce(given(GRID), engine="cp-sat")
    hard = Puzzle(bytes(81), constraints=[parse("anti-knight"), parse("anti-king"), parse("non-consecutive")])
    with pytest.raises(Undecided):
        reduce(hard, limits=Limits(1e-9))
    assert isinstance(diagnose(hard, limits=Limits(1e-9)), Unknown)


def test_conflicts() -> None:
    """A conflict has no solution, and without any one of its clues and constraints it has: on random puzzles."""
    rng = random.Random(5)
    broken = 0
    for _ in range(25):
        cells = bytearray(16)
        for cell in rng.sample(range(16), 3):
            cells[cell] = rng.randint(1, 4)
        puzzle = Puzzle(bytes(cells), BOARD, list(map(parse, rng.sample(RULES, 4))))
        found = diagnose(puzzle)
        assert {0: Broken, 1: Sound, 2: Ambiguous}[solutions(puzzle)] is type(found)
        if isinstance(found, Broken):
            broken += 1
            part = puzzle.only(found.conflict.cells).under(found.conflict.constraints)
            assert solutions(part) == 0
            assert all(solutions(fewer) for fewer in each(part))
        elif isinstance(found, Ambiguous):
            assert found.second is not None
            assert puzzle.is_solved_by(found.first.cells)
            assert puzzle.is_solved_by(found.second.cells)
            assert found.differ == found.first.difference(found.second) != ()
        elif isinstance(found, Sound):
            assert found.redundant == tuple(c for c, _ in puzzle.clues if solutions(without(puzzle, c, None)) == 1)
            assert found.spare == tuple(r for r in puzzle.constraints if solutions(without(puzzle, None, r)) == 1)
    assert broken > 3


def test_the_evidence_of_a_verdict_names_rules() -> None:
    """An impossible puzzle's core conflicts with the constraints it names."""
    verdict = verify(given("2...............", ("thermo r1c1-r1c4", "even r4c4")))
    assert verdict.word == "impossible"
    assert [rule.text for rule in verdict.conflict_rules] == ["thermo r1c1 r1c2 r1c3 r1c4"]  # type: ignore[union-attr]
    assert verdict.core == (0,)  # type: ignore[union-attr]


def test_boards_of_any_shape() -> None:
    """A board that is not square is reduced and diagnosed, too, digit 0 and all."""
    board = Geometry.shaped(2, 3, 0, 2)
    reduced = reduce(Puzzle(bytes([1, 2, 3, 2, 3, 1]), board))
    assert reduced.minimal
    assert verify(reduced.puzzle).word == "unique"
    assert isinstance(diagnose(Puzzle(bytes([1, 1, 0, 0, 0, 0]), board)), Broken)
