"""What the page asks while a puzzle is set: sheets, kinds of rules, verdicts, repairs, sums, proofs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")

from cpsudoku import Puzzle, verify
from cpsudoku.constraints import KINDS
from cpsudoku.evidence.checker import check_certificate
from cpsudoku.formats import read_one
from cpsudoku.web.jobs import answer

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = Path(__file__).parent.parent / "puzzles"
VARIANTS = [json.loads(line) for line in (PUZZLES / "variants.jsonl").read_text().splitlines()]


def stated(line: str) -> str:
    """A row of `boards.jsonl` in our own JSON: its board in the keys of that format."""
    row = json.loads(line)
    kind, _, rest = row["board"].partition(" ")
    board = {"boxes": {"size": rest}, "jigsaw": {"regions": rest}}.get(kind, {"extras": [kind]})
    return json.dumps({**board, "puzzle": row["puzzle"]})


BOARDS = [stated(line) for line in (PUZZLES / "boards.jsonl").read_text().splitlines()]


def text_of(sheet: dict[str, Any], **more: Any) -> str:
    """The text that the page sends for a sheet."""
    kept = {key: sheet[key] for key in ("puzzle", "constraints", "rules") if key in sheet}
    return json.dumps({**sheet["frame"], **kept, **more})


@pytest.mark.parametrize("text", [row["iss"] for row in VARIANTS] + BOARDS)
def test_a_sheet_is_the_puzzle(text: str) -> None:
    """A sheet sent back is the puzzle that was read: board, clues and rules; and its empty board is drawn."""
    record = answer("read", {"puzzle": text})
    assert read_one(text_of(record["sheet"])).puzzle == read_one(text).puzzle
    assert record["svg"].startswith("<svg")
    assert 'class="clue"' not in record["svg"]


def test_a_game_is_kept_apart() -> None:
    """What a player wrote is in the sheet, not among the clues."""
    sheet = answer("read", {"puzzle": json.dumps({"puzzle": EASY, "entries": {"r1c3": 4}})})["sheet"]
    assert sheet["entries"] == {"r1c3": 4}
    assert sheet["puzzle"][0][2] is None


def test_written_and_read_again() -> None:
    """A killer goes to each format of setters and comes back; what a format cannot hold at all is refused in words."""
    killer = json.dumps({"puzzle": EASY, "constraints": ["cage 7 r1c3 r1c4", "cage r5c2 r5c3"]})
    for to in ("f-puzzles", "sudokupad", "iss", "jsonl"):
        record = answer("write", {"puzzle": killer, "to": to})
        assert answer("read", {"puzzle": record["written"]})["sheet"]["constraints"] == [
            {"type": "cage", "cells": ["r1c3", "r1c4"], "sum": 7},
            {"type": "cage", "cells": ["r5c2", "r5c3"]},
        ]
    assert "cannot hold" in answer("write", {"puzzle": killer, "to": "line"})["message"]
    assert "unknown" in answer("write", {"puzzle": killer, "to": "clay"})["message"]


def test_every_kind_is_a_tool() -> None:
    """Each kind of rule is listed with its meaning; those drawn have cells, and the gestures are those of setters."""
    found = {kind["word"]: kind for kind in answer("kinds", {})["kinds"]}
    assert set(found) == set(KINDS)
    assert all(kind["meaning"] for kind in found.values())
    drawn = {word: kind["drawn"] for word, kind in found.items()}
    assert {word: drawn[word] for word in ("cage", "thermo", "arrow", "xv", "quadruple", "little_killer", "even")} == {
        "cage": "cage",
        "thermo": "line",
        "arrow": "line",
        "xv": "pair",
        "quadruple": "corner",
        "little_killer": "outside",
        "even": "cells",
    }
    assert {drawn[word] for word in ("anti_knight", "diagonal", "windoku")} == {"board"}
    assert {drawn[word] for word in ("and", "or", "not")} == {"words"}
    assert (found["arrow"]["split"], found["clone"]["split"]) == ("first", "halves")
    for kind in found.values():
        if kind["drawn"] not in ("board", "words"):
            assert kind["takes"][0]["form"] == "cells"


@pytest.mark.parametrize("row", VARIANTS[:8], ids=lambda row: row["rest"])
def test_the_verdict_of_variants(row: dict[str, Any]) -> None:
    """The grid of a unique variant is its published solution."""
    record = answer("judge", {"puzzle": row["iss"]})
    assert (record["verdict"], "".join(map(str, record["grid"]))) == ("unique", row["solution"])


def test_two_grids_and_clashes() -> None:
    """Of several solutions two are told, both of the puzzle; of none, the clues that clash."""
    record = answer("judge", {"puzzle": EASY[:60] + "." * 21})
    assert record["verdict"] == "multiple"
    assert record["grid"] != record["other_grid"]
    for grid in (record["grid"], record["other_grid"]):
        assert all(c in (".", str(d)) for c, d in zip(EASY[:60], grid))
    record = answer("judge", {"puzzle": "55" + EASY[2:]})
    assert [clue["cell"] for clue in record["conflict"]] == ["r1c1", "r1c2"]


def test_grids_known_before() -> None:
    """Two grids of an earlier version that are solutions still are the answer; others, and rubbish, are passed over."""
    first = answer("judge", {"puzzle": EASY[:60] + "." * 21})
    grids = [" ".join(map(str, first[key])) for key in ("grid", "other_grid")]
    fewer = {"puzzle": EASY[:50] + "." * 31, "seconds": 0}
    for known in (";".join(grids), ";".join(["1 2 3", "x", "", *grids, grids[0]])):
        record = answer("judge", {**fewer, "known": known})
        assert (record["verdict"], record["grid"], record["other_grid"]) == (
            "multiple",
            first["grid"],
            first["other_grid"],
        )
    twice = answer("judge", {"puzzle": EASY, "known": f"{grids[0]};{grids[0]}"})
    assert twice["verdict"] == "unique"
    ruled = json.dumps({"puzzle": EASY[:60] + "." * 21, "constraints": ["anti-king"]})
    assert answer("judge", {"puzzle": ruled, "known": ";".join(grids)})["verdict"] == "impossible"


def test_the_repair() -> None:
    """A mistyped clue: the digit that makes the puzzle unique is among the repairs."""
    wrong = EASY[:8] + "3" + EASY[9:]
    record = answer("diagnose", {"puzzle": wrong[:1] + "4" + wrong[2:]})
    assert record["verdict"] == "impossible"
    assert record["conflict"]
    record = answer("diagnose", {"puzzle": "8" + EASY[1:]})
    assert {"cell": "r1c1", "digit": 5} in record["repair"]


def test_needless_rules() -> None:
    """A rule that a unique puzzle does not need is named in its text form."""
    record = answer("diagnose", {"puzzle": json.dumps({"puzzle": EASY, "constraints": ["even r1c3", "odd r1c1"]})})
    assert record["verdict"] == "unique"
    assert "odd r1c1" in record["spare"]
    assert "could go" in record["message"]


def test_sums_of_the_solution() -> None:
    """Cages without a sum get that of the only solution; of a grid the player filled, where there are several."""
    killer = {"puzzle": EASY, "constraints": ["cage r1c3 r1c4", "cage 8 r5c2 r5c3"]}
    record = answer("fill", {"puzzle": json.dumps(killer)})
    assert [rule.get("sum") for rule in record["sheet"]["constraints"]] == [10, 8]
    empty = {"puzzle": [[None] * 4] * 4, "constraints": ["cage r1c1 r1c2"]}
    entries = [[4, 3, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2], [1, 2, 3, 4]]
    record = answer("fill", {"puzzle": json.dumps({**empty, "entries": entries})})
    assert record["sheet"]["constraints"][0]["sum"] == 7
    assert "grid filled in" in record["message"]
    assert "already" in answer("fill", {"puzzle": text_of(record["sheet"])})["message"]
    assert "no solution" in answer("fill", {"puzzle": json.dumps({**killer, "puzzle": "55" + EASY[2:]})})["message"]


def test_a_certificate_that_checks() -> None:
    """What the page hands out as a certificate is one: the checker accepts it."""
    record = answer("certify", {"puzzle": EASY})
    assert record["verdict"] == "unique"
    assert check_certificate(record["proof"]).claim == "unique"
    assert Puzzle.parse(record["proof"]["puzzle"]).line() == EASY


def test_notes_of_a_game() -> None:
    """A broken rule is named with cells that suffice for it; candidates are those of houses and of single rules."""
    game = {"puzzle": "." * 81, "entries": {"r1c1": 9, "r1c2": 8, "r5c5": 3, "r6c7": 3}}
    found = answer("notes", {"puzzle": json.dumps(game | {"constraints": ["cage 14 r1c1 r1c2 r1c3", "anti-knight"]})})
    assert found["broken"] == [{"rule": 0, "cells": [0, 1]}, {"rule": 1, "cells": [40, 51]}]
    few = answer(
        "notes",
        {"puzzle": json.dumps({"puzzle": "." * 81, "entries": {"r1c1": 8}, "constraints": ["thermo r1c1 r2c4"]})},
    )
    assert few["broken"] == []
    assert few["candidates"][12] == [9]
    assert few["candidates"][1] == [1, 2, 3, 4, 5, 6, 7, 9]


def test_several_of_a_sort() -> None:
    """Puzzles with rules of a kind, and their solutions: those of a greater count begin with those of a smaller one."""
    one, three = (answer("generate", {"kinds": "kropki", "seed": 4, "count": count}) for count in (1, 3))
    assert [made["index"] for made in three["made"]] == [0, 1, 2]
    assert three["made"][0] == one["made"][0]
    for made in three["made"]:
        puzzle = Puzzle(made["text"])
        assert puzzle.constraints
        assert verify(puzzle).solution.line() == made["solution"]
    assert 22 <= answer("generate", {"kinds": "arrow", "level": "easy", "seed": 4})["clues"] <= 28
    assert answer("generate", {"kinds": "kropki", "rating": "7"})["verdict"] == "refused"


def test_a_layout_completed() -> None:
    """What is unfinished gets the fewest values and clues that make it unique."""
    layout = {"size": "2x2", "puzzle": "." * 16, "constraints": ["cage r1c1 r1c2", "thermo r2c1-r2c4"]}
    found = answer("complete", {"puzzle": json.dumps(layout), "seed": 2})
    sheet = found["sheet"]
    assert verify(
        Puzzle(json.dumps(sheet["frame"] | {"puzzle": sheet["puzzle"], "constraints": sheet["texts"]}))
    ).unique
