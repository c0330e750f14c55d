"""Mutation testing of what must never be wrong: how many small changes of the code do the tests notice?

    python benchmarks/mutants.py checker [--least 15] [--share 0.05] [--seed 1] [--only base.py] [--long]
    python benchmarks/mutants.py all

cosmic-ray makes the mutants: an operator or a constant replaced, a condition negated, a loop left early, ... Of each
file --share of them is drawn by --seed, at least --least. The tests of the target run once under coverage.py, in a copy
of the checkout; a mutant then runs only the tests that reach the statement it changes, the quickest first and at most
--cap seconds of them. Tests are collected once: a mutant of a function's body is tried in a fork of that process, with
the code of the function exchanged, one of module level in a new process. What `lru_cache` keeps of a mutated file is
dropped before each test of the first run and before each mutant, else the test that fills it would hide the others. A
mutant is killed by the first test that fails, or by a limit: three times the CPU time its tests need, and some seconds.

--only: files whose path this regular expression finds; --long: the tests marked long, too; --reach: a file that keeps
which test reaches which line ({target} in its name is the target's).

Never drawn, as no answer can depend on them: caches (`@cache`, `@lru_cache` and its size), `frozen` and `slots` of
dataclasses, the condition of `if TYPE_CHECKING`, and identity for equality (`is` for `==` and the reverse: Python has
one object for each small integer, short text and type).

Prints killed / drawn (of all that may be drawn) for each file, then each survivor as a diff, with the number of tests
that saw it. Look at each: it lacks a test, or it is one of those that mean no other answer:

* the amounts that the checker counts as work (`work.spend`, `cost`): estimates, whose order alone is tested;
* `<` for `!=` where nothing is larger, `[-1]` for `[0]` where there is one;
* a bound that is larger than needed, such as the steps within which connected cells reach each other.

Needs `pip install -r benchmarks/requirements.txt`, and Linux or macOS for the forks.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import functools
import gc
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from measuring import options_of

ROOT = Path(__file__).resolve().parents[1]
CO_OPTIMIZED = 0x1
"""Flag of the code of functions, which modules and classes lack."""


@dataclass(frozen=True)
class Target:
    """Files to mutate, as patterns, and the tests that must notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


TARGETS = {
    "checker": Target(("cpsudoku/evidence/checker/**/*.py",), ("tests/evidence",)),
    "verdict": Target(
        (
            "cpsudoku/questions/verdict.py",
            "cpsudoku/engines/witnesses.py",
            "cpsudoku/engines/block.py",
            "cpsudoku/engines/confirmation.py",
        ),
        (
            "tests/questions/test_verdict.py",
            "tests/questions/test_constraints.py",
            "tests/engines/test_witnesses.py",
            "tests/engines/test_block.py",
            "tests/engines/test_confirmation.py",
            "tests/batch/test_solutions.py",
            "tests/test_answers.py",
            "tests/test_degenerate.py",
            "tests/test_limits.py",
        ),
    ),
    "enumeration": Target(
        ("cpsudoku/questions/enumeration.py",),
        ("tests/questions/test_enumeration.py", "tests/batch/test_solutions.py"),
    ),
    "candidates": Target(
        ("cpsudoku/questions/candidates.py", "cpsudoku/engines/support.py", "cpsudoku/engines/kernel_candidates.py"),
        (
            "tests/questions/test_candidates.py",
            "tests/engines/test_support.py",
            "tests/engines/test_kernel_candidates.py",
        ),
    ),
    "encodings": Target(
        ("cpsudoku/formula/**/*.py",),
        (
            "tests/formula",
            "tests/constraints/test_models.py",
            "tests/engines/test_cp_kinds.py",
            "tests/questions/test_minimum.py",
        ),
    ),
    "readers": Target(("cpsudoku/formats/**/*.py",), ("tests/formats",)),
}


@dataclass
class Mutant:
    """One change of a file (relative to the copy), and the tests to run on it (node ids) with their seconds."""

    file: str
    line: int
    source: str
    tests: list[str] = field(default_factory=list)
    seconds: float = 0.0
    at_import: bool = False
    """Whether the statement also runs while modules are imported."""
    outcome: str = ""
    """"survived", or what killed it: a test, "time", "crash"."""


CACHES, FLAGS = ("cache", "lru_cache"), ("frozen", "slots")
IDENTITIES = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
"""The operators that exchange equality and identity."""


class Running:
    """The places (line, column) of a module on which answers depend.

    They are all but annotations, the heads of functions, caches, flags of dataclasses and `if TYPE_CHECKING`.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._idle: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self._run: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0]
                self._idle.append(((node.lineno, node.col_offset), (first.lineno, first.col_offset)))
                self._run += [span(value) for value in [*node.args.defaults, *node.args.kw_defaults] if value]
            elif isinstance(node, ast.AnnAssign):
                self._idle.append(span(node.annotation))
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                self._idle.append(((node.lineno, 0), span(node.test)[1]))
            for decorator in getattr(node, "decorator_list", ()):
                name = ast.unparse(decorator).partition("(")[0]
                if name in CACHES:
                    self._idle.append(((decorator.lineno, 0), span(decorator)[1]))
                if name == "dataclass" and isinstance(decorator, ast.Call):
                    self._idle += [span(flag.value) for flag in decorator.keywords if flag.arg in FLAGS]

    def __contains__(self, place: tuple[int, int]) -> bool:
        if any(begin <= place < end for begin, end in self._run):
            return True
        return not any(begin <= place < end for begin, end in self._idle)


def span(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where an expression begins and ends."""
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


# ---- the mutants of a file


def mutants_of(folder: Path, file: str) -> list[tuple[tuple[int, int], str, int]]:
    """(place, operator, occurrence) of every mutant of a file that changes what runs."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    text = (folder / file).read_text(encoding="utf-8")
    runs, nodes = Running(ast.parse(text)), list(ast_nodes(get_ast(text)))
    found = []
    for name in sorted(operator_names()):
        if get_operator(name).arguments() or name.rpartition("Operator_")[2] in IDENTITIES:
            continue
        operator = get_operator(name)()
        places = (begin for node in nodes for begin, _ in operator.mutation_positions(node))
        found += [(place, name, occurrence) for occurrence, place in enumerate(places) if place in runs]
    return sorted(found)


def drawn(folder: Path, file: str, options: argparse.Namespace) -> tuple[list[Mutant], int]:
    """The mutants to try of a file, and the number of all."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    places = mutants_of(folder, file)
    size = min(len(places), max(options.least, round(options.share * len(places))))
    text = (folder / file).read_text(encoding="utf-8")
    sample = sorted(random.Random(f"{options.seed} {file}").sample(places, size))
    return [
        Mutant(file, place[0], mutate_code(text, get_operator(name)(), occurrence))
        for place, name, occurrence in sample
    ], len(places)


# ---- the tests that reach a statement


class Statements:
    """For each line of a module the lines of the statement there, of the head alone where it has a body."""

    def __init__(self, text: str) -> None:
        self._lines: dict[int, range] = {}
        self._function: dict[int, range] = {}
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.stmt | ast.ExceptHandler):
                continue
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            lines = range(node.lineno, max(node.lineno, last) + 1)
            self._lines.update(dict.fromkeys(lines, lines))
            if isinstance(node, ast.FunctionDef):
                whole = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                self._function.update(dict.fromkeys(whole, whole))

    def around(self, line: int) -> Iterator[range]:
        """The lines of the statement, then those of the function."""
        yield self._lines.get(line, range(line, line + 1))
        if line in self._function:
            yield self._function[line]


def assigned(mutants: Sequence[Mutant], folder: Path, reach: dict[str, Any], cap: float) -> None:
    """Chooses the tests of each mutant, among those that reach its statement (else its function, else the file).

    What runs while modules are imported is there for all tests that reach the file.
    """
    seconds = reach["seconds"]
    statements = {file: Statements((folder / file).read_text(encoding="utf-8")) for file in {m.file for m in mutants}}
    for mutant in mutants:
        lines = {int(line): tests for line, tests in reach["lines"].get(mutant.file, {}).items()}
        chosen: set[str] = set()
        for part in [*statements[mutant.file].around(mutant.line), lines]:
            chosen = {test for line in part for test in lines.get(line, ())}
            if part is not lines and "" in chosen:
                mutant.at_import = True
                continue
            chosen.discard("")
            if chosen:
                break
        modules: dict[str, list[str]] = {}
        for test in sorted(chosen, key=lambda test: (seconds[test], test)):
            modules.setdefault(test.partition("::")[0], []).append(test)
        share = cap / max(1, len(modules))
        for module in sorted(modules, key=lambda name: sum(seconds[test] for test in modules[name])):
            used = 0.0
            for test in modules[module]:
                used += seconds[test]
                if used > share and mutant.tests:
                    break
                mutant.tests.append(test)
                mutant.seconds += seconds[test]


def caches(files: Sequence[Path]) -> list[Any]:
    """The functions of these files whose results `lru_cache` keeps."""
    found = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    names = set(map(str, files))
    codes = [getattr(thing.__wrapped__, "__code__", None) for thing in found]
    return [thing for thing, code in zip(found, codes, strict=True) if code and code.co_filename in names]


class Reach:
    """Plugin of pytest: which tests run which lines of some files, and the CPU seconds of each test."""

    def __init__(self, files: list[str]) -> None:
        import coverage

        self._files = files
        self._paths = [Path(file).resolve() for file in files]
        self._coverage = coverage.Coverage(data_file=None, config_file=False, include=list(map(str, self._paths)))
        self._seconds: dict[str, float] = {}
        self._failed: list[str] = []
        self._coverage.start()

    def pytest_collection_finish(self) -> None:
        self._caches = caches(self._paths)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_runtest_protocol(self, item: Any, nextitem: Any) -> bool:
        from _pytest.runner import runtestprotocol

        for cache in self._caches:
            cache.cache_clear()
        self._coverage.switch_context(item.nodeid)
        begin = time.process_time()
        runtestprotocol(item, nextitem=nextitem)
        self._seconds[item.nodeid] = round(time.process_time() - begin, 4)
        self._coverage.switch_context("")
        return True

    def written(self, path: Path) -> None:
        """Stops, and writes what was found; a test that fails without a mutant proves nothing and is left out."""
        self._coverage.stop()
        data = self._coverage.get_data()
        lines = {
            file: {
                line: [test for test in tests if test not in self._failed]
                for line, tests in data.contexts_by_lineno(str(Path(file).resolve())).items()
            }
            for file in self._files
        }
        path.write_text(json.dumps({"lines": lines, "seconds": self._seconds, "failed": self._failed}))


# ---- trying a mutant


def inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def is_function(code: CodeType) -> bool:
    """Whether it is the code of a function that does not run where it is defined, as that of a comprehension does."""
    return bool(code.co_flags & CO_OPTIMIZED) and code.co_name not in (
        "<listcomp>",
        "<setcomp>",
        "<dictcomp>",
        "<genexpr>",
    )


def same_outside_functions(one: CodeType, other: CodeType) -> bool:
    """Whether two modules differ in the bodies of functions alone."""
    if (one.co_code, one.co_names, one.co_qualname) != (other.co_code, other.co_names, other.co_qualname):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    for mine, theirs in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType):
            if not (is_function(mine) and is_function(theirs)) and not same_outside_functions(mine, theirs):
                return False
        elif repr(mine) != repr(theirs):
            return False
    return True


def exchanged(path: Path, source: str, functions: list[FunctionType]) -> bool:
    """Gives the functions of a module the code of a changed source; False where that is not enough."""
    changed = compile(source, str(path), "exec", dont_inherit=True)
    if not same_outside_functions(
        compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True), changed
    ):
        return False
    codes: dict[tuple[str, int], list[CodeType]] = {}
    waiting = inner(changed)
    while waiting:
        code = waiting.pop()
        codes.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
        waiting += inner(code)
    for function in functions:
        found = codes.get((function.__code__.co_qualname, function.__code__.co_firstlineno), [])
        if len(found) != 1 or len(found[0].co_freevars) != len(function.__code__.co_freevars):
            return False
        function.__code__ = found[0]
    return True


def limited(seconds: float) -> None:
    """In a child: ends it after three times the CPU time that its tests need, and three seconds."""
    os.setsid()
    limit = int(3 * seconds) + 3
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))


def awaited(child: int, seconds: float) -> str:
    """Waits for a child, at most 60 seconds and 20 times what its tests need, and ends what it started."""
    handle = os.pidfd_open(child)
    over = not select.select([handle], [], [], 60 + 20 * seconds)[0]
    os.close(handle)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if over or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        return "time"
    return "crash" if os.WIFSIGNALED(status) else {0: "survived", 2: "new process"}.get(os.WEXITSTATUS(status), "test")


class Trial:
    """Plugin of pytest that tries mutants on the collected tests."""

    def __init__(self, mutants: list[Mutant], folder: Path, forks: bool) -> None:
        self._mutants, self._folder, self._forks = mutants, folder, forks
        self._failed = ""
        self._pipe = -1

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._failed = self._failed or report.nodeid

    def pytest_runtestloop(self, session: Any) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        self._functions: dict[str, list[FunctionType]] = {}
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                self._functions.setdefault(thing.__code__.co_filename, []).append(thing)
        self._caches = caches([self._folder / mutant.file for mutant in self._mutants])
        gc.freeze()  # children share what is alive now
        if not self._forks:
            (mutant,) = self._mutants
            mutant.outcome = self._ran(mutant) or "survived"
            return True
        session.config.pluginmanager.unregister(name="terminalreporter")
        for mutant in self._mutants:
            mutant.outcome = self._forked(mutant) if mutant.tests else "survived"
            print(f"{mutant.file}:{mutant.line}: {mutant.outcome}", file=sys.__stderr__, flush=True)
        return True

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._failed = self._failed or report.nodeid
            for mutant in self._mutants if not self._forks else ():
                mutant.outcome = f"import by {report.nodeid}"

    def _ran(self, mutant: Mutant) -> str:
        """The first test that fails, "" if none does."""
        items = [self._items[test] for test in mutant.tests if test in self._items]
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._failed:
                return self._failed
        return ""

    def _forked(self, mutant: Mutant) -> str:
        path = self._folder / mutant.file
        text = path.read_text(encoding="utf-8")
        get, put = os.pipe()
        child = os.fork()
        if not child:
            with contextlib.suppress(BaseException):
                limited(mutant.seconds)
                if not exchanged(path, mutant.source, self._functions.get(str(path), [])):
                    os._exit(2)
                for cache in self._caches:
                    cache.cache_clear()
                path.write_text(mutant.source, encoding="utf-8")  # for the processes that tests start
                if failed := self._ran(mutant):
                    os.write(put, failed.encode())
                    os._exit(1)
                os._exit(0)
            os._exit(3)
        os.close(put)
        outcome = awaited(child, mutant.seconds)
        failed = os.read(get, 4096).decode(errors="replace")
        os.close(get)
        path.write_text(text, encoding="utf-8")
        return failed or outcome


def pytest_main(tests: Sequence[str], plugin: Any, long: bool) -> int:
    """Runs pytest in this process, in the folder of the copy."""
    import pytest

    sys.path.insert(0, os.getcwd())
    words = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--hypothesis-seed=0",
        *(["--long"] if long else []),
        *tests,
    ]
    return int(pytest.main(words, plugins=[plugin]))


def worker(job: Path) -> None:
    """A process of this command: measures the reach of tests, or tries mutants; reads and writes a file."""
    given = json.loads(job.read_text())
    folder = Path.cwd()
    if given["role"] == "reach":
        plugin = Reach(given["files"])
        if pytest_main(given["tests"], plugin, given["long"]) not in (0, 1):
            raise SystemExit("the tests did not run without a mutant")
        plugin.written(job)
    else:
        mutants = [Mutant(**entry) for entry in given["mutants"]]
        pytest_main(given["tests"], Trial(mutants, folder, given["role"] == "forks"), given["long"])
        if not all(mutant.outcome for mutant in mutants):
            raise SystemExit("the mutants were not tried")
        job.write_text(json.dumps([asdict(mutant) for mutant in mutants]))


def job_done(folder: Path, seconds: float | None = None, **given: Any) -> Any:
    """Has a new process do a job in the folder; None where it takes more CPU seconds than that, or dies."""
    job = folder / "job.json"
    job.write_text(json.dumps(given))
    with (folder / "job.log").open("w") as log:
        child = subprocess.Popen(
            [sys.executable, str(folder / "benchmarks" / "mutants.py"), "--job", str(job)],
            cwd=folder,
            stdout=log,
            stderr=sys.stderr if seconds is None else log,
            preexec_fn=None if seconds is None else lambda: limited(seconds),
        )
        try:
            child.wait(None if seconds is None else 60 + 20 * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    result = json.loads(job.read_text())
    return None if "role" in result else result


# ---- the command


def copied(folder: Path) -> None:
    """The tracked files of the checkout, and its compiled extensions."""
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    built = [str(path.relative_to(ROOT)) for path in ROOT.glob("cpsudoku/**/*.so")]
    for name in names + built:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def reach_of(folder: Path, target: Target, tests: list[str], options: argparse.Namespace, name: str) -> dict[str, Any]:
    """Which tests reach which lines; kept in the file of --reach, if given."""
    kept = options.reach and Path(options.reach.format(target=name))
    if kept and kept.exists():
        return dict(json.loads(kept.read_text()))
    files = sorted({str(path.relative_to(folder)) for pattern in target.files for path in folder.glob(pattern)})
    reach = job_done(folder, role="reach", files=files, tests=tests, long=options.long)
    if reach is None:
        raise SystemExit((folder / "job.log").read_text())
    if kept:
        kept.write_text(json.dumps(reach))
    return dict(reach)


def measured(name: str, target: Target, options: argparse.Namespace) -> bool:
    """Tries the mutants of a target and prints what came of them; whether all were killed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve()
        copied(folder)
        tests = [test for test in target.tests if (folder / test).exists()]
        reach = reach_of(folder, target, tests, options, name)
        for test in reach["failed"]:
            print(f"fails without a mutant, left out: {test}")
        mutants, numbers = [], {}
        for file in sorted(reach["lines"]):
            if re.search(options.only, file):
                some, numbers[file] = drawn(folder, file, options)
                mutants += some
        assigned(mutants, folder, reach, options.cap)
        done = job_done(folder, role="forks", mutants=[asdict(m) for m in mutants], tests=tests, long=options.long)
        if done is None:
            raise SystemExit((folder / "job.log").read_text())
        mutants = [Mutant(**entry) for entry in done]
        for mutant in mutants:
            if mutant.outcome == "new process" or (mutant.outcome == "survived" and mutant.at_import):
                mutant.outcome = in_new_process(folder, mutant, options.long)
        report(folder, name, mutants, numbers)
    return all(mutant.outcome != "survived" for mutant in mutants)


def in_new_process(folder: Path, mutant: Mutant, long: bool) -> str:
    """What comes of a mutant where modules are imported anew."""
    path = folder / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    modules = sorted({test.partition("::")[0] for test in mutant.tests})
    done = job_done(folder, mutant.seconds + 2, role="alone", mutants=[asdict(mutant)], tests=modules, long=long)
    path.write_text(text, encoding="utf-8")
    outcome = str(done[0]["outcome"]) if done else "time or crash"
    return "survived" if outcome == "new process" else outcome


def report(folder: Path, name: str, mutants: list[Mutant], numbers: dict[str, int]) -> None:
    """Prints killed / drawn (of all) for each file, and the survivors."""
    for file, number in numbers.items():
        own = [mutant for mutant in mutants if mutant.file == file]
        print(f"{sum(mutant.outcome != 'survived' for mutant in own):>5} / {len(own):<4} (of {number:>4})  {file}")
    left = [mutant for mutant in mutants if mutant.outcome == "survived"]
    for mutant in left:
        before = (folder / mutant.file).read_text(encoding="utf-8").splitlines()
        rows = difflib.unified_diff(before, mutant.source.splitlines(), lineterm="", n=0)
        print(f"\nsurvived {len(mutant.tests)} tests: {mutant.file}:{mutant.line}")
        print("\n".join(row for row in rows if row[:1] in "+-" and row[:3] not in ("+++", "---")))
    killed = len(mutants) - len(left)
    print(f"\n{name}: {killed} of {len(mutants)} killed ({killed / max(1, len(mutants)):.1%})", flush=True)


def main() -> int:
    """The exit code: 1 where a mutant survived."""
    numbers = {"seed": 1, "least": 15, "share": 0.0, "cap": 10.0}
    options = options_of(__doc__, target=("all", *TARGETS), only="", long=False, reach="", job=Path, **numbers)
    if options.job:
        worker(options.job)
        return 0
    names = list(TARGETS) if options.target == "all" else [options.target]
    results = [measured(name, TARGETS[name], options) for name in names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
