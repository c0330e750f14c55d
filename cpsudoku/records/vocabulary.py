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
    {"kind": {"enum": ["cell", "has", "once", "total", "clue", "constraint"]}, "name": TEXT},
    {"cell": CELL, "house": TEXT, "digit": DIGIT, "constraint": COUNT},
)
DEDUCTION = thing(
    {"size": COUNT, "smallest": YES, "reasons": listed(REASON), "text": TEXT},
    {
        "placements": listed(CLUE),
        "remove": REMOVALS,
        "technique": TEXT,
        "name": TEXT,
    },
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
    },
    {"rules": TEXT, "entries": table(DIGIT), "pencil_marks": table(listed(DIGIT))},
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
    "row": Key(ORDINAL, "number of the row in the input, from 1, through all operands"),
    "puzzle": Key(TEXT, "the puzzle, a character a cell, `.` for empty; numbers with blanks between above side 35"),
    "verdict": Key(TEXT, "the answer in a word; each record's words are listed with it"),
    "message": Key(TEXT, "for people: why, what is missing, which limit was reached"),
    "rules": Key(
        {"enum": ["guessed", "missing"]},
        "how the rules were read, absent where completely: `guessed` from drawings and prose, or some may be `missing`",
    ),
    "warnings": Key(listed(TEXT), "what the answer must not be read without, such as rules left out of the input"),
    "line": Key(ORDINAL, "line of the file an unreadable row stands in"),
    "text": Key(TEXT, "an unreadable row as it stands in the input; of a step, its whole argument"),
    "size": Key(TEXT, "box rows x box columns, where they do not follow from the side"),
    "regions": Key(
        {"anyOf": [TEXT, listed(listed(CELL))]},
        "a jigsaw's map, a symbol a cell; lists of cells where `rows` and `columns` state the board",
    ),
    "extras": Key(listed(TEXT), "names of extra houses"),
    "board": Key(TEXT, "the board in words, where it is not square or its digits do not start from 1"),
    "rows": Key(COUNT, "rows of such a board; of a data set: those that cannot be read, and those of each verdict"),
    "columns": Key(ORDINAL, "its columns"),
    "digits": Key(listed(WHOLE), "its lowest and its highest digit"),
    "latin": Key(YES, "false where its rows and columns may hold a digit twice"),
    "constraints": Key(listed(TEXT), "rules that are not houses, each in its text form"),
    # explanations
    "reasoning": Key(listed(DEDUCTION), "steps, each with what follows and its reasons; constraints count from 0"),
    "largest": Key(COUNT, "the greatest size (number of reasons) of a step"),
    "total": Key(COUNT, "the sizes of all steps together, those that only clear a placed digit left out"),
    "certified": Key(YES, "of every step it is proven that no fewer reasons give it"),
    # solutions and puzzles
    "solution": Key(TEXT, "the solution, or one of several"),
    "second": Key(TEXT, "another solution"),
    "solutions": Key(listed(TEXT), "the solutions found, in order, up to the limit"),
    "count": Key(COUNT, "number of solutions found"),
    "complete": Key(YES, "no further solutions (of `candidates`: no further candidates, nor higher counts) exist"),
    "candidates": Key(listed(listed(DIGIT)), "for each cell, row by row, the digits it has in some solution"),
    "open": Key(listed(listed(DIGIT)), "for each cell the digits not seen before a limit: they may or may not occur"),
    "counts": Key(
        listed(listed(COUNT)), "beside each of `candidates` the solutions that have it: `bound` for so many or more"
    ),
    "bound": Key(COUNT, "solutions counted a candidate at most"),
    "step_counts": Key(table(COUNT), "engine logic: steps by technique"),
    "calls": Key(COUNT, "engine logic: guesses tried"),
    "deepest": Key(COUNT, "engine logic: deepest level of guessing"),
    "unfinished": Key(TEXT, "engine logic: the grid as far as it came"),
    "by": Key(
        {"enum": ["singles", "merging", "propagation", "search", "sat"]},
        "what decided: singles alone, merging of equal and opposite candidates after them, or SAT after both; "
        "under rules propagation, search, or SAT",
    ),
    "components": Key(listed(listed(CELL)), "cells that differ between two solutions, by groups that change apart"),
    "conflict": Key(listed(CLUE), "clues that cannot stand together"),
    "clues": Key(COUNT, "number of clues"),
    "minimal": Key({"type": ["boolean", "integer"]}, "no single clue can go; of an audit: the number of such puzzles"),
    "orbit_minimal": Key(YES, "no set of clues that the symmetry maps onto itself can go"),
    "canonical": Key(TEXT, "the least puzzle this one turns into by moves of the board and renaming digits"),
    "automorphisms": Key(ORDINAL, "moves and renamings that leave the puzzle as it is, the identity among them"),
    "same_as": Key(
        ORDINAL,
        "row of the first puzzle with the same canonical form; of a leak: a row of the other split",
    ),
    # making
    "seed": Key(WHOLE, "the seed: with the version it gives the same result again"),
    "index": Key(COUNT, "number of the puzzle under this seed, from 0"),
    "symmetry": Key(TEXT, "symmetry of the clues' places"),
    "method": Key(TEXT, "how it was made: method, fill, dig and engine"),
    "tries": Key(COUNT, "grids dug, or puzzles rated"),
    "effort": Key(COUNT, "search effort of a plain solver (method effort)"),
    "sat_questions": Key(COUNT, "questions that SAT answered while clues (and constraints) were taken away"),
    "cores": Key(
        COUNT, "clues (constraints) dropped without a question of their own, as an unsatisfiable core lacks them"
    ),
    "witnesses": Key(COUNT, "engine hybrid: questions that a kernel answered, mostly by a second solution"),
    "sets": Key(COUNT, "clues that stay without a question: each is the last of an unavoidable set (not engine sat)"),
    "confirmed": Key({"enum": ["sat", "none"]}, "what proved the claims a second time"),
    "version": Key(TEXT, "version of cpsudoku"),
    # ratings
    "er": Key(RATED, "rating of the hardest step (Sudoku Explainer scale)"),
    "ep": Key(RATED, "highest rating up to the first placed digit"),
    "ed": Key(RATED, "rating of the first step"),
    "hardest": Key(TEXT, "customary name of the hardest step's technique"),
    "technique": Key(TEXT, "key of the (hardest) step's technique, as `--without` takes it"),
    "level": Key(TEXT, "word for the band of `er`"),
    "scale": Key(TEXT, "present where numbers are not of the SE scale"),
    "spread": Key(
        thing({"isomorphs": COUNT, "seed": COUNT, "er": TURNED, "ep": TURNED, "ed": TURNED}),
        "ratings of random isomorphs (`--isomorphs`): the least, the greatest, and how many have each",
    ),
    "entries": Key(
        listed(thing({"cell": CELL, "digit": DIGIT, "right": DIGIT})), "wrong entries, and the digit that is right"
    ),
    "erased": Key(listed(CLUE), "pencil marks that are missing though the puzzle has that digit there"),
    "steps": Key(listed(STEP), "steps in order"),
    # diagnosis, the fewest clues, evidence
    "houses": Key(listed(TEXT), "houses whose rules the conflict breaks"),
    "drop": Key(listed(CELL), "fewest clues without which the puzzle has a solution"),
    "becomes": Key(TEXT, "what the puzzle is without them: `unique` or `multiple`"),
    "drops": Key(listed(DROP), "all such sets found, with the number of solutions that leaves"),
    "repair_rules": Key(
        listed(thing({"rule": TEXT, "instead": TEXT})),
        "constraints that look mistyped, and what would make it unique",
    ),
    "repair": Key(listed(CLUE), "clues that look mistyped, with the digit that makes the puzzle unique"),
    "add": Key(listed(CLUE), "fewest clues to add that leave `solution` alone"),
    "add_proven": Key(YES, "fewer than `add` are proven not to do"),
    "add_over_all": Key(listed(CLUE), "fewest clues to add over all solutions"),
    "single": Key(listed(CLUE), "clues each of which alone makes the puzzle unique"),
    "differ": Key(listed(CELL), "cells that are not the same in all solutions"),
    "deadly": Key(listed(listed(CELL)), "deadly patterns"),
    "redundant": Key(listed(CELL), "clues that could go, one at a time"),
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
        "`--class`: of the constraints of this kind, whether none is needed (null: open), and the fewest to keep",
    ),
    "add_rules": Key(listed(TEXT), "fewest constraints like the puzzle's own that leave `solution`"),
    "add_rules_proven": Key(YES, "fewer than `add_rules` are proven not to do"),
    "spare": Key(listed(TEXT), "constraints that could go, one at a time"),
    "conflict_rules": Key(listed(TEXT), "constraints that `conflict` conflicts with"),
    "at_least": Key(COUNT, "proven lower bound of the number of clues (and of constraints, where these could go)"),
    "exact": Key(YES, "`clues` is that bound: no fewer will do"),
    "unavoidable": Key(listed(listed(CELL)), "minimal unavoidable sets, smallest first"),
    "certificate": Key(TEXT, "where the certificate was written"),
    "place": Key(TEXT, "file or folder of the certificate; of `doctor`, the folder of the package"),
    "proven": Key(PROVEN, "what the certificate proves, of which puzzle and board"),
    # samples of generators
    "bias": Key(TEXT, "what is known of the method's bias"),
    "puzzles": Key(COUNT, "number of puzzles"),
    "missed_count": Key(COUNT, "puzzles that were not found"),
    "minimal_count": Key(COUNT, "puzzles of which no clue can go"),
    "givens": Key(SPREAD, "clues a puzzle"),
    "blanks": Key(COUNT, "values that an unfinished layout leaves open"),
    "added": Key(listed(TEXT), "what was added to a layout: rules with their values, clues such as r1c2 = 5"),
    "alternatives": Key(listed(listed(TEXT)), "other additions, as few as `added`"),
    "held": Key(SPREAD, "constraints of a sample of variant puzzles"),
    "unknowns": Key(SPREAD, "cells without a clue"),
    "histogram": Key(table(COUNT), "number of clues: puzzles"),
    "ratings": Key(table(COUNT), "ER: puzzles"),
    "effective_sample": Key(NUMBER, "puzzles that an unbiased sample of the same weight would have"),
    "weighted_mean": Key(NUMBER, "mean number of clues, the method's bias weighed out"),
    "weighted_error": Key(NUMBER, "its standard error; mean +- 1.96 of them holds for 92 % of samples of 200 puzzles"),
    # data sets
    "unreadable": Key(COUNT, "rows that are no puzzle"),
    "unique": Key(COUNT, "rows whose puzzle has exactly one solution"),
    "multiple": Key(COUNT, "rows whose puzzle has more than one solution"),
    "impossible": Key(COUNT, "rows whose puzzle has no solution"),
    "unknown": Key(COUNT, "rows whose puzzle a limit left open"),
    "solutions_stated": Key(COUNT, "rows with something in the solution column"),
    "wrong_solution": Key(COUNT, "rows whose solution column is no solution of the puzzle, or cannot be read"),
    "duplicates": Key(COUNT, "rows whose puzzle came before, as it is"),
    "isomorphs": Key(COUNT, "rows not counted there whose puzzle came before, moved and renamed"),
    "leaks": Key(COUNT, "rows of any split but the one to train on whose puzzle is, moved and renamed, in another"),
    "different": Key(COUNT, "different puzzles, as they are"),
    "classes": Key(COUNT, "essentially different puzzles"),
    "grids": Key(COUNT, "different solutions of unique puzzles"),
    "shared_grids": Key(COUNT, "rows, duplicates apart, whose solution an earlier row has"),
    "train": Key(TEXT, "name of the split to train on"),
    "clue_counts": Key(table(COUNT), "number of clues: unique puzzles"),
    "symmetries": Key(
        thing({"patterns": table(COUNT)}, {"automorphisms": table(COUNT)}),
        "unique puzzles by symmetry of the clues' places, and by the number of moves that leave the puzzle as it is",
    ),
    "difficulty": Key(table({}), "ratings of all unique puzzles or of a sample: spreads, shares, 95 % intervals"),
    "grid_bias": Key(
        thing({"grids": COUNT, "chi_square": NUMBER, "freedom": COUNT, "p": NUMBER, "measure": TEXT}),
        "chi-square of the solutions against uniform grids, and the chance of one as great",
    ),
    "splits": Key(table(COUNT), "split: readable rows"),
    "leaks_between": Key(
        listed(thing({"split": TEXT, "other": TEXT, "rows": COUNT})), "rows of a split that are in another, too"
    ),
    "board_counts": Key(table(COUNT), "board: readable rows"),
    "rules_used": Key(table(COUNT), "kind of rule: rows whose puzzle has it"),
    "files": Key(table(COUNT), "file: rows"),
    "checks": Key(table(TEXT), "what was looked at, and how"),
    "finding": Key(
        {
            "enum": [
                *("unreadable", "multiple", "impossible", "unknown"),
                *("wrong_solution", "duplicate", "isomorph", "leak"),
            ]
        },
        "kind of the finding",
    ),
    "file": Key(TEXT, "file the row stands in"),
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
    "wrong": Key(COUNT, "answers of a program from outside that are refuted; 0 for engines of our own"),
    "timeouts": Key(COUNT, "puzzles a limit left open, or whose answer could not be read"),
    "refused": Key(COUNT, "puzzles with rules that the engine does not serve; in no other figure"),
    "median": Key(NUMBER, "median of CPU seconds a puzzle"),
    "median_low": Key(NUMBER, "lower end of its 95 % interval"),
    "median_high": Key(NUMBER, "upper end of its 95 % interval"),
    "wall_seconds": Key(NUMBER, "seconds on the clock"),
    "wall_median": Key(NUMBER, "median of seconds on the clock a puzzle"),
    "memory_mb": Key(NUMBER, "most megabytes of a program, or (`--memory`) of a process with this engine alone"),
    "repetitions": Key(listed(NUMBER), "CPU seconds of each repetition"),
    "faster": Key(TEXT, "label of the engine that is faster by the median ratio"),
    "slower": Key(TEXT, "label of the other one"),
    "wins": Key(COUNT, "puzzles on which the faster one is faster"),
    "censored": Key(YES, "true where `seconds` is an upper bound: the noise of the start-up that was subtracted"),
    "censored_count": Key(COUNT, "puzzles with a time that is only such an upper bound"),
    "penalised": Key(COUNT, "puzzles that one of the two did not solve, counted with twice the time limit"),
    "ratio": Key(NUMBER, "median of slower / faster over the puzzles; of a change: of now / then"),
    "ratio_low": Key(NUMBER, "lower end of its 95 % interval"),
    "ratio_high": Key(NUMBER, "upper end of its 95 % interval"),
    "difference": Key(NUMBER, "median of slower - faster, in CPU seconds"),
    "difference_low": Key(NUMBER, "lower end of its 95 % interval"),
    "difference_high": Key(NUMBER, "upper end of its 95 % interval"),
    "effect": Key(NUMBER, "matched-pairs rank-biserial correlation, -1 to 1 (1: faster on every puzzle)"),
    "p": Key(NUMBER, "p of the two-sided Wilcoxon signed-rank test"),
    "best": Key(TEXT, "label of the engine with the least PAR-2"),
    "gain": Key(NUMBER, "its PAR-2 divided by that of the portfolio"),
    "members": Key(listed(table({})), "each engine: puzzles it is first on, it alone solves; loss without it"),
    "low": Key(NUMBER, "lower end of the ratio's 95 % interval"),
    "high": Key(NUMBER, "upper end of the ratio's 95 % interval"),
    "states": Key(COUNT, "points of solution paths at which the technique is next"),
    "propagation": Key(COUNT, "of these, those whose conclusions unit propagation finds"),
    "failed_literals": Key(COUNT, "of these, those whose conclusions failed literals find"),
    "stated": Key(listed(TEXT), "the encoding's rules"),
    "at_most_one": Key(TEXT, "the encoding's method for at-most-one"),
    "exactly_one": Key(TEXT, "the encoding's tree for exactly-one; empty for a clause and at-most-one"),
    "stopped": Key(YES, "whether half of the puzzles took longer than they were given"),
    "once": Key(YES, "whether clauses that stand twice are dropped"),
    "strength": Key(NUMBER, "share of the states whose step unit propagation reproduces"),
    "unsolved": Key(COUNT, "puzzles solved then and not now"),
    "won": Key(COUNT, "puzzles solved now and not then"),
    "changed": Key(COUNT, "puzzles answered otherwise than then"),
    "mean": Key(NUMBER, "mean of CPU seconds a puzzle"),
    "p95": Key(NUMBER, "95th percentile of CPU seconds a puzzle"),
    "worst": Key(NUMBER, "most CPU seconds of a puzzle"),
    "par2": Key(NUMBER, "mean with twice the time limit for each timeout"),
    "per_second": Key(NUMBER, "puzzles answered in a CPU second"),
    "conflicts": Key(NUMBER, "conflicts a puzzle, mean"),
    "decisions": Key(NUMBER, "decisions a puzzle, mean"),
    "propagations": Key(NUMBER, "propagations a puzzle, mean"),
    "nodes": Key(NUMBER, "search nodes a puzzle, mean"),
    "moves": Key(NUMBER, "moves of repair a puzzle, mean (engine `sat` on large boards)"),
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
        {"enum": ["avx512", "avx2", "neon", "scalar", "python"]}, "what the search on the classic board runs on"
    ),
    "kernels": Key(COUNT, "modules that are meant to be compiled"),
    "unbuilt": Key(listed(TEXT), "those of them that run as plain Python"),
    "libraries": Key(
        table(thing({"wanted": TEXT}, {"version": TEXT, "extra": TEXT, "fault": TEXT})),
        "library: the least version wanted, the one installed, the extra it belongs to, what is wrong with it",
    ),
    "answers": Key(
        listed(thing({"name": TEXT, "message": TEXT, "seconds": NUMBER}, {"well": YES})),
        "questions with known answers; `well` is absent where the time was over before",
    ),
    "faults": Key(listed(TEXT), "all that is wrong, each with what would mend it"),
    # the page
    "side": Key(COUNT, "cells of a row"),
    "svg": Key(TEXT, "picture of the board"),
    "boards": Key(listed(TEXT), "pictures that show the verdict"),
    "hardest_step": Key(COUNT, "number of the hardest step, from 0"),
    "number": Key(COUNT, "number of the step, from 0"),
    "sheet": Key(SHEET, "the puzzle as the page holds it; `{**frame, puzzle, constraints, ...}` is our own JSON of it"),
    "grid": Key(listed(DIGIT), "digits of the solution, or of one of several, cell by cell"),
    "other_grid": Key(listed(DIGIT), "digits of another solution"),
    "kinds": Key(listed(RULE_KIND), "kinds of rules: meaning, gesture and parts of each"),
    "written": Key(TEXT, "the puzzle in the chosen format"),
    "lost": Key(listed(TEXT), "what of the puzzle the format cannot hold"),
    "proof": Key(table({}), "the certificate, as `check` reads it"),
}
