"""Full positions that fit what a seat knows: what a search, a study or a lesson imagines behind the blanks."""

from __future__ import annotations

from typing import Any

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import SPECTATOR
from trackside.core.random import WORDS, seed_generator
from trackside.games import find_game
from trackside.play.events import Move, S, View


def sample(view: View[S], seed: int) -> S:
    """Return a full position in which this seat sees exactly what the view shows; a seed always gives the same one.

    Positions that fit what the seat knows by the rules of the game are drawn with the game's own probabilities.

    >>> from trackside import Match, View, sample
    >>> match = Match("skip-or-trip", seats=2, seed=7)
    >>> imagined = sample(match.view(0), seed=1)
    >>> imagined.held[1] == match.state.held[1], imagined.hand[0] == match.state.hand[0]
    (True, True)

    From the text of a view:

    >>> view = View.from_text("skip-or-trip", match.position(0), seat=0)
    >>> sample(view, seed=1) == imagined
    True
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadOption(f"seed {seed!r}: the seed of a sample is an integer of 0 or more")
    rng = [0] * WORDS
    seed_generator(rng, seed)
    state = view.state.duplicate()
    find_game(view.game).plain.guess(state, view.seat, rng)
    if LOOKING in state.fields:
        setattr(state, LOOKING, 0)
    return state


LOOKING = "looking"
"""The field that in some games marks a State as a view: 1 + the seat whose view it is, or 0 in a full position."""


def read_view(name: str, text: str, seat: int) -> View[Any]:
    """Return the view described by the text of a position; raise BadOption if it is not a view of this seat."""
    game = find_game(name)
    rules, whole = game.plain, game.notation.parse_position(text)
    if seat != SPECTATOR and not 0 <= seat < whole.seats:
        raise BadOption(f"there is no seat {seat}: the seats are 0 to {whole.seats - 1}")
    state = view_state(rules, whole, seat)
    codes = choices_for(rules, state, seat) if seat != SPECTATOR else []
    known = state.duplicate()
    moves = tuple(Move(code, lambda code: game.notation.move_text(known, seat, code)) for code in codes)
    view: View[Any] = View(game.name, seat, state, rules.to_move(state), moves)
    if view_state(rules, sample(view, 0), seat) != state:
        raise BadOption(f"this position is not what seat {seat} sees: it leaves out what that seat knows")
    return view
