"""A JSON object in a text, or words about what is there instead."""

from __future__ import annotations

import json
import re
from typing import Any

from cpsudoku.errors import NotationError
from cpsudoku.formats.reading import shown
from cpsudoku.formats.source import characters

_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def parsed(text: str) -> Any:
    """The JSON value in *text*, its strings of whole characters. Raises what `json.loads` does."""
    value = json.loads(text)
    return _whole(value) if _HALF.search(text) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return characters(value)
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return {characters(key): _whole(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def load(text: str) -> dict[str, Any]:
    """The JSON object in *text*. Raises NotationError, with the column, for anything else."""
    try:
        value = parsed(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"{shown(text)}: no JSON ({error.msg})", line=error.lineno if error.lineno > 1 else None, column=error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        raise NotationError(f"{shown(text)}: no usable JSON ({error})") from None
    if not isinstance(value, dict):
        raise NotationError(f"{shown(text)}: a JSON {type(value).__name__}; a record is an object")
    return value
