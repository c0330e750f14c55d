"""Verify the puzzles of a corpus of variants: right verdicts, unknown ones, and CPU time by source and by kind.

    python benchmarks/variants.py --corpus puzzles.jsonl [--engine sat] [--seconds 60] [--only ID,ID] [--confirm cp-sat]

The corpus (JSON lines: rows, cols, lo, hi, latin, regions, givens, constraints, expected, witnesses) is yours to bring.
Each row is verified by the engine under a limit of seconds; solutions are checked by the constraints' definitions.
`--confirm ENGINE` asks a second engine about the rows whose label rests on one engine only. Exit code 1 where a
verdict is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from typing import Any

from cpsudoku import Geometry, Impossible, Limits, Multiple, Puzzle, Unique, verify
from cpsudoku.constraints import from_dict
from cpsudoku.errors import CpSudokuError

WORDS = {Unique: "unique", Multiple: "multiple", Impossible: "none"}


def converted(row: dict[str, Any]) -> Puzzle:
    """The puzzle of a row."""
    board = Geometry.shaped(row["rows"], row["cols"], row["lo"], row["hi"], row["regions"], row["latin"])
    cells = bytearray(board.size)
    rules: list[dict[str, Any]] = []
    for cell, allowed in row["givens"]:
        if len(allowed) == 1:
            cells[cell] = allowed[0] - row["lo"] + 1
        else:
            rules.append({"type": "candidates", "cells": [cell], "values": allowed})
    ties = next((c["mode"] for c in row["constraints"] if c["type"] == "full_rank_ties"), "only-unclued")
    for given in row["constraints"]:
        rules += _rules(given, board, ties)
    return Puzzle(bytes(cells), board, tuple(from_dict(rule) for rule in rules))


def _rules(given: dict[str, Any], board: Geometry, ties: str) -> Iterator[dict[str, Any]]:
    """A row's constraint in our words."""
    rule = {key: value for key, value in given.items() if value is not None}
    if rule["type"] == "full_rank_ties":
        return
    if rule["type"] == "full_rank":
        rule["ties"] = ties
    elif rule["type"] == "diagonal":
        falling = [r * board.columns + r for r in range(board.rows)]
        rule = {"type": "diagonal", "direction": "-" if sorted(rule["cells"]) == falling else "+"}
    elif rule["type"] == "or":
        rule["options"] = [
            [made for part in option for made in _rules(part, board, ties)] for option in rule["options"]
        ]
    yield rule


def kinds(row: dict[str, Any]) -> set[str]:
    """The kinds of a row's rules, inner ones included."""
    found = set()
    todo = list(row["constraints"])
    while todo:
        given = todo.pop()
        found.add(given["type"])
        todo += [part for option in given.get("options", []) for part in option]
    return found


def rests_on_one(row: dict[str, Any]) -> bool:
    """Whether one engine only stands behind a row's label."""
    made = row["verified"]
    return row["expected"] != "unique?" and sum(made[key] is not None for key in ("sat_cadical", "iss")) < 2


def judged(row: dict[str, Any], engine: str, seconds: float) -> tuple[str, float, str]:
    """(word, CPU seconds, complaint) of one row."""
    begun = time.process_time()
    try:
        puzzle = converted(row)
        answer = verify(puzzle, engine=engine, limits=Limits(seconds=seconds))
    except CpSudokuError as problem:
        return "error", time.process_time() - begun, str(problem)
    spent = time.process_time() - begun
    word = WORDS.get(type(answer), "unknown")
    shift = puzzle.geometry.lo - 1
    stored = [*([row["solution"]] if row.get("solution") else []), *(row.get("witnesses") or [])]
    if not all(puzzle.is_solved_by(bytes(value - shift for value in grid)) for grid in stored):
        return word, spent, "a stored solution breaks a rule"
    found = [value + shift for value in answer.cells] if isinstance(answer, Unique) else None
    if found and row.get("solution") and found != row["solution"]:
        return word, spent, "another solution than the stored one"
    expected = row["expected"].rstrip("?")
    if word not in ("unknown", expected):
        return word, spent, f"expected {row['expected']}"
    return word, spent, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, help="the file of puzzles")
    parser.add_argument("--engine", default="sat")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", help="ids, separated by commas")
    parser.add_argument("--confirm", help="a second engine for labels that rest on one engine")
    parser.add_argument("--every", type=int, default=1, help="take every so many-th row")
    options = parser.parse_args()
    with open(options.corpus, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    if options.only:
        rows = [row for row in rows if row["id"] in options.only.split(",")]
    rows = rows[:: options.every]
    times: dict[str, list[float]] = defaultdict(list)
    wrong, unknown, confirmed, open_ = [], [], [], []
    for row in rows:
        word, spent, complaint = judged(row, options.engine, options.seconds)
        source = row["id"].split("-")[0]
        for key in ("all", f"source {source}", *(f"kind {kind}" for kind in kinds(row))):
            times[key].append(spent)
        if complaint or word == "error":
            wrong.append(row["id"])
            print(f"{row['id']}: {word}, {complaint}", flush=True)
        elif word == "unknown":
            unknown.append(row["id"])
            print(f"{row['id']}: unknown after {spent:.1f} s of CPU", flush=True)
        if options.confirm and rests_on_one(row):
            second, spent, complaint = judged(row, options.confirm, options.seconds)
            (confirmed if second == word != "unknown" and not complaint else open_).append(row["id"])
            if complaint or second != word:
                print(f"{row['id']}: {options.engine} says {word}, {options.confirm} {second} {complaint}", flush=True)
    print(f"\n{len(rows)} rows: {len(wrong)} wrong, {len(unknown)} unknown")
    print("wrong:", *wrong)
    print("unknown:", *unknown)
    if options.confirm:
        print(f"labels that rested on one engine: {len(confirmed)} confirmed by {options.confirm}, open:", *open_)
    print(f"{'CPU ms':30} {'rows':>5} {'median':>9} {'worst':>10}")
    for key in sorted(times, key=lambda key: (key != "all", key)):
        found = times[key]
        print(f"{key:30} {len(found):5} {1000 * median(found):9.1f} {1000 * max(found):10.0f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
