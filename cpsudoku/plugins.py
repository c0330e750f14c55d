"""What other installed packages add: engines, formats, rating scales, kinds of rules and encodings, by entry points.

A group is read when a name that is not ours is asked for, or a list of all names; what it names is imported when it is
used. A plug-in that is broken is named in one warning, and skipped.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpsudoku.errors import CpSudokuWarning, brief

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
PREFIX = "cpsudoku."
"""What the names of our groups begin with; a test compares them with `GROUPS`."""
GROUPS = ("engines", "formats", "scales", "kinds", "encodings")
MARK = b"[" + PREFIX.encode()


class Group(Generic[T]):
    """The plug-ins of one group. *own*: the names that are ours; *accept* returns what a name stands for.

    *accept* gets a name and what its entry point refers to, and raises ValueError or TypeError, saying what would be
    accepted, where that does not fit.
    """

    def __init__(self, name: str, own: Callable[[], Collection[str]], accept: Callable[[str, Any], T]) -> None:
        self._name, self._own, self._accept = name, own, accept
        self._points: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, T | None] = {}

    def names(self) -> list[str]:
        """The names in alphabetical order; nothing is imported."""
        if self._points is None:
            self._points = {}
            own = self._own() if _installed().get(self._name) else ()
            for point in _installed().get(self._name, ()):
                first = self._points.get(point.name)
                if point.name in own:
                    self._skip(point, "cpsudoku itself has this name")
                elif not point.name.replace("-", "").replace("_", "").isalnum() or point.name != point.name.lower():
                    self._skip(point, "a name has small letters, digits and hyphens")
                elif first is not None:
                    self._skip(point, f"the package {_package(first)} has this name")
                else:
                    self._points[point.name] = point
        return sorted(self._points)

    def get(self, name: str) -> T | None:
        """What this name stands for; None where no plug-in has it, or a broken one."""
        if name not in self.names() or self._points is None:
            return None
        if name not in self._loaded:
            self._loaded[name] = None
            point = self._points[name]
            try:
                self._loaded[name] = self._accept(name, point.load())
            except Exception as problem:  # whatever code of other people does
                self._skip(point, f"{type(problem).__name__}: {problem}")
        return self._loaded[name]

    def working(self) -> dict[str, T]:
        """The plug-ins by name that can be used: all are imported."""
        found = {name: self.get(name) for name in self.names()}
        return {name: value for name, value in found.items() if value is not None}

    def _skip(self, point: EntryPoint, why: str) -> None:
        where = f"{PREFIX}{self._name}: {point.name} = {point.value}"
        text = f"plug-in {point.name!r} of the package {_package(point)} is skipped ({where}): {why}"
        warnings.warn(text, CpSudokuWarning, stacklevel=3)


def expected(what: str, given: object) -> TypeError:
    """The error of a plug-in that is not *what* its group takes."""
    return TypeError(f"expected {what}, got {brief(given)}")


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "?"


@cache
def _installed() -> dict[str, list[EntryPoint]]:
    """The entry points of our groups (without `cpsudoku.`), of each package once, the first on the path."""
    found: dict[str, list[EntryPoint]] = {}
    packages: set[str] = set()
    for folder in _folders():
        from importlib.metadata import PathDistribution  # 25 ms: only where there is a plug-in
        from pathlib import Path

        package = PathDistribution(Path(folder))
        name = package.name.lower().replace("_", "-")
        if name not in packages:
            packages.add(name)
            for point in package.entry_points:
                if point.group.startswith(PREFIX):
                    found.setdefault(point.group.removeprefix(PREFIX), []).append(point)
    return found


def _folders() -> Iterator[str]:
    """The metadata of packages that have a plug-in: folders on the path whose entry points name a group of ours.

    The standard library would read the metadata of every package, which takes ten times as long.
    """
    for place in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(place or "."))
        except OSError:  # an archive, or a folder that is not there
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                        if MARK in file.read():
                            yield os.path.join(place, name)
                except OSError:
                    continue
