"""A job: tasks, the lines that they give, and a store of those that are there.

What is there counts: a job that is run again in the same store does the rest, a worker that is lost
costs what it had in hand, and where all lines are there the result is the same whoever did them.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from boyi.cluster.executors import Executor, Lost, Task
from boyi.cluster.store import Store
from boyi.errors import LostError, OtherJobError

__all__ = ["Job", "Pieces", "Progress", "Watch"]


@dataclass(frozen=True)
class Progress:
    """How far a job is.

    >>> from boyi.cluster import Progress
    >>> print(Progress("games", done=250, of=1000, tasks=3, lost=1, seconds=60.0, new=200))
    250 of 1000 games, 3 tasks under way, 1 lost, 3.3/s, 225 s to go
    """

    unit: str
    """What is counted."""
    done: int
    """How many there are."""
    of: int | None
    """How many there will be, where that is known."""
    tasks: int
    """How many tasks are under way."""
    lost: int
    """How many workers were lost."""
    seconds: float
    """Since this run of the job began."""
    new: int
    """How many there are since."""

    @property
    def rate(self) -> float:
        """How many a second in this run."""
        return self.new / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        parts = [f"{self.done}{f' of {self.of}' if self.of is not None else ''} {self.unit}"]
        parts.append(f"{self.tasks} tasks under way")
        if self.lost:
            parts.append(f"{self.lost} lost")
        if self.rate > 0:
            parts.append(f"{self.rate:.1f}/s")
            if self.of is not None:
                parts.append(f"{max(0, self.of - self.done) / self.rate:.0f} s to go")
        return ", ".join(parts)


Watch: TypeAlias = Callable[[Progress], object]
"""Who is told how far a job is."""


class Pieces:
    """The lines of each task of a job, as its store has them."""

    def __init__(self, store: Store, count: int) -> None:
        self._store = store
        self._count = count
        self._open: dict[int, list[str]] = {}
        self._unsaved: set[int] = set()

    @staticmethod
    def _name(number: int) -> str:
        return f"pieces/{number:06}.jsonl"

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> list[str]:
        if not 0 <= number < self._count:
            raise IndexError(number)
        return self._read(number)[0]

    def __iter__(self) -> Iterator[list[str]]:
        return (self[number] for number in range(self._count))

    def lines(self) -> Iterator[str]:
        """All lines, in the order of the tasks."""
        return (line for piece in self for line in piece)

    def known(self) -> Iterator[tuple[int, list[str], bool]]:
        """Each task that has begun, what there is of it, and whether that is all."""
        names = self._store.names("pieces/")
        return ((number, *self._read(number)) for number in range(self._count) if self._name(number) in names)

    def _read(self, number: int) -> tuple[list[str], bool]:
        if number in self._open:
            return self._open[number], False
        data = self._store.read(self._name(number)) or b""
        # Not every store writes a piece at once: what was torn has no end.
        lines = data[: data.rfind(b"\n") + 1].decode().split("\n")[:-1]
        ended = bool(lines) and lines[-1] == self._end(len(lines) - 1)
        return (lines[:-1] if ended else lines), ended

    @staticmethod
    def _end(lines: int) -> str:
        return json.dumps({"end": lines})

    def begin(self, number: int, known: list[str]) -> None:
        """A task begins, or begins again."""
        self._open[number] = known

    def add(self, number: int, line: str) -> None:
        """A task has a line more."""
        self._open[number].append(line)
        self._unsaved.add(number)

    def end(self, number: int) -> None:
        """A task has ended."""
        lines = self._open.pop(number)
        self._unsaved.discard(number)
        self._write(number, [*lines, self._end(len(lines))])

    def save(self) -> None:
        """Brings the store up to date."""
        for number in self._unsaved:
            self._write(number, self._open[number])
        self._unsaved.clear()

    def _write(self, number: int, lines: list[str]) -> None:
        self._store.write(self._name(number), "".join(f"{line}\n" for line in lines).encode())


@dataclass
class Job:
    """What is to be done: the question that the store belongs to, and the tasks that answer it."""

    question: dict[str, Any]
    """All that the lines depend on, as JSON has it."""
    tasks: Sequence[Task]
    """Whose lines do not depend on each other."""
    unit: str = "lines"
    """What a line is, for progress."""
    of: int | None = None
    """How many lines there will be."""
    retries: int = 10
    """How often in a row a task may be lost without a new line."""
    save: float = 5.0
    """Seconds after which the store has a line at the latest."""
    enough: Callable[[Pieces], bool] | None = None
    """Whether the lines that are there will do; asked now and then."""
    _asked: int = field(default=0, init=False)

    def run(self, store: Store, on: Executor, progress: Watch | None = None) -> Pieces:
        """Does what is not done yet.

        Raises `OtherJobError` where the store is another job's, `LostError` where a task is lost
        again and again, and what a task raised itself.
        """
        self._claim(store)
        pieces = Pieces(store, len(self.tasks))
        known: dict[int, list[str]] = {}
        ended, done = set(), 0
        for number, lines, is_all in pieces.known():
            done += len(lines)
            if is_all:
                ended.add(number)
            else:
                known[number] = lines
        waiting = deque(number for number in range(len(self.tasks)) if number not in ended)
        begun, new, lost = time.monotonic(), 0, 0
        saved = begun
        losses: dict[int, int] = {}
        running: dict[Any, int] = {}

        def tell() -> None:
            if progress:
                progress(Progress(self.unit, done, self.of, len(running), lost, time.monotonic() - begun, new))

        tell()
        try:
            while (waiting or running) and not self._is_enough(pieces, done):
                while waiting and len(running) < on.slots():
                    number = waiting.popleft()
                    lines = known.pop(number, [])
                    pieces.begin(number, lines)
                    running[on.start(self.tasks[number], list(lines))] = number
                handle = on.ready(running.keys(), self.save)
                if time.monotonic() - saved >= self.save:
                    pieces.save()
                    saved = time.monotonic()
                if handle is None:
                    continue
                number = running[handle]
                try:
                    line = on.line(handle)
                except Lost as error:
                    del running[handle]
                    lost += 1
                    losses[number] = losses.get(number, 0) + 1
                    if losses[number] > self.retries:
                        raise LostError(f"task {number} was lost {losses[number]} times in a row: {error}") from error
                    known[number] = pieces[number]
                    waiting.appendleft(number)
                    tell()
                    continue
                except BaseException:
                    del running[handle]
                    raise
                if line is None:
                    del running[handle]
                    pieces.end(number)
                else:
                    losses.pop(number, None)
                    pieces.add(number, line)
                    done, new = done + 1, new + 1
                tell()
        finally:
            for handle in running:
                on.cancel(handle)
            pieces.save()
        return pieces

    def _claim(self, store: Store) -> None:
        asked = json.dumps(self.question, sort_keys=True, indent=1).encode()
        found = store.read("job.json")
        if found is None:
            store.write("job.json", asked)
        elif found != asked:
            before, now = json.loads(found), json.loads(asked)
            other = sorted(key for key in {*before, *now} if before.get(key) != now.get(key))
            raise OtherJobError(f"the state is that of another job: it differs in {', '.join(other)}")

    def _is_enough(self, pieces: Pieces, done: int) -> bool:
        # Ever less often, or the looking would take longer than the work.
        if self.enough is None or done - self._asked < max(16, self._asked // 32):
            return False
        self._asked = done
        return self.enough(pieces)
