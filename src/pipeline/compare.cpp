// Every method at every budget with every seed, on the same rows.
#include "drfs/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drfs/methods.hpp"
#include "pipeline/budgets.hpp"

namespace drfs {
namespace {

constexpr int kMostSeeds = 1000;

SelectOptions options_of(const std::string& method, const std::string& preset, int budget,
                         std::uint64_t seed) {
  return {
      .method = method, .preset = method == "paper" ? preset : "", .budget = budget, .seed = seed};
}

std::vector<std::string> texts_of_budgets(const std::vector<int>& budgets) {
  std::vector<std::string> texts;
  for (int budget : budgets) texts.push_back(std::to_string(budget));
  return texts;
}

void require_distinct(std::vector<std::string> list, const char* option) {
  std::ranges::sort(list);
  const auto twice = std::ranges::adjacent_find(list);
  if (twice != list.end())
    throw Error(ErrorCode::usage,
                {fmt::format("option --{}", option), *twice, "is named twice", "Name each once"});
}

/// The trials of one seed. The data are made ready when the first of them is not yet known.
class SeedTrials {
 public:
  SeedTrials(const TableOfSeed& table, const DatasetOptions& dataset, const CompareOptions& options,
             std::uint64_t seed, const Context& context)
      : table_(table), dataset_(dataset), options_(options), seed_(seed), context_(context) {}

  Trial run(const std::string& method, int budget) {
    if (!data_) prepare_data();
    const Selection& selection = choice(method, budget);
    Trial trial{method, budget, seed_, {}, {}, selection.choose_seconds};
    std::vector<std::size_t> features;
    for (const auto& chosen : selection.selected)
      if (features.size() < static_cast<std::size_t>(budget)) features.push_back(chosen.feature);
    for (std::size_t feature : features) trial.selected.push_back(data_->features[feature].name);
    trial.scores = downstream_scores(*data_, features, options_.downstream, context_);
    return trial;
  }

 private:
  /// What cannot work with these data is refused before anything is chosen.
  void prepare_data() {
    data_ = prepare(table_(seed_), dataset_, options_.split, seed_, context_);
    check_budget(options_.budgets.back(), data_->features.size());
    for (const auto& name : options_.downstream) make_model({.model = name}, data_->task);
  }

  /// A method that ranks the features is asked once, for the largest budget.
  const Selection& choice(const std::string& method, int budget) {
    const int asked = is_ranking(method) ? options_.budgets.back() : budget;
    if (method != method_ || asked != asked_) {
      selection_ =
          select_features(*data_, options_of(method, options_.preset, asked, seed_), context_);
      method_ = method;
      asked_ = asked;
    }
    // A selection that was cut short must not pass for a result.
    context_.throw_if_stopped();
    return selection_;
  }

  const TableOfSeed& table_;
  const DatasetOptions& dataset_;
  const CompareOptions& options_;
  const std::uint64_t seed_;
  const Context& context_;
  std::optional<Dataset> data_;
  std::string method_;
  int asked_ = 0;
  Selection selection_;
};

/// A comparison has a bar of its own; those of its parts would only flicker.
Context without_progress(const Context& context) {
  Context out = context;
  out.on_progress = nullptr;
  return out;
}

}  // namespace

void describe(CompareOptions& o, OptionVisitor& v) {
  v.group("Comparison");
  v.option("methods", o.methods, fmt::format("Methods: {}", fmt::join(method_names(), ", ")));
  v.option("budget",
           Texts{[&o] { return texts_of_budgets(o.budgets); },
                 [&o](const auto& texts) {
                   o.budgets = parse_budgets("budget", fmt::format("{}", fmt::join(texts, ",")));
                 }},
           "Most features to choose; several budgets are compared one by one");
  v.option("seeds", o.seeds, "Splits of the rows that everything is repeated on");
  v.option("seed", o.seed, "The first seed; the others follow it");
  describe_trial(o, v);
}

void describe_trial(CompareOptions& o, OptionVisitor& v) {
  v.option("downstream", o.downstream,
           fmt::format("Models that the features are for: {}", fmt::join(model_names(), ", ")));
  v.option("preset", o.preset,
           fmt::format("For the method paper, its settings for one of its data sets: {}",
                       fmt::join(preset_names(), ", ")));
  describe(o.split, v, "Share of each population's rows that chooses features");
}

void check(const CompareOptions& o) {
  for (const auto& method : o.methods) settings_of(options_of(method, o.preset, 1, 0));
  const auto known = model_names();
  for (const auto& name : o.downstream)
    if (std::ranges::find(known, name) == known.end())
      throw_unknown_name("option --downstream", name, known);
  const auto require_some = [](const auto& list, const char* option, const char* remedy) {
    if (list.empty())
      throw Error(ErrorCode::usage, {fmt::format("option --{}", option), "", "is empty", remedy});
  };
  require_some(o.methods, "methods", "Name at least one method");
  require_some(o.downstream, "downstream", "Name at least one model");
  require_some(o.budgets, "budget", "Say how many features to choose, e.g. --budget 5");
  require_distinct(o.methods, "methods");
  require_distinct(o.downstream, "downstream");
  check_budgets("budget", o.budgets);
  require_option(o.seeds >= 1 && o.seeds <= kMostSeeds, "seeds", o.seeds,
                 fmt::format("a whole number from 1 to {}", kMostSeeds));
}

Trials compare(const TableOfSeed& table, const DatasetOptions& dataset,
               const CompareOptions& options, const TrialStore& store, const Context& context) {
  check(options);
  const Context quiet = without_progress(context);
  Trials out;
  out.wanted =
      static_cast<std::size_t>(options.seeds) * options.methods.size() * options.budgets.size();
  try {
    for (int s = 0; s < options.seeds; ++s) {
      const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(s);
      SeedTrials here(table, dataset, options, seed, quiet);
      for (const auto& method : options.methods)
        for (int budget : options.budgets) {
          context.throw_if_stopped();
          context.progress({"compare", static_cast<double>(out.finished.size()),
                            static_cast<double>(out.wanted),
                            fmt::format("{}, budget {}, seed {}", method, budget, seed)});
          auto known = store.find ? store.find(method, budget, seed) : std::nullopt;
          if (!known) {
            known = here.run(method, budget);
            if (store.keep) store.keep(*known);
          }
          out.finished.push_back(std::move(*known));
        }
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted || out.finished.empty()) throw;
  }
  return out;
}

}  // namespace drfs
