"""Made-up tables of a pilot study's size whose right answer is known.

Each function makes one design: how its populations are drawn, the budget, and the truth that says
what a set of columns is worth. Populations are A, B, C, …; columns x0, x1, …; the target is y.
The truth is the same for every seed; only the rows are drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from task import Task
from truth import FactorTruth, LinearTruth, LogisticTruth, ProductTruth, probability

BEST_SET = "best set"  # right is the set with the best true worst risk, or one of them
RATIO = "ratio"  # many sets are nearly as good: only how near is asked
NOTHING_HELPS = "nothing helps"  # right is to say so


@dataclass(frozen=True)
class Design:
    name: str
    budget: int
    rows: tuple[int, ...]  # of each population
    truth: LinearTruth | FactorTruth | ProductTruth | LogisticTruth
    draw: Callable  # (rng, population, rows) -> x, y
    kind: str = "regression"
    asks: str = BEST_SET
    judged: tuple[int, ...] | None = None  # the populations whose risk counts; None: all
    slack: float = 0  # a set is right whose worst risk is within this of the best one

    @property
    def task(self):
        return Task("y", "population", self.budget, self.kind)

    def table(self, seed):
        parts = []
        for population, rows in enumerate(self.rows):
            x, y = self.draw(np.random.default_rng([seed, population]), population, rows)
            part = pd.DataFrame(x, columns=[f"x{j}" for j in range(x.shape[1])])
            parts.append(part.assign(y=y, population=chr(ord("A") + population)))
        return pd.concat(parts, ignore_index=True)

    def worst_risk(self, features):
        return self._worst([int(name[1:]) for name in features])

    @cached_property
    def best_worst_risk(self):
        return min(self._worst(columns) for columns in self.truth.sets_to_try(self.budget))

    def is_right(self, choice):
        """True or False; None where the design, or the method, has no such verdict."""
        if self.asks == NOTHING_HELPS:
            return choice.nothing_helps
        if self.asks == RATIO:
            return None
        within_budget = len(choice.features) <= self.budget
        limit = self.best_worst_risk + self.slack + 1e-9
        return within_budget and self.worst_risk(choice.features) < limit

    def _worst(self, columns):
        risks = self.truth.risks(columns)
        return float(max(risks if self.judged is None else risks[list(self.judged)]))


# --- the linear designs --------------------------------------------------------------------------

def dense(signals, columns):
    """Rows of coefficients from {column: coefficient} of each population."""
    coefficients = np.zeros((len(signals), columns))
    for row, signal in zip(coefficients, signals):
        row[list(signal)] = list(signal.values())
    return coefficients


def linear(name, budget, rows, signals, noise, columns=20, **settings):
    """Independent standard normal columns and normal noise of the given deviations."""
    truth = LinearTruth(dense(signals, columns), np.square(noise), np.eye(columns))

    def draw(rng, population, rows):
        x = rng.standard_normal((rows, columns))
        return x, x @ truth.coefficients[population] + noise[population] * rng.standard_normal(rows)

    return Design(name, budget, rows, truth, draw, **settings)


def alike():
    """One weak model in six populations: none of them can tell by itself, all together can."""
    return linear("alike", 2, (150,) * 6, [{0: 0.5, 1: 0.3}] * 6, [1.5] * 6, columns=40)


STRONG_A, STRONG_B = {0: 3, 1: 2, 2: 1}, {3: 3, 4: 2, 5: 1}


def pure_noise_population():
    """C cannot be served; what is spent on it is lost for A and B, so these are judged."""
    return linear("pure_noise_population", 6, (1500,) * 3, [STRONG_A, STRONG_B, {}], [1, 1, 1],
                  judged=(0, 1))


def weakly_predictable():
    """C has a signal that explains 3 % of it. By the worst case that is worth the least feature of A
    and of B, which explains a fifteenth of each, and no more: these two are judged."""
    return linear("weakly_predictable", 6, (300,) * 3, [STRONG_A, STRONG_B, {6: 0.5}], [1, 1, 2.84],
                  judged=(0, 1), slack=1 / 15)


def tiny_population():
    """Sixty rows have to be heard beside six thousand: nearly half of A's variance is in
    x4, which is nothing to the others and costs them x3."""
    shared = {0: 1.0, 1: 0.8, 2: 0.6, 3: 0.35}
    signals = [{0: 0.8, 1: 0.6, 2: 0.5, 3: 0.3, 4: 1.3}]
    signals += [{j: size * c for j, c in shared.items()} for size in (1.0, 0.9, 1.1)]
    return linear("tiny_population", 4, (60, 2000, 2000, 2000), signals, [0.8, 1, 1, 1])


def disagreement(rows):
    """The worst case wants one feature of A and three of B, the mean two and two.

    In shares of variance: A has 0.52 in one feature, 0.22 in the next and the rest spread; B has
    0.18 in each of five. One and three leave A 0.48 and B 0.46; two and two leave 0.26 and 0.64.
    """
    of_a = [0.52, 0.22, 0.04, 0.04, 0.04, 0.04]
    of_b = [0.18] * 5
    signals = [{j: share**0.5 for j, share in enumerate(of_a)},
               {6 + j: share**0.5 for j, share in enumerate(of_b)}]
    noise = [(1 - sum(of_a)) ** 0.5, (1 - sum(of_b)) ** 0.5]
    return linear(f"disagreement_{rows}", 4, (rows,) * 2, signals, noise)


def pure_noise():
    return linear("pure_noise", 4, (150,) * 4, [{}] * 4, [1] * 4, asks=NOTHING_HELPS)


# --- other shapes --------------------------------------------------------------------------------

def questionnaire(name, traits):
    """Five items measure each trait; eight of the traits have to do with the outcome."""
    base = np.array([1.0, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2])
    a_little = np.array([[1, 1, -1, -1, 1, 1, -1, -1], [-1, 1, 1, -1, -1, 1, 1, -1],
                         [1, -1, 1, -1, 1, -1, 1, -1], [-1, -1, -1, 1, 1, 1, 1, 1]])
    weights = np.zeros((4, traits))
    weights[:, :8] = base + 0.15 * a_little
    truth = FactorTruth(weights, np.ones(4), per_factor=5, within=0.8)

    def draw(rng, population, rows):
        scores = rng.standard_normal((rows, traits))
        own = rng.standard_normal((rows, 5 * traits))
        x = truth.within**0.5 * np.repeat(scores, 5, axis=1) + (1 - truth.within) ** 0.5 * own
        return x, scores @ weights[population] + rng.standard_normal(rows)

    return Design(name, 6, (150,) * 4, truth, draw, asks=RATIO)


def interactions(name, columns):
    """Three tenths of the variance are in a product of two columns that tell nothing alone."""
    signals = [{2: 0.7}, {3: 0.7}, {2: 0.5, 3: 0.5}]
    truth = ProductTruth(dense(signals, columns), {(0, 1): 0.8}, np.full(3, 1.0))

    def draw(rng, population, rows):
        x = rng.standard_normal((rows, columns))
        y = x @ truth.coefficients[population] + rng.standard_normal(rows)
        for (a, b), size in truth.products.items():
            y += size * x[:, a] * x[:, b]
        return x, y

    return Design(name, 4, (400,) * 3, truth, draw)


def wide():
    """Three hundred columns; two signals of all, and one of each population."""
    signals = [{0: 0.8, 1: 0.6, 2 + p: 0.7} for p in range(4)]
    return linear("wide", 6, (200,) * 4, signals, [1] * 4, columns=300)


def heavy_tails():
    """Noise of t with 2.5 degrees of freedom; x3, a signal, and x4, none, are lognormal."""
    freedom, columns = 2.5, 20
    signals = [{0: size * 1.0, 1: size * 0.8, 2: size * 0.7, 3: size * 0.8}
               for size in (1.0, 0.9, 1.1, 1.2)]
    truth = LinearTruth(dense(signals, columns), np.full(4, freedom / (freedom - 2)),
                        np.eye(columns))
    lognormal_mean, lognormal_deviation = np.exp(0.5), ((np.e - 1) * np.e) ** 0.5

    def draw(rng, population, rows):
        x = rng.standard_normal((rows, columns))
        x[:, 3:5] = (np.exp(x[:, 3:5]) - lognormal_mean) / lognormal_deviation
        return x, x @ truth.coefficients[population] + rng.standard_t(freedom, rows)

    return Design("heavy_tails", 4, (200,) * 4, truth, draw)


def logistic(name, rows, coefficients, intercepts, columns=20):
    signals = [dict(enumerate(size * np.asarray(coefficients))) for size in (1.0, 0.9, 1.1, 1.2)]
    truth = LogisticTruth(dense(signals, columns), np.asarray(intercepts))

    def draw(rng, population, rows):
        x = rng.standard_normal((rows, columns))
        score = x @ truth.coefficients[population] + truth.intercepts[population]
        return x, (rng.random(rows) < probability(score)).astype(int)

    return Design(name, len(coefficients), rows, truth, draw, kind="binary")


def classes():
    return logistic("classes", (200,) * 4, (1.0, 0.8, 0.6), (0.0, 0.4, -0.4, 0.2))


def rare_classes():
    """One row in twelve is of the second class."""
    return logistic("rare_classes", (400,) * 4, (1.0, 0.8, 0.7), (-3.2, -3.1, -3.3, -3.5))


DESIGNS = {design.name: design for design in (
    alike(), pure_noise_population(), weakly_predictable(), tiny_population(), disagreement(400),
    disagreement(150), questionnaire("factors", 8), heavy_tails(), classes(), rare_classes(),
    pure_noise(), interactions("interactions", 20), interactions("wide_interactions", 200), wide(),
    questionnaire("wide_factors", 60))}
