"""Engine `outside:FILE`: the program that a TOML file describes, run anew for each question.

Its time is its own CPU time, start-up included or taken off as the file says; writing its input is counted apart. Its
answers are claims: a limit reached, a crash, or an answer that cannot be read is "unknown", with the reason; a grid
that breaks a rule, or a solution that a search of our own finds and the program denies, is an error that names the
program.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits
from cpsudoku.engines.confirmation import confirm_claim
from cpsudoku.engines.engine import Engine, Outcome, collect
from cpsudoku.engines.external.description import description
from cpsudoku.engines.external.languages import LANGUAGES, Language, ProgramAnswer
from cpsudoku.errors import UsageError

if TYPE_CHECKING:
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
    name = "outside"
    arguments = None
    serves_constraints = True

    def set_up(self) -> None:
        """See `Engine.set_up`."""
        if self.argument is None:
            raise UsageError("engine 'outside': name the file that describes a program: outside:kissat.toml")
        self.program = description(self.argument, tuple(LANGUAGES))
        speaks = self.program.speaks
        if not self.houses_only and not LANGUAGES[speaks].serves_constraints:
            raise UsageError(
                f"engine {self.name!r}: programs that speak {speaks} take square boards without constraints"
            )
        self._confirmed = True
        self._language: Language | None = None
        self._start_up: tuple[float, ...] | None = None

    @classmethod
    def title(cls, name: str) -> str:
        """See `Engine.title`: the name its file gives it."""
        _, _, argument = name.partition(":")
        return description(argument, tuple(LANGUAGES)).name if argument else name

    @property
    def language(self) -> Language:
        """The board and the rules in its words; made when first asked for."""
        if self._language is None:
            self._language = LANGUAGES[self.program.speaks](self.program, self.geometry, self.constraints)
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
            if self.program.start == "subtracted":
                trivial = self.language.trivial or self.language.question(bytes(self.geometry.size), ())
                self._start_up = tuple(self._run(trivial, None, 1)[0].cpu for _ in range(STARTS))
        return self._start_up

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`.

        `stats`: `cpu_seconds` and `wall_seconds` of the program, `memory_mb` (most, where known), `runs`,
        `encode_seconds` of ours to write its input, and the counters it reports. Where its start-up is subtracted,
        `start_noise` is the spread of the start-up times, once for each run: less than that is not measured. Where it
        claims more solutions than it shows, the outcome is unknown, and `claimed` has the number.
        Raises UsageError where it cannot be run, EnginesDisagree where its answer is found to be wrong.
        """
        budget = Budget(limits)
        stats: dict[str, float] = {"cpu_seconds": 0.0, "wall_seconds": 0.0, "runs": 0, "encode_seconds": 0.0}
        if self.language.one_by_one:
            outcome = collect(self._grids(cells, limit, budget, stats), limit, stats)
        else:
            try:
                outcome = self._of_one_run(self._answer(cells, (), limit, budget, stats), limit, stats)
            except BudgetSpent as spent:
                outcome = Outcome((), False, str(spent), stats)
        if self._confirmed:
            left = budget.left().seconds
            seconds = CONFIRM_SECONDS if left is None else min(CONFIRM_SECONDS, left)
            confirm_claim(self, Puzzle.trusted(cells, self.geometry, self.constraints), outcome, Limits(seconds))
        return outcome

    def contestant(self) -> ExternalEngine:
        """See `Engine.contestant`: its claims are not confirmed."""
        self._confirmed = False
        return self

    def _grids(self, cells: bytes, limit: int, budget: Budget, stats: dict[str, float]) -> Iterator[bytes]:
        """The solutions by run after run, each with those found before forbidden. Raises BudgetSpent."""
        found: list[bytes] = []
        while True:
            answer = self._answer(cells, found, limit, budget, stats)
            if any(grid in found for grid in answer.grids):
                yield from answer.grids
                raise BudgetSpent("")  # a solution that was forbidden: a judge sees it twice
            yield from answer.grids
            found += answer.grids
            if answer.none:
                return

    def _answer(
        self, cells: bytes, known: Sequence[bytes], limit: int, budget: Budget, stats: dict[str, float]
    ) -> ProgramAnswer:
        """What one run answers. Raises BudgetSpent where it answers nothing, or nothing that can be read."""
        writing = process_time()
        text = self.language.question(cells, known)
        stats["encode_seconds"] += process_time() - writing
        budget.check_time()
        run, output = self._run(text, budget.left().seconds, limit)
        self._count(run, stats)
        if run.late:
            raise BudgetSpent(budget.limits.reached)
        try:
            answer = self.language.answer(output)
        except ValueError as error:
            answer = ProgramAnswer(why=f"its answer cannot be read: {error}")
        why = self._crash(run, bool(answer.why)) or answer.why
        if why:
            raise BudgetSpent(f"{self.program.name}: {why}")
        return answer

    def _of_one_run(self, answer: ProgramAnswer, limit: int, stats: Mapping[str, float]) -> Outcome:
        """A program that says itself how many solutions there are, up to `most`."""
        most, number = self.program.lines.most, answer.number
        if number is None:
            number = len(answer.grids)
        capped = 0 < most <= number
        complete = not capped and (limit == 0 or number < limit)
        kept = answer.grids[: limit or None]
        if capped and limit not in range(1, number + 1):
            return Outcome(kept, False, f"{self.program.name}: it counts up to {most} solutions", stats)
        wanted = number if limit == 0 else min(number, limit)
        if len(kept) < wanted:
            stats = {**stats, "claimed": number}
            return Outcome(kept, False, f"{self.program.name}: it says {number} solutions and shows {len(kept)}", stats)
        return Outcome(kept, complete, "", stats)

    def _run(self, text: str, seconds: float | None, limit: int) -> tuple[Ran, str]:
        """The program on this input: (what it used, what it answered)."""
        from cpsudoku.engines.external.process import LARGEST_OUTPUT, run_program  # needs a POSIX system

        with tempfile.TemporaryDirectory(prefix="cpsudoku-") as folder:
            puzzle, answer = Path(folder, "puzzle" + self.language.suffix), Path(folder, "answer")
            puzzle.write_text(text, encoding="ascii")
            whole = 0 if seconds is None else max(1, int(seconds + 0.999))
            places = {"puzzle": str(puzzle), "answer": str(answer), "seconds": str(whole), "limit": str(limit)}
            command = [re.sub(r"\{(\w+)\}", lambda found: places[found[1]], word) for word in self.program.command]
            fed = None if any("{puzzle}" in word for word in self.program.command) else puzzle
            run = run_program(command, fed, seconds, self.program.memory)
            if not answer.is_file():
                return run, run.output
            with answer.open("rb") as file:
                return run, file.read(LARGEST_OUTPUT).decode("utf-8", errors="replace")

    def _count(self, ran: Ran, stats: dict[str, float]) -> None:
        stats["cpu_seconds"] += ran.cpu
        if self.start_up:
            stats["cpu_seconds"] -= median(self.start_up)
            noise = max(self.start_up) - min(self.start_up)
            stats["start_noise"] = stats.get("start_noise", 0.0) + max(noise, CLOCK)
        stats["wall_seconds"] += ran.wall
        if ran.memory is not None:
            stats["memory_mb"] = max(stats.get("memory_mb", 0.0), ran.memory / 1e6)
        stats["runs"] += 1
        for name, pattern in self.program.counters.items():
            number = re.search(pattern, ran.output + "\n" + ran.errors, re.MULTILINE)
            if number:
                try:
                    stats[name] = stats.get(name, 0) + float(number[1].replace(",", ""))
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
        return f" under its memory limit of {self.program.memory / 1e9:g} GB" if self.program.memory else ""


def version_of(name: str) -> str:
    """The first line that the program of engine *name* says of its version; empty where it says none."""
    from cpsudoku.engines.external.process import run_program

    program = description(name.partition(":")[2], tuple(LANGUAGES))
    if not program.version:
        return ""
    run = run_program(program.version, None, 5.0, None)
    lines = (run.output.strip() or run.errors.strip()).splitlines()
    return lines[0].strip() if lines else ""
