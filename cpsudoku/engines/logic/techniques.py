"""The twelve techniques of the engine `logic`, in the order in which they are tried.

Each makes one pass over the grid. `Removals` are applied one by one, each before the next is found.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.engines.logic.grid import Grid, Removals
from cpsudoku.techniques.core.board_grid import choices

if TYPE_CHECKING:
    import networkx as nx


def naked_single(grid: Grid) -> int:
    """Fill each cell that has one candidate; the number of cells filled."""
    steps = 0
    for cell in range(len(grid.masks)):
        mask = grid.masks[cell]
        if mask and not mask & (mask - 1):
            grid.place(cell, mask.bit_length() - 1)
            steps += 1
            if grid.dead:
                break
    return steps


def hidden_single(grid: Grid) -> int:
    """Place each digit that has one place left in a house; the number placed.

    A house in which a digit has neither a place nor a filled cell makes the grid dead.
    """
    steps = 0
    masks = grid.masks
    everything = (2 << grid.geometry.side) - 2
    for house in grid.geometry.houses:
        grid.tick()
        once = twice = done = 0
        for cell in house.cells:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
            done |= 1 << grid.cells[cell]
        if (once | done) & everything != everything:
            grid.dead = True
            return steps
        single = once & ~twice
        if single:
            for cell in house.cells:
                hit = masks[cell] & single
                if hit:
                    grid.place(cell, hit.bit_length() - 1)
                    steps += 1
                    if grid.dead:
                        return steps
    return steps


def locked_candidates(grid: Grid) -> Removals:
    """All places of a digit in one house lie in a second house, whose other cells therefore lose the digit.

    With a box and a line this is pointing (box first) or claiming (line first); extra houses take part alike.
    """
    geometry = grid.geometry
    for house in range(len(geometry.houses)):
        grid.tick()
        for digit in range(1, geometry.side + 1):
            places = grid.places(house, digit)
            if len(places) < 2:
                continue
            common = set(geometry.houses_of[places[0]]).intersection(*(geometry.houses_of[cell] for cell in places[1:]))
            for other in sorted(common - {house}):
                rest = set(geometry.houses[other].cells).difference(places)
                yield rest, 1 << digit


def naked_subset(grid: Grid, count: int) -> Removals:
    """*count* cells of a house have as many candidates between them; the other cells of the house lose these."""
    for house in grid.geometry.houses:
        grid.tick()
        open_cells = [cell for cell in house.cells if grid.masks[cell]]
        if len(open_cells) > count:
            for cells, digits in choices(open_cells, grid.masks, count):
                yield [cell for cell in open_cells if cell not in cells], digits


def hidden_subset(grid: Grid, count: int) -> Removals:
    """*count* digits of a house have as many places between them; these cells lose all other candidates."""
    for house in range(len(grid.geometry.houses)):
        grid.tick()
        where = grid.positions(house)
        if sum(map(bool, where)) > count:
            for digits, union in choices(range(len(where)), where, count):
                cells = [cell for k, cell in enumerate(grid.geometry.houses[house].cells) if union >> k & 1]
                yield cells, ~sum(1 << digit for digit in digits)


def x_wing(grid: Grid) -> Removals:
    """The places of a digit in two rows lie in the same two columns, which hold it nowhere else; or the transpose."""
    n = grid.geometry.side
    houses = [house.cells for house in grid.geometry.houses[: 2 * n]]
    for digit in range(1, n + 1):
        grid.tick()
        for first, crossing, position in ((0, n, grid.geometry.column_of), (n, 0, grid.geometry.row_of)):
            lines = range(first, first + n)
            masks = {line: sum(1 << position(cell) for cell in grid.places(line, digit)) for line in lines}
            for two, covers in choices(lines, masks, 2, least=2):
                corners = {cell for line in two for cell in houses[line]}
                rest = {cell for k in range(n) if covers >> k & 1 for cell in houses[crossing + k]} - corners
                yield sorted(rest), 1 << digit


def strong_links(grid: Grid, digit: Digit) -> nx.Graph[Cell]:
    """The pairs of cells that are the only two places of the digit in a house: one of the two holds it."""
    import networkx as nx

    graph: nx.Graph[Cell] = nx.Graph()
    for house in range(len(grid.geometry.houses)):
        places = grid.places(house, digit)
        if len(places) == 2:
            graph.add_edge(*places)
    return graph


def bicolour(grid: Grid) -> Removals:
    """Simple colouring: cells joined by strong links of one digit are coloured alternately.

    One colour holds the digit everywhere, the other nowhere. A colour with two cells that see each other is false; else
    a cell outside that sees both colours loses the digit.
    """
    import networkx as nx

    peers = grid.geometry.peers
    for digit in range(1, grid.geometry.side + 1):
        grid.tick()
        bit = 1 << digit
        links = strong_links(grid, digit)
        for component in sorted(map(sorted, nx.connected_components(links))):
            distance = nx.single_source_shortest_path_length(links, component[0])
            colours = [{cell for cell in component if distance[cell] % 2 == parity} for parity in (0, 1)]
            wrong: set[int] = set()
            for colour in colours:
                if any(not colour.isdisjoint(peers[cell]) for cell in colour):
                    wrong |= colour
            if not wrong:
                inside = set(component)
                wrong = {
                    cell
                    for cell, mask in enumerate(grid.masks)
                    if mask & bit and cell not in inside and all(not c.isdisjoint(peers[cell]) for c in colours)
                }
            yield sorted(wrong), bit


def implications(grid: Grid, digit: Digit) -> nx.DiGraph[tuple[Cell, bool]]:
    """What follows from what: (cell, True) says the cell holds *digit*, (cell, False) that it does not.

    Two cells that see each other have a weak link, from True to False; a strong one leads from False to True.
    """
    import networkx as nx

    graph: nx.DiGraph[tuple[Cell, bool]] = nx.DiGraph()
    places = [cell for cell, mask in enumerate(grid.masks) if mask >> digit & 1]
    holds = set(places)
    for cell in places:
        graph.add_edges_from(((cell, True), (peer, False)) for peer in grid.geometry.peers[cell] if peer in holds)
    for one, other in strong_links(grid, digit).edges:
        graph.add_edge((one, False), (other, True))
        graph.add_edge((other, False), (one, True))
    return graph


def x_cycle(grid: Grid) -> int:
    """X-cycles, loops of alternating strong and weak links, of the first digit that has one; the cells decided.

    Where "the cell holds the digit" implies that it does not, it does not; where "it does not" implies that it does, it
    does. A continuous loop needs no rule of its own: a cell outside that sees both ends of one of its weak links
    reaches its own contradiction through the loop.
    """
    import networkx as nx

    for digit in range(1, grid.geometry.side + 1):
        links = implications(grid, digit)
        steps = 0
        for cell in sorted({cell for cell, _ in links}):
            grid.tick()
            if (cell, False) in links and (cell, True) in nx.descendants(links, (cell, False)):
                steps += 1
                grid.place(cell, digit)
            elif (cell, True) in links and (cell, False) in nx.descendants(links, (cell, True)):
                steps += grid.remove([cell], 1 << digit)
            if grid.dead:
                return steps
        if steps:
            return steps
    return 0


def applied(technique: Callable[[Grid], Removals]) -> Callable[[Grid], int]:
    """The technique as a function that applies each of its deductions and returns the number that removed something."""

    def steps(grid: Grid) -> int:
        taken = 0
        for cells, digits in technique(grid):
            taken += grid.remove(cells, digits)
            if grid.dead:
                break
        return taken

    return steps


LADDER: dict[str, Callable[[Grid], int]] = {
    "naked single": naked_single,
    "hidden single": hidden_single,
    "locked candidates": applied(locked_candidates),
    "naked pair": applied(partial(naked_subset, count=2)),
    "hidden pair": applied(partial(hidden_subset, count=2)),
    "naked triple": applied(partial(naked_subset, count=3)),
    "hidden triple": applied(partial(hidden_subset, count=3)),
    "naked quad": applied(partial(naked_subset, count=4)),
    "hidden quad": applied(partial(hidden_subset, count=4)),
    "x-wing": applied(x_wing),
    "bi-colour": applied(bicolour),
    "x-cycle": x_cycle,
}
"""Name -> function. Each changes the grid where its pattern occurs and returns the number of steps it took."""
