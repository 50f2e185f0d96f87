#include "select/search/refine.hpp"

namespace drfs {

void describe(RefineOptions& o, OptionVisitor& v) {
  v.option("refine-passes", o.refine_passes,
           "Most passes of the search by real models; 0 = no search at all");
  v.option("refine-rows", o.refine_rows,
           "Most rows of each population that the search fits models on, and most rows in total "
           "for models that all populations share");
  v.option("refine-folds", o.refine_folds, "Folds of the search's cross-validation");
  v.option("fill", o.fill,
           "Use up the budget, even for features that serve nobody by the search's measure");
  v.option("relaxation", o.relaxation,
           "In tables of more than 120 columns, let the relaxation, too, say which features the "
           "search may choose from");
  v.option("time-limit", o.time_limit,
           "Seconds after which the search ends with its best; 0 = none");
}

void check(const RefineOptions& o) {
  require_option(o.refine_passes >= 0, "refine-passes", o.refine_passes, "0 (no search) or more");
  require_option(o.refine_rows >= 50, "refine-rows", o.refine_rows,
                 "a whole number of at least 50");
  require_option(o.refine_folds >= 2 && o.refine_folds <= 20, "refine-folds", o.refine_folds,
                 "a whole number from 2 to 20");
  require_option(o.time_limit >= 0, "time-limit", o.time_limit, "0 (none) or a number of seconds");
}

std::vector<ChosenFeature> chosen_features(const Refined& refined,
                                           const std::vector<double>& alpha) {
  std::vector<ChosenFeature> out;
  for (std::size_t feature : refined.ranked) {
    out.push_back({feature});
    if (!alpha.empty()) out.back().noise = alpha[feature];
  }
  for (std::size_t i = 0; i < refined.loss_without.size(); ++i)
    out[i].loss_without = refined.loss_without[i];
  return out;
}

}  // namespace drfs
