#include "options.hpp"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace drfs::python {
namespace nb = nanobind;
namespace {

std::string python_name(std::string_view option) {
  std::string name(option);
  std::ranges::replace(name, '-', '_');
  return name == "lambda" ? "lambda_" : name;  // a word of Python's own
}

std::string shown(nb::handle value) {
  return nb::cast<std::string>(nb::repr(value));
}

class DictReader final : public OptionVisitor {
 public:
  explicit DictReader(const nb::dict& values) : values_(values) {}

  std::vector<std::string> known;

  void option(std::string_view name, int& value, std::string_view) override {
    if (nb::object given = find(name)) value = whole_number<int>(name, given);
  }
  void option(std::string_view name, std::uint64_t& value, std::string_view) override {
    if (nb::object given = find(name)) value = whole_number<std::uint64_t>(name, given);
  }
  void option(std::string_view name, double& value, std::string_view) override {
    nb::object given = find(name);
    if (!given) return;
    const double number = PyFloat_AsDouble(given.ptr());
    if (PyErr_Occurred() != nullptr) refuse(name, "a number", given);
    value = number;
  }
  void option(std::string_view name, bool& value, std::string_view) override {
    nb::object given = find(name);
    if (!given) return;
    if (!nb::isinstance<nb::bool_>(given)) refuse(name, "True or False", given);
    value = nb::cast<bool>(given);
  }
  void option(std::string_view name, std::string& value, std::string_view) override {
    if (nb::object given = find(name)) value = text(name, given, "a text");
  }
  void option(std::string_view name, std::vector<std::string>& value, std::string_view) override {
    nb::object given = find(name);
    if (!given) return;
    value.clear();
    if (nb::isinstance<nb::str>(given)) {
      value.push_back(nb::cast<std::string>(given));
      return;
    }
    if (!nb::isinstance<nb::list>(given) && !nb::isinstance<nb::tuple>(given))
      refuse(name, "a text or a list of texts", given);
    for (nb::handle item : given) value.push_back(text(name, item, "a list of texts"));
  }
  void option(std::string_view name, Choice choice, std::string_view) override {
    if (nb::object given = find(name))
      choice.set(text(name, given, fmt::format("one of {}", fmt::join(choice.known, ", "))));
  }

 private:
  /// Null where it is not given; None stands for the default.
  nb::object find(std::string_view option) {
    known.push_back(python_name(option));
    const nb::str key(known.back().c_str());
    if (!values_.contains(key)) return {};
    nb::object value = values_[key];
    return value.is_none() ? nb::object() : value;
  }

  template <class T>
  T whole_number(std::string_view name, const nb::object& given) {
    T value{};
    nb::object number = nb::steal(PyNumber_Index(given.ptr()));
    PyErr_Clear();
    if (!number || nb::isinstance<nb::bool_>(given) || !nb::try_cast(number, value))
      refuse(name, "a whole number", given);
    return value;
  }

  static std::string text(std::string_view name, nb::handle given, std::string_view wanted) {
    if (!nb::isinstance<nb::str>(given)) refuse(name, wanted, given);
    return nb::cast<std::string>(given);
  }

  [[noreturn]] static void refuse(std::string_view name, std::string_view wanted,
                                  nb::handle given) {
    PyErr_Clear();
    throw nb::type_error(
        fmt::format("{}: {} is given where {} is needed", python_name(name), shown(given), wanted)
            .c_str());
  }

  const nb::dict& values_;
};

class Lister final : public OptionVisitor {
 public:
  nb::list options;

  void group(std::string_view title) override { group_ = title; }
  void option(std::string_view name, int& value, std::string_view help) override {
    add(name, "int", nb::cast(value), help);
  }
  void option(std::string_view name, std::uint64_t& value, std::string_view help) override {
    add(name, "int", nb::cast(value), help);
  }
  void option(std::string_view name, double& value, std::string_view help) override {
    add(name, "float", nb::cast(value), help);
  }
  void option(std::string_view name, bool& value, std::string_view help) override {
    add(name, "bool", nb::cast(value), help);
  }
  void option(std::string_view name, std::string& value, std::string_view help) override {
    add(name, "str", nb::cast(value), help);
  }
  void option(std::string_view name, std::vector<std::string>& value,
              std::string_view help) override {
    add(name, "list", nb::cast(value), help);
  }
  void option(std::string_view name, Choice choice, std::string_view help) override {
    add(name, "choice", nb::cast(choice.get()), help, choice.known);
  }

 private:
  void add(std::string_view name, const char* kind, nb::object value, std::string_view help,
           const std::vector<std::string>& choices = {}) {
    nb::dict entry;
    entry["group"] = group_;
    entry["name"] = python_name(name);
    entry["kind"] = kind;
    entry["default"] = std::move(value);
    entry["choices"] = nb::cast(choices);
    entry["help"] = std::string(help);
    options.append(entry);
  }

  std::string group_;
};

}  // namespace

void set_options(const nb::dict& values, const DescribeAll& describe_all) {
  DictReader reader(values);
  describe_all(reader);
  for (auto [key, value] : values) {
    const auto name = nb::cast<std::string>(key);
    if (std::ranges::find(reader.known, name) != reader.known.end()) continue;
    const std::string near = nearest_name(name, reader.known);
    throw nb::type_error(fmt::format("unknown option '{}'{}", name,
                                     near.empty() ? "" : fmt::format(". Did you mean '{}'?", near))
                             .c_str());
  }
}

nb::list list_options(const DescribeAll& describe_all) {
  Lister lister;
  describe_all(lister);
  return lister.options;
}

}  // namespace drfs::python
