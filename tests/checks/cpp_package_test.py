"""The library as a C++ program uses it: examples/cpp with the installed package, by CMake and by
pkg-config, and with the sources in its own build, as FetchContent has them.

usage: cpp_package_test.py BUILD_FOLDER
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cpp"

WITH_SOURCES = """cmake_minimum_required(VERSION 3.25)
project(own LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(drfs SOURCE_DIR {root})
FetchContent_MakeAvailable(drfs)
add_executable(choose {root}/examples/cpp/choose.cpp)
target_link_libraries(choose PRIVATE drfs::drfs)
"""


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
        own_aim = run(build / "own_aim").splitlines()
        assert own_aim[:2] == ["x7", "x8"] and own_aim[2].startswith("aim: 0.2"), own_aim

        description = next(prefix.rglob("drfs.pc")).parent
        flags = run("pkg-config", "--cflags", "--libs", "drfs",
                    env=os.environ | {"PKG_CONFIG_PATH": str(description)}).split()
        run("c++", EXAMPLE / "choose.cpp", "-o", build / "by-pkg-config", *flags)
        expect_answer(build / "by-pkg-config",
                      env=os.environ | {"LD_LIBRARY_PATH": str(description.parent)})

        # The library is taken as it is built: to build it once more would take minutes.
        own = Path(folder, "own")
        own.mkdir()
        (own / "CMakeLists.txt").write_text(WITH_SOURCES.format(root=EXAMPLE.parents[1]))
        core = Path(sys.argv[1], "src", "libdrfs_core.a")
        run("cmake", "-S", own, "-B", own / "build", f"-DDRFS_BUILT_CORE={core}")
        run("cmake", "--build", own / "build")
        expect_answer(own / "build" / "choose")
    print("examples/cpp works with the installed package and with the sources")


if __name__ == "__main__":
    main()
