"""PEP 517 build backend: setuptools, plus a C compiler where the machine has none.

Where neither CC nor a known compiler is on PATH, PyPI's ``ziglang``, of one tested version, joins the build
requirements and ``python -m ziglang cc`` becomes CC, so one ``pip install`` still gives compiled kernels.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403  (every hook not named below is setuptools' own)

ZIG = "ziglang==0.15.2"
"""Pinned, so that one release is always built by the same compiler; raise it together with a build that used it."""


def _needs_zig() -> bool:
    if os.name == "nt" or os.environ.get("CPSUDOKU_NO_ZIG"):
        return False
    return not os.environ.get("CC") and not any(map(shutil.which, ("cc", "gcc", "clang")))


def _with_zig(requirements: list[str]) -> list[str]:
    return [*requirements, ZIG] if _needs_zig() else requirements


def _set_compiler() -> None:
    if _needs_zig():
        zig = f"{sys.executable} -m ziglang cc"
        os.environ.update(
            CC=zig,
            LDSHARED=f"{zig} -shared",
            CXX=f"{sys.executable} -m ziglang c++",
            AR=f"{sys.executable} -m ziglang ar",
        )


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return _with_zig(_setuptools.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return _with_zig(_setuptools.get_requires_for_build_editable(config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _set_compiler()
    return _setuptools.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _set_compiler()
    return _setuptools.build_editable(wheel_directory, config_settings, metadata_directory)
