"""A check of the whole installation: libraries, kernels, and the questions of `known`, one after the other."""

from __future__ import annotations

import os
import platform
import re
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.health.known import QUESTIONS, Wrong
from cpsudoku.kernels import compiled_files, mend, uncompiled
from cpsudoku.kernels.search import instructions

ENOUGH = 30.0
"""Seconds after which further questions are skipped: plain Python is that slow."""


NAMES = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*([^;]*)(?:;.*extra\s*==\s*['\"]([^'\"]+)['\"])?")
"""A requirement: the name, the versions required, and the extra it belongs to."""
TOOLS = ("interpreted", "test", "docs", "all")
"""Extras that are not reported: for interpreted kernels, for developers, and the one that only names others."""


RECORDED = ("version", "well", "python", "machine", "place", "instructions", "kernels")


@dataclass(frozen=True)
class Library:
    """A required library: `extra` is empty for what every installation needs, `floor` the least version."""

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


@dataclass(frozen=True)
class Check:
    """A question: its name, the answer in words, whether it is right (None: skipped), and the CPU seconds it took."""

    name: str
    words: str
    well: bool | None
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it; `well` is absent where the question was skipped."""
        fields = {"name": self.name, "message": self.words, "seconds": round(self.seconds, 3)}
        return fields if self.well is None else fields | {"well": self.well}


@dataclass(frozen=True)
class Checkup:
    """What was found. `instructions`: what the 9x9 search runs on; `unbuilt`: modules that run as plain Python."""

    version: str
    python: str
    machine: str
    place: str
    instructions: str
    kernels: int
    unbuilt: tuple[str, ...]
    libraries: tuple[Library, ...]
    checks: tuple[Check, ...] = field(default=())

    @property
    def faults(self) -> list[str]:
        """All that is wrong, each with what would mend it; a missing extra is no fault."""
        found = []
        if self.unbuilt:
            found.append(f"{len(self.unbuilt)} of {self.kernels} kernels are not compiled; to compile: {mend()}")
        for library in self.libraries:
            if library.fault and (not library.extra or library.version is not None):
                found.append(f"{library.name}: {library.fault}; pip install '{library.name}>={library.floor}'")
        found += [f"{check.name}: {check.words}" for check in self.checks if check.well is False]
        found += [f"{check.name}: skipped, {ENOUGH:g} s had passed" for check in self.checks if check.well is None]
        return found

    @property
    def well(self) -> bool:
        """Nothing is wrong."""
        return not self.faults

    def to_dict(self) -> dict[str, Any]:
        """The record that `doctor --json` writes."""
        return {
            **{name: getattr(self, name) for name in RECORDED},
            "unbuilt": list(self.unbuilt),
            "libraries": {library.name: _library(library) for library in self.libraries},
            "answers": [check.to_dict() for check in self.checks],
            "faults": self.faults,
        }


def examine(questions: dict[str, Callable[[], str]] = QUESTIONS) -> Checkup:
    """Check everything, which takes two CPU seconds where kernels are compiled.

    A question that fails, or raises anything at all, is a fault of the answer and no exception of this function.
    """
    unbuilt = uncompiled()
    checks = [_checked("loading", lambda: _loaded(set(unbuilt)))]
    began = time.monotonic()
    for name, question in questions.items():
        if time.monotonic() - began > ENOUGH:
            checks.append(Check(name, "skipped", None, 0.0))
        else:
            checks.append(_checked(name, question))
    return Checkup(
        cpsudoku.__version__,
        f"{platform.python_implementation()} {platform.python_version()}",
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        os.path.dirname(cpsudoku.__file__),
        instructions(),
        len(compiled_files()),
        tuple(unbuilt),
        tuple(libraries()),
        tuple(checks),
    )


def _checked(name: str, question: Callable[[], str]) -> Check:
    began = time.process_time()
    try:
        words, well = question(), True
    except Wrong as error:
        words, well = str(error), False
    except Exception as error:  # any exception of a broken installation is a finding
        words, well = f"{type(error).__name__}: {error}", False
    return Check(name, words, well, time.process_time() - began)


def _loaded(unbuilt: set[str]) -> str:
    """Every compiled module is imported: one built for another interpreter or processor fails here, by its name."""
    names = [name for name in compiled_files() if name not in unbuilt]
    for name in names:
        try:
            import_module(name)
        except ImportError as error:
            raise Wrong(f"{name}: {error}") from error
    return f"{len(names)} extensions"


def _library(library: Library) -> dict[str, str]:
    found = {"version": library.version, "wanted": library.floor, "extra": library.extra, "fault": library.fault}
    return {key: text for key, text in found.items() if text}


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
