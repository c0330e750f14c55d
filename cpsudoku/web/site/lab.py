"""Notebooks in the folder of a site: JupyterLite on the site's own Pyodide, with nothing from other hosts."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cpsudoku.errors import UsageError, file_errors
from cpsudoku.web.site.downloads import fetched, pins

FOLDER = "lab"
NEEDS = {"jupyterlite-core": "jupyterlite_core", "jupyterlite-pyodide-kernel": "jupyterlite_pyodide_kernel"}
"""Packages that build the folder, and their modules."""
EXTENSION = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
"""Of JupyterLab's installed extensions the one that the folder has, below the prefix of this Python."""
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
"""The plug-in whose settings say where Pyodide is."""


def wheels(source: Path | None, advance: Callable[[int], None]) -> dict[str, bytes]:
    """IPython and what it imports, by their place in the site. Raises UsageError, see `fetched`."""
    return {f"{FOLDER}/wheels/{pin.name}": fetched(pin, source, advance) for pin in pins("lab_pins.toml").values()}


def lab(notebooks: Path, packages: Iterable[str], environment: dict[str, str]) -> dict[str, bytes]:
    """The files of JupyterLite by their place in the site, with the notebooks of a folder.

    *packages*: the names in Pyodide's lock file that a notebook starts with. Raises UsageError where the folder has no
    notebooks, or the packages that build it are not installed.
    """
    with file_errors(notebooks):
        found = {path.name: path.read_bytes() for path in sorted(notebooks.glob("*.ipynb"))}
        if not found:
            raise UsageError(f"{notebooks}: a folder without notebooks (*.ipynb)")
    missing = [name for name, module in NEEDS.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise UsageError(f"--notebooks needs {' and '.join(missing)}: pip install 'cpsudoku[notebooks]'")
    with tempfile.TemporaryDirectory() as place:
        files = _built(Path(place))
    configuration = json.loads(files["jupyter-lite.json"])
    data = configuration["jupyter-config-data"]
    data |= {"appName": "cpsudoku", "contentsAllJsonFile": "all.json"}
    data.setdefault("litePluginSettings", {})[KERNEL] = {
        "pyodideUrl": "./../engine/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": sorted(packages), "env": environment},
    }
    files["jupyter-lite.json"] = json.dumps(configuration, indent=1).encode()
    files["api/contents/all.json"] = json.dumps(_listing(found)).encode()
    files |= {f"files/{name}": data for name, data in found.items()}
    return {f"{FOLDER}/{name}": data for name, data in files.items()}


def _built(place: Path) -> dict[str, bytes]:
    """What JupyterLite builds in an empty folder."""
    out = place / "out"
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(place), "--output-dir", str(out)]
    command += ["--apps", "lab", "--no-sourcemaps", "--no-unused-shared-packages", "--ignore-sys-prefix"]
    command += [f"--LiteBuildConfig.federated_extensions={Path(sys.prefix, EXTENSION)}"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UsageError(f"JupyterLite cannot be built: {done.stderr.strip().splitlines()[-1:]}")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def _listing(notebooks: dict[str, bytes]) -> dict[str, Any]:
    """The directory as Jupyter's contents interface describes it."""
    fixed = {"created": "2000-01-01T00:00:00Z", "last_modified": "2000-01-01T00:00:00Z", "writable": True}
    entries = [
        {"name": name, "path": name, "type": "notebook", "format": None, "mimetype": None, "content": None}
        | {"size": len(data)}
        | fixed
        for name, data in notebooks.items()
    ]
    return {"name": "", "path": "", "type": "directory", "format": "json", "content": entries, "size": None} | fixed
