"""Puzzles with constraints: verdicts, engines that agree, doors that refuse by name."""

from __future__ import annotations

import pickle

import pytest

import cpsudoku
from cpsudoku import Geometry, Impossible, Limits, Multiple, Puzzle, Unique, Unknown, count, solutions, solve, verify
from cpsudoku.constraints import from_dict, parse
from cpsudoku.constraints.cages import Cage
from cpsudoku.constraints.lines import Thermometer
from cpsudoku.constraints.sums import Arrow
from cpsudoku.engines.recursive import RecursiveEngine
from cpsudoku.errors import ConstraintError, CpSudokuError, EncodingError, UsageError
from cpsudoku.formats import write_records
from cpsudoku.questions.verdict import remark
from tests.constraints.samples import CASES, fillings, placed

GRID = "296718435385246197714395286952487613647153928138629574469871352573962841821534769"


def cages() -> list[str]:
    """Cages of three cells in a row, with the sums of GRID."""
    found = []
    for r in range(9):
        for c in range(0, 9, 3):
            total = sum(map(int, GRID[9 * r + c : 9 * r + c + 3]))
            found.append(f"cage {total} r{r + 1}c{c + 1}-r{r + 1}c{c + 3}")
    return found


def small(rules: list[str], clues: str = "." * 16) -> Puzzle:
    return Puzzle.parse(clues).under(map(parse, rules))


def test_verdicts() -> None:
    """A killer of rows, with clues for the rest, is unique; fewer rules give several solutions, a false one none."""
    clues = Puzzle.parse("".join(d if k % 4 == 0 else "." for k, d in enumerate(GRID)))
    puzzle = clues.under(map(parse, cages()))
    answer = verify(puzzle)
    assert isinstance(answer, (Unique, Multiple))
    assert isinstance(verify(puzzle.under([])), Multiple)
    impossible = verify(puzzle.under([parse("cage 24 r1c1-r1c3"), parse("cage 24 r1c4-r1c6")]))
    assert isinstance(impossible, Impossible)
    assert isinstance(impossible.core, tuple)


@pytest.mark.parametrize("engine", ["sat", "sat:glucose4", "sat:minicard", "cp-sat", "recursive"])
def test_engines_agree(engine: str) -> None:
    """Every engine that serves constraints counts the same solutions of 4x4 puzzles with rules."""
    for rules, number in EXPECTED:
        puzzle = small(rules, "1" + "." * 15)
        assert count(puzzle, engine=engine).number == number, rules


def plain_count(rules: list[str]) -> int:
    puzzle = small(rules, "1" + "." * 15)
    return sum(puzzle.is_solved_by(bytes(grid.cells)) for grid in solutions(puzzle.under([])))


EXPECTED = [
    (rules, plain_count(rules))
    for rules in (
        ["thermo r1c1-r1c3", "xv 5 r2c1 r2c2"],
        ["arrow r4c4 / r3c3 r2c4", "anti-king"],
        ["or { cage 7 r1c2 r1c3 | odd r4c4 ; odd r3c3 }", "not { palindrome r2c1-r2c4 }"],
        ["diagonal -", "diagonal +"],
        ["renban r1c1-r3c1", "skyscraper 2 r1c1-r1c4"],
    )
]


def test_recursive_is_the_definition() -> None:
    """The recursive engine finds exactly the fillings whose definitions hold."""
    for board, text in CASES[::6]:
        rule = placed(board, text)
        found = RecursiveEngine(board, constraints=(rule,)).search(bytes(board.size), 0)
        kept = {bytes(v - board.lo + 1 for v in values) for values in fillings(board) if rule.holds(values)}
        assert found.complete
        assert set(found.solutions) == kept, text


def test_doublers() -> None:
    """Doublers: engines agree, and every solution passes the definition, on a 4x4 board."""
    puzzle = small(["doublers { cage 12 r1c1 r1c2 r1c3 ; sum 5 r4c1 r4c2 }"], "." * 16)
    by_sat = {grid.cells for grid in solutions(puzzle)}
    by_definition = {grid.cells for grid in solutions(puzzle.under([])) if puzzle.is_solved_by(grid.cells)}
    assert by_sat == by_definition
    assert by_sat


def test_other_boards() -> None:
    """Boards that are not square, digits from 0, houses with fewer cells than digits: counted by two engines."""
    for board in (
        Geometry.shaped(2, 3, 1, 3),
        Geometry.shaped(3, 3, 0, 3),
        Geometry.shaped(2, 4, 0, 3, [(0, 1, 4, 5), (2, 3, 6, 7)]),
        Geometry.shaped(2, 2, 1, 3, latin=False),
    ):
        puzzle = Puzzle(bytes(board.size), board)
        assert count(puzzle).number == count(puzzle, engine="recursive").number > 1
    assert Geometry.shaped(9, 9, regions=[house.cells for house in Geometry().houses[18:]]) == Geometry()


def test_zero_is_a_digit() -> None:
    """On digits 0 to 3 a solution reads with zeros, and a constraint speaks of real digits."""
    board = Geometry.shaped(4, 4, 0, 3, [(0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)])
    found = solve(Puzzle(bytes(16), board, (parse("sum 0 r1c1"), parse("cage 1 r1c1 r1c2"))), limit=0)
    assert found.complete
    assert all(solution.line().startswith("01") for solution in found.solutions)
    assert found.solutions


@pytest.mark.parametrize("engine", ["bitmask", "dlx", "logic"])
def test_engines_refuse_by_name(engine: str) -> None:
    """An engine that serves no constraints says so and names one."""
    with pytest.raises(UsageError, match="cage 9 at r1c1 r1c2"):
        verify(Puzzle(bytes(81), constraints=(Cage("r1c1 r1c2", 9),)), engine=engine)


def test_values() -> None:
    """Puzzles with equal rules are equal, hash alike, survive pickling, and their repr evaluates."""
    one = Puzzle(bytes(81), constraints=(Cage("r1c1 r1c2", 9), Thermometer("r3c1-r3c5"), Arrow("r5c5", [50, 51])))
    other = Puzzle(bytes(81), constraints=tuple(from_dict(rule.to_dict()) for rule in one.constraints))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Puzzle(bytes(81))
    assert pickle.loads(pickle.dumps(one)) == one
    assert (
        eval(
            repr(one),
            {"Puzzle": Puzzle, "Geometry": Geometry, "Cage": Cage, "Thermometer": Thermometer, "Arrow": Arrow},
        )
        == one
    )
    assert one.only([0]).constraints == one.constraints


@pytest.mark.parametrize(("board", "text"), CASES, ids=[text for _, text in CASES])
def test_text_and_json(board: Geometry, text: str) -> None:
    """A rule comes back from its text form and its record; it has a description and shapes."""
    rule = placed(board, text)
    assert parse(rule.text).on(board) == rule
    assert from_dict(rule.to_dict()).on(board) == rule
    assert rule.describe()
    assert rule.shapes()
    assert set(rule.scope) <= set(range(board.size))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is no rule"),
        ("cag 9 r1c1", "known: "),
        ("cage 9", "cells is missing"),
        ("cage 9 r1c1 r1c1", "there twice"),
        ("cage 9 r1c0", "r1c0"),
        ("cage 9 r1c1-r2c3", "no straight run"),
        ("cage 9 8 7 r1c1", "'7' is not understood"),
        ("cage sum=x r1c1", "no whole number"),
        ("cage 9 r12c1", "outside a 9x9 board"),
        ("anti-knight r1c1", "takes no cells"),
        ("xv 5 r1c1", "1 cells; it takes 2"),
        ("or { cage 9 r1c1", "closing brace"),
        ("cage { cage 9 r1c1 }", "no rules in braces"),
        ("cage 9 r1c1 }", "should end"),
        ("regex [12 r1c1", "expression"),
        ("regex (1 r1c1", "parenthesis"),
        ("regex 1{3,2} r1c1", "smaller"),
        ("negative same", "known: difference, ratio, xv"),
        ("not { connected 1 }", "cannot be negated"),
        ("diagonal x", "known: +, -"),
        ("full-rank 3 r1c1 r2c2", "whole row or column"),
    ],
)
def test_errors(text: str, problem: str) -> None:
    """What is no rule, or does not fit the board, is an error that says what and why."""
    with pytest.raises(ConstraintError, match=problem.replace("+", "[+]")) as caught:
        Puzzle(bytes(81), constraints=(parse(text),))
    assert isinstance(caught.value, CpSudokuError)


def test_negative_keeps_its_marks() -> None:
    """A negative constraint exempts the pairs marked when it was placed, also after a dot is taken away."""
    puzzle = Puzzle(bytes(81), constraints=(parse("difference r1c1 r1c2"), parse("negative difference")))
    negative = puzzle.constraints[1]
    assert negative.marked == (("r1c1", "r1c2"),)
    assert puzzle.under([negative]).constraints == (negative,)


@pytest.mark.parametrize(
    "question",
    [
        "rate",
        "hint",
        "all_steps",
        "canonical_form",
        "write",
    ],
)
def test_questions_refuse_by_name(question: str) -> None:
    """A question that does not serve constraints names one instead of ignoring it; nor does it take an odd board."""
    for puzzle in (
        Puzzle(bytes(81), constraints=(Cage("r1c1 r1c2", 9),)),
        Puzzle(bytes(54), Geometry.shaped(6, 9)),
    ):
        with pytest.raises(UsageError, match=r"cage 9 at r1c1 r1c2|6x9"):
            _asked(question, puzzle)


def _asked(question: str, puzzle: Puzzle) -> None:
    if question == "write":
        list(write_records([puzzle], "line"))
    else:
        getattr(cpsudoku, question)(puzzle)


def test_words_of_houses_are_not_said_of_constraints() -> None:
    """17 clues bound plain puzzles only; parts to swap are told only where every rule is a house."""
    puzzle = Puzzle(bytes(81), constraints=(Cage("r1c1 r1c2", 9),))
    assert not remark(puzzle)
    assert remark(puzzle.under([]))
    answer = verify(puzzle)
    assert isinstance(answer, Multiple)
    assert answer.components == (answer.first.difference(answer.second),)
    board = Geometry.shaped(2, 3, 1, 4)
    other = verify(Puzzle(bytes(6), board))
    assert isinstance(other, Multiple)
    assert len(other.components) == 1
    assert other._repr_html_()
    assert str(other.first)


def test_overlapping_grids() -> None:
    """Two 4x4 grids that share a box, as one board of houses with clues in unused cells: as many as they combine to."""
    n = 6
    houses, used = [], set()
    for top, left in ((0, 0), (2, 2)):
        cells = [[(top + r) * n + left + c for c in range(4)] for r in range(4)]
        used.update(cell for row in cells for cell in row)
        houses += [*cells, *([row[c] for row in cells] for c in range(4))]
        houses += [[cells[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    board = Geometry.shaped(n, n, 1, 4, houses, latin=False)
    clues = bytes(0 if cell in used else 1 for cell in range(n * n))
    puzzle = Puzzle(clues, board, (parse("thermo r3c3 r3c4"), parse("cage 3 r4c4 r4c3")))
    boxes = [grid.cells for grid in solutions("." * 16)]
    ends = [(g[10], g[11], g[14], g[15]) for g in boxes]  # the shared box, as the first grid fills it
    starts = [(g[0], g[1], g[4], g[5]) for g in boxes]
    expected = sum(ends.count(box) * starts.count(box) for box in set(ends) if box[0] < box[1] and box[2] + box[3] == 3)
    assert count(puzzle).number == expected > 0


def test_extra_variables() -> None:
    """A cell beside the grid that no house holds serves as a variable: here, it equals two sums."""
    rows = [[5 * r + c for c in range(4)] for r in range(4)]
    houses = [*rows, *([row[c] for row in rows] for c in range(4))]
    board = Geometry.shaped(4, 5, 1, 4, houses, latin=False)
    clues = bytearray(20)
    clues[9] = clues[14] = clues[19] = 1  # the last column's other cells are not used
    rules = (parse("arrow r1c5 / r1c1 r1c2"), parse("arrow r1c5 / r4c4 r3c4"))
    found = solve(Puzzle(bytes(clues), board, rules), limit=0)
    assert found.complete
    latin = Geometry.shaped(4, 4, 1, 4)
    grids = [grid.cells for grid in solve(Puzzle(bytes(16), latin), limit=0).solutions]
    expected = sum(3 <= g[0] + g[1] == g[15] + g[11] <= 4 for g in grids)
    assert len(found.solutions) == expected > 0


@pytest.mark.parametrize("encoding", ["minimal", "extended", "extended-native", "extended-product", "triad"])
def test_encodings(encoding: str) -> None:
    """Any encoding with direct variables states the houses under constraints, and all count the same."""
    rules, number = EXPECTED[2]
    puzzle = small(rules, "1" + "." * 15)
    assert len(solve(puzzle, limit=0, encoding=encoding).solutions) == number


@pytest.mark.parametrize("encoding", ["log", "order", "cp-exactly-one"])
def test_encodings_without_single_literals(encoding: str) -> None:
    """An encoding whose digits are no single literals is refused by name."""
    with pytest.raises(EncodingError, match=f"{encoding}: .*direct"):
        solve(small(["anti-king"]), encoding=encoding)


def test_limits() -> None:
    """A search that reaches its limit says so: unknown, not impossible."""
    puzzle = Puzzle(bytes(81), constraints=tuple(map(parse, cages()))).only([])
    for engine, limits in (
        ("sat", Limits(conflicts=1)),
        ("recursive", Limits(conflicts=3)),
        ("cp-sat", Limits(seconds=0.001)),
    ):
        found = solve(puzzle, limit=0, engine=engine, limits=limits)
        assert not found.complete
        assert found.why


@pytest.mark.parametrize("engine", ["sat", "cp-sat"])
def test_streams(engine: str) -> None:
    """A stream of puzzles under different rules and on different boards has the verdicts of one by one."""
    puzzles = [
        small(["thermo r1c1-r1c4"]),
        small(["anti-king", "thermo r1c1-r1c4"], "." * 16),
        small(["cage 10 r1c1 r1c2"]),
        small([]),
        Puzzle(bytes(6), Geometry.shaped(2, 3, 1, 3)),
        small(["thermo r1c1-r1c4"], "...." + "3412" + "." * 8),
    ]
    assert [type(v) for v in cpsudoku.verify_many(puzzles, engine=engine)] == [type(verify(p)) for p in puzzles]
    words = {v.word for v in cpsudoku.verify_many(puzzles, engine=engine) if not isinstance(v, Unknown)}
    assert {"multiple", "impossible"} <= words


HIDDEN_HOSTILITY = (
    "diagonal -",
    "cage 8 r1c2 r1c1 r2c1",
    "cage 7 r5c1 r6c1 r6c2",
    "cage 23 r4c2 r5c2 r5c3",
    "cage 22 r2c3 r2c2 r3c2",
    "cage 23 r2c4 r2c5 r3c5",
    "cage 21 r4c5 r5c5 r5c4",
    "cage 8 r5c6 r6c6 r6c5",
    "cage 7 r1c5 r1c6 r2c6",
    "greater r1c3 r1c4",
    "greater r6c3 r6c2",
    "greater r3c5 r3c6",
)
"""A 6x6 board with digits 1 to 9 and regions of nine (from the examples of Interactive Sudoku Solver, MIT)."""
REGIONS = [
    [0, 1, 2, 6, 7, 8, 12, 13, 14],
    [3, 4, 5, 9, 10, 11, 15, 16, 17],
    [18, 19, 20, 24, 25, 26, 30, 31, 32],
    [21, 22, 23, 27, 28, 29, 33, 34, 35],
]


def test_cp_sat_agrees_where_its_presolve_once_did_not() -> None:
    """The one solution of a small killer with digits 1 to 9 on 6x6 is found by sat and by cp-sat."""
    board = Geometry.shaped(6, 6, 1, 9, REGIONS)
    puzzle = Puzzle(bytes(36), board, tuple(map(parse, HIDDEN_HOSTILITY)))
    assert isinstance(verify(puzzle, cross_check="cp-sat"), Unique)
