"""Where and with what a comparison was run."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cpsudoku.kernels import compiled
from cpsudoku.version import __version__

PACKAGES = ("python-sat", "ortools", "networkx", "numpy")


def description() -> dict[str, str]:
    """Versions, machine and date, as written into every result."""
    found = {
        "cpsudoku": __version__,
        "kernels": "compiled" if compiled() else "interpreted",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["machine"] = f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    found["date"] = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return found


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.lower().startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
