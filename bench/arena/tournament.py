#!/usr/bin/env python3
"""Sets of features chosen by drfs and by other packages, on made-up tables whose right answer is
known and on real ones, judged alike.

On a real table every method chooses on half of each population's rows, or on as many as a pilot
study has; on the others scikit-learn's models score the chosen columns, each population by itself.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pandas as pd

import choosers
import report
import rounds
import tables
from designs import DESIGNS
from thresholds import THRESHOLDS, judge

DESIGN_SEEDS, TABLE_SEEDS = 20, 4


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the drfs to test")
    parser.add_argument("--data", metavar="DIR", help="real tables: NAME.csv and tables.json")
    parser.add_argument("--names", help="only these of the real tables, with commas between them")
    parser.add_argument("--designs", default="all", help="these made-up tables: names, all or none")
    parser.add_argument("--methods", help="names or commands: " + ", ".join(choosers.ALL))
    parser.add_argument("--seeds", type=int, metavar="N",
                        help=f"repetitions ({DESIGN_SEEDS} of a design, {TABLE_SEEDS} of a table)")
    parser.add_argument("--workers", type=int, default=2, help="rounds at the same time (2)")
    parser.add_argument("--out", metavar="FILE", help="every round, as CSV")
    parser.add_argument("--ablation", action="store_true",
                        help="drfs with each of its stages left out in turn")
    parser.add_argument("--short", action="store_true",
                        help="drfs alone on few seeds of the designs, against thresholds.py")
    return parser.parse_args()


def named(wanted, known, what):
    """The wanted ones of the known names; a wrong name ends the program."""
    if wanted in (None, "all"):
        return list(known)
    names = [] if wanted == "none" else wanted.split(",")
    for name in names:
        if name not in known:
            sys.exit(f"'{name}' is no {what}. Known: {', '.join(known)}")
    return names


def design_rounds(args, methods):
    names = named(args.designs, DESIGNS, "design")
    return [(rounds.play_design, args.program, name, method, seed)
            for name in names for seed in range(args.seeds or DESIGN_SEEDS) for method in methods]


def table_rounds(args, methods):
    if not args.data:
        return []
    names = named(args.names, tables.read_tasks(args.data), "table")
    return [(rounds.play_table, args.program, args.data, name, methods, seed)
            for name in names for seed in range(args.seeds or TABLE_SEEDS)]


def short(args):
    """A line for each design and the count; whether all passed."""
    names = named(args.designs, DESIGNS, "design")
    jobs = [(rounds.play_design, args.program, name, "drfs", seed)
            for name in names for seed in range(args.seeds or THRESHOLDS[name].short_seeds)]
    results = rounds.play_all(jobs, args.workers, progress=False)
    print(report.troubles(results), end="\n" if (results["error"] != "").any() else "")
    verdicts = [judge(name, results[results["design"] == name]) for name in names]
    for _, line in verdicts:
        print(line)
    passed = sum(ok for ok, _ in verdicts)
    print(f"{passed} passed, {len(verdicts) - passed} failed")
    return passed == len(verdicts)


def verdicts_on_drfs(results):
    """As the short check has them; beside the best method where others have played."""
    if results["method"].nunique() > 1:
        results = report.beside_best_method(results)
    own = results[results["method"] == "drfs"]
    return [judge(name, rows)[1] for name, rows in own.groupby("design", sort=False)]


def full(args):
    default = choosers.ABLATION if args.ablation else choosers.ALL
    wanted = args.methods.split(",") if args.methods else default
    try:
        methods = choosers.present(wanted, args.program)
    except ValueError as wrong_name:
        sys.exit(str(wrong_name))
    everything = []
    for jobs, tell in ((design_rounds(args, methods), tell_designs),
                       (table_rounds(args, methods), tell_tables)):
        if jobs:
            everything.append(rounds.play_all(jobs, args.workers))
            tell(everything[-1])
            if args.out:
                pd.concat(everything).to_csv(args.out, index=False)


def tell_designs(results):
    print("# Made-up tables\n", report.design_report(results), sep="\n")
    if verdicts := verdicts_on_drfs(results):
        print("\ndrfs against its thresholds\n", *verdicts, sep="\n")
    print(report.troubles(results), flush=True)


def tell_tables(results):
    print("# Real tables\n", report.table_report(results), sep="\n")
    print(report.troubles(results), flush=True)


def main():
    args = arguments()
    if not Path(args.program).is_file():
        sys.exit(f"'{args.program}' is not a file; build drfs first")
    args.program = str(Path(args.program).resolve())
    if args.short:
        sys.exit(0 if short(args) else 1)
    full(args)


if __name__ == "__main__":
    main()
