"""Techniques as people name them in traces, and whether one of that name gives a claim in a grid.

Sets, locked candidates, fish and wings are judged by their definitions, on any board; the rating's search, which has
further conditions, may find them too. Chains and the rest are judged by that search alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.techniques.ladder import TECHNIQUES

_ALIASES = {
    "hidden single": "last-cell hidden-single-box hidden-single-line",
    "last digit": "last-cell naked-single",
    "last cell": "last-cell naked-single",
    "last empty cell": "last-cell naked-single",
    "last remaining cell": "last-cell hidden-single-box hidden-single-line",
    "full house": "last-cell naked-single",
    "sole candidate": "naked-single",
    "lone single": "naked-single",
    "only candidate": "naked-single",
    "unique candidate": "last-cell hidden-single-box hidden-single-line",
    "locked candidates": "pointing claiming direct-pointing direct-claiming",
    "locked candidate": "pointing claiming direct-pointing direct-claiming",
    "intersection removal": "pointing claiming direct-pointing direct-claiming",
    "box/line reduction": "claiming direct-claiming",
    "box line reduction": "claiming direct-claiming",
    "pointing pair": "pointing direct-pointing",
    "pointing triple": "pointing direct-pointing",
    "pointing": "pointing direct-pointing",
    "claiming": "claiming direct-claiming",
    "naked triple": "naked-triplet",
    "hidden triple": "hidden-triplet direct-hidden-triplet",
    "hidden triplet": "hidden-triplet direct-hidden-triplet",
    "hidden pair": "hidden-pair direct-hidden-pair",
    "naked quadruple": "naked-quad",
    "hidden quadruple": "hidden-quad",
    "y wing": "xy-wing",
    "turbot fish": "x-chain",
    "x chain": "x-chain x-cycle",
    "unique rectangle": "unique-loop",
    "uniqueness test": "unique-loop",
    "forcing chain contradiction": "",
    "forcing chain verity": "",
    "unique loop": "unique-loop",
    "bivalue universal grave": "bug",
    "bug": "bug",
    "x cycle": "x-cycle",
    "y cycle": "y-cycle",
    "cell forcing chains": "cell-chains",
    "region forcing chains": "region-chains",
}
"""What people call techniques -> keys of the ladder, besides the ladder's own names and keys."""
_OTHER = re.compile(r"\b(?:finned|sashimi|franken|mutant|siamese|grouped|almost|discontinuous|continuous)[- ]$")
"""Before a name: another technique, which the ladder does not have."""
SIZES = {"pair": 2, "triplet": 3, "quad": 4}
FISH = {"x-wing": 2, "swordfish": 3, "jellyfish": 4}
NESTED = 2
"""Levels of dynamic chains that are searched; those beyond take long, and are not judged."""
Masks = Sequence[int]
"""Candidates of the cells, a bit each; a filled cell has 0."""


@lru_cache(maxsize=1)
def _names() -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
    """A pattern of all names, and the keys of each."""
    keys: dict[str, tuple[str, ...]] = {}
    for technique in TECHNIQUES:
        for name in (technique.name, technique.key):
            plain = name.lower().replace("-", " ")
            keys[plain] = (*keys.get(plain, ()), technique.key)
    keys |= {name: tuple(words.split()) for name, words in _ALIASES.items()}
    keys.update({technique.key: (technique.key,) for technique in TECHNIQUES})
    ordered = sorted(keys, key=len, reverse=True)
    text = "|".join(re.escape(name).replace(r"\ ", "[- ]") for name in ordered)
    return re.compile(rf"(?<![\w-])(?:{text})s?(?![\w-])"), keys


def named(text: str) -> tuple[str, ...]:
    """The keys of the first technique that a text (in lower case) names; empty where it names none that is known."""
    pattern, keys = _names()
    match = pattern.search(text)
    if match is None or _OTHER.search(text, 0, match.start()):
        return ()
    name = match.group()
    for form in (name, name.replace("-", " ")):
        for whole in (form, form.removesuffix("s")):
            if whole in keys:
                return keys[whole]
    return ()


def gives(techniques: Sequence[str], puzzle: Puzzle, masks: Masks, cell: Cell, bit: int, place: bool) -> bool | None:
    """Whether one of these techniques places a digit (*bit* k for the k-th) in a cell of this grid, or removes it.

    A technique that only removes gives a placement where what it removes leaves a single that was none before.
    None: not judged.
    """
    if any(_by_definition(technique, puzzle.geometry, masks, cell, bit, place) for technique in techniques):
        return True
    found = _by_search(techniques, puzzle, masks, cell, bit, place)
    if found or not place or _is_single(puzzle.geometry, masks, cell, bit):
        return found
    for technique in techniques:
        left = [
            mask & ~sum(1 << k for k in _digits(mask) if _removes(technique, puzzle.geometry, masks, other, k))
            for other, mask in enumerate(masks)
        ]
        if _is_single(puzzle.geometry, left, cell, bit):
            return True
    return found


def _by_search(
    techniques: Sequence[str], puzzle: Puzzle, masks: Masks, cell: Cell, bit: int, place: bool
) -> bool | None:
    """The same by the search of the rating; None where it would not be complete."""
    if puzzle.constraints or puzzle.geometry.layout is not None:
        return None
    from cpsudoku.rating.path import present

    rows = [technique for technique in TECHNIQUES if technique.key in techniques]
    digit = bit + 1
    for technique in rows:
        rungs = sum(1 << rung for rung in technique.rungs[:NESTED])
        for step in present(puzzle, tuple(masks), rungs):
            if step.technique != technique.key:
                continue
            if step.placement == (cell, digit) if place else (cell, digit) in step.removals:
                return True
            if not place and step.placement is not None and _clears(puzzle.geometry, step.placement, cell, digit):
                return True
    return None if any(technique.levels > NESTED for technique in rows) else False


def _clears(geometry: Geometry, placement: tuple[int, int], cell: Cell, digit: int) -> bool:
    """Whether a placement removes a candidate from its own cell or from a cell it sees."""
    return placement[0] == cell if placement[1] != digit else cell in geometry.peers[placement[0]]


def _by_definition(technique: str, geometry: Geometry, masks: Masks, cell: Cell, bit: int, place: bool) -> bool:
    if not place:
        return _removes(technique, geometry, masks, cell, bit)
    houses = _houses_of(geometry, cell)
    if technique == "naked-single":
        return masks[cell] == 1 << bit
    if technique == "last-cell":
        return any(sum(1 for other in house if masks[other]) == 1 for house in houses) and bool(masks[cell] >> bit & 1)
    if technique in ("hidden-single-box", "hidden-single-line"):
        return any(_places(masks, house, bit) == [cell] for house in houses if len(house) == geometry.side)
    return False


def _is_single(geometry: Geometry, masks: Masks, cell: Cell, bit: int) -> bool:
    return any(
        _by_definition(technique, geometry, masks, cell, bit, True)
        for technique in ("naked-single", "hidden-single-box")
    )


def _removes(technique: str, geometry: Geometry, masks: Masks, cell: Cell, bit: int) -> bool:
    """Whether the technique's definition removes the candidate. Sets and fish of which a part is placed count, too."""
    technique = technique.removeprefix("direct-")
    word, _, size = technique.partition("-")
    if technique in ("pointing", "claiming"):
        return _locked(geometry, masks, cell, bit, technique == "pointing")
    if word == "naked" and size in SIZES:
        return any(_naked(geometry, masks, cell, bit, k) for k in range(1, SIZES[size] + 1))
    if word == "hidden" and size in SIZES:
        full = [house for house in _houses_of(geometry, cell) if len(house) == geometry.side]
        return any(_hidden(masks, house, cell, bit, k) for house in full for k in range(1, SIZES[size] + 1))
    if technique in FISH:
        return any(_fish(geometry, masks, cell, bit, k) for k in range(1, FISH[technique] + 1))
    if technique in ("xy-wing", "xyz-wing"):
        return _wing(geometry, masks, cell, bit, 2 if technique == "xy-wing" else 3)
    return False


def _locked(geometry: Geometry, masks: Masks, cell: Cell, bit: int, pointing: bool) -> bool:
    """All places of the digit in a house (of kind box: pointing) share another house with the cell."""
    mine = set(geometry.houses_of[cell])
    for number, house in enumerate(geometry.houses):
        if number in mine or len(house.cells) != geometry.side or (house.kind == "box") != pointing:
            continue
        places = _places(masks, house.cells, bit)
        if places and mine.intersection(*(geometry.houses_of[place] for place in places)):
            return True
    return False


def _naked(geometry: Geometry, masks: Masks, cell: Cell, bit: int, size: int) -> bool:
    """Other *size* cells of a house have *size* digits between them; the cell sees those of them that may have this."""
    seen = set(geometry.peers[cell])
    for house in geometry.houses:
        few = [other for other in house.cells if other != cell and masks[other] and masks[other].bit_count() <= size]
        for group in combinations(few, size) if not seen.isdisjoint(few) else ():
            union = 0
            for other in group:
                union |= masks[other]
            holders = [other for other in group if masks[other] >> bit & 1]
            if union.bit_count() == size and holders and seen.issuperset(holders):
                return True
    return False


def _hidden(masks: Masks, house: Sequence[Cell], cell: Cell, bit: int, size: int) -> bool:
    """The cell is one of *size* cells that are the only places of *size* other digits in the house."""
    open_ = 0
    for other in house:
        open_ |= masks[other]
    few = [k for k in _digits(open_) if k != bit and len(_places(masks, house, k)) <= size]
    for group in combinations(few, size):
        cells = {place for k in group for place in _places(masks, house, k)}
        if len(cells) == size and cell in cells:
            return True
    return False


def _fish(geometry: Geometry, masks: Masks, cell: Cell, bit: int, size: int) -> bool:
    """The places of the digit in *size* rows lie in as many columns, this cell's among them; or columns in rows."""
    for base, cover in (("row", geometry.column_of), ("column", geometry.row_of)):
        own, found = cover(cell), []
        for house in geometry.houses:
            if house.kind == base and cell not in house.cells:
                places = {cover(place) for place in _places(masks, house.cells, bit)}
                if 0 < len(places) <= size:
                    found.append(places)
        for group in combinations(found, size):
            union = set().union(*group)
            if len(union) == size and own in union:
                return True
    return False


def _wing(geometry: Geometry, masks: Masks, cell: Cell, bit: int, size: int) -> bool:
    """A pivot of *size* candidates and two cells of two that it sees; all that may hold the digit see the cell."""
    sees, digit = geometry.peers, 1 << bit
    for pivot in range(geometry.size):
        if masks[pivot].bit_count() != size or pivot == cell or (size == 3 and (cell not in sees[pivot])):
            continue
        wings = [
            other
            for other in sees[pivot]
            if masks[other].bit_count() == 2 and masks[other] & digit and cell in sees[other] and other != cell
        ]
        for one, two in combinations(wings, 2):
            rest = (masks[one] | masks[two]) & ~digit
            if rest.bit_count() == 2 and masks[pivot] == (rest if size == 2 else rest | digit):
                return True
    return False


def _places(masks: Masks, house: Sequence[Cell], bit: int) -> list[Cell]:
    return [cell for cell in house if masks[cell] >> bit & 1]


def _digits(mask: int) -> Iterator[int]:
    return (k for k in range(mask.bit_length()) if mask >> k & 1)


def _houses_of(geometry: Geometry, cell: Cell) -> list[tuple[Cell, ...]]:
    return [geometry.houses[house].cells for house in geometry.houses_of[cell]]
