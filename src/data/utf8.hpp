// Texts of other encodings are refused where they come in: a Latin-1 name would end in a
// record that no JSON reader takes.
#pragma once

#include <string>
#include <string_view>

namespace drfs {

bool is_utf8(std::string_view text);

/// The text for a message: its first characters, bytes that are not UTF-8 written as \xE9.
std::string shown(std::string_view text);

/// Throws the data error for a text that is not UTF-8; `place` says where it stands.
[[noreturn]] void throw_not_utf8(std::string place, std::string_view text);

}  // namespace drfs
