"""The script that writes the page of rules, loaded from the documentation."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("rules_page", Path(__file__).parents[1] / "docs" / "rules_page.py")
    assert spec is not None
    assert spec.loader is not None
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    return page


PAGE = _loaded()
