"""Positions side by side, against the same positions one by one."""

import numpy as np
import pytest

import boyi
from boyi.errors import GameOverError, IllegalMoveError

GAMES = boyi.games()


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_is_its_positions(name: str) -> None:
    start = boyi.game(name).start()
    batch = start.batch(4, threads=2)
    ones = [start] * 4
    chance = np.random.default_rng(1)
    assert len(batch) == 4 and batch.actions == start.actions and batch.shape == start.shape
    for _ in range(40):
        mask = batch.legal_mask()
        actions = np.full(4, -1, dtype=np.int64)
        for place, position in enumerate(ones):
            assert (mask[place] == position.legal_mask()).all()
            legal = np.flatnonzero(mask[place])
            if legal.size and place != 3:
                actions[place] = chance.choice(legal)
        batch.play(actions)
        ones = [p.play(int(a)) if a >= 0 else p for p, a in zip(ones, actions)]
        assert (batch.planes() == np.stack([position.planes() for position in ones])).all()
        assert list(batch.turns) == [position.player for position in ones]
        assert list(batch.over) == [position.is_over for position in ones]
        assert list(batch.results) == [position.returns()[0] for position in ones]
    assert [batch.text(place) for place in range(4)] == [position.text for position in ones]
    kept = batch.copy()
    batch.restart(np.ones(4, dtype=bool))
    assert batch.moves(0) == {action: start.move_of(action) for action in start.legal_actions()}
    assert batch.text(0) == start.text and kept.text(0) == ones[0].text
    assert (batch.planes() == start.planes()).all()


def test_arrays_of_the_callers_are_filled_in_place() -> None:
    batch = boyi.game("connect-four").start().batch(5)
    planes, mask = np.full((5, 3, 6, 7), 9, dtype=np.float32), np.zeros((5, 7), dtype=bool)
    assert batch.planes(out=planes) is planes and batch.legal_mask(mask) is mask
    assert mask.all() and planes.max() == 1.0
    with pytest.raises(ValueError, match="shape"):
        batch.planes(out=planes[:4])
    with pytest.raises(TypeError, match="contiguous"):
        batch.planes(out=np.zeros((3, 5, 6, 7), dtype=np.float32).swapaxes(0, 1))


def test_refused_actions_change_nothing() -> None:
    batch = boyi.game("connect-four").start().batch(2)
    for actions in ([0, 7], [0, -2], [0]):
        with pytest.raises(IllegalMoveError):
            batch.play(np.array(actions, dtype=np.int64))
        assert (batch.turns == 0).all()
    won = boyi.game("connect-four").position("startpos moves a b a b a b a").batch(1)
    assert won.over.all() and won.results[0] == 1
    with pytest.raises(GameOverError):
        won.play(np.array([3]))
    with pytest.raises(IndexError):
        won.moves(1)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_repeat_on_any_number_of_threads(name: str) -> None:
    start = boyi.game(name).start()
    results = start.batch(64).playouts(seed=3)
    assert (results == start.batch(64, threads=5).playouts(seed=3)).all()
    assert not (results == start.batch(64).playouts(seed=4)).all()
    assert set(results) <= {-1, 0, 1}
    # A game that has not ended is worth nothing.
    assert not start.batch(8).playouts(seed=1, plies=1).any()


def test_restart_is_for_games_that_are_over() -> None:
    batch = boyi.game("connect-four").start().batch(16)
    chance = np.random.default_rng(2)
    finished = 0
    for _ in range(60):
        mask = batch.legal_mask()
        batch.play(np.array([chance.choice(np.flatnonzero(row)) for row in mask]))
        finished += int(batch.over.sum())
        batch.restart()
        assert not batch.over.any()
    assert finished > 16
    with pytest.raises(ValueError, match="16"):
        batch.restart(np.zeros(3, dtype=bool))
