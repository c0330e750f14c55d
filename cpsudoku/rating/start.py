"""Where a rating begins: at the clues of a puzzle, or at the candidates that it gives.

A puzzle that gives candidates (a Sukaku) begins as Sukaku Explainer begins with its candidate string. A cell whose one
candidate is a candidate of no peer has its digit from the start; every other cell has the given candidates and no
digit, so that the one candidate of a cell is still to be found as a naked or hidden single.
"""

from __future__ import annotations

from cpsudoku.board.puzzle import Puzzle

Masks = tuple[int, ...]


def gives_candidates(puzzle: Puzzle) -> bool:
    """Whether the rules beyond houses say which candidates cells have, and nothing else, on a square board."""
    rules = puzzle.constraints
    return bool(rules) and puzzle.geometry.layout is None and all(rule.word == "candidates" for rule in rules)


def masks_given(puzzle: Puzzle) -> Masks | None:
    """The candidates of a puzzle that gives them, a mask a cell; else None."""
    if not gives_candidates(puzzle):
        return None
    from cpsudoku.constraints.cells import given_masks

    return given_masks(puzzle)


def position(puzzle: Puzzle, candidates: Masks | None = None) -> tuple[Puzzle, Masks | None]:
    """The digits that stand at the start, as clues of a puzzle without rules, and the candidates of the other cells.

    *candidates*: what is left of those given, or where none are given any; None: nothing is gone.
    """
    if not puzzle.constraints:
        return puzzle, candidates
    masks = candidates if candidates is not None else masks_given(puzzle)
    assert masks is not None
    peers = puzzle.geometry.peers
    alone = [
        mask.bit_count() == 1 and not any(masks[peer] & mask for peer in peers[cell]) for cell, mask in enumerate(masks)
    ]
    cells = bytes(mask.bit_length() if placed else 0 for mask, placed in zip(masks, alone, strict=True))
    left = tuple(0 if placed else mask for mask, placed in zip(masks, alone, strict=True))
    return Puzzle.trusted(cells, puzzle.geometry), left


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
