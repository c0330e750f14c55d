"""What setters and players asked of the page, in a real browser, on a desktop and on a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cpsudoku.formats import read_one
from tests.web.conftest import DESKTOP, PHONE
from tests.web.test_browser_access import axe, findings
from tests.web.test_browser_set import begin, rules, take

__all__ = ["axe"]

pytestmark = pytest.mark.long

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
SMALL = {"size": "2x2", "puzzle": "..4.....2.......", "constraints": ["cage 3 r1c1 r1c2", "thermo r4c4-r4c1"]}
LINE = {"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#aa3366", "thickness": 8}
BACKSPACE, DELETE, ENTER, RIGHT, CONTROL, ESCAPE = "\ue003", "\ue017", "\ue007", "\ue014", "\ue009", "\ue00c"


def fill(page: Any, field: str, text: str) -> None:
    """Type in a field, which keeps the focus."""
    page.find(field).clear()
    page.find(field).send_keys(text)


def clean(page: Any, axe: str, name: str) -> None:
    """No serious finding, light and dark, and nothing wider than the window."""
    for shade in ("light", "dark"):
        if page.script("return document.documentElement.dataset.shade") != shade:
            page.script("document.getElementById('theme').click()")
        page.shot(f"{name}-{shade}")
        assert findings(page, axe) == []
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")


@SIZES
def test_share_to_sudokupad(page: Any, axe: str, size: tuple[int, int]) -> None:
    """A link with fog and a line that means nothing, with what is being typed of title, author and prose, and with the
    solution gives the same puzzle; what a format loses is said."""
    page.size(*size)
    page.paste(json.dumps(SMALL | {"fog": ["r1c1"], "drawings": {"lines": [LINE]}}))
    assert len(page.all(".ink .fogged")) == 15
    assert len(page.all(".ink .drawings polyline")) == 1
    page.mode("set")
    fill(page, "#title", "A title")
    fill(page, "#author", "N. N.")
    fill(page, "#prose", "Digits rise along the thermometer.")
    page.script("document.getElementById('share-button').click()")
    link = page.until(lambda: page.find("#written").get_attribute("value"))
    again = read_one(link)
    assert link.startswith("https://sudokupad.app/scl")
    assert [rule.text for rule in again.puzzle.constraints] == ["cage 3 r1c1 r1c2", "thermo r4c4 r4c3 r4c2 r4c1"]
    assert (again.rest, again.author, again.rules) == ("A title", "N. N.", "Digits rise along the thermometer.")
    assert (again.fog, again.drawings, again.solution is not None) == ((0,), {"lines": [LINE]}, True)
    assert page.find("#written-open").get_attribute("href") == link
    clean(page, axe, f"share-{size[0]}")
    page.script("const f = document.getElementById('format'); f.value = 'iss'; f.dispatchEvent(new Event('change'))")
    page.until(lambda: "cannot hold" in page.said("#share-said"))
    assert all(word in page.said("#share-said") for word in ("author", "fog", "drawings (1 line)"))


@SIZES
def test_fog_lifts(page: Any, axe: str, size: tuple[int, int]) -> None:
    """A right digit shows the cells around it; a wrong one shows nothing."""
    page.size(*size)
    page.paste(json.dumps(SMALL | {"fog": ["r1c1"]}))
    page.cell("r1c1").click()
    page.keys("3")
    assert len(page.all(".ink .fogged")) == 15
    page.keys("1")
    page.until(lambda: len(page.all(".ink .fogged")) == 12)
    assert page.name("r1c3").endswith("empty, fog")
    clean(page, axe, f"fog-{size[0]}")


@SIZES
def test_why(page: Any, axe: str, size: tuple[int, int]) -> None:
    """The chosen cell's digit is argued for, on the board and in words; Escape goes back."""
    page.size(*size)
    page.paste(json.dumps(SMALL))
    page.cell("r1c2").click()
    page.click("#play .why")
    page.until(lambda: "Why r1c2" in page.said("#why-said") and "busy" not in page.kind("#why-said"))
    assert "cage" in page.said("#why-steps").lower()
    assert "r1c2" in page.said("#why-steps")
    assert page.all("#board .picture")
    clean(page, axe, f"why-{size[0]}")
    page.keys(ESCAPE)
    page.until(lambda: not page.all("#board .picture") and not page.find("#why").is_displayed())


@SIZES
def test_numbers_of_rules(page: Any, axe: str, size: tuple[int, int]) -> None:
    """Pad and keys edit the sum of the cage just drawn; typing over it replaces it; its form is open; Backspace takes a
    figure back, Delete the rule."""
    page.size(*size)
    begin(page, "3x3")
    take(page, "cage")
    page.drag("r1c1", "r1c2")
    page.until(lambda: rules(page) == ["cage at r1c1 r1c2"])
    for digit in "10":
        page.script("document.querySelector(`#pad [data-digit='${arguments[0]}']`).click()", digit)
    page.until(lambda: rules(page) == ["cage 10 at r1c1 r1c2"])
    assert page.digits() == "." * 81
    page.keys(BACKSPACE)
    page.until(lambda: rules(page) == ["cage 1 at r1c1 r1c2"])
    take(page, "clues")
    page.script("document.querySelector('#rules .rule').click()")
    page.until(lambda: page.find("#tool-form").is_displayed() and page.find("#part-sum").get_attribute("value") == "1")
    page.keys("7")
    page.until(lambda: rules(page) == ["cage 7 at r1c1 r1c2"])
    clean(page, axe, f"rule-{size[0]}")
    fill(page, "#part-sum", "9")
    page.keys(ENTER)
    page.until(lambda: rules(page) == ["cage 9 at r1c1 r1c2"])
    page.script("document.querySelector('#rules .rule').focus()")
    page.keys(DELETE)
    page.until(lambda: rules(page) == [])
    page.script("document.getElementById('undo').click()")
    assert rules(page) == ["cage 9 at r1c1 r1c2"]


@SIZES
def test_undo_after_a_reload(page: Any, size: tuple[int, int]) -> None:
    """What was done before a reload can be undone and done again after it."""
    page.size(*size)
    page.cell("r1c3").click()
    page.keys("4", RIGHT, "2")
    page.chord(CONTROL, "z")
    page.driver.refresh()
    page.until(lambda: page.all(".cells [role=gridcell]") and page.digits()[2] == "4")
    page.chord(CONTROL, "y")
    assert page.digits()[2:4] == "42"
    page.chord(CONTROL, "z")
    page.chord(CONTROL, "z")
    assert page.digits()[2:4] == ".."


@SIZES
def test_what_stays(page: Any, axe: str, size: tuple[int, int]) -> None:
    """A remedy names the rules it takes away and the solutions that stay, and does so; counts and cells are right."""
    page.size(*size)
    page.paste(json.dumps({"size": "2x2", "puzzle": "." * 16, "constraints": ["thermo r1c1-r1c4", "thermo r1c4-r1c1"]}))
    page.mode("set")
    assert page.verdict() == "impossible"
    page.click("#needless")
    page.until(lambda: page.all("#set-said .chip"))
    assert page.said("#set-said .chip") == "thermo r1c1 r1c2 r1c3 r1c4: 12 solutions stay"
    clean(page, axe, f"stays-{size[0]}")
    page.click("#set-said .chip")
    page.until(lambda: rules(page) == ["thermo at r1c4 r1c3 r1c2 r1c1"])
    page.click("#needless")
    page.until(lambda: "12 solutions; two of them differ in" in page.said("#set-said"))


@SIZES
def test_find_by_other_names(page: Any, axe: str, size: tuple[int, int]) -> None:
    """What setters call a rule finds it, and Enter takes it; on a phone the tools are at hand below the board."""
    page.size(*size)
    begin(page, "3x3")
    for text, word in {
        "kropki": "difference", "white dot": "difference", "german whispers": "whisper", "parity": "even",
        "inequality": "greater", "anti-king": "anti_king",
    }.items():  # fmt: skip
        fill(page, "#tool-find", text)
        assert word in page.script("return [...document.querySelectorAll('#tools .chip')].map((c) => c.dataset.tool)")
    page.keys(ENTER)
    page.until(lambda: page.said("#tool-name") == "anti king")
    clean(page, axe, f"tools-{size[0]}")
    board, tools = (
        page.script(f"return document.querySelector('{one}').getBoundingClientRect().{end}")
        for one, end in (("#board", "bottom"), ("#tool-find", "top"))
    )
    assert tools - board < 260


@SIZES
def test_generate_a_sort(page: Any, axe: str, size: tuple[int, int]) -> None:
    """Three killers of a seed, of which one is played; an unfinished layout is completed to one solution."""
    page.size(*size)
    page.click("#new-button")
    page.script(
        "for (const [id, v] of [['sort', 'killer'], ['count', '3'], ['seed', '4']]) {"
        "const f = document.getElementById(id); f.value = v; f.dispatchEvent(new Event('change')); }"
    )
    page.click("#generate")
    page.until(lambda: len(page.all("#made .chip")) == 3)
    clean(page, axe, f"generate-{size[0]}")
    page.click("#made .chip")
    page.until(lambda: "A new puzzle" in page.said("#play-said"))
    assert "Killer:" in page.texts("#play-rules")[0]
    page.paste(json.dumps({"size": "2x2", "puzzle": "." * 16, "constraints": ["cage r1c1 r1c2", "thermo r2c1-r2c4"]}))
    page.mode("set")
    page.script("document.getElementById('complete').click()")
    page.until(lambda: "addition" in page.said("#set-said"))
    assert page.verdict() == "unique"


@SIZES
def test_a_player(page: Any, axe: str, size: tuple[int, int]) -> None:
    """Broken rules stand out at once, the newer of two clashing digits is red, candidates are shown and marks cleaned,
    a double click chooses all of a digit, the pen draws, a hint is a picture beside the board, ? lists the keys."""
    from selenium.webdriver import ActionChains

    page.size(*size)
    page.paste(json.dumps({"size": "2x2", "puzzle": "." * 16, "constraints": ["cage 3 r1c1 r1c2", "thermo r4c1-r4c3"]}))
    assert page.texts("#play-rules > p")[1].startswith("Killer: Digits in a cage do not repeat")
    page.cell("r1c1").click()
    page.keys("4")
    page.until(lambda: page.texts("#play-rules .broken") == ["cage 3 at r1c1 r1c2"])
    assert "conflict" in page.name("r1c1")
    page.keys("1")
    page.until(lambda: not page.texts("#play-rules .broken"))
    page.cell("r1c3").click()
    page.keys("1")
    page.until(lambda: "conflict" in page.name("r1c3"))
    assert "conflict" not in page.name("r1c1")
    page.keys(DELETE, "c", "1", "3", "z")
    page.script("document.getElementById('auto').click()")
    page.until(lambda: page.all(".ink .candidate"))
    page.script("document.getElementById('clean').click()")
    page.until(lambda: "taken away" in page.said("#play-said"))
    assert "centre marks 3" in page.name("r1c3")
    page.cell("r3c2").click()
    page.keys("1")
    ActionChains(page.driver, duration=0).double_click(page.cell("r1c1")).perform()
    assert len(page.all("[role=gridcell][aria-selected=true]")) == 2
    page.keys("b")
    page.drag("r2c1", "r2c2", "r2c3")
    assert len(page.all(".ink .pen line")) == 2
    page.keys("z")
    click = "document.getElementById('again').click()"
    assert page.script(f"{click}; return document.getElementById('timer').textContent") == "0:00"
    assert not page.all(".ink .pen line")
    page.paste(json.dumps(SMALL))
    page.script("document.getElementById('hint').click()")
    page.until(lambda: "Hint again" in page.said("#play-said"))
    page.script("document.getElementById('hint').click()")
    page.until(lambda: page.all("#board .picture"))
    clean(page, axe, f"hint-{size[0]}")
    board, said = (
        page.script(f"return document.getElementById('{one}').getBoundingClientRect().{end}")
        for one, end in (("board", "bottom"), ("play-said", "top"))
    )
    assert said - board < 40
    page.keys("?")
    page.until(lambda: page.find("#keys-dialog").is_displayed())
    clean(page, axe, f"keys-{size[0]}")
