"""Setting on the page, in a real browser: rules drawn and typed, live verdicts, candidates, sums, links in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cpsudoku import Puzzle, verify

pytestmark = pytest.mark.long

PUZZLES = Path(__file__).parent.parent / "puzzles"
VARIANTS = [json.loads(line) for line in (PUZZLES / "variants.jsonl").read_text().splitlines()]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1234341221434321"
CAGES = [
    ("r1c1 r1c2", 3),
    ("r1c3 r1c4", 7),
    ("r2c1 r3c1 r4c1", 9),
    ("r2c2 r2c3", 5),
    ("r2c4 r3c4", 5),
    ("r3c2 r3c3", 5),
    ("r4c2 r4c3 r4c4", 6),
]
"""A killer without a clue."""
SHIFT, ENTER, RIGHT, DOWN, CONTROL, DELETE = "\ue008", "\ue007", "\ue014", "\ue015", "\ue009", "\ue017"


def begin(page: Any, size: str) -> None:
    """An empty board in set mode, with the tools there."""
    page.click("#new-button")
    page.script("document.getElementById('size').value = arguments[0]", size)
    page.click("#empty")
    page.until(lambda: page.find("body").get_attribute("data-mode") == "set")
    page.until(lambda: page.all("#tools [data-tool=cage]"))


def take(page: Any, tool: str) -> None:
    page.script("document.querySelector(`#tools [data-tool='${arguments[0]}']`).click()", tool)
    page.until(lambda: tool == "clues" or page.find("#tool-form").is_displayed())


def rules(page: Any) -> list[str]:
    found: list[str] = page.texts("#rules .rule")
    return found


def test_a_killer_from_nothing_to_unique(page: Any) -> None:
    """Cages drawn by dragging, their sums typed: the verdict goes from many solutions to one, and it is playable."""
    begin(page, "2x2")
    assert page.verdict() == "multiple"
    take(page, "cage")
    for number, (cells, total) in enumerate(CAGES, start=1):
        page.drag(*cells.split())
        page.until(lambda number=number: len(rules(page)) == number)
        page.keys(str(total))
        page.until(lambda cells=cells, total=total: rules(page)[-1] == f"cage {total} at {cells}")
        assert page.verdict() in ("multiple", "unique")
    page.shot("killer")
    assert page.verdict() == "unique"
    assert page.said("#verdict") == "Exactly one solution."
    page.mode("play")
    page.cell("r1c1").click()
    for row in range(4):
        page.keys(*[digit + RIGHT for digit in SMALL[4 * row : 4 * row + 4]], DOWN)
    page.until(lambda: "Solved" in page.said("#play-said"))


def test_sums_and_what_is_needless(page: Any) -> None:
    """Cages without sums get those of the grid the setter filled in; a clue that is not needed is named and can go."""
    begin(page, "2x2")
    page.mode("play")
    page.cell("r1c1").click()
    for row in range(4):
        page.keys(*[digit + RIGHT for digit in SMALL[4 * row : 4 * row + 4]], DOWN)
    page.mode("set")
    take(page, "cage")
    for number, (cells, _) in enumerate(CAGES, start=1):
        page.drag(*cells.split())
        page.until(lambda number=number: len(rules(page)) == number)
    page.click("#fill")
    page.until(lambda: "7 sums filled in" in page.said("#set-said"))
    assert rules(page) == [f"cage {total} at {cells}" for cells, total in CAGES]
    assert page.verdict() == "unique"
    take(page, "clues")
    page.cell("r1c1").click()
    page.keys("1")
    assert page.verdict() == "unique"
    page.click("#needless")
    page.until(lambda: "could go" in page.said("#set-said"))
    page.click("#set-said .chip")
    page.until(lambda: page.name("r1c1") == "row 1 column 1, empty, cage 3")
    page.click("#undo")
    assert page.name("r1c1") == "row 1 column 1, 1 given, cage 3"


def test_every_gesture(page: Any) -> None:
    """A line, an arrow, a dot, a corner, a clue outside along a row and along a diagonal, a rule of the whole board."""
    begin(page, "3x3")
    drawn = [
        ("thermo", {}, ["r1c1", "r1c2", "r2c3"], "thermo at r1c1 r1c2 r2c3"),
        ("arrow", {}, ["r3c1", "r3c2", "r3c3"], "arrow at r3c1 / r3c2 r3c3"),
        ("ratio", {}, ["r5c5", "r5c6"], "ratio at r5c5 r5c6"),
        ("xv", {"sum": "10"}, ["r6c5", "r6c6"], "xv 10 at r6c5 r6c6"),
        ("quadruple", {"values": "1,2"}, ["r7c7", "r8c8"], "quadruple 1,2 at r7c7 r7c8 r8c7 r8c8"),
        ("sandwich", {"sum": "12"}, ["r4c9", "r4c8"], "sandwich 12 at " + " ".join(f"r4c{c}" for c in range(9, 0, -1))),
        ("little_killer", {"sum": "20"}, ["r1c6", "r2c7"], "little killer 20 at r1c6 r2c7 r3c8 r4c9"),
    ]
    for number, (tool, parts, cells, described) in enumerate(drawn, start=1):
        take(page, tool)
        for name, value in parts.items():
            page.find(f"#part-{name}").send_keys(value)
        page.drag(*cells)
        page.until(lambda number=number: len(rules(page)) == number)
        assert rules(page)[-1] == described
    take(page, "anti_knight")
    page.click("#tool-add")
    page.until(lambda: rules(page)[-1] == "anti-knight")
    assert page.all("#board .line-thermo")
    assert page.all("#board .outside")
    assert page.verdict() in ("multiple", "unique", "impossible")
    page.shot("gestures")
    page.keys(DELETE)
    page.until(lambda: rules(page) == [described for *_, described in drawn])
    take(page, "thermo")
    page.cell("r9c1").click()
    page.until(lambda: "Drag along the line" in page.said("#set-said"))
    assert len(rules(page)) == len(drawn)


def test_a_rule_by_keys_and_in_words(page: Any) -> None:
    """Without a pointer: cells by Shift and arrows, or by Space, then Enter; a number that is missing is asked for."""
    begin(page, "3x3")
    take(page, "sandwich")
    page.cell("r1c1").click()
    page.until(lambda: "Drag from the first cell" in page.said("#set-said"))
    page.chord(SHIFT, DOWN)
    page.keys(ENTER)
    page.until(lambda: "Type the sum" in page.said("#set-said"))
    page.keys("8", ENTER)
    page.until(lambda: rules(page) == ["sandwich 8 at " + " ".join(f"r{r}c1" for r in range(1, 10))])
    page.find("#words").send_keys("renban r5c5-r5c7", ENTER)
    page.until(lambda: rules(page)[-1] == "renban at r5c5 r5c6 r5c7")
    page.find("#words").send_keys("renban r5c50", ENTER)
    page.until(lambda: "r5c50" in page.said("#set-said"))
    page.click("#rules li:first-child .plain")
    page.until(lambda: len(rules(page)) == 1)
    page.chord(CONTROL, "z")
    assert len(rules(page)) in (1, 2)


def test_find_a_rule(page: Any) -> None:
    """The list of tools is the server's; words looked for leave those whose name or meaning has them."""
    begin(page, "3x3")
    from cpsudoku.constraints import KINDS

    assert {node.get_attribute("data-tool") for node in page.all("#tools .chip")} == {"clues", *KINDS}
    page.find("#tool-find").send_keys("whisp")
    assert page.texts("#tools .chip") == ["Clues", "whisper"]


def test_true_candidates_follow(page: Any) -> None:
    """True candidates are those of the puzzle as it stands, through quick changes."""
    begin(page, "2x2")
    page.click("#true-candidates")
    page.until(lambda: len(page.all(".ink .candidate")) == 64)
    page.cell("r1c1").click()
    page.keys("1", RIGHT, "2", RIGHT, "3")
    page.until(lambda: len(page.all(".ink .candidate")) not in (0, 64))
    assert page.verdict() == "multiple"
    page.keys(RIGHT, "3")
    assert page.verdict() == "impossible"
    page.click("#needless")
    page.until(lambda: "cannot stand together" in page.said("#set-said"))
    page.click("#undo")
    assert page.verdict() == "multiple"


def test_a_jigsaw(page: Any) -> None:
    """Chosen cells become a region: the board is one with these houses."""
    begin(page, "2x2")
    for cells in (
        ["r2c1", "r1c1", "r1c2", "r1c3"],
        ["r2c3", "r2c4", "r1c4", "r2c4", "r3c4"],
        ["r2c2", "r3c2", "r3c1", "r4c1"],
        ["r3c3", "r4c3", "r4c4", "r4c3", "r4c2"],
    ):
        page.drag(*cells)
        page.click("#region")
        page.until(lambda: not page.all("[role=gridcell][aria-selected=true]"))
    assert page.verdict() in ("multiple", "impossible")
    sheet = page.script("return JSON.parse(localStorage.getItem('cpsudoku.game')).sheet")
    regions = sorted(house["cells"] for house in sheet["houses"][8:])
    assert regions == [[0, 1, 2, 4], [3, 6, 7, 11], [5, 8, 9, 12], [10, 13, 14, 15]]


def test_links_of_others(page: Any) -> None:
    """A link of the corpus opens with its rules and its verdict, and goes out to each program and back."""
    row = next(row for row in VARIANTS if row["rest"] == "Thermo")
    page.paste(f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(row['iss'])}")
    page.until(lambda: "thermo" in page.texts("#play-rules")[0])
    page.mode("set")
    assert page.verdict() == "unique"
    assert len(rules(page)) == 4
    page.shot("corpus")
    puzzle = Puzzle.parse(row["iss"])
    page.click("#share-button")
    for to in ("f-puzzles", "iss", "jsonl"):
        page.script(
            "const f = document.getElementById('format'); f.value = arguments[0]; f.dispatchEvent(new Event('change'))",
            to,
        )
        written = page.until(lambda: page.find("#written").get_attribute("value"))
        again = Puzzle.parse(written)
        assert (again.cells, set(again.constraints)) == (puzzle.cells, set(puzzle.constraints))
    assert verify(again).word == "unique"


def test_a_file(page: Any, tmp_path: Path, downloads: Path) -> None:
    """A file is opened, and one is saved that holds the same puzzle."""
    killer = json.dumps({"puzzle": EASY, "constraints": ["cage 10 r1c3 r1c4"]}, indent=1)
    (tmp_path / "killer.json").write_text(killer)
    page.click("#open-button")
    page.find("#open-file").send_keys(str(tmp_path / "killer.json"))
    page.until(lambda: "cage 10" in page.texts("#play-rules")[0])
    page.click("#share-button")
    page.script("const f = document.getElementById('format'); f.value = 'jsonl'; f.dispatchEvent(new Event('change'))")
    page.until(lambda: page.find("#written").get_attribute("value").startswith("{"))
    page.click("#format-save")
    saved = page.until(lambda: list(downloads.glob("puzzle*.json")))[0]
    assert Puzzle.parse(saved.read_text()) == Puzzle.parse(killer)


def test_a_text_that_is_no_puzzle(page: Any) -> None:
    """What cannot be read is told in the dialog, with what is accepted; the board stays."""
    page.paste("hello")
    assert "hello" in page.said("#open-said")
    page.click("#open-dialog .close")
    assert page.digits() == EASY
