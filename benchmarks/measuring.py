"""Shared by the benchmarks: options, CPU time, ways measured in turn, parts of a run, puzzles of files."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def command_line(text: str | None, **options: Any) -> argparse.ArgumentParser:
    """A parser that shows *text* as its help, with an option for each name, described by its value.

    False: a flag. Another value: the default, which also gives the type. A type: omitted means None. []: an option that
    may be repeated. [type]: any number of arguments. A tuple: an argument, one of these words, the first if omitted.
    Ellipsis: an argument that must be given.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is ...:
            parser.add_argument(name)
        elif isinstance(value, tuple):
            parser.add_argument(name, choices=value, nargs="?", default=value[0])
        elif isinstance(value, list) and value:
            parser.add_argument(name, nargs="*", type=value[0])
        elif value == [] or value is False:
            parser.add_argument(flag, action="store_true" if value is False else "append", default=value)
        elif isinstance(value, type):
            parser.add_argument(flag, type=value)
        else:
            parser.add_argument(flag, type=type(value), default=value)
    return parser


def options_of(text: str | None, words: Sequence[str] | None = None, **options: Any) -> argparse.Namespace:
    """The options on the command line (*words*, if given), as `command_line` describes them; a share is 0 to 1."""
    parser = command_line(text, **options)
    found = parser.parse_args(words)
    share = getattr(found, "share", 1)
    if not 0 < share <= 1 and share != options["share"]:
        parser.error("--share is above 0 and at most 1")
    return found


def part_of(items: Sequence[T], share: float) -> list[T]:
    """This share of the items, evenly spread."""
    return [item for k, item in enumerate(items) if int((k + 1) * share) > int(k * share)]


def print_machine() -> None:
    """Processor and Python, on standard error."""
    print(f"# {platform.processor() or platform.machine()}, Python {platform.python_version()}", file=sys.stderr)


def cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """CPU seconds, of processes started and awaited too, and what the work returned."""
    began = cpu()
    result = work()
    return cpu() - began, result


def program(command: Sequence[str], **options: Any) -> tuple[float, str]:
    """CPU seconds of another program, and its standard output. Raises CalledProcessError."""
    options = {"check": True, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL} | options
    seconds, done = timed(lambda: subprocess.run(command, **options))
    return seconds, done.stdout or ""


def in_turn(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """CPU seconds of each way in each round; the ways take turns, so that a busy machine disturbs all alike."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, work in ways.items():
            found[name].append(timed(work)[0])
    return found


def ratio(spent: Mapping[str, Sequence[float]], way: str, other: str) -> float:
    """Median over the rounds of the times of two ways."""
    return statistics.median(a / b for a, b in zip(spent[way], spent[other]))


def spread(name: str, values: Sequence[float], unit: str = "ms") -> str:
    """Median, 95th percentile and worst."""
    if not values:
        return f"{name}: none"
    cut = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return (
        f"{name}: {len(values)}, median {statistics.median(values):.2f}, p95 {cut:.2f}, worst {max(values):.1f} {unit}"
    )


class Clock:
    """CPU milliseconds of calls, by name."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def __call__(self, name: str, work: Callable[..., T], *arguments: Any, **options: Any) -> T:
        seconds, result = timed(lambda: work(*arguments, **options))
        self.times.setdefault(name, []).append(1000 * seconds)
        return result

    def report(self) -> None:
        for name, values in self.times.items():
            print(spread(name, values))


def lines_of(path: str | Path, most: int | None = None) -> list[str]:
    """The first puzzles of a file, 81 characters each."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line[:81] for line in lines if len(line) >= 81 and line[0] != "#"][:most]


def sample_paths(given: Sequence[Path], *names: str) -> Iterable[Path]:
    """The files given, else shipped samples."""
    from cpsudoku import samples

    return given or [samples.path_of(name) for name in names]


def cells_of(line: str) -> bytes:
    """The digits of a line, 0 for an open cell."""
    return bytes(int(symbol) if symbol in "123456789" else 0 for symbol in line)


def scrambled(cells: bytes, rng: Random) -> bytes:
    """A 9x9 puzzle with bands, rows, stacks, columns and digits shuffled, transposed or not."""
    moves, names = shuffled(rng), bytes([0, *rng.sample(range(1, 10), 9)])
    return bytes(names[cells[cell]] for cell in moves)


def shuffled(rng: Random) -> list[int]:
    """A random symmetry of the 9x9 board: the cell that each cell's content comes from."""
    rows, columns = ([3 * b + i for b in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)] for _ in "rc")
    down, across = rng.choice([(9, 1), (1, 9)])
    return [down * row + across * column for row in rows for column in columns]
