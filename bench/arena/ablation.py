#!/usr/bin/env python3
"""What each stage of `drfs select` is worth: the same tables with one stage after the other
switched off (`--without STAGE`), beside the whole.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pandas as pd

import report
import rounds
import tables
from choosers import Refused, ask_program
from designs import DESIGNS, linear

STAGES = ("relaxation", "importances", "smooth", "trees", "borrowing", "all-rows")
WHOLE = "whole"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the drfs to test")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="of each table (5)")
    parser.add_argument("--data", metavar="DIR", help="real tables besides: NAME.csv, tables.json")
    parser.add_argument("--workers", type=int, default=2, help="rounds at the same time (2)")
    return parser.parse_args()


def first_refusal(program):
    """The program's own words on the first stage that it cannot leave out, or nothing."""
    probe = linear("probe", 1, (60, 60), [{0: 1}] * 2, [1, 1], columns=3)
    for stage in STAGES:
        try:
            ask_program([program, "--without", stage], probe.table(0), probe.task, 0)
        except Refused as refusal:
            return f"{program} refuses --without {stage}: {refusal}"
    return None


def stage_of(method):
    return f"without {method.split()[-1]}" if "--without" in method else WHOLE


def design_jobs(program, methods, seeds):
    return [(rounds.play_design, program, name, method, seed)
            for name in DESIGNS for seed in range(seeds) for method in methods]


def table_jobs(program, folder, methods, seeds):
    return [(rounds.play_table, program, folder, name, methods, seed)
            for name in tables.read_tasks(folder) for seed in range(seeds)]


def right_and_ratio(rows):
    """'4/5 1.012': how often right, and the mean true worst risk over the best possible."""
    right, ratio = report.count_right(rows), report.mean_of("ratio", 3)(rows)
    return ratio if right == "–" else f"{right} {ratio}"


def design_table(results):
    """Stages as columns, designs as rows, and all designs together as the last row."""
    together = results.assign(design="all")
    return report.crossed(pd.concat([results, together]), "design", "stage", right_and_ratio)


def main():
    args = arguments()
    program = str(Path(args.program).resolve())
    refusal = first_refusal(program)
    if refusal:
        print(refusal, file=sys.stderr)
        sys.exit(2)
    methods = ["drfs"] + [f"drfs --without {stage}" for stage in STAGES]
    played = rounds.play_all(design_jobs(program, methods, args.seeds), args.workers)
    played["stage"] = played["method"].map(stage_of)
    print("Right of all seeds, and the mean true worst risk over the best possible.\n")
    print(design_table(played))
    if args.data:
        played = rounds.play_all(table_jobs(program, args.data, methods, args.seeds), args.workers)
        played["stage"] = played["method"].map(stage_of)
        print("\nMean risk of the worst population on rows that had no part in the choice.\n")
        print(report.crossed(played, "table", "stage", report.mean_of("worst", 4)))


if __name__ == "__main__":
    main()
