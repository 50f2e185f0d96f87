#include "report/stability.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "report/figures.hpp"

namespace drfs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kSetsListed = 10;
constexpr std::size_t kOthersShown = 5;

/// The features that were chosen at all, most often first, ties by name.
std::vector<std::size_t> by_frequency(const Stability& stability) {
  std::vector<std::size_t> order(stability.chosen.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t f) { return stability.chosen[f] == 0; });
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t f) { return stability.chosen[f]; });
  return order;
}

double share(const Stability& stability, int count) {
  return static_cast<double>(count) / static_cast<double>(stability.resamples);
}

std::string same_set_sentence(const RunResult& result) {
  const Stability& stability = *result.stability;
  const auto same =
      std::ranges::find(stability.sets, chosen_set(result.selection), &ChosenSet::features);
  const int count = same == stability.sets.end() ? 0 : same->count;
  return fmt::format("This very set was chosen in {} of {}.", count,
                     counted(static_cast<std::size_t>(stability.resamples), "resample"));
}

std::string unfinished_sentence(const Stability& stability) {
  if (stability.resamples == stability.asked) return "";
  return fmt::format("Interrupted: {} of the {} that were asked for {} finished.",
                     counted(static_cast<std::size_t>(stability.resamples), "resample"),
                     thousands(static_cast<std::size_t>(stability.asked)),
                     stability.resamples == 1 ? "is" : "are");
}

/// The search keeps no more than ten such sets, so ten may be more.
std::string nearly_as_good_sentence(const std::vector<NearlyAsGood>& sets) {
  return fmt::format("{}{} cannot be told apart from this one", counted(sets.size(), "other set"),
                     sets.size() >= kSetsListed ? " or more" : "");
}

/// A share of the resamples; what the choice has not is drawn in the second colour.
std::string share_bar(double share, bool selected) {
  constexpr double kWidth = 160;
  return fmt::format(
      R"(<svg width="{0}" height="12" role="img"><rect class="whole" width="{0}" height="12"/>)"
      R"(<rect class="{1}" width="{2:.1f}" height="12"/></svg>)",
      kWidth, selected ? "bar" : "other", kWidth * share);
}

std::string resamples_html(const RunResult& result) {
  const Stability& stability = *result.stability;
  std::string html = "<h2>What resamples choose</h2>\n";
  const std::string unfinished = unfinished_sentence(stability);
  if (!unfinished.empty()) html += fmt::format("<p>{}</p>\n", unfinished);
  if (stability.resamples == 0) return html;

  html += "<table class=narrow><tr><th>feature</th><th>chosen in</th><th></th><th></th></tr>\n";
  const auto row = [&](std::size_t feature, bool selected) {
    html += fmt::format("<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        selected ? "" : " class=quiet", escaped_html(result.features[feature].name),
                        chosen_in(stability, feature),
                        share_bar(share(stability, stability.chosen[feature]), selected),
                        selected ? "" : "not chosen");
  };
  for (const auto& chosen : result.selection.selected) row(chosen.feature, true);
  for (std::size_t feature : chosen_elsewhere(result)) row(feature, false);
  html += fmt::format(
      "</table>\n<p class=quiet>The selection was repeated on rows drawn with replacement from "
      "each population's own. {}</p>\n<table class=narrow><tr><th>set</th><th class=n>resamples"
      "</th></tr>\n",
      same_set_sentence(result));
  for (std::size_t i = 0; i < std::min(stability.sets.size(), kOthersShown); ++i)
    html += fmt::format("<tr><td>{}</td><td class=n>{}</td></tr>\n",
                        escaped_html(listed(stability.sets[i].features, result.features)),
                        stability.sets[i].count);
  return html + "</table>\n";
}

std::string nearly_as_good_html(const std::vector<NearlyAsGood>& sets,
                                const std::vector<Feature>& features) {
  std::string html = fmt::format(
      "<h2>Sets that are nearly as good</h2>\n<p>{}: in cross-validation on the rows that chose, "
      "the aim's value (by default the worst population's risk) is within one standard error. "
      "Where "
      "one of them is cheaper or easier to collect, it may well be the better choice.</p>\n"
      "<table class=narrow><tr><th>set</th><th class=n>value in the search</th></tr>\n",
      nearly_as_good_sentence(sets));
  for (const auto& [set, worst, aim] : sets)
    html += fmt::format("<tr><td>{}</td><td class=n>{:.3f}</td></tr>\n",
                        escaped_html(listed(set, features)), aim);
  return html + "</table>\n";
}

}  // namespace

std::string chosen_in(const Stability& stability, std::size_t feature) {
  return fmt::format("{} of {}", thousands(static_cast<std::size_t>(stability.chosen[feature])),
                     counted(static_cast<std::size_t>(stability.resamples), "resample"));
}

std::vector<std::size_t> chosen_elsewhere(const RunResult& result) {
  auto others = by_frequency(*result.stability);
  const auto selected = chosen_set(result.selection);
  std::erase_if(others, [&](std::size_t f) { return std::ranges::binary_search(selected, f); });
  others.resize(std::min(others.size(), kOthersShown));
  return others;
}

Json stability_json(const Stability& stability, const std::vector<Feature>& features) {
  Json frequencies = Json::array(), sets = Json::array();
  for (std::size_t feature : by_frequency(stability))
    frequencies.push_back({{"feature", features[feature].name},
                           {"chosen", share(stability, stability.chosen[feature])}});
  for (std::size_t i = 0; i < std::min(stability.sets.size(), kSetsListed); ++i)
    sets.push_back({{"features", feature_names(stability.sets[i].features, features)},
                    {"count", stability.sets[i].count}});
  return {{"resamples", stability.resamples},
          {"asked", stability.asked},
          {"features", frequencies},
          {"sets", sets}};
}

Json nearly_as_good_json(const Refinement& course, const std::vector<Feature>& features) {
  Json sets = Json::array();
  for (const auto& [set, worst, aim] : course.nearly_as_good)
    sets.push_back({{"features", feature_names(set, features)}, {"worst", worst}, {"aim", aim}});
  return sets;
}

std::string stability_text(const RunResult& result) {
  std::string text;
  if (const auto& stability = result.stability) {
    const std::string unfinished = unfinished_sentence(*stability);
    if (!unfinished.empty()) text += unfinished + "\n";
    if (stability->resamples > 0) {
      text += same_set_sentence(result);
      std::vector<std::string> others;
      for (std::size_t feature : chosen_elsewhere(result))
        others.push_back(fmt::format("{} ({} of {})", result.features[feature].name,
                                     stability->chosen[feature], stability->resamples));
      if (!others.empty())
        text += fmt::format(" Not in this set, but chosen there: {}.", fmt::join(others, ", "));
      text += "\n";
    }
  }
  if (const auto& course = result.selection.refinement; course && !course->nearly_as_good.empty()) {
    const auto& best = course->nearly_as_good.front();
    text += fmt::format("{}, e.g. {} ({:.3f} by the search's own measure; this one {:.3f}).\n",
                        nearly_as_good_sentence(course->nearly_as_good),
                        listed(best.features, result.features), best.aim, course->aim);
  }
  return text.empty() ? text : "\n" + text;
}

std::string stability_html(const RunResult& result) {
  std::string html;
  if (result.stability) html += resamples_html(result);
  const auto& course = result.selection.refinement;
  if (course && !course->nearly_as_good.empty())
    html += nearly_as_good_html(course->nearly_as_good, result.features);
  return html;
}

}  // namespace drfs
