"""What jobs of `boyi.cluster` take on one machine, ten and a thousand: a few games are played and timed here, and the rest
is simulated.

    BOYI=target/release/boyi python benchmarks/cluster_cost.py --cores 16 --lost 0.05 --price 0.04

The simulation is of the runner itself: its tasks, its store, its retries, with workers whose games take the times that were
measured, and that are lost with a chance of `--lost` an hour; only the clock is not real. One driver takes `--driver` lines a
second at the most. `--price` is what a core costs in an hour. Rows are Markdown.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import random
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from boyi import cluster
from boyi.cluster.executors import Lost, Task
from boyi.cluster.jobs import Job, Progress
from boyi.cluster.matches import _drawn
from boyi.cluster.store import store

START = 1.0  # seconds until a worker has begun with a task


class Simulated:
    """Workers without work: games last as long as ones that were measured."""

    def __init__(self, workers: int, seconds: list[float], lost_an_hour: float, a_line: float) -> None:
        self.workers, self.seconds, self.a_line = workers, seconds, a_line
        self.lost_an_hour = lost_an_hour
        self.now = self.busy = self.wasted = 0.0
        self.chance = random.Random(1)
        self.next: list[tuple[float, int]] = []
        self.left: dict[int, int] = {}
        self.dies: dict[int, float] = {}
        self.since: dict[int, float] = {}
        self.numbers = itertools.count()

    def slots(self) -> int:
        return self.workers

    def start(self, task: Task, known: list[str]) -> int:
        handle = next(self.numbers)
        self.left[handle] = task.arguments[0] - len(known)
        life = self.chance.expovariate(self.lost_an_hour / 3600) if self.lost_an_hour else math.inf
        self.dies[handle] = self.now + life
        self.since[handle] = self.now
        self._plan(handle, START)
        return handle

    def _plan(self, handle: int, besides: float = 0.0) -> None:
        lasts = self.chance.choice(self.seconds) if self.left[handle] else 0.0
        heapq.heappush(self.next, (min(self.dies[handle], self.now + besides + lasts), handle))

    def ready(self, handles: Collection[int], timeout: float) -> int:
        before = self.now
        at, handle = heapq.heappop(self.next)
        self.now = max(at, self.now + self.a_line)
        self.busy += (self.now - before) * len(handles)
        return handle

    def line(self, handle: int) -> str | None:
        if self.now >= self.dies[handle]:
            self.wasted += self.now - self.since[handle]
            raise Lost("simulated")
        if self.left[handle] == 0:
            return None
        self.left[handle] -= 1
        self.since[handle] = self.now
        self._plan(handle)
        return ""

    def cancel(self, handle: int) -> None:
        pass


def nothing(known: list[str], games: int) -> Iterator[str]:
    """Stands for the work."""
    raise NotImplementedError(games)
    yield from known


def timed(work: Callable[[Callable[[Progress], None]], object]) -> list[float]:
    """Seconds of each line of a job on one process, and what starting it took by itself left out."""
    at: list[float] = []

    def watch(progress: Progress) -> None:
        if progress.new == len(at):
            at.append(time.perf_counter())

    work(watch)
    return [later - earlier for earlier, later in itertools.pairwise(at)][1:]


@dataclass
class Measured:
    """A job, and what was measured of it."""

    name: str
    games: int
    piece: Callable[[int], int]  # games a task, by the number of workers
    seconds: list[float]  # of games
    before: float = 0.0  # seconds before the first task


def measured(games: int) -> Iterator[Measured]:
    """The jobs."""
    one = cluster.Local(1)
    asked = {"game": "xiangqi", "games": games, "on": one, "shards": 1}
    seconds = timed(lambda watch: cluster.match("pvs", "mtdf", progress=watch, **asked))  # type: ignore[arg-type]
    begun = time.perf_counter()
    _drawn(None, ["match", "xiangqi", "--games", "400"])
    opening = (time.perf_counter() - begun) / 200
    of = 100_000
    pairs = of // 2
    usual = math.ceil(2 * math.sqrt(pairs))
    name = "match of 100,000 games, xiangqi, 10,000 nodes a move"
    for openings, before in (("drawn", opening * pairs), ("given", 0.0)):
        yield Measured(
            f"{name}, openings {openings}",
            of,
            lambda workers: 2 * math.ceil(pairs / max(usual, workers)),
            seconds,
            before,
        )
    ends = [record.position for record in cluster.match("pvs", "mtdf", **asked).records]  # type: ignore[arg-type]
    seconds = timed(lambda watch: cluster.analyze(ends, nodes=20_000, piece=games, on=one, progress=watch))
    yield Measured("analysis of 1,000,000 games, xiangqi, 20,000 nodes a move", 1_000_000, lambda _: 50, seconds)
    seconds = timed(lambda watch: cluster.puzzles(ends, piece=games, on=one, progress=watch))
    yield Measured("puzzles in 1,000,000 games, xiangqi", 1_000_000, lambda _: 50, seconds)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        cluster.self_play("gomoku", folder, games=200, piece=200, on=one)
        seconds = [(time.perf_counter() - begun) / 200]
    yield Measured("self-play of 1,000,000 games, gomoku, 1,000 nodes a move", 1_000_000, lambda _: 100, seconds)


def lasting(seconds: float) -> str:
    """A time for people."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12, help="games that are measured")
    parser.add_argument("--cores", type=int, default=16, help="of a machine")
    parser.add_argument("--lost", type=float, default=0.05, help="chance of a worker to be lost in an hour")
    parser.add_argument("--driver", type=float, default=10_000, help="lines a second that one driver takes")
    parser.add_argument("--price", type=float, default=0.04, help="of a core for an hour")
    args = parser.parse_args()
    print("| job | s a game | machines | takes | core hours | with a task | workers lost | s lost with each | cost |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for job in measured(args.games):
        for machines in (1, 10, 1000):
            on = Simulated(machines * args.cores, job.seconds, args.lost, 1 / args.driver)
            piece = job.piece(on.workers)
            sizes = [min(piece, job.games - begin) for begin in range(0, job.games, piece)]
            told: list[Progress] = []

            def watch(progress: Progress) -> None:
                told[:] = [progress]

            Job({}, [Task(nothing, (size,)) for size in sizes]).run(store(None), on, watch)
            assert told[0].new == job.games
            takes = job.before + on.now
            paid = takes * on.workers / 3600
            mean = sum(job.seconds) / len(job.seconds)
            lost = told[0].lost
            print(
                f"| {job.name} | {mean:.2f} | {machines:,} | {lasting(takes)} | {paid:,.0f} | {on.busy / 36 / paid:.0f} % "
                f"| {lost:,} | {on.wasted / max(1, lost):.2f} | {paid * args.price:,.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
