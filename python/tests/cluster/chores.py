"""Tasks for the tests of the runner, which workers import."""

import os
import pathlib
import signal
import time
from collections.abc import Iterator

from boyi.errors import OptionError


def count(known: list[str], begin: int, end: int) -> Iterator[str]:
    """Numbers, from where it is known."""
    for number in range(begin + len(known), end):
        yield str(number)


def die_once(known: list[str], folder: str, begin: int, end: int) -> Iterator[str]:
    """Numbers; the first time it ends in the middle, as if the machine were lost."""
    mark = pathlib.Path(folder, f"died-{begin}")
    for number in range(begin + len(known), end):
        if number == begin + 2 and not mark.exists():
            # What is said so far is to arrive before.
            time.sleep(0.3)
            mark.write_text(" ".join(known), "utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        yield str(number)


def die(known: list[str]) -> Iterator[str]:
    """Never gets anywhere."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield from known


def fail(known: list[str]) -> Iterator[str]:
    """Fails by itself."""
    yield "one"
    raise OptionError("there is no such thing")


def wait(known: list[str], seconds: float) -> Iterator[str]:
    """Tells its process, and takes its time."""
    yield str(os.getpid())
    time.sleep(seconds)
    yield "slept"


def chatter(known: list[str]) -> Iterator[str]:
    """Prints, which is no line."""
    print("nonsense")
    yield "a line with \u535a\u5f08 and\ttabs"
