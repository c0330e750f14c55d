"""Confirmation: what kernels and engines propose, SAT proves once more, and a wrong puzzle never gets out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from cpsudoku import generate, generate_many
from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.budget import Limits
from cpsudoku.engines.answer import Unknown
from cpsudoku.errors import EnginesDisagree, UsageError
from cpsudoku.generation import confirmation, effort
from cpsudoku.generation.aiming import methods
from cpsudoku.generation.aiming.search import BestDraft, Draft, Judged, Search, Tenths
from cpsudoku.generation.confirmation import confirmed
from cpsudoku.generation.options import recipe
from cpsudoku.kernels.classic import digging
from cpsudoku.lending import Lender

stream = import_module("cpsudoku.generation.draws")
EVERY_WAY: list[dict[str, Any]] = [
    {},
    {"symmetry": "rot180"},
    {"symmetry": "rot90", "minimal": True},
    {"clues": (22, 23)},
    {"clues": (30, 32), "minimal": False},
    {"dig": "until-ambiguous"},
    {"dig": "per-box"},
    {"method": "bottom-up"},
    {"method": "controlled-bias"},
    {"method": "effort", "effort": 300},
    {"rating": (1.2, 4.0)},
    {"rating": (1.2, 4.0), "method": "steering", "minimal": False},
    {"fill": "recursive"},
    {"engine": "sat"},
    {"engine": "sat:glucose4"},
    {"engine": "dlx"},
    {"pattern": "".join("x" if (i // 9 + i % 9) % 3 == 0 else "." for i in range(81))},
    {"geometry": boxes(2, 3)},
    {"geometry": boxes(4, 4)},
    {"geometry": Geometry(extras=("diagonals",))},
    {"geometry": Geometry.jigsaw("111222113322133332444555446655466665")},
]


@pytest.mark.parametrize("way", EVERY_WAY, ids=str)
def test_every_way_is_confirmed(way: dict[str, Any]) -> None:
    """Each method, dig, engine and board says that SAT confirmed, and makes the puzzle it makes unconfirmed."""
    record = generate(seed=8, **way)
    assert record.puzzle is not None
    assert record.confirmed == record.to_dict()["confirmed"] == "sat"
    raw = generate(seed=8, confirm="none", **way)
    assert raw.confirmed == "none"
    assert replace(raw, confirmed="sat") == record


def test_nothing_to_confirm() -> None:
    """Raw puzzles are not unique and say that nothing was confirmed; where there is no puzzle, nothing is said."""
    assert generate(seed=1, dig="per-box", raw=True).confirmed == "none"
    missed = generate(seed=1, clues=17, attempts=2)
    assert missed.puzzle is None
    assert missed.to_dict()["confirmed"] is None
    with pytest.raises(UsageError, match="known: sat, none"):
        generate(confirm="prayer")


def plant(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[bytes, bytes], tuple[bytes, int]]) -> None:
    """The kernel's puzzles become change(puzzle, grid): cells, and whether they are called minimal."""
    true = getattr(digging, name)

    def wrong(*words: Any) -> list[Any]:
        found = []
        for puzzle, grid, *rest in true(*words):
            cells, minimal = change(puzzle, grid)
            found.append((cells, grid, *([bool(minimal)] if len(rest) == 2 else []), rest[-1]))
        return found

    monkeypatch.setattr(digging, name, wrong)


def without_one(puzzle: bytes, grid: bytes) -> tuple[bytes, int]:
    """A minimal puzzle without its first clue: ambiguous."""
    return puzzle.replace(bytes([max(puzzle)]), b"\0", 1), 1


def with_one(puzzle: bytes, grid: bytes) -> tuple[bytes, int]:
    """A minimal puzzle and a clue to spare."""
    cell = puzzle.index(0)
    return puzzle[:cell] + grid[cell : cell + 1] + puzzle[cell + 1 :], 1


def slandered(puzzle: bytes, grid: bytes) -> tuple[bytes, int]:
    """A minimal puzzle that is not called so."""
    return puzzle, 0


@pytest.mark.parametrize(("name", "method"), [("batch", "top-down"), ("controlled_batch", "controlled-bias")])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (without_one, "was made as a unique puzzle; SAT finds the solution [1-9]{81} and the solution [1-9]{81}"),
        (with_one, "was made as a minimal puzzle; SAT proves that it stays unique without the clue in r1c"),
    ],
)
def test_a_kernels_wrong_puzzle_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, method: str, change: Callable[..., Any], words: str
) -> None:
    """An ambiguous puzzle, and a minimal one with a clue to spare, raise EnginesDisagree; unconfirmed they get out."""
    plant(monkeypatch, name, change)
    with pytest.raises(EnginesDisagree, match=words):
        generate(seed=2, method=method)
    assert generate(seed=2, method=method, confirm="none").minimal


def test_a_kernels_wrong_modesty_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minimal puzzle said to have clues to spare raises EnginesDisagree."""
    plant(monkeypatch, "batch", slandered)
    with pytest.raises(EnginesDisagree, match="second solutions show that it needs every clue"):
        generate(seed=2)


@pytest.mark.parametrize("found", ["nothing", "the solution itself"])
def test_a_kernels_wrong_witnesses_prove_nothing(monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    """Where the kernel finds no second solution, or what is none, SAT decides; puzzles and claims stay the same."""
    wanted = [generate(seed=2), generate(seed=2, symmetry="rot180")]
    assert [record.minimal for record in wanted] == [True, False]

    def wrong(cells: bytes, grids: bytes) -> bytes:
        each = [grids[at : at + 81] * (81 - cells[at : at + 81].count(0)) for at in range(0, len(cells), 81)]
        return b"".join(each) if found == "the solution itself" else bytes(len(b"".join(each)))

    monkeypatch.setattr(confirmation, "second_solutions", wrong)
    assert [generate(seed=2), generate(seed=2, symmetry="rot180")] == wanted


def test_a_wrong_solution_is_caught() -> None:
    """A puzzle with a solution that is not its own, or without any, raises EnginesDisagree with what SAT finds."""
    first, second = (record for record in generate_many(2, seed=2, confirm="none"))
    assert first.puzzle is not None
    assert first.solution is not None
    assert second.solution is not None
    cells, own, other = first.puzzle.cells, first.solution.cells, second.solution.cells
    assert confirmation.confirm_block(recipe(), cells, own, b"\1") == b"\1"
    with pytest.raises(EnginesDisagree, match=f"SAT finds the solution {first.solution.line()}$"):
        confirmation.confirm_block(recipe(), cells * 2, own + other, b"\1\1")
    clash = bytes([cells[cell] or cells[next(k for k in range(81) if cells[k])] for cell in range(81)])
    with pytest.raises(EnginesDisagree, match="SAT finds no solution"):
        confirmation.confirm_block(recipe(), clash, own, b"\1")


def test_an_engines_wrong_puzzle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dig that takes one clue too many, by whichever engine, raises EnginesDisagree."""
    true = stream._attempt

    def wrong(*words: Any) -> Any:
        solution, dug, known = true(*words)
        return solution, replace(dug, clues=frozenset(sorted(dug.clues)[1:])), known

    monkeypatch.setattr(stream, "_attempt", wrong)
    with pytest.raises(EnginesDisagree, match="was made as a unique puzzle"):
        generate(seed=2, engine="dlx")


def test_aiming_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ambiguous puzzle that a search took for the best raises EnginesDisagree."""
    record = generate(seed=2)
    assert record.puzzle is not None
    assert record.solution is not None
    cells, solution = without_one(record.puzzle.cells, b"")[0], record.solution.cells

    def run(search: Search) -> None:
        search.best = BestDraft(Draft(cells, solution), Judged(0, Tenths(70, 12, 12)), "sampling", 1)

    monkeypatch.setattr(methods, "_run", run)
    with pytest.raises(EnginesDisagree, match="was made as a unique puzzle"):
        generate(seed=2, rating=7)
    with pytest.raises(EnginesDisagree, match="was made as a unique puzzle"):
        generate(seed=2, rating=7, engine="sat:glucose4")


def test_effort_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ambiguous puzzle of method effort raises EnginesDisagree."""
    true = effort.Maker.make

    def wrong(maker: effort.Maker) -> effort.Made:
        draft = true(maker)
        first = next(cell for cell, digit in enumerate(draft.cells) if digit)
        kept = [0] * 81
        kept[first] = draft.cells[first]
        return draft._replace(cells=bytes(kept))

    monkeypatch.setattr(effort.Maker, "make", wrong)
    with pytest.raises(EnginesDisagree, match="was made as a unique puzzle"):
        generate(seed=2, method="effort", effort=300)


def test_limits_leave_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """As limits grow: uniqueness Unknown, then proven and minimality not, then both."""
    record = generate(seed=2)
    assert record.puzzle is not None
    assert record.solution is not None
    clues = [cell for cell, _ in record.puzzle.clues]
    wanted = recipe(engine="sat:minisat22")
    found = []
    for conflicts in range(1, 12):
        # a solver that has learnt needs no conflicts
        monkeypatch.setattr(confirmation, "confirming_oracle_of", Lender(confirmation._new_oracle))
        answer = confirmed(wanted, record.solution, clues, True, Limits(None, conflicts))
        found.append(-1 if isinstance(answer, Unknown) else int(answer))
    assert found == sorted(found)
    assert set(found) == {-1, 0, 1}


def test_threads_do_not_share_solvers() -> None:
    """Eight threads that generate at once make the puzzles one thread makes."""
    wanted = list(generate_many(24, seed=5))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda index: generate(seed=5, index=index), range(24))) == wanted
