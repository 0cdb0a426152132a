"""What the package and the command `boyi` both tell is the same. `BOYI` names the command."""

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest

import boyi

BOYI = os.environ.get("BOYI", "")
DATA = pathlib.Path(__file__).parents[3] / "tests/data"

pytestmark = pytest.mark.skipif(not BOYI, reason="BOYI names no command")


def told(*words: object, given: str = "") -> list[dict[str, Any]]:
    """What the command prints, an object a line."""
    done = subprocess.run([BOYI, *map(str, words)], input=given, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_databases(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "games.db"
    [imported] = told("db", "othello", file, "import", DATA / "othello/WTH_1977.wtb", "--json")
    database = boyi.Database(file, create=False)
    assert database.count("othello") == imported["added"]
    line = "startpos moves f5"
    position = boyi.game("othello").position(line)
    moves = told("db", "othello", file, "explore", "--position", line, "--since", 1977, "--json")
    names = ["games", "wins", "draws", "losses", "unknown", "score"]
    explored = database.explore(position, since=1977).moves
    assert moves and moves == [
        {"move": move.move, **{name: getattr(move.counts, name) for name in names}} for move in explored
    ]
    games = told("db", "othello", file, "games", "--position", line, "--result", "white", "--limit", 5, "--json")
    names = ["id", "year", "event", "result", "ply", "tags", "source"]
    found = database.games(position, result="white", limit=5)
    assert len(games) == len(found) == 5
    for game, same in zip(games, found):
        assert game == {"names": list(same.names), "line": game["line"], **{name: getattr(same, name) for name in names}}
        assert boyi.game("othello").position(game["line"]).moves == same.position.moves


@pytest.mark.parametrize(
    ("name", "rules", "line"),
    [
        ("othello", {}, "startpos"),
        ("xiangqi", {"rule": "check-ban"}, "startpos moves h2e2 h9g7"),
        ("gomoku", {"size": 9, "rule": "renju"}, "startpos moves e5 d4"),
        ("gomoku", {}, "startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8"),
        ("othello", {}, "X" * 62 + "OO X"),
    ],
)
def test_observations_are_the_states_that_a_language_model_is_told(name: str, rules: dict[str, Any], line: str) -> None:
    settings = {setting: str(value) for setting, value in rules.items()}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    call = {"name": "new_game", "arguments": {"game": name, "settings": settings, "line": line}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ]
    given = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    [answer] = [answer for answer in told("mcp", given=given) if answer.get("id") == 2]
    state = answer["result"]["structuredContent"]["state"]
    observation = boyi.game(name).position(line, **rules).observation()
    assert json.loads(json.dumps(observation)) == observation
    # Who plays, and by which id, is the server's.
    assert state.keys() - observation.keys() == {"game_id", "your_turn"}
    state["players"] = [player["name"] for player in state["players"]]
    assert {key: state[key] for key in observation} == observation


def test_openings() -> None:
    lines = told("openings", "gomoku", "--count", 3, "--plies", 5, "--nodes", 2000, "--seed", 7, "--json")
    found = boyi.openings("gomoku", 3, plies=5, nodes=2000, seed=7)
    assert [(line["opening"], line["score"], line["depth"]) for line in lines] == [
        (opening.line, opening.score.points, opening.depth) for opening in found
    ]


def test_tournaments() -> None:
    players = ["level=1", "level=3", "pvs,depth=2"]
    words = [word for player in players for word in ("--player", player)]
    lines = told("tournament", "othello", *words, "--games", 4, "--seed", 3, "--concurrency", 1, "--json")
    ranking = [line for line in lines if "rank" in line]
    result = boyi.tournament("othello", players, games=4, seed=3)
    names = ["player", "elo", "elo_error", "games", "wins", "draws", "losses", "points"]
    assert [[line[name] for name in names] for line in ranking] == [
        [getattr(ranked, name) for name in names] for ranked in result.ranking
    ]
