"""The functions people call."""

from __future__ import annotations

import pytest

from cpsudoku.batch.ratings import rate_many
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import NotationError, UnknownName, UsageError
from cpsudoku.rating.scale import all_steps, allowed, hint, rate
from cpsudoku.techniques.step import Step

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def hard(reference, low, high):
    return next(row["puzzle"] for row in reference if low <= float(row["ER"]) <= high)


def test_many_is_one_by_one_in_order(reference):
    """The stream's ratings are those of single calls, in order, whatever the number of processes."""
    puzzles = [row["puzzle"] for row in reference if float(row["ER"]) < 6]
    single = [rate(puzzle) for puzzle in puzzles]
    assert list(rate_many(puzzles)) == single
    assert list(rate_many(iter(puzzles), jobs=2)) == single


def test_many_reads_no_more_than_it_must():
    """An endless stream is rated as far as it is asked for."""

    def endless():
        while True:
            yield EASY

    stream = rate_many(endless())
    assert [next(stream).er for _ in range(300)] == [rate(EASY).er] * 300


def test_uniqueness_can_be_left_out(reference):
    """Without uniqueness techniques no step is one, and the rating is no lower."""
    row = next(r for r in reference if 4.5 <= float(r["ER"]) < 5.0)
    full, plain = rate(row["puzzle"]), rate(row["puzzle"], without=["uniqueness"])
    assert any(step.technique == "unique-loop" for step in full.steps)
    assert not any(step.technique in ("unique-loop", "bug") for step in plain.steps)
    assert plain.scale != "SE"


def test_without_chains_a_hard_puzzle_is_stuck(reference):
    """What no allowed technique solves is stuck, with the numbers reached so far."""
    rating = rate(hard(reference, 7.0, 9.0), without=["chain"])
    assert rating.end == "stuck"
    assert rating.level == "beyond"
    assert rating.er < 7.0 or rating.hardest == "aligned triplet exclusion"


def test_unknown_names_are_refused():
    """A wrong technique, option or text says what is accepted."""
    with pytest.raises(UnknownName, match="uniqueness"):
        rate(EASY, without=["luck"])
    with pytest.raises(UsageError, match="pearl"):
        rate(EASY, only="ruby")
    with pytest.raises(NotationError):
        rate("not a puzzle")
    with pytest.raises(UsageError, match="81"):
        rate(EASY, candidates=[1, 2, 3])


def test_the_next_step_is_the_head_of_the_path(reference):
    """`hint` is the first step of the rating, from the start and from the candidates after it."""
    puzzle = Puzzle.parse(hard(reference, 4.0, 4.5))
    steps = rate(puzzle).steps
    assert hint(puzzle) == steps[0]
    values = bytearray(puzzle.cells)
    for number, step in enumerate(steps[:-1]):
        assert hint(Puzzle(bytes(values)), step.before) == step, number
        if step.placement:
            values[step.placement[0]] = step.placement[1]


def test_all_steps_hold_the_next_one_and_are_true(reference):
    """Every step that could be taken is sound, and the next one is among them."""
    puzzle = Puzzle.parse(hard(reference, 6.0, 6.2))
    rating = rate(puzzle)
    solution = {step.placement[0]: step.placement[1] for step in rating.steps if step.placement}
    values = bytearray(puzzle.cells)
    for step in rating.steps:
        if step.rating >= 3.0:
            found = all_steps(Puzzle(bytes(values)), step.before, without=["chain"])
            assert (step.name, step.removals) in {(s.name, s.removals) for s in found}
            for other in found:
                assert other.placement is None or solution[other.placement[0]] == other.placement[1]
                assert all(solution.get(cell) != digit for cell, digit in other.removals)
        if step.placement:
            values[step.placement[0]] = step.placement[1]


def test_rating_from_candidates_is_the_rest_of_the_path(reference):
    """From the state after some steps, the numbers are those of the remaining steps."""
    puzzle = Puzzle.parse(hard(reference, 3.0, 3.4))
    steps = rate(puzzle).steps
    values = bytearray(puzzle.cells)
    for number, step in enumerate(steps):
        if step.rating >= 2.6:
            rest = rate(Puzzle(bytes(values)), step.before)
            assert rest.er == max(s.rating for s in steps[number:])
            assert rest.ed == step.rating
        if step.placement:
            values[step.placement[0]] = step.placement[1]


def test_candidates_without_the_solution_are_impossible():
    """Candidates that rule the solution out are named, not rated."""
    answer = rate(EASY, candidates=[511 & ~(1 << 3)] * 81)
    assert answer.verdict == "impossible"


def test_a_step_speaks_three_ways(reference):
    """A sentence that ends in the conclusion, plain data that repeats it, a graph whose targets are the conclusion."""
    seen = set()
    for row in reference:
        if float(row["ER"]) > 7.2:
            continue
        for step in rate(row["puzzle"]).steps:
            if step.name in seen:
                continue
            seen.add(step.name)
            assert step.conclusion in str(step)
            record = step.to_dict()
            name = step.geometry.name_of
            assert record["rating"] == step.rating
            assert record.get("place") == (
                {"cell": name(step.placement[0]), "digit": step.placement[1]} if step.placement else None
            )
            lost = {(entry["cell"], digit) for entry in record.get("remove", ()) for digit in entry["digits"]}
            assert lost == {(name(cell), digit) for cell, digit in step.removals}
            graph = step.graph()
            results = {(d["cell"], d["digit"], d["on"]) for _, d in graph.nodes(data=True) if d["target"]}
            if step.chain is None:
                assert results == {(*pair, False) for pair in step.removals if not step.placement} | (
                    {(*step.placement, True)} if step.placement else set()
                )
            else:
                assert results
    assert len(seen) > 25


def test_masks_are_sets_of_rungs():
    """Leaving nothing out allows rungs 1 to 30; leaving out a family removes its rungs."""
    assert allowed([]) == sum(1 << r for r in range(1, 31))
    assert allowed(["uniqueness"]) == allowed([]) & ~(1 << 15) & ~(1 << 19)
    assert allowed("fish") == allowed([]) & ~(1 << 8) & ~(1 << 11) & ~(1 << 17)


def test_repr_and_words():
    """A rating reads as a sentence."""
    rating = rate(EASY)
    assert str(rating).startswith(f"{rating.er:.1f}")
    assert rating.level in str(rating)
    assert all(isinstance(step, Step) for step in rating.steps)
