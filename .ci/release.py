"""The checklist of a release, as a script: everything a person would look at, each line `ok` or `NO` with what to do.

    python .ci/release.py                         the checkout is ready to be tagged
    python .ci/release.py --tag v0.2.0            and the tag is the right one
    python .ci/release.py --tag v0.2.0 --dist D   and the files in D are complete; the workflow asks this

Exit code 1: at least one NO. It changes nothing. To release: raise the version (pyproject.toml, cpsudoku/version.py,
CITATION.cff), name it in CHANGELOG.md with the day, run `.ci/run`, commit, run this, `git tag -s v0.2.0`, push the
tag; the workflow builds, tries and publishes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION: str = PROJECT["version"]
PLATFORMS = {
    "manylinux.*x86_64": "Linux x86-64",
    "manylinux.*aarch64": "Linux arm64",
    "musllinux.*x86_64": "Alpine x86-64",
    "macosx.*arm64": "macOS arm64",
    "macosx.*x86_64": "macOS x86-64",
    "win_amd64": "Windows x86-64",
    "pyemscripten.*wasm32": "browsers (Pyodide)",
}
"""Pattern of a wheel's platform -> what it is for; a release has one wheel for each."""

Finding = tuple[bool, str, str]
"""Whether it is well, what was looked at, what to do where it is not."""


def text(name: str) -> str:
    """A file of the checkout."""
    return (ROOT / name).read_text(encoding="utf-8")


def git(*words: str) -> str:
    """What git says; empty outside a repository."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def versions() -> Iterator[Finding]:
    """One version everywhere, and a changelog that people can read."""
    for name, pattern in (("cpsudoku/version.py", r'__version__ = "(.+)"'), ("CITATION.cff", r"(?m)^version: (.+)$")):
        found = re.search(pattern, text(name))
        yield found is not None and found[1] == VERSION, f"{name} says {VERSION}", "make it say the same"
    first = re.search(r"(?m)^## (.+)$", text("CHANGELOG.md"))
    dated = first is not None and re.fullmatch(rf"{re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)", first[1]) is not None
    yield dated, f"CHANGELOG.md begins with {VERSION} and its day", f"head it '## {VERSION} (YYYY-MM-DD)'"
    summary = text("CHANGELOG.md").split("\n## ")[1].partition("\n### ")[0]
    yield 200 < len(summary) < 3000, "its summary of this version, before every change, can be read", "write it anew"


def addresses() -> Iterator[Finding]:
    """No placeholder is left where an address should stand."""
    places = ["pyproject.toml", "README.md", "mkdocs.yml", "CITATION.cff", ".github/ISSUE_TEMPLATE/config.yml"]
    for name in places:
        yield "cpsudoku.example" not in text(name), f"{name} has real addresses", "put the repository's in"
    yield (
        bool(re.search(r"[\w.]+@[\w.]+", str(PROJECT["authors"]))),
        "authors have a mail address",
        "SECURITY.md needs it",
    )


def checkout() -> Iterator[Finding]:
    """What is tagged is what was tested."""
    yield git("status", "--porcelain") == "", "nothing is uncommitted", "commit it, or stash it"
    tracked = git("ls-files", "*.so", "*.pyd", "build", "dist", "site")
    yield tracked == "", "no built file is tracked", f"git rm {tracked}"
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    yield len(workflows) == 3, "tests, wheels and docs have their workflows", "restore them"
    used = re.findall(r"(?m)\buses: (.+)$", "\n".join(file.read_text(encoding="utf-8") for file in workflows))
    loose = sorted({action for action in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", action)})
    yield loose == [], f"the {len(used)} uses of an action name a commit", f"pin {', '.join(loose)}"


def tagged(tag: str) -> Iterator[Finding]:
    """The tag names the version, and is on this commit."""
    yield tag == f"v{VERSION}", f"the tag is v{VERSION}", f"it is {tag}"
    yield git("rev-parse", f"{tag}^{{commit}}") == git("rev-parse", "HEAD"), "it is on this commit", "tag this commit"


def files(folder: Path) -> Iterator[Finding]:
    """A wheel for every platform and a complete source; every wheel compiled throughout."""
    wheels = sorted(folder.glob("*.whl"))
    for pattern, platform in PLATFORMS.items():
        fitting = [wheel for wheel in wheels if re.search(rf"-cp311-abi3-.*{pattern}", wheel.name)]
        yield len(fitting) == 1, f"a wheel for {platform}", f"{len(fitting)} found in {folder}"
    yield len(wheels) == len(PLATFORMS), "and no other", f"{len(wheels)} wheels"
    for wheel in wheels:
        names = zipfile.ZipFile(wheel).namelist()
        meant = sum(1 for name in names if name.endswith(".py") and _compiled(wheel, name))
        built = sum(1 for name in names if name.endswith((".so", ".pyd")))
        yield built == meant + 1, f"{wheel.name}: all {meant} kernels, and what they share", f"{built} extensions"
        yield f"cpsudoku-{VERSION}-" in wheel.name, f"{wheel.name} is {VERSION}", "build it again"
    sources = sorted(folder.glob("*.tar.gz"))
    yield len(sources) == 1, "one source archive", f"{len(sources)} found"
    for source in sources:
        with tarfile.open(source) as archive:
            inside = {name.partition("/")[2] for name in archive.getnames()}
        absent = [name for name in git("ls-files").splitlines() if name not in inside]
        yield absent == [], f"{source.name} has every tracked file", f"absent: {', '.join(absent[:5])}"


def _compiled(wheel: Path, name: str) -> bool:
    """True for a file that is meant to be compiled."""
    if not name.startswith(("cpsudoku/kernels/", "cpsudoku/rating/", "cpsudoku/techniques/")):
        return False
    with zipfile.ZipFile(wheel).open(name) as file:
        return file.read(9) == b"# cython:"


def main() -> int:
    """Prints the list; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tag", help="the tag, v and the version")
    parser.add_argument("--dist", type=Path, help="folder with the wheels and the source archive")
    options = parser.parse_args()
    checks: list[Callable[[], Iterator[Finding]]] = [versions, addresses, checkout]
    if options.tag:
        checks.append(lambda: tagged(options.tag))
    if options.dist:
        checks.append(lambda: files(options.dist))
    wrong = 0
    for check in checks:
        for well, what, remedy in check():
            wrong += not well
            print(f"{'ok' if well else 'NO':<4}{what}{'' if well else f': {remedy}'}")
    print(f"{wrong} to do" if wrong else "ready")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
