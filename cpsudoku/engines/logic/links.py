"""The links between the places of one digit, as a networkx graph.

A strong link joins the only two places of the digit in a house: one of them holds it. A weak
link joins two places that see each other: not both hold it. Every strong link is weak, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.engines.logic.grid import Grid

if TYPE_CHECKING:
    import networkx as nx


def strong_links(grid: Grid, digit: Digit) -> nx.Graph[Cell]:
    """The places that have a strong link, and these links."""
    import networkx as nx

    graph: nx.Graph[Cell] = nx.Graph()
    for house in range(len(grid.geometry.houses)):
        places = grid.places(house, digit)
        if len(places) == 2:
            graph.add_edge(*places)
    return graph


def implications(grid: Grid, digit: Digit) -> nx.DiGraph[tuple[Cell, bool]]:
    """What follows from what: (cell, True) says the cell holds *digit*, (cell, False) that it does not.

    A weak link leads from True to False, a strong one from False to True; both ways round.
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
