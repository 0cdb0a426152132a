"""What can go wrong, by kind. Every exception carries the text of the library's own typed error.

>>> import boyi
>>> boyi.game("othello").start().play("a1")
Traceback (most recent call last):
    ...
boyi.errors.IllegalMoveError: a disc on a1 turns nothing
"""

__all__ = [
    "BoyiError",
    "ClusterError",
    "DatabaseError",
    "EngineError",
    "GameOverError",
    "IllegalMoveError",
    "LostError",
    "MatchError",
    "OptionError",
    "OtherJobError",
    "PositionError",
    "RecordError",
    "SettingError",
    "UnknownGameError",
]


class BoyiError(Exception):
    """The base of all exceptions of this package."""


class UnknownGameError(BoyiError, LookupError):
    """There is no game of that name."""


class SettingError(BoyiError, ValueError):
    """The rules have no such setting, or not with that value."""


class PositionError(BoyiError, ValueError):
    """A text that is no position, or a line with a move that is not legal."""


class IllegalMoveError(BoyiError, ValueError):
    """A move that is not legal where it is to be played."""


class GameOverError(IllegalMoveError):
    """A move in a game that is over."""


class RecordError(BoyiError, ValueError):
    """A record that cannot be read, or a format that the game does not write."""


class OptionError(BoyiError, ValueError):
    """There is no such searcher, level, evaluator, weight or option, or not with that value."""


class EngineError(BoyiError, RuntimeError):
    """An engine, a solver or a program could not answer."""


class MatchError(BoyiError, RuntimeError):
    """A match that cannot be played."""


class DatabaseError(BoyiError, RuntimeError):
    """A database of games that cannot be opened, read or written."""


class ClusterError(BoyiError, RuntimeError):
    """A job of `boyi.cluster` that cannot be done."""


class LostError(ClusterError):
    """A worker that is gone, with its process or its machine, more often than a job bears."""


class OtherJobError(ClusterError):
    """A state in which another job, or the same one asked otherwise, has its pieces."""
