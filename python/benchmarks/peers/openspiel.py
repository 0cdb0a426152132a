"""OpenSpiel, by its wheel."""

import random

import pyspiel
from measuring import Done, Work
from open_spiel.python.algorithms import minimax

from .boyi import repeated


def games(name: str) -> Work:
    """Random games, one action after another: each move changes the state."""
    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def work() -> Done:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        return Done(1, state.returns()[0])

    return work


def rollouts(name: str) -> Work:
    """Random games in C++: all that a tree search of one simulation does, its leaf valued by so many of them."""
    games = 100
    bot = mcts_bot(name, simulations=1, games=games)
    state = pyspiel.load_game(name).new_initial_state()

    def work() -> Done:
        bot.mcts_search(state)
        return Done(games)

    return work


def observations(name: str) -> Work:
    """What a network is to see of a position, as a list."""
    state = pyspiel.load_game(name).new_initial_state()

    def work() -> Done:
        state.observation_tensor(0)
        return Done(1)

    return work


def tree_search(name: str, simulations: int) -> Work:
    """UCT in C++ from the initial position, each leaf valued by one random game."""
    bot = mcts_bot(name, simulations, games=1)
    state = pyspiel.load_game(name).new_initial_state()

    def work() -> Done:
        bot.mcts_search(state)
        return Done(simulations)

    return work


def mcts_bot(name: str, simulations: int, games: int) -> pyspiel.MCTSBot:
    """Its tree search, each leaf valued by so many random games; ends of games are proved."""
    # MiB for far more than so many simulations.
    exploration, memory, solve, seed, verbose = 2.0, 1024, True, 1, False
    rollout = pyspiel.RandomRolloutEvaluator(games, seed)
    game = pyspiel.load_game(name)
    return pyspiel.MCTSBot(game, rollout, exploration, simulations, memory, solve, seed, verbose)


def alpha_beta(name: str, depth: int) -> Work:
    """Alpha-beta in Python from the initial position, to which all positions are even: those visited."""
    game = pyspiel.load_game(name)
    visit, visited = minimax._alpha_beta, 0

    def counted(*arguments: object, **named: object) -> object:
        nonlocal visited
        visited += 1
        return visit(*arguments, **named)

    # Its recursion goes through the module.
    minimax._alpha_beta = counted

    def work() -> Done:
        before = visited
        value, _ = minimax.alpha_beta_search(
            game, maximum_depth=depth, value_function=lambda state: 0.0, maximizing_player_id=0
        )
        return Done(visited - before, value)

    return work


def call(name: str, what: str) -> Work:
    """One call through its binding, at the initial position of a game."""
    state = pyspiel.load_game(name).new_initial_state()
    action = state.legal_actions()[0]
    kinds = {
        "current_player": state.current_player,
        "legal_actions": state.legal_actions,
        "child": lambda: state.child(action),
    }
    return repeated(kinds[what])
