"""The page in a real browser: headless Chromium through Selenium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")
pytest.importorskip("uvicorn", reason="the page needs the extra [web]")
pytest.importorskip("selenium", reason="driving a browser needs selenium")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no Chromium with chromedriver on this machine (Debian: chromium chromium-driver)"
)
CHAINS = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
SHOTS = os.environ.get("CPSUDOKU_SCREENSHOTS")
"""A folder for screenshots, for those who want to look."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server on a free port."""
    code = "import sys; sys.argv = ['cpsudoku', 'serve', '--port', '0']; from cpsudoku.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    assert "http://" in line, line
    yield line.split()[2]
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium that reaches this machine alone."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1300,1000",
    ):
        options.add_argument(word)
    options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(DRIVER))
    made.set_script_timeout(60)
    yield made
    made.quit()


@pytest.fixture
def page(browser: Any, address: str) -> Any:
    """The page, freshly loaded, with its first board drawn."""
    browser.get(address)
    until(lambda: browser.find_elements("css selector", "#board svg"))
    return browser


def until(true: Any, seconds: float = 60) -> Any:
    """What *true* gives once it gives something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("the page did not get there")


def find(page: Any, selector: str) -> Any:
    return page.find_element("css selector", selector)


def enter(page: Any, puzzle: str) -> None:
    """Paste a puzzle and wait until it stands on the board."""
    page.execute_script(
        "const t = document.getElementById('puzzle'); t.value = arguments[0];"
        "t.dispatchEvent(new Event('input', {bubbles: true}))",
        puzzle,
    )
    clues = sum(c not in ".0" for c in puzzle)
    until(lambda: find(page, "#status").text.split() in ([str(clues), "clues"], [str(clues), "clue"]))


def shot(page: Any, name: str) -> None:
    if SHOTS:
        page.save_screenshot(str(Path(SHOTS) / f"{name}.png"))


def test_verify(page: Any) -> None:
    """The verdict of the first puzzle; two solutions with shaded differences; a conflict shaded."""
    find(page, "#verify").click()
    until(lambda: "Exactly one solution" in find(page, "#status").text)
    assert len(page.find_elements("css selector", "#boards svg")) == 1
    shot(page, "verify")
    enter(page, "1" + "." * 80)
    find(page, "#verify").click()
    until(lambda: "More than one" in find(page, "#status").text)
    assert len(page.find_elements("css selector", "#boards svg")) == 2
    assert page.find_elements("css selector", "#boards .differs")
    shot(page, "multiple")
    enter(page, "11" + "." * 79)
    find(page, "#verify").click()
    until(lambda: "No solution" in find(page, "#status").text)
    assert len(page.find_elements("css selector", "#boards .conflict")) == 2
    assert not [entry for entry in page.get_log("browser") if entry["level"] == "SEVERE"]


def test_walk_the_steps(page: Any) -> None:
    """Rate, then forward and back by keys and buttons; a chain shows arrows, strong ones and weak."""
    from selenium.webdriver.common.keys import Keys

    enter(page, CHAINS)
    find(page, "#rate").click()
    until(lambda: find(page, "#board").get_attribute("data-step") == "1")
    assert "ER 8.9" in find(page, "#status").text
    body = find(page, "body")
    find(page, "#next").click()
    until(lambda: find(page, "#board").get_attribute("data-step") == "2")
    body.send_keys(Keys.ARROW_RIGHT)
    until(lambda: find(page, "#board").get_attribute("data-step") == "3")
    body.send_keys(Keys.ARROW_LEFT)
    until(lambda: find(page, "#board").get_attribute("data-step") == "2")
    body.send_keys("h")
    until(lambda: "ynamic" in find(page, "#argument").text)
    assert page.find_elements("css selector", "#board path[class^=strong]")
    assert page.find_elements("css selector", "#board path[class^=weak]")
    shot(page, "chain-light")
    find(page, "#theme").click()
    shot(page, "chain-dark")
    fill = page.execute_script("return getComputedStyle(document.querySelector('#board .paper')).fill")
    assert fill == "rgb(29, 32, 37)"
    find(page, "#theme").click()
    body.send_keys(Keys.ESCAPE)
    until(lambda: find(page, "#board").get_attribute("data-step") is None)


def test_generate(page: Any) -> None:
    """A new puzzle of the level chosen, the same for the same seed."""
    from selenium.webdriver.support.ui import Select

    Select(find(page, "#level")).select_by_visible_text("hard")
    find(page, "#seed").send_keys("7")
    puzzles = []
    for _ in range(2):
        find(page, "#generate").click()
        until(lambda: "a new puzzle" in find(page, "#status").text)
        assert "hard" in find(page, "#status").text
        puzzles.append(find(page, "#puzzle").get_attribute("value"))
        page.execute_script("document.getElementById('status').textContent = ''")
    assert puzzles[0] == puzzles[1]
    shot(page, "generated")


def test_type_on_the_board(page: Any) -> None:
    """Keys alone: arrows move, a digit sets a clue, Delete clears it."""
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select

    Select(find(page, "#empty")).select_by_visible_text("9x9")
    until(lambda: find(page, "#status").text == "0 clues")
    board = find(page, "#board")
    board.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "7", Keys.ARROW_DOWN, "3")
    until(lambda: find(page, "#status").text == "2 clues")
    value = find(page, "#puzzle").get_attribute("value")
    assert [k for k, c in enumerate(value) if c != "."] == [1, 10]
    board.send_keys(Keys.DELETE)
    until(lambda: find(page, "#status").text == "1 clue")


def test_errors_are_told(page: Any) -> None:
    """A text that is no puzzle is told in words, and printing hides all but the board."""
    page.execute_script("document.getElementById('puzzle').value = 'hello'")
    find(page, "#verify").click()
    until(lambda: "bad" in (find(page, "#status").get_attribute("class") or ""))
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not find(page, "#right").is_displayed()
    assert find(page, "#board").is_displayed()
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
