"""Certificates and diagnoses, measured: are they all verified, how small, how fast (CPU milliseconds a puzzle)?

    python benchmarks/evidence.py certify PUZZLES [--count N] [--rating]    certify, check, and check again by dratify
    python benchmarks/evidence.py ratings PUZZLES [--count N] [--exact]     every step of every rating retraced
    python benchmarks/evidence.py diagnose PUZZLES [--count N]              conflicts re-checked by dropping clues
    python benchmarks/evidence.py variants CORPUS [--seconds 60] [--out F] [--every K] [--only IDS] [--drat-trim PROG]
    python benchmarks/evidence.py fewest RxC [--count N] [--seed S]         minima of random grids

PUZZLES: a puzzle a line; of a line `puzzle,count` the count of solutions is compared. --count takes a random sample.
CORPUS: see `benchmarks/variant_corpus.py`; the share of its unique rows (--only: ids, by commas) that is certified and
verified, each proof again by dratify and by the program of --drat-trim, which takes a formula and a proof; --lrat: with
LRAT proofs. A line a row as it is done, totals at the end or at Ctrl-C; --out keeps the rows as JSON lines, and a run
with the same file continues after them. Exit code 1 where a certificate is not verified.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import dratify
from measuring import Clock, options_of, print_machine, spread
from variant_corpus import converted, read

from cpsudoku import Limits, Puzzle, certify, count, diagnose, fewest, solve
from cpsudoku.board.geometry import boxes, parse_size
from cpsudoku.errors import CpSudokuError
from cpsudoku.evidence.certificate import Certificate, rated
from cpsudoku.evidence.checker import Rejected, check_certificate
from cpsudoku.evidence.checker.rating import retrace
from cpsudoku.generation.filling import fill
from cpsudoku.kernels.randomness import Stream
from cpsudoku.questions.diagnosis import Ambiguous, Broken

Row = dict[str, Any]
"""id; said: certified, none or wrong; why; minimal, needed; bytes, clauses, lemmas; second: {checker: verified};
times: {part: CPU milliseconds}."""


def rows(options: argparse.Namespace) -> list[str]:
    """The lines of a file, or a random sample of them."""
    found = [line.strip() for line in Path(options.what).read_text(encoding="utf-8").splitlines()]
    found = [line for line in found if line and not line.startswith(("#", "puzzle"))]
    return found if options.count is None else random.Random(7).sample(found, min(options.count, len(found)))


def lemmas(proof: str) -> int:
    """Clauses that a proof derives; lines that delete one are left out."""
    return proof.count("\n") - proof.count("\nd ") - proof.startswith("d ")


def by_dratify(data: dict[str, str]) -> bool:
    """Whether dratify verifies a certificate's proof."""
    return bool(dratify.check_proof(dratify.parse_dimacs(data["cnf"]), data["drat"]).ok)


def by_program(data: dict[str, str], program: str) -> bool:
    """The same of a program that takes the two files and says "s VERIFIED", as drat-trim does."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("formula.cnf", "proof.drat")]
        for path, key in zip(paths, ("cnf", "drat")):
            path.write_text(data[key])
        done = subprocess.run([program, *map(str, paths)], capture_output=True, text=True, check=False)
    return "s VERIFIED" in done.stdout or "trivial UNSAT" in done.stdout


def certified(options: argparse.Namespace, clock: Clock) -> bool:
    claims, sizes, agreed, found = Counter[str](), [], 0, rows(options)
    for row in found:
        certificate = clock("certify", certify, row.split(",")[0], lrat=True, rating=options.rating)
        assert isinstance(certificate, Certificate)
        data = certificate.data
        claims[clock("check", check_certificate, data).claim] += 1
        claims["minimal"] += "witnesses" in data
        if "drat" in data:
            sizes.append(lemmas(data["drat"]))
            agreed += clock("dratify", by_dratify, data)
    print(f"{len(found)} puzzles, all verified: {dict(claims)}; dratify agrees on {agreed} of {len(sizes)} proofs")
    print(f"lemmas: median {median(sizes)}, most {max(sizes)}")
    return agreed == len(sizes)


def retraced(options: argparse.Namespace, clock: Clock) -> bool:
    """Steps alone, without the proof of uniqueness; a line with a count (`puzzle,ER,...`) is compared with ER."""
    outcomes, wrong, sizes = Counter[str](), [], []
    for row in rows(options):
        text, _, number = row.partition(",")
        puzzle = Puzzle.parse(text.split()[0])
        steps = clock("spell out", rated, puzzle)
        assert steps is not None
        sizes.append(len(json.dumps(steps)))
        (solution,) = solve(puzzle).solutions
        try:
            words = clock("retrace", retrace, steps, puzzle.cells, solution.cells, options.exact)
            outcomes[" ".join(words.split()[:2])] += 1
        except Rejected as error:
            outcomes["rejected"] += 1
            wrong.append(f"{text}: {error}")
        if number:
            outcomes["ER as stated"] += float(number.split(",")[0]) == steps["er"]
    print(f"{len(sizes)} ratings: {dict(outcomes)}; {sum(sizes) // max(len(sizes), 1):,} bytes of steps each")
    print("\n".join(wrong[:20]))
    return not wrong


def diagnosed(options: argparse.Namespace, clock: Clock) -> bool:
    counts = Counter[str]()
    for row in rows(options):
        text, _, number = row.partition(",")
        puzzle = Puzzle.parse(text)
        answer = clock("diagnose", diagnose, puzzle)
        counts[type(answer).__name__] += 1
        if isinstance(answer, Broken):
            cells = answer.conflict.cells
            alone = [puzzle.only([c for c in cells if c != cell]) for cell in cells]
            minimal = not int(count(puzzle.only(cells), limit=1)) and all(int(count(p, limit=1)) for p in alone)
            counts["irredundant"] += minimal
            counts["proven smallest"] += answer.conflict.proven
            counts["with a repair"] += bool(answer.repairs)
        elif isinstance(answer, Ambiguous):
            counts["count as stated"] += bool(number) and answer.exact and answer.count == int(number)
            counts["addition proven fewest"] += answer.addition is not None and answer.addition.proven
            counts["fewest over all solutions"] += answer.addition_over_all is not None
    print(dict(counts))
    return True


def minima(options: argparse.Namespace, clock: Clock) -> bool:
    geometry, bounds = boxes(*parse_size(options.what)), Counter[int]()
    for number in range(options.count or 100):
        grid = fill("recursive", geometry, Stream(options.seed + number))
        found = clock("fewest", fewest, Puzzle(grid, geometry))
        bounds[found.at_least if found.exact else -1] += 1
    print(f"grids by fewest clues (-1: not proven): {dict(sorted(bounds.items()))}")
    return True


# ------------------------------------------------------------------ puzzles with rules beyond houses


def variants(options: argparse.Namespace, clock: Clock) -> bool:
    """Certificates of the unique rows of a corpus, each under a limit of seconds."""
    unique = [row for row in read(options.what) if row["expected"].rstrip("?") == "unique"]
    if options.only:
        unique = [row for row in unique if row["id"] in options.only.split(",")]
    unique = unique[:: options.every]
    done = {row["id"]: row for row in kept(options.out)}
    results = [done[row["id"]] for row in unique if row["id"] in done]
    todo = [row for row in unique if row["id"] not in done]
    if results:
        print(f"{len(results)} rows from {options.out}, {len(todo)} to do", flush=True)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for row in todo:
            results.append(result_of(row, options))
            if options.out:
                with open(options.out, "a", encoding="utf-8") as out:
                    out.write(f"\n{json.dumps(results[-1])}\n")  # the last run may have ended within a line
            print(line_of(results[-1]), flush=True)
    except KeyboardInterrupt:
        print(f"stopped: {len(results)} of {len(unique)} rows done")
    finally:
        signal.signal(signal.SIGTERM, before)
    for row in results:
        for name, spent in row["times"].items():
            clock.times.setdefault(name, []).append(spent)
    totals(results)
    return not any(row["said"] == "wrong" or not all(row["second"].values()) for row in results)


def kept(path: str | None) -> Iterator[Row]:
    """The whole lines of a file that may not be there, or end in half a line."""
    if path and Path(path).exists():
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        yield from (json.loads(line) for line in lines if line.endswith("}"))


def result_of(row: dict[str, Any], options: argparse.Namespace) -> Row:
    """The certificate of a row by every checker."""
    clock = Clock()
    result = {"id": row["id"], "said": "none", "why": "", "second": {}} | checked(row, options, clock)
    return result | {"times": {name: round(each[0], 1) for name, each in clock.times.items()}}


def checked(row: dict[str, Any], options: argparse.Namespace, clock: Clock) -> Row:
    """What is found of a row: its parts but for the times."""
    try:
        limits = Limits(seconds=options.seconds)
        found = clock("certify", certify, converted(row), lrat=options.lrat, limits=limits)
    except CpSudokuError as why:
        return {"why": str(why)}
    if not isinstance(found, Certificate):
        return {"why": found.why}
    data = json.loads(found.line())
    try:
        proven = clock("check", check_certificate, data)
    except Rejected as why:
        return {"said": "wrong", "why": f"rejected: {why}"}
    if proven.claim != "unique":
        return {"said": "wrong", "why": f"{proven.claim}, expected unique"}
    second = {"dratify": clock("dratify", by_dratify, data)}
    if options.drat_trim:
        second["drat-trim"] = clock("drat-trim", by_program, data, options.drat_trim)
    sizes = {"bytes": len(found.line()), "clauses": data["cnf"].count("\n") - 1, "lemmas": lemmas(data["drat"])}
    return {"said": "certified", "minimal": proven.minimal, "needed": proven.needed, "second": second, **sizes}


def line_of(row: Row) -> str:
    """A row, printed."""
    spent = ", ".join(f"{name} {milliseconds / 1000:.2f} s" for name, milliseconds in row["times"].items())
    if row["said"] != "certified":
        return f"{row['id']}: {'no certificate' if row['said'] == 'none' else 'WRONG'}: {row['why']} ({spent})"
    words = [f"{row['clauses']:,} clauses", f"{row['lemmas']:,} lemmas"]
    words += [f"NOT VERIFIED by {name}" for name, agreed in row["second"].items() if not agreed]
    return f"{row['id']}: certified and verified: {', '.join(words)} ({spent})"


def totals(rows: list[Row]) -> None:
    """Print them."""
    certified = [row for row in rows if row["said"] == "certified"]
    share = 100 * len(certified) / max(len(rows), 1)
    print(f"{len(rows)} unique rows: {len(certified)} certified and verified ({share:.1f} %)")
    for why, number in Counter(row["why"].split(";")[0] for row in rows if row["said"] == "none").most_common():
        print(f"without one: {number}: {why}")
    second = Counter(f"{name}: {agreed}" for row in certified for name, agreed in row["second"].items())
    print(f"no clue can go: {sum(row['minimal'] for row in certified)}; ", end="")
    print(f"no constraint: {sum(row['needed'] for row in certified)}; verified by others: {dict(second)}")
    print(*(line_of(row) for row in rows if row["said"] == "wrong"), sep="\n")
    for key in ("bytes", "clauses", "lemmas"):
        print(spread(key, [row[key] for row in certified], key))


TASKS: dict[str, Callable[[argparse.Namespace, Clock], bool]] = {
    "certify": certified,
    "ratings": retraced,
    "diagnose": diagnosed,
    "fewest": minima,
    "variants": variants,
}


def main() -> int:
    """The exit code."""
    flags = dict.fromkeys(("rating", "exact", "lrat"), False)
    choices = partial(options_of, task=tuple(TASKS), what=..., seed=0, seconds=60.0, every=1, count=int)
    options = choices(__doc__, only=str, drat_trim=str, out=str, **flags)
    print_machine()
    clock = Clock()
    right = TASKS[options.task](options, clock)
    clock.report()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
