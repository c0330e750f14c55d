"""The page about the HTTP interface: every request is made, both clients run, its tables are the program's."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")
pytest.importorskip("uvicorn", reason="the page needs the extra [web]")
pytest.importorskip("httpx", reason="the client of these tests")

import httpx

from cpsudoku.web.described import REFUSALS
from cpsudoku.web.jobs import FIELDS
from tests.signals import hear_signals

PAGE = (Path(__file__).resolve().parents[2] / "docs/reference/http.md").read_text(encoding="utf-8")
WRITTEN = "http://127.0.0.1:8000"
CALLS = re.findall(r"```sh\n(curl [^\n]*--json[^\n]*)\n```\n```json\n(.*?)```", PAGE, re.S)
LEFT_OUT = "…"


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The address of `cpsudoku serve` with two workers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "serve", "--port", "0", "--timeout", "60", "--quiet"],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,
    )
    try:
        assert process.stderr is not None
        found = re.search(r"serving at (\S+)/ ", process.stderr.readline())
        assert found is not None
        yield found[1]
    finally:
        process.kill()
        process.communicate()


def shows(written: Any, real: Any) -> bool:
    """Is *real* what is *written*, save what is left out there?"""
    match written:
        case dict():
            named = {key: value for key, value in written.items() if key != LEFT_OUT}
            same = isinstance(real, dict) and (LEFT_OUT in written or set(named) == set(real))
            return same and all(key in real and shows(value, real[key]) for key, value in named.items())
        case list():
            named_items = written[:-1] if written and written[-1] == LEFT_OUT else written
            same = isinstance(real, list) and (named_items != written or len(written) == len(real))
            return same and all(shows(*pair) for pair in zip(named_items, real))
        case str() if written.endswith(LEFT_OUT):
            return isinstance(real, str) and real.startswith(written[:-1])
    return type(written) is type(real) and written == real


def test_what_is_shown() -> None:
    """The comparison itself: what is left out may be anything, the rest must be there."""
    assert shows({"a": [1, "…"], "…": "…"}, {"a": [1, 2], "b": 3})
    assert shows({"a": "x…"}, {"a": "xyz"})
    for written in ({"a": [1]}, {"a": [2, "…"]}, {"a": [1, 2], "c": 1, "…": "…"}, {"b": 3}):
        assert not shows(written, {"a": [1, 2], "b": 3})


@pytest.mark.parametrize(
    ("line", "expected"), CALLS, ids=[re.sub(r".*/api/(\w+) .*", r"\1", line) for line, _ in CALLS]
)
def test_requests(base: str, line: str, expected: str) -> None:
    """Each call of curl has the answer that stands below it."""
    words = shlex.split(line)
    assert [words[0], words[2], len(words)] == ["curl", "--json", 4]
    address = words[1].replace(WRITTEN, base)
    answer = httpx.post(address, content=words[3], headers={"Content-Type": "application/json"}, timeout=60)
    written = json.loads(expected)
    assert shows(written, answer.json()), answer.text[:2000]
    if shutil.which("curl"):
        called = subprocess.run(["curl", "-s", address, *words[2:]], capture_output=True, text=True, timeout=60)
        # --json came with curl 7.82
        assert called.returncode == 2 or shows(written, json.loads(called.stdout))


def test_the_description_is_where_it_is_said_to_be(base: str) -> None:
    """`GET /api` answers, also to a request with a token where none is wanted."""
    (line,) = re.findall(r"^curl \S+/api -H .*$", PAGE, re.M)
    words = shlex.split(line)
    name, _, value = words[3].partition(": ")
    assert httpx.get(words[1].replace(WRITTEN, base), headers={name: value}).json()["openapi"] == "3.1.0"


def test_tables() -> None:
    """Every question and its fields, and every status, are those of the program."""
    listed = re.findall(r"^\| `/api/(\w+)` \| (.*?) \|", PAGE, re.M)
    optional = {name: {key: type(None) in types for key, types in fields.items()} for name, fields in FIELDS.items()}
    shown = {name: {key: bool(mark) for key, mark in re.findall(r"`(\w+)`(\??)", fields)} for name, fields in listed}
    assert shown == optional
    assert set(re.findall(r"^\| (\d{3}) \|", PAGE, re.M)) == set(REFUSALS)


def test_the_client_in_python(base: str) -> None:
    """Runs, and prints what follows it."""
    ((code, expected),) = re.findall(r"```python\n(.*?)```\n```output\n(.*?)```", PAGE, re.S)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code.replace(WRITTEN, base), "http.md", "exec"), {})
    assert printed.getvalue() == expected


def test_the_client_in_javascript(base: str, tmp_path: Path) -> None:
    """Runs in Node, and prints what follows it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    ((code, expected),) = re.findall(r"```js\n(.*?)```\n```output\n(.*?)```", PAGE, re.S)
    file = tmp_path / "client.mjs"
    file.write_text(code.replace(WRITTEN, base), encoding="utf-8")
    process = subprocess.run([node, str(file)], capture_output=True, text=True, timeout=120)
    assert (process.stdout, process.stderr) == (expected, "")
