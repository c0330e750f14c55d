"""What a step, a verdict or a core highlights on the board."""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.questions.verdict import Impossible, Multiple, Verdict
from cpsudoku.techniques.step import Chain, Step

Candidate = tuple[Cell, Digit]


@dataclass(frozen=True)
class Link:
    """An inference between two statements. `strong`: from "not" to "is"; weak: from "is" to "not"."""

    start: Candidate
    end: Candidate
    strong: bool
    branch: int


@dataclass(frozen=True)
class Frame:
    """A line around cells, with a bubble of text over the first of them: what they add up to, the digits of a pair."""

    role: str
    cells: tuple[Cell, ...]
    text: str = ""


@dataclass
class Marks:
    """Shaded cells, marked candidates, links and frames, by role of the palette."""

    cells: dict[Cell, str] = field(default_factory=dict)
    candidates: list[tuple[Cell, Digit, str]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


def house_cells(geometry: Geometry, house: int) -> tuple[Cell, ...]:
    """The cells of a house in the rater's numbering: boxes, rows, columns."""
    n = geometry.side
    kind, number = divmod(house, n)
    return geometry.houses[(2 * n, 0, n)[kind] + number].cells if kind < 3 else geometry.houses[house].cells


def marks_of(step: Step) -> Marks:
    """The houses of the pattern (base over cover), its cells and candidates, its links, and the conclusion."""
    marks = Marks()
    geometry = step.geometry
    for house in step.cover:
        marks.cells.update(dict.fromkeys(house_cells(geometry, house), "cover"))
    for house in step.houses:
        marks.cells.update(dict.fromkeys(house_cells(geometry, house), "base"))
    if step.technique not in ("cell-chains", "dynamic-cell-chains") and not step.chain:
        marks.cells.update(dict.fromkeys(step.cells, "cell"))
    gone = set(step.removals)
    if step.chain:
        _mark_chain(step.chain, marks)
        for cell in step.cells:
            marks.cells[cell] = "cell"
    else:
        _mark_pattern(step, marks, gone)
    marks.candidates += [(cell, digit, "removed") for cell, digit in step.removals]
    if step.placement:
        marks.candidates = [mark for mark in marks.candidates if mark[:2] != step.placement]
        marks.candidates.append((*step.placement, "target"))
    return marks


def _mark_pattern(step: Step, marks: Marks, gone: set[Candidate]) -> None:
    cells = step.cells or [cell for house in step.houses for cell in house_cells(step.geometry, house)]
    if step.technique in ("last-cell", "hidden-single-box", "hidden-single-line", "naked-single"):
        return
    for cell in dict.fromkeys(cells):
        held = step.before[cell] if step.before else 0
        for digit in step.words.digits_of(held & (step.digits or held)):
            if (cell, digit) not in gone:
                marks.candidates.append((cell, digit, "pattern"))


def _mark_chain(chain: Chain, marks: Marks) -> None:
    for number, target in enumerate(chain.targets):
        for index in chain.branch(target):
            node = chain.nodes[index]
            mark = (node.cell, node.digit, "on" if node.on else "off")
            if mark not in marks.candidates:
                marks.candidates.append(mark)
            for parent in node.parents:
                other = chain.nodes[parent]
                start, end = (other.cell, other.digit), (node.cell, node.digit)
                if start != end:
                    marks.links.append(Link(start, end, not other.on, number))


def verdict_marks(verdict: Verdict) -> Marks:
    """The clues that conflict, or the cells in which two solutions differ; nothing for a unique puzzle."""
    match verdict:
        case Impossible(core):
            return Marks(cells=dict.fromkeys(core, "conflict"))
        case Multiple(first, second):
            return Marks(cells=dict.fromkeys(first.difference(second), "differs"))
    return NOTHING


NOTHING = Marks()
