"""Execute the notebooks of the gallery: python docs/notebooks.py [NAME ...]

Reads docs/gallery/NAME.py (jupytext percent format), executes it, and writes docs/gallery/NAME.ipynb with its outputs.
The output of a cell with the tag `varies` (times, plots of a library) differs from run to run; `stable` leaves it out.
Needs the extra [docs].
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "gallery"


def names() -> list[str]:
    """The notebooks of the gallery, in alphabetical order."""
    return sorted(path.stem for path in HERE.glob("*.py"))


def executed(name: str) -> Any:
    """The notebook of that source, executed in a fresh kernel. Raises CellExecutionError for a cell that fails."""
    import jupytext
    from nbclient import NotebookClient

    notebook = jupytext.read(HERE / f"{name}.py")
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
    notebook.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }
    NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False, coalesce_streams=True).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            _keep_best(output.get("data", {}))
    return notebook


def _keep_best(data: dict[str, Any]) -> None:
    """Of an output in several forms, leave the one that a browser shows: a page, else a picture, else text."""
    best = next((kind for kind in ("text/html", "image/svg+xml", "image/png") if kind in data), None)
    for kind in set(data) - {best}:
        if best is not None:
            del data[kind]


def text_of(notebook: Any) -> str:
    """The notebook as its file has it."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def stable(notebook: Any) -> list[tuple[str, list[Any]]]:
    """(source, outputs) of each cell; of outputs that vary, only their types."""
    found = []
    for cell in notebook["cells"]:
        outputs: list[Any] = list(cell.get("outputs", ()))
        if "varies" in cell["metadata"].get("tags", ()):
            outputs = [(output["output_type"], sorted(output.get("data", ()))) for output in outputs]
        found.append((cell["source"], outputs))
    return found


def faults(notebook: Any) -> list[str]:
    """Outputs that a reader should not see: memory addresses, warnings, errors."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    return [
        str(output)[:200]
        for output in outputs
        if output["output_type"] == "error"
        or output.get("name") == "stderr"
        or re.search(r" at 0x[0-9a-f]+", str(output))
    ]


if __name__ == "__main__":
    for chosen in sys.argv[1:] or names():
        (HERE / f"{chosen}.ipynb").write_text(text_of(executed(chosen)), encoding="utf-8")
        print(chosen)
