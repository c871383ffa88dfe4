"""The games in JAX: pure functions on immutable states, for ``jit``, ``vmap``, ``lax.scan`` and accelerators.

The rules are the same function objects as everywhere else; only the words of the board have JAX's types.
Every function takes a single state or a batch of any shape, so ``vmap`` is possible but not needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.board import WORD_FIELDS, Board
from gridlock.drawing import scene, svg
from gridlock.errors import GridlockError, shortened
from gridlock.installation import missing_extra
from gridlock.rules import Game, Position, make

try:
    import jax
    import jax.numpy as jnp
    from jax import Array, lax
except ImportError as error:
    raise missing_extra("Playing in JAX", "jax") from error

_MAX_LENGTH = 160  # characters of an error


class State(NamedTuple):
    """Games in progress. The words are those of :class:`gridlock.Position`."""

    own: Array
    opp: Array
    extra: Array
    legal: Array
    """The legal actions: bit ``a`` for action ``a``; 0 if the game is over."""
    turn: Array
    """The side to move, 1 or 2."""
    rewards: Array
    """What the last action earned side 1 and side 2: 1 and -1 if it ended the game, else 0."""
    terminated: Array
    """Whether the last action ended the game."""
    illegal: Array
    """Whether the last action was illegal, which loses the game for its side."""


class Env:
    """A game in JAX."""

    def __init__(self, game: Game | str) -> None:
        self.game = make(game) if isinstance(game, str) else game
        start = self.game.start()
        if not start.legal:
            place = f"{self.game.id} on {self.game.size_text}"
            raise GridlockError(f"{place} is over before it starts: choose a larger board.")
        self._word = _word_type(self.game)
        self._board = _jax_board(self.game.board, self._word)
        self._first = tuple(map(self._word, (*start.words, start.legal)))
        try:
            jax.eval_shape(self.step, self.init(), 0)
        except Exception as error:
            reason = shortened(str(error).partition("\n")[0].rstrip("."), _MAX_LENGTH)
            raise GridlockError(f"The rules of {self.game.id} can't be compiled by JAX: {reason}.") from error

    @property
    def num_actions(self) -> int:
        """The number of actions."""
        return self.game.actions

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
        return 6, self.game.rows, self.game.cols

    def init(self, shape: tuple[int, ...] = ()) -> State:
        """Return the starting state, or a batch of this shape."""
        own, opp, extra, legal = (jnp.full(shape, word, self._word) for word in self._first)
        turn, rewards = jnp.ones(shape, jnp.int8), jnp.zeros((*shape, 2), jnp.float32)
        no = jnp.zeros(shape, bool)
        return State(own, opp, extra, legal, turn, rewards, no, no)

    def step(self, state: State, action: Any, *, autoreset: bool = False) -> State:
        """Play an action. An illegal one loses; a game that is over stays as it is.

        With ``autoreset``, a game that ends starts again at once, and ``rewards`` and ``terminated`` still
        tell how it ended.
        """
        action = jnp.asarray(action)
        going = state.legal != 0
        in_range = (action >= 0) & (action < self.game.actions)
        move = jnp.where(in_range, action, 0).astype(self._word)
        is_legal = in_range & (state.legal >> move & self._word(1) != 0)
        after = self._after(state, move)
        over = going & ~(is_legal & (after[3] != 0))
        before = (state.own, state.opp, state.extra, self._word(0), state.turn)
        parts = [jnp.where(is_legal, new, old) for new, old in zip(after, before, strict=True)]
        gain = jnp.where(over, jnp.where(parts[-1] == 2, 1.0, -1.0), 0.0).astype(jnp.float32)
        rewards = jnp.stack([gain, -gain], axis=-1)
        if autoreset:
            first = (*self._first, np.int8(1))
            parts = [jnp.where(over, new, old) for new, old in zip(first, parts, strict=True)]
        own, opp, extra, legal, turn = parts
        return State(own, opp, extra, legal, turn, rewards, over | ~going, going & ~is_legal)

    def _after(self, state: State, move: Array) -> tuple[Array, ...]:
        """The words, legal actions and side to move after a legal move, and after a pass if one is due."""
        rules, board = self.game.rules, self._board
        own, opp, extra = map(self._cast, rules.play(board, state.own, state.opp, state.extra, move))
        legal = self._cast(rules.legal(board, own, opp, extra))
        turn = 3 - state.turn
        if not self.game.passes:
            return own, opp, extra, legal, turn
        other = (opp, own, extra ^ board.full if self.game.sided else extra)
        theirs = self._cast(rules.legal(board, *other))
        passed = (legal == 0) & (theirs != 0)
        pairs = zip((*other, theirs, state.turn), (own, opp, extra, legal, turn), strict=True)
        return tuple(jnp.where(passed, new, old) for new, old in pairs)

    def _cast(self, word: Any) -> Array:
        return jnp.asarray(word).astype(self._word)  # stepping games return signed words

    def legal_action_mask(self, state: State) -> Array:
        """The legal actions as booleans."""
        return _bits(state.legal, self.game.actions).astype(bool)

    def sample(self, key: Array, state: State) -> Array:
        """Choose a random legal action in each game; one key serves a whole batch."""
        count = lax.population_count(state.legal).astype(jnp.uint32)
        chance = jax.random.bits(key, state.legal.shape, jnp.uint32) >> 6
        return _nth_bit(state.legal, (chance * count >> 26).astype(self._word))

    def observe(self, state: State, dtype: Any = jnp.float32) -> Array:
        """The six planes of a position; see :data:`gridlock.batches.PLANES`."""
        targets, board = self.game.rules.targets, self._board
        cells = state.legal if targets is None else self._cast(targets(board, state.own, state.legal))
        side = jnp.where(state.turn == 2, board.full, self._word(0))
        constant = jnp.full_like(state.own, board.full)
        words = jnp.stack([state.own, state.opp, state.extra, cells, side, constant], axis=-1)
        planes = _bits(words, self.game.board.size).astype(dtype)
        return planes.reshape(*planes.shape[:-1], self.game.rows, self.game.cols)

    def position(self, state: State) -> Position:
        """Return a single state as a position."""
        words = map(int, (state.own, state.opp, state.extra, state.legal))
        return Position(self.game, int(state.turn), *words)

    def svg(self, state: State, columns: int = 8) -> str:
        """Draw a state, or a batch of states in columns, as SVG."""
        columns_of = [np.asarray(part).reshape(-1) for part in state[:5]]
        positions = (
            Position(self.game, int(turn), int(own), int(opp), int(extra), int(legal))
            for own, opp, extra, legal, turn in zip(*columns_of, strict=True)
        )
        return svg([scene([position]) for position in positions], columns)


class _Shifts:
    """Eight shift counts, looked up where the board of compiled code has them packed in a 64-bit number."""

    def __init__(self, packed: int, dtype: Any) -> None:
        self._counts = np.array([packed >> 8 * k & 255 for k in range(8)], dtype)

    def __rshift__(self, towards: Any) -> Array:
        return jnp.asarray(self._counts)[towards >> 3]


def _word_type(game: Game) -> Any:
    """Return the type of words for a game; GridlockError if it needs 64 bits and they are off."""
    if max(game.board.size, game.actions) <= 32:
        return np.uint32
    if jax.dtypes.canonicalize_dtype(np.uint64) != np.uint64:
        raise GridlockError(
            f"{game.id} on {game.size_text} needs words of 64 bits: call "
            'jax.config.update("jax_enable_x64", True) first.'
        )
    return np.uint64


def _jax_board(board: Board, dtype: Any) -> Board:
    """Return a board with words of this type."""
    words = {name: dtype(getattr(board, name)) for name in WORD_FIELDS}
    shifts: Any = {name: _Shifts(getattr(board, name), dtype) for name in ("ahead", "back")}
    return board._replace(**words, **shifts)


def _bits(words: Array, count: int) -> Array:
    """The lowest bits of words, along a new last axis."""
    bits: Array = words[..., None] >> jnp.arange(count, dtype=words.dtype) & words.dtype.type(1)
    return bits


def _nth_bit(word: Array, n: Array) -> Array:
    """The number of the ``n``-th set bit of a word, counted from 0: halve the range that contains it."""
    place = jnp.zeros_like(word)
    width = word.dtype.itemsize * 4
    while width:
        low = word >> place & word.dtype.type((1 << width) - 1)
        below = lax.population_count(low)
        skip = n >= below
        n = jnp.where(skip, n - below, n)
        place = jnp.where(skip, place + word.dtype.type(width), place)
        width //= 2
    return place.astype(jnp.int32)
