"""What a round of `boyi.cluster.learn` costs on one worker, ten, a hundred and a thousand: messages, bytes, and who waits.

    BOYI=target/release/boyi python benchmarks/learning_cost.py --games 100000 --gate-games 1000

The steps of a small round are done here, and the time counted that their programs spend on a core. A large round is simulated
as `cluster_cost.py` does it: by the runner itself, with workers that take the times that were measured and are lost with a chance
of `--lost` an hour, on a clock that is not real. One driver takes `--driver` messages a second at the most and `--link` megabytes
a second either way; it trains by itself, on `--cores` cores that are all at work. Rows are Markdown.
"""

from __future__ import annotations

import argparse
import itertools
import math
import pathlib
import resource
import tempfile
from dataclasses import dataclass

from boyi.cluster import command as boyi_command
from boyi.cluster.executors import Task
from boyi.cluster.jobs import Job, Progress
from boyi.cluster.store import store

from cluster_cost import Simulated, lasting, nothing

CHUNK = 32  # games that a worker's file grows by


class Counted(Simulated):
    """Simulated workers, and what is said between them and the driver."""

    def __init__(self, workers: int, seconds: list[float], args: argparse.Namespace, task: float, line: float) -> None:
        link = args.link * 1e6
        super().__init__(workers, seconds, args.lost, 1 / args.driver + line / link)
        self.task, self.size, self.link = task, line, link
        self.messages = 0
        self.sent = self.received = 0.0

    def start(self, task: Task, known: list[str]) -> int:
        size = self.task + len(known) * self.size
        self.messages += 1
        self.sent += size
        self.now += size / self.link
        return super().start(task, known)

    def line(self, handle: int) -> str | None:
        line = super().line(handle)
        self.messages += 1
        self.received += self.size if line is not None else 0
        return line


@dataclass
class Round:
    """What was measured of a round."""

    chunk: float
    """Seconds of self-play until the file grows."""
    chunk_bytes: float
    """Bytes by which it does, as a line."""
    network: float
    """Bytes of a network."""
    positions: float
    """Positions to learn from in a game."""
    sample: float
    """Seconds of training for a position in an epoch, on all cores."""
    games: list[float]
    """Seconds of the match's games."""
    row: float
    """Bytes of a game's line."""


def measured(games: int, gate_games: int, cores: int) -> Round:
    """The steps of a round, alone and small."""
    with tempfile.TemporaryDirectory() as folder:

        def spent(*words: str) -> float:
            """Seconds of a core, which other work beside changes little."""
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            boyi_command.run(None, words, folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        def trained(epochs: int) -> float:
            return spent(*"train gomoku --data out.games --unique --out out.network --epochs".split(), str(epochs))

        players = "--a aspiration,hash=1 --b aspiration,hash=1 --nodes 1000 --opening-plies 6".split()
        played = spent(*"selfplay gomoku --threads 1 --out out.games --games".split(), str(games))
        match = spent(*"match gomoku --concurrency 1 --resume log.jsonl --games".split(), str(gate_games), *players)
        # Without what comes before the first epoch and after the last.
        epochs = (trained(60) - trained(10)) / 50
        said = boyi_command.run(None, "train gomoku --data out.games --unique --epochs 1 --json".split(), folder)
        positions = boyi_command.rows(said or "")[-1]["positions"]
        data, network = (pathlib.Path(folder, f"out.{name}") for name in ("games", "network"))
        log = pathlib.Path(folder, "log.jsonl")
        chunks = math.ceil(games / CHUNK)
        return Round(
            chunk=played / chunks,
            # As text it takes four letters for three bytes.
            chunk_bytes=data.stat().st_size * 4 / 3 / chunks,
            network=network.stat().st_size,
            positions=positions / games,
            sample=epochs / positions / cores,
            games=[match / gate_games],
            row=log.stat().st_size / gate_games,
        )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="of self-play in a round")
    parser.add_argument("--piece", type=int, default=100, help="games a task")
    parser.add_argument("--gate-games", type=int, default=1_000, help="of its match")
    parser.add_argument("--window", type=int, default=4, help="rounds that a candidate learns from")
    parser.add_argument("--epochs", type=int, default=20, help="of its training")
    parser.add_argument("--cores", type=int, default=2, help="of the driver")
    parser.add_argument("--lost", type=float, default=0.05, help="chance of a worker to be lost in an hour")
    parser.add_argument("--driver", type=float, default=10_000, help="messages a second that the driver takes")
    parser.add_argument("--link", type=float, default=1_000, help="megabytes a second to and from the driver")
    args = parser.parse_args()
    one = measured(640, 40, args.cores)
    print(one, end="\n\n")
    training = one.positions * args.games * args.window * args.epochs * one.sample
    print("| workers | step | takes | tasks | messages | MB to workers | MB from workers | workers wait | lost |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|---:|")
    for workers in (1, 10, 100, 1000):
        pieces = math.ceil(args.games / args.piece)
        pairs = math.ceil(args.gate_games / 2)
        shards = min(pairs, max(workers, math.ceil(2 * math.sqrt(pairs))))
        steps = [
            ("games", pieces, args.games / CHUNK, [one.chunk], one.network, one.chunk_bytes),
            ("match", shards, args.gate_games, one.games, 2 * one.network, one.row),
        ]
        rows, whole, busy = [], training, 0.0
        for step, tasks, lines, seconds, task, line in steps:
            on = Counted(workers, seconds, args, task, line)
            ends = [round(number * lines / tasks) for number in range(tasks + 1)]
            sizes = [end - begin for begin, end in itertools.pairwise(ends)]
            told: list[Progress] = []

            def watch(progress: Progress) -> None:
                told[:] = [progress]

            Job({}, [Task(nothing, (size,)) for size in sizes]).run(store(None), on, watch)
            whole += on.now
            busy += on.busy
            rows.append(
                f"| {workers:,} | {step} | {lasting(on.now)} | {tasks:,} | {on.messages:,} | {on.sent / 1e6:,.0f} "
                f"| {on.received / 1e6:,.1f} | {100 * (1 - on.busy / (on.now * workers)):.0f} % | {told[0].lost} |"
            )
        rows.insert(1, f"| {workers:,} | training | {lasting(training)} | | | | | 100 % | |")
        rows.append(f"| {workers:,} | the round | {lasting(whole)} | | | | | {100 * (1 - busy / (whole * workers)):.0f} % | |")
        print("\n".join(rows), flush=True)


if __name__ == "__main__":
    main()
