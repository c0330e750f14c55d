"""A wheel as a stranger gets it: in a fresh environment without a compiler, looked at, and the suite run on it.

    python .ci/installed.py --wheels DIST                   install, --version, doctor
    python .ci/installed.py --wheels DIST --suite -n auto   and the suite; what follows goes to pytest
    python .ci/installed.py --wheels DIST --types           and mypy --strict and pyright read the README's examples
    python .ci/installed.py --wheels DIST --keep ENV        the environment is made at ENV and kept

The suite runs in a copy of the checkout in which `cpsudoku` is the installed package: not a file of the checkout's own
package is imported. Figures are CPU seconds. Exit code 1: something is not as it should be.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INSTALL_LIMIT = 20.0
"""CPU seconds that installing the wheel and what it needs should take at most; told, not enforced."""


def cpu() -> float:
    """CPU seconds of the child processes so far."""
    times = os.times()
    return times.children_user + times.children_system


def run(words: list[str], **options: object) -> str:
    """Runs a command and returns what it prints; ends the script where it fails."""
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}")
    return str(done.stdout)


def installed(wheels: Path, home: Path) -> Path:
    """The interpreter of a new environment at *home* that has the wheel; PATH holds nothing but that environment."""
    venv.create(home, with_pip=True, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    alone = {**os.environ, "PATH": str(python.parent), "CPSUDOKU_NO_ZIG": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for name in ("CC", "CXX", "PYTHONPATH"):
        alone.pop(name, None)
    for compiler in ("cc", "gcc", "clang", "zig", "cl"):
        assert shutil.which(compiler, path=alone["PATH"]) is None, compiler
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    before = cpu()
    run(
        [str(python), "-m", "pip", "install", "--quiet", "--find-links", str(wheels)]
        + ["--only-binary", ":all:", f"cpsudoku=={version}"],
        env=alone,
    )
    took = cpu() - before
    over = "" if took <= INSTALL_LIMIT else ": OVER it (a busy machine counts more)"
    print(f"installed in {took:.1f} s of CPU, without a compiler; the aim is {INSTALL_LIMIT:g}{over}")
    said = run([str(python), "-m", "cpsudoku", "--version"], env=alone, cwd=home)
    print(said, end="")
    if "kernels compiled" not in said:
        sys.exit("not compiled")
    print(run([str(python), "-m", "cpsudoku", "doctor"], env=alone, cwd=home))
    return python


def copied(python: Path, folder: Path) -> None:
    """The checkout's files without its package, and beside them the installed package under its name."""
    for name in run(["git", "ls-files"], cwd=ROOT).splitlines():
        if not name.startswith(("cpsudoku/", "encodings/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    where = "import cpsudoku, os; print(os.path.dirname(cpsudoku.__file__))"
    package = Path(run([str(python), "-c", where], cwd=folder).strip())
    assert "site-packages" in package.parts, package
    if os.name == "nt":
        shutil.copytree(package, folder / "cpsudoku")
    else:
        (folder / "cpsudoku").symlink_to(package)
    (folder / "encodings").mkdir()
    for path in (package / "encodings").iterdir():
        if path.is_file():
            shutil.copy(path, folder / "encodings")
    for built in (folder / "cpsudoku").rglob("*.*"):  # pip writes files in any order; the suite looks for stale ones
        if built.suffix in (".so", ".pyd"):
            built.touch()


def typed(python: Path, folder: Path) -> None:
    """Check the README's examples with mypy and pyright against the installed package, far from the checkout."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    script = folder / "typed_readme.py"
    script.write_text("\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), encoding="utf-8")
    run([str(python), "-m", "pip", "install", "--quiet", "mypy", "pyright[nodejs]"])
    print(run([str(python), "-m", "mypy", "--strict", script.name], cwd=folder), end="")
    print(run([str(python), "-m", "pyright", "--pythonpath", str(python), script.name], cwd=folder), end="")


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheels", type=Path, required=True, help="folder with the wheel")
    parser.add_argument("--keep", type=Path, help="make the environment here and keep it")
    parser.add_argument("--suite", action="store_true", help="run the suite")
    parser.add_argument("--types", action="store_true", help="check the README's examples with mypy and pyright")
    options, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as made:
        python = installed(options.wheels.resolve(), options.keep or Path(made) / "env")
        if options.types:
            typed(python, Path(made))
        if not options.suite:
            return 0
        folder = Path(made) / "copy"
        folder.mkdir()
        run(
            [str(python), "-m", "pip", "install", "--quiet", "--find-links", str(options.wheels.resolve())]
            + ["cpsudoku[test]", "setuptools", "Cython"]
        )
        copied(python, folder)
        environment = {**os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        return subprocess.run([str(python), "-m", "pytest", *more], cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
