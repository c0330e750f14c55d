"""Results that a refactoring must leave as they are; see `golden`."""

from __future__ import annotations

import pytest

from tests import golden


@pytest.mark.long
@pytest.mark.parametrize("family", golden.FAMILIES)
def test_answers_are_those_recorded(family: str) -> None:
    """Every input of the family is answered as recorded; `python -m tests.golden record` accepts a meant change."""
    assert golden.differences(family) == []
