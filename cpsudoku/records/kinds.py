"""The kinds of records: which command or page job writes them, their keys, their verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

INVALID = {"invalid": "the row could not be read; `message` says why"}
UNKNOWN = {"unknown": "a limit was reached"}
UNIQUENESS = {
    "unique": "exactly one solution",
    "multiple": "more than one solution",
    "impossible": "no solution",
}

INPUT = "puzzle rules warnings line text message size regions extras board rows columns digits latin constraints"
"""Keys of every row of the input, separated by blanks, as those of a kind are."""
_BOARD = "size regions extras constraints"
_RATING = "er ep ed hardest technique level scale"
_STEPS = "largest total certified ladder reasoning"
_DIFFER = "components conflict conflict_rules"
_REPAIRS = (
    "conflict conflict_rules houses drop becomes drops repair repair_rules "
    "add add_proven add_rules add_rules_proven add_over_all single differ deadly"
)
_STAMP = "seed index symmetry method version"


@dataclass(frozen=True)
class Kind:
    """A kind of record. `always`: keys it has whatever the verdict; `often`: keys where they apply.

    A version goes up when a key or verdict changes its meaning or goes; new ones may come without.
    """

    name: str
    writer: str
    always: tuple[str, ...]
    often: tuple[str, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    version: int = 1

    @property
    def tag(self) -> str:
        """The value of the key `schema`."""
        return f"{self.name}/{self.version}"

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key, those of each record first."""
        verdict = ("verdict",) if self.verdicts else ()
        return ("schema", *self.always[:1], *verdict, *self.always[1:], *self.often)


_RATED = {
    "rated": "solved by the techniques allowed",
    "stuck": "no allowed technique applies: the numbers are lower bounds",
    "stopped": "stopped as asked (`--max-er`, `--pearl`, `--diamond`): the numbers are lower bounds",
    "solved": "no cell is empty: nothing to rate",
    "impossible": "no solution: nothing to rate",
    "multiple": "more than one solution: nothing to rate",
}
_NOT_UNIQUE = {word: UNIQUENESS[word] for word in ("multiple", "impossible")}
_MISTAKE = {"mistake": "an entry or an erased pencil mark of the player is wrong: `entries`, `erased`"}
_NO_STEP = {"solved": "no cell is empty", "impossible": "no solution", "multiple": "more than one solution"}
_OFF_SCALE = {"refused": "the rules or the board are not on the scale: `message` says which"}
_UNREAD = {"refused": "rules were guessed or may be missing, and `--accept-guesses` was not given"}


def _kind(name: str, writer: str, always: str, often: str = "", verdicts: Mapping[str, str] | None = None) -> Kind:
    """A kind, its keys as words."""
    return Kind(name, writer, tuple(always.split()), tuple(often.split()), verdicts or {})


def _rows(command: str, keys: str, verdicts: Mapping[str, str]) -> Kind:
    """A kind that a command writes for every row of its input."""
    return _kind(command, f"`{command} --jsonl`", "row", f"{INPUT} {keys}", {**verdicts, **INVALID})


_ALL = (
    _rows("verify", f"solution second {_DIFFER} by", UNIQUENESS | UNKNOWN),
    _rows(
        "solve",
        "count complete solution solutions step_counts calls deepest unfinished",
        {"solved": "solved; whether there are more solutions was not asked, or is unknown"} | UNIQUENESS | UNKNOWN,
    ),
    _rows("candidates", "candidates complete counts bound open", UNIQUENESS | UNKNOWN),
    _rows(
        "reduce",
        f"solution clues minimal orbit_minimal at_least exact sat_questions cores witnesses sets {_STAMP}",
        {"reduced": "reduced as requested", "refused": "cannot be reduced: `message` says why"} | UNKNOWN,
    ),
    _kind(
        "generate",
        "`generate --jsonl`",
        _STAMP,
        (
            f"puzzle solution clues minimal confirmed er ep ed effort largest total bias tries message {_BOARD} "
            "split steps"
        ),
        {
            "found": "generated as requested",
            "missed": "not found within the attempts or the time; `puzzle`, if present, is the best one found",
        },
    ),
    _kind(
        "complete",
        "`generate --complete FILE`",
        "seed index blanks version",
        f"puzzle solution added at_least exact alternatives message {_BOARD}",
        {
            "found": "unique with the additions",
            "impossible": "no grid satisfies the layout, or no values make it unique: `message` says which",
            "missed": "values did not suffice in any solution that was tried, and there are more solutions",
        }
        | UNKNOWN,
    ),
    _kind(
        "statistics",
        "`generate --statistics --jsonl`",
        "method bias puzzles missed_count minimal_count tries histogram",
        "givens held unknowns ratings effective_sample weighted_mean weighted_error",
    ),
    _rows("rate", f"{_RATING} spread steps", _RATED | _OFF_SCALE),
    _kind(
        "score",
        "`rate --scale NAME --jsonl`",
        "row",
        f"{INPUT} scale level score path",
        {
            "rated": "solved by the techniques of the scale",
            "stuck": "the techniques of the scale do not solve it: the score is a lower bound",
            "refused": "not for this scale: `message` says why",
        }
        | {word: _RATED[word] for word in ("solved", "impossible", "multiple")}
        | INVALID,
    ),
    _rows(
        "hint",
        "steps reasoning entries erased",
        _MISTAKE
        | {
            "found": "the next step, or with `--all` every step that is possible now",
            "stuck": "no allowed technique applies",
        }
        | _NO_STEP
        | _OFF_SCALE
        | UNKNOWN,
    ),
    _rows(
        "explain",
        f"{_STEPS} solution second {_DIFFER}",
        {"explained": "each digit is derived, or with `--cell` the one asked about"} | _NOT_UNIQUE | UNKNOWN,
    ),
    _rows(
        "diagnose",
        f"solution second count complete minimal redundant spare of {_REPAIRS}",
        UNIQUENESS | UNKNOWN,
    ),
    _rows(
        "fewest",
        "solution clues at_least exact unavoidable",
        {
            "exact": "proven: no fewer clues suffice",
            "enough": "a puzzle with at most `--at-most` clues was found; whether fewer suffice was not asked",
            "none": "proven: no puzzle with at most `--at-most` clues exists",
            "listed": "the unavoidable sets (`--unavoidable`)",
        }
        | UNKNOWN,
    ),
    _rows("certify", "certificate", UNIQUENESS | UNKNOWN | _UNREAD),
    _kind(
        "check",
        "`check --jsonl`",
        "place message",
        "proven",
        {
            "verified": "proves what it claims",
            "rejected": "does not prove what it claims",
            "too costly": "unknown: the check would take more time or memory than its size allows",
            "unreadable": "not a certificate",
            "other puzzle": "proves its claim, but for another puzzle than `--puzzle`",
            "not proven": "no certificate is about this row of `--puzzle`",
            "missing": "the file does not exist or cannot be read",
        },
    ),
    _rows(
        "canonical",
        "canonical automorphisms same_as",
        {"canonical": "has this canonical form", "refused": "has none: `message` says why"},
    ),
    _kind(
        "audit",
        "`audit --summary`",
        (
            "rows unreadable unique multiple impossible unknown solutions_stated wrong_solution duplicates "
            "leaks different train version clue_counts symmetries splits board_counts files checks"
        ),
        "isomorphs minimal classes grids shared_grids difficulty grid_bias leaks_between rules_used",
    ),
    _kind(
        "finding",
        "`audit --jsonl`",
        "row finding file line",
        "puzzle text message same_as same_file same_line split other",
    ),
    _kind("split", "`split --json`", "parts rows unreadable not_unique solutions_lost"),
    _kind("comparison", "`compare --jsonl`, first line", "about"),
    _kind(
        "run",
        "`compare --jsonl`, a line an engine and puzzle",
        "set row fill engine seconds wall_seconds stats",
        "count message repetitions censored",
        UNIQUENESS
        | {
            "solved": "solved",
            "counted": "all solutions were counted: `count`",
            "refused": "the engine does not support the puzzle's rules: `message` says which",
            "wrong": "the wrong answer of an external program: `message` says what refutes it",
        }
        | UNKNOWN,
    ),
    _kind(
        "result",
        "`compare --jsonl`, a line an engine and set",
        "set engine encoding simplify puzzles solved wrong timeouts refused",
        (
            "median median_low median_high mean p95 worst par2 per_second wall_median memory_mb censored_count "
            "conflicts decisions propagations nodes moves variables clauses encode_share load_share "
            "search_share"
        ),
    ),
    _kind(
        "doctor",
        "`doctor --json`",
        "version well python machine place instructions kernels libraries answers",
        "unbuilt faults",
    ),
    _kind(
        "pair",
        "`compare --jsonl`, a line two engines and set",
        "set faster slower puzzles wins ratio difference effect penalised censored_count",
        "ratio_low ratio_high difference_low difference_high p",
    ),
    _kind(
        "portfolio",
        "`compare --jsonl`, a line a set: the fastest engine on each puzzle",
        "set puzzles solved median par2 best gain members",
    ),
    _kind(
        "change",
        "`compare --against --jsonl`, a line an engine and set, last",
        "set engine puzzles unsolved won changed",
        "ratio low high",
    ),
    _kind(
        "strength",
        "`encodings strength --jsonl`, a line an encoding and technique",
        "encoding technique states propagation failed_literals",
    ),
    _kind(
        "combination",
        "`encodings search --jsonl`, one line per encoding that no other dominates",
        "name stated at_most_one exactly_one once variables clauses strength seconds stopped",
    ),
    _kind("encoding", "`encodings --jsonl`", "name target variables clauses summary", "source"),
    _kind("page.draw", "the page: the board as typed", "side clues svg", "puzzle warnings"),
    _kind("page.verify", "the page: verify", "side clues message boards", "puzzle solution rules warnings", UNIQUENESS),
    _kind(
        "page.candidates",
        "the page: true candidates",
        "side clues message candidates complete boards",
        "puzzle warnings open",
        UNIQUENESS | UNKNOWN,
    ),
    _kind(
        "page.rate",
        "the page: rate",
        "side clues",
        f"puzzle message warnings {_RATING} hardest_step steps",
        {word: meaning for word, meaning in _RATED.items() if word != "stopped"},
    ),
    _kind(
        "page.hint",
        "the page: hint",
        "side clues",
        "puzzle warnings message steps reasoning entries erased svg",
        _MISTAKE | {"found": "the next step", "stuck": "no technique applies"} | _NO_STEP,
    ),
    _kind(
        "page.explain",
        "the page: explain",
        "side clues",
        f"puzzle warnings message {_STEPS} svg",
        {"explained": "each digit is derived, or the one asked about"} | _NOT_UNIQUE | UNKNOWN,
    ),
    _kind("page.step", "the page: one step", "number text svg"),
    _kind(
        "page.generate",
        "the page: generate",
        "side clues svg seed tries minimal index text solution made",
        "puzzle er level message warnings",
    ),
    _kind("page.read", "the page: a text of any format", "sheet svg warnings"),
    _kind("page.write", "the page: the puzzle in a format", "written lost warnings"),
    _kind("page.kinds", "the page: the kinds of rules", "kinds"),
    _kind(
        "page.judge",
        "the page: the verdict as the puzzle changes",
        "message warnings",
        "grid other_grid conflict",
        UNIQUENESS | UNKNOWN,
    ),
    _kind(
        "page.diagnose",
        "the page: what is wrong, and the remedies",
        "message warnings",
        f"solution second count complete minimal redundant spare {_REPAIRS}",
        UNIQUENESS | UNKNOWN,
    ),
    _kind("page.complete", "the page: a puzzle completed", "sheet svg seed message warnings"),
    _kind("page.notes", "the page: what the digits of a game rule out", "broken candidates warnings"),
    _kind("page.fill", "the page: sums filled in", "sheet svg message warnings"),
    _kind("page.certify", "the page: a certificate", "warnings", "proof message", UNIQUENESS | UNKNOWN),
    _kind(
        "page.grade",
        "the page: an answer judged",
        "grade warnings",
        "",
        {
            "solved": "every cell is filled and every rule holds",
            "consistent": "what is filled in has a solution together with the givens",
            "wrong": "it has none, or nothing is filled in",
            "unanswered": "the text has no answer",
        }
        | UNKNOWN,
    ),
    _kind(
        "page.move",
        "the page: a move judged",
        "move warnings",
        "",
        {
            "forced": "every solution has the digit there",
            "possible": "some solution has it there",
            "dead": "no solution has it there",
            "illegal": "it breaks a rule, or the cell is filled",
        }
        | UNKNOWN,
    ),
    _kind(
        "page.trace",
        "the page: a solving trace judged",
        "trace warnings",
        "",
        {
            "right": "every claim is right and no technique is misnamed",
            "wrong": "a claim is not right, or a technique is misnamed: `first_wrong`",
            "empty": "no line claims anything",
        },
    ),
    _kind(
        "page.refused",
        "the page, for a request that it rejects (status above 400)",
        "message",
        "type title status detail",
        {"refused": "`message` says why"},
    ),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
"""Name -> kind, in the order of the reference."""


_FIRST = dict.fromkeys(("row", "puzzle", "verdict"))
"""Where a record has these, it begins with them."""


def tag(kind: str) -> str:
    """The value of the key `schema` in records of this kind."""
    return KINDS[kind].tag


def stamped(kind: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """The record as it is written: `schema` first, then row, puzzle and verdict; keys without a value left out."""
    found: dict[str, Any] = {"schema": tag(kind), **_FIRST, **record}
    return {key: value for key, value in found.items() if value is not None} if None in found.values() else found
