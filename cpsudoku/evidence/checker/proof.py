"""Proofs that a formula has no model: DRAT, LRAT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from . import work
from .errors import Rejected, require
from .formula import Integers, lines_of
from .propagation import MANY, Clauses


def check_drat(variables: int, clauses: Iterable[Sequence[int]], proof: str) -> None:
    """Raise Rejected unless *proof* derives the empty clause. (An empty proof may: propagation alone.)

    Each clause must follow by unit propagation, or be RAT on its first literal. By a clause of a line `d ...` nothing
    is propagated any more; what was derived from it stays, and RAT clauses have to respect it.
    """
    state = Clauses(variables, clauses)
    present: dict[tuple[int, ...], list[list[int]]] | None = None
    for place, deletes, lemma in _steps(proof):
        key = tuple(sorted(set(lemma)))
        if deletes:
            if present is None:
                present = {}
                for clause in state.all:
                    present.setdefault(tuple(sorted(clause)), []).append(clause)
            if not present.get(key):
                raise Rejected(f"{place}: deletes a clause that is not there")
            state.remove(present[key].pop())
            continue
        require(not key or -variables <= key[0] <= key[-1] <= variables, f"{place}: a variable beyond the formula's")
        require(state.conflict(lemma) or state.resolvents_conflict(lemma), f"{place}: {lemma} does not follow")
        added = state.add(lemma)
        if present is not None:
            present.setdefault(key, []).append(added)
    require(state.refuted, "the proof does not reach the empty clause")


def _steps(proof: str) -> Iterator[tuple[str, bool, list[int]]]:
    """(its place, whether it deletes, its clause) of each line of a DRAT proof that is not empty."""
    known = Integers()
    for number, line in enumerate(lines_of(proof, "proof"), 1):
        if words := line.split():
            place, deletes = f"proof, line {number}", words[0] == "d"
            yield place, deletes, known.clause(words[deletes:], place)


def same_lemmas(variables: int, clauses: Sequence[Sequence[int]], proof: str, lemmas: Sequence[Sequence[int]]) -> bool:
    """Whether *proof* has just these lemmas, so that who has seen them follow need not propagate.

    Raises Rejected where it deletes what is not there.
    """
    present, number = Counter(tuple(sorted(set(clause))) for clause in clauses), 0
    for place, deletes, lemma in _steps(proof):
        key = tuple(sorted(set(lemma)))
        if deletes:
            require(present[key] > 0, f"{place}: deletes a clause that is not there")
            present[key] -= 1
            continue
        if number == len(lemmas) or key != tuple(sorted(set(lemmas[number]))):
            return False
        if key and not -variables <= key[0] <= key[-1] <= variables:
            return False
        present[key] += 1
        number += 1
    return number == len(lemmas)


def check_lrat(clauses: Sequence[Sequence[int]], proof: str) -> list[list[int]]:
    """As `check_drat` for LRAT without RAT hints: each lemma names the clauses that refute its negation, in order.

    Gives the lemmas.
    """
    lemmas: list[list[int]] = []
    numbered: dict[int, Sequence[int]] = dict(enumerate(clauses, 1))
    known, ended = Integers(), False
    for line_number, line in enumerate(lines_of(proof, "LRAT proof"), 1):
        words, place = line.split(), f"LRAT proof, line {line_number}"
        if not words:
            continue
        require("0" in words, f"{place}: {line[:60]!r} is no step")
        at = words.index("0")
        lemma, hints = known.clause(words[1 : at + 1], place), known.clause(words[at + 1 :], place)
        (number,) = known.of(words[:1]) or [0]
        require(number > 0 and number not in numbered, f"{place}: clause number {words[0]!r}")
        false = set(lemma)
        done = False
        steps = 0
        for hint in hints:
            require(hint in numbered, f"{place}: hint {hint}")
            steps += len(numbered[hint])
            if steps > MANY:
                work.spend(steps // 4)
                steps = 0
            left = [x for x in numbered[hint] if x not in false]
            require(len(left) < 2, f"{place}: hint {hint} is not unit")
            done = done or not left
            false.update(-x for x in left)
        require(done, f"{place}: the hints do not refute the negation")
        work.spend(steps // 4)
        numbered[number] = lemma
        lemmas.append(lemma)
        ended = ended or not lemma
    require(ended, "the LRAT proof does not reach the empty clause")
    return lemmas
