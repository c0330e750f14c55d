"""What an encoding's propagation reproduces of human technique."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.comparison.combining import Candidate, candidate, combinations, is_right, repeats_nothing
from cpsudoku.comparison.strength import Strength, conclusions, states, strengths, table
from cpsudoku.formula.catalog import load
from cpsudoku.samples import path_of
from cpsudoku.techniques.step import Step

SINGLES = ("last-cell", "hidden-single-box", "hidden-single-line", "naked-single")
LOCKED = ("pointing", "claiming")


@pytest.fixture(scope="module")
def found() -> dict[str, list[Step]]:
    """Five states of each technique that forty minimal puzzles need."""
    lines = path_of("minimal").read_text().split()[:40] + path_of("hard").read_text().split()[:6]
    return states([Puzzle.of(line) for line in lines], each=5)


def shares(found: dict[str, list[Step]], *names: str) -> dict[tuple[str, str], Strength]:
    return {(one.encoding, one.technique): one for one in strengths(names, found)}


def test_extended_is_singles_and_triad_locked_candidates_too(found: dict[str, list[Step]]) -> None:
    """What is known of unit propagation: singles by extended, locked candidates by triad alone, subsets by neither."""
    shown = shares(found, "minimal", "extended", "triad")
    for technique in SINGLES:
        if technique in found:
            assert shown["extended", technique].propagation == len(found[technique])
            assert shown["triad", technique].propagation == len(found[technique])
    for technique in LOCKED:
        assert shown["extended", technique].propagation == 0
        assert shown["triad", technique].propagation == len(found[technique])
        assert shown["extended", technique].failed_literals == len(found[technique])
    assert shown["extended", "naked-pair"].propagation == shown["triad", "naked-pair"].propagation == 0
    assert any(shown["minimal", technique].propagation < len(found[technique]) for technique in SINGLES)


def test_every_way_to_say_at_most_one_is_as_strong(found: dict[str, list[Step]]) -> None:
    """Of those that propagate: auxiliary variables add nothing, and lose nothing, by propagation."""
    shown = shares(found, "extended", "extended-sequential", "extended-product")
    for technique in found:
        assert len({shown[name, technique].propagation for name in ("extended", "extended-sequential")}) == 1


def test_variables_of_other_kinds_are_asked_by_their_conditions(found: dict[str, list[Step]]) -> None:
    """Order and log variables: a digit is several literals; what they find is never more than what is true."""
    shown = shares(found, "order", "log", "natural")
    for technique, steps in found.items():
        assert shown["order", technique].propagation == shown["natural", technique].propagation, technique
        assert 0 <= shown["log", technique].failed_literals <= len(steps)


def test_nothing_false_is_concluded(found: dict[str, list[Step]]) -> None:
    """A conclusion turned round, the digit that is right removed, is found by no encoding."""
    from cpsudoku.comparison.strength import Propagator

    propagator = Propagator(load("triad"))
    for steps in found.values():
        for step in steps[:2]:
            placed = [(cell, digit) for cell, digit, holds in conclusions(step) if holds]
            if placed:
                turned = replace(step, placement=None, removals=tuple(placed))
                assert propagator.concludes(turned) == (False, False)
    propagator.close()


@pytest.mark.long
def test_the_map_names_every_technique(found: dict[str, list[Step]]) -> None:
    """A row each, with the number of states."""
    heads, body = table(strengths(["extended"], found))
    assert heads == ["technique", "states", "extended"]
    assert [row[0] for row in body] == [technique.replace("-", " ") for technique in found]
    assert states(each=1, seed=5).keys() == states(each=1, seed=5).keys()


def test_combinations_are_right_or_left_out() -> None:
    """Of those with pairwise: what is said of cells and of houses must together be enough."""
    pairwise = [encoding for encoding in combinations() if encoding.name.split()[3] == "pairwise"]
    shown = {encoding.name: is_right(encoding) for encoding in pairwise}
    assert shown["at-least-one at-most-one plain pairwise"]
    assert shown["at-most-one at-least-one triads pairwise"]
    assert not shown["at-least-one at-least-one plain pairwise"]
    assert not shown["at-most-one at-most-one triads pairwise once"]
    assert sum(shown.values()) == 28


def test_a_combination_is_measured_as_its_namesake(found: dict[str, list[Step]]) -> None:
    """The one that is `extended` has its size and strength; written out, it is read as an encoding again."""
    steps = [step for kept in found.values() for step in kept]
    known = next(one for one in combinations() if one.name == "exactly-one exactly-one plain pairwise")
    combination = candidate(known, [Puzzle.of(path_of("hard").read_text().split()[0])], steps, 5.0)
    assert (combination.variables, combination.clauses) == (729, 11988)
    shown = strengths(["extended"], found)
    assert combination.strength == sum(one.propagation for one in shown) / sum(one.states for one in shown)
    from cpsudoku.formula.definition import Encoding

    again = Encoding.parse(combination.toml(), file="made.toml")
    assert again.rules == known.rules
    assert again.expect["9x9"] == (("variables", 729), ("clauses", 11988))


def test_the_front_holds_what_none_outdoes() -> None:
    """Nowhere worse and somewhere better outdoes; equal does not, nor a time that differs by noise."""
    first = Candidate("a", (), "pairwise", "keep", 1, 100, 0.5, 1.0)
    assert first.outdone_by(replace(first, clauses=99))
    assert first.outdone_by(replace(first, strength=0.6))
    assert not first.outdone_by(replace(first, name="b"))
    assert not first.outdone_by(replace(first, clauses=99, seconds=2.0))
    assert first.outdone_by(replace(first, clauses=99, seconds=1.1))
    assert first.outdone_by(replace(first, seconds=0.8))
    assert not first.outdone_by(replace(first, seconds=0.9))


def test_nothing_is_in_the_race_twice() -> None:
    """Where no clause stands twice, dropping those that do is no combination of its own; trees need an exactly-one."""
    named = {encoding.name: encoding for encoding in combinations()}
    assert repeats_nothing(named["exactly-one at-least-one plain commander once"])
    assert not repeats_nothing(named["exactly-one exactly-one plain pairwise once"])
    assert not repeats_nothing(named["exactly-one exactly-one plain pairwise"])
    assert named["exactly-one exactly-one triads ternary-tree"].exactly_one == "ternary-tree"
    assert "at-least-one at-most-one plain ternary-tree" not in named
    assert is_right(named["exactly-one exactly-one triads ternary-tree"])


def test_a_limit_leaves_nothing_half_asked(found: dict[str, list[Step]]) -> None:
    """Where the time is up: one step is looked for, no technique answered for in part, and its place left empty."""
    assert sum(map(len, states(until=0.0).values())) == 1
    assert strengths(["extended"], found, until=0.0) == []
    shown = strengths(["extended", "triad"], found)
    _, body = table(shown[:-1])
    assert [row[-1] for row in body].count("") == 1
    assert body[-1][-1] == ""
