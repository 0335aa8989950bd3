"""Laws of scenes, which drawings and lists of moves rely on."""

from __future__ import annotations

from typing import Any

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR
from trackside.core.scene import Scene
from trackside.core.words import LANGUAGES, SEATS, Words
from trackside.laws.tables import Table, guessed, hidden, random_game, seeds


def scenes_are_plain_data_with_colour_and_points_of_every_seat(table: Table) -> None:
    """Every scene is plain JSON data with every seat's colour and points."""
    points = [0] * table.seats
    for seed in seeds(table, 3):
        for number, (state, _, _, _) in enumerate(random_game(table, 500 + seed)):
            perspective = [*range(table.seats), SPECTATOR][number % (table.seats + 1)]
            view = hidden(table, state, perspective)
            scene = table.game.scenes.scene(view, perspective)
            assert is_plain(scene)
            table.game.plain.scores(view, points)
            assert [seat["colour"] for seat in scene["seats"]] == list(SEATS[: table.seats])
            assert [seat["points"] for seat in scene["seats"]] == points


def scenes_never_depend_on_secrets(table: Table) -> None:
    """Scenes and offers are the same in any full position that fits a seat's view."""
    for seed in seeds(table, 5):
        for number, (state, seat, _, _) in enumerate(random_game(table, 600 + seed)):
            perspective = number % table.seats
            if number % 5 != seed % 5 or seat == OVER:
                continue
            view = hidden(table, state, perspective)
            other = hidden(table, guessed(table, view, perspective, number), perspective)
            assert table.game.scenes.scene(other, perspective) == table.game.scenes.scene(view, perspective)
            assert offers(table, other, perspective, LANGUAGES[0]) == offers(table, view, perspective, LANGUAGES[0])


def drawing_a_scene_changes_nothing(table: Table) -> None:
    """Scenes, offers and endings do not change a position."""
    for state, seat, _, _ in random_game(table, 7):
        before = state.to_bytes()
        table.game.scenes.scene(state, SPECTATOR)
        offers(table, state, max(seat, 0), LANGUAGES[0])
        table.game.scenes.ending(state, Words(LANGUAGES[0], table.game.package))
        assert state.to_bytes() == before


def offers_say_what_a_move_is_and_what_it_brings(table: Table) -> None:
    """Every offer is plain data with a label and sentences, in every language."""
    for language in LANGUAGES:
        for state, seat, _, _ in random_game(table, 3):
            for offer in offers(table, hidden(table, state, seat), seat, language) if seat >= 0 else []:
                assert is_plain(offer)
                assert offer["label"]
                assert isinstance(offer["brings"], list)
                assert all("{" not in text for text in [offer["label"], *offer["brings"]])


def endings_have_a_row_for_every_seat(table: Table) -> None:
    """Points are explained at any time: a row for every seat, with an entry for every column."""
    for language in LANGUAGES:
        words = Words(language, table.game.package)
        for state, _, _, _ in random_game(table, 4):
            ending = table.game.scenes.ending(state, words)
            assert is_plain(ending)
            assert len(ending["rows"]) == table.seats
            assert all(len(row) == len(ending["columns"]) > 0 for row in ending["rows"])


def offers(table: Table, view: Any, seat: int, language: str) -> list[Scene]:
    """Return the offers for a seat."""
    words = Words(language, table.game.package)
    moves = choices_for(table.game.plain, view, seat)
    return [table.game.scenes.offer(view, seat, move, words) for move in moves]


def is_plain(value: object) -> bool:
    """Return True if a value is plain JSON data."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(entry) for key, entry in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return value is None or type(value) in (bool, int, float, str)
