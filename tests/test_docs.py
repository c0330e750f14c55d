"""The documentation's examples run and print what it says; its links and reference names resolve."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import COMMANDS, build
from cpsudoku.errors import UsageError
from cpsudoku.web.site.downloads import fetched, pins

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
PYTHON = re.compile(r"```python\n(.*?)```\s*(?:```output\n(.*?)```)?", re.S)
CONSOLE = re.compile(r"```console\n(.*?)```", re.S)
SHELL = re.compile(r"```sh\n(.*?)```", re.S)
SERVED = {"http.md"}
"""Pages whose Python needs a server: tests/web runs them."""
LINK = re.compile(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [p for p in PAGES if "docs" in p.parts and p.name not in SERVED], ids=name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each Python example runs by itself, in an empty folder, and prints what follows it."""
    monkeypatch.chdir(tmp_path)
    for code, expected in PYTHON.findall(page.read_text(encoding="utf-8")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), {})
        if expected:
            assert printed.getvalue().strip() == expected.strip()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_console_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line after a $ is run, in one folder a page; its standard output is what follows it."""
    monkeypatch.chdir(tmp_path)
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in block.split("$ ")[1:]:
            line, _, expected = part.partition("\n")
            words = shlex.split(line)
            assert words[0] == "cpsudoku"
            result = CliRunner().invoke(build(), words[1:])
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
            assert result.stdout.strip() == expected.strip(), line


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_options_exist(page: Path) -> None:
    """Every command named in a shell example exists, with every option used there."""
    for block in SHELL.findall(page.read_text(encoding="utf-8")):
        for command, rest in re.findall(r"cpsudoku ([a-z]+)((?: [^|>&\n#]+)?)", block):
            _exists(command, rest)


def _exists(command: str, rest: str) -> None:
    """The command is registered and its help has each option of *rest*."""
    assert command in COMMANDS, command
    for option in re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest):
        assert option in _help_of(command) or command == "encodings", f"{command} {option}"


@lru_cache
def _help_of(command: str) -> str:
    return CliRunner().invoke(build(), [command, "--help"], env={"COLUMNS": "300"}).stdout


def test_every_command_answers_a_question() -> None:
    """The page "Which command do I want?" has each command, with options that exist, beside Python names that exist."""
    text = (ROOT / "docs/which-command.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in text.splitlines() if row.startswith("| ")][1:]
    calls = [call for row in rows for call in re.findall(r"`cpsudoku ([a-z]+)([^`]*)`", row[1])]
    assert {command for command, _ in calls} == set(COMMANDS)
    for command, rest in calls:
        _exists(command, rest)
    for name_ in (found for row in rows for found in re.findall(r"`([\w.]+)[(`]", row[2])):
        parts = name_.split(".")
        thing: object = import_module("cpsudoku")
        for part in parts:
            thing = getattr(thing, part) if hasattr(thing, part) else import_module(f"{thing.__name__}.{part}")  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links(page: Path) -> None:
    """Links between pages lead somewhere."""
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target


def test_every_command_is_in_the_reference() -> None:
    """The table of commands has each registered one."""
    text = (ROOT / "docs/reference/command.md").read_text(encoding="utf-8")
    assert all(f"`{command}`" in text for command in COMMANDS)


@pytest.mark.long
def test_the_site_builds(tmp_path: Path) -> None:
    """MkDocs builds the site without a warning, executes its notebooks, and makes an index for the search."""
    for library in ("mkdocs", "mkdocstrings", "mkdocs_jupyter"):
        pytest.importorskip(library, reason="building the site needs the extra [docs]")
    try:
        for pin in pins().values():
            fetched(pin, None, lambda _: None)
    except UsageError as error:
        pytest.skip(f"the live examples need files that cannot be had here: {error}")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path / "site")]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500, check=False)
    assert process.returncode == 0, process.stderr[-3000:]
    page = (tmp_path / "site/reference/python/index.html").read_text(encoding="utf-8")
    assert "Decide whether" in page
    notebook = (tmp_path / "site/gallery/verify-a-file/index.html").read_text(encoding="utf-8")
    assert "<svg" in notebook
    assert "../live/index.html#53" in (tmp_path / "site/tutorial/index.html").read_text(encoding="utf-8")
    assert (tmp_path / "site/live/site.json").is_file()
    index = (tmp_path / "site/search/search_index.json").read_text(encoding="utf-8")
    assert "Which command do I want?" in index
    assert "A killer from nothing" in index
