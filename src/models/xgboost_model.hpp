// Boosted trees whose importance is to be measured in a certain way.
#pragma once

#include <memory>

#include "drfs/models.hpp"

namespace drfs {

/// The gain of all splits on a column, or of one of them on average: what the library's Python
/// package calls feature_importances_.
enum class TreeImportance { total_gain, average_gain };

std::unique_ptr<Model> make_xgboost(const ModelOptions&, Task, TreeImportance);

}  // namespace drfs
