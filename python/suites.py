"""Makes the suites of positions in tests/data, one a game, from games and by the program's own solvers and searches.

    python suites.py xiangqi --games master_games.pgn --every 5 > tests/data/xiangqi/suite.txt
    python suites.py othello --games WTH_2024.txt --every 9 > tests/data/othello/suite.txt
    python suites.py gomoku --games games.log > tests/data/gomoku/suite.txt

Some positions of a suite have a proved best move: mates, endgames of Othello with one best move, wins by fours and threes. The
others are positions of games that a search of 500 nodes gets wrong, whose best move two long searches agree on, each
of them by a margin over every other move. All numbers are in `CHOICE`; nothing is random.

Games are a PGN file with moves as h2e2 for xiangqi, transcripts as `boyi convert` makes them of WTHOR for Othello, and the log
of a match of `boyi` for gomoku.
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

CHOICE = {
    "short": (500, 20_000),  # nodes of two searches that must differ
    "long": (300_000, 1_000_000),  # nodes of two searches that must agree
    "margin": 0.4,  # units by which both prefer their move
}
UNIT = {"gomoku": 400, "othello": 100, "xiangqi": 100}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Boyi:
    """The program, asked about one game."""

    def __init__(self, program, game):
        self.program = program
        self.game = game

    def rows(self, *words):
        """The objects that a command prints; one with status 1 has printed what it could."""
        done = subprocess.run([self.program, *words, "--json"], capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise ValueError(done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def search(self, line, nodes, moves=1):
        """The last ranking of a search: the best `moves`, each with its score and whether it wins or loses by force."""
        words = ("analyze", self.game, "--position", line, "--nodes", str(nodes), "--multipv", str(moves))
        return self.rows(*words)[-moves:]

    def solve(self, lines, *options):
        """What the solver says of each of `lines`."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            return self.rows("solve", self.game, "--file", file.name, *options)

    def legal(self, line):
        """The legal moves."""
        rows = self.rows("perft", self.game, "--position", line, "--depth", "1", "--divide")
        return [row["move"] for row in rows if "move" in row]


def judged(boyi, line):
    """The best move of a position that is hard to see at once, if long searches agree on it, else None."""
    first, second = (boyi.search(line, nodes)[0]["pv"][:1] for nodes in CHOICE["short"])
    if first == second:
        return None
    found = set()
    for nodes in CHOICE["long"]:
        ranking = boyi.search(line, nodes, 2)
        if len(ranking) < 2 or any(row["mate"] is not None for row in ranking):
            return None
        best, other = ranking
        if best["score"] - other["score"] < CHOICE["margin"] * UNIT[boyi.game]:
            return None
        found.add(best["pv"][0])
        if len(found) > 1:
            return None
    return found.pop()


def only_win(boyi, line):
    """The move that wins by force in a long search, if no other does."""
    ranking = boyi.search(line, CHOICE["long"][0], 2)
    if len(ranking) < 2 or (ranking[0]["mate"] or 0) <= 0 or (ranking[1]["mate"] or 0) > 0:
        return None
    return ranking[0]["pv"][0]


def moved(moves):
    """A position after `moves`."""
    return " ".join(["startpos", "moves", *moves])


def xiangqi_games(path):
    """The games' moves."""
    with open(path, encoding="utf-8") as file:
        games = re.split(r"\n\s*\n(?=\[)", file.read())
    return [re.findall(r"\b[a-i]\d[a-i]\d\b", game) for game in games]


def othello_games(path):
    """The games' moves."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if not line.startswith("#")]
    return [re.findall(r"[a-h][1-8]", line) for line in lines if line]


def gomoku_games(path):
    """The games' moves."""
    with open(path, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    return [(game["opening"] + " " + game["moves"]).split()[2:] for game in games]


def xiangqi_proved(boyi, games):
    """Mates in three moves or more, of which one move begins."""
    del games
    with open(os.path.join(ROOT, "tests", "data", "xiangqi", "mates.txt"), encoding="utf-8") as file:
        cases = [line.split(" ; ") for line in file if not line.startswith("#")]
    for number, (position, moves) in enumerate(cases, 1):
        if int(moves) < 3:
            continue
        best = only_win(boyi, position)
        mate = boyi.solve([position], "--moves", str(int(moves)))[0]
        if best and mate["result"] == "mate" and mate["line"][0] == best:
            yield position, best, f"mate {number}, in {mate['moves']}"


def othello_proved(boyi, games):
    """Endgames of 18 empty squares with one best move."""
    for number, moves in games:
        line = moved(moves[:42])
        if len(moves) < 54:
            continue
        children = [(mv, f"{line} {mv}") for mv in boyi.legal(line)]
        if len(children) < 4:
            continue
        scores = [-row["score"] for row in boyi.solve([child for _, child in children])]
        best = max(scores)
        if scores.count(best) == 1:
            yield line, children[scores.index(best)][0], f"game {number}, ending {best:+}"


def gomoku_proved(boyi, games):
    """Wins by fours and threes, not by fours alone, with one move that begins."""
    for number, moves in games:
        for back in (7, 9, 11, 13):
            line = moved(moves[: len(moves) - back])
            if len(moves) < back + 8 or boyi.solve([line], "--threats", "vcf", "--time", "1s")[0]["result"] != "none":
                continue
            if boyi.solve([line], "--threats", "vct", "--time", "1s")[0]["result"] != "win":
                continue
            best = only_win(boyi, line)
            if best:
                yield line, best, f"game {number}, {back} before its end"
                break


def positions(game, games):
    """Positions of games, every few plies, not of every game the same."""
    first, every, before_end = {"gomoku": (6, 5, 6), "othello": (12, 8, 22), "xiangqi": (16, 18, 6)}[game]
    for number, moves in games:
        for ply in range(first + 7 * number % every, len(moves) - before_end + 1, every):
            yield number, ply, moved(moves[:ply])


def game_judged(boyi, games):
    """Positions whose best move long searches agree on."""
    for number, ply, line in positions(boyi.game, games):
        best = judged(boyi, line)
        if best:
            yield line, best, f"game {number}, ply {ply}"


def suite(boyi, games, proved, judged_too):
    """Yields the lines of the suite of a game."""
    solve = {"gomoku": gomoku_proved, "othello": othello_proved, "xiangqi": xiangqi_proved}[boyi.game]
    seen = set()
    for problems, most in ((solve(boyi, games), proved), (game_judged(boyi, games), judged_too)):
        # Games that begin alike have positions in common.
        new = (problem for problem in problems if not (problem[0] in seen or seen.add(problem[0])))
        for line, best, name in itertools.islice(new, most):
            yield f"{line} ; bm {best} ; id {name}"


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(UNIT))
    parser.add_argument("--games", required=True, help="the games to take positions from")
    parser.add_argument("--boyi", default="boyi", help="the program")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take the games N, 2 N, 3 N and so on")
    parser.add_argument("--proved", type=int, default=100, metavar="N", help="how many positions are proved")
    parser.add_argument("--judged", type=int, default=100, metavar="N", help="how many are judged by searches")
    args = parser.parse_args()
    read = {"gomoku": gomoku_games, "othello": othello_games, "xiangqi": xiangqi_games}[args.game]
    games = list(enumerate(read(args.games), 1))[args.every - 1 :: args.every]
    for line in suite(Boyi(args.boyi, args.game), games, args.proved, args.judged):
        print(line, flush=True)


if __name__ == "__main__":
    main()
