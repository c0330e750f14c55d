"""Each technique of the ladder, on a puzzle where it moves when nothing simpler does; by CP-SAT it follows."""

from __future__ import annotations

from math import isqrt

import pytest

from cpsudoku import Geometry, Puzzle
from cpsudoku.constraints import parse
from cpsudoku.questions.explanation.telling import Telling
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS, files
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Log, Shown, advance, finders

EMPTY = "." * 16
PUZZLES = {
    "hidden-single": ("..3........1....", ""),
    "naked-single": ("......3..6...........3.5.3.4..21....", ""),
    "last-cell": ("2" + EMPTY[1:], "sum 6 r1c1 r1c2"),
    "bounds": (EMPTY, "greater r2c1 r2c2"),
    "relations": (EMPTY, "ratio r4c4 r3c4"),
    "combinations": (EMPTY, "cage 9 r2c1 r1c1 r1c2"),
    "sums": (EMPTY, "sum 6 r1c2 r1c3"),
    "locked-candidates": ("...2...4........", ""),
    "required-digit": (EMPTY, "renban r1c4 r1c3 r1c2"),
    "rule": (EMPTY, "sandwich 5 r3c1-r3c4"),
    "innies-and-outies": (EMPTY, "sum 6 r1c2 r1c3"),
    "naked-pair": ("...........4.1..", "sandwich 3 r1c1-r1c4"),
    "rule-and-houses": (EMPTY, "sandwich 3 r1c1-r1c4"),
    "hidden-pair": ("......43.6......3...3....1..4..2....", ""),
    "x-wing": ("4....3.....2..3.", "cage 7 r3c3 r3c4 r4c4"),
    "innies-of-houses": (EMPTY, "sum 9 r2c2 r2c3 r3c2 r4c2"),
    "parity": (EMPTY, "sum 9 r1c1 r1c2 r3c4; difference r1c1 r1c2"),
    "naked-triple": ("...2........3.....6...............3.", "cage 13 r5c2 r5c3 r6c3"),
    "hidden-triple": ("........1...2.9.8..4.....7.8...9..3.9...3..642..1.6......68.5..1....53...75......", ""),
    "swordfish": ("5..4..8......9..1...2..1..56..3..4...5..7......4.....83..6..7...6.....8...8..2..1", ""),
    "naked-quad": ("16...89.....7.46.1..........87...3.......2.....9....5..5.......7.8.3.24..3....8.6", ""),
    "jellyfish": ("................12..3.45........64.7.2.......45..........1..8....6...5..7...2....", ""),
    "hidden-quad": ("2.843.......16..4.6...2....45.............73...9....2..31...56..7..1..9.....5.2.7", ""),
    "chain": ("...4........1..2", ""),
    "colouring": ("." * 36, "ratio r1c1 r1c2; ratio r1c2 r1c3"),
    "equivalence": (".6......3..........89............................9................9..............", "windoku"),
}
"""Clues and rules, by key."""


def test_each_technique_has_its_puzzle():
    """The table is the ladder."""
    assert [rung.key for rung in LADDER] == list(PUZZLES)


@pytest.mark.parametrize("key", PUZZLES)
def test_it_moves_where_nothing_simpler_does(key, recheck):
    """Its first step there is sound, from its reasons alone."""
    clues, rules = PUZZLES[key]
    side = isqrt(len(clues))
    puzzle = Puzzle.parse(clues, Geometry(2, side // 2) if side < 9 else Geometry()).under(
        map(parse, filter(None, rules.split("; ")))
    )
    position = Position(Setting(puzzle))
    log = Log(position)
    log.begin([(cell, 1 << digit - 1) for cell, digit in puzzle.clues])
    rung = ROWS[key]
    simpler = finders(LADDER[: LADDER.index(rung)])
    while advance(log, simpler):
        pass
    step = next(iter(files()[rung.file].find(position, rung)))
    removed = {cell: mask & position.masks[cell] for cell, mask in step.removed.items() if mask & position.masks[cell]}
    assert removed or step.placed
    grid = bytes(m.bit_length() if position.placed >> c & 1 else 0 for c, m in enumerate(position.masks))
    shown = Shown(step, removed, tuple(position.masks), grid)
    deduction = Telling(puzzle, b"")._deduction(shown)
    assert deduction.cost == rung.cost
    assert not list(recheck.unproven(deduction))
