"""Texts with every key and style of each format, on small boards: what `test_readings` reads, changes and writes."""

from __future__ import annotations

import json
import re
from typing import Any

from cpsudoku.formats import lz_string

CELLS = "1..4..2..3..2..1"
FULL = "1234342143122143"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

MAP = "AABBAABBCCDDCCDD"
_IPUZ = "http://ipuz.org/sudoku"
LINES: dict[str, tuple[str, str]] = {
    "line": ("line", f"{CELLS} # 4.2\n{NINE} {SOLVED};hard\n"),
    "line with blanks": ("line", "1 0 0 4, 0 0 2 0, 0 3 0 0, 2 0 0 1\n"),
    "nine": ("line", NINE),
    "line and longer": ("line", f"{NINE} {'1' + '.' * 255}\n"),
    "line of words": ("line", "abcdefghijklmnopqrstuvwxy 1212121212121212\n1.2.34 12345678123456781234\n"),
    "line of candidates": ("line", "1....23..23....4..34..34.2..1......4..3.1....2...2..1.....341... hard\n"),
    "line with a map": ("line", f"x {CELLS} {MAP}\n{CELLS}{MAP} hard\n{CELLS} {MAP} easy\n"),
    "line beyond nine": ("line", "A" + "." * 254 + "G\n"),
    "plain lines": ("line", f"{NINE}\n{NINE},{SOLVED},5\n# comment\n{NINE.replace('.', '0')} x\n"),
    "integers": ("integers", "1 . . 4 . . 2 . . 3 . . 2 . . 1 # 4.2\n"),
    "integers as grid": ("integers", "1 0 0 4\n0 0 2 0\n0 3 0 0\n2 0 0 1\n"),
    "grid": ("grid", "Title here\n1 . | . 4\n. . | 2 .\n----+----\n. 3 | . .\n2 . | . 1\n"),
    "grid of characters": ("grid", "1..4\n..2.\n.3..\n2..1\n"),
    "grid with commas": ("grid", "[[1,,,4],\n[,,2,],\n[,3,,],\n[2,,,1]]\n"),
    "grid with bars": ("grid", "|1| | |4|\n| | |2| |\n| |3| | |\n|2| | |1|\n"),
    "grid with blanks": ("grid", "1  4\n  2 \n 3  \n2  1\n"),
    "grid drawn": ("grid", "┌───┬───┐\n│1 .│. 4│\n│. .│2 .│\n├───┼───┤\n│. 3│. .│\n│2 .│. 1│\n└───┴───┘\n"),
    "two grids": ("grid", "1..4\n..2.\n\n.3..\n2..1\n\n# another\n4..1\n..3.\n.2..\n3..4\n"),
    "grid and map": ("grid", "1..4\n..2.\n.3..\n2..1\n\nAABB\nAABB\nCCDD\nCCDD\n"),
    "grid and small map": ("grid", re.sub("(.{9})", "\\1\n", NINE) + "\nAABB\nAABB\nCCDD\nCCDD\n"),
    "grid, map and grid": ("grid", "1..4\n..2.\n.3..\n2..1\n\nAABB\nAABB\nCCDD\nCCDD\n\n1..4\n..2.\n.3..\n2..1\n"),
    "pencilmarks": ("pencilmarks", "#4\n+--+--+\n|1 23|23 4|\n|34 34|2 1|\n+---+---+\n|4 3|1 2|\n|2 1|34 1|\n+---+\n"),
    "sdk": ("sdk", "#AMe\n#CA comment\n[Puzzle]\n1..4\n..2.\n.3..\n2..1\n[State]\n12.4\n..2.\n.3..\n2..1\n[No]\nx\n"),
    "sdk rows": ("sdk", "#DTitle\n1..4\n..2.\n.3..\n2..1\n#CAnother\n4..1\n..3.\n.2..\n3..4\n"),
    "ss": ("ss", "*-----*\n|1.|.4|\n|..|2.|\n|--+--|\n|.3|..|\n|2.|.1|\n*-----*\n"),
    "sdx": ("sdx", "1 u2 23 4\n34 34 2 1\n4 3 1 2\n2 1 34 1\n"),
    "csv": ("csv", f"id,Puzzle,solution,note\n7,{CELLS},{FULL},4.2\n8,{CELLS},,\"two, or\nthree\"\n"),
    "csv plain": ("csv", f"quizzes;solutions;rating\n{NINE};{SOLVED};5\n{NINE};;6\n"),
    "csv of cells": ("csv", ",".join(f"c{k}" for k in range(16)) + ",solution,id\n" + ",".join(CELLS) + f",{FULL},7\n"),
    "csv of rows": ("csv", ",".join(f"r{k // 4 + 1}c{k % 4 + 1}" for k in range(16)) + "\n" + ",".join(CELLS) + "\n"),
    "csv with rules": ("csv", f"title,initial_board,rules,rows,cols\nDucks,{CELLS},Ducks hide.,4,4\n"),
    "csv of integers": ("csv", f"puzzle,solution\n{'1 ' * 9}10{' .' * 90},{'1 2 3 4 5 6 7 8 9 10 ' * 10}\n"),
    "csv rounded": ("csv", "puzzle,note\n1.2E+80,x\n1.2e+80 with more words behind it,y\n12345,z\n"),
    "csv short": ("csv", f"a,b,puzzle\n1,2\n1\n1,2,{CELLS}\n"),
    "csv zeros": ("csv", f"puzzle,note\n{NINE.replace('.', '0')[3:]},x\n{'1' * 60}0{'1' * 16},y\n"),
    "csv unquoted": ("csv-unquoted", f'puzzle,solution,note\n{CELLS},{FULL},5" tall, 6" wide\n'),
    "candidates": ("candidates", "1....23..23....4..34..34.2..1......4..3.1....2...2..1.....341... # 4.2\n"),
    "hodoku": ("hodoku", f":0702:9:{NINE.replace('.', '+2', 1)}:143 916:r1c2:extra:\n"),
    "hodoku plain": ("hodoku", f":0000:x:{NINE}::\n"),
    "susser": ("susser", f"{NINE.replace('.', '+4', 2)[:-1]}+9:143 916\n"),
    "opensudoku": (
        "opensudoku",
        f'<?xml version="1.0"?>\n<opensudoku version="2"><name>Folder</name>\n<folder name="Some">'
        f'<game created="0" data="{NINE.replace(".", "0")}" note="A &amp; B"/></folder>\n</opensudoku>\n',
    ),
    "other xml": ("opensudoku", f'<html><game data="{NINE}"/><game data="version: 2"/></html>\n'),
    "iss": ("iss", ".Shape~4x4.~R1C1_1~R1C4_4\n.Cage~5~R1C2~R1C3.Or.Thermo~R2C1~R2C2.And.Renban~R3C1~R3C2.End.End\n"),
    "iss board": ("iss", ".Shape~4x6~0-6.NoBoxes.RegionSize~6.Jigsaw~aaabbbaaabbbcccdddcccddd.~R1C1_0_1\n"),
    "iss tall": ("iss", ".Shape~6x4.~R1C1_1\n"),
    "json lines": ("jsonl", f'{{"puzzle": "x"}}\n[1]\n{{"clues": 1, "puzzle": "{CELLS}"}}\n{{"puzzle": "{CELLS}"}}\n'),
    "ipuz list": ("ipuz", f'[1, {{"kind": []}}, {{"kind": ["{_IPUZ}"], "puzzle": {[[1, 0, 0, 2]] * 4}}}]\n'),
    "call": ("ipuz", f'ipuz({{"kind": ["{_IPUZ}"], "puzzle": {[[1, 0, 0, 2]] * 4}}});\n'),
    "iss link": ("iss", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3\n"),
}  # fmt: skip

_BOXES = [[r, c] for r in (0, 2) for c in (0, 2)]
_GRID = [[{"value": 1, "given": True}, {}, {"givenPencilMarks": [2, 3]}, {"value": 4}], [{}] * 4, [{}] * 4,
         [{"centerPencilMarks": [1, 2], "candidates": [2, 4], "cornerPencilMarks": [3]}, {"c": 2},
          {"cArray": [3, "#00FF00"]}, {"value": 1, "given": True, "highlight": 1}]]  # fmt: skip
_LINE = {"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#123456", "thickness": 10}
_MARK = {"center": [1, 1.5], "width": 0.3, "height": 0.3, "text": "", "rounded": True, "backgroundColor": "#FFFFFF",
         "borderColor": "#000000"}  # fmt: skip


def _pad(rules: str, solution: str = "", **drawn: Any) -> dict[str, Any]:
    """A SudokuPad file of 4x4 cells."""
    cells: list[list[dict[str, Any]]] = [[{"value": 1}, {}, {}, {"value": 4, "given": False}], [{}] * 4, [{}] * 4,
                                         [{}] * 3 + [{"v": 1}]]  # fmt: skip
    regions = [[[r + i // 2, c + i % 2] for i in range(4)] for r, c in _BOXES]
    return {"cells": cells, "regions": regions, "metadata": {"rules": rules, "solution": solution}, **drawn}


def _line(*points: list[float], color: str = "#67F067", thickness: float = 10) -> dict[str, Any]:
    return {"wayPoints": [list(point) for point in points], "color": color, "thickness": thickness}


def _mark(row: float, column: float, size: float, text: str = "", fill: str = "#FFFFFF", **more: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, "rounded": True, "text": text,
            "backgroundColor": fill, "borderColor": "#000000"} | more  # fmt: skip


def _link(value: dict[str, Any]) -> str:
    return f"scl{lz_string.pack(json.dumps(value))}"


DRAWN = ("lines", "arrow", "under", "overl", "cages")
OBJECTS: dict[str, tuple[Any, ...]] = {
    "jsonl": (
        "jsonl",
        {
            "puzzle": CELLS, "solution": FULL, "rest": "A title", "author": "Me", "rules": "Ducks hide.",
            "constraints": ["cage 5 r1c2 r1c3", {"type": "thermo", "cells": ["r2c1", "r2c2"]}], "fog": ["r1c1", 5],
            "drawings": {"lines": [_LINE, _LINE], "overlays": [_MARK]}, "entries": {"r2c1": 3},
            "pencil_marks": {"r1c3": [2, 3], "r2c4": [1]}, "rating": 4.2, "schema": "puzzle/1",
        },
    ),
    "jsonl board": (
        "jsonl",
        {
            "rows": 2, "columns": 3, "digits": [0, 4], "latin": False, "regions": [["r1c1", "r1c2"], "r2c1 r2c2"],
            "clues": {"r1c1": 0, "r2c3": 4},
            "pencil_marks": {"r1c2": [0, 3]}, "solution": [[0, 1, 2], [2, 3, 4]], "constraints": ["sum 5 r1c2 r2c2"],
        },
    ),
    "jsonl size": (
        "jsonl",
        {"puzzle": "." * 35 + "C", "size": "2x3", "extras": ["diagonals"], "alphabet": "A-F"},
    ),
    "jsonl wide": ("jsonl", {"puzzle": "." * 143 + "C", "size": "2x6"}),
    "jsonl letters": ("jsonl", {"rows": 1, "columns": 12, "puzzle": "A..........b"}),
    "jsonl candidates": (
        "jsonl",
        {"puzzle": CELLS, "candidates": "".join("1234" if c == "." else "...." for c in CELLS)},
    ),
    "json texts": ("json", [{"mission": CELLS, "win": FULL, "name": "x"}, {"puzzle": CELLS, "solution": FULL}]),
    "jsonl regions": ("jsonl", {"puzzle": [[1, 0, 0, 4], [0] * 4, [0] * 4, [0] * 4], "regions": "aabbaabbccddccdd"}),
    "jsonl answer": (
        "jsonl",
        {"schema": "candidates/1", "puzzle": CELLS, "candidates": [[1]] * 16, "open": [[2, 3]] * 16},
    ),
    "json": ("json", {"data": {"grids": [{"grid": [[1, 0, 0, 4], [0] * 4, [0] * 4, [2, 0, 0, 1]], "solution":
                      [[1, 2, 3, 4], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 4, 3]], "difficulty": "Hard"}], "thermo": []}}),
    "sudoku-puzzle": (
        "sudoku-puzzle",
        {
            "format": "sudoku-puzzle", "format_version": 1, "meta": {"title": "4.2", "rules": "Ducks hide."},
            "board": {"rows": 4, "cols": 4}, "digits": 4, "givens": [1, 0, 0, 4, 0, 0, 2, 0, 0, 3, 0, 0, 2, 0, 0, 1],
            "solution": [1, 2, 3, 4, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 4, 3], "candidates": {"r1c2": [2, 3], "r2c1": [3]},
            "rules": [{"type": "box_grid", "box": [2, 2], "origin": "r1c1"},
                      {"type": "region", "kind": "diagonal", "cells": ["r1c1", "r2c2", "r3c3", "r4c4"]},
                      {"type": "region", "kind": "diagonal", "cells": ["r1c4", "r2c3", "r3c2", "r4c1"]}],
            "decorations": [{"type": "dot"}],
        },
    ),
    "sudoku-puzzle jigsaw": (
        "sudoku-puzzle",
        {
            "format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 2, "cols": 2}, "digits": 2,
            "givens": [1, 0, 0, 0],
            "rules": [{"type": "grid", "origin": "r1c1"}, {"type": "box", "cells": ["r1c1", "r1c2"]},
                      {"type": "box", "cells": ["r2c1", "r2c2"]}],
        },
    ),
    "sudoku-bench": (
        "sudoku-bench",
        {
            "title": "Ducks", "rules": "Ducks hide.", "initial_board": CELLS, "solution": FULL, "rows": 4, "cols": 4,
            "visual_elements": '[{"type": "line"}, "x"]', "encoded_puzzle": "", "extra": "more",
        },
    ),
    "ipuz": (
        "ipuz",
        {
            "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/diagonalsudoku#1"], "title": "A title",
            "charset": "ABCD", "empty": "-", "intro": "Ducks hide.", "author": "Me", "dimensions": {"width": 4},
            "block": False, "volatile": True,
            "puzzle": [["A", 0, {"value": "C"}, "D"], ["-"] * 4, [None] * 4, [{"cell": 2}, 0, 0, "1"]],
            "solution": [list("ABCD"), list("CDAB"), list("BADC"), list("DCBA")],
            "saved": [["A", "B", 0, 0], [0] * 4, [0] * 4, [0] * 4],
        },
    ),
    "ipuz jigsaw": (
        "ipuz",
        {
            "kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"], "puzzle": [[1, 0, 0, 0], *[[0] * 4] * 3],
            "zones": [{"cells": [[1, k] for k in range(1, 5)]}, {"cells": [[2, k] for k in range(1, 5)]},
                      {"cells": [[3, k] for k in range(1, 5)]}, {"cells": [[4, k] for k in range(1, 5)]}],
        },
    ),
    "f-puzzles": (
        "f-puzzles",
        {
            "size": 4, "title": "A title", "author": "Me", "ruleset": "Ducks hide.", "grid": _GRID,
            "solution": list(FULL), "foglight": ["R1C1", "R2C2"], "diagonal+": True, "antiknight": True,
            "negative": ["ratio"], "ratio": [{"cells": ["R1C1", "R1C2"], "value": "2"}],
            "killercage": [{"cells": ["R2C1", "R2C2"], "value": "5"}], "extraregion": [{"cells": ["R3C1", "R3C2"]}],
            "thermometer": [{"lines": [["R4C1", "R4C2", "R4C3"]]}], "successMessage": "Well done",
        },
    ),
    "f-puzzles drawings": (
        "f-puzzles",
        {
            "size": 4, "disjointgroups": True, "grid": [[{}] * 4] * 4,
            "cage": [{"cells": ["R1C1", "R1C2"], "value": "x", "outlineC": "#FF0000", "fontC": "#0000FF"}],
            "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#00FF00", "width": 0.5}],
            "circle": [{"cells": ["R1C1", "R1C2"], "baseC": "#FFFFFF", "outlineC": "#000000", "fontC": "#111111",
                        "width": 0.4, "height": 0.6, "value": "7", "angle": 45}],
            "rectangle": [{"cells": ["R2C2"], "baseC": "#FFFFFF", "width": 1, "height": 1}],
            "text": [{"cells": ["R1C0"], "fontC": "#000000", "size": 1.5, "value": "12"}],
            "disabledlogic": ["x"], "fogofwar": ["R2C2"],
        },
    ),
    "f-puzzles regions": (
        "f-puzzles",
        {
            "size": 4, "diagonal-": True, "diagonal+": True,
            "grid": [[{"region": column} for column in range(4)] for row in range(4)],
        },
    ),
    "sudokupad": (
        "sudokupad",
        {
            "id": "x", "cells": [[{"value": 1}, {}, {"givenCentremarks": [2, 3]}, {"value": 4, "given": False}],
                                 [{}] * 4, [{}] * 4, [{"pencilMarks": [1]}, {}, {}, {"v": 1}]],
            "regions": [[[r + i // 2, c + i % 2] for i in range(4)] for r, c in _BOXES],
            "cages": [{"value": "title: A title"}, {"value": "5", "cells": [[0, 1], [0, 2]], "sum": 5, "unique": True},
                      {"cells": [[1, 0], [1, 1]], "unique": True}, {"cells": [[2, 2], [2, 3]], "value": "x"},
                      {"cells": [[2, 0], [3, 1]], "value": "6"}, {"cells": [[0, 0], [1, 1], [2, 2], [3, 3]]}],
            "metadata": {"author": "Me", "rules": "Ducks hide. Killer cages sum.", "solution": FULL, "antiknight": True,
                         "msgcorrect": "Well done"},
            "global": ["antiking"], "foglight": [[0, 0], [1, 1]], "lines": [_LINE], "un": [_MARK],
        },
    ),
    "lines": (
        "sudokupad",
        _pad(
            "Digits along thermometers rise from the bulb. Digits on an arrow sum to the circle. "
            "Green lines are whispers, differing by at least 2. Purple lines are renban.",
            lines=[_line([0.5, 0.5], [0.5, 2.5], color="#CFCFCF"), _line([1.5, 0.5], [1.5, 2.5]),
                   _line([2.5, 0.5], [3.5, 1.5], color="#F067F0")],
            arrows=[_line([3.5, 3.5], [1.5, 3.5], color="#A1A1A1")],
            underlays=[_mark(0.5, 0.5, 0.75, fill="#CFCFCF", borderColor="#CFCFCF")],
            overlays=[_mark(3.5, 3.5, 0.8)],
        ),
        *DRAWN,
    ),
    "dots": (
        "sudokupad",
        _pad(
            "White dots are consecutive. Black dots are 1:2. X sums to 10, V to 5. All dots are given. "
            "Digits in a circle appear in the surrounding four cells (quadruple). Signs point to the greater digit.",
            overlays=[_mark(0.5, 1, 0.3), _mark(1, 0.5, 0.3, fill="#000000"), _mark(1.5, 2, 0.25, "V", rounded=False),
                      _mark(2, 2, 0.7, "12"), _mark(2.5, 3, 0.25, ">", rounded=False)],
        ),
        *DRAWN,
    ),
    "outside": (
        "sudokupad",
        _pad(
            "Sandwich sums stand beside rows. Little killers: arrows give sums of diagonals. Circles hold odd digits, "
            "squares even digits. The marked diagonal holds each digit once. Inequality signs between cells.",
            overlays=[_mark(0.5, -0.5, 0.25, "5", rounded=False), _mark(-0.5, 0.5, 0.25, "7", rounded=False),
                      _mark(5.5, -0.5, 0.25, "6", rounded=False)],
            arrows=[_line([-0.2, 0.8], [-0.02, 0.98], color="#000000")],
            underlays=[_mark(1.5, 1.5, 0.7, fill="#CFCFCF", borderColor="#CFCFCF"),
                       _mark(2.5, 2.5, 0.7, fill="#CFCFCF", borderColor="#CFCFCF", rounded=False)],
            lines=[_line([0, 0], [4, 4], color="#2ECBFF", thickness=2),
                   _line([0.9, 1.4], [1.1, 1.5], [0.9, 1.6], color="#000000", thickness=1)],
        ),
        *DRAWN,
    ),
    "carried": (
        "sudoku-bench",
        {
            "title": "Ducks", "rules": "Ducks hide.", "initial_board": CELLS, "solution": FULL, "rows": 4,
            "encoded_puzzle": _link({"cells": [[{"value": int(c)} if c != "." else {} for c in CELLS[r : r + 4]]
                              for r in range(0, 16, 4)], "regions": _pad("")["regions"],
                              "metadata": {"title": "T", "solution": FULL}}),
        },
    ),
    "ended": (
        "sudokupad",
        _pad(
            "Digits on a line between two circles lie between the digits in them.",
            lines=[_line([0.5, 0.5], [0.5, 2.5]), _line([2.5, 0.5], [2.5, 2.5]), _line([3.5, 0.5], [3.5, 1.5])],
            overlays=[_mark(0.5, 0.5, 0.8), _mark(0.5, 2.5, 0.8), _mark(2.5, 0.5, 0.8), _mark(3.5, 1.5, 0.8)],
        ),
        *DRAWN,
    ),
    "loops": (
        "sudokupad",
        _pad(
            "Purple lines are renban. Green lines are entropic.",
            lines=[_line([0.5, 0.5], [0.5, 1.5], [1.5, 1.5], [1.5, 0.5], [0.5, 0.5], color="#F067F0"),
                   _line([2.5, 0.5], [2.5, 1.5], [3.5, 1.5], [3.5, 0.5], [2.5, 0.5])],
        ),
        *DRAWN,
    ),
    "crossed": (
        "sudokupad",
        _pad("Purple lines are renban.",
             lines=[_line([0.5, 0.5], [0.5, 2.5], [1.5, 2.5], [0.5, 1.5], color="#F067F0"),
                    _line([3.5, 1.5], [3.5, 3.5], [2.5, 2.5], [3.5, 2.5], color="#F067F0"),
                    _line([2.5, 1.5], [2.5, 0.5], [1.5, 1.5], [1.5, 0.5], [2.5, 0.5], color="#F067F0")]),
        *DRAWN,
    ),
    "angles": (
        "sudokupad",
        _pad(
            "Inequality signs: the angle points to the smaller digit. Little killers: sums of diagonals.",
            lines=[_line([1.4, 1.9], [1.5, 2.1], [1.6, 1.9]), _line([2.6, 3.1], [2.5, 2.9], [2.4, 3.1]),
                   _line([2, 1], [2, 3], color="#000000"), _line([1, 2], [3, 2], color="#000000"),
                   _line([0, 0], [0, 4], [4, 4], color="#000000")],
            overlays=[_mark(2, 2, 3.5, rounded=False, fill="#CFCFCF"), _mark(-1.5, 0.5, 0.25, "9", rounded=False)],
            arrows=[_line([-1.2, 0.8], [-1.0, 1.0], color="#000000")],
        ),
        *DRAWN,
    ),
    "without words": (
        "sudokupad",
        _pad(
            "", FULL,
            lines=[_line([0.5, 0.5], [0.5, 1.5]), _line([3.5, 0.5], [2.5, 1.5], color="#F067F0"),
                   _line([0, 2], [4, 2], color="#000000"), _line([0.5, 2.5], [0.5, 3.5], color="#FFFFFF")],
            overlays=[_mark(1.5, 2, 0.3), _mark(0.5, 4.5, 0.25, "3", rounded=False),
                      _mark(2.5, 2.5, 0.8), _mark(2.5, 3.5, 0.8)],
            underlays=[_mark(3.5, 3.5, 1, fill="#FFD0D0", rounded=False)],
            cages=[{"cells": [[1, 0], [1, 1]], "value": "7"}],
        ),
        *DRAWN,
    ),
}  # fmt: skip

RULES = {
    "little_killer": ["little-killer 5 r1c3 r2c2 r3c1", "little-killer 5 r3c1 r2c2 r1c3", "little-killer 5 r3c3 r2c2"],
    "arrow": ["arrow r1c1 r1c2 / r2c2 r3c2", "arrow r1c1 r2c1 / r2c2 r3c3", "arrow r1c1 r1c2 r1c3 / r2c3"],
    "thermo": ["thermo r3c3 r2c2 r1c1", "thermo r1c1 r1c2 r2c2"],
    "greater": ["greater r1c1 r2c1", "greater r2c1 r1c1", "greater r1c2 r1c1"],
    "sandwich": ["sandwich 3 r1c3 r1c2 r1c1", "sandwich 3 r3c1 r2c1 r1c1", "sandwich 3 r1c1 r2c1 r3c1"],
    "quadruple": ["quadruple 1,2 r2c2 r2c3 r3c2 r3c3"],
    "between": ["between r1c1 r2c2 r3c3"],
}
"""Further rules of a kind, on a board of 3x3 without boxes."""
