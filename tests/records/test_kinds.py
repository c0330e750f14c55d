"""What commands and the page really write is of the published schema."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from cpsudoku.cli.main import COMMANDS, run
from cpsudoku.records import KINDS, clue, stamped
from cpsudoku.records.published import schema

jsonschema = pytest.importorskip("jsonschema", reason="records are checked by jsonschema")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OPEN = EASY[:60] + "." * 21
CLASH = "55" + EASY[2:]
WIDE = {"rows": 100, "columns": 100, "digits": [1, 2], "latin": False, "regions": []}
COSTLY = {
    "format": "cpsudoku-certificate 2",
    "claim": "multiple",
    "board": WIDE | {"constraints": [{"type": "anti_taxicab"}]},
    "puzzle": ". " * 10**4,
    "solution": "1 " * 10**4,
    "second": "2 " * 10**4,
}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
STUCK = (
    '{"puzzle":"....535.341..1253.3....1234165...3..","pencil_marks":[[1,4,6],[1,2,4,6],[1,2,4,6],[2,4,6],[5],[3],[5],'
    "[2,4,5,6],[3],[4],[1],[2,4,6],[1,4,6],[1],[2],[5],[3],[1,2,4,6],[3],[1,2,4,5,6],[1,2,4,5,6],[1,2,4,6],[2,4,6],[1],"
    "[2],[3],[4],[1],[6],[5],[1,4,5,6],[1,4,5,6],[1,4,5,6],[3],[2,4,6],[1,2,4,6]]}"
)
"""A game that no technique takes further."""
CAGED = (
    '{"puzzle": [[1, null, null, null], [null, null, 3, null], [null, null, null, null], [null, 4, null, null]],'
    ' "constraints": ["cage r1c2 r1c3", "cage 5 r4c3 r4c4"], "entries": {"r1c2": 3}, "rules": "Cages are different."}'
)
"""A small killer in play, one cage without its sum."""
UNREAD = '{"puzzle": "1...............", "rules": "Ducks hide."}'
"""Rules that are not read: no certificate unless asked for."""
ROWS = f"{EASY}\n{OPEN}\n{CLASH}\nrubbish\n{FULL}\n"

CALLS = [
    ("verify", "ROWS"),
    ("verify", "ROWS", "--conflicts", "1", "--simplify", "none"),
    ("verify", "GRIDS", "--extra", "diagonals"),
    ("verify", "ROWS", "--jobs", "2"),
    ("verify", EASY, "--rule", "sum 9 r1c1 r1c3"),
    ("verify", "0..............", "--board", "3x5", "--digits", "0..4"),
    ("verify", "00.............", "--board", "3x5", "--digits", "0..4"),
    ("solve", "ROWS"),
    ("solve", "ROWS", "--limit", "2"),
    ("solve", "ROWS", "--count", "--limit", "3"),
    ("solve", HARD, "--conflicts", "1"),
    ("solve", "ROWS", "--engine", "logic"),
    ("solve", HARD, "--engine", "logic", "--no-guess"),
    ("candidates", "ROWS"),
    ("candidates", "ROWS", "--counts", "3", "--jobs", "2"),
    ("candidates", HARD, "--conflicts", "1"),
    ("candidates", "0..............", "--board", "3x5", "--digits", "0..4"),
    ("rate", "ROWS"),
    ("rate", EASY, "--rule", "anti-king"),
    ("hint", EASY, "--rule", "anti-king"),
    ("rate", "ROWS", "--steps"),
    ("rate", "ROWS", "--isomorphs", "3"),
    ("rate", "--steps", "--max-er", "8", HARD),
    ("rate", "--without", "single", EASY),
    ("rate", "--steps", "1....4....2....."),
    ("hint", "ROWS"),
    ("hint", "--all", HARD),
    ("hint", "--why", "ROWS"),
    ("hint", "--why", EASY, "--rule", "sum 9 r1c1 r1c3"),
    ("hint", "--why", HARD, "--timeout", "0.000001"),
    ("hint", EASY.replace(".", "+1", 1)),
    ("hint", "--without", "single", EASY),
    ("hint", "--without", "single", "--without", "chain", HARD),
    ("explain", "ROWS"),
    ("explain", "ROWS", "--all"),
    ("explain", EASY, "--cell", "r1c3"),
    ("explain", EASY, "--cell", "r1c3=5", "--rule", "sum 9 r1c1 r1c3"),
    ("explain", EASY, "--rule", "cage 4 r1c3 r1c4"),
    ("explain", HARD, "--timeout", "0.05"),
    ("reduce", "ROWS"),
    ("reduce", "ROWS", "--symmetry", "rot180", "--clues", "40"),
    ("reduce", FULL, "--conflicts", "1"),
    ("reduce", "1234341221434321", "--smallest"),
    ("reduce", "1234341221434321", "--smallest", "--constraints", "--rule", "sum 5 r1c1 r2c2"),
    ("reduce", HARD, "--conflicts", "1", "--encoding", "minimal"),
    ("generate", "--count", "2", "--seed", "1"),
    ("generate", "--extra", "diagonals", "--seed", "1"),
    ("generate", "--rating", "1.2", "--seed", "1", "--symmetry", "rot180"),
    ("generate", "--effort", "20", "--seed", "1"),
    ("generate", "--with", "killer", "--largest", "..20", "--seed", "1"),
    ("generate", "--with", "killer", "--statistics", "--jsonl", "--count", "3", "--seed", "1"),
    ("generate", "--with", "thermo", "--number", "1", "--clues", "0", "--attempts", "1", "--seed", "1"),
    ("generate", "--complete", "LAYOUT", "--seed", "1"),
    ("generate", "--complete", "LAYOUT", "--seed", "1", "--timeout", "0.001"),
    ("generate", "--complete", "TWINS", "--clues", "0", "--seed", "1"),
    ("generate", "--complete", "EMPTY", "--clues", "0", "--seed", "1"),
    ("generate", "--count", "3", "--split", "train=2,test=1", "--traces", "--seed", "1"),
    ("generate", "--clues", "18", "--attempts", "2", "--seed", "1"),
    ("generate", "--count", "20", "--statistics", "--seed", "1"),
    ("generate", "--method", "controlled-bias", "--count", "5", "--statistics", "--seed", "1"),
    ("diagnose", "ROWS"),
    ("diagnose", OPEN, "--conflicts", "1"),
    ("diagnose", EASY, "--rule", "difference r1c1 r1c3", "--class", "difference"),
    ("diagnose", OPEN, "--rule", "even r9c9"),
    ("diagnose", EASY, "--rule", "sum 3 r1c1 r1c2"),
    ("fewest", "1234341221434321"),
    ("fewest", "1234341221434321", "--at-most", "3"),
    ("fewest", "1234341221434321", "--at-most", "6"),
    ("fewest", "1234341221434321", "--unavoidable", "6"),
    ("fewest", FULL, "--timeout", "0.2"),
    ("fewest", "ROWS", "--at-most", "60"),
    ("certify", "ROWS", "-o", "proofs"),
    ("certify", HARD, "-o", "proof.jsonl", "--conflicts", "1"),
    ("certify", UNREAD, "-o", "proof.jsonl"),
    ("check", "CERTIFICATES"),
    ("check", "CERTIFICATES", "--puzzle", HARD),
    ("check", "ROWS"),
    ("check", "FORGED"),
    ("check", "COSTLY"),
    ("check", "NOWHERE"),
    ("canonical", "ROWS"),
    ("compare", EASY, OPEN, "--engines", "sat,bitmask,cp-sat"),
    ("compare", EASY, "--rule", "cage 9 r1c1 r1c2", "--engines", "sat,dlx"),
    ("compare", OPEN[:70] + FULL[70:], "--engines", "sat,dlx", "--task", "count", "--timeout", "1"),
    ("compare", HARD, "--engines", "sat,cp-sat", "--task", "solve"),
    ("compare", HARD, "--engines", "recursive", "--timeout", "0.0001"),
    ("compare", EASY, "--engines", "bitmask,outside:liar.toml", "--against", "earlier.json"),
    ("audit", "ROWS"),
    ("split", "ROWS", "--parts", "a=1,b=1", "-o", "parts"),
    ("encodings",),
    ("encodings", "--size", "2x3"),
    ("encodings", "strength", "extended", "--each", "1"),
    ("doctor",),
]


def is_long(words: tuple[str, ...]) -> bool:
    """Calls of some seconds: all steps of a hard puzzle, rare puzzles, the strength of an encoding."""
    return bool({"controlled-bias", "strength", "--largest"} & {*words}) or words[:3] == ("hint", "--all", HARD)


JOBS: list[tuple[str, dict[str, Any]]] = [
    ("draw", {"puzzle": EASY}),
    ("draw", {"puzzle": "1234341221434321"}),
    ("verify", {"puzzle": EASY}),
    ("verify", {"puzzle": OPEN}),
    ("verify", {"puzzle": CLASH}),
    ("candidates", {"puzzle": EASY}),
    ("candidates", {"puzzle": OPEN}),
    ("candidates", {"puzzle": CLASH}),
    ("candidates", {"puzzle": OPEN, "seconds": 0}),
    ("rate", {"puzzle": EASY}),
    ("rate", {"puzzle": FULL}),
    ("rate", {"puzzle": OPEN}),
    ("rate", {"puzzle": CLASH}),
    ("rate", {"puzzle": ".....35..4...12...3....1..416......."}),
    ("hint", {"puzzle": EASY}),
    ("hint", {"puzzle": EASY, "why": True}),
    ("hint", {"puzzle": EASY.replace(".", "+1", 1)}),
    ("hint", {"puzzle": FULL}),
    ("hint", {"puzzle": OPEN}),
    ("hint", {"puzzle": CLASH}),
    ("hint", {"puzzle": STUCK}),
    ("explain", {"puzzle": EASY}),
    ("explain", {"puzzle": EASY, "cell": "r1c3"}),
    ("explain", {"puzzle": OPEN}),
    ("explain", {"puzzle": CLASH}),
    ("explain", {"puzzle": HARD, "seconds": 0.05}),
    ("step", {"puzzle": EASY, "number": 0}),
    ("step", {"puzzle": EASY, "number": 99}),
    ("generate", {"seed": 1}),
    ("generate", {"level": "perhaps"}),
    ("verify", {"puzzle": "rubbish"}),
    ("read", {"puzzle": EASY}),
    ("read", {"puzzle": CAGED}),
    ("write", {"puzzle": CAGED, "to": "f-puzzles"}),
    ("write", {"puzzle": CAGED, "to": "line"}),
    ("kinds", {}),
    ("judge", {"puzzle": EASY}),
    ("judge", {"puzzle": OPEN}),
    ("judge", {"puzzle": CLASH}),
    ("judge", {"puzzle": HARD, "seconds": 0}),
    ("diagnose", {"puzzle": EASY}),
    ("diagnose", {"puzzle": OPEN}),
    ("diagnose", {"puzzle": CLASH}),
    ("diagnose", {"puzzle": CAGED}),
    ("diagnose", {"puzzle": HARD, "seconds": 0}),
    ("fill", {"puzzle": CAGED}),
    ("fill", {"puzzle": EASY}),
    ("certify", {"puzzle": EASY}),
    ("certify", {"puzzle": OPEN}),
    ("certify", {"puzzle": CLASH}),
    ("certify", {"puzzle": HARD, "seconds": 0}),
    ("grade", {"puzzle": EASY, "answer": FULL}),
    ("grade", {"puzzle": EASY, "answer": "r1c1 is hard"}),
    ("grade", {"puzzle": EASY, "answer": "r1c3 = 4"}),
    ("grade", {"puzzle": OPEN, "answer": "1" * 81}),
    ("grade", {"puzzle": OPEN, "answer": "r1c1 = 1"}),
    ("move", {"puzzle": EASY, "cell": "r1c1", "digit": 1}),
    ("move", {"puzzle": EASY, "cell": "r1c3", "digit": 4}),
    ("move", {"puzzle": OPEN, "cell": "r1c3", "digit": 1}),
    ("move", {"puzzle": OPEN, "cell": "r1c3", "digit": 2}),
    ("move", {"puzzle": OPEN, "cell": "r1c1", "digit": 1}),
    ("move", {"puzzle": OPEN, "cell": "r10c1", "digit": 1}),
    ("trace", {"puzzle": EASY, "text": "r1c3 = 4 by naked single"}),
    ("trace", {"puzzle": EASY, "text": "r1c3 = 4"}),
    ("trace", {"puzzle": EASY, "text": "hello"}),
    ("trace", {"puzzle": OPEN, "text": "r1c1 = 1"}),
    ("trace", {"puzzle": CLASH, "text": ""}),
]


def page_record(job: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the page's job answers, as JSON has it."""
    pytest.importorskip("starlette", reason="the page needs the extra [web]")
    from cpsudoku.web.jobs import answer

    found: dict[str, Any] = json.loads(json.dumps(answer(job, arguments)))
    return found


def faults(record: dict[str, Any]) -> list[str]:
    """What is wrong with a record, against the kind it names."""
    kind = str(record.get("schema", "")).partition("/")[0]
    assert kind in KINDS, record
    found = validator(kind).iter_errors(record)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in found]


@cache
def validator(kind: str) -> Any:
    """What checks records of this kind; made once, as making it takes longer than checking."""
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]})


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], tuple[int, list[str]]]:
    """What a call writes, run once in a folder with its inputs: (exit code, lines)."""
    folder = tmp_path_factory.mktemp("records")
    (folder / "rows.txt").write_text(ROWS)
    cages = ["cage r1c1 r1c2", "cage r2c3 r2c4", "cage r3c1 r4c1", "cage r4c3 r4c4", "cage r1c3 r2c3"]
    (folder / "layout.json").write_text(json.dumps({"puzzle": "." * 16, "constraints": cages}))
    (folder / "twins.json").write_text(json.dumps({"puzzle": "1234" + "." * 12, "constraints": []}))
    (folder / "empty.json").write_text(json.dumps({"puzzle": "." * 81, "constraints": ["anti-knight"]}))
    (folder / "grids.txt").write_text("." * 81 + "\n" + FULL + "\n")
    place = {"ROWS": "rows.txt", "GRIDS": "grids.txt", "CERTIFICATES": "certificates.jsonl", "NOWHERE": "nowhere.jsonl"}
    lines = 'speaks = "lines"\ncommand = ["echo", "%s"]\n[lines]\ngrid = "([1-9]{81})"\n' % ("1" * 81)
    (folder / "liar.toml").write_text(f"[engine]\n{lines}")
    was = {"set": "given", "row": 1, "engine": "bitmask", "verdict": "unique", "seconds": 1e-5}
    (folder / "earlier.json").write_text(json.dumps({"about": {}, "runs": [was]}))
    place |= {"LAYOUT": "layout.json", "TWINS": "twins.json", "EMPTY": "empty.json"}
    place |= {"FORGED": "forged.jsonl", "COSTLY": "costly.json"}
    (folder / "costly.json").write_text(json.dumps(COSTLY))
    (folder / place["NOWHERE"]).symlink_to(folder / "is not there")

    def out_of(words: Sequence[str]) -> tuple[int, list[str]]:
        out = io.StringIO()
        with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = run([place.get(word, word) for word in words])
        return code, out.getvalue().splitlines()

    @cache
    def written(words: tuple[str, ...]) -> tuple[int, list[str]]:
        certificates = folder / place["CERTIFICATES"]
        if {"CERTIFICATES", "FORGED"} & set(words) and not certificates.exists():
            out_of(["certify", EASY, CLASH, OPEN, "-o", "CERTIFICATES", "--rating"])
            forged = json.loads(certificates.read_text().splitlines()[0])
            (folder / place["FORGED"]).write_text(json.dumps(forged | {"solution": forged["solution"][::-1]}) + "\n")
        return out_of([*words, "--jsonl"])

    return written


@pytest.mark.parametrize(
    "words",
    [pytest.param(words, marks=pytest.mark.long if is_long(words) else (), id=" ".join(words)) for words in CALLS],
)
def test_every_command(words: tuple[str, ...], written: Callable[[tuple[str, ...]], tuple[int, list[str]]]) -> None:
    """Each line that --jsonl writes is of the schema: every verdict, every exit code, unreadable rows among them."""
    code, lines = written(words)
    assert code in (0, 1, 3) or "NOWHERE" in words or UNREAD in words
    assert lines
    for line in lines:
        assert faults(json.loads(line)) == [], line[:300]


@pytest.mark.long
def test_every_verdict_occurs(written: Callable[[tuple[str, ...]], tuple[int, list[str]]]) -> None:
    """Every verdict word of the schema is written by some call above, or by a job of the page (below)."""
    found: dict[str, set[str]] = {}
    for words in CALLS:
        for line in written(words)[1]:
            record = json.loads(line)
            found.setdefault(record["schema"].partition("/")[0], set()).add(record.get("verdict", ""))
    for job, arguments in JOBS:
        record = page_record(job, arguments)
        found.setdefault(record["schema"].partition("/")[0], set()).add(record.get("verdict", ""))
    never = {
        (name, word)
        for name, kind in KINDS.items()
        for word in kind.verdicts
        if word not in found.get(name, set()) and name != "score"  # tests/plugins: there is no scale without a plug-in
        if (name, word)
        not in (("page.grade", "unknown"), ("page.move", "unknown"))  # only with lower limits: tests/tasks
    }
    assert sorted(never) == [], "\n".join(map(str, sorted(never)))


def test_every_command_with_jsonl_has_a_call() -> None:
    """Every command that takes --jsonl is tried above; those without it write puzzles, pictures or pages."""
    takes = set()
    for name in COMMANDS:
        loaded = import_module(f"cpsudoku.cli.{name}")
        function = getattr(loaded, "command", None) or loaded.listing
        if "jsonl" in inspect.signature(function).parameters:
            takes.add(name)
    assert takes == {words[0] for words in CALLS}
    assert set(COMMANDS) - takes == {"convert", "draw", "serve", "site"}


@pytest.mark.parametrize(("job", "arguments"), JOBS)
def test_every_page_job(job: str, arguments: dict[str, Any]) -> None:
    """What the page's jobs answer is of the schema, refusals too."""
    record = page_record(job, arguments)
    assert faults(record) == []
    assert record["schema"].partition("/")[0] in (f"page.{job}", "page.refused")


def test_words_and_clues() -> None:
    """A record begins with its schema, row, puzzle and verdict, and leaves out what does not apply."""
    from cpsudoku.board.geometry import CLASSIC

    record = stamped("hint", {"steps": [], "message": None, "verdict": "stuck", "row": 3})
    assert list(record.items()) == [("schema", "hint/1"), ("row", 3), ("verdict", "stuck"), ("steps", [])]
    assert clue(CLASSIC, 5, 8) == {"cell": "r1c6", "digit": 8}
