// Several classes by models of two: one model for each class against all others, and their
// probabilities scaled to sum to 1.
#pragma once

#include <functional>
#include <memory>

#include "drfs/models.hpp"

namespace drfs {

/// The importance of a column is the sum of its importances in the models.
std::unique_ptr<Model> make_one_vs_rest(std::function<std::unique_ptr<Model>()> make_binary);

}  // namespace drfs
