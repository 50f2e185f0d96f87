"""Other people's ways to choose, each on all populations' rows pooled.

Every function takes (x, y, task, seed), with x a frame of candidates, and returns names. Packages
are imported where they are used, so that one that is missing costs only its own method.
"""

import numpy as np

from encoding import as_numbers, class_codes, text_columns


def abess(x, y, task, seed):
    """Best subset of a linear or logistic regression by splicing."""
    from abess import LinearRegression, LogisticRegression, MultinomialRegression

    x = as_numbers(x)
    x = x.loc[:, x.std() > 0]  # it refuses constants
    z = ((x - x.mean()) / x.std()).to_numpy()
    if task.kind == "regression":
        model, target = LinearRegression, y.to_numpy(float)
    elif task.kind == "binary":
        model, target = LogisticRegression, class_codes(y).to_numpy()
    else:
        model, target = MultinomialRegression, np.eye(y.nunique())[class_codes(y)]
    fitted = model(support_size=task.budget).fit(z, target)
    size = np.abs(fitted.coef_.reshape(z.shape[1], -1)).sum(axis=1)
    return best_of(x, np.where(size > 0, size, -np.inf), task.budget)


def mrmr(x, y, task, seed):
    """Greedy: relevance over redundancy."""
    from mrmr import mrmr_classif, mrmr_regression

    if task.kind == "regression":
        return mrmr_regression(X=as_numbers(x), y=y, K=task.budget, n_jobs=1, show_progress=False)
    return mrmr_classif(X=as_numbers(x), y=class_codes(y), K=task.budget, n_jobs=1,
                        show_progress=False)


def catboost(x, y, task, seed):
    """CatBoost's own elimination of features, by the loss on a quarter of the rows."""
    from catboost import CatBoostClassifier, CatBoostRegressor, Pool

    text = text_columns(x)
    x = x.assign(**{name: x[name].astype(object).fillna("missing").astype(str) for name in text})
    y = y if task.kind == "regression" else class_codes(y)
    order = np.random.default_rng(seed).permutation(len(x))
    cut = 3 * len(x) // 4
    train, check = (Pool(x.iloc[part], y.iloc[part], cat_features=text)
                    for part in (order[:cut], order[cut:]))
    make = CatBoostRegressor if task.kind == "regression" else CatBoostClassifier
    model = make(iterations=200, random_seed=seed, thread_count=1, allow_writing_files=False,
                 logging_level="Silent")
    found = model.select_features(
        train, eval_set=check, features_for_select=list(range(x.shape[1])), steps=4,
        num_features_to_select=task.budget, train_final_model=False, logging_level="Silent")
    return found["selected_features_names"]


def forest(x, y, task, seed):
    """The largest importances in a random forest."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    make = RandomForestRegressor if task.kind == "regression" else RandomForestClassifier
    model = make(100, min_samples_leaf=3, random_state=seed).fit(as_numbers(x), y)
    return best_of(x, model.feature_importances_, task.budget)


def mutual_information(x, y, task, seed):
    """The largest mutual information with the target, each column by itself."""
    from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

    score = mutual_info_regression if task.kind == "regression" else mutual_info_classif
    some = np.random.default_rng(seed).permutation(len(x))[:5000]  # by neighbours: slow in rows
    return best_of(x, score(as_numbers(x).iloc[some], y.iloc[some], random_state=seed), task.budget)


def chance(x, y, task, seed):
    return np.random.default_rng(seed).choice(x.columns, task.budget, replace=False)


def best_of(x, scores, budget):
    order = np.argsort(-np.asarray(scores), kind="stable")[:budget]
    return [x.columns[j] for j in order if scores[j] > -np.inf]
