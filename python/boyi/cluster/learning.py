"""Games of self-play to learn from, and networks that learn from them round after round."""

from __future__ import annotations

import contextlib
import json
import math
import os
import pathlib
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import boyi
from boyi.cluster import command as boyi_command
from boyi.cluster.data import as_bytes, as_line, fingerprint
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Watch
from boyi.cluster.matches import merged
from boyi.cluster.store import Store, part, store

__all__ = ["LearningRound", "learn", "self_play"]

_Rules = Mapping[str, str | int | bool]

_NETWORK = "begin.network"
_OPENINGS = "openings.txt"
_HEADER = 5  # lines of a data file


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
    """The Elo of that match."""
    is_accepted: bool
    """Whether the candidate is the best network now."""
    rating: float
    """Elo of the best network over the evaluator that the learning began with."""


@contextlib.contextmanager
def _folder_of(files: Mapping[str, bytes]) -> Iterator[str]:
    """A folder that has these files, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield folder


def _grown(command: boyi_command.Command, words: list[str], folder: str, name: str) -> Iterator[bytes]:
    """What the command adds to a file in `folder`, as it comes."""
    path = pathlib.Path(folder, name)
    there = path.stat().st_size
    failed: list[BaseException] = []

    def run() -> None:
        try:
            boyi_command.run(command, words, folder)
        except BaseException as error:
            failed.append(error)

    running = threading.Thread(target=run)
    running.start()
    is_over = False
    while not is_over:
        running.join(timeout=1.0)
        is_over = not running.is_alive()
        if failed:
            raise failed[0]
        with path.open("rb") as file:
            file.seek(there)
            grown = file.read()
        if grown:
            there += len(grown)
            yield grown


def _file_of_games(
    known: list[str], command: boyi_command.Command, words: list[str], files: dict[str, bytes], name: str
) -> Iterator[str]:
    """A data file, as it grows; the part that is known is not written again."""
    with _folder_of({**files, name: as_bytes(known)}) as folder:
        yield from map(as_line, _grown(command, words, folder, name))


def _log_of_games(
    known: list[str], command: boyi_command.Command, words: list[str], files: dict[str, bytes], name: str
) -> Iterator[str]:
    """The lines of a log, as it grows."""
    with _folder_of({**files, name: "".join(f"{line}\n" for line in known).encode()}) as folder:
        torn = b""
        for grown in _grown(command, words, folder, name):
            *whole, torn = (torn + grown).split(b"\n")
            yield from (line.decode() for line in whole)


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

    Each holds `piece` of the games that `boyi selfplay` plays with the same seed, and is the work of
    one task: the files are the same on any number of workers. A worker that is lost costs what was
    not yet in its file. `network` is a file of this machine. It needs the command `boyi`.
    """
    name = game if isinstance(game, str) else game.name
    kept = store(state)
    asked = ["selfplay", name, *boyi_command.chosen({"nodes": nodes, "seed": seed, **(rules or {})})]
    files = {} if network is None else {_NETWORK: pathlib.Path(network).read_bytes()}
    question = {
        "words": asked,
        "games": games,
        "piece": piece,
        "network": None if network is None else fingerprint(files[_NETWORK]),
    }
    fixed = [*asked, *boyi_command.chosen({"threads": 1, "network": _NETWORK if files else None})]
    tasks = []
    for number, first in enumerate(range(0, games, piece)):
        numbers = {"first": first, "games": min(piece, games - first), "out": "out.games"}
        words = [*fixed, *boyi_command.chosen(numbers)]
        tasks.append(Task(_file_of_games, (command, words, files, "out.games"), f"self-play {number}"))
    pieces = Job(question, tasks, unit="parts of files").run(kept, on or Local(), progress)
    names = [f"games/{number:06}.games" for number in range(len(tasks))]
    there = kept.names("games/")
    for file, lines in zip(names, pieces, strict=True):
        if file not in there:
            kept.write(file, as_bytes(lines))
    return names


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
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    network: str | os.PathLike[str] | None = None,
    openings: list[str] | None = None,
    rules: _Rules | None = None,
    options: Mapping[str, object] | None = None,
    piece: int = 100,
    threads: int | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
    command: boyi_command.Command = None,
) -> tuple[list[LearningRound], str | None]:
    """Has a game learn by itself until `rounds` rounds are over in `state`; returns them, and the name there of the
    best network once one was accepted.

    It is the loop of `boyi learn` with the same options (`options` are those that have no name here,
    as `{"go_on": True}`): the same games, networks and pedigree, byte for byte, on any number of
    workers. A `state` that is a folder is that command's, too, and either goes on with it.

    A round's games are played side by side, some `piece` a task, and so are those of its match. The
    training in between is this machine's, where the games have been collected, on `threads` threads, by
    default one a core. It needs the command `boyi` wherever tasks run, and here.
    """
    name = game if isinstance(game, str) else game.name
    on = on or Local()
    kept = store(state)
    files = {}
    if network is not None:
        files[_NETWORK] = pathlib.Path(network).read_bytes()
    if openings is not None:
        files[_OPENINGS] = "".join(f"{line}\n" for line in openings).encode()
    asked = {
        "games": games,
        "nodes": nodes,
        "epochs": epochs,
        "batch": batch,
        "window": window,
        "gate_games": gate_games,
        "gate_nodes": gate_nodes,
        "sprt": sprt,
        "seed": seed,
        "network": _NETWORK if network is not None else None,
        "openings": _OPENINGS if openings is not None else None,
    }
    words = ["learn", name, *boyi_command.chosen({**asked, **(rules or {}), **(options or {})})]
    question = {"words": words, "files": {file: fingerprint(data) for file, data in files.items()}}
    # The claim of the state; its rounds are jobs of their own.
    Job(question, []).run(part(kept, "cluster"), on)
    with _worked_on(state, kept) as (folder, keep), _folder_of(files) as here:

        def ask(*more: str) -> tuple[list[LearningRound], str]:
            # From where the network and the openings are.
            given = [*words, *boyi_command.chosen({"threads": threads}), "--json", "--state", folder, *more]
            *done, standing = boyi_command.rows(boyi_command.run(command, given, here) or "")
            keep()
            return [_round(row) for row in done], standing["next"]

        done, step = ask("--rounds", "0")
        while len(done) < rounds:
            number = len(done) + 1
            shares = _Shares(words, files, store(folder), done, on, progress, command)
            jobs = part(kept, f"cluster/{number:05}")
            if step == "games":
                shares.play(part(jobs, "games"), games, piece)
            elif step == "match":
                shares.match(part(jobs, "match"), gate_games, sprt is not None)
            # What was played is there: it trains, or counts the match.
            done, step = ask("--step")
    return done[:rounds], _best(done[:rounds])


def _round(row: Mapping[str, Any]) -> LearningRound:
    return LearningRound(
        number=row["round"],
        games=row["games"],
        positions=row["positions"],
        training_loss=row["training"],
        validation_loss=row["validation"],
        gate=(row["gate"][0], row["gate"][1], row["gate"][2]),
        elo=row["elo"],
        is_accepted=row["accepted"],
        rating=row["rating"],
    )


def _network(number: int) -> str:
    return f"networks/{number:05}.network"


def _best(done: list[LearningRound]) -> str | None:
    accepted = [one.number for one in done if one.is_accepted]
    return _network(accepted[-1]) if accepted else None


@contextlib.contextmanager
def _worked_on(state: str | os.PathLike[str], kept: Store) -> Iterator[tuple[str, Callable[[], None]]]:
    """The folder of this machine in which the command works on a state, and what brings the state up to
    date: the state itself where it is a folder, else a copy."""
    if "://" not in str(state):
        path = pathlib.Path(state).absolute()
        path.mkdir(parents=True, exist_ok=True)
        yield str(path), lambda: None
        return
    there = sorted(name for name in kept.names("") if not name.startswith("cluster/"))
    with _folder_of({name: kept.read(name) or b"" for name in there}) as folder:

        def files() -> dict[pathlib.Path, int]:
            return {path: path.stat().st_mtime_ns for path in pathlib.Path(folder).rglob("*") if path.is_file()}

        known = files()

        def keep() -> None:
            # As they were written: the losses before the network, the pedigree after both.
            for path, written in sorted(files().items(), key=lambda file: file[1]):
                if known.get(path) != written:
                    kept.write(path.relative_to(folder).as_posix(), path.read_bytes())
                    known[path] = written

        yield folder, keep


@dataclass
class _Shares:
    """The steps of a round that are played side by side. What they come to is in `folder` as the
    command would have written it."""

    words: list[str]
    files: dict[str, bytes]
    folder: Store
    done: list[LearningRound]
    on: Executor
    progress: Watch | None
    command: boyi_command.Command

    def _tasks(self, work: Callable[..., Iterator[str]], count: int, name: str, needs: list[str]) -> list[Task]:
        best = _best(self.done)
        needs = [*needs, *(["pedigree.jsonl"] if self.done else []), *([best] if best else [])]
        files = {**self.files, **{f"state/{need}": self.folder.read(need) or b"" for need in needs}}
        words = [*self.words, "--state", "state", "--threads", "1", "--shard"]
        return [
            Task(work, (self.command, [*words, f"{number}/{count}"], files, f"state/{name}"), f"learn {number}/{count}")
            for number in range(count)
        ]

    def play(self, job: Store, games: int, piece: int) -> None:
        """The games of the round."""
        name = f"games/{len(self.done) + 1:05}.games"
        count = _begun(job) or math.ceil(games / piece)
        tasks = self._tasks(_file_of_games, count, name, [])
        pieces = Job({"shards": count}, tasks, unit="parts of files").run(job, self.on, self.progress)
        first, *others = map(as_bytes, pieces)
        self.folder.write(name, b"".join([first, *(other.split(b"\n", _HEADER)[_HEADER] for other in others)]))

    def match(self, job: Store, games: int, is_tested: bool) -> None:
        """The match of the round."""
        number = len(self.done) + 1
        name = f"matches/{number:05}.jsonl"
        pairs = math.ceil(games / 2)
        # A test looks at pairs in order: shards that wait for others would hold it up. Without one, work for all.
        usual = self.on.slots() if is_tested else max(self.on.slots(), math.ceil(2 * math.sqrt(pairs)))
        count = _begun(job) or max(1, min(pairs, usual))
        tasks = self._tasks(_log_of_games, count, name, [_network(number)])
        enough = (lambda pieces: merged(self.command, pieces, True) is not None) if is_tested else None
        pieces = Job({"shards": count}, tasks, unit="games", of=games, enough=enough).run(job, self.on, self.progress)
        lines = sorted(pieces.lines(), key=lambda line: int(json.loads(line)["index"]))
        self.folder.write(name, "".join(f"{line}\n" for line in lines).encode())


def _begun(job: Store) -> int | None:
    """Into how many shards a job was cut when it began."""
    count: int | None = json.loads(job.read("job.json") or b"{}").get("shards")
    return count
