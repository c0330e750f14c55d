"""Rules beyond houses in pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from cpsudoku import Geometry, Multiple, Puzzle, draw, verify
from cpsudoku.constraints import KINDS, parse
from cpsudoku.drawing.book import Book, Entry
from cpsudoku.drawing.constraints import LEADING, NOTE, Painted
from cpsudoku.drawing.palette import LINES, ROLES, SHADES
from cpsudoku.drawing.picture import Disc, Rect, Stroke, Text
from cpsudoku.drawing.png import to_png
from cpsudoku.drawing.svg import to_svg
from cpsudoku.formats import Record
from cpsudoku.web import jobs, setting
from tests.rules_page import PAGE

EMPTY = Puzzle(bytes(81))


def picture(*texts: str, puzzle: Puzzle = EMPTY):  # type: ignore[no-untyped-def]
    """The picture of an empty board with these rules."""
    return draw(puzzle.under(map(parse, texts)))


def roles(*texts: str) -> set[str]:
    """What a picture has beside those of the empty board."""
    return {shape.role for shape in picture(*texts).shapes} - {shape.role for shape in draw(EMPTY).shapes}


@pytest.mark.parametrize("word", KINDS)
def test_every_kind_shows(word: str) -> None:
    """A picture of a board with a rule differs from that of the empty board, in SVG and in its description."""
    puzzle = PAGE.example(word)
    shown, plain = draw(puzzle), draw(puzzle.under([]))
    assert {shape.role for shape in shown.shapes} <= set(ROLES)
    more = {shape.role for shape in shown.shapes} - {shape.role for shape in plain.shapes}
    svg = to_svg(shown)
    ElementTree.fromstring(svg.encode())
    assert more
    assert all(f'class="{role}"' in svg for role in more)
    assert puzzle.constraints[0].describe() in shown.about


def test_customary_looks() -> None:
    """Cages are dashed with their sum in the corner, thermometers grey with a bulb, dots white and black, and so on."""
    cage = picture("cage 10 r1c1 r1c2 r2c1").shapes
    dashed = [shape for shape in cage if isinstance(shape, Stroke) and shape.role == "cage"]
    assert len(dashed) == 6
    assert all(shape.dash for shape in dashed)
    assert [(shape.text, shape.x < 48, shape.y < 48) for shape in cage if isinstance(shape, Text)] == [
        ("10", True, True)
    ]
    assert roles("thermo r1c1-r1c4") == {"line-thermo", "line-thermo-fill"}
    assert roles("difference r1c1 r1c2") == {"dot-rim", "dot-white"}
    assert roles("ratio r1c1 r1c2") == {"dot-rim", "dot-black"}
    assert roles("whisper r1c1-r1c4") == {"line-whisper"}
    assert LINES["whisper"][0] == "#7cc983"
    assert any(isinstance(shape, Text) and shape.text == "X" for shape in picture("xv 10 r1c1 r1c2").shapes)
    assert any(isinstance(shape, Rect) and shape.role == "shade-even" for shape in picture("even r1c1").shapes)
    assert any(isinstance(shape, Disc) and shape.role == "shade-odd" for shape in picture("odd r1c1").shapes)
    assert set(SHADES) >= {"even", "odd", "clone", "extra_region"}


def test_a_cage_with_a_hole_is_outlined_twice() -> None:
    """The outline of a ring of cells has an outer and an inner side, four strokes each."""
    ring = picture("cage r4c4-r4c6 r5c4 r5c6 r6c4-r6c6").shapes
    assert sum(shape.role == "cage" for shape in ring) == 8


def test_clues_outside_make_room() -> None:
    """A clue outside widens the picture on its side alone; two at one place stand one behind the other.

    Below the board stand the kinds, a line each and half a line between.
    """
    plain, line = draw(EMPTY), LEADING * NOTE
    above = picture("skyscraper 3 r1c2-r9c2")
    assert above.width == plain.width
    assert above.height == pytest.approx(plain.height + 0.72 * 48 + 1.5 * line)
    twice = picture("skyscraper 3 r1c2-r9c2", "sandwich 5 r1c2-r9c2")
    assert twice.height == pytest.approx(plain.height + 2 * 0.72 * 48 + 2.5 * line)
    right = picture("skyscraper 3 r2c9-r2c1", "little-killer 12 r4c9-r9c4")
    assert right.height == pytest.approx(plain.height + 1.5 * line)
    assert right.width == pytest.approx(plain.width + 0.72 * 48)
    texts = [shape for shape in right.shapes if isinstance(shape, Text) and shape.role != "note"]
    assert texts
    assert all(shape.x > plain.width for shape in texts)


def test_rules_without_a_place_are_words() -> None:
    """A rule of the whole board stands below the board in words."""
    shown = picture("anti-knight")
    (note,) = [shape for shape in shown.shapes if shape.role == "note"]
    assert note.text == "anti-knight"
    assert draw(EMPTY).height < note.y < shown.height


def test_boards_that_are_not_square() -> None:
    """A board of 2 x 5 cells is drawn so, its regions in thick lines, its digits as they are, 0 among them."""
    board = Geometry.shaped(2, 5, 0, 4, regions=[[0, 1], [5, 6]])
    shown = draw(Puzzle(bytes([1, 0, 0, 0, 5, 0, 0, 0, 0, 0]), board), labels=True)
    assert shown.width - shown.height == pytest.approx(3 * 48)
    assert {shape.text for shape in shown.shapes if shape.role == "clue"} == {"0", "4"}
    assert {shape.text for shape in shown.shapes if shape.role == "label"} == {
        *(f"c{k}" for k in range(1, 6)),
        "r1",
        "r2",
    }
    thick = {(shape.start, shape.end) for shape in shown.shapes if shape.role == "thick"}
    assert len(thick) == 4 + 2


def test_files_and_notebooks() -> None:
    """The same picture is a PNG, and what a notebook shows of the puzzle and of its verdict."""
    puzzle = EMPTY.under([parse("cage 10 r1c1 r1c2"), parse("thermo r3c1-r3c5")])
    assert to_png(draw(puzzle), width=90)[:4] == b"\x89PNG"
    assert 'class="line-thermo"' in (puzzle._repr_svg_() or "")
    verdict = verify(puzzle)
    assert isinstance(verdict, Multiple)
    assert (verdict._repr_html_() or "").count("<svg") == 2


def test_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page draws and verifies what it read with rules, and names the rules of a conflict."""
    puzzle = Puzzle(bytes([2, 1]) + bytes(79), constraints=[parse("thermo r1c1 r1c2")])
    monkeypatch.setattr(setting, "record_of", lambda text: Record(puzzle))
    link = "a link"
    assert "line-thermo" in jobs.draw(link)["svg"]
    record = jobs.verify(link)
    assert record["puzzle"] is None  # clicking digits into it would lose the rules
    assert record["verdict"] == "impossible"
    assert "thermo at r1c1 r1c2" in record["message"]
    assert "line-thermo" in record["boards"][0]


def test_shapes_are_painted_once() -> None:
    """Two rules that look the same paint it once."""
    twice = Painted.of(EMPTY.under([parse("thermo r1c1-r1c3"), parse("thermo r1c1-r1c3")]))
    assert len(twice.found) == 1


def test_numbers_outside_are_named() -> None:
    """Below the board: the kind where there is one, else where each stands; an arrow names a little killer itself."""
    notes = [
        [shape.text for shape in picture(*texts).shapes if isinstance(shape, Text) and shape.role == "note"]
        for texts in (
            ("sandwich 7 r1c3-r9c3", "sandwich 9 r2c1-r2c9"),
            ("sandwich 7 r1c3-r9c3", "skyscraper 3 r2c9-r2c1", "skyscraper 4 r9c2-r1c2"),
            ("little-killer 12 r1c6 r2c7 r3c8 r4c9",),
        )
    ]
    assert notes[0] == ["numbers outside: sandwich"]
    assert notes[1] == ["sandwich: above column 3", "skyscraper: right of row 2, below column 2"]
    assert notes[2] == []


def test_a_line_ends_on_the_rim_of_its_diamond() -> None:
    """Straight or slanting, nothing is left between a lockout line and its ends."""
    for text in ("lockout r3c3 r3c4 r3c5", "lockout r3c3 r4c4 r5c5"):
        strokes = [
            shape for shape in picture(text).shapes if isinstance(shape, Stroke) and shape.role == "line-lockout"
        ]
        (line,) = [stroke for stroke in strokes if not stroke.closed]
        diamonds = [stroke.points for stroke in strokes if stroke.closed]
        for (x, y), (left, top, right, _) in zip((line.points[0], line.points[-1]), diamonds):
            middle = (left[0] + right[0]) / 2, left[1]
            assert abs(x - middle[0]) + abs(y - middle[1]) == pytest.approx(middle[1] - top[1])


def test_a_book_tells_the_rules() -> None:
    """The author's words below each puzzle, inside its picture; without any the sentences of its kinds at the top."""
    puzzle = EMPTY.under([parse("thermo r1c1-r1c4")])
    (page,) = Book(per_page=1).pages([Entry(puzzle, rules="Digits increase along thermometers.")])
    (words,) = [shape for shape in page.shapes if isinstance(shape, Text) and shape.role == "note"]
    assert words.text == "Digits increase along thermometers."
    assert 8 < words.size < 30
    assert words.y < page.height
    (page,) = Book(per_page=1).pages([Entry(puzzle)])
    said = [shape.text for shape in page.shapes if isinstance(shape, Text) and shape.role == "note"]
    assert said[-1] == "Thermo: Digits along a thermometer increase from the bulb end."
