"""The commands of the command line as functions. Their keyword arguments are its options."""

from __future__ import annotations

import inspect
from typing import Any

from . import _core
from .calls import Progress, call, check_names
from .results import Comparison, Curve, Evaluation, Selection

_DATA = """
    data: the name of a file, or of several whose rows are put together; a built-in set such as
        "synth:1?rows=36000"; a pandas or Polars frame or anything else with the Arrow C stream
        interface; a dictionary of columns; a matrix, whose columns are called x0, x1, ...
    progress: a callable that is given (stage, done, total, detail); True for a tqdm bar, False for
        nothing; by default a bar where a person would see it
    threads: all cores unless said otherwise; it has no effect on the result
"""


def select(
    data: Any,
    *,
    progress: bool | Progress | None = None,
    threads: int | None = None,
    mean_estimator: Any = None,
    **options: Any,
) -> Selection:
    """Chooses the features to collect so that every population is served well.

    Interrupted by Ctrl-C, it returns the best choice so far (`interrupted` is then true).
    """
    check_names("select", options)
    for name, example in (("target", "'y'"), ("population", "'site'")):
        if options.get(name) is None:
            raise TypeError(f"select: {name} is missing. Name a column, e.g. {name}={example}")
    if all(options.get(name) is None for name in ("budget", "budget_cost", "max_risk")):
        raise TypeError(
            "select: budget is missing. Say how many features to choose, e.g. budget=5; what they "
            "may cost (budget_cost=12.5); or how well they must serve (max_risk=0.3)"
        )
    return Selection(
        *call(
            "select",
            data,
            options,
            progress=progress,
            threads=threads,
            mean_estimator=mean_estimator,
        )
    )


def curve(
    data: Any,
    *,
    progress: bool | Progress | None = None,
    threads: int | None = None,
    mean_estimator: Any = None,
    **options: Any,
) -> Curve:
    """The best set and the worst population's risk for every budget: budgets=range(1, 13)."""
    check_names("curve", options)
    if options.get("budgets") is None:
        raise TypeError("curve: budgets is missing. Give numbers, e.g. budgets=range(1, 13)")
    return Curve(
        *call(
            "curve",
            data,
            options,
            progress=progress,
            threads=threads,
            mean_estimator=mean_estimator,
        )
    )


def evaluate(
    data: Any,
    *,
    progress: bool | Progress | None = None,
    threads: int | None = None,
    **options: Any,
) -> Evaluation:
    """How well the features that are named serve each population, on rows that nothing is fitted to."""
    check_names("evaluate", options)
    if options.get("features") is None:
        raise TypeError("evaluate: features is missing. Name them, e.g. features=['age', 'sex']")
    return Evaluation(*call("evaluate", data, options, progress=progress, threads=threads))


def compare(
    data: Any,
    *,
    progress: bool | Progress | None = None,
    threads: int | None = None,
    **options: Any,
) -> Comparison:
    """Methods beside each other: each chooses on the same rows; models trained for each population
    on what it chose are scored on rows that nothing has seen."""
    check_names("compare", options)
    return Comparison(*call("compare", data, options, progress=progress, threads=threads))


_TYPES = {"int": int, "float": float, "bool": bool, "str": str, "choice": str, "list": list}


def _declare(function: Any) -> None:
    """Signature and help follow from the library's own declaration of its options."""
    declared = [o for o in _core.options_of(function.__name__) if o["name"] != "data"]
    own = list(inspect.signature(function).parameters.values())
    parameters = own[:-1] + [
        inspect.Parameter(
            option["name"],
            inspect.Parameter.KEYWORD_ONLY,
            default=option["default"],
            annotation=_TYPES[option["kind"]],
        )
        for option in declared
    ]
    function.__signature__ = inspect.Signature(
        parameters, return_annotation=inspect.signature(function).return_annotation
    )
    lines = [inspect.cleandoc(function.__doc__), "", "Parameters:", _DATA.strip("\n")]
    group = None
    for option in declared:
        if option["group"] != group:
            group = option["group"]
            lines += ["", f"{group}:"]
        choices = f": {', '.join(option['choices'])}" if option["choices"] else ""
        lines.append(f"    {option['name']}: {option['help']}{choices}")
    function.__doc__ = "\n".join(lines)


for _function in (select, curve, evaluate, compare):
    _declare(_function)
