"""Forgeries and nonsense on disk: each is stopped by one guard of what reads certificates."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cpsudoku.evidence.certificate import Certificate
from cpsudoku.evidence.checker.files import MOST_BYTES

from .honest import unique


def _file(text: str | bytes, name: str = "x.json") -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder / name

    return make


def _folder(change: Callable[[Path], Any]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        change(Certificate(unique()).write(folder / "one"))
        return folder / "one"

    return make


def _doubled(text: str) -> str:
    return text.replace("{", '{"puzzle": "1...............", ', 1)


def _inside(folder: Path) -> None:
    data = json.loads((folder / "certificate.json").read_text())
    (folder / "certificate.json").write_text(json.dumps({**data, "cnf": "p cnf 1 2\n1 0\n-1 0\n"}))


def _long_proof(folder: Path) -> None:
    (folder / "proof.lrat").unlink()
    (folder / "proof.drat").write_text(" " * MOST_BYTES + "0\n")


def _empty(folder: Path) -> Path:
    (folder / "none").mkdir()
    return folder / "none"


ON_DISK: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "no JSON": ("no JSON: Expecting value", _file("[")),
    "another file": ("no text: begins", _file(b"\x00\xff\xfe" * 20)),
    "deep JSON": ("nested too deeply", _file("[" * 100_000)),
    "key twice": ("a key twice", _file(_doubled(json.dumps(unique())))),
    "empty file": ("no JSON", _file("")),
    "blank lines": ("an empty file", _file("\n \n\n", "x.jsonl")),
    "empty folder": ("no certificate in this folder", _empty),
    "text twice": ("cnf stands in", _folder(_inside)),
    "too long a file": ("more than 32 MB", _file(json.dumps(unique()) + " " * MOST_BYTES)),
    "too long a line": ("more than 32 MB", _file(json.dumps(unique()) + " " * MOST_BYTES, "x.jsonl")),
    "too long a proof": ("more than 32 MB", _folder(_long_proof)),
}
