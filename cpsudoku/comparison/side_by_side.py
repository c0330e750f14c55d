"""`compare`: engines and encodings on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from cpsudoku.board.coerce import names_of, stream_of
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.comparison.contestant import DEFAULT_ENGINES, REFUSED, Contestant, line_up
from cpsudoku.comparison.memory import BASELINE, peak, peaks
from cpsudoku.comparison.runs import description, pinned, run
from cpsudoku.comparison.table import Table
from cpsudoku.errors import UsageError
from cpsudoku.formula.definition import Encoding
from cpsudoku.samples import lines_of

Puzzles = Iterable[PuzzleLike]


def compare(
    puzzles: Puzzles | Mapping[str, Puzzles] = (),
    *,
    engines: str | Iterable[str] = DEFAULT_ENGINES,
    encodings: str | Path | Encoding | Iterable[str | Path | Encoding] = (),
    simplify: str | Sequence[str] = (),
    task: str = "unique",
    timeout: float | None = None,
    repeat: int = 1,
    sample: str | None = None,
    take: int | None = None,
    seed: int = 0,
    shuffle: bool = False,
    pin: int | None = None,
    memory: bool = False,
    advance: Callable[[int], None] = lambda steps: None,
) -> Table:
    """Engines and encodings on the same puzzles, in turns, by CPU time.

    *puzzles*: any iterable of puzzles or strings, or a mapping of set names to such. *engines*, *encodings* and
    *simplify*: one name or several. *task*:
    "unique" (is there a second solution?), "solve" (one) or "count" (all). *timeout*: seconds a
    puzzle and engine. *sample*: a sample file of the package, as one more set. *take*: that many puzzles of each set,
    drawn by *seed*. *shuffle*: puzzles and engines in an order drawn by *seed*. *pin*: the processor to run on.
    *memory*: each engine searches each set once more, in a process of its own whose memory is measured.
    *advance* is called with the number of runs made since.
    An engine that does not serve a puzzle's constraints has "refused" it, and the others go on.
    Raises EnginesDisagree naming the puzzle, UnknownName, UsageError, the latter also where every engine refused.
    """
    if repeat < 1:
        raise UsageError(f"repeat {repeat}: at least 1")
    contestants = line_up(
        names_of(engines, "compare", "engines"),
        [encodings] if isinstance(encodings, str | Path | Encoding) else names_of(encodings, "compare", "encodings"),
        tuple(names_of(simplify, "compare", "simplify")),
    )
    sets = dict(puzzles) if isinstance(puzzles, Mapping) else {"puzzles": puzzles} if puzzles != () else {}
    if sample is not None:
        if not isinstance(sample, str):
            raise UsageError(
                f"sample {sample!r}: the name of a sample file; how many puzzles of each set: take={sample}"
            )
        sets[sample] = lines_of(sample)
    sets = {name: stream_of(members, "compare") for name, members in sets.items()}
    groups = {name: drawn(numbered(members), take, f"{seed}/{name}") for name, members in sets.items()}
    if not any(groups.values()):
        raise UsageError("no puzzle to compare on")
    with pinned(pin):
        runs, setups = run(
            groups,
            contestants,
            task=task,
            timeout=timeout,
            repeat=repeat,
            seed=seed,
            shuffle=shuffle,
            advance=advance,
        )
        used = {}
        if memory:
            used = peaks(groups, contestants, task=task, timeout=timeout, seed=seed, advance=advance)
    if all(made.answer == REFUSED for made in runs):
        raise UsageError(runs[0].why)
    about = {
        "engines": [contestant.label for contestant in contestants],
        "task": task,
        "timeout": timeout,
        "repeat": repeat,
        "take": take,
        "seed": seed,
        "shuffle": shuffle or None,
        "pin": pin,
        "programs": programs(contestants),
        **({BASELINE: round(peak(None, (), seed, 1, None) or 0, 1)} if memory else {}),
        **description(),
    }
    return Table(tuple(runs), about, setups, used)


def numbered(members: Puzzles) -> list[tuple[int, Puzzle]]:
    """The puzzles with their rows, from 1. Raises NotationError for a string that is none."""
    return [(row, Puzzle.of(member)) for row, member in enumerate(members, start=1)]


def programs(contestants: Iterable[Contestant]) -> str | None:
    """The external programs and, where known, their versions; None without any."""
    names = []
    for contestant in contestants:
        if contestant.outside:
            from cpsudoku.engines.external.engine import version_of

            version = version_of(contestant.engine)
            names.append(f"{contestant.label} ({version})" if version else contestant.label)
    return ", ".join(names) or None


def drawn(members: list[tuple[int, Puzzle]], take: int | None, seed: str) -> list[tuple[int, Puzzle]]:
    """*take* of the members in their order, or all where there are no more."""
    if take is None or take >= len(members):
        return members
    return [members[k] for k in sorted(Random(seed).sample(range(len(members)), take))]
