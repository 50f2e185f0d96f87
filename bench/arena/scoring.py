"""What a set of columns is worth to one population, on rows that had no part in choosing it.

Two kinds of model are cross-validated within the population, a linear one and boosted trees, and
the better one counts, so that a set is not judged by a model that does not suit it. Risk is the
squared error over the variance, or the log loss over that of the base rates.
"""

import numpy as np
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from encoding import class_codes, text_columns

FOLDS = 5


def risk(x, y, kind, seed):
    """NaN for a population whose target does not vary: there is nothing to explain."""
    if y.nunique() < 2:
        return np.nan
    return regression_risk(x, y, seed) if kind == "regression" else class_risk(x, y, seed)


def regression_risk(x, y, seed):
    y = y.to_numpy(float)
    folds = KFold(FOLDS, shuffle=True, random_state=seed)
    models = (
        make_pipeline(scaled(x), RidgeCV(np.logspace(-2, 4, 13))),
        make_pipeline(coded(x), HistGradientBoostingRegressor(
            max_iter=150, learning_rate=0.07, max_leaf_nodes=15, early_stopping=False)))
    errors = [np.mean((cross_val_predict(model, x, y, cv=folds) - y) ** 2) for model in models]
    return min(errors) / np.var(y)


def class_risk(x, y, seed):
    y = class_codes(y).to_numpy()
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    models = (
        make_pipeline(scaled(x), LogisticRegression(C=0.5, max_iter=500)),
        make_pipeline(coded(x), HistGradientBoostingClassifier(
            max_iter=100, learning_rate=0.05, max_leaf_nodes=8, early_stopping=False)))
    losses = [log_loss(cross_val_predict(model, x, y, cv=folds, method="predict_proba"), y)
              for model in models]
    return min(losses) / log_loss(np.tile(np.bincount(y) / len(y), (len(y), 1)), y)


def log_loss(probabilities, y):
    of_the_truth = np.clip(probabilities, 1e-6, 1 - 1e-6)[np.arange(len(y)), y]
    return -np.mean(np.log(of_the_truth))


def scaled(x):
    """For the linear model: gaps filled, numbers to unit variance, a column for each level."""
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    levels = OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=5)
    text = text_columns(x)
    return make_column_transformer((numbers, [c for c in x if c not in text]), (levels, text))


def coded(x):
    """For the trees: levels as codes; they take gaps as they are."""
    codes = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)
    return make_column_transformer((codes, text_columns(x)), remainder="passthrough")
