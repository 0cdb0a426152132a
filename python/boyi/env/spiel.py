"""Games and states that speak as OpenSpiel's do.

>>> import boyi.env
>>> game = boyi.env.load_game("connect-four")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.returns()
[1.0, -1.0]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boyi._boyi import Game, Position, game

__all__ = ["SpielGame", "State", "load_game"]

TERMINAL = -4
"""The player of a state that is terminal."""


def load_game(name: Game | str, **rules: str | int | bool) -> SpielGame:
    """The game of that name, under the rules that are given by name."""
    return SpielGame(game(name) if isinstance(name, str) else name, **rules)


class SpielGame:
    """A game: the sizes of its actions and tensors, and its initial state."""

    def __init__(self, of: Game, **rules: str | int | bool) -> None:
        self._start = of.start(**rules)

    @property
    def game(self) -> Game:
        """The game as the rest of this package knows it."""
        return self._start.game

    def new_initial_state(self) -> State:
        """The state before the first move."""
        return State(self._start)

    def num_players(self) -> int:
        """Two."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many actions there are, legal or not."""
        return self._start.actions

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows and columns."""
        return list(self._start.shape)

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return int(np.prod(self._start.shape))

    def min_utility(self) -> float:
        """What a loss is worth."""
        return -1.0

    def max_utility(self) -> float:
        """What a win is worth."""
        return 1.0

    def utility_sum(self) -> float:
        """What both players get together."""
        return 0.0

    def __repr__(self) -> str:
        return f"boyi.env.load_game({self.game.name!r})"


class State:
    """A state of a game, which actions change."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @property
    def position(self) -> Position:
        """The position that it stands at."""
        return self._position

    def current_player(self) -> int:
        """0 or 1; of a terminal state -4, as OpenSpiel has it."""
        return TERMINAL if self._position.is_over else self._position.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def returns(self) -> list[float]:
        """What the game has brought each player: 1, 0 or -1, and 0 while it goes on."""
        return list(self._position.returns())

    def player_return(self, player: int) -> float:
        """That of one player."""
        return self._position.returns()[player]

    def legal_actions(self) -> list[int]:
        """The legal actions in increasing order; none of a terminal state."""
        return self._position.legal_actions()

    def legal_actions_mask(self) -> NDArray[np.bool_]:
        """Which of all actions are legal."""
        return self._position.legal_mask()

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self._position = self._position.play(int(action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back; both arguments are OpenSpiel's, and of no account."""
        self._position = self._position.undo()

    def child(self, action: int) -> State:
        """The state after an action."""
        return State(self._position.play(int(action)))

    def clone(self) -> State:
        """The same state once more."""
        return State(self._position)

    def action_to_string(self, action: int) -> str:
        """A legal action in the game's notation."""
        return self._position.move_of(int(action))

    def string_to_action(self, text: str) -> int:
        """The number of a legal action."""
        return self._position.action_of(text)

    def history(self) -> list[str]:
        """The moves since the game began."""
        return self._position.moves

    def move_number(self) -> int:
        """How many there are."""
        return self._position.ply

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The planes as `player` sees them, by default the one to move: its own pieces first."""
        planes = self._position.planes()
        if player is None or player == self._position.player:
            return planes
        kinds = len(planes) // 2
        return np.concatenate([planes[kinds : 2 * kinds], planes[:kinds], planes[2 * kinds :]])

    def observation_string(self, player: int | None = None) -> str:
        """The board, which both players see."""
        return str(self._position)

    def resample(self, actions: Sequence[int]) -> State:
        """The state after several actions."""
        return State(self._position.play(*map(int, actions)))

    def __str__(self) -> str:
        return str(self._position)

    def __repr__(self) -> str:
        return f"<boyi.env.State {self._position.line}>"
