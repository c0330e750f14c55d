"""The rules of an f-puzzles object, by the keys of the kinds (`constraints.fpuzzles`); drawings and unknown keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.different import ExtraRegion
from cpsudoku.constraints.fpuzzles import is_root
from cpsudoku.constraints.keys import keys_of, written_as
from cpsudoku.formats.reading import as_notation
from cpsudoku.formats.rules import extra_houses, keyed, with_extras

NAME = "f-puzzles"
TEXTS = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "disabledlogic", "successMessage",
    "truecandidatesoptions", "foglight", "fogofwar", "msgcorrect", "metadata",
}  # fmt: skip
"""Keys without logic that are no drawings either."""
DRAWN = frozenset(["text", "line", "circle", "rectangle", "cage"])
_BY_A_RULE = ("fromConstraint", "isNewConstraint", "isLLConstraint")
_SHOWN = ("foglight", "fow", "customstyle", "title:", "author:", "rules:", "msgcorrect:", "solution:")


@dataclass
class Understood:
    """What the keys of an object say."""

    board: Geometry
    rules: list[Constraint] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)


def read(value: Mapping[str, Any], board: Geometry) -> Understood:
    """Houses, rules, unknown keys and drawings of an object. Raises NotationError."""
    known = keys_of(NAME)
    found = Understood(board)
    late = []
    kept = {str(key): entry for key, entry in value.items() if key not in TEXTS and entry not in (None, False, [], "")}
    _houses(kept, found)
    for word, entry in kept.items():
        key = known.get(word.lower())
        entries = entry if isinstance(entry, list) else [entry]
        if word in DRAWN and any(not _explained(one) for one in entries):
            found.drawn.append(word)
        if key is None:
            found.unknown += [word] * (word not in DRAWN)
        elif key[1].late:
            late.append((word, entries))
        else:
            found.rules += keyed(NAME, word, entries, found.board, ())
    for word, entries in late:
        found.rules += keyed(NAME, word, entries, found.board, found.rules)
    return found


def _houses(kept: dict[str, Any], found: Understood) -> None:
    """Take the keys that make extra houses of the board, where it can have such."""
    board = found.board
    sets: list[list[int]] = []
    if board.layout is not None:
        return
    side = board.side
    if kept.get("diagonal+") and kept.get("diagonal-"):
        sets += [[r * side + side - 1 - r for r in range(side)], [r * side + r for r in range(side)]]
        del kept["diagonal+"], kept["diagonal-"]
    if kept.pop("disjointgroups", None):
        with as_notation("disjointgroups"):
            disjoint = Geometry(board.box_rows, board.box_cols, board.regions, ("disjoint",))
        sets += [list(house.cells) for house in extra_houses(disjoint)]
    regions = keyed(NAME, "extraregion", kept.pop("extraregion", []), board, ())
    at = {frozenset(rule.on(board).at): rule for rule in regions}
    found.board, left = with_extras(board, [*sets, *at])
    found.rules += [rule for cells, rule in at.items() if cells in left]


def _explained(entry: object) -> bool:
    """Whether a drawn thing is drawn by a rule, or holds a rule or a note itself."""
    if not isinstance(entry, dict):
        return False
    text = entry.get("value")
    shown = isinstance(text, str) and text.strip().lower().startswith(_SHOWN)
    return shown or is_root(entry) or any(entry.get(flag) for flag in _BY_A_RULE)


def write(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of a puzzle's houses and rules; rules without a key are left out."""
    found: dict[str, Any] = {}
    board = puzzle.geometry
    if "diagonals" in board.extras:
        found.update({"diagonal+": True, "diagonal-": True})
    if "disjoint" in board.extras:
        found["disjointgroups"] = True
    for house in extra_houses(board) if board.layout is None else ():
        if "diagonal" not in house.name and "disjoint" not in house.name:
            _add(found, written_as(ExtraRegion(house.cells).on(board), NAME))
    for rule in puzzle.constraints:
        _add(found, written_as(rule, NAME, puzzle.constraints))
    return found


def _add(found: dict[str, Any], written: tuple[str, list[Any]] | None) -> None:
    if written is None or written[0] == CANDIDATES:
        return
    key, entries = written
    if entries == [True]:
        found[key] = True
    else:
        found.setdefault(key, []).extend(entries)


CANDIDATES = "givenPencilMarks"
