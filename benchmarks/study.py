"""The study of engines and encodings: `python benchmarks/study.py`, an hour on a quiet machine; --share 0.1: minutes.

Writes docs/explanation/study.md and its figures anew. Every number of the page is measured; the words around them are
made of the numbers, so a sentence cannot outlive its figure.

    python benchmarks/study.py --outside kissat.toml --outside minisat.toml --keep measured

adds programs of other people (docs/how-to/compare.md says how to describe one). Guests of the extra [lab] take part
where they are installed. Puzzles are those of tests/puzzles; large boards are made by --seed. With --keep, what is
measured stays in that folder, step by step: stopped and started again, the study continues where it was. --parts takes
some of classic,encodings,sizes,rules; --page is the file that is written.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from measuring import options_of

from cpsudoku import compare
from cpsudoku.comparison import plots
from cpsudoku.comparison.analysis import (
    exponent,
    growth_rows,
    growths,
    hardest_rows,
    hardest_solved,
    memory_rows,
    notes,
    phase_rows,
)
from cpsudoku.comparison.large import compare_large
from cpsudoku.comparison.memory import BASELINE
from cpsudoku.comparison.runs import description
from cpsudoku.comparison.statistics import Pair
from cpsudoku.comparison.strength import states, strengths
from cpsudoku.comparison.strength import table as strength_table
from cpsudoku.comparison.summary import Summary, duration, three_digits
from cpsudoku.comparison.table import Table
from cpsudoku.engines.registry import OPTIONAL_SOLVERS, class_of
from cpsudoku.formats import Record, open_records

ROOT = Path(__file__).parents[1]
PUZZLES = ROOT / "tests" / "puzzles"
PAGE = ROOT / "docs" / "explanation" / "study.md"
CLASSIC = {"kaggle": 60, "17_clue": 60, "magictour_top1465": 40, "hardest_1905_11plus": 40}
"""File -> puzzles taken; from easy to hard."""
OURS = ("sat", "sat:cadical153", "cp-sat", "bitmask", "dlx:native", "recursive:native", "dlx", "recursive")
OF_RULES = ("sat", "constraints", "cp-sat", "recursive")
OF_SIZES = ("sat", "cp-sat", "bitmask", "dlx:native")
FOR_CP = ("cp-exactly-one", "cp-alldifferent", "cp-flow", "cp-matching", "cp-hall", "cp-inverse")
SIDES = (4, 9, 16, 25, 36, 49)
GIANTS = {64: 0.5, 81: 0.65, 100: 0.7, 144: 0.72, 225: 0.75}
"""Side -> fill ratio of boards for `sat` alone."""
GIANT_SECONDS = 60.0
FILLS = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
TIMEOUT = 5.0
PARTS = ("classic", "encodings", "sizes", "rules")
T = TypeVar("T")


class Study:
    """The page as it grows: words, tables and figures. *kept*: the folder of what has been measured, or None."""

    def __init__(self, page: Path, share: float, seed: int, outside: Sequence[str], kept: Path | None = None) -> None:
        self.page, self.share, self.seed, self.kept = page, share, seed, kept
        self.spent = 0.0
        self.figures = page.with_suffix("")
        self.parts: list[str] = []
        self.outside = [f"outside:{path}" for path in outside]
        guests = [name for name in OPTIONAL_SOLVERS if name != "outside"]
        self.guests = [name for name in guests if find_spec(class_of(name).library)]  # type: ignore[attr-defined]

    def measured(self, step: str, make: Callable[..., T], *what: Any, **how: Any) -> T:
        """What *make* returns of *what*, or returned when this step was measured before with the same options."""
        options = (self.share, self.seed, self.outside, self.guests, TIMEOUT)
        path = self.kept / f"{step}.pickle" if self.kept else None
        if path and path.exists():
            then, seconds, result = pickle.loads(path.read_bytes())
            if then != options:
                raise SystemExit(f"{path}: measured with other options; name another folder in --keep")
            print(f"{step}: kept, {seconds:.0f} s", file=sys.stderr, flush=True)
        else:
            print(f"{step} ...", end=" ", file=sys.stderr, flush=True)
            started = time.perf_counter()
            result = make(*what, **how)
            seconds = time.perf_counter() - started
            print(f"{seconds:.0f} s", file=sys.stderr, flush=True)
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.with_suffix(".part").write_bytes(pickle.dumps((options, seconds, result)))
                path.with_suffix(".part").replace(path)  # a step is there whole or not at all
        self.spent += seconds
        return result

    def compared(self, step: str, sets: dict[str, Any], engines: Any, **options: Any) -> Table:
        """`compare` under the study's limit and seed, as `measured`."""
        return self.measured(step, compare, sets, engines=engines, timeout=TIMEOUT, seed=self.seed, **options)

    def say(self, *words: str) -> None:
        """A paragraph."""
        self.parts.append(" ".join(words))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A Markdown table, all columns but the first to the right."""
        lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
        self.parts.append("\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]))

    def figure(self, drawing: object, name: str, caption: str) -> None:
        """A figure, and what it shows."""
        self.figures.mkdir(parents=True, exist_ok=True)
        for path in plots.save(drawing, self.figures, name):
            if path.suffix == ".png":
                path.unlink()
        self.parts.append(f"![{caption}]({self.figures.name}/{name}.svg)\n\n*{caption}*")

    def of(self, number: int, least: int = 2) -> int:
        """That many, of a whole study."""
        return max(least, round(number * self.share))

    def write(self) -> None:
        """The page."""
        self.page.parent.mkdir(parents=True, exist_ok=True)
        self.page.write_text("\n\n".join(self.parts) + "\n", encoding="utf-8")


def main() -> None:
    options = options_of(__doc__, share=1.0, seed=0, outside=[], parts=",".join(PARTS), page=str(PAGE), keep=Path)
    study = Study(Path(options.page), options.share, options.seed, options.outside, options.keep)
    study.say("# Engines and encodings: a study")
    place = len(study.parts)
    for name in options.parts.split(","):
        globals()[name](study)
    study.parts.insert(place, opening(study, study.spent))
    study.write()


def opening(study: Study, seconds: float) -> str:
    """Where, with what, and how to do it again."""
    about = description()
    names = ("cpsudoku", "python", "python-sat", "ortools", "machine", "date")
    versions = "; ".join(
        f"{name} {about[name]}" if name not in ("machine", "python") else about[name] for name in names
    )
    words = f"--share {study.share:g} --seed {study.seed}" + "".join(f" --outside {x[8:]}" for x in study.outside)
    return (
        f"Which engine wins where, and why. Every number was measured by `python benchmarks/study.py {words}` in "
        f"{seconds / 60:.0f} minutes ({versions}). The benchmark also writes the sentences, from the numbers. "
        "Times are medians of the CPU time per puzzle, with 95 % intervals in brackets; "
        f"the limit is {TIMEOUT:g} s per puzzle."
    )


def rows_of(name: str, count: int) -> list[str]:
    """The first *count* puzzles of a file."""
    lines = (PUZZLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(",")[0].split()[0] for line in lines if line and line[0] != "#"][:count]


def cell_of(row: Summary) -> str:
    """A median, its interval, and what was not solved."""
    if row.median is None:
        return "-"
    interval = "" if row.low is None else f" [{duration(row.low)}, {duration(row.high or 0)}]"
    rest = f", {row.solved}/{row.puzzles} solved" if row.solved < row.puzzles else ""
    return (duration(row.median) if row.solved else "none solved") + (interval if row.solved else "") + rest


def grid_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """Engines against sets."""
    sets = list(dict.fromkeys(row.group for row in table.rows))
    labels = list(dict.fromkeys(row.label for row in table.rows))
    at = {(row.label, row.group): cell_of(row) for row in table.rows}
    return ["engine", *sets], [[label, *[at.get((label, name), "-") for name in sets]] for label in labels]


def joined(tables: Iterable[Table]) -> Table:
    """One table of several with the same engines, limits and machine."""
    parts = list(tables)
    setups = {key: spent for part in parts for key, spent in part.setups.items()}
    memories = {key: most for part in parts for key, most in part.memories.items()}
    return Table(
        tuple(run for part in parts for run in part.runs),
        {**parts[0].about, **parts[-1].about, "engines": parts[0].about["engines"]},
        setups,
        memories,
    )


def ratio_of(pair: Pair) -> str:
    """A ratio with its interval."""
    interval = (
        "" if pair.ratio_low is None else f" [{three_digits(pair.ratio_low)}, {three_digits(pair.ratio_high or 0)}]"
    )
    return f"{three_digits(pair.ratio)}x{interval}" + "".join(f" ({note})" for note in notes(pair))


def between(table: Table, group: str, one: str, other: str) -> str:
    """How two engines stand on a set, in a sentence."""
    for pair in table.analysis.pairs:
        if pair.set == group and {pair.faster, pair.slower} == {one, other}:
            return f"on {group} `{pair.slower}` takes {ratio_of(pair)} the time of `{pair.faster}`"
    return f"on {group} `{one}` and `{other}` were not both timed"


def classic(study: Study) -> None:
    """Easy to hard puzzles, every engine."""
    sets = {name: rows_of(name, study.of(count, 6)) for name, count in CLASSIC.items()}
    engines = [*OURS, *study.guests, *study.outside]
    easy, hard = next(iter(sets)), list(sets)[-1]
    table = joined(
        study.compared(f"classic {name}", {name: lines}, engines, shuffle=True, memory=name == hard)
        for name, lines in sets.items()
    )
    study.say("## Classic puzzles, easy to hard")
    counts = ", ".join(f"{name} ({len(lines)})" for name, lines in sets.items())
    study.say(
        f"Time to decide the uniqueness of puzzles from four files: {counts}.",
        "A `:native` engine takes the same steps as the Python engine of that name, compiled.",
    )
    study.table(*grid_of(table))
    study.say(
        "Effect of compilation:",
        "; ".join(between(table, "17_clue", name, f"{name}:native") for name in ("dlx", "recursive")) + ".",
        "Effect of the method, both compiled:",
        "; ".join(between(table, name, "bitmask", "dlx:native") for name in (easy, hard)) + ".",
    )
    study.say(
        "SAT against search:",
        "; ".join(between(table, name, "sat", "bitmask") for name in (easy, hard)) + ";",
        between(table, hard, "sat", "dlx:native") + ".",
    )
    others = [label for label in dict.fromkeys(row.label for row in table.rows) if label not in OURS]
    if others:
        study.say(
            "Other solvers compared with `sat`, each with a new model for each puzzle, as its users would write it:",
            "; ".join(between(table, hard, "sat", name).removeprefix(f"on {hard} ") for name in others)
            + f" (on {hard}).",
        )
    used = ", ".join(
        f"`{label}` {most:.0f}" for (_, label), most in sorted(table.memories.items(), key=lambda one: one[1])
    )
    if used:
        study.say(
            f"Peak memory in MB of a process that runs one engine on {hard} (the interpreter and the package alone: "
            f"{table.about[BASELINE]:.0f}): {used}."
        )
    study.say(
        "A portfolio runs the fastest engine of each puzzle. The table has the best single engine, how much faster the "
        "portfolio is (by PAR-2), and how much slower the portfolio becomes without one of its engines:",
    )
    body = [
        [
            found.set,
            f"`{found.best}`",
            f"{found.gain:.2f}x",
            ", ".join(f"`{one.engine}` {one.loss:.2f}x" for one in found.members if one.loss > 1.01) or "none",
        ]
        for found in table.analysis.portfolios
    ]
    study.table(["set", "best engine", "portfolio faster by", "slower without"], body)
    wrong = sum(row.wrong for row in table.rows)
    study.say(f"Of {len(table.runs):,} answers, {wrong} were wrong.")
    study.figure(plots.cactus(table), "classic", "Number of puzzles solved within a time per puzzle")


def encodings(study: Study) -> None:
    """Every encoding for SAT: size, strength and time."""
    from cpsudoku.board.geometry import CLASSIC as BOARD
    from cpsudoku.formula import catalog
    from cpsudoku.formula.clauses import formula

    names = catalog.names("cnf")
    found = study.measured("states", states, each=study.of(30, 2), seed=study.seed)
    every = study.measured("strengths", strengths, names, found)
    hard = rows_of("magictour_top1465", study.of(40, 6))
    timed = study.compared("encodings", {"top1465": hard}, "sat", encodings=names)
    study.say("## Encodings")
    study.say(
        "The size, the strength and the speed of each encoding. The strength is measured at",
        f"{sum(map(len, found.values()))} points of",
        f"solution paths ({len(found)} techniques, up to {study.of(30, 2)} points each): the share at which",
        "unit propagation alone, or failed literals, derive what Sudoku Explainer concludes there. The time is for",
        "uniqueness on the full formula, by CaDiCaL (`extended-native`: MiniCard). `extended-reduced` builds a formula",
        "for each puzzle; its size is that of the empty board.",
    )
    by_label = {row.encoding: row for row in timed.rows}
    body = []
    for name in names:
        mine = [one for one in every if one.encoding == name]
        total = sum(one.states for one in mine)
        stated = formula(catalog.load(name), BOARD)
        body.append(
            [
                name,
                f"{stated.variables:,}",
                f"{len(stated.clauses) + len(stated.atmosts):,}",
                f"{sum(one.propagation for one in mine) / total:.0%}",
                f"{sum(one.failed_literals for one in mine) / total:.0%}",
                cell_of(by_label[name]),
            ]
        )
    study.table(["encoding", "variables", "clauses", "propagation", "failed literals", "time on top1465"], body)
    shown = ("minimal", "natural", "extended", "triad", "order", "log")
    study.say("For each technique, the percentage of points that unit propagation / failed literals reproduce:")
    study.table(*alike_as_one(*strength_table([one for one in every if one.encoding in shown])))
    full = {
        name: [
            one.technique.replace("-", " ") for one in every if one.encoding == name and one.propagation == one.states
        ]
        for name in ("extended", "triad")
    }
    more = [name for name in full["triad"] if name not in full["extended"]]
    study.say(
        f"On `extended`, unit propagation always reproduces {', '.join(full['extended']) or 'nothing'}. "
        f"On `triad`, it also always reproduces {', '.join(more) or 'nothing more'}."
    )
    fastest = min(timed.rows, key=lambda row: row.median or TIMEOUT)
    fewest = min(body, key=lambda row: int(row[2].replace(",", "")))
    study.say(
        f"`{fastest.encoding}` is the fastest ({duration(fastest.median or 0)}). `{fewest[0]}` has the fewest clauses "
        f"({fewest[2]}), but takes {fewest[5].split(' [')[0]}: fewer clauses do not mean less time."
        if fewest[0] != fastest.encoding
        else f"`{fastest.encoding}` is the fastest and has the fewest clauses ({fewest[2]})."
    )
    study.say("With binary variables,", between_encodings(timed, "log", "log-support"))
    for_cp(study, hard)


def alike_as_one(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """A table in which columns that are the same from top to bottom are one, under all their heads."""
    columns: dict[tuple[str, ...], list[str]] = {}
    for head, column in zip(heads, zip(*rows)):
        columns.setdefault(column, []).append(head)
    return [", ".join(names) for names in columns.values()], [list(row) for row in zip(*columns)]


def for_cp(study: Study, hard: Sequence[str]) -> None:
    """The definitions for CP-SAT: what they save in search, and what that costs."""
    timed = study.compared("encodings for CP-SAT", {"top1465": hard}, "cp-sat", encodings=FOR_CP)
    study.say("CP-SAT on the same puzzles; conflicts and decisions are means per puzzle:")
    body = [
        [row.encoding, *(f"{row.counters.get(name, 0):,.1f}" for name in ("conflicts", "decisions")), cell_of(row)]
        for row in timed.rows
    ]
    study.table(["encoding", "conflicts", "decisions", "time on top1465"], body)
    least = min(timed.rows, key=lambda row: row.counters.get("conflicts", 0.0))
    fastest = min(timed.rows, key=lambda row: row.median or TIMEOUT)
    study.say(
        f"`{least.encoding}` has the fewest conflicts ({least.counters.get('conflicts', 0):,.1f}), and "
        f"`{fastest.encoding}` is the fastest ({fastest.counters.get('conflicts', 0):,.1f} conflicts): "
        + (between_encodings(timed, fastest.encoding, least.encoding) if least is not fastest else "they are the same.")
    )


def between_encodings(timed: Table, one: str, other: str) -> str:
    """How two encodings of an engine stand, in half a sentence."""
    for pair in timed.analysis.pairs:
        if {pair.faster.split()[-1], pair.slower.split()[-1]} == {one, other}:
            return f"`{pair.slower.split()[-1]}` takes {ratio_of(pair)} the time of `{pair.faster.split()[-1]}`."
    return "they were not both timed."


def of_side(study: Study, side: int, engines: Sequence[str]) -> Table:
    """Boards of one size at every fill ratio."""
    return compare_large(
        sides=(side,), fills=FILLS, boards=study.of(5), engines=engines, timeout=TIMEOUT, seed=study.seed, memory=True
    )


def sizes(study: Study) -> None:
    """Boards of growing size and fill ratio."""
    sides = SIDES if study.share >= 0.5 else SIDES[:4]
    engines, tables = list(OF_SIZES), []
    for side in sides:
        tables.append(study.measured(f"side {side}", of_side, study, side, engines))
        solving = {run.contestant.label for run in tables[-1].runs if run.solved}
        engines = [name for name in engines if name in solving]
    table = joined(tables)
    study.say("## Size and fill ratio")
    study.say(
        f"Boards of sides {', '.join(map(str, sides))} with random holes, {study.of(5)} of each; the task is",
        "to find a solution. With few clues there are many solutions; with many clues, singles suffice. The hard",
        "ratios lie in a narrow range between the two.",
    )
    study.table(*phase_rows(table.runs))
    solved = hardest_solved(table.runs)
    largest = {label: max(side for name, side, _, _ in solved if name == label) for label, *_ in solved}
    study.say(
        "The largest size at which an engine solved every board of some fill ratio, and the slowest of those ratios:"
    )
    study.table(
        ["engine", "board", "fill", "slowest board"],
        [
            [label, f"{side}x{side}", f"{fill:.2f}", duration(worst)]
            for label, side, fill, worst in solved
            if side == largest[label]
        ],
    )
    study.say(
        "The fill ratio with the greatest mean time (an unsolved board counts as twice the limit), and in brackets the "
        "share of 1,000 resamples of the boards in which it is the hardest:"
    )
    study.table(*hardest_rows(table.runs, TIMEOUT))
    grown = "; ".join(f"`{one.engine}` side^{exponent(one)}" for one in growths(table.runs))
    study.say(
        f"Growth of the time at the hardest solved ratio of each size: {grown}. The exponents at each ratio alone "
        "(without the sizes that were not solved):"
    )
    study.table(*growth_rows(table.runs))
    heads, megabytes = memory_rows(table.memories)
    if megabytes:
        study.say(
            "Peak memory in MB of a process with one engine and its boards, with the interpreter and the libraries:"
        )
        study.table(heads, megabytes)
    study.figure(plots.phase_picture(table), "phase", "Median time (colour) by size and fill ratio, one map per engine")
    study.figure(plots.crossover(table), "crossover", "Mean time at the hardest fill ratio of each size")
    giants(study)


def giants(study: Study) -> None:
    """Boards as large as they are made, by `sat` alone."""
    rows = []
    for side, fill in GIANTS.items():
        if study.share < 0.5 and side > 100:
            continue
        options = {"engines": ["sat"], "timeout": GIANT_SECONDS, "seed": study.seed, "memory": True}
        table = study.measured(f"giant {side}", compare_large, sides=(side,), fills=(fill,), boards=1, **options)
        run, used = table.runs[0], next(iter(table.memories.values()), None)
        rows.append(
            [
                f"{side}x{side}",
                f"{fill:.2f}",
                f"{run.stats.get('variables', 0):,.0f}",
                duration(run.seconds) if run.solved else f"not in {GIANT_SECONDS:g} s",
                "" if used is None else f"{used:,.0f} MB",
            ]
        )
    study.say(
        f"Larger boards, one of each size, `sat` alone, with a limit of {GIANT_SECONDS:g} s; `open` is the number of "
        "candidates after singles:"
    )
    study.table(["board", "fill", "open", "time", "memory"], rows)


def rules(study: Study) -> None:
    """Puzzles with rules beyond houses."""
    records = open_records(str(PUZZLES / "variants.jsonl"))
    every = [record.puzzle for record in records if isinstance(record, Record)]
    chosen = every[: study.of(len(every), 6)]
    table = study.compared("rules", {"variants": chosen}, OF_RULES, shuffle=True)
    study.say("## Rules beyond houses")
    study.say(
        f"{len(chosen)} published puzzles with cages, lines, dots and clues outside the grid.",
        "The time includes building the model.",
    )
    study.table(*grid_of(table))
    pairs = [between(table, "variants", "sat", name) for name in OF_RULES[1:]]
    study.say("; ".join(pairs)[0].upper() + "; ".join(pairs)[1:] + ".")
    best = table.analysis.portfolios[0]
    study.say(f"A portfolio of the fastest engine of each puzzle is {best.gain:.2f}x as fast as `{best.best}` alone.")
    times = [run.seconds for run in table.runs if run.contestant.label == "sat" and run.solved]
    study.say(f"`sat` takes {duration(median(times))} in the median and {duration(max(times))} at most.")
    study.figure(plots.cactus(table), "variants", "Number of puzzles with other rules solved within a time per puzzle")


if __name__ == "__main__":
    main()
