"""Plays a match of `boyi` in shards over a Ray cluster.

    python boyi_ray.py --shards 50 -- othello --a pvs --b mtdf --games 10000 --sprt 0,5

What follows `--` is what `boyi match` takes. Every shard is a Ray task that streams its games as they end; one that is lost
with its machine is started again and goes on after the games it had sent. As soon as the games that are there make a whole,
which with `--sprt` may be early, the other shards are stopped, and the table is that of `boyi merge`: the very same that one
machine would have printed.

Every machine needs the same `boyi` (`--boyi`, by default the one on the path).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import ray
from ray.exceptions import RayError


@ray.remote(num_cpus=1, num_returns="streaming", max_retries=0)
def play(boyi, match, shard, known):
    """Yields the lines of the games of `shard`, those of `known` first."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        with open(log, "w", encoding="utf-8") as file:
            file.writelines(known)
        command = [boyi, "match", *match, "--json", "--concurrency", "1", "--shard", shard, "--resume", log]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            for line in process.stdout:  # Ray's generators cannot `yield from` a file
                yield line
            if process.wait() != 0:
                raise ValueError(process.stderr.read())
        finally:
            process.kill()


def merged(boyi, shards, folder, json_output):
    """The output of `boyi merge` on what is there, or None if it does not make a whole."""
    files = []
    for number, lines in enumerate(shards):
        if lines:
            files.append(os.path.join(folder, f"{number}.jsonl"))
            with open(files[-1], "w", encoding="utf-8") as file:
                file.writelines(lines.values())
    command = [boyi, "merge", *(["--json"] if json_output else []), *files]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False) if files else None
    return done.stdout if done and done.returncode == 0 else None


def run(boyi, match, count, json_output=False, retries=10, every=16, watch=lambda games: None):
    """Plays the match in `count` shards; returns the output of `boyi merge`.

    A shard that is lost is started again, at most `retries` times each. After every `every` new games it is seen whether
    they make a whole. `watch` is told how many games are there.
    """
    shards = [{} for _ in range(count)]
    left = [retries] * count

    def start(number):
        known = list(shards[number].values())
        return play.remote(boyi, match, f"{number}/{count}", known)

    running = {start(number): number for number in range(count)}
    unseen = 0
    with tempfile.TemporaryDirectory() as folder:
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            stream = ready[0]
            number = running[stream]
            try:
                line = ray.get(next(stream))
            except StopIteration:
                del running[stream]
                continue
            except RayError as error:
                del running[stream]
                # An error of our own, such as wrong words, would only come again.
                if isinstance(getattr(error, "cause", None), ValueError) or left[number] == 0:
                    raise
                left[number] -= 1
                running[start(number)] = number
                continue
            game = json.loads(line)
            if "elo" in game or game["index"] in shards[number]:
                continue
            shards[number][game["index"]] = line
            watch(sum(map(len, shards)))
            unseen += 1
            if unseen >= every:
                unseen = 0
                result = merged(boyi, shards, folder, json_output)
                if result is not None:
                    for stream in running:
                        ray.cancel(stream)
                    return result
        result = merged(boyi, shards, folder, json_output)
    if result is None:
        raise RuntimeError("all shards have ended, but their games make no whole")
    return result


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boyi", default="boyi", help="the program, on every machine")
    parser.add_argument("--shards", type=int, default=8, help="how many tasks; about one a core")
    parser.add_argument("--address", help="of the Ray cluster; a local one if not given")
    parser.add_argument("--json", action="store_true", help="print a line a game, and then the result")
    parser.add_argument("match", nargs="+", help="what `boyi match` takes, after --")
    args = parser.parse_args()
    ray.init(address=args.address)
    sys.stdout.write(run(args.boyi, args.match, args.shards, args.json))


if __name__ == "__main__":
    main()
