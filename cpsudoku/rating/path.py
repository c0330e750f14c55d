"""From the compiled record to `Step` objects: the solution path, the next step, all steps; steps for certificates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.rater import Rater, describe
from cpsudoku.rating.start import position
from cpsudoku.techniques import words
from cpsudoku.techniques.ladder import LAST_RUNG
from cpsudoku.techniques.step import CAUSES, Chain, Node, Step, technique_name

TYPED = ("unique-loop", "bug")


def step_of(hint: Any, candidates: list[int], geometry: Geometry, cells: bytes) -> Step:
    """The step of a complete record, found on a grid with these digits and candidates."""
    key, name = technique_name(describe(hint) if geometry.is_classic else hint.technique)
    placement = (hint.cell, hint.digit) if hint.cell >= 0 else None
    removals = tuple(
        (cell, bit + 1) for cell, mask in hint.removals() for bit in range(mask.bit_length()) if mask >> bit & 1
    )
    base, cover = hint.houses()
    return Step(
        technique=key,
        name=name,
        rating=int((hint.rating + 0.05) * 10) / 10,
        placement=placement,
        removals=removals,
        houses=tuple(base),
        cover=tuple(cover),
        cells=tuple(hint.members()),
        digits=hint.digits,
        extra=hint.extra,
        variant=hint.variant,
        chain=hint.chain,
        before=tuple(candidates),
        grid=cells,
        geometry=geometry,
    )


def rater_at(puzzle: Puzzle, candidates: tuple[int, ...] | None, rungs: int, jobs: int = 1) -> Any:
    """A rater that explains, before its first step; on the classic board with so many threads."""
    if puzzle.geometry.is_classic:
        rater = Rater(jobs)
        rater.hint.explain = True
    else:
        from cpsudoku.rating.boards import BoardRater

        rater = BoardRater(puzzle.geometry)
    rater.rungs = rungs
    rater.start(puzzle.cells, None if candidates is None else list(candidates))
    return rater


def walk(
    puzzle: Puzzle, candidates: tuple[int, ...] | None, rungs: int, *, spelled: bool = False, jobs: int = 1
) -> Iterator[Step]:
    """The steps from the puzzle (or these candidates) to the end; *spelled*: with the chains inside chains.

    *jobs* threads share dynamic chains.
    """
    puzzle, candidates = position(puzzle, candidates)
    rater = rater_at(puzzle, candidates, rungs, jobs)
    if spelled:
        rater.chains.statements.nested = True
    cells = bytearray(puzzle.cells)
    while rater.grid.cells_left:
        before = rater.grid.candidates()
        if puzzle.geometry.is_classic:
            rater.hint.chain = None
        if not rater.advance():
            return
        step = step_of(rater.hint, before, puzzle.geometry, bytes(cells))
        yield step
        rater.accept()
        if step.placement:
            cells[step.placement[0]] = step.placement[1]


def present(puzzle: Puzzle, candidates: tuple[int, ...] | None, rungs: int) -> Iterator[Step]:
    """Every deduction the present grid allows, in the order of the search; equal conclusions of one technique once."""
    puzzle, candidates = position(puzzle, candidates)
    rater = rater_at(puzzle, candidates, rungs)
    before = rater.grid.candidates()
    for rung in range(1, LAST_RUNG + 1):
        if not rungs >> rung & 1:
            continue
        seen = set()
        for hint in rater.every(rung):
            step = step_of(hint, before, puzzle.geometry, puzzle.cells)
            key = (step.name, step.placement, step.removals, step.houses, step.cells)
            if key not in seen:
                seen.add(key)
                yield step


def exported(step: Step) -> dict[str, Any]:
    """A step of the classic board as a certificate carries it: pattern, statements with reasons, chains inside chains.

        rating, technique, place, remove     as in `Step`
        houses, cover, cells, digits, extra  the pattern, in the order the technique's file states; left out where empty
        type, level                          of loops and BUG; of dynamic chains, 0 to 5, left out where 0
        nodes, targets, inner                of chains: statements, the numbers of those its branches end in, and chains
                                             inside (technique, houses, nodes, targets, inner)

    A statement: `is` ("r1c2=3" or "r1c2-3"), `by` (assumption, cell, box, row, column, a pattern, chain), `from` (the
    numbers of the statements it follows from), and of a pattern `houses`, `cover`, `digits`, of a chain `inner` (its
    number) and `besides` (what it rests on that the scale does not count). Rules other than boxes, rows and columns
    would be further words of `by` and of the houses' names; a checker that does not know a word refuses the step.
    """
    typed = step.technique in TYPED
    found: dict[str, Any] = {
        "houses": [words.house(house) for house in step.houses],
        "cover": [words.house(house) for house in step.cover],
        "cells": [words.cell(cell) for cell in step.cells],
        "digits": words.digits_of(step.digits),
        "extra": words.digits_of(step.extra),
        "type": step.variant if typed else 0,
        "level": 0 if typed else step.variant,
    }
    stated = {"rating": step.rating, "technique": step.technique, "place": step.place, "remove": step.remove}
    return stated | {key: value for key, value in found.items() if value} | (_chain(step.chain) if step.chain else {})


def _chain(chain: Chain) -> dict[str, Any]:
    inner = [
        {"technique": nested.technique}
        | ({"houses": [words.house(house) for house in nested.houses]} if nested.houses else {})
        | _chain(nested.chain)
        for nested in chain.nested
    ]
    found: dict[str, Any] = {"nodes": [_node(node) for node in chain.nodes], "targets": list(chain.targets)}
    return found | ({"inner": inner} if inner else {})


def _node(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {
        "is": f"{words.cell(node.cell)}{'=' if node.on else '-'}{node.digit}",
        "by": node.rule.kind if node.rule else CAUSES[node.cause],
    }
    if node.parents:
        found["from"] = list(node.parents)
    if node.rule and node.rule.kind == "chain":
        found["inner"] = node.rule.nested
        if node.besides:
            found["besides"] = list(node.besides)
    elif node.rule:
        found["houses"] = [words.house(house) for house in node.rule.houses]
        if node.rule.cover:
            found["cover"] = [words.house(house) for house in node.rule.cover]
        found["digits"] = words.digits_of(node.rule.digits)
    return found
