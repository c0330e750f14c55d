"""Exceptions at every point of a call: is the answer the right one, or the exception, and never another answer?

    python benchmarks/strikes.py [calls|signals|ctrl-c|memory] [--of NAME] [--share 0.1] [--every] [--entries]
                                 [--points 200]

Ten functions are called: rate, hint, all_steps, explain, certify, generate, verify, candidates, reduce, diagnose; then
verify by several engines (`engines`), and verify, candidates and certify with rules beyond houses (`rules`).

calls      A point is a call of a Python function: those that compiled code makes, and all others. At the point the
           function raises instead: KeyboardInterrupt, then MemoryError (in turn where --share is less than 1).
           Points of one place (caller, line, function) are alike: its first, second and last one are taken, with
           --every all of them. --entries: all points, but only of calls that compiled code may make: those of
           functions, comprehensions aside, that the calling line of Python does not name.
signals    A timer of CPU time strikes while the function runs, at --points times, evenly spaced: its handler raises
           KeyboardInterrupt, where compiled loops look for signals or where Python goes on.
ctrl-c     The same, by SIGINT that another process sends: PySAT and CP-SAT have handlers of their own for that one.
memory     Each place where our compiled code asks the C library for memory gets none: at its first, second and last
           request. Needs Linux with glibc and a C compiler, with which a library is built that stands before malloc.

After each strike the function is called once more, undisturbed, and must give the right answer. --of: one function
only; --share: so much of the points, evenly spaced. Exit code 1 where an answer is wrong.
"""

from __future__ import annotations

import ctypes
import gc
import linecache
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from measuring import options_of

import cpsudoku
from cpsudoku import interrupts
from cpsudoku.board.geometry import boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import parse
from cpsudoku.errors import CpSudokuError
from cpsudoku.rating.rater import Rater

EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
CHAINS = ".9..4.7...1..73..........6...6.....8..7...69..4.....5..52..4.....4.98..18...32..."
DYNAMIC = "98.7..6..5..6..4......3..8.6...97....5.4......4..6.7..4..9.15....5..2...........1"
NESTED = "98.7..6..7...9..5..4...3...5....9.2...827........5.1..3..9...7..6......1....3.4.."
ENGINES = ("cp-sat", "sat:minicard", "sat:glucose4", "sat:cadical195", "sat:minisat22", "constraints", "logic")
KILLER = Puzzle.parse("1234............", boxes(2, 2)).under(
    map(parse, ("thermo r2c1 r3c2 r4c3", "cage 5 r2c3 r2c4", "sum 6 r3c3 r3c4"))
)


def plain(thing: Any) -> Any:
    """An answer in a form that is equal where the answer is."""
    if isinstance(thing, tuple | list):
        return [plain(each) for each in thing]
    return thing.to_dict() if hasattr(thing, "to_dict") else repr(thing)


def rated(puzzle: str) -> Any:
    """A rating with all its steps."""
    rating: Any = cpsudoku.rate(puzzle)
    return plain(rating), plain(rating.steps)


ACTIONS: dict[str, Callable[[], Any]] = {
    "rate": lambda: rated(DYNAMIC),
    "hint": lambda: plain(cpsudoku.hint(DYNAMIC)),
    "all_steps": lambda: plain(cpsudoku.all_steps(CHAINS)),
    "explain": lambda: plain(cpsudoku.explain(EASY)),
    "certify": lambda: plain(cpsudoku.certify(CHAINS, rating=True)),
    "generate": lambda: plain(cpsudoku.generate(seed=1, rating=(7.0, 7.4))),
    "verify": lambda: plain(cpsudoku.verify(DYNAMIC)),
    "candidates": lambda: plain(cpsudoku.candidates(DYNAMIC[:60] + "." * 21, counts=3)),
    "reduce": lambda: plain([cpsudoku.reduce(EASY, seed=1), cpsudoku.reduce(EASY, smallest=True)]),
    "diagnose": lambda: plain([cpsudoku.diagnose("11" + EASY[2:]), cpsudoku.diagnose(DYNAMIC[:72] + "." * 9)]),
    "engines": lambda: plain([cpsudoku.verify(DYNAMIC, engine=engine) for engine in ENGINES]),
    "rules": lambda: [
        plain(of(KILLER)) for of in (cpsudoku.verify, cpsudoku.candidates, cpsudoku.explain, cpsudoku.certify)
    ],
}


armed: list[bool] = []
"""Not empty while a signal is to strike."""


def judged(
    action: Callable[[], Any],
    right: Any,
    allowed: tuple[type[BaseException], ...],
    over: Callable[[], object] = bool,
) -> str:
    """What is wrong with a struck call and with the one after it, when the strike is *over*; empty where nothing is."""
    try:
        try:
            armed.append(True)
            answer = action()
        finally:
            armed.clear()
            sys.setprofile(None)
        if answer != right:
            return "another answer"
    except allowed:
        pass
    except BaseException as error:  # every other one is a finding
        over()
        return f"{type(error).__name__}: {error}"
    over()
    return "" if action() == right else "another answer in the call after it"


# -- calls of Python functions

ERRORS = (KeyboardInterrupt, MemoryError)


class Place(NamedTuple):
    """A call as Python sees it: the code and line that Python is at, and the code of the called function."""

    caller: CodeType | None
    line: int
    called: CodeType

    def __str__(self) -> str:
        caller = f"{Path(self.caller.co_filename).name}:{self.line}" if self.caller else ""
        return f"{caller} -> {Path(self.called.co_filename).name}:{self.called.co_firstlineno} {self.called.co_name}"

    @property
    def is_entry(self) -> bool:
        """True where compiled code may be what calls."""
        line = linecache.getline(self.caller.co_filename, self.line) if self.caller else ""
        return not self.called.co_name.startswith("<") and not re.search(rf"\b{self.called.co_name}\b", line)


class Calls:
    """Counts the calls of Python functions by place; at number *target* of *place* raises *error* instead."""

    def __init__(
        self, place: Place | None = None, target: int = 0, error: type[BaseException] = KeyboardInterrupt
    ) -> None:
        self.met: dict[Place, int] = {}
        self._place, self._target, self._error = place, target, error

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        if event != "call":
            return
        above = frame.f_back
        place = Place(above and above.f_code, above.f_lineno if above else 0, frame.f_code)
        if self._place is None:
            self.met[place] = self.met.get(place, 0) + 1
        elif place == self._place:
            self._target -= 1
            if not self._target:
                sys.setprofile(None)
                raise self._error


def calls(name: str, share: float, every: bool, entries: bool) -> Iterator[tuple[str, str]]:
    """(point, what was wrong there or "") of each."""
    action = ACTIONS[name]
    right = action()
    action()  # what is kept for later calls is there
    gc.collect()
    counter = Calls()
    sys.setprofile(counter)
    action()
    sys.setprofile(None)
    points = [
        (place, number)
        for place, most in counter.met.items()
        if not entries or place.is_entry
        for number in (range(1, most + 1) if every or entries else sorted({1, min(2, most), most}))
    ]
    for at, (place, number) in enumerate(points[:: max(1, round(1 / share))]):
        for error in ERRORS if share == 1 else (ERRORS[at % 2],):
            sys.setprofile(Calls(place, number, error))
            allowed = (error, CpSudokuError) if error is MemoryError else (error,)
            yield f"{error.__name__} in call {number} of {place}", judged(action, right, allowed)


# -- signals


SENDER = """
import os, sys, time
for line in sys.stdin:
    time.sleep(float(line))
    os.kill(os.getppid(), int(sys.argv[1]))
    print(flush=True)
"""
"""Sends its parent a signal so many seconds after each line, and then says so."""


def signals(name: str, share: float, points: int, ctrl_c: bool) -> Iterator[tuple[str, str]]:
    """(point, what was wrong there or "") of each."""
    striking = signal.SIGINT if ctrl_c else signal.SIGPROF
    clock = time.perf_counter if ctrl_c else time.process_time

    def struck(number: int, frame: FrameType | None) -> None:
        if armed:
            raise KeyboardInterrupt

    action = ACTIONS[name]
    right = action()
    begun = clock()
    for _ in range(3):
        action()
    takes = (clock() - begun) / 3
    before = signal.signal(striking, struck)
    command = [sys.executable, "-S", "-c", SENDER, str(int(striking))]
    sender = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) if ctrl_c else None
    try:
        for point in range(points)[:: max(1, round(1 / share))]:
            after = takes * (point + 1) / (points + 1)
            over: Callable[[], object] = bool
            if sender is None:
                signal.setitimer(signal.ITIMER_PROF, after)
            else:
                assert sender.stdin is not None
                assert sender.stdout is not None
                sender.stdin.write(f"{after}\n".encode())
                sender.stdin.flush()
                over = sender.stdout.readline
            yield f"a signal after {1000 * after:.3f} ms", judged(action, right, (KeyboardInterrupt,), over)
    finally:
        if sender is None:
            signal.setitimer(signal.ITIMER_PROF, 0)
        else:
            sender.kill()
            sender.wait()
        signal.signal(striking, before)


# -- memory

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
#define SLOTS 65536 /* by address of the caller */
static struct { void* from; int ours; long calls; char name[256]; } at[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counting = 0;
static int failing = -1;
static long number = 0;
static int refused(void* from) {
    int no = 0;
    if (!counting) return 0;
    pthread_mutex_lock(&lock);
    unsigned i = (unsigned)((unsigned long)from * 2654435761u >> 8) % SLOTS;
    while (at[i].from && at[i].from != from) i = (i + 1) % SLOTS;
    if (!at[i].from) {
        Dl_info where;
        at[i].from = from;
        if (dladdr(from, &where) && where.dli_fname && strstr(where.dli_fname, "/cpsudoku/")) {
            const char* file = strstr(where.dli_fname, "/cpsudoku/") + 1;
            at[i].ours = 1;
            unsigned long offset = (unsigned long)((char*)from - (char*)where.dli_fbase);
            snprintf(at[i].name, sizeof at[i].name, "%s+%lx", file, offset);
        }
    }
    if (at[i].ours) {
        at[i].calls++;
        no = (int)i == failing && at[i].calls == number;
    }
    pthread_mutex_unlock(&lock);
    return no;
}
void* malloc(size_t n) { return refused(__builtin_return_address(0)) ? NULL : __libc_malloc(n); }
void* calloc(size_t n, size_t m) { return refused(__builtin_return_address(0)) ? NULL : __libc_calloc(n, m); }
void* realloc(void* p, size_t n) { return refused(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n); }
void strikes_begin(int site, long call) {
    for (int i = 0; i < SLOTS; i++) at[i].calls = 0;
    failing = site;
    number = call;
    counting = 1;
}
void strikes_end(void) { counting = 0; }
int strikes_next(int site) { while (++site < SLOTS) if (at[site].calls) return site; return -1; }
long strikes_calls(int site) { return at[site].calls; }
const char* strikes_name(int site) { return at[site].name; }
"""
"""Stands before the C library's malloc: a request of our extensions, known by the address of its caller, fails."""
INSIDE = "CPSUDOKU_STRIKES"


def nested() -> Any:
    """The numbers of a puzzle whose chains inside chains need more memory on the way, by a rater made for it."""
    return Rater().rate_chunk(bytes(int(digit) if digit != "." else 0 for digit in NESTED))


def memory(name: str, share: float) -> Iterator[tuple[str, str]]:
    """(point, what was wrong there or "") of each, in this process, in which the library stands before malloc."""
    shim = ctypes.CDLL(None)
    shim.strikes_calls.restype = ctypes.c_long
    shim.strikes_name.restype = ctypes.c_char_p

    action = nested if name == "rate" else ACTIONS[name]
    right = action()
    shim.strikes_begin(-1, ctypes.c_long(0))
    action()
    shim.strikes_end()
    points = []
    site = shim.strikes_next(-1)
    while site >= 0:
        most = shim.strikes_calls(site)
        points += [(site, number) for number in sorted({1, min(2, most), most})]
        site = shim.strikes_next(site)
    for site, number in points[:: max(1, round(1 / share))]:
        shim.strikes_begin(site, ctypes.c_long(number))
        where = f"request {number} at {shim.strikes_name(site).decode()}"
        yield where, judged(action, right, (MemoryError,))
        shim.strikes_end()


def with_shim(arguments: list[str]) -> int | None:
    """Runs this program again with the library before malloc; its exit code, None where there can be none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not sys.platform.startswith("linux") or compiler is None or not hasattr(ctypes.CDLL(None), "__libc_malloc"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "strikes.c"), Path(folder, "strikes.so")
        source.write_text(SHIM, encoding="utf-8")
        line = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl", "-lpthread"]
        subprocess.run(line, check=True)
        environment = {**os.environ, "LD_PRELOAD": str(library), INSIDE: "1"}
        return subprocess.run([sys.executable, __file__, *arguments], env=environment, check=False).returncode


def main() -> int:
    """Prints a line for each failure and one for each function; the exit code."""
    kinds = ("calls", "signals", "ctrl-c", "memory")
    options = options_of(__doc__, kind=kinds, share=1.0, of=str, every=False, entries=False, points=200)
    if options.kind == "memory" and INSIDE not in os.environ:
        code = with_shim(sys.argv[1:])
        if code is None:
            print("memory: needs Linux with glibc and a C compiler")
            return 1
        return code
    if options.kind == "signals":
        interrupts._PUT_OFF = (*interrupts._PUT_OFF, signal.SIGPROF)  # it stands for those that end a program
    sys.unraisablehook = lambda _: None  # an exception in a finalizer is not part of the answer
    failed = tried = 0
    for name in [options.of] if options.of else ACTIONS:
        if options.kind == "calls":
            found = calls(name, options.share, options.every, options.entries)
        elif options.kind in ("signals", "ctrl-c"):
            found = signals(name, options.share, options.points, options.kind == "ctrl-c")
        else:
            found = memory(name, options.share)
        points = wrong = 0
        for point, what in found:
            points += 1
            if what:
                wrong += 1
                print(f"{name}: {point}: {what}", flush=True)
        print(f"{name}: {points} points, {wrong} wrong", flush=True)
        tried, failed = tried + points, failed + wrong
    print(f"{tried} points, {failed} wrong")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
