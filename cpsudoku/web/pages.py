"""The page's own files: each address and what it sends. The folder `static/` is the registry; nothing else is sent."""

from __future__ import annotations

from importlib.resources import files

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FIRST = "index.html"


def _pages() -> dict[str, tuple[str, str]]:
    names = sorted(file.name for file in files("cpsudoku.web").joinpath("static").iterdir())
    found = {name: kind for name in names for ending, kind in TYPES.items() if name.endswith(ending)}
    return {"/" if name == FIRST else f"/{name}": (name, kind) for name, kind in found.items()}


PAGES = _pages()
"""Address -> file of `static/` and its type: these, and no others, read once when the page starts."""
