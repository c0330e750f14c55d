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
    from cpsudoku.constraints.candidates import given_masks

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
