"""The process of a task that `Local` starts: `python -m boyi.cluster.worker`.

It reads the task, pickled, from its standard input, and writes a line of JSON for each line of the
task, for its end, and for what it raised.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import sys
import threading

__all__ = ["main"]


def _end_with(driver: int) -> None:
    """Ends this process, and the programs that it has started, once the one that began it is gone."""
    while os.read(driver, 1 << 16):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main() -> None:
    """Does one task."""
    # What a task prints is not part of what it says.
    said = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(**message: object) -> None:
        said.write(json.dumps(message) + "\n")
        said.flush()

    size = int.from_bytes(sys.stdin.buffer.read(8), "big")
    given = sys.stdin.buffer.read(size)
    threading.Thread(target=_end_with, args=(0,), daemon=True).start()
    try:
        task, known = pickle.loads(given)
        for line in task.work(known, *task.arguments):
            say(line=line)
        say(end=True)
    except Exception as error:
        try:
            pickled = pickle.dumps(error)
        except Exception:
            pickled = pickle.dumps(RuntimeError(repr(error)))
        say(error=base64.b64encode(pickled).decode())


if __name__ == "__main__":
    main()
