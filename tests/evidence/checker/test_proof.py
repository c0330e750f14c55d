"""DRAT and LRAT, against brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cpsudoku.engines.answer import Sat
from cpsudoku.engines.sat.pysat_solvers import refutation
from cpsudoku.evidence import certificate, checker
from cpsudoku.evidence.checker.proof import same_lemmas


def test_drat_steps_beyond_unit_propagation() -> None:
    """A lemma that only RAT justifies is accepted, one that neither does is not."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    checker.check_drat(2, clauses, "2 0\n0\n")
    with pytest.raises(checker.Rejected, match="does not reach"):
        checker.check_drat(3, [(1, 2), (-1, -2)], "3 1 0\n")  # (3 or 1): no clause has -3, so it is RAT on 3
    with pytest.raises(checker.Rejected, match="does not follow"):
        checker.check_drat(2, [(1, 2), (-1, -2)], "1 0\n")


def test_a_lemma_with_a_literal_that_is_known_follows() -> None:
    """Nothing needs to be propagated, and resolution would not show it."""
    clauses = [(1,), (-1, 4, 5), (2, 3), (-2, 3), (2, -3), (-2, -3)]
    for lemma in ("1 2", "1 -3 2"):
        checker.check_drat(5, clauses, f"{lemma} 0\n3 0\n0\n")


def test_a_line_is_a_clause_or_blank() -> None:
    """Blank lines are skipped; literals end with 0, which stands nowhere else, and only `d` may come before them."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    for proof in ("\n2 0\n\n0\n", "2 0\n \n0"):
        checker.check_drat(2, clauses, proof)
        assert same_lemmas(2, clauses, proof, [(2,), ()])
    for line in ("1 0 2 0", "0 0", "2", "2 x 0", "2 d 0", "d", "- 0", "2 0 d"):
        with pytest.raises(checker.Rejected, match=r"proof, line 2: .* is no clause"):
            checker.check_drat(2, clauses, f"2 0\n{line}\n0\n")


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
            proof = certificate.trim(5, clauses, lemmas)
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


def test_deleted_clauses_are_not_propagated_and_not_forgotten() -> None:
    """A lemma does not follow from what was deleted, of two literals or more; nor is it RAT where one of those
    speaks against it. What it made certain before stays."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 2, 3), (1, 2, -3)]
    checker.check_drat(3, clauses, "d 1 2 3 0\n2 0\n0\n")
    for gone in ("1 2 0", "-1 2 0"):
        with pytest.raises(checker.Rejected, match=r"line 2: .* does not follow"):
            checker.check_drat(3, clauses[:4], f"d {gone}\n2 0\n0\n")
    checker.check_drat(3, clauses[1:], "1 2 0\nd 3 2 1 0\n2 0\n0\n")
    with pytest.raises(checker.Rejected, match=r"line 2: .* does not follow"):
        checker.check_drat(3, clauses[1:], "d 3 2 1 0\n1 2 0\n2 0\n0\n")
    with pytest.raises(checker.Rejected, match=r"line 2: .* does not follow"):
        checker.check_drat(3, [(1, 2), (1, 3)], "d 1 2 0\n-1 0\n0\n")
    with pytest.raises(checker.Rejected, match=r"line 2: \[-1\] does not follow"):  # else 1 and -1, and it has a model
        checker.check_drat(3, [(1, 2, 3), (-2,), (-3,)], "d 1 2 3 0\n-1 0\n0\n")
    with pytest.raises(checker.Rejected, match="line 2: deletes"):
        checker.check_drat(3, clauses, "d 1 2 0\nd 2 1 0\n2 0\n0\n")
    checker.check_drat(3, [(1,), (-1, 2), (-2, 3, 1), (-2, -3), (3, -2)], "d -1 2 0\n0\n")


def test_deletions_at_random() -> None:
    """Of a formula that has a model no text with deletions is a proof."""
    rng = random.Random(6)
    for _ in range(400):
        model = [rng.choice([-1, 1]) * x for x in range(1, 6)]
        clauses = [
            tuple(rng.choice([-1, 1]) * x for x in rng.sample(range(1, 6), rng.randint(2, 3))) for _ in range(25)
        ]
        clauses = [clause for clause in dict.fromkeys(clauses) if set(clause) & set(model)]
        lines = []
        for _ in range(8):
            gone = rng.choice(clauses)
            lines.append(f"d {gone[0]} {' '.join(map(str, gone[1:]))} 0\n")
            lemma = [rng.choice([-1, 1]) * x for x in rng.sample(range(1, 6), rng.randint(1, 2))]
            lines.append(" ".join(map(str, lemma)) + " 0\n")
        with pytest.raises(checker.Rejected):
            checker.check_drat(5, clauses, "".join(lines) + "0\n")


def test_lemmas_that_lrat_shows_are_not_searched_for() -> None:
    """Only where the DRAT proof has just the lemmas of the LRAT proof, and deletes what there is."""
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    lemmas = checker.check_lrat(clauses, "5 2 0 1 2 0\n6 0 5 3 4 0\n")
    assert lemmas == [[2], []]
    assert same_lemmas(2, clauses, "2 0\nd 2 1 0\n0\n", lemmas)
    assert same_lemmas(2, clauses, "2 0\nd 2 0\n0\n", lemmas)  # a lemma may be deleted, too
    for other in ("2 0\n", "0\n", "1 0\n0\n", "2 0\n0\n0\n", "-2 0\n0\n"):
        assert not same_lemmas(2, clauses, other, lemmas)
    assert not same_lemmas(1, clauses, "2 0\n0\n", lemmas)
    with pytest.raises(checker.Rejected, match="deletes"):
        same_lemmas(2, clauses, "2 0\nd 2 1 0\nd 2 1 0\n0\n", lemmas)


def test_hints_that_end_without_a_conflict_show_nothing() -> None:
    """Each may be unit: only one that comes out false ends a step of LRAT, and only the empty clause the proof."""
    clauses = [(1, 2), (-2, 3), (-1, 3), (-3, 4)]
    with pytest.raises(checker.Rejected, match="line 1: the hints do not refute the negation"):
        checker.check_lrat(clauses, "5 1 0 1 2 4 0\n6 0 5 3 4 0\n")
    with pytest.raises(checker.Rejected, match="line 2: the hints do not refute the negation"):
        checker.check_lrat(clauses, "5 3 0 2 3 1 0\n6 0 5 4 0\n")
    with pytest.raises(checker.Rejected, match="does not reach the empty clause"):
        checker.check_lrat(clauses, "5 3 0 2 3 1 0\n")
