"""The comparison of rules without another program: a stand-in repeats what Boyi says, or lies on purpose.

Run with `BOYI=target/release/boyi python -m unittest discover python/tests`; what needs `pyffish` is skipped without it.
"""

import importlib.util
import os
import random
import sys
import tempfile
import unittest

from common import BOYI

import xiangqi_agreement as agreement
from xiangqi_agreement import Board, Boyi, Play, compare_positions, compare_verdicts, cycles

CHECKED = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1"
PERPETUAL = ("3k5/9/9/9/9/9/9/R8/9/5K3 w - - 0 1", "a2d2 d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2".split())


class Echo:
    """Says what Boyi says, but of the position `lied_about` that there is no move, and no end."""

    def __init__(self, boyi, lied_about=None):
        self.boyi, self.lied_about = boyi, lied_about

    def moves(self, fen):
        return frozenset() if fen == self.lied_about else self.boyi.look([Board(fen)])[0]

    def check(self, fen):
        return self.boyi.checks([Board(fen)])[0]

    def loses(self, _):
        return True

    def verdict(self, fen, moves):
        return "none" if fen == self.lied_about else self.boyi.verdict(fen, moves)[0]


class Boards(unittest.TestCase):
    def test_a_board_is_written_as_it_was_read(self):
        for fen in (agreement.START + " - - 0 1", CHECKED):
            self.assertEqual(Board(fen).fen(), fen)

    def test_moves(self):
        board = Board()
        self.assertIsNone(board.play("h2e2"))
        self.assertIsNone(board.play("h9g7"))
        self.assertEqual(board.play("e2e6"), "p")
        self.assertEqual(board.fen(), "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1")

    def test_turned_round(self):
        board = Board()
        board.play("b2e2")
        other = board.turned()
        self.assertEqual(other.fen(), "rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
        self.assertEqual(other.turned().fen(), board.fen())
        self.assertEqual(agreement.turned("h2e2"), "b7e7")

    def test_ranks_from_one(self):
        for ours, theirs in (("h2e2", "h3e3"), ("a9a0", "a10a1"), ("i0i9", "i1i10")):
            self.assertEqual((agreement.from_one(ours), agreement.from_zero(theirs)), (theirs, ours))

    def test_few_pieces(self):
        rng = random.Random(3)
        boards = [agreement.few_pieces(rng) for _ in range(500)]
        self.assertEqual({board.turn for board in boards}, {"w", "b"})
        self.assertEqual(set("".join("".join(board.pieces.values()) for board in boards)), set("KABNRCPkabnrcp"))
        for board in boards:
            for square, piece in board.pieces.items():
                square = square if piece.isupper() else agreement.turned(square)
                self.assertIn(square, agreement.PLACES.get(piece.upper(), [square]))

    def test_games_and_cases(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.pgn")
            with open(path, "w", encoding="utf-8") as file:
                file.write('[Event "a1b2 c3d4"]\n[Red "e5f6"]\n\n1. h2e2 h9g7\n2. H0-G2\n\n[Event "-"]\n\n1. b2e2 *\n')
            self.assertEqual(agreement.read_games(path), [["h2e2", "h9g7", "h0g2"], ["b2e2"]])
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"# FEN ; moves\n\n{CHECKED} ; d9e9 e0e1 ; none ; # kind\n")
            self.assertEqual(agreement.read_cases(path), [(CHECKED, ["d9e9", "e0e1"])])


class Asked(unittest.TestCase):
    def setUp(self):
        self.boyi = Boyi(BOYI)
        self.addCleanup(self.boyi.close)

    def test_boyi_answers_for_each_board_in_turn(self):
        nonsense = "3k5/9/9/9/9/9/9/9/4R4/9 b"
        boards = [Board(fen) for fen in (agreement.START, CHECKED, nonsense)] * 50
        start, checked, refused = self.boyi.look(boards)[-3:]
        self.assertEqual((len(start), checked, refused), (44, {"d9e9"}, None))
        self.assertEqual(self.boyi.checks(boards[:2] * 50)[-2:], [False, True])
        self.assertEqual(self.boyi.verdict(*PERPETUAL), ("black", "perpetual check"))
        self.assertEqual(self.boyi.verdict(CHECKED, ["d9e9"]), ("none", "-"))

    def test_no_position_comes_twice_and_the_same_seed_plays_the_same(self):
        def met(seed):
            play = Play(self.boyi, random.Random(seed), [["h2e2", "h9g7"]]).rounds()
            return [board.fen() for _ in range(40) for board, _, _ in next(play)]

        first = met(1)
        self.assertEqual(len(first), len(set(first)))
        self.assertEqual({Board(fen).turned().fen() for fen in first}, set(first))
        self.assertEqual(met(1), first)
        self.assertNotEqual(met(2), first)

    def test_agreement_is_counted_and_a_difference_told(self):
        counts, differences = compare_positions(self.boyi, Echo(self.boyi), 1500, Play(self.boyi, random.Random(1), []))
        self.assertEqual((counts["positions"], differences), (1500, []))
        self.assertEqual(sum(counts[size] for size in agreement.SIZES.values()), 1500)
        self.assertTrue(counts["in check"] and counts["1 to 8 pieces"] and counts["25 to 32 pieces"], counts)
        told, liar = [], Echo(self.boyi, agreement.START + " - - 0 1")
        _, differences = compare_positions(self.boyi, liar, 1500, Play(self.boyi, random.Random(1), []), told.append)
        self.assertEqual([fen for fen, _, _ in differences], [liar.lied_about])
        self.assertIn(liar.lied_about, told[0])

    def test_verdicts_are_counted(self):
        made = list(cycles(self.boyi, 30, Play(self.boyi, random.Random(1), [])))
        self.assertEqual(len(made), 30)
        for fen, moves in made:
            self.assertEqual((len(moves), moves[:4]), (8, moves[4:]))
            self.assertNotEqual(self.boyi.verdict(fen, moves)[0], "none")
            self.assertNotIn(self.boyi.verdict(fen, moves[:4])[1], ("repetition", "perpetual check", "perpetual chase"))
        counts = compare_verdicts(self.boyi, Echo(self.boyi), [PERPETUAL] * 2)
        self.assertEqual(counts, {("perpetual check", "black", "black"): 2})
        told = []
        counts = compare_verdicts(self.boyi, Echo(self.boyi, PERPETUAL[0]), [PERPETUAL], told.append)
        self.assertEqual((counts, len(told)), ({("perpetual check", "black", "none"): 1}, 1))

    def test_more_judges_are_asked_of_all_cases(self):
        told = []
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "judge.py")
            with open(program, "w", encoding="utf-8") as file:
                file.write("import sys\nfor line in sys.stdin: print('draw' if ' ; d9e9' in line else 'black')\n")
            judge = agreement.Judge(f"{sys.executable} {program}")
            cases = [PERPETUAL, (CHECKED, ["d9e9"])]
            counts = compare_verdicts(self.boyi, Echo(self.boyi), cases, told.append, [judge])
        expected = {("perpetual check", "black", "black", "black"): 1, ("-", "none", "none", "draw"): 1}
        self.assertEqual((counts, len(told)), (expected, 1))
        self.assertIn("none, draw", told[0])

    @unittest.skipUnless(importlib.util.find_spec("pyffish"), "pyffish is not installed")
    def test_fairy_stockfish_agrees(self):
        fairy = agreement.Fairy()
        _, differences = compare_positions(self.boyi, fairy, 500, Play(self.boyi, random.Random(1), []))
        self.assertEqual(differences, [])
        self.assertEqual(fairy.verdict(*PERPETUAL), "black")
        self.assertEqual(fairy.verdict(CHECKED, ["d9e9"]), "none")


if __name__ == "__main__":
    unittest.main()
