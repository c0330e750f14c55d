"""A setter's unfinished layout made unique with as few additions as possible."""

from __future__ import annotations

from cpsudoku.generation.completion.complete import Completed, complete
from cpsudoku.generation.completion.layout import Blank, Layout

__all__ = ["Blank", "Completed", "Layout", "complete"]
