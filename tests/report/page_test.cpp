// The page of a run as a browser sees it: whatever the result and whatever the names, it is well
// formed, its tables are rectangular and it needs nothing from outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;

struct Tag {
  std::string name, attributes;
  bool closes = false, is_empty = false;
  std::string text_before;
};

/// The tags of a page in their order. Quotation marks hide what is between them.
std::vector<Tag> tags_of(const std::string& page) {
  std::vector<Tag> tags;
  for (std::size_t at = 0, open = page.find('<'); open != std::string::npos;
       open = page.find('<', at)) {
    Tag tag;
    tag.text_before = page.substr(at, open - at);
    bool quoted = false;
    std::size_t end = open + 1;
    for (; end < page.size() && (quoted || page[end] != '>'); ++end) quoted ^= page[end] == '"';
    std::string inner = page.substr(open + 1, end - open - 1);
    if ((tag.closes = inner.starts_with('/'))) inner.erase(0, 1);
    if ((tag.is_empty = inner.ends_with('/'))) inner.pop_back();
    tag.name = inner.substr(0, inner.find_first_of(" \n"));
    tag.attributes = inner.substr(tag.name.size());
    tag.is_empty = tag.is_empty || tag.name == "meta" || tag.name == "br" || tag.name == "!doctype";
    tags.push_back(tag);
    at = end + 1;
  }
  return tags;
}

/// What is wrong with the page; empty where nothing is.
std::string fault_of(const std::string& page) {
  std::vector<std::string> open;
  for (const auto& tag : tags_of(page)) {
    for (auto at = tag.text_before.find('&'); at != std::string::npos;
         at = tag.text_before.find('&', at + 1)) {
      const std::string entity = tag.text_before.substr(at, tag.text_before.find(';', at) - at + 1);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;")
        return "a bare & in: " + tag.text_before;
    }
    if (std::ranges::count(tag.attributes, '"') % 2 != 0) return "quotes: " + tag.attributes;
    if (tag.is_empty) continue;
    if (!tag.closes) {
      open.push_back(tag.name);
    } else if (open.empty() || open.back() != tag.name) {
      return "</" + tag.name + "> closes " + (open.empty() ? "nothing" : open.back());
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

/// Per table, the columns of each of its rows.
std::vector<std::vector<int>> columns_of_tables(const std::string& page) {
  std::vector<std::vector<int>> tables;
  for (const auto& tag : tags_of(page)) {
    if (tag.closes) continue;
    if (tag.name == "table") tables.emplace_back();
    if (tag.name == "tr") tables.back().push_back(0);
    if (tag.name != "td" && tag.name != "th") continue;
    const auto span = tag.attributes.find("colspan=");
    tables.back().back() +=
        span == std::string::npos ? 1 : std::stoi(tag.attributes.substr(span + 8));
  }
  return tables;
}

RunResult with_names_of_all_kinds() {
  RunResult result = made_up::resampled(made_up::with_costs(made_up::searched()));
  const auto names = made_up::odd_names();
  for (std::size_t i = 0; i < result.features.size(); ++i) {
    result.features[i].name = names[i];
    result.features[i].label = "label of " + names[i];
    result.features[i].value_labels = {{1, names[i]}};
  }
  result.populations[0].name = names[2];
  result.populations[1].name = names[1];
  result.selection.spending[0].resource = names[2];
  result.selection.set_ups = {names[2], names[1]};
  result.left_out = {{names[2], "is constant"}};
  return result;
}

/// As `auto` has it on most tables.
RunResult searched_without_relaxation() {
  RunResult result = made_up::searched();
  result.selection.relaxation = {};
  for (auto& chosen : result.selection.selected) chosen.noise.reset();
  return result;
}

RunResult of_one_population() {
  RunResult result = made_up::searched();
  result.populations.resize(1);
  for (auto& point : result.selection.relaxation.trace) point.risk.resize(1);
  return result;
}

const std::map<std::string, RunResult>& results() {
  static const std::map<std::string, RunResult> all = {
      {"by a baseline", made_up::by_a_baseline()},
      {"by a baseline with costs", made_up::with_costs(made_up::by_a_baseline())},
      {"relaxed", made_up::relaxed()},
      {"searched", made_up::searched()},
      {"searched without a relaxation", searched_without_relaxation()},
      {"searched with costs", made_up::with_costs(made_up::searched())},
      {"resampled", made_up::resampled()},
      {"interrupted", made_up::interrupted()},
      {"with regret", made_up::with_regret()},
      {"of noise", made_up::of_noise()},
      {"of one population", of_one_population()},
      {"with odd names", with_names_of_all_kinds()}};
  return all;
}

TEST(Page, IsWellFormedWhateverTheResult) {
  for (const auto& [name, result] : results())
    EXPECT_EQ(fault_of(made_up::page_of(result)), "") << name;
}

TEST(Page, TheCheckerOfThisTestSeesFaults) {
  EXPECT_EQ(fault_of("<p>a &amp; b<br></p>"), "");
  for (const char* wrong : {"<p>", "<p><b></p></b>", "<p>a & b</p>", "</p>", "<p class=\"x>a</p>"})
    EXPECT_NE(fault_of(wrong), "") << wrong;
}

TEST(Page, EveryRowOfATableHasItsColumns) {
  for (const auto& [name, result] : results()) {
    std::string page = made_up::page_of(result);
    page.resize(page.find("<details>"));  // the options have no heading
    for (const auto& rows : columns_of_tables(page))
      for (const int columns : rows) EXPECT_EQ(columns, rows[0]) << name;
  }
}

TEST(Page, SaysWhatFeaturesAreWorthWithAndWithoutARelaxation) {
  for (const RunResult& result : {made_up::searched(), searched_without_relaxation()}) {
    const std::string page = made_up::page_of(result);
    EXPECT_NE(page.find("<th class=n>without it</th>"), std::string::npos);
    EXPECT_NE(page.find("+0.250 ± 0.031"), std::string::npos);
    EXPECT_NE(page.find("Not shown to help: "), std::string::npos);
    EXPECT_EQ(page.find("<th class=n>noise</th>") == std::string::npos,
              result.selection.relaxation.alpha.empty());
  }
}

TEST(Page, NeedsNothingFromOutside) {
  for (const auto& [name, result] : results()) {
    const std::string page = made_up::page_of(result);
    for (const char* part : {"http:", "https:", "src=", "href=", "<script", "@import", "url("})
      EXPECT_FALSE(has(page, part)) << part << " in the page " << name;
  }
}

TEST(Page, NoNameBecomesMarkup) {
  const std::string page = made_up::page_of(with_names_of_all_kinds());
  EXPECT_FALSE(has(page, "<b>&amp;</b>"));
  // The feature, its label, the population, the resource, the set-up and the column left out.
  EXPECT_TRUE(has(page, "<td>&lt;b&gt;&amp;amp;&lt;/b&gt;</td>"));
  EXPECT_TRUE(has(page, "label of &lt;b&gt;"));
  EXPECT_TRUE(has(page, "<th class=n>&lt;b&gt;&amp;amp;&lt;/b&gt;</th>"));
  EXPECT_TRUE(has(page, "set-up: &lt;b&gt;&amp;amp;&lt;/b&gt;, say &quot;hm&quot;"));
  EXPECT_TRUE(has(page, "<li>column &lt;b&gt;&amp;amp;&lt;/b&gt;: is constant</li>"));
}

TEST(Page, OptionsAreEscapedToo) {
  RunOptions options = made_up::options();
  options.data = "<i>&.csv";
  options.dataset.target = "y \"<u>\"";
  const std::string page = made_up::page_of(made_up::relaxed(), options);
  EXPECT_EQ(fault_of(page), "");
  EXPECT_TRUE(has(page, "predicts <b>y &quot;&lt;u&gt;&quot;</b>"));
  EXPECT_TRUE(has(page, "&lt;i&gt;&amp;.csv · predicts"));
}

TEST(Page, OptionsThatAreNotUtf8StillMakeAPage) {
  RunOptions options = made_up::options();
  options.dataset.target = "gr\xF6\xDF";
  EXPECT_TRUE(has(made_up::page_of(made_up::relaxed(), options), "</html>"));
}

}  // namespace
}  // namespace drfs
