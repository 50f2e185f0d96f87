// Rules, costs and amounts as they are written on the command line, in option files and in Python
// ("2:a,b,c"), and what they are inside. What cannot be read is refused as a value of its option.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drfs/rules.hpp"

namespace drfs {

/// `12.5`, or `minutes=10`; not negative.
NamedAmount parse_amount(std::string_view option, const std::string& text, std::string_view form);
std::string text_of(const NamedAmount&);

/// `2:a,b,c`.
AtMost parse_at_most(const std::string& text);
std::string text_of(const AtMost&);

/// `a,b`.
std::vector<std::string> parse_either(const std::string& text);

/// `a:b,c`.
Needs parse_needs(const std::string& text);
std::string text_of(const Needs&);

/// `name=amount` or, where there are several resources, `name=minutes:2;money:5;setup:blood draw`.
/// A single text of another form is the name of a file.
void parse_costs(const std::vector<std::string>& texts, RuleOptions&);
std::string text_of(const Price&);

std::string text_of(const std::vector<std::string>& names);  ///< a,b,c

inline constexpr auto kTextOf = [](const auto& entry) { return text_of(entry); };

}  // namespace drfs
