"""What an installation needs is in the package."""

from __future__ import annotations

import fnmatch
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_data_files_are_listed() -> None:
    """Every data file below cpsudoku/ is matched by a pattern of package-data, so that a wheel has it."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    built = (".py", ".pyc", ".so", ".pyd", ".c")
    missing = []
    for path in (ROOT / "cpsudoku").rglob("*"):
        if path.is_dir() or path.suffix in built or "__pycache__" in path.parts:
            continue
        if path.is_relative_to(ROOT / "cpsudoku" / "encodings"):
            continue  # an installed package has the catalog inside it, by another rule (setup.py)
        home = next(folder for folder in path.parents if (folder / "__init__.py").exists())
        package = ".".join(home.relative_to(ROOT).parts)
        inside = path.relative_to(home).as_posix()
        patterns = [*listed["*"], *listed.get(package, [])]
        # setuptools' * stays within a folder
        if not any(p.count("/") == inside.count("/") and fnmatch.fnmatch(inside, p) for p in patterns):
            missing.append(path.relative_to(ROOT).as_posix())
    assert missing == []


def test_every_folder_is_a_package() -> None:
    """A folder with Python files has an __init__.py, else an installation would lack it."""
    for path in (ROOT / "cpsudoku").rglob("*.py"):
        assert (path.parent / "__init__.py").exists(), path


def build(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`setup.py` with these *words*, else `build_ext`, in a copy of the project with one kernel and no compiler."""
    pytest.importorskip("setuptools", reason="building needs setuptools")
    (folder / "cpsudoku" / "kernels").mkdir(parents=True)
    shutil.copy(ROOT / "setup.py", folder)
    shutil.copytree(ROOT / "encodings", folder / "encodings")
    for name in ("randomness.py", "randomness.pxd"):
        shutil.copy(ROOT / "cpsudoku" / "kernels" / name, folder / "cpsudoku" / "kernels")
    for package in (folder / "cpsudoku", folder / "cpsudoku" / "kernels"):
        (package / "__init__.py").touch()
    return subprocess.run(
        [sys.executable, "setup.py", *(words or ("build_ext", "--inplace"))],
        cwd=folder,
        env={**os.environ, "CC": "false", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_strict_build_fails_where_an_extension_does(tmp_path: Path) -> None:
    """CPSUDOKU_STRICT_BUILD=1: no package without compiled kernels; else they are left out, and the build says so."""
    strict = build(tmp_path / "strict", CPSUDOKU_STRICT_BUILD="1")
    assert strict.returncode != 0
    lenient = build(tmp_path / "lenient", CPSUDOKU_STRICT_BUILD="0")
    assert lenient.returncode == 0
    assert "building extension" in lenient.stdout + lenient.stderr
    assert not list((tmp_path / "lenient").rglob("cpsudoku/kernels/*.so"))


@pytest.mark.long
def test_type_checkers_find_an_editable_installation(tmp_path: Path) -> None:
    """`pip install -e .` adds the folder of the checkout to the path and no import hook, which only Python can run."""
    done = build(tmp_path / "copy", "editable_wheel", "--dist-dir", str(tmp_path))
    assert done.returncode == 0, done.stderr
    with ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        (path,) = [name for name in wheel.namelist() if not name.partition("/")[0].endswith(".dist-info")]
        assert path.endswith(".pth")
        assert wheel.read(path).decode().split() == [str(tmp_path / "copy")]


@pytest.mark.long
def test_the_catalog_is_built_into_the_package(tmp_path: Path) -> None:
    """The folder of encodings, which a checkout has beside the package, is inside it in a wheel."""
    done = build(tmp_path, "build_py", "--build-lib", "built")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (ROOT / "encodings").iterdir()}
    assert {path.name for path in (tmp_path / "built" / "cpsudoku" / "encodings").iterdir()} == names


def test_the_fallback_compiler_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a C compiler one exact version of ziglang is asked for, for wheels and editable installs; else none."""
    pytest.importorskip("setuptools", reason="the backend wraps setuptools")
    path = ROOT / "backend" / "build_with_compiler.py"
    spec = importlib.util.spec_from_file_location("build_with_compiler", path)
    assert spec is not None
    assert spec.loader is not None
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    monkeypatch.setattr(backend._setuptools, "get_requires_for_build_wheel", lambda settings: [])
    monkeypatch.setattr(backend._setuptools, "get_requires_for_build_editable", lambda settings: [])
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CPSUDOKU_NO_ZIG", raising=False)
    monkeypatch.setattr(backend.shutil, "which", lambda name: None)
    requirements = backend.get_requires_for_build_wheel()
    assert requirements == backend.get_requires_for_build_editable()
    assert len(requirements) == 1
    assert re.fullmatch(r"ziglang==\d+\.\d+\.\d+", requirements[0])
    monkeypatch.setattr(backend.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert backend.get_requires_for_build_wheel() == []


def test_the_first_command_compiles_in_place() -> None:
    """The README's first command installs so that Python started in the checkout finds compiled kernels."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = text.split("<!-- run command -->")[1].split("```")[1]
    assert "pip install -e ." in first


def test_what_is_compiled_for_a_fast_build_exists() -> None:
    """Every module that setup.py compiles with less optimisation is a compiled file."""
    block = (ROOT / "setup.py").read_text(encoding="utf-8").partition("LEVELS = {")[2].partition('"""')[0]
    paths = [
        Path("cpsudoku", *folder.split("."), f"{name}.py")
        for folder, names in re.findall(r'"([\w.]+)": "([\w ]+)"', block)
        for name in names.split()
        if name != "_shared"
    ]
    assert len(paths) > 4
    for path in paths:
        assert (ROOT / path).read_text(encoding="utf-8").startswith("# cython:"), path
