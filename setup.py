"""Finds the packages and the files to compile.

Compiled is every module of `kernels` and `rating` whose first line is a `# cython:` directive, so a
new kernel or technique needs no entry here. Without a working compiler each extension is skipped
(optional) and the same file runs interpreted; with CPSUDOKU_STRICT_BUILD=1, for releases, the build fails instead.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

FLAGS = (
    []
    if sys.platform == "win32"
    else ["-O3", "-g0", "-fno-math-errno", "-Wno-unused-function", "-Wno-unreachable-code"]
)
STRICT = os.environ.get("CPSUDOKU_STRICT_BUILD", "0") not in ("", "0")
"""Release builds: an extension that cannot be built is an error, so that no slow package ships unnoticed."""


def compiled_files() -> list[Path]:
    found = [path for folder in ("kernels", "rating") for path in Path("cpsudoku", folder).rglob("*.py")]
    return sorted(path for path in found if path.read_text(encoding="utf-8").startswith("# cython:"))


extensions = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [path.as_posix()],
        include_dirs=["cpsudoku/kernels"],
        extra_compile_args=FLAGS,
        depends=[p.as_posix() for p in path.parent.glob("*.h")],
    )
    for path in compiled_files()
]
modules = cythonize(extensions, build_dir="build/cython", nthreads=2, language_level=3, quiet=True)
for module in modules:
    module.optional = not STRICT  # set here, as Cython drops it from the Extension it is given
setup(
    packages=[*find_packages(include=["cpsudoku", "cpsudoku.*"]), "cpsudoku.encodings"],
    # data only: a top-level Python package called encodings would break the interpreter
    package_dir={"cpsudoku.encodings": "encodings"},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=modules,
)
