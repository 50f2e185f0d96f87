"""The true risk of a set of columns, for tables whose making is known.

A truth answers `risks(columns)`: for each population the share of the variance, or of the base
rate's log loss, that the best possible model on these columns leaves. Nothing is estimated: linear
models go by their covariances, logistic ones by quadrature.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement

import numpy as np

# Nodes and weights of a mean over a standard normal variable.
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(101)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@dataclass(frozen=True)
class LinearTruth:
    """y = x · coefficients + noise in each population, x with a common covariance.

    The best linear predictor is the best predictor where x is Gaussian, and also where the columns
    are independent, whatever their distribution.
    """

    coefficients: np.ndarray  # populations × columns
    noise_variance: np.ndarray  # populations
    covariance: np.ndarray  # columns × columns

    def risks(self, columns):
        chosen = sorted(columns)
        with_y = self.coefficients @ self.covariance
        variance = np.sum(with_y * self.coefficients, axis=1) + self.noise_variance
        if not chosen:
            return np.ones(len(variance))
        c = with_y[:, chosen]
        explained = np.linalg.solve(self.covariance[np.ix_(chosen, chosen)], c.T).T
        return 1 - np.sum(explained * c, axis=1) / variance

    def sets_to_try(self, budget):
        """Sets among which the best one is: columns without a coefficient cannot be in it."""
        useful = np.flatnonzero(np.any(self.coefficients != 0, axis=0))
        return combinations(useful, min(budget, len(useful)))


@dataclass(frozen=True)
class FactorTruth:
    """y = factor scores · weights + noise; each column is a noisy copy of one factor's score."""

    weights: np.ndarray  # populations × factors
    noise_variance: np.ndarray  # populations
    per_factor: int  # columns of each factor
    within: float  # correlation of two columns of one factor

    def risks(self, columns):
        factor = np.asarray(sorted(columns), dtype=int) // self.per_factor
        variance = np.sum(self.weights**2, axis=1) + self.noise_variance
        count = np.bincount(factor, minlength=self.weights.shape[1])
        # The mean of n copies has the share `reliability` of its variance from the score itself.
        reliability = count * self.within / (1 + (count - 1) * self.within)
        return 1 - self.weights**2 @ reliability / variance

    def sets_to_try(self, budget):
        """Columns of a factor are alike, so only how many of each factor there are matters."""
        useful = np.flatnonzero(np.any(self.weights != 0, axis=0))
        for drawn in combinations_with_replacement(useful, budget):
            count = np.bincount(drawn)
            if count.max() <= self.per_factor:
                yield [int(f) * self.per_factor + i for f in useful[useful < len(count)]
                       for i in range(count[f])]


@dataclass(frozen=True)
class ProductTruth:
    """y = x · coefficients + products of two columns · their coefficients + noise, x standard normal.
    Half of a product tells nothing.
    """

    coefficients: np.ndarray  # populations × columns
    products: dict[tuple[int, int], float]  # the same in every population
    noise_variance: np.ndarray  # populations

    def risks(self, columns):
        chosen = sorted(columns)
        seen = sum(c**2 for pair, c in self.products.items() if set(pair) <= set(chosen))
        both = sum(c**2 for c in self.products.values())
        variance = np.sum(self.coefficients**2, axis=1) + both + self.noise_variance
        return 1 - (np.sum(self.coefficients[:, chosen] ** 2, axis=1) + seen) / variance

    def sets_to_try(self, budget):
        useful = {int(j) for j in np.flatnonzero(np.any(self.coefficients != 0, axis=0))}
        useful |= {j for pair in self.products for j in pair}
        return combinations(sorted(useful), min(budget, len(useful)))


@dataclass(frozen=True)
class LogisticTruth:
    """P(y = 1) = 1 / (1 + exp(-intercept - x · coefficients)), x standard normal."""

    coefficients: np.ndarray  # populations × columns
    intercepts: np.ndarray  # populations

    def risks(self, columns):
        seen = np.zeros(self.coefficients.shape[1], dtype=bool)
        seen[sorted(columns)] = True
        spread_seen = np.sqrt(np.sum(self.coefficients[:, seen] ** 2, axis=1))
        spread_unseen = np.sqrt(np.sum(self.coefficients[:, ~seen] ** 2, axis=1))
        loss = [mean_log_loss(*part) for part in zip(self.intercepts, spread_seen, spread_unseen)]
        return np.array(loss) / entropy(self.base_rates)

    @cached_property
    def base_rates(self):
        spread = np.sqrt(np.sum(self.coefficients**2, axis=1))
        return np.array([WEIGHTS @ probability(b + s * NODES)
                         for b, s in zip(self.intercepts, spread)])

    def sets_to_try(self, budget):
        useful = np.flatnonzero(np.any(self.coefficients != 0, axis=0))
        return combinations(useful, min(budget, len(useful)))


def probability(score):
    return 1 / (1 + np.exp(-score))


def entropy(p):
    return -p * np.log(p) - (1 - p) * np.log(1 - p)


def mean_log_loss(intercept, spread_seen, spread_unseen):
    """Of the best prediction from a seen normal score beside an unseen, independent one."""
    scores = intercept + spread_seen * NODES[:, None] + spread_unseen * NODES[None, :]
    predicted = probability(scores) @ WEIGHTS
    return WEIGHTS @ entropy(predicted)
