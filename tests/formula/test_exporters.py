"""Exported files, read back by parsers of their own and solved by a solver that knows nothing of Sudoku."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from ortools.sat.python import cp_model
from pysat.solvers import Solver

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UnknownName, UsageError
from cpsudoku.formula import catalog
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.exporters import EXPORTERS, export
from cpsudoku.formula.rules import rules

from .plain import grids

CELLS = bytes(map(int, "530070000600195000098000060800060003400803001700020006060000280000419005000080079"))
Values = dict[str, int]
"""Name in the file's own variable map -> its value in a solution."""


def solve_dimacs(text: str) -> Values | None:
    """Reads `c var NAME NUMBER` and clauses; checks the counts of the header."""
    names, clauses, header = {}, [], (0, 0)
    for line in text.splitlines():
        if line.startswith("c"):
            if found := re.fullmatch(r"c var (\S+) (\d+)", line):
                names[found[1]] = int(found[2])
        elif line.startswith("p"):
            header = tuple(map(int, line.split()[2:]))
        else:
            *clause, zero = map(int, line.split())
            assert zero == 0
            clauses.append(clause)
    assert header[1] == len(clauses)
    assert max(abs(x) for clause in clauses for x in clause) <= header[0]
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        model = set(solver.get_model())
    return {name: int(variable in model) for name, variable in names.items()}


def run(model: cp_model.CpModel, names: dict[str, cp_model.IntVar]) -> Values | None:
    """CP-SAT's solution, by name."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return {name: solver.value(variable) for name, variable in names.items()}


def solve_opb(text: str) -> Values | None:
    """Reads `* var NAME NUMBER` and linear constraints; checks the counts of the first line."""
    first, *rest = text.splitlines()
    header = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", first)
    assert header
    model = cp_model.CpModel()
    x = [None, *(model.new_bool_var("") for _ in range(int(header[1])))]
    names, constraints = {}, 0
    for line in rest:
        if line.startswith("*"):
            if found := re.fullmatch(r"\* var (\S+) (\d+)", line):
                names[found[1]] = x[int(found[2])]
            continue
        stated = re.fullmatch(r"((?:[+-]1 x\d+ )+)(>=|=) (-?\d+) ;", line)
        assert stated, line
        total = sum(int(sign + "1") * x[int(k)] for sign, k in re.findall(r"([+-])1 x(\d+)", stated[1]))
        model.add(total == int(stated[3]) if stated[2] == "=" else total >= int(stated[3]))
        constraints += 1
    assert constraints == int(header[2])
    return run(model, names)


def solve_minizinc(text: str) -> Values | None:
    """Reads the three statements these files use: an array, constraints of four shapes, `solve satisfy`."""
    model = cp_model.CpModel()
    names: dict[str, str] = {}
    x: dict[str, cp_model.IntVar] = {}
    solved = False

    def value(word: str) -> object:
        return x[word[4:]].Not() if word.startswith("not ") else x[word]

    for line in text.splitlines():
        assert not solved
        if found := re.fullmatch(r"% var (\S+) (?:x\[)?(\d+)\]?", line):
            names[found[1]] = f"x[{found[2]}]"
        elif found := re.fullmatch(r"array\[1\.\.(\d+)\] of var (bool|1\.\.(\d+)): x;", line):
            high = (0, 1) if found[2] == "bool" else (1, int(found[3]))
            x = {f"x[{k}]": model.new_int_var(*high, "") for k in range(1, int(found[1]) + 1)}
        elif found := re.fullmatch(r"constraint all_different\(\[(.*)\]\);", line):
            model.add_all_different([x[word] for word in found[1].split(", ")])
        elif found := re.fullmatch(
            r"constraint let \{ .* of var 1\.\.(\d+): places \} in inverse\((.*), places\);", line
        ):
            listed = re.findall(r"x\[\d+\]", found[2])
            places = [model.new_int_var(1, len(listed), "") for _ in range(int(found[1]))]
            model.add_inverse([0, *(x[word] for word in listed)], [0, *places])
        elif (found := re.fullmatch(r"constraint sum\(\[(.*)\]\) = (\d+);", line)) and " in " in line:
            within = []
            for word, low, high in re.findall(r"(x\[\d+\]) in (\d+)\.\.(\d+)", found[1]):
                within.append(model.new_bool_var(""))
                model.add_linear_constraint(x[word], int(low), int(high)).only_enforce_if(within[-1])
                rest = [digit for digit in range(1, 10) if not int(low) <= digit <= int(high)]
                outside = cp_model.Domain.from_values(rest)
                model.add_linear_expression_in_domain(x[word], outside).only_enforce_if(~within[-1])
            model.add(sum(within) == int(found[2]))
        elif found := re.fullmatch(r"constraint sum\(\[(.*)\]\) (=|<=|>=) (\d+);", line):
            total = sum(value(word) for word in found[1].split(", "))
            bound = int(found[3])
            model.add({"=": total == bound, "<=": total <= bound, ">=": total >= bound}[found[2]])
        elif found := re.fullmatch(r"constraint (x\[\d+\]) = (\d+);", line):
            model.add(x[found[1]] == int(found[2]))
        elif line.startswith("constraint "):
            model.add_bool_or([value(word) for word in line[len("constraint ") : -1].split(" \\/ ")])
        else:
            assert line.startswith(("% ", "include ")) or line == "solve satisfy;", line
            solved = line == "solve satisfy;"
    assert solved
    return run(model, {name: x[variable] for name, variable in names.items()})


READERS: dict[str, Callable[[str], Values | None]] = {
    "dimacs": solve_dimacs,
    "opb": solve_opb,
    "minizinc": solve_minizinc,
}


def grid_of(values: Values, board: Geometry) -> bytes:
    """The grid that the names say: `r1c1=5`, `r1c1<=4`, `r1c1.bit0`, or `r1c1` alone."""
    grid = bytearray(board.size)
    for name, value in values.items():
        found = re.fullmatch(r"r(\d+)c(\d+)(.*)", name)
        assert found
        cell = (int(found[1]) - 1) * board.side + int(found[2]) - 1
        rest = found[3]
        if not rest:
            grid[cell] = value
        elif rest.startswith("="):
            grid[cell] += int(rest[1:]) * value
        elif rest.startswith("<="):
            grid[cell] += 1 - value + (rest == "<=1")
        else:
            grid[cell] += (value << int(rest[4:])) + (rest == ".bit0")
    return bytes(grid)


def refused(name: str, to: str) -> bool:
    """Encodings a language cannot express."""
    return (to == "dimacs" and (name == "extended-native" or name.startswith("cp-"))) or (
        to == "opb" and name in ("cp-alldifferent", "cp-inverse", "cp-hall")
    )


@pytest.mark.parametrize("to", EXPORTERS)
@pytest.mark.parametrize("name", catalog.names())
def test_an_exported_puzzle_has_the_solution(name: str, to: str) -> None:
    """Every encoding in every language, read back and solved, gives the puzzle's solution by the file's own map."""
    board = boxes(2, 3)
    cells = bytes(map(int, "003010560320054203206450012045040100"))
    puzzle = Puzzle(cells, board)
    if refused(name, to):
        with pytest.raises(UsageError, match=name):
            list(export(catalog.load(name), puzzle, to))
        return
    text = "\n".join(export(catalog.load(name), puzzle, to))
    values = READERS[to](text)
    assert values is not None
    givens = dict.fromkeys(re.findall(r"^[c*%] given (\S+)$", text, re.MULTILINE), 1)
    assert len(givens) == (puzzle.clue_count if catalog.load(name).givens == "reduce" else 0)
    assert grid_of(values | givens, board) in set(grids(board, cells))


@pytest.mark.parametrize(
    ("name", "to"), [("extended", "dimacs"), ("extended-native", "opb"), ("cp-alldifferent", "minizinc")]
)
def test_a_9x9_puzzle_and_an_impossible_one(name: str, to: str) -> None:
    """A classic puzzle comes back solved; with a clue that clashes the file has no solution."""
    text = "\n".join(export(catalog.load(name), Puzzle(CELLS, CLASSIC), to))
    values = READERS[to](text)
    assert values is not None
    assert [grid_of(values, CLASSIC)] == list(grids(CLASSIC, CELLS))
    clashing = Puzzle(b"\x05\x05" + CELLS[2:], CLASSIC)
    assert READERS[to]("\n".join(export(catalog.load(name), clashing, to))) is None


def test_the_map_and_the_puzzle_are_in_comments() -> None:
    """A DIMACS file opens with the puzzle, the encoding and `c var r1c1=1 1` lines, then the header."""
    lines = list(export(catalog.load("triad"), Puzzle(CELLS, CLASSIC), "dimacs"))
    assert lines[0].startswith("c puzzle 53..7....6..195")
    assert "c var r1c1=1 1" in lines
    assert "c var r9c9=9 729" in lines
    assert "c auxiliary variables 730 to 1215" in lines
    assert "p cnf 1215 7725" in lines


def test_an_unknown_language_lists_those_there_are() -> None:
    """The error names the languages."""
    with pytest.raises(UnknownName, match="'smt' is unknown; known: dimacs, opb, minizinc"):
        export(catalog.load("extended"), Puzzle(CELLS, CLASSIC), "smt")


@pytest.mark.parametrize("board", [boxes(2, 2), boxes(1, 5)], ids=["4x4", "5x5"])
@pytest.mark.parametrize("to", ["opb", "minizinc"])
def test_variables_of_constraints_are_named(to: str, board: Geometry) -> None:
    """Each digit of each cell has a name; auxiliary variables, if any, are the rest of the numbers."""
    n = board.side
    for name in ("cp-exactly-one", "cp-flow", "cp-matching"):
        text = "\n".join(export(catalog.load(name), Puzzle(bytes(board.size), board), to))
        named = {found[1]: int(found[2]) for found in re.finditer(r"^[*%] var (\S+) (\d+)$", text, re.MULTILINE)}
        cells = [(row, column) for row in range(1, n + 1) for column in range(1, n + 1)]
        words = [f"r{row}c{column}={digit}" for row, column in cells for digit in range(1, n + 1)]
        assert named == {word: k for k, word in enumerate(words, start=1)}
        last = rules(catalog.load(name), board).atoms
        others = re.findall(r"^[*%] auxiliary variables (\d+) to (\d+)$", text, re.MULTILINE)
        assert others == ([(str(n**3 + 1), str(last))] if last > n**3 else [])


def test_groups_of_at_least_and_at_most_one() -> None:
    """A definition for constraints may say both parts of "exactly one" by themselves; exported, it means the same."""
    text = (catalog.folder() / "cp-exactly-one.toml").read_text(encoding="utf-8").partition("[expect")[0]
    text = re.sub(r"rules = \[.*?\]", 'rules = ["cell: at-least-one", "house: at-most-one"]', text, flags=re.DOTALL)
    board, cells = boxes(2, 2), bytes([1, 0, 0, 4]) + bytes(12)
    for to in ("opb", "minizinc"):
        stated = "\n".join(export(Encoding.parse(text, file="mine.toml"), Puzzle(cells, board), to))
        values = READERS[to](stated)
        assert values is not None
        assert grid_of(values, board) in set(grids(board, cells))
    found = list(export(Encoding.parse(text, file="mine.toml"), Puzzle(cells, board), "opb"))
    assert found[-3:] == ["-1 x44 -1 x48 -1 x60 -1 x64 >= -1 ;", "+1 x1 >= 1 ;", "+1 x16 >= 1 ;"]
    assert "+1 x1 +1 x2 +1 x3 +1 x4 >= 1 ;" in found


def test_minizinc_includes_what_it_uses() -> None:
    """A file names the library of each global constraint that it states, and no other."""
    for name in catalog.names("cp"):
        text = "\n".join(export(catalog.load(name), Puzzle(bytes(16), boxes(2, 2)), "minizinc"))
        used = {word for word in ("all_different", "inverse") if f"{word}(" in text}
        assert set(re.findall(r'^include "(.*)";$', text, re.MULTILINE)) == {f"{word}.mzn" for word in used}
