"""Does a grid of candidates have exactly one solution? A small search of its own, for boards and states the kernel
does not know."""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.start import masks_given


def count_from(puzzle: Puzzle, candidates: tuple[int, ...] | None, limit: int = 2) -> int:
    """Solutions of the puzzle, counted up to *limit*, that use only these candidates (None: any)."""
    if puzzle.geometry.is_classic and candidates is None and not puzzle.constraints:
        from cpsudoku.kernels.search import count

        return count(puzzle.cells, limit)
    return len(grids_from(puzzle, candidates, limit))


def grids_from(puzzle: Puzzle, candidates: tuple[int, ...] | None, limit: int = 2) -> list[bytes]:
    """The first solutions, *limit* at most, that use only these candidates (None: any).

    Depth first on the cell or house position with the fewest choices, placing forced ones at once.
    """
    geometry = puzzle.geometry
    if candidates is None:
        candidates = masks_given(puzzle)
    if geometry.is_classic and candidates is None:
        from cpsudoku.kernels.search import search

        return list(search(puzzle.cells, limit)[0])
    full = (1 << geometry.side) - 1
    masks = [full] * geometry.size if candidates is None else list(candidates)
    masks = [1 << (digit - 1) if digit else mask for digit, mask in zip(puzzle.cells, masks)]
    peers = geometry.peers
    houses = [house.cells for house in geometry.houses]

    def settle(state: list[int], waiting: list[int]) -> bool:
        while waiting:
            cell = waiting.pop()
            for other in peers[cell]:
                left = state[other] & ~state[cell]
                if left == state[other]:
                    continue
                if not left:
                    return False
                state[other] = left
                if left & (left - 1) == 0:
                    waiting.append(other)
        return True

    def forced(state: list[int]) -> bool | None:
        """Place hidden singles: False on a contradiction, True where something changed, None where not."""
        for cells in houses:
            once = twice = 0
            for cell in cells:
                twice |= once & state[cell]
                once |= state[cell]
            if once != full:
                return False
            for cell in cells:
                alone = state[cell] & once & ~twice
                if alone and alone != state[cell]:
                    if alone & (alone - 1):
                        return False
                    state[cell] = alone
                    if not settle(state, [cell]):
                        return False
                    return True
        return None

    found: list[bytes] = []
    if not all(masks) or not settle(masks, [c for c, m in enumerate(masks) if m & (m - 1) == 0]):
        return found
    stack = [masks]
    while stack and len(found) < limit:
        state = stack.pop()
        while (answer := forced(state)) is True:
            pass
        if answer is False:
            continue
        open_cells = [cell for cell, mask in enumerate(state) if mask & (mask - 1)]
        if not open_cells:
            found.append(bytes(mask.bit_length() for mask in state))
            continue
        cell = min(open_cells, key=lambda c: state[c].bit_count())
        mask = state[cell]
        while mask:
            bit = mask & -mask
            mask ^= bit
            branch = state.copy()
            branch[cell] = bit
            if settle(branch, [cell]):
                stack.append(branch)
    return found
