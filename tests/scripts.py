"""Scripts of the documentation and the benchmarks, loaded as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def script(path: str) -> Any:
    """The module of the script at this path of the project; dataclasses of it look for it by its name."""
    name = f"script_{path.replace('/', '_').removesuffix('.py')}"
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
