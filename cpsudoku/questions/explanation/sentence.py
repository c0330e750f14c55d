"""The sentence of a step: its argument, then what follows from it, in at most thirty words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.questions.explanation.wording import because, grouped, last_one
from cpsudoku.techniques.reasons.ladder import SINGLES
from cpsudoku.techniques.reasons.words import EITHER, alternatives, listed_cells, located, together

if TYPE_CHECKING:
    from cpsudoku.questions.explanation.step import Deduction

MOST_WORDS = 30
"""Words of a sentence."""
MOST_PARTS = 4
"""Conclusions beyond which a sentence only names the cells that lose more."""
FEW_GROUPS = 3
"""Groups of cells beyond which they are counted."""
_CELLS = re.compile(r"r\d+c\d+\b")
_SUPPOSED = re.compile(r"(?:if|suppose) (r\d+c\d+) were (-?\d+)\b")
Part = tuple[str, tuple[Cell, ...]]
"""A conclusion in words, and the cells that it is about."""
Pairs = Sequence[tuple[Cell, Digit]]


def conclusions(step: Deduction, placements: Pairs, removals: Pairs) -> list[Part]:
    """What cells hold, can still be, or lose."""
    geometry = step.geometry
    found: list[Part] = [(f"{geometry.name_of(cell)} = {digit}", (cell,)) for cell, digit in placements]
    left: dict[tuple[int, ...], list[Cell]] = {}
    gone: list[tuple[Cell, Digit]] = []
    for cell, digits in grouped(removals).items():
        lost = {digit for place, digit in step.removals if place == cell}
        mask = step.before[cell] if step.before else 0
        kept = [d for d in range(geometry.lo, geometry.hi + 1) if mask >> d - geometry.lo & 1 and d not in lost]
        if kept and len(digits) > len(kept):
            left.setdefault(tuple(kept), []).append(cell)
        else:
            gone += [(cell, digit) for digit in digits]
    for held, cells in left.items():
        found.append((f"{_at(step, cells)} {'are' if len(cells) > 1 else 'is'} {alternatives(held)}", tuple(cells)))
    by_cells = grouped((tuple(digits), cell) for cell, digits in grouped(gone).items())
    by_digits = grouped((tuple(cells), digit) for digit, cells in sorted(grouped((d, c) for c, d in gone).items()))
    ways: tuple[list[Part], ...] = (
        [(f"no {alternatives(digits)} in {_at(step, cells)}", cells) for cells, digits in by_digits.items()],
        [(f"no {alternatives(digits)} in {_at(step, cells)}", tuple(cells)) for digits, cells in by_cells.items()],
    )
    return [*found, *min(ways, key=lambda way: sum(len(text) + 2 for text, _ in way))]


def sentence(step: Deduction) -> str:
    """The argument and what follows; where there is more than fits, the cells that lose more are named or counted."""
    said = _argument(step)
    parts = _parts(step)
    if not parts or (len(parts) == 1 and said.endswith(f" {parts[0][0]}")):
        return f"{said}."
    supposed = _supposed(step)
    so = ", " if said.startswith("By ") else " " if said.endswith(EITHER) else ", so "
    end = " (others likewise)" if supposed and len(step.removals) > 1 else ""
    some = [parts[:kept] for kept in range(len(parts) if len(parts) <= MOST_PARTS else MOST_PARTS - 1, 0, -1)]
    for kept in (*some, [min(parts, key=lambda part: len(part[0].split()))]):
        shown = ", ".join(text for text, _ in kept)
        for more in _more(step, {cell for part in parts if part not in kept for cell in part[1]}):
            text = f"{said}{so}{shown}{more}{end}."
            if len(text.split()) <= MOST_WORDS:
                return text
    many = len(step.removals)
    ways = [parts[0][0]] if step.placements or many == 1 else []
    if supposed and many > 1:
        cell, digit = supposed
        other = f"{many - 1} others" if many > 2 else "another"
        ways.append(f"no {digit} in {step.geometry.name_of(cell)} ({other} likewise)")
    brief = said.rpartition(": ")[2]  # the fact alone
    ways = [f"{begin}{so}{way}." for begin in (said, brief) for way in (*ways, f"{many} candidates go", f"{many} go")]
    return next((text for text in ways if len(text.split()) <= MOST_WORDS), ways[0])


def says_all(step: Deduction) -> bool:
    """Whether the sentence has all that follows."""
    text = sentence(step)
    return len(text.split()) <= MOST_WORDS and all(part in text for part, _ in _parts(step))


def _argument(step: Deduction) -> str:
    geometry = step.geometry
    cells = [geometry.name_of(cell) for cell in range(geometry.size)]
    houses = [house.name for house in geometry.houses]
    single = len(step.reasons) == len(step.placements) == 1 and not step.removals
    said = last_one(step.reasons[0], step.placements[0][1], houses, cells) if single else ""
    if not (said or step.argument):
        said = because(step.reasons, houses, cells, [rule.called() for rule in step.puzzle.constraints])
    said = said or step.argument
    named = step.technique in SINGLES and step.technique != "last-cell"
    if step.name and not said.startswith(step.name) and (named or not step.argument):
        return f"{step.name[:1].upper()}{step.name[1:]}: {said}"
    return said if _CELLS.match(said) else said[:1].upper() + said[1:]  # cells are called as they are


def _supposed(step: Deduction) -> tuple[Cell, Digit] | None:
    """The candidate that the argument supposes."""
    found = _SUPPOSED.match(step.argument)
    return None if found is None else (step.geometry.cell_named(found[1]), int(found[2]))


def _parts(step: Deduction) -> list[Part]:
    """The conclusions, those about what is supposed first.

    Digits that go from all of a house but the cells that the argument names go "elsewhere" in it.
    """
    left = list(step.removals)
    found: list[Part] = []
    supposed = _supposed(step)
    if supposed is None and step.before and len(left) > 2:
        by_houses: dict[tuple[str, ...], list[Digit]] = {}
        for digit, cells in sorted(grouped((digit, cell) for cell, digit in left).items()):
            by_houses.setdefault(_emptied(step, digit, cells), []).append(digit)
        by_houses.pop((), None)
        for houses, digits in by_houses.items():
            lost = tuple(cell for cell, digit in left if digit in digits)
            found.append((f"no {alternatives(digits)} elsewhere {located(together(houses))}", lost))
            left = [pair for pair in left if pair[1] not in digits]
    rest = conclusions(step, (), left)
    if supposed is not None:
        rest.sort(key=lambda part: supposed[0] not in part[1])
    elif len(rest) > MOST_PARTS:
        rest.sort(key=lambda part: len(part[0]))
    return [*conclusions(step, step.placements, ()), *found, *rest]


def _emptied(step: Deduction, digit: Digit, cells: Sequence[Cell]) -> tuple[str, ...]:
    """The houses in which the cells lie, if no other cell of these keeps the digit but such as the argument names."""
    bit = 1 << digit - step.geometry.lo
    own = {reason.cell for reason in step.reasons if reason.kind == "cell"}
    left, houses, argument = set(cells), [], f" {step.argument} ".replace(",", "")
    for house in step.geometry.houses:
        here = left.intersection(house.cells)
        kept = [c for c in house.cells if step.before[c] & bit and c not in cells] if here else []
        if not kept:
            continue
        if own.issuperset(kept) if own else f" {_at(step, kept)} ".replace(",", "") in argument:
            houses.append(house.name)
            left -= here
    return () if left else tuple(houses)


def _more(step: Deduction, cells: Collection[Cell]) -> Iterator[str]:
    """That cells lose more, in words that get fewer; empty for none."""
    if not cells:
        yield ""
        return
    where = _at(step, cells)
    if len(where.split()) <= 2 * FEW_GROUPS - 2:
        yield f" and more candidates go from {where}"
    yield " and another cell loses digits" if len(cells) == 1 else f" and {len(cells)} more cells lose digits"


def _at(step: Deduction, cells: Iterable[Cell]) -> str:
    return listed_cells(cells, step.geometry.columns)
