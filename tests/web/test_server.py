"""The page on real sockets: clients that go away, never finish, send too much, or call it by other names."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")
pytest.importorskip("uvicorn", reason="the page needs the extra [web]")

from cpsudoku.web import server
from cpsudoku.web.requests import MAX_BODY, HostGuard, name_in
from tests.signals import hear_signals

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LONG = {"rating": "11.9", "seed": 1}  # no such puzzle comes by: the job lasts until its time is over


class Page:
    """`cpsudoku serve` with one worker, in a process of its own."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cpsudoku", "serve", "--port", "0", "--workers", "1", *options],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=hear_signals,
        )
        assert self.process.stderr is not None
        line = ""
        while "serving at" not in line:
            line = self.process.stderr.readline()
            assert line, "the page did not start"
        self.port = int(line.split(" (")[0].rstrip("/").rpartition(":")[2])

    def connection(self) -> socket.socket:
        """A connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def ask(self, job: str, body: dict[str, object] | bytes, host: str = "localhost") -> tuple[int, dict[str, object]]:
        """Status and answer of a request."""
        with self.connection() as connection:
            self.send(connection, job, body, host)
            return answer(connection)

    def send(
        self, connection: socket.socket, job: str, body: dict[str, object] | bytes, host: str = "localhost"
    ) -> None:
        """A request, its answer left to come."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"POST /api/{job} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)

    def workers(self) -> list[int]:
        """The processes below it that do the work."""
        if not os.path.exists("/proc/self/task"):
            pytest.skip("needs /proc")
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.communicate()


def answer(connection: socket.socket) -> tuple[int, dict[str, object]]:
    """Status and JSON of the next answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        assert part, f"closed after {data!r}"
        data += part
    head, _, rest = data.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(rest) < length:
        rest += connection.recv(65536)
    return int(head.split()[1]), json.loads(rest)


def closed(connection: socket.socket) -> bool:
    """Has the other side closed the connection (or does it, within the time of a socket)?"""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page whose jobs may take 100 s, so that nothing here is answered because a job's time was over."""
    started = Page("--timeout", "100", "--quiet")
    yield started
    started.end()


@pytest.mark.long
def test_jobs_of_clients_that_left_end(page: Page) -> None:
    """Twelve abandoned requests that would take 80 s each delay the next one by a new worker's start, not by them."""
    for _ in range(12):
        with page.connection() as connection:
            page.send(connection, "generate", dict(LONG))
            time.sleep(0.05)
    status, found = page.ask("verify", {"puzzle": EASY})  # sockets give up after 60 s: one such job would be too long
    assert (status, found["verdict"]) == (200, "unique")


def test_too_long_a_body_closes_the_connection(page: Page) -> None:
    """After a 413 the connection is closed, whether its length was stated or not, read or not."""
    for size in (MAX_BODY + 1, 30_000_000):
        with page.connection() as connection:
            head = "POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode() + b"x" * min(size, 1_100_000))
            assert answer(connection)[0] == 413
            assert closed(connection)


@pytest.mark.long
def test_a_killed_worker_is_reported_as_what_it_is(page: Page) -> None:
    """A worker that somebody kills is a 500 that names the signal; the next request is answered."""
    page.ask("draw", {"puzzle": EASY})
    with page.connection() as connection:
        page.send(connection, "generate", dict(LONG))
        time.sleep(1)
        (worker,) = page.workers()
        os.kill(worker, signal.SIGKILL)
        status, found = answer(connection)
    assert status == 500
    assert "signal 9 (SIGKILL)" in str(found["message"])
    assert page.ask("draw", {"puzzle": EASY})[0] == 200


def test_half_open_connections(page: Page) -> None:
    """More connections that never send a whole head than may be open at all: others are answered all the same."""
    assert server.HALF_OPEN < server.CONNECTIONS
    held = []
    try:
        for _ in range(server.HALF_OPEN + 100):
            held.append(page.connection())
            held[-1].sendall(b"POST /api/verify HTTP/1.1\r\nHost: loc")
        assert page.ask("draw", {"puzzle": EASY})[0] == 200
        # the oldest made room; a connection closed with something unread in it is reset
        with contextlib.suppress(ConnectionResetError):
            assert held[0].recv(100) == b""
    finally:
        for made in held:
            made.close()


@pytest.mark.long
def test_a_head_that_trickles(page: Page) -> None:
    """A head that comes byte by byte is given up, although something always arrives; on a used connection, too."""
    assert server.HEADER_SECONDS == 5
    with page.connection() as connection:
        page.send(connection, "draw", {"puzzle": EASY})
        assert answer(connection)[0] == 200
        connection.settimeout(0.25)
        gone = False
        for _ in range(200):  # 50 s at most
            try:
                connection.sendall(b"G")
                gone = connection.recv(100) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                gone = True
            if gone:
                break
        assert gone


def test_level_beside_rating(page: Page) -> None:
    """Both at once would leave one out: refused."""
    status, found = page.ask("generate", {"level": "hard", "rating": "4.2"})
    assert status == 422
    assert "choose one" in str(found["message"])


@pytest.mark.long
def test_stopping_does_not_wait() -> None:
    """Ctrl-C ends the page while a job of 100 s runs; the job's client is told, and no process is left."""
    made = Page("--timeout", "100", "--quiet")
    try:
        made.ask("draw", {"puzzle": EASY})
        with made.connection() as asking:
            made.send(asking, "generate", dict(LONG))
            time.sleep(1)
            workers = made.workers()
            made.process.send_signal(signal.SIGINT)
            status, body = answer(asking)
            assert (status, body["status"], body["message"]) == (503, 503, "the page is being stopped")
        said = made.process.communicate(timeout=30)[1]
        assert made.process.returncode == 130
        assert "Traceback" not in said
        assert len(workers) == 1
        assert not any(os.path.exists(f"/proc/{worker}") for worker in workers)
    finally:
        made.end()


def test_other_names_are_refused() -> None:
    """On all addresses the page answers to localhost, to addresses and to --allow-host: to no other name."""
    made = Page("--host", "0.0.0.0", "--allow-host", "sudoku.example", "--quiet")
    try:
        for host, expected in {
            "localhost": 200,
            f"127.0.0.1:{made.port}": 200,
            "192.0.2.7": 200,
            "[::1]:8000": 200,
            "Sudoku.Example:8000": 200,
            "evil.example": 400,
            "sudoku.example.evil.example": 400,
            "127.0.0.1.evil.example": 400,
            "": 400,
        }.items():
            assert (host, made.ask("draw", {"puzzle": EASY}, host)[0]) == (host, expected)
    finally:
        made.end()


def test_names_on_this_machine_alone() -> None:
    """A page on the loopback answers to its names, and to no other address."""
    guard = HostGuard(None)
    assert all(map(guard.knows, ("localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000")))
    assert not any(map(guard.knows, ("192.0.2.7", "evil.example", "", "localhost.evil.example")))
    assert HostGuard(None, ("*",)).knows("anything")
    assert name_in("[2001:DB8::1]:80") == "2001:db8::1"
