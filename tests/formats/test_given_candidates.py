"""Candidate rows and pencilmark grids are puzzles that give candidates: read, asked about and written as such."""

from __future__ import annotations

import json
import random

import pytest

from cpsudoku import (
    CpSudokuError,
    Geometry,
    Multiple,
    Puzzle,
    Solution,
    Unique,
    candidates,
    canonical_form,
    certify,
    count,
    count_many,
    diagnose,
    explain,
    fewest,
    hint,
    reduce,
    solutions,
    solve,
    solve_many,
    verify,
    verify_many,
)
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.board.geometry import CLASSIC, boxes, square
from cpsudoku.constraints.cells import given_masks, with_candidates
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.evidence import checker
from cpsudoku.formats import FORMATS, BadRow, Record, read_one, read_records, unfit, write_records
from cpsudoku.rating.start import grids_from
from cpsudoku.results import Certificate, Deduction, Explanation

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BOARDS = [square(4), boxes(2, 3), CLASSIC, square(16)]


def text_of(masks: list[int], blank: str = ".") -> str:
    side = int(len(masks) ** 0.5)
    return "".join(DEFAULT.symbols[d] if mask >> d & 1 else blank for mask in masks for d in range(side))


def drawn(board: Geometry, rng: random.Random, more: float, single: float = 0.2) -> tuple[list[int], bytes]:
    """Candidates that leave a solution: its digit in each cell, and others by chance."""
    grid = next(iter(solutions(Puzzle(bytes(board.size), board)))).cells
    names = [0, *rng.sample(range(1, board.side + 1), board.side)]
    grid = bytes(names[digit] for digit in grid)
    masks = []
    for digit in grid:
        others = 0 if rng.random() < single else sum(1 << d for d in range(board.side) if rng.random() < more)
        masks.append(1 << digit - 1 | others)
    return masks, grid


SMALL = [grid.cells for grid in solutions(Puzzle(bytes(16), square(4)))]


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    """On 4x4 exactly the grids within the candidates are solutions, for every engine that takes rules."""
    masks, _ = drawn(square(4), random.Random(seed), 0.55)
    row = text_of(masks)
    within = {grid for grid in SMALL if all(masks[cell] >> d - 1 & 1 for cell, d in enumerate(grid))}
    assert {grid.cells for grid in solutions(row)} == within
    for engine in ("sat", "cp-sat", "constraints", "recursive"):
        assert count(row, engine=engine).number == len(within)
    assert [found.number for found in count_many([row, row])] == [len(within)] * 2
    true = candidates(row)
    assert list(true.masks) == [sum({1 << grid[cell] - 1 for grid in within}) for cell in range(16)]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("blank", [".", "0"])
def test_a_row_is_the_puzzle_of_its_candidates(board: Geometry, blank: str) -> None:
    """n characters a cell, `.` or 0 where a digit is no candidate; a cell with one has a clue."""
    masks, grid = drawn(board, random.Random(str(board)), 0.3)
    puzzle = Puzzle.parse(text_of(masks, blank))
    assert puzzle.geometry == board
    assert given_masks(puzzle) == tuple(masks)
    assert dict(puzzle.clues) == {cell: grid[cell] for cell, mask in enumerate(masks) if mask.bit_count() == 1}
    assert puzzle.is_solved_by(grid)


@pytest.mark.parametrize("seed", range(8))
def test_verdicts_are_those_of_another_search(seed: int) -> None:
    """verify, solve and their streams say of 9x9 what a plain search within the candidates finds."""
    masks, _ = drawn(CLASSIC, random.Random(seed), 0.1 + 0.05 * seed)
    row = text_of(masks)
    found = grids_from(Puzzle(bytes(81)), tuple(masks))
    verdict = verify(row)
    assert isinstance(verdict, Unique if len(found) == 1 else Multiple)
    assert [type(one) for one in verify_many([row, GRID, row])] == [type(verdict), Unique, type(verdict)]
    for solved in (solve(row), *solve_many([row])):
        assert all(masks[cell] >> d - 1 & 1 for grid in solved.solutions for cell, d in enumerate(grid.cells))
    if isinstance(verdict, Multiple):
        assert "17" not in str(verdict.to_dict()) or "McGuire" not in str(verdict.to_dict())


def test_all_candidates_are_the_empty_board_and_one_each_a_full_grid() -> None:
    """Rows whose cells have one candidate or all are puzzles of clues alone."""
    assert Puzzle.parse("123456789" * 81) == Puzzle(bytes(81))
    full = text_of([1 << int(digit) - 1 for digit in GRID])
    assert Solution.parse(full) == Solution.parse(GRID)


def test_rows_that_are_none() -> None:
    """A digit out of its place and a cell without candidates are refused, with their place."""
    masks, _ = drawn(CLASSIC, random.Random(1), 0.3)
    row = text_of(masks)
    with pytest.raises(NotationError, match="r1c3 has no candidate; accepted: one or more in each cell"):
        Puzzle.parse(row[:18] + "." * 9 + row[27:])
    wrong = row[:18] + "1" * 9 + row[27:]
    with pytest.raises(NotationError, match=r"'1' at character 20; place 2 of a cell holds 2 or \. for none"):
        Puzzle.parse(wrong, format="candidates")
    (bad,) = read_records([row[:18] + "." * 9 + row[27:]])
    assert isinstance(bad, BadRow)


@pytest.mark.parametrize("name", ["candidates", "pencilmarks", "jsonl", "f-puzzles", "iss"])
def test_candidates_are_written_whole(name: str) -> None:
    """The puzzle that a format gives back is the one that was written; a candidate row is the same row again."""
    masks, _ = drawn(CLASSIC, random.Random(name), 0.3)
    record = read_one(text_of(masks))
    assert unfit(record, FORMATS[name]) == ""
    again = read_one("".join(write_records([record], name)))
    assert given_masks(again.puzzle) == tuple(masks)
    assert "".join(write_records([again], "candidates")).split()[0] == text_of(masks)


@pytest.mark.parametrize("name", ["line", "csv", "grid", "sdk", "opensudoku", "hodoku"])
def test_formats_of_clues_alone_refuse_them(name: str) -> None:
    """A format without candidates does not write the clues of such a puzzle: it names what it cannot hold."""
    masks, _ = drawn(CLASSIC, random.Random(2), 0.3)
    record = read_one(text_of(masks))
    assert f"{name} cannot hold rules beyond houses: candidates" in unfit(record, FORMATS[name])
    with pytest.raises(UsageError, match="candidates"):
        "".join(write_records([record.puzzle], name))


def test_candidates_in_json_are_the_puzzles() -> None:
    """The key `candidates`, a string or a list a cell, says what cells may hold, beside clues and other rules; in an
    answer of the command `candidates` it is the answer."""
    masks, grid = drawn(square(4), random.Random(3), 0.5, single=0)
    lists = [[d + 1 for d in range(4) if mask >> d & 1] for mask in masks]
    clue = DEFAULT.write(grid[:1], 4) + "." * 15
    for given in (text_of(masks), lists):
        puzzle = Puzzle.parse(json.dumps({"puzzle": clue, "constraints": ["even r4c4"], "candidates": given}))
        assert next(rule.word for rule in puzzle.constraints) == "even"
        assert given_masks(puzzle.under(puzzle.constraints[1:])) == (masks[0] & 1 << grid[0] - 1, *masks[1:])
    answer = read_one(json.dumps({"schema": "candidates/1", "puzzle": clue, "candidates": lists}))
    assert (answer.puzzle.constraints, answer.candidates) == ((), tuple(masks))
    with pytest.raises(NotationError, match="r1c2 has none"):
        Puzzle.parse(json.dumps({"puzzle": clue, "candidates": [[1], [], *lists[2:]]}))


def test_every_question_keeps_the_candidates() -> None:
    """Explanations, hints, diagnoses, reductions and certificates are about the puzzle with its candidates."""
    rng = random.Random(4)
    masks, grid = drawn(square(4), rng, 0.3)
    while len(grids_from(Puzzle(bytes(16), square(4)), tuple(masks))) != 1:
        masks, grid = drawn(square(4), rng, 0.3)
    row = text_of(masks)
    puzzle = Puzzle.parse(row)
    explained = explain(row)
    assert isinstance(explained, Explanation)
    assert any(reason.kind == "constraint" for step in explained.steps for reason in step.reasons)
    assert hint(row) is not None
    assert diagnose(row).solutions["solution"].cells == grid
    smaller = reduce(row)
    assert smaller.puzzle.constraints == puzzle.constraints
    assert isinstance(verify(smaller.puzzle), Unique)
    certificate = certify(row)
    assert isinstance(certificate, Certificate)
    assert str(checker.check_certificate(certificate.data)).startswith("unique")


def test_questions_that_cannot_keep_them_refuse() -> None:
    """Canonical forms and fewest clues know no candidates: the message says so, and names a rule with its cells."""
    masks, _ = drawn(CLASSIC, random.Random(5), 0.3)
    row = text_of(masks)
    first = Puzzle.parse(row).constraints[0].describe()
    for ask, what in ((canonical_form, "the canonical form"), (fewest, "a grid alone")):
        with pytest.raises(CpSudokuError) as caught:
            ask(row)
        assert what in str(caught.value)
        assert first in str(caught.value)
        assert "accepted" in str(caught.value)


def test_cells_of_one_rule_share_their_candidates() -> None:
    """Cells with the same candidates share a rule; a clue that its candidates forbid stays a contradiction."""
    puzzle = with_candidates(bytes(16), square(4), [0b11, 0b11, *[0b1111] * 14])
    assert [rule.text for rule in puzzle.constraints] == ["candidates 1,2 r1c1 r1c2"]
    wrong = with_candidates(bytes([3, *bytes(15)]), square(4), [0b11, *[0b1111] * 15])
    assert (given_masks(wrong) or ())[0] == 0
    assert verify(wrong).word == "impossible"
    assert given_masks(Puzzle.parse("1" + "." * 15).under(wrong.constraints)) is not None


def test_deductions_are_exported() -> None:
    """A hint by reasons of a puzzle that gives candidates names them as its reason."""
    from cpsudoku.questions.explanation import next_deduction

    masks, _ = drawn(square(4), random.Random(6), 0.3)
    assert isinstance(next_deduction(Puzzle.parse(text_of(masks))), Deduction)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_tables_links_and_json_hold_candidate_rows(board: Geometry) -> None:
    """Where a document has a puzzle as a text, the text may be a candidate row; on 9x9 it is no 27x27 board."""
    masks, _ = drawn(board, random.Random(8), 0.3)
    row = text_of(masks)
    texts = [
        f"puzzle,rating\n{row},5\n",
        f"rating,puzzle\n5,{row}\n",
        json.dumps({"puzzle": row}),
        json.dumps([{"puzzle": row}]),
        f"{row} 5 # easy\n",
        f"{row},5\n",
    ]
    for text in texts:
        (record,) = read_records([text])
        assert isinstance(record, Record), text
        assert given_masks(record.puzzle) == tuple(masks)


def test_audits_tell_rows_of_the_same_clues_apart() -> None:
    """Two rows with equal clues and other candidates are no duplicates; a row twice is one."""
    from cpsudoku.datasets.front import audit

    first, _ = drawn(CLASSIC, random.Random(7), 0.3)
    second = [mask if mask.bit_count() == 1 else mask | mask >> 1 | 1 for mask in first]
    found = audit([text_of(first), text_of(second), text_of(first)], rate=0).summary
    assert (found["rows"], found["different"], found["duplicates"]) == (3, 2, 1)
