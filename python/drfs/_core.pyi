# The compiled module: tables and options go in, (JSON, text) comes out.
from collections.abc import Callable
from typing import Any

__version__: str

_Table = tuple[str, int, list[tuple]] | None
_Progress = Callable[[str, float, float, str], None] | None
_Log = Callable[[bool, str], None] | None
_Options = dict[str, Any]

def select(
    table: _Table, options: _Options, threads: int, progress: _Progress, log: _Log,
    mean_adapter: Callable[[int], Any] | None,
) -> tuple[str, str]: ...
def curve(
    table: _Table, options: _Options, threads: int, progress: _Progress, log: _Log,
    mean_adapter: Callable[[int], Any] | None,
) -> tuple[str, str]: ...
def evaluate(
    table: _Table, options: _Options, threads: int, progress: _Progress, log: _Log,
    mean_adapter: Callable[[int], Any] | None,
) -> tuple[str, str]: ...
def compare(
    table: _Table, options: _Options, threads: int, progress: _Progress, log: _Log,
    mean_adapter: Callable[[int], Any] | None,
) -> tuple[str, str]: ...
def options_of(command: str) -> list[dict[str, Any]]: ...
def arrow_columns(stream: Any, categories: list[str], unused: list[str]) -> tuple[int, list[tuple]]: ...
def available_threads() -> int: ...
def info(threads: int) -> str: ...
def synthetic(set: int, rows: int, features: int, seed: int) -> dict[str, Any]: ...
