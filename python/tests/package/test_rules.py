"""Positions of every game, spoken to alike."""

import copy
import json
import pickle
import random
import xml.etree.ElementTree as xml
from collections.abc import Callable

import numpy as np
import pytest

import boyi
from boyi.errors import GameOverError, IllegalMoveError, PositionError, RecordError, SettingError, UnknownGameError

GAMES = boyi.games()


def random_game(name: str, seed: int, plies: int = 1000) -> boyi.Position:
    """A game of random moves, at most so many of them."""
    chance = random.Random(seed)
    position = boyi.game(name).start()
    while not position.is_over and position.ply < plies:
        position = position.play(chance.choice(position.legal_moves()))
    return position


# Counts that others have published; in Othello a game that has ended counts as a line.
@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("othello", [1, 4, 12, 56, 244, 1396, 8200]),
        ("xiangqi", [1, 44, 1920, 79666]),
        ("connect-four", [1, 7, 49, 343, 2401]),
        ("draughts", [1, 7, 49, 302, 1469, 7361]),
        ("animal-shogi", [1, 4, 17, 123, 976, 8122]),
    ],
)
def test_perft(name: str, leaves: list[int]) -> None:
    start = boyi.game(name).start()
    assert [start.perft(depth) for depth in range(len(leaves))] == leaves
    assert sum(start.divide(3).values()) == leaves[3]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_beginning_to_end(name: str) -> None:
    position = boyi.game(name).start()
    chance = random.Random(1)
    seen = [position]
    while not position.is_over and position.ply < 300:
        moves = position.legal_moves()
        actions = position.legal_actions()
        assert sorted(position.move_of(action) for action in actions) == sorted(moves)
        assert [position.action_of(position.move_of(action)) for action in actions] == actions
        mask = position.legal_mask()
        assert mask.shape == (position.actions,) and np.flatnonzero(mask).tolist() == actions
        assert position.planes().shape == position.shape
        assert position.turn == position.game.players[position.player]
        action = chance.choice(actions)
        move = position.move_of(action)
        after = position.play(action)
        assert after == position.play(move) and hash(after) == hash(position.play(move))
        assert after.undo() == position and after.moves == [*position.moves, move]
        position = after
        seen.append(position)
    assert position.undo(position.ply) == seen[0]
    for earlier in seen[:: max(1, len(seen) // 5)]:
        assert earlier.game.position(earlier.line) == earlier
        assert pickle.loads(pickle.dumps(earlier)) == copy.deepcopy(earlier) == earlier
        assert earlier.game.read(earlier.record()).moves == earlier.moves


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown(name: str) -> None:
    position = random_game(name, 3, plies=12)
    assert str(position) in repr(position) and repr(position).startswith(f"<boyi.Position {name}, ply ")
    assert position.diagram(letters=True).isascii()
    root = xml.fromstring(position._repr_svg_())
    assert root.tag.endswith("svg")
    owners = {owner for owner, _ in position.pieces().values()}
    assert owners <= set(position.game.players)


def test_planes_are_for_the_player_to_move() -> None:
    start = boyi.game("xiangqi").start()
    planes, after = start.planes(), start.play("h2e2").planes()
    assert planes.dtype == np.float32 and planes[-1].all() and not after[-1].any()
    # What was one's own is the opponent's, but for the cannon that moved.
    assert (planes[:7] != after[7:14]).sum() == 2
    assert (planes[7:14] == after[:7]).all()


def test_outcomes() -> None:
    gomoku = boyi.game("gomoku")
    won = gomoku.position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8")
    outcome = won.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason) == ("black", "five in a row")
    assert won.returns() == (1.0, -1.0) and won.is_over and not won.undo().is_over
    assert won.legal_actions() == [] and won.evaluate() is None
    end = random_game("othello", 5)
    outcome = end.outcome()
    assert outcome is not None and outcome.margin is not None
    assert np.sign(outcome.margin) == end.returns()[0]


def test_symmetric_positions_have_one_canonical_form() -> None:
    start = boyi.game("gomoku").start()
    corners = [start.play(corner) for corner in ("a1", "a15", "o1", "o15")]
    assert len({corner.canonical() for corner in corners}) == 1
    images = corners[1].canonical_moves()
    assert set(images) == set(corners[1].legal_moves())
    assert set(images.values()) == set(corners[1].canonical().legal_moves())


def test_rules_are_set_by_name() -> None:
    gomoku = boyi.game("gomoku")
    small = gomoku.start(size=9, rule="renju")
    assert small.rules == {"size": "9", "rule": "renju"} and small.actions == 81
    assert small != gomoku.start(size=9)
    forbidden = gomoku.position("X:f8g8h6h7 O:a1b4m3n12 turn:X", rule="renju").forbidden()
    assert forbidden == {"h8": "33"}
    assert boyi.game("xiangqi").rules["rule"] == "asian"


def test_refusals_are_typed_and_tell_why() -> None:
    othello, gomoku = boyi.game("othello"), boyi.game("gomoku")
    start = othello.start()
    won = gomoku.position("startpos moves h8 a1 i8 a3 j8 a5 k8 a7 l8")
    refusals: list[tuple[Callable[[], object], type[boyi.BoyiError], str]] = [
        (lambda: boyi.game("go"), UnknownGameError, 'no game "go"'),
        (lambda: start.play("a1"), IllegalMoveError, "a1"),
        (lambda: start.play("f5", 63), IllegalMoveError, "action 63"),
        (lambda: start.move_of(63), IllegalMoveError, "action 63"),
        (lambda: start.action_of("a1"), IllegalMoveError, "a1"),
        (lambda: start.undo(), IllegalMoveError, "0 moves"),
        (lambda: won.play("a2"), GameOverError, "five in a row"),
        (lambda: othello.position("nonsense"), PositionError, "64 squares"),
        (lambda: othello.position("startpos moves a1"), PositionError, "a1"),
        (lambda: othello.read("f5a1"), RecordError, "a1"),
        (lambda: start.save("doc"), RecordError, "doc"),
        (lambda: gomoku.start(size=99), SettingError, "99"),
        (lambda: gomoku.start(colour="red"), SettingError, "colour"),
    ]
    for refused, kind, text in refusals:
        with pytest.raises(kind, match=text) as caught:
            refused()
        assert isinstance(caught.value, boyi.BoyiError)
    # A refused move has changed nothing.
    assert start == othello.start()


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_plain_values(name: str) -> None:
    for position in [boyi.game(name).start(), random_game(name, seed=1), random_game(name, seed=2, plies=5)]:
        seen = position.observation()
        assert json.loads(json.dumps(seen)) == seen
        outcome = position.outcome()
        assert (seen["game"], seen["line"], seen["position"]) == (name, position.line, position.text)
        assert (seen["ply"], seen["players"]) == (position.ply, list(position.game.players))
        assert seen["settings"] == position.game.rules | position.rules
        assert seen["board"] == position.diagram(letters=True)
        assert seen["last_move"] == (position.moves[-1] if position.ply else None)
        if outcome is None:
            assert (seen["outcome"], seen["to_move"]) == (None, position.turn)
            assert seen["legal_moves"] == len(position.legal_moves())
        else:
            ended = {"winner": outcome.winner, "reason": outcome.reason, "margin": outcome.margin}
            assert (seen["outcome"], seen["to_move"], seen["legal_moves"]) == (ended, None, 0)


def test_records_cross_formats() -> None:
    othello = boyi.game("othello")
    position = othello.start().play("f5", "d6", "c3")
    ggf = position.save("ggf", names=("Alice", "Bob"))
    assert b"Alice" in ggf and othello.read(ggf.decode()) == position
    # One of them holds nothing but the position.
    for extension in set(othello.formats) - {"obf"}:
        file = position.save(extension)
        assert othello.read_all(file) == [position], extension
        assert othello.read_all(othello.convert(file, "ggf")) == [position]
    two = othello.read_all(b"f5d6\n\nf5f4d3")
    assert [game.moves for game in two] == [["f5", "d6"], ["f5", "f4", "d3"]]


def test_evaluations_have_terms() -> None:
    position = boyi.game("xiangqi").start().play("h2e2")
    by_hand = position.evaluate(evaluator="handmade")
    assert by_hand is not None and abs(sum(by_hand.terms.values()) - by_hand.total) < 0.5
    usual = position.evaluate()
    assert usual is not None and usual.total != by_hand.total
    weights = {name: 0 for name in position.game.weights}
    with pytest.raises(boyi.errors.OptionError):
        position.evaluate(weights={"luck": 1})
    assert weights
