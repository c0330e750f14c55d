"""A program run once, under limits, and what it used.

A shell sets the limits and becomes the program (`exec`), so nothing of this process is copied. CPU and memory are the
kernel's own figures for the program and the children it waited for. When it ends, so does what it started: all that is
in its process group; with /proc also what is in its session, or has the environment it was given.
"""

from __future__ import annotations

import os
import re
import resource
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cpsudoku.errors import UsageError

LARGEST_OUTPUT = 16_000_000
"""Bytes a program may write to a file; more is no answer."""
_LIMITED = (
    'ulimit -c 0; ulimit -f "$1" || exit 126; if [ "$2" != - ]; then ulimit -v "$2" || exit 126; fi; shift 2; exec "$@"'
)
_MARK = "CPSUDOKU_RUN"
"""Environment variable whose value identifies the processes that a run has started."""
_ROUNDS = 20
"""How often what a program left is looked for again, as it may start more meanwhile."""
_KERNEL_THREAD = 0x00200000
"""A flag in /proc/PID/stat."""
_NAPS = (0.0005, 0.02)
"""The first and the longest pause between two looks at a program, where the system does not signal its end."""


@dataclass(frozen=True, slots=True)
class Ran:
    """`output`, `errors`: what it wrote. `code`: its exit code, below 0 a signal's number. `late`: it was stopped.

    `cpu`, `wall`: seconds. `memory`: the most it had in memory, in bytes; None where it was too quick to look and had
    less than this process, whose own peak the system's figure begins with.
    """

    output: str
    errors: str
    code: int
    late: bool
    cpu: float
    wall: float
    memory: int | None


def run_program(command: Sequence[str], fed: Path | None, seconds: float | None, memory: int | None) -> Ran:
    """*command* with the file *fed* as standard input, stopped after *seconds* of wall time.

    Raises UsageError where there is no POSIX shell to set limits, or the program cannot be started.
    """
    if os.name != "posix":
        raise UsageError("programs from outside are run under POSIX limits; this system has none")
    mark = secrets.token_hex(16)
    limits = [str(LARGEST_OUTPUT // 512), "-" if memory is None else str(memory // 1024)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(fed or os.devnull, "rb") as source:
        started, since = time.perf_counter(), _since_boot()
        try:
            process = subprocess.Popen(
                ["/bin/sh", "-c", _LIMITED, "sh", *limits, *command],
                stdin=source,
                stdout=out,
                stderr=err,
                start_new_session=True,
                env={**os.environ, "LC_ALL": "C", _MARK: mark},
            )
        except OSError as error:
            raise UsageError(f"{command[0]}: {error.strerror or error}") from None
        try:
            floor = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            code, used, late, seen = _waited(process, None if seconds is None else started + seconds)
        except BaseException:
            _stop(process.pid)
            _stop_left(process.pid, mark, since)
            process.wait()
            raise
        wall = time.perf_counter() - started
        _stop_left(process.pid, mark, since)
        peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024) if used.ru_maxrss > floor else seen or None
        return Ran(_text(out), _text(err), code, late, used.ru_utime + used.ru_stime, wall, peak)


def _since_boot() -> float:
    """Seconds since the system's start, as /proc counts the start of processes; 0 where there is no such clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else 0.0


def _waited(process: subprocess.Popen[bytes], deadline: float | None) -> tuple[int, resource.struct_rusage, bool, int]:
    """(exit code, what was used, whether it had to be stopped, the greatest memory seen, in bytes)."""
    late, seen = False, 0
    nap, longest = _NAPS
    while True:
        _sleep_until_it_ends(
            process.pid, nap if deadline is None else min(nap, max(0.0, deadline - time.perf_counter()))
        )
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)  # `subprocess` is not to wait again
            _stop(process.pid)  # children it left behind
            return process.returncode, used, late, seen
        if deadline is not None and not late and time.perf_counter() >= deadline:
            late = True
            _stop(process.pid)
        seen = max(seen, _peak(process.pid))
        nap = min(2 * nap, longest)


def _sleep_until_it_ends(pid: int, at_most: float) -> None:
    """Sleep *at_most* seconds, less where the system signals that the program has ended."""
    try:
        handle = os.pidfd_open(pid)
    except (AttributeError, OSError):
        time.sleep(at_most)
        return
    try:
        select.select([handle], [], [], at_most)
    finally:
        os.close(handle)


def _peak(pid: int) -> int:
    """The peak memory of a running process in bytes; 0 where the system does not report it, or the shell that sets its
    limits has not become it yet.
    """
    try:
        if os.path.samefile(f"/proc/{pid}/exe", "/bin/sh"):
            return 0
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return 0
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return 1024 * int(found[1]) if found else 0


def _stop_left(session: int, mark: str, since: float) -> None:
    """Stop what a program has started and left running, *since* so many seconds after the system's start."""
    for _ in range(_ROUNDS):
        left, starting = _left(session, mark, since)
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not left and not starting:
            return
        if not left:
            time.sleep(_NAPS[1])


def _left(session: int, mark: str, since: float) -> tuple[list[int], bool]:
    """Processes that run in the session, or have *mark* in their environment; none where there is no /proc.

    A process group of its own (as MiniZinc's solvers make) stays in the session; one that makes a session keeps the
    environment, unless it replaces that, too. The second part: whether a process is just being started, and has none.
    """
    found, starting, wanted = list[int](), False, f"{_MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            state, of, flags, begun = fields[0], int(fields[3]), int(fields[6]), int(fields[19])
            if state in b"ZX":
                continue
            environ = b"" if of == session else (folder / "environ").read_bytes()
            if of == session or wanted in environ.split(b"\0"):
                found.append(int(folder.name))
            elif not environ and not flags & _KERNEL_THREAD and begun >= int(since * os.sysconf("SC_CLK_TCK")):
                starting = True
    return found, starting


def _stop(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _text(file: object) -> str:
    file.seek(0)  # type: ignore[attr-defined]
    data: bytes = file.read(LARGEST_OUTPUT)  # type: ignore[attr-defined]
    return data.decode("utf-8", errors="replace")
