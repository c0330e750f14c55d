"""Engine `outside:FILE`: the program that a TOML file describes, run anew for each question.

Its time is its own CPU time, start-up included or taken off as the file says; writing its input is told apart. Its
answers are claims: a limit reached, a crash, or an answer that cannot be read is "unknown", with the reason; a grid
that breaks a rule, or a solution that a search of our own finds and the program denies, is an error that names the
program.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, ClassVar, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.external.description import description
from cpsudoku.engines.external.language import Heard
from cpsudoku.engines.external.languages import LANGUAGES
from cpsudoku.engines.options import EngineOptions, check_simplify
from cpsudoku.errors import EnginesDisagree, UsageError

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.engines.external.language import Language
    from cpsudoku.engines.external.process import Ran

CONFIRM_SECONDS = 1.0
"""For a search of our own for a solution that the program denies."""
STARTS = 5
"""Runs on a question without work, whose median is the start-up."""

CLOCK = 0.001
"""CPU seconds below which the system's accounting of a process is not trusted."""


class ExternalEngine(Engine):
    """See the module. Raises UsageError where the file is missing or wrong."""

    outside: ClassVar[bool] = True
    serves_constraints = True

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        *,
        constraints: tuple[Constraint, ...] = (),
        **options: Unpack[EngineOptions],
    ) -> None:
        if argument is None:
            raise UsageError("engine 'outside': name the file that describes a program: outside:kissat.toml")
        if options.get("encoding") is not None:
            raise UsageError(f"engine 'outside:{argument}': its file names its encoding")
        check_simplify(options.get("simplify"))
        self.geometry, self.constraints = geometry, constraints
        self.told = description(argument, tuple(LANGUAGES))
        self.name = f"outside:{argument}"
        kind = LANGUAGES[self.told.speaks]
        if (constraints or geometry.layout is not None) and not kind.serves_constraints:
            raise UsageError(
                f"engine {self.name!r}: programs that speak {self.told.speaks} take square boards without constraints"
            )
        self._confirmed = True
        self._language: Language | None = None
        self._start_up: tuple[float, ...] | None = None

    @classmethod
    def under(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> ExternalEngine:
        """See `Engine.under`."""
        return cls(geometry, argument, constraints=constraints, **options)

    @classmethod
    def title(cls, name: str) -> str:
        """See `Engine.title`: the name its file gives it."""
        _, _, argument = name.partition(":")
        return description(argument, tuple(LANGUAGES)).name if argument else name

    @property
    def language(self) -> Language:
        """The board and the rules in its words; made when first asked for."""
        if self._language is None:
            self._language = LANGUAGES[self.told.speaks](self.told, self.geometry, self.constraints)
        return self._language

    def prepare(self) -> bool:
        """See `Engine.prepare`: the rules in its words, and its start-up measured where that is taken off."""
        _ = self.language, self.start_up
        return False

    @property
    def start_up(self) -> tuple[float, ...]:
        """CPU seconds of each of STARTS runs on a question without work; empty where its start-up counts."""
        if self._start_up is None:
            self._start_up = ()
            if self.told.start == "subtracted":
                trivial = self.language.trivial or self.language.asked(bytes(self.geometry.size), ())
                self._start_up = tuple(self._run(trivial, None, 1)[0].cpu for _ in range(STARTS))
        return self._start_up

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`.

        `stats`: `cpu_seconds` and `wall_seconds` of the program, `memory_mb` (most, where known), `runs`,
        `encode_seconds` of ours to write its input, and the counters it reports. Where its start-up is subtracted,
        `start_noise` is the spread of the start-up times, once for each run: less than that is not measured. Where it
        says that there are more solutions than it shows, the outcome is unknown, and `claimed` has the number.
        Raises UsageError where it cannot be run, EnginesDisagree where its answer is found to be wrong.
        """
        started = perf_counter()
        outcome = self._searched(cells, limit, limits)
        if self._confirmed:
            self._confirm(cells, outcome, limits.after(perf_counter() - started))
        return outcome

    def contestant(self) -> ExternalEngine:
        """See `Engine.contestant`: its claims are not confirmed."""
        self._confirmed = False
        return self

    def _confirm(self, cells: bytes, outcome: Outcome, limits: Limits) -> None:
        """Raise EnginesDisagree where the outcome is wrong, as far as `CONFIRM_SECONDS` tell."""
        from cpsudoku.engines.registry import engine_for

        puzzle = Puzzle.trusted(cells, self.geometry, self.constraints)
        shown = set(outcome.solutions)
        wrong = next((grid for grid in outcome.solutions if not puzzle.is_solved_by(grid)), None)
        if wrong is not None:
            raise EnginesDisagree(f"{self.name}: it shows a grid that is no solution of {puzzle.line()}")
        if len(shown) < len(outcome.solutions):
            raise EnginesDisagree(f"{self.name}: it shows a solution of {puzzle.line()} twice")
        if not outcome.complete:
            return
        seconds = CONFIRM_SECONDS if limits.seconds is None else min(CONFIRM_SECONDS, limits.seconds)
        if seconds > 0:
            found = engine_for(puzzle, "sat").search(cells, len(shown) + 1, Limits(seconds=seconds)).solutions
            more = next((grid for grid in found if grid not in shown and puzzle.is_solved_by(grid)), None)
            if more is not None:
                said = f"no more than {len(shown)} solutions" if shown else "no solution"
                other = Puzzle.trusted(more, self.geometry).line()
                raise EnginesDisagree(f"{self.name}: it says {puzzle.line()} has {said}; one is {other}")

    def _searched(self, cells: bytes, limit: int, limits: Limits) -> Outcome:
        started = perf_counter()
        stats = {"cpu_seconds": 0.0, "wall_seconds": 0.0, "runs": 0, "encode_seconds": 0.0}
        found: list[bytes] = []
        while True:
            writing = process_time()
            text = self.language.asked(cells, found)
            stats["encode_seconds"] += process_time() - writing
            left = limits.after(perf_counter() - started)
            if left.seconds == 0:
                return Outcome(tuple(found), False, limits.reached, stats)
            ran, answer = self._run(text, left.seconds, limit)
            self._enter(ran, stats)
            if ran.late:
                return Outcome(tuple(found), False, limits.reached, stats)
            try:
                heard = self.language.heard(answer)
            except ValueError as error:
                heard = Heard(why=f"its answer cannot be read: {error}")
            why = self._crash(ran, bool(heard.why)) or heard.why
            if why:
                return Outcome(tuple(found), False, f"{self.told.name}: {why}", stats)
            if not self.language.one_by_one:
                return self._of_one_run(heard.grids, heard.number, limit, stats)
            found += heard.grids
            if heard.none or len(found) == limit or found.count(found[-1]) > 1:
                return Outcome(tuple(found), heard.none, "", stats)

    def _of_one_run(
        self, grids: tuple[bytes, ...], number: int | None, limit: int, stats: Mapping[str, float]
    ) -> Outcome:
        """A program that says itself how many solutions there are, up to `most`."""
        most = self.told.lines.most
        if number is None:
            number = len(grids)
        capped = 0 < most <= number
        complete = not capped and (limit == 0 or number < limit)
        kept = grids[: limit or None]
        if capped and limit not in range(1, number + 1):
            return Outcome(kept, False, f"{self.told.name}: it counts up to {most} solutions", stats)
        wanted = number if limit == 0 else min(number, limit)
        if len(kept) < wanted:
            stats = {**stats, "claimed": number}
            return Outcome(kept, False, f"{self.told.name}: it says {number} solutions and shows {len(kept)}", stats)
        return Outcome(kept, complete, "", stats)

    def _run(self, text: str, seconds: float | None, limit: int) -> tuple[Ran, str]:
        """The program on this input: (what it used, what it answered)."""
        from cpsudoku.engines.external.process import LARGEST_OUTPUT, ran  # needs a POSIX system

        with tempfile.TemporaryDirectory(prefix="cpsudoku-") as folder:
            puzzle, answer = Path(folder, "puzzle" + self.language.suffix), Path(folder, "answer")
            puzzle.write_text(text, encoding="ascii")
            whole = 0 if seconds is None else max(1, int(seconds + 0.999))
            places = {"puzzle": str(puzzle), "answer": str(answer), "seconds": str(whole), "limit": str(limit)}
            command = [re.sub(r"\{(\w+)\}", lambda found: places[found[1]], word) for word in self.told.command]
            fed = None if any("{puzzle}" in word for word in self.told.command) else puzzle
            made = ran(command, fed, seconds, self.told.memory)
            if not answer.is_file():
                return made, made.output
            with answer.open("rb") as file:
                return made, file.read(LARGEST_OUTPUT).decode("utf-8", errors="replace")

    def _enter(self, ran: Ran, stats: dict[str, float]) -> None:
        stats["cpu_seconds"] += ran.cpu
        if self.start_up:
            stats["cpu_seconds"] -= median(self.start_up)
            noise = max(self.start_up) - min(self.start_up)
            stats["start_noise"] = stats.get("start_noise", 0.0) + max(noise, CLOCK)
        stats["wall_seconds"] += ran.wall
        if ran.memory is not None:
            stats["memory_mb"] = max(stats.get("memory_mb", 0.0), ran.memory / 1e6)
        stats["runs"] += 1
        for name, pattern in self.told.counters.items():
            told = re.search(pattern, ran.output + "\n" + ran.errors, re.MULTILINE)
            if told:
                try:
                    stats[name] = stats.get(name, 0) + float(told[1].replace(",", ""))
                except ValueError:
                    continue

    def _crash(self, ran: Ran, unread: bool) -> str:
        """Why its answer is none although it ended by itself; solvers end with codes of their own, which say
        nothing.
        """
        if ran.code < 0:
            return f"it was ended by signal {-ran.code}{self._memory_said(ran)}"
        if ran.code == 0 or not unread:
            return ""
        said = ran.errors.strip().splitlines()
        return f"it ended with exit code {ran.code}{self._memory_said(ran)}{': ' + said[-1][:80] if said else ''}"

    def _memory_said(self, ran: Ran) -> str:
        """Whether the memory it was allowed may be why."""
        return f" under its memory limit of {self.told.memory / 1e9:g} GB" if self.told.memory else ""


def version_of(name: str) -> str:
    """The first line that the program of engine *name* says of its version; empty where it says none."""
    from cpsudoku.engines.external.process import ran

    told = description(name.partition(":")[2], tuple(LANGUAGES))
    if not told.version:
        return ""
    made = ran(told.version, None, 5.0, None)
    lines = (made.output.strip() or made.errors.strip()).splitlines()
    return lines[0].strip() if lines else ""
