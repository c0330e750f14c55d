"""Certificates on disk: found, bounded, and none ends the run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.evidence import checker
from cpsudoku.evidence.certificate import Certificate
from tests.evidence.certified import certificate_of, lines


def test_forms_on_disk(tmp_path: Path) -> None:
    """A folder, a JSON file, many in a JSONL file or a folder of folders: all are found and checked."""
    first, second = (certificate_of(puzzle, lrat=True) for puzzle in lines("hardest_1106.txt", 2))
    first.write(tmp_path / "many" / "a")
    second.write(tmp_path / "many" / "b")
    (tmp_path / "many" / "c.jsonl").write_text(first.line() + "\n" + second.line() + "\n")
    (tmp_path / "one.json").write_text(json.dumps(first.data, indent=2))
    assert [found.verified for found in checker.check(tmp_path / "many")] == [True] * 4
    assert [found.verified for found in checker.check(tmp_path / "many" / "a")] == [True]
    assert [found.verified for found in checker.check(tmp_path / "one.json")] == [True]
    (tmp_path / "many" / "b" / "proof.drat").write_text("1 2 0\n0\n")
    (tmp_path / "many" / "a" / "formula.cnf").unlink()
    bad = {Path(found.place).name: found.message for found in checker.check(tmp_path / "many") if not found.verified}
    assert "does not follow" in bad["b"]
    assert bad["a"] == "no cnf"
    (tmp_path / "no.json").write_text("[")
    assert [found.verified for found in checker.check(tmp_path / "no.json")] == [False]


def test_checker_runs_alone(tmp_path: Path) -> None:
    """The checker's folder, copied away, verifies a certificate with nothing but the standard library."""
    certificate_of(lines("hardest_1106.txt", 1)[0]).write(tmp_path / "proof")
    shutil.copytree(Path(checker.__file__).parent, tmp_path / "alone", ignore=shutil.ignore_patterns("__pycache__"))
    run = "import alone, sys; print(*alone.check('proof')); print(sorted(m for m in sys.modules if 'sudoku' in m))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", run], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert "'verified'" in done.stdout
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("data", [{}, {"claim": []}, {"claim": "unique", "format": "cpsudoku-certificate 1"}])
def test_nonsense_is_rejected_not_raised(data: dict[str, object], tmp_path: Path) -> None:
    """Any JSON is answered with a message."""
    (tmp_path / "x.json").write_text(json.dumps(data))
    assert [found.verified for found in checker.check(tmp_path / "x.json")] == [False]


def small() -> Certificate:
    """Of a 4x4 puzzle."""
    return certificate_of("1..4.........32.")


def test_a_folder_goes_on_after_what_cannot_be_read(tmp_path: Path) -> None:
    """Binary, deep, empty, cut off, without rights, a folder of nothing, a link to nothing: each is told of by name."""
    good = json.dumps(small().data)
    (tmp_path / "a.json").write_bytes(b"\x00\xff" * 99)
    (tmp_path / "b.json").write_text("[" * 100_000)
    (tmp_path / "c.json").write_text("")
    (tmp_path / "d.json").write_text(good[:-9])
    (tmp_path / "e").mkdir()
    (tmp_path / "f.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "g.jsonl").write_text(f"{good}\n\nnonsense\n[1]\n{good}")
    small().write(tmp_path / "h")
    (tmp_path / "h" / "proof.drat").write_bytes(b"\xff")
    (tmp_path / "z.json").write_text(good)
    found = {str(Path(one.place).relative_to(tmp_path)): one for one in checker.check(tmp_path)}
    assert {name: one.status for name, one in found.items()} == {
        **dict.fromkeys(["a.json", "b.json", "c.json", "d.json", "e", "g.jsonl:3", "h"], "unreadable"),
        "f.json": "missing",
        "g.jsonl:4": "rejected",
        **dict.fromkeys(["g.jsonl:1", "g.jsonl:5", "z.json"], "verified"),
    }
    assert "expected a JSON object" in found["a.json"].message
    assert "codec" not in found["a.json"].message
    assert "too deeply" in found["b.json"].message


def test_the_largest_certificate_is_read_and_no_larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one object on several lines, as a line of many, as a folder with its texts: one byte more is unreadable."""
    good = small()
    texts = {"one.json": json.dumps(good.data, indent=1), "many.jsonl": 2 * (good.line().strip() + "\n")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    good.write(tmp_path / "folder")
    sizes = {"one.json": len(texts["one.json"]), "many.jsonl": len(texts["many.jsonl"]) // 2}
    sizes["folder"] = sum(path.stat().st_size for path in (tmp_path / "folder").iterdir() if path.suffix != ".txt")
    for name, size in sizes.items():
        monkeypatch.setattr(checker.files, "MOST_BYTES", size)
        assert {one.status for one in checker.check(tmp_path / name)} == {"verified"}, name
        monkeypatch.setattr(checker.files, "MOST_BYTES", size - 1)
        found = list(checker.check(tmp_path / name))
        assert len(found) == (2 if name == "many.jsonl" else 1)
        assert all(one.status == "unreadable" and "the most taken on" in one.message for one in found), name


def test_several_lines_need_no_suffix(tmp_path: Path) -> None:
    """What `certify -o FILE.json` writes of many puzzles, a certificate a line, is read as such."""
    (tmp_path / "two.json").write_text(2 * (small().line() + "\n"))
    assert [one.verified for one in checker.check(tmp_path / "two.json")] == [True, True]


def test_folders_in_a_circle_end(tmp_path: Path) -> None:
    """Links back to a folder are not followed: each certificate is checked once."""
    for name in "ab":
        small().write(tmp_path / name)
        (tmp_path / "c").mkdir(exist_ok=True)
        (tmp_path / "c" / name).symlink_to(tmp_path, target_is_directory=True)
    small().write(tmp_path / "c" / "d")
    found = [one.place for one in checker.check(tmp_path) if one.verified]
    assert found == [str(tmp_path / name) for name in ("a", "b", "c/d")]


def test_a_small_certificate_takes_little_memory(tmp_path: Path) -> None:
    """64x64 boards in some KB, of which the formula alone would take gigabytes, are refused within 400 MB in all."""
    grid = " ".join(str((8 * (r % 8) + r // 8 + c) % 64 + 1) for r in range(64) for c in range(64))
    data = {"format": "cpsudoku-certificate 2", "board": {"box": [8, 8]}, "solution": grid, "drat": "0\n"}
    empty = " ".join("." * 4096)
    cnf = "p cnf 327680 1\n1 0\n"
    (tmp_path / "a.json").write_text(json.dumps({**data, "claim": "unique", "puzzle": empty, "cnf": cnf}))
    (tmp_path / "b.json").write_text(
        json.dumps({**data, "claim": "fewest", "clues": 4096, "rivals": [], "cnf": f"p cnf {4096 * 4096} 1\n1 0\n"})
    )
    (tmp_path / "c.json").write_text(
        json.dumps({**data, "claim": "unique", "puzzle": empty, "cnf": cnf, "board": {"box": [10**6, 10**6]}})
    )
    run = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (400 << 20,) * 2)\n"
    run += "from cpsudoku.evidence import checker\n"
    run += "for found in checker.check(sys.argv[1]): print(found.status, found.message)"
    done = subprocess.run(
        [sys.executable, "-c", run, tmp_path], capture_output=True, text=True, check=True, timeout=120, cwd=Path.cwd()
    )
    assert done.stdout.count("rejected") == 3
    assert done.stdout.count("missing: ") == 2
    assert "no board of side 2 to 255" in done.stdout


def test_numbers_of_other_scripts_and_strange_json_are_refused(tmp_path: Path) -> None:
    """What two readers may take differently is not taken at all."""
    data = small().data
    for k, text in enumerate(
        [
            json.dumps({**data, "drat": "١ 0\n0\n"}),
            json.dumps({**data, "cnf": data["cnf"].replace("\n1 ", "\n+1 ", 1)}),
            json.dumps({**data, "clues": float("nan")}),
            json.dumps(data).replace("{", '{"claim": "multiple", ', 1),
        ]
    ):
        (tmp_path / f"{k}.json").write_text(text)
    assert not any(one.verified for one in checker.check(tmp_path))


def test_imports_are_the_standard_library_or_its_own() -> None:
    """So that the folder says by itself what is to be trusted."""
    import ast

    for path in Path(checker.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] in sys.stdlib_module_names for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").split(".")[0] in sys.stdlib_module_names
