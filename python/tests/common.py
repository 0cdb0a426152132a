"""What both tests of the driver share."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

BOYI = os.path.abspath(os.environ.get("BOYI", "target/release/boyi"))
MATCH = ["match", "othello", "--a", "pvs,nodes=2000,hash=1", "--b", "pvs,nodes=500,hash=1", "--games", "40"]
TESTED = [*MATCH[:-1], "4000", "--sprt", "0,100"]
TUNING = ["tune", "othello", "--options", "--searcher", "aspiration,hash=1", "--nodes", "40"]
TUNING += ["--games", "3", "--rounds", "3"]
TOURNAMENT = ["tournament", "othello", "--games", "10"]
TOURNAMENT += ["--player", "pvs,nodes=900,hash=1", "--player", "mtdf,depth=2,hash=1", "--player", "level=1"]


def alone(command):
    """What one machine prints."""
    return subprocess.run([BOYI, *command, "--json"], capture_output=True, text=True, check=True).stdout
