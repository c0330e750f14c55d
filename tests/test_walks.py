"""The three walks of ARCHITECTURE.md are what calls do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import long_after

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
WALKS = {
    name: [re.split(r"  +", line)[0] for line in text.splitlines()]
    for name, text in re.findall(r"^```walk (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
}
"""Name -> its lines without the words."""


def test_three_walks() -> None:
    """The page has the three, and no entry from a lower floor but one."""
    assert set(WALKS) == {"verify", "rate", "generate"}
    for lines in WALKS.values():
        assert sum(line.startswith("↑") for line in lines) <= 1
        assert len(lines) == len(set(lines))


@pytest.mark.parametrize("name", long_after(1, ["verify", "rate", "generate"]))
def test_walk(name: str) -> None:
    """Traced, the call enters these modules in this order, and goes up where the page says so."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "trace_walk.py"), name],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    rooms = [line.removesuffix("*") for line in WALKS[name] if line.endswith(".*")]
    traced = []
    for line in ran.stdout.splitlines():
        room = next((room for room in rooms if f"{line}.".startswith(room)), None)
        entry = line if room is None else f"{room}*"
        if entry not in traced:
            traced.append(entry)
    assert traced == WALKS[name]
