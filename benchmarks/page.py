"""The live verdict of the page: how long after a change of a variant puzzle it is there.

    python benchmarks/page.py                         42 puzzles of the tests, over HTTP
    python benchmarks/page.py --processor             in this process: the processor time of each question
    python benchmarks/page.py --corpus FILE           a corpus as variant_corpus.py reads it (--every 5: each fifth)
    python benchmarks/page.py --browser               in headless Chromium, from the change to the words on the page

Each puzzle is changed as a setter does: a rule is taken away and put back, a clue is taken away and put back, and a
digit is put into an empty cell; after each change the verdict is asked of a server of its own (two workers, as
`cpsudoku serve` starts them). In the browser the page's own pause after a change is part of the time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from measuring import options_of
from variant_corpus import converted, read

from cpsudoku.formats import read_one, write_records
from cpsudoku.web.jobs import answer

TESTS = Path(__file__).parent.parent / "tests" / "puzzles" / "variants.jsonl"
GOAL = 200
"""Milliseconds."""


def texts(corpus: str | None, every: int) -> list[str]:
    """The puzzles in our own JSON."""
    if corpus is None:
        puzzles = [read_one(line).puzzle for line in TESTS.read_text(encoding="utf-8").splitlines()]
    else:
        puzzles = [converted(row) for row in read(corpus)]
    return ["".join(write_records([puzzle], "jsonl")) for puzzle in puzzles[::every]]


def changes(sheet: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a setter does to a puzzle, and the puzzle then."""
    rules, rows = sheet["constraints"], sheet["puzzle"]
    if rules:
        yield "rule away", sheet | {"constraints": rules[:-1]}
        yield "rule back", sheet
    flat = [digit for row in rows for digit in row]
    clues = [cell for cell, digit in enumerate(flat) if digit is not None]
    empty = [cell for cell, digit in enumerate(flat) if digit is None]
    if clues:
        yield "clue away", sheet | {"puzzle": put(rows, clues[-1], None)}
        yield "clue back", sheet
    if empty:
        yield "digit in", sheet | {"puzzle": put(rows, empty[len(empty) // 2], sheet["digits"][1])}


def put(rows: list[list[Any]], cell: int, digit: int | None) -> list[list[Any]]:
    """The rows with another digit in a cell."""
    changed = [list(row) for row in rows]
    changed[cell // len(rows[0])][cell % len(rows[0])] = digit
    return changed


def text_of(sheet: dict[str, Any]) -> str:
    return json.dumps(sheet["frame"] | {"puzzle": sheet["puzzle"], "constraints": sheet["constraints"]})


class Server:
    """`cpsudoku serve` on a free port."""

    def __init__(self) -> None:
        code = "import sys; sys.argv = ['cpsudoku', 'serve', '--port', '0']; from cpsudoku.cli import main; main()"
        self._process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        self.address = next(line.split()[2] for line in self._process.stderr if "http://" in line)
        self._to = HTTPConnection(urlsplit(self.address).netloc, timeout=60)

    def ask(self, job: str, puzzle: str) -> dict[str, Any]:
        self._to.request("POST", f"/api/{job}", json.dumps({"puzzle": puzzle}), {"Content-Type": "application/json"})
        found: dict[str, Any] = json.loads(self._to.getresponse().read())
        return found

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(20)


Timed = tuple[str, str, float]
"""What was done, the verdict, milliseconds."""


def in_process(puzzles: list[str]) -> Iterator[Timed]:
    """The processor time of each question: what a machine with nothing else to do takes."""
    for text in puzzles:
        reply = answer("read", {"puzzle": text})
        for name, changed in changes(reply["sheet"]) if "sheet" in reply else ():
            question = {"puzzle": text_of(changed)}
            begun = time.process_time()
            verdict = answer("judge", question)["verdict"]
            yield name, verdict, 1000 * (time.process_time() - begun)


def over_http(server: Server, puzzles: list[str]) -> Iterator[Timed]:
    """The time of each question, asked one after the other."""
    for text in puzzles:
        reply = server.ask("read", text)
        for name, changed in changes(reply["sheet"]) if "sheet" in reply else ():
            question = text_of(changed)
            begun = time.perf_counter()
            verdict = server.ask("judge", question)["verdict"]
            yield name, verdict, 1000 * (time.perf_counter() - begun)


IN_PAGE = """
(async (text, done) => {
const modules = ["/state.js", "/sheet.js", "/api.js"].map((name) => import(name));
const [{ state }, { sheetOf }, { ask }] = await Promise.all(modules);
while (state.sheet === null) await new Promise((go) => setTimeout(go, 20));
const at = document.getElementById("verdict").dataset;
const settled = async () => { while (at.of !== at.wanted) await new Promise((go) => setTimeout(go, 5)); };
state.open(sheetOf(await ask("read", { puzzle: text })));
state.set("mode", "set");
await settled();
const sheet = state.sheet, found = [];
const change = async (name, next) => {
  state.change(next);
  await settled();
  found.push([name, at.verdict, Number(at.milliseconds)]);
};
if (sheet.constraints.length) {
  const less = { texts: sheet.texts.slice(0, -1), described: sheet.described.slice(0, -1) };
  await change("rule away", { ...sheet, ...less, constraints: sheet.constraints.slice(0, -1) });
  await change("rule back", sheet);
}
const clue = sheet.clues.findLastIndex((digit) => digit !== null);
if (clue >= 0) {
  await change("clue away", { ...sheet, clues: sheet.clues.with(clue, null) });
  await change("clue back", sheet);
}
const empty = sheet.clues.flatMap((digit, cell) => (digit === null ? [cell] : []));
if (empty.length) {
  await change("digit in", { ...sheet, clues: sheet.clues.with(empty[empty.length >> 1], sheet.high) });
}
done(found);
})(...arguments).catch((error) => arguments[1](String(error)));
"""


def in_browser(server: Server, puzzles: list[str]) -> Iterator[Timed]:
    """The time from each change on the page until it shows the verdict."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        browser.set_script_timeout(120)
        browser.get(server.address)
        for text in puzzles:
            found = browser.execute_async_script(IN_PAGE, text)
            if isinstance(found, str):
                raise RuntimeError(found)
            yield from found
    finally:
        browser.quit()


def report(timed: list[Timed]) -> None:
    """Medians and tails: of all changes, and of each kind of change and verdict."""
    print(f"{'':22}{'changes':>8}{'p50':>8}{'p95':>8}{'worst':>8}{f'<{GOAL} ms':>9}")
    groups = {"all": timed}
    for place in (0, 1):
        for word in Counter(row[place] for row in timed):
            groups[word] = [row for row in timed if row[place] == word]
    for name, rows in groups.items():
        times = sorted(row[2] for row in rows)
        p50, p95 = (times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95))
        under = sum(one < GOAL for one in times) / len(times)
        print(f"{name:22}{len(times):8,}{p50:8.0f}{p95:8.0f}{times[-1]:8.0f}{100 * under:8.1f}%")


def main() -> None:
    """The command."""
    given = options_of(__doc__, corpus=str, every=1, processor=False, browser=False)
    puzzles = texts(given.corpus, given.every)
    if given.processor:
        answer("judge", {"puzzle": puzzles[0]})
        where, timed = "processor time", list(in_process(puzzles))
    else:
        where = "in the browser" if given.browser else "over HTTP"
        server = Server()
        try:
            for _ in range(4):  # both workers load what they need
                server.ask("judge", puzzles[0])
            timed = list((in_browser if given.browser else over_http)(server, puzzles))
        finally:
            server.end()
    print(f"{len(puzzles)} puzzles, {where}, milliseconds")
    report(timed)


if __name__ == "__main__":
    main()
