"""Rules inside rules: the part of composites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.forms import Form
from cpsudoku.constraints.registry import from_dict
from cpsudoku.constraints.text import parse
from cpsudoku.errors import ConstraintError, brief

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry


class Rules(Form):
    """Other rules, lists of them where *lists*."""

    braces = True

    def __init__(self, lists: bool = False, least: int = 1, most: int | None = None) -> None:
        self.lists, self.least, self.most = lists, least, most

    def normal(self, given: Any, where: str) -> Any:
        if isinstance(given, (Constraint, str, Mapping)) or not isinstance(given, Iterable):
            given = (given,)
        found = tuple(self._list(part, where) if self.lists else _rule(part, where) for part in given)
        if len(found) < self.least or (self.most is not None and len(found) > self.most):
            raise ConstraintError(f"{where}: {len(found)} rules inside; it takes {self.least} or more")
        return found

    def _list(self, given: Any, where: str) -> Any:
        if isinstance(given, (Constraint, str, Mapping)):
            given = (given,)
        if not isinstance(given, Iterable):
            raise ConstraintError(f"{where}: {brief(given)} is no list of rules")
        return tuple(_rule(part, where) for part in given)

    def placed(self, kept: Any, board: Geometry, siblings: tuple[Any, ...]) -> Any:
        if self.lists:
            return tuple(tuple(rule.on(board, siblings) for rule in part) for part in kept)
        return tuple(rule.on(board, siblings) for rule in kept)

    def grouped(self, options: list[list[Constraint]]) -> Any:
        return options if self.lists else [rule for option in options for rule in option]

    def rules_of(self, kept: Any) -> tuple[Constraint, ...]:
        return tuple(rule for part in kept for rule in part) if self.lists else tuple(kept)

    def text(self, kept: Any) -> str:
        parts = [" ; ".join(rule.text for rule in part) if self.lists else part.text for part in kept]
        return "{ " + " | ".join(parts) + " }"

    def plain(self, kept: Any) -> Any:
        if self.lists:
            return [[rule.to_dict() for rule in part] for part in kept]
        return [rule.to_dict() for rule in kept]


def _rule(given: Any, where: str) -> Any:
    if isinstance(given, Constraint):
        return given
    if isinstance(given, str):
        return parse(given)
    if isinstance(given, Mapping):
        return from_dict(given)
    raise ConstraintError(f"{where}: {brief(given)} is no rule")
