"""Analysing on the page, in a real browser: verdicts, steps, explanations, repairs, certificates, printing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.evidence.checker import check_certificate

pytestmark = pytest.mark.long

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAINS = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
RIGHT, LEFT, ESCAPE = "\ue014", "\ue012", "\ue00c"


def step(page: Any) -> str | None:
    found: str | None = page.find("#board").get_attribute("data-step")
    return found


def test_verdict(page: Any) -> None:
    """One solution; two with their differences shaded; a conflict shaded."""
    page.mode("analyse")
    page.click("#verify")
    page.until(lambda: "Exactly one solution" in page.said("#analyse-said"))
    assert len(page.all("#boards svg")) == 1
    page.paste("1" + "." * 80)
    page.click("#verify")
    page.until(lambda: "More than one" in page.said("#analyse-said"))
    assert len(page.all("#boards svg")) == 2
    assert page.all("#boards .differs")
    page.paste("11" + "." * 79)
    page.click("#verify")
    page.until(lambda: "No solution" in page.said("#analyse-said"))
    assert len(page.all("#boards .conflict")) == 2


def test_walk_the_steps(page: Any) -> None:
    """Rate, then forward and back by keys and buttons; a chain shows arrows, strong ones and weak, light and dark."""
    page.paste(CHAINS)
    page.mode("analyse")
    page.click("#rate")
    page.until(lambda: step(page) == "1")
    assert "ER 8.9" in page.said("#analyse-said")
    page.click("#next")
    page.until(lambda: step(page) == "2")
    page.keys(RIGHT)
    page.until(lambda: step(page) == "3")
    page.keys(LEFT)
    page.until(lambda: step(page) == "2")
    page.keys("h")
    page.until(lambda: "ynamic" in page.said("#argument"))
    assert page.all("#board path[class^=strong]")
    assert page.all("#board path[class^=weak]")
    page.shot("chain-light")
    page.click("#theme")
    page.shot("chain-dark")
    fill = page.script("return getComputedStyle(document.querySelector('#board .paper')).fill")
    assert fill == "rgb(29, 32, 37)"
    page.keys(ESCAPE)
    page.until(lambda: step(page) is None)
    assert not page.find("#argument").is_displayed()


def test_reasons_under_rules(page: Any) -> None:
    """A puzzle with rules is explained step by step on the board, with what was placed before each step."""
    page.paste(json.dumps({"puzzle": "1..." + "." * 12, "constraints": ["thermo r1c1-r1c4", "cage 6 r2c1 r2c2 r3c1"]}))
    page.until(lambda: len(page.names()) == 16)
    page.mode("analyse")
    page.click("#rate")
    page.until(lambda: "bad" in page.kind("#analyse-said"))
    page.paste(json.dumps({"puzzle": EASY, "constraints": ["cage 11 r1c3 r2c2"]}))
    page.until(lambda: len(page.names()) == 81)
    page.click("#reasons")
    page.until(lambda: step(page) == "1")
    assert "steps; the largest rests on" in page.said("#analyse-said")
    before = page.digits().count(".")
    page.click("#steps li:last-child button")
    page.until(lambda: page.digits().count(".") < before)
    assert page.all(".ink .pointed")


def test_the_repair(page: Any) -> None:
    """A mistyped clue: what conflicts is told, and the repair is a button that makes the puzzle unique."""
    page.paste("8" + EASY[1:])
    page.mode("analyse")
    page.click("#diagnose")
    page.until(lambda: "cannot stand together" in page.said("#analyse-said"))
    assert page.all(".ink .wrong")
    (repair,) = [button for button in page.all("#analyse-said .chip") if button.text == "r1c1 = 5"]
    repair.click()
    assert page.digits() == EASY
    page.click("#verify")
    page.until(lambda: "Exactly one solution" in page.said("#analyse-said"))


def test_what_would_make_it_unique(page: Any) -> None:
    """Of several solutions: clues to add, as buttons."""
    page.paste(EASY[:72] + "." * 9)
    page.mode("analyse")
    page.click("#diagnose")
    page.until(lambda: "solutions; they differ" in page.said("#analyse-said"))
    page.click("#analyse-said .chip")
    page.click("#verify")
    page.until(lambda: "Exactly one solution" in page.said("#analyse-said"))


def test_the_certificate(page: Any, downloads: Path) -> None:
    """The file that is saved proves that the puzzle has one solution: the checker accepts it."""
    page.mode("analyse")
    page.click("#certify")
    page.until(lambda: "Certificate saved: unique" in page.said("#analyse-said"))
    (saved,) = page.until(lambda: list(downloads.glob("certificate*.json")))
    proven = check_certificate(json.loads(saved.read_text()))
    assert (proven.claim, proven.puzzle) == ("unique", EASY)


def test_generate(page: Any) -> None:
    """A new puzzle of the level chosen, the same for the same seed."""
    from selenium.webdriver.support.ui import Select

    puzzles = []
    for _ in range(2):
        page.click("#new-button")
        Select(page.find("#level")).select_by_visible_text("hard")
        page.script("document.getElementById('seed').value = '7'")
        page.click("#generate")
        page.until(lambda: "A new puzzle: hard" in page.said("#play-said"))
        puzzles.append(page.digits())
        page.fresh()
    assert puzzles[0] == puzzles[1] != EASY


def test_print(page: Any) -> None:
    """Printing shows the board and nothing else."""
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not page.find("header").is_displayed()
    assert not page.find("#side").is_displayed()
    assert page.find("#board").is_displayed()
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
