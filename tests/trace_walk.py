"""`python tests/trace_walk.py WALK`: the modules that a call enters, in order, one a line, each with what it is for.

Kernels run as plain Python, so that the trace sees them too; all modules are imported before. A line begins with `↑` if
the module is called from a lower floor.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import FrameType

os.environ["CPSUDOKU_INTERPRETED"] = "1"  # before conftest, which then puts sources first
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
import conftest  # noqa: E402, F401

import cpsudoku  # noqa: E402
from cpsudoku.generation.aiming import methods  # noqa: E402

PREFIX = "cpsudoku."
OPEN = "98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAINED = "98.73.65.51.89634.6.3.25.8975.369.2423.5.796..96..257312.65349..692...353.59.8216"
WALKS: dict[str, Callable[[], object]] = {
    "verify": lambda: cpsudoku.verify(OPEN),
    "rate": lambda: cpsudoku.rate(CHAINED),
    "generate": lambda: cpsudoku.generate(rating=(1.0, 11.9), seed=3),
    "explain": lambda: cpsudoku.explain(EASY),
    "candidates": lambda: cpsudoku.candidates(OPEN),
}


def floors() -> dict[str, int]:
    """Room -> its floor, the ground 0, from the import rules."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(rule for rule in rules if rule["type"] == "layers")["layers"]
    return {room.strip(" ()"): floor for floor, rooms in enumerate(reversed(layers)) for room in rooms.split("|")}


def walk(act: Callable[[], object]) -> list[tuple[str, str]]:
    """The modules that *act* enters, in order, each with the module that called it."""
    entered: dict[str, str] = {}

    def enter(frame: FrameType, event: str, _: object) -> None:
        module = module_of(frame)
        if event == "call" and module and module not in entered:
            above = frame.f_back
            while above is not None and not module_of(above):
                above = above.f_back
            entered[module] = module_of(above) if above is not None else ""

    sys.setprofile(enter)
    try:
        act()
    finally:
        sys.setprofile(None)
    return list(entered.items())


def module_of(frame: FrameType) -> str:
    """The module of the package whose code this is; "" elsewhere."""
    name = str(frame.f_globals.get("__name__", ""))
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else ""


if __name__ == "__main__":
    for found in pkgutil.walk_packages(cpsudoku.__path__, PREFIX):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    methods.BATCH = 1  # interpreted, a batch takes minutes
    floor = floors()
    for module, caller in walk(WALKS[sys.argv[1]]):
        up = caller and floor[caller.split(".")[0]] < floor[module.split(".")[0]]
        purpose = (sys.modules[PREFIX + module].__doc__ or "").strip().splitlines()
        print(f"{'↑' if up else ' '} {module:36} {purpose[0] if purpose else ''}")
