"""Ten things that a new user tries, in the order in which one tries them."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest

import cpsudoku
from cpsudoku import Limits, Multiple, Puzzle, Unique, Unknown, draw, generate, load_many, rate, solve, verify
from cpsudoku.errors import NotationError, UnknownName, UnknownOption, UsageError, WrongInput

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SPENT = Limits(conflicts=0)
"""A limit that is reached at once."""


def test_1_build_a_puzzle_from_what_is_at_hand() -> None:
    """A text, a list of 81, nine lists, an array, the puzzle itself: one constructor."""
    puzzle = Puzzle(LINE)
    digits = [int(symbol) if symbol != "." else 0 for symbol in LINE]
    rows = [digits[at : at + 9] for at in range(0, 81, 9)]
    for form in (digits, rows, np.array(digits), np.array(rows), list(LINE), puzzle, list(puzzle), str(puzzle)):
        assert Puzzle(form) == puzzle
    assert repr(puzzle) == f"Puzzle('{LINE}')"


def test_2_look_at_its_cells() -> None:
    """By row and column from 0, by name, or one after another; an open cell is None. Printed, it is a board."""
    puzzle = Puzzle(LINE)
    assert puzzle[0, 0] == puzzle["r1c1"] == 5
    assert puzzle[0, 3] is puzzle["r1c4"] is None
    assert len(puzzle) == len(list(puzzle)) == 81
    assert [digit for digit in puzzle if digit is not None][:3] == [5, 3, 7]
    assert str(puzzle).splitlines()[0] == "5 3 . | . 7 . | . . ."


def test_3_solve_it_and_print_the_solution() -> None:
    """`print(solve(p))` is the grid; `.solution` is the grid as an object, None where there is none."""
    answer = solve(LINE)
    assert str(answer).splitlines()[0] == "5 3 4 | 6 7 8 | 9 1 2"
    assert answer.solution is not None
    assert answer.solution.line() == FULL
    assert answer.solution[8, 8] == 9
    assert answer
    assert not solve("55" + "." * 79)
    assert solve("55" + "." * 79).solution is None
    assert [len(solve(EMPTY, limit=3).solutions), solve(EMPTY, limit=3).unique] == [3, False]
    with pytest.raises(WrongInput, match="whether there is a solution is open"):
        bool(solve(HARD, limits=SPENT))


def test_4_ask_whether_the_solution_is_the_only_one() -> None:
    """A verdict is true for a unique puzzle alone; one that ran out of time refuses to be true or false."""
    assert verify(LINE)
    assert verify(LINE).unique is True
    assert verify(LINE) == Unique(cpsudoku.Solution(FULL))
    several = verify(EMPTY)
    assert not several
    assert several.unique is False
    assert isinstance(several, Multiple)
    assert several.solutions == (several.first, several.second)
    assert several.solution == several.first
    none = verify("55" + "." * 79)
    assert not none
    assert (none.unique, none.solution, none.solutions) == (False, None, ())
    out_of_time = verify(HARD, limits=SPENT)
    assert isinstance(out_of_time, Unknown)
    assert (out_of_time.unique, out_of_time.solution, out_of_time.solutions) == (None, None, ())
    with pytest.raises(TypeError, match=r"unknown \(.*\): neither true nor false; look at \.unique"):
        bool(out_of_time)
    assert str(verify(LINE)).splitlines()[0] == "unique"


def test_5_rate_it() -> None:
    """`.er` and `float` give one number; a puzzle without a rating has None, and `float` says why there is none."""
    assert rate(LINE).er == float(rate(LINE)) == 1.2
    assert rate(EMPTY).er is None
    assert rate(EMPTY).steps == ()
    with pytest.raises(UsageError, match="no rating: the puzzle has more than one solution"):
        float(rate(EMPTY))


def test_6_generate_one_and_go_on_with_it() -> None:
    """`difficulty` is a level, a number or two of either; what is generated goes into every other function."""
    new = generate(difficulty="easy", seed=1)
    assert verify(new).solution == new.solution
    assert rate(new).level == "easy"
    assert str(new) == str(new.puzzle)
    assert 1.0 <= float(rate(generate(difficulty=("easy", 2.5), seed=1))) <= 2.5
    assert generate(difficulty=1.2, seed=1) == generate(rating=1.2, seed=1)
    assert generate(difficulty=(1.2, 1.5), seed=1) == generate(rating=(1.2, 1.5), seed=1)


def test_7_read_a_file(tmp_path: Path) -> None:
    """`Puzzle.load` reads one puzzle, `load_many` several as they are needed; a `Path` stands for its file anywhere."""
    one, many = tmp_path / "one.txt", tmp_path / "many.txt.gz"
    one.write_text(str(Puzzle(LINE)), encoding="utf-8")
    with gzip.open(many, "wt", encoding="utf-8") as file:
        file.write(f"{LINE}\n{EMPTY}\nno puzzle\n{LINE}\n")
    assert Puzzle.load(one) == Puzzle.load(str(one)) == Puzzle(one) == Puzzle(LINE)
    assert verify(one).unique
    puzzles = load_many(many)
    assert [next(puzzles), next(puzzles)] == [Puzzle(LINE), Puzzle(EMPTY)]
    with pytest.raises(NotationError, match=r"many\.txt\.gz, line 3"):
        next(puzzles)
    for stream in (many, load_many(many)):
        assert [answer.word for answer in cpsudoku.verify_many(stream)] == ["unique", "multiple", "invalid", "unique"]
    with pytest.raises(NotationError, match=r"many\.txt\.gz"):
        Puzzle.load(many)
    with pytest.raises(NotationError, match=r"none\.txt: cannot be opened"):
        Puzzle.load(tmp_path / "none.txt")
    with pytest.raises(NotationError, match=r"for a file: Puzzle\.load\('mine\.sdm'\), or a pathlib\.Path$"):
        Puzzle("mine.sdm")


def test_8_draw_it(tmp_path: Path) -> None:
    """`Picture.save` writes what the suffix says; notebooks show puzzles and answers by themselves."""
    path = tmp_path / "puzzle.svg"
    draw(LINE).save(path)
    assert "<svg" in path.read_text(encoding="utf-8")
    assert "<svg" in (Puzzle(LINE)._repr_svg_() or "")
    with pytest.raises(UsageError, match=r"puzzle\.gif: a picture's file ends in \.svg, \.png, \.pdf"):
        draw(LINE).save(tmp_path / "puzzle.gif")


def test_9_write_a_loop() -> None:
    """Puzzles sort into sets, count their clues and answer one by one or together."""
    rng = random.Random(1)
    puzzles = {Puzzle(LINE).only(rng.sample(range(81), 70)) for _ in range(5)}
    unique = [puzzle for puzzle in puzzles if verify(puzzle)]
    assert unique == [puzzle for puzzle, answer in zip(puzzles, cpsudoku.verify_many(puzzles)) if answer]


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: Puzzle("53..7..."), NotationError, "8 cells"),
        (lambda: verify("puzzles.txt"), NotationError, r"for a file: Puzzle\.load.*a pathlib\.Path"),
        (lambda: verify(53), WrongInput, r"53 \(of type int\) is no puzzle; accepted: a Puzzle, .*a pathlib\.Path"),  # type: ignore[arg-type]
        (lambda: Puzzle(LINE)[9, 0], IndexError, r"\[\(9, 0\)\] is no cell of this board"),
        (lambda: generate(difficulty="medim"), UnknownName, r"level 'medim' is unknown \(did you mean 'medium'\?\)"),
        (lambda: generate(dificulty="easy"), UnknownOption, r"no option 'dificulty'.*did you mean 'difficulty'"),  # type: ignore[call-arg]
        (lambda: generate(sede=1), UnknownOption, r"no option 'sede'.*did you mean 'seed'"),  # type: ignore[call-arg]
        (lambda: generate(difficulty="easy", level="hard"), UsageError, "give one of the three"),
        (lambda: cpsudoku.verify_many(LINE), WrongInput, "a text is one puzzle"),
        (lambda: cpsudoku.verify_many(Puzzle(LINE)), WrongInput, r"an object of type Puzzle; .*\[puzzle\]"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_10_make_a_mistake(wrong: object, error: type[Exception], message: str) -> None:
    """The error says what was given and what would have been accepted."""
    with pytest.raises(error, match=message):
        wrong()  # type: ignore[operator]
