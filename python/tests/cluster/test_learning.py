"""The loop on many workers is that of one machine, whoever is killed, and either goes on with the other's state."""

import os
import pathlib
import signal
import subprocess
import threading
import time
from typing import Any

import pytest

import boyi
from boyi import cluster
from boyi.cluster import Local, Progress
from boyi.cluster.command import chosen
from boyi.errors import ClusterError, OptionError, OtherJobError

from processes import parent, running

ASKED: dict[str, Any] = {
    "games": 150,
    "nodes": 200,
    "epochs": 6,
    "batch": 64,
    "gate_games": 12,
    "gate_nodes": 300,
    "seed": 6,
    "rules": {"size": 9},
    "options": {"longest": 30},
    "piece": 40,
}
SMALL: dict[str, Any] = {**ASKED, "games": 20, "nodes": 20, "gate_games": 4, "gate_nodes": 20}


def alone(state: pathlib.Path, *words: str, asked: dict[str, Any] = ASKED) -> str:
    """What the command says of a learning on one machine."""
    flat = {**asked, **asked["rules"], **asked["options"], "rules": None, "options": None, "piece": None}
    given = ["learn", "gomoku", *chosen(flat), "--state", str(state), *words]
    return subprocess.run([os.environ["BOYI"], *given], capture_output=True, text=True, check=True).stdout


def learnt(state: pathlib.Path) -> dict[str, bytes]:
    """What a learning has come to: all that it keeps but the order of the games in its logs."""
    files = [path for part in ("games", "networks") for path in (state / part).iterdir()]
    files += [state / name for name in ("plan.txt", "pedigree.jsonl", "elo.svg")]
    there = {path.relative_to(state).as_posix(): path.read_bytes() for path in files}
    logs = {path.name: path.read_bytes() for path in (state / "matches").iterdir()}
    return there | {name: b"".join(sorted(log.splitlines(keepends=True))) for name, log in logs.items()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What `boyi learn` comes to in two rounds."""
    state = tmp_path_factory.mktemp("learn") / "undisturbed"
    alone(state, "--rounds", "2")
    return learnt(state)


def players(worker: int) -> list[int]:
    """The programs that a worker has started."""
    return [pid for pid in running() if parent(pid) == worker]


class Killer(threading.Thread):
    """Ends workers together with the programs that play for them, as if their machines were lost: each in
    the middle of its games, and `lives` of them at the most."""

    def __init__(self, on: Local, lives: int) -> None:
        super().__init__(daemon=True)
        self.on, self.lives = on, lives
        self.killed: list[int] = []
        self.is_over = False

    def run(self) -> None:
        playing: set[int] = set()
        while not self.is_over and len(self.killed) < self.lives:
            time.sleep(0.05)
            before, playing = playing, {worker for worker in self.on.workers if players(worker)}
            # A program that was there at the last look is at its games.
            for worker in sorted(before & playing)[:1]:
                try:
                    os.killpg(worker, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.killed.append(worker)
                playing.discard(worker)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="programs are found in /proc")
def test_workers_killed_in_mid_game_change_nothing(tmp_path: pathlib.Path, undisturbed: dict[str, bytes]) -> None:
    on = Local(2)
    killer = Killer(on, lives=8)
    lost: dict[str, int] = {}

    def watch(progress: Progress) -> None:
        lost[progress.unit] = max(progress.lost, lost.get(progress.unit, 0))

    killer.start()
    rounds, best = cluster.learn("gomoku", tmp_path, rounds=1, **ASKED, on=on, progress=watch)
    killer.is_over = True
    killer.join()
    assert len(killer.killed) >= 4 and sum(lost.values()) >= 4, lost
    killer = Killer(on, lives=3)
    killer.start()
    rounds, best = cluster.learn("gomoku", tmp_path, rounds=2, **ASKED, on=on, progress=watch)
    killer.is_over = True
    killer.join()
    assert learnt(tmp_path) == undisturbed
    assert [one.games for one in rounds] == [150, 300]
    assert best is None or (tmp_path / best).exists()


def test_either_goes_on_with_the_other(tmp_path: pathlib.Path, undisturbed: dict[str, bytes]) -> None:
    # Step by step, one on one machine and one on many workers in turn.
    alone(tmp_path, "--step")  # games
    assert alone(tmp_path, "--rounds", "0").splitlines()[-1] == "next         training of round 1"
    told, best = cluster.learn("gomoku", tmp_path, rounds=1, **ASKED, on=Local(2))
    assert len(told) == 1

    def stop(progress: Progress) -> None:
        if progress.unit == "games" and progress.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.learn("gomoku", tmp_path, rounds=2, **ASKED, on=Local(2), progress=stop)
    assert alone(tmp_path, "--rounds", "0").splitlines()[-1] == "next         match of round 2"
    alone(tmp_path, "--rounds", "2")
    assert learnt(tmp_path) == undisturbed
    # All is there: no worker is asked.
    again, _ = cluster.learn("gomoku", tmp_path, rounds=2, **ASKED, on=Local(1))
    assert again[:1] == told and len(again) == 2


def test_a_state_in_an_object_store(tmp_path: pathlib.Path, undisturbed: dict[str, bytes]) -> None:
    fsspec = pytest.importorskip("fsspec")
    state = "memory://boyi/learning"
    for rounds in (1, 2):
        done, _ = cluster.learn("gomoku", state, rounds=rounds, **ASKED, on=Local(2))
        assert len(done) == rounds
    system = fsspec.filesystem("memory")
    for name, data in undisturbed.items():
        if "/" in name or name == "pedigree.jsonl":
            assert system.cat_file(f"/boyi/learning/{name}") == data


def test_a_test_stops_the_match(tmp_path: pathlib.Path) -> None:
    asked = {**ASKED, "games": 40, "gate_games": 200, "gate_nodes": 50, "sprt": (0, 300)}
    cluster.learn("gomoku", tmp_path / "many", **asked, on=Local(2))
    alone(tmp_path / "one", "--rounds", "1", asked=asked)
    [many, one] = [(tmp_path / name / "pedigree.jsonl").read_bytes() for name in ("many", "one")]
    assert many == one


def test_a_network_and_openings_to_begin_with(tmp_path: pathlib.Path) -> None:
    first, last = tmp_path / "first", tmp_path / "last"
    cluster.learn("gomoku", first, **SMALL, on=Local(2))
    begin = first / "networks/00001.network"
    openings = ["startpos moves e5 e6", "startpos moves d4"]
    cluster.learn("gomoku", last, **SMALL, network=begin, openings=openings, on=Local(2))
    (tmp_path / "lines.txt").write_text("".join(f"{line}\n" for line in openings), "utf-8")
    asked = {**SMALL, "network": begin, "openings": tmp_path / "lines.txt"}
    alone(tmp_path / "one", "--rounds", "1", asked=asked)
    assert learnt(last) == learnt(tmp_path / "one")


def test_another_plan_is_refused(tmp_path: pathlib.Path) -> None:
    cluster.learn("gomoku", tmp_path, rounds=0, **SMALL, on=Local(1))
    with pytest.raises(OtherJobError, match="differs in words"):
        cluster.learn("gomoku", tmp_path, **{**SMALL, "seed": 4}, on=Local(1))
    with pytest.raises(ClusterError, match="another plan"):
        other = tmp_path / "other"
        alone(other, "--rounds", "0")
        cluster.learn("gomoku", other, rounds=0, **SMALL, on=Local(1))
    with pytest.raises(OptionError, match="luck"):
        cluster.learn("gomoku", tmp_path / "none", options={"luck": 1}, on=Local(1))


def test_the_plan_is_that_of_boyi_learn(tmp_path: pathlib.Path) -> None:
    cluster.learn("gomoku", tmp_path / "many", rounds=0, rules={"size": 9}, seed=5, on=Local(1))
    boyi.learn("gomoku", tmp_path / "one", rounds=0, rules={"size": 9}, seed=5)
    [many, one] = [(tmp_path / name / "plan.txt").read_text("utf-8") for name in ("many", "one")]
    assert many == one
