"""What the benchmarks share: command lines, CPU time, ways that take turns, puzzles of files."""

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
from typing import Any, TypeVar

T = TypeVar("T")


def command_line(text: str | None, **defaults: str | float | bool) -> argparse.ArgumentParser:
    """A parser that shows *text* as help, with an option for each default, of its type; False is a flag."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        flag = f"--{name.replace('_', '-')}"
        if default is False:
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(default), default=default)
    return parser


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


def spread(name: str, values: Sequence[float], unit: str = "ms") -> str:
    """Median, 95th percentile and worst."""
    if not values:
        return f"{name}: none"
    cut = statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return (
        f"{name}: {len(values)}, median {statistics.median(values):.2f}, p95 {cut:.2f}, worst {max(values):.1f} {unit}"
    )


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
