"""`cpsudoku audit` from the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from cpsudoku.records.published import schema
from tests.command import command
from tests.datasets.collections import collection


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return command("audit", *words, text=stdin)


def test_summary_findings_report_and_clean_set_in_one_run(tmp_path: Path) -> None:
    """--summary is one JSON object of the published schema; --report and --fix are written beside; exit code 1."""
    planted = collection(tmp_path)
    files = [str(tmp_path / "train.csv"), str(tmp_path / "test.csv")]
    result = run(
        *files, "--summary", "--rate", "5", "--report", str(tmp_path / "r.html"), "--fix", str(tmp_path / "c.csv")
    )
    assert result.returncode == 1, result.stderr
    found = json.loads(result.stdout)
    assert {name: found[name] for name in planted} == planted
    jsonschema.Draft202012Validator(schema()).validate(found)
    assert f"60 clean rows of {planted['rows']}" in result.stderr
    assert (tmp_path / "r.html").read_text().startswith("<!DOCTYPE html>")
    again = run(str(tmp_path / "c.csv"), "--rate", "0")
    assert again.returncode == 0, again.stdout
    assert "nothing wrong was found" in again.stdout


def test_findings_a_line(tmp_path: Path) -> None:
    """--jsonl writes each finding as a record of the published schema."""
    collection(tmp_path)
    result = run(str(tmp_path / "train.csv"), str(tmp_path / "test.csv"), "--jsonl", "--rate", "0")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 27
    published = jsonschema.Draft202012Validator(schema())
    for record in records:
        published.validate(record)
    assert [record["row"] for record in records] == sorted(record["row"] for record in records)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.csv"], "no such file"),
        (["FILE", "--rate", "some"], "--rate"),
        (["FILE", "--jsonl", "--summary"], "exclude"),
        (["FILE", "--fix", "x.doc"], "must end"),
        (["-", "--fix", "x.csv"], "second time"),
        (["-", "--state", "STATE"], "standard input"),
        (["FILE", "--fix", "FILE"], "overwritten"),
        (["FILE", "--column", "none"], "column"),
        (["FILE", "--engine", "nothing"], "nothing"),
    ],
)
def test_wrong_use(tmp_path: Path, words: list[str], said: str) -> None:
    """Wrong use is refused in a sentence, exit code 2, nothing on standard output."""
    collection(tmp_path)
    named = {"FILE": str(tmp_path / "train.csv"), "STATE": str(tmp_path / "state")}
    result = run(*(named.get(word, word) for word in words), stdin="")
    assert result.returncode == 2, result.stdout
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
