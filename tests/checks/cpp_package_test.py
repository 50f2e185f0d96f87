"""The installed C++ package as a program uses it: examples/cpp, by CMake and by pkg-config.

usage: cpp_package_test.py BUILD_FOLDER
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cpp"


def run(*command, **settings):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **settings)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect_answer(program, **settings):
    lines = run(program, **settings).splitlines()
    assert sorted(lines[:2]) == ["age", "pressure"], lines
    assert [line.split(":")[0] for line in lines[2:]] == ["north", "south"], lines


def main():
    with tempfile.TemporaryDirectory() as folder:
        prefix, build = Path(folder, "prefix"), Path(folder, "build")
        run("cmake", "--install", sys.argv[1], "--component", "library", "--prefix", prefix)
        run("cmake", "-S", EXAMPLE, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", build)
        expect_answer(build / "choose")

        description = next(prefix.rglob("drfs.pc")).parent
        flags = run("pkg-config", "--cflags", "--libs", "drfs",
                    env=os.environ | {"PKG_CONFIG_PATH": str(description)}).split()
        run("c++", EXAMPLE / "choose.cpp", "-o", build / "by-pkg-config", *flags)
        expect_answer(build / "by-pkg-config",
                      env=os.environ | {"LD_LIBRARY_PATH": str(description.parent)})
    print("examples/cpp works with the installed package")


if __name__ == "__main__":
    main()
