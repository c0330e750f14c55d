"""The notebooks of the gallery are what their sources give when they are executed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.errors import UsageError
from cpsudoku.web.site.folder import write
from tests.scripts import ROOT, script
from tests.web.conftest import Page, chromium, hosted

BUILDER = script("docs/notebooks.py")
NAMES: list[str] = BUILDER.names()


def notebook(name: str) -> Any:
    """The notebook as it is in the repository."""
    return json.loads((BUILDER.HERE / f"{name}.ipynb").read_text(encoding="utf-8"))


def test_every_source_is_a_page_of_the_site() -> None:
    """Sources, notebooks and the menu of the site name the same ten."""
    menu = re.findall(r"gallery/([\w-]+)\.ipynb", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(menu) == NAMES == sorted(path.stem for path in BUILDER.HERE.glob("*.ipynb"))
    assert len(NAMES) == 10


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_results_and_no_faults(name: str) -> None:
    """Each has a picture or a table, and no warning, error or memory address; its code is that of its source."""
    found = notebook(name)
    outputs = [output for cell in found["cells"] for output in cell.get("outputs", ())]
    assert {"image/svg+xml", "image/png", "text/html"} & {kind for output in outputs for kind in output.get("data", ())}
    assert BUILDER.faults(found) == []
    source = (BUILDER.HERE / f"{name}.py").read_text(encoding="utf-8")
    assert all(cell["source"] in source for cell in found["cells"] if cell["cell_type"] == "code")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_execution_gives_the_stored_outputs(name: str) -> None:
    """Executed anew, a notebook has the outputs of its file, except for times and plots (else: docs/notebooks.py)."""
    for library in ("jupytext", "nbclient", "ipykernel", "matplotlib", "reportlab"):
        pytest.importorskip(library, reason="executing notebooks needs the extra [docs]")
    assert BUILDER.stable(json.loads(BUILDER.text_of(BUILDER.executed(name)))) == BUILDER.stable(notebook(name))


@pytest.mark.long
def test_a_notebook_runs_in_a_browser(tmp_path: Path) -> None:
    """`cpsudoku site --notebooks` serves it: its code cells have run, without an error or a request to another host."""
    pytest.importorskip("jupyterlite_pyodide_kernel", reason="building it needs the extra [notebooks]")
    try:
        write(tmp_path / "host/sub", notebooks=BUILDER.HERE)
    except UsageError as error:
        pytest.skip(f"the files of the site cannot be had here: {error}")
    with hosted(tmp_path / "host") as root, chromium(tmp_path) as driver:
        page = Page(driver, f"{root}sub/lab/lab/index.html?path=why-broken.ipynb")
        driver.get(page.address)
        page.until(lambda: page.texts(".jp-CodeCell"))

        def choose(menu: str, entry: str) -> None:
            page.until(lambda: [item for item in page.all(menu) if item.text.startswith(entry)])[0].click()

        choose(".lm-MenuBar-item", "Run")
        choose(".lm-Menu-item", "Run All Cells")
        count = len(page.texts(".jp-CodeCell"))
        wanted = [f"[{number}]:" for number in range(1, count + 1)]
        page.until(lambda: page.texts(".jp-CodeCell .jp-InputPrompt") == wanted, 120)
        assert page.texts("[data-mime-type='application/vnd.jupyter.error']") == []
        assert "one solution" in " ".join(page.texts(".jp-OutputArea-output"))
