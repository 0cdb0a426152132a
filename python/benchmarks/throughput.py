"""Throughput beside other libraries, as a table.

    python throughput.py [--seconds 2]

Rows of a library that is not installed are left out: `pip install pyffish==0.0.90 open_spiel==2.0.2` brings those that are
compared with. Everything runs on one thread, one after another; each figure is the median of several rounds, in turn with the
other rows of its table, so that what disturbs one disturbs all.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import boyi

try:
    import pyffish
except ImportError:
    pyffish = None
try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUNDS = 5


def rates(rows: dict[str, Callable[[float], float]], seconds: float) -> dict[str, float]:
    """The median over some rounds of what each row does in a second."""
    found: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, work in rows.items():
            found[name].append(work(seconds / ROUNDS))
    return {name: statistics.median(values) for name, values in found.items()}


def table(title: str, unit: str, rows: dict[str, Callable[[float], float]], base: str, seconds: float) -> None:
    """Prints the rates, and their ratio to that of `base`."""
    found = rates(rows, seconds)
    print(f"\n{title}\n\n| | {unit} | ratio |\n|---|---:|---:|")
    for name, rate in found.items():
        ratio = f"{rate / found[base]:.1f}" if base in found else "-"
        print(f"| {name} | {rate:,.0f} | {ratio} |")


def timed(work: Callable[[], int]) -> Callable[[float], float]:
    """Does `work` again and again for some time: what it counts in a second."""

    def run(seconds: float) -> float:
        begun, count = time.perf_counter(), 0
        while (passed := time.perf_counter() - begun) < seconds:
            count += work()
        return count / passed

    return run


PLIES = 100
"""Random games of xiangqi are cut off here: most would go on for hundreds of plies."""


def pyffish_playout(chance: random.Random) -> int:
    """A random game by the legal moves that pyffish lists; how many positions they were listed in."""
    fen = pyffish.start_fen("xiangqi")
    for ply in range(PLIES):
        moves = pyffish.legal_moves("xiangqi", fen, [])
        if not moves:
            return ply + 1
        fen = pyffish.get_fen("xiangqi", fen, [chance.choice(moves)])
    return PLIES


def boyi_playout(start: boyi.Position, chance: random.Random) -> int:
    """The same, position by position."""
    position = start
    for ply in range(PLIES):
        moves = position.legal_moves()
        if not moves:
            return ply + 1
        position = position.play(chance.choice(moves))
    return PLIES


def xiangqi_playouts(seconds: float) -> None:
    start = boyi.game("xiangqi").start()
    chance = random.Random(1)
    seeds = iter(range(10**9))
    size = 256
    batch = start.batch(size)
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

    def batch_playouts() -> int:
        batch.playouts(seed=next(seeds), plies=PLIES)
        # Few games end so soon: nearly every one has listed its moves that often.
        return size * PLIES

    rows = {}
    if pyffish is not None:
        rows["pyffish, legal moves of one position"] = timed(lambda: len([pyffish.legal_moves("xiangqi", fen, [])]))
        rows["pyffish, random games"] = timed(lambda: pyffish_playout(chance))
    rows["boyi, legal moves of one position"] = timed(lambda: len([start.legal_moves()]))
    rows["boyi, random games one by one"] = timed(lambda: boyi_playout(start, chance))
    rows["boyi, random games in a batch"] = timed(batch_playouts)
    base = "pyffish, legal moves of one position"
    table("### Xiangqi: positions whose legal moves are listed", "positions/s", rows, base, seconds)


def playouts(name: str, other: str, seconds: float) -> None:
    """Whole random games of two libraries, from the initial position."""
    start = boyi.game(name).start()
    seeds = iter(range(10**9))
    size = 256
    batch = start.batch(size)

    def in_batch() -> int:
        batch.playouts(seed=next(seeds))
        return size

    rows = {}
    if pyspiel is not None:
        game = pyspiel.load_game(other)
        chance = random.Random(1)

        def by_actions() -> int:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            return 1

        rows["OpenSpiel, random games one action after another"] = timed(by_actions)
    chance = random.Random(1)

    def one_by_one() -> int:
        position = start
        while actions := position.legal_actions():
            position = position.play(chance.choice(actions))
        return 1

    rows["boyi, random games one action after another"] = timed(one_by_one)
    rows["boyi, random games in a batch"] = timed(in_batch)
    base = "OpenSpiel, random games one action after another"
    table(f"### {start.game.title}: whole random games", "games/s", rows, base, seconds)


def observations(name: str, other: str, seconds: float) -> None:
    """What a network is to see of a position, as an array."""
    start = boyi.game(name).start()
    size = 256
    batch = start.batch(size)
    memory = batch.planes()

    def in_batch() -> int:
        batch.planes(out=memory)
        return size

    rows = {}
    if pyspiel is not None:
        state = pyspiel.load_game(other).new_initial_state()
        rows["OpenSpiel"] = timed(lambda: len([state.observation_tensor(0)]))
    rows["boyi, one by one"] = timed(lambda: len([start.planes()]))
    rows["boyi, in a batch"] = timed(in_batch)
    table(f"### {start.game.title}: observations", "positions/s", rows, "OpenSpiel", seconds)


def tree_search(name: str, other: str, seconds: float) -> None:
    """Monte Carlo tree search of so many simulations, each with one random game to its end."""
    start = boyi.game(name).start()
    simulations = 10_000
    rows = {}
    if pyspiel is not None:
        game = pyspiel.load_game(other)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 100, True, 1, False)
        state = game.new_initial_state()

        def search() -> int:
            bot.mcts_search(state)
            return simulations

        rows["OpenSpiel"] = timed(search)
    engine = boyi.Engine(name, "mcts", leaf="playout", nodes=simulations, hash=32, seed=1)

    def ours() -> int:
        engine.new_game()
        return engine.search(start, instant=False).nodes

    rows["boyi"] = timed(ours)
    table(f"### {start.game.title}: simulations of a tree search", "simulations/s", rows, "OpenSpiel", seconds)


def alpha_beta(name: str, other: str, depth: int, seconds: float) -> None:
    """Plain alpha-beta of fixed depth without a table: positions visited."""
    start = boyi.game(name).start()
    engine = boyi.Engine(name, "alphabeta", bare=True, depth=depth, hash=1, table=False)
    rows = {}
    base = "OpenSpiel, whose search from Python is written in Python"
    if pyspiel is not None:
        from open_spiel.python.algorithms import minimax

        game = pyspiel.load_game(other)
        visit, visited = minimax._alpha_beta, 0

        def counted(*arguments: object, **named: object) -> object:
            nonlocal visited
            visited += 1
            return visit(*arguments, **named)

        # Its recursion goes through the module.
        minimax._alpha_beta = counted

        def theirs() -> int:
            before = visited
            minimax.alpha_beta_search(
                game, maximum_depth=depth, value_function=lambda state: 0.0, maximizing_player_id=0
            )
            return visited - before

        rows[base] = timed(theirs)

    def ours() -> int:
        engine.new_game()
        return engine.search(start, instant=False).nodes

    rows["boyi, with its evaluator"] = timed(ours)
    table(f"### {start.game.title}: alpha-beta to depth {depth}", "positions/s", rows, base, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each row (2)")
    seconds = parser.parse_args().seconds
    xiangqi_playouts(seconds)
    playouts("othello", "othello", seconds)
    playouts("connect-four", "connect_four", seconds)
    observations("othello", "othello", seconds)
    observations("connect-four", "connect_four", seconds)
    tree_search("gomoku", "gomoku", seconds)
    tree_search("othello", "othello", seconds)
    tree_search("connect-four", "connect_four", seconds)
    alpha_beta("gomoku", "gomoku", 3, seconds)
    alpha_beta("othello", "othello", 7, seconds)
    alpha_beta("connect-four", "connect_four", 10, seconds)


if __name__ == "__main__":
    main()
