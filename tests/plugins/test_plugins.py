"""What another package adds is used by name everywhere; a broken one is named once and skipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MODULE = """
from pathlib import Path

from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.errors import UsageError
from cpsudoku.formats.format import Format, line_reader, writer
from cpsudoku.formats.record import Record
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.added import Score


class Engine(BitmaskEngine):
    pass


def read(line, reading, number):
    return Record(Puzzle.parse(line.removeprefix("toy ").replace("_", ".")), 1, number, line)


FORMAT = Format(
    "toy",
    "a line that begins with toy",
    (".toy",),
    line_reader(read),
    writer(lambda record: f"toy {record.puzzle.line().replace('.', '_')}\\n"),
    lambda head: head[0].startswith("toy "),
)


def scale(puzzle):
    clues = sum(map(bool, puzzle.cells))
    if clues < 20:
        raise UsageError("fewer than 20 clues")
    return Score("light" if clues > 25 else "heavy", 81 - clues, ("count", "look"))


ENCODING = Path(__file__).with_name("toy.toml")
"""
POINTS = {
    "engines": "toy = toy_plugin:Engine",
    "formats": "toy = toy_plugin:FORMAT",
    "scales": "toy = toy_plugin:scale",
    "kinds": "toy_even = toy_kind:ToyEven",
    "encodings": "toy = toy_plugin:ENCODING",
}
KIND = '''
from typing import ClassVar

from cpsudoku.constraints.cells import Even
from cpsudoku.constraints.forms import constraint


@constraint
class ToyEven(Even):
    """Every cell has an even digit."""

    word: ClassVar[str] = "toy_even"
    keys = ()
'''


def installed(folder: Path, points: dict[str, str], name: str = "toy") -> None:
    """A package with these entry points, as an installer leaves it in *folder*."""
    info = folder / f"{name}_plugin-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1.0\n")
    text = "".join(f"[cpsudoku.{group}]\n{line}\n" for group, line in points.items())
    (info / "entry_points.txt").write_text(text)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the toy package is installed, with one of each kind."""
    from cpsudoku.formula import catalog

    folder = tmp_path_factory.mktemp("site")
    (folder / "toy_plugin.py").write_text(MODULE)
    (folder / "toy_kind.py").write_text(KIND)
    definition = catalog.path_of("extended").read_text().replace('"extended"', '"toy"', 1)
    (folder / "toy.toml").write_text(definition)
    installed(folder, POINTS)
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own that finds the packages in *folder*."""
    command = [sys.executable, "-m", "cpsudoku", *words]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify", EASY, "--engine", "toy"), "unique"),
        (("verify", EASY, "--encoding", "toy"), "unique"),
        (("compare", EASY, "--engines", "toy,sat"), "toy"),
        (("convert", EASY, "--to", "toy"), "toy 53__7"),
        (("verify", EASY, "--rule", "toy-even r1c3"), "unique"),
        (("rate", EASY, "--scale", "toy"), "51  light"),
        (("rate", EASY, "--scale", "toy", "--steps"), "   2.  look"),
        (("verify", "--help"), "recursive, logic, toy"),
        (("rate", "--help"), "se, toy"),
        (("convert", "--help"), "toy"),
        (("encodings",), "toy"),
        (("verify", "--encoding", "toi", EASY), "did you mean 'toy'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_each_is_used_and_listed(folder: Path, words: tuple[str, ...], says: str) -> None:
    """Engine, encoding, format, kind of rule and scale: by their names in the command and in its help."""
    done = run(folder, *words)
    text = " ".join((done.stdout + done.stderr).split())
    assert " ".join(says.split()) in text, text
    assert "skipped" not in done.stderr


@pytest.mark.long
def test_worker_processes_have_them(folder: Path, tmp_path: Path) -> None:
    """With --jobs 2, an engine, a scale, a rule and a format give what one process gives."""
    rows = tmp_path / "rows.toy"
    rows.write_text(f"toy {EASY.replace('.', '_')}\n" * 40)
    for words in (
        ("rate", str(rows), "--scale", "toy", "--jsonl"),
        ("verify", str(rows), "--engine", "toy", "--jsonl"),
        ("verify", str(rows), "--rule", "toy-even r1c3", "--jsonl"),
    ):
        alone, both = run(folder, *words), run(folder, *words, "--jobs", "2")
        assert (both.stdout, both.returncode) == (alone.stdout, alone.returncode)
        assert alone.stdout.count("\n") == 40
        assert both.stderr == alone.stderr


@pytest.mark.long
def test_scores_are_records_of_the_schema(folder: Path, tmp_path: Path) -> None:
    """--jsonl writes `score/1`; a puzzle that the scale refuses, or that is not unique, has a verdict instead."""
    jsonschema = pytest.importorskip("jsonschema")
    from cpsudoku.records.published import schema

    rows = tmp_path / "rows.txt"
    seventeen = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    rows.write_text(f"{EASY}\n{'.' * 81}\n{seventeen}\n{EASY[:-1]}\n")
    done = run(folder, "rate", str(rows), "--scale", "toy", "--jsonl", "--steps")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    for record in records:
        jsonschema.validate(record, schema())
    assert [record["verdict"] for record in records] == ["rated", "multiple", "refused", "invalid"]
    assert records[0] == {
        "schema": "score/1", "row": 1, "puzzle": EASY, "verdict": "rated", "level": "light", "score": 51,
        "path": ["count", "look"], "scale": "toy",
    }  # fmt: skip
    assert done.returncode == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("group", "line", "words", "why"),
    [
        ("engines", "bad = no_such_module:Engine", ("verify", EASY, "--engine", "bad"), "ModuleNotFoundError"),
        ("engines", "bad = json:dumps", ("verify", "--help"), "expected a subclass of"),
        ("engines", "sat = json:dumps", ("verify", EASY, "--engine", "none"), "cpsudoku itself has this name"),
        ("formats", "bad = json:dumps", ("convert", EASY, "--to", "bad"), "expected a cpsudoku.formats.Format"),
        ("scales", "se = json:dumps", ("rate", "--help"), "cpsudoku itself has this name"),
        ("scales", "bad = json:nothing", ("rate", EASY, "--scale", "bad"), "AttributeError"),
        ("kinds", "bad = json:dumps", ("verify", EASY, "--rule", "bad r1c1"), "expected a subclass of"),
        ("encodings", "bad = json:dumps", ("encodings",), "expected the path of a TOML file"),
    ],
)
def test_a_broken_one_is_named_once_and_skipped(
    tmp_path: Path, group: str, line: str, words: tuple[str, ...], why: str
) -> None:
    """The warning has the name, the package and the reason; the command goes on, or names what is known."""
    installed(tmp_path, {group: line}, "broken")
    done = run(tmp_path, *words)
    assert done.stderr.count("is skipped") == 1
    assert f"plug-in {line.split()[0]!r} of the package broken-plugin is skipped (cpsudoku.{group}: " in done.stderr
    assert why in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if words[-1] in ("--help", "encodings") else 2)


def test_two_packages_with_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first on the path has the name; the other is skipped with a warning."""
    from cpsudoku import plugins

    installed(tmp_path, {"scales": "twice = json:dumps"}, "a")
    installed(tmp_path, {"scales": "twice = json:loads"}, "b")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins._installed.cache_clear()
    try:
        group = plugins.Group("scales", lambda: (), lambda name, found: found)
        with pytest.warns(UserWarning, match="'twice' of the package b-plugin is skipped.*package a-plugin has this"):
            assert group.names() == ["twice"]
        assert group.get("twice") is json.dumps
        assert group.get("other") is None
    finally:
        plugins._installed.cache_clear()


def test_nothing_is_read_before_it_is_needed() -> None:
    """A verdict, a rating and the root help read no entry points."""
    code = (
        "import cpsudoku, sys; from cpsudoku.cli.main import run; import cpsudoku.plugins as p\n"
        "p._folders = None\n"
        f"assert cpsudoku.verify({EASY!r}).word == 'unique'; cpsudoku.rate({EASY!r}); cpsudoku.solve({EASY!r})\n"
        f"assert run(['verify', {EASY!r}, '--engine', 'bitmask']) == run(['--help']) == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
