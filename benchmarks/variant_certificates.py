"""Certificates of the unique rows of a corpus of variant puzzles: a line a row as it is done, totals at the end.

Used by `benchmarks/evidence.py variants`. With a file to keep rows in, a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from measuring import cpu
from variant_corpus import converted, read

from cpsudoku import Limits, certify
from cpsudoku.errors import CpSudokuError
from cpsudoku.evidence.certificate import Certificate
from cpsudoku.evidence.checker import Rejected, check_certificate

T = TypeVar("T")
Row = dict[str, Any]
"""id; said: certified, none or wrong; why; minimal, needed; bytes, clauses, lemmas; second: {checker: verified};
seconds: {part: CPU seconds}."""


def run(options: argparse.Namespace) -> bool:
    """Whether nothing was rejected by any checker."""
    unique = [row for row in read(options.what) if row["expected"].rstrip("?") == "unique"]
    if options.only:
        unique = [row for row in unique if row["id"] in options.only.split(",")]
    unique = unique[:: options.every]
    done = {row["id"]: row for row in _kept(options.out)}
    results = [done[row["id"]] for row in unique if row["id"] in done]
    todo = [row for row in unique if row["id"] not in done]
    if results:
        print(f"{len(results)} rows from {options.out}, {len(todo)} to do", flush=True)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for row in todo:
            results.append(_row(row, options))
            _keep(options.out, results[-1])
            print(_line(results[-1]), flush=True)
    except KeyboardInterrupt:
        print(f"stopped: {len(results)} of {len(unique)} rows done")
    finally:
        signal.signal(signal.SIGTERM, before)
    _totals(results)
    return not any(row["said"] == "wrong" or not all(row["second"].values()) for row in results)


def _kept(path: str | None) -> Iterator[Row]:
    """The whole lines of a file that may not be there, or end in half a line."""
    if path and Path(path).exists():
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.endswith("}\n"):
                    yield json.loads(line)


def _keep(path: str | None, row: Row) -> None:
    if path:
        file = Path(path)
        half = file.exists() and file.stat().st_size and not file.read_bytes().endswith(b"\n")
        with file.open("a", encoding="utf-8") as out:
            out.write("\n" * bool(half) + json.dumps(row) + "\n")


def _row(row: dict[str, Any], options: argparse.Namespace) -> Row:
    seconds: dict[str, float] = {}
    result: Row = {"id": row["id"], "said": "none", "why": "", "second": {}, "seconds": seconds}

    def timed(name: str, work: Callable[[], T]) -> T:
        start = cpu()
        try:
            return work()
        finally:
            seconds[name] = round(cpu() - start, 4)

    limits = Limits(seconds=options.seconds)
    try:
        puzzle = converted(row)
        found = timed("certify", lambda: certify(puzzle, lrat=options.lrat, limits=limits))
    except CpSudokuError as why:
        return result | {"why": str(why)}
    if not isinstance(found, Certificate):
        return result | {"why": found.why}
    data = json.loads(found.line())
    try:
        proven = timed("check", lambda: check_certificate(data))
    except Rejected as why:
        return result | {"said": "wrong", "why": f"rejected: {why}"}
    if proven.claim != "unique":
        return result | {"said": "wrong", "why": f"{proven.claim}, expected unique"}
    result |= {"said": "certified", "minimal": proven.minimal, "needed": proven.needed, "bytes": len(found.line())}
    result |= {"clauses": data["cnf"].count("\n") - 1, "lemmas": lemmas(data["drat"])}
    result["second"]["dratify"] = timed("dratify", lambda: _by_dratify(data))
    if options.drat_trim:
        result["second"]["drat-trim"] = timed("drat-trim", lambda: _by_program(data, options.drat_trim))
    return result


def lemmas(proof: str) -> int:
    """Clauses that a proof derives; lines that delete one are left out."""
    return proof.count("\n") - proof.count("\nd ") - proof.startswith("d ")


def _by_dratify(data: dict[str, str]) -> bool:
    import dratify

    return bool(dratify.check_proof(dratify.parse_dimacs(data["cnf"]), data["drat"]).ok)


def _by_program(data: dict[str, str], program: str) -> bool:
    """By a program that takes the two files and says "s VERIFIED", as drat-trim does."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("formula.cnf", "proof.drat")]
        for path, key in zip(paths, ("cnf", "drat")):
            path.write_text(data[key])
        done = subprocess.run([program, *map(str, paths)], capture_output=True, text=True, check=False)
    return "s VERIFIED" in done.stdout or "trivial UNSAT" in done.stdout


def _line(row: Row) -> str:
    spent = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in row["seconds"].items())
    if row["said"] == "none":
        return f"{row['id']}: no certificate: {row['why']} ({spent})"
    if row["said"] == "wrong":
        return f"{row['id']}: WRONG: {row['why']} ({spent})"
    words = [f"{row['clauses']:,} clauses", f"{row['lemmas']:,} lemmas"]
    words += [f"NOT VERIFIED by {name}" for name, agreed in row["second"].items() if not agreed]
    return f"{row['id']}: certified and verified: {', '.join(words)} ({spent})"


def _totals(rows: list[Row]) -> None:
    certified = [row for row in rows if row["said"] == "certified"]
    second = Counter(
        f"{name}: {'verified' if agreed else 'not verified'}"
        for row in certified
        for name, agreed in row["second"].items()
    )
    share = 100 * len(certified) / max(len(rows), 1)
    print(f"{len(rows)} unique rows: {len(certified)} certified and verified ({share:.1f} %)")
    without = Counter(row["why"].split(";")[0] for row in rows if row["said"] == "none")
    for why, number in without.most_common():
        print(f"without one: {number}: {why}")
    print(f"no clue can go: {sum(row['minimal'] for row in certified)}; ", end="")
    print(f"no constraint: {sum(row['needed'] for row in certified)}; second checkers: {dict(second)}")
    for row in rows:
        if row["said"] == "wrong":
            print(_line(row))
    for key in ("bytes", "clauses", "lemmas"):
        each = sorted(row[key] for row in certified) or [0]
        print(f"{key}: median {each[len(each) // 2]:,}, most {each[-1]:,}")
    for name in ("certify", "check", "dratify", "drat-trim"):
        spent = sorted(row["seconds"][name] for row in rows if name in row["seconds"])
        if spent:
            middle, late = (spent[int(len(spent) * part)] * 1e3 for part in (0.5, 0.99))
            print(f"{name:10} median {middle:.1f} ms, 99 % within {late:.1f}, longest {spent[-1] * 1e3:.1f}")
