"""Every public function with all that a user may hand in: accepted shapes give one answer, all else one error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku import CpSudokuError, Puzzle, Solution
from cpsudoku.errors import GeometryError, NotASolution, NotationError, UnknownName, UsageError, WrongInput
from cpsudoku.formula import catalog
from cpsudoku.results import Rating, Unrated

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1234341221434321"


def nested(line: str, side: int = 9) -> list[list[int]]:
    digits = [int(c) if c != "." else 0 for c in line]
    return [digits[start : start + side] for start in range(0, len(digits), side)]


def listed(found: Any) -> Any:
    return list(found) if isinstance(found, Iterator) else found


def _first_open(given: Any) -> int:
    return Puzzle.of(given).cells.index(0)


ONE: dict[str, Callable[[Any], Any]] = {
    "Puzzle.of": Puzzle.of,
    "Puzzle.parse": Puzzle.parse,
    "all_steps": cpsudoku.all_steps,
    "candidates": cpsudoku.candidates,
    "canonical_form": cpsudoku.canonical_form,
    "certify": cpsudoku.certify,
    "count": lambda given: cpsudoku.count(given, limit=3),
    "diagnose": cpsudoku.diagnose,
    "draw": cpsudoku.draw,
    "explain": lambda given: cpsudoku.explain(given, limits=cpsudoku.Limits(seconds=20)),
    "hint": cpsudoku.hint,
    "next_deduction": cpsudoku.next_deduction,
    "rate": cpsudoku.rate,
    "reduce": cpsudoku.reduce,
    "solutions": lambda given: list(cpsudoku.solutions(given)),
    "solve": cpsudoku.solve,
    "solve_by_logic": cpsudoku.solve_by_logic,
    "verify": cpsudoku.verify,
    "why": lambda given: cpsudoku.why(given, _first_open(given)),
}
"""Functions that take one puzzle."""
GRIDS: dict[str, Callable[[Any], Any]] = {
    "Solution.of": Solution.of,
    "Solution.parse": Solution.parse,
    "fewest": cpsudoku.fewest,
    "Uniqueness": lambda given: cpsudoku.results.Uniqueness(given).rival(range(16)),
}
"""Functions that take a filled grid."""
MANY: dict[str, Callable[[Any], Any]] = {
    "candidates_many": lambda given: list(cpsudoku.candidates_many(given)),
    "canonical_many": lambda given: list(cpsudoku.canonical_many(given)),
    "compare": lambda given: [
        (run.answer, run.board, run.fill) for run in cpsudoku.compare(given, engines="bitmask").runs
    ],
    "count_many": lambda given: list(cpsudoku.count_many(given, limit=2)),
    "rate_many": lambda given: list(cpsudoku.rate_many(given)),
    "reduce_many": lambda given: list(cpsudoku.reduce_many(given)),
    "solve_many": lambda given: list(cpsudoku.solve_many(given)),
    "verify_many": lambda given: list(cpsudoku.verify_many(given)),
}
"""Functions that take an iterable of puzzles."""
INVALID = ("candidates_many", "count_many", "solve_many", "verify_many")
"""Those that answer a text without a puzzle."""
OTHER = {"audit", "generate", "generate_many", "load_many", "Geometry", "Limits", "Puzzle", "Solution"}
"""What takes no puzzle, or has its own tests below."""
WRONG = {
    "a number": 123,
    "None": None,
    "bytes": LINE.encode(),
    "a float": 5.3,
    "True": True,
    "an object": object(),
    "a mapping": {"puzzle": LINE},
    "a set": {1, 2},
    "an empty list": [],
    "a flat list too short": [0] * 80,
    "texts of many puzzles": [LINE] * 81,
    "rows as texts": ["53..7...."] * 9,
    "a ragged list": [[0] * 9] * 8 + [[0] * 8],
    "too few rows": [[0] * 9] * 8,
    "a digit too large": [[10, *[0] * 8]] + [[0] * 9] * 8,
    "a negative digit": [[-1, *[0] * 8]] + [[0] * 9] * 8,
    "a fraction": [[1.5, *[0] * 8]] + [[0] * 9] * 8,
    "truth values": [[True] * 9] * 9,
    "lists of objects": [[object()] * 9] * 9,
    "a letter that is no digit": [["?!", *"." * 8]] + [[0] * 9] * 8,
    "a flat array too long": np.zeros(82, dtype=int),
    "a path of no file": Path("no such file.txt"),
    "an array of another shape": np.zeros((9, 8), dtype=int),
    "an array of cubes": np.zeros((2, 2, 2), dtype=int),
    "a prime side": [[0] * 7] * 7,
    "NaN": np.full((9, 9), np.nan),
    "a text that is no puzzle": "53..",
    "no text": "",
}
SHAPES: dict[str, Callable[[str, int], Any]] = {
    "a text": lambda line, side: line,
    "a Puzzle": lambda line, side: Puzzle.parse(line),
    "a grid over lines": lambda line, side: str(Puzzle.parse(line)),
    "a nested list": nested,
    "tuples": lambda line, side: tuple(map(tuple, nested(line, side))),
    "None for empty": lambda line, side: [[digit or None for digit in row] for row in nested(line, side)],
    "symbols": lambda line, side: [[str(digit) if digit else "." for digit in row] for row in nested(line, side)],
    "an array": lambda line, side: np.array(nested(line, side)),
    "an array of bytes": lambda line, side: np.array(nested(line, side), dtype=np.uint8),
    "an array of floats": lambda line, side: np.array(nested(line, side), dtype=float),
    "a flat list": lambda line, side: [digit for row in nested(line, side) for digit in row],
    "a flat list of symbols": lambda line, side: list(line),
    "a flat array": lambda line, side: np.array(nested(line, side)).ravel(),
    "its own cells": lambda line, side: list(Puzzle(line)),
    "an answer with a puzzle": lambda line, side: Unrated(Puzzle(line), "multiple", "of no matter"),
    "a list of arrays": lambda line, side: list(np.array(nested(line, side))),
}


def test_no_public_function_is_left_out() -> None:
    """A function that comes to the front door must come to these tables."""
    functions = {name for name in cpsudoku.__all__ if not isinstance(getattr(cpsudoku, name), type)}
    assert functions - OTHER <= {*ONE, *GRIDS, *MANY}


@pytest.mark.parametrize("name", [*ONE, *GRIDS])
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_puzzle_is_a_documented_error(name: str, wrong: str) -> None:
    """Each function, each wrong thing: a CpSudokuError with words, never AttributeError or TypeError of its own."""
    with pytest.raises(CpSudokuError) as caught:
        (ONE | GRIDS)[name](WRONG[wrong])
    assert len(str(caught.value)) > 15


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_thing_in_a_stream_is_a_documented_error(name: str, wrong: str) -> None:
    """One wrong item among a stream's: an error with words, or Invalid in its place for a text without a puzzle."""
    if name in ("verify_many", "candidates_many", "solve_many", "count_many") and not isinstance(
        wrong_item(wrong), WrongInput
    ):
        (verdict,) = MANY[name]([WRONG[wrong]])
        assert verdict.word == "invalid"
        return
    with pytest.raises(CpSudokuError) as caught:
        MANY[name]([WRONG[wrong]])
    assert len(str(caught.value)) > 15


def wrong_item(name: str) -> CpSudokuError:
    with pytest.raises(CpSudokuError) as caught:
        Puzzle.of(WRONG[name])
    return caught.value


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("given", [LINE, "", Puzzle.parse(LINE), 123, None, LINE.encode(), 5.3, object(), nested(LINE)])
def test_what_is_no_stream_is_a_documented_error(name: str, given: object) -> None:
    """One puzzle in place of many, or a thing that cannot be gone through."""
    with pytest.raises(CpSudokuError) as caught:
        MANY[name](given)
    assert len(str(caught.value)) > 15


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "all_steps" else ()) for name in ONE]
)
def test_every_accepted_shape_gives_the_same_answer(name: str) -> None:
    """A text, a Puzzle, lists, arrays of any kind: one puzzle, one answer."""
    answers = {shape: ONE[name](make(LINE, 9)) for shape, make in SHAPES.items()}
    assert len({repr(answer) for answer in answers.values()}) == 1, answers


@pytest.mark.parametrize("name", GRIDS)
def test_every_accepted_shape_of_a_grid_gives_the_same_answer(name: str) -> None:
    """As above, for functions that take a filled grid; a Solution is one more shape."""
    answers = {shape: GRIDS[name](make(SMALL, 4)) for shape, make in SHAPES.items()}
    answers["a Solution"] = GRIDS[name](Solution.parse(SMALL))
    assert len({repr(answer) for answer in answers.values()}) == 1, answers


@pytest.mark.parametrize("name", MANY)
def test_every_accepted_shape_in_a_stream_gives_the_same_answer(name: str) -> None:
    """Every shape as an item of a stream; the answers do not depend on it."""
    answers = [MANY[name]([make(LINE, 9)]) for make in SHAPES.values()]
    assert len({repr(answer) for answer in answers}) == 1, answers


def test_solutions_are_taken_where_a_puzzle_is() -> None:
    """A Solution is the puzzle with every cell a clue."""
    solution = Solution.parse(FULL)
    assert cpsudoku.verify(solution).word == "unique"
    assert cpsudoku.solve(solution).first == solution
    assert cpsudoku.count(solution).number == 1
    assert cpsudoku.rate(solution).verdict == "solved"  # type: ignore[union-attr]
    assert [verdict.word for verdict in cpsudoku.verify_many([solution])] == ["unique"]


def test_one_text_is_no_stream() -> None:
    """`verify_many("53..")` went through the characters; the error says what to write."""
    with pytest.raises(WrongInput, match=r"a text is one puzzle; verify_many takes an iterable of puzzles.*\[puzzle\]"):
        cpsudoku.verify_many(LINE)


def test_fewest_refuses_a_puzzle_with_empty_cells() -> None:
    """It never came back from one."""
    with pytest.raises(NotASolution, match="r1c3 is empty; a solution fills every cell"):
        cpsudoku.fewest(Puzzle.parse(LINE))


def test_fewest_takes_any_number_of_clues() -> None:
    """More clues than cells are as good as none asked for: no OverflowError in the kernel."""
    assert cpsudoku.fewest(SMALL, at_most=999_999_999_999).puzzle.clue_count <= 16
    assert cpsudoku.fewest(FULL, at_most=999_999_999_999).puzzle.clue_count <= 81


def test_numbers_beyond_all_bounds_and_of_wrong_types() -> None:
    """They were OverflowError, TypeError and AttributeError of the insides."""
    assert cpsudoku.count(LINE, limit=10**30).number == 1
    assert cpsudoku.count("." * 16, limit=10**30).number == 288
    with pytest.raises(UsageError, match="limit 'x'"):
        cpsudoku.solve(LINE, limit="x")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="engine 5 is unknown"):
        cpsudoku.verify(LINE, engine=5)  # type: ignore[arg-type]
    with pytest.raises(GeometryError, match="whole numbers"):
        cpsudoku.Geometry("3", 3)  # type: ignore[arg-type]
    for keep in (5, "a"):
        with pytest.raises(UsageError, match="keep"):
            cpsudoku.reduce(FULL, keep=keep)  # type: ignore[arg-type]
    with pytest.raises(WrongInput, match="candidates"):
        cpsudoku.rate(LINE, candidates="abc")  # type: ignore[arg-type]


def test_compare_takes_one_name_or_several() -> None:
    """`engines="bitmask"` was read as the engines b, i, t, ..."""
    one = cpsudoku.compare([LINE], engines="bitmask")
    several = cpsudoku.compare([LINE], engines=["bitmask"])
    assert one.about["engines"] == several.about["engines"] == ["bitmask"]
    assert cpsudoku.compare([LINE], engines="sat", encodings="triad", simplify="none").about["engines"] == ["sat triad"]
    with pytest.raises(WrongInput, match="engines is 5"):
        cpsudoku.compare([LINE], engines=5)  # type: ignore[arg-type]


def test_draw_takes_verdicts() -> None:
    """The one solution; the first of several; the puzzle that has none; and no picture for Unknown."""
    unique = cpsudoku.verify(LINE)
    assert cpsudoku.draw(unique) == cpsudoku.draw(Solution.parse(FULL)) == cpsudoku.draw(cpsudoku.solve(LINE))
    with pytest.raises(WrongInput, match=r"this Solved has no grid to draw \(impossible\)"):
        cpsudoku.draw(cpsudoku.solve("55" + "." * 79))
    assert cpsudoku.draw(cpsudoku.verify("." * 81)).shapes
    assert cpsudoku.draw(cpsudoku.verify("55" + "." * 79)).shapes
    with pytest.raises(WrongInput, match=r"this Unknown has no grid to draw \(unknown \(a limit\)\)"):
        cpsudoku.draw(cpsudoku.Unknown("a limit"))


def test_generate_starts_from_any_shape_of_grid() -> None:
    """`start_grid` is a Solution, a text, lists or an array."""
    answers = {
        repr(cpsudoku.generate(seed=1, start_grid=given))
        for given in (FULL, Solution.parse(FULL), nested(FULL), np.array(nested(FULL)))
    }
    assert len(answers) == 1
    with pytest.raises(CpSudokuError):
        cpsudoku.generate(seed=1, start_grid=123)


def test_the_error_says_what_was_given_and_what_is_accepted() -> None:
    """So that nobody has to look it up."""
    with pytest.raises(WrongInput, match=r"None is no puzzle; accepted: a Puzzle, a Solution, a text in any format"):
        cpsudoku.verify(None)
    with pytest.raises(WrongInput, match="decode it first"):
        cpsudoku.verify(LINE.encode())
    with pytest.raises(WrongInput, match=r"join\(rows\)"):
        cpsudoku.verify(["53..7...."] * 9)
    with pytest.raises(WrongInput, match="this Generated has no puzzle: no puzzle fitted within 1 attempts"):
        cpsudoku.verify(cpsudoku.generate(seed=1, clues=17, attempts=1))
    assert issubclass(WrongInput, TypeError)
    assert issubclass(WrongInput, ValueError)


LIMITED: dict[str, Callable[[Any], Any]] = {
    "count": lambda limits: cpsudoku.count(LINE, limits=limits),
    "diagnose": lambda limits: cpsudoku.diagnose(LINE, limits=limits),
    "fewest": lambda limits: cpsudoku.fewest(FULL, limits=limits),
    "generate": lambda limits: cpsudoku.generate(limits=limits),
    "reduce": lambda limits: cpsudoku.reduce(FULL, limits=limits),
    "solve": lambda limits: cpsudoku.solve(LINE, limits=limits),
    "solve_many": lambda limits: list(cpsudoku.solve_many([LINE], limits=limits)),
    "count_many": lambda limits: list(cpsudoku.count_many([LINE], limits=limits)),
    "verify": lambda limits: cpsudoku.verify(LINE, limits=limits),
    "verify_many": lambda limits: list(cpsudoku.verify_many([LINE], limits=limits)),
}


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("limits", [5, 0.5, None, (5, None), "5"])
def test_limits_are_limits(name: str, limits: Any) -> None:
    """Seconds, or anything else that is no Limits, are told from one, with what is."""
    with pytest.raises(WrongInput, match=r"give a Limits, such as Limits\(seconds=5\)"):
        LIMITED[name](limits)


@pytest.mark.parametrize(
    ("seconds", "conflicts", "kind"),
    [
        ("a", None, WrongInput),
        (True, None, WrongInput),
        (None, 1.5, WrongInput),
        (None, "1", WrongInput),
        (-1, None, UsageError),
        (float("nan"), None, UsageError),
        (None, -1, UsageError),
    ],
)
def test_limits_are_numbers(seconds: Any, conflicts: Any, kind: type[CpSudokuError]) -> None:
    """Seconds are a number and conflicts a whole number, from 0."""
    with pytest.raises(kind, match="number from 0, or None for no limit"):
        cpsudoku.Limits(seconds, conflicts)
    assert cpsudoku.Limits(np.float64(1), np.int64(5)).conflicts == 5


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"index": 10**30}, "index 10"),
        ({"index": -1}, "index -1"),
        ({"index": "a"}, "index 'a'"),
        ({"seed": "a"}, "seed"),
    ],
)
def test_seeds_and_numbers_of_puzzles(options: Any, why: str) -> None:
    """A seed is any whole number, the number of a puzzle one of 64 bits."""
    with pytest.raises(UsageError, match=why):
        cpsudoku.generate(**options)
    with pytest.raises(UsageError, match=why):
        cpsudoku.reduce(FULL, **options)
    with pytest.raises(UsageError, match="index"):
        next(cpsudoku.generate_many(10**30, start=10**30 - 2, seed=1))
    assert cpsudoku.generate(seed=-1) == cpsudoku.generate(seed=-1)


def test_old_names_answer_with_a_warning() -> None:
    """A name that was moved or renamed gives the new object for one version, and says so."""
    moved = {"shelf": catalog, "catalog": catalog, "Rating": Rating, "NotationError": NotationError}
    for name, new in (moved | {"canonical_forms": cpsudoku.canonical_many}).items():
        with pytest.warns(DeprecationWarning, match=rf"cpsudoku\.{name} is now cpsudoku\."):
            assert getattr(cpsudoku, name) is new
    with pytest.raises(AttributeError, match="no attribute 'verfy'"):
        _ = cpsudoku.verfy


def test_the_front_is_small() -> None:
    """At most 40 names; every result that is not among them is in `cpsudoku.results`, each in one place."""
    assert len(cpsudoku.__all__) <= 40
    for module in (cpsudoku, cpsudoku.results):
        assert sorted(module.__all__) == sorted(module._HOME_OF)
        assert set(module.__all__) <= set(dir(module))
    assert not {*cpsudoku.__all__} & {*cpsudoku.results.__all__}
