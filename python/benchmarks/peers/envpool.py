"""EnvPool: environments in C++; actions come from Python, here from NumPy."""

import envpool
import numpy
from measuring import Done, Work

BATCH = 256
STEPS = 100


def games(task: str) -> Work:
    """Random games of many environments at once, one step after another."""
    pool = envpool.make(task, env_type="gymnasium", num_envs=BATCH, num_threads=1, seed=1)
    chance = numpy.random.default_rng(1)
    _, info = pool.reset()

    def work() -> Done:
        nonlocal info
        ended = 0
        for _ in range(STEPS):
            mask = info["legal_action_mask"]
            # The largest of random numbers, of the legal actions' alone.
            actions = (chance.random(mask.shape, numpy.float32) * mask).argmax(axis=1).astype(numpy.int32)
            _, _, terminated, _, info = pool.step(actions)
            ended += int(terminated.sum())
        return Done(ended)

    return work
