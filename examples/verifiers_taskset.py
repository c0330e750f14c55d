"""A taskset for verifiers: Sudoku of wanted ratings, graded by the rules (`pip install verifiers cpsudoku`).

    import verifiers.v1 as vf
    from verifiers_taskset import SudokuConfig
    env = vf.load_environment(vf.SingleAgentEnvConfig(taskset=SudokuConfig(id="verifiers-taskset", count=100)))
    for task in env.taskset: ...

Rewards: the share of open cells that agree with a solution, 0 where a given is changed. Metrics: whether an answer was
found, and whether it solves the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from cpsudoku import generate_many, tasks

__all__ = ["SudokuTaskset"]
QUESTION = "Solve this Sudoku puzzle. A dot is an open cell. Reply with the completed grid."


class SudokuConfig(vf.TasksetConfig):
    """Puzzles number 0 to *count* - 1 of *seed*, with ratings (ER) from *min_er* to *max_er*."""

    count: int = 1000
    seed: int = 1
    min_er: float = 1.2
    max_er: float = 7.9


class SudokuData(vf.TaskData):
    """The puzzle, a character a cell, and its rating."""

    puzzle: str
    er: float


class SudokuTask(vf.Task[SudokuData, vf.State, vf.TaskConfig]):
    """A puzzle, and what the last reply of an agent is worth."""

    @vf.reward
    async def fraction(self, trace: vf.Trace) -> float:
        """Of the open cells, the part that agrees with a solution."""
        return tasks.grade(self.data.puzzle, trace.last_reply).fraction or 0.0

    @vf.metric
    async def solved(self, trace: vf.Trace) -> float:
        """1 for a solution."""
        return float(tasks.grade(self.data.puzzle, trace.last_reply).solved)

    @vf.metric
    async def found(self, trace: vf.Trace) -> float:
        """1 where the reply has an answer in a form that is read."""
        return float(tasks.grade(self.data.puzzle, trace.last_reply).found)


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Minimal 9x9 puzzles, each with one solution."""

    def load(self) -> Iterator[SudokuTask]:
        """Generated when they are read."""
        wanted = self.config
        for record in generate_many(wanted.count, seed=wanted.seed, rating=(wanted.min_er, wanted.max_er)):
            if record.puzzle is not None and not record.missed:
                prompt = f"{QUESTION}\n\n{record.puzzle}"
                name = f"seed {record.seed}, number {record.index}"
                data = SudokuData(name=name, prompt=prompt, puzzle=record.puzzle.line(), er=record.rating.er)
                yield SudokuTask(data, wanted.task)
