"""Writes the folder of a site: the page, Pyodide, the wheels, a service worker, and the policy for hosts."""

from __future__ import annotations

import hashlib
import io
import json
import posixpath
import tarfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from cpsudoku.errors import UsageError, file_errors
from cpsudoku.web.site import lab, wheel
from cpsudoku.web.site.downloads import fetched, pins

INTERFACE = "pyemscripten_2026_0_wasm32"
"""The binary interface of the pinned Pyodide, as the names of wheels have it."""
LOCK = "engine/pyodide-lock.json"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide's package that a page loads."""
MANIFEST = "site.json"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
FRAMES = "frame-ancestors 'self'"
"""Not for `<meta>`: browsers take it from headers alone."""
WITH_POLICY = ("", "index.html", "engine.js", "service-worker.js")
"""What a host sends with the policy: documents and workers."""


class Site(NamedTuple):
    """What was written: a version that is the same for the same content, and the bytes of a first visit."""

    version: str
    bytes: int
    kernels: str
    """`compiled` or `interpreted`."""


def write(
    out: Path,
    built: Path | None = None,
    source: Path | None = None,
    advance: Callable[[int], None] = lambda _: None,
    notebooks: Path | None = None,
) -> Site:
    """Write a site into the folder *out*, which is empty, new, or holds a site.

    *built*: a wheel of this package that was built for the browser, instead of interpreted kernels. *source*: a folder
    that has the pinned files already. *notebooks*: a folder whose notebooks run in `lab`. Raises UsageError.
    """
    with file_errors(out):
        if out.exists() and any(out.iterdir()) and not (out / MANIFEST).is_file():
            raise UsageError(f"{out}: not empty, and not a site; name a new folder")
    found = dict(_page())
    engine, wheels = _engine(built, source, advance)
    found |= engine
    compiled = built is not None
    environment = {} if compiled else {"CPSUDOKU_INTERPRETED": "1"}
    beside = lab.wheels(source, advance) if notebooks else {}
    lock = _lock(found[LOCK], {name: found[name] for name in wheels} | beside)
    found[LOCK] = json.dumps(lock, indent=1).encode()
    if notebooks:
        beside |= lab.lab(notebooks, lock["packages"], environment)
    listed = [
        {"name": name, "bytes": len(data), "sha256": _hash(data), "engine": _preloaded(name)}
        for name, data in sorted(found.items())
    ]
    version = _hash(json.dumps(listed).encode())[:16]
    manifest = {"version": version, "wheels": wheels, "environment": environment, "files": listed}
    found[MANIFEST] = json.dumps(manifest, indent=1).encode()
    whole = json.dumps({"version": version, "names": sorted(found)})
    found["service-worker.js"] = _own("service-worker.js").replace("__SITE__", whole).encode()
    found["_headers"] = _headers().encode()
    found |= beside
    for name, data in found.items():
        path = out / name
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return Site(version, sum(map(len, found.values())), "compiled" if compiled else "interpreted")


def policy(*more: str) -> str:
    """The Content-Security-Policy, with *more* directives."""
    return "; ".join([*(f"{name} {value}" for name, value in POLICY.items()), *more])


def _page() -> dict[str, bytes]:
    """The files of the page, with the worker in place of the server."""
    found = {}
    for file in files("cpsudoku.web").joinpath("static").iterdir():
        found[file.name] = file.read_bytes()
    first = b'<meta charset="utf-8">'
    meta = f'\n<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    found["index.html"] = found["index.html"].replace(first, first + meta.encode())
    return found | {name: _own(name).encode() for name in ("backend.js", "engine.js")}


def _engine(
    built: Path | None, source: Path | None, advance: Callable[[int], None]
) -> tuple[dict[str, bytes], list[str]]:
    """Pyodide and the wheels by name, and the names of the wheels."""
    found = {}
    own, content = wheel.pure() if built is None else wheel.compiled(built, INTERFACE)
    wheels = {own: content}
    for name, pin in pins().items():
        if name != "pyodide" and (name != "cython" or built is None):
            wheels[pin.name] = fetched(pin, source, advance)
    with tarfile.open(fileobj=io.BytesIO(fetched(pins()["pyodide"], source, advance))) as archive:
        for name in RUNTIME:
            file: Any = archive.extractfile(f"package/{name}")
            found[f"engine/{name}"] = file.read()
    found |= {f"engine/{name}": data for name, data in wheels.items()}
    return found, [f"engine/{name}" for name in wheels]


def _lock(pyodide: bytes, wheels: dict[str, bytes]) -> dict[str, Any]:
    """Pyodide's lock file with these wheels, and none of other hosts; names of files are from the folder `engine`."""
    packages = {}
    for place, data in wheels.items():
        name, version = place.rpartition("/")[2].split("-")[:2]
        name = name.replace("_", "-").lower()
        packages[name] = {
            "name": name,
            "version": version,
            "file_name": posixpath.relpath(place, "engine"),
            "sha256": _hash(data),
            "install_dir": "site",
            "package_type": "package",
            "imports": [],
            "depends": [],
        }
    whole: dict[str, Any] = json.loads(pyodide)
    return whole | {"packages": packages}


def _preloaded(name: str) -> bool:
    """True for the files that the worker loads by name; modules are loaded by the browser."""
    return name.startswith("engine/") and not name.endswith(".mjs")


def _headers() -> str:
    """The policy for hosts that read a file `_headers`: Netlify, Cloudflare Pages and others."""
    lines = ["/*", "  X-Content-Type-Options: nosniff", "  Referrer-Policy: no-referrer"]
    for name in WITH_POLICY:
        lines += [f"/{name}", f"  Content-Security-Policy: {policy(FRAMES)}"]
    return "\n".join(lines) + "\n"


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
