"""The lines of the fifth sheet."""

import re

from gridlock.dialogue.talk import Talk
from gridlock.errors import IllegalMove, InvalidMove
from gridlock.games.blockade import Blockade
from gridlock.rules import Move, Outcome, Position
from gridlock.rules.notation import read_cell, read_direction
from gridlock.text.lines import moves_text


class BlockadeTalk(Talk):
    """GridLock with blocks: asks for the step first, then the block."""

    how = (
        "Type up, down, left or right (or the first letter), then the row and the column to block; "
        "or all at once, such as right 0 0."
    )
    _direction = 0  # of the step already entered

    def turn(self, position: Position) -> None:
        self.say(str(position))
        self.say(f"Player {position.turn}, your move.")

    def again(self, position: Position) -> None:
        """Print nothing: the next turn shows the grid."""

    def board(self, position: Position) -> str:
        if not self.halfway:
            return str(position)
        game = position.game
        assert isinstance(game, Blockade)
        row, col = game.beside(position.own, self._direction)
        return str(game.settle(position.turn, 1 << row * game.cols + col, position.opp, position.extra))

    def choices(self, position: Position) -> str:
        if not self.halfway:
            return super().choices(position)
        begun = [move for move in position.legal_moves() if move >> 3 == self._direction]
        return moves_text("Cells to block", (move.text.partition(":")[2] for move in begun))

    def ask_move(self, position: Position) -> Move:
        return self.until_legal(lambda: self._read(position))

    def _read(self, position: Position) -> Move:
        game = position.game
        assert isinstance(game, Blockade)
        answer = self.ask("Enter move direction (up, down, left, right): ")
        try:
            direction = read_direction(answer)
        except InvalidMove:
            if not re.search(r"[\s:(]", answer.strip()):
                raise
            move = position.parse_move(answer)  # step and block in one answer
            self._stepped(position, move)
            return move
        problem = game.why_no_step(position, direction)
        if problem:
            raise IllegalMove(problem)
        self._stepped(position, direction << 3)
        self.halfway, self._direction = True, direction
        move = self.until_legal(lambda: self._read_block(game, position, direction))
        self.halfway = False
        return move

    def _read_block(self, game: Blockade, position: Position, direction: int) -> Move:
        answer = self.ask("Place a block adjacent to your current position (row and column): ")
        move = game.block_move(position, direction, read_cell(game, answer))
        return position.parse_move(move.text)

    def _stepped(self, position: Position, move: int) -> None:
        game = position.game
        assert isinstance(game, Blockade)
        place = game.show_cell(position.own.bit_length() - 1)
        row, col = game.beside(position.own, move >> 3)
        self.say(f"Player {position.turn} moves from {place} to {game.show_cell(row * game.cols + col)}.")

    def announce(self, before: Position, move: Move) -> None:
        self._stepped(before, move)

    def played(self, before: Position, move: Move, after: Position) -> None:
        block = (after.extra ^ before.extra).bit_length() - 1
        self.say(f"A block is placed at {before.game.show_cell(block)}.")

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self.say(str(position))
        self.say(f"Player {position.turn} cannot move.")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Player {winner} wins!")


TALK = BlockadeTalk
