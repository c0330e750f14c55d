"""The adapters of `examples/` work with the packages that they are for (extra `[adapters]`)."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import Puzzle, rate, tasks, verify

EXAMPLES = Path(__file__).parent.parent / "examples"

EXACT: Any = {"lines": True, "dtype": False, "precise_float": True}
"""For JSON lines in pandas, which else reads a solution as a floating-point number, and 1.7 as 1.7000000000000002."""

pytestmark = pytest.mark.long


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import an example, after the package that it adapts to; skip where that is not installed."""
    monkeypatch.syspath_prepend(str(EXAMPLES))

    def load(name: str, package: str) -> Any:
        pytest.importorskip(package, reason=f"the extra [adapters] is not installed: no {package}")
        return importlib.import_module(name)

    return load


def test_every_example_is_tested() -> None:
    """Each file of the folder is named here."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{path.stem}"' in text for path in EXAMPLES.glob("*.py"))


def test_reasoning_gym(example: Any) -> None:
    """Items are unique puzzles in the band, the same again, others for other seeds; nonsense earns 0."""
    adapter = example("reasoning_gym_dataset", "reasoning_gym")
    import reasoning_gym

    data = reasoning_gym.create_dataset("cpsudoku", seed=4, size=6, min_er=1.2, max_er=2.6)
    items = list(data)
    assert len(items) == len(data) == 6
    assert items == list(reasoning_gym.create_dataset("cpsudoku", seed=4, size=6, min_er=1.2, max_er=2.6))
    others = list(reasoning_gym.create_dataset("cpsudoku", seed=5, size=6, min_er=1.2, max_er=2.6))
    assert not {item["question"] for item in items} & {item["question"] for item in others}
    for item in items:
        puzzle, answer = item["metadata"]["puzzle"], item["answer"]
        assert verify(puzzle).solution.line() == answer
        assert 1.2 <= rate(puzzle).er <= 2.6
        assert data.score_answer(answer, item) == 1
        assert data.score_answer(f"Here it is:\n{Puzzle(answer)}", item) == 1
        assert data.score_answer(puzzle, item) == data.score_answer("1" * 81, item) == 0
        assert data.score_answer(None, item) == data.score_answer("", item) == 0
        assert data.score_answer(puzzle.replace(".", "1"), item) == 0
        part = answer[:40] + puzzle[40:]
        assert 0 < data.score_answer(part, item) < 1
    with pytest.raises(AssertionError):
        reasoning_gym.create_dataset("cpsudoku", min_er=8, max_er=7)
    curriculum = adapter.CpSudokuCurriculum()
    bands = []
    for level in range(len(curriculum.get_attribute("er").levels)):
        curriculum.set_attr_level("er", level)
        config = curriculum.generate_configuration({"seed": 1, "size": 1})
        bands.append((config.min_er, config.max_er))
        config.validate()
    assert bands == sorted(bands)
    assert bands[0] == (1.2, 1.5)
    assert bands[-1] == (1.2, 7.9)


def test_gymnasium(example: Any) -> None:
    """Gymnasium's checker passes; a solution earns 1 in any order, a wrong digit ends the episode, the rest earns 0."""
    example("gymnasium_env", "gymnasium")
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("cpsudoku/Sudoku-v0", rating=(1.2, 2.3), render_mode="ansi")
    check_env(env.unwrapped)
    grid, about = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (grid == again).all()
    puzzle = Puzzle(about["puzzle"])
    assert Puzzle(grid) == puzzle
    assert about["er"] == rate(puzzle).er
    solution = verify(puzzle).solution.cells
    open_cells = [cell for cell in range(81) if not puzzle.cells[cell]]
    first = open_cells[0]
    given = next(cell for cell in range(81) if puzzle.cells[cell])
    assert env.step((given // 9, given % 9, 0))[1:4] == (0.0, False, False)
    total, done = 0.0, False
    for cell in reversed(open_cells):
        assert not done
        _, reward, done, cut, _ = env.step((cell // 9, cell % 9, solution[cell] - 1))
        total += reward
        assert not cut
    assert done
    assert total == pytest.approx(1)
    assert env.render().replace(" ", "").replace("\n", "") == verify(puzzle).solution.line()
    env.reset(seed=3)
    wrong = solution[first] % 9
    _, reward, done, _, about = env.step((first // 9, first % 9, wrong))
    assert (reward, done) == (0.0, True)
    assert about["why"]
    short = gymnasium.make("cpsudoku/Sudoku-v0", rating=(1.2, 2.3), steps=2)
    short.reset(seed=3)
    assert [short.step((given // 9, given % 9, 0))[3] for _ in range(2)] == [False, True]


def test_verifiers(example: Any) -> None:
    """The environment loads by the name of the taskset; its tasks are unique puzzles, and rewards are grades."""
    adapter = example("verifiers_taskset", "verifiers.v1")
    import verifiers.v1 as vf

    config = adapter.SudokuConfig(id="verifiers-taskset", count=4, seed=2, min_er=1.2, max_er=2.6)
    environment = vf.load_environment(vf.SingleAgentEnvConfig(taskset=config))
    found = list(environment.taskset)
    assert [task.data.idx for task in found] == [0, 1, 2, 3]
    for task in found:
        solution = verify(task.data.puzzle).solution.line()
        assert task.data.er == rate(task.data.puzzle).er
        assert str(Puzzle(task.data.puzzle)) in task.data.prompt
        wrong = task.data.puzzle.replace(".", "1")
        for reply, earned, answered in ((f"Done: {solution}", 1, 1), (wrong, 0, 1), ("I cannot.", 0, 0), ("", 0, 0)):
            trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={})
            asyncio.run(task.score(trace))
            assert trace.reward == earned
            assert trace.metrics == {"solved": earned, "found": answered}


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_files_load_everywhere(form: str, tmp_path: Path) -> None:
    """A set of 1,000 rows is read back by `datasets` from disk, by pandas and by Polars, with every value."""
    datasets = pytest.importorskip("datasets", reason="the extra [adapters] is not installed: no datasets")
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    made = tasks.dataset({"count": 1000, "rating": (1.2, 7.9)}, seed=3, splits={"train": 9, "test": 1})
    made.write(tmp_path / "puzzles", form)
    rows = list(made)
    assert len(rows) == 1000
    loaded = datasets.load_dataset(str(tmp_path / "puzzles"), cache_dir=str(tmp_path / "cache"))
    assert set(loaded) == {"train", "test"}
    for split, part in loaded.items():
        wanted = [row for row in rows if row["split"] == split]
        assert list(part) == wanted
        (path,) = (tmp_path / "puzzles" / "data").glob(f"{split}*.{form}")
        frame = pandas.read_parquet(path) if form == "parquet" else pandas.read_json(path, **EXACT)
        table = polars.read_parquet(path) if form == "parquet" else polars.read_ndjson(path, infer_schema_length=None)
        for name in ("id", "puzzle", "solution", "er", "clues", "trace"):
            column = [row[name] for row in wanted]
            assert frame[name].tolist() == table[name].to_list() == column
