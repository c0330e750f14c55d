"""Canonical forms for every board."""

from __future__ import annotations

import random
from itertools import permutations

import networkx as nx
import pytest

from cpsudoku import Geometry, Puzzle, Solution, canonical_form
from cpsudoku.board.geometry import boxes
from cpsudoku.engines.registry import engine
from cpsudoku.errors import UsageError
from cpsudoku.questions.canonical import canonical_forms, moves, same

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOXES_AS_REGIONS = Geometry.jigsaw("1122" * 2 + "3344" * 2)
CROOKED = Geometry.jigsaw("1112211322333245344455554")
DIAGONAL = Geometry(2, 2, extras=("diagonals",))


def houses_kept(geometry: Geometry, move: list[int], transposed: bool) -> bool:
    kinds: dict[str, set[frozenset[int]]] = {}
    for house in geometry.houses:
        kind = "line" if house.kind in ("row", "column") else house.name.rstrip(" 0123456789").replace("anti-", "main ")
        kinds.setdefault(kind, set()).add(frozenset(house.cells))
    return all({frozenset(move[cell] for cell in house) for house in found} == found for found in kinds.values())


@pytest.mark.parametrize("geometry", [DIAGONAL, BOXES_AS_REGIONS, CROOKED], ids=str)
def test_moves_are_those_of_the_definition(geometry: Geometry) -> None:
    """The moves are the orders of rows and columns, transposed or not, that keep every kind of house."""
    n = geometry.side
    expected = set()
    if n == 4:
        for rows in permutations(range(n)):
            for columns in permutations(range(n)):
                for transposed in (False, True):
                    move = [c * n + r if transposed else r * n + c for r in rows for c in columns]
                    if houses_kept(geometry, move, transposed):
                        expected.add(tuple(move))
        assert set(map(tuple, moves(geometry).tolist())) == expected
    else:
        assert len(moves(geometry)) == 1


def test_moves_of_an_x_sudoku_against_networkx() -> None:
    """The 4x4 board with diagonals has as many moves as its graph of cells and houses has automorphisms."""
    geometry = DIAGONAL
    graph: nx.Graph[object] = nx.Graph()
    for index, house in enumerate(geometry.houses):
        kind = "line" if house.kind in ("row", "column") else house.kind
        graph.add_node(("house", index), kind=kind)
        for cell in house.cells:
            graph.add_node(cell, kind="cell")
            graph.add_edge(("house", index), cell)
    matcher = nx.isomorphism.GraphMatcher(graph, graph, node_match=lambda a, b: a["kind"] == b["kind"])
    assert len(moves(geometry)) == sum(1 for _ in matcher.isomorphisms_iter())


def test_both_ways_agree() -> None:
    """A board with boxes and the same board given by regions go different ways to the same form."""
    random_ = random.Random(7)
    grid = engine("bitmask", boxes(2, 2)).search(bytes(16), 1).solutions[0]
    for clues in (0, 1, 4, 7, 12, 16):
        kept = random_.sample(range(16), clues)
        cells = bytes(grid[cell] if cell in kept else 0 for cell in range(16))
        plain, regions = canonical_forms([Puzzle(cells, boxes(2, 2)), Puzzle(cells, BOXES_AS_REGIONS)])
        assert plain.puzzle.cells == regions.puzzle.cells
        assert plain.automorphisms == regions.automorphisms


@pytest.mark.parametrize("extras", [("diagonals",), ("windoku",), ("centre-dot",)])
def test_scrambled_variants_are_the_same(extras: tuple[str, ...]) -> None:
    """With extra houses, a puzzle moved and renamed has the form of the puzzle, and is the same."""
    geometry, random_ = Geometry(3, 3, extras=extras), random.Random(3)
    grid = engine("bitmask", geometry).search(bytes(81), 1).solutions[0]
    cells = bytes(digit if random_.random() < 0.3 else 0 for digit in grid)
    form = canonical_form(Puzzle(cells, geometry))
    for _ in range(10):
        digits = [0, *random_.sample(range(1, 10), 9)]
        move = moves(geometry)[random_.randrange(len(moves(geometry)))]
        other = Puzzle(bytes(digits[cells[cell]] for cell in move), geometry)
        assert canonical_form(other) == form
        assert same(other, Puzzle(cells, geometry))


def test_texts_puzzles_and_solutions() -> None:
    """Strings, puzzles and solutions are taken, in any mixture, and answered in order."""
    grid = Solution(engine("bitmask", boxes(3, 3)).search(Puzzle.parse(LINE).cells).solutions[0])
    small = Puzzle(bytes([0, 0, 0, 3] + [0] * 12), boxes(2, 2))
    one, two, three, four = canonical_forms([LINE, small, Puzzle.parse(LINE), grid])
    assert one == three == canonical_form(LINE)
    assert two.puzzle == Puzzle(bytes(15) + b"\1", boxes(2, 2))
    assert four.puzzle.cells[:9] == bytes(range(1, 10))
    assert canonical_form(one.puzzle) == one
    assert list(canonical_forms([])) == []


def test_what_has_no_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit twice in a row, sides above 25, and boards with too many moves: clear errors."""
    with pytest.raises(UsageError, match="twice"):
        canonical_form("11" + "." * 79)
    with pytest.raises(UsageError, match="25"):
        canonical_form(Puzzle(bytes(30**2), boxes(5, 6)))
    monkeypatch.setattr("cpsudoku.questions.canonical.MAX_MOVES", 1000)
    with pytest.raises(UsageError, match="moves"):
        canonical_form(Puzzle(bytes(81), Geometry.jigsaw("111222333" * 3 + "444555666" * 3 + "777888999" * 3)))
