"""`explain`: why each digit is forced, under any rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import lru_cache

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits, until
from cpsudoku.errors import UsageError
from cpsudoku.questions.explanation.few_reasons import MOST
from cpsudoku.questions.explanation.model import Literal, Model, Set
from cpsudoku.questions.explanation.smallest import Prover
from cpsudoku.questions.explanation.step import Deduction, Explanation
from cpsudoku.questions.explanation.techniques import ALL_OPEN, technique
from cpsudoku.questions.explanation.telling import Telling
from cpsudoku.questions.explanation.walk import Found, Walk
from cpsudoku.questions.verdict import Impossible, Multiple, Unique, Unknown, Verdict, verify
from cpsudoku.rating.game import Mistake, mistake_against

FEW_STEPS = 5
"""Steps up to which `why` looks for a set of reasons that gives the digit at once."""


def explain(
    puzzle: PuzzleLike, *, smallest: bool = False, every: bool = False, limits: Limits = NO_LIMITS
) -> Explanation | Multiple | Impossible | Unknown:
    """The path from the clues to the solution, each step from a small set of reasons.

    *smallest*: prove of each step that no lighter set gives it, or find that set; slower. *every*: also the steps that
    nothing later uses; the answer's `unused` names them. *limits*: seconds for the whole walk; what was found before is
    kept. Puzzles without exactly one solution get their verdict instead.
    Deterministic. Source: Espasa and others (2021), see `reasons`.
    """
    return Walking(puzzle).walk(smallest, limits, every)


class Walking:
    """An explanation that may be interrupted; it keeps the steps found before. One `walk` each."""

    def __init__(self, puzzle: PuzzleLike) -> None:
        self.puzzle = Puzzle.of(puzzle)
        self.steps: list[Deduction] = []
        self._solution: bytes | None = None
        self._unused: set[int] = set()

    def walk(
        self, smallest: bool = False, limits: Limits = NO_LIMITS, every: bool = False
    ) -> Explanation | Multiple | Impossible | Unknown:
        """As `explain`."""
        deadline = limits.deadline()
        verdict = verify(self.puzzle, limits=limits)
        if not isinstance(verdict, Unique):
            return verdict
        self._solution = verdict.cells
        if 0 not in self.puzzle.cells:
            return self._found(verdict.cells, True)
        try:
            with until(deadline):
                unused = self._unused if every else None
                for step in _deductions(self.puzzle, verdict.cells, self.puzzle.clues, None, smallest, unused):
                    self.steps.append(step)
            complete = True
        except BudgetSpent:
            complete = False
        return self._found(verdict.cells, complete)

    @property
    def so_far(self) -> Explanation | None:
        """The steps found until now; None before the puzzle is known to have one solution."""
        return None if self._solution is None else self._found(self._solution, False)

    def _found(self, solution: bytes, complete: bool) -> Explanation:
        return Explanation(self.puzzle, solution, tuple(self.steps), complete, frozenset(self._unused))

    def __str__(self) -> str:
        """`34 steps, 12 of 81 digits`."""
        steps, size = len(self.steps), self.puzzle.geometry.size
        placed = len(self.puzzle.clues) + sum(len(step.placements) for step in self.steps[:steps])
        return f"{sum(not step.clears for step in self.steps[:steps])} steps, {placed} of {size} digits"


def why(
    puzzle: PuzzleLike,
    cell: Cell | str,
    digit: Digit | None = None,
    *,
    smallest: bool = False,
    limits: Limits = NO_LIMITS,
) -> Deduction | Multiple | Impossible | Unknown:
    """Why *cell* ("r3c4", or its number) has its digit, or cannot have *digit*: from the clues, for that digit alone.

    Where few reasons give it at once, clues included, that is the answer. Else its `inner` steps lead there by
    techniques; none of them can be left out, and its reasons are those of all of them. *smallest*: one step without
    others, from a set of reasons proven smallest.
    Raises UsageError for a cell or a digit that the board has not, and for the cell of a clue.
    """
    puzzle = Puzzle.of(puzzle)
    geometry = puzzle.geometry
    number = geometry.cell_named(cell) if isinstance(cell, str) else cell
    if not 0 <= number < geometry.size:
        raise UsageError(f"cell {cell!r}: this board has cells 0 to {geometry.size - 1}")
    if digit is not None and not geometry.lo <= digit <= geometry.hi:
        raise UsageError(f"digit {digit!r}: this board has digits {geometry.lo} to {geometry.hi}")
    if puzzle.cells[number]:
        raise UsageError(f"{geometry.name_of(number)} is a clue: it has its digit by itself")
    verdict = verify(puzzle, limits=limits)
    if not isinstance(verdict, Unique):
        return verdict
    n, right = geometry.side, verdict.cells[number]
    wanted = right if digit is None else digit - geometry.lo + 1
    try:
        with until(limits.deadline()):
            story: Deduction | None = None
            if not smallest:
                story = Telling(puzzle, verdict.cells).argument(number, wanted + geometry.lo - 1, wanted == right)
                steps = 0 if story is None or wanted != right else sum(not step.clears for step in story.inner)
                if story is not None and steps > FEW_STEPS:
                    return story
            found = _at_once(puzzle, verdict.cells, number * n + wanted, smallest)
            if story is not None and (isinstance(found, Unknown) or found.size > MOST):
                return story
            return found
    except BudgetSpent as problem:
        return Unknown(str(problem))


def _at_once(puzzle: Puzzle, solution: bytes, literal: Literal, smallest: bool) -> Deduction | Unknown:
    """Why a literal holds, or does not, from the clues in one step by a set of reasons."""
    right = solution[(literal - 1) // puzzle.geometry.side]
    assumed = -literal if (literal - 1) % puzzle.geometry.side + 1 == right else literal
    with closing(Model(puzzle, clues=True)) as model:
        model.take(())
        reasons = _from_scratch(model, assumed)
        if reasons is None:
            return Unknown("no proof within the limits of its search")
        proven = False
        if smallest:
            with closing(Prover(model, solution)) as prover:
                best = prover.smallest(assumed, reasons)
            reasons, proven = best.reasons, best.proven
        found = Found((-assumed,), reasons)
        return _deduction(model, found, _masks(model), bytes(puzzle.geometry.size), proven)


def next_deduction(
    puzzle: PuzzleLike,
    candidates: Sequence[int] | None = None,
    *,
    entries: Mapping[Cell, Digit] | None = None,
    smallest: bool = False,
    limits: Limits = NO_LIMITS,
) -> Deduction | Mistake | Multiple | Impossible | Unknown | None:
    """The next step of a player's game: what `hint` is for rules of any kind. None where every cell has its digit.

    *puzzle* has the givens, *entries* what the player wrote (real digits), *candidates* the pencil marks (a mask a
    cell, 0 where there are none). A wrong entry or a wrongly erased mark comes first: a Mistake. Steps that only clear
    a digit from its houses are taken on the way.
    """
    puzzle = Puzzle.of(puzzle)
    deadline = limits.deadline()
    verdict = _verdict(puzzle, limits)
    if isinstance(verdict, Unknown):
        _verdict.cache_clear()
    if not isinstance(verdict, Unique):
        return verdict
    solution = verdict.cells
    lo, n = puzzle.geometry.lo, puzzle.geometry.side
    marks = None if candidates is None else tuple(mask or (1 << n) - 1 for mask in candidates)
    written = {cell: digit - lo + 1 for cell, digit in (entries or {}).items()}
    mistake = mistake_against(puzzle, solution, written, marks)
    if mistake is not None or 0 not in puzzle.cells:
        return mistake
    known = [*puzzle.clues, *((c, digit) for c, digit in sorted(written.items()) if not puzzle.cells[c])]
    settled = {cell for cell, _ in known}
    left = None if marks is None else [(1 << n) - 1 if c in settled else mask for c, mask in enumerate(marks)]
    try:
        with until(deadline):
            for step in _deductions(puzzle, solution, known, left, smallest):
                if not step.clears:
                    return step
    except BudgetSpent as problem:
        return Unknown(str(problem))
    return None


@lru_cache(maxsize=16)
def _verdict(puzzle: Puzzle, limits: Limits) -> Verdict:
    """The verdict; cached for the steps of one game."""
    return verify(puzzle, limits=limits)


def _from_scratch(model: Model, literal: Literal) -> Set | None:
    found = model.kernel.refuted((literal,), range(len(model.reasons)))
    if found:
        smaller: Set = model.kernel.smaller(literal, found[0][1])
        return smaller
    core = model.searched(literal, range(len(model.reasons)))
    return None if core is None else model.shrunk(literal, core)


def _deductions(
    puzzle: Puzzle,
    solution: bytes,
    known: Sequence[tuple[Cell, int]],
    marks: Sequence[int] | None,
    prove: bool,
    unused: set[int] | None = None,
) -> Iterator[Deduction]:
    """The steps of a walk after *known* digits (bytes) and pencil *marks*: by techniques, or by proven sets.

    *unused*: all steps that techniques find; at the end it holds the numbers of those that nothing later uses.
    """
    if prove:
        n = puzzle.geometry.side
        facts = [cell * n + digit for cell, digit in known]
        for cell, mask in enumerate(marks or ()):
            facts += [-(cell * n + digit) for digit in range(1, n + 1) if not mask >> (digit - 1) & 1]
        with closing(Model(puzzle)) as model:
            yield from _by_sets(model, solution, facts, prove)
    else:
        telling = Telling(puzzle, solution, unused is not None)
        yield from telling.steps(known, marks, marks is None)
        if unused is not None:
            unused |= telling.unused


def _by_sets(model: Model, solution: bytes, facts: list[Literal], prove: bool) -> Iterator[Deduction]:
    """The steps of a walk by sets of reasons, as they are shown."""
    n = model.n
    masks, grid = _masks(model), bytearray(model.puzzle.geometry.size)
    for literal in facts:
        _apply(masks, grid, literal, n)
    with ExitStack() as stack:
        prover: Prover | None = None
        pending: list[Literal] = []  # shown, and no facts of the model yet: the walk takes several steps at once
        taken = len(model.facts)
        walk = stack.enter_context(closing(Walk(model, solution)))
        for whole in walk.steps(facts):
            if len(model.facts) != taken:
                pending, taken = [], len(model.facts)
            parts: Iterable[tuple[Found, bool]] = ((whole, len(whole.reasons) == 1),)
            if prove and whole.sought and len(whole.reasons) > 1:
                prover = prover or stack.enter_context(closing(Prover(model, solution)))
                parts = _smallest(prover, whole, tuple(pending))
            for found, proven in parts:
                yield _deduction(model, found, masks, grid, proven)
                pending += found.literals
                for literal in found.literals:
                    _apply(masks, grid, literal, n)


def _smallest(prover: Prover, found: Found, shown: tuple[Literal, ...] = ()) -> Iterator[tuple[Found, bool]]:
    """The step by a smallest set for its first conclusion, and whether that is proven.

    What the smaller set does not imply follows in separate steps, which may use what was *shown* before.
    """
    first, *others = found.literals
    best = prover.smallest(-first, found.reasons, shown)
    if best.reasons == found.reasons:
        yield found, best.proven
        return
    refuted = prover.model.refuted([-x for x in others], best.reasons)
    follow = (first, *(x for x in others if -x in refuted))
    yield found._replace(literals=follow, reasons=best.reasons), best.proven
    rest = tuple(x for x in others if -x not in refuted)
    if rest:
        yield from _smallest(prover, found._replace(literals=rest), (*shown, *follow))


def _deduction(model: Model, found: Found, masks: Sequence[int], grid: bytes | bytearray, proven: bool) -> Deduction:
    reasons = tuple(model.reasons[reason] for reason in found.reasons)
    placed = sorted(divmod(x - 1, model.n) for x in found.literals if x > 0)
    full = {cell for cell, _ in placed}
    gone = sorted(divmod(-x - 1, model.n) for x in found.literals if x < 0 and model.cell(x) not in full)
    lost = {cell: masks[cell] & ~(1 << k) for cell, k in placed}
    for cell, k in gone:
        lost[cell] = lost.get(cell, 0) | 1 << k
    key, name = technique(reasons, model.puzzle, masks, lost) if found.sought else ALL_OPEN
    lo = model.puzzle.geometry.lo
    placements, removals = (tuple((cell, k + lo) for cell, k in pairs) for pairs in (placed, gone))
    return Deduction(
        placements, removals, reasons, proven, key, name, model.puzzle, before=tuple(masks), grid=bytes(grid)
    )


def _masks(model: Model) -> list[int]:
    return [(1 << model.n) - 1] * model.puzzle.geometry.size


def _apply(masks: list[int], grid: bytearray, literal: Literal, n: int) -> None:
    cell, digit = divmod(abs(literal) - 1, n)
    if literal > 0:
        masks[cell], grid[cell] = 1 << digit, digit + 1
    else:
        masks[cell] &= ~(1 << digit)
