"""One look at the whole installation: libraries, kernels, and the questions of `known`, asked one after the other."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import cpsudoku
from cpsudoku.health.known import QUESTIONS, Wrong
from cpsudoku.health.libraries import Library, libraries
from cpsudoku.kernels import compiled_files, mend, uncompiled
from cpsudoku.kernels.search import instructions

ENOUGH = 30.0
"""Seconds after which no further question is asked: plain Python takes so long."""


RECORDED = ("version", "well", "python", "machine", "place", "instructions", "kernels")


@dataclass(frozen=True)
class Looked:
    """One question: its name, what was found, whether it is well, the CPU seconds it took. `well` None: not asked."""

    name: str
    words: str
    well: bool | None
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it; `well` is left out where the question was not asked."""
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
    looks: tuple[Looked, ...] = field(default=())

    @property
    def faults(self) -> list[str]:
        """All that is wrong, each with what would mend it; a missing extra is no fault."""
        found = []
        if self.unbuilt:
            found.append(f"{len(self.unbuilt)} of {self.kernels} kernels are not compiled; to compile: {mend()}")
        for library in self.libraries:
            if library.fault and (not library.extra or library.version is not None):
                found.append(f"{library.name}: {library.fault}; pip install '{library.name}>={library.floor}'")
        found += [f"{look.name}: {look.words}" for look in self.looks if look.well is False]
        found += [f"{look.name}: not asked, {ENOUGH:g} s were over" for look in self.looks if look.well is None]
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
            "answers": [look.to_dict() for look in self.looks],
            "faults": self.faults,
        }


def examine(questions: dict[str, Callable[[], str]] = QUESTIONS) -> Checkup:
    """Looks at everything; two CPU seconds where kernels are compiled.

    A question that fails, or raises anything at all, is a fault of the answer and no exception of this function.
    """
    unbuilt = uncompiled()
    looks = [_looked("loading", lambda: _loaded(set(unbuilt)))]
    began = time.monotonic()
    for name, question in questions.items():
        if time.monotonic() - began > ENOUGH:
            looks.append(Looked(name, "not asked", None, 0.0))
        else:
            looks.append(_looked(name, question))
    return Checkup(
        cpsudoku.__version__,
        f"{platform.python_implementation()} {platform.python_version()}",
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        os.path.dirname(cpsudoku.__file__),
        instructions(),
        len(compiled_files()),
        tuple(unbuilt),
        tuple(libraries()),
        tuple(looks),
    )


def _looked(name: str, question: Callable[[], str]) -> Looked:
    began = time.process_time()
    try:
        words, well = question(), True
    except Wrong as error:
        words, well = str(error), False
    except Exception as error:  # whatever a broken installation raises is what was to be found
        words, well = f"{type(error).__name__}: {error}", False
    return Looked(name, words, well, time.process_time() - began)


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
