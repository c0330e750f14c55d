"""The study of engines and encodings: `python benchmarks/study.py`, an hour on a quiet machine; --share 0.1: six
minutes.

Writes docs/explanation/study.md and its figures anew. Every number of the page is measured in this run; the words
around
them are made of the numbers, so a sentence cannot outlive its figure.

    python benchmarks/study.py --outside kissat.toml --outside minisat.toml

adds programs of other people (docs/how-to/compare.md says how to describe one). Guests of the extra [lab] take part
where
they are installed. Puzzles are those of tests/puzzles; large boards are made by --seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from cpsudoku import compare
from cpsudoku.comparison import phase_plots, plots
from cpsudoku.comparison.analysis import growths
from cpsudoku.comparison.large import compare_large, hardest_solved, phase_rows
from cpsudoku.comparison.machine import description
from cpsudoku.comparison.statistics import Pair
from cpsudoku.comparison.strength import states, strengths
from cpsudoku.comparison.strength import table as strength_table
from cpsudoku.comparison.summary import Summary
from cpsudoku.comparison.table import Table
from cpsudoku.comparison.wording import duration, three_digits
from cpsudoku.engines.registry import GUESTS, class_of
from cpsudoku.formats import Record, open_records

ROOT = Path(__file__).parents[1]
PUZZLES = ROOT / "tests" / "puzzles"
PAGE = ROOT / "docs" / "explanation" / "study.md"
CLASSIC = {"kaggle": 60, "17_clue": 60, "magictour_top1465": 40, "hardest_1905_11plus": 40}
"""File -> puzzles taken; from easy to hard."""
OURS = ("sat", "sat:cadical153", "cp-sat", "bitmask", "dlx:native", "recursive:native", "dlx", "recursive")
OF_RULES = ("sat", "constraints", "cp-sat", "recursive")
OF_SIZES = ("sat", "cp-sat", "bitmask", "dlx:native")
SIDES = (4, 9, 16, 25, 36, 49)
FILLS = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
TIMEOUT = 5.0
PARTS = ("classic", "encodings", "sizes", "rules")


class Study:
    """The page as it grows: words, tables and figures."""

    def __init__(self, page: Path, share: float, seed: int, outside: Sequence[str]) -> None:
        self.page, self.share, self.seed = page, share, seed
        self.figures = page.with_suffix("")
        self.parts: list[str] = []
        self.outside = [f"outside:{path}" for path in outside]
        guests = [name for name in GUESTS if name != "outside"]
        self.guests = [name for name in guests if find_spec(class_of(name).library)]  # type: ignore[attr-defined]

    def say(self, *words: str) -> None:
        """A paragraph."""
        self.parts.append(" ".join(words))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A Markdown table, all columns but the first to the right."""
        lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
        self.parts.append("\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]))

    def figure(self, made: object, name: str, caption: str) -> None:
        """A figure, and what it shows."""
        self.figures.mkdir(parents=True, exist_ok=True)
        for path in plots.save(made, self.figures, name):
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the puzzles, boards and states (1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--outside", action="append", default=[], metavar="FILE", help="a program's description")
    parser.add_argument("--parts", default=",".join(PARTS), help="some of " + ", ".join(PARTS))
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    study = Study(options.page, options.share, options.seed, options.outside)
    started = time.perf_counter()
    study.say("# Engines and encodings: a study")
    place = len(study.parts)
    for name in options.parts.split(","):
        print(name, f"{time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
        globals()[name](study)
    study.parts.insert(place, opening(study, time.perf_counter() - started))
    study.write()


def opening(study: Study, seconds: float) -> str:
    """Where, with what, and how to do it again."""
    about = description()
    names = ("cpsudoku", "python", "python-sat", "ortools", "machine", "date")
    told = "; ".join(f"{name} {about[name]}" if name not in ("machine", "python") else about[name] for name in names)
    words = f"--share {study.share:g} --seed {study.seed}" + "".join(f" --outside {x[8:]}" for x in study.outside)
    return (
        f"Which engine wins where, and why. Every number was measured by `python benchmarks/study.py {words}` in "
        f"{seconds / 60:.0f} minutes ({told}); the sentences are made of the numbers. "
        "Times are CPU seconds a puzzle, medians with "
        f"95 % intervals in brackets; an engine has {TIMEOUT:g} s a puzzle."
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


def told(pair: Pair) -> str:
    """A ratio with its interval."""
    interval = (
        "" if pair.ratio_low is None else f" [{three_digits(pair.ratio_low)}, {three_digits(pair.ratio_high or 0)}]"
    )
    return f"{three_digits(pair.ratio)}x{interval}"


def between(table: Table, group: str, one: str, other: str) -> str:
    """How two engines stand on a set, in a sentence."""
    for pair in table.analysis.pairs:
        if pair.set == group and {pair.faster, pair.slower} == {one, other}:
            return f"on {group} `{pair.slower}` takes {told(pair)} the time of `{pair.faster}`"
    return f"on {group} `{one}` and `{other}` were not both timed"


def classic(study: Study) -> None:
    """Easy to hard puzzles, every engine."""
    sets = {name: rows_of(name, study.of(count, 6)) for name, count in CLASSIC.items()}
    engines = [*OURS, *study.guests, *study.outside]
    made = compare(sets, engines=engines, timeout=TIMEOUT, seed=study.seed, shuffle=True)
    study.say("## Classic puzzles, easy to hard")
    counts = ", ".join(f"{name} ({len(lines)})" for name, lines in sets.items())
    study.say(
        f"Uniqueness of puzzles of four files: {counts}. `:native` engines are the Python ones compiled, step for step."
    )
    study.table(*grid_of(made))
    easy, hard = next(iter(sets)), list(sets)[-1]
    study.say(
        "What compiling is worth:",
        "; ".join(between(made, "17_clue", name, f"{name}:native") for name in ("dlx", "recursive")) + ".",
        "What the method is worth at equal language:",
        "; ".join(between(made, name, "bitmask", "dlx:native") for name in (easy, hard)) + ".",
    )
    study.say(
        "SAT against search:",
        "; ".join(between(made, name, "sat", "bitmask") for name in (easy, hard)) + ";",
        between(made, hard, "sat", "dlx:native") + ".",
    )
    others = [label for label in dict.fromkeys(row.label for row in made.rows) if label not in OURS]
    if others:
        study.say(
            "Solvers of other people, the puzzle stated anew for each, as their users would:",
            "; ".join(between(made, hard, "sat", name) for name in others) + ".",
        )
    for found in made.analysis.portfolios:
        needed = [f"`{one.engine}` {one.loss:.2f}x" for one in found.members if one.loss > 1.01]
        study.say(
            f"A portfolio that always runs the fastest engine of each puzzle would be {found.gain:.2f}x ahead of "
            f"`{found.best}` alone on "
            f"{found.set} (PAR-2 {duration(found.par2)});",
            f"without it slower: {', '.join(needed)}." if needed else "no single engine is needed in it.",
        )
    wrong = sum(row.wrong for row in made.rows)
    study.say(f"Of {len(made.runs):,} answers {wrong} were wrong; the rest agree.")
    study.figure(plots.cactus(made), "classic", "Puzzles solved against the time each took, easiest first")


def encodings(study: Study) -> None:
    """Every encoding for SAT: size, strength and time."""
    from cpsudoku.board.geometry import CLASSIC as BOARD
    from cpsudoku.formula import shelf
    from cpsudoku.formula.clauses import formula

    names = shelf.names("cnf")
    found = states(each=study.of(30, 2), seed=study.seed)
    every = strengths(names, found)
    hard = rows_of("magictour_top1465", study.of(40, 6))
    timed = compare({"top1465": hard}, engines="sat", encodings=names, timeout=TIMEOUT, seed=study.seed)
    study.say("## Encodings")
    study.say(
        "What each says, how strong it is and how fast. Strength is the share of",
        f"{sum(map(len, found.values()))} points of",
        f"solution paths ({len(found)} techniques, up to {study.of(30, 2)} of each) at which the",
        "encoding finds what Sudoku Explainer concludes, by unit",
        "propagation alone and by failed literals. Time: uniqueness on the full formula by CaDiCaL",
        "(`extended-native` by MiniCard).",
    )
    by_label = {row.encoding: row for row in timed.rows}
    body = []
    for name in names:
        mine = [one for one in every if one.encoding == name]
        total = sum(one.states for one in mine)
        made = formula(shelf.load(name), BOARD)
        body.append(
            [
                name,
                f"{made.variables:,}",
                f"{len(made.clauses) + len(made.atmosts):,}",
                f"{sum(one.propagation for one in mine) / total:.0%}",
                f"{sum(one.failed_literals for one in mine) / total:.0%}",
                cell_of(by_label[name]),
            ]
        )
    study.table(["encoding", "variables", "clauses", "propagation", "failed literals", "time on top1465"], body)
    shown = ("minimal", "natural", "extended", "triad", "order", "log")
    study.say("Technique by technique, percent by propagation / by failed literals:")
    heads, rows = strength_table([one for one in every if one.encoding in shown])
    study.table(heads, rows)
    full = {
        name: [
            one.technique.replace("-", " ") for one in every if one.encoding == name and one.propagation == one.states
        ]
        for name in ("extended", "triad")
    }
    more = [name for name in full["triad"] if name not in full["extended"]]
    study.say(
        f"Unit propagation of `extended` always finds: {', '.join(full['extended']) or 'nothing'}. `triad` finds "
        "all that and, always, "
        f"{', '.join(more) or 'nothing more'}."
    )
    fastest = min(timed.rows, key=lambda row: row.median or TIMEOUT)
    fewest = min(body, key=lambda row: int(row[2].replace(",", "")))
    study.say(
        f"Fastest is `{fastest.encoding}`; fewest clauses has `{fewest[0]}` ({fewest[2]}), and "
        f"{fewest[5].split(' [')[0]} beside "
        f"{duration(fastest.median or 0)}: fewer clauses are not less time."
        if fewest[0] != fastest.encoding
        else f"Fastest is `{fastest.encoding}`, which also has the fewest clauses ({fewest[2]})."
    )


def sizes(study: Study) -> None:
    """Boards of growing size and fill ratio."""
    sides = SIDES if study.share >= 0.5 else SIDES[:4]
    made = compare_large(
        sides=sides, fills=FILLS, boards=study.of(5), engines=OF_SIZES, timeout=TIMEOUT, seed=study.seed
    )
    study.say("## Size and fill ratio")
    study.say(
        f"Boards of sides {', '.join(map(str, sides))} with random holes, {study.of(5)} of each; the task is",
        "to find a solution. Few clues leave freedom, many leave singles only; between them lies a narrow range of",
        "hard ratios.",
    )
    study.table(*phase_rows(made))
    for label, side, fill, worst in hardest_solved(made):
        if side == max(s for name, s, _, _ in hardest_solved(made) if name == label):
            study.say(
                f"The largest size at which `{label}` solved every board of some fill ratio is {side}x{side}; "
                f"slowest there was {fill:.2f}, "
                f"at most {duration(worst)}."
            )
    for one in growths(made.runs):
        interval = "" if one.low is None else f" [{one.low:.1f}, {one.high:.1f}]"
        study.say(
            f"At the hardest ratio solved, the time of `{one.engine}` grows as side^{one.exponent:.1f}{interval}."
        )
    study.figure(
        phase_plots.phase_picture(made), "phase", "Size against fill ratio, a map an engine: colour is the median time"
    )
    study.figure(phase_plots.crossover(made), "crossover", "Mean time at the hardest fill ratio of each size")


def rules(study: Study) -> None:
    """Puzzles with rules beyond houses."""
    records = open_records(str(PUZZLES / "variants.jsonl"))
    every = [record.puzzle for record in records if isinstance(record, Record)]
    chosen = every[: study.of(len(every), 6)]
    made = compare({"variants": chosen}, engines=OF_RULES, timeout=TIMEOUT, seed=study.seed, shuffle=True)
    study.say("## Rules beyond houses")
    study.say(f"{len(chosen)} published puzzles with cages, lines, dots and clues outside; making the model counts.")
    study.table(*grid_of(made))
    pairs = [between(made, "variants", "sat", name) for name in OF_RULES[1:]]
    study.say("; ".join(pairs)[0].upper() + "; ".join(pairs)[1:] + ".")
    best = made.analysis.portfolios[0]
    study.say(f"The fastest engine of each puzzle would be {best.gain:.2f}x ahead of `{best.best}` alone.")
    times = [run.seconds for run in made.runs if run.contestant.label == "sat" and run.solved]
    study.say(f"Half of them take `sat` less than {duration(median(times))}, the slowest {duration(max(times))}.")
    study.figure(plots.cactus(made), "variants", "Puzzles with other rules solved against the time each took")


if __name__ == "__main__":
    main()
