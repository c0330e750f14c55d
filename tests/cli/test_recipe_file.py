"""`generate --recipe` and `--write-recipe`: every option in a file, the command line first, the same bytes again."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpsudoku.cli import generate_options, recipe_file
from cpsudoku.cli.main import COMMANDS, build, run
from cpsudoku.generation.digging import PRESETS
from cpsudoku.version import __version__

MASK = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"
CALLS = [
    [],
    ["--count", "3", "--clues", "24..26", "--symmetry", "rot180"],
    ["--count", "3", "--jsonl"],
    ["--count", "20", "--statistics"],
    ["--count", "20", "--dig", "per-box", "--preset", "easy", "--raw"],
    ["--count", "2", "--dig", "per-box", "--nr", "5.5", "--vari", "0.25"],
    ["--fill", "swap", "--from", "vb6", "--count", "2"],
    ["--fill", "swap+", "--loops", "2", "--jsonl"],
    ["--no-minimal", "--clues", "30"],
    ["--rating", "2.0..4.0", "--jsonl"],
    ["--level", "easy", "--only", "hidden-single", "--jsonl"],
    ["--requires", "naked-pair", "--requires", "pointing", "--jsonl"],
    ["--effort", "30", "--within", "200%", "--jsonl"],
    ["--method", "controlled-bias", "--jsonl"],
    ["--extra", "diagonals", "--jsonl"],
    ["--size", "2x3", "--count", "2", "--engine", "sat:glucose4", "--confirm", "none"],
    ["--clues", "18", "--attempts", "2"],
    ["--conflicts", "1000", "--size", "2x2", "--encoding", "minimal"],
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = run(["generate", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.long
@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_round_trip(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What was made without a seed is made again, byte for byte, by the recipe written; which states itself again."""
    code, first, _ = said(capsys, *words, "--write-recipe", "a.toml")
    again = said(capsys, "--recipe", "a.toml", "--write-recipe", "b.toml")
    assert again[:2] == (code, first)
    assert first
    assert Path("b.toml").read_text() == Path("a.toml").read_text()
    table = tomllib.loads(Path("a.toml").read_text())
    assert table["version"] == __version__
    assert isinstance(table["seed"], int)
    assert not set(table) & {*recipe_file.PLACES, *recipe_file.OWN}


@pytest.mark.long
def test_whatever_the_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the recipe written nor what it makes depends on --jobs."""
    words = ["--count", "40", "--seed", "5", "--clues", "24..25", "--jsonl"]
    one = said(capsys, *words, "--write-recipe", "one.toml")[1]
    two = said(capsys, *words, "--write-recipe", "two.toml", "--jobs", "2")[1]
    assert Path("one.toml").read_bytes() == Path("two.toml").read_bytes()
    assert one == two == said(capsys, "--recipe", "two.toml", "--jobs", "2")[1]


def test_self_contained(capsys: pytest.CaptureFixture[str]) -> None:
    """A pattern and a grid that were read from files stand in the recipe themselves."""
    Path("mask.txt").write_text("\n".join(MASK[row : row + 9] for row in range(0, 81, 9)))
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    Path("grid.txt").write_text(grid)
    first = said(capsys, "--pattern", "mask.txt", "--seed", "3", "--write-recipe", "mask.toml")[1]
    second = said(capsys, "--from", "grid.txt", "--fill", "swap", "--seed", "3", "--write-recipe", "grid.toml")[1]
    assert [len(first.strip()), len(second.strip())] == [81, 81]
    Path("mask.txt").unlink()
    Path("grid.txt").unlink()
    assert said(capsys, "--recipe", "mask.toml")[1] == first
    assert said(capsys, "--recipe", "grid.toml")[1] == second


def test_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    """The recipe of a run that goes on states the seed and the form that the file has."""
    assert said(capsys, "--count", "2", "--seed", "9", "--jsonl", "-o", "made.jsonl")[0] == 0
    assert said(capsys, "--count", "4", "--resume", "made.jsonl", "--write-recipe", "a.toml")[0] == 0
    assert said(capsys, "--recipe", "a.toml")[1] == Path("made.jsonl").read_text()


def test_every_option_may_stand_in_it() -> None:
    """The keys are the options of the help, but for help itself and the two about recipes."""
    shown = CliRunner().invoke(build(), ["generate", "--help"], env={"COLUMNS": "200"}).stdout
    flags = {word.strip(",") for word in shown.replace(",", " ").split() if word.startswith("--")}
    keys = set(recipe_file.keys_of(generate_options.Options))
    listed = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", shown, re.MULTILINE))
    hidden = {"--layout-symmetry"}  # the old name of --maker-symmetry
    assert {f"--{key}" for key in keys} - hidden == listed - {"--help", "--recipe", "--write-recipe"}
    assert listed <= flags | {"--jsonl"}


def test_every_kind_of_value(capsys: pytest.CaptureFixture[str]) -> None:
    """Texts, numbers where people write numbers, true and false, lists; outputs and jobs too."""
    Path("r.toml").write_text(
        'clues = 30\nseed = 4\ncount = 2\nminimal = false\nrequires = []\nextra = ["diagonals"]\n'
        'jsonl = true\noutput = "out.jsonl"\njobs = 1\ntimeout = 60\nquiet = true\n'
    )
    assert said(capsys, "--recipe", "r.toml") == (0, "", "")
    direct = said(capsys, "--clues", "30", "--seed", "4", "-n", "2", "--no-minimal", "--extra", "diagonals", "--jsonl")
    assert Path("out.jsonl").read_text() == direct[1]


def test_the_command_line_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """An option of the command line goes before the recipe's, wherever it stands; the others stay."""
    Path("r.toml").write_text('count = 2\nseed = 4\nclues = "25..26"\njsonl = true\n')
    direct = said(capsys, "--count", "1", "--seed", "6", "--clues", "25..26", "--jsonl")
    assert said(capsys, "--seed", "6", "--recipe", "r.toml", "-n", "1") == direct
    assert said(capsys, "-n", "1", "--recipe", "r.toml", "--seed", "6") == direct
    Path("r.toml").write_text('dig = "per-box"\nnr = 3.0\nvari = 0.1\nseed = 1\nminimal = true\n')
    assert said(capsys, "--recipe", "r.toml", "--preset", "easy", "--no-minimal", "--write-recipe", "b.toml")[0] == 0
    table = tomllib.loads(Path("b.toml").read_text())
    assert (table["nr"], table["vari"]) == PRESETS["easy"]
    assert table["minimal"] is False


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "count = 2\ncluse = 24\n",
            "r.toml, line 2: key 'cluse' is unknown (did you mean 'clues'?); known: count, clues,",
        ),
        ("[swap]\nloops = 3\n", "r.toml, line 1: key 'swap' is unknown; known: "),
        ("swap.loops = 3\n", "r.toml, line 1: key 'swap' is unknown; known: "),
        ("[clues]\nfewest = 3\n", 'r.toml, line 1: clues = {"fewest": 3}: a text or a number'),
        ('\nrecipe = "s.toml"\n', "r.toml, line 2: recipe is for the command line"),
        ("count = 3\nsymmetry =\n", "r.toml: not TOML: Invalid value (at line 2, column 11)"),
        ("count = 3\ncount = 4\n", "r.toml: not TOML: Cannot overwrite a value (at line 2, column 10)"),
        ('count = "3"\n', 'r.toml, line 1: count = "3": a whole number'),
        ("count = 1.5\n", "r.toml, line 1: count = 1.5: a whole number"),
        ("count = true\n", "r.toml, line 1: count = true: a whole number"),
        ("# one\ncount = -1\n", "r.toml, line 2: count: -1 is out of range: at least 0"),
        ("nr = nan\n", "r.toml, line 1: nr: nan is out of range"),
        ("timeout = 0\n", "r.toml, line 1: timeout: 0 is out of range: more than 0"),
        ('nr = "much"\n', 'r.toml, line 1: nr = "much": a number'),
        ('raw = "yes"\n', 'r.toml, line 1: raw = "yes": true or false'),
        ("symmetry = 3\n", "r.toml, line 1: symmetry = 3: a text"),
        ("requires = [3]\n", "r.toml, line 1: requires = [3]: a text or a list of texts"),
        ("symmetry = 1979-05-27\n", 'r.toml, line 1: symmetry = "1979-05-27": a text'),
        ("version = 3\n", "r.toml, line 1: version = 3: a text such as"),
        ('symmetry = "round"\n', "symmetry 'round' is unknown"),
        ('symmetry = "round"\n', "(options are also read from r.toml)"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The file, the line, the key, and what would have been accepted; exit code 2 and no output."""
    Path("r.toml").write_text(text)
    code, out, err = said(capsys, "--recipe", "r.toml")
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_files_that_cannot_be(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """Missing, a folder, no text, not to be written, or named twice: exit code 2, and the name."""
    Path("bytes.toml").write_bytes(b"\xff\xfe")
    Path("r.toml").write_text("count = 1\n")
    for words in (
        ["--recipe", "none.toml"],
        ["--recipe", "."],
        ["--recipe", "bytes.toml"],
        ["--write-recipe", "none/r.toml"],
        ["--recipe", "r.toml", "--write-recipe", "r.toml"],
        ["--write-recipe", "x", "-o", "x"],
    ):
        code, out, err = said(capsys, *words)
        assert (code, out) == (2, "")
        assert err.startswith("error: --")
        assert words[-1] in err
    assert Path("r.toml").read_text() == "count = 1\n"


def test_another_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A recipe of another version is run, with a warning that its puzzles may be others."""
    Path("r.toml").write_text('version = "0.0.1"\nseed = 1\n')
    code, out, err = said(capsys, "--recipe", "r.toml")
    assert code == 0
    assert out
    assert "r.toml is of cpsudoku 0.0.1" in err


def test_the_help_in_groups() -> None:
    """The options of everyone come first, within 80 lines of 80 columns; those of a method stand under its name."""
    shown = CliRunner().invoke(build(), ["generate", "--help"], env={"COLUMNS": "80"}).stdout
    lines = shown.splitlines()
    groups = [line[:-1] for line in lines if line.endswith(":") and line[0] not in " U" and line != "Examples:"]
    assert groups == [
        "Options",
        "Difficulty",
        "Board and rules",
        "Output",
        "Engine and limits",
        "How they are made",
        "Fill swap",
        "Dig per-box",
        "Method effort",
        "Variant and new puzzles",
    ]
    assert next(number for number, line in enumerate(lines) if line == "How they are made:") <= 80
    assert len(lines) <= 160


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_examples(name: str) -> None:
    """The help of every command and subcommand ends with its examples, each on a line of its own."""
    app = build()
    words = [[name]]
    if name == "encodings":
        words += [[name, "show"], [name, "export"]]
    for call in words:
        shown = CliRunner().invoke(app, [*call, "--help"], env={"COLUMNS": "80"}).stdout
        _, _, examples = shown.partition("Examples:\n\n")
        assert examples.splitlines()
        assert all("cpsudoku " in line for line in examples.splitlines() if line.strip())
        assert f"cpsudoku {' '.join(call)}" in examples
