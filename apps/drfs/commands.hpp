// The commands of the program. Each takes the arguments after its name and returns an exit code.
#pragma once

#include <string>
#include <vector>

namespace drfs::app {

using Arguments = std::vector<std::string>;

int run_select(const Arguments&);
int run_evaluate(const Arguments&);
int run_compare(const Arguments&);
int run_curve_command(const Arguments&);
int run_reproduce(const Arguments&);
int run_synth(const Arguments&);
int run_data(const Arguments&);
int run_bench(const Arguments&);
int run_info(const Arguments&);

}  // namespace drfs::app
