"""Pictures show what they are given, and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from cpsudoku import Geometry, Multiple, Puzzle, Solution, draw, rate, verify
from cpsudoku.board.geometry import EXTRAS
from cpsudoku.drawing import save
from cpsudoku.drawing.boards import CELL, region_tints
from cpsudoku.drawing.book import Book, Entry
from cpsudoku.drawing.marks import house_cells, marks_of
from cpsudoku.drawing.ornaments import FOG, Ornaments
from cpsudoku.drawing.palette import ROLES, grey, in_black
from cpsudoku.drawing.pdf import to_pdf
from cpsudoku.drawing.picture import Picture, Rect, Text, fitted
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError
from cpsudoku.results import Rating
from cpsudoku.techniques.words import Words

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAINS = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: Picture, role: str) -> list[str]:
    """What is written in this role, in the order of painting, read back from the SVG."""
    root = ElementTree.fromstring(to_svg(picture))
    return [element.text or "" for element in root.iter(f"{SVG}text") if element.get("class") == role]


@pytest.fixture(scope="module")
def rating() -> Rating:
    """A path with singles, sets, a unique rectangle and chains of one and several branches."""
    found = rate(CHAINS)
    assert isinstance(found, Rating)
    return found


def test_every_clue_is_written_once() -> None:
    """A puzzle's picture has its clues in reading order, and no other digit."""
    picture = draw(EASY)
    assert texts(picture, "clue") == [symbol for symbol in EASY if symbol != "."]
    assert not texts(picture, "digit")
    assert not texts(picture, "candidate")


def test_solution_and_candidates() -> None:
    """A solution fills the empty cells in another role; candidates are exactly the digits no peer holds."""
    puzzle = Puzzle.parse(EASY)
    solution = verify(puzzle).solution  # type: ignore[union-attr]
    assert len(texts(draw(puzzle, solution=solution), "digit")) == 81 - puzzle.clue_count
    written = texts(draw(puzzle, candidates=True), "candidate")
    rows = [EASY[9 * r : 9 * r + 9] for r in range(9)]
    expected = [
        d
        for r in range(9)
        for c in range(9)
        if rows[r][c] == "."
        for d in "123456789"
        if d not in rows[r]
        and all(row[c] != d for row in rows)
        and all(rows[r // 3 * 3 + i][c // 3 * 3 + j] != d for i in range(3) for j in range(3))
    ]
    assert written == expected


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (4, 4), (5, 5)])
def test_any_size(size: tuple[int, int]) -> None:
    """Boards of any size draw inside their sheet, with n - 1 thin lines each way."""
    geometry = Geometry(*size)
    picture = draw(Puzzle(bytes(geometry.size), geometry), candidates=True, labels=True)
    assert len(texts(picture, "candidate")) == geometry.side**3
    for shape in picture.shapes:
        if isinstance(shape, Rect | Text):
            assert 0 <= shape.x <= picture.width
            assert 0 <= shape.y <= picture.height
    assert sum(shape.role == "thin" for shape in picture.shapes) == 2 * (geometry.side - 1)


@pytest.mark.parametrize("name", sorted(EXTRAS))
def test_extra_houses_show(name: str) -> None:
    """Every extra house leaves a trace that the plain board does not have."""
    plain, extra = draw(Puzzle(bytes(81))), draw(Puzzle(bytes(81), Geometry(extras=(name,))))
    assert len(extra.shapes) > len(plain.shapes)


def test_jigsaw_neighbours_differ_in_tint() -> None:
    """Regions that touch have different tints, and a thick line runs wherever two regions meet."""
    symbols = "111222333" * 3 + "444555666" * 3 + "777888999" * 3
    swapped = list(symbols)
    swapped[2], swapped[3] = swapped[3], swapped[2]
    geometry = Geometry.jigsaw(swapped)
    tints = region_tints(geometry)
    for cell in range(81):
        for other in ([cell + 1] if (cell + 1) % 9 else []) + [cell + 9] * (cell + 9 < 81):
            a, b = geometry.box_of(cell), geometry.box_of(other)
            assert a == b or tints[a] != tints[b]
    assert region_tints(Geometry()) == {}


def test_rater_houses() -> None:
    """The rater counts boxes, rows, columns; the marks shade the house of that name."""
    geometry = Geometry()
    words = Words(geometry)
    for house in range(27):
        by_name = next(h for h in geometry.houses if h.name == words.house(house))
        assert house_cells(geometry, house) == by_name.cells


def test_steps_mark_their_conclusion(rating: Rating) -> None:
    """Each step marks exactly its removals and its placement, and the candidates drawn are those held before."""
    for step in rating.steps:
        marks = marks_of(step)
        assert {m[:2] for m in marks.candidates if m[2] == "removed"} == set(step.removals)
        assert [m[:2] for m in marks.candidates if m[2] == "target"] == ([step.placement] if step.placement else [])
        for cell, digit, _ in marks.candidates:
            assert step.before[cell] >> (digit - 1) & 1


def test_links_follow_the_chain(rating: Rating) -> None:
    """A link is strong where it starts from "not"; each joins two statements of which one is the other's parent."""
    seen = Counter[bool]()
    for step in rating.steps:
        if step.chain is None:
            continue
        nodes = step.chain.nodes
        parents = {
            ((nodes[p].cell, nodes[p].digit), (node.cell, node.digit), not nodes[p].on)
            for node in nodes
            for p in node.parents
        }
        for link in marks_of(step).links:
            assert (link.start, link.end, link.strong) in parents
            seen[link.strong] += 1
    assert seen[True] > 5
    assert seen[False] > 5


def test_the_grid_of_a_step(rating: Rating) -> None:
    """A step knows the digits before it: clues and earlier placements; the next step has its placement too."""
    cells = bytearray(rating.puzzle.cells)
    for step in rating.steps:
        assert step.grid == bytes(cells)
        assert all(bool(mask) != bool(digit) for mask, digit in zip(step.before, step.grid))
        if step.placement:
            cells[step.placement[0]] = step.placement[1]
    assert 0 not in cells


def test_roles_are_known(rating: Rating) -> None:
    """Every shape of every step has a look."""
    for step in rating.steps:
        assert all(shape.role in ROLES for shape in step_picture(rating.puzzle, step, title="x" * 200).shapes)


def test_candidates_of_a_full_board() -> None:
    """Filled cells have no candidates."""
    grid = verify(EASY).solution  # type: ignore[union-attr]
    assert candidates_of(grid.cells, grid.geometry) == [0] * 81


def test_fitted_keeps_proportions() -> None:
    """A fitted picture has the width asked for and the same shape."""
    picture = draw(EASY)
    small = fitted(picture, 100)
    assert small.width == 100
    assert small.height / small.width == pytest.approx(picture.height / picture.width)


def test_book_pages() -> None:
    """24 puzzles, six a page, twelve solutions a page: 4 + 2 pages, numbered through, nothing off the paper."""
    puzzle = Puzzle.parse(EASY)
    solution = verify(puzzle).solution  # type: ignore[union-attr]
    for paper in ("A4", "letter"):
        pages = list(Book(6, "Easy", paper).pages([Entry(puzzle, "1.2", solution.cells)] * 24))
        assert len(pages) == 6
        assert [texts(page, "caption") for page in pages] == [[str(k)] for k in range(1, 7)]
        heads = [text.split()[0] for page in pages[:4] for text in texts(page, "heading") if text != "Easy"]
        assert heads == [str(k) for k in range(1, 25)]
        for page in pages:
            for shape in page.shapes:
                if isinstance(shape, Rect):
                    assert shape.x >= 0
                    assert shape.y >= 0
                    assert shape.x + shape.width <= page.width
                    assert shape.y + shape.height <= page.height - 40


def test_notebooks() -> None:
    """Puzzles, solutions, steps, ratings and verdicts show as well-formed pictures in a notebook."""
    puzzle = Puzzle.parse(EASY)
    two = verify(EASY[:60] + "." * 21)
    clash = verify("55" + EASY[2:])
    assert isinstance(two, Multiple)
    for svg in (puzzle._repr_svg_(), two.first._repr_svg_(), verify(puzzle)._repr_svg_(), clash._repr_svg_()):  # type: ignore[union-attr]
        assert ElementTree.fromstring(svg or "").tag == f"{SVG}svg"
    rating = rate(puzzle)
    assert isinstance(rating, Rating)
    for html in (rating.steps[0]._repr_html_(), rating._repr_html_(), two._repr_html_(), clash._repr_html_()):  # type: ignore[union-attr]
        assert ElementTree.fromstring(f"<body>{html}</body>").find(".//*") is not None
    assert (two._repr_html_() or "").count("<svg") == 2
    assert "differs" in (two._repr_html_() or "")
    assert "conflict" in (clash._repr_html_() or "")  # type: ignore[union-attr]


def test_files(tmp_path: object) -> None:
    """SVG, PNG and PDF are what they say, the same each time; another extension is refused with those known."""
    from pathlib import Path

    pytest.importorskip("reportlab")
    from PIL import Image

    folder = Path(str(tmp_path))
    picture = draw(EASY)
    for kind, start in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        save(picture, folder / f"a{kind}", width=300)
        save(picture, folder / f"b{kind}", width=300)
        data = (folder / f"a{kind}").read_bytes()
        assert data.startswith(start)
        assert data == (folder / f"b{kind}").read_bytes()
    image = Image.open(folder / "a.png").convert("L")
    assert image.width in (300, 301)
    # r1c1 has a clue, r1c3 has none: ink in one, paper in the other
    cell = image.width / 9

    def darkest(column: int) -> int:
        box = image.crop((int(cell * column + 8), 8, int(cell * (column + 1) - 8), int(cell - 8)))
        return int(box.getextrema()[0])

    assert darkest(0) < 60
    assert darkest(2) > 200
    with pytest.raises(UsageError, match=r"\.svg, \.png, \.pdf"):
        save(picture, folder / "a.gif")


def test_solutions_are_pictures_too() -> None:
    """A solution shows 81 digits and no clue."""
    solution = verify(EASY).solution  # type: ignore[union-attr]
    assert isinstance(solution, Solution)
    assert len(texts(draw(solution), "digit")) == 81


def test_every_font_is_embedded(tmp_path):
    """A PDF brings its fonts along: TrueType subsets, and no font that a viewer would have to find."""
    from cpsudoku.drawing.pdf import to_pdf

    pdf = to_pdf([draw("1234341221434321", title="Été", labels=True)])
    assert pdf.count(b"/FontFile2") == 2
    assert b"/Type1" not in pdf.replace(b"/Type1C", b"")
    pdf = to_pdf([draw("1234341221434321", title="Été")])
    assert pdf == to_pdf([draw("1234341221434321", title="Été")])


def test_a_font_must_have_the_characters(tmp_path):
    """A character without a glyph, and a file that is no font, are errors that name the option."""
    from cpsudoku.drawing.pdf import to_pdf

    with pytest.raises(UsageError, match="--font"):
        to_pdf([draw("1234341221434321", title="数独")])
    wrong = tmp_path / "x.ttf"
    wrong.write_bytes(b"no font")
    with pytest.raises(UsageError, match=r"--font .*x\.ttf: no TrueType font"):
        to_pdf([draw("1234341221434321")], font=wrong)


DRAWINGS = {
    "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#ff0000", "thickness": 12}],
    "arrows": [{"wayPoints": [[8.5, 0.5], [6.5, 2.5]], "color": "blue"}, {"wayPoints": "no"}],
    "underlays": [{"center": [4.5, 4.5], "width": 0.9, "height": 0.9, "rounded": True, "backgroundColor": "#9fe8"}],
    "overlays": [
        {"center": [-0.5, 3.5], "text": "<hi>", "textColor": "#123456"},
        {"center": [3, 3], "width": 1, "height": 0.4, "angle": 45, "backgroundColor": "rgba(0, 0, 0, 0.5)"},
    ],
    "cages": [{"cells": [[6, 6], [6, 7]], "value": "z", "outlineC": "#770077"}],
}


def test_ornaments() -> None:
    """Drawings without a rule are drawn with their colours, what has no place is counted, fog is shaded and named."""
    puzzle = Puzzle(EASY)
    found = Ornaments.of(puzzle.geometry, DRAWINGS, [0, 40])
    assert found.left_out == 1
    picture = board_picture(puzzle, ornaments=found)
    text = to_svg(picture)
    for colour in ("#ff0000", "#0000ff", "#c9fff6", "#123456", "#808080", "#770077"):
        assert colour in text
    assert "&lt;hi&gt;" in text
    assert FOG in text
    assert sum(shape.role == "fog" for shape in picture.shapes) == 79
    assert picture.height > board_picture(puzzle).height + 0.4 * CELL
    for black in (False, True):
        assert to_pdf([picture], black=black).startswith(b"%PDF")
    for role in {shape.role for shape in picture.shapes if shape.role.startswith(("own-fill", "own-stroke"))}:
        look = in_black(role)
        assert grey(look.fill or look.stroke) >= 0.6
