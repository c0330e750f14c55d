"""Parts of an existing set."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.cli.main import run
from cpsudoku.datasets.front import audit
from cpsudoku.datasets.split import split
from cpsudoku.errors import UsageError
from cpsudoku.questions.canonical import canonical_form
from cpsudoku.rating.scale import rate
from tests.datasets.collections import puzzles, scrambled

PARTS = {"train": 0.75, "test": 0.25}


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """40 puzzles with an id, twenty of which come once more moved and renamed; a solution; an old column split."""
    draw = random.Random(2)
    base = puzzles(40)
    rows = [*base, *(tuple(scrambled(draw, *row)) for row in base[:20])]
    draw.shuffle(rows)
    lines = ["id,puzzle,solution,split", *(f"{k},{p},{s},old" for k, (p, s) in enumerate(rows))]
    path = tmp_path / "set.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_no_class_is_in_two_parts(table: Path, tmp_path: Path) -> None:
    """Every row is in one part with its other columns; canonical forms of parts are disjoint; an audit agrees."""
    found = split(table, PARTS, tmp_path / "parts", stratify="none")
    files = {name: rows_of(tmp_path / "parts" / f"{name}.csv") for name in PARTS}
    assert {name: len(rows) for name, rows in files.items()} == dict(found.rows)
    assert sorted(int(row["id"]) for rows in files.values() for row in rows) == list(range(60))
    before = {row["id"]: row for row in rows_of(table)}
    assert all(row == {k: v for k, v in before[row["id"]].items() if k != "split"} for r in files.values() for row in r)
    forms = {name: {canonical_form(row["puzzle"]).puzzle.line() for row in rows} for name, rows in files.items()}
    assert not forms["train"] & forms["test"]
    assert {name: len(some) for name, some in forms.items()} == dict(found.classes)
    assert abs(found.rows["test"] - 15) <= 2
    assert audit({name: str(tmp_path / "parts" / f"{name}.csv") for name in PARTS}, rate=0).summary["leaks"] == 0


def test_parts_have_their_share_of_every_level(tmp_path: Path) -> None:
    """Of puzzles that are all different, each level is shared out exactly up to one puzzle, and the whole, too."""
    lines = [line for line, _ in puzzles(64)]
    (tmp_path / "set.txt").write_text("\n".join(lines) + "\n")
    split(tmp_path / "set.txt", "train=3,test=1", tmp_path / "parts")
    parts = {name: (tmp_path / "parts" / f"{name}.txt").read_text().split() for name in PARTS}
    assert (len(parts["train"]), len(parts["test"])) == (48, 16)

    def ratings(lines: list[str]) -> Counter[Any]:
        return Counter(rate(line).er for line in lines)  # type: ignore[union-attr]

    every, test = ratings(lines), ratings(parts["test"])
    assert all(abs(test[er] - count / 4) < 1.5 for er, count in every.items())


def test_grids_stay_together(tmp_path: Path) -> None:
    """With by="grid" puzzles of one solution, also moved and renamed, are in one part."""
    draw = random.Random(4)
    base = puzzles(12)
    full = [[solution[:k] + "." + solution[k + 1 :] for k in range(5)] for _, solution in base]
    lines = [scrambled(draw, line)[0] for some in full for line in some]
    (tmp_path / "set.txt").write_text("\n".join(lines) + "\n")
    found = split(tmp_path / "set.txt", PARTS, tmp_path / "set.jsonl", by="grid", seed=3)
    assert dict(found.classes) == {"train": 9, "test": 3}
    records = [json.loads(line) for line in (tmp_path / "set.jsonl").read_text().splitlines()]
    assert Counter(record["split"] for record in records) == {"train": 45, "test": 15}
    assert [record["puzzle"] for record in records] == lines


def test_the_seed_decides_and_processes_do_not(table: Path, tmp_path: Path) -> None:
    """The same seed gives the same parts for any number of processes; another seed others."""
    texts = {}
    for name, options in {"a": {}, "b": {"jobs": 2}, "c": {"seed": 1}}.items():
        split(table, PARTS, tmp_path / f"{name}.csv", **options)  # type: ignore[arg-type]
        texts[name] = (tmp_path / f"{name}.csv").read_text()
    assert texts["a"] == texts["b"] != texts["c"]


def test_what_cannot_be_read_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows and solutions that cannot be read are named in the result and in the exit code, and several solutions."""
    ((line, solution),) = puzzles(1)
    (tmp_path / "a.csv").write_text(f"puzzle,solution\n{line},{solution}\nnonsense,\n{'.' * 81},\n{line},12\n")
    words = ["split", str(tmp_path / "a.csv"), "--parts", "a=1,b=1", "-o", str(tmp_path / "out"), "--json", "-q"]
    assert run(words) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["rows"], found["unreadable"], found["not_unique"], found["solutions_lost"]) == (3, 1, 1, 1)
    strata = Counter({word: n for part in found["parts"].values() for word, n in part["strata"].items()})
    assert strata["no rating"] == 1
    assert len(strata) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parts": "train"}, "names with shares"),
        ({"parts": {"a": 0, "b": 1}}, "shares above 0"),
        ({"parts": "a=1,a=2"}, "twice"),
        ({"parts": {"../a": 1}}, "name of a file"),
        ({"by": "colour"}, "known: class, grid"),
        ({"stratify": "age"}, "difficulty, clues, none"),
        ({"target": "set.csv"}, "is also the input"),
    ],
)
def test_refused(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    """Shares, names and targets that mean nothing are refused with what is accepted."""
    monkeypatch.chdir(tmp_path)
    stated = {"parts": PARTS, "target": tmp_path / "out"} | options
    with pytest.raises(UsageError, match=message):
        split(table, stated.pop("parts"), stated.pop("target"), **stated)
