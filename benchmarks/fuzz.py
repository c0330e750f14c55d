"""Spoilt inputs, by a seed: whatever is handed in, the answer is a record, a bad row, or a documented error.

    python benchmarks/fuzz.py readers [--count 1000000] [--seed 1] [--share 0.01] [--first 0]   texts to the readers
    python benchmarks/fuzz.py command [--count 10000] [--verbose] ...             with random options, to the command

--share runs only that part of the inputs; input number i of a seed is the same in every run; --first is the number of
the first. Commands run in this process, through the command's own front, with their streams caught; every hundredth
also in a process of its own; --verbose prints their tracebacks. Options come from the commands' signatures, so a new
one is tried without an entry here. Prints how many were read and refused, or the exit codes, and the slowest. Exit code
1 where anything but a documented error came out, with the inputs.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints
from urllib.parse import quote, unquote

from measuring import cells_of, options_of, timed

from cpsudoku.board.geometry import CLASSIC, Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.cli.main import COMMANDS, run
from cpsudoku.constraints import parse
from cpsudoku.errors import CpSudokuError
from cpsudoku.formats import FORMATS, BadRow, Record, lz_string, read_one, read_records, unfit, write_records

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ALPHABET = "0123456789.-*_xX?+|=:;,#\"'[]{}()<>/\\ \t\r\n\0ABGPZabuR\xe9\u00b2\u0664\u2502\u2014\u3000\ud800%&"
SPICE = ['{"puzzle":', "<!DOCTYPE x>", "[" * 50, "puzzle,solution\n", "\x00", '"']
SPICE += ["1e99999", "NaN", "null", "-1", "999999999999", "https://", "fpuzzles", "ipuz("]
LINKS = {"f-puzzles": "load=", "sudokupad": "/scl"}
"""What stands before the packed part of the links that these formats write."""
SLOW = 5.0
"""CPU seconds beyond which an input counts as a failure: no text of this size may take so long."""


def seeds(name: str) -> list[str]:
    """Good texts in the format, to be spoilt."""
    rng = random.Random(name)
    written = [Record(Puzzle.parse(LINE), solution=cells_of(FULL), rest="ED=1.2/1.2/1.2")]
    if 16 in FORMATS[name].sides:
        cells = bytes(rng.choice((0, 0, 1, 4, 15, 16)) for _ in range(256))
        written += [Record(Puzzle(cells, square(16))), Record(Puzzle(b"\1\2\3\4" + bytes(12), square(4)))]
    if "extras" in FORMATS[name].holds:
        written.append(Record(Puzzle(CLASSIC.size * b"\0", Geometry(3, 3, extras=("diagonals",)))))
    written += [record for record in ruled() if not unfit(record, FORMATS[name])]
    count = 1 if name in LINKS else len(written)
    return ["".join(write_records(written[k : k + count], name)) for k in range(len(written))]


@lru_cache(maxsize=1)
def ruled() -> tuple[Record, ...]:
    """Puzzles under rules: one that most formats of rules can say, and one for each of many kinds."""
    groups = """
cage 9 r1c1 r1c2, anti-knight
thermo r1c1-r1c4, arrow r5c5 / r5c6 r5c7, whisper r3c1-r3c4, xv 10 r8c1 r8c2, negative xv, odd r9c9
little-killer 20 r1c2-r8c9, sandwich 9 r1c1-r1c9, x-sum 12 r9c4-r1c4, quadruple 1,2 r1c1 r1c2 r2c1 r2c2
candidates 1,2,4 r1c3 r2c2, candidates 2,4,6 r1c4
or { thermo r1c1 r1c2 | sum 9 r2c1 r2c2 ; odd r2c3 }, regex [1-5]* r1c1-r1c3, full-rank 3 r1c1-r1c9
"""
    puzzle = Puzzle.parse(LINE)
    shaped = Puzzle(bytes(24), Geometry.shaped(4, 6, 0, 6, [(0, 1, 6, 7)]), (parse("renban r1c1-r1c3"),))
    return (
        *(Record(puzzle.under(map(parse, line.split(", ")))) for line in groups.strip().splitlines()),
        Record(shaped),
    )


LEAVES = (None, True, 0, -1, 7, 10**12, 1.5, "", "R1C1", "r0c99", "x", [], {}, [[]], {"cells": 3}, ["R1C1"], [0, 1])


def spoilt_value(value: Any, rng: random.Random) -> Any:
    """A JSON value with one part of it exchanged, left out or doubled."""
    if rng.random() < 0.12 or not isinstance(value, (dict, list)) or not value:
        return rng.choice(LEAVES)
    parts = dict(value) if isinstance(value, dict) else dict(enumerate(value))
    key = rng.choice(list(parts))
    act = rng.random()
    if act < 0.1:
        del parts[key]
    elif act < 0.2:
        parts[f"{key}s" if isinstance(value, dict) else len(parts)] = parts[key]
    else:
        parts[key] = spoilt_value(parts[key], rng)
    return parts if isinstance(value, dict) else list(parts.values())


def spoilt_items(text: str, rng: random.Random) -> str:
    """An ISS string with one to three of its arguments exchanged, left out or doubled."""
    parts = text.split("~")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(parts))
        act = rng.random()
        if act < 0.2:
            del parts[at]
        elif act < 0.4:
            parts.insert(at, parts[at])
        else:
            parts[at] = rng.choice((*parts, "R1C1", "R10C1", "C3", "0", "-1", "99999999999", "", "1_2", "=", "9x9"))
        parts = parts or [""]
    return "~".join(parts)


def drawn() -> dict[str, Any]:
    """A SudokuPad object whose rules are drawings and prose."""
    boxes = [[[3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3] for i in range(9)] for b in range(9)]
    grey = {"color": "#CFCFCF", "thickness": 20}
    circle = {"width": 0.7, "height": 0.7, "rounded": True, "backgroundColor": "#CFCFCF", "borderColor": "#000000"}
    small = circle | {"width": 0.3, "height": 0.3}
    return {
        "cells": [[{} for _ in range(9)] for _ in range(9)],
        "regions": boxes,
        "metadata": {
            "rules": "Thermos rise from the bulb. Arrows sum. Kropki. Green whispers. XV sum to 10. Sandwich."
        },
        "cages": [{"cells": [[0, 0], [0, 1]], "value": "9", "unique": True}, {"cells": [[1, 0]], "value": "A"}],
        "lines": [
            {"wayPoints": [[0.5, 0.5], [0.5, 3.5]], **grey},
            {"wayPoints": [[8.5, 0.5], [6.5, 2.5]], "color": "#67F067", "thickness": 8},
            {"wayPoints": [[0.94, 0.4], [0.89, 0.5], [0.94, 0.6]], "color": "#000", "thickness": 1},
        ],
        "arrows": [{"wayPoints": [[4.5, 4.5], [2.5, 4.5]], **grey}, {"wayPoints": [[-0.2, 3.8], [-0.02, 3.98]]}],
        "underlays": [{"center": [0.5, 0.5], **circle}, {"center": [2.5, 2.5], **circle}],
        "overlays": [
            {"center": [4.5, 4.5], **circle},
            {"center": [1, 0.5], **small, "backgroundColor": "#FFFFFF"},
            {"center": [3, 3], **circle, "text": "1 2"},
            {"center": [0.5, 6], "width": 0.25, "height": 0.25, "text": "X"},
            {"center": [-0.5, 3.5], "width": 0.25, "height": 0.25, "text": "17"},
        ],
    }


def variant(seed: int, index: int) -> tuple[str, str]:
    """(format, text) of puzzle with rules number *index*, its JSON changed in one to three places, or its text."""
    rng = random.Random(f"variant {seed} {index}")
    name = ("f-puzzles", "sudokupad", "jsonl", "iss")[index % 4]
    record = rng.choice([record for record in ruled() if not unfit(record, FORMATS[name])])
    text = "".join(write_records([record], name)).strip()
    if name in LINKS:
        text = lz_string.unpack(unquote(text.partition(LINKS[name])[2]))
    if name == "iss" and rng.random() < 0.7:
        return name, spoilt_items(text, rng)
    if name == "iss" or rng.random() < 0.2:
        return name, spoilt(text, rng)
    value = drawn() if name == "sudokupad" and rng.random() < 0.6 else json.loads(text)
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = spoilt_value(value, rng)
    return name, json.dumps(value)


def others() -> list[str]:
    """Good texts that no writer of ours makes."""
    digits = LINE.replace(".", "0")
    rows = [[int(c) for c in digits[i : i + 9]] for i in range(0, 81, 9)]
    packed = "".join(write_records([Record(Puzzle.parse(LINE))], "f-puzzles")).partition("load=")[2].strip()
    numbers = "\n".join(" ".join(map(str, square(16).houses[row].cells)) for row in range(16))
    return [
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}\n{LINE}\n",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={digits}\n",
        f"https://sudokuexchange.com/play/?s={digits}\n",
        f"https://example.com/{LINE} x\n",
        json.dumps({"newboard": {"grids": [{"value": rows, "solution": rows, "difficulty": "Hard"}]}}, indent=1),
        json.dumps({"grid": rows}) + "\n" + json.dumps({"board": rows}) + "\n",
        f"ipuz({json.dumps({'kind': ['http://ipuz.org/sudoku#1'], 'puzzle': rows})});",
        f":03111:5:{LINE}:212::514:\n:0000-x:1:{digits}:::\n",
        ",".join(f"c{k}" for k in range(81)) + "\n" + ",".join(digits) + "\n",
        f'id|puzzle|note\n1|{LINE}|"two\nlines"\n2|{LINE.replace(".", " ")}|5" tall\n',
        numbers,
    ]


@lru_cache(maxsize=1)
def good() -> dict[str, list[str]]:
    """Good texts by format, and under "auto" those of others."""
    return {name: seeds(name) for name in FORMATS} | {"auto": others()}


def spoilt(text: str, rng: random.Random) -> str:
    """*text* after one to four small accidents."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        size = len(text) + 1
        at, to = sorted((rng.randrange(size), rng.randrange(size)))
        match rng.randrange(9):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1 | 2:
                text = text[:at] + rng.choice(ALPHABET) + text[at + 1 :]
            case 3:
                text = text[:at] + rng.choice(ALPHABET) * rng.choice((1, 2, 9, 81)) + text[at:]
            case 4:
                text = text[:at] + text[at : at + 5] + text[at:]
            case 5:
                text = text[:at] if rng.random() < 0.3 else text[:at] + text[min(to, at + 20) :]
            case 6:
                text = text[:at] + rng.choice(SPICE) + text[at:]
            case 7:
                lines = text.splitlines(keepends=True) or [""]
                del lines[rng.randrange(len(lines))]
                text = "".join(lines)
            case _:
                text = "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(120)))
    return text


def spoilt_inside(link: str, name: str, rng: random.Random) -> str:
    """A link whose packed text has had the accidents."""
    before, mark, packed = link.strip().partition(LINKS[name])
    text = spoilt(lz_string.unpack(unquote(packed)), rng).encode("utf-8", "replace").decode()
    return before + mark + quote(lz_string.pack(text), safe="")


def mutant(seed: int, index: int) -> tuple[str, str]:
    """(format it began as, text) of input number *index*; packed texts are repacked in half of the links."""
    rng = random.Random(f"{seed} {index}")
    name = list(good())[index % len(good())]
    text = rng.choice(good()[name])
    if name in LINKS and rng.random() < 0.5:
        return name, spoilt_inside(text, name, rng)
    if rng.random() < 0.1:  # two texts that do not belong together
        text += rng.choice(good()[rng.choice(list(good()))])
    return name, spoilt(text, rng)


def check(record: Record) -> None:
    """A record that was read is a puzzle. Raises AssertionError."""
    board = record.puzzle.geometry
    if len(record.puzzle.cells) != board.size or max(record.puzzle.cells) > board.side:
        raise AssertionError("cells that are no puzzle")
    if record.solution is not None and (len(record.solution) != board.size or 0 in record.solution):
        raise AssertionError("a solution that is none")


def read(name: str, text: str, turn: int) -> bool:
    """Through one of the readers, chosen by *turn*: True where something was read. CpSudokuErrors end here."""
    format = name if turn % 2 and name != "auto" else None
    try:
        if turn % 3 == 0:
            check(read_one(text, format=format, lossy=turn % 4 == 0))
            return True
        raw = text.encode("utf-8", "surrogatepass")
        stream = io.BytesIO(raw) if turn % 3 == 1 else text.splitlines(keepends=True)
        found = 0
        for item in read_records(stream, format=format, file="x.txt" if turn % 5 == 0 else None):
            if isinstance(item, BadRow):
                if not (isinstance(item.error, CpSudokuError) and str(item.error)):
                    raise AssertionError(f"a bad row without words: {item!r}")
            else:
                check(item)
                found += 1
        return found > 0
    except CpSudokuError as error:
        if not str(error):
            raise AssertionError("an error without words") from error
        return False


# ------------------------------------------------------------------ the command

PUZZLES = (LINE, FULL, LINE[:49] + "." * 32, "55" + LINE[2:], "." * 81)
PUZZLES += ("1234341221434321", "12..............", "", " ", "x")
VALUES = """
(number): 1 2 3 0 -1 17 1e400 nan inf -inf 0.5 1e-9 999999999999 '' x 1_0 ٣
(file): out.txt out.jsonl out.pdf out.svg out.csv folder /dev/full no/such/folder/x.txt . ''
engine: sat sat: sat:glucose4 sat:nope bitmask bitmask:x dlx recursive logic cp-sat x
cross_check: bitmask sat x
engines: sat,bitmask bitmask x , sat:
encoding: extended triad minimal nope .
encodings: extended,triad nope ,
simplify: singles none x
size: 2x2 2x3 3x3 0x0 x -1x2 999x999 3
extra: diagonals windoku x , disjoint,asterisk
format: line grid csv jsonl ipuz nope
source: line grid csv nope
target: line grid csv jsonl ipuz sdk f-puzzles sudokupad nope
to: dimacs opb minizinc nope
alphabet: 1-9A-G 0-9A-F A-P integers nope
column: puzzle nope ''
clues: 24 22..24 81..1 .. x 5 99999999999999999999
symmetry: rot180 full nope
method: top-down effort auto sampling bottom-up x
dig: minimal per-box until-ambiguous x
fill: uniform sat recursive swap x
rating: 1.2 1.0..2.5 nan 9..7 .. x 1e999
pearl: 1.2 x
diamond: 1.2 x
level: easy medium x
requires: naked-single x ,
hardest: naked-single x
only: single x ,
within: 10% nan -1 x% 0
without: uniqueness chain x
template: '%g %r' % %q ''
step: 1 hardest 0 99999 x
paper: A4 Letter x
sample: 17-clue nope 1 2 0
task: unique solve count x
sides: 4 9 0 x 999
fills: 0.5 nan 2 x
dask: nonsense x://y ''
host: 256.1.1.1 '' 'x y'
allow_host: example
preset: easy x
"""
WORDS = {name: shlex.split(values) for name, _, values in (line.partition(":") for line in VALUES.strip().splitlines())}
"""Option -> values, good and bad; the others take puzzles, files and any other text."""
LIMITED = {"timeout": "0.5", "conflicts": "200", "attempts": "20"}
"""Options added (again) to every command that has them, so that no run lasts."""
NETWORK = {"site"}
"""Commands that download, or serve until they are stopped."""
ALWAYS = {"serve": ["--host", "256.1.1.1"], "fewest": ["--timeout", "0.5"], "compare": ["--engines", "bitmask,sat"]}
LASTS = 30.0
"""CPU seconds, of which no limited run needs so many."""


@lru_cache(maxsize=1)
def functions() -> dict[tuple[str, ...], Callable[..., Any]]:
    """Words of a command -> the function behind it."""
    found: dict[tuple[str, ...], Callable[..., Any]] = {}
    for name in COMMANDS:
        if name in NETWORK:
            continue
        loaded = import_module(f"cpsudoku.cli.{name}")
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
        return rng.choice(WORDS["(number)"])
    if Path in kinds:
        return rng.choice(WORDS["(file)"])
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
                operands = (name, name, name, "-", given.replace("\0", "")[:5000], "nofile.txt", ".", LINE)
                words.append(rng.choice(operands))
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
    environment, line = {**os.environ, "PYTHONPATH": root}, [sys.executable, "-m", "cpsudoku", *words]
    done = subprocess.run(line, input=typed, capture_output=True, timeout=10 * LASTS, check=False, env=environment)
    return done.returncode, done.stderr.decode("utf-8", "replace")


def fault(code: int, said: str, took: float) -> str:
    """What is wrong with an answer of the command; empty where nothing is."""
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    if "Traceback (most recent call last)" in said:
        return "a traceback"
    if code == 2 and not said.strip():
        return "exit code 2 without a word"
    return f"{took:.0f} CPU s" if took > LASTS else ""


Outcome = tuple[str, str, str]
"""What became of an input in a word, what is wrong with it (empty for nothing), and the input."""


def readers(options: argparse.Namespace, number: int, index: int) -> Outcome:
    """Read input *index*."""
    name, text = mutant(options.seed, index)
    before = time.process_time()
    try:
        word, wrong = "read" if read(name, text, index // len(good())) else "refused", ""
    except Exception as error:
        return "raised", repr(error), repr(text)
    took = time.process_time() - before
    return word, f"{took:.1f} s" if took > SLOW else wrong, repr(text[:200])


def command(options: argparse.Namespace, number: int, index: int) -> Outcome:
    """Run the command on input *index*."""
    words, text, name = line_of(options.seed, index, mutant(options.seed, index)[1])
    raw = text.encode("utf-8", "surrogatepass")
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path(name).write_bytes(raw)
        faulthandler.dump_traceback_later(10 * LASTS, exit=True)
        start = time.process_time()
        try:
            code, said = (own_process if number % 100 == 99 else in_process)(words, raw)
            wrong = fault(code, said, time.process_time() - start)
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            code, wrong = -1, f"{type(error).__name__}: {error}"
            if options.verbose:
                traceback.print_exc()
        finally:
            faulthandler.cancel_dump_traceback_later()
            os.chdir(before)
    return f"exit {code}", wrong, f"{words!r} with {text[:200]!r}"


def indices(options: argparse.Namespace) -> Iterator[int]:
    """The inputs of a share: one of every so many, at a place that moves, so that it meets every format."""
    step = max(1, round(1 / options.share))
    for block in range(options.first, options.count, step):
        yield min(block + (block // step * 7) % step, options.count - 1)


TASKS: dict[str, Callable[[argparse.Namespace, int, int], Outcome]] = {"readers": readers, "command": command}


def main() -> int:
    """The exit code."""
    options = options_of(__doc__, what=tuple(TASKS), count=1_000_000, seed=1, share=1.0, first=0, verbose=False)
    outcomes, failed, slowest = Counter[str](), 0, (0.0, -1)
    for number, index in enumerate(indices(options)):
        took, (word, wrong, what) = timed(partial(TASKS[options.what], options, number, index))
        outcomes[word] += 1
        slowest = max(slowest, (took, index))
        if wrong:
            failed += 1
            print(f"input {index} of seed {options.seed}: {wrong}: {what}", flush=True)
        if number % 50_000 == 49_999:
            print(f"  {dict(outcomes)} up to input {index}", file=sys.stderr, flush=True)
    counts = ", ".join(f"{count:,} {word}" for word, count in sorted(outcomes.items()))
    print(f"{options.what}, seed {options.seed}: {outcomes.total():,} inputs: {counts}; {failed} failures; ", end="")
    print(f"slowest {slowest[0]:.2f} CPU s (input {slowest[1]})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
