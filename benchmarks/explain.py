"""Explanations: CPU time of walks and steps, sizes, their proofs, and how they go with the Sudoku Explainer's numbers.

    python benchmarks/explain.py corpus --corpus puzzles.jsonl [--every 4] [--seconds 10] [--smallest]
    python benchmarks/explain.py next --corpus puzzles.jsonl [--every 4]
    python benchmarks/explain.py recheck --corpus puzzles.jsonl [--every 4] [--count 200] [--kind whisper]
    python benchmarks/explain.py ratings --ratings ratings.csv [--count 300] [--seconds 10]
    python benchmarks/explain.py isomorphs [--count 200]

`corpus`: the 9x9 puzzles of a corpus of variants (see `variant_corpus.py`) with one solution: whole walks, the time to
a step, and with --smallest the time to certify one. `next`: the next step of a player's game, at four states of each
walk, first on a puzzle not seen before. `recheck`: proven steps of several reasons, and all steps of the walks they are
from, proved again by solvers that know nothing of the kernel (see `recheck.py`). `ratings`: a CSV with the columns
puzzle and ER: Spearman's rank correlation of the largest step, and of all steps together, with ER. `ladder`:
the measure of difficulty, against ER with --ratings, else for scrambled twins. `readable`: how the walks of a corpus
read. `proofs`: their steps proved from the stated reasons. `isomorphs`: scrambled twins of sample puzzles, certified
steps: the sizes of both. Each puzzle is a fresh object, walked once.
Of the corpus, --source takes the rows whose id begins with this word, --kind those with this kind of rule; --puzzles is
a file of plain puzzles, one a line, in place of it.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from statistics import correlation

import recheck
from measuring import lines_of, options_of, scrambled, spread, timed
from variant_corpus import converted, kinds, source, unique_9x9

from cpsudoku import Limits, Puzzle, explain, next_deduction
from cpsudoku.questions.explanation import Deduction
from cpsudoku.questions.explanation.few_reasons import MOST
from cpsudoku.questions.explanation.reasons import sorted_clauses
from cpsudoku.questions.explanation.sentence import MOST_WORDS
from cpsudoku.questions.explanation.smallest import Prover, Smallest
from cpsudoku.results import Explanation
from cpsudoku.samples import path_of
from cpsudoku.techniques.reasons.difficulty import difficulty
from cpsudoku.techniques.reasons.ladder import SINGLES

QUICK = 200
"""Milliseconds in which a step should be certified."""

MOST_REASONS = 12
"""Steps of more are left out of `needless`: CP-SAT would be asked that often."""


def walked(puzzle: Puzzle, seconds: float, smallest: bool = False) -> tuple[Explanation | None, float]:
    """The explanation and its CPU milliseconds."""
    seconds, found = timed(partial(explain, puzzle, smallest=smallest, limits=Limits(seconds=seconds)))
    return (found if isinstance(found, Explanation) else None), 1000 * seconds


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for k in order[at:end]:
            found[k] = (at + end + 1) / 2
        at = end
    return found


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's."""
    return correlation(ranks(one), ranks(other))


class Certified:
    """While it is entered, notes of each proof of a smallest set: CPU milliseconds, and what it found."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.found: list[Smallest] = []

    def __enter__(self) -> Certified:
        self._whole = whole = Prover.smallest

        def noted(prover: Prover, literal: int, reasons: tuple[int, ...], shown: Sequence[int] = ()) -> Smallest:
            begun = time.process_time()
            found = whole(prover, literal, reasons, shown)
            if len(reasons) > 1:
                self.times.append(1000 * (time.process_time() - begun))
                self.found.append(found)
            return found

        Prover.smallest = noted  # type: ignore[method-assign]
        return self

    def __exit__(self, *exc: object) -> None:
        Prover.smallest = self._whole  # type: ignore[method-assign]


def puzzles_of(options: argparse.Namespace) -> Iterator[tuple[str, Puzzle]]:
    """Name and puzzle of the 9x9 rows of the corpus with one solution, or of the lines of plain puzzles."""
    if options.puzzles:
        with open(options.puzzles, encoding="utf-8") as file:
            lines = [line.split()[0] for line in file if line.strip() and not line.startswith("#")]
        yield from ((line, Puzzle.parse(line)) for line in lines[:: options.every])
        return
    rows = [r for r in unique_9x9(options.corpus) if options.source in ("", source(r))]
    rows = [r for r in rows if not options.kind or options.kind in kinds(r)]
    yield from ((row["id"], converted(row)) for row in rows[:: options.every])


def corpus(options: argparse.Namespace) -> None:
    """Walks over variants."""
    times, steps, sizes, unfinished = [], [], [], []
    proofs, singles = Certified(), 0
    for name, puzzle in puzzles_of(options):
        with proofs:
            found, spent = walked(puzzle, options.seconds, options.smallest)
        times.append(spent)
        if found is None or not found.complete:
            unfinished.append(name)
        if found is not None:
            steps.append(spent / max(1, len(found.steps)))
            sizes.append(float(found.largest))
            singles += sum(step.size == 1 and not step.clears for step in found.steps)
    print(spread("whole walks", times))
    print(spread("a step", steps))
    print(spread("largest size", sizes, ""))
    if options.smallest and proofs.times:
        quick = sum(spent <= QUICK for spent in proofs.times)
        proven = sum(found.proven for found in proofs.found)
        number = len(proofs.times)
        print(spread("certifying a step of several reasons", proofs.times))
        print(f"  within {QUICK} ms: {quick} of {number} ({100 * quick / number:.1f} %), ", end="")
        print(f"with the {singles} of one reason {100 * (quick + singles) / (number + singles):.1f} %")
        print(f"  proven smallest: {proven} of {number} ({100 * proven / number:.1f} %)")
    print(f"unfinished in {options.seconds:g} s: {len(unfinished)}", *unfinished)


def following(options: argparse.Namespace) -> None:
    """The next step of a game, at states of walks."""
    first, later = [], []
    for _name, puzzle in puzzles_of(options):
        found, _ = walked(puzzle, options.seconds)
        steps = [] if found is None else [step for step in found.steps if not step.clears]
        if found is None or not steps:
            continue
        again = Puzzle(found.puzzle.cells, found.puzzle.geometry, tuple(reversed(found.puzzle.constraints)))
        for k in range(4):  # the constraints in another order: nothing of it was kept
            step = steps[len(steps) * k // 4]
            given = {c: d + again.geometry.lo - 1 for c, d in enumerate(step.grid) if d and not again.cells[c]}
            begun = time.process_time()
            next_deduction(again, step.before, entries=given)
            (later if k else first).append(1000 * (time.process_time() - begun))
    print(spread("next step, new puzzle", first))
    print(spread("next step, same puzzle", later))


def rechecked(options: argparse.Namespace) -> None:
    """Steps proved again, until *count* proven ones of two or three reasons are, or Ctrl-C."""
    steps = puzzles = 0
    sizes: Counter[int] = Counter()
    faults: list[str] = []
    with suppress(KeyboardInterrupt):
        for name, puzzle in puzzles_of(options):
            with Certified() as proofs:
                found, _ = walked(puzzle, options.seconds, True)
            if found is None:
                continue
            shown = [step for step in found.steps if not step.clears]
            faults += [f"{name} {text}" for text in recheck.problems(with_sets(found.puzzle, shown, proofs.found))]
            puzzles += 1
            steps += len(shown)
            sizes.update(step.size for step in shown if step.smallest and step.size > 1)
            small = sum(number for size, number in sizes.items() if size <= recheck.ENUMERATED)
            print(f"{name}: {steps} steps, {small} by trying all, {len(faults)} faults", file=sys.stderr)
            if small >= options.count:
                break
    wrong = [text for text in faults if not text.partition(" ")[2].startswith("open: ")]
    print(f"{puzzles} puzzles, {steps} steps proved again by CP-SAT, {len(faults) - len(wrong)} of them left open")
    small = sum(number for size, number in sizes.items() if size <= recheck.ENUMERATED)
    print(f"no smaller set: {small} steps by trying all, {sum(sizes.values()) - small} by certificates; {dict(sizes)}")
    print(f"wrong: {len(wrong)}", *wrong, sep="\n")


def needless(options: argparse.Namespace) -> None:
    """Reasons of the steps of fresh walks that could be left out, by CP-SAT; *count* steps of two reasons or more."""
    reasons = open_ = steps = 0
    kinds: Counter[str] = Counter()
    with suppress(KeyboardInterrupt):
        for name, puzzle in puzzles_of(options):
            found, _ = walked(puzzle, options.seconds, options.smallest)
            for step in () if found is None else found.steps:
                if step.clears or step.size < 2 or step.size > MOST_REASONS:
                    continue
                spare, unknown = recheck.needless(step)
                steps, reasons, open_ = steps + 1, reasons + len(step.reasons), open_ + unknown
                for reason in spare:
                    others = {"total" for other in step.reasons if other.kind == "total" and other is not reason}
                    kinds[" beside a ".join([reason.kind, *others]) + ", proven" * step.smallest] += 1
                    print(f"{name}: {reason.name}: {step}", file=sys.stderr)
            if steps >= options.count:
                break
    print(
        f"{sum(kinds.values())} of {reasons} reasons of {steps} steps could be left out, {open_} left open; "
        f"{dict(kinds)}"
    )


def with_sets(
    puzzle: Puzzle, steps: Sequence[Deduction], found: Sequence[Smallest]
) -> Iterator[tuple[Deduction, Sequence[Sequence[int]]]]:
    """Each step and the sets that its reasons must meet; the proofs come in the order of the steps."""
    reasons = sorted_clauses(puzzle).reasons
    at = 0
    for step in steps:
        named = [tuple(reasons[number] for number in proof.reasons) for proof in found[at:]]
        if step.reasons in named:
            at += named.index(step.reasons)
            yield step, found[at].met
            at += 1
        else:
            yield step, ()


def ratings(options: argparse.Namespace) -> None:
    """Sizes against ER."""
    with open(options.ratings, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    random.Random(1).shuffle(rows)
    er, largest, total, times, open_ = [], [], [], [], 0
    for row in rows[: options.count]:
        found, spent = walked(Puzzle.parse(row["puzzle"]), options.seconds)
        times.append(spent)
        if found is None or not found.complete:
            open_ += 1
            continue
        er.append(float(row["ER"]))
        largest.append(float(found.largest))
        total.append(float(found.total))
    print(spread("whole walks", times))
    print(f"{len(er)} walked, {open_} unfinished in {options.seconds:g} s")
    by_largest, by_total = rank_correlation(er, largest), rank_correlation(er, total)
    print(f"rank correlation with ER: largest {by_largest:.3f}, all steps {by_total:.3f}")


def isomorphs(options: argparse.Namespace) -> None:
    """Scrambled twins; certified those alone where every step of both is proven."""
    lines = lines_of(path_of("minimal"))
    draw = random.Random(1)
    certified, every = Counter[str](), Counter[str]()
    for _ in range(options.count):
        puzzle = Puzzle.parse(draw.choice(lines))
        twin = Puzzle(scrambled(puzzle.cells, draw))
        one, _ = walked(puzzle, options.seconds, True)
        other, _ = walked(twin, options.seconds, True)
        if one is None or other is None or not (one.complete and other.complete):
            continue
        equal = {"pairs": True, "largest equal": one.largest == other.largest, "total equal": one.total == other.total}
        every.update(name for name, holds in equal.items() if holds)
        if one.certified and other.certified:
            certified.update(name for name, holds in equal.items() if holds)
    print(f"{options.count} pairs; certified {dict(certified)}; all that were walked {dict(every)}")


def ladder(options: argparse.Namespace) -> None:
    """The measure of difficulty: against ER with --ratings; of puzzles and their scrambled twins."""
    if options.ratings:
        with open(options.ratings, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        random.Random(1).shuffle(rows)
        rows = rows[: options.count]
        found = [difficulty(Puzzle.parse(row["puzzle"])) for row in rows]
        er = [float(row["ER"]) for row in rows]
        by_hardest = rank_correlation(er, [one.hardest for one in found])
        by_total = rank_correlation(er, [one.total for one in found])
        print(f"{len(er)} puzzles, {sum(not one.complete for one in found)} not to the end")
        print(f"rank correlation with ER: hardest {by_hardest:.3f}, total {by_total:.3f}")
        return
    lines, draw, equal = lines_of(path_of("minimal")), random.Random(1), 0
    for _ in range(options.count):
        puzzle = Puzzle.parse(draw.choice(lines))
        equal += difficulty(puzzle) == difficulty(Puzzle(scrambled(puzzle.cells, draw)))
    print(f"{equal} of {options.count} pairs equal")


def readable(options: argparse.Namespace) -> None:
    """How walks read: steps before the first digit, steps that are no singles, long sentences, many reasons, cases."""
    first, steps, times, unfinished = [], [], [], []
    long = many = cases = beyond = 0
    for name, puzzle in puzzles_of(options):
        found, spent = walked(puzzle, options.seconds)
        times.append(spent)
        if found is None or not found.complete:
            unfinished.append(name)
        if found is None:
            continue
        shown = [step for step in found.steps if not step.clears]
        others = [k for k, step in enumerate(shown) if step.technique not in SINGLES]
        digit = next((k for k, step in enumerate(shown) if step.placements), len(shown))
        first.append(float(sum(k < digit for k in others)))
        steps.append(float(len(others)))
        every = [one for step in shown for one in (step, *step.inner)]
        long += sum(len(step.sentence.split()) > MOST_WORDS for step in every)
        many += sum(step.size > MOST and not step.inner and step.technique != "beyond" for step in every)
        cases += any(step.inner for step in shown)
        beyond += any(step.technique == "beyond" for step in shown)
    for words, values in (("steps before the first digit", first), ("steps but singles", steps)):
        print(spread(words, values, ""))
    print(spread("whole walks", times))
    print(f"sentences of more than {MOST_WORDS} words {long}, steps of more than {MOST} reasons {many}")
    print(f"puzzles with a case {cases}, with a step beyond {beyond}, of {len(times)}")
    print(f"unfinished in {options.seconds:g} s: {len(unfinished)}", *unfinished)


def proofs(options: argparse.Namespace) -> None:
    """Every step and fact of walks proved by CP-SAT from the reasons it states, those of cases included."""
    steps = facts = 0
    wrong: list[str] = []
    for name, puzzle in puzzles_of(options):
        found, _ = walked(puzzle, options.seconds)
        for step in () if found is None else found.steps:
            steps, facts = steps + 1, facts + len(step.facts)
            wrong += [f"{name} {text}" for text in recheck.unproven(step)]
    left_open = [text for text in wrong if " open: " in text]
    print(f"{steps} steps, {facts} facts; {len(wrong) - len(left_open)} wrong, {len(left_open)} left open")
    print(*(text for text in wrong if text not in left_open), sep="\n")


TASKS = {
    "ladder": ladder,
    "readable": readable,
    "proofs": proofs,
    "corpus": corpus,
    "next": following,
    "recheck": rechecked,
    "needless": needless,
    "ratings": ratings,
    "isomorphs": isomorphs,
}


def main() -> int:
    words = dict.fromkeys(("corpus", "source", "kind", "puzzles", "ratings"), "")
    options = options_of(__doc__, what=tuple(TASKS), every=1, count=200, seconds=10.0, smallest=False, **words)
    TASKS[options.what](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
