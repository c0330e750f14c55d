"""What `-o` writes: the ending of the name decides the form, in every command that has the option."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpsudoku.cli.main import build
from cpsudoku.cli.output import form_of
from cpsudoku.errors import UsageError

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1234341221434321"
COMMANDS: dict[str, list[str]] = {
    "verify": [PUZZLE],
    "solve": [PUZZLE],
    "rate": [PUZZLE],
    "reduce": [GRID],
    "candidates": [PUZZLE],
    "canonical": [PUZZLE],
    "diagnose": [PUZZLE],
    "explain": [PUZZLE, "--cell", "r1c3"],
    "hint": [PUZZLE],
    "fewest": [SMALL, "--size", "2x2"],
    "generate": ["--seed", "3"],
    "audit": ["rows.txt"],
}
ENDINGS = [".txt", ".jsonl", ".csv", ".parquet", ".jsonl.gz", ".csv.gz", ".txt.gz", ".jsonl.zst"]


def run(command: str, *words: str) -> tuple[int, str]:
    """The exit code, and what was written to standard output."""
    result = CliRunner().invoke(build(), [command, *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def text_of(path: Path) -> str:
    """The text of a file, unpacked."""
    data = path.read_bytes()
    if path.suffix == ".zst":
        zstandard = pytest.importorskip("zstandard")
        data = zstandard.ZstdDecompressor().decompressobj().decompress(data)
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def records_of(path: Path) -> list[dict[str, Any]]:
    """The records in a file, whatever its form."""
    name = path.name.removesuffix(".gz").removesuffix(".zst")
    if name.endswith(".parquet"):
        found: list[dict[str, Any]] = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
        return found
    if name.endswith(".csv"):
        return list(csv.DictReader(io.StringIO(text_of(path))))
    return [json.loads(line) for line in text_of(path).splitlines()]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_ending_decides(command: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is what the terminal shows; JSON lines, CSV and Parquet hold a record a row, with the same values."""
    if ending.endswith(".zst"):
        pytest.importorskip("zstandard")
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n{'.' * 81}\n")
    words = COMMANDS[command]
    out = tmp_path / f"out{ending}"
    code, shown = run(command, *words, "-o", str(out))
    assert shown == ""
    if ending.startswith(".txt"):
        assert (code, text_of(out)) == run(command, *words)
        return
    assert code == run(command, *words)[0]
    wanted = [json.loads(line) for line in run(command, *words, "--jsonl")[1].splitlines()]
    found = records_of(out)
    assert len(found) == len(wanted) > 0
    for record, expected in zip(found, wanted):
        assert (record.get("puzzle") or None) == expected.get("puzzle")
        assert str(record.get("row")) == str(expected.get("row"))
        if ending.startswith(".jsonl"):
            assert record == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_other_endings_are_refused(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown ending is refused, naming those there are, and no file is left; an option overrides any ending."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.txt").write_text(f"{PUZZLE}\n")
    for name in ("x.xlsx", "x.parquet.gz", "x.foo.gz"):
        result = CliRunner().invoke(build(), [command, *COMMANDS[command], "-o", name])
        assert isinstance(result.exception, SystemExit | UsageError), result.exception
        assert result.exit_code != 0
        assert not (tmp_path / name).exists()
    run(command, *COMMANDS[command], "--jsonl", "-o", "x.data")
    assert all(json.loads(line)["schema"] for line in (tmp_path / "x.data").read_text().splitlines())


def test_forms() -> None:
    """Inner endings count; a device and a name without an ending are as on the terminal; others are refused."""
    for name, form in {
        "a.csv": "csv",
        "a.JSONL.GZ": "jsonl",
        "a.b.txt.zst": "text",
        "a": "text",
        "d.x/a": "text",
    }.items():
        assert form_of(Path(name)) == form
    assert form_of(Path("/dev/null")) == form_of(None) == "text"
    assert form_of(Path("a.csv"), "jsonl") == "jsonl"
    assert form_of(Path("a.sdm"), text=(".sdm",)) == "text"
    with pytest.raises(UsageError, match=r"a\.sdm: .*accepted: \.txt, \.jsonl, \.csv, \.parquet"):
        form_of(Path("a.sdm"))
    with pytest.raises(UsageError, match=r"accepted: \.csv \(with"):
        form_of(Path("a.txt"), only=("csv",))


def test_convert_packs(tmp_path: Path) -> None:
    """`convert -o x.jsonl.zst` packs, as it does for .gz."""
    pytest.importorskip("zstandard")
    for ending in (".gz", ".zst"):
        out = tmp_path / f"x.jsonl{ending}"
        assert run("convert", PUZZLE, "-o", str(out))[0] == 0
        assert json.loads(text_of(out))["puzzle"] == PUZZLE
