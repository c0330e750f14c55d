"""`cpsudoku audit` on a made-up collection with planted faults: is every one found, none invented, and how fast?

    python benchmarks/audit.py [--rows 2000000] [--folder FOLDER] [--keep] [--jobs 1]

The collection has a CSV to train on, a Parquet to validate, a gzipped CSV and JSON lines to test, and a Zstandard CSV
with a column `split`. Planted are wrong solutions of three sorts, puzzles with several and with no solution, duplicates
as they are and scrambled, within and across splits, and unreadable rows of over twenty sorts. Every finding is compared
with what was planted, row by row. Then the same again with fewer checks: CPU rows a second, and peak memory.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpsudoku.kernels.classic import digging
from cpsudoku.kernels.randomness import derive

GROUPS = [(cell,) for cell in range(81)]
SHAPES = bytes.maketrans(bytes(range(10)), b".123456789")
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BAD_CSV = [
    "garbage,row",
    ",",
    f",{FULL}",
    f"{LINE[:-1]},{FULL}",
    f"{LINE}5,{FULL}",
    f"{LINE[:-1]}%,{FULL}",
    f"{LINE[:40]}A{LINE[41:]},{FULL}",
    f"{LINE[:40]}\u00e9{LINE[41:]},{FULL}",
    "1.2E+80,5.3E+80",
    f"{LINE[3:].replace('.', '0')},{FULL}",
    f"puzzle {LINE[:30]},{FULL}",
    f'"{LINE[:-1]},{FULL}',
    "null,null",
    "NaN,NaN",
    f"{LINE[:60]}\x00{LINE[61:]},{FULL}",
    "<tr><td>5</td></tr>,",
    '{"puzzle": 1},2',
    f"{LINE[:9]},{FULL}",
    "https://example.org/?sudoku=1,",
    f"{LINE[:40]} {LINE[41:]}{LINE[:5]},{FULL}",
    f"{LINE[:-4]}....,.....,{FULL}"[1:],
    f"{LINE * 2},{FULL}",
]
BAD_JSON = ['{"puzzle": 5}', '{"puzzle": "12"}', "{}", '{"puzzle": "' + LINE, "[]", '{"grid": 1}', "nonsense"]
BAD_PARQUET = [None, "", "abc", LINE[:-1], LINE + ".", LINE[:-1] + "%"]


class Planted:
    """A row: its text or none, and what is to be found there."""

    __slots__ = ("bad", "claim", "klass", "minimal", "puzzle", "split", "verdict", "wrong")

    def __init__(self, puzzle: bytes, claim: str, klass: int, *, minimal: bool, verdict: str = "unique"):
        self.puzzle, self.claim, self.klass, self.minimal, self.verdict = puzzle, claim, klass, minimal, verdict
        self.wrong, self.split = False, ""
        self.bad: str | None = None


def text(cells: bytes) -> str:
    return cells.translate(SHAPES).decode()


def made(count: int, seed: int) -> Iterator[tuple[bytes, bytes, bool]]:
    """(puzzle, grid, minimal), half of them dug to the end."""
    for at in range(0, count, 2000):
        streams = [derive(seed, k) for k in range(at, min(count, at + 2000))]
        half = len(streams) // 2
        for part, thorough in ((streams[:half], True), (streams[half:], False)):
            for puzzle, grid, minimal, _ in digging.batch(part, None, GROUPS, 0, 81, 0, thorough, 0, 0):
                yield puzzle, grid, minimal


def scrambled(draw: random.Random, *boards: bytes) -> list[bytes]:
    """Boards moved and renamed, all alike."""

    def order() -> list[int]:
        return [3 * b + k for b in draw.sample(range(3), 3) for k in draw.sample(range(3), 3)]

    rows, columns, names = order(), order(), bytes([0, *draw.sample(range(1, 10), 9)])
    turn = draw.random() < 0.5
    found = []
    for board in boards:
        cells = bytes(names[board[9 * r + c]] for r in rows for c in columns)
        found.append(bytes(cells[9 * c + r] for r in range(9) for c in range(9)) if turn else cells)
    return found


def plant(rows: int, seed: int) -> tuple[dict[str, list[Planted]], Counter[str]]:
    """The rows of each split, in no order yet."""
    draw = random.Random(seed)
    each = max(20, rows // 400)  # faults of a sort
    planted: Counter[str] = Counter()
    source = made(rows, seed)
    splits: dict[str, list[Planted]] = {"train": [], "validation": [], "test": []}
    klass = 0

    def new(claim: bool = True) -> tuple[Planted, bytes]:
        nonlocal klass
        puzzle, grid, minimal = next(source)
        klass += 1
        return Planted(puzzle, text(grid) if claim else "", klass, minimal=minimal), grid

    def put(split: str, row: Planted) -> None:
        row.split = split
        splits[split].append(row)

    names = list(splits)
    for k in range(each):  # wrong solutions: two digits exchanged, another's, one too short
        row, grid = new()
        a = draw.randrange(80)
        other = next(c for c in range(a + 1, 81 + a) if grid[c % 81] != grid[a]) % 81
        cells = bytearray(grid)
        cells[a], cells[other] = cells[other], cells[a]
        row.claim = (text(bytes(cells)), text(scrambled(draw, grid)[0]), row.claim[:-1])[k % 3]
        row.wrong = row.claim != text(grid)
        put(names[k % 3], row)
    for k in range(each):  # several solutions: a clue of a minimal puzzle less
        row, _ = new(claim=False)
        while not row.minimal:
            row, _ = new(claim=False)
        cell = draw.choice([c for c in range(81) if row.puzzle[c]])
        row.puzzle, row.verdict = row.puzzle[:cell] + b"\0" + row.puzzle[cell + 1 :], "multiple"
        put(names[k % 3], row)
    for k in range(each):  # no solution: a clue that is wrong, beside the others or against them
        row, grid = new(claim=False)
        cell = draw.choice([c for c in range(81) if not row.puzzle[c]])
        digit = draw.choice([d for d in range(1, 10) if d != grid[cell]])
        row.puzzle, row.verdict = row.puzzle[:cell] + bytes([digit]) + row.puzzle[cell + 1 :], "impossible"
        put(names[k % 3], row)
    for k in range(3 * each):  # the same again, as it is or scrambled, within or across splits
        row, grid = new()
        where = [("train", "train"), ("train", "test"), ("validation", "test")][k % 3]
        put(where[0], row)
        puzzle, solution = (row.puzzle, grid) if k % 2 else scrambled(draw, row.puzzle, grid)
        again = Planted(puzzle, text(solution), row.klass, minimal=row.minimal)
        put(where[1], again)
    for k in range(each):
        row = Planted(b"", "", 0, minimal=False)
        row.bad = "bad"
        put(names[k % 3], row)
    while sum(map(len, splits.values())) < rows:
        row, _ = new(claim=draw.random() < 0.95)
        put(draw.choices(names, (8, 1, 1))[0], row)
    for several in splits.values():
        draw.shuffle(several)
    return splits, planted


def files_of(folder: Path, splits: dict[str, list[Planted]]) -> list[tuple[Path, list[Planted]]]:
    """Writes the files; each with its rows in order."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    import zstandard

    half = len(splits["test"]) // 2
    cut = 7 * len(splits["train"]) // 8
    mixed = splits["train"][cut:] + splits["test"][half:]
    random.Random(1).shuffle(mixed)
    found = [
        (folder / "train.csv", splits["train"][:cut]),
        (folder / "validation.parquet", splits["validation"]),
        (folder / "test.csv.gz", splits["test"][: half // 2]),
        (folder / "test.jsonl", splits["test"][half // 2 : half]),
        (folder / "mixed.csv.zst", mixed),
    ]
    for path, rows in found:
        bad = iter(range(1 << 60))
        if path.suffix == ".parquet":
            puzzles = [BAD_PARQUET[next(bad) % len(BAD_PARQUET)] if row.bad else text(row.puzzle) for row in rows]
            table = {"id": list(map(str, range(len(rows)))), "puzzle": puzzles, "solution": [r.claim for r in rows]}
            pq.write_table(pa.table(table), path, row_group_size=100_000)
            continue
        lines = [] if path.suffix == ".jsonl" else ["puzzle,solution" + ",split" * (path.name == "mixed.csv.zst")]
        for row in rows:
            if path.suffix == ".jsonl":
                line = json.dumps({"puzzle": text(row.puzzle), "solution": row.claim or None})
                lines.append(BAD_JSON[next(bad) % len(BAD_JSON)] if row.bad else line)
            else:
                line = BAD_CSV[next(bad) % len(BAD_CSV)] if row.bad else f"{text(row.puzzle)},{row.claim}"
                lines.append(line + f",{row.split}" * (path.name == "mixed.csv.zst"))
        data = ("\n".join(lines) + "\n").encode()
        if path.suffix == ".gz":
            path.write_bytes(gzip.compress(data, 5))
        else:
            path.write_bytes(zstandard.compress(data) if path.suffix == ".zst" else data)
    return found


def expected_of(files: list[tuple[Path, list[Planted]]]) -> tuple[dict[str, int], set[tuple[str, int, str]]]:
    """Counts, and (file, line, finding) of everything planted."""
    counts: Counter[str] = Counter()
    findings: set[tuple[str, int, str]] = set()
    puzzles: set[bytes] = set()
    classes: set[int] = set()
    splits_of: dict[int, set[str]] = {}
    every = [
        (path, line, row)
        for path, rows in files
        for line, row in enumerate(rows, start=1 if path.suffix in (".jsonl", ".parquet") else 2)
    ]
    for _, _, row in every:
        if not row.bad:
            splits_of.setdefault(row.klass, set()).add(row.split)
    for path, line, row in every:
        counts["rows"] += 1
        found = []
        if row.bad:
            counts["unreadable"] += 1
            found.append("unreadable")
        else:
            counts[row.verdict] += 1
            counts["minimal"] += row.minimal and row.verdict == "unique"
            if row.verdict != "unique":
                found.append(row.verdict)
            if row.wrong:
                counts["wrong_solution"] += 1
                found.append("wrong_solution")
            if row.puzzle in puzzles:
                counts["duplicates"] += 1
                found.append("duplicate")
            elif row.klass in classes:
                counts["isomorphs"] += 1
                found.append("isomorph")
            if row.split != "train" and len(splits_of[row.klass]) > 1:
                counts["leaks"] += 1
                found.append("leak")
            puzzles.add(row.puzzle)
            classes.add(row.klass)
        findings |= {(str(path), line, kind) for kind in found}
    return dict(counts), findings


def run(*words: str) -> tuple[float, int, str]:
    """(CPU seconds, peak memory in MB, standard output) of the command, by a child that reports its own use."""
    code = (  # not ru_maxrss, which begins with what the parent had
        "import re, sys, time\nfrom cpsudoku.cli.main import run\ncode = run(sys.argv[1:])\n"
        "peak = int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "print(time.process_time(), peak // 1024, code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    if len((done.stderr.strip().splitlines() or [""])[-1].split()) != 3:
        raise SystemExit(f"the command failed: {done.stderr[-2000:]}")
    seconds, memory, code = done.stderr.strip().splitlines()[-1].split()
    if code not in "01":
        raise SystemExit(done.stderr)
    return float(seconds), int(memory), done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(exist_ok=True)
        started = time.process_time()
        splits, _ = plant(options.rows, options.seed)
        files = files_of(folder, splits)
        counts, planted = expected_of(files)
        print(f"{counts['rows']:,} rows made in {time.process_time() - started:.0f} s CPU: {counts}")
        paths = [str(path) for path, _ in files]
        del splits, files
        seconds, memory, out = run("audit", *paths, "--jsonl", "--rate", "0")
        records = map(json.loads, out.splitlines())
        found = {(record["file"], record["line"], record["finding"]) for record in records}
        missed, invented = planted - found, found - planted
        print(f"findings: {len(planted):,} planted, {len(missed):,} missed, {len(invented):,} invented")
        for word, some in (("missed", missed), ("invented", invented)):
            for place in sorted(some)[:5]:
                print(f"  {word}: {place}")
        rows = counts["rows"]
        ways: dict[str, list[str]] = {
            "verdicts, solution columns, exact duplicates": ["--no-classes", "--no-minimal", "--no-grids"],
            "and classes": ["--no-minimal", "--no-grids"],
            "and minimality": ["--no-grids"],
            "all but ratings": [],
        }
        for name, off in ways.items():
            seconds, memory, out = run("audit", *paths, "--summary", "--rate", "0", *off)
            print(f"{name:46} {rows / seconds:10,.0f} rows/s  {seconds:7.1f} s CPU  {memory:5} MB")
        summary: dict[str, Any] = json.loads(out)
        wrong = {key: (summary.get(key), value) for key, value in counts.items() if summary.get(key) != value}
        print(f"counts that are not as planted: {wrong or 'none'}")
        if missed or invented or wrong:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
