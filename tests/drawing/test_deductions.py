"""Pictures of deductions show what the reasons are about and what follows."""

from __future__ import annotations

from cpsudoku import Puzzle, draw, explain
from cpsudoku.constraints import parse
from cpsudoku.drawing.picture import Arrow, Disc, Rect, Text
from cpsudoku.drawing.svg import to_svg
from cpsudoku.questions.explanation.reasons import Reason
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.results import Explanation

HARDER = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."


def test_what_follows_is_marked():
    """Every removed candidate is marked, cells of the reasons are shaded, and it can be written."""
    found = explain(HARDER)
    assert isinstance(found, Explanation)
    step = next(step for step in found.steps if step.size > 1 and step.removals)
    picture = draw(step)
    removed = [shape for shape in picture.shapes if isinstance(shape, Disc) and shape.role == "removed"]
    assert len(removed) == len(step.removals)
    shaded = {shape.role for shape in picture.shapes if isinstance(shape, Rect)}
    assert shaded & {"base", "cover", "cell"}
    assert "<svg" in to_svg(picture)
    assert "<svg" in (step._repr_svg_() or "")
    assert step.conclusion in (step._repr_html_() or "")


def test_candidates_lie_below_a_label():
    """In a cell with a cage's sum no candidate lies under the sum; other cells keep their places."""
    puzzle = Puzzle.parse("." * 81).under([parse("cage 21 r1c1 r1c2 r1c3")])
    shapes = draw(puzzle, candidates=True).shapes
    [label] = [shape for shape in shapes if isinstance(shape, Text) and shape.role == "cage-sum"]
    digits = [shape for shape in shapes if isinstance(shape, Text) and shape.role == "candidate"]
    assert len(digits) == 81 * 9
    assert all(shape.y - 0.4 * shape.size > label.y + label.size / 2 for shape in digits[:9])
    assert digits[9].y < label.y + label.size  # the next cell has none


def test_a_rule_of_the_whole_board_shows_the_cells_it_works_from():
    """Not the board is shaded, but the cells whose digit alone takes away what goes."""
    taken = {"anti-knight": ((11, 5), (19, 5)), "non-consecutive": ((1, 4), (1, 6), (9, 4), (9, 6))}
    for rule, removals in taken.items():
        puzzle = Puzzle.parse("5" + "." * 80).under([parse(rule)])
        reason = Reason("constraint", rule, constraint=0)
        before = (0b10000,) + (0b111111111,) * 80
        step = Deduction((), removals, (reason,), True, "", "", puzzle, before, bytes(81))
        shaded = [shape for shape in draw(step).shapes if isinstance(shape, Rect) and shape.role == "base"]
        corner = min(shape.x + shape.y for shape in draw(step).shapes if isinstance(shape, Rect))
        assert [shape.x + shape.y for shape in shaded] == [corner], rule  # r1c1 alone


def test_a_rule_of_the_whole_board_links_the_candidates_that_it_parts():
    """Beside other reasons, an arrow leads from each of their candidates to what cannot stand with it by the rule."""
    puzzle = Puzzle.parse("." * 81).under([parse("anti-knight")])
    row = next(k for k, house in enumerate(puzzle.geometry.houses) if house.name == "row 1")
    reasons = (Reason("has", "row 1 has a 5", house=row, digit=5), Reason("constraint", "anti-knight", constraint=0))
    before = tuple(0b10000 if cell in (0, 2) else 0b1 if cell < 9 else 511 for cell in range(81))
    step = Deduction((), ((19, 5),), reasons, True, "", "", puzzle, before, bytes(81))
    arrows = [shape for shape in draw(step).shapes if isinstance(shape, Arrow)]
    assert len(arrows) == 2  # from r1c1 and r1c3 to r3c2
    apart = Deduction((), ((20, 5),), reasons, True, "", "", puzzle, before, bytes(81))
    assert not [shape for shape in draw(apart).shapes if isinstance(shape, Arrow)]
    numbers = Puzzle.parse("." * 81).under([parse("non-consecutive")])
    beside = Deduction((), ((9, 6), (9, 7)), reasons, True, "", "", numbers, before, bytes(81))
    assert len([shape for shape in draw(beside).shapes if isinstance(shape, Arrow)]) == 1
