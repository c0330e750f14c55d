"""Books: sections, numbers, answers, paper, ink and fonts."""

from __future__ import annotations

import io
import re
import zlib
from base64 import a85decode
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Geometry, Puzzle, generate, rate, verify
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.constraints import parse
from cpsudoku.drawing.binding import SMALLEST_CELL
from cpsudoku.drawing.book import LARGE_PRINT, Book, Entry, Section
from cpsudoku.drawing.palette import ROLES, grey, in_black
from cpsudoku.drawing.paper import MM, PAPERS, Sheet, paper_size
from cpsudoku.drawing.picture import Line, Link, Picture, Rect, Stroke, Text, broken, ems, fitting
from cpsudoku.drawing.svg import to_svg
from cpsudoku.drawing.wrapper import wrapper
from cpsudoku.errors import UsageError
from cpsudoku.rating.answers import Rating

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = Puzzle.parse(EASY)
SOLUTION = verify(PUZZLE).cells  # type: ignore[union-attr]
BIG = Puzzle(bytes(256), Geometry(4, 4))
CYRILLIC = "Судоку"


def written(page: Picture, *roles: str) -> list[str]:
    """The texts in these roles, in the order of painting."""
    return [shape.text for shape in page.shapes if isinstance(shape, Text) and shape.role in roles]


def numbers(page: Picture) -> list[int]:
    """The numbers over the boards of a page."""
    return [int(text.split()[0]) for text in written(page, "heading") if text.split()[0].isdigit()]


def cells(page: Picture) -> list[float]:
    """How large the digits are: in order of painting, once each size."""
    sizes = [round(s.size, 3) for s in page.shapes if isinstance(s, Text) and s.role in ("clue", "digit")]
    return list(dict.fromkeys(sizes))


def cell_of(page: Picture) -> float:
    """The side of a cell of the first board."""
    lines = [s for s in page.shapes if isinstance(s, Line) and s.role == "thin" and s.start[0] == s.end[0]]
    xs = sorted({round(line.start[0], 3) for line in lines})
    return xs[1] - xs[0]


def entries(count: int) -> list[Entry]:
    """Some of the same puzzle."""
    return [Entry(PUZZLE, "1.2 easy", SOLUTION)] * count


def test_sections() -> None:
    """Headings at their beginnings, running heads behind, puzzles numbered through, answers by section at the end."""
    book = Book(4, "Sunday", author="A. Setter", start=101, solutions_per_page=6)
    pages = list(book.bound([Section(entries(5), "Gentle", "Just look."), Section(entries(3), "Other", per_page=2)]))
    assert [numbers(page) for page in pages] == [
        *([101, 102, 103, 104], [105]),
        *([106, 107], [108]),
        *([101, 102, 103, 104, 105], [106, 107, 108]),
    ]
    heads = [[t for t in written(page, "heading") if not t[0].isdigit()] for page in pages]
    assert heads == [["Gentle"], [], ["Other"], [], ["Solutions  ·  Gentle"], ["Solutions  ·  Other"]]
    assert [written(page, "running") for page in pages[:4]] == [
        *(["Sunday  ·  A. Setter"], ["Sunday  ·  Gentle"]),
        *([], ["Sunday  ·  Other"]),
    ]
    assert written(pages[0], "note") == ["Just look."]
    assert [written(page, "caption") for page in pages] == [[str(k)] for k in range(1, 7)]


def test_answers_behind_each_section() -> None:
    """`answers="section"`: they follow the puzzles they belong to, under a heading of the caller's words."""
    book = Book(6, answers="section", answers_heading="Lösungen")
    pages = list(book.bound([Section(entries(2), "A"), Section(entries(1), "B")]))
    assert [written(page, "heading")[0] for page in pages] == ["A", "Lösungen  ·  A", "B", "Lösungen  ·  B"]
    assert [numbers(page) for page in pages] == [[1, 2], [1, 2], [3], [3]]


def test_footers_and_gutters_change_sides() -> None:
    """Page numbers stand on the outer edge beside a footer, and the gutter on the inner one: odd pages are right."""
    pages = list(
        Book(1, footer="made by hand", gutter=10, cover=True, title="T").pages([*entries(1), *[Entry(PUZZLE)] * 2])
    )
    assert len(pages) == 5
    assert written(pages[0], "heading", "running", "caption") == ["T", "made by hand"]
    left = []
    for page in pages[1:]:
        (number,) = [shape for shape in page.shapes if isinstance(shape, Text) and shape.role == "caption"]
        odd = int(number.text) % 2 == 1
        assert (number.anchor, number.x > page.width / 2) == (("end", True) if odd else ("start", False))
        left.append((odd, min(shape.x for shape in page.shapes if isinstance(shape, Rect))))
    assert [odd for odd, _ in left] == [False, True, False, True]
    assert left[1][1] - left[2][1] == pytest.approx(10 * MM)


def test_large_boards_get_pages_with_fewer() -> None:
    """Cells of a 16x16 among nine a page would be too small: it gets room, its neighbours keep theirs, order stays."""
    pages = list(Book(9, paper="A5").pages([*entries(3), Entry(BIG), Entry(BIG), *entries(2)]))
    puzzles = [page for page in pages if "Solutions" not in written(page, "heading")]
    assert [numbers(page) for page in puzzles] == [[1, 2, 3], [4, 5], [6, 7]]
    nine, sixteen = (cell_of(page) for page in puzzles[:2])
    assert sixteen >= min(nine, SMALLEST_CELL)
    assert cells(puzzles[0]) == cells(puzzles[2])
    (page,) = Book(48).pages([Entry(PUZZLE)] * 48)
    assert len(numbers(page)) == 48


def test_long_rules_get_room() -> None:
    """Rules that would squeeze their board too much get a page with fewer places, and all of their words."""
    rules = "Neighbouring digits along a green line differ by at least five. " * 14
    thermo = PUZZLE.under([parse("thermo r1c3 r1c4")])
    pages = list(Book(6, paper="A5").pages([*[Entry(PUZZLE)] * 2, Entry(thermo, rules=rules)]))
    assert [numbers(page) for page in pages] == [[1, 2], [3]]
    assert " ".join(written(pages[1], "note")) == rules.strip()
    for shape in pages[1].shapes:
        if isinstance(shape, Text) and shape.role == "note":
            assert shape.y < pages[1].height - 40


@pytest.mark.long
def test_nothing_leaves_the_page() -> None:
    """Boards of many kinds, with candidates and labels, on small paper: everything lies inside the page's borders."""
    kinds = [Geometry(2, 2), Geometry(2, 3), CLASSIC, Geometry(4, 4), Geometry(5, 5)]
    outside = Puzzle(bytes(81)).under([parse("sandwich 9 r1c1-r1c9"), parse("x-sum 9 r1c2-r9c2")])
    mixed = [Entry(Puzzle(bytes(kind.size), kind), candidates=[(1 << kind.side) - 1] * kind.size) for kind in kinds]
    mixed += [Entry(outside), Entry(outside, rules="Sandwich. " * 30)]
    for per_page in (1, 2, 4, 6, 12):
        for page in Book(per_page, "x" * 300, "A6", footer="y" * 300).bound([Section(mixed, labels=True)]):
            for shape in page.shapes:
                match shape:
                    case Rect():
                        box = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
                    case Stroke():
                        box = *map(min, zip(*shape.points)), *map(max, zip(*shape.points))
                    case Text():
                        wide = ems(shape.text, 0.5) * shape.size
                        x = shape.x - (wide / 2 if shape.anchor == "middle" else wide * (shape.anchor == "end"))
                        box = x, shape.y, x + wide, shape.y
                    case _:
                        continue
                assert box[0] >= 15
                assert box[1] >= 15
                assert box[2] <= page.width - 15
                assert box[3] <= page.height - 15


def test_labels_and_candidates() -> None:
    """A section numbers rows and columns; an entry has its candidates written."""
    masks = [0] * 81
    masks[2] = 0b1011
    (page,) = Book(1).bound([Section([Entry(PUZZLE, candidates=masks)], labels=True)])
    assert written(page, "candidate") == ["1", "2", "4"]
    assert written(page, "label")[:2] == ["c1", "c2"]


def test_papers() -> None:
    """Names in any case, sizes in four units; what is none is refused with the names and an example."""
    assert paper_size("a4") == PAPERS["A4"]
    assert paper_size("6x9in") == (432, 648)
    assert paper_size("170 x 240 mm") == pytest.approx((170 * MM, 240 * MM))
    assert paper_size("17x24cm") == pytest.approx(paper_size("170x240mm"))
    assert paper_size("8.5x11") == PAPERS["Letter"]
    assert paper_size("170x240") == paper_size("170x240mm")
    for wrong in ("B9", "0x9in", "1x1mm", "9000x9000mm", "-6x9in"):
        with pytest.raises(UsageError, match=r"A4, A5|a side has"):
            Book(paper=wrong)


def test_units_of_papers() -> None:
    """Numbers without a unit that may be of either are refused with a question."""
    with pytest.raises(UsageError, match="in which unit"):
        paper_size("40x50")


KILLER = Puzzle(bytes(81)).under([parse("cage 24 r1c1 r1c2 r1c3"), parse("cage 9 r5c5 r6c5"), parse("xv 10 r8c1 r8c2")])
THERMO = PUZZLE.under([parse("thermo r1c3 r1c4")])


def test_rules_once_a_section() -> None:
    """A section states the sentence of each kind once; below a board are its kinds, where those of others differ."""
    same = [Entry(KILLER)] * 3
    first, second = Book(2).bound([Section(same, "Killers", "Fourteen days.")])
    words = " ".join(written(first, "note"))
    assert words.startswith("Fourteen days. Normal sudoku rules apply")
    assert words.count("Digits in a cage do not repeat") == words.count("joined" if "joined" in words else "XV:") == 1
    assert written(second, "note") == []
    (page,) = Book(4).bound([Section([Entry(KILLER), Entry(THERMO), Entry(THERMO)], "Mixed")])
    assert written(page, "note")[-3:] == ["Killer  ·  XV", "Thermo", "Thermo"]
    own = [Entry(THERMO, rules="Warm.")] * 2
    (page,) = Book(2).bound([Section(own)])
    assert written(page, "note") == ["Warm."]


def sizes(document: Any, page: int) -> dict[str, float]:
    """The least size in points of each character of a page, as the PDF sets it."""
    import pypdfium2.raw as raw

    text, found = document[page].get_textpage(), dict[str, float]()
    for at in range(text.count_chars()):
        letter, size = chr(raw.FPDFText_GetUnicode(text.raw, at)), raw.FPDFText_GetFontSize(text.raw, at)
        if not letter.isspace():
            found[letter] = min(size, found.get(letter, size))
    return found


def test_sums_have_six_points() -> None:
    """Of two killers a page of 6 x 9 inches nothing is printed smaller; on smaller paper there is one a page."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    book = Book(2, "Killers", "6x9in", gutter=6, ids=True)
    pages = list(book.bound([Section([Entry(KILLER, "", SOLUTION)] * 4, "Killers")]))
    assert [numbers(page) for page in pages[:-1]] in ([[1], [2, 3], [4]], [[1, 2], [3, 4]])
    with pdfium.PdfDocument(to_pdf(pages)) as document:
        for page in range(len(pages)):
            assert min(sizes(document, page).values()) >= 6
    (one, two, _) = Book(2, paper="A5").pages([Entry(KILLER), Entry(KILLER), Entry(PUZZLE)])
    assert (numbers(one), numbers(two)) == ([1], [2])


def test_lessons_have_six_points() -> None:
    """Nor is anything of a lesson's boards with labels and candidates, and every page can be drawn alone."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    sections = [Section([Entry(THERMO, "", SOLUTION)] * 3, "Ruled", labels=True), Section(entries(3), "B")]
    for paper in ("6x9in", "A4"):
        pages = list(Book(2, "Lessons", paper, gutter=6, lessons=True).bound(sections))
        assert any(written(page, "label") for page in pages)
        with pdfium.PdfDocument(to_pdf(pages)) as document:
            for page in range(len(pages)):
                assert min(sizes(document, page).values()) >= 6
    assert all(to_pdf([page]) for page in pages)


def links(page: Picture) -> list[int]:
    """The pages that a page leads to."""
    return [shape.page for shape in page.shapes if isinstance(shape, Link)]


def test_contents_references_and_bookmarks() -> None:
    """Puzzles name the page of their answer, answers that of their puzzle; contents and bookmarks lead to sections."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    book = Book(2, "Sunday", cover=True, contents=True, start=11, sheet=Sheet(bleed=3))
    pages = list(book.bound([Section(entries(3), "A"), Section(entries(1), "B")]))
    assert [links(page) for page in pages] == [[], [3, 5, 6, 7], [6, 6], [6], [7], [3, 3, 4], [5]]
    assert written(pages[1], "note") == ["A  (11–13)", "B  (14)", "Solutions  ·  A", "Solutions  ·  B"]
    assert written(pages[2], "aside") == ["solution: page 6"] * 2
    assert written(pages[5], "aside") == ["page 3", "page 3", "page 4"]
    with pdfium.PdfDocument(to_pdf(pages)) as document:
        marks = [(mark.get_title(), mark.get_dest().get_index(), mark.level) for mark in document.get_toc()]
    assert [mark for mark in marks if mark[2] == 0] == [
        *(("Contents", 1, 0), ("A", 2, 0), ("B", 4, 0)),
        *(("Solutions  ·  A", 5, 0), ("Solutions  ·  B", 6, 0)),
    ]
    assert [mark[:2] for mark in marks if mark[2] == 1] == [("11", 2), ("12", 2), ("13", 3), ("14", 4)]
    assert to_pdf(pages[2:3])  # a page alone has no page to lead to


def test_ids() -> None:
    """An ID depends on clues and rules, not on their order nor on the place in the book."""
    ids = [Entry(puzzle).id for puzzle in (PUZZLE, THERMO, KILLER, BIG)]
    assert len({*ids}) == 4
    assert all(len(one) == 6 for one in ids)
    again = PUZZLE.under([parse("thermo r1c3 r1c4")])
    assert Entry(again, "caption", SOLUTION).id == ids[1]
    (page,) = Book(1, ids=True).pages([Entry(PUZZLE)])
    assert written(page, "aside") == [ids[0]]


def test_stars() -> None:
    """Five of them, as many filled as the puzzle has."""
    (page,) = Book(1).pages([Entry(PUZZLE, stars=2)])
    drawn = [shape.filled for shape in page.shapes if isinstance(shape, Stroke) and len(shape.points) == 10]
    assert drawn == [True, True, False, False, False]


def test_lessons() -> None:
    """A page before the section: its rules, how to begin, and steps of its first puzzle, in pictures and sentences."""
    killer = Puzzle(SOLUTION[:72] + bytes(9)).under([parse("cage 12 r9c1 r9c2 r9c3"), parse("thermo r9c1-r9c3")])
    solved = verify(killer)
    book = Book(4, lessons=True)
    pages = list(book.bound([Section(entries(1), "Easy"), Section([Entry(killer, "", solved.cells)], "Ruled")]))  # type: ignore[union-attr]
    heads = [written(page, "heading")[0] for page in pages if written(page, "heading")]
    assert heads[:2] == ["How to solve: Easy", "Easy"]
    assert "How to solve: Ruled" in heads
    words = " ".join(written(pages[0], "note"))
    assert "Normal sudoku rules apply" in words
    assert "ingle: " in words
    ruled, board = (
        next(page for page in pages if written(page, "heading")[:1] == [head])
        for head in ("How to solve: Ruled", "Ruled")
    )
    words = " ".join(written(ruled, "note"))
    assert "Killer: Digits in a cage" in words
    assert "Count from both ends" in words
    assert written(board, "note") == []


def test_long_texts_have_pages_of_their_own() -> None:
    """A text that would leave no room for boards goes on over pages, each line once and inside the borders."""
    text = "\n".join(f"Line {k}" for k in range(150))
    pages = list(Book(1, paper="A5").bound([Section(entries(1), "Long", text)]))
    assert [line for page in pages for line in written(page, "note")] == text.split("\n")
    assert [numbers(page) for page in pages if numbers(page)] == [[1], [1]]
    for page in pages:
        assert all(
            shape.y < page.height - 30 for shape in page.shapes if isinstance(shape, Text) and shape.role == "note"
        )


def test_large_print() -> None:
    """Texts of at least 12 points and clues of 30 in the PDF, one puzzle a page."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    pages = list(Book(**LARGE_PRINT).pages(entries(2)))
    assert [numbers(page) for page in pages] == [[1], [2], [1, 2]]
    with pdfium.PdfDocument(to_pdf(pages)) as document:
        found = sizes(document, 0)
        assert found["9"] >= 30
        assert found["o"] >= 11


def test_wrapper() -> None:
    """Back, spine and front to the trim size: the spine is the pages' thickness, and a thick one has the title."""
    page = wrapper(*paper_size("6x9"), 61, "Sunday", "A. Setter", 0.0572)
    assert page.trim is not None
    assert page.trim.width == pytest.approx(2 * 432 + 62 * 0.0572 * MM)
    assert page.trim.height == pytest.approx(648)
    said = " ".join(shape.text for shape in page.shapes if isinstance(shape, Text))
    assert "spine 3.55 mm (62 pages of 0.0572 mm)" in said
    assert not any(shape.turned for shape in page.shapes if isinstance(shape, Text))
    thick = wrapper(*paper_size("6x9"), 200, "Sunday", "A. Setter")
    assert [shape.text for shape in thick.shapes if isinstance(shape, Text) and shape.turned] == [
        "Sunday  ·  A. Setter"
    ]
    assert 'transform="rotate(90' in to_svg(thick)
    for wrong in (0.0, -1.0, float("nan"), 9.0):
        with pytest.raises(UsageError, match=r"0\.02 to 0\.5"):
            wrapper(432, 648, 60, "T", "", wrong)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"per_page": 0}, "at least 1"),
        ({"solutions_per_page": 49}, "at most 48"),
        ({"start": -1}, "from 0"),
        ({"answers": "nowhere"}, "end or behind each section"),
        ({"gutter": 51.0}, "0 to 50"),
        ({"gutter": float("nan")}, "0 to 50"),
        ({"text": 9.0}, "0.5 to 4"),
    ],
)
def test_refused(options: dict[str, Any], word: str) -> None:
    """What cannot be is a usage error that says what could."""
    with pytest.raises(UsageError, match=word):
        Book(**options)
    with pytest.raises(UsageError, match="0 to 25"):
        Sheet(bleed=26)
    with pytest.raises(UsageError, match="at most 48"):
        Section([], per_page=49)


def test_trim() -> None:
    """The PDF says where the page ends and where its bleed does; marks point at the corners from outside."""
    reportlab = pytest.importorskip("reportlab")
    assert reportlab
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    (page,) = Book(1, paper="6x9in", sheet=Sheet(bleed=3, marks=True)).pages([Entry(PUZZLE)])
    marks = [shape for shape in page.shapes if isinstance(shape, Line) and shape.role == "crop"]
    assert len(marks) == 8
    assert page.trim is not None
    for mark in marks:
        for x, y in (mark.start, mark.end):
            inside = page.trim.x - 8 < x < page.trim.x + 432 + 8 and page.trim.y - 8 < y < page.trim.y + 648 + 8
            assert not inside  # 3 mm are 8.5 points
            assert 0 <= x <= page.width
            assert 0 <= y <= page.height
    with pdfium.PdfDocument(to_pdf([page])) as document:
        left, bottom, right, top = document[0].get_trimbox()
        assert (right - left, top - bottom) == pytest.approx((432, 648), abs=0.01)
        bleed = document[0].get_bleedbox()
        assert [round((a - b) / MM, 2) for a, b in zip(bleed, (left, bottom, right, top))] == [-3, -3, 3, 3]
        assert document[0].get_mediabox() == pytest.approx((0, 0, page.width, page.height), abs=0.01)
    (plain,) = Book(1).pages([Entry(PUZZLE)])
    assert plain.trim is None


def streams(document: bytes) -> bytes:
    """What a PDF paints: its streams, unpacked."""
    found = b""
    for part in re.findall(rb"stream\r?\n(.*?)endstream", document, re.S):
        found += zlib.decompress(a85decode(b"<~" + part.strip(), adobe=True) if part.strip().endswith(b"~>") else part)
    return found


def test_black_only() -> None:
    """Every role in greys: no other colour is set in the PDF, every pixel is grey, and texts are black or white."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    rules = [parse(text) for text in ("thermo r1c1-r1c4", "whisper r3c3 r4c4 r5c5", "cage 10 r8c1 r8c2", "even r9c9")]
    pages = list(Book(1, "Grey", answers="end").pages([Entry(PUZZLE.under(rules), solution=SOLUTION)]))
    pdf = to_pdf(pages, black=True)
    painted = streams(pdf)
    assert b" g\n" in painted
    assert not re.search(rb"[\d.] (rg|RG|k|K)\n", painted)
    assert re.search(rb"[\d.] rg\n", streams(to_pdf(pages)))
    with pdfium.PdfDocument(pdf) as document:
        for page in document:
            image = page.render(scale=1).to_pil().convert("RGB")
            assert all(r == g == b for _, (r, g, b) in image.getcolors(1 << 20))
    for role, look in ROLES.items():
        for colour in (in_black(role).fill, in_black(role).stroke):
            assert not colour or (colour[1:3] == colour[3:5] == colour[5:7])
        assert bool(look.fill) == bool(in_black(role).fill)
    assert in_black("digit").fill == "#000000"
    assert in_black("dot-text-light").fill == "#ffffff"
    assert grey("#ffffff") == pytest.approx(1)


def face_of_many_scripts() -> Path:
    """DejaVu Sans, from wherever it is."""
    places = [Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")]
    try:
        import matplotlib

        places.append(Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSans.ttf"))
    except ImportError:
        pass
    for place in places:
        if place.exists():
            return place
    pytest.skip("no DejaVu Sans here")


def test_titles_in_other_scripts() -> None:
    """Without a font that has the letters the error names the option; with one they are in the PDF, font embedded."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    (page,) = Book(1, CYRILLIC).pages([Entry(PUZZLE)])
    with pytest.raises(UsageError, match="--font FILE"):
        to_pdf([page])
    pdf = to_pdf([page], font=[face_of_many_scripts()], author="Ж. Автор")
    assert pdf.count(b"/FontFile2") == pdf.count(b"/FontDescriptor ")
    with pdfium.PdfDocument(io.BytesIO(pdf)) as document:
        assert CYRILLIC in document[0].get_textpage().get_text_range()
        assert document.get_metadata_dict()["Author"] == "Ж. Автор"


@pytest.mark.long
def test_a_book_of_64_pages_brings_its_fonts() -> None:
    """Classic, 6x6, 16x16, jigsaw and variants in one book: every font that a page names is embedded as a subset."""
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    from cpsudoku.drawing.pdf import to_pdf

    pieces = Geometry.jigsaw("111222111222333444333444555666555666")
    cage = PUZZLE.under([parse("cage 8 r1c1 r1c2"), parse("thermo r1c4-r1c7"), parse("x-sum 12 r1c1-r1c9")])
    sections = [
        Section(entries(60), "Gentle", "Look.", per_page=4),
        Section([Entry(Puzzle(bytes(36), kind)) for kind in (Geometry(2, 3), pieces)] * 20, "Small", per_page=2),
        Section([Entry(BIG, candidates=[0xFFFF] * 256)] * 4, "Large", per_page=1, labels=True),
        Section([Entry(cage, rules="The cage adds up to 8.")] * 20, "Others — “ruled”", per_page=1),
    ]
    pages = list(Book(4, "Mixed", author="Zoë", footer="© 2026", cover=True).bound(sections))
    assert len(pages) >= 64
    pdf = to_pdf(pages, title="Mixed", author="Zoë")
    assert pdf == to_pdf(pages, title="Mixed", author="Zoë")
    fonts = re.findall(rb"/BaseFont /(\S+)", pdf)
    assert fonts
    assert all(re.fullmatch(rb"[A-Z]{6}\+BitstreamVeraSans-(Bold|Roman)", name) for name in fonts)
    assert pdf.count(b"/FontFile2") == len(set(fonts))
    with pdfium.PdfDocument(pdf) as document:
        assert len(document) == len(pages)
        for page in document:
            assert sum(page.render(scale=0.4).to_pil().convert("L").histogram()[:128]) > 60


def test_scripts_from_right_to_left() -> None:
    """Hebrew stands in its order, Arabic letters join, digits among them keep theirs; merging scripts are refused."""
    pytest.importorskip("bidi", reason="needs the extra [scripts]")
    pytest.importorskip("reportlab")
    from cpsudoku.drawing.pdf import Pen, in_order

    assert in_order("Sudoku 12") == "Sudoku 12"
    assert in_order("סודוקו 12") == "12 " + "סודוקו"[::-1]
    joined = in_order("سودوكو")
    assert len(joined) == 6
    assert all("\ufe70" <= letter <= "\ufeff" for letter in joined)
    pen = Pen([face_of_many_scripts()], bold=True)
    assert [(one.own, part) for one, part in pen.runs("1 " + joined)] == [(False, "1 " + joined)]
    with pytest.raises(UsageError, match="SVG"):
        in_order("सुडोकू")


def test_lettering() -> None:
    """Texts are made smaller, then cut, to fit; scripts written in squares are wider, and broken without blanks."""
    assert fitting("abc", 1000, 12, 6) == (12, "abc")
    size, text = fitting("a" * 30, 100, 12, 3)
    assert (size * ems(text), text) == (pytest.approx(100), "a" * 30)
    size, text = fitting("a" * 300, 100, 12, 6)
    assert (size, text[-1]) == (6, "…")
    assert size * ems(text) <= 100
    assert ems("数独") == 2
    assert all(ems(line, 0.52) * 10 <= 100 for line in broken("数独" * 30, 100, 10))
    assert "".join(broken("数独" * 30, 100, 10)) == "数独" * 30
    assert broken("one\n\ntwo", 100, 10) == ["one", "", "two"]
    assert broken("", 100, 10) == []


def test_headings_of_ratings() -> None:
    """On the scale number and word; on other boards a word of their own, never a number of the scale nor "beyond"."""
    assert rate(EASY).heading == "1.2 easy"  # type: ignore[union-attr]
    four = generate(geometry=Geometry(2, 2), seed=1).puzzle
    assert four is not None
    assert rate(four).heading == "easy"  # type: ignore[union-attr]
    found = rate(Puzzle(bytes([1, *[0] * 255]), Geometry(4, 4)))
    assert not isinstance(found, Rating)
    stuck = Rating(BIG, 3.2, 1.2, 1.2, "stuck", "claiming", "not SE scale")
    assert stuck.heading == "fiendish"
