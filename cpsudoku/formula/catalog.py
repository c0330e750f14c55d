"""The catalog of encoding definitions: find, list, load.

The only code that knows both homes of the folder `encodings/`: inside the installed package, or
at the top of a checkout. Listing the names does not load the reader of definitions.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import EncodingError, UnknownName, unknown
from cpsudoku.plugins import Group, expected

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding, EncodingLike

SUFFIX = ".toml"


def folder() -> Path:
    """Where the definitions are: the packaged copy if there is one, else the checkout's folder."""
    packaged = Path(str(files("cpsudoku"))) / "encodings"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "encodings"


def _ours() -> list[str]:
    return [path.stem for path in folder().glob(f"*{SUFFIX}")]


def _encoding_of(name: str, found: Any) -> Path:
    """The file of a definition that a plug-in adds. Raises TypeError, ValueError, EncodingError."""
    if not isinstance(found, str | Path):
        raise expected("the path of a TOML file", found)
    if _shelved(Path(found)).name != name:
        raise ValueError(f"{found}: its name is {_shelved(Path(found)).name!r}")
    return Path(found)


ADDED = Group("encodings", _ours, _encoding_of)
"""The definitions that other packages add."""


def names(target: str | None = None) -> list[str]:
    """The catalog's names in alphabetical order; those of one target ("cnf" or "cp") where it is given."""
    found = sorted([*_ours(), *ADDED.working()])
    return [name for name in found if target is None or load(name).target == target]


def load(name_or_path: EncodingLike) -> Encoding:
    """The definition of that name, or in the file at that path (which ends in .toml or has a folder in it).

    An Encoding is handed back. Raises UnknownName for a name not in the catalog, EncodingError for a
    file that cannot be read or says something unknown.
    """
    if not isinstance(name_or_path, str | Path):
        return name_or_path
    path = path_of(name_or_path)
    return _shelved(path) if path.parent == folder() or path in ADDED.working().values() else _read(path)


def text_of(name_or_path: str | Path) -> str:
    """A definition as it is written. Raises as `load` does."""
    path = path_of(name_or_path)
    _read(path)
    return path.read_text(encoding="utf-8")


def path_of(name_or_path: str | Path) -> Path:
    """The file of a definition. Raises UnknownName for a name, EncodingError for a path where there is none."""
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or text.endswith(SUFFIX) or len(Path(text).parts) != 1:
        path = Path(text).expanduser()
        if not path.is_file():
            raise EncodingError(f"encoding {text!r}: no such file; the catalog has {', '.join(names())}")
        return path
    path = folder() / (text + SUFFIX)
    if not path.is_file():
        added = ADDED.get(text)
        if added is not None:
            return added
        raise UnknownName(f"{unknown('encoding', text, names())}, or the path of a .toml file")
    return path


def _read(path: Path) -> Encoding:
    from cpsudoku.formula.definition import Encoding

    return Encoding.read(path)


_shelved = lru_cache(maxsize=64)(_read)
