// The table of methods: each a name, its settings, and the function that chooses.
#pragma once

#include <string>

#include "drfs/select.hpp"

namespace drfs {

using ChooseFunction = Selection (*)(const Dataset&, const SelectOptions&, const Context&);

/// The function of the method; an unknown name is refused with the list of the known ones.
ChooseFunction choose_function(const std::string& method);

/// Means, relaxation, and the search where the settings ask for one (`auto` does, `paper` not).
Selection choose_by_relaxation(const Dataset&, const SelectOptions&, const Context&);

}  // namespace drfs
