"""The houses of a board as the rater numbers them: boxes, rows, columns, each with its cells in order of position.

The compiled files are made for `LAYOUT`, the classic board; `boards` reads the same files for another one.
"""

from __future__ import annotations

from cpsudoku.board.geometry import CLASSIC, Geometry


class Layout:
    """`houses[h][k]` is the cell at position k of house h: boxes (regions) by number, then rows, then columns.

    `peers[cell]` has `peer_count` cells; a jigsaw cell with fewer peers has its last one repeated.
    """

    def __init__(self, geometry: Geometry) -> None:
        n = self.side = geometry.side
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell in range(n * n):
            boxes[geometry.box_of(cell)].append(cell)
        rows = [[n * r + k for k in range(n)] for r in range(n)]
        columns = [[n * k + c for k in range(n)] for c in range(n)]
        self.houses = boxes + rows + columns
        self.houses_of = [[h for h in range(3 * n) if cell in self.houses[h]] for cell in range(n * n)]
        peers = [self._peers(cell) for cell in range(n * n)]
        self.peer_count = max(map(len, peers))
        self.peers = [found + found[-1:] * (self.peer_count - len(found)) for found in peers]

    def _peers(self, cell: int) -> list[int]:
        """By box, row, column, each once."""
        found = dict.fromkeys(other for house in self.houses_of[cell] for other in self.houses[house])
        return [other for other in found if other != cell]


LAYOUT = Layout(CLASSIC)
