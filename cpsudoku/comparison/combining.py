"""Search for encodings: all combinations of the vocabulary, measured; the Pareto front is kept.

Combined are the statements about cells and houses, whether intersections of boxes and lines have variables, the method
for "at most one" (or, for exactly one, a tree), and whether duplicate clauses are dropped, if there are any. A
combination is measured if its formula is right: on the empty 4x4 board it
must have the 288 solutions and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median
from time import process_time
from typing import Any

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.comparison.strength import Propagator, late, states
from cpsudoku.engines.registry import engine
from cpsudoku.formula.at_most_one import AT_MOST_ONE, EXACTLY_ONE
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.definition import Encoding, Rule
from cpsudoku.samples import lines_of
from cpsudoku.techniques.step import Step

OF_CELLS = ("at-least-one", "at-most-one", "exactly-one")
OF_HOUSES = OF_CELLS
TRIADS = ("row by boxes", "column by boxes", "box by rows", "box by columns")
GRIDS_4X4 = 288
SECONDS = 0.5
"""A puzzle that takes longer counts as that long."""
NOISE = 1.15
"""What times may differ by and count as the same."""
PUZZLES = 12
"""Of the sample `hard`, which are timed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A combination and its three figures, each better the smaller but `strength`.

    `clauses` on the empty 9x9 board, `variables` likewise; `strength`: share of the states whose step unit propagation
    reproduces; `seconds`: median CPU seconds of a puzzle, uniqueness proved on the full formula by CaDiCaL, `stopped`
    where half of the puzzles took longer than they were given.
    """

    name: str
    rules: tuple[str, ...]
    at_most_one: str
    duplicates: str
    variables: int
    clauses: int
    strength: float
    seconds: float
    exactly_one: str = ""
    stopped: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The record."""
        record: dict[str, Any] = {"name": self.name, "stated": list(self.rules), "at_most_one": self.at_most_one}
        record |= {"exactly_one": self.exactly_one, "once": self.duplicates == "drop"}
        names = ("variables", "clauses", "strength", "seconds", "stopped")
        return record | {name: getattr(self, name) for name in names}

    def toml(self) -> str:
        """As an encoding's file."""
        rules = ", ".join(f'"{rule}"' for rule in self.rules)
        return (
            f'[encoding]\nname = "{self.name}"\nsummary = "combined by encodings search"\nsource = "this search"\n'
            f'target = "cnf"\nvariables = "direct"\nrules = [{rules}]\nat_most_one = "{self.at_most_one}"\n'
            f'duplicates = "{self.duplicates}"\n'
            + (f'exactly_one = "{self.exactly_one}"\n' if self.exactly_one else "")
            + f"\n[expect.9x9]\nvariables = {self.variables}\n"
            f"clauses = {self.clauses}\n"
        )

    def outdone_by(self, other: Candidate) -> bool:
        """Whether *other* is nowhere worse, and somewhere better; times count as different beyond `NOISE`."""
        ours, theirs = (self.clauses, -self.strength), (other.clauses, -other.strength)
        if not all(b <= a for a, b in zip(ours, theirs)) or other.seconds > NOISE * self.seconds:
            return False
        return ours != theirs or NOISE * other.seconds < self.seconds


def combinations() -> Iterator[Encoding]:
    """Every combination, right or not."""
    for cell, house, triads, method, duplicates in product(
        OF_CELLS, OF_HOUSES, (False, True), (*AT_MOST_ONE, *EXACTLY_ONE), ("keep", "drop")
    ):
        if method in EXACTLY_ONE and "exactly-one" not in (cell, house):
            continue
        rules = [Rule("cell", cell)]
        if triads:
            rules += [Rule("intersection", "exactly-one"), *[Rule(scope, house) for scope in TRIADS]]
        else:
            rules.append(Rule("house", house))
        words = [cell, house, "triads" if triads else "plain", method, *(["once"] if duplicates == "drop" else [])]
        yield Encoding(
            name=" ".join(words),
            summary="combined",
            source="this search",
            target="cnf",
            variables="direct",
            rules=tuple(rules),
            at_most_one="pairwise" if method in EXACTLY_ONE else method,
            duplicates=duplicates,
            exactly_one=method if method in EXACTLY_ONE else "",
        )


def repeats_nothing(encoding: Encoding) -> bool:
    """Whether the encoding drops duplicate clauses but has none, so that it equals the one that keeps them."""
    if encoding.duplicates == "keep":
        return False
    kept = formula(replace(encoding, duplicates="keep"), CLASSIC)
    return len(kept.clauses) == len(formula(encoding, CLASSIC).clauses)


def is_right(encoding: Encoding) -> bool:
    """Whether its formula has exactly the grids of the 4x4 board as its solutions."""
    small = boxes(2, 2)
    found = engine("sat:minisat22", small, encoding=encoding).search(bytes(16), GRIDS_4X4 + 1)
    right = all(Puzzle.trusted(bytes(16), small).is_solved_by(grid) for grid in found.solutions)
    return right and found.complete and len(found.solutions) == GRIDS_4X4


def search(
    *,
    puzzles: Sequence[Puzzle] | None = None,
    found: Mapping[str, Sequence[Step]] | None = None,
    seconds: float = SECONDS,
    until: float | None = None,
    advance: Callable[[int], None] = lambda steps: None,
) -> tuple[list[Candidate], int, int]:
    """(the Pareto front by clauses, strength and time, by clauses; right combinations, none twice; those tried).

    *puzzles*: what is timed (`PUZZLES` of the sample `hard` where None). *found*: the states, see `strength.states`.
    *until*: by `perf_counter`, when to try no further combination. *advance* is called with 1 after each. Takes
    minutes.
    """
    timed = puzzles if puzzles is not None else [Puzzle.of(x) for x in lines_of("hard")[:PUZZLES]]
    steps = [step for kept in (states(each=10) if found is None else found).values() for step in kept]
    measured: list[Candidate] = []
    every = 0
    for encoding in combinations():
        every += 1
        if not repeats_nothing(encoding) and is_right(encoding):
            measured.append(candidate(encoding, timed, steps, seconds))
        advance(1)
        if late(until):
            break
    front = [one for one in measured if not any(one.outdone_by(other) for other in measured)]
    return sorted(front, key=lambda one: (one.clauses, one.seconds)), len(measured), every


def candidate(encoding: Encoding, puzzles: Sequence[Puzzle], steps: Sequence[Step], seconds: float) -> Candidate:
    """A combination measured."""
    full = formula(encoding, CLASSIC)
    propagator = Propagator(encoding)
    strength = sum(propagator.concludes(step)[0] for step in steps) / len(steps)
    propagator.close()
    subject = engine("sat:cadical153", CLASSIC, encoding=encoding)
    subject.search(puzzles[0].cells, 2, Limits(seconds))
    times = []
    for puzzle in puzzles:
        start = process_time()
        outcome = subject.search(puzzle.cells, 2, Limits(seconds))
        times.append(seconds if outcome.why else min(seconds, process_time() - start))
    return Candidate(
        name=encoding.name,
        rules=tuple(map(str, encoding.rules)),
        at_most_one=encoding.at_most_one,
        duplicates=encoding.duplicates,
        exactly_one=encoding.exactly_one,
        stopped=median(times) >= seconds,
        variables=full.variables,
        clauses=len(full.clauses),
        strength=strength,
        seconds=median(times),
    )
