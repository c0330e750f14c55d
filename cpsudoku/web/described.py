"""The HTTP interface as an OpenAPI 3.1 document, derived from the jobs, their fields and the records."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import Any

from cpsudoku.records.published import schema
from cpsudoku.version import __version__
from cpsudoku.web.jobs import FIELDS, JOBS
from cpsudoku.web.requests import MAX_BODY, MAX_TEXT, PROBLEM

TYPES: dict[type, str] = {str: "string", int: "integer", bool: "boolean"}
REFUSALS = {
    "400": "the body is not JSON, or did not arrive; or the page is called by a name that is not its own",
    "401": "a token is wanted (`serve --token`) and not sent",
    "408": "the body took too long",
    "413": f"a body of more than {MAX_BODY:,} bytes, or a text of more than {MAX_TEXT:,} characters",
    "415": "the body is not sent as application/json",
    "422": "a field is missing or wrong, or the puzzle cannot be served: `message` says why",
    "500": "the process that did the work was ended from outside, or for want of memory",
    "503": "too many requests wait, or the page is being stopped",
    "504": "the time for one request was up",
}
"""Status -> when; each has a record of kind page.refused."""
EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EXAMPLES = {
    ("", "puzzle"): EXAMPLE,
    ("", "number"): 0,
    ("", "to"): "f-puzzles",
    ("", "answer"): "The grid is 534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ("", "cell"): "r5c5",
    ("", "digit"): 5,
    ("", "text"): "r5c5 = 5 by naked-single",
    ("fill", "puzzle"): f'{{"puzzle": "{EXAMPLE}", "constraints": ["cage r1c3 r1c4"]}}',
}
"""(job, field) -> what its example has there; any job's under an empty name."""


@cache
def description() -> dict[str, Any]:
    """The document that `GET /api` sends."""
    kinds = schema()["$defs"]
    used = {name: form for name, form in kinds.items() if name.startswith("page.")}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cpsudoku",
            "version": __version__,
            "description": "Every answer is a record with the keys of the reference; `schema` names its kind.",
        },
        "paths": {f"/api/{name}": {"post": _operation(name)} for name in FIELDS},
        "components": {"schemas": used, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    }


def _operation(name: str) -> dict[str, Any]:
    words = getdoc(JOBS[name]) or name
    fields = FIELDS[name]
    refused = {PROBLEM: {"schema": {"$ref": "#/components/schemas/page.refused"}}}
    return {
        "operationId": name,
        "summary": words.partition("\n")[0],
        "description": words,
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "properties": {key: _form(types) for key, types in fields.items()},
                        "required": [key for key, types in fields.items() if type(None) not in types],
                        "additionalProperties": False,
                    },
                    "example": {
                        key: EXAMPLES.get((name, key), EXAMPLES.get(("", key)))
                        for key, types in fields.items()
                        if type(None) not in types
                    },
                }
            },
        },
        "responses": {
            "200": {
                "description": "the answer",
                "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/page.{name}"}}},
            }
        }
        | {status: {"description": when, "content": refused} for status, when in REFUSALS.items()},
    }


def _form(types: tuple[type, ...]) -> dict[str, Any]:
    named = [TYPES[kind] for kind in types if kind is not type(None)]
    return {"type": named + (["null"] if type(None) in types else []) if type(None) in types else named[0]}
