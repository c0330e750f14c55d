"""Proofs cut to what they rest on."""

from __future__ import annotations

import pytest

from cpsudoku.errors import CertificateError
from cpsudoku.evidence import trimming


def test_trim_refuses_what_is_no_proof() -> None:
    """A clause that does not follow, or a missing end, is an error."""
    with pytest.raises(CertificateError, match="does not follow"):
        trimming.trim(2, [(1, 2)], [(1,)])
    with pytest.raises(CertificateError, match="empty clause"):
        trimming.trim(2, [(1, 2)], [])
