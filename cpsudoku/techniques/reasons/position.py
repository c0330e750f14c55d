"""Where a walk stands: candidates, digits placed, facts; and the steps that techniques find there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.reason import Fact, Reason
from cpsudoku.techniques.reasons.setting import Region, Setting, Source


class Contradiction(Exception):
    """The candidates break the rules; `step` says why, with a removal that leaves nothing."""

    def __init__(self, step: Step) -> None:
        super().__init__()
        self.step = step


@dataclass(frozen=True)
class Told:
    """What a step says: reasons, the argument ("the 7-cage sees the 12 pair"), and facts it concludes.

    Where the fact is known already, it stands with the reasons *also* for all of them. *path*: the candidates of a
    chain, (cell, real digit, whether it is true) where the first is false. *short*: the argument in fewer words,
    where there are some.
    """

    reasons: tuple[Reason, ...]
    argument: str
    facts: tuple[Fact, ...] = ()
    also: tuple[Reason, ...] = ()
    path: tuple[tuple[Cell, int, bool], ...] = ()
    short: str = ""


@dataclass(eq=False, slots=True)
class Step:
    """A step, with what a walk must know to leave out what it does not need.

    removed   candidates that go, as masks by cell
    needs     candidates whose absence the argument rests on, as masks by cell
    again     finds the step at other candidates, which may give less; None where it gives nothing
    reads     of a step without needs: the cells of its rules
    tell      reasons and argument, at the candidates where it was found
    placed    (cell, bit) of a digit that is written; `clears`: it only takes a written digit from cells that see it
    facts     derived rules that it uses
    inner     the steps of a case
    inside    finds the steps of a case again on the board that is told (masks, digits); None where they end elsewhere
    """

    rung: Rung
    removed: dict[Cell, int]
    needs: Mapping[Cell, int] = field(default_factory=dict)
    again: Callable[[Position], Step | None] | None = None
    tell: Callable[[], Told] = field(default=lambda: Told((), ""))
    placed: tuple[Cell, int] | None = None
    clears: bool = False
    facts: tuple[Source, ...] = ()
    reads: tuple[Cell, ...] = ()
    inner: tuple[Any, ...] = ()
    inside: Callable[[Sequence[int], bytes], Step | None] | None = None

    def rests_on(self, full: int) -> Mapping[Cell, int]:
        """The candidates whose absence it may rest on; *full* is the mask of all digits."""
        return self.needs or dict.fromkeys(self.reads, full)

    def holds(self, masks: Sequence[int]) -> bool:
        """Whether the candidates that it needs gone are."""
        return not any([masks[cell] & mask for cell, mask in self.needs.items()])


class Position:
    """Candidates by cell, and by digit as covers of cells; changes have times, so that techniques skip the rest."""

    def __init__(self, setting: Setting, masks: Sequence[int] | None = None) -> None:
        self.setting = setting
        self.masks = [setting.full] * setting.size if masks is None else list(masks)
        self.placed = 0
        self.time = 1
        self.changed = [1] * setting.size
        self.places = [
            sum(1 << cell for cell, mask in enumerate(self.masks) if mask >> digit & 1) for digit in range(setting.n)
        ]
        self.facts: list[Source] = []
        self.memory: dict[Any, Any] = {}
        self.whole = False

    @property
    def is_solved(self) -> bool:
        """True where every cell has its digit."""
        return self.placed == (1 << self.setting.size) - 1

    def copy(self) -> Position:
        """Another one at the same place."""
        found = Position.__new__(Position)
        found.setting, found.masks, found.placed, found.time = self.setting, self.masks[:], self.placed, self.time
        found.changed, found.places, found.facts = self.changed[:], self.places[:], self.facts
        found.memory, found.whole = {}, self.whole
        return found

    def remove(self, removed: Mapping[Cell, int]) -> dict[Cell, int]:
        """Take candidates away; what of them was there."""
        done: dict[Cell, int] = {}
        masks, places = self.masks, self.places
        self.time += 1
        for cell, mask in removed.items():
            gone = masks[cell] & mask
            if gone:
                done[cell] = gone
                masks[cell] &= ~gone
                self.changed[cell] = self.time
                keep = ~(1 << cell)
                while gone:
                    bit = gone & -gone
                    places[bit.bit_length() - 1] &= keep
                    gone ^= bit
        return done

    def where(self, region: Region, digit: int) -> int:
        """The cells of a region that may hold a digit (bit number), as a cover."""
        return self.places[digit] & region.cover

    def since(self, key: Any, cells: Sequence[Cell]) -> bool:
        """Whether a cell has changed since this was asked with the key; always the first time."""
        last = self.memory.get(key, 0)
        self.memory[key] = self.time
        changed = self.changed
        return any([changed[cell] > last for cell in cells])

    def sources(self) -> Iterator[Source]:
        """Rules, then facts."""
        yield from self.setting.sources
        yield from self.facts
