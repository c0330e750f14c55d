"""Steps of explanations hold for solvers that share nothing with the kernel; these find faults where there are some."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import combinations, product

import pytest

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.model import Model
from cpsudoku.questions.explanation.smallest import Prover
from cpsudoku.results import Explanation

HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."


def test_steps_hold_and_smallest_are_smallest(recheck):
    """Every step of a walk follows from its reasons, and no fewer give those that are proven smallest."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    steps = [step for step in found.steps if not step.clears and step.size <= recheck.ENUMERATED]
    assert any(step.size > 1 for step in steps)
    assert not list(recheck.problems((step, ()) for step in steps))


def test_faults_are_found(recheck):
    """A reason left out, and a reason too many, are told."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    step = next(step for step in found.steps if step.size == 2)
    [short] = recheck.problems([(replace(step, reasons=step.reasons[:1]), ())])
    assert short.startswith("does not follow")
    other = next(reason for one in found.steps for reason in one.reasons if reason not in step.reasons)
    [long] = recheck.problems([(replace(step, reasons=(*step.reasons, other)), ())])
    assert long.startswith("fewer do")


def test_certificates(recheck):
    """Sets that must be met prove a size where they do, and only then."""
    assert recheck.fewest_meeting([(1, 2), (3,), (2, 4)]) == 2
    assert recheck.fewest_meeting([(1,), (3,), (2, 4)]) == 3


def test_a_total_is_more_than_a_sum(recheck):
    """Box 1 and two cages leave a sum of two cells; but the box, each digit once, and one cage refute as much, which is
    found and proven smallest: by all fillings of the box, no single reason does, and no other solver finds fewer."""
    board, cages = Geometry(2, 3), ("cage 11 r1c1 r1c2", "cage 6 r2c2 r2c3")
    puzzle = Puzzle(bytes(36), board).under([parse(text) for text in cages])
    grid = bytes(map(int, "561234324156" + "142563" + "635421" + "216345" + "453612"))
    inside = (0, 1, 2, 6, 7, 8)
    shown = {2: (1, 5)}  # r1c3 is 1 or 5
    refuted = (6, 1)  # r2c1 = 1
    with closing(Model(puzzle)) as model:
        model.take(
            [-(cell * 6 + digit) for cell, open_ in shown.items() for digit in range(1, 7) if digit not in open_]
        )
        named = {reason.name: k for k, reason in enumerate(model.reasons)}
        start = [k for name, k in named.items() if ("once each" in name and "box 1" in name) or name.startswith("cage")]
        assert model.searched(refuted[0] * 6 + refuted[1], start) is not None
        with closing(Prover(model, grid)) as prover:
            found = prover.smallest(refuted[0] * 6 + refuted[1], tuple(start))
        assert found.proven
        fewest = smallest_by_fillings(inside, shown, refuted)
        assert len(found.reasons) == fewest == 2
        assert {model.reasons[k].kind for k in found.reasons} == {"total", "constraint"}


def smallest_by_fillings(inside: tuple[int, ...], shown: dict[int, tuple[int, ...]], refuted: tuple[int, int]) -> int:
    """How many reasons about a box of six cells it takes, by all its fillings: each breaks one of those that do."""
    broken: set[frozenset[object]] = set()
    options = [(refuted[1],) if c == refuted[0] else (0, *shown.get(c, range(1, 7))) for c in inside]
    for filling in product(*options):
        at = dict(zip(inside, filling))
        faults: set[object] = {("cell", c) for c in inside if not at[c]}
        faults |= {("has", d) for d in range(1, 7) if d not in filling}
        faults |= {("once", d) for d in range(1, 7) if filling.count(d) > 1}
        faults |= {"total"} if len(set(filling) - {0}) < 6 else set()
        faults |= {name for name, cells, total in (("A", (0, 1), 11), ("B", (7, 8), 6)) if not fits(at, cells, total)}
        broken.add(frozenset(faults))
    known = [one for one in broken if not any(other < one for other in broken)]
    elements = set().union(*known)
    return next(
        size
        for size in range(len(elements))
        if any(all(one & set(chosen) for one in known) for chosen in combinations(elements, size))
    )


def fits(at: dict[int, int], cells: tuple[int, ...], total: int) -> bool:
    """Whether cells are filled, differ, and have the total of a cage."""
    digits = [at[cell] for cell in cells]
    return 0 not in digits and len(set(digits)) == len(digits) and sum(digits) == total


def test_reasons_that_could_be_left_out_are_found(recheck):
    """A reason that a step does not need is named; none of a proven step's is."""
    found = explain(HARDER, smallest=True)
    assert isinstance(found, Explanation)
    step = next(step for step in found.steps if step.size == 2)
    assert recheck.needless(step) == ([], 0)
    other = next(reason for one in found.steps for reason in one.reasons if reason not in step.reasons)
    assert recheck.needless(replace(step, reasons=(*step.reasons, other))) == ([other], 0)


def test_houses_behind_long_sums_are_reasons():
    """Six cells of a box add up to 21 at least: not by the arrow alone, but by the arrow and the box."""
    arrow = parse("arrow r9c8 r9c9 / r1c1 r1c2 r1c3 r2c1 r2c2 r2c3")
    with closing(Model(Puzzle.parse("." * 81).under([arrow]))) as model:
        model.take(())
        assumed = 79 * 9 + 1  # r9c8 = 1: a sum of 11 to 19
        rule = next(k for k, reason in enumerate(model.reasons) if reason.kind == "constraint")
        box = next(k for k, reason in enumerate(model.reasons) if reason.kind == "total" and "box 1" in reason.name)
        cells = [k for k, reason in enumerate(model.reasons) if reason.kind == "cell"]
        assert model.searched(assumed, [rule, *cells]) is None
        assert model.searched(assumed, [rule, box, *cells]) is not None


@pytest.mark.long
def test_what_a_proof_must_meet_is_really_missed():
    """Without any one of the sets that a proof says must be met, all other reasons refute nothing: here houses' totals
    say something only together with cages, and fillings may break them all the same."""
    grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    cages = ("r7c7 r7c8 r7c9", "r9c7 r9c8 r9c9", "r5c1 r5c2", "r5c3 r5c4", "r5c6 r5c7", "r5c8 r5c9")
    at = [[9 * int(name[1]) + int(name[3]) - 10 for name in cage.split()] for cage in cages]
    rules = [parse(f"cage {sum(int(grid[c]) for c in cells)} {cage}") for cells, cage in zip(at, cages)]
    proven = 0
    with closing(Model(Puzzle.parse("." * 81).under(rules))) as model:
        model.take(())
        every = range(len(model.reasons))
        with closing(Prover(model, bytes(map(int, grid)))) as prover:
            for cell, digit in ((cell, digit) for cell in (*at[0], *at[1], 40) for digit in range(1, 10)):
                assumed = cell * 9 + digit
                core = model.searched(assumed, every)
                if digit == int(grid[cell]) or core is None:
                    continue
                found = prover.smallest(assumed, model.shrunk(assumed, core))
                proven += found.proven and bool(found.met)
                for missed in found.met:
                    assert model.searched(assumed, [reason for reason in every if reason not in missed]) is None
    assert proven
