"""The driver without a cluster; run with `BOYI=target/release/boyi python -m unittest discover python/tests`.

Needs nothing but the standard library: threads stand in for the cluster, and lose tasks on purpose.
"""

import json
import os
import queue
import tempfile
import threading
import unittest

from common import BOYI, MATCH, TESTED, TOURNAMENT, TUNING, alone

import boyi_ray


class Threads:
    """Plays in threads of this process; the `n`-th task to be started is lost after `losses[n]` lines."""

    def __init__(self, losses=None):
        self.losses = losses or {}
        self.started = []
        self.cancelled = set()
        self.lines = queue.Queue()
        self.first = {}

    def start(self, boyi, command, shard, known):
        task = len(self.started)
        self.started.append((shard, len(known)))

        def run():
            try:
                for sent, line in enumerate(boyi_ray.play(boyi, command, shard, known)):
                    if sent == self.losses.get(task):
                        raise boyi_ray.Lost("on purpose")
                    if task in self.cancelled:
                        return
                    self.lines.put((task, line))
                self.lines.put((task, None))
            except (boyi_ray.Lost, ValueError) as error:
                self.lines.put((task, error))

        threading.Thread(target=run, daemon=True).start()
        return task

    def ready(self, tasks):
        while True:
            task, line = self.lines.get(timeout=60)
            if task in tasks:
                self.first[task] = line
                return task

    def line(self, task):
        line = self.first.pop(task)
        if isinstance(line, Exception):
            raise line
        return line

    def cancel(self, task):
        self.cancelled.add(task)


class Driver(unittest.TestCase):
    def test_shards_give_what_one_machine_gives(self):
        for command in (MATCH, MATCH[1:], TOURNAMENT):
            whole = command if command[0] in ("match", "tournament") else ["match", *command]
            with self.subTest(command[0]):
                self.assertEqual(boyi_ray.run(BOYI, command, 3, json_output=True, cluster=Threads()), alone(whole))

    def test_lost_tasks_change_nothing(self):
        for command in (MATCH, TOURNAMENT):
            # At the very start, in the middle, and again after the games sent before are known.
            threads = Threads({0: 0, 1: 3, 2: 5, 3: 6})
            result = boyi_ray.run(BOYI, command, 2, json_output=True, cluster=threads)
            self.assertEqual(result, alone(command))
            self.assertEqual(len(threads.started), 6)
            self.assertTrue(any(known > 0 for _, known in threads.started[2:]), threads.started)

    def test_a_task_lost_too_often_is_told(self):
        with self.assertRaises(boyi_ray.Lost):
            boyi_ray.run(BOYI, MATCH, 1, retries=2, cluster=Threads({0: 0, 1: 0, 2: 0}))

    def test_a_decided_test_stops_early(self):
        threads = Threads()
        result = boyi_ray.run(BOYI, TESTED, 2, json_output=True, cluster=threads)
        self.assertEqual(result, alone(TESTED))
        self.assertLess(json.loads(result.splitlines()[-1])["games"], 1000)
        self.assertEqual(threads.cancelled, {0, 1})

    def test_a_tuning_in_shards_is_that_of_one_machine(self):
        # The second task of the first round and the first of the second are lost.
        threads = Threads({1: 1, 4: 0})
        self.assertEqual(boyi_ray.tune(BOYI, TUNING, 3, json_output=True, cluster=threads), alone(TUNING))
        # Three rounds, what was lost, and a look that finds nothing left to play.
        self.assertEqual(len(threads.started), 3 * 3 + 2 + 3)

    def test_a_tuning_goes_on_from_its_log(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log.jsonl")
            alone([*TUNING[:-1], "1", "--resume", log])
            rounds = []
            command = [*TUNING, "--resume", log]
            result = boyi_ray.tune(BOYI, command, 2, json_output=True, watch=rounds.append, cluster=Threads())
            self.assertEqual((rounds, result), ([1, 2, 3], alone(TUNING)))
            with self.assertRaises(ValueError) as caught:
                boyi_ray.tune(BOYI, [*command, "--only", "luck"], 2, cluster=Threads())
            self.assertIn("luck", str(caught.exception))

    def test_wrong_words_are_told(self):
        tournament = ["tournament", "othello", "--player", "robot", "--player", "pvs"]
        for words in (["othello", "--a", "robot", "--b", "pvs"], tournament):
            threads = Threads()
            with self.assertRaises(ValueError) as caught:
                boyi_ray.run(BOYI, words, 2, cluster=threads)
            self.assertIn("robot", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
