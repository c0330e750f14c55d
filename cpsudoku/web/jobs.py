"""What the page can ask for. Jobs run in worker processes: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cpsudoku.board.puzzle import COMPLETE, Puzzle, Solution
from cpsudoku.drawing import draw as draw_step
from cpsudoku.drawing.marks import Marks, verdict_marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import CpSudokuError, UsageError
from cpsudoku.records import stamped
from cpsudoku.web.given import record_of
from cpsudoku.web.kinds import kinds
from cpsudoku.web.requests import refused
from cpsudoku.web.setting import certify, diagnose, fill, judge
from cpsudoku.web.sheet import read, write

MAX_STEPS_SENT = 1000


def draw(puzzle: str, candidates: bool = False) -> dict[str, Any]:
    """The board as it is typed."""
    record = record_of(puzzle)
    read = record.puzzle
    shown = candidates_of(read.cells, read.geometry) if candidates else None
    return _board(read) | {
        "warnings": list(record.warnings),
        "svg": _svg(board_picture(read, candidates=shown, labels=True)),
    }


def verify(puzzle: str) -> dict[str, Any]:
    """The verdict: the solution, two solutions whose difference is shaded, or the conflict.

    `warnings`: what of the input was not read, so that the puzzle meant may be another.
    """
    from cpsudoku.questions.verdict import Impossible, Multiple, Unique, remark
    from cpsudoku.questions.verdict import verify as decide

    record = record_of(puzzle)
    read = record.puzzle
    verdict = decide(read)
    marks = verdict_marks(verdict)
    made = _board(read) | {"warnings": list(record.warnings)}
    if verdict.rules != COMPLETE:
        made["rules"] = verdict.rules
    known = remark(read)
    note = f" {known[:1].upper()}{known[1:]}." if known else ""
    match verdict:
        case Unique():
            return made | {
                "verdict": "unique",
                "message": "Exactly one solution.",
                "solution": verdict.solution.line(),
                "boards": [_filled(read, verdict.solution, marks)],
            }
        case Multiple():
            differ = len(verdict.first.difference(verdict.second))
            return made | {
                "verdict": "multiple",
                "message": f"More than one solution. The two shown differ in {differ} cells.{note}",
                "boards": [_filled(read, verdict.first, marks), _filled(read, verdict.second, marks)],
            }
        case Impossible():
            names = [read.geometry.name_of(cell) for cell in verdict.core]
            names += [rule.describe() for rule in verdict.conflict_rules]
            return made | {
                "verdict": "impossible",
                "message": f"No solution: these cannot stand together: {', '.join(names)}.{note}",
                "boards": [_svg(board_picture(read, marks=marks, labels=True))],
            }
    raise UsageError(f"undecided: {verdict.why}")


def candidates(puzzle: str, seconds: float = 8.0) -> dict[str, Any]:
    """The true candidates: for each cell the digits of some solution; partial where *seconds* did not suffice."""
    from cpsudoku.budget import Limits
    from cpsudoku.questions.candidates import candidates as true_candidates

    record = record_of(puzzle)
    read = record.puzzle
    found = true_candidates(read, limits=Limits(seconds), jobs=-1)
    several = sum(len(digits) > 1 for digits in found.digits)
    message = {
        "unique": "Exactly one solution: one digit a cell.",
        "multiple": f"More than one solution: {several} cells have several digits.",
        "impossible": "No solution: no cell has a digit.",
        "unknown": "Undecided.",
    }[found.word]
    if not found.complete:
        message += f" Not complete: {found.why}; {sum(map(len, found.open))} digits are open."
    made = found.to_dict() | {"message": message}
    return (
        _board(read)
        | made
        | {
            "warnings": list(record.warnings),
            "boards": [_svg(board_picture(read, candidates=found.masks, labels=True))],
        }
    )


def rate(puzzle: str) -> dict[str, Any]:
    """The rating and every step in words; `step` draws one."""
    from cpsudoku.rating.answers import Unrated

    record = record_of(puzzle)
    read = record.puzzle
    rating = _rating(read)
    made = _board(read) | {"warnings": list(record.warnings)}
    if isinstance(rating, Unrated):
        return made | {"verdict": rating.verdict, "message": f"No rating: {rating.message}."}
    steps = [
        {"rating": step.rating, "technique": step.technique, "name": step.name, "conclusion": step.conclusion}
        for step in rating.steps[:MAX_STEPS_SENT]
    ]
    hardest = next((k for k, step in enumerate(rating.steps) if step.rating == rating.er), 0)
    return made | {
        "verdict": "rated" if rating.solved else rating.end,
        "er": rating.er,
        "ep": rating.ep,
        "ed": rating.ed,
        "level": rating.level,
        "hardest": rating.hardest,
        "technique": rating.technique or None,
        "hardest_step": hardest,
        "scale": None if rating.scale == "SE" else rating.scale,
        "steps": steps,
    }


def step(puzzle: str, number: int) -> dict[str, Any]:
    """One step of the path, from 0: the board before it with its argument."""
    from cpsudoku.rating.answers import Unrated

    read = record_of(puzzle).puzzle
    rating = _rating(read)
    if isinstance(rating, Unrated):
        raise UsageError(f"no rating: {rating.message}")
    if not 0 <= number < len(rating.steps):
        raise UsageError(f"step {number}: the path has {len(rating.steps)} steps")
    found = rating.steps[number]
    return {"number": number, "text": found.sentence, "svg": _svg(step_picture(read, found))}


def hint(puzzle: str, why: bool = False) -> dict[str, Any]:
    """The next step of a game, wrong entries and wrongly erased marks first; with *why* by reasons, under any rules.

    Givens, entries and pencil marks are told apart where the text has them.
    """
    from cpsudoku.questions.hints import hinted

    record = record_of(puzzle)
    made, step = hinted(record, why)
    if made["verdict"] == "refused":
        raise UsageError(made["message"].replace("--why", "why"))
    shown = {} if step is None else {"svg": _svg(draw_step(step, labels=True))}
    return _board(record.puzzle) | {"warnings": list(record.warnings)} | made | shown


def explain(puzzle: str, cell: str = "", seconds: float = 8.0) -> dict[str, Any]:
    """The way to the solution by small sets of reasons; with *cell* (r3c4) why that cell has its digit."""
    from cpsudoku.budget import Limits
    from cpsudoku.questions.explanation import Deduction, Explanation, why
    from cpsudoku.questions.explanation import explain as explained

    record = record_of(puzzle)
    read, limits = record.puzzle, Limits(seconds)
    found = why(read, cell, limits=limits) if cell.strip() else explained(read, limits=limits)
    made = _board(read) | {"warnings": list(record.warnings)}
    if isinstance(found, Deduction):
        shown = _svg(draw_step(found, labels=True))
        return made | {"verdict": "explained", "reasoning": [found.to_dict()], "svg": shown}
    kept = found.to_dict()
    kept.pop("puzzle", None)
    if isinstance(found, Explanation):
        kept["reasoning"] = kept["reasoning"][:MAX_STEPS_SENT]
        return made | kept | ({} if found.complete else {"message": f"not done within {seconds:g} s: the steps so far"})
    return made | {key: kept[key] for key in ("verdict", "message") if key in kept}


def generate(
    level: str = "any", rating: str = "", symmetry: str = "none", seed: int | None = None, seconds: float = 8.0
) -> dict[str, Any]:
    """A minimal puzzle of the level (a word of `rating.levels`, or any), or of a *rating* such as 7.0..7.4.

    The same one for the same seed. UsageError where none was found within *seconds*.
    """
    from cpsudoku.budget import Limits
    from cpsudoku.generation import generate as made
    from cpsudoku.generation.front import new_seed
    from cpsudoku.rating.scale import rate as rated

    if rating.strip() and level != "any":
        raise UsageError(f"level {level!r} beside rating {rating.strip()[:40]!r}: choose one of the two")
    band = _numbers(rating) if rating.strip() else _band(level)
    if seed is not None and not 0 <= seed < 1 << 63:
        raise UsageError(f"seed {seed}: 0 to 2^63 - 1")
    options: dict[str, Any] = {"rating": band} if band else {}
    record = made(seed=new_seed() if seed is None else seed, symmetry=symmetry, limits=Limits(seconds), **options)
    if record.puzzle is None or record.missed:
        raise UsageError(f"no such puzzle within {seconds:g} s; ask again, or for another difficulty")
    found = rated(record.puzzle)
    return draw(record.puzzle.line()) | {
        "seed": record.seed,
        "tries": record.tries,
        "minimal": record.minimal,
        "er": found.er,  # type: ignore[union-attr]
        "level": found.level,  # type: ignore[union-attr]
    }


def _band(level: str) -> tuple[float, float] | None:
    """The ratings of a level; None for any."""
    from cpsudoku.rating.levels import LEVELS, band_of

    if level == "any":
        return None
    found = band_of(level)
    if found is not None:
        return found
    raise UsageError(f"level {level!r} is unknown; known: any, {', '.join(word for _, word in LEVELS)}")


def _numbers(text: str) -> tuple[float, float]:
    """`7.0..7.4` or `7.2`."""
    low, dots, high = text.partition("..")
    try:
        return float(low), float(high) if dots else float(low)
    except (ValueError, OverflowError):
        raise UsageError(f"rating {text[:40]!r}: write 7.2, or 7.0..7.4") from None


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "draw": draw,
    "verify": verify,
    "candidates": candidates,
    "rate": rate,
    "hint": hint,
    "explain": explain,
    "step": step,
    "generate": generate,
    "read": read,
    "write": write,
    "kinds": kinds,
    "judge": judge,
    "diagnose": diagnose,
    "fill": fill,
    "certify": certify,
}
"""Name -> job; adding one is a function and a line here and in `requests.FIELDS`."""


def answer(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The record of a job; what the user got wrong is one of kind page.refused."""
    try:
        return stamped(f"page.{name}", JOBS[name](**arguments))
    except CpSudokuError as error:
        return refused(str(error))
    except (RecursionError, MemoryError):
        return refused("the input is too large or nested too deeply")


@lru_cache(maxsize=64)
def _rating(puzzle: Puzzle) -> Any:
    from cpsudoku.rating.scale import rate as rated

    return rated(puzzle)


def _board(puzzle: Puzzle) -> dict[str, Any]:
    geometry = puzzle.geometry
    plain = puzzle.houses_only and geometry.regions is None and not geometry.extras
    line = puzzle.line() if plain else None
    return {"puzzle": line, "side": geometry.side, "clues": puzzle.clue_count}


def _filled(puzzle: Puzzle, solution: Solution, marks: Marks) -> str:
    return _svg(board_picture(puzzle, filled=solution.cells, marks=marks, labels=True))


def _svg(picture: Picture) -> str:
    return to_svg(picture, whole=False)
