// The reference page of the options, from their one declaration.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "drfs/report.hpp"

namespace drfs {
namespace {

class MarkdownTable final : public OptionVisitor {
 public:
  std::string text;

  void group(std::string_view title) override {
    text += fmt::format("\n## {}\n\n| option | default | meaning |\n|---|---|---|\n", title);
  }
  void option(std::string_view name, int& value, std::string_view help) override {
    row(name, fmt::format("{}", value), help);
  }
  void option(std::string_view name, std::uint64_t& value, std::string_view help) override {
    row(name, fmt::format("{}", value), help);
  }
  void option(std::string_view name, double& value, std::string_view help) override {
    row(name, fmt::format("{}", value), help);
  }
  void option(std::string_view name, bool& value, std::string_view help) override {
    row(name, value ? "yes" : "no", help);
  }
  void option(std::string_view name, std::string& value, std::string_view help) override {
    row(name, value, help);
  }
  void option(std::string_view name, std::vector<std::string>& value,
              std::string_view help) override {
    std::vector<std::string> shown;
    for (const auto& item : value) shown.push_back(item.empty() ? "(empty)" : item);
    row(name, fmt::format("{}", fmt::join(shown, ",")), help);
  }
  void option(std::string_view name, Choice choice, std::string_view help) override {
    row(name, choice.get(), fmt::format("{}: {}", help, fmt::join(choice.known, ", ")));
  }

 private:
  void row(std::string_view name, const std::string& value, std::string_view help) {
    text += fmt::format("| `--{}` | {} | {} |\n", name,
                        value.empty() ? "" : fmt::format("`{}`", value), help);
  }
};

}  // namespace

std::string options_markdown(const DescribeAll& describe_all) {
  MarkdownTable table;
  describe_all(table);
  return table.text;
}

}  // namespace drfs
