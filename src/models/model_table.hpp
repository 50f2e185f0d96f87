// The factories of the models, one per file of this folder; models.cpp lists them.
#pragma once

#include <memory>

#include "drfs/models.hpp"

namespace drfs {

std::unique_ptr<Model> make_better_regression(const ModelOptions&);
std::unique_ptr<Model> make_better_binary(const ModelOptions&);
std::unique_ptr<Model> make_better_multiclass(const ModelOptions&);
std::unique_ptr<Model> make_xgboost_regression(const ModelOptions&);
std::unique_ptr<Model> make_xgboost_binary(const ModelOptions&);
std::unique_ptr<Model> make_xgboost_multiclass(const ModelOptions&);
std::unique_ptr<Model> make_forest_regression(const ModelOptions&);
std::unique_ptr<Model> make_forest_binary(const ModelOptions&);
std::unique_ptr<Model> make_forest_multiclass(const ModelOptions&);
std::unique_ptr<Model> make_smooth_regression(const ModelOptions&);
std::unique_ptr<Model> make_ridge_regression(const ModelOptions&);
std::unique_ptr<Model> make_logistic_regression(const ModelOptions&);
std::unique_ptr<Model> make_logistic_multiclass(const ModelOptions&);
std::unique_ptr<Model> make_mlp_regression(const ModelOptions&);
std::unique_ptr<Model> make_mlp_binary(const ModelOptions&);
std::unique_ptr<Model> make_mlp_multiclass(const ModelOptions&);

}  // namespace drfs
