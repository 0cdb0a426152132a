"""Environments for learning: PettingZoo's own tests, and OpenSpiel's manner of speaking."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import boyi
import boyi.env

GAMES = boyi.games()


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_api(name: str) -> None:
    api_test(boyi.env.aec(name), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seed(name: str) -> None:
    seed_test(lambda: boyi.env.aec(name), num_cycles=50)


def test_several_pieces_in_hand_are_observed() -> None:
    chance = np.random.default_rng(2)
    most = 0.0
    for _ in range(20):
        env = boyi.env.aec("animal-shogi")
        env.reset()
        while not any(env.terminations.values()):
            agent = env.agent_selection
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            most = max(most, seen["observation"].max())
            env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
    assert most >= 2


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str | None = None) -> Any:
        return boyi.env.aec("connect-four", render_mode=render_mode)

    render_test(make)
    assert "a b c d e f g" in capsys.readouterr().out
    env = make("ansi")
    env.reset()
    assert env.render() == str(boyi.game("connect-four").start())


def test_an_illegal_action_costs_its_player_the_game() -> None:
    env = boyi.env.aec("connect-four")
    env.reset()
    for _ in range(6):
        env.step(0)
    assert not env.observe("red")["action_mask"][0] and env.observe("red")["action_mask"][1]
    env.step(0)
    assert env.rewards == {"red": -1, "yellow": 0} and all(env.terminations.values())


def test_rewards_and_the_one_who_moves_again() -> None:
    env = boyi.env.aec("connect-four")
    env.reset()
    for action in (0, 1, 0, 1, 0, 1, 0):
        env.step(action)
    assert env.rewards == {"red": 1, "yellow": -1}
    # Whoever closes a box moves again.
    boxes = boyi.env.aec("dots-and-boxes")
    boxes.reset(seed=1)
    chance = np.random.default_rng(1)
    kept = 0
    while not any(boxes.terminations.values()):
        agent = boxes.agent_selection
        boxes.step(chance.choice(np.flatnonzero(boxes.observe(agent)["action_mask"])))
        kept += boxes.agent_selection == agent
    assert kept > 0


def test_a_long_game_is_cut_off() -> None:
    env = boyi.env.aec("xiangqi", max_plies=3)
    env.reset()
    for _ in range(3):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert pickle.loads(pickle.dumps(env.unwrapped)).max_plies == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_game_as_openspiel_plays_it(name: str) -> None:
    game = boyi.env.load_game(name)
    state = game.new_initial_state()
    chance = np.random.default_rng(1)
    actions = []
    while not state.is_terminal() and state.move_number() < 60:
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal == list(np.flatnonzero(mask)) and mask.shape == (game.num_distinct_actions(),)
        assert list(state.observation_tensor().shape) == game.observation_tensor_shape()
        own, other = state.observation_tensor(state.current_player()), state.observation_tensor(1 - state.current_player())
        assert (own == state.observation_tensor()).all() and own.sum() == other.sum()
        action = int(chance.choice(legal))
        assert state.string_to_action(state.action_to_string(action)) == action
        before = state.clone()
        state.apply_action(action)
        assert before.child(action).history() == state.history()
        actions.append(action)
    assert game.new_initial_state().resample(actions).position == state.position
    assert sum(state.returns()) == game.utility_sum() == 0
    assert state.current_player() == (-4 if state.is_terminal() else state.position.player)


def test_many_games_at_once() -> None:
    env = boyi.env.VectorEnv("othello", 8, threads=2)
    planes, mask = env.reset()
    chance = np.random.default_rng(3)
    ended, total = 0, 0.0
    for _ in range(130):
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in mask])
        planes, mask, rewards, over = env.step(actions)
        assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0} and not rewards[~over].any()
        assert mask.any(axis=1).all() and not env.batch.over.any()
        ended += int(over.sum())
        total += float(np.abs(rewards).sum())
    assert ended >= 8 and total > 0
    assert planes.shape == (8, 3, 8, 8)
