"""Collections made to order."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import audit, generate, rate
from cpsudoku.cli.main import run
from cpsudoku.errors import UsageError
from cpsudoku.generation.collection import (
    checked_histogram,
    generate_collection,
    ratings_wanted,
    read_histogram,
    split_of,
    write_parquet,
)
from tests.datasets.collections import scrambled


@pytest.mark.long
def test_ratings_come_as_wanted() -> None:
    """Each rating comes as often as its weight says, and the puzzles have it."""
    found = list(generate_collection(6, seed=2, histogram={"1.2": 2, 1.5: 1}))
    assert Counter(rate(member.generated.puzzle).er for member in found) == {1.2: 4, 1.5: 2}
    assert [m.generated for m in generate_collection(6, seed=2, histogram={"1.2": 2, 1.5: 1}, jobs=2)] == [
        m.generated for m in found
    ]


def test_bands_come_as_wanted() -> None:
    """A histogram may have bands beside ratings; each puzzle is the one that aiming at its band gives."""
    histogram = {"1.0..1.9": 2, (2.0, 2.9): 2, 1.2: 1}
    found = [member.generated for member in generate_collection(10, seed=2, histogram=histogram)]
    wanted = ratings_wanted(checked_histogram(histogram), 10, 2)
    assert Counter(wanted) == {(1.0, 1.9): 4, (2.0, 2.9): 4, 1.2: 2}
    assert found == [generate(seed=2, index=index, rating=rating) for index, rating in enumerate(wanted)]
    for record, rating in zip(found, wanted):
        lowest, highest = rating if isinstance(rating, tuple) else (rating, rating)
        assert record.rating is not None
        assert lowest <= record.rating.er <= highest


def test_shares_add_up() -> None:
    """Shares are rounded so that they add up, and the order is drawn by the seed."""
    wanted = ratings_wanted({1.2: 1, 2.0: 1, 3.0: 1}, 100, 5)
    assert sorted(Counter(wanted).values()) == [33, 33, 34]
    assert (
        wanted == ratings_wanted({1.2: 1, 2.0: 1, 3.0: 1}, 100, 5) != ratings_wanted({1.2: 1, 2.0: 1, 3.0: 1}, 100, 6)
    )


def test_splits_share_no_class_of_grids() -> None:
    """A grid, moved and renamed, is in the split of the grid; each split has about its share."""
    import random

    from cpsudoku import Solution

    splits = {"train": 0.75, "test": 0.25}
    members = list(generate_collection(80, seed=1, splits={"train": 3, "test": 1}))
    counts = Counter(member.split for member in members)
    assert 45 <= counts["train"] <= 72
    draw = random.Random(1)
    for member in members[:10]:
        assert member.generated.solution is not None
        (moved,) = scrambled(draw, member.generated.solution.line())
        assert split_of(Solution.parse(moved), splits, 1) == member.split


def test_traces() -> None:
    """A trace has every step of the path that the rating took, as plain data."""
    (member,) = generate_collection(1, seed=4, traces=True)
    assert member.generated.puzzle is not None
    rating: Any = rate(member.generated.puzzle)
    assert list(member.steps) == [step.to_dict() for step in rating.steps]
    assert max(step["rating"] for step in member.steps) == rating.er


def test_parquet_with_its_recipe(tmp_path: Path) -> None:
    """The table is what was made, reads back as a data set, and holds the recipe."""
    parquet = pytest.importorskip("pyarrow.parquet")
    members = generate_collection(12, seed=3, splits={"train": 1, "test": 1}, traces=True)
    assert write_parquet(members, tmp_path / "set.parquet", {"count": 12, "seed": 3}) == 12
    table = parquet.read_table(tmp_path / "set.parquet")
    assert json.loads(table.schema.metadata[b"cpsudoku"])["recipe"] == {"count": 12, "seed": 3}
    assert json.loads(table.column("steps")[0].as_py())[0]["technique"]
    found = audit(tmp_path / "set.parquet", rate=0)
    assert found.ok
    assert sum(found.splits.values()) == 12


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7.2,5\n7.2,x", "line 2"),
        ("er,count\n7.2", "line 2"),
        ("{", "JSON"),
        ('{"20": 1}', "1.0 to 12"),
        ("1.2,0", "no rating"),
        ("5.9..5.0,1", "5.0..5.9"),
        ("1.2,1\n5.0..,x", "line 2"),
        ('{"nan": 1}', "band of ratings"),
    ],
)
def test_histograms_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    """What is no histogram is refused, and where."""
    path = tmp_path / "h.csv"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_histogram(path)
    assert said in str(caught.value)
    path.write_text("er,count\n1.2,3\n2.0,1\n")
    assert read_histogram(path) == {1.2: 3.0, 2.0: 1.0}
    path.write_text("1.2,3\n5.0..5.9,1\n5.0..5.9,1\n")
    assert read_histogram(path) == {1.2: 3.0, (5.0, 5.9): 1.0}
    path.write_text('{"1.2": 3}')
    assert read_histogram(path) == {1.2: 3.0}
    with pytest.raises(UsageError, match="nowhere"):
        read_histogram(tmp_path / "nowhere")


@pytest.mark.long
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--rating-histogram, --split and --traces from the command line, twice the same; wrong use is exit code 2."""
    (tmp_path / "h.csv").write_text("1.2,1\n1.5,1\n")
    words = ["generate", "-n", "4", "--seed", "2", "--rating-histogram", str(tmp_path / "h.csv"), "-q"]
    assert run([*words, "--split", "train=1,test=1", "--traces", "--jsonl"]) == 0
    first = capsys.readouterr().out
    assert run([*words, "--split", "train=1,test=1", "--traces", "--jsonl", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == first
    records = [json.loads(line) for line in first.splitlines()]
    assert Counter(record["er"] for record in records) == {1.2: 2, 1.5: 2}
    assert all(record["steps"] and record["split"] in ("train", "test") for record in records)
    assert run(words) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    for wrong in (["--split", "train"], ["--split", "a=1"], ["--split", "a=0", "--jsonl"], ["--traces"]):
        assert run([*words, *wrong]) == 2
    assert run(["generate", "--rating-histogram", str(tmp_path / "none")]) == 2
    assert run([*words, "--statistics"]) == 2
