"""Certificates and diagnoses, measured: are they all verified, how small, how fast (CPU milliseconds a puzzle)?

    python benchmarks/evidence.py certify PUZZLES [--count N] [--rating]    certify, check, and check again by dratify
    python benchmarks/evidence.py ratings PUZZLES [--count N] [--exact]     every step of every rating retraced
    python benchmarks/evidence.py diagnose PUZZLES [--count N]              conflicts re-checked by dropping clues
    python benchmarks/evidence.py variants CORPUS [--seconds 60] [--out F] [--every K] [--only IDS] [--drat-trim PROG]
    python benchmarks/evidence.py fewest RxC [--count N] [--seed S]         minima of random grids

PUZZLES: a puzzle a line; of a line `puzzle,count` the count of solutions is compared. --count takes a random sample.
CORPUS: see `benchmarks/variant_corpus.py`; of its unique rows the share that is certified and verified, and by
dratify (and by the program of --drat-trim) each proof again; --lrat: with LRAT proofs, too. A line a row as it is done,
totals at the end or at Ctrl-C; --out keeps the rows in a file, and a run with the same file goes on behind them.
Exit code 1 where a certificate is not verified.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from measuring import command_line, print_machine, timed

from cpsudoku import Puzzle, certify, count, diagnose, fewest, solve
from cpsudoku.board.geometry import boxes, parse_size
from cpsudoku.evidence.certificate import Certificate, rated
from cpsudoku.evidence.checker import Rejected, check_certificate
from cpsudoku.evidence.checker.rating import retrace
from cpsudoku.questions.diagnosis import Ambiguous, Broken

T = TypeVar("T")


class Timed:
    """CPU seconds of each call, by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    def __call__(self, name: str, work: Callable[[], T]) -> T:
        seconds, result = timed(work)
        self.seconds.setdefault(name, []).append(seconds)
        return result

    def report(self) -> None:
        for name, all_of in self.seconds.items():
            each = sorted(all_of)
            middle, late, last = (each[int(len(each) * part)] * 1e3 for part in (0.5, 0.99, 0.999999))
            print(f"{name:10} median {middle:.1f} ms, 99 % within {late:.1f}, longest {last:.1f}")


def rows(path: str, number: int | None) -> list[str]:
    with open(path, encoding="utf-8") as file:
        found = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return found if number is None else random.Random(7).sample(found, min(number, len(found)))


def certified(options: argparse.Namespace) -> None:
    import dratify
    from variant_certificates import lemmas

    clock, said, sizes, agreed = Timed(), Counter[str](), [], 0
    found = rows(options.what, options.count)
    for row in found:
        puzzle = Puzzle.parse(row.split(",")[0])
        certificate = clock("certify", lambda puzzle=puzzle: certify(puzzle, lrat=True, rating=options.rating))
        assert isinstance(certificate, Certificate)
        data = certificate.data
        said[clock("check", lambda data=data: check_certificate(data)).claim] += 1
        said["minimal"] += "witnesses" in data
        if "drat" in data:
            sizes.append(lemmas(data["drat"]))
            cnf = dratify.parse_dimacs(data["cnf"])
            agreed += clock("dratify", lambda cnf=cnf, data=data: dratify.check_proof(cnf, data["drat"])).ok
    sizes.sort()
    print(f"{len(found)} puzzles, all verified: {dict(said)}; dratify agrees on {agreed} of {len(sizes)} proofs")
    print(f"lemmas: median {sizes[len(sizes) // 2]}, most {sizes[-1]}")
    clock.report()


def retraced(options: argparse.Namespace) -> None:
    """Steps alone, without the proof of uniqueness; a line with a count (`puzzle,ER,...`) is compared with ER."""
    clock, said, wrong, size = Timed(), Counter[str](), [], 0
    found = rows(options.what, options.count)
    for row in found:
        text, _, number = row.partition(",")
        if text == "puzzle":
            continue
        puzzle = Puzzle.parse(text.split()[0])
        steps = clock("spell out", lambda puzzle=puzzle: rated(puzzle))
        assert steps is not None
        size += len(json.dumps(steps))
        (solution,) = solve(puzzle).solutions
        try:
            words = clock(
                "retrace", lambda steps=steps, p=puzzle, s=solution: retrace(steps, p.cells, s.cells, options.exact)
            )
            said[" ".join(words.split()[:2])] += 1
        except Rejected as error:
            said["rejected"] += 1
            wrong.append(f"{text}: {error}")
        if number:
            said["ER as stated"] += float(number.split(",")[0]) == steps["er"]
    total = sum(len(all_of) for name, all_of in clock.seconds.items() if name == "retrace")
    print(f"{total} ratings: {dict(said)}; {size // max(total, 1):,} bytes of steps each")
    print("\n".join(wrong[:20]))
    clock.report()


def diagnosed(options: argparse.Namespace) -> None:
    clock, said = Timed(), Counter[str]()
    for row in rows(options.what, options.count):
        text, _, number = row.partition(",")
        puzzle = Puzzle.parse(text)
        answer = clock("diagnose", lambda puzzle=puzzle: diagnose(puzzle))
        said[type(answer).__name__] += 1
        if isinstance(answer, Broken):
            cells = answer.conflict.cells
            alone = [puzzle.only([c for c in cells if c != cell]) for cell in cells]
            minimal = not int(count(puzzle.only(cells), limit=1)) and all(int(count(p, limit=1)) for p in alone)
            said["irredundant"] += minimal
            said["proven smallest"] += answer.conflict.proven
            said["with a repair"] += bool(answer.repairs)
        elif isinstance(answer, Ambiguous):
            said["count as stated"] += bool(number) and answer.exact and answer.count == int(number)
            said["addition proven fewest"] += answer.addition is not None and answer.addition.proven
            said["fewest over all solutions"] += answer.addition_over_all is not None
    print(dict(said))
    clock.report()


def variants(options: argparse.Namespace) -> None:
    """Puzzles with rules beyond houses, each under a limit of seconds."""
    from variant_certificates import run

    sys.exit(0 if run(options) else 1)


def minima(options: argparse.Namespace) -> None:
    geometry = boxes(*parse_size(options.what))
    clock, rng, said = Timed(), random.Random(options.seed), Counter[int]()
    for _ in range(options.count or 100):
        row = bytes(rng.sample(range(1, geometry.side + 1), geometry.side))
        empty = Puzzle(row + bytes(geometry.size - geometry.side), geometry)
        grid = rng.choice(solve(empty, limit=40, engine="bitmask").solutions)
        found = clock("fewest", lambda grid=grid: fewest(grid))
        said[found.at_least if found.exact else -1] += 1
    print(f"grids by fewest clues (-1: not proven): {dict(sorted(said.items()))}")
    clock.report()


def main() -> None:
    parser = command_line(__doc__, seed=0, rating=False, exact=False, seconds=60.0, every=1)
    parser.add_argument("task", choices=("certify", "ratings", "diagnose", "fewest", "variants"))
    parser.add_argument("what")
    parser.add_argument("--count", type=int)
    parser.add_argument("--only", help="ids, separated by commas")
    parser.add_argument("--lrat", action="store_true", help="of variants: with LRAT, too")
    parser.add_argument("--drat-trim", help="of variants: a program that checks formula.cnf and proof.drat, too")
    parser.add_argument("--out", help="of variants: the rows as JSON lines; those of an earlier run are not done again")
    options = parser.parse_args()
    print_machine()
    tasks = {"certify": certified, "ratings": retraced, "diagnose": diagnosed, "fewest": minima, "variants": variants}
    tasks[options.task](options)


if __name__ == "__main__":
    main()
