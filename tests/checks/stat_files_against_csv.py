"""Files of SPSS and Stata beside the same data as CSV.

usage: stat_files_against_csv.py DRFS

Writes one table of a survey with pyreadstat, with labels, user-missing values, nominal codes and
texts that are not ASCII, and the same table as CSV with words in place of codes and nothing in place
of what is missing. `drfs select` has to say the same of all of them, and to show the labels. Exits 1
where it does not, 77 where a package is missing.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import pandas as pd
    import pyreadstat
except ImportError as missing:
    print(f"skipped: {missing}; pip install pandas pyreadstat")
    sys.exit(77)

ROWS = 900
SEX = {1: "männlich", 2: "weiblich"}
# Two codes of one name: drfs has to keep them apart.
REGION = {1: "Nord", 2: "Süd", 3: "andere", 4: "andere"}
REGION_LEVELS = {1: "Nord", 2: "Süd", 3: "andere (3)", 4: "andere (4)"}
MOOD = {1: "stimme nicht zu", 5: "stimme zu"}
LABELS = {"sex": "Geschlecht", "region": "Wo wohnen Sie?", "mood": "Ich fühle mich wohl",
          "age": "Alter in Jahren", "town": "Größe des Ortes", "y": "Ausgang"}
VALUE_LABELS = {"sex": SEX, "region": REGION, "mood": MOOD}
MEASURES = {"sex": "nominal", "region": "nominal", "mood": "ordinal", "age": "scale"}


def survey():
    """The table with codes, and which ages and towns the files declare missing."""
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"sex": rng.integers(1, 3, ROWS).astype(float),
                          "region": rng.integers(1, 5, ROWS).astype(float),
                          "mood": rng.integers(1, 6, ROWS).astype(float),
                          "age": rng.integers(18, 90, ROWS).astype(float),
                          "town": rng.choice(["Dorf", "Großstadt", "Ø"], ROWS)})
    table["y"] = (table["mood"] + 2.0 * (table["region"] == 2) + table["age"] / 30
                  + rng.normal(size=ROWS)).round(3)
    return table, rng.random(ROWS) < 0.05, rng.random(ROWS) < 0.05


def write_csv(path, table, no_age, no_town):
    table = table.copy()
    table["sex"] = table["sex"].map(SEX)
    table["region"] = table["region"].map(REGION_LEVELS)
    table.loc[no_age, "age"] = np.nan
    table.loc[no_town, "town"] = np.nan
    table.to_csv(path, index=False)


def write_spss(path, table, no_age, no_town):
    table = table.copy()
    table.loc[no_age, "age"] = np.where(np.arange(no_age.sum()) % 3 == 0, 999.0, -5.0)
    table.loc[no_age & (table["sex"] == 1), "age"] = np.nan
    table.loc[no_town, "town"] = "k.A."
    pyreadstat.write_sav(table, path, compress=path.suffix == ".zsav", column_labels=LABELS,
                         variable_value_labels=VALUE_LABELS, variable_measure=MEASURES,
                         missing_ranges={"age": [{"lo": -9, "hi": -1}, 999], "town": ["k.A."]})


def write_stata(path, table, no_age, no_town):
    table = table.copy()
    table["age"] = table["age"].astype(object)
    table.loc[no_age, "age"] = "b"
    table.loc[no_town, "town"] = ""
    for name in VALUE_LABELS:
        table[name] = table[name].astype("int32")
    pyreadstat.write_dta(table, path, column_labels=LABELS, variable_value_labels=VALUE_LABELS,
                         missing_user_values={"age": ["a", "b"]})


def selection(program, path, *more):
    output = subprocess.run(
        [program, "select", path, "--target", "y", "--population", "sex", "--budget", "3", "--json",
         "--quiet", *more], check=True, capture_output=True, text=True).stdout
    return json.loads(output)


def said(answer):
    """What must not depend on the kind of the file."""
    chosen = [{key: entry[key] for key in ("feature", "rank", "noise")}
              for entry in answer["selected"]]
    return {"selected": chosen} | {key: answer[key] for key in
                                   ("populations", "worst", "noise", "left_out", "rows_dropped")}


def problems(answer, expected):
    if said(answer) != said(expected):
        yield f"another answer:\n{said(answer)}\nand not\n{said(expected)}"
    if {population["name"] for population in answer["populations"]} != set(SEX.values()):
        yield "populations are not called by their labels"
    for entry in answer["selected"]:
        if entry.get("label") != LABELS[entry["feature"]]:
            yield f"the label of {entry['feature']} is {entry.get('label')}"
        named = {label["value"]: label["label"] for label in entry.get("value_labels", [])}
        if named != (MOOD if entry["feature"] == "mood" else {}):
            yield f"the value labels of {entry['feature']} are {named}"


def main(program):
    data = survey()
    files = {"survey.sav": (write_spss, []), "survey.zsav": (write_spss, []),
             # Stata has no measures: what is a category has to be said.
             "survey.dta": (write_stata, ["--categorical", "region"])}
    all_well = True
    with tempfile.TemporaryDirectory() as folder:
        write_csv(Path(folder) / "survey.csv", *data)
        expected = selection(program, Path(folder) / "survey.csv")
        for name, (write, more) in files.items():
            path = Path(folder) / name
            write(path, *data)
            found = list(problems(selection(program, path, *more), expected))
            print(f"{name}: {'; '.join(found) if found else 'as the CSV, with labels'}")
            all_well = all_well and not found
    return 0 if all_well else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
