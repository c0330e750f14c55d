"""f-puzzles: every key there and back, the boards it has, what is refused, and links as they are met."""

from __future__ import annotations

import json
import warnings
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import pytest

from cpsudoku import Geometry, Multiple, Puzzle, verify
from cpsudoku.constraints import from_dict, parse
from cpsudoku.constraints.keys import keys_of
from cpsudoku.errors import NotationError
from cpsudoku.formats import lz_string, read_one, write_records
from cpsudoku.formats.rules import rules_text

LINES = [["R1C1", "R1C2", "R2C3"], ["R5C5", "R6C5", "R7C5"]]
KEYS: dict[str, tuple[object, list[str]]] = {
    "diagonal+": (True, ["diagonal +"]),
    "diagonal-": (True, ["diagonal -"]),
    "antiknight": (True, ["anti-knight"]),
    "antiking": (True, ["anti-king"]),
    "nonconsecutive": (True, ["non-consecutive"]),
    "killercage": (
        [{"cells": ["R1C1", "R1C2"], "value": "9"}, {"cells": ["R3C1", "R3C2"]}],
        ["cage 9 r1c1 r1c2", "cage r3c1 r3c2"],
    ),
    "cage": ([{"cells": ["R1C1", "R1C2"], "value": "DR5"}], ["cage root=5 r1c1 r1c2"]),
    "arrow": (
        [
            {"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C3", "R3C4"]]},
            {"cells": ["R5C5"], "lines": [["R5C5", "R5C6"]]},
        ],
        ["arrow r1c1 r1c2 / r2c3 r3c4", "arrow r5c5 / r5c6"],
    ),
    "littlekillersum": (
        [
            {"cell": "R0C1", "direction": "DR", "value": "20"},
            {"cell": "R0C2", "direction": "DL", "value": "4"},
            {"cell": "R10C3", "direction": "UR", "value": "33"},
        ],
        ["little-killer 20 r1c2-r8c9", "little-killer 4 r1c1", "little-killer 33 r9c4-r4c9"],
    ),
    "odd": ([{"cell": "R1C1"}, {"cell": "R5C5"}], ["odd r1c1 r5c5"]),
    "even": ([{"cell": "R1C1"}, {"cell": "R5C5"}], ["even r1c1 r5c5"]),
    "minimum": ([{"cell": "R1C1"}, {"cell": "R1C2"}], ["minimum r1c1 r1c2"]),
    "maximum": ([{"cell": "R1C1"}, {"cell": "R1C2"}], ["maximum r1c1 r1c2"]),
    "rowindexer": ([{"cells": ["R1C1", "R1C2"]}], ["indexing row r1c1 r1c2"]),
    "columnindexer": ([{"cells": ["R1C1"]}, {"cells": ["R1C2"]}], ["indexing col r1c1", "indexing col r1c2"]),
    "boxindexer": ([{"cells": ["R1C1"]}], ["indexing box r1c1"]),
    "extraregion": ([{"cells": ["R1C1", "R2C4", "R3C7"]}], ["extra-region r1c1 r2c4 r3c7"]),
    "thermometer": ([{"lines": [line]} for line in LINES], ["thermo r1c1 r1c2 r2c3", "thermo r5c5 r6c5 r7c5"]),
    "slowthermometer": ([{"lines": LINES[:1]}], ["slow-thermo r1c1 r1c2 r2c3"]),
    "palindrome": ([{"lines": LINES[:1]}], ["palindrome r1c1 r1c2 r2c3"]),
    "renban": ([{"lines": LINES[:1]}], ["renban r1c1 r1c2 r2c3"]),
    "regionsumline": ([{"lines": LINES[:1]}], ["region-sum-line r1c1 r1c2 r2c3"]),
    "betweenline": ([{"lines": LINES[:1]}], ["between r1c1 r1c2 r2c3"]),
    "entropicline": ([{"lines": LINES[:1]}], ["entropic r1c1 r1c2 r2c3"]),
    "zipperline": ([{"lines": LINES[:1]}], ["zipper r1c1 r1c2 r2c3"]),
    "nabner": ([{"lines": LINES[:1]}], ["nabner r1c1 r1c2 r2c3"]),
    "doublearrow": ([{"lines": LINES[:1]}], ["double-arrow r1c1 r1c2 r2c3"]),
    "sumline": ([{"lines": LINES[:1], "value": "12"}], ["sum-line 12 r1c1 r1c2 r2c3"]),
    "lockout": ([{"lines": LINES[:1], "value": "4"}], ["lockout 4 r1c1 r1c2 r2c3"]),
    "whispers": ([{"lines": LINES[:1], "value": "4"}], ["whisper 4 r1c1 r1c2 r2c3"]),
    "modularline": ([{"lines": LINES[:1], "value": "4"}], ["modular 4 r1c1 r1c2 r2c3"]),
    "ratio": ([{"cells": ["R1C1", "R1C2"], "value": "3"}], ["ratio 3 r1c1 r1c2"]),
    "difference": ([{"cells": ["R1C1", "R1C2"], "value": "2"}], ["difference 2 r1c1 r1c2"]),
    "xv": (
        [{"cells": ["R1C1", "R1C2"], "value": "X"}, {"cells": ["R3C1", "R3C2"], "value": "V"}],
        ["xv 10 r1c1 r1c2", "xv 5 r3c1 r3c2"],
    ),
    "clone": ([{"cells": ["R1C1"], "cloneCells": ["R5C5"]}], ["clone r1c1 / r5c5"]),
    "quadruple": (
        [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1, 5]}],
        ["quadruple 1,1,5 r1c1 r1c2 r2c1 r2c2"],
    ),
    "sandwichsum": ([{"cell": "R0C4", "value": "15"}], ["sandwich 15 r1c4-r9c4"]),
    "xsum": ([{"cell": "R4C10", "value": "15"}], ["x-sum 15 r4c9-r4c1"]),
    "skyscraper": ([{"cell": "R10C4", "value": "3"}], ["skyscraper 3 r9c4-r1c4"]),
    "negative": (["ratio"], ["negative ratio ratio=2"]),
}
FILLED = {"whispers": "5", "lockout": "4", "modularline": "3"}


def whole(**changes: object) -> dict[str, Any]:
    """An empty f-puzzles object with some keys."""
    return {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], **changes}


def parsed(**changes: object) -> Puzzle:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return Puzzle.parse(json.dumps(whole(**changes)))


def again(puzzle: Puzzle) -> dict[str, Any]:
    """The object written of a puzzle."""
    (link,) = write_records([puzzle], "f-puzzles")
    found: dict[str, Any] = json.loads(lz_string.unpack(unquote(link.partition("load=")[2]).strip()))
    return found


def test_every_key_has_an_example() -> None:
    """The kinds say no key that the tests below do not read and write (disjoint groups are houses)."""
    assert set(keys_of("f-puzzles")) - {"disjointgroups"} == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_there_and_back(key: str) -> None:
    """A key is read as the rules it means, without a warning, and written as it was."""
    entry, texts = KEYS[key]
    puzzle = parsed(**{key: entry})
    assert [rule.text for rule in puzzle.constraints] == [rule.text for rule in parsed_texts(texts)]
    written = again(puzzle)
    assert written[key] == entry
    assert parsed(**{key: written[key]}) == puzzle


def parsed_texts(texts: list[str]) -> tuple[Any, ...]:
    from cpsudoku.constraints import parse

    return Puzzle.parse("." * 81).under(map(parse, texts)).constraints


def test_houses() -> None:
    """Both diagonals, disjoint groups and the windows are houses of the board, there and back."""
    windows = [[f"R{r + i}C{c + j}" for i in range(3) for j in range(3)] for r in (2, 6) for c in (2, 6)]
    puzzle = parsed(
        **{"diagonal+": True, "diagonal-": True, "disjointgroups": True},
        extraregion=[{"cells": cells} for cells in windows],
        killercage=[{"cells": ["R1C1"], "value": 5}],
    )
    assert puzzle.geometry == Geometry(3, 3, extras=("diagonals", "disjoint", "windoku"))
    assert [rule.text for rule in puzzle.constraints] == ["cage 5 r1c1"]
    assert Puzzle.parse(json.dumps(again(puzzle))) == puzzle


def test_values_left_out() -> None:
    """The usual numbers; clues without one say nothing, and lines of one cell neither."""
    lines = [{"lines": LINES[:1]}]
    puzzle = parsed(whispers=lines, lockout=lines, modularline=lines, ratio=[{"cells": ["R1C1", "R1C2"]}])
    assert [rule.text for rule in puzzle.constraints] == [
        "whisper 5 r1c1 r1c2 r2c3",
        "lockout 4 r1c1 r1c2 r2c3",
        "modular r1c1 r1c2 r2c3",
        "ratio r1c1 r1c2",
    ]
    empty = parsed(
        xv=[{"cells": ["R1C1", "R1C2"], "value": ""}],
        sandwichsum=[{"cell": "R0C1", "value": ""}],
        littlekillersum=[{"cell": "R0C1", "direction": "DR"}],
        thermometer=[{"lines": [["R1C1"]]}],
        quadruple=[{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}],
        clone=[{"cells": ["R1C1"], "cloneCells": ["R1C1"]}],
        arrow=[{"cells": ["R1C1"], "lines": []}],
    )
    assert empty.constraints == ()


def test_negative_constraints() -> None:
    """Dots of either colour exempt from both; ratios are those in use; white dots exempt from nonconsecutive."""
    dots = {"ratio": [{"cells": ["R1C1", "R1C2"], "value": 3}], "difference": [{"cells": ["R5C5", "R5C6"]}]}
    puzzle = parsed(**dots, negative=["ratio", "xv"])
    about_ratio, about_sums = puzzle.constraints[2:]
    assert (about_ratio.ratio, about_ratio.marked) == ((3,), (("r1c1", "r1c2"), ("r5c5", "r5c6")))
    assert (about_sums.sum, about_sums.marked) == ((5, 10), ())
    assert Puzzle.parse(json.dumps(again(puzzle))) == puzzle
    puzzle = parsed(**dots, nonconsecutive=True)
    assert (puzzle.constraints[2].word, puzzle.constraints[2].marked) == ("negative", (("r5c5", "r5c6"),))
    assert again(puzzle)["nonconsecutive"] is True
    assert Puzzle.parse(json.dumps(again(puzzle))) == puzzle


def test_boards() -> None:
    """A prime side has its rows as regions; regions override boxes; cells may lie in none."""
    seven = {"size": 7, "grid": [[{} for _ in range(7)] for _ in range(7)]}
    assert Puzzle.parse(json.dumps(seven)).geometry == Geometry(1, 7)
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    for cell in (0, 1, 4, 5):
        grid[cell // 4][cell % 4]["region"] = None
    puzzle = Puzzle.parse(json.dumps({"size": 4, "grid": grid}))
    assert puzzle.geometry.layout is not None
    assert puzzle.geometry.layout.regions == ((2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))
    assert Puzzle.parse(json.dumps(again(puzzle))) == puzzle
    grid[0][2]["region"] = 2
    with pytest.raises(NotationError, match="region 2 has 5 cells"):
        Puzzle.parse(json.dumps({"size": 4, "grid": grid}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"killercage": [{"cells": ["R1C1"], "value": "a few"}]}, "killercage: 'a few'; accepted: a whole number"),
        ({"killercage": [{"cells": ["R1C12"], "value": 3}]}, "killercage: 'R1C12'; accepted: cells R1C1 to R9C9"),
        ({"killercage": [[1]]}, "killercage: .*accepted: objects"),
        ({"thermometer": [{"lines": 3}]}, "thermometer: 3; accepted: lists of cells"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "xv: 'L'; accepted: X or V"),
        ({"sandwichsum": [{"cell": "R1C1", "value": 3}]}, "sandwichsum: 'R1C1'; accepted: a cell beside"),
        ({"sandwichsum": [{"cell": "R0C77", "value": 3}]}, "sandwichsum: 'R0C77'"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "UP", "value": 3}]}, "littlekillersum: 'UP'"),
        ({"difference": [{"cells": ["R1C1"]}]}, "difference: cells: 1 cells; it takes 2"),
        ({"productarrow": [{"cells": ["R1C1"]}]}, "holds productarrow, which cpsudoku does not read"),
    ],
)
def test_refused_by_name(changes: dict[str, Any], message: str) -> None:
    """What cannot be read is named, with what would be."""
    with pytest.raises(NotationError, match=message):
        Puzzle.parse(json.dumps(whole(**changes)))


def test_links_as_they_are_met() -> None:
    """Percent signs, blanks for plus signs, letters for links, and double slashes made one."""
    cages = KEYS["killercage"][0]
    titles = ("".join(map(chr, Random(k).choices(range(0x4E00, 0x9FFF), k=40))) + "\uffff" for k in range(99))
    texts = (json.dumps(whole(killercage=cages, title=title), ensure_ascii=False) for title in titles)
    text = next(text for text in texts if "//" in lz_string.pack(text) and "+" in lz_string.pack(text))
    packed = lz_string.pack(text)
    wanted = Puzzle.parse(text)
    for payload in (
        packed,
        quote(packed, safe=""),
        packed.replace("+", "%20"),
        packed.replace("/", "-").replace("=", "$"),
        packed.replace("+", "-").replace("/", "_"),
        packed.replace("+", "-"),
        packed.replace("//", "/", 1),
    ):
        for link in (f"https://f-puzzles.com/?load={payload}", f"https://sudokupad.app/fpuzzles{payload}"):
            if "$" not in link or "load" in link:
                assert read_one(link).puzzle == wanted, payload[:20]


def test_drawings_of_rules_are_no_drawings() -> None:
    """What an extension drew for a rule, notes in cages, and fog give no warning; other drawings do."""
    drawn = {"line": [{"lines": LINES, "isLLConstraint": True}], "foglight": ["R1C1"]}
    notes = [{"cells": ["R1C1"], "value": "FOGLIGHT"}, {"cells": [], "value": "title: Fog"}]
    lockout = KEYS["lockout"][0]
    assert not read_one(json.dumps(whole(**drawn, lockout=lockout, cage=notes, ruleset="Lines lock out."))).warnings
    (warning,) = read_one(json.dumps(whole(line=[{"lines": LINES}], lockout=lockout, ruleset="Lines lock."))).warnings
    assert "drawings (line)" in warning
    assert "Lines lock." in warning


def test_prose_alone_is_warned_of() -> None:
    """Rules in prose with no rule read: one may be missing."""
    record = read_one(json.dumps(whole(ruleset="Digits on the grey line rise.")))
    assert "rules in prose" in record.warnings[0]


def test_stored_solutions() -> None:
    """A list, a text, a text with commas; blanks make it none."""
    digits = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
    for given in (digits, "".join(map(str, digits)), ",".join(map(str, digits))):
        assert read_one(json.dumps(whole(solution=given))).solution == bytes(digits)
    assert read_one(json.dumps(whole(solution=["", *digits[1:]]))).solution is None


def test_verified() -> None:
    """A puzzle from a link is answered under its rules."""
    puzzle = parsed(killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}], thermometer=[{"lines": [["R1C1", "R1C2"]]}])
    answer = verify(puzzle)
    assert isinstance(answer, Multiple)
    assert {(answer.first.cells[0], answer.first.cells[1]), (answer.second.cells[0], answer.second.cells[1])} == {
        (1, 2)
    }
    assert from_dict(puzzle.constraints[0].to_dict()) == puzzle.constraints[0]


@pytest.mark.parametrize("engine", ["sat", "cp-sat", "recursive"])
@pytest.mark.parametrize("key", ["killercage", "thermometer", "renban", "extraregion"])
def test_more_cells_than_digits(key: str, engine: str) -> None:
    """A cage, thermometer, line or region with more cells than digits leaves no solution: a verdict, no error."""
    cells = [*(f"R1C{c}" for c in range(1, 10)), "R2C9", "R2C8"]
    entry = {"cells": cells, "value": ""} if key in ("killercage", "extraregion") else {"lines": [cells]}
    puzzle = Puzzle.parse(json.dumps(whole(**{key: [entry]})))
    assert not puzzle.constraints[0].holds([None] * 81)
    assert verify(puzzle, engine=engine).word == "impossible"


def test_the_rules_it_writes_read_as_sentences() -> None:
    """The sentences are those of the kinds, and what is written is understood where it is read again."""
    texts = ["cage 9 r1c1 r1c2", "little-killer 12 r1c6 r2c7 r3c8 r4c9", "thermo r5c1-r5c3"]
    puzzle = Puzzle(bytes(81)).under([parse(text) for text in texts])
    (link,) = write_records([puzzle], "f-puzzles")
    record = read_one(link)
    assert record.puzzle == puzzle
    assert (record.rules, record.warnings) == ("", ())
    said = rules_text(puzzle.geometry, puzzle.constraints)
    assert "sum to the number outside the grid and may repeat." in said
    assert "Digits in a cage do not repeat and sum to the number in its corner" in said
    assert "*" not in said
