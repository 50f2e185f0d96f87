#include "models/tree_growth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "models/tree_outcomes.hpp"

namespace drfs {
namespace {

/// Gains that differ by less than this share of themselves are equal, and the column that came
/// first keeps the split: in a node of two rows all columns gain the same but for rounding.
constexpr double kTie = 1 + 1e-10;

/// The rows of a node are the places first … last - 1 of every column's list.
struct Range {
  std::size_t first = 0, last = 0;
};

/// The sum of squares falls by  weight(node) * deviation^2 / (weight(left) * weight(right)).
struct Split {
  double squared = -1;     // deviation^2
  double product = 1;      // weight(left) * weight(right)
  std::size_t middle = 0;  // of those that have a value, the first that goes right
  std::uint32_t column = TreeNode::kLeaf;
  bool missing_left = false;
};

/// Never the upper value, which must go right, not even where rounding would have it so. All that
/// have a value go left where the upper one is missing.
float midway(float low, float high) {
  if (std::isnan(high)) return std::numeric_limits<float>::infinity();
  const auto middle = static_cast<float>((static_cast<double>(low) + high) / 2);
  return middle < high ? middle : low;
}

/// The columns in a random order that depends on tree and node alone, drawn as far as needed.
class ColumnOrder {
 public:
  ColumnOrder(std::vector<std::uint32_t>& columns, std::uint32_t tree, std::uint32_t node)
      : columns_(columns), tree_(tree), node_(node) {
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  std::uint32_t next() {
    if (drawn_ % 4 == 0)
      bits_ =
          random_bits(0, Stream::forest, {tree_, node_, static_cast<std::uint32_t>(drawn_ / 4), 1});
    const std::uint64_t left = columns_.size() - drawn_;
    std::swap(columns_[drawn_], columns_[drawn_ + (bits_[drawn_ % 4] * left >> 32)]);
    return columns_[drawn_++];
  }

 private:
  std::vector<std::uint32_t>& columns_;
  std::uint32_t tree_, node_;
  std::size_t drawn_ = 0;
  std::array<std::uint32_t, 4> bits_{};
};

/// The growth of one tree. Every column's list is sorted once; a split parts all lists, which
/// keeps them sorted, so that no node sorts again. Nodes wait on a stack of our own: a chain of
/// splits may be as deep as there are rows.
template <class Outcomes>
class Growth {
 public:
  Growth(Outcomes outcomes, std::size_t rows, std::size_t columns, const TreeOptions& options)
      : outcomes_(std::move(outcomes)),
        options_(options),
        goes_left_(rows),
        lists_(columns),
        columns_(columns),
        tree_(outcomes_.empty_tree()) {
    tree_.gain.assign(columns, 0.0);
  }

  void fill(MatrixView<const float> x, std::span<const double> weight,
            std::span<const std::vector<std::uint32_t>> order) {
    for (std::size_t d = 0; d < lists_.size(); ++d) {
      lists_[d].reserve(weight.size());
      for (const std::uint32_t row : order[d])
        if (weight[row] > 0) lists_[d].push_back({x(row, d), row});
    }
    right_.resize(lists_[0].size());
  }

  Tree run() {
    tree_.nodes.emplace_back();
    place(0, lists_[0], {0, lists_[0].size()});
    while (!waiting_.empty()) {
      const Part part = std::move(waiting_.back());
      waiting_.pop_back();
      const Split best = best_split(part);
      if (best.column != TreeNode::kLeaf)
        divide(part, best);
      else
        outcomes_.write_leaf(part.outcomes, part.node, tree_);
    }
    return std::move(tree_);
  }

 private:
  struct Part {
    std::uint32_t node = 0;
    Range range;
    typename Outcomes::Node outcomes;
  };

  /// Lets the node of these rows wait for a split, or makes it a leaf where their outcomes are
  /// equal. Says whether it waits.
  bool place(std::uint32_t node, const std::vector<TreeEntry>& list, Range range) {
    const auto entries = std::span(list).subspan(range.first, range.last - range.first);
    Part part{node, range, outcomes_.node_of(entries)};
    const bool waits = !part.outcomes.pure;
    if (waits)
      waiting_.push_back(std::move(part));
    else
      outcomes_.write_leaf(part.outcomes, node, tree_);
    return waits;
  }

  Split best_split(const Part& part) {
    Split best;
    ColumnOrder order(columns_, options_.number, part.node);
    for (std::size_t seen = 0; seen < columns_.size(); ++seen) {
      if (seen >= options_.tried && best.column != TreeNode::kLeaf) break;
      search(order.next(), part, best);
    }
    return best;
  }

  /// Past the rows of the range that have a value; those that miss it stand at its end.
  std::size_t end_of_values(std::uint32_t column, Range range) const {
    const TreeEntry* list = lists_[column].data();
    std::size_t end = range.last;
    while (end > range.first && std::isnan(list[end - 1].x)) --end;
    return end;
  }

  void search(std::uint32_t column, const Part& part, Split& best) {
    const std::size_t end = end_of_values(column, part.range);
    if (end == part.range.first) return;
    const TreeEntry* list = lists_[column].data();
    const bool varies = list[part.range.first].x != list[end - 1].x;
    if (varies || end < part.range.last) try_thresholds(column, part, {end, end}, best);
    if (varies && end < part.range.last) try_thresholds(column, part, {end, part.range.last}, best);
  }

  /// The thresholds of a column, with the rows of `to_left` on the left whatever the threshold: all
  /// that miss the value, or none. In the latter case, these alone may be on the right.
  void try_thresholds(std::uint32_t column, const Part& part, Range to_left, Split& best) {
    const TreeEntry* list = lists_[column].data();
    const bool missing_left = to_left.last > to_left.first;
    typename Outcomes::Left left(outcomes_, part.outcomes);
    for (std::size_t i = to_left.first; i < to_left.last; ++i) outcomes_.add(list[i].row, left);
    const std::size_t last = missing_left ? to_left.first : part.range.last;
    for (std::size_t i = part.range.first; i < to_left.first && i + 1 < last; ++i) {
      outcomes_.add(list[i].row, left);
      if (list[i].x == list[i + 1].x) continue;
      const double squared = left.squared_deviation();
      const double product = left.weight * (part.outcomes.weight - left.weight);
      // Positive but where the weights differ so much that the light ones vanish in the sum.
      if (squared * best.product > kTie * best.squared * product && product > 0)
        best = {squared, product, i + 1, column, missing_left};
    }
  }

  void divide(const Part& part, Split split) {
    auto& list = lists_[split.column];
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(tree_.nodes.size() + 2);
    const std::size_t end = end_of_values(split.column, part.range);
    if (end == part.range.last)
      split.missing_left = split.middle - part.range.first > part.range.last - split.middle;
    TreeNode& node = tree_.nodes[part.node];
    node.column = split.column;
    node.missing_left = split.missing_left ? 1 : 0;
    node.left = left;
    node.value = midway(list[split.middle - 1].x, list[split.middle].x);
    tree_.gain[split.column] += part.outcomes.weight * split.squared / split.product;
    if (split.missing_left) {  // left ones first, and in both parts values before missing ones
      const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
      std::rotate(at(split.middle), at(end), at(part.range.last));
      split.middle += part.range.last - end;
    }
    const bool left_waits = place(left, list, {part.range.first, split.middle});
    const bool right_waits = place(left + 1, list, {split.middle, part.range.last});
    if (left_waits || right_waits) part_lists(part.range, split);
  }

  /// Parts the range of every list into the rows that go left and those that go right, each in
  /// the order it had. Without a branch on the side, which nobody could predict.
  void part_lists(Range range, const Split& split) {
    const auto& chosen = lists_[split.column];
    for (std::size_t i = range.first; i < range.last; ++i)
      goes_left_[chosen[i].row] = i < split.middle;
    for (std::size_t d = 0; d < lists_.size(); ++d) {
      if (d == split.column) continue;
      TreeEntry* list = lists_[d].data();
      TreeEntry* left = list + range.first;
      TreeEntry* right = right_.data();
      for (std::size_t i = range.first; i < range.last; ++i) {
        const TreeEntry entry = list[i];
        const bool goes_left = goes_left_[entry.row] != 0;
        *left = entry;
        *right = entry;
        left += goes_left;
        right += !goes_left;
      }
      std::copy(right_.data(), right, left);
    }
  }

  Outcomes outcomes_;
  TreeOptions options_;
  std::vector<std::uint8_t> goes_left_;        // per row
  std::vector<std::vector<TreeEntry>> lists_;  // per column
  std::vector<std::uint32_t> columns_;         // scratch of ColumnOrder
  std::vector<TreeEntry> right_;               // scratch of part_lists
  std::vector<Part> waiting_;
  Tree tree_;
};

}  // namespace

std::span<const float> Tree::predict(MatrixView<const float> x, std::size_t row) const {
  const TreeNode* node = nodes.data();
  while (node->column != TreeNode::kLeaf) {
    const float value = x(row, node->column);
    const bool left = value <= node->value || (std::isnan(value) && node->missing_left != 0);
    node = &nodes[node->left + (left ? 0 : 1)];
  }
  if (classes == 0) return {&node->value, 1};
  return std::span(shares).subspan(node->left * classes, classes);
}

TreeGrower::TreeGrower(MatrixView<const float> x, std::span<const float> y, std::size_t classes)
    : x_(x), y_(y), classes_(classes), order_(x.columns, std::vector<std::uint32_t>(x.rows)) {
  centre_ = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  for (std::size_t d = 0; d < x.columns; ++d) {
    const auto column = x.column(d);
    std::iota(order_[d].begin(), order_[d].end(), 0U);
    std::ranges::sort(order_[d], [&](std::uint32_t i, std::uint32_t j) {
      if (std::isnan(column[i]) || std::isnan(column[j]))  // these come last
        return std::isnan(column[i]) == std::isnan(column[j]) ? i < j : std::isnan(column[j]);
      return column[i] != column[j] ? column[i] < column[j] : i < j;
    });
  }
}

Tree TreeGrower::grow(std::span<const double> weight, const TreeOptions& options) const {
  const auto grow_on = [&](auto outcomes) {
    Growth growth(std::move(outcomes), y_.size(), x_.columns, options);
    growth.fill(x_, weight, order_);
    return growth.run();
  };
  return classes_ == 0 ? grow_on(NumberOutcomes(y_, centre_, weight))
                       : grow_on(ClassOutcomes(y_, classes_, weight));
}

}  // namespace drfs
