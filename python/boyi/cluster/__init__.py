"""Jobs for many processes and many machines, one API for all of them.

* `match` and `tournament` give the very table that one machine gives, `tune` the very numbers.
* `self_play` writes data files, and `learn` goes on from them to networks, round after round.
* `analyze` goes through archives of games, and `puzzles` finds exercises in them.

A job runs on `Local` processes of this machine or on the workers of a `Ray` cluster. What is done is
kept in `state`, a folder or any URL of `fsspec` (`s3://...`): the same call goes on there, and another
one is refused. A worker that is lost costs what it had in hand. `progress` is called with a `Progress`.

>>> import boyi.cluster
>>> game = boyi.game("connect-four").start().play("d", "d", "e", "c")
>>> done = boyi.cluster.analyze([game] * 4, depth=4, on=boyi.cluster.Local(2), piece=2)
>>> len(done), [move.move for move in next(iter(done)).moves]
(4, ['d', 'd', 'e', 'c'])
"""

from boyi.cluster.archive import AnalyzedGame, AnalyzedMove, Archive, analyze
from boyi.cluster.executors import Executor, Local, Ray
from boyi.cluster.jobs import Progress
from boyi.cluster.learning import LearningRound, learn, self_play
from boyi.cluster.matches import MatchRecord, MatchTable, RatedPlayer, RatingTable, match, tournament
from boyi.cluster.puzzles import FoundPuzzle, puzzles
from boyi.cluster.tuning import Tuning, tune

__all__ = [
    "AnalyzedGame",
    "AnalyzedMove",
    "Archive",
    "Executor",
    "FoundPuzzle",
    "LearningRound",
    "Local",
    "MatchRecord",
    "MatchTable",
    "Progress",
    "RatedPlayer",
    "RatingTable",
    "Ray",
    "Tuning",
    "analyze",
    "learn",
    "match",
    "puzzles",
    "self_play",
    "tournament",
    "tune",
]
