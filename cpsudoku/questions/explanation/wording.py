"""Reasons in words, those of a kind together: "rows 1 and 3 have one 8 at most"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from cpsudoku.techniques.reasons.reason import Reason, article
from cpsudoku.techniques.reasons.words import called_together, listed, located, together

MANY = 24
"""Reasons beyond which they are counted and no longer listed."""
COUNTED = (
    (("cell",), "cell", "cells"),
    (("has", "once"), "digit of a house", "digits of houses"),
    (("total",), "whole house", "whole houses"),
    (("constraint",), "constraint", "constraints"),
    (("clue",), "clue", "clues"),
)
"""Kinds of reasons, and what one and several are called."""


def because(reasons: Sequence[Reason], houses: Sequence[str], cells: Sequence[str], rules: Sequence[str]) -> str:
    """The reasons as one clause, counted where they are many; *houses*, *cells* and *rules* are their names.

    All clues are listed: they are the answer.
    """
    if len(reasons) > MANY:
        clues = listed(f"{cells[r.cell]} = {r.digit}" for r in reasons if r.kind == "clue" and r.cell is not None)
        return f"{len(reasons)} reasons together ({listed(_counted(reasons))}{f': {clues}' if clues else ''})"
    return clauses_together(list(_said(reasons, houses, cells, rules)))


def last_one(reason: Reason, digit: int, houses: Sequence[str], cells: Sequence[str]) -> str:
    """Of a digit placed by a single reason: it is the last one of a cell, or has one place left; else empty."""
    if reason.kind == "cell" and reason.cell is not None:
        return f"no other digit is left for {cells[reason.cell]}"
    if reason.kind == "has" and reason.house is not None and reason.digit == digit:
        return f"{digit} has no other place {located(houses[reason.house])}"
    return ""


def _counted(reasons: Sequence[Reason]) -> Iterator[str]:
    for kinds, one, several in COUNTED:
        number = sum(reason.kind in kinds for reason in reasons)
        if number:
            yield f"{number} {one if number == 1 else several}"


def _said(
    reasons: Sequence[Reason], houses: Sequence[str], cells: Sequence[str], rules: Sequence[str]
) -> Iterator[str]:
    open_cells = [cells[reason.cell] for reason in reasons if reason.kind == "cell" and reason.cell is not None]
    if open_cells:
        yield f"{listed(open_cells)} {'has a digit' if len(open_cells) == 1 else 'have a digit each'}"
    for kind, one, several in (("has", "has {0}", "have {0}"), ("once", "has {1} at most", "have {1} at most")):
        by_digit = grouped(
            (reason.digit, houses[reason.house])
            for reason in reasons
            if reason.kind == kind and reason.digit is not None and reason.house is not None
        )
        for at, digits in grouped((tuple(named), digit) for digit, named in by_digit.items()).items():
            words = (one if len(at) == 1 else several).format(
                listed(map(article, digits)), listed(f"one {digit}" for digit in digits)
            )
            yield f"{together(at)} {words}"
    yield from _whole(reasons, houses)
    named = [rules[reason.constraint] for reason in reasons if reason.constraint is not None]
    named += [reason.name for reason in reasons if reason.kind == "fact"]
    if named and len(reasons) == 1:
        yield f"by {named[0]}"
    elif named:
        yield listed(called_together(named)) + (" holds" if len(named) == 1 else " hold")
    clues = [f"{cells[r.cell]} = {r.digit}" for r in reasons if r.kind == "clue" and r.cell is not None]
    if clues:
        yield f"{listed(clues)} {'is' if len(clues) == 1 else 'are'} given"


def _whole(reasons: Sequence[Reason], houses: Sequence[str]) -> Iterator[str]:
    """`rows 1 and 2 have 1 to 9 once each (sum 45)`: what houses have as a whole."""
    by_words = grouped(
        (reason.name.removeprefix(f"{houses[reason.house]} has "), reason.house)
        for reason in reasons
        if reason.kind == "total" and reason.house is not None
    )
    for words, at in by_words.items():
        yield f"{together([houses[house] for house in sorted(at)])} {'has' if len(at) == 1 else 'have'} {words}"


K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The second parts of pairs by the first, in order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def clauses_together(clauses: Sequence[str]) -> str:
    """As `listed`, with a comma before the last "and" where a clause has one of its own."""
    if len(clauses) > 1 and any(" and " in clause for clause in clauses):
        return f"{', '.join(clauses[:-1])}, and {clauses[-1]}"
    return listed(clauses)
