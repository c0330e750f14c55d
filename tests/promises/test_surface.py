"""The promise: no public name, signature, field, option or record changes without a line in the changelog."""

from __future__ import annotations

import difflib

import pytest

from tests.promises.surface import PARTS, recorded


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.long if part == "cpsudoku " else ()) for part in PARTS]
)
def test_the_public_surface_is_the_recorded_one(part: str) -> None:
    """Each difference to `surface.txt` is named, with what to do about it."""
    before = [line for line in recorded()[1] if line.startswith(part)]
    changes = [
        line
        for line in difflib.unified_diff(before, [*PARTS[part]()], "recorded", "now", lineterm="", n=0)
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    assert not changes, (
        "the public surface changed; a name that goes stays for one version with a DeprecationWarning. Add a line to "
        "CHANGELOG.md, then record it: python -m tests.promises.surface\n" + "\n".join(changes)
    )
