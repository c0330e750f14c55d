"""Bi-colouring (simple colouring) of one digit.

Colour the places joined by strong links alternately: one colour holds the digit everywhere, the
other nowhere. Two places of one colour that see each other make that colour false; a place
outside that sees both colours cannot hold the digit.
"""

from __future__ import annotations

from cpsudoku.engines.logic.grid import Grid, Removals
from cpsudoku.engines.logic.links import strong_links


def bicolour(grid: Grid) -> Removals:
    """What the colouring of each digit and component removes."""
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
