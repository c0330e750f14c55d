"""Many threads at once: every answer as if asked alone."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import CpSudokuError, Limits, Puzzle, generate, reduce, solutions, verify, verify_many
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.budget import NO_LIMITS, reason_of
from cpsudoku.engines import recursive
from cpsudoku.engines.block import AnswersBuilder
from cpsudoku.engines.engine import Outcome
from cpsudoku.engines.registry import ENGINES, engine
from cpsudoku.engines.sat import optimise
from cpsudoku.engines.sat.minicard_rows import minicard_models
from cpsudoku.generation.aiming import search as aiming
from cpsudoku.generation.effort import narrate
from cpsudoku.questions.verdict import Question, answered, verdict_of
from tests.scripts import script
from tests.selection import long_after
from tests.signals import hear_signals

ROOT = Path(__file__).resolve().parents[1]
LOOSE = "..5....1...4..3...2..7.4...5....26......6.5...9..7814...9....8...8.2...6......3.."
UNIQUE = "..............1..2.34....5........3.1....67..2..............8.....35...49.1.....6"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def stress() -> Any:
    """The benchmark's module."""
    return script("benchmarks/threads.py")


def together(*works: Callable[[], None]) -> list[BaseException]:
    """What is raised by these, each in a thread of its own, changing places every microsecond."""
    raised: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    return raised


@pytest.mark.long
@pytest.mark.parametrize("calls", long_after(1, [50, 200]))
def test_a_share_of_the_stress_test(calls: int) -> None:
    """Mixed calls of the public functions with every engine in 8 threads: none wrong, none raises."""
    done, faults = stress().stress(calls, 5, 8, 8)
    assert done.total() == calls
    assert faults == {"wrong": [], "exceptions": []}


def test_verify_is_right_in_eight_threads() -> None:
    """Puzzles with one and with several solutions keep their verdicts (before, some read Unknown or Impossible)."""
    expected = {LOOSE: "multiple", UNIQUE: "unique", EASY: "unique"}

    def ask() -> None:
        for _ in range(40):
            for line, word in expected.items():
                assert getattr(verify(line), "word", "unknown") == word

    assert together(*[ask] * 8) == []


def test_reduce_is_right_in_eight_threads() -> None:
    """A seed's minimal puzzle is the same one in every thread (before, the interpreter aborted)."""
    expected = [reduce(EASY, seed=seed, engine="bitmask").puzzle for seed in range(6)]

    def ask() -> None:
        assert [reduce(EASY, seed=seed).puzzle for seed in range(6)] == expected

    assert together(*[ask] * 8) == []


@pytest.mark.parametrize("name", [*ENGINES, "sat:glucose4", "cp-sat:blocking"])
@pytest.mark.parametrize("simplify", ["singles", "none"])
def test_threads_may_share_an_engine(name: str, simplify: str) -> None:
    """One engine object used by four threads at once answers each as if alone."""
    if simplify == "none" and not name.startswith(("sat", "cp-sat")):
        pytest.skip("knows no simplify")
    puzzles = [Puzzle.parse(EASY)] * 2 + [Puzzle.parse("1...............")] * 2
    options = {"simplify": "none"} if simplify == "none" else {}
    shared = {board: engine(name, board, **options) for board in (CLASSIC, boxes(2, 2))}

    def ask() -> None:
        for puzzle in puzzles:
            word = "unique" if puzzle.geometry == CLASSIC else "multiple"
            answers = answered(Question(), shared[puzzle.geometry], None, puzzle, puzzle.cells)
            verdict = verdict_of(answers, 0, puzzle)
            assert getattr(verdict, "word", verdict) == word

    assert together(*[ask] * 4) == []


@pytest.mark.parametrize("name", ["sat", "sat:glucose4", "bitmask"])
def test_a_generator_half_way_keeps_its_place(name: str) -> None:
    """What else is asked while `solutions` and `verify_many` stand still does not reach into them."""
    board = Puzzle.parse("1...............")
    alone = [grid.cells for grid in solutions(board, engine=name)]
    first, second = solutions(board, engine=name), solutions(board, engine=name)
    mixed: list[bytes] = []
    for a, b in zip(first, second):
        mixed.append(a.cells)
        assert a == b
        verify("....2...........", engine=name)
        reduce("1234341221434321", engine=name)
    assert mixed == alone
    assert len(mixed) == 72

    def asking() -> Iterator[str]:
        for _ in range(5):
            yield EASY
            assert verify(LOOSE, engine=name).word == "multiple"  # type: ignore[union-attr]

    assert [verdict.word for verdict in verify_many(asking(), engine=name)] == ["unique"] * 5  # type: ignore[union-attr]


FIRST_USE = """
import sys, threading
sys.setswitchinterval(1e-6)
import cpsudoku
line, raised = {line!r}, []
asks = [
    lambda: cpsudoku.verify(line), lambda: cpsudoku.rate(line), lambda: cpsudoku.generate(seed=1, engine="bitmask"),
    lambda: cpsudoku.reduce(line), lambda: cpsudoku.draw(line), lambda: cpsudoku.canonical_form(line),
    lambda: cpsudoku.verify(line, engine="cp-sat"), lambda: list(cpsudoku.solutions(line)),
]
def run(ask):
    try:
        ask()
    except BaseException as error:
        raised.append(error)
threads = [threading.Thread(target=run, args=(ask,)) for ask in asks]
[t.start() for t in threads]; [t.join() for t in threads]
print(raised, cpsudoku.generate(seed=1, engine="bitmask").puzzle.line())
"""


def test_the_first_use_of_everything_may_come_from_threads() -> None:
    """Modules, tables and caches are made right when eight threads need them first at the same moment."""
    code = FIRST_USE.format(line=EASY)
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    puzzle = generate(seed=1, engine="bitmask").puzzle
    assert puzzle is not None
    assert (ended.stdout, ended.returncode) == (f"[] {puzzle.line()}\n", 0), ended.stderr


def test_a_model_without_variables_is_a_model() -> None:
    """PySAT gives None for it, which once read as "gave up"."""
    assert list(minicard_models(array("i"), 0, NO_LIMITS)) == [[]]


def test_nothing_gives_up_without_a_limit() -> None:
    """A search that ended early without a reason is a defect, not an Unknown."""
    with pytest.raises(CpSudokuError, match="no limit"):
        reason_of(NO_LIMITS)
    with pytest.raises(CpSudokuError, match="without a reason"):
        AnswersBuilder(1, 81).enter(0, Outcome((), False, ""))


def test_the_limit_of_recursion_is_never_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that raise it at once leave it at the higher one."""

    class System:
        limit = 1000
        other: threading.Thread | None = None

        def getrecursionlimit(self) -> int:
            seen = self.limit
            if self.other is None:  # the other thread comes between reading and writing
                self.other = threading.Thread(target=recursive.allow_recursion, args=(5000,))
                self.other.start()
                self.other.join(0.2)
            return seen

        def setrecursionlimit(self, limit: int) -> None:
            self.limit = limit

    system = System()
    monkeypatch.setattr(recursive, "sys", system)
    recursive.allow_recursion(100)
    assert system.other is not None
    system.other.join()
    assert system.limit == 16_000


def test_the_timer_of_an_optimiser_is_over_before_its_solver_goes() -> None:
    """An interruption that has begun has ended when `smallest` goes on, and may free the solver."""
    begun, ended = threading.Event(), threading.Event()

    class Oracle:
        def interrupt(self) -> None:
            begun.set()
            time.sleep(0.1)
            ended.set()

        def compute(self, expect_interrupt: bool) -> None:
            begun.wait()

    class Hitting:
        oracle = Oracle()

    assert optimise._guess(Hitting(), time.perf_counter() + 0.05) is None  # type: ignore[arg-type]
    assert ended.is_set()


def test_who_listens_hears_the_searches_of_his_own_thread() -> None:
    """A listener of one thread is not told what another thread's searches do."""
    heard: list[object] = []
    aiming.watch(lambda *progress: heard.append(progress))
    narrate(heard.append)
    try:
        options: list[dict[str, Any]] = [
            {"rating": (10.0, 11.0), "limits": Limits(0.2)},
            {"method": "effort", "effort": 100},
        ]
        assert together(*[lambda chosen=chosen: generate(seed=1, **chosen) for chosen in options]) == []  # type: ignore[misc]
        assert heard == []
        for chosen in options:
            generate(seed=1, **chosen)
            assert heard
            heard.clear()
    finally:
        aiming.watch(None)
        narrate(None)


INTERRUPTED = """
import array, threading
from cpsudoku.budget import NO_LIMITS
from cpsudoku.engines.sat.minicard_rows import minicard_models
holes = 8
rows = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
rows += [[p * holes + h + 1 for p in range(holes + 1)] for h in range(holes)]
def work():
    print("begun", flush=True)
    flat = array.array("i", [x for row in rows for x in (*row, 0)])
    print(list(minicard_models(flat, holes * holes + holes, NO_LIMITS)), flush=True)
thread = threading.Thread(target=work)
try:
    thread.start()
    thread.join()
except KeyboardInterrupt:
    print("heard", flush=True)
thread.join()
"""

SOLVED_BEFORE = """
import time, cpsudoku
line = {line!r}
cpsudoku.verify(line, engine="cp-sat", simplify="none")
print("begun", flush=True)
try:
    {then}
except KeyboardInterrupt:
    print("heard")
"""


@pytest.fixture
def _in_the_background() -> Iterator[None]:
    """The tests ignore Ctrl-C, as what a shell starts with `&` does."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
@pytest.mark.usefixtures("_in_the_background")
@pytest.mark.parametrize(
    "code",
    [
        INTERRUPTED,
        SOLVED_BEFORE.format(line=LOOSE, then="time.sleep(60)"),
        SOLVED_BEFORE.format(line=LOOSE, then='cpsudoku.count("." * 81, engine="cp-sat")'),
    ],
    ids=["while a thread solves by SAT", "after CP-SAT", "while CP-SAT solves"],
)
def test_ctrl_c_is_heard(code: str) -> None:
    """Solvers leave Ctrl-C to Python (before: a segmentation fault, and a process that died without a word)."""
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=hear_signals) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    assert "heard" in out
    assert process.returncode == 0
