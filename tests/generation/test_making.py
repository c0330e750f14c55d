"""Variant puzzles to order: unique and minimal by other engines, the same for any jobs, as was asked for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from math import log
from pathlib import Path

import pytest

from cpsudoku import Multiple, Unique, explain, generate, generate_many, reduce, verify
from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.board.symmetry import cell_maps, is_symmetric
from cpsudoku.budget import Limits
from cpsudoku.constraints import parse
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.registry import engine_for
from cpsudoku.errors import CpSudokuError, EnginesDisagree, UsageError
from cpsudoku.formats import read_records
from cpsudoku.generation.confirmation import prove
from cpsudoku.generation.makers import MAKERS, drawn
from cpsudoku.generation.makers.outside import skyscrapers_open
from cpsudoku.generation.makers.renaming import fewest_givens
from cpsudoku.generation.makers.sketch import Sketch, Wishes
from cpsudoku.generation.making.dig import Digging
from cpsudoku.generation.making.layout import laid_out
from cpsudoku.generation.options import recipe
from cpsudoku.generation.recipe import Generated, stream_of

SLOW = {"non-consecutive", "little-killer", "sandwich", "x-sum"}


def check(record: Generated) -> Puzzle:
    """Unique by the plain engine of constraints, and minimal, item by item, by it too."""
    assert record.puzzle is not None, record.missed
    assert record.solution is not None
    puzzle = record.puzzle
    engine = engine_for(puzzle, "constraints")
    assert engine.search(puzzle.cells, 2).solutions == (record.solution.cells,)
    if record.minimal:
        for cell, _ in puzzle.clues:
            without = puzzle.cells[:cell] + b"\0" + puzzle.cells[cell + 1 :]
            assert len(engine.search(without, 2).solutions) == 2
        for rule in puzzle.constraints:
            rest = Puzzle.trusted(
                puzzle.cells, puzzle.geometry, tuple(other for other in puzzle.constraints if other != rule)
            )
            assert len(engine_for(rest, "constraints").search(rest.cells, 2).solutions) == 2
    return puzzle


@pytest.mark.parametrize("name", [name for name in MAKERS if name not in SLOW])
def test_each_layout(name: str) -> None:
    """Unique, minimal where that is wanted, with constraints of the maker, by an engine that confirmed none of it."""
    record = generate(makers=name, seed=3, minimal=True)
    puzzle = check(record)
    assert record.minimal
    assert record.confirmed == "sat"
    assert record.method == name
    assert record.bias
    assert puzzle.constraints


@pytest.mark.parametrize("name", sorted(SLOW))
def test_costly_layouts(name: str) -> None:
    """The same on a board on which they are quick."""
    if name == "non-consecutive":
        pytest.skip("no 4x4 or 6x6 grid that is quick to find")
    check(generate(makers=name, seed=3, geometry=Geometry(2, 3), sizes=(2, 5)))


def test_several_layouts_and_no_givens() -> None:
    """Constraints of each layout are left, and no given where none is wanted."""
    record = generate(makers="killer,kropki", seed=1, clues=0)
    puzzle = check(record)
    assert record.clues == 0
    assert {rule.word for rule in puzzle.constraints} >= {"cage"}
    assert {rule.word for rule in puzzle.constraints} & {"difference", "ratio"}


def test_spans() -> None:
    """Numbers of givens and constraints, sizes of cages."""
    record = generate(makers="killer", seed=2, clues=(0, 3), sizes=(2, 3), constraints=(18, 40))
    puzzle = check(record)
    assert record.clues <= 3
    assert 18 <= len(puzzle.constraints) <= 40
    assert all(2 <= len(rule.scope) <= 3 for rule in puzzle.constraints)


def test_symmetries() -> None:
    """Givens and cages have the symmetry, cages by default; minimal is said of single items."""
    record = generate(makers="killer", seed=4, symmetry="vertical")
    puzzle = check(record)
    assert is_symmetric([cell for cell, _ in puzzle.clues], CLASSIC, "vertical")
    cages = {frozenset(rule.scope) for rule in puzzle.constraints}
    turn = cell_maps(CLASSIC, "rot180")[1]
    assert {frozenset(turn[cell] for cell in cage) for cage in cages} == cages


def test_steps() -> None:
    """The sizes are those that `explain` gives, within what was asked for, and the step occurs."""
    record = generate(makers="killer", seed=1, largest=(1, 7), steps="cage-combinations")
    assert record.puzzle is not None
    found = explain(record.puzzle)
    assert (record.largest, record.total) == (found.largest, found.total)  # type: ignore[union-attr]
    assert record.largest is not None
    assert record.largest <= 7
    assert "cage-combinations" in {step.technique for step in found.steps}  # type: ignore[union-attr]


@pytest.mark.long
def test_jobs_do_not_matter() -> None:
    """The same records in one process or two, from any start."""
    wanted = [one.to_dict() for one in generate_many(6, seed=9, makers="kropki")]
    assert [one.to_dict() for one in generate_many(6, seed=9, makers="kropki", jobs=2)] == wanted
    assert [one.to_dict() for one in generate_many(6, seed=9, makers="kropki", start=4)] == wanted[4:]
    assert generate(seed=9, index=3, makers="kropki").to_dict() == wanted[3]


def test_what_was_not_found() -> None:
    """The record says how many drafts failed, and of what; a time limit ends it, too."""
    record = generate(makers="thermo", number=1, seed=1, clues=0, attempts=3)
    assert record.puzzle is None
    assert record.tries == 3
    assert "several solutions without a given (3)" in record.missed
    late = generate(makers="thermo", number=1, seed=1, clues=0, attempts=0, limits=Limits(0.2, None))
    assert late.puzzle is None
    assert "within the limits" in late.missed


LINES = ("arrow", "thermo", "whisper", "renban", "palindrome", "between", "region-sum-line")


@pytest.mark.parametrize("kind", LINES)
def test_lines_are_plain(kind: str) -> None:
    """No line touches itself but along its way, and no two lines share a cell or cross on a corner of cells.

    Those laid out before there is a grid are symmetric and of one length, and the grid keeps them.
    """
    stream = stream_of(7, 0)
    grid = generate(seed=7).solution.cells  # type: ignore[union-attr]
    turn = cell_maps(CLASSIC, "rot180")[1]
    layouts = [layout for _ in range(2) if (layout := laid_out(CLASSIC, [kind], (), Wishes(), stream))]
    for layout in layouts:
        rules = [rule for group in layout.groups[kind] for rule in group]
        assert all(rule.holds(layout.grid) for rule in rules)
        assert len({len(_places(rule)) for rule in rules}) == 1
        scopes = {frozenset(rule.scope) for rule in rules}
        assert {frozenset(turn[cell] for cell in scope) for scope in scopes} == scopes
    drawings = [drawn(kind, Sketch(CLASSIC, grid, stream, Wishes())) for _ in range(4)]
    for groups in (*drawings, *(layout.groups[kind] for layout in layouts)):
        lines = [_places(rule) for group in groups for rule in group]
        assert len(lines) > 3
        cells = [place for line in lines for place in line]
        assert len(cells) == len(set(cells))
        corners = []
        for line in lines:
            for k, (r, c) in enumerate(line):
                assert all(abs(r - y) + abs(c - x) > 1 for y, x in line[k + 2 :])
            corners += [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise(line) if a[0] != b[0] and a[1] != b[1]]
        assert len(corners) == len(set(corners))


def _places(rule: Constraint) -> list[tuple[int, int]]:
    """The cells of a line in order, an arrow's circle first."""
    cells = [*rule.numbers("pill"), *rule.numbers("line")] if rule.word == "arrow" else rule.numbers("cells")
    return [divmod(cell, 9) for cell in cells]


@pytest.mark.parametrize(
    "kind",
    [
        *("thermo", "arrow", "killer", "numbered-room"),
        *(pytest.param(kind, marks=pytest.mark.long) for kind in ("little-killer", "skyscraper")),
    ],
)
def test_without_givens(kind: str) -> None:
    """Constraints that suffice without a given are found: one solution, by another engine, and none can go."""
    record = generate(makers=kind, clues=0, seed=3, limits=Limits(60, None))
    assert record.puzzle is not None
    assert not any(record.puzzle.cells)
    verdict = verify(record.puzzle, engine="cp-sat")
    assert verdict.unique
    assert verdict.solution == record.solution
    rules = record.puzzle.constraints
    for k in range(0, len(rules), 4):
        assert isinstance(verify(Puzzle(record.puzzle.line()).under([*rules[:k], *rules[k + 1 :]])), Multiple)


def test_skyscrapers_leave_open() -> None:
    """What the clues of a line leave open is the number of orders of its digits with the same clues."""
    board = Geometry(2, 3)
    grid = generate(seed=1, geometry=board).solution.cells  # type: ignore[union-attr]
    lines = [grid[6 * k : 6 * k + 6] for k in range(6)] + [grid[k::6] for k in range(6)]

    def clues(line: Sequence[int]) -> tuple[int, int]:
        return tuple(len(set(accumulate(way, max))) for way in (line, line[::-1]))  # type: ignore[return-value]

    orders = Counter(map(clues, permutations(range(1, 7))))
    assert skyscrapers_open(board, grid) == pytest.approx(sum(log(orders[clues(line)]) for line in lines))


@pytest.mark.parametrize(
    ("kinds", "fewest"),
    [
        ("killer", 0),
        ("whisper", 1),
        ("sandwich", 1),
        ("xv", 2),
        ("palindrome", 8),
        ("odd-even", 7),
        ("palindrome,whisper", 1),
        ("xv,odd-even", 1),
        ("whisper,sandwich", 0),
    ],
)
def test_fewest_givens(kinds: str, fewest: int) -> None:
    """Where the rules stay true for exchanged digits, fewer givens are refused with the reason."""
    assert fewest_givens(kinds.split(","), CLASSIC)[0] == fewest
    if fewest:
        with pytest.raises(UsageError, match="is unique with so few"):
            recipe(makers=kinds, clues=fewest - 1)
    recipe(makers=kinds, clues=fewest)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"makers": "killr"}, "did you mean 'killer'"),
        ({"makers": "killer,killer"}, "named once"),
        ({"makers": "anti-knight", "sizes": 3}, "rules of the whole board"),
        ({"makers": "killer", "sizes": (4, 2)}, "sizes 4..2"),
        ({"makers": "killer", "head_start": 2}, "head start 2"),
        ({"makers": "killer", "maker_symmetry": "odd"}, "known: none"),
        ({"makers": "killer", "rating": 7.0}, "sizes of steps"),
        ({"makers": "killer", "method": "bottom-up"}, "full grids"),
        ({"sizes": 3}, "for makers"),
    ],
)
def test_what_cannot_be(options: dict[str, object], said: str) -> None:
    """What was given, and what would be accepted."""
    with pytest.raises(CpSudokuError, match=said):
        generate(seed=1, **options)  # type: ignore[arg-type]


def test_confirmation_refutes() -> None:
    """A puzzle with two solutions, or with something to spare, is not delivered."""
    record = generate(makers="killer", seed=3)
    assert record.puzzle is not None
    assert record.solution is not None
    puzzle, grid = record.puzzle, record.solution.cells
    prove(puzzle, grid, True)
    fewer = Puzzle.trusted(puzzle.cells, CLASSIC, puzzle.constraints[1:])
    with pytest.raises(EnginesDisagree, match="unique"):
        prove(fewer, grid, False)
    more = Puzzle.trusted(grid, CLASSIC, puzzle.constraints)
    prove(more, grid, False)
    with pytest.raises(EnginesDisagree, match="minimal"):
        prove(more, grid, True)


def test_bunches_do_not_matter() -> None:
    """Digging in bunches leaves what asking one by one leaves."""
    record = generate(makers="kropki", seed=5)
    assert record.solution is not None
    grid = record.solution.cells
    rules = [parse(rule.text).on(CLASSIC) for rule in record.puzzle.constraints]  # type: ignore[union-attr]
    with Digging(CLASSIC, grid, rules, (), Limits()) as bunches, Digging(CLASSIC, grid, rules, (), Limits()) as singly:
        order = [(bunches.givens[cell],) for cell in range(80, -1, -1)] + [(item,) for item in bunches.rules]
        bunches.dig(order)
        for group in order:
            singly.try_all([group])
        assert bunches.clues == singly.clues
        assert bunches.kept_rules == singly.kept_rules
        assert bunches.is_minimal()


@pytest.mark.long
def test_records_are_read_everywhere(tmp_path: Path) -> None:
    """What `generate --jsonl` writes is read, and goes to f-puzzles and back without a change."""
    path, link = tmp_path / "made.jsonl", tmp_path / "made.txt"
    words = ["generate", "--with", "killer,thermo", "--count", "3", "--seed", "5", "-o", str(path)]
    assert subprocess.run([sys.executable, "-m", "cpsudoku", *words], check=False).returncode == 0
    puzzles = [one.puzzle for one in read_records(path.read_text().splitlines())]  # type: ignore[union-attr]
    assert len(puzzles) == 3
    convert = ["convert", str(path), "--to", "f-puzzles", "-o", str(link)]
    assert subprocess.run([sys.executable, "-m", "cpsudoku", *convert], check=False).returncode == 0
    for line, puzzle, there in zip(path.read_text().splitlines(), puzzles, link.read_text().splitlines()):
        again = Puzzle.parse(there)
        assert again.cells == puzzle.cells
        assert set(again.constraints) == set(puzzle.constraints)
        verdict = verify(puzzle)
        assert isinstance(verdict, Unique)
        assert verdict.solution.line() == json.loads(line)["solution"]


def test_reduce_finds_nothing_to_take() -> None:
    """`reduce --constraints`, another road, leaves a minimal puzzle as it is."""
    puzzle = generate(makers="arrow", seed=8).puzzle
    assert puzzle is not None
    left = reduce(puzzle, constraints=True).puzzle
    assert left.cells == puzzle.cells
    assert set(left.constraints) == set(puzzle.constraints)


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.long
def test_killed_and_resumed(tmp_path: Path) -> None:
    """Killed at some moment, twice, and resumed: the bytes of an undisturbed run."""
    words = ["generate", "--with", "killer", "--count", "20", "--seed", "5"]
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    command = [sys.executable, "-m", "cpsudoku", *words]
    subprocess.run([*command, "-o", str(whole)], check=True, stderr=subprocess.DEVNULL)
    for _ in range(2):
        before = broken.stat().st_size if broken.exists() else 0
        process = subprocess.Popen([*command, "--resume", str(broken)], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while time.monotonic() < end and process.poll() is None:
            if broken.exists() and broken.stat().st_size > before:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert broken.read_bytes() != b""
    subprocess.run([*command, "--resume", str(broken), "--jobs", "2"], check=True, stderr=subprocess.DEVNULL)
    assert broken.read_bytes() == whole.read_bytes()
