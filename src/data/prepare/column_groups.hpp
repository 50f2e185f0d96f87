// Columns that are one feature: the parts of a question, the readings of one device.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// "name=a,b"; a text of another form is refused.
FeatureGroup parse_group(const std::string& text);
std::string text_of_group(const FeatureGroup&);

/// The group of each column that is in one. A column in two groups is refused.
std::map<std::string, std::string> groups_of_columns(const std::vector<FeatureGroup>&);

/// The columns among these names, in which groups stand for their columns.
std::vector<std::string> expanded(const std::vector<std::string>& names,
                                  const std::vector<FeatureGroup>& groups);

}  // namespace drfs
