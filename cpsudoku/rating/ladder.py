"""Moved to `cpsudoku.techniques.ladder`; this name stays for one version."""

from __future__ import annotations

import warnings

from cpsudoku.techniques.ladder import TECHNIQUES as TECHNIQUES

warnings.warn("cpsudoku.rating.ladder is now cpsudoku.techniques.ladder", DeprecationWarning, stacklevel=2)
