"""A call of the library: options as people write them, progress, log records."""

from __future__ import annotations

import difflib
import importlib.util
import json
import logging
import numbers
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _core, means, tables

log = logging.getLogger("drfs")

Progress = Callable[[str, float, float, str], None]


def _text(value: Any) -> str:
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _texts(value: Any) -> list[str]:
    """{"a": 2, "b": ["c", "d"], "e": {"f": 1}} is ["a=2", "b=c,d", "e=f:1"]."""
    if isinstance(value, Mapping):
        return [f"{key}={_parts(part)}" for key, part in value.items()]
    if isinstance(value, (str, os.PathLike, numbers.Real)):
        return [_text(value)]
    return [_text(item) for item in value]


def _parts(value: Any) -> str:
    if isinstance(value, Mapping):
        return ";".join(f"{key}:{_text(part)}" for key, part in value.items())
    return ",".join(_texts(value))


def _rules(name: str, value: Any) -> list[str]:
    """needs={"a": ["b"]} is ["a:b"], at_most=(1, ["a", "b"]) is ["1:a,b"], and either=["a", "b"] is one
    rule, ["a,b"]; lists of such are several rules."""
    if isinstance(value, str):
        return [value]
    if name == "needs" and isinstance(value, Mapping):
        return [f"{key}:{_parts(part)}" for key, part in value.items()]
    value = list(value)
    if name == "at_most" and len(value) == 2 and isinstance(value[0], numbers.Integral):
        return [f"{value[0]}:{_parts(value[1])}"]
    if name == "either" and all(isinstance(v, str) and "," not in v for v in value):
        return [",".join(value)]
    return [text for part in value for text in _rules(name, part)]


_RULES = ("needs", "at_most", "either")
_OTHER_NAMES = {"n_jobs": "threads", "random_state": "seed", "populations": "population"}
_COLUMNS = ("target", "weight")


def check_names(command: str, options: Mapping[str, Any]) -> None:
    """Before anything is said to be missing: it may only be misspelt."""
    known = [option["name"] for option in _core.options_of(command)]
    for name in options:
        if name not in known:
            near = [_OTHER_NAMES.get(name), *difflib.get_close_matches(name, known, 1)]
            meant = next((f". Did you mean '{n}'?" for n in near if n), "")
            raise TypeError(f"{command}: unknown option '{name}'{meant}")
    for name in _COLUMNS:
        if options.get(name) is not None and not isinstance(options[name], str):
            raise TypeError(f"{command}: {name} takes the name of a column, not its values")


def plain_options(command: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """As the library takes them: lists of texts where people give numbers or dictionaries."""
    kinds = {option["name"]: option["kind"] for option in _core.options_of(command)}
    out = {}
    for name, value in options.items():
        kind = kinds.get(name)
        if value is None:
            continue
        if name in _RULES and isinstance(value, Iterable):
            value = _rules(name, value)
        elif kind == "list" and isinstance(value, (str, Iterable, numbers.Real, os.PathLike)):
            value = _texts(value)
        elif kind == "str" and isinstance(value, Iterable) and not isinstance(value, str):
            value = ",".join(_texts(value))
        elif kind == "str" and isinstance(value, (numbers.Real, os.PathLike)):
            value = _text(value)
        elif kind == "float" and isinstance(value, numbers.Real):
            value = float(value)
        out[name] = value
    return out


_BAR = "{desc}: {percentage:3.0f}% {bar:20}{postfix}"


class _Bar:
    """A tqdm bar that follows the stages."""

    def __init__(self) -> None:
        self._bar = None
        self._stage = None

    def __call__(self, stage: str, done: float, total: float, detail: str) -> None:
        from tqdm.auto import tqdm

        if stage != self._stage:
            self.close()
            self._bar = tqdm(desc=stage, total=total or None, leave=False, bar_format=_BAR)
            self._stage = stage
        self._bar.total = total or None
        self._bar.set_postfix_str(detail, refresh=False)
        self._bar.update(done - self._bar.n)  # draws itself ten times a second at most

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _in_notebook_with_widgets() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None or type(shell.get_ipython()).__name__ != "ZMQInteractiveShell":
        return False
    return importlib.util.find_spec("ipywidgets") is not None


def progress_of(wanted: bool | Progress | None) -> Progress | None:
    """A callable as it is; True: a tqdm bar; None: one where a person would see it."""
    if callable(wanted):
        return wanted
    if wanted is None:
        wanted = sys.stderr is not None and (sys.stderr.isatty() or _in_notebook_with_widgets())
    return _Bar() if wanted and importlib.util.find_spec("tqdm") else None


def _record(is_warning: bool, message: str) -> None:
    log.log(logging.WARNING if is_warning else logging.INFO, message)


def thread_count(threads: int | None) -> int:
    """All cores by default; -1 is all of them, too, as elsewhere."""
    if threads is None or threads == -1:
        return _core.available_threads()
    if not isinstance(threads, numbers.Integral) or isinstance(threads, bool) or threads < 1:
        raise ValueError(f"threads: {threads!r} is given where a number of at least 1 is needed")
    return int(threads)


def is_path(data: Any) -> bool:
    return isinstance(data, (str, os.PathLike)) or (
        isinstance(data, (list, tuple))
        and len(data) > 0
        and all(isinstance(part, (str, os.PathLike)) for part in data)
    )


def call(
    command: str,
    data: Any,
    options: Mapping[str, Any],
    *,
    threads: int | None = None,
    progress: bool | Progress | None = None,
    mean_estimator: Any = None,
) -> tuple[dict, str]:
    """The result as a dictionary, and as the command line would print it. `data` is the name of a
    file or several, a table of any kind, or (source, rows, columns) as drfs.tables makes them."""
    options = dict(options)
    if is_path(data):
        names = [data] if isinstance(data, (str, os.PathLike)) else data
        options["data"], table = [os.fspath(name) for name in names], None
    elif isinstance(data, tuple):
        table = data
    else:
        for name in ("missing", "delimiter"):
            if options.get(name) is not None:
                raise TypeError(f"{name}: is about files; in a table in memory NaN is missing")
        named = {name: _texts(options.get(name) or ()) for name in ("population", "categorical")}
        table = (
            "the table",
            *tables.columns_of(data, sum(named.values(), []), _texts(options.get("drop") or ())),
        )
    listener = progress_of(progress)
    try:
        found, text = getattr(_core, command)(
            table,
            plain_options(command, options),
            thread_count(threads),
            listener,
            _record,
            None if mean_estimator is None else means.adapter_of(mean_estimator),
        )
    finally:
        if isinstance(listener, _Bar):
            listener.close()
    return json.loads(found), text
