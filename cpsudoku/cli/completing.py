"""`cpsudoku generate --complete FILE`: an unfinished layout made unique."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.budget import Limits
from cpsudoku.cli import common
from cpsudoku.cli.recipe_file import is_stated
from cpsudoku.errors import NotationError, UsageError
from cpsudoku.generation.front import new_seed

if TYPE_CHECKING:
    from cpsudoku.generation.completion import Completed

TAKEN = ("complete", "count", "seed", "clues", "timeout", "conflicts", "jsonl", "out", "quiet")
"""The options that go with --complete."""


def run_completion(
    context: typer.Context,
    path: Path,
    count: int,
    seed: int | None,
    clues: tuple[int, int] | None,
    limits: Limits,
    out: Path | None,
    quiet: bool,
) -> None:
    """A JSON line for each of *count* solutions; what was added is told on standard error. Exit codes 0, 1, 3."""
    from cpsudoku.generation.completion import Layout, complete

    if any(name not in TAKEN and is_stated(context, name) for name in context.params):
        raise UsageError("--complete goes with --clues 0, --count, --seed, -o, --timeout and --conflicts alone")
    if clues not in (None, (0, 0)):
        raise UsageError("--complete: --clues 0 adds no givens; another number cannot be asked for")
    try:
        layout = Layout.parse(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    except NotationError as error:
        raise UsageError(f"{path}: {error}") from None
    seed = new_seed() if seed is None else seed
    codes = set()
    form = common.form_of(out, only=(common.JSONL, common.CSV, common.PARQUET))
    with (
        common.output(out, (), form, "complete") as file,
        common.progress("completing", count, quiet or count == 1) as advance,
    ):
        for index in range(count):
            found = complete(layout, seed=seed, index=index, givens=clues is None, limits=limits)
            print(common.json_line("complete", found.to_dict()), file=file)
            common.say(_told(found), quiet)
            codes.add(_code(found.word, found.exact))
            advance(1)
    raise typer.Exit(common.worst(codes))


def _code(word: str, exact: bool) -> int:
    if word == "found":
        return common.OK if exact else common.UNKNOWN
    return common.FINDING if word == "impossible" else common.UNKNOWN


def _told(found: Completed) -> str:
    if found.puzzle is None:
        return f"{found.word}: {found.why}"
    if not found.added:
        return "unique as it stands: nothing was added"
    proven = "no fewer do for this solution" if found.exact else f"at least {found.at_least} are needed"
    needed = f"added {len(found.added)} ({proven}): {'; '.join(found.added)}"
    return needed + (f"; {len(found.alternatives)} alternatives" if found.alternatives else "")
