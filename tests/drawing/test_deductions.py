"""Pictures of deductions show what the reasons are about and what follows."""

from __future__ import annotations

from cpsudoku import Explanation, draw, explain
from cpsudoku.drawing.picture import Disc, Rect
from cpsudoku.drawing.svg import to_svg

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
