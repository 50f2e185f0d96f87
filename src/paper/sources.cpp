#include "paper/sources.hpp"

#include <fmt/format.h>

#include "paper/acs_files.hpp"
#include "paper/download.hpp"
#include "paper/us_states.hpp"

namespace drfs {
namespace {

/// The base address: the provider's, unless the options name another.
std::string base_of(const GetDataOptions& options, const std::string& provider) {
  return options.from.empty() ? provider : address_of(options.from);
}

std::vector<SourceFile> adult_files(const GetDataOptions& options) {
  const std::string base =
      base_of(options, "https://archive.ics.uci.edu/ml/machine-learning-databases/adult");
  return {{base + "/adult.data", "adult/adult.data",
           "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d"},
          {base + "/adult.test", "adult/adult.test",
           "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05"}};
}

/// The bureau publishes no checksums, and revises files now and then.
std::vector<SourceFile> acs_files(const GetDataOptions& options) {
  require_option(options.year >= 2007 && options.year <= 2100, "year", options.year,
                 "2007 or a later year");
  const std::string base = base_of(
      options, fmt::format("https://www2.census.gov/programs-surveys/acs/data/pums/{}/1-Year",
                           options.year));
  std::vector<SourceFile> files;
  for (const auto& state : states_of(options.states))
    files.push_back({fmt::format("{}/csv_p{}.zip", base, state.lower_postal()),
                     fmt::format("acs{}/{}", options.year, acs_file_name(state, options.year)), "",
                     true});
  return files;
}

constexpr struct {
  const char* name;
  std::vector<SourceFile> (*files)(const GetDataOptions&);
} kSources[] = {{"adult", adult_files}, {"acs", acs_files}};

}  // namespace

std::vector<std::string> public_data_names() {
  std::vector<std::string> names;
  for (const auto& source : kSources) names.emplace_back(source.name);
  return names;
}

std::vector<SourceFile> source_files(const std::string& name, const GetDataOptions& options) {
  for (const auto& source : kSources)
    if (name == source.name) return source.files(options);
  throw_unknown_name("data set", name, public_data_names());
}

}  // namespace drfs
