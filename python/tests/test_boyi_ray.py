"""The driver against a single machine; run with `BOYI=target/release/boyi python -m unittest discover python/tests`."""

import json
import os
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import ray

import boyi_ray

BOYI = os.path.abspath(os.environ.get("BOYI", "target/release/boyi"))
MATCH = ["othello", "--a", "pvs,nodes=2000,hash=1", "--b", "pvs,nodes=500,hash=1", "--games", "40"]


def alone(match):
    """What one machine prints."""
    return subprocess.run([BOYI, "match", *match, "--json"], capture_output=True, text=True, check=True).stdout


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


class Driver(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def test_shards_give_what_one_machine_gives(self):
        self.assertEqual(boyi_ray.run(BOYI, MATCH, 3, json_output=True), alone(MATCH))

    def test_a_killed_worker_changes_nothing(self):
        killed = []

        def kill(games):
            if games in (5, 15):
                for pid in workers()[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

        result = boyi_ray.run(BOYI, MATCH, 2, json_output=True, watch=kill)
        self.assertTrue(killed)
        self.assertEqual(result, alone(MATCH))

    def test_a_decided_test_stops_early(self):
        match = [*MATCH[:-1], "4000", "--sprt", "0,100"]
        result = boyi_ray.run(BOYI, match, 2, json_output=True)
        self.assertEqual(result, alone(match))
        self.assertLess(json.loads(result.splitlines()[-1])["games"], 1000)

    def test_wrong_words_are_told(self):
        with self.assertRaises(Exception) as caught:
            boyi_ray.run(BOYI, ["othello", "--a", "robot", "--b", "pvs"], 2)
        self.assertIn("robot", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
