// Options as people state them: by name, in texts.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "drfs/options.hpp"

namespace drfs::testing {

/// Gives the one option of that name these texts.
class TextSetter final : public OptionVisitor {
 public:
  TextSetter(std::string_view name, std::vector<std::string> texts)
      : name_(name), texts_(std::move(texts)) {}
  ~TextSetter() override { EXPECT_TRUE(found_ || std::uncaught_exceptions() > 0) << name_; }

  using OptionVisitor::option;
  void option(std::string_view, int&, std::string_view) override {}
  void option(std::string_view, std::uint64_t&, std::string_view) override {}
  void option(std::string_view, double&, std::string_view) override {}
  void option(std::string_view, bool&, std::string_view) override {}
  void option(std::string_view, std::string&, std::string_view) override {}
  void option(std::string_view, Choice, std::string_view) override {}
  void option(std::string_view name, std::vector<std::string>& value, std::string_view) override {
    if (name != name_) return;
    found_ = true;
    value = texts_;
  }

 private:
  std::string_view name_;
  std::vector<std::string> texts_;
  bool found_ = false;
};

template <class Options>
void state(Options& options, std::string_view name, std::vector<std::string> texts) {
  TextSetter setter(name, std::move(texts));
  describe(options, setter);
}

}  // namespace drfs::testing
