// Columns to candidate features: which are usable, how many matrix columns each takes,
// and the code of a category's level after its levels are sorted by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/prepare/grouping.hpp"
#include "data/prepare/roles.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// A usable column and its place in the design matrix.
struct EncodedFeature {
  Feature feature;
  std::size_t column = 0;                 ///< of the table
  std::vector<std::int32_t> level_rank;   ///< category: code to index in feature.levels
  std::vector<std::uint64_t> level_hash;  ///< category: per index in feature.levels
};

struct Encoding {
  std::vector<EncodedFeature> features;  ///< in the order of the roles' features
  std::vector<LeftOut> left_out;         ///< sorted by name
};

/// Leaves out, with a warning, what is constant, what is so in every population (a model of one
/// population learns nothing from it), what has too many levels, and what a population lacks that
/// may not. Throws where a column has no value at all or nothing is left.
Encoding encode_features(Table& table, const ColumnRoles& roles, const Grouping& groups,
                         const DatasetOptions& options, const Context& context);

/// The matrix columns of one feature for the rows listed, written to out[0 … column_count-1].
void encode_rows(const EncodedFeature& encoded, const Column& column,
                 std::span<const std::uint32_t> rows, MatrixView<float> out);

/// One value for -0 and 0, one for every NaN: what is equal has equal bits.
float canonical(float value);

}  // namespace drfs
