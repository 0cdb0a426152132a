"""pyffish, the Python binding of Fairy-Stockfish."""

import random

import pyffish
from measuring import Done, Work

START = pyffish.start_fen("xiangqi")


def legal_moves() -> Work:
    """The legal moves of the initial position of xiangqi."""
    return lambda: Done(len([pyffish.legal_moves("xiangqi", START, [])]))


def games(plies: int) -> Work:
    """Random games of xiangqi, cut off after some plies: the positions whose legal moves were listed."""
    chance = random.Random(1)

    def work() -> Done:
        fen = START
        for ply in range(plies):
            moves = pyffish.legal_moves("xiangqi", fen, [])
            if not moves:
                return Done(ply + 1)
            fen = pyffish.get_fen("xiangqi", fen, [chance.choice(moves)])
        return Done(plies)

    return work
