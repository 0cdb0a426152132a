"""Generic engines side by side, as tables in Markdown: the page docs/results/generic-engines.md.

    python generic_engines.py [--seconds 2] [--versus target/release/boyi-versus]

What is not installed is left out: `pip install open_spiel==2.0.2 pyffish==0.0.90 pgx==2.6.0 envpool==1.2.5` brings all that is
compared with in Python. `--versus` is the program that `cargo build --release -p boyi-versus` makes, which compares with
libraries in Rust.

Each row is a process of its own, pinned to one core; a figure is the median of several rounds, taken by turns with the other
rows of its table.
"""

import argparse
import importlib
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import measuring
from measuring import Row, Work

PLIES = 100
"""Random games of xiangqi are cut off here: most would go on for hundreds of plies."""

SIMULATIONS = 1_000
"""Of each tree search: a random game of xiangqi takes OpenSpiel milliseconds."""


LIBRARIES = {"boyi": "boyi", "openspiel": "pyspiel", "pgx": "pgx", "envpool": "envpool", "pyffish": "pyffish"}
"""The modules of `peers`, and what each of them cannot do without."""


def peer(module: str, function: str, *arguments: object, **options: object) -> Work:
    """The work that a function of a module of `peers` makes, which is imported only where the work is done."""
    return getattr(importlib.import_module(f"peers.{module}"), function)(*arguments, **options)


def row(name: str, module: str, function: str, *arguments: object, **options: object) -> Row:
    """A row by the name of the function that makes its work."""
    return Row(name, partial(peer, module, function, *arguments, **options), LIBRARIES[module])


@dataclass(frozen=True)
class Game:
    """A game that several libraries have, by the name that each of them gives it."""

    title: str
    boyi: str
    openspiel: str
    depth: int
    """How deep alpha-beta searches it, in plies."""
    pgx: str = ""
    envpool: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    """The settings with which this package plays as OpenSpiel does."""

    def ours(self, name: str, function: str, *arguments: object, **options: object) -> Row:
        """A row of this package."""
        return row(name, "boyi", function, self.boyi, *arguments, **options, **dict(self.rules))


GAMES = [
    Game("Gomoku", "gomoku", "gomoku", 3),
    Game("Othello", "othello", "othello", 7, "othello", "Othello-v1"),
    Game("Xiangqi", "xiangqi", "xiangqi", 4),
    Game("Connect four", "connect-four", "connect_four", 10, "connect_four", "ConnectFour-v1"),
    Game("Hex", "hex", "hex", 3, "hex", "Hex-v1", (("swap", "off"),)),
    Game("Breakthrough", "breakthrough", "breakthrough", 6),
]


def random_games(game: Game, seconds: float) -> None:
    """Whole random games from the initial position."""
    rows = [
        row("OpenSpiel, one action after another", "openspiel", "games", game.openspiel),
        row("OpenSpiel, rollouts in C++", "openspiel", "rollouts", game.openspiel),
    ]
    if game.pgx:
        rows += [
            row("pgx, a batch, compiled by JAX", "pgx", "games", game.pgx),
            row("EnvPool, a batch, actions by NumPy", "envpool", "games", game.envpool),
        ]
    rows += [
        game.ours("boyi, one action after another", "games_one_by_one"),
        game.ours("boyi, a batch", "games_in_batch"),
    ]
    measuring.rates(f"{game.title}: whole random games", "games", rows, seconds)


def tree_search(game: Game, seconds: float) -> None:
    """Monte Carlo tree search, each simulation with one random game to its end."""
    rows = [
        row("OpenSpiel, MCTSBot", "openspiel", "tree_search", game.openspiel, SIMULATIONS),
        game.ours("boyi, mcts", "tree_search", SIMULATIONS),
    ]
    measuring.rates(f"{game.title}: simulations of a tree search", "simulations", rows, seconds)


def alpha_beta(game: Game, seconds: float) -> None:
    """Alpha-beta of fixed depth without a table: positions visited."""
    rows = [
        row("OpenSpiel, in Python, evaluating nothing", "openspiel", "alpha_beta", game.openspiel, game.depth),
        game.ours("boyi, evaluating nothing", "alpha_beta", game.depth, evaluates=False),
        game.ours("boyi, evaluating every leaf", "alpha_beta", game.depth, evaluates=True),
    ]
    title = f"{game.title}: alpha-beta to depth {game.depth}"
    figures = measuring.rates(title, "positions", rows, seconds)
    values = {row.value for row in figures if row.value is not None}
    if len(values) > 1:
        raise SystemExit(f"{title}: the values differ: {values}")


def observations(game: Game, seconds: float) -> None:
    """What a network is to see of a position, as an array."""
    rows = [
        row("OpenSpiel", "openspiel", "observations", game.openspiel),
        game.ours("boyi, one by one", "observations_one_by_one"),
        game.ours("boyi, a batch", "observations_in_batch"),
    ]
    measuring.rates(f"{game.title}: observations", "positions", rows, seconds)


def xiangqi_moves(seconds: float) -> None:
    """Positions whose legal moves are listed."""
    rows = [
        row("pyffish, one position", "pyffish", "legal_moves"),
        row("pyffish, random games", "pyffish", "games", PLIES),
        row("boyi, one position", "boyi", "xiangqi_legal_moves"),
        row("boyi, random games one by one", "boyi", "xiangqi_games", PLIES),
        row("boyi, random games in a batch", "boyi", "xiangqi_games_in_batch", PLIES),
    ]
    measuring.rates("Xiangqi: positions whose legal moves are listed", "positions", rows, seconds)


def binding(game: Game, seconds: float) -> None:
    """What one call from Python costs."""
    rows = [
        row("Python alone", "boyi", "nothing"),
        row("OpenSpiel, whose turn it is", "openspiel", "call", game.openspiel, "current_player"),
        game.ours("boyi, how many moves were played", "call", "ply"),
        row("OpenSpiel, the legal actions", "openspiel", "call", game.openspiel, "legal_actions"),
        game.ours("boyi, the legal actions", "call", "legal_actions"),
        game.ours("boyi, the legal moves as texts", "call", "legal_moves"),
        row("OpenSpiel, the state after an action", "openspiel", "call", game.openspiel, "child"),
        game.ours("boyi, the position after a move", "call", "play"),
        game.ours("boyi, a search to depth 1", "call", "search"),
    ]
    measuring.calls(f"{game.title}: one call", rows, seconds)


def rust(program: Path, seconds: float) -> None:
    """Libraries in Rust, by a program that runs them beside Boyi's crates."""
    words = [program, "--engines", str(seconds)]
    print(subprocess.run(words, check=True, capture_output=True, text=True).stdout, end="")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each row (2)")
    parser.add_argument("--versus", type=Path, help="the program boyi-versus, for the libraries in Rust")
    arguments = parser.parse_args()
    for table in (random_games, alpha_beta, tree_search):
        for game in GAMES:
            table(game, arguments.seconds)
    for game in GAMES:
        if game.pgx:
            observations(game, arguments.seconds)
    xiangqi_moves(arguments.seconds)
    for game in GAMES:
        if game.boyi in ("connect-four", "xiangqi"):
            binding(game, arguments.seconds)
    if arguments.versus:
        rust(arguments.versus, arguments.seconds)


if __name__ == "__main__":
    main()
