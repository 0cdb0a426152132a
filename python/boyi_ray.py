"""Plays a match, a tournament or a tuning of `boyi` in shards over a Ray cluster.

    python boyi_ray.py --shards 50 -- match othello --a pvs --b mtdf --games 10000 --sprt 0,5
    python boyi_ray.py --shards 50 -- tournament othello --player pvs --player mtdf --player level=7 --games 1000
    python boyi_ray.py --shards 50 -- tune xiangqi --options --nodes 20000 --games 200 --rounds 1000 --resume tuning.jsonl

What follows `--` is the command as for one machine; the word `match` may be left out. Every shard is a Ray task that streams
its games as they end; one that is lost with its machine is started again and goes on after the games it had sent. As soon as
the games that are there make a whole, which with `--sprt` may be early, the other shards are stopped, and the table is that
of `boyi merge`: the very same that one machine would have printed. A tuning's rounds follow each other, and the games of each are
played side by side; its log, if `--resume` names one, is on this machine.

Every machine needs the same `boyi` (`--boyi`, by default the one on the path).
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile


class Lost(Exception):
    """A task is gone, with its worker or its machine: started again, it may well succeed."""


def play(boyi, command, shard, known):
    """Yields the lines of the games of `shard`, those of `known` first."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        with open(log, "w", encoding="utf-8") as file:
            file.writelines(known)
        words = [boyi, *command, "--json", "--concurrency", "1", "--shard", shard, "--resume", log]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            for line in process.stdout:  # Ray's generators cannot `yield from` a file
                yield line
            problem = process.stderr.read()
            if process.wait() != 0:
                raise ValueError(problem)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()


class RayCluster:
    """Tasks on a Ray cluster; anything with the same four methods can stand in for it."""

    def __init__(self):
        import ray  # what does not need it works without it

        # The task travels whole: the machines need not have this file.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        self.ray = ray
        self.task = ray.remote(num_cpus=1, num_returns="streaming", max_retries=0)(play)

    def start(self, boyi, command, shard, known):
        """Begins to `play`; returns what the other methods know the task by."""
        return self.task.remote(boyi, command, shard, known)

    def ready(self, tasks):
        """Waits for one of `tasks` that has a line, has ended or is lost."""
        return self.ray.wait(tasks, num_returns=1)[0][0]

    def line(self, task):
        """The next line of `task`, or None at its end.

        Raises Lost if it is gone, and ValueError with what `boyi` said if that failed.
        """
        try:
            return self.ray.get(next(task))
        except StopIteration:
            return None
        except self.ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, ValueError):
                raise cause from None
            raise Lost(str(error)) from error

    def cancel(self, task):
        """Stops `task`."""
        self.ray.cancel(task)


def merged(boyi, shards, folder, json_output):
    """The output of `boyi merge` on what is there, or None if it does not make a whole."""
    files = []
    for number, lines in enumerate(shards):
        if lines:
            files.append(os.path.join(folder, f"{number}.jsonl"))
            with open(files[-1], "w", encoding="utf-8") as file:
                file.writelines(lines.values())
    words = [boyi, "merge", *(["--json"] if json_output else []), *files]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False) if files else None
    return done.stdout if done and done.returncode == 0 else None


def lines_of(cluster, start, count, retries):
    """Yields the lines of `count` shards, each with its shard's number, until all have ended.

    `start(number)` starts a shard; one that is lost is started again, at most `retries` times each. The others are
    cancelled when the generator is closed.
    """
    left = [retries] * count
    running = {start(number): number for number in range(count)}
    try:
        while running:
            task = cluster.ready(list(running))
            number = running[task]
            try:
                line = cluster.line(task)
            except Lost:
                del running[task]
                if left[number] == 0:
                    raise
                left[number] -= 1
                running[start(number)] = number
                continue
            except ValueError:  # wrong words would only be wrong again
                del running[task]
                raise
            if line is None:
                del running[task]
            else:
                yield number, line
    finally:
        for task in running:
            cluster.cancel(task)


def run(boyi, command, count, json_output=False, retries=10, every=16, watch=lambda games: None, cluster=None):
    """Plays `command`, a match or a tournament, in `count` shards; returns the output of `boyi merge`.

    A shard that is lost is started again, at most `retries` times each. After every `every` new games it is seen whether
    they make a whole. `watch` is told how many games are there.
    """
    cluster = cluster or RayCluster()
    if command[:1] not in (["match"], ["tournament"]):
        command = ["match", *command]
    shards = [{} for _ in range(count)]

    def start(number):
        return cluster.start(boyi, command, f"{number}/{count}", list(shards[number].values()))

    unseen = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(lines_of(cluster, start, count, retries)) as lines:
        for number, line in lines:
            game = json.loads(line)
            if "elo" in game or (game["match"], game["index"]) in shards[number]:
                continue
            shards[number][game["match"], game["index"]] = line
            watch(sum(map(len, shards)))
            unseen += 1
            if unseen >= every:
                unseen = 0
                result = merged(boyi, shards, folder, json_output)
                if result is not None:
                    return result
        result = merged(boyi, shards, folder, json_output)
    if result is None:
        raise RuntimeError("all shards have ended, but their games make no whole")
    return result


def gathered(boyi, command, count, known, retries, cluster):
    """The lines of the games of a tuning's next round, played in `count` shards."""
    games = [[] for _ in range(count)]

    def start(number):
        games[number] = []
        return cluster.start(boyi, command, f"{number}/{count}", known)

    with contextlib.closing(lines_of(cluster, start, count, retries)) as lines:
        for number, line in lines:
            games[number].append(line)
    return [line for lines in games for line in lines]


def tune(boyi, command, count, json_output=False, retries=10, watch=lambda rounds: None, cluster=None):
    """Tunes by `command`, the games of each round in `count` shards; returns what `boyi tune` prints at the end.

    A shard that is lost is started again, at most `retries` times each in a round. `watch` is told how many rounds are there.
    """
    cluster = cluster or RayCluster()
    command = list(command)
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        if "--resume" in command:
            at = command.index("--resume")
            log = command[at + 1]
            del command[at : at + 2]
        played = os.path.join(folder, "played.jsonl")
        words = [boyi, *command, *(["--json"] if json_output else []), "--resume", log]
        while True:
            known = []
            if os.path.exists(log):
                with open(log, encoding="utf-8") as file:
                    known = [line for line in file if line.endswith("\n")]
            watch(len(known))
            games = gathered(boyi, command, count, known, retries, cluster)
            if not games:
                break
            with open(played, "w", encoding="utf-8") as file:
                file.writelines(games)
            done = subprocess.run([*words, "--played", played], capture_output=True, text=True, encoding="utf-8", check=False)
            if done.returncode != 0:
                raise ValueError(done.stderr)
        return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boyi", default="boyi", help="the program, on every machine")
    parser.add_argument("--shards", type=int, default=8, help="how many tasks; about one a core")
    parser.add_argument("--address", help="of the Ray cluster; a local one if not given")
    parser.add_argument("--json", action="store_true", help="print a line a game, and then the result")
    parser.add_argument("command", nargs="+", help="the match, tournament or tuning, after --")
    args = parser.parse_args()
    import ray

    ray.init(address=args.address)
    work = tune if args.command[0] == "tune" else run
    sys.stdout.write(work(args.boyi, args.command, args.shards, args.json))


if __name__ == "__main__":
    main()
