"""Small programs as other people might have written them, honest and not; run by their names as scripts."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import time
from pathlib import Path


def dimacs(path: str) -> None:
    """A SAT solver with the competitions' output."""
    solved = clauses_of(path)
    if solved is None:
        print("c a comment\ns UNSATISFIABLE")
        sys.exit(20)
    print("s SATISFIABLE\nc conflicts: 12\nv " + " ".join(map(str, solved)) + " 0")
    sys.exit(10)


def huge(path: str) -> None:
    """A model of numbers no program could mean."""
    print("s SATISFIABLE\nv x" + "9" * 5000 + " 0")


def empty(path: str) -> None:
    """MiniZinc's answer with an empty place."""
    print("x = [1,,2];\n----------")


def late(path: str) -> None:
    """The same after half a second of work of its own."""
    while time.process_time() < 0.5:
        pass
    dimacs(path)


def minisat(path: str, answer: str) -> None:
    """A SAT solver with MiniSat's output, in a file."""
    solved = clauses_of(path)
    Path(answer).write_text("UNSAT\n" if solved is None else "SAT\n" + " ".join(map(str, solved)) + " 0\n")


def clauses_of(path: str) -> list[int] | None:
    from pysat.solvers import Minisat22

    with Minisat22() as solver:
        clause: list[int] = []
        for line in Path(path).read_text().splitlines():
            if line and line[0] not in "pc":
                for literal in map(int, line.split()):
                    if literal:
                        clause.append(literal)
                    else:
                        solver.add_clause(clause)
                        clause = []
        return solver.get_model() if solver.solve() else None


def opb(path: str) -> None:
    """A pseudo-Boolean solver."""
    from ortools.sat.python import cp_model

    model, seen = cp_model.CpModel(), {}
    for line in Path(path).read_text().splitlines():
        if line.startswith("*") or not line.strip():
            continue
        terms, sign, bound = re.fullmatch(r"(.*?) (>=|=) (-?\d+) ;", line).groups()
        total = 0
        for weight, name in re.findall(r"([+-]\d+) (x\d+)", terms):
            total += int(weight) * seen.setdefault(name, model.new_bool_var(name))
        model.add(total == int(bound) if sign == "=" else total >= int(bound))
    solver = cp_model.CpSolver()
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print("s UNSATISFIABLE")
    else:
        print("s SATISFIABLE\nv " + " ".join(name if solver.value(x) else f"-{name}" for name, x in seen.items()))


def minizinc(path: str) -> None:
    """A driver that knows all_different, and nothing more."""
    text = Path(path).read_text()
    cells = int(re.search(r"array\[1\.\.(\d+)\] of var 1\.\.(\d+)", text)[1])
    digits = int(re.search(r"array\[1\.\.(\d+)\] of var 1\.\.(\d+)", text)[2])
    rows = [[int(x) for x in re.findall(r"x\[(\d+)\]", found)] for found in re.findall(r"all_different\((.*?)\)", text)]
    fixed = dict(map(int, pair) for pair in re.findall(r"constraint x\[(\d+)\] = (\d+);", text))
    never = [
        dict(map(int, pair) for pair in re.findall(r"x\[(\d+)\] != (\d+)", line))
        for line in text.splitlines()
        if "!=" in line
    ]
    for values in filled([fixed.get(k, 0) for k in range(1, cells + 1)], digits, rows):
        if not any(all(values[cell - 1] == digit for cell, digit in grid.items()) for grid in never):
            print(f"x = {values};\n----------")
            return
    print("=====UNSATISFIABLE=====")


def filled(values: list[int], digits: int, rows: list[list[int]]):
    """All fillings in which each row's cells differ."""
    if any(len(set(known)) < len(known) for row in rows if (known := [values[x - 1] for x in row if values[x - 1]])):
        return
    if 0 not in values:
        yield values
        return
    at = values.index(0)
    for digit in range(1, digits + 1):
        yield from filled([*values[:at], digit, *values[at + 1 :]], digits, rows)


def lines(mode: str) -> None:
    """A solver of puzzle lines on standard input, 4x4, which does as *mode* says."""
    text = sys.stdin.read().strip()
    rows = [[4 * r + c + 1 for c in range(4)] for r in range(4)] + [[4 * r + c + 1 for r in range(4)] for c in range(4)]
    rows += [[4 * r + c + 1, 4 * r + c + 2, 4 * r + c + 5, 4 * r + c + 6] for r in (0, 2) for c in (0, 2)]
    found = list(itertools.islice(filled([int(x) if x.isdigit() else 0 for x in text], 4, rows), 2))
    shown = ["".join(map(str, grid)) for grid in found]
    if mode == "honest":
        print("\n".join(shown) or "no solution")
    elif mode == "counting":
        print(f"{len(shown)} solutions, such as {shown[0]}" if shown else "no solution")
    elif mode == "wrong grid":
        print("1" * 16)
    elif mode == "always unique":
        print(shown[0])
    elif mode == "never":
        print("no solution")
    elif mode == "garbage":
        print("Segmentation fault (not really)")
    elif mode == "flood":
        while True:
            print("x" * 10_000)
    elif mode == "memory":
        kept = [bytearray(20_000_000) for _ in range(1_000)]
        print(len(kept))
    elif mode == "crash":
        print("I give up", file=sys.stderr)
        sys.exit(3)
    elif mode == "hang":
        time.sleep(600)
    elif mode.startswith("session "):  # likewise in a session of its own, left behind by a program that answers
        left = subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True, stdout=subprocess.DEVNULL
        )
        Path(mode.removeprefix("session ")).write_text(str(left.pid))
        print("\n".join(shown) or "no solution")
    elif mode.startswith("child "):  # the rest is a file for the number of a process in a group of its own
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], process_group=0)
        Path(mode.removeprefix("child ")).write_text(str(child.pid))
        time.sleep(600)


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
