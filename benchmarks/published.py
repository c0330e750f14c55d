"""How right is what others publish to train and test machines on: puzzles audited, scores given nonsense.

    python benchmarks/published.py [--count 200] [--only NAME] [--ragen FOLDER] [--reasoning-gym FOLDER]
        [--textarena FOLDER]

The generators are those of reasoning-gym and TextArena (`pip install reasoning-gym textarena`) and of RAGEN (no
package: --ragen names a checkout of mll-lab-nu/RAGEN; it needs gymnasium). A folder is a checkout, which goes before an
installed package. What is neither installed nor given is left out, and named.

First table: of each setting --count puzzles of one seed (train) and a quarter as many of the next seed (test), audited
by `cpsudoku audit` with every rating. `wrong`: the stored solution does not solve the puzzle. `isomorphs`: puzzles of
which another was there before, transformed. `leaks`: test puzzles that are among the train puzzles, transformed or not.
ER: the Sudoku Explainer rating of the unique puzzles; `singles`: share of those that need singles alone (ER up to 2.3).

Second table: the score of answers, as a share of the stored solution's, and `cpsudoku.tasks.grade(...).fraction` of the
same answers; means over the train puzzles. An environment gets an answer as one move a cell, in reading
order. `another solution`: over the puzzles with several.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from measuring import options_of, print_machine

from cpsudoku import audit, rate_many, tasks, verify
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Puzzle

SEED = 1
"""Of the train puzzles; the test puzzles are those of the next one."""
SINGLES = 2.3
"""The highest ER of a puzzle that singles solve."""
MOVES = 81
"""Moves of the answer that changes one cell to and fro."""

Move = tuple[int, int]
"""Cell and digit."""


@dataclass(frozen=True)
class Item:
    """A puzzle as published: cells and stored solution, a byte each; `score`: what an answer earns."""

    cells: bytes
    solution: bytes
    score: Callable[[Answer], float]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle.trusted(self.cells, CLASSIC)


@dataclass(frozen=True)
class Answer:
    """An answer as a text, and as moves."""

    text: str
    moves: tuple[Move, ...]


def written(grid: bytes) -> str:
    """Nine lines of nine digits, `_` for an open cell."""
    return "\n".join(" ".join("_123456789"[digit] for digit in grid[at : at + 9]) for at in range(0, 81, 9))


def filled(item: Item, grid: bytes, before: str = "") -> Answer:
    """The answer that fills every open cell as in *grid*."""
    moves = tuple((cell, grid[cell]) for cell in range(81) if not item.cells[cell] and grid[cell])
    return Answer(before + written(grid), moves)


def first_legal(item: Item) -> bytes:
    """In each open cell, in reading order, the least digit that none of its houses has yet; 0 without one."""
    grid = bytearray(item.cells)
    for cell in range(81):
        if not grid[cell]:
            seen = {grid[peer] for peer in CLASSIC.peers[cell]}
            grid[cell] = next((digit for digit in range(1, 10) if digit not in seen), 0)
    return bytes(grid)


def to_and_fro(item: Item) -> Answer:
    """One cell, with two digits that its houses do not have, again and again."""
    for cell in range(81):
        seen = {item.cells[peer] for peer in CLASSIC.peers[cell]}
        free = [digit for digit in range(1, 10) if digit not in seen]
        if not item.cells[cell] and len(free) > 1:
            wrong = [digit for digit in free if digit != item.solution[cell]][:2]
            two = wrong if len(wrong) == 2 else free[:2]
            last = bytearray(item.cells)
            last[cell] = two[(MOVES - 1) % 2]
            return Answer(written(last), tuple((cell, two[k % 2]) for k in range(MOVES)))
    return Answer(written(item.cells), ())


def another(item: Item) -> Answer | None:
    """A solution of the puzzle that is not the stored one."""
    grids = [grid.cells for grid in verify(item.puzzle).solutions if grid.cells != item.solution]
    return filled(item, grids[0]) if grids else None


ANSWERS: dict[str, Callable[[Item], Answer | None]] = {
    "the solution after a line of prose": lambda item: filled(item, item.solution, "Here is the completed grid:\n"),
    "another solution": another,
    "1 in every cell": lambda item: filled(item, bytes([1]) * 81),
    "1 in every open cell": lambda item: filled(item, bytes(digit or 1 for digit in item.cells)),
    "a copy of the puzzle": lambda item: Answer(written(item.cells), ()),
    "the first legal digit in each cell": lambda item: filled(item, first_legal(item)),
    "one cell to and fro": to_and_fro,
}

WRITTEN = ("the solution after a line of prose", "1 in every cell")
"""Answers that differ from others as texts alone."""
MOVED = ("one cell to and fro",)
"""Answers that are moves."""


@dataclass(frozen=True)
class Source:
    """A publisher: `items(setting, seed, count)` makes puzzles, after `load(folder)`."""

    settings: dict[str, Any]
    load: Callable[[str | None], Any]
    items: Callable[[Any, Any, int, int], Iterator[Item]]
    is_text: bool


def module(name: str, folder: str | None) -> Any:
    """A module, from a checkout if a folder is given."""
    if folder is not None:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def reasoning_gym(gym: Any, setting: dict[str, int], seed: int, count: int) -> Iterator[Item]:
    """The puzzles of a data set, and `score_answer`."""
    puzzles = gym.create_dataset("sudoku", seed=seed, size=count, **setting)
    for entry in puzzles:
        cells, solution = (bytes(chain(*entry["metadata"][key])) for key in ("puzzle", "solution"))

        def score(answer: Answer, entry: Any = entry) -> float:
            return float(puzzles.score_answer(answer.text, entry))

        yield Item(cells, solution, score)


def load_ragen(folder: str | None) -> Any:
    """The folder of its Sudoku environment alone: the package around it imports every other environment."""
    if folder is not None:
        for name, path in (("ragen", "ragen"), ("ragen.env", "ragen/env")):
            package = types.ModuleType(name)
            package.__path__ = [str(Path(folder, path))]
            sys.modules[name] = package
    return importlib.import_module("ragen.env.sudoku.env"), importlib.import_module("ragen.env.sudoku.config")


def ragen(modules: Any, setting: str, seed: int, count: int) -> Iterator[Item]:
    """The puzzles of an environment that is reset with the next numbers, and the sum of the rewards of moves."""
    env = modules[0].SudokuEnv(modules[1].SudokuEnvConfig(difficulty=setting))
    for number in range(count):
        start = 1_000_000 * seed + number
        env.reset(seed=start)

        def score(answer: Answer, start: int = start) -> float:
            env.reset(seed=start)
            total = 0.0
            for cell, digit in answer.moves:
                _, reward, done, _ = env.step(f"place {digit} at row {cell // 9 + 1} col {cell % 9 + 1}")
                total += reward
                if done:
                    break
            return float(total)

        yield Item(bytes(env.initial_grid.flatten().tolist()), bytes(env.solution_grid.flatten().tolist()), score)


def load_textarena(folder: str | None) -> Any:
    """The module of its Sudoku environment."""
    module("textarena", folder)
    return importlib.import_module("textarena.envs.Sudoku.env")


def textarena(arena: Any, setting: int, seed: int, count: int) -> Iterator[Item]:
    """The puzzles of an environment that is reset with the next numbers, and the reward at the end of a game."""
    for number in range(count):
        start = 1_000_000 * seed + number
        env = arena.SudokuEnv(clues=setting)
        env.reset(num_players=1, seed=start)
        cells, solution = (bytes(chain(*board)) for board in (env.game_board, env.full_grid))

        def score(answer: Answer, start: int = start) -> float:
            env = arena.SudokuEnv(clues=setting)
            env.reset(num_players=1, seed=start)
            for cell, digit in answer.moves:
                if env.step(f"[{cell // 9 + 1} {cell % 9 + 1} {digit}]")[0]:
                    return float(env.state.rewards[0])
            return float(env._get_percentage_completion())

        yield Item(cells, solution, score)


SOURCES = {
    "reasoning-gym": Source(
        {
            "default (30 to 50 empty)": {},
            "50 to 60 empty": {"min_empty": 50, "max_empty": 60},
        },
        lambda folder: module("reasoning_gym", folder),
        reasoning_gym,
        True,
    ),
    "RAGEN": Source({word: word for word in ("easy", "medium", "hard")}, load_ragen, ragen, False),
    "TextArena": Source(
        {f"{word} ({clues} clues)": clues for word, clues in (("default", 60), ("medium", 40), ("hard", 20))},
        load_textarena,
        textarena,
        False,
    ),
}


def audited(train: list[Item], test: list[Item]) -> list[str]:
    """The row of a setting: what the audit of its puzzles finds."""
    with tempfile.TemporaryDirectory() as folder:
        for name, items in (("train", train), ("test", test)):
            rows = [f"{item.puzzle.line()},{Puzzle.trusted(item.solution, CLASSIC).line()}\n" for item in items]
            Path(folder, f"{name}.csv").write_text("puzzle,solution\n" + "".join(rows), encoding="ascii")
        found = audit([Path(folder, "train.csv"), Path(folder, "test.csv")], rate=0).summary
    unique = [item.puzzle for item in [*train, *test] if verify(item.puzzle).unique]
    ers = sorted(float(rating) for rating in rate_many(unique))
    clues = statistics.median(81 - item.cells.count(0) for item in [*train, *test])
    rows = found["rows"]
    row = [f"{rows}", f"{clues:.0f}", f"{found['unique'] / rows:.0%}", f"{found['minimal'] / rows:.0%}"]
    row += [f"{found['wrong_solution']}", f"{found['duplicates'] + found['isomorphs']}"]
    row += [f"{found['leaks']} of {len(test)}"]
    if not ers:
        return [*row, "", "", ""]
    return [
        *row,
        f"{sum(er <= SINGLES for er in ers) / len(ers):.0%}",
        f"{statistics.median(ers):.1f}",
        f"{ers[-1]:.1f}",
    ]


def scored(items: list[Item], is_text: bool) -> Iterator[str]:
    """Of each kind of answer the publisher's score and ours; empty where none of the puzzles has such an answer."""
    whole = [item.score(filled(item, item.solution)) for item in items]
    for name, make in ANSWERS.items():
        theirs, ours = [], []
        if name in (MOVED if is_text else WRITTEN):
            yield ""
            continue
        for item, most in zip(items, whole):
            answer = make(item)
            if answer is not None:
                theirs.append(item.score(answer) / most)
                ours.append(tasks.grade(item.puzzle, answer.text).fraction or 0.0)
        yield f"{statistics.fmean(theirs):.2f} / {statistics.fmean(ours):.2f}" if theirs else ""


def main() -> None:
    """Print both tables."""
    options = options_of(__doc__, count=200, only=str, ragen=str, reasoning_gym=str, textarena=str)
    folders = {"RAGEN": options.ragen, "reasoning-gym": options.reasoning_gym, "TextArena": options.textarena}
    print_machine()
    table, scores = [], []
    for name, source in SOURCES.items():
        if options.only not in (None, name):
            continue
        try:
            loaded = source.load(folders[name])
        except ImportError as problem:
            print(f"{name}: neither installed nor given as a checkout ({problem})")
            continue
        for words, setting in source.settings.items():
            train = list(source.items(loaded, setting, SEED, options.count))
            test = list(source.items(loaded, setting, SEED + 1, max(1, options.count // 4)))
            table.append([name, words, *audited(train, test)])
            scores.append([name, words, *scored(train, source.is_text)])
    heads = "source, setting, puzzles, clues, unique, minimal, wrong, isomorphs, leaks, singles, median ER, highest ER"
    for head, rows in ((heads, table), (", ".join(["source, setting", *ANSWERS]), scores)):
        print()
        for row in (head.split(", "), ["---"] * len(head.split(", ")), *rows):
            print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
