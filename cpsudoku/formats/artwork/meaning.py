"""One file's figures while they are given a meaning, and what was found of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.base import Constraint
from cpsudoku.constraints.registry import built, kind
from cpsudoku.errors import ConstraintError
from cpsudoku.formats.artwork.figures import Mark, Place, Stroke
from cpsudoku.formats.artwork.sentences import Said, drawn_keys

BULB = 0.35
"""The least side of a bulb, in cells."""


@dataclass
class Guessed:
    """`rules` are what the drawings seem to mean; `refuted` what the stored solution breaks; `left` has no meaning;
    `used` are the figures that became rules."""

    rules: list[Constraint] = field(default_factory=list)
    refuted: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    used: set[Stroke | Mark] = field(default_factory=set)


@dataclass
class Guess:
    """One file's figures while they are given a meaning."""

    board: Geometry
    said: Sequence[Said]
    text: bool
    solution: Sequence[int | None] | None
    strokes: list[Stroke]
    marks: list[Mark]
    houses: frozenset[Place] = frozenset()
    read: frozenset[str] = frozenset()
    numbered: list[tuple[tuple[Place, ...], int]] = field(default_factory=list)
    found: Guessed = field(default_factory=Guessed)

    def __post_init__(self) -> None:
        self.keys = drawn_keys()
        self.side = self.board.columns
        self.spoken = {word for one in self.said for word in one.words}

    # -- what is said

    def means(self, word: str) -> bool:
        """Whether the prose mentions a kind; always true without prose."""
        return word in self.spoken or not self.text

    def kinds(self, shape: str) -> list[str]:
        """The kinds of a shape that may be meant."""
        return [word for word, key in self.keys.items() if key.shape == shape and self.means(word)]

    def sentences(self, word: str) -> list[str]:
        """The sentences about a kind, in plain words."""
        return [one.plain for one in self.said if word in one.words]

    def stated(self, word: str) -> dict[str, int]:
        """The number that the sentences about a kind give."""
        found: dict[str, int] = {}
        for sentence in self.sentences(word):
            found = found or self.keys[word].stated(sentence)
        return found

    # -- rules

    def rule(self, word: str, **parts: Any) -> Constraint | None:
        """The rule on the board; None where it cannot be."""
        try:
            return built(kind(word), {**self.keys[word].parts, **parts}).on(self.board)
        except ConstraintError:
            return None

    def broken(self, rule: Constraint) -> bool:
        """Whether the stored solution breaks it."""
        return self.solution is not None and not rule.holds(self.solution)

    def take(
        self,
        rules: Sequence[Constraint | None],
        what: str,
        strokes: Collection[Stroke] = (),
        marks: Collection[Mark] = (),
    ) -> bool:
        """Add the rules that a group of figures means, all or none, and drop the figures.

        False where there are none, where some cannot be, and where the solution breaks them.
        """
        kept = [rule for rule in rules if rule is not None]
        if not kept or len(kept) < len(rules):
            return False
        if any(map(self.broken, kept)):
            self.found.refuted.append(f"{kept[0].name} ({what})")
            return False
        self.found.rules += kept
        self.found.used.update(strokes, marks)
        self.strokes = [one for one in self.strokes if one not in strokes]
        self.marks = [one for one in self.marks if one not in marks]
        return True

    def take_best(
        self,
        words: Sequence[str],
        make: Callable[[str], list[Constraint | None]],
        what: str,
        strokes: Collection[Stroke] = (),
        marks: Collection[Mark] = (),
    ) -> None:
        """Take the rules of the one kind among *words*; of several the one that can be and is kept by the solution."""
        fitting = self.best(words, make) if len(words) > 1 else words
        if len(fitting) == 1:
            (word,) = fitting
            self.take(make(word), what, strokes, marks)

    def best(self, words: Sequence[str], make: Callable[[str], list[Constraint | None]]) -> list[str]:
        """The kinds among *words* whose rules can be and are kept by the solution."""
        rules = {word: make(word) for word in words}
        return [word for word in words if rules[word] and all(map(self._possible, rules[word]))]

    def _possible(self, rule: Constraint | None) -> bool:
        return rule is not None and not self.broken(rule)

    def along(self, word: str, line: Stroke) -> list[Constraint | None]:
        """The rules of a line; a closed one begins anywhere and goes on past its end."""
        cells, parts = self.names(line.cells), self.stated(word)
        rule = self.rule(word, cells=cells, **parts)
        if rule is not None or len(cells) < 5 or cells[0] != cells[-1]:
            return [rule]
        loop = cells[:-1]
        over = self.rule(word, cells=[*loop[-2:], *loop[:2]], **parts) if word in ("entropic", "modular") else None
        return [self.rule(word, cells=loop, **parts), *([over] if over is not None else [])]

    def names(self, cells: Iterable[Place]) -> list[str]:
        """Cells by name."""
        return [f"r{r + 1}c{c + 1}" for r, c in cells]

    def inside(self, cells: Iterable[Place]) -> bool:
        """Whether all of them are on the board."""
        return all(0 <= r < self.board.rows and 0 <= c < self.side for r, c in cells)

    def bulbs(self) -> dict[Place, list[Mark]]:
        """The shapes in the middle of a cell that are about as large as a bulb, by cell."""
        found: dict[Place, list[Mark]] = {}
        for one in self.marks:
            if one.centred and not one.text and BULB <= min(one.width, one.height) <= max(one.width, one.height) <= 1:
                found.setdefault(one.cell, []).append(one)
        return found
