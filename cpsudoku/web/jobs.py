"""The jobs of the page. They run in worker processes: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, signature
from types import NoneType
from typing import Any, get_args

from cpsudoku.board.puzzle import COMPLETE, Puzzle, Solution
from cpsudoku.drawing import draw as draw_step
from cpsudoku.drawing.marks import verdict_marks
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.scene import board_picture, candidates_of, step_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import CpSudokuError, UsageError, unknown
from cpsudoku.records import stamped
from cpsudoku.web.judging import grade, move, trace
from cpsudoku.web.kinds import kinds
from cpsudoku.web.requests import Fields, arguments, refused
from cpsudoku.web.setting import certify, diagnose, fill, ground, judge, notes, opened, read, record_of, sheet_of, write

MAX_STEPS_SENT = 1000


def draw(puzzle: str, candidates: bool = False) -> dict[str, Any]:
    """The board as it is typed."""
    board, answer = _opened(puzzle)
    masks = candidates_of(board.cells, board.geometry) if candidates else None
    return answer | {"svg": _drawn(board, candidates=masks)}


def verify(puzzle: str) -> dict[str, Any]:
    """The verdict: the solution, two solutions whose difference is shaded, or the conflict.

    `warnings`: what of the input was not read, so that the puzzle meant may be another.
    """
    from cpsudoku.questions.verdict import Impossible, Multiple, Unique, remark
    from cpsudoku.questions.verdict import verify as decide

    board, answer = _opened(puzzle)
    verdict = decide(board)
    marks = verdict_marks(verdict)
    if verdict.rules != COMPLETE:
        answer["rules"] = verdict.rules
    known = remark(board)
    note = f" {known[:1].upper()}{known[1:]}." if known else ""
    solutions: tuple[Solution, ...] = ()
    match verdict:
        case Unique():
            message, solutions = "Exactly one solution.", (verdict.solution,)
            answer["solution"] = verdict.solution.line()
        case Multiple():
            differ = len(verdict.first.difference(verdict.second))
            shown = f"{differ} cell{'s' * (differ != 1)}"
            message = f"More than one solution. The two shown differ in {shown}.{note}"
            solutions = (verdict.first, verdict.second)
        case Impossible():
            names = [board.geometry.name_of(cell) for cell in verdict.core]
            names += [rule.describe() for rule in verdict.conflict_rules]
            message = f"No solution: these cannot stand together: {', '.join(names)}.{note}"
        case _:
            raise UsageError(f"undecided: {verdict.why}")
    boards = [_drawn(board, filled=solution.cells, marks=marks) for solution in solutions]
    return answer | {"verdict": verdict.word, "message": message, "boards": boards or [_drawn(board, marks=marks)]}


def candidates(puzzle: str, seconds: float = 8.0) -> dict[str, Any]:
    """The true candidates: for each cell the digits of some solution; partial where *seconds* did not suffice."""
    from cpsudoku.budget import Limits
    from cpsudoku.questions.candidates import candidates as true_candidates

    board, answer = _opened(puzzle)
    found = true_candidates(board, limits=Limits(seconds), jobs=-1)
    several = sum(len(digits) > 1 for digits in found.digits)
    message = {
        "unique": "Exactly one solution: one digit a cell.",
        "multiple": f"More than one solution: {several} cells have several digits.",
        "impossible": "No solution: no cell has a digit.",
        "unknown": "Undecided.",
    }[found.word]
    if not found.complete:
        message += f" Not complete: {found.why}; {sum(map(len, found.open))} digits are open."
    return answer | found.to_dict() | {"message": message, "boards": [_drawn(board, candidates=found.masks)]}


def rate(puzzle: str) -> dict[str, Any]:
    """The rating and every step as data (cells, candidates, links) and in words; `step` draws one."""
    from cpsudoku.rating.answers import Unrated

    board, answer = _opened(puzzle)
    rating = _rating(board)
    if isinstance(rating, Unrated):
        return answer | {"verdict": rating.verdict, "message": f"No rating: {rating.message}."}
    steps = [step.to_dict() | {"conclusion": step.conclusion} for step in rating.steps[:MAX_STEPS_SENT]]
    hardest = next((k for k, step in enumerate(rating.steps) if step.rating == rating.er), 0)
    return answer | {
        "verdict": rating.verdict,
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

    board = record_of(puzzle).puzzle
    rating = _rating(board)
    if isinstance(rating, Unrated):
        raise UsageError(f"no rating: {rating.message}")
    if not 0 <= number < len(rating.steps):
        raise UsageError(f"step {number}: the path has {len(rating.steps)} steps")
    found = rating.steps[number]
    return {"number": number, "text": found.sentence, "svg": _svg(step_picture(board, found))}


def hint(puzzle: str, why: bool = False) -> dict[str, Any]:
    """The next step of a game, wrong entries and wrongly erased marks first; with *why* by reasons, under any rules.

    Givens, entries and pencil marks are distinguished if the text does so.
    """
    from cpsudoku.questions.hints import hinted

    record, answer = opened(puzzle)
    hint, step = hinted(record, why)
    if hint["verdict"] == "refused":
        raise UsageError(hint["message"].replace("--why", "why"))
    picture = {} if step is None else {"svg": _svg(draw_step(step, labels=True))}
    return _board(record.puzzle) | answer | hint | picture


def explain(puzzle: str, cell: str = "", seconds: float = 8.0) -> dict[str, Any]:
    """The way to the solution by small sets of reasons; with *cell* (r3c4) why that cell has its digit."""
    from cpsudoku.budget import Limits
    from cpsudoku.questions.explanation import Deduction, Explanation, why
    from cpsudoku.questions.explanation import explain as explained

    board, answer = _opened(puzzle)
    limits = Limits(seconds)
    found = why(board, cell, limits=limits) if cell.strip() else explained(board, limits=limits)
    if isinstance(found, Deduction):
        picture = _svg(draw_step(found, labels=True))
        return answer | {"verdict": "explained", "reasoning": [found.to_dict()], "svg": picture}
    record = found.to_dict()
    record.pop("puzzle", None)
    if isinstance(found, Explanation):
        answer |= record | {"reasoning": record["reasoning"][:MAX_STEPS_SENT]}
        return answer if found.complete else answer | {"message": f"not done within {seconds:g} s: the steps so far"}
    return answer | {key: record[key] for key in ("verdict", "message") if key in record}


MOST_PUZZLES = 20
"""Puzzles of one request at most."""
UNDER_RULES: dict[str, dict[str, Any]] = {
    "easy": {"largest": (1, 10), "clues": (22, 28)},
    "hard": {"largest": (11, 300)},
}
"""Levels of puzzles under rules: how many reasons their largest step takes; easy ones have clues to begin with."""


def generate(
    level: str = "any",
    rating: str = "",
    symmetry: str = "none",
    seed: int | None = None,
    kinds: str = "",
    count: int = 1,
    seconds: float = 8.0,
) -> dict[str, Any]:
    """A minimal puzzle of the level (a word of `rating.numbers`, or any), or of a *rating* such as 7.0..7.4.

    *kinds*: with rules of these kinds (killer,thermo); its level is easy or hard, by the reasons of its largest step,
    and an easy one is not minimal. *count*: so many puzzles, in `made`. The same ones for the same seed, and those of
    a greater count begin with those of a smaller one. UsageError where none was found within *seconds*.
    """
    from time import perf_counter

    from cpsudoku.budget import Limits
    from cpsudoku.generation.front import generate as generated
    from cpsudoku.generation.front import new_seed

    if rating.strip() and level != "any":
        raise UsageError(f"level {level!r} beside rating {rating.strip()[:40]!r}: choose one of the two")
    if seed is not None and not 0 <= seed < 1 << 63:
        raise UsageError(f"seed {seed}: 0 to 2^63 - 1")
    if not 1 <= count <= MOST_PUZZLES:
        raise UsageError(f"count {count}: 1 to {MOST_PUZZLES}")
    wanted = [kind.strip() for kind in kinds.split(",") if kind.strip()]
    options: dict[str, Any] = {"symmetry": symmetry}
    if wanted:
        options = {"makers": wanted}
        if rating.strip() or symmetry != "none" or level not in ("any", *UNDER_RULES):
            raise UsageError(
                f"kinds with a rating, a symmetry or level {level!r}; accepted: {', '.join(['any', *UNDER_RULES])}"
            )
        if level != "any":
            options |= UNDER_RULES[level]
    elif band := _numbers(rating) if rating.strip() else _band(level):
        options["rating"] = band
    start, drawn = perf_counter(), new_seed() if seed is None else seed
    records = []
    for index in range(count):
        left = seconds - (perf_counter() - start)
        record = generated(seed=drawn, index=index, limits=Limits(left), **options) if left > 0 else None
        if record is None or record.puzzle is None or record.missed:
            break
        records.append(record)
    if not records:
        raise UsageError(f"no such puzzle within {seconds:g} s; ask again, or for another difficulty")
    found = [_puzzle_of(record, bool(wanted)) for record in records]
    board, first = _opened(found[0]["text"])
    answer = first | found[0] | {"svg": _drawn(board), "seed": drawn, "tries": records[0].tries, "made": found}
    if len(records) < count:
        answer["message"] = f"{len(records)} of {count} puzzles within {seconds:g} s"
    return answer


def _puzzle_of(record: Any, variant: bool) -> dict[str, Any]:
    """A generated puzzle: its text in our own JSON, its solution, and its rating where it has no further rules."""
    from cpsudoku.formats import write_records
    from cpsudoku.rating.scale import rate as rated

    puzzle = record.puzzle
    found: dict[str, Any] = {
        "index": record.index,
        "clues": puzzle.clue_count,
        "minimal": record.minimal,
        "text": "".join(write_records([puzzle], "jsonl")).strip(),
        "solution": record.solution.line(),
    }
    if variant:
        return found
    rating = rated(puzzle)
    return found | {"er": rating.er, "level": rating.level}


def complete(puzzle: str, seed: int | None = None, seconds: float = 8.0) -> dict[str, Any]:
    """An unfinished puzzle with the fewest values (sums of cages, rules with ?) and givens that make it unique."""
    from cpsudoku.budget import Limits
    from cpsudoku.generation.completion.complete import complete as completed
    from cpsudoku.generation.completion.layout import Layout
    from cpsudoku.generation.front import new_seed

    record, answer = opened(puzzle)
    full = completed(Layout.parse(puzzle), seed=new_seed() if seed is None else seed, limits=Limits(seconds))
    if full.puzzle is None:
        raise UsageError(f"not completed: {full.why or full.word}")
    record.puzzle = full.puzzle
    count = len(full.added)
    message = f"{count} addition{'s' * (count != 1)}: {', '.join(full.added)}" if count else "It is unique as it is"
    return answer | {
        "sheet": sheet_of(record),
        "svg": ground(full.puzzle),
        "seed": full.seed,
        "message": f"{message}.",
    }


def _band(level: str) -> tuple[float, float] | None:
    """The ratings of a level; None for any."""
    from cpsudoku.rating.numbers import LEVELS, band_of

    if level == "any":
        return None
    found = band_of(level)
    if found is not None:
        return found
    raise UsageError(unknown("level", level, ["any", *(word for _, word in LEVELS)]))


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
    "complete": complete,
    "notes": notes,
    "certify": certify,
    "grade": grade,
    "move": move,
    "trace": trace,
}
"""Name -> job; adding one is a function and a line here."""


def _fields(job: Callable[..., Any]) -> Fields:
    """The fields that a request for a job has: its parameters and their types; those with a default may be null."""
    fields: Fields = {}
    for name, parameter in signature(job, eval_str=True).parameters.items():
        types = get_args(parameter.annotation) or (parameter.annotation,)
        optional = parameter.default is not Parameter.empty and NoneType not in types
        fields[name] = (*types, NoneType) if optional else types
    fields.pop("seconds", None)
    return fields


FIELDS = {name: _fields(job) for name, job in JOBS.items()}
"""Job -> its fields and their types."""
SEARCHES = {name for name, job in JOBS.items() if "seconds" in signature(job).parameters}
"""Jobs that the page gives a time limit."""


SEARCH_SHARE = 0.8
"""The part of a request's time spent on a search that can give up, so that giving up still comes as an answer."""


def asked(name: str, body: bytes, seconds: float) -> dict[str, Any]:
    """The arguments of a job in a request's body, where the request may take *seconds*. Raises Refused."""
    fields = arguments(FIELDS[name], body)
    return fields | {"seconds": SEARCH_SHARE * seconds} if name in SEARCHES else fields


def answer(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """The record of a job; for errors of the user, one of kind page.refused."""
    try:
        return stamped(f"page.{name}", JOBS[name](**given))
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


def _opened(puzzle: str) -> tuple[Puzzle, dict[str, Any]]:
    """The puzzle of a text, and the beginning of an answer: the board, and what of the text was not read."""
    record, answer = opened(puzzle)
    return record.puzzle, _board(record.puzzle) | answer


def _drawn(puzzle: Puzzle, **options: Any) -> str:
    return _svg(board_picture(puzzle, labels=True, **options))


def _svg(picture: Picture) -> str:
    return to_svg(picture, whole=False)
