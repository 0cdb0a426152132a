"""Environments for reinforcement learning, of any game.

* `aec` is a PettingZoo environment: two agents that take turns.
* `load_game` speaks as OpenSpiel does: states, tensors, masks.
* `VectorEnv` plays many games at once against itself, in NumPy arrays.

>>> import boyi.env
>>> env = boyi.env.VectorEnv("connect-four", 4)
>>> planes, mask = env.reset()
>>> planes.shape, mask.shape
((4, 3, 6, 7), (4, 7))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boyi.env.spiel import SpielGame, State, load_game
from boyi.env.vector import VectorEnv

if TYPE_CHECKING:
    from boyi._boyi import Game

__all__ = ["SpielGame", "State", "VectorEnv", "aec", "load_game"]


def aec(game: Game | str, render_mode: str | None = None, max_plies: int = 1000, **rules: str | int | bool) -> Any:
    """The PettingZoo environment of a game; it needs the package `pettingzoo`.

    An agent observes its planes and a mask of legal actions. An illegal action ends the game and
    costs its player a point, as in PettingZoo's own games; a game of `max_plies` plies is cut off.

    >>> import boyi.env
    >>> env = boyi.env.aec("othello")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("black")["observation"].shape
    ('black', (3, 8, 8))
    """
    from boyi.env.aec_env import env

    return env(game, render_mode=render_mode, max_plies=max_plies, **rules)
