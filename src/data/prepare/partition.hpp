// Which rows choose features and which score the choice, so that every figure is of rows that had
// no part in what they score: docs/method.md, section 7. Everything that is fitted to a part's rows
// (fills, scales, choice, models) is fitted to those that it does not score.
#pragma once

#include <functional>

#include "drfs/data.hpp"

namespace drfs {

/// Parts of the rows that are scored in turn.
inline constexpr std::size_t kParts = 5;

/// Most rows of a population that a part scores. The standard error of a share of variance over n
/// rows is about sqrt(2 / n) of itself: 3.5 % with so many.
inline constexpr std::size_t kScoredRows = 1600;

/// Where every population has as many rows, one part scores and no choice is repeated: what is set
/// aside, a fifth at most, is not missed, and that standard error is small enough.
inline constexpr std::size_t kPlenty = kParts * kScoredRows;

class Partition {
 public:
  /// Of a data set as make_dataset leaves it. Throws Error(data) where a part would leave nothing
  /// to learn from in some population.
  Partition(Dataset made, const DatasetOptions&, const SplitOptions&, std::uint64_t seed,
            const Context&);

  Figures figures() const { return figures_; }

  /// The rows that make the choice, which are all unless some are held out.
  const Dataset& whole() const { return whole_; }

  std::size_t parts() const;

  /// Every part in turn, ready for use: its selection rows train, the others are scored. Where
  /// rows are held out, the one part is `whole`; else each is made for the call, and keeping all
  /// of them would take kParts times the memory.
  void for_each_part(const std::function<void(std::size_t part, const Dataset&)>&,
                     const Context&) const;

 private:
  void shuffle(std::uint64_t seed);
  void deal_out_parts();
  Dataset part(std::size_t number, const Context&) const;

  DatasetOptions options_;
  Figures figures_ = Figures::held_out;
  Dataset made_;  ///< cross-fitted: all rows in random order, nothing fitted to them yet
  std::vector<std::vector<std::size_t>> part_of_row_;  ///< per population, likewise
  Dataset whole_;
};

}  // namespace drfs
