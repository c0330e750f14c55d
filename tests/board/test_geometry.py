"""Boards: houses and peers derived, and checked against what everyone knows of them."""

from __future__ import annotations

import random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.board.geometry import CLASSIC, EXTRAS, Geometry, boxes, parse_size, square
from cpsudoku.errors import GeometryError

SHAPES = [(1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)]


def test_the_classic_board() -> None:
    """9x9: 81 cells, 27 houses, 3 houses and 20 peers a cell; one cell in full."""
    assert (CLASSIC.side, CLASSIC.size, len(CLASSIC.houses)) == (9, 81, 27)
    assert all(len(houses) == 3 for houses in CLASSIC.houses_of)
    assert all(len(peers) == 20 for peers in CLASSIC.peers)
    names = {CLASSIC.name_of(cell) for cell in CLASSIC.peers[CLASSIC.cell_named("r3c2")]}
    row, column = {f"r3c{c}" for c in range(1, 10)}, {f"r{r}c2" for r in range(1, 10)}
    assert names == (row | column | {"r1c1", "r1c3", "r2c1", "r2c3"}) - {"r3c2"}


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_every_shape(rows: int, columns: int) -> None:
    """Each house has n cells; each cell is in one row, one column, one box; peers are symmetric."""
    board = Geometry(rows, columns)
    n = rows * columns
    assert (board.side, len(board.houses)) == (n, 3 * n)
    assert all(len(set(house.cells)) == n == len(house.cells) for house in board.houses)
    for cell in range(board.size):
        kinds = [board.houses[h].kind for h in board.houses_of[cell]]
        assert kinds == ["row", "column", "box"]
        assert all(cell in board.peers[peer] for peer in board.peers[cell])
        assert len(board.peers[cell]) == 3 * n - rows - columns - 1
        assert board.cell_named(board.name_of(cell)) == cell


@pytest.mark.parametrize(
    "board", [CLASSIC, boxes(2, 3), Geometry.jigsaw("AABBAACBDDCBDDCC"), Geometry(extras=("windoku",))]
)
def test_open_digits(board: Geometry) -> None:
    """The digits that neither the cell nor a peer holds."""
    rng = random.Random(3)
    for share in (0.0, 0.2, 0.6, 1.0):
        cells = bytes(rng.randint(1, board.side) if rng.random() < share else 0 for _ in range(board.size))
        for cell, mask in enumerate(board.open_digits(cells)):
            shown = {cells[other] for other in (cell, *board.peers[cell])}
            assert {d for d in range(1, board.side + 1) if mask >> (d - 1) & 1} == set(range(1, board.side + 1)) - shown


@given(st.integers(1, 6), st.integers(1, 6))
def test_repr_rebuilds(rows: int, columns: int) -> None:
    """The repr of a board is an expression for an equal board."""
    if rows * columns >= 2:
        board = Geometry(rows, columns, extras=("diagonals",))
        assert eval(repr(board), {"Geometry": Geometry}) == board


def test_extra_houses() -> None:
    """Each extra house is where its name says."""

    def names(extra: str) -> list[set[str]]:
        board = Geometry(extras=(extra,))
        return [{board.name_of(cell) for cell in house.cells} for house in board.houses if house.kind == "extra"]

    assert names("diagonals") == [{f"r{k}c{k}" for k in range(1, 10)}, {f"r{k}c{10 - k}" for k in range(1, 10)}]
    assert len(names("windoku")) == 4
    assert {f"r{r}c{c}" for r in (2, 3, 4) for c in (6, 7, 8)} in names("windoku")
    assert len(names("disjoint")) == 9
    assert {f"r{r}c{c}" for r in (1, 4, 7) for c in (2, 5, 8)} in names("disjoint")
    assert names("centre-dot") == [{f"r{r}c{c}" for r in (2, 5, 8) for c in (2, 5, 8)}]
    assert names("asterisk") == [{"r2c5", "r3c3", "r3c7", "r5c2", "r5c5", "r5c8", "r7c3", "r7c7", "r8c5"}]
    for extra in EXTRAS:
        assert all(len(cells) == 9 for cells in names(extra))


def test_jigsaw() -> None:
    """A region map of any symbols gives regions numbered by first appearance; repr rebuilds it."""
    board = Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD")
    assert (board.side, board.box_rows, board.box_cols) == (5, 1, 5)
    assert board.regions is not None
    assert board.regions[:5] == (0, 0, 0, 1, 1)
    assert board.scattered_regions() == ()
    assert Geometry.jigsaw("ABABCDCDABABCDCD").scattered_regions() == (0, 1, 2, 3)
    assert eval(repr(board), {"Geometry": Geometry}) == board
    assert str(board) == "5x5 jigsaw"


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Geometry(0, 3), "at least 1 row"),
        (lambda: Geometry(1, 1), "2 to 255"),
        (lambda: Geometry(16, 16), "2 to 255"),
        (lambda: Geometry(extras=("spiral",)), "known: asterisk"),
        (lambda: Geometry(2, 2, extras=("asterisk",)), "9x9"),
        (lambda: Geometry(1, 4, extras=("windoku",)), "at least 2x2"),
        (lambda: Geometry(2, 2, extras=("centre-dot",)), "odd"),
        (lambda: Geometry.jigsaw("AAB"), "n\\*n symbols"),
        (lambda: Geometry.jigsaw("AAAB"), "each of 2 regions has 2|has 3 cells"),
        (lambda: Geometry(2, 2, (0,) * 15), "16 cells"),
        (lambda: square(7), "no customary box"),
        (lambda: parse_size("3by3"), "2x3"),
        (lambda: CLASSIC.cell_named("r0c1"), "outside"),
        (lambda: CLASSIC.cell_named("b3"), "r3c7"),
    ],
)
def test_impossible_boards(made: object, says: str) -> None:
    """A board, size or cell that cannot be is refused with what is accepted."""
    with pytest.raises(GeometryError, match=says):
        made()  # type: ignore[operator]


def test_customary_boxes() -> None:
    """The box that goes with a side alone: the squarest, not taller than wide."""
    assert [(square(n).box_rows, square(n).box_cols) for n in (4, 6, 8, 9, 10, 12, 15, 16, 25)] == [
        (2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (5, 5)
    ]  # fmt: skip
    assert square(9) is boxes(3, 3) is CLASSIC
    assert parse_size(" 2 x 3") == (2, 3)


def test_peer_graph() -> None:
    """The peer graph is the graph whose proper colourings are the solutions: 20-regular, 810 edges at 9x9."""
    graph = CLASSIC.peer_graph()
    assert nx.number_of_nodes(graph) == 81
    assert nx.number_of_edges(graph) == 810
    assert {degree for _, degree in graph.degree} == {20}
