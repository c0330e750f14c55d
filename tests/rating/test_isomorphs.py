"""Ratings of isomorphs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from cpsudoku import Puzzle, canonical_form, rate, rate_many
from cpsudoku.cli.main import build
from cpsudoku.errors import UsageError, WrongInput
from cpsudoku.rating.answers import Unrated
from cpsudoku.rating.isomorphs import Spread, turned
from cpsudoku.rating.scale import NO_ISOMORPHS
from cpsudoku.results import Rating
from cpsudoku.samples import path_of

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1."


def run(*words: str) -> Any:
    return CliRunner().invoke(build(), list(words))


def test_turned_puzzles_are_the_same_puzzle() -> None:
    """Isomorphs have the puzzle's canonical form, differ from one another, and are the same again for a seed."""
    puzzle = Puzzle.parse(EASY)
    isomorphs = list(turned(puzzle.cells, 50, 1))
    assert len(set(isomorphs)) == 50
    assert {canonical_form(Puzzle(cells, puzzle.geometry)).puzzle for cells in isomorphs} == {
        canonical_form(puzzle).puzzle
    }
    assert isomorphs == list(turned(puzzle.cells, 50, 1))
    assert isomorphs != list(turned(puzzle.cells, 50, -1))


def test_the_spread_is_of_ratings_one_by_one() -> None:
    """Each number of the spread is the count of isomorphs that `rate` gives it; the puzzle keeps its own rating."""
    line = path_of("hard").read_text().split()[1]
    puzzle = Puzzle.parse(line)
    found = rate(puzzle, isomorphs=12, seed=5)
    alone = [rate(Puzzle(cells, puzzle.geometry)) for cells in turned(puzzle.cells, 12, 5)]
    assert isinstance(found, Rating)
    assert found.spread is not None
    for name in ("er", "ep", "ed"):
        values = [getattr(one, name) for one in alone]
        assert getattr(found.spread, name) == {value: values.count(value) for value in sorted(set(values))}
    plain = rate(puzzle)
    assert isinstance(plain, Rating)
    assert plain.spread is None
    assert (found.er, found.ep, found.ed, found.steps) == (plain.er, plain.ep, plain.ed, plain.steps)


def test_streams_give_the_same() -> None:
    """`rate_many` and the command, on one or two processes, say what `rate` says; columns come as ever."""
    lines = [EASY, *path_of("17-clue").read_text().split()[:3], "." * 81]
    every = list(rate_many(lines, isomorphs=4, seed=2))
    assert [getattr(one, "spread", None) for one in every] == [
        getattr(rate(line, isomorphs=4, seed=2), "spread", None) for line in lines
    ]
    assert list(rate_many(lines, isomorphs=4, seed=2, jobs=2)) == every
    table = rate_many(lines, isomorphs=4).arrays()
    assert list(table["er"][:4]) == [one.er for one in every[:4]]


def test_what_is_said(tmp_path: Any) -> None:
    """In words, as JSON, and as columns of a CSV."""
    said = run("rate", "--isomorphs", "3", EASY)
    assert said.exit_code == 0
    assert said.stdout.splitlines()[-1] == "3 isomorphs: ER 1.2 always"
    record = json.loads(run("rate", "--isomorphs", "3", "--seed", "4", "--jsonl", EASY).stdout)
    counts = {"least": 1.2, "greatest": 1.2, "counts": {"1.2": 3}}
    assert record["spread"] == {"isomorphs": 3, "seed": 4, "er": counts, "ep": counts, "ed": counts}
    file = tmp_path / "two.txt"
    file.write_text(f"{EASY}\n{EASY}\n")
    header, first, _ = run("rate", "--isomorphs", "3", "--csv", str(file)).stdout.splitlines()
    assert dict(zip(header.split(","), first.split(",")))["er_greatest"] == "1.2"
    assert "; 3 isomorphs: ER 1.2 always" in run("rate", "--isomorphs", "3", str(file)).stdout
    spread = Spread(4, 0, {8.2: 1, 8.3: 3}, {8.3: 4}, {8.3: 4})
    assert str(spread) == "4 isomorphs: ER 8.2 to 8.3 (8.2 1 times, 8.3 3 times)"
    assert (spread.least, spread.greatest) == (8.2, 8.3)


def test_what_has_none() -> None:
    """Other boards, candidates, early ends and senseless numbers are refused in words; no rating, no spread."""
    assert rate_many(["1....4....2....."], isomorphs=2).__next__() == Unrated(
        Puzzle.parse("1....4....2....."), "refused", NO_ISOMORPHS
    )
    with pytest.raises(UsageError, match="classic board"):
        rate("1....4....2.....", isomorphs=2)
    with pytest.raises(UsageError, match="stops early"):
        rate(EASY, isomorphs=2, max_er=3.0)
    with pytest.raises(UsageError, match="from 1 to 10,000"):
        rate(EASY, isomorphs=-1)
    with pytest.raises(WrongInput, match="seed=an object of type str"):
        rate(EASY, isomorphs=1, seed="x")  # type: ignore[arg-type]
    assert "--isomorphs goes without" in str(run("rate", "--isomorphs", "2", "--pearl", EASY).exception)
    assert isinstance(rate("." * 81, isomorphs=2), Unrated)
