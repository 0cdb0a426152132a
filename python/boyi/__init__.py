"""Board games for Python: rules, search, matches and environments for learning.

>>> import boyi
>>> position = boyi.game("xiangqi").start().play("h2e2")
>>> position.turn
'black'
>>> engine = boyi.Engine("xiangqi", "pvs")
>>> report = engine.search(position, depth=3)
>>> report.move in position.legal_moves()
True
"""

from boyi import errors
from boyi._boyi import (
    Batch,
    BookMove,
    Engine,
    Evaluation,
    Game,
    Line,
    MatchGame,
    MatchResult,
    Outcome,
    Position,
    Puzzle,
    Report,
    ReviewedMove,
    Round,
    Score,
    Solution,
    Thinking,
    analyze,
    game,
    games,
    learn,
    match,
    solve,
)
from boyi.errors import BoyiError

__all__ = [
    "Batch",
    "BookMove",
    "BoyiError",
    "Engine",
    "Evaluation",
    "Game",
    "Line",
    "MatchGame",
    "MatchResult",
    "Outcome",
    "Position",
    "Puzzle",
    "Report",
    "ReviewedMove",
    "Round",
    "Score",
    "Solution",
    "Thinking",
    "analyze",
    "errors",
    "game",
    "games",
    "learn",
    "match",
    "solve",
]
