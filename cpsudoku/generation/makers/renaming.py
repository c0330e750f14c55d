"""How many givens a puzzle needs because its rules stay true where digits are exchanged.

Where every rule of some kinds stays true for a renaming of the digits, so does a solution of a puzzle without givens:
it then has two solutions at least. Each `Maker` says under which renamings its rules stay true (`keeps`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from cpsudoku.board.geometry import Geometry
from cpsudoku.generation.makers import maker_of

Renaming = tuple[int, ...]
"""The new digit of each digit, lowest first."""


def fewest_givens(kinds: Iterable[str], board: Geometry) -> tuple[int, str]:
    """A lower bound on the givens of every puzzle with rules of these kinds alone, and why it holds."""
    digits = range(board.lo, board.hi + 1)
    keeps = {maker_of(kind).keeps for kind in kinds}
    odd = [digit for digit in digits if digit % 2]
    even = [digit for digit in digits if digit % 2 == 0]
    stated = [_renamings(word, board) for word in keeps - {"any", "parity"}]
    if not stated and "parity" in keeps:
        fewest = max(len(odd) - 1, 0) + max(len(even) - 1, 0)
        return fewest, f"odd digits, and even digits, may be renamed: all of each but one must be given ({fewest})"
    if not stated:
        return board.side - 1, f"digits may be renamed: {board.side - 1} different ones must be given"
    common = set.intersection(*stated)
    if "parity" in keeps:
        common = {renaming for renaming in common if all((a - b) % 2 == 0 for a, b in zip(digits, renaming))}
    moving = sorted(common - {tuple(digits)})
    if not moving:
        return 0, ""
    for count in range(1, board.side + 1):
        for given in combinations(digits, count):
            if all(any(renaming[digit - board.lo] != digit for digit in given) for renaming in moving):
                pairs = [f"{a} and {b}" for a, b in zip(digits, moving[-1]) if a < b and moving[-1][b - board.lo] == a]
                example = " and ".join(map(str, given))
                return count, f"the rules stay true with {', '.join(pairs)} exchanged: give {example}, for example"
    raise AssertionError("a renaming that keeps every digit moves one")


def _renamings(word: str, board: Geometry) -> set[Renaming]:
    """The renamings under which rules that keep *word* stay true."""
    digits = tuple(range(board.lo, board.hi + 1))
    found = {digits}
    if word == "reflection":
        found.add(digits[::-1])
    elif word == "ends":
        found.add((digits[-1], *digits[1:-1], digits[0]))
    elif word == "sums 5 and 10" and (board.lo, board.hi) == (1, 9):
        for pairs, low in product((((1, 4), (2, 3)), ((2, 3), (1, 4))), product((False, True), repeat=2)):
            new = {5: 5}
            for old, pair, turned in zip(((1, 4), (2, 3)), pairs, low):
                new |= dict(zip(old, pair[::-1] if turned else pair))
            new |= {10 - digit: 10 - new[digit] for digit in (1, 2, 3, 4)}
            found.add(tuple(new[digit] for digit in digits))
    return found
