"""Which way each primitive becomes clauses: the words of an encoding."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.formula.definition import Encoding


@dataclass(frozen=True, slots=True)
class Ways:
    """`sums` is a word of `sums.SUMS`, `automata` one of `machines.MACHINES`, `at_most_one` one of its METHODS."""

    sums: str = "auto"
    automata: str = "layered"
    at_most_one: str = "pairwise"

    @classmethod
    def of(cls, encoding: Encoding | None) -> Ways:
        """Those an encoding names, the default ones for what it leaves out."""
        if encoding is None:
            return DEFAULT
        method = encoding.at_most_one if encoding.at_most_one not in ("", "native") else "pairwise"
        return cls(encoding.sums or DEFAULT.sums, encoding.automata or DEFAULT.automata, method)


DEFAULT = Ways()
