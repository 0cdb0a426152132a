"""Games of self-play to learn from, and networks that learn from them round after round."""

from __future__ import annotations

import json
import math
import os
import pathlib
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import boyi
from boyi.cluster import command as boyi_command
from boyi.cluster.data import as_bytes, as_line, fingerprint, seed_of
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Watch
from boyi.cluster.matches import play
from boyi.cluster.store import Store, part, store

__all__ = ["LearningRound", "learn", "self_play"]

_Rules = Mapping[str, str | int | bool]


@dataclass(frozen=True)
class LearningRound:
    """A round of learning, with the attributes of `boyi.Round`."""

    number: int
    """Its number, from 1."""
    games: int
    """Games of self-play so far."""
    positions: int
    """Positions that the candidate learnt from."""
    training_loss: float
    """Mean cross-entropy on the positions that were learnt from, in nats."""
    validation_loss: float
    """That on positions that were not."""
    gate: tuple[int, int, int]
    """The candidate's wins, draws and losses against the best network before it."""
    elo: float
    """The Elo of that match, infinite if every game was won or lost."""
    is_accepted: bool
    """Whether the candidate is the best network now."""


def _file_of_games(
    known: list[str], command: boyi_command.Command, words: list[str], network: bytes | None
) -> Iterator[str]:
    """A data file, as it grows; the part that is known is not written again."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "out.games")
        begun = as_bytes(known)
        if begun:
            path.write_bytes(begun)
        words = [*words, "--threads", "1", "--out", path.name]
        if network is not None:
            pathlib.Path(folder, "best.network").write_bytes(network)
            words += ["--network", "best.network"]
        failed: list[BaseException] = []

        def run() -> None:
            try:
                boyi_command.run(command, words, folder)
            except BaseException as error:
                failed.append(error)

        running = threading.Thread(target=run)
        running.start()
        there = len(begun)
        while there >= 0:
            running.join(timeout=1.0)
            is_over = not running.is_alive()
            if failed:
                raise failed[0]
            grown = path.read_bytes()[there:] if path.exists() else b""
            if grown:
                there += len(grown)
                yield as_line(grown)
            if is_over:
                return


def _games(
    name: str,
    games: int,
    piece: int,
    seed: int,
    options: Mapping[str, object],
    network: bytes | None,
    state: Store,
    on: Executor,
    progress: Watch | None,
    command: boyi_command.Command,
) -> list[str]:
    """The names of the data files that hold the games."""
    tasks = []
    for number in range(math.ceil(games / piece)):
        asked = {**options, "games": min(piece, games - number * piece), "seed": seed_of(seed, number)}
        words = ["selfplay", name, *boyi_command.chosen(asked)]
        tasks.append(Task(_file_of_games, (command, words, network), f"self-play {number}"))
    question = {
        "selfplay": name,
        "games": games,
        "piece": piece,
        "seed": seed,
        "options": boyi_command.chosen(options),
        "network": None if network is None else fingerprint(network),
    }
    pieces = Job(question, tasks, unit="parts of files").run(state, on, progress)
    names = [f"games/{number:06}.games" for number in range(len(tasks))]
    there = state.names("games/")
    for file, lines in zip(names, pieces, strict=True):
        if file not in there:
            state.write(file, as_bytes(lines))
    return names


def self_play(
    game: boyi.Game | str,
    state: str | os.PathLike[str],
    *,
    games: int = 1000,
    nodes: int = 1000,
    seed: int = 1,
    network: str | os.PathLike[str] | None = None,
    rules: _Rules | None = None,
    piece: int = 100,
    on: Executor | None = None,
    progress: Watch | None = None,
    command: boyi_command.Command = None,
) -> list[str]:
    """Plays a game against itself; returns the names, in `state`, of the data files, which
    `boyi train --data` reads.

    Each holds `piece` games and is the work of one task, with a seed of its own: the files are the same
    on any number of workers. A worker that is lost costs what was not yet in its file. `network` is a file of
    this machine. It needs the command `boyi`.
    """
    name = game if isinstance(game, str) else game.name
    plays = None if network is None else pathlib.Path(network).read_bytes()
    options = {"nodes": nodes, **(rules or {})}
    return _games(name, games, piece, seed, options, plays, store(state), on or Local(), progress, command)


def _trained(known: list[str], command: boyi_command.Command, words: list[str], data: list[bytes]) -> Iterator[str]:
    """What the training says, and then the network."""
    del known  # A training begins anew.
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{number}.games" for number in range(len(data))]
        for name, games in zip(names, data, strict=True):
            pathlib.Path(folder, name).write_bytes(games)
        said = boyi_command.run(command, [*words, "--json", "--out", "new.network", "--data", *names], folder)
        network = pathlib.Path(folder, "new.network").read_bytes()
        # One line, so that it is there as a whole or not at all.
        yield json.dumps({**boyi_command.rows(said or "")[-1], "network": as_line(network)})


def learn(
    game: boyi.Game | str,
    state: str | os.PathLike[str],
    *,
    rounds: int = 1,
    games: int = 1000,
    nodes: int = 1000,
    epochs: int = 20,
    batch: int = 16384,
    window: int = 4,
    gate_games: int = 200,
    gate_nodes: int = 1000,
    seed: int = 1,
    rules: _Rules | None = None,
    piece: int = 100,
    on: Executor | None = None,
    progress: Watch | None = None,
    command: boyi_command.Command = None,
) -> tuple[list[LearningRound], str | None]:
    """Has a game learn by itself until `rounds` rounds are over in `state`; returns them, and the name there of the
    best network once one was accepted.

    A round plays games with the best network, side by side; trains a candidate on those of the last
    `window` rounds, which is one task; and plays the match that decides on it, side by side. The rounds
    are the same on any number of workers; they are not those of `boyi.learn`, whose games have other
    seeds. It needs the command `boyi`.
    """
    name = game if isinstance(game, str) else game.name
    on = on or Local()
    kept = store(state)
    rules = rules or {}
    fixed = {"nodes": nodes, "epochs": epochs, "batch": batch, "window": window, "piece": piece}
    gate_plan = {"games": gate_games, "nodes": gate_nodes}
    plan = {"learn": name, "games": games, **fixed, "gate": gate_plan, "seed": seed, "rules": dict(rules)}
    # The claim of the state; its rounds are jobs of their own.
    Job(plan, []).run(kept, on)
    done = [_read(line) for line in (kept.read("pedigree.jsonl") or b"").decode().splitlines()]
    while len(done) < rounds:
        number = len(done) + 1
        best = _best(done)
        network = kept.read(best) if best else None
        here = part(kept, f"rounds/{number:05}")
        options = {"nodes": nodes, **rules}
        plays = seed_of(seed, number, "games")
        _games(name, games, piece, plays, options, network, part(here, "self-play"), on, progress, command)
        trained = _train(name, kept, here, number, window, epochs, batch, seed, on, progress, command)
        candidate = as_bytes([trained["network"]])
        kept.write(_network(number), candidate)
        limits = gate_games, gate_nodes
        result = _gate(name, here, candidate, network, *limits, rules, seed, number, on, progress, command)
        elo = result["elo"]
        done.append(
            LearningRound(
                number=number,
                games=number * games,
                positions=trained["positions"],
                training_loss=trained["training"],
                validation_loss=trained["validation"],
                gate=(result["wins"], result["draws"], result["losses"]),
                elo=float(elo) if elo is not None else math.copysign(math.inf, result["score"] - 0.5),
                is_accepted=result["wins"] > result["losses"],
            )
        )
        kept.write("pedigree.jsonl", "".join(json.dumps(asdict(one)) + "\n" for one in done).encode())
    return done[:rounds], _best(done[:rounds])


def _read(line: str) -> LearningRound:
    row = json.loads(line)
    return LearningRound(**{**row, "gate": tuple(row["gate"])})


def _network(number: int) -> str:
    return f"networks/{number:05}.network"


def _best(done: list[LearningRound]) -> str | None:
    accepted = [one.number for one in done if one.is_accepted]
    return _network(accepted[-1]) if accepted else None


def _train(
    name: str,
    kept: Store,
    here: Store,
    number: int,
    window: int,
    epochs: int,
    batch: int,
    seed: int,
    on: Executor,
    progress: Watch | None,
    command: boyi_command.Command,
) -> dict[str, Any]:
    files = []
    # The latest first: of equal positions those count.
    for of in range(number, max(0, number - window), -1):
        played = part(kept, f"rounds/{of:05}/self-play")
        files += [played.read(file) or b"" for file in sorted(played.names("games/"))]
    asked = {"seed": seed_of(seed, number, "training"), "epochs": epochs, "batch": batch, "unique": True}
    words = ["train", name, *boyi_command.chosen(asked)]
    question = {"train": words, "data": [fingerprint(data) for data in files]}
    job = Job(question, [Task(_trained, (command, words, files), "train")], unit="networks", of=1)
    row: dict[str, Any] = json.loads(next(job.run(part(here, "training"), on, progress).lines()))
    return row


def _gate(
    name: str,
    here: Store,
    candidate: bytes,
    best: bytes | None,
    games: int,
    nodes: int,
    rules: _Rules,
    seed: int,
    number: int,
    on: Executor,
    progress: Watch | None,
    command: boyi_command.Command,
) -> dict[str, Any]:
    files = {"candidate.network": candidate}
    if best is not None:
        files["best.network"] = best
    other = "aspiration,hash=1" + (",network=best.network" if best is not None else "")
    said, _ = play(
        "match",
        name,
        options={"a": "aspiration,hash=1,network=candidate.network", "b": other, "nodes": nodes},
        files=files,
        games=games,
        of=games,
        seed=seed_of(seed, number, "gate"),
        rules=rules,
        openings=None,
        opening_plies=6,
        state=part(here, "gate"),
        on=on,
        progress=progress,
        command=command,
    )
    return said[-1]
