"""Tables with text and gaps, as the matrices that other packages want. Only drfs and CatBoost take
them as they are.
"""

import pandas as pd


def text_columns(x):
    return [name for name in x if not pd.api.types.is_numeric_dtype(x[name])]


def as_numbers(x):
    """Categories as codes (missing is -1), gaps in numbers as the column's median."""
    x = x.copy()
    for name in text_columns(x):
        x[name] = pd.factorize(x[name], sort=True)[0]
    return x.fillna(x.median()).fillna(0).astype(float)


def class_codes(y):
    """0, 1, … in the order of the labels."""
    return pd.Series(pd.factorize(y, sort=True)[0], index=y.index)
