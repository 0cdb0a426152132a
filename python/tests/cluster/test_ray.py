"""The same on a Ray cluster of several processes of this machine; skipped where Ray is not installed."""

import os
import pathlib
import signal
from collections.abc import Iterator

import chores
import pytest

import boyi
from boyi import cluster
from boyi.cluster import Progress
from boyi.cluster.executors import Task
from boyi.cluster.jobs import Job
from boyi.cluster.store import store
from boyi.errors import OptionError

from processes import parent, running
from test_cluster import STRONG, WEAK, same
from test_learning import ASKED, alone, learnt

pytest.importorskip("ray")


@pytest.fixture(scope="module")
def on() -> Iterator[cluster.Ray]:
    import ray

    path = os.pathsep.join([str(pathlib.Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    yield cluster.Ray(
        num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}}
    )
    ray.shutdown()


def workers() -> list[int]:
    """The process ids of this cluster's workers that are playing: the parents of the programs, but not of those of
    another test beside this one."""
    found = []
    for pid in running():
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0] != os.environ["BOYI"].encode():
            continue
        worker = ancestor = parent(pid)
        while ancestor not in (0, os.getpid()):
            ancestor = parent(ancestor)
        if ancestor and worker != os.getpid():
            found.append(worker)
    return found


def test_a_lost_worker_costs_what_it_had_in_hand(on: cluster.Ray, tmp_path: pathlib.Path) -> None:
    tasks = [Task(chores.die_once, (str(tmp_path), begin, begin + 5)) for begin in (0, 5, 10, 15)]
    told: list[Progress] = []
    pieces = Job({}, tasks).run(store(None), on, told.append)
    assert list(pieces.lines()) == [str(number) for number in range(20)]
    assert told[-1].lost == 4 and told[-1].new == 20


def test_a_match_with_killed_workers_is_that_of_one_machine(on: cluster.Ray, tmp_path: pathlib.Path) -> None:
    killed = []

    def kill(progress: Progress) -> None:
        if progress.done in (3, 11, 25):
            for pid in workers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    asked = {"game": "othello", "games": 40, "seed": 3}
    table = cluster.match(STRONG, WEAK, **asked, on=on, state=tmp_path, progress=kill)  # type: ignore[arg-type]
    assert killed
    same(table, boyi.match(STRONG, WEAK, **asked))  # type: ignore[arg-type]


def test_a_decided_test_stops_early(on: cluster.Ray) -> None:
    asked = {"game": "othello", "games": 1000, "sprt": (0.0, 100.0)}
    table = cluster.match(STRONG, WEAK, **asked, on=on)  # type: ignore[arg-type]
    same(table, boyi.match(STRONG, WEAK, **asked))  # type: ignore[arg-type]


def test_other_jobs(on: cluster.Ray, tmp_path: pathlib.Path) -> None:
    players = ["pvs,nodes=900,hash=1", "mtdf,depth=2,hash=1", "level=1"]
    here = cluster.Local(2)
    asked = {"game": "othello", "games": 4}
    assert cluster.tournament(players, **asked, on=on) == cluster.tournament(players, **asked, on=here)  # type: ignore[arg-type]
    asked = {"games": 3, "rounds": 2, "nodes": 40}
    assert cluster.tune("othello", **asked, on=on) == cluster.tune("othello", **asked, on=here)  # type: ignore[arg-type]
    games = [boyi.game("othello").start().play("f5", "d6", "c3")] * 3
    assert list(cluster.analyze(games, nodes=200, on=on)) == list(cluster.analyze(games, nodes=200, on=here))
    asked = {"games": 10, "nodes": 20, "piece": 5}
    for name, by in (("a", on), ("b", here)):
        names = cluster.self_play("gomoku", tmp_path / name, **asked, on=by)  # type: ignore[arg-type]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert cluster.puzzles(games, game="othello", on=on) == cluster.puzzles(games, game="othello", on=here)


def test_learning_with_killed_workers_is_that_of_one_machine(on: cluster.Ray, tmp_path: pathlib.Path) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if len(killed) < 2:
            for pid in workers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    cluster.learn("gomoku", tmp_path / "many", **ASKED, on=on, progress=kill)
    alone(tmp_path / "one", "--rounds", "1")
    assert killed
    assert learnt(tmp_path / "many") == learnt(tmp_path / "one")


def test_wrong_words_are_told(on: cluster.Ray) -> None:
    with pytest.raises(OptionError, match="robot"):
        cluster.match("robot", WEAK, game="othello", on=on)
