"""Pgx: games in JAX, here on the CPU."""

import jax
import jax.numpy as jnp
import pgx
from measuring import Done, Work

BATCH = 1024


def games(name: str) -> Work:
    """Random games of many positions at once, vectorised and compiled."""
    environment = pgx.make(name)

    def game(key: jax.Array) -> jax.Array:
        key, begin = jax.random.split(key)
        start = environment.init(begin)

        def step(state: tuple[pgx.State, jax.Array]) -> tuple[pgx.State, jax.Array]:
            position, key = state
            key, choice, chance = jax.random.split(key, 3)
            legal = jnp.where(position.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(choice, legal)
            return environment.step(position, action, chance), key

        end, _ = jax.lax.while_loop(lambda state: ~state[0].terminated, step, (start, key))
        return end.rewards[start.current_player]

    compiled = jax.jit(jax.vmap(game))
    key = jax.random.key(1)

    def work() -> Done:
        nonlocal key
        key, batch = jax.random.split(key)
        results = compiled(jax.random.split(batch, BATCH))
        return Done(BATCH, float(results.mean()))

    return work
