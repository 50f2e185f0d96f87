"""What can go wrong, with the message that the command line gives."""

from __future__ import annotations


class Error(Exception):
    """Anything that drfs itself reports; `code` is the exit code of the command line."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        return (type(self), (str(self), self.code))


class InputError(Error, ValueError):
    """A wrong option, unusable data, or rules that contradict each other."""


_WRONG_INPUT = (2, 3, 4)
_INTERRUPTED = 130


def exception_of(code: int, message: str) -> BaseException:
    """The exception for an error of the library."""
    if code == _INTERRUPTED:
        return KeyboardInterrupt(message)
    return (InputError if code in _WRONG_INPUT else Error)(message, code)
