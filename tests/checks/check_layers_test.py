"""scripts/check-layers on small trees, each with one thing right or wrong."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check-layers"


class CheckLayers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def check(self):
        return subprocess.run([sys.executable, SCRIPT, self.root], capture_output=True, text=True,
                              check=False)

    def assert_accepted(self, path, text):
        self.write(path, text)
        result = self.check()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def assert_refused(self, path, text, line, words):
        self.write(path, text)
        result = self.check()
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertEqual(len(result.stdout.splitlines()), 1, result.stdout)
        self.assertTrue(result.stdout.startswith(f"{path}:{line}: "), result.stdout)
        self.assertIn(words, result.stdout)

    # The order of the stages.

    def test_own_and_earlier_folders_are_accepted(self):
        self.assert_accepted("src/means/means.cpp",
                             '#include "means/folds.hpp"\n#include "core/random.hpp"\n'
                             '#include "drfs/models.hpp"\n#include "drfs/options.hpp"\n'
                             '#include <Eigen/Dense>\n#include <vector>\n')

    def test_a_later_folder_is_refused(self):
        self.assert_refused("src/data/table.cpp", '#include <vector>\n#include "kernel/smoother.hpp"\n',
                            2, "kernel comes after data")

    def test_a_later_public_header_is_refused(self):
        self.assert_refused("src/objective/risk.cpp", '#include "drfs/select.hpp"\n',
                            1, "select comes after objective")

    def test_the_papers_library_sees_public_headers_and_core(self):
        self.assert_accepted("src/paper/adult.cpp",
                             '#include "core/whole_file.hpp"\n#include "drfs/data.hpp"\n')
        self.assert_refused("src/paper/adult.cpp", '#include "data/levels.hpp"\n',
                            1, "paper is a library of its own")

    def test_brackets_hide_nothing(self):
        self.assert_refused("src/core/error.cpp", "#include <drfs/data.hpp>\n",
                            1, "data comes after core")

    def test_folders_inside_a_stage_belong_to_it(self):
        self.assert_refused("src/kernel/cuda/smoother.cu", '#include "select/pipeline.hpp"\n',
                            1, "select comes after kernel")

    def test_rooms_of_a_stage_have_an_order(self):
        self.assert_accepted("src/select/search/search.cpp",
                             '#include "select/measure/aim.hpp"\n#include "select/problem.hpp"\n')
        self.assert_refused("src/select/measure/aim.cpp", '#include "select/search/search.hpp"\n',
                            1, "search comes after measure")

    def test_an_unknown_folder_of_src_is_refused(self):
        self.assert_refused("src/util/strings.cpp", "int one;\n", 1, "one folder per stage")

    def test_a_quoted_include_needs_its_folder(self):
        self.assert_refused("src/core/random.cpp", '#include "random.hpp"\n', 1, "stage/name.hpp")

    def test_only_distributed_knows_mpi(self):
        self.assert_accepted("src/distributed/mpi.cpp", "#include <mpi.h>\n")
        self.assert_refused("src/select/search/search.cpp", "#include <mpi.h>\n", 1, "MPI")

    # Public headers.

    def test_public_headers_keep_the_order(self):
        self.assert_accepted("include/drfs/data.hpp",
                             '#pragma once\n#include <cstdint>\n#include "drfs/options.hpp"\n')
        self.assert_refused("include/drfs/options.hpp", '#pragma once\n#include "drfs/data.hpp"\n',
                            2, "data comes after core")

    def test_a_public_header_includes_no_library(self):
        self.assert_refused("include/drfs/data.hpp", "#pragma once\n#include <Eigen/Core>\n",
                            2, "not Eigen/Core")

    def test_a_public_header_includes_nothing_of_src(self):
        self.assert_refused("include/drfs/data.hpp", '#pragma once\n#include "core/random.hpp"\n',
                            2, "not core/random.hpp")

    def test_a_public_header_is_named_after_a_stage(self):
        self.assert_refused("include/drfs/helpers.hpp", "#pragma once\n", 1, "named after no stage")

    # The command line.

    def test_the_command_line_uses_the_public_interface(self):
        self.write("apps/drfs/print.hpp", "#pragma once\n")
        self.assert_accepted("apps/drfs/main.cpp",
                             '#include <CLI/CLI.hpp>\n#include <fmt/format.h>\n#include <string>\n'
                             '#include <nlohmann/json.hpp>\n#include <toml++/toml.h>\n'
                             '#include "drfs/select.hpp"\n#include "print.hpp"\n')

    def test_the_command_line_does_not_reach_into_src(self):
        self.assert_refused("apps/drfs/main.cpp", '#include "core/random.hpp"\n',
                            1, "not core/random.hpp")

    def test_the_command_line_uses_no_other_library(self):
        self.assert_refused("apps/drfs/main.cpp", "#include <xgboost/c_api.h>\n",
                            1, "not xgboost/c_api.h")

    def test_the_python_module_sees_the_library_from_outside(self):
        self.assert_accepted("python/src/module.cpp",
                             '#include <nanobind/nanobind.h>\n#include "drfs/select.hpp"\n')
        self.assert_refused("python/src/module.cpp", '#include "core/random.hpp"\n',
                            1, "not core/random.hpp")

    # Conditional compilation and size.

    def test_conditionals_are_refused_elsewhere(self):
        for directive in ("#ifdef DRFS_GPU", "#if 1", "# ifndef DRFS_DATA_HPP", "  #if defined(X)"):
            with self.subTest(directive):
                self.assert_refused("src/data/table.cpp", f"int x;\n{directive}\n#endif\n", 2, "#if")

    def test_conditionals_are_accepted_in_kernel_and_distributed(self):
        self.write("src/distributed/factory.cpp", "#ifdef DRFS_MPI\n#endif\n")
        self.write("tests/kernel/simd_test.cpp", "#if HWY_ONCE\n#endif\n")
        self.assert_accepted("src/kernel/simd.cpp", "#if HWY_ONCE\n#endif\n")

    def test_comments_and_raw_strings_are_not_code(self):
        self.assert_accepted("src/report/html.cpp",
                             '/*\n#if old\n*/\n// #include "distributed/mpi.hpp"\n'
                             'const char* page = R"html(\n#if "\n)html";\nchar quote = \'"\';\n')

    def test_code_after_a_raw_string_is_still_read(self):
        self.assert_refused("src/data/page.cpp", 'auto s = R"(\n"\n)";\n#include "means/means.hpp"\n',
                            4, "means comes after data")

    def test_a_long_file_is_refused(self):
        self.assert_accepted("src/core/long.cpp", "//\n" * 450)
        self.assert_refused("src/core/long.cpp", "//\n" * 451, 451, "at most 450")

    def test_an_empty_tree_is_an_error(self):
        self.assertEqual(self.check().returncode, 1)

    def test_every_breach_is_listed(self):
        self.write("src/core/a.cpp", '#include "data/b.hpp"\n#if 0\n#endif\n')
        self.assertEqual(len(self.check().stdout.splitlines()), 2)


if __name__ == "__main__":
    unittest.main()
