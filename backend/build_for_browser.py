"""Builds the wheel for browsers: the kernels as WebAssembly that Pyodide loads, by PyPI's ``ziglang`` alone.

    pip install "ziglang==0.15.2" setuptools Cython
    python backend/build_for_browser.py --out dist

A side module of Emscripten is what clang makes for its target with position-independent code, linked as shared by
wasm-ld; zig has both. The stable binary interface makes this possible: one build serves every Pyodide, and the modules
see Python's objects as pointers only. Headers are musl's, of which Emscripten's C library is a variant, and those of
the Python that runs this, with the sizes of a 32-bit machine. `.github/workflows/wheels.yml` builds the same wheel by
cibuildwheel with Emscripten itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

INTERFACE = "pyemscripten_2026_0_wasm32"
"""The tag of the wheel: that of the Pyodide that `cpsudoku site` pins."""
ROOT = Path(__file__).resolve().parents[1]
HEADERS = ROOT / "build" / "browser" / "include"
WIDTHS = {"LONG": 4, "SIZE_T": 4, "VOID_P": 4, "UINTPTR_T": 4, "PTHREAD_T": 4, "LONG_DOUBLE": 16}
"""What Python's configuration calls SIZEOF_..., in bytes on wasm32."""


def zig() -> list[str]:
    """The command of zig. Raises SystemExit where it is not installed."""
    try:
        import ziglang  # noqa: F401
    except ImportError:
        raise SystemExit("error: no ziglang; pip install ziglang==0.15.2") from None
    return [sys.executable, "-m", "ziglang"]


def prepare() -> None:
    """Write the headers: musl's of a 32-bit machine with Emscripten's types, and Python's."""
    import ziglang

    shutil.rmtree(HEADERS, ignore_errors=True)
    library = Path(ziglang.__file__).parent / "lib"
    for part in ("generic-musl", "arm-linux-musl"):
        shutil.copytree(library / "libc" / "include" / part, HEADERS / "c", dirs_exist_ok=True)
    shutil.copytree(library / "include", HEADERS / "clang")
    shutil.copytree(sysconfig.get_path("include"), HEADERS / "python")
    types = HEADERS / "c" / "bits" / "alltypes.h"
    text = types.read_text()
    for old, new in {
        "#define _Addr int": "#define _Addr long",
        "typedef unsigned wchar_t;": "typedef int wchar_t;",
        "#define _REDIR_TIME64 1": "",
    }.items():
        if old not in text:
            raise SystemExit(f"error: {types} has no line {old!r}: another version of musl?")
        text = text.replace(old, new)
    types.write_text(text)
    with (HEADERS / "python" / "pyconfig.h").open("a") as config:
        for name, width in WIDTHS.items():
            config.write(f"#undef SIZEOF_{name}\n#define SIZEOF_{name} {width}\n")


def compiler(given: list[str]) -> list[str]:
    """The command for what setuptools asks of a C compiler: to compile a file, or to link one module."""
    target = given[given.index("-o") + 1]
    if "-c" in given:
        own = sysconfig.get_path("include")
        kept = [word for word in given if word[:2] in ("-D", "-I", "-O") and word != f"-I{own}"]
        search = [word for part in ("c", "clang", "python") for word in ("-isystem", str(HEADERS / part))]
        source = given[given.index("-c") + 1]
        options = [
            "-target",
            "wasm32-emscripten",
            "-mcpu=generic-extended_const",
            "-fPIC",
            "-g0",
            "-w",
            "-fno-math-errno",
            "-nostdinc",
            "-D__EMSCRIPTEN__",
        ]
        return [*zig(), "cc", *options, *search, *kept, "-c", source, "-o", target]
    module = Path(target).name.partition(".")[0]
    objects = [word for word in given if word.endswith(".o")]
    options = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry", "-s"]
    return [*zig(), "wasm-ld", *options, f"--export-if-defined=PyInit_{module}", *objects, "-o", target]


def build(out: Path) -> None:
    """Build the wheel into the folder *out*."""
    zig()
    prepare()
    wrapper = f"{sys.executable} {Path(__file__).resolve()} --compiler"
    settings = {"CC": wrapper, "LDSHARED": wrapper, "CPSUDOKU_STABLE_ABI": "1", "CPSUDOKU_STRICT_BUILD": "1"}
    base = ROOT / "build" / "browser"
    steps = ["build", "--build-base", str(base), "bdist_wheel", "--plat-name", INTERFACE]
    command = [
        sys.executable,
        "setup.py",
        "-q",
        *steps,
        "--bdist-dir",
        str(base / "wheel"),
        "--dist-dir",
        str(out.resolve()),
    ]
    subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)


def main() -> None:
    if sys.argv[1:2] == ["--compiler"]:
        raise SystemExit(subprocess.run(compiler(sys.argv[2:]), check=False).returncode)
    parser = argparse.ArgumentParser(description="Build the wheel for browsers, with compiled kernels.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the wheel (default: dist)")
    build(parser.parse_args().out)


if __name__ == "__main__":
    main()
