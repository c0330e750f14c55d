"""A refutation made small: only the lemmas the empty clause rests on, each with the clauses that yield it.

The lemmas are checked forward as a DRAT checker would; the clauses each conflict used are noted, and what the
last conflict does not reach is left out. The notes are the hints of an LRAT proof.
Source: Heule, Hunt and Wetzler, FMCAD 2013 (trimming); Cruz-Filipe and others, CADE 2017 (LRAT).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpsudoku.deadline import look
from cpsudoku.errors import CertificateError
from cpsudoku.evidence.checker import Clauses


@dataclass(frozen=True, slots=True)
class Refutation:
    """`lemmas`, the last one empty; `hints` numbers, for each, the clauses that yield it: those of the formula
    from 1, then the lemmas."""

    lemmas: list[tuple[int, ...]]
    hints: list[tuple[int, ...]]
    clauses: int

    @property
    def drat(self) -> str:
        """A clause a line, each ended by 0."""
        return "".join(" ".join(map(str, (*lemma, 0))) + "\n" for lemma in self.lemmas)

    @property
    def lrat(self) -> str:
        """`number clause 0 hints 0` a line."""
        return "".join(
            " ".join(map(str, (number, *lemma, 0, *hints, 0))) + "\n"
            for number, (lemma, hints) in enumerate(zip(self.lemmas, self.hints), self.clauses + 1)
        )


def trim(variables: int, clauses: Sequence[Sequence[int]], lemmas: Iterable[Sequence[int]]) -> Refutation:
    """The part of a solver's proof that the empty clause needs.

    Raises CertificateError where a lemma does not follow by unit propagation, or the end is not reached, and
    BudgetSpent at a deadline (see `deadline.until`).
    """
    state = Clauses(variables, clauses)
    number = {id(clause): k for k, clause in enumerate(state.all, 1)}
    kept: list[tuple[int, ...]] = []
    hints: list[list[int]] = []

    def note(false: list[int]) -> None:
        needed = {abs(x) for x in false}
        used = [number[id(false)]] if id(false) in number else []
        for literal in reversed(state.trail):
            reason = state.reason[abs(literal)]
            if abs(literal) in needed and reason:
                used.append(number[id(reason)])
                needed.update(map(abs, reason))
        hints.append(used[::-1])

    for lemma in lemmas:
        look("the proof was trimmed")
        if state.refuted is not None:
            break
        if not state.conflict(lemma, note):
            raise CertificateError(f"the proof's clause {list(lemma)} does not follow by unit propagation")
        kept.append(tuple(lemma))
        state.add(lemma)
        number[id(state.all[-1])] = len(state.all)
    if state.refuted is None:
        raise CertificateError("the proof does not reach the empty clause")
    if not kept or kept[-1]:
        kept.append(())
        note(state.refuted)
    first = len(clauses) + 1
    needed = {first + len(kept) - 1}
    for k in range(len(kept) - 1, -1, -1):
        if first + k in needed:
            needed.update(hints[k])
    renumbered = {old: first + k for k, old in enumerate(sorted(x for x in needed if x >= first))}
    left = [k for k in range(len(kept)) if first + k in needed]
    return Refutation(
        [kept[k] for k in left], [tuple(renumbered.get(x, x) for x in hints[k]) for k in left], len(clauses)
    )
