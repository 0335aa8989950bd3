"""Laws that hold for every game: each takes a table and raises AssertionError if it is broken."""

from __future__ import annotations

from collections.abc import Callable

from trackside.laws import compiled, encoders, listing, moves, scenes, texts, turns, views
from trackside.laws.tables import Table

Law = Callable[[Table], None]

PLAIN: tuple[Law, ...] = (
    moves.moves_are_ascending_and_unique_and_never_missing,
    moves.weights_are_never_negative_and_never_all_zero,
    moves.returns_sum_to_one_and_the_winner_is_no_worse_than_others,
    listing.listed_turns_are_all_ways_to_finish_a_turn,
    texts.text_of_moves_is_unique_and_parses_back,
    texts.text_of_positions_parses_back,
    texts.text_of_records_parses_back_and_the_log_folds_to_the_state,
    texts.records_of_unfinished_games_parse_back,
    texts.records_for_one_seat_replay_or_say_that_they_cannot,
    texts.every_event_is_told_in_every_language,
    texts.every_turn_is_told_in_one_line_in_every_language,
    texts.drawings_fit_a_terminal,
    texts.views_have_a_text_that_parses_back_and_drawings_that_fit,
    views.guessing_and_hiding_again_changes_nothing,
    views.what_a_seat_may_not_know_never_changes_what_it_is_sent,
    views.what_a_move_looks_like_to_a_seat_is_all_that_the_seat_learns_from_it,
    views.a_match_shows_every_seat_its_view_and_a_spectator_only_what_is_public,
    encoders.encodings_never_depend_on_secrets,
    scenes.scenes_are_plain_data_with_colour_and_points_of_every_seat,
    scenes.scenes_never_depend_on_secrets,
    scenes.drawing_a_scene_changes_nothing,
    scenes.offers_say_what_a_move_is_and_what_it_brings,
    scenes.endings_have_a_row_for_every_seat,
)
"""Laws of the plain rules, their notation and their scenes."""

TURNS: tuple[Law, ...] = (
    turns.whoever_is_to_move_may_act,
    turns.moves_of_one_turn_lead_to_the_same_position_in_any_order_of_seats,
    turns.whoever_may_still_act_never_sees_what_others_do_at_once,
    turns.a_move_can_be_taken_back_until_something_new_is_seen,
    turns.observers_are_told_of_everything_once_and_of_nothing_too_early,
)
"""Laws for two or more seats."""

COMPILED: tuple[Law, ...] = (
    compiled.compiled_and_plain_rules_agree_byte_for_byte,
    compiled.compiled_and_plain_guesses_and_quick_moves_agree,
    compiled.matches_by_compiled_and_by_plain_rules_are_the_same,
    encoders.compiled_and_plain_encodings_agree,
    listing.compiled_and_plain_turns_agree,
)
"""Laws of the compiled rules."""


def laws_for(table: Table, laws: tuple[Law, ...]) -> list[Law]:
    """Return the laws that apply to a table."""
    return [law for law in laws if table.seats > 1 or law not in TURNS]
