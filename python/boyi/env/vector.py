"""Many games at once, each against itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boyi._boyi import Batch, Game, game

__all__ = ["VectorEnv"]


class VectorEnv:
    """So many games side by side: the players of each take turns, and one that is over begins anew.

    `step` plays an action in each and returns what the players to move then see, which actions they
    have, what the players who moved got, and which games had ended. Its arrays are filled anew by
    the next step: whoever keeps one copies it.

    >>> import boyi.env, numpy as np
    >>> env = boyi.env.VectorEnv("connect-four", 2)
    >>> planes, mask = env.reset()
    >>> for _ in range(7):
    ...     planes, mask, rewards, over = env.step(np.array([0, 1]) if env.turns[0] == 0 else np.array([3, 4]))
    >>> rewards, over
    (array([1., 1.], dtype=float32), array([ True,  True]))
    >>> bool(planes[:, :2].any())
    False
    """

    def __init__(self, of: Game | str, count: int, threads: int = 1, **rules: str | int | bool) -> None:
        self._start = (game(of) if isinstance(of, str) else of).start(**rules)
        self._threads = threads
        self._batch = self._start.batch(count, threads)
        self._planes = self._batch.planes()
        self._mask = self._batch.legal_mask()

    @property
    def batch(self) -> Batch:
        """The positions."""
        return self._batch

    @property
    def turns(self) -> NDArray[np.int8]:
        """The players to move: 0 or 1."""
        return self._batch.turns

    def reset(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Begins every game anew. Returns planes and masks."""
        self._batch.restart(np.ones(len(self._batch), dtype=np.bool_))
        return self._observed()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_]]:
        """Plays an action in each game. Returns planes, masks, rewards and which games had ended."""
        movers = self._batch.turns
        self._batch.play(np.asarray(actions, dtype=np.int64))
        over = self._batch.over
        rewards = self._batch.results.astype(np.float32) * np.where(movers == 0, 1, -1).astype(np.float32)
        self._batch.restart(over)
        planes, mask = self._observed()
        return planes, mask, rewards, over

    def _observed(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return self._batch.planes(self._planes), self._batch.legal_mask(self._mask)
