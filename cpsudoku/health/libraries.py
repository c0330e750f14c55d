"""The libraries the package asks for, required and by extra, and which of them are there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path

import cpsudoku

NAMES = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*([^;]*)(?:;.*extra\s*==\s*['\"]([^'\"]+)['\"])?")
"""A requirement: the name, the versions asked for, and the extra it belongs to."""
TOOLS = ("interpreted", "test", "docs", "all")
"""Extras for kernels that are not compiled (they ask for it themselves), for who works on the package, and the one that
only names others: not reported."""


@dataclass(frozen=True)
class Library:
    """A library asked for: `extra` is empty for what every installation needs, `floor` the least version wanted."""

    name: str
    floor: str
    extra: str = ""

    @cached_property
    def version(self) -> str | None:
        """The installed version; None where there is none."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return None

    @property
    def fault(self) -> str | None:
        """What is wrong with it, in words; None where it is there and new enough."""
        if self.version is None:
            return "not installed"
        if numbers(self.version) < numbers(self.floor):
            return f"{self.version} is older than {self.floor}"
        return None


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparing: 1.9.dev17 -> (1, 9, 17). Letters do not count."""
    return tuple(map(int, re.findall(r"\d+", version)))


def libraries() -> list[Library]:
    """What the installed package says it needs; in a checkout that is not installed, what its pyproject.toml says."""
    found = []
    for text in _requirements():
        match = NAMES.match(text)
        if match is None or (match[3] or "") in TOOLS or match[1].lower() == "cpsudoku":
            continue
        floor = re.search(r">=\s*([^,\s]+)", match[2])
        found.append(Library(match[1], floor[1] if floor else "0", match[3] or ""))
    return found


def _requirements() -> list[str]:
    project = Path(cpsudoku.__file__).parents[1] / "pyproject.toml"
    if project.exists():
        stated = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        extras: dict[str, list[str]] = stated["optional-dependencies"]
        return [*stated["dependencies"]] + [
            f'{one}; extra == "{key}"' for key, names in extras.items() for one in names
        ]
    return metadata.requires("cpsudoku") or []
