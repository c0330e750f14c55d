"""Every answer a public function gives: at the front door, frozen, evaluable, plain data, pictured, referred to."""

from __future__ import annotations

import importlib
import inspect
import json
import pickle
import re
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import cpsudoku
from cpsudoku import Limits
from cpsudoku.errors import NotationError
from cpsudoku.results import Node

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
NONE = "55" + LINE[2:]
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1234341221434321"
CHAINED = "98.7..6..5...9..4...3.....97...6...4.3.5...6......257.1...5.4...6.2..........8.1."
TABLE = cpsudoku.compare([LINE], engines="bitmask")
DOCS = Path(__file__).resolve().parents[1] / "docs"


def answers() -> dict[str, Any]:
    """One answer of each kind."""
    rating = cpsudoku.rate(CHAINED, max_er=2.0)
    assert isinstance(rating, cpsudoku.results.Rating)
    return {
        "Unique": cpsudoku.verify(LINE),
        "Multiple": cpsudoku.verify(TWO),
        "Impossible": cpsudoku.verify(NONE),
        "Unknown": cpsudoku.diagnose("." * 81, limits=Limits(seconds=1e-9)),
        "Invalid": next(cpsudoku.verify_many(["53.."])),
        "Solved": cpsudoku.solve(TWO, limit=2),
        "SolvedByLogic": cpsudoku.solve_by_logic(LINE),
        "Count": cpsudoku.count(TWO, limit=2),
        "TrueCandidates": cpsudoku.candidates(TWO, counts=3),
        "TrueCandidates in part": cpsudoku.candidates(TWO, limits=Limits(seconds=0)),
        "Rating": rating,
        "Unrated": cpsudoku.rate(TWO),
        "Step": cpsudoku.hint(LINE),
        "Step with a chain": cpsudoku.results.Step(
            "forcing-chain", "forcing chain", 6.6, None, ((3, 4),), digits=3,
            chain=cpsudoku.results.Chain((Node(3, 4, True, 0, ()), Node(3, 4, False, 1, (0,))), (1,)),
        ),
        "Reduced": cpsudoku.reduce(FULL, seed=1),
        "Generated": cpsudoku.generate(seed=1, rating=(1.0, 2.0)),
        "Generated without a puzzle": cpsudoku.generate(seed=1, clues=17, attempts=1),
        "Sound": cpsudoku.diagnose(LINE),
        "Ambiguous": cpsudoku.diagnose(TWO, cap=3),
        "Broken": cpsudoku.diagnose(NONE, cap=3),
        "Certificate": cpsudoku.certify(TWO),
        "Fewest": cpsudoku.fewest(SMALL),
        "CanonicalForm": cpsudoku.canonical_form(LINE),
        "Table": TABLE,
        "Summary of a table's row": TABLE.rows[0],
        "Run of a table": TABLE.runs[0],
        "Mistake": cpsudoku.hint(LINE, entries={2: 1}),
    }  # fmt: skip


ANSWERS = answers()
UNSHOWN = {"Unknown", "Invalid", "Count", "Generated without a puzzle", "Certificate", "Step with a chain"}
UNSHOWN |= {"Summary of a table's row", "Run of a table"}
"""What has no board to draw."""


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_evaluable(name: str) -> None:
    """The repr, with the names of the front and of `cpsudoku.results`, makes an equal answer; so does a pickle."""
    answer = ANSWERS[name]
    assert type(answer).__name__ == name.split()[0]
    names = {name: getattr(home, name) for home in (cpsudoku, cpsudoku.results) for name in home.__all__}
    names["NotationError"] = NotationError
    assert eval(repr(answer), names) == answer
    assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_frozen(name: str) -> None:
    """No part of an answer can be put in place of another."""
    answer = ANSWERS[name]
    parts = [field.name for field in fields(answer)] if is_dataclass(answer) else list(type(answer).__match_args__)
    for part in parts:
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(answer, part, None)


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_plain_data(name: str) -> None:
    """`to_dict` is what JSON can hold as it is, and verdicts have their word in it."""
    answer = ANSWERS[name]
    record = answer.to_dict()
    assert json.loads(json.dumps(record)) == record
    if hasattr(answer, "word"):
        assert record["verdict"] == answer.word


KIND_OF = {
    "Unique": "verify",
    "Multiple": "verify",
    "Impossible": "verify",
    "Invalid": "verify",
    "Unknown": "diagnose",
    "Solved": "solve",
    "SolvedByLogic": "solve",
    "Count": "solve",
    "Rating": "rate",
    "Unrated": "rate",
    "Reduced": "reduce",
    "Generated": "generate",
    "Sound": "diagnose",
    "Ambiguous": "diagnose",
    "Broken": "diagnose",
    "Fewest": "fewest",
    "CanonicalForm": "canonical",
    "TrueCandidates": "candidates",
    "Mistake": "hint",
    "Summary": "result",
    "Run": "run",
}
"""The kind of record each answer is; the others: a certificate has a format of its own, a step stands in records, and
a table is several."""


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_records(name: str) -> None:
    """`to_dict` is the record of the schema, but for what the command adds: same keys, forms, verdicts."""
    jsonschema = pytest.importorskip("jsonschema", reason="records are checked by jsonschema")
    from cpsudoku.records import stamped
    from cpsudoku.records.published import schema

    data = ANSWERS[name].to_dict()
    kind = KIND_OF.get(name.split()[0])
    if kind is None:
        assert name.split()[0] in {"Certificate", "Step", "Table"}
        if name == "Certificate":
            assert data == ANSWERS[name].data
        if name.startswith("Step"):
            data, kind = {"verdict": "found", "steps": [data]}, "hint"
        if kind is None:
            return
    record = stamped(kind, ({} if kind in ("generate", "result") else {"row": 1}) | data)
    checked = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]})
    assert [error.message for error in checked.iter_errors(record)] == []


SAME: dict[str, tuple[str, ...]] = {
    "Unique": ("verify", LINE),
    "Multiple": ("verify", TWO),
    "Impossible": ("verify", NONE),
    "Solved": ("solve", TWO, "--limit", "2"),
    "SolvedByLogic": ("solve", LINE, "--engine", "logic"),
    "Count": ("solve", TWO, "--limit", "2", "--count"),
    "Rating": ("rate", CHAINED, "--max-er", "2.0"),
    "Unrated": ("rate", TWO),
    "Reduced": ("reduce", FULL, "--seed", "1"),
    "Generated": ("generate", "--seed", "1", "--rating", "1.0..2.0"),
    "Generated without a puzzle": ("generate", "--seed", "1", "--clues", "17", "--attempts", "1"),
    "Sound": ("diagnose", LINE),
    "Ambiguous": ("diagnose", TWO, "--cap", "3"),
    "Broken": ("diagnose", NONE, "--cap", "3"),
    "Fewest": ("fewest", SMALL),
    "CanonicalForm": ("canonical", LINE),
}
"""The command that asks what the answer above was asked."""


@pytest.mark.parametrize("name", SAME)
def test_the_command_writes_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every key of an answer's `to_dict` stands in the command's record with the same value; the command adds the
    puzzle as read, where it stood, and what the run knows."""
    from cpsudoku.cli.main import run

    run([*SAME[name], "--jsonl"])
    record = json.loads(capsys.readouterr().out)
    data = {key: value for key, value in ANSWERS[name].to_dict().items() if value is not None}
    assert data == {key: record.get(key) for key in data}
    assert set(record) - set(data) <= {"schema", "row", "puzzle", "message", "by"}


def test_compare_writes_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table's `to_dict` is what `compare` writes, a line each: what was compared, its runs, its results and their
    statistics, with the same keys and, times apart, the same values."""
    from cpsudoku.cli.main import run

    puzzles = tmp_path / "two.txt"
    puzzles.write_text(f"{LINE}\n{TWO}\n", encoding="utf-8")
    for task in ("unique", "count"):
        run(["compare", str(puzzles), "--engines", "bitmask,sat", "--task", task, "--timeout", "9", "--jsonl", "-q"])
        written = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        data = cpsudoku.compare({"two": [LINE, TWO]}, engines=["bitmask", "sat"], task=task, timeout=9).to_dict()
        groups = {"comparison": [{"about": data["about"]}], "run": data["runs"], "result": data["results"]}
        groups |= {"pair": data["pairs"], "portfolio": data["portfolios"]}
        assert [record["schema"] for record in written] == [
            f"{kind}/1" for kind, members in groups.items() for _ in members
        ]
        for record, member in zip(written, (member for members in groups.values() for member in members)):
            del record["schema"]
            assert untimed(record) == untimed({key: value for key, value in member.items() if value is not None})


TIMED = {"seconds", "median", "mean", "p95", "worst", "par2", "per_second", "wall_seconds", "wall_median"}
TIMED |= {"faster", "slower", "wins", "ratio", "difference", "effect", "p", "best", "gain", "members"}


def untimed(record: dict[str, Any]) -> dict[str, Any]:
    """Times are there; what they are differs from run to run."""
    entries: dict[str, Any] = {}
    for key, value in record.items():
        timed = key in TIMED or key.endswith(("_share", "_seconds"))
        entries[key] = key if timed else untimed(value) if isinstance(value, dict) else value
    return entries


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_have_pictures(name: str) -> None:
    """In a notebook every answer with a board shows it."""
    answer = ANSWERS[name]
    shown = (getattr(answer, f"_repr_{kind}_", lambda: None)() for kind in ("svg", "html"))
    assert any(shown) == (name not in UNSHOWN)


def test_what_is_given_back_is_exported() -> None:
    """The type of each answer is a name of the front or of `cpsudoku.results`."""
    named = {*cpsudoku.__all__, *cpsudoku.results.__all__}
    assert {type(answer).__name__ for answer in ANSWERS.values()} <= named


def test_the_reference_has_every_public_name() -> None:
    """Each name of the front and of `cpsudoku.results` occurs in docs/reference, and each entry there exists."""
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    entries = re.findall(r"^::: (cpsudoku\.\S+)$", text, re.MULTILINE)
    named = {entry.rpartition(".")[2] for entry in entries}
    assert {*cpsudoku.__all__, *cpsudoku.results.__all__} - named == {"CpSudokuError"}
    shown = {
        name for names in re.findall(r"^from cpsudoku import (.*)$", text, re.MULTILINE) for name in names.split(", ")
    }
    assert {name for name in cpsudoku.__all__ if inspect.isfunction(getattr(cpsudoku, name))} <= shown, "has an example"
    for entry in entries:
        home, _, name = entry.rpartition(".")
        assert hasattr(importlib.import_module(home), name) or importlib.import_module(entry)
