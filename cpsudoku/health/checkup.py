"""A check of the whole installation: libraries, kernels, and questions with known answers, one after the other.

The known answers stand here as text. Several engines or the reference programs found them once: no answer is compared
with what the same code returned a moment ago.
"""

from __future__ import annotations

import os
import platform
import re
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.kernels import compiled_files, mend, uncompiled
from cpsudoku.kernels.search import instructions

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
"""A. Inkala's puzzle of 2012."""
CLASH = "55" + EASY[2:]
OPEN = "...65....6.8....29....4.8..5........7....2......16.2.5.7..8..........3.414......."
OPEN_COUNT = 156
RATED = {
    EASY: (1.2, 1.2, 1.2),
    ".3.......84.3.19......2...59..4.8.2....1.3..9......1....76.....58...7...6..9..4..": (6.6, 2.3, 2.3),
    "......8..2..4.......12...45.4..7....5.2.....98.3...6.....3..5..1.85...9....74.16.": (7.2, 2.6, 2.6),
}
"""Puzzle -> ER, EP, ED as Sudoku Explainer 1.2.1 says."""
SMALL_GRIDS = 288
"""Grids of 4x4 with boxes of 2x2."""
RULES = ("cage 3 r1c1 r1c2", "thermo r2c1 r3c1")
RULED_GRIDS = 12
"""Of those grids: with 1 and 2 in the first two cells, and less in row 2 than in row 3 of the first column."""


class Wrong(Exception):
    """An answer is not the known one."""


def same(what: str, found: object, known: object) -> None:
    """Raises Wrong where the answer found is not the known one."""
    if found != known:
        raise Wrong(f"{what}: {found!r}; known: {known!r}")


def kernel() -> str:
    """The 9x9 search, by vectors where there are any and without."""
    from cpsudoku.kernels import search

    cells = bytes(int(digit) if digit != "." else 0 for digit in HARD + EASY + CLASH)
    for scalar in (False, True):
        counts, grids, _ = search.solve_batch(cells, scalar=scalar)
        same("solutions", list(counts), [1, 1, 0])
        same("solution", "".join(map(str, bytes(grids[:81]))), HARD_SOLVED)
    several = bytes(int(digit) if digit != "." else 0 for digit in OPEN)
    same("solutions", search.count(several, 0), OPEN_COUNT)
    return search.instructions()


def engine(name: str) -> str:
    """What one engine says of a puzzle with one solution, with none, and with several."""
    from cpsudoku import Impossible, Multiple, Unique, verify

    verdict = verify(HARD, engine=name)
    same("verdict", type(verdict), Unique)
    same("solution", verdict.solution.line() if isinstance(verdict, Unique) else "", HARD_SOLVED)
    same("verdict of a clash", type(verify(CLASH, engine=name)), Impossible)
    same("verdict of an open puzzle", type(verify(OPEN, engine=name)), Multiple)
    return "one solution, none, several"


def small_grids() -> str:
    """SAT counts the grids of 4x4."""
    from cpsudoku import count

    same("grids of 4x4", count("." * 16, engine="sat").number, SMALL_GRIDS)
    return f"{SMALL_GRIDS} grids of 4x4"


def rating() -> str:
    """Sudoku Explainer's numbers."""
    from cpsudoku import rate
    from cpsudoku.rating.answers import Rating

    for puzzle, known in RATED.items():
        found = rate(puzzle)
        if not isinstance(found, Rating):
            raise Wrong(f"{puzzle} has no rating: {found}")
        same(puzzle, (found.er, found.ep, found.ed), known)
    return "ER " + ", ".join(str(numbers[0]) for numbers in RATED.values())


def rules() -> str:
    """A cage and a thermometer on 4x4, by the kernel that knows rules and by SAT."""
    from cpsudoku import Geometry, count
    from cpsudoku.constraints import parse

    puzzle = Puzzle(bytes(16), Geometry(2, 2), tuple(map(parse, RULES)))
    for name in ("constraints", "sat"):
        same(f"grids ({name})", count(puzzle, engine=name).number, RULED_GRIDS)
    return f"{RULED_GRIDS} grids"


def making() -> str:
    """A minimal puzzle is made and confirmed by SAT, and by another engine."""
    from cpsudoku import Unique, generate, verify

    generated = generate(seed=1)
    same("minimal", generated.minimal, True)
    if generated.puzzle is None:
        raise Wrong("no puzzle was found")
    same("verdict", type(verify(generated.puzzle, engine="bitmask")), Unique)
    return f"{generated.puzzle.clue_count} clues"


def evidence() -> str:
    """A certificate passes the checker that shares no code with it; a forged one does not."""
    from cpsudoku import certify
    from cpsudoku.evidence.certificate import Certificate
    from cpsudoku.evidence.checker import Rejected, check_certificate

    certificate = certify(HARD)
    if not isinstance(certificate, Certificate):
        raise Wrong(f"no certificate: {certificate}")
    check_certificate(certificate.data)
    try:
        check_certificate({**certificate.data, "solution": EASY_SOLVED})
    except Rejected:
        return "proof accepted, forgery refused"
    raise Wrong("a forged certificate was accepted")


def picture() -> str:
    """A board is drawn."""
    from cpsudoku import draw
    from cpsudoku.drawing.svg import to_svg

    same("last element", to_svg(draw(EASY)).rstrip()[-6:], "</svg>")
    return "SVG"


QUESTIONS: dict[str, Callable[[], str]] = {
    "kernel": kernel,
    **{f"engine {name}": partial(engine, name) for name in ("sat", "cp-sat", "bitmask", "dlx", "logic")},
    "counting": small_grids,
    "rules": rules,
    "rating": rating,
    "generating": making,
    "evidence": evidence,
    "drawing": picture,
}
"""Name -> question, in their order."""


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
