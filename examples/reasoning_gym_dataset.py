"""A data set for reasoning-gym: Sudoku of wanted ratings, graded by the rules (`pip install reasoning-gym cpsudoku`).

    import reasoning_gym
    import reasoning_gym_dataset  # registers `cpsudoku`
    data = reasoning_gym.create_dataset("cpsudoku", seed=1, size=100, min_er=2.0, max_er=4.0)
    data.score_answer(text, data[0])

Item number i of a seed is `generate(seed=seed, index=i)`: data sets of different seeds share no item. The score is the
share of open cells that agree with a solution, 0 where a given is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from cpsudoku import generate, tasks

NAME = "cpsudoku"


@dataclass
class CpSudokuConfig:
    """Ratings (ER of the Sudoku Explainer) from `min_er` to `max_er`; up to 2.3 singles suffice."""

    min_er: float = 1.2
    max_er: float = 7.9
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Reasoning-gym expects AssertionError."""
        assert 1.0 <= self.min_er <= self.max_er <= 11.9, "1.0 <= min_er <= max_er <= 11.9"
        assert self.size > 0, "size: at least 1"


class CpSudokuDataset(ProceduralDataset):
    """Minimal 9x9 puzzles, each with one solution."""

    def __init__(self, config: CpSudokuConfig):
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, index: int) -> dict[str, Any]:
        if not 0 <= index < self.size:
            raise IndexError(index)
        band = (self.config.min_er, self.config.max_er)
        record = generate(seed=self.seed, index=index, rating=band)
        if record.puzzle is None or record.missed:
            raise LookupError(f"item {index}: {record.missed}")
        question = (
            "Solve this Sudoku puzzle. A dot is an open cell. Reply with the completed grid, nine lines of nine "
            f"digits.\n\n{record.puzzle}"
        )
        metadata = {
            "source_dataset": NAME,
            "source_index": index,
            "puzzle": record.puzzle.line(),
            "er": record.rating.er,
            "difficulty": {"er": band},
        }
        return {"question": question, "answer": record.solution.line(), "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """0 to 1; 1 for a solution alone, in whatever form it is written."""
        return tasks.grade(entry["metadata"]["puzzle"], answer).fraction or 0.0


class CpSudokuCurriculum(BaseCurriculum):
    """From hidden singles to chains."""

    def __init__(self) -> None:
        super().__init__(CpSudokuCurriculum.__name__, CpSudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="er",
                levels=[1.2, 1.5, 2.3, 3.4, 4.4, 5.6, 6.6, 7.2, 7.9],
                description="Rating of the puzzle",
                lower_field_name="min_er",
                upper_field_name="max_er",
                ensure_interval=True,
            )
        )


register_dataset(NAME, CpSudokuDataset, CpSudokuConfig, CpSudokuCurriculum)
