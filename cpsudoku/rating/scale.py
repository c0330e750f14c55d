"""Rate puzzles on the Sudoku Explainer scale; the next step, all steps.

Numbers are those of Sudoku Explainer 1.2.1 (ER, EP, ED) for every classic 9x9 puzzle with one solution; where the
puzzle gives candidates, of the same techniques from the grid with which Sukaku Explainer begins (see `start`). On other
boards the techniques that carry over are used, and the rating says it is not on that scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any

from cpsudoku.board.coerce import described, names_of
from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.errors import UnknownName, UsageError, WrongInput, unknown
from cpsudoku.kernels import work_sharing
from cpsudoku.lending import Lender
from cpsudoku.rating.answers import Rating, Unrated
from cpsudoku.rating.game import Mistake, mistake_in, with_entries
from cpsudoku.rating.isomorphs import MOST, spread_of, turned
from cpsudoku.rating.numbers import CLASH, FULL, IMPOSSIBLE, MULTIPLE, SOLVED, STOPPED, STUCK, tenths_of
from cpsudoku.rating.rater import CHUNK, Rater
from cpsudoku.rating.start import count_from, gives_candidates, masks_given, position
from cpsudoku.techniques.chains.work_pool import MOST as MOST_HELPERS
from cpsudoku.techniques.ladder import ALL_RUNGS, TECHNIQUES
from cpsudoku.techniques.step import Step, technique_name

if TYPE_CHECKING:
    from cpsudoku.formats import Record

Candidates = Sequence[int]
"""One mask a cell, bit d-1 for digit d; cells whose digit is placed are not read."""

SCALE = "the Sudoku Explainer scale"
ENDS = {SOLVED: "solved", STUCK: "stuck", STOPPED: "stopped"}
NO_ISOMORPHS = "isomorphs are rated for the classic board, without candidates of one's own"
EARLY = {"": 0, "pearl": 1, "diamond": 2}


def rate(
    puzzle: PuzzleLike,
    candidates: Candidates | None = None,
    *,
    without: Iterable[str] = (),
    max_er: float | None = None,
    only: str = "",
    isomorphs: int = 0,
    seed: int = 0,
    jobs: int = 1,
) -> Rating | Unrated:
    """How hard the puzzle is for people; from these *candidates* on, where they are given.

    A puzzle that gives candidates itself is rated as a Sukaku: see `cpsudoku.rating.start`.

    *without* names techniques or families that may not be used, such as "uniqueness". *max_er*, such as 7.2, stops
    as soon as the rating exceeds it, *only* "pearl" or "diamond" as soon as the puzzle is known not to be one; such a
    rating has `end` "stopped". *isomorphs*: rate so many random isomorphs as well, drawn by *seed*; the rating's
    `spread` tells how far they differ (classic board only, without candidates and limits; costs as many ratings).
    *jobs* threads (-1: one a core) share the dynamic forcing chains of a hard puzzle; the answer is the same.
    Raises UnknownName, UsageError, and NotationError for a text that is no puzzle.
    """
    puzzle, candidates = understood(puzzle, candidates)
    scale = Scale(allowed(without), max_er, only, isomorphs, seed)
    if isomorphs and not _is_plain(puzzle, candidates):
        raise UsageError(f"isomorphs={isomorphs}: {NO_ISOMORPHS}")
    return scale.rated(puzzle, candidates, jobs=threads_of(jobs))


def hint(
    puzzle: PuzzleLike,
    candidates: Candidates | None = None,
    *,
    entries: Mapping[Cell, Digit] | None = None,
    without: Iterable[str] = (),
) -> Step | Mistake | Unrated | None:
    """The step to take next, None where no allowed technique finds one, Unrated where the puzzle has no one solution.

    *puzzle* has the givens; *entries* what the player wrote, a digit a cell, and *candidates* the pencil marks. Texts
    that tell the three apart are understood. A wrong entry or a wrongly erased mark comes first: a Mistake.
    """
    found = _game(puzzle, candidates, entries)
    if not isinstance(found, tuple):
        return found
    from cpsudoku.rating.path import walk

    return next(iter(walk(*found, allowed(without))), None)


def all_steps(
    puzzle: PuzzleLike,
    candidates: Candidates | None = None,
    *,
    entries: Mapping[Cell, Digit] | None = None,
    without: Iterable[str] = (),
) -> tuple[Step, ...] | Mistake | Unrated:
    """Every step that could be taken now, in the order of the ladder; else as `hint`."""
    found = _game(puzzle, candidates, entries)
    if not isinstance(found, tuple):
        return found
    from cpsudoku.rating.path import present

    return tuple(present(*found, allowed(without)))


def _game(
    puzzle: PuzzleLike, candidates: Candidates | None, entries: Mapping[Cell, Digit] | None
) -> tuple[Puzzle, tuple[int, ...] | None] | Mistake | Unrated:
    """The grid as the player sees it and its candidates, or what stands in the way of a step."""
    if isinstance(puzzle, str):
        record = _read(puzzle)
        puzzle = record.puzzle
        candidates = record.candidates if candidates is None else candidates
        entries = record.entries if entries is None else entries
    puzzle, masks = understood(puzzle, candidates)
    entries = entries or {}
    with_entries(puzzle, entries)
    mistake = mistake_in(puzzle, entries, masks)
    if mistake:
        return mistake
    seen, masks = position(puzzle, masks)
    if entries:
        seen, masks = understood(with_entries(seen, entries), masks)
    return not_unique(seen, masks) or (seen, masks)


def _read(text: str) -> Record:
    """The puzzle of a text, with what it says beside it."""
    from cpsudoku.formats import read_one

    record = read_one(text)
    if record.warnings:
        from cpsudoku.formats.prose import warn

        warn(record)
    return record


def technique_words() -> list[str]:
    """Families and keys of techniques, as options take them."""
    return [*sorted({technique.family for technique in TECHNIQUES}), *(technique.key for technique in TECHNIQUES)]


def allowed(without: Iterable[str]) -> int:
    """The rungs left when these techniques or families go, as bits. A rung goes as a whole. Raises UnknownName."""
    rungs: int = ALL_RUNGS
    for name in names_of(without, "rate", "without"):
        gone = {rung for t in TECHNIQUES if name in (t.key, t.family) for rung in t.rungs}
        if not gone:
            families = sorted({t.family for t in TECHNIQUES})
            raise UnknownName(
                unknown("technique", name, [t.key for t in TECHNIQUES], families) + f"; families: {', '.join(families)}"
            )
        for rung in gone:
            rungs &= ~(1 << rung)
    return rungs


def off_scale(puzzle: Puzzle) -> str:
    """Why a puzzle is not on the scale, "" where it is: it has a board of another shape, or rules beyond houses that
    say more than which candidates cells have."""
    return "" if puzzle.houses_only or gives_candidates(puzzle) else puzzle.beyond_houses(SCALE)


def understood(puzzle: PuzzleLike, candidates: Candidates | None) -> tuple[Puzzle, tuple[int, ...] | None]:
    """The puzzle and the candidates to rate it from, if any were given with it or in its text."""
    if isinstance(puzzle, str):
        record = _read(puzzle)
        puzzle, candidates = record.puzzle, record.start if candidates is None else candidates
    puzzle = Puzzle.of(puzzle)
    why = off_scale(puzzle)
    if why:
        raise UsageError(why)
    if candidates is None:
        return puzzle, None
    geometry = puzzle.geometry
    try:
        candidates = tuple(map(index, candidates))
    except TypeError:
        raise WrongInput(f"candidates: {described(candidates)}; accepted: a bit mask a cell, as numbers") from None
    if len(candidates) != geometry.size:
        raise UsageError(f"{len(candidates)} candidate masks; a {geometry} board has {geometry.size} cells")
    full = (1 << geometry.side) - 1
    for cell, mask in enumerate(candidates):
        if not 0 <= mask <= full:
            raise UsageError(f"candidate mask {mask} of {geometry.name_of(cell)}; masks are 0 to {full}")
    given = masks_given(puzzle)
    if given is not None:
        return puzzle, tuple(left if clue else mask & left for clue, mask, left in zip(puzzle.cells, candidates, given))
    open_ = geometry.open_digits(puzzle.cells)
    return puzzle, tuple(0 if clue else mask & left for clue, mask, left in zip(puzzle.cells, candidates, open_))


def threads_of(jobs: int) -> int:
    """How many threads *jobs* stands for: see `work_sharing.threads_of`. Raises UsageError."""
    return work_sharing.threads_of(jobs, MOST_HELPERS + 1)


def settled_rater(rungs: int, max_er: float | None, only: str, threads: int = 1) -> Any:
    """A rater of the classic board with these settings. Raises UsageError."""
    rater = Rater(threads)
    rater.rungs = rungs
    rater.max_er, rater.early = _stops(max_er, only)
    return rater


def _stops(max_er: float | None, only: str) -> tuple[float, int]:
    """`max_er` and `early` of a rater."""
    if only not in EARLY:
        raise UsageError(f"only={only!r}; it is 'pearl', 'diamond' or ''")
    return 99.0 if max_er is None else tenths_of(max_er, "max_er") / 10 + 0.01, EARLY[only]


_raters: Lender[Any] = Lender(settled_rater, 1)
"""A rater with some settings, for one user at a time."""
Numbers = tuple[int, int, int, int, int]
"""What `Rater.rate_chunk` says of a puzzle: ER, EP, ED in tenths, its end, its hardest technique."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How each of many puzzles is rated: the techniques allowed, and when to stop. Picklable.

    Raises UsageError for what `rate` does not take.
    """

    rungs: int = ALL_RUNGS
    max_er: float | None = None
    only: str = ""
    isomorphs: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        _stops(self.max_er, self.only)
        for name in ("isomorphs", "seed"):
            if not hasattr(getattr(self, name), "__index__"):
                raise WrongInput(f"{name}={described(getattr(self, name))}; accepted: a whole number")
        if not 0 <= self.isomorphs <= MOST:
            raise UsageError(f"isomorphs {self.isomorphs}: a number from 1 to {MOST:,}, or 0 for none")
        if self.isomorphs and (self.max_er is not None or self.only):
            raise UsageError("isomorphs and a rating that stops early exclude each other: it is no rating")

    def numbers(self, cells: bytes, jobs: int = 1) -> list[Numbers]:
        """Those of classic puzzles, 81 bytes each, one after the other, by so many threads."""
        found: list[Numbers] = []
        with _raters(self.rungs, self.max_er, self.only, jobs) as rater:
            for at in range(0, len(cells), 81 * CHUNK):
                found += rater.rate_chunk(cells[at : at + 81 * CHUNK])
        return found

    def answer(self, puzzle: Puzzle, numbers: Numbers) -> Rating | Unrated:
        """The answer that these numbers of a classic puzzle mean."""
        if not has_rating(numbers):
            return _unrated(puzzle, numbers[3])
        return _rating(
            puzzle, numbers, "SE" if self.rungs == ALL_RUNGS else "SE, some techniques not allowed", self.rungs
        )

    def rated(self, puzzle: Puzzle, candidates: tuple[int, ...] | None = None, *, jobs: int = 1) -> Rating | Unrated:
        """The rating of any puzzle, from these *candidates* on where they are given, by so many threads."""
        puzzle, candidates = understood(puzzle, candidates)
        if _is_plain(puzzle, candidates):
            (numbers,) = self.numbers(puzzle.cells, jobs)
            found = self.answer(puzzle, numbers)
            return self._spread(found, jobs) if self.isomorphs and isinstance(found, Rating) else found
        if self.isomorphs:
            return Unrated(puzzle, "refused", NO_ISOMORPHS)
        return self._step_by_step(puzzle, candidates, jobs)

    def _spread(self, rating: Rating, jobs: int) -> Rating:
        every = b"".join(turned(rating.puzzle.cells, self.isomorphs, self.seed))
        return replace(rating, spread=spread_of(self.numbers(every, jobs), self.seed))

    def _step_by_step(self, puzzle: Puzzle, candidates: tuple[int, ...] | None, jobs: int) -> Rating | Unrated:
        """Rate from candidates, or on another board."""
        seen, masks = position(puzzle, candidates)
        refused = not_unique(seen, masks)
        if refused:
            return replace(refused, puzzle=puzzle)
        from cpsudoku.rating.path import rater_at

        rater = rater_at(seen, masks, self.rungs, jobs)
        if puzzle.geometry.is_classic:
            rater.hint.explain = False
        rater.max_er, rater.early = _stops(self.max_er, self.only)
        end = rater.finish()
        scale = "SE" if puzzle.geometry.is_classic and self.rungs == ALL_RUNGS else "not SE scale"
        return _rating(puzzle, (*rater.numbers(), end, rater.hardest_step()), scale, self.rungs, candidates)


def has_rating(numbers: Numbers) -> bool:
    """Whether there is a rating, and these are its numbers."""
    return numbers[3] < FULL


def _is_plain(puzzle: Puzzle, candidates: tuple[int, ...] | None) -> bool:
    """Whether it is the classic board, with clues alone."""
    return puzzle.geometry.is_classic and candidates is None and not puzzle.constraints


def _rating(
    puzzle: Puzzle, numbers: Numbers, scale: str, rungs: int, candidates: tuple[int, ...] | None = None
) -> Rating:
    er, ep, ed, end, hardest = numbers
    key, name = technique_name(hardest) if hardest >= 0 else ("", "")
    return Rating(puzzle, er / 10, ep / 10, ed / 10, ENDS[end], name, scale, rungs, candidates, key)


def _unrated(puzzle: Puzzle, end: int) -> Unrated:
    if end == FULL:
        return Unrated(puzzle, "solved", "every cell is already filled")
    if end == CLASH:
        clash = puzzle.clash()
        assert clash is not None
        a, b = (puzzle.geometry.name_of(cell) for cell in clash)
        return Unrated(puzzle, "impossible", f"{a} and {b} both hold {puzzle.cells[clash[0]]}")
    if end == IMPOSSIBLE:
        return Unrated(puzzle, "impossible", "the puzzle has no solution")
    return Unrated(puzzle, "multiple", "the puzzle has more than one solution")


def not_unique(puzzle: Puzzle, candidates: tuple[int, ...] | None = None) -> Unrated | None:
    """Why the puzzle cannot be reasoned about, if so: it is full, or has not exactly one solution."""
    if puzzle.clash():
        return _unrated(puzzle, CLASH)
    if 0 not in puzzle.cells:
        return _unrated(puzzle, FULL)
    count = count_from(puzzle, candidates)
    return None if count == 1 else _unrated(puzzle, IMPOSSIBLE if count == 0 else MULTIPLE)
