"""The command given spoilt inputs and options at random: `python benchmarks/fuzz.py command`.

Commands run in this process, through the command's own front, with their streams caught; every hundredth also in a
process of its own. Options come from the commands' signatures, so a new one is tried without an entry here.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import os
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

from cpsudoku.cli.main import COMMANDS, run

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLES = (
    EASY,
    FULL,
    EASY[:49] + "." * 32,
    "55" + EASY[2:],
    "1234341221434321",
    "12..............",
    "",
    " ",
    "x",
    "." * 81,
)
NUMBERS = (
    "1",
    "2",
    "3",
    "0",
    "-1",
    "17",
    "1e400",
    "nan",
    "inf",
    "-inf",
    "0.5",
    "1e-9",
    "999999999999",
    "",
    "x",
    "1_0",
    "٣",
)
FILES = (
    "out.txt",
    "out.jsonl",
    "out.pdf",
    "out.svg",
    "out.csv",
    "folder",
    "/dev/full",
    "no/such/folder/x.txt",
    ".",
    "",
)
WORDS: dict[str, tuple[str, ...]] = {
    "engine": (
        "sat",
        "sat:",
        "sat:glucose4",
        "sat:nope",
        "bitmask",
        "bitmask:x",
        "dlx",
        "recursive",
        "logic",
        "cp-sat",
        "x",
    ),
    "cross_check": ("bitmask", "sat", "x"),
    "engines": ("sat,bitmask", "bitmask", "x", ",", "sat:"),
    "encoding": ("extended", "triad", "minimal", "nope", "."),
    "encodings": ("extended,triad", "nope", ","),
    "simplify": ("singles", "none", "x"),
    "size": ("2x2", "2x3", "3x3", "0x0", "x", "-1x2", "999x999", "3"),
    "extra": ("diagonals", "windoku", "x", ",", "disjoint,asterisk"),
    "format": ("line", "grid", "csv", "jsonl", "ipuz", "nope"),
    "source": ("line", "grid", "csv", "nope"),
    "target": ("line", "grid", "csv", "jsonl", "ipuz", "sdk", "f-puzzles", "sudokupad", "nope"),
    "to": ("dimacs", "opb", "minizinc", "nope"),
    "alphabet": ("1-9A-G", "0-9A-F", "A-P", "integers", "nope"),
    "column": ("puzzle", "nope", ""),
    "clues": ("24", "22..24", "81..1", "..", "x", "5", "99999999999999999999"),
    "symmetry": ("rot180", "full", "nope"),
    "method": ("top-down", "effort", "auto", "sampling", "bottom-up", "x"),
    "dig": ("minimal", "per-box", "until-ambiguous", "x"),
    "fill": ("uniform", "sat", "recursive", "swap", "x"),
    "rating": ("1.2", "1.0..2.5", "nan", "9..7", "..", "x", "1e999"),
    "pearl": ("1.2", "x"),
    "diamond": ("1.2", "x"),
    "level": ("easy", "medium", "x"),
    "requires": ("naked-single", "x", ","),
    "hardest": ("naked-single", "x"),
    "only": ("single", "x", ","),
    "within": ("10%", "nan", "-1", "x%", "0"),
    "without": ("uniqueness", "chain", "x"),
    "template": ("%g %r", "%", "%q", ""),
    "step": ("1", "hardest", "0", "99999", "x"),
    "paper": ("A4", "Letter", "x"),
    "sample": ("17-clue", "nope", "1", "2", "0"),
    "task": ("unique", "solve", "count", "x"),
    "sides": ("4", "9", "0", "x", "999"),
    "fills": ("0.5", "nan", "2", "x"),
    "dask": ("nonsense", "x://y", ""),
    "host": ("256.1.1.1", "", "x y"),
    "allow_host": ("example",),
    "preset": ("easy", "x"),
}
"""Option -> values, good and bad; the others take puzzles, files and any other text."""
LIMITED = {"timeout": "0.5", "conflicts": "200", "attempts": "20"}
"""What a command that has it is always given (again), so that no run lasts."""
ALWAYS = {"serve": ["--host", "256.1.1.1"], "fewest": ["--timeout", "0.5"], "compare": ["--engines", "bitmask,sat"]}
SLOW = 30.0
"""CPU seconds, of which no limited run needs so many."""


@lru_cache(maxsize=1)
def functions() -> dict[tuple[str, ...], Callable[..., Any]]:
    """Words of a command -> the function behind it."""
    found: dict[tuple[str, ...], Callable[..., Any]] = {}
    for name, module in COMMANDS.items():
        loaded = import_module(module)
        if hasattr(loaded, "command"):
            found[(name,)] = loaded.command
        else:
            found[(name,)] = loaded.app.registered_callback.callback
            found |= {(name, c.name or c.callback.__name__): c.callback for c in loaded.app.registered_commands}
    return found


@lru_cache(maxsize=64)
def parameters(function: Callable[..., Any]) -> list[tuple[str, tuple[str, ...], set[Any]]]:
    """(name, flags, types) of each parameter; an operand has no flags."""
    found = []
    for name, hint in get_type_hints(function, include_extras=True).items():
        kind, *more = get_args(hint) or (hint,)
        option = more[0] if more else None
        # in an Annotated, typer keeps an option's first flag where its default would be
        declared = (getattr(option, "default", None), *(getattr(option, "param_decls", None) or ()))
        flags = tuple(flag for flag in declared if isinstance(flag, str) and flag.startswith("-"))
        if more:
            found.append((name, flags, {kind, *get_args(kind)}))
    return found


def value(name: str, kinds: set[Any], rng: random.Random, text: str) -> str:
    """A value for an option: mostly one that it can take."""
    if name == "jobs":
        return rng.choice(("1", "1", "1", "0", "-2", "x"))
    if name in ("count", "boards", "repeat", "loops", "effort"):
        return rng.choice(("1", "2", "3", "0", "-1", "nan", "x"))
    if kinds & {int, float}:
        return rng.choice(NUMBERS)
    if Path in kinds:
        return rng.choice(FILES)
    if name in WORDS and rng.random() < 0.9:
        return rng.choice(WORDS[name])
    return rng.choice((*PUZZLES, text.replace("\0", "")[:2000]))


def line_of(seed: int, index: int, spoilt: str) -> tuple[list[str], str, str]:
    """(words of the command line, standard input, the file's text) of input *index*."""
    rng = random.Random(f"command {seed} {index}")
    path, function = rng.choice(list(functions().items()))
    words = list(path)
    given = spoilt if rng.random() < 0.6 else "\n".join(rng.choices(PUZZLES, k=rng.choice((1, 1, 3))))
    name = "in" + rng.choice((".txt", ".csv", ".jsonl", ".json", ".sdk", ".xml", ".gz", ""))
    for key, flags, kinds in parameters(function):
        if not flags:
            for _ in range(rng.choice((1, 1, 1, 2, 0))):
                words.append(
                    rng.choice((name, name, name, "-", given.replace("\0", "")[:5000], "nofile.txt", ".", EASY))
                )
        elif bool in kinds:
            if rng.random() < 0.05:
                words.append(rng.choice(flags).split("/")[-1])
        elif rng.random() < 0.05:
            words += [rng.choice([flag for flag in flags if flag.startswith("-")]), value(key, kinds, rng, given)]
        if key in LIMITED and flags and rng.random() < 0.97:
            words += [flags[0], LIMITED[key]]
    if rng.random() < 0.02:
        words.insert(rng.randrange(len(words) + 1), rng.choice(("--nope", "--help", "-x", "--", "--version", "")))
    return [*words, *ALWAYS.get(path[0], ())], given, name


def in_process(words: list[str], typed: bytes) -> tuple[int, str]:
    """Exit code and standard error, in this process."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), "utf-8", "surrogateescape")
    sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    sys.stderr = said = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", write_through=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            code = run(words)
        return code, said.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


def own_process(words: list[str], typed: bytes) -> tuple[int, str]:
    """Exit code and standard error of a process."""
    root = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "cpsudoku", *words],
        input=typed, capture_output=True, timeout=10 * SLOW, check=False, env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    return done.returncode, done.stderr.decode("utf-8", "replace")


def fault(code: int, said: str, took: float) -> str:
    """What is wrong with an answer of the command; empty where nothing is."""
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    if "Traceback (most recent call last)" in said:
        return "a traceback"
    if code == 2 and not said.strip():
        return "exit code 2 without a word"
    return f"{took:.0f} CPU s" if took > SLOW else ""


def command(options: argparse.Namespace, chosen: Iterable[int], spoilt: Callable[[int, int], tuple[str, str]]) -> int:
    """Run the inputs; the number of failures."""
    tally: Counter[str] = Counter()
    begun = time.process_time()
    slowest = (0.0, -1)
    before = os.getcwd()
    for number, index in enumerate(chosen):
        words, text, name = line_of(options.seed, index, spoilt(options.seed, index)[1])
        raw = text.encode("utf-8", "surrogatepass")
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path(name).write_bytes(raw)
            faulthandler.dump_traceback_later(10 * SLOW, exit=True)
            start = time.process_time()
            try:
                how = own_process if number % 100 == 99 else in_process
                code, said = how(words, raw)
                wrong = fault(code, said, time.process_time() - start)
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                code, wrong = -1, f"{type(error).__name__}: {error}"
                if options.verbose:
                    with contextlib.suppress(ImportError):
                        import traceback

                        traceback.print_exc()
            finally:
                faulthandler.cancel_dump_traceback_later()
                os.chdir(before)
        slowest = max(slowest, (time.process_time() - start, index))
        tally[f"exit {code}"] += 1
        if wrong:
            tally["FAILED"] += 1
            print(f"input {index} of seed {options.seed}: {wrong}: {words!r} with {text[:200]!r}", flush=True)
    counts = ", ".join(f"{name} {count:,}" for name, count in sorted(tally.items()))
    print(
        f"command, seed {options.seed}: {sum(tally.values()) - tally['FAILED']:,} inputs: {counts}; "
        f"{time.process_time() - begun:.0f} CPU s, slowest {slowest[0]:.1f} CPU s (input {slowest[1]})"
    )
    return tally["FAILED"]
