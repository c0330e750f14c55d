"""Chains spelled out for certificates."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.path import exported, walk
from cpsudoku.techniques.ladder import ALL_RUNGS
from cpsudoku.techniques.step import Chain

HERE = Path(__file__).parents[1] / "puzzles"


def counted(chain: Chain) -> int:
    """The statements of all branches, and those of each different chain inside them."""
    total, inside = 0, {}
    for target in chain.targets:
        branch = chain.branch(target)
        total += len(branch)
        for number in branch:
            rule = chain.nodes[number].rule
            if rule and rule.kind == "chain":
                nested = chain.nested[rule.nested]
                cycle = nested.technique.endswith("cycle")
                says = tuple(
                    tuple(nested.chain.nodes[k][:3] for k in nested.chain.branch(end)) for end in nested.chain.targets
                )
                inside[says] = counted(nested.chain) - cycle
    return total + sum(inside.values())


def tenths(base: int, length: int) -> int:
    ceilings = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    return base + sum(length - 2 > ceiling for ceiling in ceilings)


def test_spelled_steps_are_the_raters() -> None:
    """Spelling out changes no step, and the statements, those of the chains inside included, make the rating."""
    levels = set()
    for text in (HERE / "hardest_1905_11plus.txt").read_text().split()[:3]:
        puzzle = Puzzle.parse(text)
        plain = list(walk(puzzle, None, ALL_RUNGS))
        spelled = list(walk(puzzle, None, ALL_RUNGS, spelled=True))
        assert [(s.name, s.rating, s.place, s.remove) for s in plain] == [
            (s.name, s.rating, s.place, s.remove) for s in spelled
        ]
        for step in spelled:
            if step.chain and step.technique.startswith("dynamic"):
                assert step.rating == tenths(85 + 5 * step.variant, counted(step.chain)) / 10
                levels.add(step.variant)
                assert bool(step.chain.nested) == (step.variant > 1)
    assert {0, 1, 2, 3} <= levels


def test_exported_steps_are_plain_data() -> None:
    """Only what there is: a single has no cells, a chain names its statements with reasons and parents."""
    puzzle = Puzzle.parse((HERE / "hardest_1905_11plus.txt").read_text().split()[0])
    steps = [exported(step) for step in walk(puzzle, None, ALL_RUNGS, spelled=True)]
    single = next(step for step in steps if step["technique"] == "hidden-single-box")
    assert set(single) == {"rating", "technique", "place", "remove", "houses"}
    chain = next(step for step in steps if "inner" in step)
    by = {node["by"] for node in chain["nodes"]}
    assert {"assumption", "cell", "chain"} <= by
    assert all(("from" in node) == (node["by"] != "assumption") for node in chain["nodes"])
