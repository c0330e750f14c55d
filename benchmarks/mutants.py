"""Mutation testing of what must never be wrong: how many small changes of the code do the tests notice?

    python benchmarks/mutants.py checker [--share 0.05] [--seed 1] [--seconds 120]
    python benchmarks/mutants.py all --share 0.01

cosmic-ray makes the mutants (an operator or a constant replaced, a condition negated, a loop left early, ...) in a copy
of the checkout and runs the target's tests on each, the quick ones first; a mutant is killed by the first test that
fails, or by the time limit. --share takes only that part of the mutants, drawn by --seed. Prints killed / all of each
file, then each survivor as a diff. Needs `pip install -r benchmarks/requirements.txt`.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Target:
    """Files to mutate, as patterns, and the tests that must notice, the quickest first."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


TARGETS = {
    "checker": Target(("cpsudoku/evidence/checker/**/*.py",), ("tests/evidence/checker", "tests/evidence")),
    "verdict": Target(
        ("cpsudoku/questions/verdict.py", "cpsudoku/engines/witnesses.py", "cpsudoku/engines/block.py"),
        ("tests/questions/test_verdict.py", "tests/engines/test_witnesses.py", "tests/engines/test_engines.py"),
    ),
    "enumeration": Target(("cpsudoku/questions/enumeration.py",), ("tests/questions/test_enumeration.py",)),
    "candidates": Target(
        ("cpsudoku/questions/candidates.py", "cpsudoku/engines/support.py", "cpsudoku/engines/kernel_candidates.py"),
        (
            "tests/questions/test_candidates.py",
            "tests/engines/test_support.py",
            "tests/engines/test_kernel_candidates.py",
        ),
    ),
    "encodings": Target(("cpsudoku/formula/*.py", "cpsudoku/formula/primitives/*.py"), ("tests/formula",)),
    "readers": Target(("cpsudoku/formats/*.py",), ("tests/formats",)),
}


class Running:
    """The places (line, column) of a module that run: all but annotations and the heads of functions."""

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

    def __contains__(self, place: tuple[int, int]) -> bool:
        if any(begin <= place < end for begin, end in self._run):
            return True
        return not any(begin <= place < end for begin, end in self._idle)


def span(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where an expression begins and ends."""
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def copied(folder: Path) -> None:
    """The tracked files of the checkout, and its compiled extensions."""
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    built = [str(path.relative_to(ROOT)) for path in ROOT.glob("cpsudoku/**/*.so")]
    for name in names + built:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)


def session_of(folder: Path, target: Target, share: float, seed: int, seconds: float) -> tuple[Path, Path]:
    """(configuration, session) of cosmic-ray for a share of the mutants; those not drawn are marked as skipped."""
    files = sorted({str(path.relative_to(folder)) for pattern in target.files for path in folder.glob(pattern)})
    tests = [name for name in target.tests if (folder / name).exists()]
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider -p no:randomly {' '.join(tests)}"
    config, session = folder / "mutants.toml", folder / "mutants.sqlite"
    config.write_text(
        "[cosmic-ray]\n"
        f"module-path = {files}\n"
        f"timeout = {seconds}\n"
        "excluded-modules = []\n"
        f'test-command = "{command}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    cosmic_ray(folder, "init", config.name, session.name)
    database = WorkDB(session, WorkDB.Mode.open)
    runs = {file: Running(ast.parse((folder / file).read_text(encoding="utf-8"))) for file in files}
    order = sorted(
        (
            item
            for item in database.work_items
            if item.mutations[0].start_pos in runs[str(item.mutations[0].module_path)]
        ),
        key=lambda item: str(item.mutations[0]),
    )
    drawn = {item.job_id for item in random.Random(seed).sample(order, max(1, round(share * len(order))))}
    others = [item.job_id for item in database.work_items if item.job_id not in drawn]
    database.set_multiple_results(others, WorkResult(WorkerOutcome.SKIPPED))
    database.close()
    return config, session


def cosmic_ray(folder: Path, *words: str) -> None:
    """Runs a command of cosmic-ray there."""
    subprocess.run([sys.executable, "-m", "cosmic_ray.cli", *words], cwd=folder, check=True)


def measured(name: str, target: Target, options: argparse.Namespace) -> bool:
    """Runs the mutants of a target and prints what came of them; whether all were killed."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copied(folder)
        config, session = session_of(folder, target, options.share, options.seed, options.seconds)
        cosmic_ray(folder, "baseline", config.name)
        cosmic_ray(folder, "exec", config.name, session.name)
        database = WorkDB(session, WorkDB.Mode.open)
        tried, killed, survivors = Counter[str](), Counter[str](), []
        for item, result in database.completed_work_items:
            if result.worker_outcome == WorkerOutcome.SKIPPED:
                continue
            file = str(item.mutations[0].module_path)
            tried[file] += 1
            if result.test_outcome == TestOutcome.SURVIVED:
                survivors.append((file, item.mutations[0].start_pos, result.diff or ""))
            else:
                killed[file] += 1
        database.close()
    for file in sorted(tried):
        print(f"{killed[file]:>5} / {tried[file]:<5} {file}")
    for file, (line, _), diff in sorted(survivors):
        print(f"\nsurvived: {file}:{line}\n" + "\n".join(row for row in diff.splitlines() if row[:1] in "+-"))
    print(f"\n{name}: {killed.total()} of {tried.total()} killed ({killed.total() / max(1, tried.total()):.1%})")
    return not survivors


def main() -> int:
    """The exit code: 1 where a mutant survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=[*TARGETS, "all"])
    parser.add_argument("--share", type=float, default=1.0, help="of the mutants (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120.0, help="for the tests of one mutant (120)")
    options = parser.parse_args()
    names = list(TARGETS) if options.target == "all" else [options.target]
    results = [measured(name, TARGETS[name], options) for name in names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
