"""Archives of games: read once, cut into pieces, gone through side by side."""

from __future__ import annotations

import hashlib
import json
import math
import os
import pathlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

import boyi
from boyi.cluster.data import carried
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Pieces, Watch
from boyi.cluster.store import store
from boyi.errors import ClusterError

__all__ = ["AnalyzedGame", "AnalyzedMove", "Archive", "Games", "analyze", "cut", "lines_of", "read"]

Games: TypeAlias = Iterable[boyi.Position | str | os.PathLike[str]]
"""Games, each by its end, and files of games in any format that the game reads: paths, or URLs of `fsspec`."""

Line: TypeAlias = tuple[str, dict[str, str]]
"""A game as it travels: its line and its rules."""


def read(path: str | os.PathLike[str]) -> bytes:
    """A file, of this machine or of `fsspec`."""
    if isinstance(path, str) and "://" in path:
        folder, _, name = path.rpartition("/")
        data = store(folder).read(name)
        if data is None:
            raise ClusterError(f"{path}: there is no such file")
        return data
    try:
        return pathlib.Path(path).read_bytes()
    except OSError as error:
        raise ClusterError(f"{os.fspath(path)}: {error.strerror}") from error


def lines_of(
    games: Games, game: boyi.Game | str | None, rules: Mapping[str, str | int | bool] | None
) -> tuple[str, list[Line]]:
    """The name of the game that was played, and all games in order."""
    name = None if game is None else game if isinstance(game, str) else game.name
    found: list[Line] = []
    for each in games:
        if isinstance(each, boyi.Position):
            name = name or each.game.name
            if each.game.name != name:
                raise ClusterError(f"an archive of {name} has a game of {each.game.name}")
            found.append((each.line, each.rules))
        elif name is None:
            raise ClusterError("files of games need to know which: game=NAME")
        else:
            found += [(end.line, end.rules) for end in boyi.game(name).read_all(read(each), **(rules or {}))]
    if name is None:
        raise ClusterError("there are no games")
    return name, found


def cut(found: list[Line], piece: int) -> Iterator[tuple[int, list[Line]]]:
    """The games in pieces, each with the number of its first."""
    return ((begin, found[begin : begin + piece]) for begin in range(0, len(found), piece))


def fingerprint_of(found: list[Line]) -> str:
    """A name that games give themselves."""
    sum_of = hashlib.sha256()
    for line, rules in found:
        sum_of.update(json.dumps([line, rules], sort_keys=True).encode())
    return sum_of.hexdigest()[:16]


@dataclass(frozen=True)
class AnalyzedMove:
    """A move of a game, and what it was worth: `boyi.ReviewedMove` as it is kept."""

    ply: int
    """Its number, from 1."""
    player: str
    """The name of the player who moved."""
    move: str
    """The move played."""
    score: str
    """Its score, for the player who moved, as the game writes it."""
    win_probability: float
    """What its score says, 0 to 1."""
    best: str | None
    """The best move."""
    best_score: str
    """Its score."""
    best_line: tuple[str, ...]
    """What was to be expected after it, that move first."""
    loss: float
    """The loss against the best move, in the game's unit."""
    probability_lost: float
    """The probability of winning that is lost against the best move, 0 to 1."""
    quality: Literal["inaccuracy", "mistake", "blunder"] | None
    """How bad it is."""
    is_best: bool
    """Whether it is worth no less than the search's own choice, and there was another."""
    is_forced: bool
    """Whether there was no other legal move."""


@dataclass(frozen=True)
class AnalyzedGame:
    """A game of an archive."""

    number: int
    """Its place, from 0."""
    game: str
    """The name of the game that was played."""
    line: str
    """The whole of it."""
    rules: Mapping[str, str]
    """Its rules."""
    moves: tuple[AnalyzedMove, ...]
    """Its moves."""

    @property
    def position(self) -> boyi.Position:
        """The end of the game."""
        return boyi.game(self.game).position(self.line, **self.rules)


class Archive:
    """Analysed games, in the order of the archive; they are read from the state as they are asked for."""

    def __init__(self, game: str, pieces: Pieces, count: int) -> None:
        self._game, self._pieces, self._count = game, pieces, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[AnalyzedGame]:
        for line in self._pieces.lines():
            row = json.loads(line)
            moves = tuple(
                AnalyzedMove(
                    **{
                        **move,
                        "best_line": tuple(move["best_line"]),
                        "loss": math.inf if move["loss"] is None else move["loss"],
                    }
                )
                for move in row["moves"]
            )
            yield AnalyzedGame(row["number"], self._game, row["line"], row["rules"], moves)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a line of JSON a game: `number`, `line`, `rules`, and `moves` with the attributes of
        `AnalyzedMove`; a loss that is infinite is `null`."""
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in self._pieces.lines())


def _move(move: boyi.ReviewedMove) -> dict[str, object]:
    kept = AnalyzedMove(
        ply=move.ply,
        player=move.player,
        move=move.move,
        score=str(move.score),
        win_probability=move.score.win_probability,
        best=move.best,
        best_score=str(move.best_score),
        best_line=tuple(move.best_line),
        loss=move.loss,
        probability_lost=move.probability_lost,
        quality=move.quality,
        is_best=move.is_best,
        is_forced=move.is_forced,
    )
    return {**asdict(kept), "loss": kept.loss if math.isfinite(kept.loss) else None}


def _analyzed(
    known: list[str],
    name: str,
    begin: int,
    games: list[Line],
    engine: str | None,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    first: int,
    files: dict[str, bytes],
) -> Iterator[str]:
    """The games of a piece, a line each."""
    game = boyi.game(name)
    with tempfile.TemporaryDirectory() as folder:
        for file, data in files.items():
            pathlib.Path(folder, file).write_bytes(data)
            engine = engine and engine.replace(file, f"{folder}/{file}")
        for number in range(len(known), len(games)):
            line, rules = games[number]
            # Each with an engine of its own: what is found does not depend on what was before.
            player = None if engine is None else boyi.Engine(game, engine)
            moves = boyi.analyze(
                game.position(line, **rules), player, depth=depth, nodes=nodes, time=time, first=first
            )
            row = {"number": begin + number, "line": line, "rules": rules, "moves": [_move(move) for move in moves]}
            yield json.dumps(row, allow_nan=False)


def analyze(
    games: Games,
    *,
    game: boyi.Game | str | None = None,
    engine: boyi.Engine | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    first: int = 1,
    rules: Mapping[str, str | int | bool] | None = None,
    piece: int = 50,
    state: str | os.PathLike[str] | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
) -> Archive:
    """Goes through games as `boyi.analyze` does, `piece` games a task; a worker that is lost costs the game it was at.

    Nothing but this package is needed on the workers. The games travel as text, some hundred bytes each, and what is
    found stays in `state` until it is asked for: a million games are no more trouble than a hundred.

    >>> import boyi
    >>> from boyi.cluster import Local, analyze
    >>> othello = boyi.game("othello").start()
    >>> games = [othello.play("f5", "d6", "c3"), othello.play("f5", "f4", "e3")]
    >>> done = analyze(games, nodes=200, on=Local(1))
    >>> [[move.move for move in game.moves] for game in done]
    [['f5', 'd6', 'c3'], ['f5', 'f4', 'e3']]
    """
    name, found = lines_of(games, game, rules)
    spec = None if engine is None else engine.config
    spec, files = (None, {}) if spec is None else carried(spec)
    asked = {"engine": spec, "depth": depth, "nodes": nodes, "time": time, "first": first}
    tasks = [
        Task(_analyzed, (name, begin, lines, spec, depth, nodes, time, first, files), f"analyze {begin}")
        for begin, lines in cut(found, piece)
    ]
    question = {"analyze": name, "games": fingerprint_of(found), "piece": piece, **asked}
    pieces = Job(question, tasks, unit="games", of=len(found)).run(store(state), on or Local(), progress)
    return Archive(name, pieces, len(found))
