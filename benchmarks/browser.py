"""The page's jobs in Pyodide, by Node, beside the native ones: whether the answers are equal, and seconds a job.

    python benchmarks/browser.py --corpus PUZZLES.jsonl --classic FILE [--wheel WHEEL] [--classics 500] [--sample 20]

Every puzzle is asked the questions of EQUAL, in both; records are compared field by field. Then every job is timed on a
sample, median of so many classic puzzles. An answer that takes more than SECONDS there counts as unknown. WHEEL has
compiled kernels (`backend/build_for_browser.py`); without it they run as plain Python.
"""

from __future__ import annotations

import argparse
import json
import random
import select
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from variant_corpus import converted, read

from cpsudoku.formats import Record, format_named, write_records
from cpsudoku.web.site.folder import write
from cpsudoku.web.site.worker import respond

SECONDS = 60
EQUAL = {"classic": ("judge", "hint", "rate"), "variant": ("judge", "hint", "candidates")}
"""Jobs that every puzzle is asked."""
TIMED = ("judge", "verify", "candidates", "hint", "rate", "explain", "diagnose", "certify")


class Browser:
    """The engine in Node, begun anew where an answer does not come in time."""

    def __init__(self, site: Path):
        self.site = site
        self.start()

    def start(self) -> None:
        command = ["node", str(Path(__file__).with_suffix(".mjs")), str(self.site)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.started = self._line(120)["took"]

    def _line(self, seconds: float) -> Any:
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return None
        return json.loads(self.process.stdout.readline())

    def ask(self, job: str, body: dict[str, Any], seconds: float) -> tuple[Any, float]:
        """The record, None where there is none in time; and the seconds it took."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"job": job, "body": body, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        line = self._line(seconds)
        if line is not None:
            return line["answer"], line["took"]
        self.stop()
        self.start()
        return None, seconds

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def native(job: str, body: dict[str, Any], seconds: float) -> tuple[Any, float]:
    """The same here."""
    since = time.perf_counter()
    return json.loads(respond(job, json.dumps(body), seconds)), time.perf_counter() - since


def puzzles(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Kind and text of every puzzle."""
    for row in read(options.corpus) if options.corpus else ():
        ours = "constraints" in row and "puzzle" in row  # a row of JSON that the page reads, else one of the corpus
        text = json.dumps(row) if ours else "".join(write_records([Record(converted(row))], format_named("jsonl")))
        yield "variant", text
    yield from (("classic", line) for line in classics(options.classic, options.classics))


def classics(path: str, count: int) -> list[str]:
    """So many lines of the file, drawn by a fixed seed."""
    lines = [line.split()[0][:81] for line in Path(path).read_text().splitlines() if len(line) >= 81]
    return random.Random(37).sample(lines, min(count, len(lines)))


def compare(browser: Browser, options: argparse.Namespace) -> int:
    """Ask both everything, print what differs, and return how many records do."""
    counts: Counter[str] = Counter()
    for number, (kind, text) in enumerate(puzzles(options)):
        for job in EQUAL[kind]:
            body: dict[str, Any] = {"puzzle": text} | ({"why": True} if (kind, job) == ("variant", "hint") else {})
            there, _ = browser.ask(job, body, options.seconds)
            here, _ = native(job, body, options.seconds)
            if there is None or "unknown" in (there.get("verdict"), here.get("verdict")):
                counts["unknown"] += 1
            elif there == here:
                counts["equal"] += 1
            else:
                counts["different"] += 1
                fields = [key for key in {**there, **here} if there.get(key) != here.get(key)]
                print(f"{kind} {number}, {job}: {', '.join(fields)} differ: {text[:100]}")
    print(", ".join(f"{count:,} {word}" for word, count in counts.items()))
    return counts["different"]


def timed(browser: Browser, options: argparse.Namespace) -> None:
    """Median seconds of each job, there and here."""
    sample = classics(options.classic, options.sample)
    print(f"start of the engine: {browser.started:.1f} s\n\njob          browser    native  times")
    bodies: dict[str, list[dict[str, Any]]] = {job: [{"puzzle": line} for line in sample] for job in TIMED}
    bodies["generate"] = [{"seed": seed} for seed in range(options.sample)]
    bodies["generate 2.0..4.5"] = [{"seed": seed, "rating": "2.0..4.5"} for seed in range(options.sample)]
    for job, each in bodies.items():
        name = job.split()[0]
        there = statistics.median(browser.ask(name, body, SECONDS)[1] for body in each)
        here = statistics.median(native(name, body, SECONDS)[1] for body in each)
        print(f"{job:<18} {there:8.4f} {here:8.4f} {there / here:6.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default="", help="variant puzzles as JSON lines; none if left out")
    parser.add_argument("--classic", required=True, help="classic puzzles, one a line")
    parser.add_argument("--wheel", type=Path, help="a wheel with compiled kernels")
    parser.add_argument("--classics", type=int, default=500, help="how many classic puzzles are compared")
    parser.add_argument("--sample", type=int, default=20, help="how many are timed; 0: none")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long an answer may take")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "site"), options.wheel)
        browser = Browser(Path(folder, "site"))
        try:
            if options.sample:
                timed(browser, options)
            different = compare(browser, options) if options.classics or options.corpus else 0
        finally:
            browser.stop()
    raise SystemExit(bool(different))


if __name__ == "__main__":
    main()
