"""Certificates on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .certificate import Proven, check_certificate
from .errors import Rejected, require, shown
from .work import TooCostly

FILES = {"cnf": "formula.cnf", "drat": "proof.drat", "lrat": "proof.lrat"}
MOST_BYTES = 32 * 2**20
"""Bytes of a certificate, its files together: the most the checker takes on."""
EXPECTED = "expected a JSON object, .jsonl with one a line, or a folder with certificate.json, formula.cnf, proof.drat"


class Checked(NamedTuple):
    """`message` says what is proven, or what is wrong; `proven` is None where nothing is.

    `status`: `verified`; `rejected` (it does not prove what it claims); `too costly` (checking it would take more than
    its size allows, see `work`: not known); `unreadable` (it is no certificate); `missing` (the file cannot be read).
    """

    place: str
    status: str
    message: str
    proven: Proven | None = None

    @property
    def verified(self) -> bool:
        """It proves what it claims."""
        return self.status == "verified"


class Unreadable(Rejected):
    """No certificate at all."""


def check(path: str | Path, rating_exact: bool = False) -> Iterator[Checked]:
    """Check every certificate in a file, a certificate's folder, or a folder of many; go on after bad ones.

    *rating_exact*: as for `check_certificate`.
    """
    for place, load in certificates(Path(path), frozenset()):
        try:
            proven = check_certificate(load(), rating_exact)
            yield Checked(place, "verified", str(proven), proven)
        except Unreadable as why:
            yield Checked(place, "unreadable", f"{why} ({EXPECTED})")
        except TooCostly as why:
            yield Checked(place, "too costly", str(why))
        except Rejected as why:
            yield Checked(place, "rejected", str(why))
        except OSError as why:
            yield Checked(place, "missing", f"cannot be read: {why.strerror or why}")
        except MemoryError:
            yield Checked(place, "too costly", "not checked: too large for the memory there is")
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as why:
            yield Checked(place, "rejected", f"the checker stumbles over it: {shown(why)}")


Load = Callable[[], object]


def certificates(path: Path, above: frozenset[Path]) -> Iterator[tuple[str, Load]]:
    """(place, what reads the certificate) for each; *above*: the folders on the way here."""
    try:
        if not path.is_dir():
            yield from _of_file(path)
        elif (path / "certificate.json").is_file():
            yield str(path), lambda: _of_folder(path)
        else:
            above |= {path.resolve()}
            found = sorted(p for p in path.iterdir() if p.is_dir() or p.suffix in (".json", ".jsonl"))
            if not found:
                raise Unreadable("no certificate in this folder")
            for inner in found:
                if inner.resolve() not in above:  # else a link back: it is being read
                    yield from certificates(inner, above)
    except (OSError, Rejected) as why:
        yield str(path), _raises(why)


def _raises(why: Exception) -> Load:
    def load() -> object:
        raise why

    return load


def _of_file(path: Path) -> Iterator[tuple[str, Load]]:
    """A certificate a line, where the first line is one or the file's name says so; else one in the whole file."""
    with path.open("rb") as file:
        first, number = file.readline(MOST_BYTES + 1), 0
        if path.suffix != ".jsonl" and not _is_object(first):
            data = first + file.read(MOST_BYTES + 1 - len(first))
            yield str(path), lambda: _json(data)
            return
        line, blank = first, True
        while line:
            number += 1
            place = f"{path}:{number}" if path.suffix == ".jsonl" or number > 1 else str(path)
            if line.strip():
                blank = False
                yield place, lambda line=line: _json(line)  # type: ignore[misc]
            while line and not line.endswith(b"\n"):  # the rest of one that is too long
                line = file.readline(MOST_BYTES)
            line = file.readline(MOST_BYTES + 1)
    if blank:
        raise Unreadable("an empty file")


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(_json(line), dict)
    except Rejected:
        return False


def _of_folder(path: Path) -> object:
    """The JSON of a folder with its texts."""
    parts, size = {}, 0
    for key, name in {"": "certificate.json", **FILES}.items():
        if not key or (path / name).is_file():
            with (path / name).open("rb") as file:
                parts[key] = file.read(MOST_BYTES - size + 1)
            size += len(parts[key])
            _bounded(size)
    certificate = _json(parts.pop(""))
    if isinstance(certificate, dict):
        for key, data in parts.items():
            require(key not in certificate, f"{key} stands in certificate.json and in {FILES[key]}")
            certificate[key] = _text(data)
    return certificate


def _bounded(size: int) -> None:
    if size > MOST_BYTES:
        raise Unreadable(f"more than {MOST_BYTES >> 20} MB, the most taken on")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"no text: begins {shown(data[:12])}") from None


def _json(data: bytes) -> object:
    """The value of a JSON text in which no key stands twice."""
    _bounded(len(data))
    text = _text(data)
    try:
        return json.loads(text, object_pairs_hook=_once)
    except Rejected:
        raise
    except RecursionError:
        raise Unreadable("JSON nested too deeply") from None
    except ValueError as why:
        raise Unreadable(f"no JSON: {why}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    require(len(value) == len(pairs), f"a key twice among {shown([key for key, _ in pairs])}")
    return value
