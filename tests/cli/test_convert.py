"""`cpsudoku convert`: formats from extensions, the loss report, exit codes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cpsudoku.cli.main import build
from cpsudoku.errors import CpSudokuError, UnknownName, UsageError
from cpsudoku.formats import FORMATS

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def run(*words: str) -> Result:
    result = CliRunner().invoke(build(), ["convert", *words])
    if isinstance(result.exception, CpSudokuError):
        raise result.exception
    return result


@pytest.mark.parametrize("name", FORMATS)
def test_a_literal_puzzle_to_every_format_and_back(name: str, tmp_path: Path) -> None:
    """--to names the format; a file of it is read again."""
    path = tmp_path / "puzzle"
    assert run(LINE, "--to", name, "-o", str(path)).exit_code == 0
    back = run(str(path), "--from", name)
    assert (back.stdout, back.exit_code) == (LINE + "\n", 0)


def test_the_format_follows_from_the_extension(tmp_path: Path) -> None:
    """.jsonl is JSON lines, .csv.gz a gzipped table; an unknown extension needs --to."""
    run(LINE, "-o", str(tmp_path / "a.jsonl"))
    assert (tmp_path / "a.jsonl").read_text().startswith('{"puzzle"')
    run(LINE, "-o", str(tmp_path / "a.csv.gz"))
    assert gzip.decompress((tmp_path / "a.csv.gz").read_bytes()).startswith(b"puzzle,solution")
    with pytest.raises(UsageError, match="--to"):
        run(LINE, "-o", str(tmp_path / "a.zzz"))
    with pytest.raises(UnknownName):
        run(LINE, "--to", "zzz")


def test_what_the_target_cannot_hold_is_reported(tmp_path: Path) -> None:
    """On standard error, with counts; --strict makes it a finding."""
    path = tmp_path / "a.csv"
    path.write_text(f"puzzle,solution,rating\n{LINE},{FULL},4.2\n{LINE},,\n")
    result = run(str(path), "--to", "ss")
    assert "lost in 1 of 2: solution" in result.stderr
    assert "lost in 1 of 2: comment or other columns" in result.stderr
    assert result.exit_code == 0
    assert run(str(path), "--to", "ss", "--strict").exit_code == 1
    assert run(str(path), "--to", "csv", "--strict").exit_code == 0


def test_unreadable_and_unfit_rows_are_left_out_and_told(tmp_path: Path) -> None:
    """The others are written; the exit code says that there was a finding."""
    path = tmp_path / "a.txt"
    path.write_text(f"{LINE}\n{LINE[:-1]}\n{'.' * 256}\n{FULL}\n")
    result = run(str(path), "--to", "hodoku")
    assert result.stdout.count("\n") == 2
    assert "line 2" in result.stderr
    assert "row 3: a board of 16x16; hodoku is for 9x9" in result.stderr
    assert result.exit_code == 1


def test_the_input_is_not_overwritten(tmp_path: Path) -> None:
    """-o with the input's own name is refused."""
    path = tmp_path / "a.txt"
    path.write_text(f"{LINE}\n")
    with pytest.raises(UsageError, match="also the input"):
        run(str(path), "-o", str(path))
    assert path.read_text() == f"{LINE}\n"


def test_an_empty_file_is_wrong_usage(tmp_path: Path) -> None:
    """No puzzle, no output file."""
    (tmp_path / "a.txt").write_text("")
    with pytest.raises(UsageError, match="no puzzle"):
        run(str(tmp_path / "a.txt"), "-o", str(tmp_path / "b.txt"))
    assert not (tmp_path / "b.txt").exists()
