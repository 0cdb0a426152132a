"""Where the scripts beside the package are, and the program that they ask."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

BOYI = os.path.abspath(os.environ.get("BOYI", "target/release/boyi"))
