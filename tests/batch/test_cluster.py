"""The same output on a Dask cluster, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpsudoku.cli.main import COMMANDS as SUBCOMMANDS
from cpsudoku.cli.main import run, subcommand

distributed = pytest.importorskip("distributed", reason="needs the extra [dask]")
PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
COMMANDS = {
    "verify": ["verify", "FILE", "--jsonl"],
    "solve": ["solve", "FILE", "--jsonl"],
    "rate": ["rate", "FILE", "--jsonl"],
    "generate": ["generate", "--count", "1500", "--seed", "3", "--jsonl"],
    "audit": ["audit", "FILE", "--jsonl"],
}
"""Commands whose worker is killed."""
OTHERS = {
    "count": ["solve", "FILE", "--count", "--limit", "9"],
    "logic": ["solve", "FILE", "--engine", "logic", "--jsonl"],
    "reduce": ["reduce", "FILE", "--jsonl"],
    "canonical": ["canonical", "FILE", "--jsonl"],
    "candidates": ["candidates", "FILE", "--jsonl"],
    "diagnose": ["diagnose", "FILE", "--jsonl"],
    "explain": ["explain", "FILE", "--jsonl"],
    "steps": ["rate", "FILE", "--steps", "--jsonl"],
    "set": ["generate", "-n", "4", "--seed", "3", "--split", "a=1,b=1", "--traces", "--jsonl"],
}
"""Others, whose output is that of one process."""


def lines(count: int) -> str:
    """Puzzles that take some while."""
    every = [*(PUZZLES / "17_clue.txt").read_text().split(), *(PUZZLES / "kaggle.txt").read_text().split()]
    return "".join(every[k % len(every)][:81] + "\n" for k in range(count)) + "no puzzle\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A scheduler and two workers, each a process, started as the documentation says."""
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
        ],
        stderr=subprocess.PIPE,
        text=True,
    ) as scheduler:
        address = ""
        assert scheduler.stderr is not None
        for line in scheduler.stderr:
            if "Scheduler at:" in line:
                address = line.split()[-1]
                break
        workers = subprocess.Popen(
            [
                *(sys.executable, "-m", "distributed.cli.dask_worker", address),
                *("--nworkers", "2", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"),
            ],
            stderr=subprocess.DEVNULL,
        )
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            yield address
        for process in (workers, scheduler):
            process.send_signal(signal.SIGTERM)
        workers.wait(30)
        scheduler.stderr.close()


def worker_pids(client: object) -> list[int]:
    return list(client.run(os.getpid).values())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.long
def test_a_killed_worker_changes_nothing(name: str, cluster: str, tmp_path: Path) -> None:
    """The output of a run whose worker is killed in the middle is, byte for byte, that of one process."""
    (tmp_path / "rows.txt").write_text(lines(300))
    words = [str(tmp_path / "rows.txt") if word == "FILE" else word for word in COMMANDS[name]]
    code = run([*words, "-o", str(tmp_path / "alone"), "--quiet"])
    with distributed.Client(cluster, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        victim = worker_pids(client)[0]
        command = subprocess.Popen(
            [sys.executable, "-m", "cpsudoku", *words, "-o", str(tmp_path / "cluster"), "--quiet", "--dask", cluster],
            stderr=subprocess.PIPE,
            text=True,
        )
        until = time.monotonic() + 60
        while command.poll() is None and time.monotonic() < until:
            if any(client.processing().values()) or (tmp_path / "cluster").exists():
                break
        os.kill(victim, signal.SIGKILL)
        _, said = command.communicate(timeout=120)
    assert command.returncode == code, said
    assert (tmp_path / "cluster").read_bytes() == (tmp_path / "alone").read_bytes()


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.long
def test_every_command_on_many_puzzles_runs_on_a_cluster(name: str, cluster: str, tmp_path: Path) -> None:
    """--dask gives what one process gives."""
    (tmp_path / "rows.txt").write_text(lines(3))
    words = [*(str(tmp_path / "rows.txt") if word == "FILE" else word for word in OTHERS[name]), "--quiet"]
    code = run([*words, "-o", str(tmp_path / "alone")])
    assert run([*words, "-o", str(tmp_path / "cluster"), "--dask", cluster]) == code
    assert (tmp_path / "cluster").read_bytes() == (tmp_path / "alone").read_bytes()
    assert (tmp_path / "alone").read_bytes()


@pytest.mark.long
def test_certificates_made_on_a_cluster(cluster: str, tmp_path: Path) -> None:
    """They are, byte for byte, those of one process, and the checker accepts them."""
    (tmp_path / "rows.txt").write_text(lines(3))
    words = ["certify", str(tmp_path / "rows.txt"), "--lrat", "--quiet"]
    code = run([*words, "-o", str(tmp_path / "alone.jsonl")])
    assert run([*words, "-o", str(tmp_path / "cluster.jsonl"), "--dask", cluster]) == code
    assert (tmp_path / "cluster.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert run(["check", str(tmp_path / "cluster.jsonl"), "--quiet"]) == 0


def test_every_command_with_jobs_takes_a_cluster() -> None:
    """Whatever can go to processes can go to a cluster."""
    found = {name: {word for option in subcommand(name).params for word in option.opts} for name in SUBCOMMANDS}
    assert sum("--jobs" in options for options in found.values()) > 9
    assert {name for name, options in found.items() if "--jobs" in options} == {
        name for name, options in found.items() if "--dask" in options
    }
