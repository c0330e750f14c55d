"""What an audit counts, finds and says; that it can be stopped, and does not depend on how it runs."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Puzzle, verify
from cpsudoku.constraints import Cage
from cpsudoku.datasets import run as passing
from cpsudoku.datasets.front import Audit, audit
from cpsudoku.errors import CpSudokuError, UsageError
from tests.datasets.collections import collection, puzzles, scrambled

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def files(folder: Path) -> list[str]:
    return [str(folder / "train.csv"), str(folder / "test.csv")]


def test_everything_planted_is_found_and_nothing_else(tmp_path: Path) -> None:
    """Counts and findings are exactly those planted, each with file and line, text and reason."""
    planted = collection(tmp_path)
    found = audit(files(tmp_path), rate=0)
    assert {name: found.summary[name] for name in planted} == planted
    kinds = Counter(finding["finding"] for finding in found.findings())
    assert kinds == {
        "unreadable": 4,
        "multiple": 2,
        "impossible": 2,
        "wrong_solution": 4,
        "duplicate": 3,
        "isomorph": 7,
        "leak": 5,
    }
    for finding in found.findings():
        line = Path(finding["file"]).read_text().splitlines()[finding["line"] - 1]
        if finding["finding"] == "unreadable":
            assert finding["text"] == line
            assert finding["message"]
        else:
            puzzle = line.split(",")[0]
            assert finding.get("puzzle", puzzle) == puzzle
        if finding["finding"] == "duplicate":
            other = Path(finding["same_file"]).read_text().splitlines()[finding["same_line"] - 1]
            assert other.split(",")[0] == line.split(",")[0]
        if finding["finding"] == "leak":
            assert (finding["split"], finding["other"]) == ("test", "train")
            assert finding["same_file"].endswith("train.csv")
    assert not found.ok
    assert found.leaks_between == {("test", "train"): 5}


def test_rows_add_up_and_the_plain_data_says_all(tmp_path: Path) -> None:
    """Rows are unreadable or have a verdict; the plain data holds counts, clues, symmetry, splits, files and checks."""
    collection(tmp_path)
    found = audit(files(tmp_path), rate=20)
    record = json.loads(json.dumps(found.to_dict()))
    assert record["rows"] == sum(record[name] for name in ("unreadable", "unique", "multiple", "impossible", "unknown"))
    assert sum(record["clue_counts"].values()) == record["unique"]
    assert sum(record["files"].values()) == record["rows"]
    assert sum(record["splits"].values()) == record["rows"] - record["unreadable"]
    assert record["difficulty"]["rated"] == 20
    assert record["difficulty"]["sample"]
    low, high = record["difficulty"]["er"]["mean_interval"]
    assert low <= record["difficulty"]["er"]["mean"] <= high
    assert "sample of 20 of 70" in record["checks"]["ratings"]
    assert "classes" in record["checks"]


def test_the_answer_does_not_depend_on_how_it_is_worked_out(tmp_path: Path) -> None:
    """Two processes and one, and smaller parts, give the same counts, findings and ratings."""
    collection(tmp_path)
    alone = audit(files(tmp_path), rate=10)
    again = audit(files(tmp_path), rate=10, jobs=2)
    assert again.to_dict() == alone.to_dict()
    assert list(again.findings()) == list(alone.findings())


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped anywhere and started again, an audit answers as one that was not; done work is not done again."""
    collection(tmp_path)
    monkeypatch.setattr("cpsudoku.datasets.parts.ROWS", 8)
    monkeypatch.setattr("cpsudoku.datasets.parts.open_chunks", _row_by_row)
    monkeypatch.setattr(passing, "SECONDS", -1.0)
    whole = audit(files(tmp_path), rate=10)
    seen = 0

    def stop(rows: int) -> None:
        nonlocal seen
        seen += rows
        if seen > 40:
            raise KeyboardInterrupt

    options: dict[str, Any] = {"rate": 10, "state": tmp_path / "state"}
    with pytest.raises(KeyboardInterrupt):
        audit(files(tmp_path), advance=stop, **options)
    looked: list[int] = []
    monkeypatch.setattr(passing, "check_part", lambda sent, checks: looked.append(1) or _check_part(sent, checks))
    again = audit(files(tmp_path), **options)
    assert 0 < len(looked) < 9
    assert again.to_dict() == whole.to_dict()
    assert list(again.findings()) == list(whole.findings())
    looked.clear()
    assert audit(files(tmp_path), **options).to_dict() == whole.to_dict()
    assert not looked
    with pytest.raises(UsageError, match="another audit"):
        audit(files(tmp_path), rate=11, state=tmp_path / "state")
    (tmp_path / "no").write_text("no store")
    with pytest.raises(UsageError, match="no store of an audit"):
        audit(files(tmp_path), state=tmp_path / "no")


def _check_part(sent: Any, checks: Any) -> Any:
    from cpsudoku.datasets.checks import check_part

    return check_part(sent, checks)


def _row_by_row(path: str, **options: Any) -> Any:
    from cpsudoku.formats import open_records

    return open_records(path, **options)


def test_any_mix_of_files(tmp_path: Path) -> None:
    """CSV, JSONL, Parquet, text, .gz and .zst hold the same; names of files and a column name the splits."""
    pyarrow = pytest.importorskip("pyarrow")
    zstandard = pytest.importorskip("zstandard")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = puzzles(12)
    (tmp_path / "a_train.csv").write_text("puzzle;solution\n" + "".join(f"{p};{s}\n" for p, s in rows[:2]))
    (tmp_path / "val.jsonl.gz").write_bytes(
        gzip.compress("".join(json.dumps({"puzzle": p, "solution": s}) + "\n" for p, s in rows[2:4]).encode())
    )
    table = pyarrow.table({"question": [rows[4][0], None], "answer": [rows[4][1], None], "level": [1, 2]})
    parquet.write_table(table, tmp_path / "testing.parquet")
    (tmp_path / "plain.txt").write_text("".join(p + "\n" for p, _ in rows[5:7]))
    words = ("Train", "dev", "odd")
    mixed = "".join(f"{k},{p},{words[k % 3]}\n" for k, (p, _) in enumerate(rows[7:]))
    (tmp_path / "mixed.csv.zst").write_bytes(zstandard.compress(b"id,puzzle,split\n" + mixed.encode()))
    found = audit([str(path) for path in sorted(tmp_path.iterdir())], rate=0)
    assert found.summary["rows"] == 13
    assert found.summary["unique"] == 12
    assert found.summary["unreadable"] == 1
    assert found.splits == {"train": 4, "validation": 4, "odd": 1, "test": 1}
    (finding,) = found.findings()
    assert (finding["line"], finding["finding"]) == (2, "unreadable")
    assert "null" in finding["message"]


def test_leaks_count_rows_outside_the_split_to_train_on(tmp_path: Path) -> None:
    """A leak is a row of any split but the first named whose class is in another split; rows without a split."""
    draw = random.Random(1)
    (a, _), (b, _), (c, _) = puzzles(3)
    given = {"fit": [a, b, c], "hold": [scrambled(draw, a)[0], a], "look": [scrambled(draw, b)[0]], "": [c]}
    found = audit(given, splits=["fit", "hold", "look"], rate=0)
    assert found.summary["leaks"] == 3
    assert found.leaks_between == {("hold", "fit"): 2, ("look", "fit"): 1}
    assert found.summary["duplicates"] == 2
    assert found.summary["isomorphs"] == 2
    between = audit({"hold": [a], "look": [a]}, splits=["fit", "hold", "look"], rate=0)
    assert between.summary["leaks"] == 2
    assert audit({"train": [a], "validation": [b]}, rate=0).summary["leaks"] == 0


def test_solution_columns(tmp_path: Path) -> None:
    """Of a puzzle with several solutions any one is right; of one without, none; an unreadable one is wrong."""
    two = verify_two()
    rows = [
        f"{LINE},{FULL}",
        f"{LINE},{FULL[::-1]}",
        f"{LINE},12x",
        f"{LINE},",
        f"{two[0]},{two[1]}",
        f"{two[0]},{FULL[::-1]}",
        f"55{LINE[2:]},{FULL}",
    ]
    path = tmp_path / "s.csv"
    path.write_text("puzzle,solution\n" + "\n".join(rows) + "\n")
    found = audit(path, rate=0)
    assert found.summary["wrong_solution"] == 4
    assert found.summary["solutions_stated"] == 6
    wrong = [finding["line"] for finding in found.findings() if finding["finding"] == "wrong_solution"]
    assert wrong == [3, 4, 7, 8]


def verify_two() -> tuple[str, str]:
    """A puzzle with two solutions, and one of them."""
    text = LINE.replace("8", ".")
    verdict = verify(text)
    return text, verdict.second.line()  # type: ignore[union-attr]


def test_other_boards_and_rules(tmp_path: Path) -> None:
    """Boards of other sizes and puzzles with rules are counted by board and by kind of rule, with their verdicts."""
    small = "1234341221434321"
    caged = Puzzle.parse(LINE).under([Cage((0, 1), 8)])
    found = audit([small, "1" + "." * 15, LINE, caged, caged], rate=0)
    assert found.summary["unique"] == 4
    assert found.summary["multiple"] == 1
    assert found.summary["duplicates"] == 1
    assert sum(found.boards.values()) == 5
    assert len(found.boards) == 2
    assert found.rules == {"cage": 2}


def test_checks_can_be_left_out(tmp_path: Path) -> None:
    """Without classes duplicates are still found, leaks as they are written; what was left out is absent, and said."""
    collection(tmp_path)
    found = audit(files(tmp_path), classes=False, minimal=False, grids=False, rate=0)
    assert "isomorphs" not in found.summary
    assert "minimal" not in found.summary
    assert "shared_grids" not in found.summary
    assert found.summary["duplicates"] == 3
    assert found.summary["leaks"] == 0
    assert found.checks["classes"] == found.checks["minimality"] == found.checks["grids"] == "off"


def test_every_puzzle_rated() -> None:
    """With rate="all" every unique puzzle is rated, and no interval is stated."""
    given = [p for p, _ in puzzles(8)]
    found = audit(given, rate="all").to_dict()["difficulty"]
    assert (found["rated"], found["of"], found["sample"]) == (8, 8, False)
    assert "mean_interval" not in found["er"]
    assert sum(found["er"]["histogram"].values()) == 8
    assert found["techniques"]


def test_wrong_use(tmp_path: Path) -> None:
    """Wrong options, no row and a state of what cannot be read again are refused, each in a sentence."""
    with pytest.raises(UsageError, match="rate"):
        audit([LINE], rate=-1)
    with pytest.raises(UsageError, match="no row"):
        audit([])
    for wrong in (None, 5, Puzzle.parse(LINE), b"x", object(), [object()], {"train": 5}):
        with pytest.raises(CpSudokuError):
            audit(wrong)  # type: ignore[arg-type]
    with pytest.raises(CpSudokuError, match="cannot be opened"):
        audit("no such file")
    with pytest.raises(UsageError, match="memory"):
        audit([LINE], state=tmp_path / "state")
    empty = tmp_path / "empty.csv"
    empty.write_text("puzzle\n")
    with pytest.raises(UsageError, match="no row"):
        audit(empty)


def test_shared_grids() -> None:
    """Puzzles of one grid share it; the row that came first does not count."""
    ((a, _),) = puzzles(1)
    found = audit([LINE, LINE.replace(".", "4", 1), a, LINE], rate=0)
    assert found.summary["shared_grids"] == 1
    assert found.summary["grids"] == 2


def test_it_is_shown(tmp_path: Path) -> None:
    """In words, and as a page that loads nothing, with every finding's place and a plot."""
    collection(tmp_path)
    found = audit(files(tmp_path), rate=10)
    assert isinstance(found, Audit)
    assert "5 of test are in train too" in str(found)
    assert found._repr_html_().count("<svg") >= 4
    out = tmp_path / "r.html"
    found.report(out)
    page = out.read_text()
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "<script" not in page
    assert "garbage" in page
    with pytest.raises(UsageError, match=r"r\.html"):
        found.report(tmp_path / "none" / "r.html")
