"""The table of exit codes, walked over every command: 0 all well, 1 a finding, 2 usage and files, 3 a limit, 130."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cpsudoku.cli import codes
from cpsudoku.cli.main import COMMANDS, run
from tests.signals import hear_signals

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVERAL = EASY[:49] + "." * 32
NONE = "55" + EASY[2:]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

READING: dict[str, tuple[list[str], dict[str, int]]] = {
    "verify": ([], {EASY: 0, FULL: 0, SEVERAL: 1, NONE: 1}),
    "solve": ([], {EASY: 0, FULL: 0, SEVERAL: 0, NONE: 1}),
    "candidates": ([], {EASY: 0, FULL: 0, SEVERAL: 0, NONE: 1}),
    "rate": ([], {EASY: 0, FULL: 1, SEVERAL: 1, NONE: 1}),
    "hint": ([], {EASY: 0, FULL: 1, SEVERAL: 1, NONE: 1}),
    "explain": ([], {EASY: 0, FULL: 0, SEVERAL: 1, NONE: 1}),
    "reduce": ([], {EASY: 0, FULL: 0, SEVERAL: 1, NONE: 1, "1" * 81: 1}),
    "diagnose": ([], {EASY: 0, FULL: 0, SEVERAL: 1, NONE: 1}),
    "canonical": ([], {EASY: 0, FULL: 0, SEVERAL: 0}),
    "compare": (["--engines", "sat,bitmask"], {EASY: 0, FULL: 0, SEVERAL: 0, NONE: 0}),
    "fewest": (["--at-most", "30"], {EASY: 1, FULL: 0, SEVERAL: 1, NONE: 1}),
    "certify": (["-o", "OUT"], {EASY: 0, FULL: 0, SEVERAL: 1, NONE: 1}),
    "convert": ([], {EASY: 0, FULL: 0, SEVERAL: 0, NONE: 0}),
    "draw": ([], {EASY: 0, FULL: 0, SEVERAL: 0, NONE: 0}),
    "encodings": (["export", "extended"], {EASY: 0, SEVERAL: 0, NONE: 0}),
}
"""Command that reads puzzles -> what it is given besides, and a puzzle's exit code."""
NOT_READING = {"generate", "check", "serve", "site", "audit", "split", "doctor"}
FILES = {
    "blank.txt": ("\n\n\n", 2),
    "empty.txt": ("", 2),
    "absent.txt": (None, 2),
    "unreadable.txt": ("hello\n", 1),
    "mixed.txt": (f"{EASY}\nhello\n", 1),
}
"""File -> its text and the exit code of every command that is given it."""


def code_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code in this process, and standard error; no traceback."""
    code = run(words)
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return code, said


def test_every_command_is_in_the_table() -> None:
    """The table names every command that there is."""
    assert set(READING) | NOT_READING == set(COMMANDS)


@pytest.mark.parametrize("command", READING)
def test_puzzles(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle that is unique, solved, ambiguous or impossible: 0, or 1 where the command was asked about that."""
    more, table = READING[command]
    more = [str(tmp_path / "out") if word == "OUT" else word for word in more]
    for puzzle, expected in table.items():
        assert (puzzle, code_of(capsys, command, *more, puzzle)[0]) == (puzzle, expected)


@pytest.mark.parametrize("command", READING)
def test_files(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files without a puzzle, absent ones, folders and texts that are no puzzle are 2; an unreadable row is 1."""
    more = [str(tmp_path / "out") if word == "OUT" else word for word in READING[command][0]]
    for name, (text, expected) in FILES.items():
        if text is not None:
            (tmp_path / name).write_text(text)
        if command == "encodings" and name == "mixed.txt":
            expected = 2  # it takes one puzzle
        code, said = code_of(capsys, command, *more, str(tmp_path / name))
        assert (name, code) == (name, expected)
        assert said or command in (
            "verify",
            "solve",
            "candidates",
            "rate",
            "hint",
            "explain",
            "diagnose",
            "fewest",
            "certify",
            "reduce",
        )
    for operand in (str(tmp_path), EASY[:-1], "  "):
        assert code_of(capsys, command, *more, operand)[0] == 2


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "--simplify", "none", "--conflicts", "1", HARD],
        ["solve", "--simplify", "none", "--conflicts", "1", HARD],
        ["reduce", "--conflicts", "1", HARD],
        ["diagnose", "--conflicts", "1", HARD],
        ["certify", "--conflicts", "1", "-o", "OUT", HARD],
        ["rate", "--without", "chain", HARD],
        ["compare", "--engines", "recursive", "--timeout", "0.000001", HARD],
        ["generate", "--attempts", "1", "--clues", "18", "--seed", "1"],
        ["fewest", "--timeout", "0.000001", FULL],
    ],
    ids=lambda words: words[0],
)
def test_limits(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit that was reached is 3."""
    assert code_of(capsys, *[str(tmp_path / "out") if word == "OUT" else word for word in words])[0] == 3


def test_several_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage comes before a finding, a finding before a limit."""
    assert codes.worst([0, 3, 1, 2]) == 2
    assert codes.worst([3, 1, 0]) == 1
    assert codes.worst([0, 3]) == 3
    assert codes.worst([]) == 0
    (tmp_path / "both.txt").write_text(f"{HARD}\nhello\n")
    for words in (["verify", "--simplify", "none"], ["diagnose"], ["reduce"]):
        assert code_of(capsys, *words, "--conflicts", "1", str(tmp_path / "both.txt"))[0] == 1
    assert code_of(capsys, "verify", SEVERAL, str(tmp_path / "absent.txt"))[0] == 2


WRITING = [
    ["verify", EASY],
    ["verify", EASY, "--jsonl"],
    ["verify", EASY, "--csv"],
    ["solve", EASY],
    ["rate", EASY],
    ["rate", EASY, "--csv"],
    ["hint", EASY],
    ["reduce", EASY],
    ["diagnose", EASY],
    ["canonical", EASY],
    ["convert", EASY],
    ["draw", EASY],
    ["encodings"],
    ["encodings", "show", "triad"],
    ["encodings", "export", "extended", EASY],
    ["compare", EASY, "--engines", "bitmask"],
    ["fewest", FULL, "--at-most", "30"],
    ["generate", "--seed", "1"],
    ["generate", "--seed", "1", "--count", "5", "--statistics"],
    ["--help"],
    ["verify", "--help"],
    ["--version"],
]
FULL_DISK = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")


@FULL_DISK
@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_full_disk(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk every command says so in one line: exit code 2, standard output and -o alike."""
    with monkeypatch.context() as patched:
        full = open("/dev/full", "w")  # noqa: SIM115  # closed by hand, as its last flush fails
        patched.setattr(sys, "stdout", full)
        code, said = code_of(capsys, *words)
        assert (code, "No space left on device" in said) == (2, True)
        full.close()  # nothing is left to flush: its descriptor leads nowhere by now
    takes_file = {"verify", "solve", "rate", "hint", "reduce", "diagnose", "canonical", "fewest", "generate", "convert"}
    if words[0] in takes_file and "--help" not in words:
        more = ["--to", "line"] if words[0] == "convert" else []
        code, said = code_of(capsys, *words, *more, "-o", "/dev/full")
        assert (code, "/dev/full: No space left on device" in said) == (2, True)


@FULL_DISK
def test_full_disk_of_files_of_their_own_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Certificates, pictures and tables that cannot be written are exit code 2, too."""
    for name in ("a.jsonl", "a.svg", "resumed.jsonl"):
        (tmp_path / name).symlink_to("/dev/full")
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "results.csv").symlink_to("/dev/full")
    for words in (
        ["certify", EASY, "-o", str(tmp_path / "a.jsonl")],
        ["verify", EASY, "--proof", str(tmp_path / "a.jsonl")],
        ["draw", EASY, "-o", str(tmp_path / "a.svg")],
        ["compare", EASY, "--engines", "bitmask", "-o", str(tmp_path / "table")],
    ):
        code, said = code_of(capsys, *words)
        assert (words[0], code, "No space left on device" in said) == (words[0], 2, True)


def test_output_over_its_own_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """-o never overwrites the file that is being read."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}\n")
    for command in ("verify", "solve", "candidates", "rate", "hint", "reduce", "diagnose", "canonical", "convert"):
        code, said = code_of(capsys, command, str(path), "-o", str(path))
        assert (command, code, "also the input" in said) == (command, 2, True)
    assert path.read_text() == f"{EASY}\n"


def process(*words: str, **options: object) -> subprocess.Popen[str]:
    """The command in a process of its own, which hears Ctrl-C even where the tests run in the background."""
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "cpsudoku", *words],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,
        **options,
    )


@pytest.mark.parametrize("words", [["verify", EASY], ["--help"], ["generate", "--count", "3", "--seed", "1"]])
def test_closed_pipe(words: list[str]) -> None:
    """A reader that went away is no error: exit code 0, nothing said about it."""
    reading, writing = os.pipe()
    os.close(reading)
    child = process(*words, stdout=writing)
    os.close(writing)
    said = child.communicate(timeout=120)[1]
    assert child.returncode == 0
    assert "Traceback" not in said
    assert "Broken pipe" not in said


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C says how far it was: "stopped at N of M", exit code 130, and whole lines are kept."""
    out = tmp_path / "made.txt"
    child = process("generate", "--count", "100000", "--seed", "1", "-o", str(out), stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while (not out.exists() or not out.stat().st_size) and time.monotonic() < until:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[1]
    assert child.returncode == 130
    done = len(out.read_text().splitlines())
    assert f"stopped at {done:,} of 100,000" in said
    assert "Traceback" not in said


LONG = "1" * 5_000


@pytest.mark.parametrize(
    "words",
    [
        ("verify", EASY, "--size", f"{LONG}x3"),
        ("verify", EASY, "--board", f"{LONG}x9"),
        ("verify", EASY, "--board", "9x9", "--digits", f"1..{LONG}"),
        ("verify", EASY, "--rule", f"cage {LONG} r1c1"),
        ("verify", json.dumps({"puzzle": EASY, "size": f"{LONG}x3"})),
        ("verify", json.dumps({"puzzle": EASY, "entries": {f"r1c{LONG}": 1}})),
        ("verify", f"{LONG} 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4"),
        ("verify", f".Cage~{LONG}~R1C1"),
        ("explain", EASY, "--cell", f"r{LONG}c3"),
        ("generate", "--clues", LONG),
        ("generate", "--clues", f"{LONG}..{LONG}"),
        ("generate", "--size", f"{LONG}x3"),
        ("compare", EASY, "--sizes", LONG),
    ],
    ids=lambda words: " ".join(word[:20] for word in words),
)
def test_numbers_of_any_length(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """A number of thousands of digits is out of range like any other: exit code 2 and a message, no traceback."""
    assert run(list(words)) == 2
    said = capsys.readouterr().err
    assert said
    assert "Traceback" not in said
    assert "set_int_max_str_digits" not in said
