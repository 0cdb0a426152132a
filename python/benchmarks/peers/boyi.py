"""Boyi's Python package."""

import random
from collections.abc import Callable
from itertools import count

import boyi
from measuring import Done, Work

BATCH = 256


def games_one_by_one(name: str, **rules: object) -> Work:
    """Random games, one action after another: each move makes another position."""
    start = boyi.game(name).start(**rules)
    chance = random.Random(1)

    def work() -> Done:
        position = start
        while actions := position.legal_actions():
            position = position.play(chance.choice(actions))
        return Done(1, position.returns()[0])

    return work


def games_in_batch(name: str, **rules: object) -> Work:
    """Random games of many positions at once."""
    batch = boyi.game(name).start(**rules).batch(BATCH)
    seeds = count()

    def work() -> Done:
        return Done(BATCH, float(batch.playouts(seed=next(seeds)).mean()))

    return work


def observations_one_by_one(name: str, **rules: object) -> Work:
    """What a network is to see of a position, as an array."""
    start = boyi.game(name).start(**rules)

    def work() -> Done:
        start.planes()
        return Done(1)

    return work


def observations_in_batch(name: str, **rules: object) -> Work:
    """The same of many positions at once, in memory that is there."""
    batch = boyi.game(name).start(**rules).batch(BATCH)
    memory = batch.planes()

    def work() -> Done:
        batch.planes(out=memory)
        return Done(BATCH)

    return work


def tree_search(name: str, simulations: int, **rules: object) -> Work:
    """UCT from the initial position, each leaf valued by one random game."""
    start = boyi.game(name).start(**rules)
    # Memory for far more than so many simulations.
    options = {"leaf": "playout", "selection": "ucb1", "eval": "none", "hash": 1024, "seed": 1}
    engine = boyi.Engine(name, "mcts", nodes=simulations, **options)

    def work() -> Done:
        engine.new_game()
        return Done(engine.search(start, instant=False).nodes)

    return work


def alpha_beta(name: str, depth: int, evaluates: bool, **rules: object) -> Work:
    """Alpha-beta without a table from the initial position: the positions visited."""
    start = boyi.game(name).start(**rules)
    options = {} if evaluates else {"eval": "none"}
    engine = boyi.Engine(name, "alphabeta", bare=True, depth=depth, hash=1, table=False, **options)

    def work() -> Done:
        engine.new_game()
        report = engine.search(start, instant=False)
        # Without an evaluator it is a win, a loss or even.
        value = None if evaluates else float((report.score.points > 0) - (report.score.points < 0))
        return Done(report.nodes, value)

    return work


def xiangqi_legal_moves() -> Work:
    """The legal moves of the initial position of xiangqi."""
    start = boyi.game("xiangqi").start()
    return lambda: Done(len([start.legal_moves()]))


def xiangqi_games(plies: int) -> Work:
    """Random games of xiangqi, cut off after some plies: the positions whose legal moves were listed."""
    start = boyi.game("xiangqi").start()
    chance = random.Random(1)

    def work() -> Done:
        position = start
        for ply in range(plies):
            moves = position.legal_moves()
            if not moves:
                return Done(ply + 1)
            position = position.play(chance.choice(moves))
        return Done(plies)

    return work


def xiangqi_games_in_batch(plies: int) -> Work:
    """The same of many positions at once."""
    batch = boyi.game("xiangqi").start().batch(BATCH)
    seeds = count()

    def work() -> Done:
        batch.playouts(seed=next(seeds), plies=plies)
        # Few games end so soon: nearly every one has listed its moves that often.
        return Done(BATCH * plies)

    return work


CALLS = 1000
"""So many calls are timed at once: the clock costs, too."""


def call(name: str, what: str, **rules: object) -> Work:
    """One call through the binding, at the initial position of a game."""
    start = boyi.game(name).start(**rules)
    move = start.legal_moves()[0]
    engine = boyi.Engine(name, "alphabeta", depth=1, hash=1, book=False)
    kinds: dict[str, Callable[[], object]] = {
        "ply": lambda: start.ply,
        "legal_moves": start.legal_moves,
        "legal_actions": start.legal_actions,
        "play": lambda: start.play(move),
        "search": lambda: engine.search(start, instant=False),
    }
    return repeated(kinds[what])


def nothing() -> Work:
    """A call of Python alone, which all others contain."""
    return repeated(lambda: None)


def repeated(function: Callable[[], object]) -> Work:
    """Calls `function` again and again."""

    def work() -> Done:
        for _ in range(CALLS):
            function()
        return Done(CALLS)

    return work
