"""Results as aligned Markdown tables: readable in a terminal and in a document. A failed call is
named, and a mean that lacks it is marked, so that nobody gains by not answering.
"""


def markdown(header, rows):
    """Cells are text; the first column is set left, the others right."""
    table = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(3, *map(len, column)) for column in zip(*table)]
    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    lines = []
    for first, *others in (table[0], rule, *table[1:]):
        cells = [first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(others, widths[1:]))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def crossed(results, index, columns, cell):
    """A table with a row for each value of `index`, and cell(rows) for each value of `columns`."""
    across = list(dict.fromkeys(results[columns]))
    rows = []
    for value in dict.fromkeys(results[index]):
        own = results[results[index] == value]
        rows.append([value] + [cell(own[own[columns] == other]) for other in across])
    return markdown([index, *across], rows)


def mean_of(figure, digits):
    """Over the seeds with an answer; where some have none, (n/N) says that it is not comparable."""
    def cell(rows):
        known = rows[figure].dropna()
        if known.empty:
            return "–"
        some = "" if len(known) == len(rows) else f" ({len(known)}/{len(rows)})"
        return f"{known.mean():.{digits}f}{some}"
    return cell


def count_right(rows):
    asked = rows["right"].dropna()
    return f"{int(asked.astype(bool).sum())}/{len(asked)}" if len(asked) else "–"


def beside_best_method(results):
    """With to_best_method: the true worst risk over that of the best method of the same seed."""
    best = results.groupby(["design", "seed"])["worst"].transform("min")
    return results.assign(to_best_method=results["worst"] / best)


def design_report(results):
    results = beside_best_method(results)
    parts = [("right", count_right),
             ("true worst risk, over the best possible", mean_of("ratio", 3)),
             ("true worst risk, over that of the best method of the same seed",
              mean_of("to_best_method", 3)),
             ("seconds", mean_of("seconds", 1))]
    return "\n\n".join(f"{title}\n\n{crossed(results, 'design', 'method', cell)}"
                       for title, cell in parts)


def table_report(results):
    parts = [("risk of the worst population", mean_of("worst", 4)),
             ("mean risk", mean_of("mean", 4)), ("seconds", mean_of("seconds", 1))]
    told = [f"{title}\n\n{crossed(results, 'method', 'table', cell)}" for title, cell in parts]
    title = "behind the best method of the same table and seed, mean over tables"
    return "\n\n".join([*told, f"{title}\n\n{behind_the_best(results)}"])


def behind_the_best(results):
    """Means over seeds first, so that every table counts alike; only over rounds with an answer."""
    behind = {}
    for figure in ("worst", "mean"):
        best = results.groupby(["table", "seed"])[figure].transform("min")
        by_table = (results[figure] - best).groupby([results["method"], results["table"]]).mean()
        behind[figure] = by_table.groupby(level="method").mean()
    order = behind["worst"].sort_values().index
    answered = results["worst"].notna().groupby(results["method"])
    return markdown(["method", "worst", "mean", "answered"],
                    [[name, *(f"{behind[figure][name]:.4f}" for figure in behind),
                      f"{answered.sum()[name]}/{answered.size()[name]}"] for name in order])


def troubles(results):
    """A line for each call that failed."""
    failed = results[results["error"] != ""]
    name = "design" if "design" in results else "table"
    return "\n".join(f"no answer: {row[name]}, seed {row['seed']}, {row['method']}: {row['error']}"
                     for _, row in failed.iterrows())
