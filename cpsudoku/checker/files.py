"""Certificates on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .certificate import check_certificate
from .errors import Rejected

FILES = {"cnf": "formula.cnf", "drat": "proof.drat", "lrat": "proof.lrat"}


class Checked(NamedTuple):
    """`message` says what is proven, or what is wrong."""

    place: str
    verified: bool
    message: str


def read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, certificate) for each in a file, in a certificate's folder, or in a folder of many."""
    if path.is_dir():
        if (path / "certificate.json").is_file():
            yield from read(path / "certificate.json")
            return
        found = sorted(p for p in path.iterdir() if p.is_dir() or p.suffix in (".json", ".jsonl"))
        for inner in found:
            yield from read(inner)
        if not found:
            raise Rejected(f"{path}: no certificate in this folder")
        return
    lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text("utf-8")]
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}" if len(lines) > 1 else str(path)
        try:
            certificate = json.loads(line)
        except ValueError:
            certificate = None
        if not isinstance(certificate, dict):
            certificate = {"claim": "(no JSON object)"}
        if path.name == "certificate.json":
            place = str(path.parent)
            for key, name in FILES.items():
                if (path.parent / name).is_file() and key not in certificate:
                    certificate[key] = (path.parent / name).read_text("utf-8")
        yield place, certificate


def check(path: str | Path) -> Iterator[Checked]:
    """Check every certificate in a file, a certificate's folder, or a folder of many."""
    try:
        for place, certificate in read(Path(path)):
            try:
                yield Checked(place, True, check_certificate(certificate))
            except Rejected as why:
                yield Checked(place, False, str(why))
            except (ValueError, TypeError, KeyError, AttributeError) as why:
                yield Checked(place, False, f"unreadable: {why!r}")
    except (OSError, UnicodeDecodeError, Rejected) as why:
        yield Checked(str(path), False, f"unreadable: {why}")
