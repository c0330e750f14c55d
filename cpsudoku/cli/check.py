"""`cpsudoku check`: do certificates prove what they claim?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cpsudoku.cli import common
from cpsudoku.errors import UsageError

EXAMPLES = ["cpsudoku check proof", "cpsudoku check proofs proofs.jsonl --jsonl"]


def command(
    certificates: Annotated[
        list[Path],
        typer.Argument(help="Files, certificates' folders, or folders of many.", metavar="CERTIFICATES..."),
    ],
    jsonl: common.JsonLines = False,
    quiet: common.Quiet = False,
) -> None:
    """Check certificates by code that shares nothing with the engines (`cpsudoku/checker/`).

    Exit code 1 where some certificate does not prove what it claims.
    """
    from cpsudoku.checker import check

    good = bad = 0
    with common.progress("checking", None, quiet) as advance:
        for path in certificates:
            if not path.exists():
                raise UsageError(f"{path}: no such file or folder")
            for found in check(path):
                good += found.verified
                bad += not found.verified
                if jsonl:
                    print(common.json_line({**found._asdict()}))
                elif not found.verified or good + bad <= 20:
                    print(f"{found.place}: {'verified' if found.verified else 'REJECTED'}: {found.message}")
                advance(1)
    summary = f"{good:,} verified, {bad:,} rejected"
    common.say(summary, quiet) if jsonl else print(summary)
    raise typer.Exit(common.FINDING if bad else common.OK)
