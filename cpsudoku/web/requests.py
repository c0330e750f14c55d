"""From the bytes of a request to a job's arguments; anything unexpected raises Refused with a status."""

from __future__ import annotations

import json
from typing import Any

from cpsudoku.records import stamped

MAX_BODY = 256 * 1024
"""Bytes of a request's body."""
MAX_TEXT = 100_000
"""Characters of a puzzle's text."""

Fields = dict[str, tuple[type, ...]]
"""The fields of a request and their types; one that may be None may be left out."""
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", type(None): "null"}


def refused(message: str) -> dict[str, Any]:
    """The record of a request that is refused."""
    return stamped("page.refused", {"verdict": "refused", "message": message})


class Refused(Exception):
    """A request that is refused: an HTTP status and why."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def arguments(fields: Fields, body: bytes) -> dict[str, Any]:
    """The values of these fields in a JSON body. Raises Refused."""
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON, or nested too deeply") from None
    if not isinstance(values, dict):
        raise Refused(422, "the body must be a JSON object")
    unknown = [key for key in values if key not in fields]
    if unknown:
        raise Refused(422, f"unknown field {unknown[0][:40]!r}; known: {', '.join(fields)}")
    found = {}
    for key, types in fields.items():
        value = values.get(key)
        # a bool is an int to Python, not to us
        if type(value) not in types:
            raise Refused(422, f"field {key!r} must be {' or '.join(_WORDS[kind] for kind in types)}")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise Refused(413, f"field {key!r} has {len(value):,} characters; at most {MAX_TEXT:,}")
        if value is not None:
            found[key] = value
    if "puzzle" in fields and not found["puzzle"].strip():
        raise Refused(422, "no puzzle: type or paste one")
    return found
