"""Reviews as a page shows them: figures from the review, sentences in the reader's language, boards from the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, AnyState
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.match import Match
from trackside.play.result import result_says
from trackside.review.levels import level_losses
from trackside.review.report import Option, Outcome, Review, SeatSum, Step, StepSummary, Unit
from trackside.review.sums import cause_of, mistakes_for, moments_for, strokes_for
from trackside.review.words.figures import (
    kept_chance,
    luck_parts,
    rows_so_far,
    shown,
    shown_error,
    step_figures,
    sum_rows,
)
from trackside.review.words.headline import headline, level_says, loss_figure, summary
from trackside.review.words.steps import (
    option_text,
    outcome_says,
    step_at,
    step_does,
    step_says,
    step_title,
    turn_label,
)
from trackside.web.api.common import LevelName, as_json
from trackside.web.api.position import Effect, Offer
from trackside.web.api.reviews import (
    ReviewLevel,
    ReviewMoment,
    ReviewMove,
    ReviewOption,
    ReviewOutcome,
    ReviewPage,
    ReviewProgress,
    ReviewStep,
    ReviewSum,
)
from trackside.web.errors import NotFound
from trackside.web.store.reviews import Kept, Key
from trackside.web.tables.seats import HERE, PERSON
from trackside.web.tables.table import Table
from trackside.web.views.cards import seat_cards, table_card
from trackside.web.views.position import offers, scene_of
from trackside.web.workers.background import CancelCheck


def progress(kept: Kept, entries: int, ahead: Mapping[Key, int]) -> ReviewProgress:
    """Return the progress of a review."""
    return {
        "effort": kept.effort,
        "status": kept.shown,
        "read": kept.read,
        "entries": entries,
        "ahead": ahead.get(kept.key, 0),
    }


def told_seat(table: Table, player: str | None, wanted: int | None) -> int:
    """Return the reader's seat in a review: the one requested, else the player's own, else the first person's."""
    if wanted is not None:
        table.check_seat(wanted)
        return wanted
    mine = table.seats_of(player)
    people = [one.seat for one in table.occupants if one.kind in (PERSON, HERE)]
    return (mine or people or [0])[0]


def review_page(
    table: Table,
    words: Words,
    player: str | None,
    seat: int,
    kept: Sequence[Kept],
    ahead: Mapping[Key, int],
    shown: ReviewProgress,
    review: Review | None,
    first: int,
) -> Callable[[CancelCheck], bytes]:
    """Return a function that makes a review page as JSON, with the steps from number `first`."""
    assert table.match is not None
    entries, copy_match = len(table.match.log), table.copy_match()
    page: ReviewPage = {
        "table": table_card(table, words.language),
        "seats": seat_cards(table, player),
        "progress": shown,
        "efforts": [progress(one, entries, ahead) for one in kept],
        "seat": seat,
        "unit": None if review is None else review.unit,
        "judged_by": None if review is None else review.judged_by,  # type: ignore[typeddict-item]  # a str there
        "start": None if review is None else list(review.start),
        "turns": table.match.turn,
        "ending": result_says(table.match, words),
        "secrets": table.game.card.secrets and table.seats > 1,
        "steps_from": first,
        "steps": [],
        "headline": None,
        "summary": None,
        "sums": [],
        "so_far": [],
        "moments": [],
        "mistakes": [],
        "strokes": [],
        "levels": levels_of(table, shown["effort"], words),
    }

    def work(check_cancelled: CancelCheck) -> bytes:
        if review is not None:
            match = copy_match()
            for number in range(first, len(review.steps)):
                check_cancelled()
                page["steps"].append(step_line(review, match, number, words, seat))
            page["summary"] = summary(review, words, seat)
            page["moments"] = list(moments_for(review, seat))
            page["mistakes"] = list(mistakes_for(review, seat))
            page["strokes"] = list(strokes_for(review, seat))
            if review.complete:
                page["headline"] = headline(review, seat, words)
                page["sums"] = [sum_line(review, one, words) for one in review.sums]
            else:
                page["so_far"] = rows_so_far(review, seat, words)
        return as_json(page)

    return work


def step_line(review: Review, match: Match, number: int, words: Words, seat: int) -> ReviewStep:
    """Return a step of a review with its sentences, for the reader's seat."""
    step, unit = review.steps[number], review.unit
    moves = [move_of(step, place, unit) for place in range(len(step.options))]
    cause, by = cause_of(review, step, seat)
    errors = tuple(shown_error(value, error, unit) for value, error in zip(step.after, step.errors, strict=True))
    gifts = step.gifts or (0.0,) * review.seats
    return ReviewStep(
        **(values_of(StepSummary, step) | {"errors": errors, "gifts": gifts}),
        step=number,
        does=step_does(match, step, words),
        title=step_title(review, number, words, seat),
        at=step_at(review, number, words, seat),
        says=step_says(review, match, number, words, seat),
        shown=step_figures(review, number, seat),
        cause=cause,
        by=by,
        options=len(moves),
        best=moves[0] if moves else None,
        made=moves[step.made] if moves else None,
    )


def values_of(kind: type, value: object) -> dict[str, Any]:
    """Return the values of the fields that a dataclass declares."""
    return {field.name: getattr(value, field.name) for field in fields(kind)}


def move_of(step: Step, place: int, unit: Unit) -> ReviewMove:
    """Return an evaluated move of a step."""
    move = option_of(step.options[place], step.options[0], unit)
    return {**move, "best": place == 0, "made": place == step.made}


def option_of(option: Option, best: Option, unit: Unit) -> ReviewMove:
    """Return an evaluated move, its chance limited to that of the best; the caller sets `best` and `made`."""
    count, chance = len(option.moves), kept_chance(option, best)
    return {
        "moves": list(option.moves),
        "text": option_text(option),
        "line": list(option.line[count:]),
        "chance": chance,
        "error": option.error,
        "open": option.open,
        "best": False,
        "made": False,
        "equal": option.moves != best.moves and shown(chance, unit) == shown(best.chance, unit),
    }


def sum_line(review: Review, one: SeatSum, words: Words) -> ReviewSum:
    """Return the parts of a seat's result."""
    return ReviewSum(
        **values_of(SeatSum, one),
        level_says=level_says(review, one.seat, words),
        rows=sum_rows(review, one.seat, words),
        luck_parts=luck_parts(review, one.seat),
        loss_says=loss_figure(review, one.seat, words),
    )


def levels_of(table: Table, effort: str, words: Words) -> list[ReviewLevel]:
    """Return the loss per decision of each level at such a table, weakest first."""
    known = sorted(level_losses(table.game.name, effort, table.seats).items(), key=lambda one: -one[1][0])
    return [
        {"level": cast(LevelName, level), "label": words(f"level.{level}"), "loss": -loss, "error": error}
        for level, (loss, error) in known
    ]


def review_moment(
    table: Table, words: Words, seat: int, review: Review | None, number: int
) -> Callable[[CancelCheck], bytes]:
    """Return a function that makes a step of a review with its board, as JSON."""
    steps = 0 if review is None else len(review.steps)
    if review is None or not 0 <= number < steps:
        raise NotFound("server.no_step", step=number, last=steps - 1)
    copy_match = table.copy_match()
    return lambda check_cancelled: as_json(step_moment(review, copy_match(), words, seat, number))


def step_moment(review: Review, match: Match, words: Words, seat: int, number: int) -> ReviewMoment:
    """Return a step of a review with its board."""
    game, step, states = match.game, review.steps[number], match.positions()
    perspective = seat if step.seat < 0 else step.seat
    frame = frame_before(match, step)
    seen = view_state(game.plain, states[frame], perspective)
    return {
        "step": step_line(review, match, number, words, seat),
        "frame": frame,
        "scene": scene_of(game, seen, perspective),
        "open": scene_of(game, states[frame], REFEREE),
        "effects": cast(list[Effect], [one for entry in step.entries for one in match.event(entry).effects]),
        "options": [
            shown_option(game, seen, step.seat, move_of(step, place, review.unit), words)
            for place in range(len(step.options))
        ],
        "outcomes": [
            ReviewOutcome(
                **values_of(Outcome, one),
                says=outcome_says(game, states[min(step.entries, default=0)], step, one.text, words),
                came=one.text == step.text,
            )
            for one in step.outcomes
        ],
        "sampled": step.sampled,
    }


def frame_before(match: Match, step: Step) -> int:
    """Return the frame in which a step was decided: with simultaneous moves, before those the seat could not see."""
    states, rules = match.positions(), match.game.plain
    frame = min(step.entries, default=0)
    if step.seat < 0 or not match.game.card.secrets:
        return frame
    seen = view_state(rules, states[frame], step.seat)
    while frame > 0 and match.log[frame - 1][0] not in (step.seat, -1):
        if view_state(rules, states[frame - 1], step.seat) != seen:
            break
        frame -= 1
    return frame


def shown_option(game: Game, view: AnyState, seat: int, move: ReviewMove, words: Words) -> ReviewOption:
    """Return an evaluated move with everything needed to show it."""
    state, offered = view, list[Offer]()
    is_turn = len(move["moves"]) > 1 or (game.card.search.method == "turns" and view.turns > 0)
    for code in move["moves"]:
        offered += offers(game, state, seat, [code], words)
        if is_turn:
            state = state.duplicate()
            game.plain.apply(state, seat, code)
    label, brings = " ".join(offer["label"] for offer in offered), [line for one in offered for line in one["brings"]]
    if offered and (len(offered) > 1 or "short" in offered[0]):
        does, way = turn_label(game, view, seat, move["moves"], words)
        label, brings = does or label, [way] if way else brings
    return {
        **move,
        "label": label,
        "brings": brings,
        "offers": offered,
        "scene": scene_of(game, state, seat) if is_turn else None,
    }
