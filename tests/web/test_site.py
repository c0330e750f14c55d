"""The page without a server: the folder, the files it is made of, and the browser without a network."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.errors import UsageError
from cpsudoku.web import jobs
from cpsudoku.web.jobs import JOBS
from cpsudoku.web.requests import refused
from cpsudoku.web.site import downloads, folder, lab, wheel
from cpsudoku.web.site.downloads import Pin, fetched
from cpsudoku.web.site.worker import respond

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
IMPORT = re.compile(r'(?:from|import) "\./([\w./]+)"')


def pinned(place: Path, name: str, content: bytes) -> Pin:
    """A file in the folder, and its pin."""
    (place / name).write_bytes(content)
    return Pin(f"https://host.invalid/{name}", hashlib.sha256(content).hexdigest())


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with small files in place of Pyodide and the wheels, which the pins are set to."""
    place = tmp_path / "files"
    place.mkdir()
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name in folder.RUNTIME:
            data = b'{"info": {}, "packages": {"far": {}}}' if name.endswith(".json") else name.encode()
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    wheels = {name: f"{name.replace('-', '_')}-1-py3-none-any.whl" for name in ("python-sat", "six", "cython")}
    files = {"pyodide": "pyodide.tgz"} | wheels
    assert files.keys() == downloads.pins().keys()
    pins = {name: pinned(place, file, content.getvalue()) for name, file in files.items()}
    of = {"pins.toml": pins, "lab_pins.toml": {"ipython": pinned(place, "ipython-9-py3-none-any.whl", b"IPython")}}
    for module in (folder, lab, downloads):
        monkeypatch.setattr(module, "pins", lambda name="pins.toml": of[name])
    return place


@pytest.fixture
def built(source: Path, tmp_path: Path) -> Path:
    """A site of those files."""
    folder.write(tmp_path / "out", source=source)
    return tmp_path / "out"


def test_a_site_is_whole(built: Path) -> None:
    """Every file that page, modules and manifest name is there; the manifest has the size and hash of each."""
    page = (built / "index.html").read_text()
    named = set(re.findall(r'(?:src|href)="([^"#]+)"', page))
    for path in built.glob("*.js"):
        named |= set(IMPORT.findall(path.read_text()))
    assert {name for name in named if not (built / name).is_file()} == set()
    manifest = json.loads((built / folder.MANIFEST).read_text())
    for file in manifest["files"]:
        data = (built / file["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["bytes"], file["sha256"])
    assert all((built / name).is_file() for name in manifest["wheels"])
    offline = json.loads(re.search(r"const SITE = (.*);", (built / "service-worker.js").read_text())[1])  # type: ignore[index]
    there = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    assert set(offline["names"]) == there - {"_headers", "service-worker.js"}


def test_the_lock_file_has_the_wheels_of_the_folder(built: Path) -> None:
    """Pyodide loads nothing else: each package is a file of the site, with its hash."""
    packages = json.loads((built / folder.LOCK).read_text())["packages"]
    assert {"cpsudoku", "far"} & packages.keys() == {"cpsudoku"}
    for package in packages.values():
        data = (built / "engine" / package["file_name"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == package["sha256"]


def test_notebooks_beside_the_page(source: Path, tmp_path: Path) -> None:
    """`lab` has JupyterLite with the notebooks, on the site's Pyodide and wheels; the page does not load them."""
    pytest.importorskip("jupyterlite_pyodide_kernel", reason="building it needs the extra [notebooks]")
    out = tmp_path / "out"
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "one.ipynb").write_text("{}")
    folder.write(out, source=source, notebooks=tmp_path / "notebooks")
    assert (out / "lab/files/one.ipynb").read_text() == "{}"
    assert [entry["name"] for entry in json.loads((out / "lab/api/contents/all.json").read_text())["content"]] == [
        "one.ipynb"
    ]
    settings = json.loads((out / "lab/jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = settings["litePluginSettings"][lab.KERNEL]
    assert (out / "lab" / kernel["pyodideUrl"]).is_file()
    packages = json.loads((out / folder.LOCK).read_text())["packages"]
    assert packages.keys() == set(kernel["loadPyodideOptions"]["packages"]) >= {"cpsudoku", "ipython"}
    assert all((out / "engine" / package["file_name"]).is_file() for package in packages.values())
    assert '"lab/' not in (out / folder.MANIFEST).read_text() + (out / "service-worker.js").read_text()
    assert len(settings["federated_extensions"]) == 1


def test_notebooks_that_cannot_be_had(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without notebooks is refused, and so is a Python without JupyterLite."""
    with pytest.raises(UsageError, match="without notebooks"):
        folder.write(tmp_path / "out", source=source, notebooks=tmp_path)
    (tmp_path / "one.ipynb").write_text("{}")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'cpsudoku\[notebooks\]'"):
        folder.write(tmp_path / "out", source=source, notebooks=tmp_path)
    assert not (tmp_path / "out").exists()


def test_only_its_own_files(built: Path) -> None:
    """The policy is in the page and in the headers, and no address of another host is in the page's files."""
    assert folder.policy() in (built / "index.html").read_text()
    headers = (built / "_headers").read_text()
    assert headers.count(folder.policy(folder.FRAMES)) == len(folder.WITH_POLICY)
    assert "unsafe-inline" not in headers
    assert "'unsafe-eval'" not in headers
    for path in (built / "index.html", *built.glob("*.css")):
        assert "http:" not in path.read_text()
        assert "https:" not in path.read_text()


def test_the_version_is_of_the_content(source: Path, tmp_path: Path) -> None:
    """The same files make the same site; another file makes another version, whose cache is another."""
    first = folder.write(tmp_path / "a", source=source)
    assert folder.write(tmp_path / "b", source=source) == first
    assert {path.name: path.read_bytes() for path in (tmp_path / "a").rglob("*") if path.is_file()} == {
        path.name: path.read_bytes() for path in (tmp_path / "b").rglob("*") if path.is_file()
    }
    whole = tmp_path / f"cpsudoku-0.2.0-cp311-abi3-{folder.INTERFACE}.whl"
    whole.write_bytes(wheel.pure()[1])
    compiled = folder.write(tmp_path / "a", built=whole, source=source)
    assert compiled.version != first.version
    assert (first.kernels, compiled.kernels) == ("interpreted", "compiled")
    assert "cython" not in (tmp_path / "a" / folder.MANIFEST).read_text()


def test_the_pure_wheel_runs(tmp_path: Path) -> None:
    """The wheel of the installed files has all that jobs need, and nothing for other machines."""
    name, content = wheel.pure()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path)
    assert name == "cpsudoku-0.2.0-py3-none-any.whl"
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert "cpsudoku/encodings/README.md" in names
    code = f"from cpsudoku.web.site.worker import respond; print(respond('judge', '{{\"puzzle\": \"{EASY}\"}}', 9))"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)}
    )
    assert json.loads(ran.stdout)["verdict"] == "unique", ran.stderr
    assert "not compiled" in ran.stderr


def test_the_worker_answers_as_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a job, and the server's words where a request is refused."""
    assert json.loads(respond("judge", json.dumps({"puzzle": EASY}), 9))["verdict"] == "unique"
    assert json.loads(respond("judge", "{}", 9)) == refused("field 'puzzle' must be a text")
    assert json.loads(respond("judge", '{"puzzle": "x"}', 9))["verdict"] == "refused"
    assert "field 'seconds' is unknown" in respond("judge", '{"puzzle": "x", "seconds": 1}', 9)
    monkeypatch.setitem(jobs.JOBS, "judge", lambda **_: 1 // 0)
    record = json.loads(respond("judge", json.dumps({"puzzle": EASY}), 9))
    assert record == refused("this should not happen: ZeroDivisionError: integer division or modulo by zero")


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "not there; it is the file https://host.invalid/a.whl"), (b"b", "not the pinned file")],
)
def test_a_pinned_file_that_is_another(tmp_path: Path, content: bytes | None, message: str) -> None:
    """A missing file, or one with another hash, is named, with what was wanted."""
    pin = pinned(tmp_path, "a.whl", b"a")
    assert fetched(pin, tmp_path, lambda _: None) == b"a"
    (tmp_path / "a.whl").unlink()
    if content is not None:
        (tmp_path / "a.whl").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        fetched(pin, tmp_path, lambda _: None)


def test_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the cache is taken from there; a damaged one is loaded anew, and a host that is away is named."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    place = tmp_path / "cpsudoku"
    place.mkdir()
    pin = pinned(place, "a.whl", b"a")
    assert fetched(pin, None, lambda _: None) == b"a"
    (place / "a.whl").write_bytes(b"b")
    with pytest.raises(UsageError, match=r"https://host.invalid/a.whl: .*--from DIR"):
        fetched(pin, None, lambda _: None)
    loaded: list[int] = []
    local = Pin((tmp_path / "there" / "a.whl").as_uri(), pin.sha256)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "a.whl").write_bytes(b"a")
    assert fetched(local, None, loaded.append) == b"a"
    assert sum(loaded) == 1
    assert (place / "a.whl").read_bytes() == b"a"


def test_what_is_not_overwritten(source: Path, tmp_path: Path) -> None:
    """A folder with other files is refused, and so is a wheel for another machine or of another version."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    with pytest.raises(UsageError, match="not empty, and not a site"):
        folder.write(tmp_path / "mine", source=source)
    for name, message in {
        "cpsudoku-0.2.0-cp311-abi3-linux_x86_64.whl": "not a wheel of cpsudoku for the browser",
        f"cpsudoku-9.9.9-cp311-abi3-{folder.INTERFACE}.whl": "a wheel of another version; this is cpsudoku",
        f"cpsudoku-0.2.0-cp311-abi3-{folder.INTERFACE}.whl": "not a wheel, or damaged",
    }.items():
        (tmp_path / name).write_bytes(b"")
        with pytest.raises(UsageError, match=message):
            wheel.compiled(tmp_path / name, folder.INTERFACE)
    with pytest.raises(UsageError, match="No such file"):
        wheel.compiled(tmp_path / "none.whl", folder.INTERFACE)


def test_the_pins_are_of_one_pyodide() -> None:
    """Each pin is an address of a registry with a hash; wheels have the interface of the pinned Pyodide, or any."""
    for name, pin in downloads.pins().items():
        assert pin.url.startswith(("https://registry.npmjs.org/", "https://files.pythonhosted.org/packages/"))
        assert re.fullmatch("[0-9a-f]{64}", pin.sha256)
        assert name == "pyodide" or pin.name.endswith((f"-{folder.INTERFACE}.whl", "-none-any.whl"))


def test_a_browser_needs_no_command() -> None:
    """The jobs load neither OR-Tools, nor joblib, nor numpy, nor the libraries of the command."""
    code = f"""
import json, sys
from cpsudoku.web.site.worker import respond
for job in {sorted(JOBS)}:
    respond(job, json.dumps({{"puzzle": "{EASY}"}}), 9)
print(sorted(sys.modules.keys() & {{"ortools", "joblib", "numpy", "networkx", "typer", "rich", "multiprocessing"}}))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "[]\n", ran.stderr


@pytest.mark.long
@pytest.mark.parametrize("backend", ["site"], indirect=True)
def test_offline_after_the_first_visit(backend: str, site: Path, visitor: Any, address: str) -> None:
    """A puzzle in the address is judged at once, with requests to this host alone; then again without the host."""
    driver = visitor.driver
    visitor.open(f"{address}#{EASY}")
    visitor.until(lambda: visitor.said("#play-said") == "Exactly one solution.")
    hosts = driver.execute_script(
        "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host)"
    )
    assert set(hosts) == {address.split("/")[2]}
    active = "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))"
    assert driver.execute_async_script(active)
    visitor.until(lambda: driver.execute_script("return navigator.serviceWorker.controller !== null"))
    driver.execute_cdp_cmd("Network.enable", {})
    moved = site.rename(site.with_name("away"))
    try:
        visitor.open(f"{address}#{EASY[:-2]}..")
        visitor.until(lambda: "solution" in visitor.said("#play-said"))
    finally:
        moved.rename(site)
    log = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert [entry for entry in log if "404" not in entry["message"]] == []


@pytest.mark.long
@pytest.mark.parametrize("backend", ["site"], indirect=True)
def test_stop(backend: str, page: Any) -> None:
    """A job that takes long can be stopped: the worker is ended, and the page goes on with another."""
    page.click("#new-button")
    page.script("document.getElementById('rating').value = '11.9'")
    page.click("#generate")
    page.until(lambda: page.find("#working").is_displayed())
    page.click("#stop")
    page.until(lambda: page.said("#new-said") == "Stopped.")
    page.click("#new-dialog .close")
    page.paste(EASY)
    page.until(lambda: page.digits()[:2] == "53")
