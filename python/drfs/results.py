"""What comes back: the JSON of the command line as a dictionary, with tables and pictures."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any


def _frame(rows: list[dict], index: str | None = None):
    try:
        import pandas
    except ImportError as missing:
        raise ImportError("to_frame needs pandas: pip install pandas") from missing
    frame = pandas.DataFrame(rows)
    return frame.set_index(index) if index is not None and index in frame else frame


_WIDTH_IN_LETTERS = 60  # that fit below a picture side by side


def _axes(ax: Any):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise ImportError("plot needs matplotlib: pip install matplotlib") from missing
    return plt.subplots(layout="constrained")[1]


def _html_table(rows: list[dict], caption: str) -> str:
    def cell(value: Any) -> str:
        return html.escape(f"{value:.3f}" if isinstance(value, float) else str(value))

    names = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell(row.get(name, ''))}</td>" for name in names) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


class Result(Mapping):
    """A dictionary that cannot be changed; str() is what the command line prints."""

    def __init__(self, content: dict, text: str) -> None:
        self._content = content
        self._text = text

    def __getitem__(self, key: str) -> Any:
        return self._content[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it early; what was finished is there."""
        return bool(self._content.get("interrupted", False))

    def to_dict(self) -> dict:
        """What --json prints, as Python reads it."""
        return dict(self._content)


def _population_rows(populations: list[dict]) -> list[dict]:
    return [{key: value for key, value in p.items() if key != "own_best"} for p in populations]


class Evaluation(Result):
    """How well a set of features serves each population."""

    def to_frame(self):
        """A row for every population: risk, its standard error, the bounds that it lies between."""
        return _frame(_population_rows(self["populations"]), "name")

    def plot(self, ax: Any = None):
        """The risk of every population with its standard error; a mark shows all features'."""
        populations = self["populations"]
        if any(p["risk"] is None for p in populations):
            raise ValueError("plot: the choice has not been scored")
        ax = _axes(ax)
        names = [p["name"] for p in populations]
        ax.bar(names, [p["risk"] for p in populations], color="#4c78a8", label="chosen features")
        ax.errorbar(
            names,
            [p["risk"] for p in populations],
            yerr=[p["risk_se"] or 0 for p in populations],
            fmt="none",
            ecolor="black",
            capsize=3,
        )
        ax.plot(
            names,
            [p["risk_all_features"] for p in populations],
            "D",
            color="#e45756",
            label="all features",
        )
        if sum(len(name) for name in names) > _WIDTH_IN_LETTERS:
            ax.tick_params(axis="x", rotation=45)
        ax.set_ylabel("risk (0 perfect, 1 knows nothing)")
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax

    def _repr_html_(self) -> str:
        return _html_table(_population_rows(self["populations"]), "Populations")


class Selection(Evaluation):
    """The chosen features and how well they serve each population."""

    @property
    def features(self) -> list[str]:
        """The names of the chosen features, most important first."""
        return [chosen["feature"] for chosen in self["selected"]]

    def to_frame(self, what: str = "populations"):
        """A row for every population, or with "selected" one for every chosen feature."""
        if what == "selected":
            return _frame(self["selected"], "rank")
        if what != "populations":
            raise ValueError(f"to_frame: '{what}' is neither 'populations' nor 'selected'")
        return super().to_frame()

    def _repr_html_(self) -> str:
        chosen = [
            {key: value for key, value in entry.items() if key != "value_labels"}
            for entry in self["selected"]
        ]
        return _html_table(chosen, "Chosen features") + super()._repr_html_()


class Curve(Result):
    """The best set and its figures for every budget."""

    def to_frame(self):
        """A row for every budget and population."""
        rows = [
            {"budget": point["budget"], **population}
            for point in self["points"]
            for population in _population_rows(point["populations"])
        ]
        return _frame(rows, None)

    def plot(self, ax: Any = None):
        """Every population's risk over the budgets, the worst one's with its standard error."""
        points = self["points"]
        if points[0]["worst"]["risk"] is None:
            raise ValueError("plot: the choices have not been scored")
        ax = _axes(ax)
        budgets = [point["budget"] for point in points]
        for i, population in enumerate(points[0]["populations"]):
            risks = [point["populations"][i]["risk"] for point in points]
            ax.plot(budgets, risks, color="#b0b0b0", linewidth=1)
            ax.annotate(
                population["name"], (budgets[-1], risks[-1]), xytext=(4, 0),
                textcoords="offset points", va="center", fontsize="small", color="#707070",
            )
        worst = [max(point["populations"], key=lambda p: p["risk"]) for point in points]
        ax.errorbar(
            budgets,
            [p["risk"] for p in worst],
            yerr=[p["risk_se"] or 0 for p in worst],
            color="#e45756",
            capsize=3,
            label="worst population",
        )
        ax.set_xticks(budgets)
        ax.margins(x=0.12)
        ax.set_xlabel("budget")
        ax.set_ylabel("risk (0 perfect, 1 knows nothing)")
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax

    def _repr_html_(self) -> str:
        rows = [
            {
                "budget": point["budget"],
                "worst population": point["worst"]["population"],
                "risk": point["worst"]["risk"],
                "features": ", ".join(chosen["feature"] for chosen in point["selected"]),
            }
            for point in self["points"]
        ]
        return _html_table(rows, "What each budget buys")


class Comparison(Result):
    """Methods beside each other."""

    def to_frame(self):
        """A row for every method, population, downstream model and metric."""
        return _frame([{k: v for k, v in row.items() if k != "selected"} for row in self["rows"]])

    def plot(
        self,
        ax: Any = None,
        *,
        downstream: str | None = None,
        metric: str | None = None,
        budget: int | None = None,
    ):
        """A group of bars for every population, a bar for every method; of the first downstream
        model, metric and budget unless others are named."""
        rows = self["rows"]
        wanted = {
            "downstream": downstream or rows[0]["downstream"],
            "metric": metric or rows[0]["metric"],
            "budget": budget or rows[0]["budget"],
        }
        rows = [row for row in rows if all(row[key] == value for key, value in wanted.items())]
        if not rows:
            raise ValueError(f"plot: nothing is known of {wanted}")
        ax = _axes(ax)
        populations = list(dict.fromkeys(row["population"] for row in rows))
        methods = list(dict.fromkeys(row["method"] for row in rows))
        width = 0.8 / len(methods)
        for m, method in enumerate(methods):
            own = {row["population"]: row for row in rows if row["method"] == method}
            ax.bar(
                [i + (m - (len(methods) - 1) / 2) * width for i in range(len(populations))],
                [own[name]["mean"] for name in populations],
                width,
                yerr=[own[name]["std"] or 0 for name in populations],
                label=method,
            )
        ax.set_xticks(range(len(populations)), populations)
        ax.set_title(f"budget {wanted['budget']}")
        ax.set_ylabel(f"{wanted['metric']} of {wanted['downstream']}")
        ax.legend(fontsize="small")
        return ax

    def _repr_html_(self) -> str:
        rows = [{k: v for k, v in row.items() if k != "selected"} for row in self["rows"]]
        return _html_table(rows, "Methods")
