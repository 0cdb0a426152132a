"""Tuning by play: rounds that follow each other, the games of each side by side."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import boyi
from boyi.cluster import command as boyi_command
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Watch
from boyi.cluster.store import Store, part, store

__all__ = ["Tuning", "tune"]

_LOG = "log.jsonl"


@dataclass(frozen=True)
class Tuning:
    """What a tuning has come to."""

    rounds: int
    """The rounds that are over."""
    games: int
    """The games of all of them."""
    start: Mapping[str, int]
    """The numbers at the beginning."""
    champion: Mapping[str, int]
    """The numbers at the end."""
    mean: Mapping[str, int]
    """The mean of the last rounds."""
    spec: str
    """The champion as options of a searcher."""
    mean_spec: str
    """The mean as options of a searcher."""


def _played(known: list[str], command: boyi_command.Command, words: list[str], log: bytes, shard: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, _LOG).write_bytes(log)
        there = set(known)
        for line in boyi_command.stream(command, [*words, "--resume", _LOG, "--shard", shard], folder):
            if line not in there:
                yield line


def _added(command: boyi_command.Command, words: list[str], log: bytes, games: list[str]) -> bytes:
    """The log with the round that these are the games of."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, _LOG)
        path.write_bytes(log)
        pathlib.Path(folder, "games.jsonl").write_text("".join(f"{line}\n" for line in games), "utf-8")
        boyi_command.run(command, [*words, "--resume", _LOG, "--played", "games.jsonl"], folder)
        return path.read_bytes()


def _result(command: boyi_command.Command, words: list[str], log: bytes) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, _LOG).write_bytes(log)
        said = boyi_command.run(command, [*words, "--resume", _LOG], folder)
        return boyi_command.rows(said or "")[-1]


def tune(
    game: boyi.Game | str,
    *,
    rounds: int = 100,
    games: int = 6,
    options: bool = False,
    only: list[str] | None = None,
    weights: list[str] | None = None,
    method: str | None = None,
    searcher: boyi.Engine | str | None = None,
    seed: int = 1,
    rules: Mapping[str, str | int | bool] | None = None,
    opening_plies: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    mutants: int | None = None,
    state: str | os.PathLike[str] | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
    shards: int | None = None,
    command: boyi_command.Command = None,
) -> Tuning:
    """Tunes the weights of an evaluator, or with `options` the numbers of the search, as `boyi tune`
    does: the very same numbers.

    The games of a round, from `games` openings, are cut into `shards` tasks, by default one an opening; a worker that is
    lost costs the games of its task. `rounds` may be more than before in the same state. It needs the command `boyi`.
    """
    name = game if isinstance(game, str) else game.name
    spec = searcher.config if isinstance(searcher, boyi.Engine) else searcher
    asked = {
        "options": options,
        "only": only,
        "weights": weights,
        "method": method,
        "searcher": spec,
        "games": games,
        "seed": seed,
        "opening_plies": opening_plies,
        "depth": depth,
        "nodes": nodes,
        "mutants": mutants,
    }
    fixed = ["tune", name, "--json", *boyi_command.chosen({**asked, **(rules or {})})]
    words = [*fixed, "--rounds", str(rounds)]
    kept = store(state)
    on = on or Local()
    log = kept.read(_LOG) or b""
    count = shards or games
    # The claim of the state; its rounds are jobs of their own.
    Job({"words": fixed}, []).run(kept, on)
    while (number := log.count(b"\n")) < rounds:
        lines = _round(part(kept, f"rounds/{number:05}"), on, progress, command, words, fixed, log, count)
        log = _added(command, words, log, lines)
        kept.write(_LOG, log)
    result = _result(command, words, log)
    return Tuning(
        rounds=result["rounds"],
        games=result["games"],
        start=result["start"],
        champion=result["champion"],
        mean=result["mean"],
        spec=result["spec"],
        mean_spec=result["mean_spec"],
    )


def _round(
    state: Store,
    on: Executor,
    progress: Watch | None,
    command: boyi_command.Command,
    words: list[str],
    fixed: list[str],
    log: bytes,
    count: int,
) -> list[str]:
    tasks = [Task(_played, (command, words, log, f"{number}/{count}"), f"tune {number}/{count}") for number in range(count)]
    question = {"words": fixed, "shards": count}
    pieces = Job(question, tasks, unit="games of the round").run(state, on, progress)
    return sorted(pieces.lines(), key=lambda line: int(json.loads(line)["game"]))
