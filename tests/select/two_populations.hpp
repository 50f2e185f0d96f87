// A small data set with a known answer, shared by the tests of the selection.
#pragma once

#include "core/random.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// Population p has y = x_p + a little of x_2 + `noise` times as much chance; columns 3 and 4 are
/// of no use.
inline Dataset two_populations(std::size_t rows = 400, float noise = 0.05F) {
  Dataset data;
  data.source = "made by hand";
  for (std::size_t d = 0; d < 5; ++d) data.features.push_back({"f" + std::to_string(d), d, 1, {}});
  for (std::uint32_t p = 0; p < 2; ++p) {
    Population population{p == 0 ? "A" : "B", Matrix(rows, 5), {}, std::vector<float>(rows, 1), 0};
    for (std::uint32_t j = 0; j < rows; ++j) {
      for (std::uint32_t d = 0; d < 5; ++d)
        population.x(j, d) = static_cast<float>(normals(4, Stream::bench, {p, j, d, 0})[0]);
      population.y.push_back(0.95F * population.x(j, p) + 0.3F * population.x(j, 2) +
                             noise *
                                 static_cast<float>(normals(4, Stream::bench, {p, j, 9, 0})[0]));
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

/// The same with noise, of which is told only whether y is above 0.
inline Dataset low_and_high(Task task) {
  Dataset data = two_populations(400, 0.5F);
  for (auto& population : data.populations)
    for (float& y : population.y) y = y > 0 ? 1.0F : 0.0F;
  data.task = task;
  if (task == Task::multiclass) data.target_levels = {"low", "high"};
  return data;
}

}  // namespace drfs
