"""Who may ask: a token, pages of other origins, what is said when the page begins."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [web]")
pytest.importorskip("uvicorn", reason="the page needs the extra [web]")
pytest.importorskip("httpx", reason="the client of these tests")

import httpx
from starlette.testclient import TestClient

from cpsudoku.errors import UsageError
from cpsudoku.web.app import application
from cpsudoku.web.requests import SHORTEST, origin_of, token_of
from cpsudoku.web.workers import Workers
from tests.signals import hear_signals

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TOKEN = "correct-horse+battery/staple"


def client(**options: Any) -> TestClient:
    """The application without a worker: what it refuses and describes needs none."""
    return TestClient(application(Workers(1), **options), base_url="http://localhost", follow_redirects=False)


@pytest.mark.parametrize("address", ["/", "/page.js", "/api", "/nothing"])
def test_without_the_token_nothing_is_answered(address: str) -> None:
    """Page, description and jobs: 401 with the way in, whether the token is missing, wrong, cut or of another kind."""
    asking = client(token=TOKEN)
    wrong = ["Bearer", "Bearer ", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer täst"]
    for headers in ({}, *({"Authorization": value.encode("latin-1")} for value in wrong)):
        answer = asking.get(address, headers=headers)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert answer.json()["schema"] == "page.refused/1"
        assert "Authorization: Bearer" in answer.json()["message"]
    assert asking.post("/api/verify", json={"puzzle": EASY}).status_code == 401
    assert asking.get(f"{address}?token={TOKEN[:-1]}").status_code == 401
    assert asking.post(f"{address}?token={TOKEN}", json={}).status_code == 401


def test_with_the_token_everything_is() -> None:
    """The header lets programs in, whatever the case of its word; a wrong header is not mended by a cookie."""
    asking = client(token=TOKEN)
    assert asking.get("/api", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert asking.get("/", headers={"Authorization": f"bearer  {TOKEN}"}).status_code == 200


def test_an_address_with_the_token_lets_a_browser_in() -> None:
    """Opened once it leaves a cookie that scripts cannot read and other sites cannot send, and no token anywhere."""
    asking = client(token=TOKEN)
    answer = asking.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    assert asking.get("/").status_code == 200
    assert asking.get("/api").status_code == 200
    assert asking.get("/api", headers={"Authorization": "Bearer wrong-wrong"}).status_code == 401
    name, _, kept = cookie.partition(";")[0].partition("=")
    other = client(token=TOKEN + "2")
    assert other.get("/", headers={"Cookie": f"{name}={kept}"}).status_code == 401
    assert other.get("/", headers={"Cookie": f"{name}={kept[:-1]}; x"}).status_code == 401


def test_tokens() -> None:
    """`auto` draws another each time; short ones and ones that no header holds are refused."""
    assert token_of(TOKEN) == TOKEN
    assert len({token_of("auto") for _ in range(20)}) == 20
    assert all(len(token_of("auto")) >= 32 for _ in range(20))
    for given in ("", "x" * (SHORTEST - 1), "two words here", "umlaut-äöü", "line\nbreak-in-it"):
        with pytest.raises(UsageError, match="at least 8"):
            token_of(given)


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("*", "*"),
        ("https://my.example", "https://my.example"),
        ("https://My.Example/", "https://my.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://[::1]:3000", "http://[::1]:3000"),
    ],
)
def test_origins(given: str, sent: str) -> None:
    """Origins as browsers write them."""
    assert origin_of(given) == sent


@pytest.mark.parametrize(
    "given",
    ["my.example", "", "https://", "ftp://my.example", "https://my.example/a", "https://a@b.example", "http://x:y"],
)
def test_no_origins(given: str) -> None:
    """What no browser sends as an origin would never match: refused."""
    with pytest.raises(UsageError, match="an origin is"):
        origin_of(given)


def test_other_origins_ask_only_where_allowed() -> None:
    """Without --cors no page elsewhere may read; with it those named may, ask with a token, and no others."""
    asked = {
        "Origin": "https://my.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    assert "access-control-allow-origin" not in client().options("/api/verify", headers=asked).headers
    asking = client(token=TOKEN, origins=["https://my.example"])
    answer = asking.options("/api/verify", headers=asked)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://my.example"
    assert "authorization" in answer.headers["access-control-allow-headers"].lower()
    assert asking.options("/api/verify", headers=asked | {"Origin": "https://evil.example"}).status_code == 400
    for headers, status in (({}, 401), ({"Authorization": f"Bearer {TOKEN}"}, 200)):
        answer = asking.get("/api", headers={"Origin": "https://my.example", **headers})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, "https://my.example")
        answer = asking.get("/api", headers={"Origin": "https://evil.example", **headers})
        assert "access-control-allow-origin" not in answer.headers
    answer = client(origins=["*"]).get("/api", headers={"Origin": "https://any.example"})
    assert answer.headers["access-control-allow-origin"] == "*"


def started(*options: str, **env: str) -> tuple[subprocess.Popen[str], str]:
    """`cpsudoku serve` and what it said until it served."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "serve", "--port", "0", "--workers", "1", *options],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | env,
        preexec_fn=hear_signals,
    )
    assert process.stderr is not None
    said = ""
    while "serving at" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    return process, said


def test_what_is_said() -> None:
    """A token drawn is in the address printed, which opens the page; one from the environment is not printed."""
    page, said = started("--token", "auto", "--host", "0.0.0.0")
    try:
        assert "0.0.0.0 may be reached from the network; the token is sent unencrypted" in said
        found = re.search(r"http://0\.0\.0\.0:(\d+)/\?token=([-\w]+) ", said)
        assert found is not None
        base = f"http://127.0.0.1:{found[1]}"
        with httpx.Client(base_url=base, follow_redirects=True, timeout=60) as asking:
            assert asking.get("/api").status_code == 401
            assert asking.get("/", params={"token": found[2]}).status_code == 200
            assert asking.post("/api/draw", json={"puzzle": EASY}).json()["clues"] == 30
        answer = httpx.get(f"{base}/api", headers={"Authorization": f"Bearer {found[2]}"})
        assert answer.status_code == 200
    finally:
        page.kill()
        page.communicate()
    page, said = started("--host", "0.0.0.0", "--cors", "*", CPSUDOKU_TOKEN=TOKEN)
    page.kill()
    page.communicate()
    assert "/?token=TOKEN " in said
    assert TOKEN not in said
    assert "pages of any site may send requests" in said


@pytest.mark.parametrize("options", [["--token", "short"], ["--token", "with a blank in it"], ["--cors", "my.example"]])
def test_what_is_refused_at_the_start(options: list[str]) -> None:
    """A token or an origin that cannot be is exit code 2 and one line, before anything is served."""
    process = subprocess.run(
        [sys.executable, "-m", "cpsudoku", "serve", "--port", "0", *options], capture_output=True, text=True, timeout=60
    )
    assert process.returncode == 2
    assert len(process.stderr.strip().splitlines()) == 1
    assert "Traceback" not in process.stderr
