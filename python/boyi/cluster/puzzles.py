"""Puzzles found in games: each game searched by itself, and one collection made of what is there."""

from __future__ import annotations

import json
import math
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import boyi
from boyi.cluster import command as boyi_command
from boyi.cluster.archive import Games, Line, cut, fingerprint_of, lines_of
from boyi.cluster.executors import Executor, Local, Task
from boyi.cluster.jobs import Job, Watch
from boyi.cluster.store import store

__all__ = ["FoundPuzzle", "puzzles"]

_MIDDLE, _SPREAD = 1500, 300.0
_ALL = 100_000


@dataclass(frozen=True)
class FoundPuzzle:
    """A position with one move that reaches a goal. As text it is a line of EPD, as `boyi puzzles --file` reads it."""

    game: str
    """The name of the game."""
    rules: Mapping[str, str]
    """Its rules."""
    place: str
    """The position, as text."""
    solution: tuple[str, ...]
    """Best play from there."""
    only: int
    """How many moves of the solver's own are the only ones."""
    nodes: int
    """What finding the solution took; 0 where a book knew it."""
    rating: int
    """How difficult it is, among those of its collection."""
    theme: str
    """What is to be reached."""

    @property
    def position(self) -> boyi.Position:
        """Where it begins."""
        return boyi.game(self.game).position(self.place, **self.rules)

    def __str__(self) -> str:
        moves = " ".join(self.solution)
        return (
            f"{self.place}; bm {self.solution[0]}; pv {moves}; only {self.only}; nodes {self.nodes}; "
            f"rating {self.rating}; theme {self.theme}"
        )


def _found(known: list[str], command: boyi_command.Command, name: str, games: list[Line]) -> Iterator[str]:
    """What is in each game of a piece, a line each."""
    for line, rules in games[len(known) :]:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "games.txt").write_text(f"{line}\n", "utf-8")
            options = boyi_command.chosen({"threads": 1, "count": _ALL, "out": "out.epd", "games": "games.txt"})
            words = ["puzzles", name, "find", *options, *boyi_command.chosen(rules)]
            boyi_command.run(command, words, folder)
            out = pathlib.Path(folder, "out.epd")
            lines = out.read_text("utf-8").splitlines() if out.exists() else []
            yield json.dumps([line for line in lines if line and not line.startswith("#")])


def _parsed(name: str, rules: Mapping[str, str], text: str) -> FoundPuzzle:
    place, *operations = (part.strip() for part in text.split(";"))
    said = dict(operation.split(" ", 1) for operation in operations)
    return FoundPuzzle(
        game=name,
        rules=rules,
        place=place,
        solution=tuple(said["pv"].split()),
        only=int(said["only"]),
        nodes=int(said["nodes"]),
        rating=int(said["rating"]),
        theme=said["theme"],
    )


def _graded(found: list[FoundPuzzle]) -> list[FoundPuzzle]:
    """Each rated by the logarithm of its nodes against those of the others, as `boyi puzzles find` rates."""
    efforts = [math.log(puzzle.nodes) for puzzle in found if puzzle.nodes]
    mean = sum(efforts) / max(1, len(efforts))
    variance = sum((effort - mean) ** 2 for effort in efforts) / max(1, len(efforts))
    spread = _SPREAD / math.sqrt(variance) if variance > 0 else 0.0
    return [
        replace(puzzle, rating=math.floor(_MIDDLE + (math.log(puzzle.nodes) - mean) * spread + 0.5))
        if puzzle.nodes
        else replace(puzzle, rating=_MIDDLE)
        for puzzle in found
    ]


def _mixed(bits: int) -> int:
    """The step of SplitMix64, by which a position gives its puzzle a name."""
    whole = (1 << 64) - 1
    bits = (bits + 0x9E37_79B9_7F4A_7C15) & whole
    bits = ((bits ^ (bits >> 30)) * 0xBF58_476D_1CE4_E5B9) & whole
    bits = ((bits ^ (bits >> 27)) * 0x94D0_49BB_1331_11EB) & whole
    return bits ^ (bits >> 31)


def _name(puzzle: FoundPuzzle) -> int:
    name = 0
    for byte in puzzle.place.encode():
        name = _mixed(name ^ byte)
    return name >> 32


def _selected(found: list[FoundPuzzle], count: int) -> list[FoundPuzzle]:
    """Of each theme and length an equal share, as far as there are enough, from the easiest to the hardest."""
    kinds: dict[str, list[FoundPuzzle]] = {}
    for puzzle in found:
        kinds.setdefault(f"{puzzle.theme} {min(9, len(puzzle.solution))}", []).append(puzzle)
    groups = sorted((kinds[kind] for kind in sorted(kinds)), key=len)
    left, chosen = count, []
    for number, group in enumerate(groups):
        group.sort(key=lambda puzzle: (puzzle.rating, _name(puzzle)))
        share = min(left // (len(groups) - number), len(group))
        left -= share
        chosen += [group[place * len(group) // share] for place in range(share)]
    return sorted(chosen, key=lambda puzzle: (puzzle.theme, puzzle.rating, _name(puzzle)))


def puzzles(
    games: Games,
    *,
    game: boyi.Game | str | None = None,
    count: int = 400,
    rules: Mapping[str, str | int | bool] | None = None,
    piece: int = 50,
    state: str | os.PathLike[str] | None = None,
    on: Executor | None = None,
    progress: Watch | None = None,
    command: boyi_command.Command = None,
) -> list[FoundPuzzle]:
    """Finds puzzles in games, `piece` games a task: the collection of at most `count` that `boyi puzzles find` makes of
    the same games. A worker that is lost costs the game it was at. It needs the command `boyi`.
    """
    name, found = lines_of(games, game, rules)
    tasks = [Task(_found, (command, name, lines), f"puzzles {begin}") for begin, lines in cut(found, piece)]
    question = {"puzzles": name, "games": fingerprint_of(found), "piece": piece}
    pieces = Job(question, tasks, unit="games", of=len(found)).run(store(state), on or Local(), progress)
    there = [
        _parsed(name, of, text)
        for line, (_, of) in zip(pieces.lines(), found, strict=True)
        for text in json.loads(line)
    ]
    return _selected(_graded(there), count)
