// From a file to a data set: read a Table, choose and encode its columns, put
// rows and columns into a canonical order, split, impute and standardise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/options.hpp"

namespace drfs {

// ---- the table: what a file says -------------------------------------------

enum class ColumnType { number, category };

/// A missing number, in columns, targets and matrices alike.
inline constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// What the source calls one of a column's values: 1 is "male".
struct ValueLabel {
  double value = 0;
  std::string label;
};

/// Numbers that somebody else keeps for as long as they are needed: floats or doubles, a fixed
/// distance apart.
struct NumberArray {
  const std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;  ///< bytes from one to the next
  bool doubles = false;
  std::size_t size = 0;

  double exactly(std::size_t i) const {
    const std::byte* at = first + static_cast<std::ptrdiff_t>(i) * stride;
    return doubles ? *reinterpret_cast<const double*>(at) : *reinterpret_cast<const float*>(at);
  }
  float operator[](std::size_t i) const { return static_cast<float>(exactly(i)); }
};

/// A column holds numbers (NaN = missing) or codes into its levels (-1 = missing). Its numbers are
/// its own, or those of an array in memory, which a reader of files never gives.
struct Column {
  std::string name;
  ColumnType type = ColumnType::number;
  std::vector<float> numbers;
  std::vector<std::int32_t> codes;
  std::vector<std::string> levels;
  bool rounded = false;    ///< some whole numbers of the source did not fit into a float
  std::string label = {};  ///< what the column is about, e.g. the text of the question
  std::vector<ValueLabel> value_labels = {};  ///< of numbers; a category's are its levels
  NumberArray borrowed = {};                  ///< where `numbers` is empty

  float number(std::size_t row) const {
    return borrowed.first != nullptr ? borrowed[row] : numbers[row];
  }
  std::size_t number_count() const {
    return borrowed.first != nullptr ? borrowed.size : numbers.size();
  }
  std::vector<float> take_numbers();  ///< leaves none behind
  bool is_rounded() const;            ///< `rounded`, or that of the numbers borrowed
};

struct Table {
  std::string source;  ///< the path or the synth: name, for messages
  std::size_t rows = 0;
  std::vector<Column> columns;
  std::vector<std::string> left_out;         ///< columns of the source that the plan did not keep
  std::vector<std::string> too_many_levels;  ///< kept by the plan, not stored: see max_levels

  std::vector<std::string> names() const;
};

struct ReadOptions {
  /// texts that stand for a missing value, besides the empty field, which always does
  std::vector<std::string> missing = {"NA", "N/A", "NaN", "nan", "null", "NULL", "?"};
  std::string delimiter = "auto";  ///< "auto", or one character, or "tab"
};
void describe(ReadOptions&, OptionVisitor&);

/// Which columns a reader keeps, and which it must read as text.
struct ColumnPlan {
  std::vector<std::string> keep;         ///< empty: all
  std::vector<std::string> drop;         ///< never read
  std::vector<std::string> categorical;  ///< categories even where they look like numbers
  /// A text column that is neither `target` nor in `categorical` is not stored where the source
  /// has more levels, in whatever rows: it is most likely an identifier. 0: no limit.
  int max_levels = 0;
  std::string target = {};
  bool target_is_number = false;  ///< even where the source says that its numbers are names
  std::vector<std::string> required = {};  ///< what each of several files must have
  bool of_a_part = false;                  ///< what the file lacks, something else may have
  /// kept besides `keep`; "w*" stands for every column whose name begins with w
  std::vector<std::string> replicate_weights = {};
};

/// As a population: the file that a row comes from, by its name without folder and extension.
inline constexpr std::string_view kFileColumn = "@file";

/// Reads DATA: a file of a known extension, a built-in set "synth:1?rows=…&features=…&seed=…", or
/// several of these, whose rows are put together and whose columns are matched by name.
Table read_table(const OneOrMore& data, const ReadOptions&, const ColumnPlan&, const Context&);

/// The names in the first line of delimited text, plain or gzip, without its rows.
std::vector<std::string> read_header(const std::string& path, const ReadOptions&, const Context&);

/// The rows listed, in that order. Levels that no row has any more stay.
Table keep_rows(Table table, std::span<const std::size_t> rows);

/// Of names, values and levels, in their order: whether two tables are the same.
std::string sha256_of_table(const Table&);

/// DATA in a heading or a message: "a.csv, b.csv and 3 more".
std::string data_title(const OneOrMore& data);

// ---- built-in synthetic sets ------------------------------------------------

struct SynthOptions {
  int set = 1;             ///< 1, 2 or 3, as in the paper
  std::uint64_t rows = 0;  ///< 0: the paper's number (36,000 or 44,000)
  int features = 0;        ///< 0: the paper's number (15 or 50)
  std::uint64_t seed = 0;
};

/// One of the paper's synthetic sets, columns x0, x1, …, y, population.
Table make_synthetic(const SynthOptions&);

/// Parses "synth:1?rows=36000&features=15&seed=0".
SynthOptions parse_synthetic(const std::string& data);

/// Gzip where the path ends with .gz.
void write_csv(const Table&, const std::string& path);

// ---- the data set: what the method sees --------------------------------------

enum class Task { automatic, regression, binary, multiclass };
inline constexpr EnumName<Task> kTaskNames[] = {{Task::automatic, "auto"},
                                                {Task::regression, "regression"},
                                                {Task::binary, "binary"},
                                                {Task::multiclass, "multiclass"}};

/// What is bought or left: a number is one column, a category one column per level, a group the
/// columns of all its parts.
struct Feature {
  std::string name;
  std::size_t first_column = 0;
  std::size_t column_count = 1;
  std::vector<std::string> levels;            ///< empty for a number
  std::string label = {};                     ///< of the column; of a group, its columns
  std::vector<ValueLabel> value_labels = {};  ///< of the column
  std::vector<Feature> parts = {};            ///< of a group; empty for a single column
  bool marks_missing = false;  ///< its last column is 1 where the value is missing, else 0
};

/// The columns of the table that a feature consists of: itself, unless it is a group.
std::span<const Feature> parts_of(const Feature&);

/// What `standardise` took away: a value v has become (v - mean) / deviation.
struct Scale {
  double mean = 0;
  double deviation = 1;  ///< 0 where it was constant
};

/// The rows of one population. x has one row per row, NaN where missing until imputed.
struct Population {
  std::string name;
  Matrix x;
  std::vector<float> y;
  std::vector<float> weight;        ///< of mean 1
  std::size_t selection_rows = 0;   ///< the first rows choose; the rest score
  std::vector<Scale> x_scale = {};  ///< per column; empty where x is as it was read
  Scale y_scale = {};
  Matrix replicate_weight = {};  ///< one column per replicate, on the table's scale; may be empty
  /// Per column, which rows had no value before x was imputed; empty for a column without gaps, and
  /// altogether unless some model is to know of them.
  std::vector<std::vector<bool>> was_missing = {};
};

/// A candidate that cannot be a feature: "is constant", "is constant in every population", "has
/// more than 100 levels" or "has no value in population 'A'" and what would keep it.
struct LeftOut {
  std::string column;
  std::string reason;
};

/// Features are sorted by name, populations by name, rows by a hash of their
/// content: the order of the input's rows and columns leaves no trace.
struct Dataset {
  std::string source;
  Task task = Task::regression;
  std::string target;
  std::vector<std::string> target_levels;  ///< the classes, where there are any: 0, 1, …
  std::vector<Feature> features;
  std::vector<LeftOut> left_out;  ///< sorted by name
  std::vector<Population> populations;
  std::size_t rows_without_target = 0;
  std::size_t rows_without_population = 0;
  std::size_t rows_without_weight = 0;  ///< missing or 0
  double replicate_scale = 0;           ///< of the squared deviations of the replicates

  std::size_t columns() const;  ///< columns of every x
  std::size_t classes() const;  ///< of a multiclass target; 0 for other tasks
};

/// The data set as if there were no other population.
Dataset one_population(const Dataset&, std::size_t population);

/// What a squared error is taken of: y itself or, where there are several classes, for each of them
/// whether a row is of it (1) or not (0).
std::vector<std::vector<float>> outcomes_of(const Dataset&, std::span<const float> y);

/// The columns of these features (indices, in any order), in the data set's order.
std::vector<std::size_t> columns_of(const Dataset&, std::span<const std::size_t> features);

enum class MissingValues { median, indicator, native, refuse };
inline constexpr EnumName<MissingValues> kMissingValuesNames[] = {
    {MissingValues::median, "median"},
    {MissingValues::indicator, "indicator"},
    {MissingValues::native, "native"},
    {MissingValues::refuse, "refuse"}};

/// Several columns that are one feature: the parts of a question, the readings of one device.
struct FeatureGroup {
  std::string name;
  std::vector<std::string> columns;
};

struct DatasetOptions {
  std::string target;  ///< column to predict
  std::vector<std::string>
      population;      ///< columns that say which population a row is of; several are crossed
  std::string weight;  ///< column of row weights; empty: all rows count 1
  std::vector<std::string> replicate_weights;  ///< columns, or one pattern like PWGTP*
  double replicate_scale = 0;         ///< of the replicates' squared deviations; 0: 4 / replicates
  std::vector<std::string> features;  ///< candidate features; empty: every other column
  std::vector<std::string> drop;      ///< columns to leave out
  std::vector<std::string> categorical;  ///< columns to treat as categories
  std::vector<FeatureGroup> group;       ///< columns that are one feature
  std::string labels;                    ///< a CSV file of what columns stand for
  Task task = Task::automatic;           ///< what kind of target it is
  int min_rows = 100;                    ///< fewest rows of a population
  bool pool_small = false;  ///< pool populations below min_rows instead of refusing them
  int max_levels = 100;     ///< a text column with more levels is left out
  MissingValues missing_values = MissingValues::median;  ///< what becomes of missing values
  /// populations that may lack a feature altogether; elsewhere the feature is left out
  std::vector<std::string> allow_missing_in;
};
/// What the option --features is for, unless said otherwise.
inline constexpr std::string_view kCandidates = "Candidate features; empty: every other column";
void describe(DatasetOptions&, OptionVisitor&, std::string_view features_help = kCandidates);

/// Where the data come from and what is made of them: the first group of options of every command
/// that reads a table.
void describe_data(OneOrMore& data, DatasetOptions&, ReadOptions&, OptionVisitor&,
                   std::string_view features_help = kCandidates);

/// What to read for these options.
ColumnPlan plan_columns(const DatasetOptions&);

/// Encodes, groups and orders; merges the copies of a row where they are rare. Consumes the table
/// column by column to save memory.
Dataset make_dataset(Table, const DatasetOptions&, const Context&);

struct SplitOptions {
  /// Share of each population's rows that chooses features, while the others score. 1: all choose,
  /// and nothing is scored. 0: automatic, which for a single split is 0.6.
  double selection_share = 0;
};
inline constexpr std::string_view kSelectionShare =
    "Share of each population's rows used to choose features, the others being used for scoring; "
    "0 = all rows choose and are scored by cross-fitting (if every population has at least 8,000 "
    "rows, 1,600 of each are held out for scoring instead); 1 = all rows choose and nothing is "
    "scored, which takes a sixth of the time of cross-fitting";
void describe(SplitOptions&, OptionVisitor&, std::string_view help = kSelectionShare);

/// For commands that have nothing to say without figures: throws Error(usage) where all rows
/// choose.
void check_something_is_scored(const SplitOptions&);

/// How rows come to score a choice that they had no part in.
enum class Figures {
  held_out,      ///< rows set aside, once
  cross_fitted,  ///< every row in turn, by a choice and by models made without it
  none,          ///< all rows choose, and there are no figures
};
inline constexpr EnumName<Figures> kFiguresNames[] = {{Figures::held_out, "held-out"},
                                                      {Figures::cross_fitted, "cross-fitted"},
                                                      {Figures::none, "none"}};

/// Reorders each population so that its first `selection_rows` rows are a random share of it.
void split_rows(Dataset&, const SplitOptions&, std::uint64_t seed);

/// Keeps which values are missing, for models that take them as such. The rows must have their
/// final order, and imputation is still to come.
void remember_missing(Dataset&);

/// Fills missing values: weighted medians (numbers) and most frequent levels (categories) of each
/// population's selection rows, of all populations' where one has none.
void impute(Dataset&, const Context&);

/// Mean 0 and variance 1 on each population's selection rows, for x and (regression) y.
/// A column that is constant there becomes 0. Throws where y is constant.
void standardise(Dataset&);

/// Columns of one group become one feature, which is the last step: until here each is by itself.
void group_features(Dataset&, const DatasetOptions&);

/// All that follows the split.
void make_ready(Dataset&, const DatasetOptions&, const Context&);

/// All of the above: a data set that features can be chosen from, some rows of which are held out.
Dataset prepare(Table, const DatasetOptions&, const SplitOptions&, std::uint64_t seed,
                const Context&);

}  // namespace drfs
