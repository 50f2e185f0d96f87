// Options are plain structs with defaults in the class. Each struct has one
// function `describe(options, visitor)` that names its fields; the command line,
// the TOML files, the JSON record and the reference page all follow from it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drfs/core.hpp"

namespace drfs {

/// An option that takes one of a few names.
struct Choice {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;  ///< throws Error for an unknown name
  std::vector<std::string> known;
};

/// An option that is written as text and is something else inside.
struct Text {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;  ///< throws Error for what it cannot read
};

/// The same of several texts.
struct Texts {
  std::function<std::vector<std::string>()> get;
  std::function<void(const std::vector<std::string>&)> set;
  bool repeated = false;  ///< one text at a time, to which commas belong; otherwise a,b,c
};

/// So much of something that has a name; without one where there is only one such thing.
struct NamedAmount {
  std::string name;
  double amount = 0;

  bool operator==(const NamedAmount&) const = default;
};

/// One text or several, where one is the rule: a record shows it as a text, not as a list of one.
struct OneOrMore {
  std::vector<std::string> all;

  OneOrMore() = default;
  OneOrMore(std::string only) {
    if (!only.empty()) all.push_back(std::move(only));
  }
  OneOrMore(const char* only) : OneOrMore(std::string(only)) {}
  OneOrMore(std::vector<std::string> several) : all(std::move(several)) {}

  bool empty() const { return all.empty(); }
};

/// Sees every field of an options struct: its name, the field, one line of help.
class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  /// What the options that follow are about.
  virtual void group(std::string_view /*title*/) {}
  virtual void option(std::string_view name, int& value, std::string_view help) = 0;
  virtual void option(std::string_view name, std::uint64_t& value, std::string_view help) = 0;
  virtual void option(std::string_view name, double& value, std::string_view help) = 0;
  virtual void option(std::string_view name, bool& value, std::string_view help) = 0;
  virtual void option(std::string_view name, std::string& value, std::string_view help) = 0;
  virtual void option(std::string_view name, std::vector<std::string>& value,
                      std::string_view help) = 0;
  /// As the texts that they are written in, unless a visitor knows better.
  virtual void option(std::string_view name, const Text& text, std::string_view help) {
    see_through(name, text, help);
  }
  virtual void option(std::string_view name, const Texts& texts, std::string_view help) {
    see_through(name, texts, help);
  }
  virtual void option(std::string_view name, Choice choice, std::string_view help) = 0;
  /// A list like any other, unless a visitor knows better.
  virtual void option(std::string_view name, OneOrMore& value, std::string_view help) {
    option(name, value.all, help);
  }

 private:
  template <class Written>
  void see_through(std::string_view name, const Written& written, std::string_view help) {
    auto text = written.get();
    const auto before = text;
    option(name, text, help);
    if (text != before) written.set(text);
  }
};

/// Shows every option of a run to a visitor: how a record of a run sees options it does not own.
using DescribeAll = std::function<void(OptionVisitor&)>;

/// A name of an enumeration's value; tables of them are in the order of the values.
template <class Enum>
struct EnumName {
  Enum value;
  std::string_view name;
  bool by_name = true;  ///< whether the name says enough; a program's own needs a function besides
};

/// Throws a usage error that lists the known names and, where one is near, suggests it.
[[noreturn]] void throw_unknown_name(std::string_view thing, std::string_view value,
                                     const std::vector<std::string>& known);

/// Throws a usage error "option --name: 'value' is out of range. Give …" unless `right`.
void require_option(bool right, std::string_view name, double value, std::string_view range);

/// The known name nearest to `value` by edit distance; empty where none is near.
std::string nearest_name(std::string_view value, const std::vector<std::string>& known);

template <class Enum, std::size_t N>
std::vector<std::string> names_of(const EnumName<Enum> (&table)[N]) {
  std::vector<std::string> names;
  for (const auto& row : table)
    if (row.by_name) names.emplace_back(row.name);
  return names;
}

template <class Enum, std::size_t N>
std::string_view name_of(Enum value, const EnumName<Enum> (&table)[N]) {
  for (const auto& row : table)
    if (row.value == value) return row.name;
  throw Error(ErrorCode::internal, {"enumeration", "", "has a value without a name", ""});
}

template <class Enum, std::size_t N>
Enum value_of(std::string_view thing, std::string_view name, const EnumName<Enum> (&table)[N]) {
  for (const auto& row : table)
    if (row.by_name && row.name == name) return row.value;
  throw_unknown_name(thing, name, names_of(table));
}

/// Binds a field of an enumeration type to its table of names. The table must outlive the choice.
template <class Enum, std::size_t N>
Choice choice_of(std::string_view option, Enum& field, const EnumName<Enum> (&table)[N]) {
  return {[&field, &table] { return std::string(name_of(field, table)); },
          [&field, &table, thing = "option --" + std::string(option)](const std::string& name) {
            if (name != name_of(field, table)) field = value_of(thing, name, table);
          },
          names_of(table)};
}

/// Binds a list to its texts: `parse` reads one of them, `format` writes it.
template <class Entry, class Parse, class Format>
Texts written(std::vector<Entry>& entries, Parse parse, Format format, bool repeated = false) {
  return {[&entries, format] {
            std::vector<std::string> texts;
            for (const auto& entry : entries) texts.push_back(format(entry));
            return texts;
          },
          [&entries, parse](const std::vector<std::string>& texts) {
            std::vector<Entry> read;
            for (const auto& text : texts) read.push_back(parse(text));
            entries = std::move(read);
          },
          repeated};
}

}  // namespace drfs
