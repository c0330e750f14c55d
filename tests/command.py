"""The command in the tests' own process: what starts Python again and again is most of what such tests cost.

tests/cli/test_shell.py and tests/cli/test_exit_codes.py start it as a user does.
"""

from __future__ import annotations

import io
import subprocess
import sys
from typing import Any
from unittest.mock import patch

from cpsudoku.cli.main import run


def command(*words: object, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`cpsudoku WORDS` with *text* on standard input: exit code, output and errors."""
    streams: dict[str, Any] = {
        name: io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape", write_through=True)
        for name, data in (("stdin", text.encode("utf-8", "surrogateescape")), ("stdout", b""), ("stderr", b""))
    }
    given = [str(word) for word in words]
    with patch.multiple(sys, **streams), patch.dict("os.environ", environment):
        code = run(given)
    said = {name: stream.buffer.getvalue().decode("utf-8", "surrogateescape") for name, stream in streams.items()}
    assert "Traceback" not in said["stderr"]
    return subprocess.CompletedProcess(given, code, said["stdout"], said["stderr"])
