"""What `--version` says and what records carry."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from cpsudoku.kernels import mend, uncompiled
from cpsudoku.version import __version__


def version_of(package: str) -> str:
    """The installed version of a package, or "not installed"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def report() -> str:
    """Versions of cpsudoku, its solvers, and whether the kernels are compiled."""
    missing = uncompiled()
    kernels = f"interpreted: {len(missing)} (some 100 times slower; to compile: {mend()})" if missing else "compiled"
    lines = [f"cpsudoku {__version__}"]
    lines += [f"{name} {version_of(name)}" for name in ("python-sat", "ortools")]
    return "\n".join([*lines, f"kernels {kernels}"])
