"""Drawings as strokes through cells and marks at places."""

from __future__ import annotations

import pytest

from cpsudoku.formats.artwork.figures import cells_of, marks, rgb, strokes


def test_cells_of() -> None:
    """Every cell on the way is named once; what goes from no middle to no middle visits none."""
    assert cells_of([(0.5, 0.5), (0.5, 3.5), (2.5, 1.5)]) == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 2), (2, 1))
    assert cells_of([(0.8, 0.5), (1.5, 0.5)]) == ((0, 0), (1, 0))
    assert cells_of([(0.02, 0.5), (1.98, 0.5)]) == ((0, 0), (1, 0))
    assert cells_of([(0.5, 0.5), (1.02, 0.5), (2.5, 0.5)]) == ()
    assert cells_of([(0, 0), (9, 9)]) == ()
    assert cells_of([(0.5, 0.5), (1.5, 2.5)]) == ()


def test_strokes() -> None:
    """Points and colour, under short keys too; a line that cannot be seen is passed over, a broken one is told of."""
    (line,), odd = strokes([{"wp": [[0.5, 0.5], [0.5, 1.5]], "c": "#67F067", "th": 10}])
    assert (line.cells, line.hue, line.thick, line.what, odd) == (((0, 0), (0, 1)), "green", 10, "green line", False)
    assert strokes([{"wayPoints": [[0.5, 0.5], [0.5, 1.5]], "color": "#67F06700"}]) == ([], False)
    assert strokes([{"wayPoints": [[1, 1]]}]) == ([], True)
    assert strokes(None) == ([], False)


def test_marks() -> None:
    """Where a mark is: in a cell, on a side, on a corner, over several cells."""
    (a, b, c, d), odd = marks(
        [
            {"center": [0.5, 1.5], "width": 0.7, "height": 0.7, "rounded": True, "backgroundColor": "#CFCFCF"},
            {"center": [1, 0.5], "width": 0.3, "height": 0.3, "rounded": True, "borderColor": "#000"},
            {"center": [2, 3], "text": 12},
            {"center": [0.5, 1], "width": 1.75, "height": 0.75, "rounded": True, "borderColor": "#000"},
            {"center": [0.5, 0.5], "width": 1, "height": 1},
        ]
    )
    assert (a.cell, a.centred, a.what, odd) == ((0, 1), True, "grey circle", False)
    assert (b.on_side, b.what) == (((0, 0), (1, 0)), "black circle")
    assert (c.on_corner, c.what, c.on_side) == (((1, 2), (1, 3), (2, 2), (2, 3)), "text '12'", None)
    assert (d.covered, d.what) == (((0, 0), (0, 1)), "black capsule")
    assert marks([{"center": [1]}]) == ([], True)


@pytest.mark.parametrize(
    ("colour", "shown"),
    [
        ("#F00", "#ff0000"),
        ("#FF0000", "#ff0000"),
        ("#FF000080", "#ff7f7f"),
        ("#F008", "#ff7777"),
        ("rgba(0, 51, 255, 0.2)", "#ccd6ff"),
        ("rgb(0 51 255 / 20%)", "#ccd6ff"),
        ("rgb(300, 0, 0)", "#ff0000"),
        ("#FF0000FF", "#ff0000"),
        ("nothing", ""),
        (None, ""),
    ],
)
def test_colours_on_white_paper(colour: object, shown: str) -> None:
    """What is seen through lets paper shine through."""
    assert rgb(colour) == shown
