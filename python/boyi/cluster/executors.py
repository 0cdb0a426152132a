"""Who does the tasks of a job: processes of this machine, or the workers of a Ray cluster.

A task is a function that yields lines of text. It is told the lines that are known of it already, and
yields the others: so it goes on where a worker was lost.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from boyi.errors import ClusterError

__all__ = ["Executor", "Local", "Lost", "Ray", "Task"]


@dataclass(frozen=True)
class Task:
    """A part of a job that one worker does: `work(known, *arguments)` yields its lines.

    The function is one of a module, and the arguments can be pickled.
    """

    work: Callable[..., Iterator[str]]
    arguments: tuple[Any, ...] = ()
    name: str = ""
    """What tools that watch the workers call it."""


class Lost(Exception):
    """A task is gone with its worker: started again, it may well succeed."""


class Executor(Protocol):
    """What a job needs of its workers; a handle is whatever knows a task that was started."""

    def slots(self) -> int:
        """How many tasks are to be under way at a time, now."""

    def start(self, task: Task, known: list[str]) -> Any:
        """Begins a task of which these lines are known; returns its handle."""

    def ready(self, handles: Collection[Any], timeout: float) -> Any | None:
        """Waits for one of the tasks that has a line, has ended or is lost; `None` after `timeout` seconds."""

    def line(self, handle: Any) -> str | None:
        """The next line of a task that is ready, or `None` at its end. Raises `Lost` where it is
        lost, and what it raised itself where it failed."""

    def cancel(self, handle: Any) -> None:
        """Stops a task, if it is still there."""


@dataclass(eq=False)
class _Worker:
    process: subprocess.Popen[bytes]
    message: dict[str, Any] = field(default_factory=dict)


class Local:
    """Processes of this machine, one a task and at most `processes` at a time, by default one a core.

    >>> from boyi.cluster import Local
    >>> Local(3)
    Local(processes=3)
    """

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1
        """How many tasks go on at a time."""
        self._messages: queue.Queue[tuple[_Worker, dict[str, Any]]] = queue.Queue()
        self._workers: set[_Worker] = set()

    def __repr__(self) -> str:
        return f"Local(processes={self.processes})"

    @property
    def workers(self) -> list[int]:
        """The ids of the processes that are at work."""
        return [worker.process.pid for worker in list(self._workers)]

    def slots(self) -> int:
        """One a process."""
        return self.processes

    def start(self, task: Task, known: list[str]) -> _Worker:
        """Starts a process, of this Python and with its modules."""
        path = os.pathsep.join(folder for folder in sys.path if folder)
        words = [sys.executable, "-m", "boyi.cluster.worker"]
        pipe = subprocess.PIPE
        # In a group of its own, so that it ends with the programs that it started.
        process = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": path}, start_new_session=True
        )
        worker = _Worker(process)
        self._workers.add(worker)
        threading.Thread(target=self._listen, args=(worker, pickle.dumps((task, known))), daemon=True).start()
        return worker

    def _listen(self, worker: _Worker, task: bytes) -> None:
        assert worker.process.stdin and worker.process.stdout
        try:
            # It stays open: where it is closed, this process is gone, and the worker ends, too.
            worker.process.stdin.write(len(task).to_bytes(8, "big") + task)
            worker.process.stdin.flush()
            for line in worker.process.stdout:
                self._messages.put((worker, json.loads(line)))
        except (OSError, ValueError):
            pass  # It died in the middle of a word.
        self._messages.put((worker, {"lost": True}))

    def ready(self, handles: Collection[_Worker], timeout: float) -> _Worker | None:
        """The next process that has said something, or has died."""
        while True:
            try:
                worker, message = self._messages.get(timeout=timeout)
            except queue.Empty:
                return None
            if worker in handles:
                worker.message = message
                return worker

    def line(self, worker: _Worker) -> str | None:
        """What it said."""
        message = worker.message
        if "line" in message:
            line: str = message["line"]
            return line
        self.cancel(worker)
        if "error" in message:
            error: Exception = pickle.loads(base64.b64decode(message["error"]))
            raise error
        if "lost" in message:
            raise Lost(f"process {worker.process.pid} has ended with {worker.process.returncode}")
        return None

    def cancel(self, worker: _Worker) -> None:
        """Kills the process and those that it started."""
        self._workers.discard(worker)
        process = worker.process
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except ProcessLookupError:
            pass
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                try:
                    pipe.close()
                except OSError:
                    pass


def _stream(task: Task, known: list[str]) -> Iterator[str]:
    for line in task.work(known, *task.arguments):  # noqa: UP028 (Ray's generators yield themselves)
        yield line


class Ray:
    """The workers of a Ray cluster, each of which needs this package and, for what says so, the command
    `boyi`. `address` is that of the cluster, `auto` for the one that this machine is part of; without
    one it is a cluster of this machine. Options are those of `ray.init`, and left alone where Ray is up
    already. A task takes `cpus` processors; `waiting` more tasks than there is room for are handed out,
    so that a cluster that grows by need does.
    """

    def __init__(
        self, address: str | None = None, *, cpus: float = 1.0, waiting: int = 0, **options: Any
    ) -> None:
        try:
            import ray
        except ImportError as error:
            raise ClusterError("a Ray cluster needs Ray: pip install 'boyi[cluster]'") from error
        self._ray: Any = ray
        self._cpus, self._waiting = cpus, waiting
        if not ray.is_initialized():
            ray.init(address=address, **options)
        self._task: Any = ray.remote(num_cpus=cpus, num_returns="streaming", max_retries=0)(_stream)

    def slots(self) -> int:
        """As many as the cluster has room for now, and those that are to wait."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1) / self._cpus)) + self._waiting

    def start(self, task: Task, known: list[str]) -> Any:
        """Hands the task to Ray, which is not to retry it: the job does, with what is known then."""
        return self._task.options(name=f"boyi {task.name}".rstrip()).remote(task, known)

    def ready(self, handles: Collection[Any], timeout: float) -> Any | None:
        """The next task that has a line or an end."""
        ready = self._ray.wait(list(handles), num_returns=1, timeout=timeout)[0]
        return ready[0] if ready else None

    def line(self, handle: Any) -> str | None:
        """Its next line."""
        try:
            line: str = self._ray.get(next(handle))
        except StopIteration:
            return None
        except self._ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None)
            raise (cause if isinstance(cause, Exception) else error) from None
        except self._ray.exceptions.RayError as error:
            raise Lost(str(error)) from error
        return line

    def cancel(self, handle: Any) -> None:
        """Has Ray stop the task."""
        self._ray.cancel(handle)
