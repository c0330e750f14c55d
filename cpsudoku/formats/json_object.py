"""A JSON object in a text, or words about what is there instead."""

from __future__ import annotations

import json
from typing import Any

from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import shown


def load(text: str) -> dict[str, Any]:
    """The JSON object in *text*. Raises NotationError, with the column, for anything else."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"{shown(text)}: no JSON ({error.msg})", line=error.lineno if error.lineno > 1 else None, column=error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        raise NotationError(f"{shown(text)}: no usable JSON ({error})") from None
    if not isinstance(value, dict):
        raise NotationError(f"{shown(text)}: a JSON {type(value).__name__}; a record is an object")
    return value
