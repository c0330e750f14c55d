"""What a step is lent from above: the argument of its technique, in words.

The room's door (`rating/__init__`) says who has it; so a step knows no technique, and techniques know steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsudoku.techniques.step import Step

argument: Callable[[Step], str]
