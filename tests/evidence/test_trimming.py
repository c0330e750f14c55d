"""Proofs cut to what they rest on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from time import perf_counter

import pytest

from cpsudoku.budget import BudgetSpent, until
from cpsudoku.errors import CertificateError
from cpsudoku.evidence import certificate, checker


def test_trim_refuses_what_is_no_proof() -> None:
    """A needed clause that does not follow, or a missing end, is an error."""
    with pytest.raises(CertificateError, match=r"clause \[1\] does not follow"):
        certificate.trim(2, [(1, 2), (-1, 2), (-1, -2)], [(1,)])
    with pytest.raises(CertificateError, match="empty clause"):
        certificate.trim(2, [(1, 2)], [(1, 2)])
    with pytest.raises(CertificateError, match="empty clause"):
        certificate.trim(2, [], [])


def test_what_is_not_needed_is_not_looked_at() -> None:
    """A lemma that nothing rests on may be anything, and is left out."""
    proof = certificate.trim(3, [(1, 2), (1, -2), (-1, 2), (-1, -2)], [(3,), (2,), (-3, 1), (1,)])
    assert proof.lemmas in ([(2,), ()], [(1,), ()])


def test_no_lemmas_are_needed_where_propagation_refutes() -> None:
    """Also where the formula itself has the empty clause, or a literal twice."""
    assert certificate.trim(2, [(1,), (-1, 2, 2), (-2,)], []).lemmas == [()]
    assert certificate.trim(1, [(1,), ()], []).hints == [(2,)]


def test_a_deadline() -> None:
    """A proof that cannot be trimmed in time is given up."""
    with until(perf_counter() - 1), pytest.raises(BudgetSpent, match="trimmed"):
        certificate.trim(2, [(1, 2)], [(1,)])


@pytest.mark.interpreted
def test_trimmed_proofs_of_random_formulas_hold() -> None:
    """With lemmas that follow in any order, odd ones between: what is left is a proof, and its hints are in order."""
    rng = random.Random(8)
    held = 0
    for _ in range(120):
        clauses = _random(rng, 28)
        if any(_true(clauses, bits) for bits in product((False, True), repeat=5)):
            continue
        lemmas = _derived(rng, clauses)
        try:
            proof = certificate.trim(5, clauses, lemmas)
        except CertificateError:
            continue  # propagation alone does not get there
        held += 1
        checker.check_drat(5, clauses, proof.drat)
        checker.check_lrat(clauses, proof.lrat)
        assert set(proof.lemmas) <= {*lemmas, ()}
    assert held > 20


def test_long_proofs_say_what_is_not_needed_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """They hold with that taken away, each clause once at most; none of the formula stays but what the end needs."""
    monkeypatch.setattr(certificate, "LONG_PROOF", 1)
    rng = random.Random(9)
    taken = 0
    for _ in range(120):
        clauses = list(dict.fromkeys(tuple(sorted(clause)) for clause in _random(rng, 32)))
        if any(_true(clauses, bits) for bits in product((False, True), repeat=5)):
            continue
        try:
            proof = certificate.trim(5, clauses, _derived(rng, clauses))
        except CertificateError:
            continue
        checker.check_drat(5, clauses, proof.drat)
        gone = Counter(_sorted(line.split()[1:-1]) for line in proof.drat.splitlines() if line[0] == "d")
        every = Counter(map(_sorted, [*clauses, *proof.lemmas]))
        needed = Counter(_sorted(clause) for number, clause in enumerate(clauses, 1) if number in proof.hints[-1])
        assert gone <= every
        assert all(gone[clause] or needed[clause] or clause in map(_sorted, proof.lemmas) for clause in clauses)
        taken += gone.total()
    assert taken > 500


def _sorted(clause: Iterable[object]) -> tuple[int, ...]:
    return tuple(sorted(int(str(x)) for x in clause))


def _random(rng: random.Random, number: int) -> list[tuple[int, ...]]:
    clauses = [tuple(rng.choice((-1, 1)) * x for x in rng.sample(range(1, 6), 3)) for _ in range(number)]
    return list(dict.fromkeys(tuple(sorted(clause)) for clause in clauses))


def _clauses(size: int) -> list[tuple[int, ...]]:
    every = product((0, -1, 1), repeat=5)
    return [tuple(s * (k + 1) for k, s in enumerate(signs) if s) for signs in every if size == 5 - signs.count(0)]


def _true(clauses: list[tuple[int, ...]], bits: tuple[bool, ...]) -> bool:
    return all(any((x > 0) == bits[abs(x) - 1] for x in clause) for clause in clauses)


def _derived(rng: random.Random, clauses: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Clauses that follow by propagation from those before, all that can be come by, in no order of use."""
    state, lemmas = checker.Clauses(5, clauses), []
    for size in (3, 2, 1):
        every = _clauses(size)
        for lemma in rng.sample(every, len(every)):
            if not state.refuted and state.conflict(lemma):
                state.add(lemma)
                lemmas.append(lemma)
    return lemmas
