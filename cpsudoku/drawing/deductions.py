"""Pictures of deductions: the cells of the reasons, and the conclusions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.constraints.primitives import Different, Pair, Primitive
from cpsudoku.drawing.marks import Candidate, Link, Marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture
from cpsudoku.questions.explanation.step import Deduction

SHADES = {"has": "base", "total": "base", "once": "cover", "constraint": "base", "cell": "cell", "clue": "cell"}
"""What shades the cells of a reason, by kind: the palette's roles."""


def deduction_picture(
    step: Deduction, *, alphabet: Alphabet = DEFAULT, title: str = "", labels: bool = True
) -> Picture:
    """The board just before the step: cells of its houses, constraints and clues shaded, its conclusions marked."""
    geometry, lo = step.geometry, step.geometry.lo
    marks = Marks()
    for kind in ("once", "has", "total", "constraint", "cell", "clue"):
        for reason in step.reasons:
            if reason.kind == kind:
                cells = _cells(step, reason.house, reason.constraint, reason.cell)
                marks.cells.update(dict.fromkeys(cells, SHADES[kind]))
    for reason in step.reasons:
        if reason.kind in ("has", "cell"):
            for cell in _cells(step, reason.house, None, reason.cell):
                for digit in range(1, geometry.side + 1):
                    is_meant = reason.digit is None or reason.digit == digit + lo - 1
                    if is_meant and step.before[cell] >> (digit - 1) & 1 and not step.grid[cell]:
                        marks.candidates.append((cell, digit, "pattern"))
    marks.links += _links(step, [mark[:2] for mark in marks.candidates])
    gone = [(cell, digit - lo + 1) for cell, digit in step.removals]
    placed = [(cell, digit - lo + 1) for cell, digit in step.placements]
    marks.candidates = [mark for mark in dict.fromkeys(marks.candidates) if mark[:2] not in (*gone, *placed)]
    marks.candidates += [(*where, "removed") for where in gone] + [(*where, "target") for where in placed]
    return board_picture(
        step.puzzle,
        filled=bytes(clue or digit for clue, digit in zip(step.puzzle.cells, step.grid)),
        candidates=step.before,
        marks=marks,
        alphabet=alphabet,
        title=title,
        labels=labels,
    )


def _cells(step: Deduction, house: int | None, constraint: int | None, cell: int | None) -> tuple[int, ...]:
    if house is not None:
        return step.geometry.houses[house].cells
    if constraint is not None:
        scope = step.puzzle.constraints[constraint].scope
        return scope if len(scope) < step.geometry.size else _against(step, constraint)
    return () if cell is None else (cell,)


def _against(step: Deduction, constraint: int) -> tuple[int, ...]:
    """Of a rule of the whole board: the cells that alone, by it, rule out a digit the step takes from another cell."""
    lo = step.geometry.lo
    shown = bytes(clue or digit for clue, digit in zip(step.puzzle.cells, step.grid))
    masks = [1 << (digit - 1) if digit else mask for digit, mask in zip(shown, step.before)]
    taken = {cell: 0 for cell, _ in (*step.removals, *step.placements)}
    for cell, digit in step.removals:
        taken[cell] |= 1 << (digit - lo)
    for cell, digit in step.placements:
        taken[cell] |= masks[cell] & ~(1 << (digit - lo))
    found: dict[int, None] = {}
    for said in step.puzzle.constraints[constraint].statement():
        for cell, other in _pairs(said):
            gone = [(cell, digit + lo) for digit in _digits(taken.get(cell, 0))]
            possible = [(other, digit + lo) for digit in _digits(masks[other])]
            if any(all(_excluded(said, one, two) for two in possible) for one in gone):
                found[other] = None
    return tuple(found)


def _links(step: Deduction, pattern: Sequence[Candidate]) -> Iterator[Link]:
    """From candidates of the other reasons to removed ones that a rule of the whole board excludes beside them."""
    lo = step.geometry.lo
    removed = {cell: [digit - lo + 1 for other, digit in step.removals if other == cell] for cell, _ in step.removals}
    digits: dict[int, list[int]] = {}
    for cell, digit in pattern:
        digits.setdefault(cell, []).append(digit)
    for reason in step.reasons:
        rule = None if reason.constraint is None else step.puzzle.constraints[reason.constraint]
        if rule is None or len(rule.scope) < step.geometry.size:
            continue
        for said in rule.statement():
            for cell, other in _pairs(said):
                for one, two in product(digits.get(cell, ()), removed.get(other, ())):
                    if (cell, one) != (other, two) and _excluded(said, (cell, one + lo - 1), (other, two + lo - 1)):
                        yield Link((cell, one), (other, two), False, 0)


def _pairs(said: Primitive) -> Iterable[tuple[int, int]]:
    """The pairs of cells, either way round, that a part of a statement is about."""
    if isinstance(said, Different):
        return permutations(said.cells, 2)
    return permutations((said.a, said.b), 2) if isinstance(said, Pair) else ()


def _excluded(said: Primitive, one: Candidate, other: Candidate) -> bool:
    """Whether two cells cannot have these digits, real ones."""
    if isinstance(said, Pair):
        return ((one[1], other[1]) if one[0] == said.a else (other[1], one[1])) not in said.allowed
    return one[1] == other[1]


def _digits(mask: int) -> list[int]:
    """The bits of a mask, from 0 on."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
