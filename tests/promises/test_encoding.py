"""The promise: an encoding is one TOML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

TOY = """
[encoding]
name = "a-toy"
summary = "every digit exactly once in a house; every cell at least one digit"
source = "a test"
target = "cnf"
variables = "direct"
rules = ["cell: at-least-one", "house: exactly-one"]
at_most_one = "pairwise"
"""


@pytest.mark.skipif(
    (Path(__file__).resolve().parents[2] / "cpsudoku" / "encodings").exists(),
    reason="an installed package reads its own copy of the catalog",
)
@pytest.mark.long
def test_one_file(house: Any) -> None:
    """With it the catalog's tests, the documentation's and the command's run over the encoding and pass."""
    house.add("encodings/a-toy.toml", TOY)
    house.passes("tests/formula/test_catalog.py", "tests/cli/test_encodings.py", "tests/test_architecture.py")
    house.passes("tests/formula/test_propagation.py")
    house.passes("tests/test_docs.py", "-k", "not site and not console")
    verified = house.python("cpsudoku", "verify", "--sample", "hard", "--encoding", "a-toy", "--cross-check", "bitmask")
    assert verified.returncode == 0, verified.stderr
    assert "a-toy" in house.python("cpsudoku", "encodings").stdout
