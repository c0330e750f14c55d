"""The chain definitions of the scale written down as plainly as possible: the oracle of the chain tests.

Shares nothing with the engine: nodes are objects with lists of parents, sets are dictionaries in order of insertion,
every deduction is built and counted, all are sorted. `Variant` switches single rules off, to show that they matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

HOUSES = (
    [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    + [[9 * r + k for k in range(9)] for r in range(9)]
    + [[9 * k + c for k in range(9)] for c in range(9)]
)
OF_CELL = [[h for h in range(27) if i in HOUSES[h]] for i in range(81)]
PEERS = [list(dict.fromkeys(j for h in OF_CELL[i] for j in HOUSES[h] if j != i)) for i in range(81)]

Grid = list[set[int]]
Key = tuple[int, int, bool]


@dataclass(frozen=True)
class Variant:
    """The rules of the scale that look like accidents; all are on in the definition."""

    first_reason_kept: bool = True
    cycle_cells_spared: bool = True
    first_position_only: bool = True
    broken_sets_used: bool = True
    hidden_parents: bool = True


SCALE = Variant()


@dataclass(eq=False)
class Node:
    """A statement with what it follows from."""

    cell: int
    digit: int
    on: bool
    parents: list[Node] = field(default_factory=list)
    cause: int = -1

    @property
    def key(self) -> Key:
        return self.cell, self.digit, self.on

    @property
    def negation(self) -> Key:
        return self.cell, self.digit, not self.on

    def ancestors(self) -> list[Node]:
        """Breadth first, equal nodes once."""
        found: dict[Key, Node] = {}
        level = [self]
        while level:
            following: list[Node] = []
            for node in level:
                if node.key not in found:
                    found[node.key] = node
                    following += node.parents
            level = following
        return list(found.values())

    def has_ancestor(self, key: Key) -> bool:
        node = self
        while node.parents:
            node = node.parents[0]
            if node.key == key:
                return True
        return False


@dataclass
class Found:
    """A deduction: what it removes, places, and how it is sorted."""

    rating: float
    complexity: int
    key: int
    removals: frozenset[tuple[int, int]]
    placement: tuple[int, int] | None
    targets: list[Node]


def lengthened(base: float, complexity: int) -> float:
    """Base plus the tenths of the length."""
    more, ceiling, third = 0.0, 4, False
    while complexity - 2 > ceiling:
        more += 0.1
        ceiling = ceiling * 4 // 3 if third else ceiling * 3 // 2
        third = not third
    return base + more


def on_to_off(grid: Grid, p: Node, cells: bool) -> list[Node]:
    found: dict[Key, Node] = {}
    if cells:
        for d in sorted(grid[p.cell] - {p.digit}):
            found.setdefault((p.cell, d, False), Node(p.cell, d, False, [p], 0))
    for kind, h in enumerate(OF_CELL[p.cell]):
        for cell in HOUSES[h]:
            if cell != p.cell and p.digit in grid[cell]:
                found.setdefault((cell, p.digit, False), Node(cell, p.digit, False, [p], 1 + kind))
    return list(found.values())


def off_to_on(
    grid: Grid, p: Node, cells: bool, houses: bool, source: Grid, off: dict[Key, Node], variant: Variant = SCALE
) -> list[Node]:
    found: dict[Key, Node] = {}

    def add(node: Node, hidden: list[Key]) -> None:
        if variant.hidden_parents:
            node.parents += [off[key] for key in hidden]
        known = found.get(node.key)
        if known is None or (not variant.first_reason_kept and len(node.ancestors()) < len(known.ancestors())):
            found[node.key] = node

    if cells and len(grid[p.cell]) == 2:
        (d,) = grid[p.cell] - {p.digit}
        hidden = [(p.cell, e, False) for e in sorted(source[p.cell] - grid[p.cell])]
        add(Node(p.cell, d, True, [p], 0), hidden)
    if houses:
        for kind, h in enumerate(OF_CELL[p.cell]):
            places = [cell for cell in HOUSES[h] if p.digit in grid[cell]]
            if len(places) == 2:
                other = places[0] if places[1] == p.cell else places[1]
                lost = [(c, p.digit, False) for c in HOUSES[h] if p.digit in source[c] and p.digit not in grid[c]]
                add(Node(other, p.digit, True, [p], 1 + kind), lost)
    return list(found.values())


# one assumption, the grid's own links


def cycles(grid: Grid, start: Node, cells: bool, houses: bool) -> list[Node]:
    reached = {start.key}
    ons, ends, length = [start], [], 0
    while ons:
        offs = []
        for p in ons:
            offs += [q for q in on_to_off(grid, p, cells) if not p.has_ancestor(q.key)]
        length += 2
        ons = []
        for p in offs:
            for q in off_to_on(grid, p, cells, houses, grid, {}):
                if length >= 4 and q.key == start.key:
                    ends.append(q)
                if q.key not in reached:
                    reached.add(q.key)
                    ons.append(q)
    return ends


def chains(grid: Grid, start: Node, cells: bool) -> list[Node]:
    reached = {start.key}
    found: dict[Key, Node] = {}
    level = [start]
    while level:
        following = []
        for p in level:
            steps = on_to_off(grid, p, cells) if p.on else off_to_on(grid, p, cells, True, grid, {})
            for q in steps:
                if q.key == start.negation:
                    found.setdefault(q.key, q)
                if q.key not in reached and not p.has_ancestor(q.key):
                    reached.add(q.key)
                    following.append(q)
        level = following
    return list(found.values())


def circle(grid: Grid, end: Node, base: float, key: int, variant: Variant) -> Found:
    nodes = end.ancestors()
    inside = {node.cell for node in nodes} if variant.cycle_cells_spared else set()
    seen: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
    for node in nodes:
        for cell in PEERS[node.cell]:
            if cell not in inside and node.digit in grid[cell]:
                seen[node.on].add((cell, node.digit))
    own = {(node.cell, node.digit) for node in nodes}
    gone = frozenset(seen[True] & seen[False] - (set() if variant.cycle_cells_spared else own))
    return Found(lengthened(base, len(nodes)), len(nodes), key, gone, None, [end])


def conclusion(grid: Grid, rating: float, complexity: int, key: int, target: Key, targets: list[Node]) -> Found:
    cell, digit, on = target
    gone = frozenset((cell, d) for d in grid[cell] - {digit}) if on else frozenset({(cell, digit)})
    return Found(rating, complexity, key, gone, (cell, digit) if on else None, targets)


def static_chains(grid: Grid, variant: Variant = SCALE) -> list[Found]:
    """All deductions of the rung of cycles and forcing chains, sorted."""
    found = []
    for mode in range(3):
        cells, houses = mode > 0, mode != 1
        for cell in range(81):
            if len(grid[cell]) < 2 or (mode == 1 and len(grid[cell]) > 2):
                continue
            for d in sorted(grid[cell]):
                start = Node(cell, d, True)
                base = 7.0 if mode == 2 else 6.5
                found += [circle(grid, end, base, 2 + mode, variant) for end in cycles(grid, start, cells, houses)]
                if mode == 1:
                    continue
                base = 7.0 if mode == 2 else 6.6
                for begin in (start, Node(cell, d, False)):
                    for end in chains(grid, begin, cells):
                        n = len(end.ancestors())
                        found.append(conclusion(grid, lengthened(base, n), n, 2 + mode, end.key, [end]))
    return in_order(found)


def in_order(found: list[Found]) -> list[Found]:
    return sorted((f for f in found if f.removals), key=lambda f: (f.rating, f.complexity, f.key))


# forcing nets


@dataclass
class Net:
    """What an assumption leads to."""

    on: dict[Key, Node]
    off: dict[Key, Node]
    clash: tuple[Node, Node] | None


def propagate(grid: Grid, start: Node, dynamic: bool, nishio: bool, level: int, variant: Variant) -> Net:
    now = [set(digits) for digits in grid]
    on: dict[Key, Node] = {start.key: start} if start.on else {}
    off: dict[Key, Node] = {} if start.on else {start.key: start}
    ons, offs = list(on.values()), list(off.values())
    while ons or offs:
        if ons:
            p = ons.pop(0)
            for q in on_to_off(now, p, not nishio):
                if q.negation in on:
                    return Net(on, off, (on[q.negation], q))
                if q.key not in off:
                    off[q.key] = q
                    offs.append(q)
        else:
            p = offs.pop(0)
            forced = off_to_on(now, p, not nishio, True, grid, off, variant)
            if dynamic:
                now[p.cell].discard(p.digit)
            for q in forced:
                if q.negation in off:
                    return Net(on, off, (q, off[q.negation]))
                if q.key not in on:
                    on[q.key] = q
                    ons.append(q)
        if not ons and not offs and level:
            for q in pattern_nodes(now, grid, off):
                if q.key not in off:
                    off[q.key] = q
                    offs.append(q)
    return Net(on, off, None)


def forcing_nets(
    grid: Grid, *, dynamic: bool = False, nishio: bool = False, level: int = 0, variant: Variant = SCALE
) -> list[Found]:
    """All deductions of a rung of forcing nets, sorted."""
    base = 7.5 if nishio else 8.5 + 0.5 * level if dynamic else 8.0
    found: list[Found] = []
    nets: dict[Key, Net] = {}

    def net(cell: int, d: int, on: bool) -> Net:
        if (cell, d, on) not in nets:
            nets[cell, d, on] = propagate(grid, Node(cell, d, on), dynamic, nishio, level, variant)
        return nets[cell, d, on]

    def common(key: int, several: list[Net]) -> None:
        if not variant.broken_sets_used and any(one.clash for one in several):
            return
        for side in ("on", "off"):
            sets: list[dict[Key, Node]] = [getattr(one, side) for one in several]
            for target in sets[0]:
                if all(target in one for one in sets):
                    ends = [one[target] for one in sets]
                    n = sum(len(end.ancestors()) for end in ends)
                    found.append(conclusion(grid, lengthened(base, n), n, key, target, ends))

    for cell in range(81):
        if len(grid[cell]) < (2 if dynamic else 3):
            continue
        for d in sorted(grid[cell]):
            if dynamic:
                for on in (True, False):
                    one = net(cell, d, on)
                    if one.clash:
                        n = sum(len(end.ancestors()) for end in one.clash)
                        target = (cell, d, not on)
                        found.append(conclusion(grid, lengthened(base, n), n, 7, target, list(one.clash)))
                if not nishio and len(grid[cell]) > 2:
                    common(1, [net(cell, d, True), net(cell, d, False)])
            for h in OF_CELL[cell] if not nishio else []:
                places = [c for c in HOUSES[h] if d in grid[c]]
                if len(places) > 1 and (places[0] == cell or not variant.first_position_only):
                    if not variant.first_position_only:
                        places.sort(key=lambda c: c != cell)
                    common(6, [net(c, d, True) for c in places])
        if not nishio:
            common(5, [net(cell, d, True) for d in sorted(grid[cell])])
    return in_order(found)


# patterns inside chains


def pattern_nodes(now: Grid, source: Grid, off: dict[Key, Node]) -> list[Node]:
    """The OFF nodes of the first kind of pattern that has any."""
    for kind in (locking, hidden_pairs, naked_pairs, x_wings):
        nodes = []
        for parents, gone in kind(now, source):
            keys = [(cell, d, False) for cell, d in parents]
            if keys and gone:
                nodes += [Node(cell, d, False, [off[key] for key in keys], 5) for cell, d in gone]
        if nodes:
            return nodes
    return []


Pairs = list[tuple[int, int]]


def places(grid: Grid, h: int, d: int) -> list[int]:
    return [cell for cell in HOUSES[h] if d in grid[cell]]


def locking(now: Grid, source: Grid) -> Iterator[tuple[Pairs, Pairs]]:
    for bases, covers in ((0, 18), (0, 9), (18, 0), (9, 0)):
        for base in range(bases, bases + 9):
            for cover in range(covers, covers + 9):
                if not set(HOUSES[base]) & set(HOUSES[cover]):
                    continue
                for d in range(1, 10):
                    held = places(now, base, d)
                    if len(held) > 1 and set(held) <= set(HOUSES[cover]):
                        lost = [(c, d) for c in places(source, base, d) if d not in now[c] and c not in HOUSES[cover]]
                        yield lost, [(c, d) for c in places(now, cover, d) if c not in HOUSES[base]]


def unplaced(source: Grid, h: int) -> int:
    return sum(bool(source[cell]) for cell in HOUSES[h])


def bcr() -> list[int]:
    return [*range(9), *range(18, 27), *range(9, 18)]


def hidden_pairs(now: Grid, source: Grid) -> Iterator[tuple[Pairs, Pairs]]:
    for h in bcr():
        if unplaced(source, h) <= 4:
            continue
        for e in range(2, 10):
            for d in range(1, e):
                held = places(now, h, d)
                if len(held) == 2 and places(now, h, e) == held:
                    others = [c for c in HOUSES[h] if c not in held]
                    lost = [(c, x) for c in others for x in (d, e) if x in source[c]]
                    yield lost, [(c, x) for c in held for x in sorted(now[c] - {d, e})]


def naked_pairs(now: Grid, source: Grid) -> Iterator[tuple[Pairs, Pairs]]:
    for h in bcr():
        if unplaced(source, h) < 4:
            continue
        for j in range(1, 9):
            for i in range(j):
                a, b = HOUSES[h][i], HOUSES[h][j]
                if len(now[a]) == 2 and now[a] == now[b]:
                    lost = [(c, x) for c in (a, b) for x in sorted(source[c] - now[a])]
                    yield lost, [(c, x) for c in HOUSES[h] if c not in (a, b) for x in sorted(now[c] & now[a])]


def x_wings(now: Grid, source: Grid) -> Iterator[tuple[Pairs, Pairs]]:
    for bases, covers in ((18, 9), (9, 18)):
        for j in range(1, 9):
            for i in range(j):
                a, b = bases + i, bases + j
                for d in range(1, 10):
                    if sum(bool(places(source, h, d)) for h in range(9)) < 4:
                        continue
                    held = [[HOUSES[h].index(c) for c in places(now, h, d)] for h in (a, b)]
                    if len(held[0]) != 2 or held[0] != held[1]:
                        continue
                    cover = [covers + k for k in held[0]]
                    lost = [
                        (c, d)
                        for h in (a, b)
                        for c in places(source, h, d)
                        if d not in now[c] and not any(c in HOUSES[k] for k in cover)
                    ]
                    base = HOUSES[a] + HOUSES[b]
                    yield lost, [(c, d) for k in cover for c in places(now, k, d) if c not in base]
