"""Whether easier steps existed than those of a rating."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cpsudoku import Puzzle, all_steps
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.evidence.checker import Rejected
from cpsudoku.evidence.checker.rating import retrace
from cpsudoku.evidence.checker.rating.board import Grid
from cpsudoku.evidence.checker.rating.claim import claim_of
from cpsudoku.evidence.checker.rating.exact import RUNGS, easier
from cpsudoku.rating.path import walk
from cpsudoku.techniques.ladder import TECHNIQUES

from .test_retracing import ALL_RUNGS, HARD, ready, rows


def easy() -> list[str]:
    """Puzzles whose rating needs no chain, one of each number of the sample."""
    found = {ready(text)[0]["er"]: text for text in rows()}
    return [text for er, text in sorted(found.items()) if er <= 6.2]


@pytest.mark.parametrize("text", easy())
def test_ratings_without_chains_are_exact(text: str) -> None:
    """Up to 6.2 the checker finds, as the rater does, that at no step an easier one existed."""
    rating, puzzle, solution = ready(text)
    assert retrace(rating, puzzle, solution, exact=True).startswith(f"rating exactly {rating['er']}: ")


def test_ratings_with_chains_are_not_known_to_be_exact() -> None:
    """Chains are not searched, and the answer says so, and up to where it was searched."""
    rating, puzzle, solution = ready(HARD)
    said = retrace(rating, puzzle, solution, exact=True)
    assert said.startswith(f"rating at most {rating['er']}")
    assert "not known to be exact: no easier step below 6.5 existed; chains are not searched" in said


def raised(technique: str, number: float, text: str) -> tuple[dict[str, Any], bytes, bytes]:
    """The path with its last cells, where they are that too, called this technique."""
    rating, puzzle, solution = copy.deepcopy(ready(text))
    for step in rating["steps"]:
        if step["technique"] == "last-cell":
            step.update(technique=technique, rating=number)
    values = [step["rating"] for step in rating["steps"]]
    placing = next(k for k, step in enumerate(rating["steps"]) if step["place"])
    rating.update(er=max(values), ep=max(values[: placing + 1]), ed=values[0])
    return rating, puzzle, solution


def test_a_rating_raised_by_valid_steps_is_not_exact() -> None:
    """Last cells taken for naked singles are valid steps, so a bound; but not the rating."""
    rating, puzzle, solution = raised("naked-single", 2.3, easy()[0])
    assert (rating["er"], rating["ep"], rating["ed"]) != (2.3, 2.3, 2.3)
    said = retrace(rating, puzzle, solution)
    assert said.startswith("rating at most 2.3")
    assert "valid steps whose hardest is 2.3" in said
    with pytest.raises(Rejected, match=r"an easier step exists: last-cell or .* applies"):
        retrace(rating, puzzle, solution, exact=True)


def test_the_rungs_are_the_ladders() -> None:
    """Rungs 1 to 20 are searched in the order of the ladder."""
    expected = [tuple(t.key for t in TECHNIQUES if t.rung == rung) for rung in range(1, 21)]
    assert [techniques for techniques, _ in RUNGS] == expected


def test_what_is_easier_is_found_at_every_rung() -> None:
    """Before each step of a path, a claim of something harder is answered by that step's rung, or an earlier one."""
    met = set()
    for text in easy():
        rating, puzzle, _ = ready(text)
        grid = Grid(puzzle)
        for step in rating["steps"]:
            claim = claim_of(step)
            if claim.technique not in met:
                met.add(claim.technique)
                harder = claim._replace(technique="aligned-triplet", tenths=75)
                assert claim.technique in easier(harder, grid)
            grid.remove(claim.removals)
            if claim.place:
                grid.place(*claim.place)
    assert len(met) > 20


@pytest.mark.parametrize(("puzzles", "stride"), [(1, 40), pytest.param(4, 10, marks=pytest.mark.long)])
def test_every_rung_has_the_numbers_that_the_rater_finds(puzzles: int, stride: int) -> None:
    """In any position, easy or not, a rung finds something where the rater's own search does, and of the same worth."""
    met = set()
    for text in easy()[::-1][:puzzles]:
        puzzle = Puzzle.parse(text)
        grid = Grid(puzzle.cells)
        for number, step in enumerate(walk(puzzle, None, ALL_RUNGS)):
            if number % stride == 0:
                every = all_steps(Puzzle(bytes(grid.digit), CLASSIC), step.before)
                for techniques, find in RUNGS:
                    numbers = {round(10 * other.rating) for other in every if other.technique in techniques}
                    assert set(find(grid)) == numbers, techniques
                    met |= {techniques} if numbers else set()
            grid.remove(step.removals)
            if step.placement:
                grid.place(*step.placement)
    assert len(met) > (8 if puzzles > 1 else 4)
