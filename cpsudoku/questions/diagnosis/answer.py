"""What a diagnosis says. A set called `smallest` or `fewest` is proven so where `proven` is true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.records import clue, rule_texts

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

Clue = tuple[Cell, Digit]


@dataclass(frozen=True)
class Conflict:
    """Clues and constraints that no grid can have together; without any one of them some grid can.

    `houses` are the houses needed (empty for puzzles with constraints).
    """

    cells: tuple[Cell, ...]
    houses: tuple[str, ...]
    proven: bool
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True)
class Drop:
    """Clues and constraints whose removal leaves `count` solutions (at least so many where not `exact`)."""

    cells: tuple[Cell, ...]
    count: int
    exact: bool
    constraints: tuple[Constraint, ...] = ()

    @property
    def becomes(self) -> str:
        """`unique` or `multiple`."""
        return "unique" if self.count == 1 and self.exact else "multiple"


@dataclass(frozen=True)
class Repair:
    """The puzzle is unique with this digit in the clue's cell instead."""

    cell: Cell
    digit: Digit
    solution: Solution


@dataclass(frozen=True)
class RuleRepair:
    """The puzzle is unique with `instead` in place of `rule`: the same but for its number (a cage's sum, a clue), or
    turned round (a thermometer from its other end)."""

    rule: Constraint
    instead: Constraint
    solution: Solution


@dataclass(frozen=True)
class Addition:
    """Clues that, added, leave `solution` alone."""

    clues: tuple[Clue, ...]
    solution: Solution
    proven: bool


@dataclass(frozen=True)
class AddedRules:
    """Constraints that, added, leave `solution` alone; `proven`: no fewer of those proposed do."""

    constraints: tuple[Constraint, ...]
    solution: Solution
    proven: bool


@dataclass(frozen=True)
class OfKind:
    """Whether the constraints of a kind are needed: `members`, all those of `kind` (a word or a family).

    `needless`: the puzzle stays unique without any of them; None where a limit left that open. `kept`: with these and
    everything else it stays unique. No fewer than `at_least` of them will do.
    """

    kind: str
    members: tuple[Constraint, ...]
    needless: bool | None
    kept: tuple[Constraint, ...]
    at_least: int

    @property
    def proven(self) -> bool:
        """No fewer than those `kept` will do."""
        return len(self.kept) == self.at_least

    def to_dict(self) -> dict[str, Any]:
        """Plain data: constraints in their text form."""
        return {
            "kind": self.kind,
            "members": len(self.members),
            "needless": self.needless,
            "kept": [rule.text for rule in self.kept],
            "at_least": self.at_least,
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Diagnosed(GridDisplay):
    """Common part: `partial` names what a limit cut short."""

    puzzle: Puzzle
    partial: tuple[str, ...] = field(default=(), kw_only=True)
    word: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it: cells as "r1c1", clues as {"cell": "r1c1", "digit": 5}."""
        record = {"puzzle": self.puzzle.line(), "verdict": self.word, **self._found()}
        return record | ({"message": self.cut_short} if self.partial else {})

    @property
    def cut_short(self) -> str:
        """`partial` in words."""
        return f"a limit cut short: {', '.join(self.partial)}" if self.partial else ""

    @property
    def solutions(self) -> dict[str, Solution]:
        """The solutions it shows, by their keys in `to_dict`."""
        return {}

    def _found(self) -> dict[str, Any]:
        raise NotImplementedError

    def _names(self, cells: Iterable[Cell]) -> list[str]:
        return [self.puzzle.geometry.name_of(cell) for cell in cells]

    def _clues(self, pairs: Iterable[Clue]) -> list[dict[str, Any]]:
        return [clue(self.puzzle.geometry, cell, digit) for cell, digit in pairs]


@dataclass(frozen=True)
class Broken(Diagnosed):
    """No solution. `drops`: all ways to drop one clue or constraint (those that leave a unique puzzle first), else one
    way to drop as few as will do (`drops_proven`). `repairs`: single digits to change; `rule_repairs`: single numbers
    of constraints, or one turned round."""

    conflict: Conflict
    drops: tuple[Drop, ...]
    drops_proven: bool
    repairs: tuple[Repair, ...]
    rule_repairs: tuple[RuleRepair, ...] = ()
    word = "impossible"

    def _found(self) -> dict[str, Any]:
        first = self.drops[0] if self.drops else None
        return {
            "conflict": self._clues((cell, self.puzzle.cells[cell]) for cell in self.conflict.cells),
            **rule_texts(self.conflict.constraints, "conflict_rules"),
            "houses": list(self.conflict.houses),
            "drop": self._names(first.cells) if first else None,
            "becomes": first.becomes if first else None,
            "drops": [self._drop(drop) for drop in self.drops],
            "repair": self._clues((repair.cell, repair.digit) for repair in self.repairs),
            **({"repair_rules": list(map(_restated, self.rule_repairs))} if self.rule_repairs else {}),
        }

    def _drop(self, drop: Drop) -> dict[str, Any]:
        record: dict[str, Any] = {"cells": self._names(drop.cells), "count": drop.count, "complete": drop.exact}
        return record | rule_texts(drop.constraints, "rules")


def _restated(repair: RuleRepair) -> dict[str, str]:
    return {"rule": repair.rule.text, "instead": repair.instead.text}


@dataclass(frozen=True)
class Ambiguous(Diagnosed):
    """Several solutions, `count` of them (`exact`, else at least so many).

    `differ`: cells that are not the same in all solutions seen. `deadly`: the smallest sets of clueless cells that
    can be filled in two ways while the rest of `first` stays, smallest first. `addition`: the fewest clues that leave
    `first`; `addition_over_all`: the fewest that leave any one solution (None where there are too many to list).
    `singles`: single clues that will do; those of `first` alone where not `exact` or too many. With
    constraints `first` and `second` are two solutions and `differ` says where they are not the same, `addition` is
    looked for, and so is `added_rules`: the fewest constraints like those there (dots, marks, sums of cages, clues
    outside) that leave `first`; None where no number of them does.
    """

    first: Solution
    count: int
    exact: bool
    differ: tuple[Cell, ...]
    deadly: tuple[tuple[Cell, ...], ...]
    addition: Addition | None
    addition_over_all: Addition | None
    singles: tuple[Clue, ...]
    second: Solution | None = None
    added_rules: AddedRules | None = None
    word = "multiple"

    @property
    def solutions(self) -> dict[str, Solution]:
        """See `Diagnosed.solutions`."""
        return {"solution": self.first} | ({"second": self.second} if self.second is not None else {})

    def _found(self) -> dict[str, Any]:
        added, over_all, rules = self.addition, self.addition_over_all, self.added_rules
        return {
            "count": self.count,
            "complete": self.exact,
            **{key: solution.line() for key, solution in self.solutions.items()},
            "add": self._clues(added.clues) if added else None,
            "add_proven": added.proven if added else None,
            "add_rules": [rule.text for rule in rules.constraints] if rules else None,
            "add_rules_proven": rules.proven if rules else None,
            "add_over_all": self._clues(over_all.clues) if over_all else None,
            "single": self._clues(self.singles),
            "differ": self._names(self.differ),
            "deadly": [self._names(pattern) for pattern in self.deadly],
        }


@dataclass(frozen=True)
class Sound(Diagnosed):
    """One solution. `redundant`: each clue that could go (alone; perhaps not together), `spare` each constraint. None
    left: minimal. `of`: the answer about a kind of constraint."""

    solution: Solution
    redundant: tuple[Cell, ...]
    spare: tuple[Constraint, ...] = ()
    of: OfKind | None = None
    word = "unique"

    @property
    def solutions(self) -> dict[str, Solution]:
        """See `Diagnosed.solutions`."""
        return {"solution": self.solution}

    def _found(self) -> dict[str, Any]:
        redundant = self._names(self.redundant)
        of = {"of": self.of.to_dict()} if self.of is not None else {}
        record = {"solution": self.solution.line(), "redundant": redundant, **rule_texts(self.spare, "spare")}
        return record | {"minimal": self.minimal, **of}

    @property
    def minimal(self) -> bool:
        """No clue can go."""
        return not self.redundant and not self.spare and "redundant" not in self.partial


Diagnosis = Broken | Ambiguous | Sound
