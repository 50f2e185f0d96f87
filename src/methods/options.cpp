// What any method can be told: the options of a choice, declared and checked.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "drfs/methods.hpp"
#include "methods/option_texts.hpp"
#include "methods/settings.hpp"

namespace drfs {
namespace {

void describe_aim(SelectOptions& o, OptionVisitor& v) {
  AimOptions& aim = o.aim;
  v.option(
      "aim",
      Choice{[&o] { return std::string(name_of(aim_of(o), kAimNames)); },
             [&aim](const std::string& name) {
               if (!aim.aim || name != name_of(*aim.aim, kAimNames))
                 aim.aim = value_of("option --aim", name, kAimNames);
             },
             names_of(kAimNames)},
      "What the choice minimises: the worst population's risk, a smooth maximum of the risks, the "
      "mean of the worst ones, the mean of all, or the largest loss against a population's own "
      "best set");
  v.option("beta", aim.beta, "Temperature of the aim softmax");
  v.option("cvar-share", aim.cvar_share,
           "Share of the populations, from the worst-served on, whose mean risk is the aim cvar");
  const auto amount = [](const char* option, const char* form) {
    return [=](const std::string& text) { return parse_amount(option, text, form); };
  };
  v.option("population-weight",
           written(aim.population_weight,
                   amount("population-weight",
                          "name=2,… with the names of populations and weights of at least 0"),
                   kTextOf),
           "What populations count in the aims softmax, cvar and mean: name=2,…; others count 1");
  v.option(
      "max-risk",
      written(aim.max_risk, amount("max-risk", "0.3 for all populations, or name=0.3,… for some"),
              kTextOf),
      "Choose the fewest features that bring the risk of every population (0.3) or of those named "
      "(name=0.3,…) down to this value; --budget is the upper limit on their number");
}

void describe_settings(MethodSettings& settings, OptionVisitor& v) {
  describe(settings.means, v);
  v.group("Objective");
  describe(settings.objective, v);
  describe(settings.kernel, v);
  v.group("Relaxation");
  describe(settings.relax, v);
  describe(settings.optimize, v);
  v.group("Refinement");
  describe(settings.refine, v);
  v.option(
      "without",
      written(
          settings.without,
          [](const std::string& name) { return value_of("option --without", name, kStageNames); },
          [](Stage stage) { return std::string(name_of(stage, kStageNames)); }),
      fmt::format("Stages to leave out, to see what they are worth: {}",
                  fmt::join(names_of(kStageNames), ", ")));
}

/// Puts down the names of what it is shown.
class NameCollector final : public OptionVisitor {
 public:
  std::vector<std::string> names;

  using OptionVisitor::option;
  void option(std::string_view name, int&, std::string_view) override { add(name); }
  void option(std::string_view name, std::uint64_t&, std::string_view) override { add(name); }
  void option(std::string_view name, double&, std::string_view) override { add(name); }
  void option(std::string_view name, bool&, std::string_view) override { add(name); }
  void option(std::string_view name, std::string&, std::string_view) override { add(name); }
  void option(std::string_view name, std::vector<std::string>&, std::string_view) override {
    add(name);
  }
  void option(std::string_view name, Choice, std::string_view) override { add(name); }

 private:
  void add(std::string_view name) { names.emplace_back(name); }
};

void check_aim(const SelectOptions& options) {
  const auto& weights = options.aim.population_weight;
  const AimName aim = aim_of(options);
  check(Aggregation{aim, options.aim.beta, options.aim.cvar_share, options.aim.own});
  if (!weights.empty() && (aim == AimName::worst || aim == AimName::regret))
    throw Error(ErrorCode::usage, {"option --population-weight", text_of(weights[0]),
                                   "has no effect where only the largest counts, as under --aim " +
                                       std::string(name_of(aim, kAimNames)),
                                   "Add --aim mean, cvar or softmax, or leave the weights out"});
}

}  // namespace

std::vector<std::string> setting_names() {
  MethodSettings settings;
  NameCollector collector;
  describe_settings(settings, collector);
  return collector.names;
}

void check(const SelectOptions& options) {
  const MethodSettings settings = settings_of(options);
  const bool limited = !options.rules.budget_cost.empty() || !options.aim.max_risk.empty();
  require_option(options.budget >= (limited ? 0 : 1), "budget", options.budget,
                 "a whole number of at least 1, or --budget-cost, or --max-risk");
  require_option(options.bootstrap >= 0, "bootstrap", options.bootstrap,
                 "0 (none) or a number of resamples");
  make_model(options.model, Task::regression);
  check(settings.means);
  check(settings.kernel);
  check(settings.objective);
  check_aim(options);
  check(settings.optimize);
  check(settings.relax);
  check(settings.refine);
  const bool searches = !is_ranking(options.method) && settings.refine.refine_passes > 0;
  if (!options.aim.max_risk.empty() && !searches)
    throw Error(ErrorCode::usage, {"option --max-risk", text_of(options.aim.max_risk[0]),
                                   "needs the search of --method auto",
                                   "Leave out --method and --refine-passes, or give --budget"});
}

void describe(SelectOptions& o, OptionVisitor& v) {
  o.settings = settings_of(o);
  MethodSettings& settings = *o.settings;
  v.group("Choice");
  v.option("method", o.method, fmt::format("How to choose: {}", fmt::join(method_names(), ", ")));
  v.option("preset", o.preset,
           fmt::format("The paper's settings for one of its data sets: {}",
                       fmt::join(preset_names(), ", ")));
  v.option("budget", o.budget,
           "Most features to choose; 0 = as many as --budget-cost allows or --max-risk needs");
  v.option("seed", o.seed, "Seed of everything random");
  v.option(
      "bootstrap", o.bootstrap,
      "Resamples of the rows on which the choice is repeated, to see how firm it is; 0 = none");
  describe(o.split, v);
  v.group("Aim");
  describe_aim(o, v);
  describe(o.rules, v);
  v.group("Conditional means");
  describe(o.model, v);
  describe_settings(settings, v);
}

}  // namespace drfs
