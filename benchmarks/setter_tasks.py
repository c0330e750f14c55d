"""Ten tasks of setters on the page, done by a script in headless Chromium: clicks, keys and seconds of each.

    python benchmarks/setter_tasks.py                       this checkout
    python benchmarks/setter_tasks.py --checkout FOLDER     another one, such as `git worktree add FOLDER COMMIT`

Each task is done as the page allows; "cannot" says that it has no way to do it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measuring import options_of

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from tests.web.conftest import DESKTOP, Page, chromium  # noqa: E402

SMALL = {"size": "2x2", "puzzle": "..4.....2.......", "constraints": ["cage 3 r1c1 r1c2", "thermo r4c4-r4c1"]}
BROKEN = {"size": "2x2", "puzzle": "." * 16, "constraints": ["thermo r1c1-r1c4", "thermo r1c4-r1c1"]}
OPEN = {"size": "2x2", "puzzle": "." * 16, "constraints": ["cage r1c1 r1c2", "thermo r2c1-r2c4"]}


class Cannot(Exception):
    """The page has no way to do it."""


class Setter(Page):
    """A page that counts what its user does."""

    acts = 0

    def click(self, selector: str) -> None:
        if not self.all(selector):
            raise Cannot
        self.acts += 1
        self.script("document.querySelector(arguments[0]).click()", selector)

    def keys(self, *keys: str) -> None:
        self.acts += sum(map(len, keys))
        super().keys(*keys)

    def drag(self, *cells: str) -> None:
        self.acts += 1
        super().drag(*cells)

    def until(self, true: Callable[[], Any], seconds: float = 6) -> Any:
        try:
            return super().until(true, seconds)
        except AssertionError:
            raise Cannot from None

    def rules(self) -> list[str]:
        return self.texts("#rules .rule")

    def given(self, puzzle: dict[str, Any], mode: str) -> None:
        """The puzzle on the board, before the task begins."""
        self.paste(json.dumps(puzzle))
        self.mode(mode)
        if mode == "set":
            self.until(lambda: self.all("#tools .chip"))
            self.verdict()


def _draw_cage(page: Setter) -> None:
    page.click("#tools [data-tool=cage]")
    page.drag("r2c3", "r2c4")
    page.until(lambda: len(page.rules()) == 3)


def cage_by_keys(page: Setter) -> None:
    _draw_cage(page)
    page.keys("5")
    page.until(lambda: page.rules()[-1].startswith("cage 5"))


def cage_by_pad(page: Setter) -> None:
    _draw_cage(page)
    page.click("#pad [data-digit='4']")
    page.until(lambda: page.rules()[-1].startswith("cage 4"))


def another_sum(page: Setter) -> None:
    page.click("#rules .rule")
    page.keys("4")
    page.until(lambda: page.rules()[0].startswith("cage 4"))


def find_inequality(page: Setter) -> None:
    page.click("#tool-find")
    page.script("document.getElementById('tool-find').focus()")
    page.keys("inequality", "\ue007")
    page.until(lambda: page.said("#tool-name") == "greater")


def to_sudokupad(page: Setter) -> None:
    page.click("#share-button")
    page.script(
        "const f = document.getElementById('format'); f.value = 'sudokupad'; f.dispatchEvent(new Event('change'))"
    )
    page.acts += 1
    page.until(lambda: page.find("#written").get_attribute("value").startswith("https://sudokupad.app/"))


def title(page: Setter) -> None:
    page.click("#title")
    page.script("document.getElementById('title').focus()")
    page.keys("Two rules")
    page.click("#share-button")
    page.until(lambda: page.find("#written").get_attribute("value"))


def why(page: Setter) -> None:
    page.cell("r1c2").click()
    page.acts += 1
    page.click("#set .why")
    page.until(lambda: "r1c2" in page.said("#why-steps"))


def repair(page: Setter) -> None:
    page.click("#needless")
    page.until(lambda: page.all("#set-said .chip"))
    page.click("#set-said .chip")
    page.until(lambda: len(page.rules()) == 1)


def completed(page: Setter) -> None:
    page.click("#complete")
    page.until(lambda: page.verdict() == "unique")


def killers(page: Setter) -> None:
    page.click("#new-button")
    if not page.all("#sort"):
        raise Cannot
    page.script("for (const [id, v] of [['sort', 'killer'], ['count', '3']]) document.getElementById(id).value = v")
    page.acts += 2
    page.click("#generate")
    page.until(lambda: len(page.all("#made .chip")) == 3, 20)


TASKS: dict[str, tuple[dict[str, Any], Callable[[Setter], None]]] = {
    "a cage, its sum typed": (SMALL, cage_by_keys),
    "a cage, its sum on the pad": (SMALL, cage_by_pad),
    "another sum for a cage": (SMALL, another_sum),
    "find the inequality sign": (SMALL, find_inequality),
    "a link for SudokuPad": (SMALL, to_sudokupad),
    "a title, then share": (SMALL, title),
    "why this digit?": (SMALL, why),
    "repair a contradiction": (BROKEN, repair),
    "complete a layout": (OPEN, completed),
    "three killers": (SMALL, killers),
}


def main() -> None:
    """The command."""
    given = options_of(__doc__, checkout=str)
    folder = Path(given.checkout or HERE).resolve()
    code = "import sys; sys.argv = ['cpsudoku', 'serve', '--port', '0']; from cpsudoku.cli import main; main()"
    here = {**os.environ, "PYTHONPATH": str(folder)}
    server = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, cwd=folder, env=here)
    assert server.stderr is not None
    address = next(line.split()[2] for line in server.stderr if "http://" in line)
    with tempfile.TemporaryDirectory() as downloads:
        page = Setter(chromium(Path(downloads)), address)
        try:
            page.size(*DESKTOP)
            print(f"{'':28}{'acts':>6}{'seconds':>9}")
            for name, (puzzle, task) in TASKS.items():
                page.fresh()
                page.given(puzzle, "set")
                page.acts, begun = 0, time.perf_counter()
                try:
                    task(page)
                    print(f"{name:28}{page.acts:6}{time.perf_counter() - begun:9.1f}")
                except Cannot:
                    print(f"{name:28}{'cannot':>15}")
        finally:
            page.driver.quit()
            server.terminate()


if __name__ == "__main__":
    main()
