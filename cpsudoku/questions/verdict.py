"""Does a puzzle have exactly one solution? The answer, with its evidence.

    match verify(puzzle):
        case Unique(solution): ...
        case Multiple(first, second): ...
        case Impossible(core): ...
        case Unknown(why): ...

Grids are kept as bytes and become `Solution` objects on access, so that millions of verdicts stay cheap.
"""

from __future__ import annotations

import warnings
from dataclasses import FrozenInstanceError, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.mixins import RichDisplay
from cpsudoku.board.puzzle import COMPLETE, Puzzle, PuzzleLike, Solution
from cpsudoku.budget import NO_LIMITS, BudgetSpent, Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import engine_for
from cpsudoku.engines.witnesses import check_block
from cpsudoku.errors import EnginesDisagree, NotationError
from cpsudoku.questions.unavoidable import parts
from cpsudoku.records import clue, rule_texts

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import EncodingLike

__all__ = ["Impossible", "Invalid", "Multiple", "Unique", "Unknown", "Verdict", "conflict", "verdict_of", "verify"]

FEWEST_CLUES = 17
"""No classic 9x9 puzzle with fewer clues is unique (McGuire, Tugemann, Civario, 2012)."""


class _Answer(RichDisplay):
    """Frozen, equal by value; its repr is Python that evaluates to an equal object. True for `Unique` alone."""

    __slots__ = ("_rules_read",)
    __match_args__: ClassVar[tuple[str, ...]] = ()
    word: ClassVar[str]
    unique: ClassVar[bool] = False
    """Whether there is exactly one solution; None of an `Unknown`."""

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The solutions found: one, two, or none."""
        return ()

    @property
    def solution(self) -> Solution | None:
        """The first of `solutions`, None where there is none."""
        return next(iter(self.solutions), None)

    def __bool__(self) -> bool:
        return self.unique

    def __str__(self) -> str:
        return "\n\n".join([self.word, *map(str, self.solutions)])

    @property
    def rules(self) -> str:
        """How the rules of the puzzle were read: `complete`, `guessed` or `missing`. See `Puzzle.rules_read`."""
        found: str = getattr(self, "_rules_read", COMPLETE)
        return found

    def _parts(self) -> tuple[Any, ...]:
        """The arguments of the constructor."""
        return tuple(getattr(self, name) for name in self.__match_args__)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it: the verdict and its evidence."""
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self._parts(), self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Answer) and type(other) is type(self) and other._parts() == self._parts()

    def __hash__(self) -> int:
        return hash((type(self), *self._parts()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts()))})"

    def _rules_record(self) -> dict[str, str]:
        """The key `rules`, absent where they are complete."""
        return {} if self.rules == COMPLETE else {"rules": self.rules}


_set = object.__setattr__


def _restored(cls: type[_Answer], parts: tuple[Any, ...], rules_read: str) -> _Answer:
    """For pickle: an answer about a puzzle whose rules were read so."""
    answer = cls(*parts)
    _set(answer, "_rules_read", rules_read)
    return answer


class Unique(_Answer):
    """Exactly one solution."""

    __slots__ = ("cells", "geometry")
    __match_args__ = ("solution",)
    word = "unique"
    unique = True
    cells: bytes
    geometry: Geometry

    def __new__(cls, solution: Solution) -> Unique:
        return cls.trusted(solution.cells, solution.geometry)

    @classmethod
    def trusted(cls, cells: bytes, geometry: Geometry) -> Unique:
        """From a grid that is known to be the only solution: for streams of millions."""
        self = _new(cls)
        _put_cells(self, cells)
        _put_geometry(self, geometry)
        return self

    @property
    def solution(self) -> Solution:
        """The one solution."""
        return Solution.trusted(self.cells, self.geometry)

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The one solution."""
        return (self.solution,)

    def to_dict(self) -> dict[str, Any]:
        """See `_Answer.to_dict`."""
        return {"verdict": self.word, "solution": self.solution.line(), **self._rules_record()}


_new = object.__new__
_put_cells = Unique.__dict__["cells"].__set__
_put_geometry = Unique.__dict__["geometry"].__set__
"""As `_set`, without a look-up of the name, which would take half the time of a verdict in a stream."""


class Multiple(_Answer):
    """Two solutions or more, with two of them. `has_variant_rules`: there are rules beyond houses, see `components`."""

    __slots__ = ("cells", "geometry", "has_variant_rules", "second_cells")
    __match_args__ = ("first", "second")
    word = "multiple"
    cells: bytes
    second_cells: bytes
    geometry: Geometry
    has_variant_rules: bool

    def __new__(cls, first: Solution, second: Solution, has_variant_rules: bool = False) -> Multiple:
        return cls.trusted(first.cells, second.cells, first.geometry, has_variant_rules)

    @classmethod
    def trusted(
        cls, cells: bytes, second_cells: bytes, geometry: Geometry, has_variant_rules: bool = False
    ) -> Multiple:
        """From two grids that are known to be solutions: for streams of millions."""
        self = _new(cls)
        _set(self, "cells", cells)
        _set(self, "second_cells", second_cells)
        _set(self, "geometry", geometry)
        _set(self, "has_variant_rules", has_variant_rules)
        return self

    def _parts(self) -> tuple[Any, ...]:
        return (self.first, self.second, True) if self.has_variant_rules else (self.first, self.second)

    @property
    def whole(self) -> bool:
        """The former name of `has_variant_rules`."""
        warnings.warn("Multiple.whole is now Multiple.has_variant_rules", DeprecationWarning, stacklevel=2)
        return self.has_variant_rules

    @property
    def first(self) -> Solution:
        """A solution."""
        return Solution.trusted(self.cells, self.geometry)

    @property
    def second(self) -> Solution:
        """Another."""
        return Solution.trusted(self.second_cells, self.geometry)

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The two."""
        return self.first, self.second

    @property
    def components(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells in which the two differ, split into parts that can each be swapped alone.

        Two cells are connected if they share a house and one cell's digit in the first solution is the other's in the
        second. Each part is a deadly pattern without clues. Under rules beyond houses parts cannot always be swapped
        alone: then all differing cells are one part.
        """
        if self.has_variant_rules:
            return (self.first.difference(self.second),)
        return tuple(sorted(parts(self.cells, self.second_cells, self.geometry)))

    def to_dict(self) -> dict[str, Any]:
        """See `_Answer.to_dict`."""
        components = [[self.geometry.name_of(cell) for cell in part] for part in self.components]
        return {
            "verdict": self.word,
            "solution": self.first.line(),
            "second": self.second.line(),
            "components": components,
            **self._rules_record(),
        }


class Impossible(_Answer):
    """No solution. The clues in the cells `core` conflict, together with the constraints `conflict_rules`; both are
    found on first access."""

    __slots__ = ("_conflict_rules", "_core", "puzzle")
    __match_args__ = ("core",)
    word = "impossible"
    puzzle: Puzzle
    _core: tuple[Cell, ...] | None
    _conflict_rules: tuple[Constraint, ...]

    def __init__(self, puzzle: Puzzle):
        _set(self, "puzzle", puzzle)
        _set(self, "_core", None)
        _set(self, "_conflict_rules", ())

    def _parts(self) -> tuple[Any, ...]:
        return (self.puzzle,)

    @property
    def core(self) -> tuple[Cell, ...]:
        """Cells whose clues already conflict, ascending; not necessarily as few as possible.

        All clues if the current deadline (see `budget.until`) ends the search.
        """
        known = self._core
        if known is None:
            try:
                known, rules = _conflict(self.puzzle)
            except BudgetSpent:  # of the deadline that is set, if one is
                return tuple(cell for cell, _ in self.puzzle.clues)
            except ValueError:
                line = self.puzzle.line()
                raise EnginesDisagree(f"a SAT solver finds a solution of a puzzle said to have none: {line}") from None
            _set(self, "_conflict_rules", rules)  # first: a thread that reads the core finds its rules
            _set(self, "_core", known)
        return known

    def to_dict(self) -> dict[str, Any]:
        """See `_Answer.to_dict`."""
        board, cells = self.puzzle.geometry, self.puzzle.cells
        conflict = [clue(board, cell, cells[cell]) for cell in self.core]
        record = {"puzzle": self.puzzle.line(), "verdict": self.word, "conflict": conflict, **self._rules_record()}
        return record | rule_texts(self.conflict_rules, "conflict_rules")

    @property
    def conflict_rules(self) -> tuple[Constraint, ...]:
        """Constraints that the clues of `core` conflict with; not necessarily as few as possible."""
        return self._conflict_rules if self.core is not None else ()


class Invalid(_Answer):
    """In streams only: a row that is no puzzle."""

    __slots__ = ("error",)
    __match_args__ = ("error",)
    word = "invalid"
    error: NotationError

    def __init__(self, error: NotationError):
        _set(self, "error", error)

    def to_dict(self) -> dict[str, Any]:
        """See `_Answer.to_dict`."""
        return {"verdict": self.word, "message": str(self.error)}


Verdict = Unique | Multiple | Impossible | Unknown


@dataclass(frozen=True, slots=True)
class Question:
    """How to verify: engine, encoding, reduction, limits, and a second engine to agree with. Picklable."""

    engine: str = "sat"
    encoding: EncodingLike | None = None
    simplify: str | None = None
    limits: Limits = NO_LIMITS
    cross_check: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        Limits.of(self.limits)

    def engine_of(self, puzzle: Puzzle) -> Engine:
        """The engine for a puzzle: its board and its constraints."""
        return engine_for(puzzle, self.engine, encoding=self.encoding, simplify=self.simplify, seed=self.seed)

    def checker(self, puzzle: Puzzle) -> Engine | None:
        """The second engine, if one is named."""
        return engine_for(puzzle, self.cross_check) if self.cross_check else None


def verify(
    puzzle: PuzzleLike,
    *,
    engine: str = "sat",
    encoding: EncodingLike | None = None,
    simplify: str | None = None,
    limits: Limits = NO_LIMITS,
    cross_check: str | None = None,
) -> Verdict:
    """Decide whether *puzzle* has exactly one solution.

        if verify(puzzle): ...  # Unique is true; Multiple and Impossible are not; Unknown raises WrongInput
        verify(puzzle).solution  # a solution, or None

    By default singles are propagated first and SAT decides the rest; a named *encoding* (a catalog
    name or the path of a definition) uses its full formula and the blocking clause, as does
    simplify="none". Under *limits* the answer may be Unknown. *cross_check* names a second engine;
    EnginesDisagree is raised where the two differ. Raises NotationError for a text that is no puzzle, and
    WrongInput for what `Puzzle.of` does not take.
    """
    puzzle = Puzzle.of(puzzle)
    question = Question(engine, encoding, simplify, limits, cross_check)
    answers = answered(question, question.engine_of(puzzle), question.checker(puzzle), puzzle, puzzle.cells)
    return verdict_of(answers, 0, puzzle, puzzle.rules_read)


def answered(question: Question, engine: Engine, checker: Engine | None, empty: Puzzle, cells: bytes) -> Answers:
    """The answers of *engine* to a block of puzzles that have the board and the constraints of *empty*.

    Every grid is checked against the rules; what a named encoding excludes is confirmed (see `confirmation`);
    *checker*, if any, must give the same answers. Raises EnginesDisagree.
    """
    answers = engine.verify_block(cells, question.limits)
    check_block(empty, cells, answers, question.limits.seconds)
    if engine.encoding_name:
        from cpsudoku.engines.confirmation import confirm_answers

        confirm_answers(engine, empty, cells, answers)
    if checker is not None:
        second = checker.verify_block(cells, question.limits)
        check_block(empty, cells, second, question.limits.seconds)
        agree(empty, cells, (engine.name, answers), (checker.name, second))
    return answers


def verdict_of(answers: Answers, index: int, puzzle: Puzzle, rules_read: str = COMPLETE) -> Verdict:
    """The verdict on *puzzle*, number *index* of an answered block. *rules_read*: see `Puzzle.rules_read`."""
    status, size = answers.statuses[index], puzzle.geometry.size
    grid = answers.grids[index * size : (index + 1) * size]
    verdict: Unique | Multiple | Impossible
    if status == Status.UNKNOWN:
        return Unknown(answers.whys[index], rules_read)
    if status == Status.UNIQUE:
        verdict = Unique.trusted(grid, puzzle.geometry)
    elif status == Status.IMPOSSIBLE:
        verdict = Impossible(puzzle)
    else:
        verdict = Multiple.trusted(grid, answers.seconds[index], puzzle.geometry, not puzzle.houses_only)
    if rules_read != COMPLETE:
        _set(verdict, "_rules_read", rules_read)
    return verdict


def agree(empty: Puzzle, cells: bytes, first: tuple[str, Answers], second: tuple[str, Answers]) -> None:
    """Raises EnginesDisagree, naming the puzzle, where two engines (name, answers) are both certain and differ."""
    size = empty.geometry.size
    for index, (a, b) in enumerate(zip(first[1].statuses, second[1].statuses, strict=True)):
        if a != b and Status.UNKNOWN not in (a, b):
            puzzle = Puzzle.trusted(cells[index * size : (index + 1) * size], empty.geometry, empty.constraints)
            found = f"{first[0]} finds {_FINDS[a]}, {second[0]} finds {_FINDS[b]}"
            raise EnginesDisagree(f"{found}, for the puzzle {puzzle.line()}")


_FINDS: dict[int, str] = {
    Status.IMPOSSIBLE: "no solution",
    Status.UNIQUE: "one solution",
    Status.MULTIPLE: "more than one solution",
}


def conflict(puzzle: Puzzle) -> tuple[Cell, ...]:
    """Cells of a puzzle without solution whose clues already conflict: two equal peers, else a SAT solver's core.

    The core is solved again until it no longer shrinks; on boards whose formula is too large it is all clues.
    Raises ValueError where the puzzle has a solution.
    """
    return _conflict(puzzle)[0]


def _conflict(puzzle: Puzzle) -> tuple[tuple[Cell, ...], tuple[Constraint, ...]]:
    """`conflict`, and the constraints that take part in it."""
    clash = puzzle.clash()
    if clash is not None:
        return clash, ()
    from cpsudoku.subsets.assumption_solver import AssumptionSolver, LiteralOracle
    from cpsudoku.subsets.mus import core_until_stable

    if not puzzle.houses_only:
        with AssumptionSolver(puzzle) as soft:
            core = core_until_stable(soft, soft.items)
            return soft.cells(core), soft.constraints(core)
    from cpsudoku.engines.sat.pysat_solvers import Incremental
    from cpsudoku.formula import catalog
    from cpsudoku.formula.clauses import TooLarge, formula, full_encoding

    side, clues = puzzle.geometry.side, puzzle.clues
    try:
        clauses = formula(catalog.load(full_encoding(puzzle.geometry)), puzzle.geometry).clauses
    except TooLarge:
        return tuple(cell for cell, _ in clues), ()
    with Incremental("glucose4", clauses) as solver:
        core = core_until_stable(LiteralOracle(solver), [cell * side + digit for cell, digit in clues])
    return tuple(sorted((x - 1) // side for x in core)), ()


def remark(puzzle: Puzzle) -> str:
    """A remark that needs no search: the puzzle has too few clues to be unique. Empty if there is none."""
    classic = puzzle.rules_read == COMPLETE and puzzle.houses_only and puzzle.geometry.is_classic
    if not classic or puzzle.clue_count >= FEWEST_CLUES:
        return ""
    known = f"no 9x9 puzzle with fewer than {FEWEST_CLUES} is unique (McGuire, Tugemann, Civario 2012)"
    return f"{puzzle.clue_count} clues: {known}"
