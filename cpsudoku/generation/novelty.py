"""Is a puzzle isomorphic to an old one?

Puzzles without further rules have a canonical form. For others, isomorphisms are the rotations and reflections of the
board that map houses to houses, applied to the rules too, and the renamings of digits under which the rules are
invariant: every renaming where no rule distinguishes digits (anti-knight, palindromes), or exchanging low and high
digits (whispers, difference dots). Rules are compared by their statements; a clue outside the grid includes its
direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from cpsudoku.board.coerce import stream_of
from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.board.symmetry import cell_maps
from cpsudoku.constraints import primitives
from cpsudoku.errors import CpSudokuError, UsageError, file_errors
from cpsudoku.formats.front import read_records
from cpsudoku.formats.record import BadRow
from cpsudoku.generation.recipe import Generated, Recipe, start_of
from cpsudoku.kernels.randomness import derive
from cpsudoku.questions.canonical import canonical_form

AGAIN = 1000
"""Draws for one puzzle number before it is given up."""
Move = tuple[int, ...]
"""The image of every cell."""
Renaming = tuple[int, ...]
"""The new name of every digit, from the lowest."""


def keys_of(old: str | Path | Iterable[PuzzleLike]) -> frozenset[bytes]:
    """The keys of the puzzles of a file, in any format, or of puzzles. Raises UsageError naming what cannot be read."""
    if not isinstance(old, str | Path):
        return frozenset(key_of(Puzzle.of(one)) for one in stream_of(old, "not_in"))
    found = set()
    with file_errors(old), open(old, "rb") as file:
        for record in read_records(file, file=str(old)):
            if isinstance(record, BadRow):
                raise UsageError(f"{old}, row {record.row}: {record.error}")
            found.add(key_of(record.puzzle))
    return frozenset(found)


def fresh(
    recipe: Recipe, seed: int, indices: Iterable[int], draw: Callable[..., Iterator[Generated]]
) -> Iterator[Generated]:
    """The records of *draw*(recipe, seed, indices); one that is isomorphic to an old puzzle is drawn again."""
    plain = replace(recipe, old=frozenset())
    for first in draw(plain, seed, list(indices)):
        record, tries = first, first.tries
        for again in range(1, AGAIN + 1):
            if record.puzzle is None or key_of(record.puzzle) not in recipe.old:
                yield replace(record, seed=seed, tries=tries)
                break
            record = next(draw(plain, derive(start_of(seed, first.index), again), [first.index]))
            tries += record.tries
        else:
            missed = f"each of {AGAIN} puzzles drawn is an old one in another guise"
            yield replace(first, puzzle=None, solution=None, tries=tries, missed=missed, rating=None, confirmed="")


def key_of(puzzle: Puzzle) -> bytes:
    """Equal for isomorphic puzzles."""
    if puzzle.houses_only:
        try:
            form = canonical_form(puzzle).puzzle
            return _digest(repr(puzzle.geometry), form.cells)
        except CpSudokuError:  # a board too large for a canonical form
            pass
    board = puzzle.geometry
    digits = tuple(range(board.lo, board.hi + 1))
    same = tuple(range(board.size))
    rules = [part for rule in puzzle.constraints for part in rule.statement()]
    stated = _stated(rules, same, digits, board)
    swapped = (digits[1], digits[0], *digits[2:]) if len(digits) > 1 else digits
    turned = (*digits[1:], digits[0])
    free = all(_stated(rules, same, other, board) == stated for other in (swapped, turned))
    mirrored = digits[::-1]
    renamings = [digits]
    if not free and _stated(rules, same, mirrored, board) == stated:
        renamings.append(mirrored)
    guises = []
    for move in _moves(board):
        moved = _stated(rules, move, digits, board)
        cells = bytearray(board.size)
        for cell, digit in enumerate(puzzle.cells):
            cells[move[cell]] = digit
        if free:
            guises.append((_renamed(cells), moved))
        else:
            for names in renamings:
                guises.append((bytes(names[digit - 1] - board.lo + 1 if digit else 0 for digit in cells), moved))
    cells_, rules_ = min(guises)
    return _digest(repr(board), cells_, *(rule.encode() for rule in rules_))


def _digest(board: str, *parts: bytes) -> bytes:
    return blake2b(b"|".join([board.encode(), *parts]), digest_size=16).digest()


def _renamed(cells: Iterable[int]) -> bytes:
    """Digits renamed in order of appearance."""
    names: dict[int, int] = {0: 0}
    return bytes(names.setdefault(digit, len(names)) for digit in cells)


@lru_cache(maxsize=16)
def _moves(board: Geometry) -> tuple[Move, ...]:
    """The turns and reflections that take every house to a house."""
    if board.rows != board.columns:
        return (tuple(range(board.size)),)
    houses = {frozenset(house.cells) for house in board.houses}
    every = dict.fromkeys((*cell_maps(board, "full"), *cell_maps(board, "both-diagonals")))
    return tuple(move for move in every if {frozenset(move[cell] for cell in house) for house in houses} == houses)


def _stated(rules: Iterable[Any], move: Move, names: Renaming, board: Geometry) -> tuple[str, ...]:
    """The rules' statements, moved and renamed, sorted."""
    return tuple(sorted(repr(_part(rule, move, names, board)) for rule in rules))


def _part(part: Any, move: Move, names: Renaming, board: Geometry) -> Any:
    """A primitive, a literal or a statement, moved and renamed."""

    def inner(other: Any) -> Any:
        return _part(other, move, names, board)

    def several(others: Iterable[Any]) -> list[Any]:
        return sorted(map(inner, others), key=repr)

    lo = board.lo
    match part:
        case int():
            return move[part]
        case tuple():
            return several(part)
        case primitives.Is(cell, digit, positive):
            return "is", move[cell], names[digit - lo] if lo <= digit <= board.hi else digit, positive
        case primitives.Aux(name, positive):
            return "aux", repr(name), positive
        case primitives.Different(cells):
            return "different", several(cells)
        case primitives.Pair(a, b, allowed):
            pairs = sorted((names[x - lo], names[y - lo]) for x, y in allowed)
            if move[a] < move[b]:
                return "pair", move[a], move[b], pairs
            return "pair", move[b], move[a], sorted((y, x) for x, y in pairs)
        case primitives.DigitSet(cells, sets):
            return "set", several(cells), sorted(sorted(names[digit - lo] for digit in one) for one in sets)
        case primitives.Sum(terms, totals):
            return (
                "sum",
                sorted(((inner(term), by) for term, by in terms), key=repr),
                _totals(terms, totals, names, board),
            )
        case primitives.EqualSums(groups):
            renamed = names != tuple(range(lo, board.hi + 1))
            return (
                "equal",
                renamed,
                sorted((sorted(((inner(term), by) for term, by in group), key=repr) for group in groups), key=repr),
            )
        case primitives.Automaton(cells, layers):
            return "machine", [move[cell] for cell in cells], _layers(layers, names, lo)
        case primitives.Clause(literals):
            return "clause", several(literals)
        case primitives.Implies(conditions, statement):
            return "implies", several(conditions), several(statement)
        case primitives.AnyOf(statements):
            return "any", several(statements)
        case primitives.Defines(clauses):
            return "defines", several(clauses)
    raise TypeError(f"{part!r} is no primitive")


def _totals(terms: Iterable[Any], totals: tuple[int, ...], names: Renaming, board: Geometry) -> Any:
    """The totals after renaming: the same, or those of lowest for highest; else what equals no other."""
    digits = tuple(range(board.lo, board.hi + 1))
    if names == digits:
        return sorted(totals)
    if names == digits[::-1] and all(isinstance(term, int) for term, _ in terms):
        whole = sum(by for _, by in terms) * (board.lo + board.hi)
        return sorted(whole - total for total in totals)
    return "renamed", names


@lru_cache(maxsize=4096)
def _layers(layers: tuple[Any, ...], names: Renaming, lo: int) -> str:
    renamed = [[(state, names[digit - lo], to) for state, digit, to in rows] for rows in layers]
    return blake2b(repr([sorted(rows) for rows in renamed]).encode(), digest_size=16).hexdigest()
