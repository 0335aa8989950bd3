"""Routes of reviews: requesting, stopping and reading one, and a step of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from trackside.review.report import Effort
from trackside.web.api.forms import Number, ReviewForm
from trackside.web.api.reviews import ReviewMoment, ReviewPage, ReviewProgress
from trackside.web.reviews.service import Reviews
from trackside.web.routes.dependencies import MaybePlayer, Player, ServicesDep, Spoken, VisibleTable, api_router
from trackside.web.tables.table import Table
from trackside.web.views.reviews import progress, review_moment, review_page, told_seat

Closely = Annotated[
    Effort | None,
    Query(description="the effort of the review; by default the highest that is done, or the one that is furthest"),
]
ToldFor = Annotated[Number | None, Query(description="the seat for which it is written; by default yours")]

router = api_router()


@router.post("/tables/{table_id}/review", status_code=202, summary="Request a review of a finished game")
async def ask(live: VisibleTable, form: ReviewForm, player: Player, services: ServicesDep) -> ReviewProgress:
    await services.reviews.ask(live.table, form.effort, player)
    return await how_far(services.reviews, live.table, form.effort)


@router.delete("/tables/{table_id}/review", summary="Stop a review; the finished part is kept")
async def stop(live: VisibleTable, player: Player, services: ServicesDep, effort: Effort = "normal") -> ReviewProgress:
    await services.reviews.stop(live.table, effort, player)
    return await how_far(services.reviews, live.table, effort)


async def how_far(reviews: Reviews, table: Table, effort: Effort) -> ReviewProgress:
    """Return the progress of a review."""
    _, ahead, kept = await reviews.find(table, effort)
    assert table.match is not None
    entries = len(table.match.log)
    return nothing_yet(effort, entries) if kept is None else progress(kept, entries, ahead)


@router.get(
    "/tables/{table_id}/review",
    response_model=ReviewPage,
    summary="Get the review of a finished game, as far as it is done",
)
async def read(
    live: VisibleTable,
    player: MaybePlayer,
    services: ServicesDep,
    effort: Closely = None,
    first: Annotated[Number, Query(alias="from", ge=0, description="the first step to return")] = 0,
    seat: ToldFor = None,
    language: Spoken = "en",
) -> Response:
    table, reviews = live.table, services.reviews
    kept, ahead, shown = await reviews.find(table, effort)
    told = told_seat(table, player, seat)
    assert table.match is not None
    entries = len(table.match.log)
    review = None if shown is None else await reviews.whole(shown, player or "")
    if shown is not None and review is not None and review.complete:  # perhaps only since the query above
        done = shown._replace(status="done", read=entries)
        kept, shown = [done if one is shown else one for one in kept], done
    so_far = nothing_yet(effort or "normal", entries) if shown is None else progress(shown, entries, ahead)
    words = live.viewers.words(language, player)
    work = review_page(table, words, player, told, kept, ahead, so_far, review, first)
    return Response(await services.background.do(player or "", work), media_type="application/json")


@router.get(
    "/tables/{table_id}/review/steps/{step}",
    response_model=ReviewMoment,
    summary="Get a step of a review: its board, all moves considered, all outcomes possible",
)
async def look_at(
    live: VisibleTable,
    step: Number,
    player: MaybePlayer,
    services: ServicesDep,
    effort: Closely = None,
    seat: ToldFor = None,
    language: Spoken = "en",
) -> Response:
    table, reviews = live.table, services.reviews
    _, _, shown = await reviews.find(table, effort)
    review = None if shown is None else await reviews.whole(shown, player or "")
    words = live.viewers.words(language, player)
    work = review_moment(table, words, told_seat(table, player, seat), review, step)
    return Response(await services.background.do(player or "", work), media_type="application/json")


def nothing_yet(effort: Effort, entries: int) -> ReviewProgress:
    """Return the progress of a review that no one has requested."""
    return {"effort": effort, "status": "none", "read": 0, "entries": entries, "ahead": 0}
