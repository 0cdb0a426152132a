"""Where the tests find the command, and the workers that they use."""

import os
import pathlib
import shutil

import pytest

ROOT = pathlib.Path(__file__).parents[3]


def pytest_configure() -> None:
    built = [ROOT / "target" / profile / "boyi" for profile in ("release", "debug")]
    found = os.environ.get("BOYI") or next((str(path) for path in built if path.exists()), None) or shutil.which("boyi")
    if found is None:
        raise pytest.UsageError("these tests need the command boyi: cargo build --bin boyi, or BOYI=PROGRAM")
    # Where a worker is told to run something elsewhere, it is still the same one.
    os.environ["BOYI"] = os.path.abspath(found)
