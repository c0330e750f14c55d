"""Pictures of deductions: the cells of the reasons, facts in frames, and the conclusions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise, permutations, product
from operator import or_

from cpsudoku.board.alphabet import DEFAULT, Alphabet
from cpsudoku.constraints.primitives import Different, DigitSet, Is, Pair, Primitive, Statement, Sum
from cpsudoku.drawing.marks import Candidate, Frame, Link, Marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.reason import Reason

MOST = 8
"""Reasons beyond which the candidates that they are about are not marked."""
FEW_SETS = 3
"""Sets of digits up to which a bubble lists them."""
SIZES = {"pair": 2, "triple": 3, "quad": 4}
"""Cells of naked and hidden sets, by the end of their technique's key."""
SHADES = {
    "has": "base",
    "total": "base",
    "once": "cover",
    "constraint": "base",
    "fact": "base",
    "cell": "cell",
    "clue": "cell",
}
"""What shades the cells of a reason, by kind: the palette's roles."""


def deduction_picture(
    step: Deduction, *, alphabet: Alphabet = DEFAULT, title: str = "", labels: bool = True, notes: bool = True
) -> Picture:
    """The board just before the step: cells of its houses, rules and clues shaded, its conclusions marked and framed.

    Of a case: what is supposed, the digits that follow, and the reasons that they contradict. Of an argument of several
    steps: its last one.
    """
    if step.technique == "argument" and step.inner:
        last = step.inner[-1]
        step = replace(last, placements=step.placements or last.placements, removals=step.removals or last.removals)
    lo = step.geometry.lo
    last = step.inner[-1] if step.inner and step.removals else step
    marks = Marks()
    for kind in ("once", "has", "total", "constraint", "fact", "cell", "clue"):
        for reason in last.reasons:
            if reason.kind == kind:
                marks.cells.update(dict.fromkeys(_cells(last, reason), SHADES[kind]))
    marks.candidates += _supposed(step) if last is not step else _pattern(step)
    marks.links += _links(step, [mark[:2] for mark in marks.candidates])
    path = [(cell, digit - lo + 1, "on" if true else "off") for cell, digit, true in step.path]
    if step.technique == ROWS["colouring"].key:
        marks.cells |= {cell: "high" if true else "low" for cell, _, true in sorted(step.path)}
    else:
        marks.links += [Link(one[:2], other[:2], other[2] == "on", 0) for one, other in pairwise(path)]
    marks.candidates += path
    gone = [(cell, digit - lo + 1) for cell, digit in step.removals]
    placed = [(cell, digit - lo + 1) for cell, digit in step.placements]
    spots = {mark[:2]: mark for mark in marks.candidates if mark[:2] not in (*gone, *placed)}
    marks.candidates = [*spots.values(), *((*where, "removed") for where in gone), *((*x, "target") for x in placed)]
    if step.technique == "whisper-parity":
        marks.cells |= _sides(step)
    marks.frames += _frames(step)
    marks.frames.append(Frame("goal", tuple(dict.fromkeys(cell for cell, _ in (*gone, *placed)))))
    return board_picture(
        step.puzzle,
        filled=bytes(clue or digit for clue, digit in zip(step.puzzle.cells, step.grid)),
        candidates=step.before,
        marks=marks,
        alphabet=alphabet,
        title=title,
        labels=labels,
        notes=notes,
    )


def _pattern(step: Deduction) -> Iterator[tuple[int, int, str]]:
    """The candidates that houses and cells among the reasons are about."""
    lo = step.geometry.lo
    for reason in step.reasons if len(step.reasons) <= MOST and not step.path else ():
        if reason.kind in ("has", "cell"):
            for cell in _cells(step, reason):
                for digit in range(1, step.geometry.side + 1):
                    is_meant = reason.digit is None or reason.digit == digit + lo - 1
                    if is_meant and step.before[cell] >> (digit - 1) & 1 and not step.grid[cell]:
                        yield cell, digit, "pattern"


def _supposed(step: Deduction) -> Iterator[tuple[int, int, str]]:
    """The digits that follow in a case."""
    for inner in step.inner:
        yield from ((cell, digit - step.geometry.lo + 1, "on") for cell, digit in inner.placements)


def _sides(step: Deduction) -> dict[int, str]:
    """Of the cells of whispers: which are low, and which are high."""
    n = step.geometry.side
    low, high = (1 << n // 2) - 1, (1 << n) - (1 << (n + 1) // 2)
    cells = {cell for reason in step.reasons if reason.constraint is not None for cell in _cells(step, reason)}
    lost = dict.fromkeys(cells, 0)
    for cell, digit in step.removals:
        lost[cell] = lost.get(cell, 0) | 1 << digit - step.geometry.lo
    left = {cell: step.before[cell] & ~lost[cell] for cell in cells}
    return {cell: "high" if mask & high else "low" for cell, mask in left.items() if not mask & low or not mask & high}


def _frames(step: Deduction) -> Iterator[Frame]:
    """The facts that the step concludes or uses, and the cells of a naked or hidden set with their digits."""
    for fact in dict.fromkeys([*step.facts, *(reason.fact for reason in step.reasons if reason.fact)]):
        yield from _fact(fact.statement, fact.cells)
    sort, _, size = step.technique.partition("-")
    sets: list[tuple[tuple[int, ...], int]] = []
    if size in SIZES and sort == "hidden":
        houses = [reason for reason in step.reasons if reason.kind == "has" and reason.digit is not None]
        digits = sum({1 << (reason.digit or 0) - step.geometry.lo for reason in houses})
        cells = [cell for reason in houses for cell in _cells(step, reason) if step.before[cell] & digits]
        sets = [(tuple(dict.fromkeys(cells)), digits)] if cells else []
    elif size in SIZES:  # a line may have several sets
        named = tuple(reason.cell for reason in step.reasons if reason.kind == "cell" and reason.cell is not None)
        for held in (named[at : at + SIZES[size]] for at in range(0, len(named), SIZES[size])):
            sets.append((held, reduce(or_, (step.before[cell] for cell in held))))
    for held, digits in sets:
        yield Frame("set", held, "".join(str(digit + step.geometry.lo) for digit in _digits(digits)))


def _fact(statement: Statement, cells: tuple[int, ...]) -> Iterator[Frame]:
    """A sum in a bubble over its cells; those that count negative have a frame of their own."""
    match statement:
        case (Sum(terms, (total,)),) if all(isinstance(cell, int) for cell, _ in terms):
            plus, minus = (tuple(cell for cell, by in terms if isinstance(cell, int) and by * s > 0) for s in (1, -1))
            more = f"{abs(total)} {'more' if total > 0 else 'less'}" if total else "equal"
            if plus:
                yield Frame("fact", plus, more if minus else f"= {total}")
            if minus:
                yield Frame("minus", minus)
        case (Sum(terms, _), *_) if all(isinstance(term, Is) for term, _ in terms):  # a digit, as often in both
            one, other = (
                tuple(term.cell for term, by in terms if isinstance(term, Is) and by * s > 0) for s in (1, -1)
            )
            yield Frame("fact", one, "same digits" if other else "")
            if other:
                yield Frame("minus", other)
        case (DigitSet(held, sets),) if len(sets) <= FEW_SETS:
            yield Frame("fact", held, " / ".join("".join(map(str, sorted(chosen))) for chosen in sets))
        case (Pair(a, b, allowed),):
            same = all(x == y for x, y in allowed)
            yield Frame("fact", (a, b), "=" if same else "")
        case _ if cells:
            yield Frame("fact", cells)


def _cells(step: Deduction, reason: Reason) -> tuple[int, ...]:
    if reason.house is not None:
        return step.geometry.houses[reason.house].cells
    if reason.constraint is not None:
        scope = step.puzzle.constraints[reason.constraint].scope
        return scope if len(scope) < step.geometry.size else _against(step, reason.constraint)
    if reason.fact is not None:
        return reason.fact.cells
    return () if reason.cell is None else (reason.cell,)


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
