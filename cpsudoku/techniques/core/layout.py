"""The houses of a board as the rater numbers them: boxes, rows, columns, extra houses; the cells of each by position.

The compiled grid (`grid`) is made for `LAYOUT`, the classic board; `board_grid` serves any board.
"""

from __future__ import annotations

from cpsudoku.board.geometry import CLASSIC, Geometry


class Layout:
    """`houses[h][k]` is the cell at position k of house h: boxes (regions) by number, rows, columns, extra houses.

    `all_peers[cell]`: by box, row, column, extra houses, each once.
    """

    def __init__(self, geometry: Geometry) -> None:
        n = self.side = geometry.side
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell in range(n * n):
            boxes[geometry.box_of(cell)].append(cell)
        rows = [[n * r + k for k in range(n)] for r in range(n)]
        columns = [[n * k + c for k in range(n)] for c in range(n)]
        self.houses = boxes + rows + columns + [list(house.cells) for house in geometry.houses[3 * n :]]
        found: list[list[int]] = [[] for _ in range(n * n)]
        for number, house in enumerate(self.houses):
            for cell in house:
                found[cell].append(number)
        self.houses_of = found
        self.all_peers = [self._peers(cell) for cell in range(n * n)]

    def _peers(self, cell: int) -> list[int]:
        """By box, row, column, each once."""
        found = dict.fromkeys(other for house in self.houses_of[cell] for other in self.houses[house])
        return [other for other in found if other != cell]


LAYOUT = Layout(CLASSIC)
