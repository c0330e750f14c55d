"""The groups of options in every `--help`; a command's own options stand first, under "Options"."""

from __future__ import annotations

BOARD = "Board and rules"
READING = "Reading"
ENGINE = "Engine and limits"
OUTPUT = "Output"
