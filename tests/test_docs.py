"""The documentation's examples run and print what it says; its links and reference names resolve."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import COMMANDS, build

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
            result = CliRunner().invoke(build(words[1]), words[1:])
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
            assert result.stdout.strip() == expected.strip(), line


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_options_exist(page: Path) -> None:
    """Every command named in a shell example exists, with every option used there."""
    known: dict[str, str] = {}
    for block in SHELL.findall(page.read_text(encoding="utf-8")):
        for call in re.findall(r"cpsudoku ([a-z]+)((?: [^|>&\n#]+)?)", block):
            command, rest = call
            assert command in COMMANDS, call
            if command not in known:
                shown = CliRunner().invoke(build(command), [command, "--help"], env={"COLUMNS": "300"})
                known[command] = shown.stdout
            for option in re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest):
                assert option in known[command] or command in ("encodings",), f"{command} {option}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links(page: Path) -> None:
    """Links between pages lead somewhere."""
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target


def test_every_command_is_in_the_reference() -> None:
    """The table of commands has each registered one."""
    text = (ROOT / "docs/reference/command.md").read_text(encoding="utf-8")
    assert all(f"`{command}`" in text for command in COMMANDS)


def test_the_site_builds(tmp_path: Path) -> None:
    """MkDocs builds the site without a warning (extra [docs])."""
    pytest.importorskip("mkdocs", reason="building the site needs the extra [docs]")
    pytest.importorskip("mkdocstrings", reason="building the site needs the extra [docs]")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path / "site")]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert process.returncode == 0, process.stderr[-3000:]
    page = (tmp_path / "site/reference/python/index.html").read_text(encoding="utf-8")
    assert "Decide whether" in page
