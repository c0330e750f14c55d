"""Explanations: each step follows from its reasons by the definitions, the steps lead to the solution, smallest sets
are smallest."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import combinations, count, pairwise

import pytest

from cpsudoku import (
    Geometry,
    Impossible,
    Limits,
    Multiple,
    Puzzle,
    Unknown,
    budget,
    explain,
    next_deduction,
    solve,
    why,
)
from cpsudoku.constraints import parse
from cpsudoku.errors import UsageError
from cpsudoku.questions.explanation import Deduction, Reason, front, searching
from cpsudoku.questions.explanation.few_reasons import FEW
from cpsudoku.questions.explanation.model import Model
from cpsudoku.questions.explanation.reasons import sorted_clauses
from cpsudoku.questions.explanation.searching import Search
from cpsudoku.questions.explanation.smallest import Prover
from cpsudoku.questions.explanation.walk import Walk
from cpsudoku.questions.explanation.wording import because
from cpsudoku.rating.game import Mistake
from cpsudoku.results import Explanation

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
BOARD = Geometry(2, 2)
RULES = (
    "thermo r1c1 r1c2 r1c4",
    "xv 5 r2c1 r3c1",
    "cage 4 r2c3 r3c3",
    "greater r1c3 r2c3",
    "even r1c2 r2c2",
    "or { ratio r3c1 r3c2 | ratio r3c3 r3c4 }",
    "skyscraper 4 r4c4-r4c1",
)
SUMS = (
    "cage 3 r1c1 r1c2",
    "cage 7 r1c3 r1c4",
    "cage 5 r2c1 r3c1",
    "cage 3 r2c3 r2c4",
    "cage 5 r2c2 r3c2",
    "cage 7 r3c3 r3c4",
    "cage 7 r4c1 r4c2",
    "cage 3 r4c3 r4c4",
    "greater r2c1 r3c1",
    "greater r3c4 r3c3",
    "greater r2c4 r2c3",
)


def under_rules() -> Puzzle:
    """A 4x4 puzzle whose constraints are needed."""
    return Puzzle.parse("...............1", BOARD).under(map(parse, RULES))


def follows(puzzle: Puzzle, state: Deduction, reasons: Iterable[Reason], step: Deduction) -> bool:
    """Whether no filling of the cells keeps the reasons and denies a conclusion: by definitions, cell after cell.

    A cell may stay empty unless a reason says it has a digit or a constraint is about it.
    """
    denied = [((cell, digit), True) for cell, digit in step.removals]
    denied += [((cell, digit), False) for cell, digit in step.placements]
    return all(not _fillable(puzzle, state, tuple(reasons), where, held) for where, held in denied)


def _fillable(puzzle: Puzzle, state: Deduction, reasons: Sequence[Reason], where: tuple[int, int], held: bool) -> bool:
    geometry = puzzle.geometry
    lo, n = geometry.lo, geometry.side
    rules = [puzzle.constraints[reason.constraint] for reason in reasons if reason.constraint is not None]
    houses = [(reason, geometry.houses[reason.house].cells) for reason in reasons if reason.house is not None]
    before = state.before
    filled = {reason.cell for reason in reasons if reason.kind == "cell"}
    filled |= {cell for cell, digit in enumerate(state.grid) if digit}
    filled |= {cell for rule in rules for cell in rule.scope}
    filled |= {cell for reason, cells in houses if reason.kind == "total" for cell in cells}
    cells = sorted(filled | {cell for _, cells in houses for cell in cells} | {where[0]})
    values: list[int | None] = [None] * geometry.size
    given = {reason.cell: reason.digit for reason in reasons if reason.kind == "clue"}
    named = {reason.digit for reason in reasons}
    options = {}
    for cell in cells:
        digits: list[int | None] = [d + lo for d in range(n) if before[cell] >> d & 1]
        if cell not in filled and cell != where[0]:
            digits = [digit for digit in digits if digit in named]  # others say no more than an empty cell does
        if cell in given:
            digits = [given[cell]]
        if cell == where[0]:
            digits = [where[1]] if held else [d for d in digits if d != where[1]]
            if not held and cell not in filled:
                digits.append(None)
        elif cell not in filled:
            digits.append(None)
        options[cell] = digits

    def breaks() -> bool:
        for reason, inside in houses:
            here = [values[cell] for cell in inside]
            if reason.kind == "once" and here.count(reason.digit) > 1:
                return True
            gone = all(values[c] is not None or c in done or reason.digit not in options.get(c, ()) for c in inside)
            if reason.kind == "has" and reason.digit not in here and gone:
                return True
            known = [value for value in here if value is not None]
            if reason.kind == "total" and len(known) > len(set(known)):
                return True
        return not all(rule.holds(values) for rule in rules)

    done: set[int] = set()
    order = sorted(cells, key=lambda cell: len(options[cell]))

    def fill(at: int) -> bool:
        if breaks():
            return False
        if at == len(order):
            return True
        cell = order[at]
        done.add(cell)
        for digit in options[cell]:
            values[cell] = digit
            if fill(at + 1):
                return True
        values[cell] = None
        done.discard(cell)
        return False

    return fill(0)


@pytest.mark.parametrize("puzzle", [under_rules(), Puzzle.parse("1...............", BOARD).under(map(parse, SUMS))])
def test_steps_follow_from_their_reasons(puzzle):
    """On small boards every step follows from its reasons, and the last cell is reached."""
    found = explain(puzzle)
    assert isinstance(found, Explanation)
    assert found.complete
    for step in found.steps:
        assert follows(puzzle, step, step.reasons, step), str(step)


def test_classic_steps_follow():
    """So on the classic board; a naked and a hidden single are called so."""
    found = explain(EASY)
    assert isinstance(found, Explanation)
    assert found.complete
    assert found.largest == 1
    assert found.certified
    assert {step.technique for step in found.steps} <= {"clears", "naked-single", "hidden-single"}
    for step in found.steps:
        assert follows(found.puzzle, step, step.reasons, step), str(step)
    placed = {cell: digit for step in found.steps for cell, digit in step.placements}
    assert all(found.solution[cell] == digit for cell, digit in placed.items())


def test_harder_steps_follow_and_are_irreducible():
    """Steps of several reasons follow from them; smallest sets of reasons from no part of them."""
    found = explain(HARDER)
    assert isinstance(found, Explanation)
    assert found.complete
    several = [step for step in found.steps if 1 < step.size <= 4]
    assert several
    for step in several:
        assert follows(found.puzzle, step, step.reasons, step), str(step)
        removals = step.removals[: not step.placements]
        first = Deduction(
            step.placements[:1],
            removals,
            (),
            False,
            "",
            "",
            step.puzzle,
            step.before,
            step.grid,
        )
        for part in combinations(step.reasons, len(step.reasons) - 1) if step.cost == FEW.cost else ():
            if all(reason.kind != "constraint" for reason in part):
                assert not follows(found.puzzle, step, part, first) or not follows(found.puzzle, step, part, step)


def test_smallest_is_smallest():
    """With *smallest*, no set of fewer reasons gives the step's first conclusion: all of them are tried."""
    found = explain(under_rules(), smallest=True)
    assert isinstance(found, Explanation)
    assert found.certified
    from cpsudoku.questions.explanation.reasons import sorted_clauses

    every = sorted_clauses(found.puzzle).reasons
    for step in found.steps:
        first = Deduction(
            step.placements[:1], () if step.placements else step.removals[:1], (), False, "", "", step.puzzle, ()
        )
        for size in range(1, min(step.size, 3)):
            for part in combinations(every, size):
                assert not follows(found.puzzle, step, part, first), (str(step), part)


def test_same_again():
    """The same puzzle has the same explanation every time."""
    assert explain(HARDER) == explain(HARDER)


def test_why_from_the_clues():
    """`why` rests on clues and rules alone: without one of its clues the reasons no longer do."""
    puzzle = Puzzle.parse("1...............", BOARD).under(map(parse, SUMS))
    found = why(puzzle, "r1c2")
    assert isinstance(found, Deduction)
    assert found.conclusion == "r1c2 = 2"
    assert {reason.kind for reason in found.reasons} <= {"clue", "constraint", "cell", "has", "once", "total"}
    assert follows(puzzle, found, found.reasons, found)


def test_why_not_another_digit():
    """A digit that the cell cannot have is removed."""
    puzzle = Puzzle.parse("1...............", BOARD).under(map(parse, SUMS))
    found = why(puzzle, "r1c2", 4)
    assert isinstance(found, Deduction)
    assert found.removals == ((1, 4),)
    assert found.size <= 2


@pytest.mark.parametrize(("cell", "digit"), [("r9c9", None), ("r1c2", 9), ("r1c1", None), (99, None)])
def test_bad_places(cell, digit):
    """A cell outside the board, a digit it has not, and the cell of a clue are refused."""
    with pytest.raises((UsageError, ValueError)):
        why(Puzzle.parse("1...............", BOARD), cell, digit)


def test_puzzles_without_one_solution():
    """They get their verdict."""
    assert isinstance(explain("." * 81), Multiple)
    assert isinstance(explain("55" + "." * 79), Impossible)


def test_limits():
    """Where the time is up the steps so far are kept, and the word is unknown."""
    hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    found = explain(hard, smallest=True, limits=Limits(seconds=0.3))
    assert isinstance(found, Unknown) or (found.word == "unknown" and not found.complete)


def test_stating_the_reasons_keeps_the_deadline(monkeypatch):
    """The clock, which here goes on with each look, is looked at before each rule is stated."""
    puzzle = Puzzle.parse("...............4", BOARD).under(map(parse, RULES))
    Model(puzzle)  # so that the board's own clauses are there
    clock = count()
    monkeypatch.setattr(budget, "perf_counter", lambda: next(clock))
    said = []
    for looks in count():
        clock = count()
        sorted_clauses.cache_clear()
        try:
            with budget.until(looks), closing(Model(puzzle)):
                break
        except budget.BudgetSpent as spent:
            said.append(str(spent))
    assert said.count("the time was up before the formula was ready") >= len(RULES)


def test_next_deduction():
    """A player's state: wrong entries and wrongly erased marks first, then the next step; nothing at the end."""
    mistake = next_deduction(EASY, entries={2: 5})
    assert isinstance(mistake, Mistake)
    assert mistake.message == "r1c3 = 5 cannot be: the puzzle has 4 there"
    step = next_deduction(EASY, entries={2: 4})
    assert isinstance(step, Deduction)
    assert step.size == 1
    assert step.placements[0][0] != 2
    solved = explain(EASY)
    assert isinstance(solved, Explanation)
    assert next_deduction(EASY, entries=dict(enumerate(solved.solution))) is None


def test_innies_and_outies():
    """What houses and sums give together is true of every solution, however the cages lie."""
    from cpsudoku.questions.explanation.totals import combined

    board, grid = Geometry(2, 3), "123456456123231564564231312645645312"
    draw = random.Random(5)
    seen = 0
    for _ in range(40):
        free, rules = list(range(36)), []
        draw.shuffle(free)
        while free:
            cage = [free.pop()]
            while free and len(cage) < draw.randint(2, 4):
                near = [c for c in free if any(abs(c // 6 - d // 6) + abs(c % 6 - d % 6) == 1 for d in cage)]
                if not near or any(grid[near[0]] == grid[d] for d in cage):
                    break
                cage.append(near[0])
                free.remove(near[0])
            total = sum(int(grid[cell]) for cell in cage)
            rules.append(parse(f"cage {total} " + " ".join(map(board.name_of, sorted(cage)))))
        for made, houses, used in combined(Puzzle.parse("." * 36, board).under(rules)):
            assert houses
            assert used
            assert sum(int(grid[cell]) * by for cell, by in made.terms) in made.totals
            seen += 1
    assert seen > 100


def test_smaller_sets_lose_no_conclusion():
    """With *smallest*, every candidate that goes is shown to go: clues and steps leave the solution alone."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    assert found.complete
    left = [{digit} if digit else set(range(1, 10)) for digit in found.puzzle.cells]
    for step in found.steps:
        for cell, digit in step.placements:
            assert digit in left[cell]
            left[cell] = {digit}
        for cell, digit in step.removals:
            assert digit in left[cell]
            left[cell].discard(digit)
    assert [set(digits) for digits in left] == [{digit} for digit in found.solution]


def test_mistakes_name_real_digits():
    """Where digits begin at 0 a wrong entry and what belongs there are named as the board has them."""
    board = Geometry.shaped(2, 3, 0, 2)
    puzzle = Puzzle(bytes([1, 2, 0, 0, 3, 0]), board)
    mistake = next_deduction(puzzle, entries={2: 0})
    assert isinstance(mistake, Mistake)
    assert mistake.entries == ((2, 0, 2),)
    unmarked = next_deduction(puzzle, [0] * 6)
    assert isinstance(unmarked, Deduction)


def test_a_proof_sees_what_was_shown_before():
    """Two cells of sum 4 hold no 2 by their row and the sum; told of one, the sum alone says it of the other."""
    board = Geometry(2, 2)
    full = bytes([1, 3, 2, 4, 2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1])
    puzzle = Puzzle(bytes(16), board, [parse("xv 4 r1c1 r1c2")])
    with closing(Model(puzzle)) as model:
        model.take(())
        names = [reason.name for reason in model.reasons]
        both = tuple(sorted((names.index("row 1 has one 2 at most"), len(names) - 1)))
        with closing(Prover(model, full)) as prover:
            alone = prover.smallest(4 + 2, both)
            after = prover.smallest(4 + 2, both, (-2,))
    assert (alone.reasons, alone.proven) == (both, True)
    assert (after.reasons, after.proven) == ((len(names) - 1,), True)


def _by_sets_alone(text: str) -> Explanation:
    """A walk by sets of reasons, none of them certified."""
    solved = solve(text).solution
    assert solved is not None
    puzzle = Puzzle.parse(text)
    with closing(Model(puzzle)) as model:
        facts = [cell * 9 + digit for cell, digit in puzzle.clues]
        steps = tuple(front._by_sets(model, solved.cells, facts, False))
        return Explanation(puzzle, solved.cells, steps, model.finished)


@pytest.mark.parametrize("sought", [True, False])
def test_searched_steps(monkeypatch, sought):
    """Where propagation sees nothing, search finds reasons; where it finds none, all that is open gives a digit."""
    monkeypatch.setattr(Walk, "_lightest", lambda self, wrong: [])
    if not sought:
        monkeypatch.setattr(Search, "_refutable", lambda self, wrong, number: [])
    found = _by_sets_alone(HARDER)
    assert isinstance(found, Explanation)
    assert found.complete
    searched = [step for step in found.steps if step.size > 1]
    assert searched
    assert any(len(step.removals) > 1 for step in searched) == sought  # what the same reasons refute, too
    for step in searched:
        assert all(found.solution[cell] == digit for cell, digit in step.placements)
        assert all(found.solution[cell] != digit for cell, digit in step.removals)
        open_cells = step.grid.count(0)
        if sought:
            assert step.technique != "all-open"
            assert step.size > 4 or follows(found.puzzle, step, step.reasons, step), str(step)
        else:
            assert step.technique == "all-open"
            # each open cell, and of each of its row, column and box what has no place yet: that it has it, and once
            assert step.size == open_cells + 2 * 3 * open_cells


def test_long_searches_place_digits(monkeypatch):
    """After many steps by search a digit is placed, for reasons that CP-SAT confirms where they are few."""
    monkeypatch.setattr(Walk, "_lightest", lambda self, wrong: [])
    monkeypatch.setattr(searching, "LONG", 0)
    found = _by_sets_alone(HARDER)
    assert isinstance(found, Explanation)
    assert found.complete
    placed = [step for step in found.steps if step.size > 1]
    assert placed
    for step in placed:
        assert [(cell, found.solution[cell]) for cell, _ in step.placements] == list(step.placements)
        assert len(step.placements) == 1
        assert step.technique != "all-open"
        assert step.size > 12 or follows(found.puzzle, step, step.reasons, step), str(step)


def test_many_reasons_are_counted():
    """A sentence names few reasons, and counts many, but tells the clues; all of them stay in the record."""
    reasons = [Reason("cell", f"r1c{k} has a digit", cell=0) for k in range(20)]
    reasons += [Reason("once", f"row {k} has one 1 at most", house=k, digit=1) for k in range(6)]
    reasons += [Reason("clue", "r1c1 = 1 is given", cell=0, digit=1)]
    said = "27 reasons together (20 cells, 6 digits of houses and 1 clue: r1c1 = 1)"
    assert because(reasons, [], ["r1c1"], []) == said
    assert because(reasons[:-1], [], [], []) == "26 reasons together (20 cells and 6 digits of houses)"


def test_what_a_constraint_gives_is_one_step() -> None:
    """All bounds of a thermometer at once; and no constraint is named twice running."""
    puzzle = Puzzle.parse(".4.....1.2.......6.............................................9.......2.1.....9.").under(
        parse(f"thermo {cells}")
        for cells in (
            "r9c4 r8c3 r7c2 r6c1 r5c2 r4c3",
            "r4c1 r3c2 r2c3 r1c4 r2c5 r3c6",
            "r1c6 r2c7 r3c8 r4c9 r5c8 r6c7",
            "r6c9 r7c8 r8c7 r9c6 r8c5 r7c4",
        )
    )
    found = explain(puzzle)
    assert isinstance(found, Explanation)
    assert found.complete
    steps = [step for step in found.steps if not step.clears]
    first = next(step for step in steps if step.reasons[0].constraint is not None)
    masks = list(first.before)
    for cell, digit in first.removals:
        masks[cell] &= ~(1 << (digit - 1))
    line = puzzle.constraints[first.reasons[0].constraint or 0].at
    for lower, higher in pairwise(line):  # every digit left has a smaller and a greater neighbour
        assert masks[lower].bit_length() < masks[higher].bit_length()
        assert masks[lower] & -masks[lower] < masks[higher] & -masks[higher]
    alone = [step.reasons[0].constraint if len(step.reasons) == 1 else None for step in steps]
    assert all(one is None or one != after for one, after in pairwise(alone))


def test_singles_say_what_was_looked_for() -> None:
    """A cell whose other digits are gone, a digit whose other places are; digits in a row by their ends."""
    found = explain("9.....72..412.......6....8...3.9.....9...26.....158..3.......3..54.8.......675.9.")
    assert isinstance(found, Explanation)
    by_technique = {step.technique: step for step in found.steps}
    cell, house = by_technique["naked-single"], by_technique["hidden-single"]
    assert cell.sentence == f"Naked single: no other digit is left for {_name(cell)}, so {cell.conclusion}."
    assert house.reasons[0].house is not None
    there = cell.geometry.houses[house.reasons[0].house].name
    assert house.sentence == f"Hidden single: {house.digit} has no other place in {there}, so {house.conclusion}."
    step = dataclasses.replace(
        house, placements=(), removals=tuple((c, d) for c in (0, 1) for d in (1, 2, 3, 4, 9 - c))
    )
    step = dataclasses.replace(step, before=(511,) * 81)
    assert step.conclusion == "r1c1 is 5 to 8, r1c2 is 5, 6, 7 or 9"
    step = dataclasses.replace(step, removals=tuple((c, d) for c in (0, 1) for d in (1, 2, 3, 9 - c)))
    assert step.conclusion == "no 1, 2, 3 or 9 in r1c1, no 1, 2, 3 or 8 in r1c2"
    step = dataclasses.replace(step, removals=tuple((0, d) for d in range(2, 6)))
    assert step.conclusion == "no 2 to 5 in r1c1"


def _name(step: Deduction) -> str:
    assert step.cell is not None
    return step.geometry.name_of(step.cell)
