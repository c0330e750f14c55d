"""Drawings become rules where they are usual and the prose speaks of them; the stored solution has a say."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

from cpsudoku import Puzzle, verify
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.cli.main import run
from cpsudoku.constraints import parse
from cpsudoku.errors import CpSudokuWarning
from cpsudoku.formats import read_one
from cpsudoku.formats.record import Record

SOLUTION = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
GREY, GREEN, PURPLE = "#CFCFCF", "#67F067", "#F067F0FF"


def pad(rules: str = "", solution: str = "", **drawn: Any) -> Record:
    """The record of an empty 9x9 file with drawings."""
    boxes = [[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)]
    metadata = {"rules": rules, "solution": solution}
    cells: list[list[dict[str, int]]] = [[{} for _ in range(9)] for _ in range(9)]
    return read_one(json.dumps({"cells": cells, "regions": boxes, "metadata": metadata, **drawn}))


def texts(record: Record) -> list[str]:
    """Its rules as text."""
    return [rule.text for rule in record.puzzle.constraints]


def line(*cells: tuple[int, int], color: str = GREY, thickness: float = 10) -> dict[str, Any]:
    """A line through the middles of cells."""
    return {"wayPoints": [[r + 0.5, c + 0.5] for r, c in cells], "color": color, "thickness": thickness}


def shape(row: float, column: float, size: float, text: str = "", rounded: bool = True, **more: str) -> dict[str, Any]:
    """A circle or square, white with a black border."""
    drawing = {"center": [row, column], "width": size, "height": size, "rounded": rounded, "text": text}
    return {**drawing, "backgroundColor": "#FFFFFF", "borderColor": "#000000", **more}


def filled(row: float, column: float, size: float, color: str = GREY, rounded: bool = True) -> dict[str, Any]:
    """A shape of one colour."""
    return shape(row, column, size, rounded=rounded, backgroundColor=color, borderColor=color)


BULB = filled(0.5, 0.5, 0.85)
RISING = line((0, 0), (0, 3))
CASES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "thermometer": (
        "Digits along thermometers increase from the bulb end.",
        {"underlays": [BULB], "lines": [RISING, line((2, 1), (0, 1))]},
        ["thermo r1c1 r1c2 r1c3 r1c4", "thermo r1c2 r2c2 r3c2"],
    ),
    "arrow": (
        "Digits along an arrow sum to the digit in that arrow's circle.",
        {
            "overlays": [shape(4.5, 4.5, 0.75), {**shape(0.5, 1, 0.75), "width": 1.75}],
            "arrows": [line((4, 4), (2, 4)), {**line((0, 1), (2, 3)), "headLength": 0.3}],
        },
        ["arrow r5c5 / r4c5 r3c5", "arrow r1c1 r1c2 / r2c3 r3c4"],
    ),
    "kropki": (
        "A white dot joins consecutive digits. A black dot joins digits in a 1:2 ratio. Not all dots are given.",
        {"overlays": [shape(0.5, 1, 0.3), shape(3, 3.5, 0.3, backgroundColor="#000")]},
        ["difference r1c1 r1c2", "ratio r3c4 r4c4"],
    ),
    "dots with numbers": (
        "White dots show a difference, black dots a ratio.",
        {"overlays": [shape(0.5, 1, 0.3, "3"), shape(3, 3.5, 0.3, "4", backgroundColor="#000")]},
        ["difference 3 r1c1 r1c2", "ratio 4 r3c4 r4c4"],
    ),
    "all dots": (
        "Kropki. All white dots are given.",
        {"overlays": [shape(0.5, 1, 0.3)]},
        ["difference r1c1 r1c2", "negative difference 1 r1c1 r1c2"],
    ),
    "xv": (
        "Cells with an X sum to 10, cells with a V sum to 5.",
        {"overlays": [shape(0.5, 1, 0.25, "X"), shape(3, 3.5, 0.25, "V")]},
        ["xv 10 r1c1 r1c2", "xv 5 r3c4 r4c4"],
    ),
    "little killer": (
        "Clues outside the grid show the sum of the indicated diagonal.",
        {
            "overlays": [shape(-0.5, 3.5, 0.25, "17", rounded=False, borderColor="#FFFFFF")],
            "arrows": [{"wayPoints": [[-0.2, 3.8], [-0.02, 3.98]], "color": "#000000", "thickness": 2}],
        },
        ["little-killer 17 r1c5 r2c6 r3c7 r4c8 r5c9"],
    ),
    "whisper": (
        "Adjacent digits on a green line differ by at least 5.",
        {"lines": [line((0, 0), (2, 2), color=GREEN)]},
        ["whisper 5 r1c1 r2c2 r3c3"],
    ),
    "orange whisper": (
        "Neighbouring digits on an orange line have a difference of at least four.",
        {"lines": [line((0, 0), (2, 2), color="#FF8800")]},
        ["whisper 4 r1c1 r2c2 r3c3"],
    ),
    "lines by colour": (
        "Grey lines are palindromes. Purple lines are renban lines. Blue lines have the same sum in every box.",
        {
            "lines": [
                line((0, 0), (2, 2), color=PURPLE),
                line((8, 0), (8, 3)),
                line((0, 8), (3, 8), color="#2ECBFF"),
            ]
        },
        ["renban r1c1 r2c2 r3c3", "palindrome r9c1 r9c2 r9c3 r9c4", "region-sum-line r1c9 r2c9 r3c9 r4c9"],
    ),
    "more lines": (
        "Lavender lines are zipper lines. Yellow lines: nabner. Modular lines are teal. Peach lines are entropic.",
        {
            "lines": [
                line((0, 0), (0, 2), color="#D0B0F0"),
                line((1, 0), (1, 2), color="#FFE060"),
                line((2, 0), (2, 2), color="#1FBDBD"),
                line((3, 0), (3, 2), color="#FFCCAA"),
            ]
        },
        ["zipper r1c1 r1c2 r1c3", "nabner r2c1 r2c2 r2c3", "modular r3c1 r3c2 r3c3", "entropic r4c1 r4c2 r4c3"],
    ),
    "between": (
        "Digits on a line lie strictly between the digits in the circles at its ends.",
        {"lines": [line((0, 0), (0, 3))], "overlays": [shape(0.5, 0.5, 0.8), shape(0.5, 3.5, 0.8)]},
        ["between r1c1 r1c2 r1c3 r1c4"],
    ),
    "sandwich": (
        "Sandwich: clues outside the grid sum the digits between the 1 and the 9.",
        {"overlays": [shape(-0.5, 0.5, 0.25, "12"), shape(3.5, 9.5, 0.25, "0")]},
        ["sandwich 12 r1c1-r9c1", "sandwich 0 r4c9-r4c1"],
    ),
    "skyscraper": (
        "Numbers outside count the visible skyscrapers.",
        {"overlays": [shape(9.5, 0.5, 0.25, "3")]},
        ["skyscraper 3 r9c1-r1c1"],
    ),
    "x-sum": ("X-sums apply.", {"overlays": [shape(0.5, -0.5, 0.25, "20")]}, ["x-sum 20 r1c1-r1c9"]),
    "numbered room": (
        "Numbered rooms: the Xth digit is the clue.",
        {"overlays": [shape(0.5, -0.5, 0.25, "7")]},
        ["numbered-room 7 r1c1-r1c9"],
    ),
    "parity": (
        "Cells with a grey circle are odd, cells with a grey square are even.",
        {"underlays": [filled(0.5, 0.5, 0.7), filled(1.5, 1.5, 0.7, rounded=False)]},
        ["odd r1c1", "even r2c2"],
    ),
    "quadruple": (
        "Digits in a white circle must appear in the four cells surrounding it.",
        {"overlays": [shape(1, 1, 0.7, "1 2 3")]},
        ["quadruple 1,2,3 r1c1 r1c2 r2c1 r2c2"],
    ),
    "diagonals": (
        "Digits cannot repeat on either marked diagonal.",
        {"lines": [{"wayPoints": [[0, 0], [9, 9]], "color": "#34BBE6", "thickness": 2}]},
        ["diagonal -"],
    ),
    "chess": (
        "Cells a knight's move apart cannot contain the same digit. Anti-king. "
        "Orthogonally adjacent cells cannot contain consecutive digits.",
        {},
        ["anti-king", "anti-knight", "non-consecutive"],
    ),
    "angles": (
        "Grey cells hold a smaller digit than their neighbours.",
        {
            "underlays": [filled(0.5, 0.5, 1, rounded=False)],
            "lines": [{"wayPoints": [[0.94, 0.4], [0.89, 0.5], [0.94, 0.6]], "color": "#000", "thickness": 1}],
        },
        ["greater r2c1 r1c1"],
    ),
    "cages with numbers": (
        "Digits in cages cannot repeat and sum to the total given.",
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": "9"}]},
        ["cage 9 r1c1 r1c2"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_usual_drawings(name: str) -> None:
    """A usual drawing whose kind the prose speaks of is that rule; nothing is left over, and a guess is called one."""
    rules, drawn, expected = CASES[name]
    record = pad(rules, **drawn)
    wanted = [rule.text for rule in Puzzle(bytes(81), CLASSIC, list(map(parse, expected))).constraints]
    assert sorted(texts(record)) == sorted(wanted)
    (warning,) = record.warnings
    assert warning.startswith("rules guessed from drawings and text, which may mean something else: ")
    assert warning.endswith("there is no stored solution to check them against")


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][1]])
def test_other_rules(name: str) -> None:
    """The same drawings under prose that speaks of nothing of the kind are no rules: they are named, and so is it."""
    record = pad("The colours show where my cat slept.", **CASES[name][1])
    assert texts(record) == []
    (warning,) = record.warnings
    assert "drawings (" in warning
    assert warning.endswith("rules may be missing here; its rules: The colours show where my cat slept.")


def test_stored_solution() -> None:
    """What the stored solution breaks is no rule, and that is said; what it keeps is called checked."""
    rules = "Digits along thermometers increase from the bulb end. Green lines are whispers: at least 5."
    drawn = {"underlays": [BULB], "lines": [RISING, line((8, 0), (8, 2), color=GREEN)]}
    record = pad(rules, SOLUTION, **drawn)
    assert texts(record) == ["thermo r1c1 r1c2 r1c3 r1c4"]
    kept, dropped, left = record.warnings
    assert kept.endswith("thermo; the stored solution keeps them")
    assert dropped == "not taken for rules, as the stored solution breaks them: whisper (green lines)"
    assert "drawings (green line) and rules in prose" in left
    assert "not understood: 'Green lines are whispers: at least 5'" in left or "Green lines are whispers" in left


def test_solution_tells_kinds_apart() -> None:
    """Where the prose allows two kinds of line, the one that the stored solution keeps is taken."""
    rules = "Lines are renban lines or palindromes; you find out which."
    drawn = {"lines": [line((0, 0), (0, 3), color="#884400")]}
    assert texts(pad(rules, SOLUTION, **drawn)) == ["renban r1c1 r1c2 r1c3 r1c4"]
    assert texts(pad(rules, **drawn)) == []


def test_half_understood() -> None:
    """A sentence that speaks of no rule that was read is named; the usual sentences are not."""
    rules = "Normal sudoku rules apply. Thermos increase from the bulb. Each 2x2 block hides a duck."
    record = pad(rules, underlays=[BULB], lines=[RISING])
    guessed, left = record.warnings
    assert "thermo" in guessed
    assert "not understood: 'Each 2x2 block hides a duck'; its rules: " in left
    assert record.rules == rules


def test_negations_are_no_rules() -> None:
    """ "No negative constraint" is none."""
    for text in (
        "Kropki. Not all dots are given.",
        "Kropki (no negative constraint).",
        "Kropki. No negative constraint.",
    ):
        assert texts(pad(text, overlays=[shape(0.5, 1, 0.3)])) == ["difference r1c1 r1c2"]


def test_loops() -> None:
    """A closed line has no ends: three cells across its joint are modular, too."""
    rules = "Modular lines: every three cells hold different remainders."
    ring = line((0, 0), (0, 2), (2, 2), (2, 0), (0, 0), color="#1FBDBD")
    found = texts(pad(rules, lines=[ring]))
    assert found == [
        "modular r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1",
        "modular r3c1 r2c1 r1c1 r1c2",
    ]


def test_frames_and_doubles() -> None:
    """Borders of regions, white backgrounds and the inside of a double line need no meaning."""
    frame = {"wayPoints": [[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]], "color": "#000000", "thickness": 3}
    box = {"wayPoints": [[3, 0], [3, 9]], "color": "#000000", "thickness": 3}
    inner = line((0, 0), (2, 2), color="#FFFFFF", thickness=4)
    outer = line((0, 0), (2, 2), color=GREEN)
    white = shape(4.5, 4.5, 0.25, rounded=False, borderColor="#FFFFFF")
    record = pad("Green whispers: at least 5 apart on a line.", lines=[frame, box, outer, inner], overlays=[white])
    assert texts(record) == ["whisper 5 r1c1 r2c2 r3c3"]
    assert len(record.warnings) == 1
    across = {"wayPoints": [[1, 0], [1, 9]], "color": "#000000", "thickness": 3}
    assert "drawings (black line)" in pad("Nothing.", lines=[across]).warnings[0]


@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, [None], [[1]], {"wayPoints": 3}, {"center": [1, 1e999]}])
def test_odd_drawings(odd: object) -> None:
    """What is no drawing at all does no harm."""
    drawn = {key: [odd, {"wayPoints": odd, "center": odd}] for key in ("lines", "arrows", "overlays", "underlays")}
    assert texts(pad("Thermometers.", **drawn)) == []


def test_said_beside_every_answer(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    """The command says beside a verdict that rules were guessed, in words and in its JSON; Python warns."""
    rules, drawn, _ = CASES["thermometer"]
    boxes = [[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)]
    value = {"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": boxes, "metadata": {"rules": rules}}
    text = json.dumps({**value, **drawn})
    file = tmp_path / "drawn.json"
    file.write_text(text)
    for command in ("verify", "solve"):
        run([command, str(file)])
        assert "rules guessed from drawings and text" in capsys.readouterr().err
        run([command, str(file), "--jsonl"])
        record = json.loads(capsys.readouterr().out.splitlines()[0])
        assert record["warnings"][0].startswith("rules guessed from drawings and text")
        assert [text.split()[0] for text in record["constraints"]] == ["thermo", "thermo"]
    with pytest.warns(CpSudokuWarning, match="rules guessed"):
        puzzle = Puzzle.parse(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert verify(puzzle).word == "multiple"
