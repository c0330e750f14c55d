"""The command `cpsudoku`: one file a subcommand, loaded when it is named."""

from __future__ import annotations

from cpsudoku.cli.main import main

__all__ = ["main"]
