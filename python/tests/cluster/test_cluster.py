"""Each kind of job: the same as on one machine, with workers killed, gone on with, refused."""

import json
import os
import pathlib
import signal
import subprocess
from collections.abc import Callable

import pytest

import boyi
from boyi import cluster
from boyi.cluster import Local, Progress
from boyi.errors import ClusterError, OptionError, OtherJobError

STRONG, WEAK = "pvs,nodes=2000,hash=1", "pvs,nodes=500,hash=1"


def alone(*words: str, folder: str | None = None) -> str:
    """What the command prints."""
    done = subprocess.run([os.environ["BOYI"], *words], capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout


def killer(on: Local, at: set[int]) -> tuple[Callable[[Progress], None], list[int]]:
    """Kills a worker when so many lines are there."""
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.done in at and on.workers:
            at.discard(progress.done)
            killed.append(on.workers[0])
            os.kill(killed[-1], signal.SIGKILL)

    return kill, killed


def same(table: cluster.MatchTable, result: boyi.MatchResult) -> None:
    for name in "players wins draws losses games score elo elo_interval los llr verdict faults".split():
        assert getattr(table, name) == getattr(result, name), name
    assert [record.position for record in table.records] == [record.position for record in result.records]
    for ours, theirs in zip(table.records, result.records, strict=True):
        for name in "number first winner reason is_fault".split():
            assert getattr(ours, name) == getattr(theirs, name)


def test_a_match_with_killed_workers_is_that_of_one_machine(tmp_path: pathlib.Path) -> None:
    expected = boyi.match(STRONG, WEAK, game="othello", games=40, seed=3)
    on = Local(2)
    kill, killed = killer(on, {3, 11, 25})
    table = cluster.match(STRONG, WEAK, game="othello", games=40, seed=3, on=on, state=tmp_path, progress=kill)
    assert len(killed) == 3
    same(table, expected)
    text = alone("match", "othello", "--a", STRONG, "--b", WEAK, "--games", "40", "--seed", "3").splitlines()
    # Above this, merging names the players without what was said of both.
    rows = str(table).splitlines()[3:]
    assert rows and rows == text[-len(rows) :]
    # All is there: no worker is asked.
    again = cluster.match(STRONG, WEAK, game="othello", games=40, seed=3, on=Local(1), state=tmp_path)
    assert again == table
    with pytest.raises(OtherJobError, match="differs in words"):
        cluster.match(STRONG, WEAK, game="othello", games=40, seed=4, on=Local(1), state=tmp_path)


def test_engines_openings_and_rules() -> None:
    openings = ["startpos moves h8", "startpos moves h8 i9 i8"]
    a, b = boyi.Engine("gomoku", "pvs", depth=2), boyi.Engine("gomoku", level=1)
    asked = {"games": 4, "rules": {"size": 13, "rule": "renju"}, "openings": openings, "max_plies": 30}
    table = cluster.match(a, b, **asked, on=Local(2))  # type: ignore[arg-type]
    same(table, boyi.match(a, b, **asked))  # type: ignore[arg-type]
    assert table.records[3].position.moves[:3] == ["h8", "i9", "i8"]
    assert table.records[0].position.rules["rule"] == "renju"


def test_random_openings_of_any_length() -> None:
    asked = {"game": "othello", "games": 9, "opening_plies": 3, "seed": 5}
    for shards in (1, 3):
        table = cluster.match("level=2", "level=3", **asked, on=Local(2), shards=shards)  # type: ignore[arg-type]
        same(table, boyi.match("level=2", "level=3", **asked))  # type: ignore[arg-type]


def test_a_decided_test_stops_early() -> None:
    asked = {"game": "othello", "games": 1000, "sprt": (0.0, 100.0)}
    table = cluster.match(STRONG, WEAK, **asked, on=Local(2))  # type: ignore[arg-type]
    same(table, boyi.match(STRONG, WEAK, **asked))  # type: ignore[arg-type]
    assert table.verdict == "elo1" and table.games < 500


def test_a_match_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="robot"):
        cluster.match("robot", WEAK, game="othello", on=Local(1))
    with pytest.raises(ClusterError, match="game=NAME"):
        cluster.match("pvs", "mtdf", on=Local(1))
    with pytest.raises(ClusterError, match="cannot be run as /nowhere"):
        cluster.match("pvs", "mtdf", game="othello", on=Local(1), command="/nowhere")


def test_a_tournament_with_killed_workers_is_that_of_one_machine() -> None:
    players = ["pvs,nodes=900,hash=1", "mtdf,depth=2,hash=1", "level=1"]
    on = Local(2)
    kill, killed = killer(on, {5, 15})
    table = cluster.tournament(players, game="othello", games=10, on=on, progress=kill)
    assert len(killed) == 2
    words = [word for player in players for word in ("--player", player)]
    said = alone("tournament", "othello", *words, "--games", "10", "--json").splitlines()
    rows = [json.loads(line) for line in said]
    assert [player.elo for player in table.players] == [row["elo"] for row in rows if "rank" in row]
    assert [record.position.moves for record in table.records] == [
        row["opening"].split(" moves ")[1].split() + row["moves"].split() for row in rows if "index" in row
    ]
    gauntlet = cluster.tournament(players, game="othello", games=2, gauntlet=True, on=Local(2))
    assert len(gauntlet.records) == 4


def test_a_tuning_is_that_of_one_machine(tmp_path: pathlib.Path) -> None:
    asked = {"options": True, "searcher": "aspiration,hash=1", "nodes": 40, "games": 3}
    on = Local(2)
    kill, killed = killer(on, {1, 4})
    first = cluster.tune("othello", rounds=1, **asked, state=tmp_path, on=on, progress=kill)  # type: ignore[arg-type]
    assert first.rounds == 1 and killed
    tuned = cluster.tune("othello", rounds=3, **asked, state=tmp_path, on=on)  # type: ignore[arg-type]
    words = "tune othello --options --searcher aspiration,hash=1 --nodes 40 --games 3 --rounds 3 --json"
    result = json.loads(alone(*words.split()).splitlines()[-1])
    assert (tuned.rounds, tuned.games, tuned.champion) == (3, result["games"], result["champion"])
    assert tuned.spec == result["spec"] and tuned.mean == result["mean"] and tuned.start == result["start"]
    with pytest.raises(OtherJobError):
        cluster.tune("othello", rounds=3, **{**asked, "nodes": 41}, state=tmp_path, on=on)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="luck"):
        cluster.tune("othello", options=True, only=["luck"], on=on)


def test_self_play_writes_the_games_of_one_machine_to_the_same_files(tmp_path: pathlib.Path) -> None:
    on = Local(2)
    kill, killed = killer(on, {1})
    asked = {"games": 160, "nodes": 30, "seed": 2, "piece": 64}
    names = cluster.self_play("gomoku", tmp_path / "a", **asked, on=on, progress=kill)  # type: ignore[arg-type]
    other = cluster.self_play("gomoku", tmp_path / "b", **asked, on=Local(1))  # type: ignore[arg-type]
    assert killed and names == other and len(names) == 3
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    words = "selfplay gomoku --games 160 --nodes 30 --seed 2 --out whole.games"
    alone(*words.split(), folder=str(tmp_path))
    whole = (tmp_path / "whole.games").read_bytes()
    assert b"".join((tmp_path / "a" / name).read_bytes().split(b"\n", 5)[5] for name in names) == whole.split(b"\n", 5)[5]
    said = alone("train", "gomoku", "--epochs", "1", "--json", "--data", *names, folder=str(tmp_path / "a"))
    assert json.loads(said.splitlines()[-1])["games"] == 160


def test_networks_travel_to_the_workers(tmp_path: pathlib.Path) -> None:
    asked = {"games": 24, "nodes": 20, "epochs": 1, "gate_games": 2, "gate_nodes": 20}
    cluster.learn("gomoku", tmp_path / "a", **asked, on=Local(2))  # type: ignore[arg-type]
    path = tmp_path / "a/networks/00001.network"
    engine = boyi.Engine("gomoku", "pvs", network=path, depth=2)
    table = cluster.match(engine, "level=2", games=4, on=Local(2))
    same(table, boyi.match(engine, "level=2", games=4))
    copy = tmp_path / "copy.network"
    path.rename(copy)
    other = boyi.Engine("gomoku", "pvs", network=copy, depth=2)
    assert cluster.match(other, "level=2", games=4, on=Local(2)).text == table.text
    game = table.records[0].position
    told = next(iter(cluster.analyze([game], engine=other, depth=2, on=Local(1))))
    assert [move.score for move in told.moves] == [str(move.score) for move in boyi.analyze(game, other, depth=2)]
    result = cluster.tournament([other, "level=1"], games=2, on=Local(1))
    assert len(result.records) == 2


def test_a_match_of_wins_alone() -> None:
    asked = {"game": "othello", "games": 4, "depth": 4}
    for players in (("pvs", "level=1"), ("level=1", "pvs")):
        same(cluster.match(*players, **asked, on=Local(2)), boyi.match(*players, **asked))  # type: ignore[arg-type]


def test_an_archive_is_analysed_as_each_of_its_games(tmp_path: pathlib.Path) -> None:
    match = boyi.match("level=3", "level=4", game="xiangqi", games=4, max_plies=30)
    games = [record.position for record in match.records]
    file = tmp_path / "games.pgn"
    file.write_bytes(b"\n".join(game.save("pgn") for game in games[2:]))
    on = Local(2)
    kill, killed = killer(on, {1})
    told = cluster.analyze([*games[:2], file], game="xiangqi", nodes=300, piece=2, on=on, progress=kill)
    assert killed and len(told) == 4
    for analyzed, game in zip(told, games, strict=True):
        expected = boyi.analyze(game, nodes=300)
        assert analyzed.position == game and [move.move for move in analyzed.moves] == game.moves
        for ours, theirs in zip(analyzed.moves, expected, strict=True):
            assert (ours.score, ours.best, ours.loss) == (str(theirs.score), theirs.best, theirs.loss)
            assert (ours.quality, list(ours.best_line)) == (theirs.quality, theirs.best_line)
    told.write(tmp_path / "out.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [row["number"] for row in rows] == [0, 1, 2, 3]
    with pytest.raises(ClusterError, match="has a game of othello"):
        cluster.analyze([games[0], boyi.game("othello").start()], on=on)
    with pytest.raises(ClusterError, match="nowhere.pgn"):
        cluster.analyze(["nowhere.pgn"], game="xiangqi", on=on)


def test_files_and_states_may_be_anywhere(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("fsspec")
    games = [boyi.game("xiangqi").start().play("h2e2", "h9g7"), boyi.game("xiangqi").start().play("b2e2")]
    (tmp_path / "games.pgn").write_bytes(b"\n".join(game.save("pgn") for game in games))
    asked = {"game": "xiangqi", "nodes": 100, "state": "memory://boyi/archive", "on": Local(2), "piece": 1}
    told: list[Progress] = []
    for _ in range(2):
        done = cluster.analyze([f"file://{tmp_path}/games.pgn"], **asked, progress=told.append)  # type: ignore[arg-type]
        assert [game.position for game in done] == games
    assert told[-1].new == 0 and told[-1].done == 2
    with pytest.raises(ClusterError, match="no such file"):
        cluster.analyze([f"file://{tmp_path}/other.pgn"], **asked)  # type: ignore[arg-type]


def test_puzzles_are_those_of_one_machine(tmp_path: pathlib.Path) -> None:
    log = tmp_path / "log.jsonl"
    alone("match", "xiangqi", "--a", STRONG, "--b", WEAK, "--games", "6", "--resume", str(log))
    table = cluster.match(STRONG, WEAK, game="xiangqi", games=6, on=Local(2))
    games = [record.position for record in table.records]
    for count in (400, 5):
        out = tmp_path / f"{count}.epd"
        alone("puzzles", "xiangqi", "find", "--games", str(log), "--count", str(count), "--out", str(out))
        found = cluster.puzzles(games, count=count, piece=4, on=Local(2))
        expected = [line for line in out.read_text("utf-8").splitlines() if line and not line.startswith("#")]
        assert [str(puzzle) for puzzle in found] == expected and expected
    assert not found[0].position.is_over and found[0].solution[0] in found[0].position.legal_moves()
