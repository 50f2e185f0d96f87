#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <iostream>
#include <thread>
#include <utility>

#include "drfs/methods.hpp"
#include "drfs/parse_number.hpp"
#include "drfs/report.hpp"

namespace drfs::app {
namespace {

template <class Number>
Number number_in(std::string_view option, const std::string& text, std::string_view wanted) {
  const auto value = parse_number<Number>(text);
  bool right = value.has_value();
  if constexpr (std::is_floating_point_v<Number>) right = right && std::isfinite(*value);
  // TOML, which keeps a record of the options, has no larger whole numbers.
  if constexpr (std::is_same_v<Number, std::uint64_t>)
    right = right && std::in_range<std::int64_t>(*value);
  if (!right)
    throw Error(ErrorCode::usage,
                {fmt::format("option --{}", option), text, fmt::format("is not {}", wanted),
                 fmt::format("Give {}", wanted)});
  return *value;
}

class OptionAdder final : public OptionVisitor {
 public:
  explicit OptionAdder(CLI::App& app) : app_(app) {}

  void group(std::string_view title) override { group_ = title; }

  void option(std::string_view name, int& value, std::string_view help) override {
    add_number(name, value, help, "a whole number", "INT");
  }
  void option(std::string_view name, std::uint64_t& value, std::string_view help) override {
    add_number(name, value, help, "a whole number of at least 0", "INT");
  }
  void option(std::string_view name, double& value, std::string_view help) override {
    add_number(name, value, help, "a number", "NUMBER");
  }
  void option(std::string_view name, bool& value, std::string_view help) override {
    app_.add_flag(fmt::format("--{}", name), value, std::string(help))->group(group_);
  }
  void option(std::string_view name, std::string& value, std::string_view help) override {
    finish(app_.add_option(fmt::format("--{}", name), value, std::string(help)), "TEXT", value);
  }
  void option(std::string_view name, std::vector<std::string>& value,
              std::string_view help) override {
    add_list(
        name, [&value](const auto& given) { value = given; }, help)
        ->delimiter(',')
        ->type_name("A,B,C")
        ->default_str(fmt::format("{}", fmt::join(value, ",")));
  }
  void option(std::string_view name, const Text& text, std::string_view help) override {
    finish(app_.add_option_function<std::string>(fmt::format("--{}", name), text.set,
                                                 std::string(help)),
           "TEXT", text.get());
  }
  void option(std::string_view name, const Texts& texts, std::string_view help) override {
    CLI::Option* added = add_list(name, texts.set, help);
    if (texts.repeated)
      added->type_name("TEXT");
    else
      added->delimiter(',')->type_name("A,B,C")->default_str(
          fmt::format("{}", fmt::join(texts.get(), ",")));
  }
  /// Names of files may have commas, so several are several arguments.
  void option(std::string_view name, OneOrMore& value, std::string_view help) override {
    const bool positional = name == "data";
    const std::string names = positional ? "DATA,--data" : fmt::format("--{}", name);
    finish(app_.add_option_function<std::vector<std::string>>(
               names, [&value](const auto& given) { value = given; }, std::string(help)),
           "TEXT", fmt::format("{}", fmt::join(value.all, " ")));
  }
  void option(std::string_view name, Choice choice, std::string_view help) override {
    const std::string known = fmt::format("{}", fmt::join(choice.known, "|"));
    finish(app_.add_option_function<std::string>(fmt::format("--{}", name), choice.set,
                                                 std::string(help)),
           known, choice.get());
  }

 private:
  template <class Number>
  void add_number(std::string_view name, Number& value, std::string_view help,
                  std::string_view wanted, const char* type) {
    finish(app_.add_option_function<std::string>(
               fmt::format("--{}", name),
               [&value, option = std::string(name), wanted](const std::string& text) {
                 value = number_in<Number>(option, text, wanted);
               },
               std::string(help)),
           type, fmt::format("{}", value));
  }

  CLI::Option* add_list(std::string_view name,
                        const std::function<void(const std::vector<std::string>&)>& set,
                        std::string_view help) {
    return app_
        .add_option_function<std::vector<std::string>>(fmt::format("--{}", name), set,
                                                       std::string(help))
        ->allow_extra_args(false)
        ->group(group_);
  }

  void finish(CLI::Option* added, const std::string& type, const std::string& standard) {
    added->type_name(type)->group(group_);
    if (!standard.empty()) added->default_str(standard);
  }

  CLI::App& app_;
  std::string group_ = "Options";
};

/// The first argument that looks like an option and is none; empty where there is none.
std::string first_unknown(const CLI::App& app, const Arguments& arguments,
                          const std::vector<std::string>& known) {
  for (const auto& argument : arguments) {
    std::string name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && std::ranges::find(known, name) == known.end()) return name;
  }
  const auto rest = app.remaining();
  return rest.empty() ? std::string() : rest.front();
}

std::vector<std::string> known_flags(const CLI::App& app) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  return known;
}

}  // namespace

void describe(CommonOptions& o, OptionVisitor& v) {
  v.group("Running");
  v.option("threads", o.threads, "Threads; 0 = one per core. The result does not depend on it");
  v.option("json", o.json, "Print the result as JSON, and nothing else, on standard output");
  v.option("quiet", o.quiet, "No progress and no remarks");
}

int thread_count(const CommonOptions& options) {
  require_option(options.threads >= 0 && options.threads <= 4096, "threads", options.threads,
                 "0 (one per core) or a number of threads");
  if (options.threads > 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Error missing(std::string_view command, std::string thing, std::string remedy) {
  return {ErrorCode::usage,
          {fmt::format("drfs {}", command), "", std::move(thing), std::move(remedy)}};
}

void require_data(std::string_view command, const OneOrMore& data, const DatasetOptions& options) {
  if (data.empty())
    throw missing(
        command, "DATA is missing",
        fmt::format("Example: drfs {} table.csv --target y --population region {}", command,
                    command == "evaluate" ? "--features age,height" : "--budget 5"));
  if (options.target.empty())
    throw missing(command, "--target is missing",
                  "Name the column to predict, e.g. --target income");
  if (options.population.empty())
    throw missing(command, "--population is missing",
                  "Name the column that says which population a row belongs to");
}

void add_options(CLI::App& app, const DescribeAll& describe_all) {
  OptionAdder adder(app);
  describe_all(adder);
}

bool was_given(const CLI::App& app, std::string_view name) {
  const CLI::Option* option = app.get_option_no_throw("--" + std::string(name));
  return option != nullptr && option->count() > 0;
}

void refuse_ignored(const CLI::App& app, const SelectOptions& options) {
  for (const auto& name : ignored_options(options))
    if (was_given(app, name))
      throw Error(
          ErrorCode::usage,
          {fmt::format("option --{}", name), "",
           fmt::format("has no part in what --method {} does", options.method), "Leave it out"});
}

std::optional<int> read_options(CLI::App& app, const DescribeAll& all, const Arguments& arguments) {
  std::string config;
  add_options(app, all);
  app.add_option("--config", config, "TOML file with options of the same names")
      ->type_name("FILE")
      ->group("Running");
  if (auto done = parse(app, arguments)) return done;
  if (!config.empty())
    apply_toml(config, all, [&](std::string_view name) { return was_given(app, name); });
  return std::nullopt;
}

std::optional<int> parse(CLI::App& app, const Arguments& arguments) {
  try {
    Arguments reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return 0;
  } catch (const CLI::ExtrasError&) {
    const auto known = known_flags(app);
    const std::string unknown = first_unknown(app, arguments, known);
    const std::string near = nearest_name(unknown, known);
    throw Error(
        ErrorCode::usage,
        {fmt::format("{}, argument", app.get_name()), unknown, "is not known",
         fmt::format("{}`{} --help` lists the options",
                     near.empty() ? "" : fmt::format("Did you mean {}? ", near), app.get_name())});
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorCode::usage, {app.get_name(), "", error.what(),
                                   fmt::format("`{} --help` lists the options", app.get_name())});
  }
}

}  // namespace drfs::app
