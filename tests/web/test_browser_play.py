"""Playing on the page, in a real browser: keys, the number pad, marks, undo, autosave, share URLs, checks, hints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def stated(line: str) -> str:
    """A row of the file in our own JSON: its board in the keys of that format."""
    row = json.loads(line)
    kind, _, rest = row["board"].partition(" ")
    board = {"boxes": {"size": rest}, "jigsaw": {"regions": rest}}.get(kind, {"extras": [kind]})
    return json.dumps({**board, "puzzle": row["puzzle"]})


BOARDS = [stated(row) for row in (Path(__file__).parent.parent / "puzzles" / "boards.jsonl").read_text().splitlines()]
UP, DOWN, LEFT, RIGHT = "\ue013", "\ue015", "\ue012", "\ue014"
DELETE, CONTROL, SHIFT, ESCAPE, TAB = "\ue017", "\ue009", "\ue008", "\ue00c", "\ue004"


def test_play_to_the_end_by_keyboard(page: Any) -> None:
    """From the first Tab to "Solved" without a mouse: the board is reached, cells are walked, digits typed."""
    page.script("document.activeElement.blur()")
    for _ in range(20):
        if page.script("return document.activeElement.getAttribute('role')") == "gridcell":
            break
        page.keys(TAB)
    assert page.script("return document.activeElement.getAttribute('aria-label')") == "row 1 column 1, 5 given"
    for row in range(9):
        typed = [FULL[9 * row + c] + RIGHT for c in range(9)]
        page.keys(*typed, DOWN)
    page.until(lambda: "Solved" in page.said("#play-said"))
    assert page.digits() == FULL


def test_play_to_the_end_on_a_phone(page: Any) -> None:
    """By the number pad alone on 390 pixels: nothing is wider than the screen, board and pad are on it together."""
    page.size(390, 844)
    page.open()
    assert page.script("return document.documentElement.scrollWidth") == 390
    pad = page.find("#erase").rect
    assert pad["y"] + pad["height"] <= 844
    assert min(button.rect["height"] for button in page.all("#pad button")) >= 44
    for number, (clue, digit) in enumerate(zip(EASY, FULL)):
        if clue == ".":
            page.cell(f"r{number // 9 + 1}c{number % 9 + 1}").click()
            page.click(f"#pad [data-digit='{digit}']")
    page.until(lambda: "Solved" in page.said("#play-said"))
    page.shot("solved-phone")


def test_clues_stay(page: Any) -> None:
    """A clue cannot be overwritten or erased."""
    page.cell("r1c1").click()
    page.keys("9", DELETE)
    assert page.digits() == EASY


def test_marks_colours_and_undo(page: Any) -> None:
    """Corner and centre marks and colours of several cells at once; undo and redo by keys and buttons."""
    page.cell("r1c3").click()
    page.keys("x", "1", "2", "c", "4", "v", "3")
    assert page.name("r1c3") == "row 1 column 3, empty, centre marks 4, corner marks 1 2, orange"
    page.drag("r5c2", "r5c3")
    page.keys("z")
    page.chord(CONTROL, "2")
    page.chord(SHIFT, "6")
    for cell in ("r5c2", "r5c3"):
        assert "empty, centre marks 2, corner marks 6" in page.name(cell)
    page.chord(CONTROL, "z")
    assert "corner" not in page.name("r5c2")
    page.click("#undo")
    assert "centre" not in page.name("r5c2")
    page.chord(CONTROL, "y")
    page.click("#redo")
    assert "empty, centre marks 2, corner marks 6" in page.name("r5c3")
    page.keys("4", DELETE, DELETE)
    assert page.name("r5c2") == "row 5 column 2, empty, corner marks 6"


def test_keys_choose_cells(page: Any) -> None:
    """Shift and arrows, Space, Ctrl-A and Escape: cells are chosen without a pointer, and say so."""
    page.cell("r2c2").click()
    page.chord(SHIFT, DOWN)
    page.chord(SHIFT, RIGHT)
    page.chord(CONTROL, RIGHT)
    page.keys(" ")
    chosen = [node.get_attribute("aria-label") for node in page.all("[role=gridcell][aria-selected=true]")]
    places = ["row 2 column 2", "row 3 column 2", "row 3 column 3", "row 3 column 4"]
    assert [name.split(",")[0] for name in chosen] == places
    page.chord(CONTROL, "a")
    assert len(page.all("[role=gridcell][aria-selected=true]")) == 81
    page.keys(ESCAPE)
    assert page.all("[role=gridcell][aria-selected=true]") == []


def test_reload_without_loss(page: Any) -> None:
    """Entries, marks, colours, the mode and the time survive a reload; so does a game left for another puzzle."""
    page.cell("r1c3").click()
    page.keys("4", RIGHT, "c", "2", "6", "v", "5", "z")
    before = page.names()
    page.until(lambda: page.said("#timer") >= "0:02")
    page.driver.refresh()
    page.until(lambda: page.all(".cells [role=gridcell]"))
    page.until(lambda: page.names() == before)
    assert page.said("#timer") >= "0:02"
    page.paste("1..." + "." * 12)
    page.until(lambda: len(page.names()) == 16)
    page.paste(EASY)
    page.until(lambda: page.names() == before)


def test_share_url_in_a_fresh_profile(page: Any, visitor: Any) -> None:
    """The link holds the whole puzzle: clues, a jigsaw's regions, rules, prose; with the entries where wanted."""
    puzzle = {
        "rows": 4,
        "columns": 4,
        "regions": ["r1c1 r1c2 r1c3 r2c1", "r1c4 r2c4 r3c4 r2c3", "r2c2 r3c2 r3c1 r4c1", "r3c3 r4c3 r4c4 r4c2"],
        "clues": {"r1c1": 2},
        "constraints": ["cage 5 r3c3 r4c3", "thermo r1c2 r1c3"],
        "rules": "Digits rise along the thermometer.",
    }
    page.paste(json.dumps(puzzle))
    page.until(lambda: len(page.names()) == 16)
    page.cell("r1c2").click()
    page.keys("1")
    page.click("#share-button")
    plain = page.until(lambda: page.find("#share-url").get_attribute("value"))
    page.click("#share-game")
    page.until(lambda: page.find("#share-url").get_attribute("value") != plain)
    played = page.find("#share-url").get_attribute("value")
    ground = page.script("return document.querySelector('#board > .sudoku').outerHTML")
    for link, entry in ((plain, "empty"), (played, "1")):
        visitor.driver.get("about:blank")
        visitor.open(link)
        visitor.until(lambda: len(visitor.names()) == 16)
        assert visitor.name("r1c1") == "row 1 column 1, 2 given"
        assert visitor.name("r3c3") == "row 3 column 3, empty, cage 5"
        assert visitor.name("r1c2") == f"row 1 column 2, {entry}, thermo"
        assert "rise along" in visitor.said("#play-rules")
        assert visitor.script("return document.querySelector('#board > .sudoku').outerHTML") == ground
        assert "#" not in visitor.driver.current_url


def test_a_damaged_link_is_told(page: Any) -> None:
    """A link that cannot be unpacked says so, and the game at hand is still there."""
    page.driver.get("about:blank")
    page.driver.get(page.address + "#p=abcd")
    page.until(lambda: "damaged" in page.said("#play-said"))
    page.until(lambda: page.digits() == EASY)


def test_wrong_entries(page: Any) -> None:
    """The newer of two equal digits is marked at once; Check names wrong entries; a hint names them before any step."""
    page.cell("r1c3").click()
    page.keys("3")
    assert page.name("r1c3").endswith("conflict")
    assert "conflict" not in page.name("r1c2")
    page.keys("1")
    assert "conflict" not in page.name("r1c3")
    page.click("#hint")
    page.until(lambda: "r1c3 = 1 cannot be" in page.said("#play-said"))
    page.click("#check")
    page.until(lambda: "A wrong entry: r1c3" in page.said("#play-said"))
    page.cell("r1c3").click()
    page.keys("4")
    page.click("#check")
    page.until(lambda: "right so far" in page.said("#play-said"))


def test_hints_make_the_move(page: Any) -> None:
    """A hint says where to look, then why, then does it."""
    page.click("#hint")
    page.until(lambda: "idden single" in page.said("#play-said"))
    page.click("#hint")
    page.until(lambda: "r1c6 = 8" in page.said("#play-said"))
    assert page.all(".ink .pointed")
    page.click("#hint")
    assert page.name("r1c6") == "row 1 column 6, 8"
    page.click("#undo")
    assert page.digits() == EASY


def test_a_hint_under_rules(page: Any) -> None:
    """Where the scale does not reach, the hint argues from a few reasons."""
    page.paste(json.dumps({"puzzle": HARD, "constraints": ["cage 8 r1c5 r1c6"]}))
    page.until(lambda: "cage 8" in page.texts("#play-rules")[0])
    page.click("#hint")
    page.until(lambda: "Cage combinations" in page.said("#play-said"))
    page.click("#hint")
    page.until(lambda: "8-cage at r1c56 can only be 17 or 35" in page.said("#play-said"))
    page.click("#hint")
    page.until(lambda: "centre marks 5" in page.name("r1c5"))


def test_the_timer_hides(page: Any) -> None:
    """The timer runs, and is gone when it is hidden, also after a reload."""
    page.until(lambda: page.said("#timer") >= "0:01")
    page.click("#timer-toggle")
    assert page.said("#timer") == ""
    page.driver.refresh()
    page.until(lambda: page.all(".cells [role=gridcell]"))
    assert page.said("#timer") == ""
    assert page.said("#timer-toggle") == "Show timer"


@pytest.mark.parametrize("text", BOARDS, ids=range(len(BOARDS)))
def test_every_board(page: Any, text: str) -> None:
    """Boards of every size and shape: as many named cells as they have, a pad with each digit, letters from 10 on."""
    page.paste(text)
    from cpsudoku import Puzzle

    board = Puzzle.parse(text).geometry
    page.until(lambda: len(page.names()) == board.size)
    symbols = "123456789ABCDEFGHIJKLMNOP"[: board.side]
    assert "".join(button.text for button in page.all("#pad button")) == symbols
    free = page.digits().index(".")
    page.cell(board.name_of(free)).click()
    page.keys(symbols[-1].lower())
    assert page.digits()[free] == symbols[-1]
    ground = page.script("return document.querySelector('#board > .sudoku').outerHTML")
    for word, mark in (("jigsaw", "region-"), ("diagonals", "diagonal"), ("windoku", "extra"), ("disjoint", "group-")):
        assert (word in str(board)) == (f'class="{mark}' in ground)
    box = page.find(".cells").rect
    assert page.cell("r1c1").rect["width"] == pytest.approx(box["width"] / board.side, abs=1)


def test_digits_from_zero(page: Any) -> None:
    """A 5x7 board with digits 0 to 8: 0 is a digit, not an empty cell, through undo, sharing and reload."""
    page.paste(json.dumps({"rows": 5, "columns": 7, "digits": [0, 8], "clues": {"r1c1": 0}, "constraints": []}))
    page.until(lambda: len(page.names()) == 35)
    page.cell("r2c2").click()
    page.keys("0")
    assert page.name("r2c2") == "row 2 column 2, 0"
    page.driver.refresh()
    page.until(lambda: page.name("r2c2") == "row 2 column 2, 0")
    page.cell("r2c2").click()
    page.keys(DELETE)
    assert page.name("r2c2") == "row 2 column 2, empty"
    assert page.name("r1c1") == "row 1 column 1, 0 given"
