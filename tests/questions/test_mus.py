"""Needed, minimal and fewest clues and constraints, against every subset of them on the 288 grids of 4x4."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

from cpsudoku import Geometry, Limits, Puzzle, diagnose, reduce, reduce_many
from cpsudoku.budget import BudgetSpent
from cpsudoku.constraints import Constraint, parse
from cpsudoku.engines.registry import engine
from cpsudoku.errors import CannotReduce, ConstraintError, Undecided, UsageError
from cpsudoku.questions.diagnosis import Ambiguous, Broken, Sound
from cpsudoku.questions.reduction import Reduced
from cpsudoku.subsets import kernel_oracle
from cpsudoku.subsets.assumption_solver import AssumptionSolver
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.deletion import DeletionLoop
from cpsudoku.subsets.mus import mus, necessary, smallest_mus
from cpsudoku.subsets.oracle import Consistent, Inconsistent, Unknown, core_of

BOARD = Geometry(2, 2)
RULES = (
    "thermo r1c1 r1c2 r1c4",
    "xv 5 r2c1 r3c1",
    "xv 5 r1c1 r1c2",
    "cage 4 r2c3 r3c3",
    "cage r3c1 r3c2 r4c1",
    "greater r1c3 r2c3",
    "even r1c2",
    "odd r4c4",
    "difference r3c3 r3c4",
    "difference r1c3 r1c4",
    "ratio r2c2 r3c2",
    "ratio r4c1 r4c2",
    "skyscraper 4 r4c4-r4c1",
)


@cache
def grids() -> tuple[bytes, ...]:
    """All grids of the board."""
    return tuple(engine("recursive", BOARD).search(bytes(16), 0).solutions)


def having(item: tuple[int, int] | Constraint) -> frozenset[bytes]:
    """The grids that have a clue, or keep a constraint by its definition."""
    if isinstance(item, tuple):
        return frozenset(grid for grid in grids() if grid[item[0]] == item[1])
    return frozenset(grid for grid in grids() if item.holds(list(grid)))


def left(items: Sequence[tuple[int, int] | Constraint]) -> int:
    """How many grids have all of these."""
    return len(frozenset(grids()).intersection(*map(having, items)))


def least(
    items: Sequence[tuple[int, int] | Constraint], always: Sequence[tuple[int, int] | Constraint], want: int
) -> int:
    """The size of the smallest part of *items* that leaves *want* grids together with *always*; -1: none does."""
    sets = [having(item) for item in items]
    base = frozenset(grids()).intersection(*map(having, always))
    for size in range(len(items) + 1):
        if any(len(base.intersection(*part)) == want for part in combinations(sets, size)):
            return size
    return -1


def drawn(number: int) -> Iterator[Puzzle]:
    """Random puzzles of a few clues and constraints, the rules placed on the board."""
    rng = random.Random(11)
    for _ in range(number):
        grid = rng.choice(grids())
        cells = bytearray(16)
        for cell in rng.sample(range(16), rng.randint(0, 5)):
            cells[cell] = grid[cell] if rng.random() < 0.9 else rng.randint(1, 4)
        texts = rng.sample(RULES, 7)
        true = [text for text in texts if parse(text).on(BOARD).holds(list(grid))]
        yield Puzzle(bytes(cells), BOARD, list(map(parse, true + rng.sample(texts, 1) if rng.random() < 0.4 else true)))


def test_diagnoses_are_the_smallest_there_are() -> None:
    """Conflicts, clues and rules to add, and what of a kind to keep: as few as any subset will do with, and they do."""
    seen = {Broken: 0, Ambiguous: 0, Sound: 0}
    for puzzle in drawn(60):
        items = [*puzzle.clues, *puzzle.constraints]
        found = diagnose(puzzle, of="kropki")
        assert isinstance(found, (Broken, Ambiguous, Sound))
        assert not found.partial
        seen[type(found)] += 1
        if isinstance(found, Broken):
            part = [*((c, puzzle.cells[c]) for c in found.conflict.cells), *found.conflict.constraints]
            assert found.conflict.proven
            assert left(part) == 0
            assert len(part) == least(items, (), 0)
        elif isinstance(found, Ambiguous):
            assert found.addition is not None
            assert found.addition.proven
            assert left([*items, *found.addition.clues]) == 1
            empty = [(c, d) for c, d in enumerate(found.first.cells) if not puzzle.cells[c]]
            assert len(found.addition.clues) == least(empty, items, 1)
            if found.added_rules is not None:
                assert found.added_rules.proven
                assert left([*items, *found.added_rules.constraints]) == 1
                assert found.first.cells in having(found.added_rules.constraints[0])
        else:
            assert found.of is not None
            members = [rule for rule in puzzle.constraints if rule.word in ("difference", "ratio")]
            others = [item for item in items if item not in members]
            assert list(found.of.members) == members
            assert found.of.proven
            assert left([*others, *found.of.kept]) == 1
            assert len(found.of.kept) == least(members, others, 1)
            assert found.of.needless == (left(others) == 1)
    assert min(seen.values()) >= 5, seen


def test_the_fewest_marks_to_add() -> None:
    """What is proposed is of the kinds there, kept by the solution and new; the fewest of all such marks are named."""
    puzzle = Puzzle.parse("1" + "." * 15, BOARD).under([parse("difference r1c1 r1c2"), parse("ratio r3c3 r4c3")])
    found = diagnose(puzzle)
    assert isinstance(found, Ambiguous)
    first = list(found.first.cells)
    marks: list[Constraint] = []
    for word in ("difference", "ratio"):
        for cell in range(16):
            for other in (cell + 1, cell + 4):
                if other < 16 and (other != cell + 1 or other % 4):
                    rule = parse(f"{word} {BOARD.name_of(cell)} {BOARD.name_of(other)}").on(BOARD)
                    if rule.holds(first) and rule not in puzzle.constraints:
                        marks.append(rule)
    assert found.added_rules is not None
    assert {rule.word for rule in found.added_rules.constraints} <= {"difference", "ratio"}
    assert set(found.added_rules.constraints) <= set(marks)
    items = [*puzzle.clues, *puzzle.constraints]
    assert left([*items, *found.added_rules.constraints]) == 1
    assert len(found.added_rules.constraints) == least(marks, items, 1)


def test_the_sum_of_a_cage_is_proposed() -> None:
    """A cage without a sum gets the one that the solution has, where that makes the puzzle unique."""
    for grid in grids():
        if left([(c, grid[c]) for c in (0, 1, 5)]) > 1:
            cells = bytes(d if c in (0, 1, 5) else 0 for c, d in enumerate(grid))
            puzzle = Puzzle(cells, BOARD, [parse("cage r4c1 r4c2"), parse("cage r2c4 r3c4")])
            found = diagnose(puzzle)
            if isinstance(found, Ambiguous) and found.added_rules is not None:
                values = list(found.first.cells)
                for rule in found.added_rules.constraints:
                    assert rule.text.split()[1] == str(sum(values[c] for c in rule.scope))
                return
    raise AssertionError("no grid was made unique by sums")


@pytest.mark.parametrize("constraints", [True, False])
def test_the_smallest_set_kept(constraints: bool) -> None:
    """`reduce(smallest=True)` keeps as few clues, and constraints where these can go, as any subset does."""
    tried = 0
    for puzzle in drawn(40):
        items = [*puzzle.clues, *puzzle.constraints]
        if left(items) != 1:
            continue
        tried += 1
        reduced = reduce(puzzle, smallest=True, constraints=constraints)
        kept = [*reduced.puzzle.clues, *reduced.puzzle.constraints]
        assert left(kept) == 1
        assert reduced.exact
        assert reduced.minimal
        if constraints:
            assert len(kept) == reduced.at_least == least(items, (), 1)
        else:
            assert reduced.puzzle.constraints == puzzle.constraints
            assert reduced.clues == reduced.at_least == least(list(puzzle.clues), puzzle.constraints, 1)
    assert tried > 5


def test_many_take_the_same_options() -> None:
    """`reduce_many` takes constraints away and finds the fewest as `reduce` does; what cannot be reduced says so."""
    puzzles = [puzzle for puzzle in drawn(12) if puzzle.constraints]
    results = list(reduce_many(puzzles, constraints=True, smallest=True))
    assert any(isinstance(one, Reduced) for one in results)
    for puzzle, one in zip(puzzles, results, strict=True):
        if left([*puzzle.clues, *puzzle.constraints]) != 1:
            assert isinstance(one, CannotReduce)
        else:
            assert isinstance(one, Reduced)
            kept = len(one.puzzle.clues) + len(one.puzzle.constraints)
            assert kept == one.at_least == least([*puzzle.clues, *puzzle.constraints], (), 1)


def test_smallest_keeps_what_is_to_stay_and_takes_houses_alone() -> None:
    """Cells to keep are counted in; a board without constraints is served; symmetry and a range are refused."""
    grid = Puzzle(grids()[7], BOARD)
    reduced = reduce(grid, smallest=True)
    assert reduced.clues == reduced.at_least == 4
    assert not reduce(grid).at_least
    kept = reduce(grid, smallest=True, keep=[0, 1, 2])
    assert set(range(3)) <= {cell for cell, _ in kept.puzzle.clues}
    assert kept.clues == kept.at_least
    with pytest.raises(UsageError, match="symmetry"):
        reduce(grid, smallest=True, symmetry="rot180")
    with pytest.raises(UsageError, match="number of clues"):
        reduce(grid, smallest=True, clues=5)


def test_a_limit_leaves_the_best_and_a_bound() -> None:
    """Where time ends, the set kept still leaves one solution, and the bound is below it."""
    full = Puzzle.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    reduced = reduce(full.under([parse("sum 12 r1c1 r1c2 r1c3")]), smallest=True, limits=Limits(seconds=1))
    assert reduced.exact is False
    assert reduced.at_least is not None
    assert 0 <= reduced.at_least < reduced.clues
    assert reduced.to_dict()["exact"] is False
    assert reduce(reduced.puzzle, limits=Limits(seconds=60)).solution.cells == full.cells


def test_a_kind_must_be_known() -> None:
    """An unknown kind is refused with the words there are; a kind the puzzle has not has no members."""
    puzzle = Puzzle(grids()[0], BOARD)
    with pytest.raises(ConstraintError, match=r"'dots' is unknown; known: killer, kropki"):
        diagnose(puzzle, of="dots")
    found = diagnose(puzzle, of="kropki")
    assert isinstance(found, Sound)
    assert found.of is not None
    assert found.of.members == ()


def test_an_open_question_falls_to_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the live solver gives up at once the same is found by the engine; with a bound on conflicts it is told."""
    puzzle = next(p for p in drawn(40) if left([*p.clues, *p.constraints]) == 1 and p.constraints)
    found = diagnose(puzzle)
    monkeypatch.setattr(AssumptionSolver, "check", lambda self, subset, limits, **options: Unknown("tried"))
    assert diagnose(puzzle) == found
    with AssumptionSolver(puzzle) as solver:
        oracle = BudgetedOracle(solver, Limits(conflicts=1))
        with pytest.raises(BudgetSpent):
            core_of(oracle.check(solver.items))
        assert necessary(oracle, solver.items) == ([], [], False)
        every = list(solver.items)
        whole, minimal = mus(oracle, every)
        assert not minimal
        assert sorted(whole) == sorted(every)
        best = smallest_mus(oracle, every)
        assert sorted(best.items) == sorted(every)
        assert not best.proven


def test_making_the_formula_is_within_the_budget() -> None:
    """A deadline that passes while the rules are made into clauses ends it: no answer is claimed."""
    from time import perf_counter

    from cpsudoku.budget import BudgetSpent, until

    puzzle = Puzzle(grids()[0], BOARD, [parse("even r1c2")] if grids()[0][1] % 2 == 0 else [parse("odd r1c2")])
    with pytest.raises(BudgetSpent), until(perf_counter() - 1):
        AssumptionSolver(puzzle).check(())
    with pytest.raises(Undecided):
        reduce(puzzle, constraints=True, limits=Limits(seconds=1e-9))


@pytest.mark.parametrize("nodes", [300, 0])
def test_the_kernel_knows_what_forces(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    """Parts of puzzles force or do not, as the definitions say; the model of all rules and one of a question's own."""
    monkeypatch.setattr(kernel_oracle, "NODES", nodes)
    rng = random.Random(4)
    answers: Counter[type] = Counter()
    for puzzle in drawn(60):
        every = [*puzzle.clues, *puzzle.constraints]
        count = left(every)
        if count > 1:
            continue
        with AssumptionSolver(puzzle) as solver:
            solution = next((grid for grid in grids() if all(grid in having(item) for item in every)), None)
            if solution is not None:
                solver.forbid(solution)
            kernel = kernel_oracle.KernelOracle(solver)
            if rng.random() < 0.5:
                kernel.know(solver.items)
            for _ in range(12):
                chosen = [k for k in range(len(every)) if rng.random() < 0.8]
                answer = kernel.check([solver.items[k] for k in chosen])
                answers[type(answer)] += 1
                assert isinstance(answer, Inconsistent) == (left([every[k] for k in chosen]) == count)
                if isinstance(answer, Inconsistent):
                    assert left([every[k] for k in range(len(every)) if solver.items[k] in answer.core]) == count
    assert min(answers[Consistent], answers[Inconsistent]) > 20
    assert not answers[Unknown]


def test_the_kernel_leaves_open_what_is_too_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without branches every question with a choice is open, a few times; then it is asked no more."""
    monkeypatch.setattr(kernel_oracle, "NODES", 0)
    monkeypatch.setattr(kernel_oracle, "MORE", 0)
    puzzle = next(p for p in drawn(60) if left([*p.clues, *p.constraints]) == 1 and p.constraints)
    with AssumptionSolver(puzzle) as solver:
        solver.forbid(diagnose(puzzle).solutions["solution"].cells)  # type: ignore[union-attr]
        kernel = kernel_oracle.KernelOracle(solver)
        assert [kernel.check(()) for _ in range(5)] == [kernel_oracle.OPEN] * 5
        assert kernel_oracle.KernelOracle(solver, 0.0).check(solver.items) == kernel_oracle.OPEN
    assert diagnose(puzzle).solutions == diagnose(puzzle, limits=Limits(seconds=60)).solutions  # type: ignore[union-attr]


@pytest.mark.long
def test_what_would_mend_an_impossible_puzzle() -> None:
    """Every single clue or rule to drop, with its solutions; else the fewest; digits and numbers that were mistyped."""
    seen: Counter[str] = Counter()
    for puzzle in drawn(160):
        items = [*puzzle.clues, *puzzle.constraints]
        if left(items) or len(set(items)) < len(items):
            continue
        found = diagnose(puzzle)
        assert isinstance(found, Broken)
        assert found.drops_proven
        assert not found.partial
        singles = [item for item in items if left([other for other in items if other != item])]
        for drop in found.drops:
            gone = [*((cell, puzzle.cells[cell]) for cell in drop.cells), *drop.constraints]
            assert drop.exact
            assert drop.count == left([item for item in items if item not in gone]) > 0
        if singles:
            assert sorted(map(str, singles)) == sorted(
                str(rule) for drop in found.drops for rule in (*_clues(puzzle, drop.cells), *drop.constraints)
            )
        else:
            (drop,) = found.drops
            size = len(drop.cells) + len(drop.constraints)
            assert all(not left(part) for part in combinations(items, len(items) - size + 1))
            seen["several"] += 1
        wanted = {
            (cell, other)
            for cell, digit in puzzle.clues
            for other in range(1, 5)
            if left([(cell, other) if item == (cell, digit) else item for item in items]) == 1
        }
        assert {(repair.cell, repair.digit) for repair in found.repairs} == wanted
        for change in found.rule_repairs:
            assert left([change.instead if item == change.rule else item for item in items]) == 1
            assert change.solution.cells in having(change.instead)
        seen["digit"] += len(wanted)
        seen["number"] += len(found.rule_repairs)
        seen["single"] += len(singles)
    assert min(seen[word] for word in ("several", "digit", "number", "single")) > 0, seen


def _clues(puzzle: Puzzle, cells: Sequence[int]) -> list[tuple[int, int]]:
    return [(cell, puzzle.cells[cell]) for cell in cells]


def test_a_mistyped_sum_is_named() -> None:
    """A cage whose sum cannot be: the sum that makes the puzzle unique is proposed, in Python and in the record."""
    full = Puzzle.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = Puzzle.parse(clues).under([parse("cage 9 r1c3 r1c4")])
    found = diagnose(puzzle)
    assert isinstance(found, Broken)
    assert [(change.rule.text, change.instead.text) for change in found.rule_repairs] == [
        ("cage 9 r1c3 r1c4", "cage 10 r1c3 r1c4")
    ]
    assert found.rule_repairs[0].solution.cells == full.cells
    assert found.to_dict()["repair_rules"] == [{"rule": "cage 9 r1c3 r1c4", "instead": "cage 10 r1c3 r1c4"}]


def test_a_line_the_wrong_way_round_is_named() -> None:
    """A thermometer drawn from its top: turned, the puzzle is unique; a cage is the same either way."""
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rules = ["thermo r1c4 r1c3", "cage 10 r1c3 r1c4"]  # 6 and 4
    found = diagnose(Puzzle.parse(clues).under(map(parse, [*rules, "thermo r1c3 r1c4 r2c3"])))
    assert isinstance(found, Broken)
    assert found.rule_repairs == ()  # to turn one of them is not enough
    found = diagnose(Puzzle.parse(clues).under(map(parse, ["thermo r1c4 r1c3", "cage 10 r1c4 r1c3"])))
    assert isinstance(found, Broken)
    assert [(change.rule.text, change.instead.text) for change in found.rule_repairs] == [
        ("thermo r1c4 r1c3", "thermo r1c3 r1c4")
    ]


def test_solutions_under_rules_are_counted() -> None:
    """All of them, or at least the cap."""
    seen = 0
    for puzzle in drawn(60):
        count = left([*puzzle.clues, *puzzle.constraints])
        if count > 2 and puzzle.constraints:
            found = diagnose(puzzle)
            assert isinstance(found, Ambiguous)
            assert (found.count, found.exact) == (count, True)
            capped = diagnose(puzzle, cap=2)
            assert isinstance(capped, Ambiguous)
            assert (capped.count, capped.exact) == (2, False)
            seen += 1
    assert seen > 5


OUTSIDE = ("sandwich 0 r1c1-r1c4", "skyscraper 2 r1c1-r1c4", "x-sum 3 r1c1-r1c4", "numbered-room 2 r1c1-r1c4")


@pytest.mark.parametrize("text", [*OUTSIDE, "hidden-skyscraper 2 r1c1-r1c4", "little-killer 5 r1c2 r2c3 r3c4"])
def test_clues_outside_are_proposed(text: str) -> None:
    """One for every line that has one in the grid, each kept by it; the fewest that are enough are named."""
    rule = parse(text).on(BOARD)
    grid = next(grid for grid in grids() if rule.holds(list(grid)))
    proposals = list(rule.proposed(list(grid)))
    assert all(one.holds(list(grid)) for one in proposals)
    assert len({one.text.split(maxsplit=2)[2] for one in proposals}) == len(proposals)
    lines = {"sandwich": 8, "little_killer": 10}.get(rule.word, 16)
    assert len(proposals) == lines if rule.word != "hidden_skyscraper" else 0 < len(proposals) <= lines
    puzzle = Puzzle(bytes([*grid[:3], *[0] * 13]), BOARD, [parse(text)])
    found = diagnose(puzzle)
    if isinstance(found, Ambiguous) and found.added_rules is not None:
        assert found.added_rules.proven
        items = [*puzzle.clues, *puzzle.constraints]
        assert left([*items, *found.added_rules.constraints]) == 1
        first = list(found.first.cells)
        assert len(found.added_rules.constraints) == least(list(rule.proposed(first)), items, 1)


@pytest.mark.long
@pytest.mark.interpreted
@pytest.mark.parametrize(("nodes", "more"), [(300, 2000), (1, 2000), (0, 0)])
def test_deletion_is_that_of_asking_group_by_group(monkeypatch: pytest.MonkeyPatch, nodes: int, more: int) -> None:
    """Groups that go for good or come back, by the kernel's layers and without: what counting says, one by one."""
    monkeypatch.setattr(kernel_oracle, "NODES", nodes)
    monkeypatch.setattr(kernel_oracle, "MORE", more)
    rng = random.Random(9)
    seen: Counter[tuple[bool, bool]] = Counter()
    for puzzle in drawn(80):
        every = [*puzzle.clues, *puzzle.constraints]
        count = left(every)
        if count > 1 or len(set(every)) < len(every):
            continue
        with AssumptionSolver(puzzle) as solver:
            if count:
                grid = next(grid for grid in grids() if all(grid in having(item) for item in every))
                solver.forbid(grid)
                solver.prefer(grid)
            meant = dict(zip(solver.items, every, strict=True))
            items = rng.sample(solver.items, len(every))
            always, rest = items[:2], items[2:]
            groups = []
            while rest:
                size = rng.choice((1, 1, 2))
                groups.append(tuple(rest[:size]))
                rest = rest[size:]
            for restore in (False, True):
                held = list(items)
                stay, gone = [], []
                for group in groups:
                    without = [item for item in held if item not in group]
                    needless = left([meant[item] for item in without]) == count
                    (gone if needless else stay).append(group)
                    if needless and not restore:
                        held = without
                loop = DeletionLoop(BudgetedOracle(solver, Limits()), groups, always, restore=restore)
                loop.run()
                assert (sorted(loop.stay), sorted(loop.gone)) == (sorted(stay), sorted(gone))
                seen[restore, bool(stay and gone)] += 1
    assert min(seen[False, True], seen[True, True]) > 5, seen
