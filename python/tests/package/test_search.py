"""Engines: levels, searchers, options, and searches in the background."""

import os
import signal
import threading
import time

import pytest

import boyi
from boyi.errors import OptionError, PositionError

GAMES = boyi.games()


@pytest.mark.parametrize("name", GAMES)
def test_every_searcher_answers(name: str) -> None:
    game = boyi.game(name)
    start = game.start()
    for searcher in game.searchers:
        if searcher == "dfpn":
            continue
        report = boyi.Engine(game, searcher, hash=1, depth=2, nodes=2_000, seed=3).search(start)
        assert report.move in start.legal_moves(), searcher
        assert report.nodes > 0 and report.source == "search"


@pytest.mark.parametrize("name", GAMES)
def test_the_exact_searchers_agree(name: str) -> None:
    position = boyi.game(name).start()
    for _ in range(4):
        position = position.play(position.legal_moves()[0])
    scores = {
        searcher: boyi.Engine(name, searcher, bare=True, hash=1, depth=2).search(position).score
        for searcher in ("minimax", "alphabeta", "aspiration", "pvs", "mtdf")
    }
    assert len({score.points for score in scores.values() if score is not None}) == 1, scores


def test_levels() -> None:
    start = boyi.game("othello").start()
    engine = boyi.Engine("othello", level=1, seed=7)
    assert engine.config == "level=1" and engine.search(start).move in start.legal_moves()
    with pytest.raises(OptionError, match="levels 1 to 22"):
        boyi.Engine("othello", level=23)
    with pytest.raises(OptionError, match="not both"):
        boyi.Engine("othello", "pvs", level=3)


def test_options_become_the_text_that_the_command_reads() -> None:
    engine = boyi.Engine(
        "othello", "pvs", depth=3, time=1.5, null_move=False, weights={"mobility": 600}, evaluator="handmade"
    )
    assert engine.config == "pvs,depth=3,time=1500ms,null_move=off,eval.mobility=600,eval=handmade"
    assert boyi.Engine("hex", "mcts", seed=5).config == "mcts,seed=5"
    for options, text in [({"luck": 1}, "luck"), ({"null_move": "maybe"}, "maybe"), ({"time": -1.0}, "seconds")]:
        with pytest.raises(OptionError, match=text):
            boyi.Engine("othello", "pvs", **options)  # type: ignore[arg-type]


def test_a_search_is_asked_for_lines_and_moves() -> None:
    xiangqi = boyi.game("xiangqi")
    engine = boyi.Engine(xiangqi, "pvs", hash=1)
    start = xiangqi.start()
    report = engine.search(start, depth=2, lines=3)
    scores = [line.score for line in report.lines]
    assert len(scores) == 3 and scores == sorted(scores, reverse=True)
    assert engine.search(start, depth=2, only=["a0a1"]).move == "a0a1"
    assert engine.search(start, depth=1, exclude=[report.move or ""]).move != report.move
    # A mate in two moves.
    mate = xiangqi.position("4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1")
    found = engine.search(mate, mate=3).score
    assert found is not None and (found.plies_to_end, float(found), str(found)) == (3, float("inf"), "win in 3")


def test_a_search_needs_a_limit_and_its_own_game() -> None:
    engine = boyi.Engine("othello", "pvs")
    with pytest.raises(OptionError, match="limit"):
        engine.search(boyi.game("othello").start())
    with pytest.raises(PositionError, match="hex"):
        engine.search(boyi.game("hex").start(), depth=1)
    with pytest.raises(boyi.errors.IllegalMoveError):
        engine.search(boyi.game("othello").start(), depth=1, only=["a1"])


def test_an_engine_follows_the_rules_of_each_position() -> None:
    engine = boyi.Engine("gomoku", "pvs", depth=2)
    for size in (15, 7, 15):
        position = boyi.game("gomoku").start(size=size).play("a1")
        assert engine.search(position).move in position.legal_moves()


def test_progress_is_told() -> None:
    reports: list[boyi.Report] = []
    report = boyi.Engine("othello", "pvs", hash=1).search(boyi.game("othello").start(), depth=5, progress=reports.append)
    depths = [told.depth for told in reports]
    assert depths == sorted(depths) and depths[-1] == report.depth == 5
    assert len(report.iterations) == 5 and report.roots

    def fails(_: boyi.Report) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        boyi.Engine("othello", "pvs").search(boyi.game("othello").start(), depth=40, progress=fails)


def test_a_search_goes_on_in_the_background_until_it_is_stopped() -> None:
    engine = boyi.Engine("xiangqi")
    start = boyi.game("xiangqi").start()
    thinking = engine.think(start)
    with pytest.raises(TimeoutError):
        thinking.result(timeout=0.01)
    assert not thinking.is_done
    thinking.stop()
    report = thinking.result()
    assert report.move in start.legal_moves() and thinking.is_done and thinking.report is not None
    # Another search of the same engine ends the first; leaving the block ends the second.
    first = engine.think(start)
    with engine.think(start) as second:
        assert first.result().move in start.legal_moves() and first.is_done
        assert next(second).nodes > 0
    assert second.is_done


def test_python_goes_on_while_a_search_runs() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    boyi.Engine("othello", "pvs", hash=1).search(boyi.game("othello").start(), nodes=300_000)
    done.set()
    thread.join()
    assert counted > 10


@pytest.mark.skipif(os.name == "nt", reason="the signal is POSIX's")
def test_ctrl_c_stops_a_search() -> None:
    engine = boyi.Engine("xiangqi", "pvs")
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.search(boyi.game("xiangqi").start(), depth=60)
    timer.join()
    # It has ended, and the engine answers again.
    assert engine.search(boyi.game("xiangqi").start(), depth=1).move is not None


def test_a_finished_game_has_a_score_and_no_move() -> None:
    won = boyi.game("gomoku").position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8")
    report = boyi.Engine("gomoku", "pvs", depth=3).search(won)
    assert report.move is None and report.score is not None and report.score.is_final
