"""What a row of a table does in a CPU second, how long it takes, and the memory of its process."""

import math
import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import NamedTuple

ROUNDS = 5


class Done(NamedTuple):
    """What was done once."""

    count: int
    value: float | None = None
    """The value of the position for the first mover; after random games their mean result."""


Work = Callable[[], Done]


@dataclass(frozen=True)
class Row:
    """One library in a table."""

    name: str
    make: Callable[[], Work]
    """Makes the work ready, in the process that will do it."""
    needs: str = "boyi"
    """The module without which the row is left out."""


class Sample(NamedTuple):
    """What a row did in one round."""

    count: int
    times: int
    cpu: float
    wall: float
    value: float | None


class Figures(NamedTuple):
    """What a row did in all rounds: the rates are medians, the values a mean, and memory the most."""

    name: str
    cpu_rate: float
    wall_rate: float
    count: float
    value: float | None
    ready: float
    memory: float


_work: Work


def _make_ready(row: Row, core: int) -> float:
    """Pins this process to one core, whatever threads a library would start; the seconds until it can work."""
    global _work
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    # JAX looks for accelerators otherwise.
    os.environ["JAX_PLATFORMS"] = "cpu"
    begun = time.perf_counter()
    _work = row.make()
    _work()
    return time.perf_counter() - begun


def _measure(seconds: float) -> Sample:
    """Calls the work for `seconds` of CPU time, at least once."""
    wall, cpu = time.perf_counter(), time.process_time()
    count = times = 0
    values = []
    while True:
        done = _work()
        count += done.count
        times += 1
        if done.value is not None:
            values.append(done.value)
        passed = time.process_time() - cpu
        if passed >= seconds:
            return Sample(count, times, passed, time.perf_counter() - wall, statistics.fmean(values) if values else None)


def _peak() -> float:
    """The most memory that this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(rows: Sequence[Row], seconds: float) -> list[Figures]:
    """Measures the rows by turns, each in a process of its own, so that what disturbs one disturbs all."""
    rows = [row for row in rows if find_spec(row.needs)]
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    spawn = multiprocessing.get_context("spawn")
    processes = [ProcessPoolExecutor(1, spawn) for _ in rows]
    try:
        ready = [process.submit(_make_ready, row, core).result() for process, row in zip(processes, rows)]
        samples: list[list[Sample]] = [[] for _ in rows]
        for _ in range(ROUNDS):
            for process, found in zip(processes, samples):
                found.append(process.submit(_measure, seconds / ROUNDS).result())
        memory = [process.submit(_peak).result() for process in processes]
    finally:
        for process in processes:
            process.shutdown()
    return [_figures(*row) for row in zip(rows, samples, ready, memory)]


def _figures(row: Row, samples: list[Sample], ready: float, memory: float) -> Figures:
    values = [sample.value for sample in samples if sample.value is not None]
    return Figures(
        row.name,
        statistics.median(sample.count / sample.cpu for sample in samples),
        statistics.median(sample.count / sample.wall for sample in samples),
        statistics.fmean(sample.count / sample.times for sample in samples),
        statistics.fmean(values) if values else None,
        ready,
        memory,
    )


def best_of_ours(figures: Sequence[Figures]) -> float:
    """The highest rate of a row of this package."""
    return max((row.cpu_rate for row in figures if row.name.startswith("boyi")), default=math.nan)


def rates(title: str, unit: str, rows: Sequence[Row], seconds: float) -> list[Figures]:
    """Prints what each row does in a second, and how many times as much this package's best row does."""
    figures = measured(rows, seconds)
    ours = best_of_ours(figures)
    print(f"\n### {title}\n\n| | {unit} a CPU second | boyi's best to it | a wall second | value | ready, s | peak MiB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for row in figures:
        value = "-" if row.value is None else f"{row.value:.3f}"
        print(
            f"| {row.name} | {row.cpu_rate:,.0f} | {ours / row.cpu_rate:.1f} | {row.wall_rate:,.0f}"
            f" | {value} | {row.ready:.1f} | {row.memory:,.0f} |",
            flush=True,
        )
    return figures


def calls(title: str, rows: Sequence[Row], seconds: float) -> None:
    """Prints what one call of each row takes."""
    print(f"\n### {title}\n\n| | CPU microseconds a call |\n|---|---:|")
    for row in measured(rows, seconds):
        print(f"| {row.name} | {1e6 / row.cpu_rate:.3f} |", flush=True)
