"""Ctrl-C brings the prompt back, with the best answer so far."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def interrupted(code, when):
    """Runs the code and sends SIGINT once it has printed `when`; what it prints after that."""
    # A job in the background inherits that SIGINT is ignored; a person's prompt does not.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    child = subprocess.Popen(
        [sys.executable, "-u", "-c", heed + textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in child.stdout:
        if line.strip() == when:
            break
    child.send_signal(signal.SIGINT)
    try:
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == 0, err
    return out


LISTEN = """
    import drfs

    seen = set()

    def listen(stage, done, total, detail):
        if stage not in seen:
            seen.add(stage)
            print("at", stage)
"""


def test_a_selection_returns_the_best_so_far():
    out = interrupted(
        LISTEN
        + """
    result = drfs.select("synth:1?rows=36000&features=50", target="y", population="population",
                         budget=5, bootstrap=50, progress=listen)
    print("chosen", len(result.features), result.interrupted)
    """,
        "at refine",
    )
    assert "chosen 5 True" in out


def test_without_an_answer_it_is_an_interruption_as_ever():
    out = interrupted(
        LISTEN
        + """
    try:
        drfs.select("synth:1?rows=36000&features=50", target="y", population="population",
                    budget=5, progress=listen)
    except KeyboardInterrupt:
        print("interrupted")
    """,
        "at means",
    )
    assert "interrupted" in out


def test_the_estimator_is_left_fitted():
    out = interrupted(
        LISTEN
        + """
    import drfs.selector

    call = drfs.selector.call
    drfs.selector.call = lambda *given, **named: call(*given, **(named | {"progress": listen}))
    made = drfs.datasets.synth1(rows=3000, features=15)
    selector = drfs.DRFSelector(5, bootstrap=500)
    try:
        selector.fit(made.data, made.target, populations=made.populations)
    except KeyboardInterrupt:
        print("chosen", selector.get_support().sum())
    """,
        "at bootstrap",
    )
    assert "chosen 5" in out


def test_the_handler_of_somebody_else_is_respected():
    out = interrupted(
        """
    import signal, threading, drfs

    def complain(number, where):
        raise RuntimeError("not now")

    signal.signal(signal.SIGINT, complain)
    threading.Timer(3, lambda: print("now")).start()
    try:
        drfs.select("synth:1?rows=36000&features=50", target="y", population="population",
                    budget=5, bootstrap=50, progress=False)
    except RuntimeError as error:
        print("said", error)
    """,
        "now",
    )
    assert "said not now" in out
