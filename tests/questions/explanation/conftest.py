"""What several tests of explanations need."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks"


@pytest.fixture(scope="module")
def recheck() -> ModuleType:
    """The benchmark that proves steps again."""
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module("recheck")
    finally:
        sys.path.remove(str(FOLDER))
