"""The one path to worker processes: order, lost workers, and nothing left alive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpsudoku import Puzzle
from cpsudoku.batch.parallel import Hints, described, in_order, on_pool, on_threads, singly
from cpsudoku.errors import UsageError, WorkerLost
from cpsudoku.formats import Record
from cpsudoku.kernels import compiled
from tests.signals import hear_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
ROOT = Path(__file__).resolve().parents[2]


class Square:
    """Squares numbers; dies of some: once where a file remembers it, else every time."""

    def __init__(self, once: Path | None = None, fatal: int = -1):
        self.once, self.fatal = once, fatal

    def __call__(self, numbers: tuple[int, ...]) -> list[int]:
        if self.fatal in numbers and (self.once is None or not self.once.exists()):
            if self.once is not None:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return [number**2 for number in numbers]


def pairs(count: int) -> list[tuple[int, ...]]:
    return [(2 * k, 2 * k + 1) for k in range(count)]


@pytest.mark.long
def test_a_worker_killed_once_costs_nothing(tmp_path: Path) -> None:
    """Where a worker is killed, its piece of work is done again, and every result comes, in order."""
    found = list(on_pool(Square(tmp_path / "died", 7), pairs(8), 2))
    assert (tmp_path / "died").exists()
    assert found == [((2 * k, 2 * k + 1), [4 * k * k, (2 * k + 1) ** 2]) for k in range(8)]


@pytest.mark.long
def test_what_kills_twice_is_named(tmp_path: Path) -> None:
    """What kills a worker twice is named, to the part; everything before it in the order was handed out."""
    found = []
    run = on_pool(Square(None, 7), pairs(8), 2, Hints(lambda item: [(k,) for k in item], lambda item: f"<{item[0]}>"))
    with pytest.raises(WorkerLost, match=r"died twice.* on <7>"):
        found.extend(item for item, _ in run)  # list.extend keeps what came before the exception
    assert found == pairs(3)


class Unreadable:
    """Can be sent to a worker, but not read there."""

    def __reduce__(self) -> object:
        return int, ("of no use",)

    def __call__(self, item: int) -> int:
        return item


def test_a_worker_that_cannot_read_its_work_says_so() -> None:
    """It did not die (it was called "killed, or out of memory"): the message has its error."""
    with pytest.raises(WorkerLost, match=r"could not read what it was given .ValueError: invalid literal.*of no use"):
        list(on_pool(Unreadable(), [1, 2, 3], 2))


def test_how_work_is_called() -> None:
    """Rows are named by number and puzzle, alone, numbered or in lists, and lists are tried one by one."""
    record = Record(Puzzle.parse("1234341221434321"), 7)
    assert described(record) == described((0, record)) == described([record]) == "row 7: 1234341221434321"
    assert described([record, record]) == "row 7: 1234341221434321 or one of the 1 after it"
    assert described(3) == "3"
    assert singly([1, 2]) == [[1], [2]]
    assert singly(record) == ()


def test_no_more_workers_than_work() -> None:
    """One piece of work is done in this process, whatever the jobs; a number of jobs below -1 or 0 is refused."""
    assert list(in_order(lambda _: os.getpid(), [1], 64)) == [(1, os.getpid())]
    for jobs in (0, -2):
        with pytest.raises(UsageError, match="jobs"):
            in_order(str, [1], jobs)


def test_no_more_workers_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """64 jobs on a machine of three cores are three workers."""
    import joblib

    from cpsudoku.batch import parallel

    workers_started = []
    monkeypatch.setattr(joblib, "cpu_count", lambda: 3)
    monkeypatch.setattr(
        parallel, "on_pool", lambda work, items, workers, *rest: workers_started.append(workers) or iter(())
    )
    assert list(in_order(str, range(100), 64)) == []
    assert list(in_order(str, range(100), -1)) == []
    assert list(in_order(str, range(2), 64)) == []
    assert workers_started == [3, 3, 2]


def process_of(_: object) -> int:
    return os.getpid()


class Waited:
    """Names the process that did an item, and takes its time over it."""

    def __call__(self, _: int) -> int:
        time.sleep(0.02)
        return os.getpid()


@pytest.mark.long
def test_a_hand_is_lent() -> None:
    """With *lend*, short work needs no workers; longer work is done here until there are some, then by them only."""
    assert {found for _, found in in_order(process_of, range(10), 2, hints=Hints(lend=True))} == {os.getpid()}
    found = list(on_pool(Waited(), range(300), 2, Hints(lend=True)))
    assert [item for item, _ in found] == list(range(300))
    done = [who for _, who in found]
    assert len(set(done)) >= 2
    assert os.getpid() not in done[-6:]


def place_of(item: int) -> tuple[int, str]:
    return os.getpid(), threading.current_thread().name


def is_small(item: int) -> bool:
    return item < 5


@pytest.mark.skipif(not compiled(), reason="interpreted kernels keep the interpreter lock: processes do it all")
def test_light_work_goes_to_threads() -> None:
    """*light* items are done by threads of this process, up to the first that is not: from there on by processes."""
    found = list(in_order(place_of, [1, 2, 3, 4, 7, 1, 8], 2, hints=Hints(light=is_small)))
    assert [item for item, _ in found] == [1, 2, 3, 4, 7, 1, 8]
    assert all(who == os.getpid() and "cpsudoku-work" in name for _, (who, name) in found[:4])
    assert all("cpsudoku-work" not in name for _, (_, name) in found[4:])


def test_one_item_has_all_cores() -> None:
    """A single item is done by *alone*; of one job it is not."""
    assert list(in_order(str, [3], 2, alone=float)) == [(3, 3.0)]
    assert list(in_order(str, [3], 1, alone=float)) == [(3, "3")]
    assert list(in_order(str, [], 2, alone=float)) == []


def test_the_last_item_on_threads_has_all_cores() -> None:
    """Beside the last item the other threads have nothing to do: it is done by *alone*, no other is."""
    go = threading.Event()

    def work(item: int) -> int:
        if item in (5, 6):  # both threads wait, so that item 7 is begun when it is known to be the last
            go.wait(60)
        return item

    found = []
    for item, result in on_threads(work, range(8), 2, alone=lambda item: -item):
        found.append((item, result))
        if item == 4:
            go.set()
    assert found == [(k, k) for k in range(7)] + [(7, -7)]


def test_threads_tell_errors_in_their_turn() -> None:
    """What work raises in a thread comes after the results before it; what waits is not begun any more."""
    found = []
    with pytest.raises(ValueError, match="three"):
        found.extend(on_threads(Refuses(), range(9), 2))
    assert found == [(0, 0), (1, 1), (2, 2)]
    begun: list[int] = []
    stream = on_threads(lambda item: begun.append(item) or time.sleep(0.02), range(1000), 2)
    next(stream)
    stream.close()
    assert len(begun) < 9


class Refuses:
    """Raises for one item."""

    def __call__(self, item: int) -> int:
        if item == 3:
            raise ValueError("three")
        return item


def test_an_error_is_told_in_its_turn() -> None:
    """What work raises comes after the results before it, whoever did it."""
    found = []
    with pytest.raises(ValueError, match="three"):
        found.extend(on_pool(Refuses(), range(9), 2, Hints(lend=True)))
    assert found == [(0, 0), (1, 1), (2, 2)]


def children(parent: int) -> Iterator[int]:
    """The processes below *parent*, from /proc."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                above = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if above == parent:
                yield int(folder.name)
                yield from children(int(folder.name))


def gone(process: int) -> bool:
    """No longer there, or a zombie that nobody waits for."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)], ids=["TERM", "INT", "KILL"]
)
def test_nothing_is_left_alive(number: signal.Signals, code: int) -> None:
    """A command with workers that is ended by a signal leaves no process behind, says no traceback, and its code is
    143 or 130; even killed outright, its workers see that it is gone."""
    command = [sys.executable, "-m", "cpsudoku", "generate", "--count", "1000000", "--seed", "1", "--jobs", "2"]
    run = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_signals,
    )
    assert run.stdout is not None
    for _ in range(30):  # workers are at work, but for a machine of one core
        run.stdout.readline()
    below = list(children(run.pid))
    if number == signal.SIGINT:
        os.killpg(run.pid, number)  # as a terminal does: to every process of the group
    else:
        run.send_signal(number)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == code
    assert b"Traceback" not in errors
    assert number == signal.SIGKILL or b"leaked" not in errors  # killed, it leaves the tidying to the tracker
    for _ in range(200):
        if all(map(gone, below)):
            break
        time.sleep(0.1)
    assert [process for process in below if not gone(process)] == []
