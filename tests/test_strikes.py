"""Exceptions in the midst of a call: some of the points of `benchmarks/strikes.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.rating.rater import Rater
from cpsudoku.techniques.chains.chain_statements import ChainStatements

ROOT = Path(__file__).resolve().parents[1]
CHAINS = bytes(map(int, "980700600005060040000003009300800000008090004000002580200000010010007006006010400"))
"""Every rung of chains has a step here."""


def struck(*arguments: str) -> str:
    """What the command prints, which must end well."""
    command = [sys.executable, "benchmarks/strikes.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("rung", [21, 23, 24, 25, 26, 27])
def test_an_exception_in_the_words_of_a_chain_reaches_the_caller(
    rung: int, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is raised while a chain is put into words ends `advance` and `every`: the chain is not passed over."""

    def raising(*_: object) -> None:
        raise error

    rater = Rater()
    rater.hint.explain = True
    rater.rungs = 1 << rung
    rater.start(CHAINS)
    with monkeypatch.context() as struck_here:
        struck_here.setattr(ChainStatements, "of", raising)
        with pytest.raises(error):
            rater.advance()
        with pytest.raises(error):
            rater.every(rung)
    assert rater.advance()
    assert rater.hint.chain


@pytest.mark.parametrize("name", ["rate", "hint", "verify", "candidates"])
def test_struck_calls_answer_rightly_or_raise(name: str) -> None:
    """Python functions that raise, called by compiled code and others: the exception comes out, or the right answer."""
    struck("calls", "--of", name, "--share", "0.01" if name == "rate" else "0.2")


SHARES = {
    "rate": "0.04",
    "hint": "1",
    "all_steps": "0.01",
    "explain": "0.05",
    "certify": "0.03",
    "generate": "0.1",
    "verify": "1",
    "candidates": "0.5",
    "reduce": "0.02",
    "diagnose": "0.02",
    "engines": "0.003",
    "rules": "0.05",
}
"""Function -> so much of its points takes some seconds."""


@pytest.mark.long
@pytest.mark.parametrize("name", SHARES)
def test_more_struck_calls_and_signals_answer_rightly_or_raise(name: str) -> None:
    """The same for all functions, and for signals at twenty times of each (of `all_steps`, which is slow, at four)."""
    struck("calls", "--of", name, "--share", SHARES[name])
    struck("signals", "--of", name, "--points", "4" if name == "all_steps" else "20")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["diagnose", "engines"])
def test_ctrl_c_comes_out_of_libraries_with_handlers_of_their_own(name: str) -> None:
    """SIGINT from another process while PySAT's and CP-SAT's C code works: KeyboardInterrupt, or the right answer."""
    struck("ctrl-c", "--of", name, "--points", "20")


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="stands before malloc, on Linux")
def test_compiled_code_without_memory_answers_rightly_or_raises() -> None:
    """Requests for memory of our extensions, refused: MemoryError comes out, or the right answer."""
    if not (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        pytest.skip("needs a C compiler")
    assert "0 wrong" in struck("memory", "--of", "rate", "--share", "0.1")
