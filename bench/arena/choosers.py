"""The methods by name, and how each is asked: (table, task, seed) -> Choice.

A name is one of PEERS, or a command: `drfs`, `drfs --method lasso`, `/elsewhere/drfs --aim regret`.
`drfs` stands for the program under test.
"""

from __future__ import annotations

import importlib.util
import json
import shlex
import subprocess
import tempfile
from pathlib import Path

import peers
from task import Choice

# Name: (how it chooses, the package that it needs).
PEERS = {
    "abess": (peers.abess, "abess"),
    "mrmr": (peers.mrmr, "mrmr"),
    "catboost": (peers.catboost, "catboost"),
    "forest": (peers.forest, "sklearn"),
    "mutual information": (peers.mutual_information, "sklearn"),
    "random": (peers.chance, "numpy"),
}
ALL = ("drfs", "drfs --method lasso", *PEERS)
# All rows choose, as always, and the arena scores: drfs's own figures would take six times as long.
UNSCORED = ("--selection-share", "1")
# What each part of drfs is worth: the whole, and the whole without it.
STAGES = ("importances", "tails", "bends", "trees", "borrowing")
ABLATION = ("drfs", *(f"drfs --without {stage}" for stage in STAGES),
            "drfs --selection-share 0.6", "drfs --relaxation")
MOST_ROWS_OF_PEERS = 20_000


class Refused(RuntimeError):
    """The program did not answer; the message is its own."""


def chooser(name, program):
    if name in PEERS:
        return lambda table, task, seed: ask_peer(PEERS[name][0], table, task, seed)
    words = shlex.split(name)
    if words[0] != "drfs" and "/" not in words[0]:
        raise ValueError(f"'{name}' is no method. Known: {', '.join(ALL)}; or a command such as "
                         "'drfs --aim mean'")
    command = [program if words[0] == "drfs" else words[0], *words[1:]]
    return lambda table, task, seed: ask_program(command, table, task, seed)


def present(names, program):
    """The names whose package is here; the others are named and left out."""
    here = []
    for name in names:
        chooser(name, program)  # a wrong name is refused before anything runs
        package = PEERS[name][1] if name in PEERS else None
        if package and importlib.util.find_spec(package) is None:
            print(f"left out: {name} (the package '{package}' is not installed)", flush=True)
        else:
            here.append(name)
    return here


def ask_peer(choose, table, task, seed):
    table = table.sample(min(len(table), MOST_ROWS_OF_PEERS), random_state=seed)
    names = choose(task.candidates(table), table[task.target], task, seed)
    return Choice(tuple(str(name) for name in names))


def ask_program(command, table, task, seed):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table.csv")
        table.to_csv(file, index=False)
        call = [*command[:1], "select", str(file), "--target", task.target,
                "--population", task.population, "--budget", str(task.budget), "--min-rows", "30",
                "--seed", str(seed), "--threads", "1", "--json", *command[1:]]
        if not any(word.startswith(UNSCORED[0]) for word in command):
            call += UNSCORED
        done = subprocess.run(call, capture_output=True, text=True)
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:]  # the error; warnings come before it
        raise Refused(*last or [f"exit code {done.returncode}"])
    return read_answer(done.stdout)


def read_answer(text):
    answer = json.loads(text)
    judges = answer["figures"] != "none" or "refinement" in answer
    return Choice(tuple(item["feature"] for item in answer["selected"]),
                  answer["nothing_helps"] if judges else None)
