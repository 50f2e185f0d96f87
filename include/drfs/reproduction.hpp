// What a reproduction of the paper's experiments leaves behind.
#pragma once

#include <string>
#include <vector>

#include "drfs/compare.hpp"
#include "drfs/experiments.hpp"

namespace drfs {

/// An experiment of the paper and what came of it here.
struct Reproduced {
  Experiment experiment;
  Comparison comparison;
};

/// What all pages on reproductions begin with.
std::string reproduction_preface();

/// The paper's figures beside ours, with a sentence wherever they differ.
std::string reproduction_section(const Reproduced&);

/// Schema drfs.reproduction/1: the rows of drfs.comparison/1 for each experiment.
std::string reproduction_json(const std::vector<Reproduced>&);

/// Writes the section into the experiment's folder, and a page of all sections that lie in such
/// folders.
void write_reproduction(const std::string& folder, const Reproduced&);

}  // namespace drfs
