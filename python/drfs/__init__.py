"""Chooses which features to collect, so that models trained for each population on them all do
well, the worst-served population above all."""

from . import datasets
from ._core import __version__
from .errors import Error, InputError
from .functions import compare, curve, evaluate, select
from .results import Comparison, Curve, Evaluation, Result, Selection
from .selector import DRFSelector

__all__ = [
    "Comparison",
    "Curve",
    "DRFSelector",
    "Error",
    "Evaluation",
    "InputError",
    "Result",
    "Selection",
    "__version__",
    "compare",
    "curve",
    "datasets",
    "evaluate",
    "select",
]
