"""The catalog: every definition is valid, sized as recorded, and states Sudoku."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.errors import EncodingError, UnknownName
from cpsudoku.formula import at_most_one, catalog, definition
from cpsudoku.formula.cell_kinds import rows
from cpsudoku.formula.clauses import formula
from cpsudoku.formula.definition import Encoding
from cpsudoku.formula.rules import SCOPES, rules
from tests.selection import long_after

BOARDS = {4: boxes(2, 2), 9: boxes(3, 3), 16: boxes(4, 4), 25: boxes(5, 5)}


def sizes(encoding: Encoding, geometry: Geometry) -> dict[str, int]:
    """What `[expect]` tables record."""
    if encoding.target == "cp":
        stated = rules(encoding, geometry)
        return {"variables": stated.variables, "groups": len(stated.groups)}
    cnf = formula(encoding, geometry)
    found = {"variables": cnf.variables, "clauses": len(cnf.clauses), "atmosts": len(cnf.atmosts)}
    return {word: number for word, number in found.items() if number or word != "atmosts"}


@pytest.mark.parametrize("name", long_after(9, catalog.names()))
def test_recorded_sizes_are_the_sizes(name: str) -> None:
    """The sizes that a definition records are so."""
    encoding = catalog.load(name)
    assert encoding.name == name
    recorded = {board: dict(table) for board, table in encoding.expect.items()}
    found = {f"{n}x{n}": sizes(encoding, geometry) for n, geometry in BOARDS.items() if f"{n}x{n}" in recorded}
    assert recorded == found


def test_the_sizes_are_recorded() -> None:
    """The project's own definitions record their sizes at 4x4, 9x9, 16x16 and 25x25."""
    complete = [name for name in catalog.names() if list(catalog.load(name).expect) == [f"{n}x{n}" for n in BOARDS]]
    assert len(complete) >= 18


@pytest.mark.parametrize("n", long_after(3, BOARDS))
def test_sizes_follow_the_formulas(n: int) -> None:
    """Variables and clauses of an empty n x n board as functions of n."""
    b, pairs = int(n**0.5), n * (n - 1) // 2
    shared = 2 * n * n * b * b * (b - 1) // 2
    lg = (n - 1).bit_length()
    peer_pairs = n * n * (3 * (n - 1) - 2 * (b - 1)) // 2
    expected = {
        "minimal": (n**3, n**2 + 3 * n**2 * pairs),
        "natural": (n**3, n**2 + 4 * n**2 * pairs),
        "extended": (n**3, 4 * n**2 + 4 * n**2 * pairs),
        "extended-dedup": (n**3, 4 * n**2 + 4 * n**2 * pairs - shared),
        "extended-sequential": (n**3 + 4 * n**2 * (n - 1), 4 * n**2 * (3 * n - 3)),
        "extended-ladder": (n**3 + 4 * n**2 * (n + 1), 4 * n**2 * (4 * n + 1)),
        "extended-bitwise": (n**3 + 4 * n**2 * lg, 4 * n**2 * (n * lg + 1)),
        "extended-product": (n**3 + 8 * n**2 * b, 4 * n**2 * (3 * n - b + 1)),
        "extended-commander": (n**3 + 4 * n**2 * b, 4 * n**2 * (b * b * (b - 1) // 2 + n + b * (b - 1) // 2 + 1)),
        "extended-native": (n**3, 4 * n**2),
        "triad": (
            n**3 + 2 * b * n**2,
            n**2 * (1 + pairs) + 2 * b * n**2 * (1 + b * (b + 1) // 2) + 4 * n**2 * (1 + b * (b - 1) // 2),
        ),
        "order": (n**2 * (n - 1), n**2 * (n - 2) + n * peer_pairs),
        "log": (n**2 * lg, n**2 * (2**lg - n) + n * peer_pairs),
        "log-support": (n**2 * lg, n**2 * f"{n - 1:b}".count("0") + n * peer_pairs),
    }
    for name, size in expected.items():
        cnf = formula(catalog.load(name), BOARDS[n])
        assert (cnf.variables, len(cnf.clauses)) == size, name


@pytest.mark.parametrize("n", BOARDS)
def test_sizes_of_constraints_follow_the_formulas(n: int) -> None:
    """Variables and constraints for CP-SAT on an empty n x n board as functions of n."""
    b = int(n**0.5)
    expected = {
        "cp-alldifferent": (n**2, 3 * n),
        "cp-exactly-one": (n**3, 4 * n**2),
        "cp-flow": (n**3 + 2 * b * n**2, 4 * n**2 + 2 * b * n**2 + 4 * n**2),
        "cp-inverse": (n**2 + 3 * n**2, 3 * n),
        "cp-hall": (n**2 + n**2 * (n * (n + 1) // 2 - 1), 3 * n),
        "cp-matching": (n**3, 3 * n),
    }
    assert sorted(expected) == [name for name in catalog.names("cp") if name in expected]
    for name, size in expected.items():
        stated = rules(catalog.load(name), BOARDS[n])
        assert (stated.variables, len(stated.groups)) == size, name


def test_sizes_at_9x9_are_the_published_ones() -> None:
    """8,829, 11,745, 11,988, 10,530 without repeats, and 7,695 clauses over 1,215 variables with triads."""
    published = {"minimal": 8829, "natural": 11745, "extended": 11988, "extended-dedup": 10530, "triad": 7695}
    assert {name: len(formula(catalog.load(name), BOARDS[9]).clauses) for name in published} == published
    assert formula(catalog.load("triad"), BOARDS[9]).variables == 1215


def test_dropping_repeats_drops_nothing_else() -> None:
    """`duplicates = "drop"` keeps each distinct clause once, in order."""
    for board in (boxes(2, 3), Geometry(3, 3, extras=("diagonals",))):
        every = formula(catalog.load("extended"), board).clauses
        kept = formula(catalog.load("extended-dedup"), board).clauses
        assert kept == [list(clause) for clause in dict.fromkeys(map(tuple, every))]


def test_extended_clauses_are_the_rules_spelt_out() -> None:
    """The extended formula equals one written down independently: n of each, and no two of each."""
    for board in (boxes(2, 2), boxes(2, 3), Geometry(2, 2, extras=("diagonals",))):
        n = board.side
        groups = [[c * n + d for d in range(1, n + 1)] for c in range(n * n)]
        groups += [[c * n + d for c in house.cells] for house in board.houses for d in range(1, n + 1)]
        expected = {tuple(sorted(group)) for group in groups}
        expected |= {(-y, -x) for group in groups for x, y in combinations(sorted(group), 2)}
        assert {tuple(sorted(clause)) for clause in formula(catalog.load("extended"), board).clauses} == expected


def test_the_folder_holds_data_only() -> None:
    """No Python in `encodings/`: a package of that name would hide the standard library's."""
    suffixes = {
        path.suffix for path in catalog.folder().rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert suffixes == {".toml", ".md"}


def vocabulary() -> dict[str, list[str]]:
    """Section of encodings/README.md -> the words in the first column of its tables."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (catalog.folder() / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif row := re.match(r"\| `([^`]+)` \|", line):
            found.setdefault(section, []).append(row[1])
    return found


def test_the_readme_explains_exactly_the_words_the_code_knows() -> None:
    """Every word of the vocabulary is in the catalog's README, in the code's order, and no other."""
    assert vocabulary() == {
        "target": list(definition.TARGETS),
        "variables": list(dict.fromkeys(word for words in definition.VARIABLES.values() for word in words)),
        "rules": [*SCOPES, *definition.KINDS],
        "at_most_one": [*at_most_one.AT_MOST_ONE, at_most_one.NATIVE],
        "exactly_one": list(at_most_one.EXACTLY_ONE),
        "duplicates": list(definition.DUPLICATES),
        "givens": list(definition.GIVENS),
        "sums": list(definition.SUMS),
        "automata": list(definition.MACHINES),
        "expect": list(definition.SIZES),
    }


def test_the_readme_gives_the_sizes_of_methods_without_a_formula() -> None:
    """Totalizer and cardinality network take the numbers the README states at n = 9."""
    text = (catalog.folder() / "README.md").read_text(encoding="utf-8")
    for method in ("totalizer", "cardinality-network"):
        numbers = re.search(rf"\| `{method}` \| (\d+) at n = 9 \| (\d+) at n = 9 \|", text)
        assert numbers
        cnf = formula(catalog.load(f"extended-{method}"), BOARDS[9])
        assert cnf.variables == 729 + 324 * int(numbers[1])
        assert len(cnf.clauses) == 324 * (int(numbers[2]) + 1)


def test_names_are_split_by_target() -> None:
    """Each name belongs to one target, and all names are listed in order."""
    assert sorted([*catalog.names("cnf"), *catalog.names("cp")]) == catalog.names()
    assert catalog.names("cp") == [name for name in catalog.names() if name.startswith("cp-")]


def test_an_unknown_name_lists_those_there_are() -> None:
    """A name that is not there is an error that says which are."""
    with pytest.raises(UnknownName, match=r"'extendet' is unknown .*'extended'.*; known: .*extended, .*triad"):
        catalog.load("extendet")


def test_a_definition_loads_from_any_path(tmp_path: Path) -> None:
    """A path does wherever a name does; a missing file is an error."""
    path = tmp_path / "mine.toml"
    path.write_text((catalog.folder() / "extended.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert catalog.load(path) == catalog.load(str(path)) == catalog.load("extended")
    with pytest.raises(EncodingError, match="no such file"):
        catalog.load(tmp_path / "yours.toml")
    with pytest.raises(EncodingError, match="no such file"):
        catalog.load("yours.toml")


def test_an_encoding_is_handed_back() -> None:
    """What is already loaded needs no loading."""
    encoding = catalog.load("triad")
    assert catalog.load(encoding) is encoding


def test_rows_of_cells_and_digits() -> None:
    """A matching has a row for each cell, of its digits, and a row for each digit, of the cells."""
    assert rows((0, 2, 3), 3) == [[1, 2, 3], [7, 8, 9], [10, 11, 12], [1, 7, 10], [2, 8, 11], [3, 9, 12]]
