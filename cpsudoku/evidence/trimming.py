"""A refutation made small: only the lemmas the empty clause rests on, each with the clauses that yield it.

A kernel checks the proof from its end; what it used of each lemma is the hints of an LRAT proof.
Source: Heule, Hunt and Wetzler, FMCAD 2013 (trimming); Cruz-Filipe and others, CADE 2017 (LRAT).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpsudoku.budget import BudgetSpent, seconds_left
from cpsudoku.errors import CertificateError
from cpsudoku.kernels.clauses.backward import LATE, UNFINISHED, UNSOUND, Backward

LONG = 500
"""Lemmas from which on a proof says which clauses are not needed any more: a line for each of the formula, too."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """`lemmas`, the last one empty; `hints` numbers, for each, the clauses that yield it: those of `formula`
    from 1, then the lemmas."""

    lemmas: list[tuple[int, ...]]
    hints: list[tuple[int, ...]]
    formula: Sequence[Sequence[int]]

    @property
    def drat(self) -> str:
        """A clause a line, each ended by 0; in long proofs also `d clause 0` before the first lemma from which on it
        is not needed: a checker's propagation then passes few clauses."""
        deleted = self._deleted() if len(self.lemmas) >= LONG else [()] * len(self.lemmas)
        lines = []
        for lemma, gone in zip(self.lemmas, deleted):
            lines += [f"d {_line(clause)}" for clause in gone]
            lines.append(_line(lemma))
        return "".join(lines)

    def _deleted(self) -> list[Sequence[Sequence[int]]]:
        """For each lemma the clauses that neither it nor a later one needs. (None of one literal: a checker has set
        it for good.)"""
        first = len(self.formula) + 1
        until = [0] * (first + len(self.lemmas))
        for k, used in enumerate(self.hints, 1):
            for number in used:
                until[number] = k
        deleted: list[list[Sequence[int]]] = [[] for _ in self.lemmas]
        for number, clause in enumerate((*self.formula, *self.lemmas[:-1]), 1):
            if len(clause) > 1 and until[number] < len(deleted):
                deleted[until[number]].append(clause)
        return [*deleted]

    @property
    def lrat(self) -> str:
        """`number clause 0 hints 0` a line."""
        return "".join(
            " ".join(map(str, (number, *lemma, 0, *hints, 0))) + "\n"
            for number, (lemma, hints) in enumerate(zip(self.lemmas, self.hints), len(self.formula) + 1)
        )


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"


def trim(variables: int, clauses: Sequence[Sequence[int]], lemmas: Iterable[Sequence[int]]) -> Refutation:
    """The part of a solver's proof that the empty clause needs.

    Raises CertificateError where a lemma of that part does not follow by unit propagation, or the end is not reached,
    and BudgetSpent at a deadline (see `budget.until`).
    """
    derived = [tuple(dict.fromkeys(lemma)) for lemma in lemmas]
    rows = array("i")
    for clause in clauses:
        rows.extend(dict.fromkeys(clause))
        rows.append(0)
    for lemma in derived:
        rows.extend(lemma)
        rows.append(0)
    left = seconds_left()
    work = Backward(variables, rows, len(clauses))
    answer = work.run(0 if left is None else max(left, 1e-9))
    if answer == LATE:
        raise BudgetSpent("the time was up before the proof was trimmed")
    if answer == UNSOUND:
        odd = derived[work.odd - len(clauses) - 1]
        raise CertificateError(f"the proof's clause {list(odd)} does not follow by unit propagation")
    if answer == UNFINISHED:
        raise CertificateError("the proof does not reach the empty clause")
    first = len(clauses) + 1
    kept: list[int] = work.kept.tolist()
    renumbered = {old: first + k for k, old in enumerate(kept)}
    hints, row = [], []
    for used in work.hints.tolist():
        if used:
            row.append(used if used < first else renumbered[used])
        else:
            hints.append(tuple(row))
            row = []
    return Refutation([*(derived[old - first] for old in kept[:-1]), ()], hints, clauses)
