"""DRAT and LRAT, against brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import refutation
from cpsudoku.evidence import checker, trimming


def test_drat_steps_beyond_unit_propagation() -> None:
    """A lemma that only RAT justifies is accepted, one that neither does is not."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    checker.check_drat(2, clauses, "2 0\n0\n")
    with pytest.raises(checker.Rejected, match="does not reach"):
        checker.check_drat(3, [(1, 2), (-1, -2)], "3 1 0\n")  # (3 or 1): no clause has -3, so it is RAT on 3
    with pytest.raises(checker.Rejected, match="does not follow"):
        checker.check_drat(2, [(1, 2), (-1, -2)], "1 0\n")


def test_checker_agrees_with_brute_force_on_small_formulas() -> None:
    """Solvers' proofs of random small formulas are accepted; of a satisfiable formula no random text is."""
    rng = random.Random(5)
    refuted = 0
    for _ in range(150):
        clauses = [tuple(rng.choice([-1, 1]) * x for x in rng.sample(range(1, 6), 3)) for _ in range(30)]
        clauses = list(dict.fromkeys(tuple(sorted(c)) for c in clauses))
        true = any(
            all(any((x > 0) == bits[abs(x) - 1] for x in clause) for clause in clauses)
            for bits in product([False, True], repeat=5)
        )
        lemmas = refutation(clauses)
        assert isinstance(lemmas, Sat) == true
        if isinstance(lemmas, list):
            refuted += 1
            proof = trimming.trim(5, clauses, lemmas)
            checker.check_drat(5, clauses, proof.drat)
            checker.check_lrat(clauses, proof.lrat)
            assert len(proof.lemmas) <= len(lemmas) + 1
        else:
            text = "".join(
                " ".join(str(rng.choice([-1, 1]) * x) for x in rng.sample(range(1, 6), rng.randint(0, 2))) + " 0\n"
                for _ in range(4)
            )
            with pytest.raises(checker.Rejected):
                checker.check_drat(5, clauses, text)
    assert refuted > 20
