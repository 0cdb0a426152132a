"""The PettingZoo environment of any game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from boyi._boyi import Game, game

__all__ = ["RawAecEnv", "env"]


def env(of: Game | str, **options: Any) -> Any:
    """The environment with PettingZoo's guards against illegal actions and calls out of order."""
    raw = RawAecEnv(of if isinstance(of, str) else of.name, **options)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class RawAecEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without guards. Its agents bear the names of the game's players."""

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        max_plies: int = 1000,
        **rules: str | int | bool,
    ) -> None:
        EzPickle.__init__(self, name, render_mode, max_plies, **rules)
        super().__init__()
        self.metadata = {
            "name": f"boyi_{name.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_plies = max_plies
        self._start = game(name).start(**rules)
        self._position = self._start
        self.possible_agents = list(self._start.game.players)
        self.agents = self.possible_agents[:]
        actions, shape = self._start.actions, self._start.shape
        # A hand may hold several pieces of a kind, but no more than there are cells.
        _, rows, columns = shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, rows * columns, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}

    @property
    def position(self) -> Any:
        """The position that the game stands at."""
        return self._position

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        position = self._position
        planes = position.planes()
        mask = np.zeros(position.actions, dtype=np.int8)
        if agent == position.turn:
            mask[:] = position.legal_mask()
        else:
            kinds = len(planes) // 2
            planes = np.concatenate([planes[kinds : 2 * kinds], planes[:kinds], planes[2 * kinds :]])
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._position = self._start
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._position.turn

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._position = self._position.play(int(action))
        self.rewards = dict(zip(self.possible_agents, self._position.returns()))
        over = self._position.is_over
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and self._position.ply - self._start.ply >= self.max_plies
        self.truncations = dict.fromkeys(self.agents, cut)
        # After the end both agents are still to step out, the other one first.
        other = next(agent for agent in self.possible_agents if agent != mover)
        self.agent_selection = other if over or cut else self._position.turn
        self._cumulative_rewards[mover] = 0.0
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return str(self._position)
        if self.render_mode == "human":
            print(self._position)
        return None

    def close(self) -> None:
        pass
