"""A Gymnasium environment: 9x9 Sudoku, one digit a step (`pip install gymnasium cpsudoku`).

    import gymnasium, gymnasium_env  # registers `cpsudoku/Sudoku-v0`
    env = gymnasium.make("cpsudoku/Sudoku-v0", rating=(1.2, 2.3))
    grid, info = env.reset(seed=1)
    grid, reward, terminated, truncated, info = env.step((0, 2, 4))  # row, column, digit, each from 0: digit 5

A step that puts a digit into an open cell such that the puzzle still has a solution earns its share: all of them
together 1. Any other step changes nothing and earns 0; where it leaves no solution, `info["why"]` says so and the
episode ends. So no order of steps earns more than solving the puzzle, and guessing ends at the first wrong digit.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np

from cpsudoku import generate, tasks


class SudokuEnv(gymnasium.Env):
    """*rating*: a band of ER of the Sudoku Explainer. *steps*: after so many the episode is truncated."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, rating: tuple[float, float] = (1.2, 7.9), steps: int = 200, render_mode: str | None = None):
        self.rating, self.steps, self.render_mode = rating, steps, render_mode
        self.observation_space = gymnasium.spaces.Box(0, 9, (9, 9), np.int8)
        self.action_space = gymnasium.spaces.MultiDiscrete([9, 9, 9])
        self.grid = np.zeros((9, 9), np.int8)
        self.share, self.left = 0.0, steps

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new puzzle; the same for the same seed."""
        super().reset(seed=seed)
        record = generate(seed=int(self.np_random.integers(1 << 32)), rating=self.rating)
        self.grid = np.array(record.puzzle.to_list(), np.int8)
        self.share, self.left = 1 / int((self.grid == 0).sum()), self.steps
        return self.grid.copy(), {"puzzle": record.puzzle.line(), "er": record.rating.er}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Put a digit into a cell."""
        row, column, digit = (int(part) for part in action)
        self.left -= 1
        reward, why, dead = 0.0, "not an open cell", False
        if not self.grid[row, column]:
            move = tasks.check_move(self.grid, 9 * row + column, digit + 1)
            dead = not move.solvable
            why = str(move)
            if move.solvable:
                self.grid[row, column] = digit + 1
                reward = self.share
        done = dead or bool(self.grid.all())
        return self.grid.copy(), reward, done, self.left <= 0 and not done, {"why": why}

    def render(self) -> str:
        """The grid as text."""
        return "\n".join(" ".join(".123456789"[digit] for digit in row) for row in self.grid)


gymnasium.register("cpsudoku/Sudoku-v0", entry_point=SudokuEnv)
