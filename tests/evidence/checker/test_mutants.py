"""Mutants of certificates: a share of `benchmarks/forgeries.py`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cpsudoku.evidence.checker import check_certificate

from .forgeries.certificates import SEVERAL
from .forgeries.honest import GRID, OTHER, bound, forged, unique
from .forgeries.rules import ruled


@pytest.fixture(scope="module")
def forgeries() -> ModuleType:
    path = Path(__file__).parents[3] / "benchmarks" / "forgeries.py"
    spec = importlib.util.spec_from_file_location("benchmarks_forgeries", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_no_mutant_is_accepted_with_a_wrong_claim(forgeries: ModuleType) -> None:
    """400 mutants of 56 certificates: refused, or still so; the checker raises its refusal and nothing else."""
    pool = list(forgeries.certificates(56, seed=4))
    assert {data["claim"] for data in pool} == {"unique", "multiple", "impossible", "fewest"}
    assert {"witnesses", "rating", "needed"} <= {key for data in pool for key in data}
    kinds = {rule["type"] for data in pool for rule in data["board"].get("constraints", [])}
    assert len(kinds) > 4
    assert kinds >= {"connected", "doublers", "regex"}
    assert all(str(check_certificate(data)) and not forgeries.why_wrong(data) for data in pool)
    said, bad = forgeries.attacked(pool, 400, seed=4)
    assert not bad
    assert said["refused"] > 200
    assert sum(said.values()) == 400


def test_the_judge_sees_wrong_claims(forgeries: ModuleType) -> None:
    """Of each claim one that is not so."""
    wrong = [
        forged("unique", SEVERAL, "1234432121433412"),
        forged("impossible", SEVERAL),
        forged("multiple", GRID, GRID, second=GRID),
        forged("multiple", "1...............", GRID, second=OTHER) | {"solution": "2134341212434321"},
        {**bound(), "clues": 5},
        {**unique(), "puzzle": GRID},
        {**ruled(), "board": {**ruled()["board"], "constraints": [{"type": "odd", "cells": ["r3c1"]}]}},
        {**ruled("odd r1c1"), "needed": [OTHER, OTHER]},
    ]
    assert all(forgeries.why_wrong(data) for data in wrong)
