"""A server and headless Chromium for the tests that drive the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
SHOTS = os.environ.get("CPSUDOKU_SCREENSHOTS")
"""A folder for screenshots, for those who want to look."""
DESKTOP, PHONE = (1300, 900), (390, 844)


class Page:
    """The page in a browser, as its users see it: cells by name, buttons by their words."""

    def __init__(self, driver: Any, address: str):
        self.driver, self.address = driver, address

    def open(self, address: str = "") -> None:
        """Load the page, or the address given, and wait for its board."""
        self.driver.get("about:blank")
        self.driver.get(address or self.address)
        self.until(lambda: self.all(".cells [role=gridcell]"))

    def fresh(self) -> None:
        """The page as somebody sees it who was never here."""
        self.driver.get("about:blank")
        parts = urlsplit(self.address)
        origin = {"origin": f"{parts.scheme}://{parts.netloc}", "storageTypes": "local_storage"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", origin)
        self.open()

    def script(self, text: str, *arguments: Any) -> Any:
        return self.driver.execute_script(text, *arguments)

    def all(self, selector: str) -> list[Any]:
        found: list[Any] = self.driver.find_elements("css selector", selector)
        return found

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def said(self, selector: str) -> str:
        return str(self.find(selector).text)

    def until(self, true: Callable[[], Any], seconds: float = 60) -> Any:
        """What *true* gives once it gives something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = true()
            if found:
                return found
            time.sleep(0.03)
        raise AssertionError("the page did not get there")

    def names(self) -> list[str]:
        """The name of every cell, as a screen reader says it."""
        found: list[str] = self.script(
            "return [...document.querySelectorAll('.cells [role=gridcell]')].map((c) => c.getAttribute('aria-label'))"
        )
        return found

    def texts(self, selector: str) -> list[str]:
        """The texts of all such elements, at one moment."""
        found: list[str] = self.script(
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector
        )
        return found

    def name(self, cell: str) -> str:
        return str(self.cell(cell).get_attribute("aria-label"))

    def digits(self) -> str:
        """What stands in the cells, from their names: a character a cell, `.` for empty."""
        found = [re.match(r"row \d+ column \d+, (\w+)", name) for name in self.names()]
        return "".join("." if word is None or word[1] == "empty" else word[1] for word in found)

    def cell(self, name: str) -> Any:
        """The cell r1c1."""
        row, column = re.findall(r"\d+", name)
        return self.find(f".cells [role=row]:nth-child({row}) > [role=gridcell]:nth-child({column})")

    def keys(self, *keys: str) -> None:
        """Type where the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def chord(self, modifier: str, key: str) -> None:
        """A key while others are held."""
        from selenium.webdriver import ActionChains

        chain = ActionChains(self.driver, duration=0)
        for one in modifier:
            chain.key_down(one)
        chain.send_keys(key)
        for one in modifier:
            chain.key_up(one)
        chain.perform()

    def drag(self, *cells: str) -> None:
        """Draw from cell to cell with the mouse."""
        from selenium.webdriver import ActionChains

        chain = ActionChains(self.driver, duration=20).move_to_element(self.cell(cells[0])).click_and_hold()
        for cell in cells[1:]:
            chain.move_to_element(self.cell(cell))
        chain.release().perform()

    def mode(self, name: str) -> None:
        self.click(f"#tab-{name}")
        self.until(lambda: self.find("body").get_attribute("data-mode") == name)

    def paste(self, text: str) -> None:
        """Open a text by the dialog, and wait until it is on the board."""
        self.click("#open-button")
        self.script("document.getElementById('open-text').value = arguments[0]", text)
        self.click("#open-go")
        self.until(lambda: not self.find("#open-dialog").is_displayed() or "bad" in self.kind("#open-said"))

    def kind(self, selector: str) -> str:
        return str(self.find(selector).get_attribute("class"))

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def verdict(self) -> str:
        """The live verdict on the puzzle as it stands now."""
        self.until(lambda: "busy" not in self.kind("#set-said"))
        time.sleep(0.05)
        return str(
            self.until(
                lambda: self.script(
                    "const v = document.getElementById('verdict'); const s = v.dataset;"
                    "return s.of === s.wanted && !v.classList.contains('busy') ? s.verdict : null"
                )
            )
        )

    def shot(self, name: str) -> None:
        if SHOTS:
            self.driver.save_screenshot(str(Path(SHOTS) / f"{name}.png"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for static hosts, from the files in the cache or from the registries; CPSUDOKU_BROWSER_WHEEL names a
    wheel with compiled kernels.
    """
    from cpsudoku.errors import UsageError
    from cpsudoku.web.site.folder import write

    out = tmp_path_factory.mktemp("host") / "sub"
    built = os.environ.get("CPSUDOKU_BROWSER_WHEEL")
    try:
        write(out, Path(built) if built else None)
    except UsageError as error:
        pytest.skip(f"the files of the site cannot be had here: {error}")
    return out


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder on a static host."""
    from cpsudoku.web.site.serving import server

    with server(folder, 0) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}/"
        http.shutdown()


ON_A_SITE = {
    "test_play_to_the_end_by_keyboard",
    "test_a_killer_from_nothing_to_unique",
    "test_the_repair",
    "test_walk_the_steps",
}
"""Tests of the page that every long run repeats without a server; with CPSUDOKU_SITE_TESTS=all, all of them are."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("CPSUDOKU_SITE_TESTS") == "all":
        return
    repeated = [
        item
        for item in items
        if isinstance(item, pytest.Function)
        and item.path.name != "test_site.py"
        and hasattr(item, "callspec")
        and item.callspec.params.get("backend") == "site"
    ]
    left_out = [item for item in repeated if item.originalname not in ON_A_SITE]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture(scope="session", params=("server", "site"))
def backend(request: pytest.FixtureRequest) -> str:
    """What answers the page: a server, or a worker of the browser."""
    return str(request.param)


@pytest.fixture(scope="session")
def address(backend: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The page on a free port: of `cpsudoku serve`, or in a folder of a static host."""
    if backend == "site":
        with hosted(request.getfixturevalue("site").parent) as root:
            yield f"{root}sub/"
        return
    pytest.importorskip("starlette", reason="the page needs the extra [web]")
    pytest.importorskip("uvicorn", reason="the page needs the extra [web]")
    code = "import sys; sys.argv = ['cpsudoku', 'serve', '--port', '0']; from cpsudoku.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    assert "http://" in line, line
    yield line.split()[2]
    process.terminate()
    process.wait(20)


def chromium(downloads: Path) -> Any:
    """Headless Chromium with a profile of its own that reaches this machine alone."""
    pytest.importorskip("selenium", reason="driving a browser needs selenium")
    if not (CHROMIUM and DRIVER):
        pytest.skip("no Chromium with chromedriver on this machine (Debian: chromium chromium-driver)")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(60)
    return driver


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser saves files."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(address: str, downloads: Path) -> Iterator[Page]:
    """One browser for all tests."""
    driver = chromium(downloads)
    yield Page(driver, address)
    driver.quit()


@pytest.fixture
def page(browser: Page) -> Iterator[Page]:
    """The page as a new visitor has it, on a desktop; no error may be in the browser's log afterwards."""
    browser.size(*DESKTOP)
    browser.fresh()
    yield browser
    refusals = ("status of 422", "status of 503")  # answers that the page tells in words
    log = [entry for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert [entry for entry in log if not any(word in entry["message"] for word in refusals)] == []


@pytest.fixture
def visitor(address: str, tmp_path: Path) -> Iterator[Page]:
    """Somebody else: another browser with a profile of its own."""
    driver = chromium(tmp_path)
    yield Page(driver, address)
    driver.quit()
