"""The screenshots of the documentation show what a browser shows today.

CPSUDOKU_WRITE_SCREENSHOTS=1 pytest --long tests/web/test_screenshots.py writes them anew.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import audit, compare
from cpsudoku.comparison.report import write
from cpsudoku.samples import path_of

pytestmark = pytest.mark.long

HERE = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
CHAINS = "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
KILLER = ".Cage~3~R1C1~R1C2.Cage~15~R1C3~R1C4.Cage~22~R2C1~R2C2~R2C3.Thermo~R4C1~R5C1~R6C2~R6C3.Arrow~R1C9~R2C8~R3C8"
COARSE = (40, 30)
"""Pixels of the pictures that are compared: fonts and the timer differ from machine to machine."""


def compared(page: Any, name: str, width: int, height: int, tolerance: float = 6.0) -> None:
    """Compare the visible page with its stored screenshot: the mean difference of coarse grey pixels, of 255."""
    image = pytest.importorskip("PIL.Image", reason="comparing screenshots needs Pillow (extra [plot])")
    page.size(width, height)
    page.script("window.scrollTo(0, 0); document.activeElement.blur()")
    taken = page.driver.get_screenshot_as_png()
    path = HERE / f"{name}.png"
    if os.environ.get("CPSUDOKU_WRITE_SCREENSHOTS"):
        image.open(io.BytesIO(taken)).convert("P", palette=image.Palette.ADAPTIVE, colors=128).save(path, optimize=True)
    new, old = image.open(io.BytesIO(taken)), image.open(path)
    assert new.size == old.size == (width, height)
    pairs = zip(new.convert("L").resize(COARSE).tobytes(), old.convert("L").resize(COARSE).tobytes())
    assert sum(abs(a - b) for a, b in pairs) / (COARSE[0] * COARSE[1]) < tolerance, f"{path} is out of date"


def test_play(page: Any) -> None:
    """A game with digits, centre marks and a colour."""
    page.paste(CHAINS)
    page.cell("r1c1").click()
    page.keys("7")
    page.chord("\ue009", "8")
    page.cell("r2c1").click()
    page.chord("\ue009", "1")
    page.chord("\ue009", "9")
    compared(page, "play", 1100, 800)


def test_set(page: Any) -> None:
    """Cages, a thermometer and an arrow with their live verdict and true candidates."""
    page.paste(KILLER)
    page.mode("set")
    assert page.verdict() == "multiple"
    compared(page, "set", 1100, 800)


def test_analyse(page: Any) -> None:
    """The hardest step of a rating, a chain."""
    page.paste(CHAINS)
    page.mode("analyse")
    page.click("#rate")
    page.until(lambda: page.find("#board").get_attribute("data-step") == "1")
    page.keys("h")
    page.until(lambda: "ynamic" in page.said("#argument"))
    compared(page, "analyse", 1100, 800)


def test_phone(page: Any) -> None:
    """The same page on a phone."""
    page.paste(CHAINS)
    compared(page, "phone", 390, 844)


def test_report_of_an_audit(page: Any, tmp_path: Path) -> None:
    """The report of a data set with faults."""
    files = {"train": path_of("17-clue"), "test": path_of("broken")}
    audit(files, rate=100).report(tmp_path / "audit.html")
    page.driver.get((tmp_path / "audit.html").as_uri())
    compared(page, "audit", 900, 800)


def test_report_of_a_comparison(page: Any, tmp_path: Path) -> None:
    """The report of four engines on two samples; times differ, so pixels may, too."""
    puzzles = {name: path_of(name).read_text().split()[:12] for name in ("minimal", "hardest")}
    table = compare(puzzles, engines=["sat", "cp-sat", "bitmask", "dlx:native"])
    write(table, tmp_path)
    page.driver.get((tmp_path / "report.html").as_uri())
    compared(page, "compare", 1200, 900, tolerance=20)
