"""Retraces the steps of a rating in a certificate, by plain logic of its own.

Every step must say something new about the candidates left, agree with the solution (which the certificate proves to be
the only one), and follow: singles by their definition; uniqueness techniques from the one solution; everything else by
contradiction, from singles after the opposite is assumed, with one case distinction where that does not do. Steps that
need more (nested chains) are counted in the answer. The steps must end in the solution, and `er`, `ep`, `ed` be the
numbers of these steps. That no easier step existed is the rater's word, not proven here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import Rejected, require

FIXED = {
    "last-cell": 1.0,
    "hidden-single-box": 1.2,
    "hidden-single-line": 1.5,
    "direct-pointing": 1.7,
    "direct-claiming": 1.9,
    "direct-hidden-pair": 2.0,
    "naked-single": 2.3,
    "direct-hidden-triplet": 2.5,
    "pointing": 2.6,
    "claiming": 2.8,
    "naked-pair": 3.0,
    "x-wing": 3.2,
    "hidden-pair": 3.4,
    "naked-triplet": 3.6,
    "swordfish": 3.8,
    "hidden-triplet": 4.0,
    "xy-wing": 4.2,
    "xyz-wing": 4.4,
    "naked-quad": 5.0,
    "jellyfish": 5.2,
    "hidden-quad": 5.4,
    "aligned-pair": 6.2,
    "aligned-triplet": 7.5,
}
"""Techniques with one number."""
LEAST = {
    "unique-loop": 4.5,
    "bug": 5.6,
    "x-cycle": 6.5,
    "y-cycle": 6.5,
    "cycle": 7.0,
    "x-chain": 6.6,
    "forcing-chain": 7.0,
    "nishio": 7.5,
    "cell-chains": 8.0,
    "region-chains": 8.0,
    "dynamic-cell-chains": 8.5,
    "dynamic-region-chains": 8.5,
    "dynamic-contradiction": 8.5,
    "dynamic-double-chains": 8.5,
}
"""Techniques whose number grows with the pattern."""
UNIQUENESS = ("unique-loop", "bug")
HOUSES = (
    [tuple(range(9 * r, 9 * r + 9)) for r in range(9)]
    + [tuple(range(c, 81, 9)) for c in range(9)]
    + [tuple(27 * r + 3 * c + 9 * i + j for i in range(3) for j in range(3)) for r in range(3) for c in range(3)]
)
OF = [[house for house in HOUSES if cell in house] for cell in range(81)]
PEERS = [sorted({c for house in OF[cell] for c in house} - {cell}) for cell in range(81)]
Grid = list[int]
"""Candidates of each cell: bit d - 1 is digit d."""


def retrace(rating: Any, puzzle: Sequence[int], solution: Sequence[int]) -> str:
    """What the steps show, in words. Raises Rejected where one does not hold."""
    require(len(puzzle) == 81, "a rating is for the classic 9x9 board")
    require(isinstance(rating, dict) and set(rating) == {"er", "ep", "ed", "steps"}, "rating: not er, ep, ed, steps")
    require(isinstance(rating["steps"], list) and rating["steps"], "rating: no steps")
    grid = [511] * 81
    placed = [False] * 81
    for cell, digit in enumerate(puzzle):
        if digit:
            _place(grid, placed, cell, digit)
    numbers: list[float] = []
    first_placing = 0
    beyond = unique = 0
    for number, step in enumerate(rating["steps"], 1):
        name = f"step {number}"
        require(isinstance(step, dict) and set(step) == {"rating", "technique", "place", "remove"}, f"{name}: {step}")
        technique, value = step["technique"], step["rating"]
        require(technique in FIXED or technique in LEAST, f"{name}: technique {technique!r}")
        known = technique in FIXED and value == FIXED[technique]
        require(known or (technique in LEAST and 11.9 >= value >= LEAST[technique]), f"{name}: rating {value!r}")
        place, removals = _place_of(step["place"], name), _removals_of(step["remove"], name)
        require(place or removals, f"{name}: concludes nothing")
        for cell, digit in [place] if place else []:
            require(not placed[cell] and grid[cell] >> digit - 1 & 1, f"{name}: {step['place']} is no candidate")
            require(solution[cell] == digit, f"{name}: {step['place']} is not the solution's digit")
        for cell, digit in removals:
            require(not placed[cell] and grid[cell] >> digit - 1 & 1, f"{name}: {step['remove']}: no such candidate")
            require(solution[cell] != digit, f"{name}: {step['remove']} removes the solution's digit")
        if technique in UNIQUENESS:
            unique += 1
        elif place and technique in ("last-cell", "hidden-single-box", "hidden-single-line", "naked-single"):
            require(_is_single(technique, grid, placed, *place), f"{name}: {step['place']} is no {technique}")
        else:
            opposite = [(*place, True)] if place else [(cell, digit, False) for cell, digit in removals]
            beyond += not all(_follows(grid, *claim) for claim in opposite)
        if place:
            _place(grid, placed, *place)
        for cell, digit in removals:
            grid[cell] &= ~(1 << digit - 1)
        numbers.append(float(value))
        if place and not first_placing:
            first_placing = number
    require(all(placed), "the steps do not solve the puzzle")
    stated = (rating["er"], rating["ep"], rating["ed"])
    require(
        stated == (max(numbers), max(numbers[:first_placing]), numbers[0]), f"er, ep, ed {stated} are not the steps'"
    )
    more = [f"{unique} by uniqueness"] * bool(unique) + [f"{beyond} not retraced"] * bool(beyond)
    return f"rating {rating['er']} by {len(numbers)} steps" + (f" ({', '.join(more)})" if more else "")


def _cell(text: str, name: str) -> int:
    require(len(text) == 4 and text[0] == "r" and text[2] == "c" and {text[1], text[3]} <= set("123456789"), name)
    return 9 * int(text[1]) + int(text[3]) - 10


def _place_of(text: Any, name: str) -> tuple[int, int] | None:
    require(isinstance(text, str), f"{name}: place {text!r}")
    if not text:
        return None
    cell, equals, digit = text.partition("=")
    require(equals and digit in list("123456789"), f"{name}: place {text!r}")
    return _cell(cell, f"{name}: place {text!r}"), int(digit)


def _removals_of(text: Any, name: str) -> list[tuple[int, int]]:
    require(isinstance(text, str), f"{name}: remove {text!r}")
    found = []
    for word in text.split():
        cell, minus, digits = word.partition("-")
        require(minus and digits and set(digits) <= set("123456789"), f"{name}: remove {text!r}")
        found += [(_cell(cell, f"{name}: remove {text!r}"), int(digit)) for digit in digits]
    return found


def _place(grid: Grid, placed: list[bool], cell: int, digit: int) -> None:
    placed[cell] = True
    grid[cell] = 1 << digit - 1
    for peer in PEERS[cell]:
        grid[peer] &= ~grid[cell]


def _is_single(technique: str, grid: Grid, placed: list[bool], cell: int, digit: int) -> bool:
    """Is this the single it is called?"""
    row, column, box = OF[cell]
    bit = 1 << digit - 1

    def only(house: Sequence[int]) -> bool:
        return all(c == cell or placed[c] or not grid[c] & bit for c in house)

    if technique == "naked-single":
        return grid[cell] == bit
    if technique == "last-cell":
        return any(all(placed[c] for c in house if c != cell) for house in OF[cell])
    return only(box) if technique == "hidden-single-box" else only(row) or only(column)


def _follows(grid: Grid, cell: int, digit: int, holds: bool) -> bool:
    """Does assuming the opposite of "cell holds digit" (or of its negation) fail?"""
    bit = 1 << digit - 1
    assumed = list(grid)
    assumed[cell] = grid[cell] & ~bit if holds else bit
    if not _propagate(assumed, range(81)):
        return True
    return _fails_by_cases(assumed)


def _fails_by_cases(grid: Grid) -> bool:
    """Candidates that fail by singles alone are struck out, until the grid fails or none does."""
    again = True
    while again:
        again = False
        for cell in sorted(range(81), key=lambda c: grid[c].bit_count()):
            left = grid[cell]
            if left & left - 1:
                for d in range(9):
                    if grid[cell] >> d & 1:
                        tried = list(grid)
                        tried[cell] = 1 << d
                        if not _propagate(tried, [cell]):
                            again = True
                            grid[cell] &= ~(1 << d)
                            if not _propagate(grid, [cell]):
                                return True
    return False


def _propagate(grid: Grid, start: Sequence[int]) -> bool:
    """Naked and hidden singles to the end, in place; False on contradiction. *start*: cells that may have changed."""
    fixed = [c for c in start if not grid[c] & grid[c] - 1]
    done = set()
    while True:
        while fixed:
            cell = fixed.pop()
            bit = grid[cell]
            if not bit:
                return False
            if cell in done:
                continue
            done.add(cell)
            for peer in PEERS[cell]:
                if grid[peer] & bit:
                    left = grid[peer] & ~bit
                    grid[peer] = left
                    if not left & left - 1:
                        if not left:
                            return False
                        fixed.append(peer)
        for house in HOUSES:
            once = twice = 0
            for c in house:
                twice |= once & grid[c]
                once |= grid[c]
            if once != 511:
                return False
            single = once & ~twice
            for c in house:
                if grid[c] & single and grid[c] & grid[c] - 1:
                    if (grid[c] & single).bit_count() > 1:
                        return False
                    grid[c] &= single
                    fixed.append(c)
        if not fixed:
            return True


__all__ = ["Rejected", "retrace"]
