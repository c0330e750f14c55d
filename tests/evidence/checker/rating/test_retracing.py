"""Ratings in certificates: honest ones are retraced, forged ones refused, for every technique of the scale."""

from __future__ import annotations

import copy
import csv
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.evidence.certificate import rated
from cpsudoku.evidence.checker import Rejected
from cpsudoku.evidence.checker.rating import forcing, retrace
from cpsudoku.evidence.checker.rating.board import Grid, cell_of, name
from cpsudoku.evidence.checker.rating.claim import Claim, claim_of
from cpsudoku.evidence.checker.rating.retracing import FAMILIES
from cpsudoku.questions.enumeration import solve
from cpsudoku.rating.path import exported, walk
from cpsudoku.rating.scale import all_steps
from cpsudoku.techniques.ladder import ALL_RUNGS, TECHNIQUES
from tests.selection import long_after

from .forged_steps import forged, positions

PUZZLES = Path(__file__).parents[3] / "puzzles"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
RARE = ("direct-claiming", "hidden-quad")
"""In no path of the sample; see `test_rare_patterns`."""
OCCURRING = sorted(set(FAMILIES) - set(RARE))
Rating = dict[str, Any]


def rows() -> list[str]:
    with (PUZZLES / "se_ratings.csv").open() as file:
        return [row["puzzle"] for row in csv.DictReader(line for line in file if not line.startswith("#"))]


SAMPLE = [*rows(), *(PUZZLES / "hardest_1905_11plus.txt").read_text().split()[:4], HARD]


@cache
def ready(text: str) -> tuple[Rating, bytes, bytes]:
    puzzle = Puzzle.parse(text)
    steps = rated(puzzle)
    assert steps is not None
    return steps, puzzle.cells, solve(puzzle).solutions[0].cells


def changed(text: str, change: Callable[[Rating], Any]) -> tuple[Rating, bytes, bytes]:
    rating, puzzle, solution = ready(text)
    rating = copy.deepcopy(rating)
    change(rating)
    return rating, puzzle, solution


def numbered(rating: Rating) -> Rating:
    """The same with er, ep and ed of its steps, whatever these claim."""
    values = [step["rating"] for step in rating["steps"]]
    placing = next((k for k, step in enumerate(rating["steps"]) if step["place"]), len(values) - 1)
    rating.update(er=max(values), ep=max(values[: placing + 1]), ed=values[0])
    return rating


def steps_of(technique: str) -> tuple[str, int]:
    """(puzzle, number of its first step of this technique)."""
    for text in SAMPLE:
        for k, step in enumerate(ready(text)[0]["steps"]):
            if step["technique"] == technique:
                return text, k
    pytest.fail(f"no {technique} in the sample")


def test_every_technique_of_the_ladder_is_recognised() -> None:
    """The checker has a definition of each technique of the ladder, and of no other."""
    assert set(FAMILIES) == {technique.key for technique in TECHNIQUES}


@pytest.mark.parametrize("text", SAMPLE)
def test_honest_ratings_are_retraced(text: str) -> None:
    """Every step of a rating is recognised, and the answer says what that certifies."""
    rating, puzzle, solution = ready(text)
    said = retrace(rating, puzzle, solution)
    assert said.startswith(f"rating at most {rating['er']}: a solution path of {len(rating['steps'])} valid steps")
    assert "that no easier step existed is not certified" in said


def relabel(to: float, technique: str) -> Callable[[Rating], None]:
    def change(rating: Rating) -> None:
        for step in rating["steps"]:
            if step["rating"] > to:
                step["rating"], step["technique"] = to, technique
        numbered(rating)

    return change


def merge(technique: str, number: float) -> Callable[[Rating], None]:
    """One step removes all that is wrong; singles do the rest."""

    def change(rating: Rating) -> None:
        _, puzzle, solution = ready(HARD)
        gone = " ".join(
            f"r{cell // 9 + 1}c{cell % 9 + 1}-{d}"
            for cell in range(81)
            for d in range(1, 10)
            if not puzzle[cell] and d != solution[cell] and d not in seen(cell, puzzle)
        )
        first = {"rating": number, "technique": technique, "place": "", "remove": gone}
        rest = [
            {
                "rating": 2.3,
                "technique": "naked-single",
                "place": f"r{c // 9 + 1}c{c % 9 + 1}={solution[c]}",
                "remove": "",
            }
            for c in range(81)
            if not puzzle[c]
        ]
        rating["steps"] = [first, *rest]
        numbered(rating)

    return change


def seen(cell: int, puzzle: bytes) -> set[int]:
    row, column = divmod(cell, 9)
    return {
        puzzle[c]
        for c in range(81)
        if c // 9 == row or c % 9 == column or (c // 27 == row // 3 and c % 9 // 3 == column // 3)
    }


@pytest.mark.parametrize(
    "forge",
    [
        *(relabel(number / 10, technique) for technique, number in [("pointing", 26), ("x-cycle", 66), ("bug", 56)]),
        relabel(6.6, "x-chain"),
        *(merge(technique.key, technique.rating) for technique in TECHNIQUES),
    ],
)
def test_forged_paths_are_refused(forge: Callable[[Rating], None]) -> None:
    """Steps relabelled, or all merged into one, labelled as any technique, are no path."""
    rating, puzzle, solution = changed(HARD, forge)
    with pytest.raises(Rejected, match="step"):
        retrace(rating, puzzle, solution)


@pytest.mark.long
@pytest.mark.parametrize("technique", OCCURRING)
def test_a_step_is_no_other_technique(technique: str) -> None:
    """A step of one technique, relabelled as any other with that one's number, is refused."""
    text, at = steps_of(technique)
    for other in TECHNIQUES:
        if other.key == technique or (technique, other.key) == ("last-cell", "naked-single"):
            continue  # every last cell is a naked single too

        def rename(rating: Rating, other: Any = other) -> None:
            rating["steps"][at].update(technique=other.key, rating=other.rating)
            numbered(rating)

        with pytest.raises(Rejected, match=f"step {at + 1} "):
            retrace(*changed(text, rename))


@pytest.mark.parametrize("by", [-0.4, -0.1, 0.1, 3.0])
@pytest.mark.parametrize("technique", OCCURRING)
def test_a_step_has_its_own_number(technique: str, by: float) -> None:
    """A number lowered or raised is refused, also where er, ep and ed go along."""
    text, at = steps_of(technique)
    right = ready(text)[0]["steps"][at]["rating"]

    def change(rating: Rating) -> None:
        step = rating["steps"][at]
        step["rating"] = round(step["rating"] + by, 1)
        numbered(rating)

    words = rf"step {at + 1} .*rating {right + by:.1f}; by its definition it is {right:.1f}$|er, ep, ed|rating 0"
    with pytest.raises(Rejected, match=words):
        retrace(*changed(text, change))


PATTERNS = {
    "houses": lambda step: step.update(
        houses=[{"box 1": "box 2"}.get(step["houses"][0], "box 1"), *step["houses"][1:]]
    ),
    "cover": lambda step: step.update(cover=[{"row 1": "row 2"}.get(step["cover"][0], "row 1"), *step["cover"][1:]]),
    "cells": lambda step: step.update(cells=[*step["cells"][:-1], moved(step["cells"])]),
    "digits": lambda step: step.update(digits=[next(d for d in range(1, 10) if d not in step["digits"])]),
    "targets": lambda step: step.update(targets=[max(0, step["targets"][0] - 1), *step["targets"][1:]]),
}


def moved(cells: list[str]) -> str:
    """The last cell, one column on."""
    return f"{cells[-1][:3]}{int(cells[-1][3]) % 9 + 1}"


@pytest.mark.parametrize("key", PATTERNS)
@pytest.mark.parametrize("technique", OCCURRING)
def test_the_pattern_is_where_the_step_says(technique: str, key: str) -> None:
    """A house, cover, cell, digit or end of the pattern changed: the step is refused."""
    text, at = steps_of(technique)
    step = ready(text)[0]["steps"][at]
    decorative = {  # what only helps people, because the statements say it
        "cells": technique in ("nishio", "cell-chains") or technique.startswith("dynamic"),
        "digits": "nodes" in step or technique == "bug",
        "houses": "cell" in technique and "nodes" in step,
        "cover": technique == "unique-loop" and step.get("type") in (1, 2),
    }
    if key not in step or decorative.get(key):
        return
    with pytest.raises(Rejected, match=f"step {at + 1} "):
        retrace(*changed(text, lambda rating: PATTERNS[key](rating["steps"][at])))


def chain_steps() -> list[tuple[str, int]]:
    """One step of each chain technique at each level."""
    found: dict[tuple[str, int], tuple[str, int]] = {}
    for text in SAMPLE:
        for k, step in enumerate(ready(text)[0]["steps"]):
            if "nodes" in step:
                found.setdefault((step["technique"], step.get("level", 0)), (text, k))
    return list(found.values())


def drop_a_link(step: Rating, rng: random.Random) -> None:
    # for a cycle inside the scale counts more than the cycle needs: with less it is another valid chain
    inner = [found["technique"] for found in step.get("inner", [])]
    linked = [node for node in step["nodes"] if node.get("from")]
    node = rng.choice([node for node in linked if "inner" not in node or "cycle" not in inner[node["inner"]]])
    node["from"].pop(rng.randrange(len(node["from"])))


def drop_a_statement(step: Rating, rng: random.Random) -> None:
    at = rng.randrange(len(step["nodes"]))
    del step["nodes"][at]
    for node in step["nodes"]:
        if "from" in node:
            node["from"] = [k - (k > at) for k in node["from"] if k != at]
    step["targets"] = [k - (k > at) for k in step["targets"]]


def swap_a_reason(step: Rating, rng: random.Random) -> None:
    node = rng.choice(step["nodes"])
    node["by"] = rng.choice(
        [by for by in ("assumption", "cell", "locking", "naked-pair", "chain", "guess") if by != node["by"]]
    )


def negate_a_statement(step: Rating, rng: random.Random) -> None:
    node = rng.choice(step["nodes"])
    node["is"] = node["is"].translate(str.maketrans("=-", "-="))


def change_a_digit(step: Rating, rng: random.Random) -> None:
    node = rng.choice(step["nodes"])
    node["is"] = node["is"][:5] + rng.choice([d for d in "123456789" if d != node["is"][5]])


def change_the_level(step: Rating, rng: random.Random) -> None:
    step["level"] = (step.get("level", 0) + rng.randrange(1, 6)) % 6


def change_a_chain_inside(step: Rating, rng: random.Random) -> None:
    inner = rng.choice(step.get("inner") or [step])
    rng.choice([drop_a_link, drop_a_statement, negate_a_statement, change_a_digit])(inner, rng)


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        drop_a_link,
        drop_a_statement,
        swap_a_reason,
        negate_a_statement,
        change_a_digit,
        change_the_level,
        change_a_chain_inside,
    ],
)
@pytest.mark.parametrize("share", long_after(1, [3, 1]))
def test_chains_are_replayed_link_by_link(change: Callable[[Rating, random.Random], None], share: int) -> None:
    """A link, statement, reason, level or chain inside a chain, dropped or changed: the step is refused."""
    rng = random.Random(5)
    found = chain_steps()
    assert len(found) > 15
    for text, at in found[::share]:
        for _ in range(6 // share):
            rating, puzzle, solution = copy.deepcopy(ready(text))
            change(rating["steps"][at], rng)
            with pytest.raises(Rejected, match=f"step {at + 1} "):
                retrace(rating, puzzle, solution)


def rare(technique: str) -> tuple[Grid, Claim]:
    """A grid made for the pattern, and the step."""
    grid = Grid(bytes(81))
    if technique == "hidden-quad":
        grid.remove((cell, d) for cell in range(4, 9) for d in range(1, 5))
        removed = " ".join(f"r1c{c}-56789" for c in range(1, 5))
        step = {
            "houses": ["row 1"],
            "cells": [f"r1c{c}" for c in range(1, 5)],
            "digits": [1, 2, 3, 4],
            "remove": removed,
        }
        return grid, claim_of({"rating": 5.4, "technique": technique, "place": "", **step})
    grid.remove((cell, 1) for cell in range(3, 9))  # row 1 needs 1 in box 1, row 2 has one place outside it
    grid.remove((cell, 1) for cell in range(13, 18))
    step = {"houses": ["row 1", "row 2"], "cover": ["box 1"], "digits": [1], "place": "r2c4=1"}
    return grid, claim_of({"rating": 1.9, "technique": technique, "remove": "", **step})


@pytest.mark.parametrize("technique", RARE)
def test_rare_patterns(technique: str) -> None:
    """They are recognised on a grid made for them, and no longer when one of their candidates is elsewhere too."""
    grid, claim = rare(technique)
    assert FAMILIES[technique](claim, grid) == (claim.tenths, claim.place, claim.removals)
    grid.held[8] |= {1}
    with pytest.raises(Rejected):
        FAMILIES[technique](claim, grid)


@pytest.mark.long
@pytest.mark.parametrize("stride", long_after(1, [21, 7]))
def test_every_pattern_of_a_position_is_recognised(stride: int) -> None:
    """What the rater finds up to rung 20, not only what it uses, is recognised with the same conclusion and number."""
    found: Counter[str] = Counter()
    for text in rows()[30::stride]:
        puzzle = Puzzle.parse(text)
        grid = Grid(puzzle.cells)
        for step in walk(puzzle, None, ALL_RUNGS):
            if step.rating > 2.5:
                position = Puzzle(bytes(grid.digit), CLASSIC)
                for other in all_steps(position, step.before):
                    if other.rating <= 6.2 and not other.chain:
                        claim = claim_of(exported(other))
                        assert FAMILIES[claim.technique](claim, grid) == (claim.tenths, claim.place, claim.removals)
                        found[claim.technique] += 1
                break
            grid.remove(step.removals)
            if step.placement:
                grid.place(*step.placement)
    assert len(found) > 8


def level5() -> tuple[Rating, Grid]:
    """A step of level 5, found by leaving out levels 2 to 4 (the ladder seldom gets there), and the grid before it."""
    stored = json.loads((PUZZLES / "level5_step.json").read_text())
    grid = Grid(Puzzle.parse(stored["puzzle"]).cells)
    grid.digit = [int(digit) for digit in stored["digits"]]
    grid.held = [frozenset(map(int, digits)) for digits in stored["candidates"]]
    return stored["step"], grid


def test_chains_of_level_5_are_replayed() -> None:
    """Dynamic chains inside, with patterns inside, may rest on statements that the scale does not count; no others."""
    step, grid = level5()
    claim = claim_of(step)
    assert claim.level == 5
    assert FAMILIES[claim.technique](claim, grid) == (claim.tenths, claim.place, claim.removals)
    resting = [node for node in step["nodes"] if node.get("besides")]
    assert resting
    for node in resting:
        kept = node.pop("besides")
        with pytest.raises(Rejected, match="by chain"):
            FAMILIES[claim.technique](claim_of(step), grid)
        node["besides"] = kept
    other = next(node for node in step["nodes"] if node["by"] == "column")
    other["besides"] = [0]
    with pytest.raises(Rejected, match="no chain, but something inside or besides"):
        FAMILIES[claim.technique](claim_of(step), grid)


@pytest.mark.long
@pytest.mark.parametrize("stride", long_after(1, [8, 2]))
def test_whatever_is_accepted_is_true(stride: int) -> None:
    """Of random forgeries of steps of every technique and level, none ends in a traceback, most are refused, and what
    follows from those that are patterns too holds in the solution."""
    rng = random.Random(11)
    pool: dict[tuple[str, int, int], list[tuple[Rating, Grid, bytes]]] = {}
    for text in SAMPLE[::stride] + SAMPLE[-5 // stride :]:
        rating, puzzle, solution = ready(text)
        for step, grid in positions(rating, puzzle):
            kind = step["technique"], step.get("type", 0), step.get("level", 0)
            pool.setdefault(kind, []).append((step, grid, solution))
    refused = accepted = 0
    for steps in pool.values():
        for _ in range(40):
            step, grid, solution = rng.choice(steps)
            try:
                claim = claim_of(forged(step, rng))
                family = FAMILIES.get(claim.technique)
                if family is None:
                    continue
                found = family(claim, grid)
            except Rejected:
                refused += 1
                continue
            accepted += 1
            assert all(solution[cell] != digit for cell, digit in found.removals)
            assert found.place is None or solution[found.place[0]] == found.place[1]
    assert refused > accepted > 0


def test_no_clue_is_among_the_cells_of_a_loop() -> None:
    """A unique rectangle over a clue is no rectangle."""
    text, at = steps_of("unique-loop")
    clue = next(c for c, d in enumerate(Puzzle.parse(text).cells) if d)

    def change(rating: Rating) -> None:
        rating["steps"][at]["cells"][0] = f"r{clue // 9 + 1}c{clue % 9 + 1}"

    with pytest.raises(Rejected, match="a clue is among the cells"):
        retrace(*changed(text, change))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda r: r["steps"].pop(), "do not solve"),
        (lambda r: r["steps"].append(r["steps"][-1]), "the digit has another place in the house, or none"),
        (lambda r: r.update(er=11.0), "are not the steps'"),
        (lambda r: r.update(er="11"), "er, ep, ed"),
        (lambda r: r.update(rules=["thermo"]), "not er, ep, ed, steps"),
        (lambda r: r.pop("ed"), "er, ep, ed"),
        (lambda r: r["steps"][0].update(rating=9.9), "rating 9.9; by its definition"),
        (lambda r: r["steps"][0].update(rating="9"), "rating '9'"),
        (lambda r: r["steps"][0].update(rating=float("nan")), "rating nan"),
        (lambda r: r["steps"][0].update(technique="guess"), "no technique of the scale"),
        (lambda r: r["steps"][0].update(place="", remove=""), "concludes nothing"),
        (lambda r: r["steps"][0].update(place="r1c1:5"), "place 'r1c1:5'"),
        (lambda r: r["steps"][0].update(remove="r1c1-x"), "remove 'r1c1-x'"),
        (lambda r: r["steps"][0].update(houses=["diagonal 1"]), "'diagonal 1' is no house"),
        (lambda r: r["steps"][0].update(thermo=[1]), "not a step"),
        (lambda r: r["steps"].__setitem__(0, 5), "not a step"),
        (lambda r: r["steps"].clear(), "no steps"),
        (lambda r: r.update(steps=r["steps"] * 99), r"^step \d\d "),
    ],
)
def test_wrong_forms_are_refused(change: Any, why: str) -> None:
    """The message says which step, and what is wrong with it."""
    with pytest.raises(Rejected, match=why):
        retrace(*changed((PUZZLES / "17_clue.txt").read_text().split()[0], change))


def test_numbers_of_lengths() -> None:
    """A chain of L + 2 statements adds 0.1 for each of 4, 6, 8, 12, 16, 24, 32, ... that L exceeds."""
    lengths = {
        2: 0,
        6: 0,
        7: 1,
        8: 1,
        9: 2,
        10: 2,
        11: 3,
        14: 3,
        18: 4,
        26: 5,
        34: 6,
        50: 7,
        66: 8,
        98: 9,
        130: 10,
        131: 11,
    }
    assert {length: forcing.longer(length) for length in lengths} == lengths


def test_cells_have_the_names_that_are_read() -> None:
    """r1c1 to r9c9, row by row."""
    assert [name(cell) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]
    assert [cell_of(name(cell)) for cell in range(81)] == list(range(81))


def test_a_step_removes_all_that_its_pattern_does() -> None:
    """A step that leaves out one of several candidates is refused."""
    text, at = next(
        (text, at)
        for text in rows()[20:]
        for at, step in enumerate(ready(text)[0]["steps"])
        if len(step["remove"].split()) > 1
    )

    def fewer(rating: Rating) -> None:
        step = rating["steps"][at]
        step["remove"] = step["remove"].rpartition(" ")[0]

    with pytest.raises(Rejected, match=f"step {at + 1} .*it does not remove exactly these candidates"):
        retrace(*changed(text, fewer))
