"""Options that are numbers, that name files, or that would have no effect: one way each to be wrong, and to be told."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from cpsudoku.cli.main import COMMANDS, run

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every command and subcommand: its name and the function behind it."""
    for name in COMMANDS:
        loaded = import_module(f"cpsudoku.cli.{name}")
        if hasattr(loaded, "command"):
            yield name, loaded.command
        else:
            yield name, loaded.app.registered_callback.callback
            yield from ((f"{name} {made.name}", made.callback) for made in loaded.app.registered_commands)


def test_every_number_has_its_range() -> None:
    """No numeric option of any command takes nan, infinity or a number that overflows: each goes through `number`."""
    numbers, unchecked = 0, []
    for command, function in functions():
        for name, hint in get_type_hints(function, include_extras=True).items():
            kind, *more = get_args(hint) or (hint,)
            if {int, float} & {kind, *get_args(kind)}:
                numbers += 1
                if not any(getattr(getattr(option, "callback", None), "in_range", False) for option in more):
                    unchecked.append((command, name))
    assert numbers > 40
    assert unchecked == []


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "-1"])
@pytest.mark.parametrize(
    "words",
    [
        ["generate", "--dig", "per-box", "--nr"],
        ["generate", "--dig", "per-box", "--vari"],
        ["verify", EASY, "--timeout"],
        ["compare", EASY, "--timeout"],
        ["rate", EASY, "--max-er"],
        ["draw", EASY, "--width"],
        ["serve", "--timeout"],
        ["generate", "--method", "effort", "--effort", "100", "--within"],
        ["generate", "--rating"],
    ],
    ids=" ".join,
)
def test_no_number_at_all(words: list[str], value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Not a number, infinite or negative: exit code 2 and the option's range, for options and for texts of numbers."""
    assert run([*words, value]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert said


@pytest.mark.parametrize("command", ["verify", "solve", "reduce", "diagnose", "certify", "compare", "generate"])
def test_no_time_at_all(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--timeout 0` is wrong usage wherever there is that option."""
    assert run([command, *([EASY] if command != "generate" else []), "--timeout", "0"]) == 2
    assert "more than 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["verify", EASY, "--engine", "sat:"], "nothing after its colon"),
        (["verify", EASY, "--column", "puzzle"], "--column 'puzzle' names a column of CSV files"),
        (["generate", "--pattern", "nofile.txt"], "--pattern nofile.txt: No such file"),
        (["generate", "--from", "nofile.txt"], "--from nofile.txt: No such file"),
        (["reduce", EASY, "--keep", "nofile.txt"], "--keep nofile.txt: No such file"),
        (["generate", "--method", "foo"], "effort; with a rating, level or technique to aim at: auto, sampling"),
        (["generate", "--method", "foo", "--rating", "4.2"], "steering, vicinity"),
        (["draw", EASY, "--step", "1", "--labels", "--candidates"], "--candidates and --labels"),
        (["draw", EASY, "--author", "me", "--cover"], "--author and --cover: belong to a book"),
        (["draw", EASY, "--black"], "--black: for PDF and PNG"),
        (["draw", EASY, "--per-page", "1", "-o", "x.pdf", "--solution"], "--solution"),
        (["draw", EASY, "--step", "hardest", "--verdict"], "--verdict"),
        (["draw", EASY, "--paper", "A4"], "several pages need a file"),
    ],
    ids=lambda value: " ".join(value[-3:]) if isinstance(value, list) else "",
)
def test_refused_with_the_reason(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be ignored or misread is refused, and the message says why or lists what there is."""
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    assert says in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_dask_without_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    """--dask with nothing behind it is wrong usage; it does not start a cluster of its own."""
    assert run(["verify", EASY, "--dask", ""]) == 2
    assert "no address" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nope"])
def test_a_cluster_that_is_not_there(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """--dask to an address where nothing listens: exit code 2 with the address, no traceback, no thread left behind."""
    pytest.importorskip("distributed", reason="needs the extra [dask]")
    before = set(threading.enumerate())
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    assert run(["verify", EASY, "--dask", address]) == 2
    gc.collect()
    assert f"{address}: no Dask scheduler answers" in capsys.readouterr().err
    assert unraisable == []
    assert set(threading.enumerate()) <= before


@pytest.mark.long
def test_a_cluster_without_workers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler without workers is exit code 2 as well."""
    distributed = pytest.importorskip("distributed", reason="needs the extra [dask]")
    from cpsudoku.batch import parallel

    monkeypatch.setattr(parallel, "CONNECT", 1)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", processes=False) as cluster:
        assert run(["verify", EASY, "--dask", cluster.scheduler_address]) == 2
    assert "the scheduler has no workers" in capsys.readouterr().err
