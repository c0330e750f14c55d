"""The wheel of this package for the browser: a compiled one that was built for it, or the installed files."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from cpsudoku.errors import UsageError, file_errors
from cpsudoku.formula.catalog import folder
from cpsudoku.version import __version__

PURE = "py3-none-any"
LEFT_OUT = {".so", ".pyd", ".pyc", ".c", ".h"}
"""Endings of files that are for other machines, or for compilers."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


def pure() -> tuple[str, bytes]:
    """Name and bytes of a wheel with the files of this package, whose kernels run as plain Python."""
    stem = f"cpsudoku-{__version__}"
    info = f"{stem}.dist-info"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in [
            *_package(),
            (f"{info}/METADATA", f"Metadata-Version: 2.1\nName: cpsudoku\nVersion: {__version__}\n".encode()),
            (f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {PURE}\n".encode()),
            (f"{info}/RECORD", b""),
        ]:
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return f"{stem}-{PURE}.whl", content.getvalue()


def _package() -> Iterator[tuple[str, bytes]]:
    root = Path(str(files("cpsudoku")))
    for base, inside in ((root, "cpsudoku"), (folder(), "cpsudoku/encodings")):
        for path in sorted(base.rglob("*")):
            name = path.relative_to(base).as_posix()
            shipped_below = base == root and name.startswith("encodings/")
            if path.is_file() and path.suffix not in LEFT_OUT and not shipped_below:
                yield f"{inside}/{name}", path.read_bytes()


def compiled(path: Path, interface: str) -> tuple[str, bytes]:
    """Name and bytes of a wheel that was built for the browser. Raises UsageError for any other."""
    with file_errors(path):
        content = path.read_bytes()
    if not re.fullmatch(rf"cpsudoku-[^-]+-[^-]+-[^-]+-{interface}\.whl", path.name):
        raise UsageError(f"{path}: not a wheel of cpsudoku for the browser (cpsudoku-VERSION-...-{interface}.whl)")
    if not path.name.startswith(f"cpsudoku-{__version__}-"):
        raise UsageError(f"{path}: a wheel of another version; this is cpsudoku {__version__}")
    if not zipfile.is_zipfile(io.BytesIO(content)):
        raise UsageError(f"{path}: not a wheel, or damaged")
    return path.name, content
