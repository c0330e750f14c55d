"""The page's application: answers, refusals, limits, load."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")
pytest.importorskip("httpx", reason="Starlette's test client needs httpx")

from starlette.testclient import TestClient

from cpsudoku.web import jobs, workers
from cpsudoku.web.app import PAGES, application
from cpsudoku.web.jobs import FIELDS, SEARCHES
from cpsudoku.web.requests import MAX_BODY, MAX_TEXT
from cpsudoku.web.setting import MAX_SIDE
from cpsudoku.web.workers import TookTooLong, Workers

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
IMPORT = re.compile(r'from "\./([\w.]+)"')
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """The application with one worker."""
    with TestClient(application(Workers(1, seconds=20)), base_url="http://localhost") as test_client:
        yield test_client


def test_pages(client: Any) -> None:
    """The page's files are served with a policy that lets nothing else in; each is asked for by page or module."""
    texts = {}
    for address in PAGES:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        texts[address] = answer.text
    page = texts["/"]
    assert "http" not in page
    modules = {name for address, text in texts.items() if address.endswith(".js") for name in IMPORT.findall(text)}
    for address in PAGES:
        name = address.removeprefix("/")
        assert address == "/" or f'"{name}"' in page or name in modules
    assert {f"/{name}" for name in modules} <= set(PAGES)


@pytest.mark.parametrize(
    "address",
    ["/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/static/page.js", "/page.css/../app.py", "/etc/passwd"],
)
def test_no_other_file(client: Any, address: str) -> None:
    """Nothing but the page's own files is reachable."""
    assert client.get(address).status_code == 404


def test_verify(client: Any) -> None:
    """Unique with its solution, multiple with two boards, impossible with the conflict shaded."""
    answer = client.post("/api/verify", json={"puzzle": EASY}).json()
    assert (answer["verdict"], answer["solution"]) == ("unique", FULL)
    answer = client.post("/api/verify", json={"puzzle": EASY[:60] + "." * 21}).json()
    assert answer["verdict"] == "multiple"
    assert len(answer["boards"]) == 2
    assert all('class="differs"' in board for board in answer["boards"])
    answer = client.post("/api/verify", json={"puzzle": "55" + EASY[2:]}).json()
    assert answer["verdict"] == "impossible"
    assert answer["boards"][0].count('class="conflict"') == 2


def test_candidates(client: Any) -> None:
    """The digits of each cell in some solution, and the board with them; none where there is no solution."""
    answer = client.post("/api/candidates", json={"puzzle": EASY[:72] + "." * 9}).json()
    assert (answer["verdict"], answer["complete"], answer["candidates"][6]) == ("multiple", True, [1, 9])
    assert len(answer["boards"]) == 1
    assert client.post("/api/candidates", json={"puzzle": EASY}).json()["verdict"] == "unique"
    answer = client.post("/api/candidates", json={"puzzle": "55" + EASY[2:]}).json()
    assert (answer["verdict"], answer["candidates"]) == ("impossible", [[]] * 81)
    assert client.post("/api/candidates", json={"puzzle": EASY, "seconds": 1}).status_code == 422


def test_candidates_in_part() -> None:
    """What the time did not suffice for is open, and said so."""
    answer = jobs.candidates(EASY, seconds=0)
    assert (answer["verdict"], answer["complete"]) == ("unknown", False)
    assert "digits are open" in answer["message"]
    assert answer["open"][0] == [5]


@pytest.mark.parametrize("name", ["draw", "verify", "candidates", "rate"])
def test_rules_that_may_be_missing_are_told(client: Any, name: str) -> None:
    """A file's drawings and rules in prose are not read: every answer about the puzzle says so, with the rules."""
    grid = [[{"value": int(c)} if c != "." else {} for c in EASY[row : row + 9]] for row in range(0, 81, 9)]
    lines = [{"lines": [["R1C1", "R2C2", "R3C3"]], "outlineC": "#888888", "width": 0.3}]
    drawn = json.dumps({"size": 9, "grid": grid, "line": lines, "ruleset": "Digits on grey lines are even."})
    answer = client.post(f"/api/{name}", json={"puzzle": drawn}).json()
    (warning,) = answer["warnings"]
    assert "rules may be missing here; its rules: Digits on grey lines are even." in warning
    assert client.post(f"/api/{name}", json={"puzzle": EASY}).json()["warnings"] == []


def test_rate_and_walk(client: Any) -> None:
    """Every step that the rating lists can be drawn, and the last one fills the last cell."""
    rated = client.post("/api/rate", json={"puzzle": EASY}).json()
    assert (rated["er"], rated["level"]) == (1.2, "easy")
    last = len(rated["steps"]) - 1
    for number in (0, last):
        step = client.post("/api/step", json={"puzzle": EASY, "number": number}).json()
        assert 'class="target"' in step["svg"]
        assert step["text"]
    assert client.post("/api/step", json={"puzzle": EASY, "number": last + 1}).status_code == 422


def test_generate(client: Any) -> None:
    """A generated puzzle has the level asked for, is unique, and is the same for the same seed."""
    fields = {"level": "hard", "symmetry": "rot180", "seed": 5}
    first, second = (client.post("/api/generate", json=fields).json() for _ in range(2))
    assert first["puzzle"] == second["puzzle"]
    assert first["level"] == "hard"
    cells = first["puzzle"]
    assert [c == "." for c in cells] == [c == "." for c in reversed(cells)]
    assert client.post("/api/verify", json={"puzzle": cells}).json()["verdict"] == "unique"
    assert client.post("/api/rate", json={"puzzle": cells}).json()["level"] == "hard"


def test_generate_to_a_rating(client: Any) -> None:
    """A rating asked for is the rating got."""
    record = client.post("/api/generate", json={"rating": "4.2..5.0", "seed": 2}).json()
    assert 4.2 <= record["er"] <= 5.0
    assert client.post("/api/rate", json={"puzzle": record["puzzle"]}).json()["er"] == record["er"]


@pytest.mark.parametrize(
    ("job", "body", "status"),
    [
        ("verify", b"x" * 10_000_000, 413),
        ("verify", b"[" * 60_000, 400),
        ("verify", b'{"puzzle":' * 6_000, 400),
        ("verify", b"", 400),
        ("verify", b"\xff\xfe", 400),
        ("verify", b"[]", 422),
        ("verify", b'"text"', 422),
        ("verify", b"{}", 422),
        ("verify", b'{"puzzle": 7}', 422),
        ("verify", b'{"puzzle": ["."]}', 422),
        ("verify", b'{"puzzle": {"a": {"b": []}}}', 422),
        ("verify", b'{"puzzle": null}', 422),
        ("verify", b'{"puzzle": "   "}', 422),
        ("verify", b'{"puzzle": "hello"}', 422),
        ("verify", b'{"puzzle": "/etc/passwd"}', 422),
        ("verify", b'{"puzzle": "$(id)", "engine": "sat"}', 422),
        ("verify", json.dumps({"puzzle": "." * (MAX_TEXT + 1)}).encode(), 413),
        ("verify", json.dumps({"puzzle": ". " * (36 * 36)}).encode(), 422),
        ("step", b'{"puzzle": "' + b"." * 81 + b'", "number": 0}', 422),
        ("step", json.dumps({"puzzle": EASY, "number": "0"}).encode(), 422),
        ("step", json.dumps({"puzzle": EASY, "number": True}).encode(), 422),
        ("step", json.dumps({"puzzle": EASY, "number": -1}).encode(), 422),
        ("step", json.dumps({"puzzle": EASY, "number": 10**30}).encode(), 422),
        ("generate", b'{"level": "impossible"}', 422),
        ("generate", b'{"rating": "7.x"}', 422),
        ("generate", b'{"rating": "1e999..2"}', 422),
        ("generate", b'{"rating": "nan"}', 422),
        ("generate", b'{"rating": "9..7"}', 422),
        ("generate", b'{"symmetry": "../x"}', 422),
        ("generate", b'{"seed": -1}', 422),
        ("generate", b'{"seed": 1e3}', 422),
    ],
)
def test_hostile_bodies(client: Any, job: str, body: bytes, status: int) -> None:
    """Too long, too deep, wrong types, no puzzles: a 4xx with a reason."""
    answer = client.post(f"/api/{job}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert answer.json()["message"]


def test_wrong_door(client: Any) -> None:
    """Other methods, types, hosts and addresses are refused: no other site's page can use this one."""
    body = json.dumps({"puzzle": EASY})
    for answer, status in ((client.get("/api/verify"), 405), (client.get("/api/nothing"), 404)):
        assert answer.status_code == answer.json()["status"] == status
        assert answer.headers["content-type"] == "application/problem+json"
        assert "/api" in answer.json()["detail"]
    assert client.post("/api/verify", content=body, headers={"Content-Type": "text/plain"}).status_code == 415
    assert client.post("/api/verify", content=body, headers={"Host": "evil.example"}).status_code == 400
    assert client.post("/api/eval", content=body).status_code == 404


def test_two_hundred_at_once() -> None:
    """200 concurrent requests are all answered, by two workers."""
    import httpx

    async def load() -> list[int]:
        team = Workers(2, seconds=30)
        team.start()
        app = application(team)
        transport = httpx.ASGITransport(app=app)
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=120) as client:
                requests = [client.post("/api/verify", json={"puzzle": EASY}) for _ in range(150)]
                requests += [client.post("/api/rate", json={"puzzle": EASY}) for _ in range(25)]
                requests += [client.post("/api/verify", json={"puzzle": 1}) for _ in range(25)]
                return [answer.status_code for answer in await asyncio.gather(*requests)]
        finally:
            team.stop()

    statuses = asyncio.run(load())
    assert statuses == [200] * 175 + [422] * 25


def test_a_job_without_end_is_stopped() -> None:
    """A job past its time (5 ms: less than loading the generator takes) is ended; its worker's successor answers."""

    async def run() -> tuple[bool, dict[str, Any]]:
        team = Workers(1, seconds=0.005)
        team.start()
        try:
            try:
                await team.run("generate", {"level": "diabolical", "seed": 1, "seconds": 1000})
                stopped = False
            except TookTooLong:
                stopped = True
            team.seconds = 30
            return stopped, await team.run("draw", {"puzzle": EASY})
        finally:
            team.stop()

    stopped, answer = asyncio.run(run())
    assert stopped
    assert answer["clues"] == 30


def test_a_worker_retires(monkeypatch: pytest.MonkeyPatch) -> None:
    """After JOBS_EACH jobs a worker makes room for a fresh one."""
    monkeypatch.setattr(workers, "JOBS_EACH", 3)

    async def run() -> list[Any]:
        team = Workers(1, seconds=30)
        team.start()
        seen = []
        try:
            for _ in range(7):
                (worker,) = team._all
                seen.append(worker)
                await team.run("draw", {"puzzle": EASY})
        finally:
            team.stop()
        return seen

    seen = asyncio.run(run())
    assert [seen.index(worker) for worker in seen] == [0, 0, 0, 3, 3, 3, 6]


@pytest.mark.long
def test_what_nobody_waits_for_ends() -> None:
    """Cancelled while it waits a job is never begun; begun and short it ends by itself, its worker kept; long, it is
    ended with its worker."""

    async def run() -> list[bool]:
        team = Workers(1, seconds=1000)
        team.start()
        try:
            await team.run("draw", {"puzzle": EASY})
            (first,) = team._all
            await cancelled(team, "draw", {"puzzle": EASY})
            kept = [(await team.run("draw", {"puzzle": EASY}))["clues"] == 30, team._all == {first}]
            long = asyncio.ensure_future(team.run("generate", {"rating": "11.9", "seed": 1, "seconds": 900}))
            await asyncio.sleep(0.1)
            done = first.jobs
            for _ in range(5):
                await cancelled(team, "draw", {"puzzle": EASY})
            kept.append(first.jobs == done)
            long.cancel()
            await team.run("draw", {"puzzle": EASY})  # would wait for 900 s
            return [*kept, first not in team._all, not first._process.is_alive()]
        finally:
            team.stop()

    async def cancelled(team: Workers, name: str, given: dict[str, Any]) -> None:
        task = asyncio.ensure_future(team.run(name, given))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    assert asyncio.run(run()) == [True] * 5


def test_a_queue_that_is_full_says_so() -> None:
    """Where more wait than may, the answer is 503, and waiting ones are answered all the same."""
    import httpx

    async def run() -> list[int]:
        team = Workers(1, waiting=3, seconds=30)
        team.start()
        transport = httpx.ASGITransport(app=application(team))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=120) as client:
                requests = [client.post("/api/draw", json={"puzzle": EASY}) for _ in range(10)]
                return [answer.status_code for answer in await asyncio.gather(*requests)]
        finally:
            team.stop()

    statuses = asyncio.run(run())
    assert set(statuses) == {200, 503}
    assert statuses.count(200) == 4


def test_registries_agree() -> None:
    """The fields of a job are its parameters with their types; its time limit is the page's business."""
    assert FIELDS["draw"] == {"puzzle": (str,), "candidates": (bool, type(None))}
    assert FIELDS["generate"]["seed"] == (int, type(None))
    assert {"generate", "judge"} <= SEARCHES
    assert not any("seconds" in fields for fields in FIELDS.values())
    assert MAX_SIDE == 25
    assert (MAX_BODY, MAX_TEXT) == (262_144, 100_000)


def test_the_interface_describes_itself(client: TestClient) -> None:
    """`GET /api` is an OpenAPI document with every job, its fields and its record; its examples are answered."""
    document = client.get("/api").json()
    pytest.importorskip("openapi_spec_validator", reason="the document's form is checked by it").validate(document)
    assert document["openapi"].startswith("3.1")
    assert set(document["paths"]) == {f"/api/{name}" for name in FIELDS}
    for path, item in document["paths"].items():
        operation = item["post"]
        content = operation["requestBody"]["content"]["application/json"]
        answered = client.post(path, json=content["example"])
        assert answered.status_code == 200, (path, answered.text)
        reference = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        form = document["components"]["schemas"][reference.rpartition("/")[2]]
        jsonschema.Draft202012Validator(form).validate(answered.json())
