"""The driver on a Ray cluster of this machine; needs Ray (`pip install ray`), and is skipped without it.

Run with `BOYI=target/release/boyi python -m unittest discover python/tests`.
"""

import json
import os
import signal
import unittest

from common import BOYI, MATCH, TESTED, TOURNAMENT, alone

import boyi_ray

try:
    import ray
except ImportError:
    ray = None


def workers():
    """The process ids of Ray workers that are playing, by the parents of the program's processes."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if words[0] == BOYI.encode() and parent != os.getpid():
            found.append(parent)
    return found


@unittest.skipUnless(ray, "Ray is not installed")
class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def test_shards_give_what_one_machine_gives(self):
        for command in (MATCH, TOURNAMENT):
            self.assertEqual(boyi_ray.run(BOYI, command, 3, json_output=True), alone(command))

    def test_a_killed_worker_changes_nothing(self):
        for command in (MATCH, TOURNAMENT):
            killed = []

            def kill(games):
                if games in (5, 15):
                    for pid in workers()[:1]:
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)

            result = boyi_ray.run(BOYI, command, 2, json_output=True, watch=kill)
            self.assertTrue(killed)
            self.assertEqual(result, alone(command))

    def test_a_decided_test_stops_early(self):
        result = boyi_ray.run(BOYI, TESTED, 2, json_output=True)
        self.assertEqual(result, alone(TESTED))
        self.assertLess(json.loads(result.splitlines()[-1])["games"], 1000)

    def test_wrong_words_are_told(self):
        with self.assertRaises(ValueError) as caught:
            boyi_ray.run(BOYI, ["othello", "--a", "robot", "--b", "pvs"], 2)
        self.assertIn("robot", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
