"""What the worker of the page without a server calls: jobs by name, JSON both ways."""

from __future__ import annotations

import json
import traceback

from cpsudoku.web.jobs import answer, asked
from cpsudoku.web.requests import Refused, refused


def respond(job: str, body: str, seconds: float) -> str:
    """The record that answers a job, as the server would send it; *seconds*: how long a job may take."""
    try:
        record = answer(job, asked(job, body.encode(), seconds))
    except Refused as why:
        record = refused(why.message)
    except Exception as error:
        traceback.print_exc()
        record = refused(f"this should not happen: {type(error).__name__}: {error}")
    return json.dumps(record)
