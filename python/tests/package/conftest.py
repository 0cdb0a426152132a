"""What all tests of the package share."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def ctrl_c() -> None:
    """Ctrl-C is heard: where the tests run in the background, the process began by ignoring it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
