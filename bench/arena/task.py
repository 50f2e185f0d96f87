"""What every part of the arena passes around: the task that a table sets, and what a method
answers to it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Task:
    """Choose at most `budget` columns of a table to predict `target` in every `population`."""

    target: str
    population: str
    budget: int
    kind: str  # "regression", "binary" or "multiclass"
    choosing_rows: int | None = None  # of each population; None: half of them

    def candidates(self, table):
        return table.drop(columns=[self.target, self.population])


@dataclass(frozen=True)
class Choice:
    """The columns that a method chose, and whether it said that none of them helps."""

    features: tuple[str, ...]
    nothing_helps: bool | None = None  # None: a method that never says so
