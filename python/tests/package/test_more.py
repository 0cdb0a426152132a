"""Solvers, books, puzzles, reviews, matches and learning."""

import math
import os
import pathlib
import random
import signal
import threading

import pytest

import boyi
from boyi.errors import MatchError, OptionError


def test_solvers() -> None:
    gomoku = boyi.game("gomoku")
    position = gomoku.position("X:f8g8h6h7 O:a1b4m3n12 turn:X")
    assert gomoku.solver is not None and "threats" in gomoku.solver
    found = boyi.solve(position, threats="vct", shortest=True)
    assert found.is_complete and found.data["result"] == "win"
    end = position.play(*found.line)
    assert end.is_over and end.returns() == (1.0, -1.0)
    mate = boyi.solve(boyi.game("xiangqi").position("4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1"))
    assert mate.data["result"] == "mate" and mate.data["moves"] == 2
    with pytest.raises(OptionError, match="no solver"):
        boyi.solve(boyi.game("hex").start())
    with pytest.raises(boyi.errors.SettingError):
        boyi.solve(position, threats="all")


def test_books_and_puzzles() -> None:
    position = boyi.game("othello").start().play("f5")
    book = position.book()
    assert book and all(entry.line[0] == entry.move in position.legal_moves() for entry in book)
    assert [entry.score for entry in book] == sorted((entry.score for entry in book), reverse=True)
    assert boyi.game("hex").start().book() == []
    engine = boyi.Engine("othello", level=22, book=True)
    report = engine.search(position)
    assert report.source == "book" and report.nodes == 0
    puzzles = boyi.game("xiangqi").puzzles()
    assert len(puzzles) >= 300 and boyi.game("hex").puzzles() == []
    solved = puzzles[0].position.play(*puzzles[0].solution)
    assert solved.is_over and solved.returns()[puzzles[0].position.player] == 1.0


def test_a_game_is_reviewed_move_by_move() -> None:
    gomoku = boyi.game("gomoku")
    game = gomoku.position("startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8")
    told: list[boyi.ReviewedMove] = []
    moves = boyi.analyze(game, boyi.Engine("gomoku", "pvs"), depth=4, progress=told.append)
    assert [move.move for move in moves] == game.moves and [move.ply for move in told] == list(range(1, 10))
    # White begins in a corner.
    assert moves[1].quality == "blunder" and moves[1].best != "a1" and moves[1].probability_lost > 0.15
    assert moves[8].is_best and float(moves[8].score) == math.inf and moves[0].player == "black"
    with pytest.raises(boyi.errors.PositionError):
        boyi.analyze(game, boyi.Engine("othello"))


def test_a_match_repeats_on_any_number_of_threads() -> None:
    a, b = boyi.Engine("othello", "pvs", nodes=500, hash=1), "pvs,nodes=100,hash=1"
    one = boyi.match(a, b, games=12, seed=5)
    two = boyi.match(a, b, games=12, seed=5, threads=3)
    assert [game.position.line for game in one.records] == [game.position.line for game in two.records]
    assert one.wins + one.draws + one.losses == one.games == 12 and repr(one) == repr(two)
    low, high = one.elo_interval
    assert low <= one.elo <= high and one.faults == (0, 0)
    pairs = zip(one.records[::2], one.records[1::2])
    assert all((first.first, second.first) == ("a", "b") for first, second in pairs)
    assert boyi.match(a, b, games=4, seed=6).records[0].position != one.records[0].position


def test_callables_play() -> None:
    chance = random.Random(1)

    def anything(position: boyi.Position) -> str:
        return chance.choice(position.legal_moves())

    def by_number(position: boyi.Position) -> int:
        return chance.choice(position.legal_actions())

    seen: list[int] = []
    result = boyi.match(anything, by_number, game="hex", games=4, progress=lambda result: seen.append(result.games))
    assert result.players == ("anything", "by_number") and seen == [1, 2, 3, 4] and result.faults == (0, 0)
    against = boyi.match(boyi.Engine("connect-four", "pvs", depth=4), anything, games=6)
    assert against.wins == 6 and against.elo == math.inf and against.elo_interval[1] == math.inf
    resigns = boyi.match("pvs,depth=1", lambda _: None, game="othello", games=2)
    assert resigns.wins == 2 and {game.reason for game in resigns.records} == {"resigned"}
    cheats = boyi.match("pvs,depth=1", lambda _: "a1", game="othello", games=2)
    assert cheats.faults == (0, 2) and all(game.is_fault for game in cheats.records)

    def fails(position: boyi.Position) -> str:
        raise KeyError("no idea")

    with pytest.raises(KeyError, match="no idea"):
        boyi.match("pvs,depth=1", fails, game="othello", games=100, threads=2)


def test_a_match_is_told_what_it_needs() -> None:
    engine = boyi.Engine("othello", "pvs", depth=1)
    with pytest.raises(MatchError, match="game="):
        boyi.match("pvs", "mtdf")
    with pytest.raises(MatchError, match="hex"):
        boyi.match(engine, boyi.Engine("hex"))
    with pytest.raises(MatchError, match="line 1"):
        boyi.match(engine, "pvs", openings=["nonsense"])
    with pytest.raises(OptionError):
        boyi.match(engine, "a robot")
    with pytest.raises(TypeError):
        boyi.match(engine, 3)  # type: ignore[arg-type]
    lines = ["startpos moves f5 d6", "startpos moves f5 f6"]
    games = boyi.match(engine, "pvs,depth=2", openings=lines, games=4, max_plies=5).records
    assert [game.position.moves[:2] for game in games] == [["f5", "d6"]] * 2 + [["f5", "f6"]] * 2
    assert {game.reason for game in games} == {"length"}


def test_a_tournament_ranks_its_players() -> None:
    def first(position: boyi.Position) -> str:
        return position.legal_moves()[0]

    players: list[boyi.options.Player] = [first, boyi.Engine("othello", level=5), "level=1"]
    told: list[tuple[str, str]] = []
    result = boyi.tournament("othello", players, games=6, threads=2, progress=lambda one: told.append(one.players))
    assert [one.players for one in result.matches] == [("first", "level=5"), ("first", "level=1"), ("level=5", "level=1")]
    assert told == [one.players for one in result.matches for _ in range(6)]
    assert result.ranking[0].player == "level=5" and result.ranking[0].elo > 0 > result.ranking[2].elo
    for ranked in result.ranking:
        assert ranked.wins + ranked.draws + ranked.losses == ranked.games == 12 and ranked.faults == 0
        assert ranked.points == ranked.wins + ranked.draws / 2
    assert sum(ranked.points for ranked in result.ranking) == 18
    gauntlet = boyi.tournament("othello", players, games=2, gauntlet=True)
    assert [one.players[0] for one in gauntlet.matches] == ["first"] * 2

    def fails(position: boyi.Position) -> str:
        raise KeyError("no idea")

    with pytest.raises(KeyError, match="no idea"):
        boyi.tournament("othello", ["level=1", fails], games=100)
    with pytest.raises(MatchError, match="two players"):
        boyi.tournament("othello", ["level=1"])
    with pytest.raises(MatchError, match="level=1.*twice"):
        boyi.tournament("othello", ["level=1", "level=1"])
    with pytest.raises(MatchError, match="hex"):
        boyi.tournament("othello", ["level=1", boyi.Engine("hex")])
    with pytest.raises(OptionError, match="levels 1 to"):
        boyi.tournament("othello", ["level=1", "level=23", "level=2"])


def test_openings_are_in_balance() -> None:
    openings = boyi.openings("xiangqi", 3, plies=4, nodes=3_000, balance=0.5, seed=2)
    assert len({opening.line for opening in openings}) == 3
    for opening in openings:
        assert opening.position.ply == 4 and opening.position.line == opening.line
        assert abs(float(opening.score)) <= 0.5 and opening.depth > 0
    assert [opening.line for opening in boyi.openings("xiangqi", 2, plies=4, nodes=3_000, balance=0.5, seed=2)] == [
        opening.line for opening in openings[:2]
    ]
    assert boyi.openings("gomoku", 1, plies=4, nodes=2_000, balance=5.0, rules={"size": 9})[0].position.rules == {"size": "9"}
    with pytest.raises(MatchError, match="more nodes"):
        boyi.openings("othello", 1, nodes=1)
    with pytest.raises(boyi.errors.SettingError):
        boyi.openings("gomoku", 1, rules={"size": 99})


def test_a_sequential_test_ends_a_match_early() -> None:
    strong, weak = boyi.Engine("othello", level=8), boyi.Engine("othello", level=1)
    result = boyi.match(strong, weak, games=2000, sprt=(0, 50))
    assert result.verdict == "elo1" and result.games < 200 and result.llr is not None and result.llr > 2.9


@pytest.mark.skipif(os.name == "nt", reason="the signal is POSIX's")
def test_ctrl_c_ends_a_match() -> None:
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        boyi.match(boyi.Engine("xiangqi", "pvs", time=5.0), "pvs,time=5s", games=1000, threads=2)
    timer.join()


def test_a_network_learns_and_plays(tmp_path: pathlib.Path) -> None:
    told: list[boyi.Round] = []
    plan = {"games": 60, "nodes": 20, "epochs": 2, "batch": 64, "gate_games": 4, "gate_nodes": 20}
    rounds, best = boyi.learn("connect-four", tmp_path, rounds=2, progress=told.append, **plan)  # type: ignore[arg-type]
    assert [round.number for round in rounds] == [round.number for round in told] == [1, 2]
    # What is done is on disk.
    again, same = boyi.learn("connect-four", tmp_path, rounds=2, **plan)  # type: ignore[arg-type]
    assert [repr(round) for round in again] == [repr(round) for round in rounds] and same == best
    assert (best is not None) == any(round.is_accepted for round in rounds)
    if best is not None:
        start = boyi.game("connect-four").start()
        assert boyi.Engine("connect-four", "pvs", network=best, depth=2).search(start).move is not None
    with pytest.raises(OptionError, match="no network"):
        boyi.learn("hex", tmp_path / "hex")
    with pytest.raises(MatchError):
        boyi.learn("connect-four", tmp_path, games=61)
