"""Every key of every record: its form and its meaning, the same wherever it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cpsudoku.board.geometry import Geometry
    from cpsudoku.constraints.base import Constraint

Form = dict[str, Any]

TEXT: Form = {"type": "string"}
YES: Form = {"type": "boolean"}
WHOLE: Form = {"type": "integer"}
COUNT: Form = {"type": "integer", "minimum": 0}
NUMBER: Form = {"type": "number"}
RATED: Form = {"type": "number", "minimum": 0, "maximum": 12}
CELL: Form = {"type": "string", "pattern": "^r[0-9]+c[0-9]+$"}
DIGIT: Form = {"type": "integer", "minimum": 0}
ORDINAL: Form = {"type": "integer", "minimum": 1}


def clue(geometry: Geometry, cell: int, value: int) -> dict[str, Any]:
    """A cell with a digit: `{"cell": "r1c6", "digit": 8}`; *value* is the cell's byte (digit - lo + 1)."""
    return {"cell": geometry.name_of(cell), "digit": value + geometry.lo - 1}


def rule_texts(rules: Sequence[Constraint], key: str = "constraints") -> dict[str, list[str]]:
    """A key with the texts of these constraints; absent where there are none."""
    return {key: [rule.text for rule in rules]} if rules else {}


def listed(form: Form) -> Form:
    """An array of these."""
    return {"type": "array", "items": form}


def thing(required: dict[str, Form], optional: dict[str, Form] | None = None) -> Form:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def table(form: Form) -> Form:
    """An object whose keys are free and whose values are these."""
    return {"type": "object", "additionalProperties": form}


CLUE = thing({"cell": CELL, "digit": DIGIT})
REMOVALS = listed(thing({"cell": CELL, "digits": listed(DIGIT)}))
SPREAD = thing({"min": NUMBER, "max": NUMBER, "mean": NUMBER, "sd": NUMBER})
TURNED = thing({"least": RATED, "greatest": RATED, "counts": table(COUNT)})
NODE = thing(
    {"cell": CELL, "digit": DIGIT, "on": YES, "cause": TEXT, "parents": listed(COUNT)},
    {"why": TEXT},
)
STEP = thing(
    {"rating": RATED, "technique": TEXT, "name": TEXT},
    {
        "conclusion": TEXT,
        "place": CLUE,
        "remove": REMOVALS,
        "text": TEXT,
        "houses": listed(TEXT),
        "cover": listed(TEXT),
        "cells": listed(CELL),
        "digits": listed(DIGIT),
        "chain": thing({"nodes": listed(NODE), "targets": listed(COUNT)}),
    },
)
DROP = thing({"cells": listed(CELL), "count": COUNT, "complete": YES}, {"rules": listed(TEXT)})
PROVEN = thing(
    {"verdict": TEXT, "board": TEXT, "minimal": YES, "needed": YES},
    {"puzzle": TEXT, "solution": TEXT, "rating": TEXT, "rules": {"enum": ["guessed", "missing"]}},
)


REASON = thing(
    {"kind": {"enum": ["cell", "has", "once", "total", "clue", "constraint", "fact"]}, "name": TEXT},
    {"cell": CELL, "house": TEXT, "digit": DIGIT, "constraint": COUNT},
)
DEDUCTION = thing(
    {"size": COUNT, "smallest": YES, "reasons": listed(REASON), "text": TEXT},
    {
        "placements": listed(CLUE),
        "remove": REMOVALS,
        "technique": TEXT,
        "name": TEXT,
        "cost": NUMBER,
        "facts": listed(TEXT),
        "unused": YES,
        "steps": listed(table({})),
    },
)

CLAIM = thing({"claim": TEXT, "verdict": {"enum": ["right", "wrong", "not implied", "unknown"]}})
MAYBE: Form = {"type": ["boolean", "null"]}
GRADE = thing(
    {
        "found": YES,
        "form": TEXT,
        "kept": YES,
        "solved": YES,
        "fraction": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "consistent": MAYBE,
        "broken": listed(TEXT),
        "answer": {"type": ["string", "null"]},
    }
    | dict.fromkeys(("changed", "right", "wrong", "open", "undecided"), listed(CELL))
)
MOVE = thing(
    {"cell": CELL, "digit": DIGIT, "legal": YES, "broken": listed(TEXT), "solvable": MAYBE, "forced": MAYBE}
    | {"technique": TEXT, "ahead": {"type": ["integer", "null"], "minimum": 0}}
)
TRACE = thing(
    {
        "complete": YES,
        "claims": table(COUNT),
        "first_wrong": {"type": ["integer", "null"], "minimum": 1},
        "message": TEXT,
        "lines": listed(
            thing(
                {"line": ORDINAL, "text": TEXT, "claims": listed(CLAIM), "techniques": listed(TEXT)}
                | {"named_right": MAYBE}
            )
        ),
    }
)
SHEET = thing(
    {
        "frame": table({}),
        "rows": ORDINAL,
        "columns": ORDINAL,
        "digits": listed(WHOLE),
        "puzzle": listed(listed({"type": ["integer", "null"]})),
        "constraints": listed(table({})),
        "texts": listed(TEXT),
        "described": listed(TEXT),
        "houses": listed(thing({"name": TEXT, "cells": listed(COUNT)})),
        "board": TEXT,
        "sentences": listed(TEXT),
    },
    {
        "rest": TEXT,
        "author": TEXT,
        "rules": TEXT,
        "fog": listed(CELL),
        "drawings": table({}),
        "entries": table(DIGIT),
        "pencil_marks": table(listed(DIGIT)),
    },
)
RULE_KIND = thing(
    {
        "word": TEXT,
        "name": TEXT,
        "meaning": TEXT,
        "drawn": {"enum": ["line", "outside", "pair", "corner", "cage", "cells", "board", "words"]},
        "takes": listed(
            thing(
                {"name": TEXT, "form": TEXT},
                {"optional": YES, "usual": {}, "least": WHOLE, "most": WHOLE, "words": listed(TEXT)},
            )
        ),
        "also": listed(TEXT),
    },
    {"split": {"enum": ["first", "halves"]}},
)


class Key(NamedTuple):
    """The JSON Schema of a key's value, and its meaning."""

    form: Form
    meaning: str


KEYS: dict[str, Key] = {
    # every record
    "schema": Key(TEXT, "kind of the record and its version, such as `verify/1`"),
    "row": Key(ORDINAL, "number of the row in the input, from 1, counted over all operands"),
    "puzzle": Key(TEXT, "the puzzle, one character per cell, `.` for empty; above side 35, numbers and blanks"),
    "verdict": Key(TEXT, "the answer in one word, one of those listed with the record"),
    "message": Key(TEXT, "for people: the reason, what is missing, or which limit was reached"),
    "rules": Key(
        {"enum": ["guessed", "missing"]},
        "absent if all rules were read; `guessed` from drawings and prose; `missing`: some may not have been read",
    ),
    "warnings": Key(listed(TEXT), "reservations about the answer, such as rules of the input that were left out"),
    "line": Key(ORDINAL, "line of the file with the unreadable row"),
    "text": Key(TEXT, "an unreadable row as in the input; of a step, its whole argument"),
    "size": Key(TEXT, "box rows x box columns, if they do not follow from the side"),
    "regions": Key(
        {"anyOf": [TEXT, listed(listed(CELL))]},
        "the map of a jigsaw, one symbol per cell; lists of cells if `rows` and `columns` state the board",
    ),
    "extras": Key(listed(TEXT), "names of extra houses"),
    "board": Key(TEXT, "the board in words, if it is not square or its digits do not start from 1"),
    "rows": Key(COUNT, "rows of such a board; of a data set: all rows, readable or not"),
    "columns": Key(ORDINAL, "its columns"),
    "digits": Key(listed(WHOLE), "its lowest and its highest digit"),
    "latin": Key(YES, "false if its rows and columns may contain a digit twice"),
    "constraints": Key(listed(TEXT), "rules that are not houses, each in its text form"),
    # explanations
    "reasoning": Key(listed(DEDUCTION), "steps with conclusions and reasons; constraints are numbered from 0"),
    "largest": Key(COUNT, "the size (number of reasons) of the largest step"),
    "total": Key(COUNT, "the sum of the sizes of all steps, without those that only clear the peers of a placed digit"),
    "ladder": Key(
        thing({}, {"hardest": NUMBER, "total": NUMBER}),
        "the cost of the hardest round of techniques, and of all rounds beyond 1; of an explanation with --difficulty",
    ),
    "certified": Key(YES, "it is proven that no step follows from fewer reasons"),
    # solutions and puzzles
    "solution": Key(TEXT, "the solution, or one of several"),
    "second": Key(TEXT, "another solution"),
    "solutions": Key(listed(TEXT), "the solutions found, in order, up to the limit"),
    "count": Key(COUNT, "number of solutions found"),
    "complete": Key(YES, "no further solutions (of `candidates`: no further candidates, nor higher counts) exist"),
    "candidates": Key(listed(listed(DIGIT)), "for each cell, row by row, the digits it has in some solution"),
    "open": Key(listed(listed(DIGIT)), "for each cell, the digits that a limit left undecided"),
    "counts": Key(listed(listed(COUNT)), "number of solutions with each of `candidates`; `bound`: that many or more"),
    "bound": Key(COUNT, "the most solutions counted per candidate"),
    "step_counts": Key(table(COUNT), "engine logic: steps by technique"),
    "calls": Key(COUNT, "engine logic: guesses tried"),
    "deepest": Key(COUNT, "engine logic: deepest level of guessing"),
    "unfinished": Key(TEXT, "engine logic: the grid where it stopped"),
    "by": Key(
        {"enum": ["singles", "merging", "propagation", "search", "sat"]},
        "what decided: singles alone, merging of equal and opposite candidates after them, or SAT after both; "
        "under rules propagation, search, or SAT",
    ),
    "components": Key(listed(listed(CELL)), "cells that differ between two solutions, in independent groups"),
    "conflict": Key(listed(CLUE), "clues that contradict each other"),
    "clues": Key(COUNT, "number of clues"),
    "minimal": Key({"type": ["boolean", "integer"]}, "no clue can be removed; of an audit: the number of such puzzles"),
    "orbit_minimal": Key(YES, "no set of clues that the symmetry maps onto itself can be removed"),
    "canonical": Key(TEXT, "the canonical form: the least puzzle among all isomorphs"),
    "automorphisms": Key(ORDINAL, "number of automorphisms of the puzzle, with the identity"),
    "same_as": Key(
        ORDINAL,
        "row of the first puzzle with the same canonical form; of a leak: a row of the other split",
    ),
    # making
    "seed": Key(WHOLE, "the seed; with the same version it gives the same result again"),
    "index": Key(COUNT, "number of the puzzle under this seed, from 0"),
    "symmetry": Key(TEXT, "symmetry of the positions of the clues"),
    "method": Key(TEXT, "how it was made: method, fill, dig and engine"),
    "tries": Key(COUNT, "grids dug, or puzzles rated"),
    "effort": Key(COUNT, "search effort of a plain solver (method effort)"),
    "sat_questions": Key(COUNT, "questions that SAT answered during the removal of clues (and constraints)"),
    "cores": Key(
        COUNT, "clues (constraints) removed without a question, because an unsatisfiable core does not contain them"
    ),
    "witnesses": Key(COUNT, "engine hybrid: questions that a kernel answered, mostly by a second solution"),
    "sets": Key(COUNT, "clues kept without a question, as the last one of an unavoidable set (not engine sat)"),
    "confirmed": Key(
        {"enum": ["sat", "none"]},
        "`sat`: SAT proved it unique, and SAT or checked second solutions show each clue of a minimal one needed",
    ),
    "version": Key(TEXT, "version of cpsudoku"),
    # ratings
    "er": Key(RATED, "rating of the hardest step (Sudoku Explainer scale)"),
    "ep": Key(RATED, "highest rating up to the first placed digit"),
    "ed": Key(RATED, "rating of the first step"),
    "hardest": Key(TEXT, "customary name of the hardest step's technique"),
    "technique": Key(TEXT, "key of the (hardest) step's technique, as `--without` takes it"),
    "level": Key(TEXT, "the name of the band of `er`; with `--scale`, that scale's own word"),
    "scale": Key(TEXT, "present if the numbers are off the Sudoku Explainer scale"),
    "score": Key(NUMBER, "the number of a scale that another package adds (`--scale`); it grows with difficulty"),
    "path": Key(listed(TEXT), "techniques of the steps in order, in that scale's words (`--steps`)"),
    "spread": Key(
        thing({"isomorphs": COUNT, "seed": COUNT, "er": TURNED, "ep": TURNED, "ed": TURNED}),
        "ratings of random isomorphs (`--isomorphs`): the least, the greatest, and how many have each rating",
    ),
    "entries": Key(
        listed(thing({"cell": CELL, "digit": DIGIT, "right": DIGIT})), "wrong entries, with the correct digit"
    ),
    "erased": Key(listed(CLUE), "missing pencil marks: the solution has this digit in this cell"),
    "steps": Key(listed(STEP), "steps in order"),
    # diagnosis, the fewest clues, evidence
    "houses": Key(listed(TEXT), "houses whose rules the conflict breaks"),
    "drop": Key(listed(CELL), "the smallest set of clues to remove so that the puzzle has a solution"),
    "becomes": Key(TEXT, "the verdict after that: `unique` or `multiple`"),
    "drops": Key(listed(DROP), "all such sets found, with the number of solutions after each"),
    "repair_rules": Key(
        listed(thing({"rule": TEXT, "instead": TEXT})),
        "constraints that look mistyped, and what would make the puzzle unique",
    ),
    "repair": Key(listed(CLUE), "clues that look mistyped, with the digit that makes the puzzle unique"),
    "add": Key(listed(CLUE), "the smallest set of clues to add so that only `solution` is left"),
    "add_proven": Key(YES, "proven: fewer clues than `add` do not suffice"),
    "add_over_all": Key(listed(CLUE), "the smallest set of clues to add, whichever solution is left"),
    "single": Key(listed(CLUE), "clues that each make the puzzle unique by themselves"),
    "differ": Key(listed(CELL), "cells whose digit is not the same in all solutions"),
    "deadly": Key(listed(listed(CELL)), "deadly patterns"),
    "redundant": Key(listed(CELL), "clues that can be removed, one at a time"),
    "of": Key(
        thing(
            {
                "kind": TEXT,
                "members": COUNT,
                "needless": {"type": ["boolean", "null"]},
                "kept": listed(TEXT),
                "at_least": COUNT,
                "proven": YES,
            }
        ),
        "`--class`, for the constraints of this kind: can all be removed (null: unknown), and a smallest set to keep",
    ),
    "add_rules": Key(listed(TEXT), "a smallest set of constraints to add so that only `solution` is left"),
    "add_rules_proven": Key(YES, "proven: fewer constraints than `add_rules` do not suffice"),
    "spare": Key(listed(TEXT), "constraints that can be removed, one at a time"),
    "conflict_rules": Key(listed(TEXT), "constraints that `conflict` conflicts with"),
    "at_least": Key(COUNT, "proven lower bound of the number of clues (and of constraints, if these may be removed)"),
    "exact": Key(YES, "`clues` equals that bound: no fewer suffice"),
    "unavoidable": Key(listed(listed(CELL)), "minimal unavoidable sets, smallest first"),
    "certificate": Key(TEXT, "file or folder of the certificate that was written"),
    "place": Key(TEXT, "file or folder of the certificate; of `doctor`, the folder of the package"),
    "proven": Key(PROVEN, "what the certificate proves, of which puzzle and board"),
    # samples of generators
    "bias": Key(TEXT, "what is known of the method's bias"),
    "puzzles": Key(COUNT, "number of puzzles"),
    "missed_count": Key(COUNT, "puzzles that were not found"),
    "minimal_count": Key(COUNT, "minimal puzzles"),
    "givens": Key(SPREAD, "clues per puzzle"),
    "blanks": Key(COUNT, "values that an unfinished layout leaves open"),
    "added": Key(listed(TEXT), "what was added to a layout: rules with their values, clues such as r1c2 = 5"),
    "alternatives": Key(listed(listed(TEXT)), "other additions of the same number as `added`"),
    "held": Key(SPREAD, "constraints of a sample of variant puzzles"),
    "unknowns": Key(SPREAD, "cells without a clue"),
    "histogram": Key(table(COUNT), "number of clues -> number of puzzles"),
    "ratings": Key(table(COUNT), "ER -> number of puzzles"),
    "effective_sample": Key(NUMBER, "size of an unbiased sample that would be as precise"),
    "weighted_mean": Key(NUMBER, "mean number of clues, corrected for the method's bias by weights"),
    "weighted_error": Key(NUMBER, "its standard error; the true mean is within 1.96 of them in 92 % of samples of 200"),
    # data sets
    "unreadable": Key(COUNT, "rows that are no puzzle"),
    "unique": Key(COUNT, "rows whose puzzle has exactly one solution"),
    "multiple": Key(COUNT, "rows whose puzzle has more than one solution"),
    "impossible": Key(COUNT, "rows whose puzzle has no solution"),
    "unknown": Key(COUNT, "rows whose puzzle a limit left undecided"),
    "solutions_stated": Key(COUNT, "rows with a value in the solution column"),
    "wrong_solution": Key(COUNT, "rows whose solution column is not a solution of the puzzle, or is unreadable"),
    "duplicates": Key(COUNT, "rows whose puzzle occurred before, unchanged"),
    "isomorphs": Key(COUNT, "other rows of which an isomorph occurred before"),
    "leaks": Key(COUNT, "rows outside the training split whose puzzle, or an isomorph of it, is in another split"),
    "different": Key(COUNT, "different puzzles, compared unchanged"),
    "classes": Key(COUNT, "essentially different puzzles"),
    "grids": Key(COUNT, "different solutions of unique puzzles"),
    "shared_grids": Key(COUNT, "rows, without duplicates, whose solution is that of an earlier row"),
    "train": Key(TEXT, "name of the training split"),
    "clue_counts": Key(table(COUNT), "number of clues -> number of unique puzzles"),
    "symmetries": Key(
        thing({"patterns": table(COUNT)}, {"automorphisms": table(COUNT)}),
        "unique puzzles by the symmetry of their clues' positions, and by their number of automorphisms",
    ),
    "difficulty": Key(table({}), "ratings of all unique puzzles or of a sample: spreads, shares, 95 % intervals"),
    "grid_bias": Key(
        thing({"grids": COUNT, "chi_square": NUMBER, "freedom": COUNT, "p": NUMBER, "measure": TEXT}),
        "chi-square test of the solutions against uniform grids, with its p-value",
    ),
    "parts": Key(
        table(thing({"rows": COUNT, "classes": COUNT, "strata": table(COUNT), "file": TEXT})),
        "part -> its rows and classes, its rows by level or number of clues, its file",
    ),
    "not_unique": Key(COUNT, "rows that do not have exactly one solution"),
    "solutions_lost": Key(COUNT, "solution columns that could not be read"),
    "splits": Key(table(COUNT), "split -> number of readable rows"),
    "leaks_between": Key(
        listed(thing({"split": TEXT, "other": TEXT, "rows": COUNT})),
        "number of rows of a split that are also in another",
    ),
    "board_counts": Key(table(COUNT), "board -> number of readable rows"),
    "rules_used": Key(table(COUNT), "kind of rule -> number of rows whose puzzle has it"),
    "files": Key(table(COUNT), "file -> number of rows"),
    "checks": Key(table(TEXT), "check -> how it was carried out"),
    "finding": Key(
        {
            "enum": [
                *("unreadable", "multiple", "impossible", "unknown"),
                *("wrong_solution", "duplicate", "isomorph", "leak"),
            ]
        },
        "kind of the finding",
    ),
    "file": Key(TEXT, "file of the row"),
    "same_file": Key(TEXT, "file of the row `same_as`"),
    "same_line": Key(COUNT, "its line there"),
    "split": Key(TEXT, "split of the row"),
    "other": Key(TEXT, "split of the row `same_as`"),
    # comparisons and encodings
    "about": Key(table({}), "versions, machine, task, limits and seed of a comparison"),
    "set": Key(TEXT, "name of the set of puzzles"),
    "fill": Key(NUMBER, "share of cells that are clues"),
    "engine": Key(TEXT, "the engine, as `--engine` takes it, or its label with encoding and simplification"),
    "encoding": Key(TEXT, "name of the encoding; empty for the engine's own choice"),
    "simplify": Key(TEXT, "`singles` or `none`; empty for the engine's own choice"),
    "seconds": Key(NUMBER, "CPU seconds"),
    "stats": Key(table(NUMBER), "the engine's counters"),
    "solved": Key(COUNT, "puzzles answered within the limits"),
    "wrong": Key(COUNT, "refuted answers of an external program; 0 for built-in engines"),
    "timeouts": Key(COUNT, "puzzles that a limit left undecided, or whose answer could not be read"),
    "refused": Key(COUNT, "puzzles with rules that the engine does not support; no other number counts them"),
    "median": Key(NUMBER, "median of the CPU seconds per puzzle"),
    "median_low": Key(NUMBER, "lower end of its 95 % interval"),
    "median_high": Key(NUMBER, "upper end of its 95 % interval"),
    "wall_seconds": Key(NUMBER, "elapsed seconds"),
    "wall_median": Key(NUMBER, "median of the elapsed seconds per puzzle"),
    "memory_mb": Key(NUMBER, "peak memory in MB of a program, or (`--memory`) of a process that runs only this engine"),
    "repetitions": Key(listed(NUMBER), "CPU seconds of each repetition"),
    "faster": Key(TEXT, "label of the engine that is faster by the median ratio"),
    "slower": Key(TEXT, "label of the other one"),
    "wins": Key(COUNT, "puzzles on which the faster one is faster"),
    "censored": Key(YES, "true if `seconds` is only an upper bound: the noise of the subtracted start-up time"),
    "censored_count": Key(COUNT, "puzzles whose time is only such an upper bound"),
    "penalised": Key(COUNT, "puzzles that one of the two did not solve, counted as twice the time limit"),
    "ratio": Key(NUMBER, "median over the puzzles of slower / faster; of a change: of now / then"),
    "ratio_low": Key(NUMBER, "lower end of its 95 % interval"),
    "ratio_high": Key(NUMBER, "upper end of its 95 % interval"),
    "difference": Key(NUMBER, "median of slower - faster, in CPU seconds"),
    "difference_low": Key(NUMBER, "lower end of its 95 % interval"),
    "difference_high": Key(NUMBER, "upper end of its 95 % interval"),
    "effect": Key(NUMBER, "matched-pairs rank-biserial correlation, -1 to 1 (1: faster on every puzzle)"),
    "p": Key(NUMBER, "p-value of the two-sided Wilcoxon signed-rank test"),
    "best": Key(TEXT, "label of the engine with the least PAR-2"),
    "gain": Key(NUMBER, "its PAR-2 divided by that of the portfolio"),
    "members": Key(listed(table({})), "per engine: puzzles it is fastest on, it alone solves; the loss without it"),
    "low": Key(NUMBER, "lower end of the ratio's 95 % interval"),
    "high": Key(NUMBER, "upper end of the ratio's 95 % interval"),
    "states": Key(COUNT, "points of solution paths at which the technique is the next step"),
    "propagation": Key(COUNT, "those of them whose conclusion unit propagation derives"),
    "failed_literals": Key(COUNT, "those of them whose conclusion failed literals derive"),
    "stated": Key(listed(TEXT), "the encoding's rules"),
    "at_most_one": Key(TEXT, "the encoding's method for at-most-one"),
    "exactly_one": Key(TEXT, "the encoding's tree for exactly-one; empty: one clause and at-most-one"),
    "stopped": Key(YES, "whether half of the puzzles reached the time limit"),
    "once": Key(YES, "whether repeated clauses are dropped"),
    "strength": Key(NUMBER, "share of the states whose conclusion unit propagation derives"),
    "unsolved": Key(COUNT, "puzzles solved then and not now"),
    "won": Key(COUNT, "puzzles solved now and not then"),
    "changed": Key(COUNT, "puzzles with another answer than then"),
    "mean": Key(NUMBER, "mean of the CPU seconds per puzzle"),
    "p95": Key(NUMBER, "95th percentile of the CPU seconds per puzzle"),
    "worst": Key(NUMBER, "CPU seconds of the slowest puzzle"),
    "par2": Key(NUMBER, "mean, with each timeout counted as twice the time limit"),
    "per_second": Key(NUMBER, "puzzles answered per CPU second"),
    "conflicts": Key(NUMBER, "mean number of conflicts per puzzle"),
    "decisions": Key(NUMBER, "mean number of decisions per puzzle"),
    "propagations": Key(NUMBER, "mean number of propagations per puzzle"),
    "nodes": Key(NUMBER, "mean number of search nodes per puzzle"),
    "moves": Key(NUMBER, "mean number of moves of repair per puzzle (engine `sat` on large boards)"),
    "variables": Key(NUMBER, "variables (of a comparison: mean)"),
    "clauses": Key(NUMBER, "clauses or constraints (of a comparison: mean)"),
    "encode_share": Key(NUMBER, "share of the time spent encoding"),
    "load_share": Key(NUMBER, "share of the time spent loading"),
    "search_share": Key(NUMBER, "share of the time spent searching"),
    "name": Key(TEXT, "name of the encoding"),
    "target": Key({"enum": ["cnf", "cp"]}, "kind of engine an encoding is for"),
    "summary": Key(TEXT, "the encoding in a sentence"),
    "source": Key(TEXT, "where it was published"),
    # the installation
    "well": Key(YES, "nothing is wrong with the installation"),
    "python": Key(TEXT, "the interpreter"),
    "machine": Key(TEXT, "system, processor, cores"),
    "instructions": Key(
        {"enum": ["avx512", "avx2", "neon", "scalar", "python"]}, "instruction set of the search on the classic board"
    ),
    "kernels": Key(COUNT, "number of modules that should be compiled"),
    "unbuilt": Key(listed(TEXT), "the ones that run as plain Python"),
    "libraries": Key(
        table(thing({"wanted": TEXT}, {"version": TEXT, "extra": TEXT, "fault": TEXT})),
        "library -> the lowest supported version, the installed one, its extra, and what is wrong with it",
    ),
    "answers": Key(
        listed(thing({"name": TEXT, "message": TEXT, "seconds": NUMBER}, {"well": YES})),
        "questions with known answers; `well` is absent if there was no time left for the question",
    ),
    "faults": Key(listed(TEXT), "all faults, each with its remedy"),
    # the page
    "side": Key(COUNT, "cells of a row"),
    "svg": Key(TEXT, "picture of the board"),
    "boards": Key(listed(TEXT), "pictures that show the verdict"),
    "hardest_step": Key(COUNT, "number of the hardest step, from 0"),
    "number": Key(COUNT, "number of the step, from 0"),
    "grade": Key(GRADE, "how right an answer is: `fraction` of the open cells, whether it is `consistent`, each cell"),
    "move": Key(MOVE, "a digit in a cell: whether it is legal, leaves the grid solvable and is forced"),
    "trace": Key(
        TRACE, "a solving trace: every line that claims something, and whether its technique is named rightly"
    ),
    "sheet": Key(SHEET, "the puzzle as the page stores it; `{**frame, puzzle, constraints, ...}` is its JSON"),
    "grid": Key(listed(DIGIT), "digits of the solution, or of one of several, cell by cell"),
    "other_grid": Key(listed(DIGIT), "digits of another solution"),
    "kinds": Key(listed(RULE_KIND), "kinds of rules: meaning, gesture and parts of each"),
    "written": Key(TEXT, "the puzzle in the chosen format"),
    "lost": Key(listed(TEXT), "what the format cannot represent"),
    "type": Key(TEXT, "of problem details (RFC 9457): always `about:blank`"),
    "title": Key(TEXT, "what the HTTP status means"),
    "status": Key(COUNT, "the HTTP status"),
    "detail": Key(TEXT, "the same as `message`"),
    "broken": Key(
        listed(thing({"rule": COUNT, "cells": listed(COUNT)})),
        "rules that the digits break, and cells that suffice for it",
    ),
    "made": Key(
        listed(
            thing(
                {"index": COUNT, "clues": COUNT, "minimal": YES, "text": TEXT, "solution": TEXT},
                {"er": RATED, "level": TEXT},
            )
        ),
        "the puzzles generated: `text` is our own JSON, with rules",
    ),
    "proof": Key(table({}), "the certificate, as `check` reads it"),
}
