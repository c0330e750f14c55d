"""`grade`: its scores against all completions, what nonsense earns, and that no text is too much."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from cpsudoku import Puzzle, Solution, tasks
from cpsudoku.errors import NotationError, WrongInput
from tests.selection import long_after
from tests.tasks.small import completions, line, puzzles

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def answers_to(cells: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    """A random answer: some cells open, a few wrong, now and then a given changed."""
    full = rng.choice(completions(cells) or [tuple(rng.randint(1, 4) for _ in cells)])
    wrong = rng.choice([0.0, 0.1, 0.5])
    answer = [
        digit if clue else 0 if rng.random() < 0.3 else rng.randint(1, 4) if rng.random() < wrong else digit
        for clue, digit in zip(cells, full)
    ]
    if rng.random() < 0.05:
        answer[rng.randrange(16)] = rng.randint(1, 4)
    return tuple(answer)


@pytest.mark.parametrize("seed", long_after(1, range(8)))
def test_scores_are_those_of_all_completions(seed: int) -> None:
    """On 250 small puzzles a seed, most with several solutions: every field by its definition."""
    rng = random.Random(seed)
    for cells in puzzles(250, seed):
        answer, every = answers_to(cells, rng), completions(cells)
        found = tasks.grade(line(cells), line(answer))
        answer = tuple(digit or clue for digit, clue in zip(answer, cells))
        filled = [cell for cell in range(16) if not cells[cell] and answer[cell]]
        changed = [cell for cell in range(16) if cells[cell] and cells[cell] != answer[cell]]
        nearest = max((sum(grid[cell] == answer[cell] for cell in filled) for grid in every), default=0)
        right = [cell for cell in filled if any(grid[cell] == answer[cell] for grid in every)]
        constant = len({answer[cell] for cell in filled}) == 1 and bool(found.broken)
        assert found.changed == tuple(changed)
        assert found.right == tuple(right)
        assert set(found.wrong) == set(filled) - set(right)
        assert set(found.open) == {cell for cell in range(16) if not answer[cell]}
        assert found.solved == (answer in every)
        assert found.consistent == bool(filled and not changed and completions(answer))
        expected = 0.0 if changed or constant else nearest / cells.count(0)
        assert found.fraction == (1.0 if found.solved else expected)
        assert not found.undecided


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " \n",
        "I cannot solve this.",
        PUZZLE,
        "." * 81,
        "1" * 81,
        PUZZLE.replace(".", "1"),
        PUZZLE.replace(".", "[123456789]"),
        "\n".join(" ".join("123456789" if c == "." else c for c in PUZZLE[i : i + 9]) for i in range(0, 81, 9)),
        "\n".join(f"r{i // 9 + 1}c{i % 9 + 1} = {d}" for i in range(81) for d in range(1, 10)),
        "\n".join(f"r{i // 9 + 1}c{i % 9 + 1}: 1, 2, 3, 4, 5, 6, 7, 8, 9" for i in range(81)),
        "4" + GRID[1:],
        None,
    ],
)
def test_nonsense_earns_nothing(answer: str | None) -> None:
    """No answer, the puzzle, one digit everywhere, all candidates, a changed given."""
    found = tasks.grade(PUZZLE, answer)
    assert (found.solved, found.fraction, found.consistent) == (False, 0.0, False)


def test_a_grid_that_is_no_text_is_graded() -> None:
    """Lists, arrays, a Solution: whatever `Puzzle.of` takes."""
    rows = [[int(digit) for digit in GRID[i : i + 9]] for i in range(0, 81, 9)]
    for answer in (rows, np.array(rows), Solution(GRID), Puzzle(GRID)):
        found = tasks.grade(PUZZLE, answer)
        assert found.solved
        assert found.form == "grid"
    with pytest.raises(WrongInput):
        tasks.grade(PUZZLE, 5)  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        tasks.grade("53..", GRID)


def test_a_full_answer_is_solved_or_not_whatever_the_clues_leave() -> None:
    """Where a puzzle has several solutions, each is right; a puzzle without any has no right answer."""
    several = "." * 72 + GRID[72:]
    other = "".join("345678912"[int(digit) - 1] for digit in GRID)
    several_of_other = "." * 72 + other[72:]
    assert tasks.grade(several, GRID).solved
    assert tasks.grade(several_of_other, other).fraction == 1
    assert not tasks.grade("11" + "." * 79, "11" + GRID[2:]).solved


def test_rules_beyond_houses_count() -> None:
    """A grid that breaks a killer cage is not solved, and the cage is named."""
    from cpsudoku.constraints import Cage

    cage = Cage(["r1c3", "r1c4"], 10)
    puzzle = Puzzle(PUZZLE, constraints=[cage])
    assert tasks.grade(puzzle, GRID).solved
    wrong = Puzzle("." * 81, constraints=[Cage(["r1c3", "r1c4"], 11)])
    found = tasks.grade(wrong, GRID)
    assert not found.solved
    assert len(found.broken) == 1
    assert "r1c3" in found.broken[0]


def test_the_dictionary_is_plain() -> None:
    """`to_dict` has names of cells and JSON types."""
    found = tasks.grade(PUZZLE, GRID[:80] + "8").to_dict()
    assert found["changed"] == ["r9c9"]
    assert found["verdict"] == "wrong"
    assert found["broken"] == ["row 9", "column 9", "box 9"]


def test_nearest_of_very_many_completions() -> None:
    """A board with more completions than are listed: one wrong digit among right ones."""
    nearly = list(GRID)
    nearly[0] = "6"  # r1c4 has it, and r1c4 is filled
    found = tasks.grade("." * 72 + GRID[72:], "".join(nearly[:27]) + "." * 45 + GRID[72:])
    assert found.fraction == 26 / 72
    assert found.consistent is False


def test_undecided_is_an_answer() -> None:
    """Random digits on an empty board: which completion is nearest is not decided, and that is said."""
    rng = random.Random(4)
    found = tasks.grade("." * 81, "".join(str(rng.randint(1, 9)) for _ in range(81)))
    assert found.fraction is None
    assert found.consistent is False


WRITTEN = [json.loads(row) for row in (Path(__file__).with_name("answers.jsonl")).read_text("utf-8").splitlines()]
PUZZLES = WRITTEN[0]["puzzles"]


@pytest.mark.parametrize("name", ["classic", *(name for name in PUZZLES if name != "classic")])
def test_written_answers_earn_what_they_should(name: str) -> None:
    """509 texts: right, partial, cheating, with several grids, in other alphabets, on other boards, under other rules.

    `score` was fixed by hand with the text: `solved`; `none`, no answer; [k], consistent with k cells right; k, not
    consistent and k cells right.
    """
    puzzle = Puzzle(PUZZLES[name])
    for row in WRITTEN[1:]:
        if row["puzzle"] != name:
            continue
        found, score = tasks.grade(puzzle, row["text"]), row["score"]
        right = score[0] if isinstance(score, list) else score if isinstance(score, int) else 0
        expected = (score == "solved", score != "none", score == "solved" or isinstance(score, list))
        assert (found.solved, found.found, found.consistent) == expected, row["note"]
        assert found.fraction == (1 if score == "solved" else right / puzzle.cells.count(0)), row["note"]


def test_what_was_written_is_enough() -> None:
    """500 texts and more, each once."""
    texts = {(row["puzzle"], row["text"]) for row in WRITTEN[1:]}
    assert len(texts) == len(WRITTEN) - 1 >= 500


HOSTILE = [
    "a",
    "1",
    "1 ",
    "[",
    "[[1]",
    "\n",
    "r1c1 = 5 ",
    "Answer:\n",
    "| ",
    "|5|\n",
    "\\begin{",
    "\\",
    "<a ",
    "**",
    "１",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_text_is_too_much(piece: str) -> None:
    """A megabyte of anything is read, and has no answer or a poor one."""
    found = tasks.grade(PUZZLE, piece * (1_000_000 // len(piece)))
    assert not found.solved
    assert found.fraction == 0 or found.form == "placements"


def test_reading_is_in_one_file() -> None:
    """The rule which grid counts is stated where it is carried out."""
    import cpsudoku.tasks.answer_text as module

    assert "last answer marker" in str(module.__doc__)
    assert Path(module.__file__).name == "answer_text.py"
