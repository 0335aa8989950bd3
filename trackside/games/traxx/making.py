"""Random sheets and decks that follow TX-2 and TX-3."""

from __future__ import annotations

import random
from itertools import combinations

from trackside.games.traxx.fields import CENTRE, FIELDS, is_rim, neighbours
from trackside.games.traxx.material import COLOURS_ON_CARD, FIRST_ON_RIM, NEVER_DOUBLED, Deck, Sheet, card_text, pack
from trackside.games.traxx.state import COLOURS, HIGHEST, LOWEST, STARTS


def make_sheet(seed: int) -> Sheet:
    """Return a sheet with ten fields of each colour besides the centre, no two neighbours alike."""
    chooser = random.Random(seed)
    colours = _colours(chooser)
    starts = chooser.sample(neighbours(CENTRE), STARTS)
    values = [0] * FIELDS
    rim = [field for field in range(FIELDS) if is_rim(field)]
    inside = [field for field in range(FIELDS) if not is_rim(field) and field not in starts]
    outer = chooser.sample(rim, HIGHEST - FIRST_ON_RIM + 1)
    inner = chooser.sample(inside, FIRST_ON_RIM - LOWEST)
    for value, field in enumerate(inner + outer, LOWEST):
        values[field] = value
    return Sheet(tuple(colours), tuple(values), tuple(starts))


def _colours(chooser: random.Random) -> list[int]:
    """Return random colours, exchanged until no two neighbours are alike; the centre keeps its own."""
    colours = [field % COLOURS for field in range(FIELDS - 1)]
    chooser.shuffle(colours)
    colours.insert(CENTRE, chooser.randrange(COLOURS))
    around = [field for field in range(FIELDS) if field != CENTRE]
    while clashing := [field for field in around if _clashes(colours, field)]:
        one, other = chooser.choice(clashing), chooser.choice(around)
        before = _clashes(colours, one) + _clashes(colours, other)
        colours[one], colours[other] = colours[other], colours[one]
        if _clashes(colours, one) + _clashes(colours, other) > before:
            colours[one], colours[other] = colours[other], colours[one]
    return colours


def _clashes(colours: list[int], field: int) -> int:
    return sum(colours[beside] == colours[field] for beside in neighbours(field))


def make_deck(seed: int) -> Deck:
    """Return a deck of the fifteen sets of four colours; each colour is doubled once, never on NEVER_DOUBLED (TX-2)."""
    chooser = random.Random(seed)
    sets = list(combinations(range(COLOURS), COLOURS_ON_CARD))
    doubled = _doubled(chooser, [colours for colours in sets if card_text(pack(colours)) != NEVER_DOUBLED])
    cards = [pack([*colours, *(colour for colour in doubled if doubled[colour] == colours)]) for colours in sets]
    return Deck(tuple(cards), (1,) * len(cards))


def _doubled(chooser: random.Random, sets: list[tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Choose a card for every colour to be doubled on, a different one for each."""
    while True:
        chosen = {colour: chooser.choice([card for card in sets if colour in card]) for colour in range(COLOURS)}
        if len(set(chosen.values())) == COLOURS:
            return chosen
