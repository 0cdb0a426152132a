"""Compares Boyi's rules of xiangqi with those of Fairy-Stockfish, which `pyffish` brings to Python (`pip install pyffish`).

    python xiangqi_agreement.py --boyi target/release/boyi --positions 100000 --seed 1 --games master_games.pgn
    python xiangqi_agreement.py --boyi target/release/boyi --positions 0 --cycles 5000 --cases tests/data/xiangqi/repetition.txt
    cargo run --release -p xiangqi-movegen --example cycles -- 20000 > cycles.txt
    python xiangqi_agreement.py --boyi target/release/boyi --positions 0 --cases cycles.txt --judge Pikafish=./judge

For every position: the set of legal moves, whether the player to move is in check, and, where there is no legal move, who has
won. Positions are met in random play by Boyi's legal moves, a third of it each from the start, from positions of the games
given (PGN in coordinates; without it the start does twice) and from a few pieces put anywhere they may stand. Each is asked
twice, the second time with the colours and the board turned round. No position is counted twice.

For every case of repetition: who has won, once the moves have been played. Cases are read from files, or made: two random
moves by either player that are taken back, over and over, until a position is there for the third time. `--judge NAME=PROGRAM`
asks one more program, which reads lines `FEN ; moves` and answers each with a line: `red`, `black`, `draw` or `none`.

Prints what was compared and every difference, and fails if there is one in moves, checks or ends on the board. Verdicts on
repetition are counted only: the two programs do not claim to have the same rules.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import sys

FILES = "abcdefghi"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

# Where pieces may stand, Red's as seen by Red; the others anywhere.
PLACES = {
    "K": {file + rank for file in "def" for rank in "012"},
    "A": {"d0", "f0", "e1", "d2", "f2"},
    "B": {"c0", "g0", "a2", "e2", "i2", "c4", "g4"},
    "P": {file + rank for file in "acegi" for rank in "34"} | {file + rank for file in FILES for rank in "56789"},
}
SIZES = {most: f"{most - 7} to {most} pieces" for most in (8, 16, 24, 32)}
COUNTS = {"A": 2, "B": 2, "N": 2, "R": 2, "C": 2, "P": 5}


class Board:
    """Where the pieces stand and whose turn it is; of the rules it knows nothing."""

    def __init__(self, fen=START):
        placement, self.turn = fen.split()[:2]
        self.pieces = {}
        for rank, row in zip("9876543210", placement.split("/")):
            cells = re.sub(r"\d", lambda free: " " * int(free[0]), row)
            self.pieces.update({file + rank: piece for file, piece in zip(FILES, cells) if piece != " "})

    def fen(self):
        """The board as FEN, with nothing of what was before."""
        rows = ("".join(self.pieces.get(file + rank, " ") for file in FILES) for rank in "9876543210")
        return "/".join(re.sub(" +", lambda free: str(len(free[0])), row) for row in rows) + f" {self.turn} - - 0 1"

    def play(self, move):
        """Moves a piece, `h2e2`; returns what it captured or None."""
        piece = self.pieces.pop(move[:2])
        captured = self.pieces.get(move[2:])
        self.pieces[move[2:]] = piece
        self.pass_turn()
        return captured

    def size(self):
        """How many pieces there are, as one of `SIZES`."""
        return next(size for most, size in SIZES.items() if len(self.pieces) <= most)

    def pass_turn(self):
        """Lets the other player move."""
        self.turn = "b" if self.turn == "w" else "w"

    def turned(self):
        """The same with colours and board turned round."""
        other = Board(self.fen())
        other.pieces = {turned(square): piece.swapcase() for square, piece in self.pieces.items()}
        other.pass_turn()
        return other


def turned(squares):
    """A square, or the two of a move, seen from the other side of the board."""
    return "".join(chr(ord("a") + ord("i") - ord(c)) if c in FILES else str(9 - int(c)) for c in squares)


def from_one(move):
    """A move as Fairy-Stockfish has it, which counts ranks from 1."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), move)


def from_zero(move):
    """A move of Fairy-Stockfish as Boyi has it."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)


def few_pieces(rng):
    """Two to ten pieces put where such pieces may stand, generals among them; it may still be no position."""
    board = Board(f"9/9/9/9/9/9/9/9/9/9 {rng.choice('wb')}")
    left = {side: dict(COUNTS) for side in "wb"}
    wanted = [("w", "K"), ("b", "K")] + [(rng.choice("wb"), rng.choice(list(COUNTS))) for _ in range(rng.randrange(9))]
    for side, piece in wanted:
        square = rng.choice(sorted(PLACES.get(piece, {file + rank for file in FILES for rank in "0123456789"})))
        square = square if side == "w" else turned(square)
        if square not in board.pieces and left[side].get(piece, 1):
            left[side][piece] = left[side].get(piece, 1) - 1
            board.pieces[square] = piece if side == "w" else piece.lower()
    return board


def read_games(path):
    """The games of a PGN file, as lists of moves in coordinates."""
    with open(path, encoding="utf-8", errors="replace") as file:
        texts = re.split(r"(?m)^\[Event .*$", file.read())
    games = (re.findall(r"\b([a-i]\d)-?([a-i]\d)\b", re.sub(r"(?m)^\[.*$", "", text).lower()) for text in texts)
    return [[start + end for start, end in game] for game in games if game]


class Boyi:
    """`boyi uci`, asked about many positions at once."""

    BATCH = 64  # so many questions at a time fill no pipe

    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen([path, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        """Ends the program."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, questions):
        """What is said to each question, a list of lines."""
        answers = []
        for first in range(0, len(questions), self.BATCH):
            batch = questions[first : first + self.BATCH]
            self.process.stdin.write("".join(question + "\nisready\n" for question in batch))
            self.process.stdin.flush()
            answers += [self.answer() for _ in batch]
        return answers

    def answer(self):
        """The lines up to the next `readyok`."""
        lines = []
        while (line := self.process.stdout.readline()) and line.strip() != "readyok":
            lines.append(line.strip())
        if not line:
            raise EOFError(f"{self.path} has ended")
        return lines

    def look(self, boards):
        """The legal moves of each board; None if it is no position."""
        return [self.moves(lines) for lines in self.ask([f"position fen {board.fen()}\ngo perft 1" for board in boards])]

    @staticmethod
    def moves(lines):
        """The moves of an answer to `go perft 1`."""
        if any(line.startswith("info string no position is set") for line in lines):
            return None
        return frozenset(line.split(":")[0] for line in lines if re.fullmatch(r"[a-i]\d[a-i]\d: 1", line))

    def checks(self, boards):
        """Of each board whether the player to move is in check: whether the other could capture the general."""
        passed = [Board(board.fen()) for board in boards]
        for board in passed:
            board.pass_turn()
        answers = self.ask([f"position fen {board.fen()}" for board in passed])
        return [any("could capture the general" in line for line in lines) for lines in answers]

    def verdict(self, fen, moves):
        """Who has won after `moves` (red, black or draw; none if the game goes on), and why."""
        words = [self.path, "show", "xiangqi", "--json", "--position", f"{fen} moves {' '.join(moves)}" if moves else fen]
        shown = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        outcome = shown["outcome"]
        return (outcome["winner"] or "draw", outcome["reason"]) if outcome else ("none", "-")


class Fairy:
    """Fairy-Stockfish in this process."""

    def __init__(self):
        import pyffish  # what does not need it works without it

        self.pyffish = pyffish
        self.version = ".".join(map(str, pyffish.version()))

    def moves(self, fen):
        return frozenset(map(from_zero, self.pyffish.legal_moves("xiangqi", fen, [])))

    def check(self, fen):
        return self.pyffish.gives_check("xiangqi", fen, [])

    def loses(self, fen):
        """Whether the player to move, who has no legal move, has lost."""
        return self.pyffish.game_result("xiangqi", fen, []) < 0

    def verdict(self, fen, moves):
        """As Boyi's, without the reason."""
        ended, value = self.pyffish.is_optional_game_end("xiangqi", fen, list(map(from_one, moves)))
        if not ended or value == 0:
            return "draw" if ended else "none"
        red_moves = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
        return "red" if (value > 0) == red_moves else "black"


class Play:
    """Random games, many side by side; every position they meet, and the same turned round, comes once."""

    TOGETHER = 32

    def __init__(self, boyi, rng, games, plies=150):
        self.boyi, self.rng, self.games, self.plies = boyi, rng, games, plies
        self.seen = set()
        self.playing = [(None, 0)] * self.TOGETHER
        self.begun = 0

    def begin(self):
        """A position to play on from: of the start, of a game, or of few pieces, in turn."""
        self.begun += 1
        kind = self.begun % 3
        if kind == 0:
            return few_pieces(self.rng)
        board = Board()
        if kind == 1 and self.games:
            game = self.rng.choice(self.games)
            for move in game[: self.rng.randrange(len(game) + 1)]:
                board.play(move)
        return board

    def unseen(self, boards):
        """Those of `boards`, and of the same turned round, that have not come yet."""
        new = {board.fen(): board for pair in boards for board in (pair, pair.turned())}
        new = {fen: board for fen, board in new.items() if fen not in self.seen}
        self.seen.update(new)
        return list(new.values())

    def rounds(self):
        """Yields lists of (board, legal moves, check) without end."""
        while True:
            self.playing = [(board or self.begin(), plies) for board, plies in self.playing]
            boards = [board for board, _ in self.playing]
            looks, goes_on = self.boyi.look(boards), []
            for (board, plies), moves in zip(self.playing, looks):
                over = not moves or plies == self.plies
                goes_on.append((None if over else Board(board.fen()), plies + 1))
                if not over:
                    goes_on[-1][0].play(self.rng.choice(sorted(moves)))
            new = self.unseen(board for board, moves in zip(boards, looks) if moves is not None)
            self.playing = goes_on
            yield list(zip(new, self.boyi.look(new), self.boyi.checks(new)))


def compare_positions(boyi, fairy, count, play, tell=lambda line: None):
    """Compares this many positions of `play`; returns how many of each kind there were, and the differences."""
    kinds = ["positions", *SIZES.values(), "legal moves", "in check", "mates", "stalemates"]
    counts, differences = dict.fromkeys(kinds, 0), []
    rounds = play.rounds()
    while counts["positions"] < count:
        for board, moves, check in next(rounds)[: count - counts["positions"]]:
            fen = board.fen()
            # Boyi knows no other end on the board: who cannot move has lost.
            ours, theirs = (moves, check, not moves), (fairy.moves(fen), fairy.check(fen), not moves and fairy.loses(fen))
            counts["positions"] += 1
            counts[board.size()] += 1
            counts["legal moves"] += len(moves)
            counts["in check"] += check
            counts["mates"] += check and not moves
            counts["stalemates"] += not check and not moves
            if ours != theirs:
                differences.append((fen, ours, theirs))
                tell(f"{fen}: Boyi {ours}, Fairy-Stockfish {theirs}")
            if counts["positions"] % 10_000 == 0:
                tell(f"{counts['positions']} positions, {len(differences)} differences")
    return counts, differences


def cycles(boyi, count, play):
    """This many cases, (FEN, moves): a move by either player, both taken back, and once more, from positions of random play."""
    back = lambda move: move[2:] + move[:2]
    found = 0
    for boards in play.rounds():
        going = [(board, []) for board, moves, _ in boards if moves]
        for ply in range(4):
            looks, next_going = boyi.look([board for board, _ in going]), []
            for (board, line), moves in zip(going, looks):
                move = back(line[ply - 2]) if ply > 1 else play.rng.choice(sorted(moves)) if moves else None
                after = Board(board.fen())
                if move in moves and after.play(move) is None:
                    next_going.append((after, [*line, move]))
            going = next_going
        for board, line in going:
            if found == count:
                return
            found += 1
            yield board.fen(), line * 2


def read_cases(path):
    """The cases of a file, (FEN, moves): the first two of the columns that a semicolon parts."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split(";") for line in file if line.strip() and not line.startswith("#")]
    return [(columns[0].strip(), columns[1].split()) for columns in lines]


class Judge:
    """A program that says who has won after `FEN ; moves`, a line each."""

    def __init__(self, command):
        self.command = command.split()

    def verdicts(self, cases):
        """`red`, `black`, `draw` or `none` for each of `cases`, (FEN, moves)."""
        lines = "".join(f"{fen} ; {' '.join(moves)}\n" for fen, moves in cases)
        return subprocess.run(self.command, input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def compare_verdicts(boyi, fairy, cases, tell=lambda line: None, judges=()):
    """Counts the verdicts on `cases` by Boyi's reason, Boyi's winner, Fairy-Stockfish's and those of `judges`."""
    cases = list(cases)
    by_judges = [judge.verdicts(cases) for judge in judges]
    counts = collections.Counter()
    for (fen, moves), *others in zip(cases, *by_judges, strict=True):
        ours, reason = boyi.verdict(fen, moves)
        others.insert(0, fairy.verdict(fen, moves))
        counts[reason, ours, *others] += 1
        if any(other != ours for other in others):
            tell(f"{fen} moves {' '.join(moves)}: Boyi {ours} ({reason}), the others {', '.join(others)}")
    return counts


def table(heads, rows):
    """A table as Markdown has it."""
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [heads, ["---"] * len(heads), *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--boyi", default="boyi", help="the program [default: that on the path]")
    parser.add_argument("--positions", type=int, default=10_000, help="how many positions to compare [default: 10000]")
    parser.add_argument("--cycles", type=int, default=0, help="how many repetitions to make and compare [default: none]")
    parser.add_argument("--cases", action="append", default=[], metavar="FILE", help="repetitions: FEN ; moves, one a line")
    parser.add_argument("--judge", action="append", default=[], metavar="NAME=PROGRAM", help="one more to ask about repetitions")
    parser.add_argument("--games", metavar="FILE", help="PGN, moves in coordinates: positions of these games too")
    parser.add_argument("--plies", type=int, default=150, help="the most that a random game goes on [default: 150]")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random [default: 1]")
    args = parser.parse_args()

    fairy, boyi, rng = Fairy(), Boyi(args.boyi), random.Random(args.seed)
    games = read_games(args.games) if args.games else []
    tell = lambda line: print(line, file=sys.stderr, flush=True)
    print(f"pyffish {fairy.version}, seed {args.seed}, {len(games)} games, {args.plies} plies at most\n")
    counts, differences = compare_positions(boyi, fairy, args.positions, Play(boyi, rng, games, args.plies), tell)
    print(table(["positions", "how many"], [*counts.items(), ("differences", len(differences))]))
    cases = [("made", cycles(boyi, args.cycles, Play(boyi, rng, games, args.plies)))] if args.cycles else []
    judges = dict(judge.split("=", maxsplit=1) for judge in args.judge)
    for name, cases in [*cases, *((path, read_cases(path)) for path in args.cases)]:
        verdicts = compare_verdicts(boyi, fairy, cases, tell, [Judge(command) for command in judges.values()])
        rows = [(*key, number) for key, number in sorted(verdicts.items())]
        print(f"\n{name}\n\n" + table(["Boyi's reason", "Boyi", "Fairy-Stockfish", *judges, "cases"], rows))
    boyi.close()
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
