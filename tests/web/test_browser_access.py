"""The page for those who cannot see or point: axe-core finds nothing serious, in every mode, light and dark."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

AXE = "4.14.1"
"""The version of axe-core that npm is asked for."""
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = json.dumps({"puzzle": EASY, "constraints": ["cage 11 r1c3 r2c2", "thermo r5c5-r5c7"], "rules": "As drawn."})
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core: from npm, kept in the cache of the tests, else of the package that the extra brings."""
    assert request.config.cache is not None
    kept = request.config.cache.mkdir(f"axe-core-{AXE}") / "axe.min.js"
    if not kept.exists() and shutil.which("npm"):
        packed = subprocess.run(
            ["npm", "pack", f"axe-core@{AXE}", "--silent"], cwd=kept.parent, capture_output=True, text=True, timeout=120
        )
        if packed.returncode == 0:
            with tarfile.open(kept.parent / packed.stdout.split()[-1]) as archive:
                script = archive.extractfile("package/axe.min.js")
                assert script is not None
                kept.write_bytes(script.read())
    if kept.exists():
        return kept.read_text(encoding="utf-8")
    package = pytest.importorskip("axe_core_python", reason="axe-core comes from npm or from axe-core-python")
    return Path(package.__path__[0], "axe.min.js").read_text(encoding="utf-8")


def findings(page: Any, axe: str) -> list[str]:
    """What axe-core calls serious or critical: the rule, and where."""
    page.driver.execute_script(axe)
    found = page.driver.execute_async_script(
        "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(done, (e) => done(String(e)))"
    )
    assert isinstance(found, dict), found
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in found["violations"]
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]


def play(page: Any) -> None:
    """A game with entries, marks, colours, a conflict and a hint."""
    page.cell("r1c3").click()
    page.keys("5", "\ue014", "x", "2", "\ue014", "\ue014", "c", "2", "v", "3", "\ue015", "\ue015", "4", "z")
    page.click("#hint")
    page.until(lambda: "busy" not in page.kind("#play-said"))


def setting(page: Any) -> None:
    """A tool in hand, a rule chosen, a diagnosis told, true candidates shown."""
    page.mode("set")
    page.until(lambda: page.all("#tools .chip"))
    page.click("#true-candidates")
    page.script("document.querySelector(`#tools [data-tool='cage']`).click()")
    page.click("#rules .rule")
    page.click("#needless")
    page.until(lambda: "busy" not in page.kind("#set-said"))


def analyse(page: Any) -> None:
    """A step of the rating on the board, with its argument."""
    page.paste(EASY)
    page.mode("analyse")
    page.click("#rate")
    page.until(lambda: page.find("#board").get_attribute("data-step") == "1")


@pytest.mark.parametrize("shade", ["light", "dark"])
@pytest.mark.parametrize("mode", [play, setting, analyse])
def test_nothing_serious(page: Any, axe: str, mode: Any, shade: str) -> None:
    """axe-core has no serious finding in a mode at work, on a desktop and on a phone."""
    page.paste(KILLER)
    page.until(lambda: "cage 11" in page.texts("#play-rules")[0])
    if page.script("return document.documentElement.dataset.shade") != shade:
        page.click("#theme")
    mode(page)
    page.shot(f"{mode.__name__}-{shade}")
    assert findings(page, axe) == []
    page.size(390, 844)
    page.shot(f"{mode.__name__}-{shade}-phone")
    assert findings(page, axe) == []
    assert page.script("return document.documentElement.scrollWidth") <= 390


def test_what_is_serious_is_found(page: Any, axe: str) -> None:
    """A button without a name and grey words on grey would be found."""
    page.script(
        "const b = document.createElement('button'), p = document.createElement('p');"
        "p.textContent = 'hardly seen'; p.style.color = '#eee'; document.querySelector('main').append(b, p)"
    )
    assert {found.partition(":")[0] for found in findings(page, axe)} == {"button-name", "color-contrast"}


@pytest.mark.parametrize("name", ["new", "open", "share"])
def test_dialogs(page: Any, axe: str, name: str) -> None:
    """Dialogs, too; Escape closes them, and the focus is back where it was."""
    page.click(f"#{name}-button")
    assert findings(page, axe) == []
    page.keys("\ue00c")
    page.until(lambda: not page.find(f"#{name}-dialog").is_displayed())
    assert page.script("return document.activeElement.id") == f"{name}-button"


def test_every_control_has_a_name(page: Any) -> None:
    """Tab comes by every button and field that is shown, and each has a name."""
    names = page.script(
        "return [...document.querySelectorAll('button, input, select, textarea')].filter((n) => n.offsetParent)"
        ".map((n) => n.getAttribute('aria-label') || n.textContent.trim() || (n.labels[0]?.textContent ?? ''))"
    )
    assert names
    assert all(names)
