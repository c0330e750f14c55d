"""The bar on a terminal: erased before anything else is written there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time

import pytest

from cpsudoku.cli import terminal

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
pty = pytest.importorskip("pty", reason="the system has no pseudo-terminals")


def on_terminal(*words: str) -> list[str]:
    """What a terminal shows at the end of the command, line by line."""
    master, slave = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", *words],
        stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, env=environment | {"TERM": "xterm", "COLUMNS": "200"},
    )  # fmt: skip
    os.close(slave)
    data = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the terminal of a process that has ended
            break
        if not part:
            break
        data += part
    os.close(master)
    process.wait(60)
    return screen(data.decode())


def screen(text: str) -> list[str]:
    """A terminal in twenty lines: carriage return, line feed, cursor up, erase line; other controls change nothing."""
    rows = [""]
    at = column = 0
    for control, code, piece in re.findall(r"(\x1b\[[?\d;]*([A-Za-z])|\r|\n)|([^\x1b\r\n]+)", text):
        if control == "\r":
            column = 0
        elif control == "\n":
            at += 1
            rows += [""] * (at == len(rows))
        elif code == "A":
            at = max(0, at - int(control[2:-1] or 1))
        elif code == "K":
            rows[at] = "" if control[2:-1] == "2" else rows[at][:column]
        elif piece:
            rows[at] = rows[at][:column].ljust(column) + piece + rows[at][column + len(piece) :]
            column += len(piece)
    return rows


def test_the_screen() -> None:
    """The terminal of these tests does what one does."""
    assert screen("bar 10%\r\x1b[2Kdone\r\nnext") == ["done", "next"]
    assert screen("bar\r\n\r\x1b[1A\x1b[2Kdone")[0] == "done"
    assert screen("abc\rX") == ["Xbc"]


def test_the_bar_leaves_nothing_behind() -> None:
    """After a run over many puzzles the terminal shows the summary alone, at the beginning of its line."""
    shown = [row for row in on_terminal("verify", "--sample", "17-clue") if row.strip()]
    assert len(shown) == 1
    assert re.fullmatch(
        r"[\d,]+ puzzles: [\d,]+ unique; singles decided [\d,]+, merging [\d,]+, [\d,]+ reached SAT", shown[0].strip()
    )
    assert shown[0].startswith(shown[0].strip()[0])


def test_rows_come_out_whole(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Rows that are written while the bar is shown stand in lines of their own, nothing before or behind them."""
    path = tmp_path_factory.mktemp("rows") / "three.txt"
    path.write_text(f"{EASY}\n" * 3)
    shown = [row.strip() for row in on_terminal("canonical", str(path)) if row.strip()]
    assert len(shown) == 4
    assert all(re.fullmatch(r"[.\d]{81}", row) for row in shown[:3])
    assert shown[3] == "3 puzzles, 1 essentially different"


def test_one_puzzle_has_no_bar() -> None:
    """A single puzzle's answer stands alone."""
    shown = [row for row in on_terminal("solve", EASY) if row.strip()]
    assert [row.strip() for row in shown] == [
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ]


def test_no_thread_is_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What says that a command is still at work says nothing after the command's end: its thread has ended by then."""
    monkeypatch.setattr(terminal, "FIRST_WORD", 0.01)
    writing = threading.Event()

    def what() -> str:
        writing.set()
        time.sleep(0.1)  # the end comes while the line is being made
        return "at work"

    before = threading.enumerate()
    with terminal.while_silent(what):
        writing.wait()
    assert set(threading.enumerate()) <= set(before)
    assert capsys.readouterr().err.startswith("at work: ")
