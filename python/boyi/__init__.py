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
    Counts,
    Database,
    Engine,
    Evaluation,
    Explored,
    ExploredMove,
    FoundGame,
    Game,
    Imported,
    Line,
    MatchGame,
    MatchResult,
    Opening,
    Outcome,
    Position,
    Puzzle,
    Ranked,
    Refusal,
    Report,
    ReviewedMove,
    Round,
    Score,
    Solution,
    Thinking,
    TournamentResult,
    analyze,
    game,
    games,
    learn,
    match,
    openings,
    solve,
    tournament,
)
from boyi.errors import BoyiError

__all__ = [
    "Batch",
    "BookMove",
    "BoyiError",
    "Counts",
    "Database",
    "Engine",
    "Evaluation",
    "Explored",
    "ExploredMove",
    "FoundGame",
    "Game",
    "Imported",
    "Line",
    "MatchGame",
    "MatchResult",
    "Opening",
    "Outcome",
    "Position",
    "Puzzle",
    "Ranked",
    "Refusal",
    "Report",
    "ReviewedMove",
    "Round",
    "Score",
    "Solution",
    "Thinking",
    "TournamentResult",
    "analyze",
    "errors",
    "game",
    "games",
    "learn",
    "match",
    "openings",
    "solve",
    "tournament",
]
