"""Proofs that a formula has no model: DRAT, LRAT."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import require
from .formula import literals
from .propagation import Clauses


def check_drat(variables: int, clauses: Iterable[Sequence[int]], proof: str) -> None:
    """Raise Rejected unless *proof* derives the empty clause. (An empty proof may: propagation alone.)"""
    state = Clauses(variables, clauses)
    present = {tuple(sorted(clause)) for clause in state.all}
    ended = False
    for number, line in enumerate(proof.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        place = f"proof, line {number}"
        deletes = words[0] == "d"
        lemma = literals(words[deletes:], place)
        key = tuple(sorted(set(lemma)))
        if deletes:
            require(key in present, f"{place}: deletes a clause that is not there")
            continue
        require(not ended, f"{place}: a clause after the empty one")
        require(state.conflict(lemma) or state.resolvents_conflict(lemma), f"{place}: {lemma} does not follow")
        state.add(lemma)
        present.add(key)
        ended = not lemma
    require(state.refuted is not None, "the proof does not reach the empty clause")


def check_lrat(variables: int, clauses: Sequence[Sequence[int]], proof: str) -> None:
    """As `check_drat` for LRAT without RAT hints: each lemma names the clauses that refute its negation, in order."""
    known: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    ended = False
    for number, line in enumerate(proof.splitlines(), 1):
        words, place = line.split(), f"LRAT proof, line {number}"
        require(words.count("0") == 2 and words[-1] == "0" and not ended, f"{place}: {line[:60]!r} is no step")
        at = words.index("0")
        lemma, hints = literals(words[1 : at + 1], place), literals(words[at + 1 :], place)
        require(words[0].isdecimal() and int(words[0]) not in known, f"{place}: clause number {words[0]!r}")
        false = set(lemma)
        done = False
        for hint in hints:
            require(hint in known and not done, f"{place}: hint {hint}")
            left = [x for x in known[hint] if x not in false]
            require(len(left) < 2, f"{place}: hint {hint} is not unit")
            done = not left
            false.update(-x for x in left)
        require(done, f"{place}: the hints do not refute the negation")
        known[int(words[0])] = lemma
        ended = not lemma
    require(ended, "the LRAT proof does not reach the empty clause")
