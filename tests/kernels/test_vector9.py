"""The vector search with every set of instructions: AVX2, AVX-512, and NEON under an emulator; equal answers."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.kernels import search
from cpsudoku.samples import names, path_of
from tests.selection import long_after

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CROSS, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
FLAGS = ["-O3", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-I", str(ROOT / "cpsudoku" / "kernels")]


def puzzles(count: int) -> list[str]:
    """The shipped samples, then more of them with clues taken, changed and renamed: no, one and several solutions."""
    lines = [line for name in names() for line in path_of(name).read_text(encoding="utf-8").split() if len(line) == 81]
    found = [line.replace("0", ".") for line in lines if line.replace(".", "0").isdigit()]
    random_ = random.Random(1)
    for _ in range(count - len(found)):
        cells = list(random_.choice(found))
        for place in random_.sample(range(81), random_.choice((0, 1, 1, 2, 3))):
            cells[place] = "." if cells[place] != "." and random_.random() < 0.7 else random_.choice("123456789")
        digits = random_.sample("123456789", 9)
        found.append("".join("." if cell == "." else digits[int(cell) - 1] for cell in cells))
    return found[:count]


def answers(program: list[str], rows: list[str]) -> list[str]:
    """Of each row: number of solutions, branches, whether singles fill it, another one, grids, branches by links."""
    text = "".join(row + "\n" for row in rows)
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
    if done.returncode == 3:
        pytest.skip(f"this processor runs no {search.LEVELS[int(program[-1])]}")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def built(compiler: str, folder: Path, *more: str) -> Path:
    """The program of vector9.c by this compiler; without it the test is skipped."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    program = folder / "vector9"
    subprocess.run([compiler, *FLAGS, *more, str(HERE / "vector9.c"), "-o", str(program)], check=True)
    return program


def expected(rows: list[str]) -> list[tuple[int, str]]:
    """Number of solutions, up to two, and the first two grids, by the scalar search."""
    cells = b"".join(bytes(0 if cell == "." else int(cell) for cell in row) for row in rows)
    counts, grids, _ = search.solve_batch(cells, scalar=True)
    text = bytes(grids).translate(bytes((*b"0123456789", *range(10, 256))))
    return [(counts[i], text[162 * i : 162 * i + 162].decode()) for i in range(len(rows))]


@pytest.mark.skipif(sys.platform == "win32", reason="gcc and clang")
@pytest.mark.parametrize("level", long_after(1, [2, 3]))
def test_vectors_of_this_processor(level: int, tmp_path: Path) -> None:
    """AVX2 and AVX-512 count and find what the scalar search does, on 10,000 puzzles."""
    rows = puzzles(10_000)
    if search.instructions() not in search.LEVELS[2:]:
        pytest.skip("no x86-64 with AVX2, or switched off")
    found = [line.split(" ") for line in answers([str(built("gcc", tmp_path)), str(level)], rows)]
    assert [(int(words[0]), words[4][:162]) for words in found] == expected(rows)
    assert {words[0] for words in found} == {"0", "1", "2"}
    for row, words in zip(rows, found):
        placed = words[4][162:]
        if words[2] == "1" and words[0] == "1":
            assert placed == words[4][:81]  # what singles fill is the solution
        if words[2] == "0":
            assert all(clue in (".", digit) for clue, digit in zip(row, placed))  # the clues, and what singles place
            if words[0] == "1":
                assert all(digit in ("0", known) for digit, known in zip(placed, words[4]))


@pytest.mark.skipif(shutil.which(EMULATOR) is None, reason="no qemu-user for ARM")
def test_vectors_of_arm(tmp_path: Path) -> None:
    """NEON, compiled for 64-bit ARM and run by an emulator, counts and finds the same on 10,000 puzzles."""
    rows = puzzles(10_000)
    found = [line.split(" ") for line in answers([EMULATOR, str(built(CROSS, tmp_path, "-static")), "1"], rows)]
    assert [(int(words[0]), words[4][:162]) for words in found] == expected(rows)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="gcc and clang")
def test_the_same_branches_by_links(tmp_path: Path) -> None:
    """AVX2, AVX-512 and NEON branch on the same linked candidates: the searches are as long, branch by branch."""
    rows = puzzles(1_500)
    found = []
    if search.instructions() in search.LEVELS[2:]:
        program = str(built("gcc", tmp_path))
        found += [
            answers([program, str(level)], rows) for level in range(2, 1 + search.LEVELS.index(search.instructions()))
        ]
    if shutil.which(EMULATOR) and shutil.which(CROSS):
        found.append(answers([EMULATOR, str(built(CROSS, tmp_path, "-static")), "1"], rows))
    if len(found) < 2:
        pytest.skip("one set of instructions alone")
    branches = [[line.split(" ")[5] for line in lines] for lines in found]
    assert all(one == branches[0] for one in branches)
    assert any(int(many) > 2 for many in branches[0])


@pytest.mark.parametrize("word", ["scalar", "avx2", "sse"])
def test_the_environment_sets_the_most(word: str) -> None:
    """CPSUDOKU_INSTRUCTIONS bounds what is used; an unknown word is an error that lists those that are accepted."""
    code = "from cpsudoku.kernels import search; print(search.instructions())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "CPSUDOKU_INSTRUCTIONS": word},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    if word == "sse":
        assert "accepted are scalar, neon, avx2, avx512" in done.stderr
    elif search.instructions() != "python":
        order = list(search.LEVELS)
        assert order.index(done.stdout.strip()) <= order.index(word)
