"""The page under load: many users play at once, and every digit they write asks for a verdict.

    python benchmarks/serve.py [--users 200] [--seconds 60] [--workers 2] [--think 2] [--seed 1]

Starts `cpsudoku serve` on this machine's loopback (a fresh process, a free port) and lets each user, over a connection
of their own, fill a puzzle of the sample `hard` digit by digit: after a moment of thought (exponentially distributed,
*think* seconds in the mean) a digit of the solution is entered, now and then a wrong one that is taken back with the
next change, and a verdict is asked for. Who writes the next digit before the verdict is there drops the question by
closing the connection, as the page does.

Printed: questions answered, dropped and failed; the median, 95th and 99th percentile and worst of the time from
question to whole answer; how many a second; and the processor time the server and its workers took for each. The users
live in this one process, whose own waiting is part of the times. Exit code 1 where anything failed: a status other than
200, a wrong verdict, a broken connection.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles

from measuring import options_of

from cpsudoku import samples, solve

PATIENCE = 30.0
"""Seconds after which a user calls an unanswered question a failure."""
SLIPS = 0.05
"""The part of entries that are wrong."""


@dataclass
class Found:
    """What all users met."""

    seconds: list[float] = field(default_factory=list)
    dropped: int = 0
    failed: list[str] = field(default_factory=list)


class User:
    """One player with one connection."""

    def __init__(self, port: int, puzzle: str, solution: str, random: Random, think: float, found: Found):
        self.port, self.puzzle, self.solution, self.random, self.think = port, puzzle, solution, random, think
        self.found = found
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def play(self, until: float) -> None:
        """Fill the puzzle again and again until the clock says so."""
        asking: asyncio.Task[None] | None = None
        cells, empty = self.fresh()
        slip: int | None = None
        await asyncio.sleep(self.random.random() * self.think)
        while time.monotonic() < until:
            if slip is not None:
                cells[slip], slip = ".", None
            elif not empty:
                cells, empty = self.fresh()
            else:
                cell = empty.pop()
                cells[cell] = self.solution[cell]
                if self.random.random() < SLIPS:
                    empty.append(cell)
                    slip, cells[cell] = cell, str(int(self.solution[cell]) % 9 + 1)
            if asking is not None and not asking.done():
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                self.found.dropped += 1
                self.hang_up()
            asking = asyncio.create_task(self.ask("".join(cells), slip is None))
            await asyncio.sleep(min(self.random.expovariate(1 / self.think), max(0.0, until - time.monotonic())))
        if asking is not None:
            await asking
        self.hang_up()

    def fresh(self) -> tuple[list[str], list[int]]:
        """The puzzle's cells, and those to fill, in an order of this user's own."""
        empty = [cell for cell, clue in enumerate(self.puzzle) if clue == "."]
        self.random.shuffle(empty)
        return list(self.puzzle), empty

    def hang_up(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def ask(self, cells: str, right: bool) -> None:
        """A verdict of the grid as it stands: one solution, or none after a slip."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                status, body = await self.answer(cells)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
            self.found.failed.append(type(problem).__name__)
            self.hang_up()
            return
        self.found.seconds.append(time.monotonic() - begun)
        verdict = json.loads(body).get("verdict")
        if status != 200 or verdict != ("unique" if right else "impossible"):
            self.found.failed.append(f"{status} {verdict}")

    async def answer(self, cells: str) -> tuple[int, bytes]:
        """Status and body. A connection kept open that the server closed meanwhile is opened once more."""
        body = json.dumps({"puzzle": cells}).encode()
        head = f"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        for again in (self.writer is not None, False):
            if self.reader is None or self.writer is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                first = await self.reader.readuntil(b"\r\n\r\n")
                break
            except (OSError, asyncio.IncompleteReadError) as problem:
                if not again or getattr(problem, "partial", b""):
                    raise
                self.hang_up()
        length = re.search(rb"content-length: *(\d+)", first.lower())
        assert length is not None
        return int(first.split()[1]), await self.reader.readexactly(int(length[1]))


def started(workers: int) -> tuple[subprocess.Popen[str], int]:
    """The server and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "serve", "--port", "0", "--workers", str(workers), "--quiet"],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    found = re.search(r":(\d+)/ ", process.stderr.readline())
    assert found is not None
    return process, int(found[1])


def processor_seconds(process: int) -> float:
    """Processor time of a process and its children that live (Linux; 0 elsewhere)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(int(child)) for child in children)


async def load(port: int, users: int, seconds: float, think: float, seed: int) -> Found:
    """All users until their time is over."""
    puzzles = samples.path_of("hard").read_text(encoding="utf-8").split()
    solutions = [solve(puzzle).solutions[0].line() for puzzle in puzzles]
    found = Found()
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(
            User(port, puzzles[k % len(puzzles)], solutions[k % len(puzzles)], Random(seed + k), think, found).play(
                until
            )
            for k in range(users)
        )
    )
    return found


async def warm(port: int, workers: int) -> None:
    """Wait until every worker has loaded the engines."""
    puzzle = "." * 81
    users = [User(port, puzzle, puzzle, Random(0), 1.0, Found()) for _ in range(4 * workers)]
    await asyncio.gather(*(user.answer(puzzle) for user in users))
    for user in users:
        user.hang_up()


def main() -> int:
    """Run it."""
    given = options_of(__doc__, users=200, seconds=60.0, workers=2, think=2.0, seed=1)
    server, port = started(given.workers)
    try:
        asyncio.run(warm(port, given.workers))
        spent, begun = processor_seconds(server.pid), time.monotonic()
        found = asyncio.run(load(port, given.users, given.seconds, given.think, given.seed))
        lasted, spent = time.monotonic() - begun, processor_seconds(server.pid) - spent
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)
    times = [1000 * seconds for seconds in found.seconds]
    if len(times) < 100:
        print(f"only {len(times)} answers: too few to tell; failed: {found.failed[:5]}")
        return 1
    parts = quantiles(times, n=100)
    print(f"{given.users} users, {given.workers} workers, {lasted:.0f} s, a change each {given.think:g} s in the mean")
    print(f"answered {len(times)} ({len(times) / lasted:.0f}/s), dropped {found.dropped}, failed {len(found.failed)}")
    print(f"median {median(times):.1f} ms, p95 {parts[94]:.1f} ms, p99 {parts[98]:.1f} ms, worst {max(times):.1f} ms")
    print(f"processor time of server and workers: {1000 * spent / len(times):.2f} ms an answer")
    for what in sorted(set(found.failed)):
        print(f"failed: {what} ({found.failed.count(what)} times)")
    return 1 if found.failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
