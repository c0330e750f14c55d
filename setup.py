"""Finds the packages and the files to compile.

Compiled is every module of `kernels`, `rating` and `techniques` whose first line is a `# cython:` directive, so a new
kernel or technique needs no entry here. What Cython would write into each of them (memory views) is compiled once, as
`kernels._shared`. Two variables of the environment are for releases:

CPSUDOKU_STRICT_BUILD=1     an extension that cannot be built is an error; else it is left out and runs interpreted
CPSUDOKU_STABLE_ABI=1       one build for every Python from 3.11 on (`cp311-abi3`), measured 1 to 2 % slower
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_py import build_py

FLAGS = (
    ["/wd4244", "/wd4267", "/wd4146"]  # conversions that the C of Cython, and ours, mean as they stand
    if sys.platform == "win32"
    else ["-g0", "-fno-math-errno", "-Wno-unused-function", "-Wno-unreachable-code"]
)
SHARED = "cpsudoku.kernels._shared"
"""Where Cython's own utilities are compiled, once for all modules; it has no file of Python."""
LEVELS = {
    1: {
        "kernels": "_shared",
        "kernels.classic": "uniform",
        "kernels.clauses": "clause_template machines solver_methods sums",
        "kernels.general": "backtrack deleting plain residual unavoidable",
        "kernels.rules": "path program program_arrays program_builder regions shapes visibility",
    },
    2: {
        "kernels.classic": "canonical canonical9_stands canonical_stands fewclues",
        "kernels.clauses": "backward crossings formula literals merging",
        "kernels.general": "dancing differences hitting reasons repairing singles",
        "kernels.rules": "state",
        "techniques": "aligned_exclusion fish forcing_chains ladder sets unique_loop wing",
    },
}
"""Modules by level of optimisation where a lower one than 3 makes them no slower, or where they run once a puzzle or
less: a third of the time of the build. The propagators are 5 percent slower with level 2, the rater 7 to 16."""
LEVEL_OF = {
    f"cpsudoku.{folder}.{name}": level
    for level, folders in LEVELS.items()
    for folder, names in folders.items()
    for name in names.split()
}


def is_set(name: str) -> bool:
    """True where the environment variable is set to anything but 0."""
    return os.environ.get(name, "0") not in ("", "0")


STRICT = is_set("CPSUDOKU_STRICT_BUILD")
STABLE = is_set("CPSUDOKU_STABLE_ABI") and "t" not in getattr(sys, "abiflags", "")
"""Free-threaded interpreters have no stable binary interface (before 3.15): they get extensions of their own."""
DIRECTIVES = {"freethreading_compatible": True, "auto_pickle": False, "binding": False}
"""Free threads: tables are filled at import, or once under a lock; what changes belongs to one thread at a time
(`cpsudoku.lending`), as it must where loops give up the interpreter lock. Other interpreters ignore it.
Pickling: no object of a kernel is pickled, and the functions for it take an eighth of the time to build.
Binding: a function is a builtin one, without signature and annotations; those take another eighth."""
MACROS = [("CYTHON_USE_PYLONG_INTERNALS", "0")]
"""Whole numbers are converted by the functions of the interpreter: kernels convert a few a call, and what Cython would
write into each module to do so takes a twentieth of the time to build."""
CORES = os.cpu_count() or 1


def compiled_files() -> list[Path]:
    found = [path for folder in ("kernels", "rating", "techniques") for path in Path("cpsudoku", folder).rglob("*.py")]
    return sorted(path for path in found if path.read_text(encoding="utf-8").startswith("# cython:"))


def extension(name: str, source: Path) -> Extension:
    return Extension(
        name,
        [source.as_posix()],
        include_dirs=["cpsudoku/kernels"],
        extra_compile_args=[*FLAGS, "/O2" if sys.platform == "win32" else f"-O{LEVEL_OF.get(name, 3)}"],
        depends=[p.as_posix() for p in source.parent.glob("*.h")],
        py_limited_api=STABLE,
        define_macros=[*MACROS, *([("Py_LIMITED_API", "0x030B0000")] if STABLE else [])],
    )


class WithEncodings(build_py):
    """Copies the catalog into the package. A checkout has it beside the package, where more people find it."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "cpsudoku", "encodings")
            target.mkdir(parents=True, exist_ok=True)
            for path in sorted(Path("encodings").iterdir()):
                self.copy_file(str(path), str(target / path.name))


extensions = [extension(".".join(path.with_suffix("").parts), path) for path in compiled_files()]
extensions.append(extension(SHARED, Path(*SHARED.split(".")).with_suffix(".c")))
modules = cythonize(
    extensions,
    build_dir="build/cython",
    nthreads=CORES,
    language_level=3,
    compiler_directives=DIRECTIVES,
    quiet=True,
    shared_utility_qualified_name=SHARED,
)
modules.sort(key=lambda module: os.path.getsize(module.sources[0]), reverse=True)  # the largest is not left to the end
for module in modules:
    module.optional = not STRICT  # set here, as Cython drops it from the Extension it is given
setup(
    packages=find_packages(include=["cpsudoku", "cpsudoku.*"]),
    # one plain entry of sys.path for `pip install -e`, which type checkers can read, in place of a hook of the importer
    package_dir={"": "."},
    cmdclass={"build_py": WithEncodings},
    options={
        "build_ext": {"parallel": CORES},
        "bdist_wheel": {"py_limited_api": "cp311"} if STABLE else {},
    },
    ext_modules=modules,
)
