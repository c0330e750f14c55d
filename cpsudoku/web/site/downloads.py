"""Pinned files of the npm registry and the package index: from a folder, from the cache, or from their hosts."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from cpsudoku.errors import UsageError, file_errors

SECONDS = 60.0
"""How long a host may be silent."""
PART = 1 << 16
"""Bytes read at a time."""


class Pin(NamedTuple):
    """A file of a registry, and the SHA-256 of its bytes."""

    url: str
    sha256: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.url.rpartition("/")[2]


@cache
def pins(name: str = "pins.toml") -> dict[str, Pin]:
    """The files by the name of their package."""
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return {name: Pin(**fields) for name, fields in tomllib.loads(text).items()}


def cache_folder() -> Path:
    """Where downloads are kept: `cpsudoku` in XDG_CACHE_HOME, or in `~/.cache`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "cpsudoku")


def fetched(pin: Pin, folder: Path | None, advance: Callable[[int], None]) -> bytes:
    """The bytes of a pinned file: from *folder* if given, else from the cache or its host.

    *advance* is called with the number of bytes of each part that arrives. Raises UsageError where the file is missing,
    cannot be loaded, or has another hash.
    """
    place = (folder or cache_folder()) / pin.name
    with file_errors(place):
        content = place.read_bytes() if place.is_file() else None
    if folder is not None:
        if content is None:
            raise UsageError(f"{place}: not there; it is the file {pin.url}")
        return _checked(pin, content, str(place))
    if content is not None and _hash(content) == pin.sha256:
        return content
    content = _checked(pin, _loaded(pin, advance), pin.url)
    with file_errors(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        partial = place.with_name(f"{pin.name}.{os.getpid()}")
        partial.write_bytes(content)
        partial.replace(place)
    return content


def _loaded(pin: Pin, advance: Callable[[int], None]) -> bytes:
    parts = []
    try:
        with urlopen(pin.url, timeout=SECONDS) as response:
            while part := response.read(PART):
                parts.append(part)
                advance(len(part))
    except (URLError, OSError) as error:
        why = getattr(error, "reason", None) or error
        raise UsageError(f"{pin.url}: {why}; --from DIR takes the files of {_names()} from a folder") from None
    return b"".join(parts)


def _names() -> str:
    return ", ".join(pin.name for pin in pins().values())


def _checked(pin: Pin, content: bytes, place: str) -> bytes:
    if _hash(content) != pin.sha256:
        raise UsageError(f"{place}: its SHA-256 is {_hash(content)}, not {pin.sha256}: not the pinned file")
    return content


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
