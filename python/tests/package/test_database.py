"""Databases of games."""

import os
import pathlib
import shutil
import signal
import threading

import pytest

import boyi
from boyi.errors import DatabaseError, OptionError, SettingError

WTHOR = pathlib.Path(__file__).parents[3] / "tests/data/othello/WTH_1977.wtb"

PGN = """[Event "Open"]
[Red "Ann"]
[Black "Bob"]
[Date "1999.05.01"]
[Result "1-0"]

1. C2.5 H8+7 1-0

[Event "Cup"]
[Red "Bob"]
[Black "Cid"]
[Date "2001"]
[Result "0-1"]

1. C8.5 H2+3 0-1

"""


def test_games_of_a_year_are_added_once_and_explored(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "games.db"
    database = boyi.Database(file)
    first = database.add("othello", WTHOR)
    assert first.added > 10 and first.known == first.refused == 0 and first.refusals == []
    again = boyi.Database(file).add(boyi.game("othello"), str(WTHOR))
    assert (again.added, again.known, again.positions) == (0, first.added, 0)
    assert database.count("othello") == first.added and database.count("xiangqi") == 0

    start = boyi.game("othello").start()
    explored = database.explore(start)
    # The four first moves are symmetric.
    assert [move.counts for move in explored.moves] == [explored.counts] and explored.counts.games == first.added
    replies = database.explore(start.play("f5"))
    games = [move.counts.games for move in replies.moves]
    assert games == sorted(games, reverse=True) and sum(games) == replies.counts.games == first.added
    for counts in [replies.counts, *(move.counts for move in replies.moves)]:
        known = counts.wins + counts.draws + counts.losses
        assert counts.unknown == 0 and counts.games == known
        assert counts.score == (counts.wins + counts.draws / 2) / known

    results = [database.games("othello", result=side, limit=1000) for side in ("black", "White", "draw")]
    assert sum(map(len, results)) == first.added
    assert database.games("othello", since=1978) == database.games("othello", until=1976) == []
    assert len(database.games("othello", limit=5)) == 5
    for found, result in zip(results, ("black", "white", "draw")):
        for game in found:
            outcome = game.position.outcome()
            assert (game.result, game.year, game.source) == (result, 1977, WTHOR.name)
            assert outcome is None or outcome.winner == (None if result == "draw" else result)
    white = replies.moves[0].counts.wins
    assert len(database.games(start.play("f5", replies.moves[0].move), result="white", limit=1000)) == white


def test_games_are_found_by_position_player_year_and_result(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(PGN, "utf-8")
    database = boyi.Database()
    told: list[int] = []
    assert database.add("xiangqi", file, progress=lambda so_far: told.append(so_far.added)).added == 2
    assert told == [2]
    start = boyi.game("xiangqi").start()
    # The two cannons go to the middle from both sides: a mirror image.
    found = database.games(start.play("h2e2"))
    assert [game.names for game in found] == [("Bob", "Cid"), ("Ann", "Bob")] and {game.ply for game in found} == {1}
    latest = found[0]
    assert (latest.year, latest.event, latest.result, latest.source) == (2001, "Cup", "black", "games.pgn")
    assert latest.position.ply == 2 and latest.tags["Date"] == "2001"
    assert [game.id for game in database.games("xiangqi", player="ANN")] == [found[1].id]
    assert database.games("xiangqi", player="n%n") == []
    assert [game.year for game in database.games("xiangqi", until=2000)] == [1999]
    assert database.explore(start, result="red").counts.wins == 1
    assert database.explore(start, player="Cid", since=2002).moves == []
    with pytest.raises(OptionError, match="red, black and draw"):
        database.explore(start, result="white")


def test_names_lie_beside_the_games_and_what_is_broken_is_told(tmp_path: pathlib.Path) -> None:
    shutil.copy(WTHOR, tmp_path)
    (tmp_path / "WTH.JOU").write_bytes(b"no list of names")
    (tmp_path / "lines.txt").write_text("f5d6\nf5a1\n", "utf-8")
    database = boyi.Database()
    # Of a folder with games of WTHOR only these are taken.
    imported = database.add("othello", tmp_path)
    assert imported.refused == 0 and imported.added == database.count("othello") > 10
    [names] = imported.refusals
    assert names.file == tmp_path / "WTH.JOU" and names.number is None and names.reason
    imported = database.add("othello", tmp_path / "lines.txt")
    assert (imported.added, imported.refused) == (1, 1)
    [names, game] = imported.refusals
    assert (game.file, game.number) == (tmp_path / "lines.txt", 2) and "a1" in game.reason


def test_what_cannot_be_opened_is_refused_by_kind(tmp_path: pathlib.Path) -> None:
    missing = tmp_path / "missing.db"
    with pytest.raises(DatabaseError):
        boyi.Database(missing, create=False)
    assert not missing.exists()
    (tmp_path / "text.db").write_text("no database, but a text of some length" * 40, "utf-8")
    with pytest.raises(DatabaseError):
        boyi.Database(tmp_path / "text.db")
    database = boyi.Database(tmp_path / "games.db")
    with pytest.raises(FileNotFoundError) as caught:
        database.add("othello", WTHOR, tmp_path / "missing.txt")
    assert caught.value.filename == str(tmp_path / "missing.txt")
    assert database.count("othello") == 0, "all files are added, or none"
    with pytest.raises(SettingError):
        database.add("gomoku", rules={"size": 99})
    with pytest.raises(DatabaseError, match="readonly"):
        boyi.Database(tmp_path / "games.db", create=False).add("othello", WTHOR)
    with pytest.raises(boyi.errors.UnknownGameError):
        database.count("go")


@pytest.mark.skipif(os.name == "nt", reason="the signal is POSIX's")
def test_ctrl_c_ends_an_import_which_changes_nothing(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "many.txt"
    # Different games by different moves, long enough to be read when the signal comes.
    start = boyi.game("othello").start()
    lines = ["".join(position.moves) for position in walks(start, 7)]
    file.write_text("\n".join(lines), "utf-8")
    database = boyi.Database()
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        database.add("othello", file)
    timer.join()
    assert database.count("othello") == 0
    database.add("othello", WTHOR)
    assert database.count("othello") > 10, "it goes on"


def walks(position: boyi.Position, plies: int) -> list[boyi.Position]:
    """The ends of all lines of that length."""
    if plies == 0:
        return [position]
    return [end for move in position.legal_moves() for end in walks(position.play(move), plies - 1)]
