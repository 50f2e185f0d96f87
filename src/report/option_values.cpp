#include "report/option_values.hpp"

namespace drfs {
namespace {

class ValueCollector final : public OptionVisitor {
 public:
  nlohmann::ordered_json values = nlohmann::ordered_json::object();

  void option(std::string_view name, int& value, std::string_view) override { set(name, value); }
  void option(std::string_view name, std::uint64_t& value, std::string_view) override {
    set(name, value);
  }
  void option(std::string_view name, double& value, std::string_view) override { set(name, value); }
  void option(std::string_view name, bool& value, std::string_view) override { set(name, value); }
  void option(std::string_view name, std::string& value, std::string_view) override {
    set(name, value);
  }
  void option(std::string_view name, std::vector<std::string>& value, std::string_view) override {
    set(name, value);
  }
  void option(std::string_view name, Choice choice, std::string_view) override {
    set(name, choice.get());
  }
  void option(std::string_view name, OneOrMore& value, std::string_view) override {
    if (value.all.size() > 1) return set(name, value.all);
    set(name, value.empty() ? std::string() : value.all[0]);
  }

 private:
  template <class T>
  void set(std::string_view name, const T& value) {
    values[std::string(name)] = value;
  }
};

}  // namespace

nlohmann::ordered_json option_values(const DescribeAll& describe_all) {
  ValueCollector collector;
  describe_all(collector);
  return collector.values;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace drfs
