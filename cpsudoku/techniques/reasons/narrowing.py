"""What one statement in primitives leaves of the candidates of its cells: the reasoning inside one rule or fact.

A `Narrower` is a statement made ready. Auxiliary Booleans are cells of their own after those of the board, with the
bits 1 (false) and 2 (true). Pairs, digit sets, automata and sums of cells are exact each by itself; sums may be told
which of their cells differ (`groups`), because they lie in one house.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from cpsudoku.constraints.primitives import (
    AnyOf,
    Automaton,
    Aux,
    Cell,
    Clause,
    Defines,
    Different,
    DigitSet,
    EqualSums,
    Implies,
    Literal,
    Pair,
    Primitive,
    Statement,
    Sum,
)
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.arrangements import feasible, finals, supported, total_of

MOST_CACHED = 20_000
Masks = tuple[int, ...]
FALSE, TRUE = 1, 2

Groups = tuple[tuple[int, ...], ...]
"""Positions in a list of cells, those of a group all different."""
Splitter = Callable[[Sequence[Cell]], Groups]
"""Cells into groups that differ."""


class Part(Protocol):
    """A primitive made ready: `cells` it reads, and what it leaves of their masks; None where it cannot hold."""

    cells: tuple[int, ...]

    def left(self, masks: Masks) -> Masks | None:
        """The masks of `cells` that remain; None where nothing does."""
        ...


class Cached:
    """A part that keeps its answers by masks."""

    cells: tuple[int, ...]

    def __init__(self) -> None:
        self._known: dict[Masks, Masks | None] = {}

    def left(self, masks: Masks) -> Masks | None:
        """As `Part.left`."""
        try:
            return self._known[masks]
        except KeyError:
            if len(self._known) > MOST_CACHED:
                self._known.clear()
            found = self._known[masks] = self.narrowed(masks)
            return found

    def narrowed(self, masks: Masks) -> Masks | None:
        """The answer."""
        raise NotImplementedError


class Related(Cached):
    """A pair of cells."""

    def __init__(self, pair: Pair, lo: int) -> None:
        super().__init__()
        self.cells = (pair.a, pair.b)
        self._pairs = [(1 << x - lo, 1 << y - lo) for x, y in sorted(pair.allowed)]

    def narrowed(self, masks: Masks) -> Masks | None:
        a, b = masks
        one = other = 0
        for x, y in self._pairs:
            if x & a and y & b:
                one |= x
                other |= y
        return (one, other) if one else None

    def beside(self, a: int, b: int) -> list[tuple[int, int]]:
        """Each digit (bit number) of mask *a* with what it leaves of mask *b*."""
        left = {x: 0 for x in bits(a)}
        for x, y in self._pairs:
            if x & a:
                left[x.bit_length() - 1] |= y & b
        return list(left.items())

    def allows(self, x: int, y: int) -> bool:
        """Whether the cells can have these digits (bit numbers)."""
        return (1 << x, 1 << y) in self._pairs


class Unequal(Cached):
    """Cells that differ."""

    def __init__(self, cells: tuple[int, ...], digits: int) -> None:
        super().__init__()
        self.cells = cells
        self._exact = feasible(len(cells), digits)

    def narrowed(self, masks: Masks) -> Masks | None:
        if self._exact:
            found = supported(masks, finals(masks))
            return found if all(found) else None
        left = list(masks)
        for k, mask in enumerate(left):
            if mask & mask - 1 == 0:
                left = [other & ~mask if j != k else other for j, other in enumerate(left)]
        return tuple(left) if all(left) else None


class Chosen(Cached):
    """Cells that differ, with a set of digits of a list."""

    def __init__(self, part: DigitSet, lo: int) -> None:
        super().__init__()
        self.cells = part.cells
        self.sets = frozenset(sum(1 << digit - lo for digit in chosen) for chosen in part.sets)

    def narrowed(self, masks: Masks) -> Masks | None:
        found = supported(masks, self.sets)
        return found if all(found) else None

    def possible(self, masks: Masks) -> list[int]:
        """The sets that the cells can have."""
        return sorted(self.sets & finals(masks))


class Added(Cached):
    """A sum: of each group of terms that differ the sets of digits; the groups are independent of each other."""

    def __init__(self, terms: Sequence[tuple[int, int]], totals: Iterable[int], groups: Groups, lo: int, size: int):
        super().__init__()
        self.cells = tuple(cell for cell, _ in terms)
        self._by = [by for _, by in terms]
        self._totals = tuple(totals)
        self._groups = groups
        self._lows = [lo if cell < size else 0 for cell, _ in terms]  # a Boolean counts 0 or 1

    def sums(self, masks: Masks) -> list[dict[int, list[int]]]:
        """For each group its sums, each with the sets of digits that give it."""
        found = []
        for group in self._groups:
            by, lo = self._by[group[0]], self._lows[group[0]]
            table: dict[int, list[int]] = {}
            for used in finals(tuple([masks[k] for k in group])):
                table.setdefault(by * total_of(used, lo), []).append(used)
            found.append(table)
        return found

    def reachable(self, masks: Masks) -> set[int]:
        """The totals that the cells can have."""
        return _joined(self.sums(masks))

    def narrowed(self, masks: Masks, totals: Iterable[int] | None = None) -> Masks | None:
        tables = self.sums(masks)
        before = [{0}]
        for table in tables[:-1]:
            before.append({one + other for one in before[-1] for other in table})
        after = set(self._totals if totals is None else totals)  # what the groups up to here must give
        left = list(masks)
        for number in range(len(tables) - 1, -1, -1):
            table, group = tables[number], self._groups[number]
            earlier = before[number]
            good = {total for total in table if any(wanted - total in earlier for wanted in after)}
            if not good:
                return None
            if len(good) < len(table) or len(group) > 1:
                accepted = [used for total in good for used in table[total]]
                found = supported(tuple([masks[k] for k in group]), accepted)
                for k, mask in zip(group, found):
                    left[k] = mask
            after = {wanted - total for wanted in after for total in good if wanted - total in earlier}
        return tuple(left) if all(left) else None


def _joined(tables: Iterable[Iterable[int]]) -> set[int]:
    found = {0}
    for table in tables:
        found = {one + other for one in found for other in table}
    return found


class Equal(Cached):
    """Several sums that are equal."""

    def __init__(self, groups: Sequence[Added]) -> None:
        super().__init__()
        self.groups = groups
        self.cells = tuple(dict.fromkeys(cell for group in groups for cell in group.cells))
        self._at = [tuple(self.cells.index(cell) for cell in group.cells) for group in groups]

    def totals(self, masks: Masks) -> set[int]:
        """The sums that all groups can have."""
        return set.intersection(
            *(group.reachable(tuple(masks[k] for k in at)) for group, at in zip(self.groups, self._at))
        )

    def narrowed(self, masks: Masks) -> Masks | None:
        totals = self.totals(masks)
        if not totals:
            return None
        left = list(masks)
        for group, at in zip(self.groups, self._at):
            found = group.narrowed(tuple(left[k] for k in at), totals)
            if found is None:
                return None
            for k, mask in zip(at, found):
                left[k] &= mask
        return tuple(left) if all(left) else None


class Read(Cached):
    """An automaton."""

    def __init__(self, part: Automaton, lo: int) -> None:
        super().__init__()
        self.cells = part.cells
        self._layers = [[(state, 1 << digit - lo, to) for state, digit, to in rows] for rows in part.layers]

    def narrowed(self, masks: Masks) -> Masks | None:
        reached = [{0}]
        for rows, mask in zip(self._layers, masks):
            here = reached[-1]
            reached.append({to for state, bit, to in rows if bit & mask and state in here})
        alive = reached[-1]
        left = [0] * len(masks)
        for at in range(len(masks) - 1, -1, -1):
            here, mask, seen, before = reached[at], masks[at], 0, set()
            for state, bit, to in self._layers[at]:
                if bit & mask and state in here and to in alive:
                    seen |= bit
                    before.add(state)
            left[at], alive = seen, before
        return tuple(left) if all(left) else None


class Either:
    """A clause over (cell, mask): one of the cells has one of these digits."""

    def __init__(self, terms: Sequence[tuple[int, int]]) -> None:
        joined: dict[int, int] = {}
        for cell, mask in terms:
            joined[cell] = joined.get(cell, 0) | mask
        self.cells = tuple(joined)
        self._wanted = tuple(joined.values())

    def left(self, masks: Masks) -> Masks | None:
        """As `Part.left`."""
        open_ = [k for k, (mask, wanted) in enumerate(zip(masks, self._wanted)) if mask & wanted]
        if len(open_) > 1:
            return masks
        if not open_:
            return None
        k = open_[0]
        return (*masks[:k], masks[k] & self._wanted[k], *masks[k + 1 :])


class Branches:
    """One of several statements holds: what all of those leave that can."""

    def __init__(self, branches: Sequence[Narrower]) -> None:
        self._branches = branches
        self.cells = tuple(sorted({cell for branch in branches for cell in branch.outside}))

    def left(self, masks: Masks) -> Masks | None:
        """As `Part.left`."""
        found = [0] * len(masks)
        for branch in self._branches:
            there = branch.within(dict(zip(self.cells, masks)))
            if there is not None:
                found = [mask | there.get(cell, old) for mask, cell, old in zip(found, self.cells, masks)]
                if found == list(masks):
                    break
        return tuple(found) if all(found) else None


class Conditional:
    """Where all conditions hold, a statement does."""

    def __init__(self, conditions: Sequence[tuple[int, int]], inner: Narrower) -> None:
        self._conditions, self._inner = conditions, inner
        self.cells = tuple(sorted({cell for cell, _ in conditions} | set(inner.outside)))

    def left(self, masks: Masks) -> Masks | None:
        """As `Part.left`."""
        known = dict(zip(self.cells, masks))
        open_ = [(cell, mask) for cell, mask in self._conditions if known[cell] & ~mask]
        if any(not known[cell] & mask for cell, mask in open_) or len(open_) > 1:
            return masks
        there = self._inner.within(known)
        if there is None:
            if not open_:
                return None
            cell, mask = open_[0]
            known[cell] &= ~mask
        elif not open_:
            known |= there
        return tuple(known[cell] for cell in self.cells)


class Narrower:
    """A statement made ready for boards of *size* cells with *digits* digits from *lo*.

    `cells` are those of the board, `outside` those with the auxiliary ones that it shares with its surroundings.
    """

    def __init__(
        self,
        statement: Statement,
        size: int,
        lo: int,
        digits: int,
        split: Splitter | None = None,
        names: dict[object, int] | None = None,
        parts: Sequence[Part] = (),
    ) -> None:
        """*parts*: such as no primitive becomes, of a statement that these say better."""
        self._size, self._lo, self._digits, self._split = size, lo, digits, split
        self._names: dict[object, int] = {} if names is None else dict(names)
        shared = set((names or {}).values())
        self.parts: list[Part] = list(parts)
        for primitive in statement:
            self._add(primitive)
        self._parts_of: dict[int, list[int]] = {}
        for number, part in enumerate(self.parts):
            for cell in part.cells:
                self._parts_of.setdefault(cell, []).append(number)
        every = self._parts_of.keys()
        self.cells = tuple(sorted(cell for cell in every if cell < size))
        self.outside = tuple(sorted(cell for cell in every if cell < size or cell in shared))
        self._own = tuple(sorted(cell for cell in every if cell >= size and cell not in shared))
        self._alone = len(self.parts) == 1 and self.parts[0].cells == self.outside and not self._own
        self._known: dict[Masks, dict[int, int] | None] = {}

    def _literal(self, literal: Literal) -> tuple[int, int]:
        if isinstance(literal, Aux):
            at = self._names.setdefault(literal.name, self._size + len(self._names))
            return at, TRUE if literal.positive else FALSE
        bit = 1 << literal.digit - self._lo
        return literal.cell, bit if literal.positive else (1 << self._digits) - 1 & ~bit

    def _inner(self, statement: Statement) -> Narrower:
        return Narrower(statement, self._size, self._lo, self._digits, self._split, self._names)

    def _added(self, terms: Sequence[tuple[Cell | Literal, int]], totals: Iterable[int]) -> Added:
        """A sum, split into groups of equal coefficients that differ."""
        numbered: list[tuple[int, int]] = []
        shift = 0
        for term, by in terms:
            if isinstance(term, int):
                numbered.append((term, by))
                continue
            cell, mask = self._literal(term)
            if cell < self._size:  # a digit of a cell counts as 0 or 1: by a Boolean that says so
                name = ("is", cell, mask)
                at = self._names.get(name)
                if at is None:
                    at = self._names[name] = self._size + len(self._names)
                    self.parts.append(Either(((at, FALSE), (cell, mask))))
                    self.parts.append(Either(((at, TRUE), (cell, (1 << self._digits) - 1 & ~mask))))
                numbered.append((at, by))
            elif mask == TRUE:
                numbered.append((cell, by))
            else:
                numbered.append((cell, -by))
                shift += by
        groups: list[tuple[int, ...]] = []
        for by in dict.fromkeys(by for _, by in numbered):
            at_ = [k for k, (cell, other) in enumerate(numbered) if other == by and cell < self._size]
            cells = [numbered[k][0] for k in at_]
            split = self._split(cells) if self._split is not None else tuple((k,) for k in range(len(cells)))
            groups += [tuple(at_[k] for k in group) for group in split]
        groups += [(k,) for k, (cell, _) in enumerate(numbered) if cell >= self._size]
        return Added(numbered, (total - shift for total in totals), tuple(groups), self._lo, self._size)

    def _add(self, primitive: Primitive) -> None:
        match primitive:
            case Pair():
                self.parts.append(Related(primitive, self._lo))
            case Different(cells):
                if len(cells) > 1:
                    self.parts.append(Unequal(cells, self._digits))
            case DigitSet(cells):
                if feasible(len(cells), self._digits):
                    self.parts.append(Chosen(primitive, self._lo))
                else:
                    self.parts.append(Unequal(cells, self._digits))
            case Sum(terms, totals):
                if terms:
                    self.parts.append(self._added(terms, totals))
            case EqualSums(groups):
                self.parts.append(Equal([self._added(terms, ()) for terms in groups]))
            case Automaton():
                self.parts.append(Read(primitive, self._lo))
            case Clause(literals):
                self.parts.append(Either([self._literal(literal) for literal in literals]))
            case Defines(clauses):
                self.parts += [Either([self._literal(literal) for literal in clause]) for clause in clauses]
            case Implies(conditions, statement):
                ready = [self._literal(literal) for literal in conditions]
                self.parts.append(Conditional(ready, self._inner(statement)))
            case AnyOf(statements):
                self.parts.append(Branches([self._inner(statement) for statement in statements]))

    def left(self, masks: Sequence[int]) -> dict[int, int] | None:
        """What remains of the board's cells that lose something; None where the statement cannot hold."""
        if self._alone:
            here = tuple([masks[cell] for cell in self.outside])
            found = self.parts[0].left(here)
            if found is None:
                return None
            return {cell: new for cell, old, new in zip(self.outside, here, found) if old != new}
        key = tuple([masks[cell] for cell in self.cells])
        if key not in self._known:
            if len(self._known) > MOST_CACHED:
                self._known.clear()
            there = self.within(dict(zip(self.cells, key)))
            self._known[key] = (
                None if there is None else {c: there[c] for c, old in zip(self.cells, key) if there[c] != old}
            )
        return self._known[key]

    def within(self, known: dict[int, int]) -> dict[int, int] | None:
        """All masks once nothing changes any more; *known* has those of `outside`."""
        masks = dict(known)
        for cell in self._own:
            masks[cell] = FALSE | TRUE
        for cell in self.outside:
            masks.setdefault(cell, FALSE | TRUE)
        waiting = deque(range(len(self.parts)))
        queued = bytearray(b"\1") * len(self.parts)
        while waiting:
            number = waiting.popleft()
            queued[number] = 0
            part = self.parts[number]
            here = tuple([masks[cell] for cell in part.cells])
            found = part.left(here)
            if found is None:
                return None
            if found == here:
                continue
            for cell, old, new in zip(part.cells, here, found):
                if old != new:
                    masks[cell] = new
                    for other in self._parts_of[cell]:
                        if not queued[other]:
                            queued[other] = 1
                            waiting.append(other)
        return masks


def digits_of(mask: int, lo: int) -> list[int]:
    """The real digits of a mask."""
    return [bit + lo for bit in bits(mask)]
