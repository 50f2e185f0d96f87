// The settings of the relaxation: drfs's own, the paper's, and those of the paper's data sets.
#pragma once

#include <string>

#include "drfs/select.hpp"

namespace drfs {

SelectOptions auto_settings();
SelectOptions paper_settings();

/// The paper's settings for one of its data sets; an unknown name is refused with the known ones.
SelectOptions preset_settings(const std::string& preset);

}  // namespace drfs
