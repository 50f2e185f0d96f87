// Every way to choose features, by name: the library's own method and the baselines. All take the
// same data set and return the same Selection.
#pragma once

#include <string>
#include <vector>

#include "drfs/select.hpp"

namespace drfs {

std::vector<std::string> method_names();

/// Whether the method ranks the features, so that its choice for a smaller budget is the beginning
/// of that for a larger one. `auto` chooses sets.
bool is_ranking(const std::string& method);

/// The settings of a method, or of a preset of the method `paper`; unknown names are refused.
MethodSettings method_settings(const std::string& method, const std::string& preset = {});

/// What a choice goes by: the settings of the options, or the method's own.
MethodSettings settings_of(const SelectOptions&);

/// What the choice makes small: as the options say, or as the method and its preset have it.
AimName aim_of(const SelectOptions&);

/// Where the options have no settings, it gives them those of the method.
void describe(SelectOptions&, OptionVisitor&);

/// The options, among those of MethodSettings, that have no part in what the method does.
std::vector<std::string> ignored_options(const SelectOptions&);

/// Refuses what can be known to be wrong before any data are read.
void check(const SelectOptions&);

/// Chooses features, by `options.method`, of a data set that is split, imputed and standardised: as
/// many as budget and rules allow. Sees the selection rows only. Interrupted, it returns the best
/// choice so far or, before there is one, throws Error(interrupted).
Selection select_features(const Dataset&, const SelectOptions&, const Context&);

}  // namespace drfs
