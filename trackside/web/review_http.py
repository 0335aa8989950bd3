"""The HTTP interface to reviews: asked for, read as they grow, and looked at step by step."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from trackside.review.report import Effort
from trackside.web import review_messages as answers
from trackside.web.asking import Asking
from trackside.web.commands import ReviewForm
from trackside.web.desk import Desk
from trackside.web.guard import player_of
from trackside.web.http import Spoken, api_router
from trackside.web.review_pages import progress, review_moment, review_page, told_seat
from trackside.web.reviews import Reviews
from trackside.web.table import Table

Closely = Annotated[
    Effort | None, Query(description="how closely it looks; else the closest that is done, or furthest")
]
ToldFor = Annotated[int | None, Query(description="the seat for whom it is told; else yours")]


def make_review_router(reviews: Reviews, desk: Desk, asking: Asking) -> APIRouter:
    """The interface to the reviews of one server."""
    router = api_router()

    async def how_far(table: Table, effort: Effort) -> answers.ReviewProgress:
        _, ahead, kept = await reviews.find(table, effort)
        assert table.match is not None
        entries = len(table.match.log)
        return nothing_yet(effort, entries) if kept is None else progress(kept, entries, ahead)

    @router.post("/tables/{table_id}/review", status_code=202, summary="Have a finished game explained")
    async def ask(request: Request, table_id: str, form: ReviewForm) -> answers.ReviewProgress:
        table = (await asking.find(request, table_id)).table
        await reviews.ask(table, form.effort, asking.who(request))
        return await how_far(table, form.effort)

    @router.delete("/tables/{table_id}/review", summary="Let a review stop where it is; what there is of it stays")
    async def stop(request: Request, table_id: str, effort: Effort = "normal") -> answers.ReviewProgress:
        table = (await asking.find(request, table_id)).table
        await reviews.stop(table, effort, asking.who(request))
        return await how_far(table, effort)

    @router.get(
        "/tables/{table_id}/review",
        response_model=answers.ReviewPage,
        summary="A finished game explained, as far as it has been read",
    )
    async def read(
        request: Request,
        table_id: str,
        effort: Closely = None,
        first: Annotated[int, Query(alias="from", ge=0, description="the first step that is wanted")] = 0,
        seat: ToldFor = None,
        language: Spoken = "en",
    ) -> Response:
        live = await asking.find(request, table_id)
        table, player = live.table, player_of(request)
        kept, ahead, shown = await reviews.find(table, effort)
        told = told_seat(table, player, seat)
        assert table.match is not None
        entries = len(table.match.log)
        so_far = nothing_yet(effort or "normal", entries) if shown is None else progress(shown, entries, ahead)
        review = None if shown is None else await reviews.whole(shown, asking.asker(request))
        words = live.viewers.words(language, player)
        work = review_page(table, words, player, told, kept, ahead, so_far, review, first)
        return Response(await desk.do(asking.asker(request), work), media_type="application/json")

    @router.get(
        "/tables/{table_id}/review/steps/{step}",
        response_model=answers.ReviewMoment,
        summary="A step of a review: its board, every move that was weighed, all that chance could have done",
    )
    async def look_at(
        request: Request,
        table_id: str,
        step: int,
        effort: Closely = None,
        seat: ToldFor = None,
        language: Spoken = "en",
    ) -> Response:
        live = await asking.find(request, table_id)
        table, player = live.table, player_of(request)
        _, _, shown = await reviews.find(table, effort)
        review = None if shown is None else await reviews.whole(shown, asking.asker(request))
        words = live.viewers.words(language, player)
        work = review_moment(table, words, told_seat(table, player, seat), review, step)
        return Response(await desk.do(asking.asker(request), work), media_type="application/json")

    return router


def nothing_yet(effort: Effort, entries: int) -> answers.ReviewProgress:
    """How far a review is that nobody has asked for."""
    return {"effort": effort, "status": "none", "read": 0, "entries": entries, "ahead": 0}
