// Options to TOML and back.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "drfs/report.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

/// TOML's basic strings and JSON's agree in what they escape, and so do numbers and arrays.
std::string toml_value(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Sets each option from the file's key of the same name.
class TomlReader final : public OptionVisitor {
 public:
  TomlReader(const toml::table& table, std::string path,
             const std::function<bool(std::string_view)>& is_set)
      : table_(table), path_(std::move(path)), is_set_(is_set) {}

  std::vector<std::string> known;

  void option(std::string_view name, int& value, std::string_view) override {
    read<std::int64_t>(name, "a whole number", [&](std::int64_t v) {
      if (!std::in_range<int>(v)) wrong_type(name, "a whole number of at most 10 digits");
      value = static_cast<int>(v);
    });
  }
  void option(std::string_view name, std::uint64_t& value, std::string_view) override {
    read<std::int64_t>(name, "a whole number", [&](std::int64_t v) {
      if (v < 0) wrong_type(name, "a whole number of at least 0");
      value = static_cast<std::uint64_t>(v);
    });
  }
  void option(std::string_view name, double& value, std::string_view) override {
    read<double>(name, "a number", [&](double v) { value = v; });
  }
  void option(std::string_view name, bool& value, std::string_view) override {
    read<bool>(name, "true or false", [&](bool v) { value = v; });
  }
  void option(std::string_view name, std::string& value, std::string_view) override {
    read<std::string>(name, "a string", [&](std::string v) { value = std::move(v); });
  }
  void option(std::string_view name, Choice choice, std::string_view) override {
    read<std::string>(name, "a string", choice.set);
  }
  void option(std::string_view name, std::vector<std::string>& value, std::string_view) override {
    const toml::node* node = find(name);
    if (node == nullptr) return;
    if (const auto* array = node->as_array()) {
      value.clear();
      for (const auto& item : *array) {
        const auto text = item.value_exact<std::string>();
        if (!text) wrong_type(name, "an array of strings");
        value.push_back(*text);
      }
    } else if (const auto* entries = node->as_table()) {
      value.clear();
      for (const auto& [key, amount] : *entries)
        value.push_back(fmt::format("{}={}", key.str(), entry_text(name, key.str(), amount)));
    } else {
      read<std::string>(name, "an array of strings",
                        [&](std::string v) { value = {std::move(v)}; });
    }
  }

 private:
  const toml::node* find(std::string_view name) {
    known.emplace_back(name);
    return is_set_(name) ? nullptr : table_.get(name);
  }

  /// The right side of an entry `name=amount`; a table there is written `resource:amount;…`.
  std::string entry_text(std::string_view option, std::string_view key,
                         const toml::node& node) const {
    if (const auto number = node.value<double>(); number && node.is_number())
      return fmt::format("{}", *number);
    const auto* parts = node.as_table();
    if (parts == nullptr || parts->empty())
      wrong_type(fmt::format("{}.{}", option, key), "a number, or a table of them");
    std::string text;
    for (const auto& [part, value] : *parts) {
      const auto word = value.value_exact<std::string>();
      const auto number = value.is_number() ? value.value<double>() : std::nullopt;
      if (!word && !number)
        wrong_type(fmt::format("{}.{}.{}", option, key, part.str()), "a number, or a text");
      text += fmt::format("{}{}:{}", text.empty() ? "" : ";", part.str(),
                          word ? *word : fmt::format("{}", *number));
    }
    return text;
  }

  template <class T, class Set>
  void read(std::string_view name, std::string_view type, Set set) {
    const toml::node* node = find(name);
    if (node == nullptr) return;
    const std::optional<T> value =
        std::is_same_v<T, double> ? node->value<T>() : node->value_exact<T>();
    if (!value) wrong_type(name, type);
    set(*value);
  }

  [[noreturn]] void wrong_type(std::string_view name, std::string_view type) const {
    throw Error(ErrorCode::usage, {fmt::format("{}, key '{}'", path_, name), "",
                                   "has a value of the wrong kind", fmt::format("Give {}", type)});
  }

  const toml::table& table_;
  std::string path_;
  const std::function<bool(std::string_view)>& is_set_;
};

}  // namespace

std::string options_toml(const DescribeAll& describe_all) {
  const auto values = option_values(describe_all);
  std::string text =
      "# Every option of a drfs run; the same command with --config THIS_FILE repeats it.\n";
  for (const auto& [name, value] : values.items())
    text += fmt::format("{} = {}\n", name, toml_value(value));
  return text;
}

void apply_toml(const std::string& path, const DescribeAll& describe_all,
                const std::function<bool(std::string_view)>& is_set) {
  if (!std::filesystem::is_regular_file(path))
    throw Error(ErrorCode::usage, {"option --config", path, "is not a file", "Give a TOML file"});
  toml::table table;
  try {
    table = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::usage, {fmt::format("{}, line {}", path, error.source().begin.line), "",
                                   std::string(error.description()), "Give a TOML file"});
  }
  TomlReader reader(table, path, is_set);
  describe_all(reader);
  for (const auto& [key, value] : table)
    if (std::ranges::find(reader.known, key.str()) == reader.known.end())
      throw_unknown_name(path + ", key", key.str(), reader.known);
}

}  // namespace drfs
