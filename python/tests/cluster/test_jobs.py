"""The runner of jobs, by processes of this machine: what is lost, what is kept, what is refused."""

import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import chores
import pytest

from boyi.cluster import Local, Progress
from boyi.cluster.executors import Task
from boyi.cluster.jobs import Job
from boyi.cluster.store import Store, store
from boyi.errors import LostError, OptionError, OtherJobError

from processes import is_alive


def counting(pieces: int = 4, size: int = 5) -> list[Task]:
    return [Task(chores.count, (piece * size, (piece + 1) * size)) for piece in range(pieces)]


NUMBERS = [str(number) for number in range(20)]


def test_lines_come_in_the_order_of_tasks_whoever_does_them() -> None:
    told: list[Progress] = []
    for processes in (1, 3):
        pieces = Job({}, counting(), of=20).run(store(None), Local(processes), told.append)
        assert list(pieces.lines()) == NUMBERS and len(pieces) == 4 and pieces[1] == NUMBERS[5:10]
    assert (told[0].done, told[-1].done, told[-1].new, told[-1].tasks, told[-1].lost) == (0, 20, 20, 0, 0)
    assert max(progress.tasks for progress in told) == 3


def test_a_killed_worker_costs_what_it_had_in_hand(tmp_path: pathlib.Path) -> None:
    tasks = [Task(chores.die_once, (str(tmp_path), begin, begin + 5)) for begin in (0, 5, 10, 15)]
    told: list[Progress] = []
    pieces = Job({}, tasks).run(store(None), Local(2), told.append)
    assert list(pieces.lines()) == NUMBERS
    assert told[-1].lost == 4 and told[-1].new == 20
    # The second time it was told what the first had done, though not by the first itself.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["died-0", "died-10", "died-15", "died-5"]


def test_a_task_that_is_always_lost_ends_the_job() -> None:
    with pytest.raises(LostError, match="task 0 was lost 3 times in a row"):
        Job({}, [Task(chores.die)], retries=2).run(store(None), Local(1))


def test_a_task_that_fails_by_itself_ends_the_job_with_its_error(tmp_path: pathlib.Path) -> None:
    on = Local(2)
    with pytest.raises(OptionError, match="no such thing"):
        Job({}, [Task(chores.wait, (60.0,)), Task(chores.fail)]).run(store(tmp_path), on)
    assert on.workers == []
    assert (tmp_path / "pieces/000001.jsonl").read_text() == "one\n"


def test_prints_are_no_lines() -> None:
    assert list(Job({}, [Task(chores.chatter)]).run(store(None), Local(1)).lines()) == ["a line with 博弈 and\ttabs"]


@pytest.mark.parametrize("kind", ["folder", "url"])
def test_a_job_goes_on_where_it_was(tmp_path: pathlib.Path, kind: str) -> None:
    if kind == "url":
        pytest.importorskip("fsspec")
    url = f"file://{tmp_path}/state" if kind == "url" else str(tmp_path / "state")
    half = Job({"n": 20}, counting(), enough=lambda pieces: True)
    half._asked = -100
    half.run(store(url), Local(1))
    assert {path.name for path in (tmp_path / "state").iterdir()} == {"job.json"}
    kept = store(url)
    kept.write("pieces/000000.jsonl", b"0\n1\n\xe5")
    kept.write("pieces/000002.jsonl", b'10\n11\n12\n13\n14\n{"end": 5}\n')
    told: list[Progress] = []
    pieces = Job({"n": 20}, counting()).run(store(url), Local(2), told.append)
    assert list(pieces.lines()) == NUMBERS and told[0].done == 7 and told[-1].new == 13
    told.clear()
    assert list(Job({"n": 20}, counting()).run(store(url), Local(2), told.append).lines()) == NUMBERS
    assert [progress.new for progress in told] == [0]
    with pytest.raises(OtherJobError, match="it differs in n"):
        Job({"n": 21}, counting()).run(store(url), Local(2))
    assert list(Job({"n": 20}, counting()).run(store(url), Local(2)).lines()) == NUMBERS


def test_a_task_that_no_worker_knows_is_told() -> None:
    def local(known: list[str]) -> Iterator[str]:
        yield from known

    local.__qualname__ = "count_no_more"
    chores.count_no_more = local  # type: ignore[attr-defined]
    local.__module__ = "chores"
    with pytest.raises(AttributeError, match="count_no_more"):
        Job({}, [Task(local)]).run(store(None), Local(1))


def test_what_is_enough_ends_the_job() -> None:
    seen: list[int] = []

    def enough(pieces: object) -> bool:
        seen.append(len(list(pieces.lines())))  # type: ignore[attr-defined]
        return seen[-1] >= 30

    pieces = Job({}, counting(100, 5), enough=enough).run(store(None), Local(2))
    assert 30 <= len(list(pieces.lines())) < 500 and seen == sorted(seen)


def stored(kept: Store) -> None:
    assert kept.read("a/b") is None and kept.names("") == set()
    kept.write("a/b", b"1")
    kept.write("a/b", b"\x00\xff")
    kept.write("c", b"")
    assert kept.read("a/b") == b"\x00\xff" and kept.read("c") == b""
    assert kept.names("") == {"a/b", "c"} and kept.names("a/") == {"a/b"}


def test_stores(tmp_path: pathlib.Path) -> None:
    stored(store(None))
    stored(store(tmp_path / "folder"))


def test_stores_of_urls(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("fsspec")
    stored(store(f"file://{tmp_path}/state"))
    stored(store("memory://boyi/state"))


def test_workers_end_with_a_driver_that_is_killed_and_the_next_one_goes_on(tmp_path: pathlib.Path) -> None:
    script = (
        "import sys; sys.path[:0] = eval(sys.argv[2])\n"
        "import chores\n"
        "from boyi.cluster import Local\n"
        "from boyi.cluster.executors import Task\n"
        "from boyi.cluster.jobs import Job\n"
        "from boyi.cluster.store import store\n"
        "tasks = [Task(chores.count, (0, 5)), Task(chores.wait, (60.0,))]\n"
        "Job({}, tasks, save=0.1).run(store(sys.argv[1]), Local(1))\n"
    )
    driver = subprocess.Popen([sys.executable, "-c", script, str(tmp_path), repr(sys.path)])
    piece = tmp_path / "pieces/000001.jsonl"
    try:
        deadline = time.monotonic() + 60
        while not piece.exists():
            assert driver.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
    worker = int(piece.read_text())
    while is_alive(worker):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    tasks = [Task(chores.count, (0, 5)), Task(chores.count, (9, 12))]
    pieces = Job({}, tasks).run(store(tmp_path), Local(1))
    assert list(pieces.lines()) == ["0", "1", "2", "3", "4", str(worker), "10", "11"]
