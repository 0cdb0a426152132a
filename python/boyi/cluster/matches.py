"""Matches and tournaments: shards of games, each played by the command, merged as it merges them."""

from __future__ import annotations

import json
import math
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import boyi
from boyi.cluster import command as boyi_command
from boyi.cluster.data import carried, fingerprint
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Pieces, Watch
from boyi.cluster.store import Store, store
from boyi.errors import ClusterError

__all__ = ["Entrant", "MatchRecord", "MatchTable", "RatedPlayer", "RatingTable", "match", "tournament"]

Entrant: TypeAlias = boyi.Engine | str
"""Who plays: an engine, or a text as the command takes one, `pvs,depth=6`, `level=3` or `cmd:PROGRAM`."""

_OPENINGS = "openings.txt"

_Rules: TypeAlias = Mapping[str, str | int | bool]


@dataclass(frozen=True)
class MatchRecord:
    """A game of a match, with the attributes of `boyi.MatchGame`."""

    game: str
    """The name of the game that was played."""
    rules: _Rules
    """Its rules, where they are not the usual ones."""
    players: tuple[str, str]
    """Who played, `a` and `b`."""
    number: int
    """Its number in the match, from 0; two that follow each other begin with the same opening."""
    first: Literal["a", "b"]
    """Which player had the first mover's side."""
    winner: Literal["a", "b"] | None
    """Who won, or `None` for a draw."""
    reason: str
    """Why it ended."""
    is_fault: bool
    """Whether it was lost by a fault: a crash, an illegal move, or too long a thought."""
    opening: str
    """The line that it began with."""
    moves: tuple[str, ...]
    """The moves from there."""

    @property
    def position(self) -> boyi.Position:
        """The end of the game."""
        line = self.opening
        if self.moves:
            line += ("" if " moves" in line else " moves") + "".join(f" {move}" for move in self.moves)
        return boyi.game(self.game).position(line, **self.rules)


def _record(row: Mapping[str, Any], rules: _Rules) -> MatchRecord:
    return MatchRecord(
        game=row["game"],
        rules=rules,
        players=(row["a"], row["b"]),
        number=row["index"],
        first=row["first"],
        winner=row["winner"],
        reason=row["reason"],
        is_fault=row["fault"] is not None,
        opening=row["opening"],
        moves=tuple(row["moves"].split()),
    )


@dataclass(frozen=True)
class MatchTable:
    """The result of a match for its first player, with the attributes of `boyi.MatchResult`; as text,
    the table of `boyi merge`."""

    players: tuple[str, str]
    """Who played."""
    wins: int
    """Games that the first player won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games that it lost."""
    games: int
    """Games that count: with a test, those up to its decision."""
    score: float
    """The mean score, 0 to 1."""
    elo: float
    """The difference in Elo, infinite if every game was won or lost."""
    elo_interval: tuple[float, float]
    """Its 95 % interval."""
    los: float
    """The chance that the first player is the stronger, 0 to 1."""
    llr: float | None
    """The log-likelihood ratio of the sequential test, if there is one."""
    verdict: Literal["elo0", "elo1"] | None
    """What the sequential test decided."""
    faults: tuple[int, int]
    """Games that either player lost by a fault."""
    records: tuple[MatchRecord, ...]
    """The games that count, in the order of their numbers."""
    text: str
    """The table."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class RatedPlayer:
    """A row of a rating table."""

    rank: int
    """From 1."""
    player: str
    """Who it is."""
    elo: float
    """Elo above the average."""
    elo_error: float
    """Half of its 95 % interval."""
    games: int
    """Games played."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    points: float
    """A win is 1, a draw ½."""
    faults: int
    """Games lost by a fault."""


@dataclass(frozen=True)
class RatingTable:
    """The result of a tournament; as text, the table of `boyi merge`."""

    players: tuple[RatedPlayer, ...]
    """The best first."""
    records: tuple[MatchRecord, ...]
    """All games, pairing by pairing."""
    text: str
    """The table."""

    def __str__(self) -> str:
        return self.text


def _spec(player: Entrant) -> str:
    return player if isinstance(player, str) else player.config


def _entered(players: Sequence[Entrant]) -> tuple[list[str], dict[str, bytes]]:
    """The players as the command names them, and the networks that they play with."""
    files: dict[str, bytes] = {}
    names = []
    for player in players:
        name, own = carried(_spec(player))
        names.append(name)
        files.update(own)
    return names, files


def the_game(game: boyi.Game | str | None, players: Sequence[Entrant]) -> str:
    """The name of the game that these players play."""
    for player in players:
        if game is None and not isinstance(player, str):
            game = player.game
    if game is None:
        raise ClusterError("players that know no game need one: game=NAME")
    return game if isinstance(game, str) else game.name


def as_time(seconds: float | None) -> str | None:
    """A time as the command reads it."""
    return None if seconds is None else f"{seconds * 1000:g}ms"


def played(
    known: list[str],
    command: boyi_command.Command,
    words: list[str],
    shard: str,
    files: dict[str, bytes],
) -> Iterator[str]:
    """The games of a shard that are not known, a line each; `files` are those that `words` name."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            pathlib.Path(folder, name).write_bytes(data)
        log = pathlib.Path(folder, "log.jsonl")
        log.write_text("".join(f"{line}\n" for line in known), "utf-8")
        there = {(row["match"], row["index"]) for row in map(json.loads, known)}
        asked = [*words, "--json", "--concurrency", "1", "--shard", shard, "--resume", log.name]
        for line in boyi_command.stream(command, asked, folder):
            row = json.loads(line)
            # The games are followed by a result, which is that of the shard alone.
            if "index" in row and (row["match"], row["index"]) not in there:
                yield line


def merged(command: boyi_command.Command, pieces: Pieces, json_output: bool) -> str | None:
    """What `boyi merge` says of the games that are there; `None` where they make no whole."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, lines in enumerate(pieces):
            if lines:
                names.append(f"{number}.jsonl")
                pathlib.Path(folder, names[-1]).write_text("".join(f"{line}\n" for line in lines), "utf-8")
        if not names:
            return None
        return boyi_command.run(command, ["merge", *(["--json"] if json_output else []), *names], folder, allowed=1)


def _drawn(command: boyi_command.Command, words: list[str]) -> bytes:
    """The random openings of a match, a line each: those of games that are over with the next ply."""
    # Players that cost nothing, not even a table.
    players = ["--a", "minimax", "--b", "minimax", "--depth", "1"]
    asked = [*words, *players, "--max-plies", "1", "--concurrency", "1", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        rows = boyi_command.rows(boyi_command.run(command, asked, folder) or "")
    return "".join(f"{row['opening']}\n" for row in rows if "index" in row and row["index"] % 2 == 0).encode()


def play(
    kind: str,
    game: str,
    *,
    options: Mapping[str, object],
    players: Sequence[str] = (),
    files: Mapping[str, bytes],
    games: int,
    of: int,
    seed: int,
    rules: _Rules | None,
    openings: Sequence[str] | None,
    opening_plies: int | None,
    shards: int | None = None,
    is_tested: bool = False,
    state: Store,
    on: Executor,
    progress: Watch | None,
    command: boyi_command.Command,
) -> tuple[list[dict[str, Any]], str]:
    """Plays a match or a tournament of `games` games where two meet, `of` in all; returns what `boyi merge` says, as
    objects and as text. `files` are those that the players need."""
    drawing = {"games": games, "seed": seed, **(rules or {})}
    words = [kind, game, *players, *boyi_command.chosen({**options, **drawing})]
    plies = boyi_command.chosen({"opening_plies": opening_plies})
    given = None if openings is None else "".join(f"{line}\n" for line in openings).encode()
    pairs = max(1, math.ceil(of / 2))
    begun = json.loads(state.read("job.json") or b"{}").get("shards")
    # A test looks at pairs in order: shards that wait for others would hold it up.
    usual = on.slots() if is_tested else math.ceil(2 * math.sqrt(pairs))
    count = shards or begun or max(1, min(pairs, usual))
    question = {
        "words": words,
        "openings": plies if given is None else fingerprint(given),
        "shards": count,
        "files": {name: fingerprint(data) for name, data in files.items()},
    }
    if given is None and not is_tested and count > 1:
        # Drawn once and kept: each shard would draw all of them again.
        given = state.read(_OPENINGS)
        if given is None:
            given = _drawn(command, ["match", game, *boyi_command.chosen(drawing), *plies])
            state.write(_OPENINGS, given)
    files = dict(files)
    if given is None:
        words = [*words, *plies]
    else:
        files[_OPENINGS] = given
        words = [*words, "--openings", _OPENINGS]
    tasks = [Task(played, (command, words, f"{number}/{count}", files), f"{kind} {number}/{count}") for number in range(count)]
    enough = (lambda pieces: merged(command, pieces, True) is not None) if is_tested else None
    pieces = Job(question, tasks, unit="games", of=of, enough=enough).run(state, on, progress)
    said, text = (merged(command, pieces, json_output) for json_output in (True, False))
    if said is None or text is None:
        raise ClusterError("all shards have ended, but their games make no whole")
    return boyi_command.rows(said), text.rstrip("\n")


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: boyi.Game | str | None = None,
    games: int = 100,
    seed: int = 1,
    rules: _Rules | None = None,
    openings: list[str] | None = None,
    opening_plies: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    max_plies: int | None = None,
    sprt: tuple[float, float] | None = None,
    state: str | os.PathLike[str] | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
    shards: int | None = None,
    command: boyi_command.Command = None,
) -> MatchTable:
    """Plays a match on many processes or machines: the very games, and the very table, of `boyi.match`
    with the same arguments, as long as limits are not in time.

    What is played is in `state`: the same call goes on there. A worker that is lost costs the game
    that it played. With `sprt` the match ends as soon as the games that are there decide it. The games
    are cut into `shards` tasks, by default some √(2 × games), with `sprt` one a worker. It needs the
    command `boyi` wherever tasks run, and here.
    """
    (one, other), files = _entered((a, b))
    limits = {"depth": depth, "nodes": nodes, "time": as_time(time), "max_plies": max_plies}
    (*rows, result), text = play(
        "match",
        the_game(game, (a, b)),
        options={"a": one, "b": other, **limits, "sprt": sprt},
        files=files,
        games=games,
        of=games,
        seed=seed,
        rules=rules,
        openings=openings,
        opening_plies=opening_plies,
        shards=shards,
        is_tested=sprt is not None,
        state=store(state),
        on=on or Local(),
        progress=progress,
        command=command,
    )
    return _match_table(rows, result, text, rules or {}, (_spec(a), _spec(b)))


def _match_table(
    rows: list[dict[str, Any]],
    result: dict[str, Any],
    text: str,
    rules: _Rules,
    players: tuple[str, str],
) -> MatchTable:
    def elo(name: str, none: float) -> float:
        value = result[name]
        return none if value is None else float(value)

    test: dict[str, Any] = result.get("sprt") or {}
    verdicts: dict[Any, Literal["elo0", "elo1"]] = {"H0": "elo0", "H1": "elo1"}
    # JSON has no infinity.
    least, most = (-math.inf if result["score"] < 0.5 else math.inf, math.inf)
    faults = [side["crashes"] + side["illegal"] + side["time_losses"] for side in (result, result["opponent"])]
    return MatchTable(
        players=players,
        wins=result["wins"],
        draws=result["draws"],
        losses=result["losses"],
        games=result["games"],
        score=result["score"],
        elo=elo("elo", least),
        elo_interval=(elo("elo_low", -math.inf), elo("elo_high", most)),
        los=result["los"],
        llr=test.get("llr"),
        verdict=verdicts.get(test.get("accepted")),
        faults=(faults[0], faults[1]),
        records=tuple(_record(row, rules) for row in rows),
        text=text,
    )


def tournament(
    players: Sequence[Entrant],
    *,
    game: boyi.Game | str | None = None,
    games: int = 20,
    gauntlet: bool = False,
    seed: int = 1,
    rules: _Rules | None = None,
    openings: list[str] | None = None,
    opening_plies: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    max_plies: int | None = None,
    state: str | os.PathLike[str] | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
    shards: int | None = None,
    command: boyi_command.Command = None,
) -> RatingTable:
    """Plays a tournament, everyone against everyone or, as a gauntlet, the first against all others: `games`
    games where two meet. Otherwise as `match`; the table is that of `boyi tournament`.
    """
    names, files = _entered(players)
    others = len(players) - 1
    limits = {"depth": depth, "nodes": nodes, "time": as_time(time), "max_plies": max_plies}
    said, text = play(
        "tournament",
        the_game(game, players),
        options={"gauntlet": gauntlet, **limits},
        players=[word for name in names for word in ("--player", name)],
        files=files,
        games=games,
        of=games * (others if gauntlet else others * len(players) // 2),
        seed=seed,
        rules=rules,
        openings=openings,
        opening_plies=opening_plies,
        shards=shards,
        state=store(state),
        on=on or Local(),
        progress=progress,
        command=command,
    )
    rated = [
        RatedPlayer(
            **{name: row[name] for name in ("rank", "player", "elo", "elo_error")},
            **{name: row[name] for name in ("games", "wins", "draws", "losses", "points")},
            faults=row["crashes"] + row["illegal"] + row["time_losses"],
        )
        for row in said
        if "rank" in row
    ]
    records = tuple(_record(row, rules or {}) for row in said if "index" in row)
    return RatingTable(players=tuple(rated), records=records, text=text)
