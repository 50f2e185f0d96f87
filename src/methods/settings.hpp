// The settings of the methods: drfs's own, the paper's, and those of the paper's data sets.
#pragma once

#include <string>
#include <vector>

#include "drfs/select.hpp"

namespace drfs {

/// The names of all of them, as options.
std::vector<std::string> setting_names();

MethodSettings auto_settings();
MethodSettings paper_settings();

/// The paper's settings for one of its data sets, and its aim there; an unknown name is refused
/// with the known ones.
MethodSettings preset_settings(const std::string& preset);
AimName preset_aim(const std::string& preset);

}  // namespace drfs
