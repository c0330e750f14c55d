"""Illustrated walkthroughs: every step is shown, on pages that hold what they print, in HTML that asks for nothing."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser

from cpsudoku import Geometry, Puzzle, explain
from cpsudoku.constraints import parse
from cpsudoku.drawing.palette import ROLES
from cpsudoku.drawing.picture import Arrow, Line, Stroke, Text
from cpsudoku.drawing.walkthrough import Walkthrough, to_html, to_pages
from cpsudoku.results import Explanation
from tests.questions.explanation.test_walks_by_techniques import KILLER

UNUSED = ".1.6...8.3.2..........49.....83...........4.7......5..46..........2...9.7...5...."
"""Of the steps that are found some are not needed."""


def walked() -> Explanation:
    """A small killer, explained."""
    found = explain(Puzzle.parse("1...............", Geometry(2, 2)).under(map(parse, KILLER)))
    assert isinstance(found, Explanation)
    return found


def test_singles_in_a_row_are_one_passage():
    """All steps but those that clear, in order; passages of singles follow each other only where one names rules."""
    found = walked()
    passages = found.passages()
    assert [step for one in passages for step in one.steps] == [step for step in found.steps if not step.clears]
    for one, other in itertools.pairwise(passage.lines[0] for passage in passages):
        assert not (one.startswith("Singles: ") and other.startswith("Singles: ")) or "(" in one + other
    assert len(found.story()) == 1 + sum(len(one.lines) for one in passages)


def test_pages_hold_what_they_print():
    """The numbers of all passages and of all pages stand on them, in order, and nothing lies beyond the edge."""
    found = walked()
    pages = list(to_pages([Walkthrough(found), Walkthrough(found, "Again")], "A5"))
    texts = [shape for page in pages for shape in page.shapes if isinstance(shape, Text)]
    numbers = [int(text.text.partition(".")[0]) for text in texts if re.match(r"\d+\. ", text.text)]
    assert numbers == [*range(1, len(found.passages()) + 1)] * 2
    assert [page.shapes[-1].text for page in pages] == [str(k) for k in range(1, len(pages) + 1)]  # type: ignore[union-attr]
    for page in pages:
        for shape in page.shapes:
            match shape:
                case Text():
                    assert 0 < shape.y < page.height
                case Line() | Arrow():
                    assert 0 < shape.end[1] < page.height
                case Stroke():
                    assert all(0 < y < page.height for _, y in shape.points)


def test_html_asks_for_nothing():
    """No scripts and no addresses but the name of SVG; every role of its shapes is in the style sheet."""
    text = to_html([Walkthrough(walked(), "A <walk>")])
    assert "<h1>A &lt;walk&gt;</h1>" in text
    assert set(re.findall(r"https?://[^\"' ]*", text)) <= {"http://www.w3.org/2000/svg"}
    seen: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.add(tag)
            assert not {"src", "href"} & {name for name, _ in attrs}

    Reader().feed(text)
    assert "script" not in seen
    assert "svg" in seen
    used = set(re.findall(r'<(?:text|rect|line|circle|g)[^>]*class="([\w-]+)"', text))
    assert used <= {role for role in ROLES if f".sudoku .{role}{{" in text}


def test_unused_steps_are_marked():
    """With every step the walk contains the shorter one; the others place nothing and are marked in its text."""
    short, long = (explain(UNUSED, every=every) for every in (False, True))
    assert isinstance(short, Explanation)
    assert isinstance(long, Explanation)
    assert not short.unused
    assert long.unused
    assert len(long.steps) > len(short.steps)
    assert not any(long.steps[number].placements for number in long.unused)
    assert sum("(unused)" in line for line in long.story()) == len(long.unused)
    assert sum("unused" in step for step in long.to_dict()["reasoning"]) == len(long.unused)
