"""Arrays and tables in and out of the functions for many puzzles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cpsudoku import audit, canonical_many, count_many, generate_many, rate_many, solve_many, verify, verify_many
from cpsudoku.errors import CpSudokuError, UsageError
from cpsudoku.questions.canonical import canonical_forms
from tests.batch.test_verdicts import mixed

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def cubes(lines: list[str]) -> Any:
    return np.array([[int(c) if c.isdigit() else 0 for c in line] for line in lines], dtype=np.uint8).reshape(-1, 9, 9)


def test_arrays_in_give_what_texts_give() -> None:
    """(N, 9, 9) and (N, 81), of any integer type or whole floats, give the verdicts of the texts."""
    lines = mixed()
    expected = [type(verdict) for verdict in verify_many(lines)]
    for array in (cubes(lines), cubes(lines).reshape(-1, 81), cubes(lines).astype(int), cubes(lines).astype(float)):
        assert [type(verdict) for verdict in verify_many(array)] == expected


def test_verdicts_as_arrays() -> None:
    """Arrays have a word and grids a puzzle, the same as the objects; begun, they have what is left."""
    lines = mixed()
    found = verify_many(cubes(lines), engine="bitmask").arrays()
    objects = list(verify_many(lines, engine="bitmask"))
    assert found["verdict"].tolist() == [verdict.word for verdict in objects]
    assert found["solution"].shape == found["second"].shape == (len(lines), 9, 9)
    for verdict, grid, second in zip(objects, found["solution"], found["second"]):
        assert grid.tobytes() == getattr(verdict, "cells", bytes(81))
        assert second.tobytes() == getattr(verdict, "second_cells", bytes(81))
    begun = verify_many(lines, engine="bitmask")
    next(begun)
    assert begun.arrays()["verdict"].tolist() == [verdict.word for verdict in objects[1:]]
    strange = verify_many([lines[0], "no puzzle", lines[1]]).arrays()
    assert strange["verdict"].tolist() == [objects[0].word, "invalid", objects[1].word]
    assert len(verify_many([]).arrays()["verdict"]) == 0
    with pytest.raises(UsageError, match="sizes"):
        verify_many(["1234341221434321", LINE]).arrays()
    small = verify_many(["1234341221434321"]).arrays()
    assert small["solution"].shape == (1, 4, 4)


def test_the_others_as_arrays() -> None:
    """Ratings, canonical forms and generated puzzles come as arrays, the same as one by one."""
    arrays = generate_many(5, seed=2).arrays()
    assert arrays["puzzle"].shape == arrays["solution"].shape == (5, 9, 9)
    assert arrays["minimal"].all()
    one_by_one = list(generate_many(5, seed=2))
    assert arrays["puzzle"][3].tobytes() == one_by_one[3].puzzle.cells  # type: ignore[union-attr]
    rated = rate_many(arrays["puzzle"]).arrays()
    assert rated["er"].tolist() == [rating.er for rating in rate_many(arrays["puzzle"])]  # type: ignore[union-attr]
    assert set(rated["verdict"]) == {"rated"}
    forms = canonical_many(arrays["puzzle"]).arrays()
    expected = list(canonical_forms(one.puzzle for one in one_by_one))  # type: ignore[misc]
    assert [form.tobytes() for form in forms["canonical"]] == [form.puzzle.cells for form in expected]
    assert list(canonical_many([LINE], jobs=1)) == list(canonical_forms([LINE]))


def test_ratings_forms_and_puzzles_as_arrays_are_those_of_objects() -> None:
    """Arrays made of whole blocks say what the objects say: of every verdict, with and without a puzzle found."""
    lines = [*mixed()[:30], SOLVED]
    for options in ({"max_er": 3.0}, {"without": ["chain"]}):
        rated = rate_many(cubes(lines), **options).arrays()
        for k, one in enumerate(rate_many(lines, **options)):
            record = one.to_dict()
            assert rated["verdict"][k] == record["verdict"]
            assert [rated[name][k] for name in ("technique", "hardest")] == [
                record.get("technique", ""),
                record.get("hardest", ""),
            ]
            for name in ("er", "ep", "ed"):
                assert rated[name][k] == record[name] if name in record else np.isnan(rated[name][k])
    sound = [line for line in lines if verify(line).word != "impossible"]
    forms = canonical_many(cubes(sound)).arrays()
    objects = list(canonical_many(sound))
    assert [grid.tobytes() for grid in forms["canonical"]] == [form.puzzle.cells for form in objects]
    assert forms["automorphisms"].tolist() == [form.automorphisms for form in objects]
    with pytest.raises(UsageError, match="twice in a row or column"):
        canonical_many([lines[0], "55" + "." * 79]).arrays()
    hard: dict[str, Any] = {"seed": 4, "clues": (17, 23), "attempts": 2, "confirm": "none"}
    arrays = generate_many(12, **hard).arrays()
    every = list(generate_many(12, **hard))
    assert any(one.puzzle is None for one in every)
    for k, one in enumerate(every):
        assert arrays["puzzle"][k].tobytes() == (one.puzzle.cells if one.puzzle else bytes(81))
        assert arrays["solution"][k].tobytes() == (one.solution.cells if one.solution else bytes(81))
        assert (arrays["clues"][k], arrays["minimal"][k], arrays["index"][k]) == (one.clues, one.minimal, one.index)
    numbers = generate_many(3, seed=1, rated=True).arrays()["er"].tolist()
    assert [one.rating.er for one in generate_many(3, seed=1, rated=True) if one.rating] == numbers


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_tables_in_and_out(library: str) -> None:
    """Tables with a column of puzzles, and columns, go in; answers come out as a table of the same library."""
    module = pytest.importorskip(library)
    lines = mixed()[:12]
    columns = {"id": list(range(12)), "puzzle": lines}
    table = module.table(columns) if library == "pyarrow" else module.DataFrame(columns)
    words = [verdict.word for verdict in verify_many(lines)]
    assert [verdict.word for verdict in verify_many(table)] == words
    column = table.column("puzzle") if library == "pyarrow" else table["puzzle"]
    assert [verdict.word for verdict in verify_many(column)] == words
    verdicts: Any = verify_many(table)
    out = {"pandas": "to_pandas", "polars": "to_polars", "pyarrow": "to_arrow"}[library]
    back = getattr(verdicts, out)()
    got = back.column("verdict").to_pylist() if library == "pyarrow" else list(back["verdict"])
    assert got == words
    assert audit(table, rate=0).summary["rows"] == 12
    wrong = module.table({"a": [1]}) if library == "pyarrow" else module.DataFrame({"a": [1]})
    with pytest.raises(UsageError, match="no column of puzzles"):
        list(verify_many(wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((2, 9, 8)),
        np.full((2, 9, 9), 10),
        np.full((2, 9, 9), -1),
        np.full((2, 9, 9), 1.5),
        np.full((2, 9, 9), np.nan),
        np.zeros((2, 7, 7), dtype=int),
        np.zeros((2, 80), dtype=int),
    ],
    ids=lambda array: f"{array.shape} {array.flat[0]}",
)
@pytest.mark.parametrize("function", [verify_many, rate_many, canonical_many, solve_many, count_many])
def test_arrays_that_hold_no_puzzles(function: Any, wrong: Any) -> None:
    """A wrong shape, a digit beyond the side, a fraction: an error that says which."""
    with pytest.raises(CpSudokuError, match=r"array|puzzle"):
        list(function(wrong))
