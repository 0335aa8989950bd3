"""The HTTP interface to reviews, and to the questions, training and puzzles made from them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from trackside.core.words import Language
from trackside.review.report import Effort
from trackside.web.api.forms import AnswerForm, Number, ReviewForm, SharesForm
from trackside.web.api.learning import PuzzlePage, Question, QuestionVerdict, Shares, TodayPage, TrainingPage
from trackside.web.api.reviews import ReviewMoment, ReviewPage, ReviewProgress
from trackside.web.errors import NotFound
from trackside.web.reviews.service import Reviews
from trackside.web.reviews.training import Training
from trackside.web.routes.context import RequestContext
from trackside.web.routes.tables import Spoken, api_router, today
from trackside.web.server.clients import player_of
from trackside.web.tables.table import Table
from trackside.web.views.questions import OF_A_STEP, PUZZLE, Asked
from trackside.web.views.reviews import progress, review_moment, review_page, told_seat
from trackside.web.views.today import Today
from trackside.web.workers.background import BackgroundThread

Closely = Annotated[
    Effort | None,
    Query(description="the effort of the review; by default the highest that is done, or the one that is furthest"),
]
ToldFor = Annotated[Number | None, Query(description="the seat for which it is written; by default yours")]


def make_review_router(
    reviews: Reviews, training: Training, background: BackgroundThread, context: RequestContext
) -> APIRouter:
    """Return the routes for the reviews of one server, and for the training and puzzles made from them."""
    router, questions, lobby = api_router(), training.questions, Today(reviews, training)

    async def how_far(table: Table, effort: Effort) -> ReviewProgress:
        _, ahead, kept = await reviews.find(table, effort)
        assert table.match is not None
        entries = len(table.match.log)
        return nothing_yet(effort, entries) if kept is None else progress(kept, entries, ahead)

    @router.post("/tables/{table_id}/review", status_code=202, summary="Request a review of a finished game")
    async def ask(request: Request, table_id: str, form: ReviewForm) -> ReviewProgress:
        table = (await context.visible_table(request, table_id)).table
        await reviews.ask(table, form.effort, context.require_player(request))
        return await how_far(table, form.effort)

    @router.delete("/tables/{table_id}/review", summary="Stop a review; the finished part is kept")
    async def stop(request: Request, table_id: str, effort: Effort = "normal") -> ReviewProgress:
        table = (await context.visible_table(request, table_id)).table
        await reviews.stop(table, effort, context.require_player(request))
        return await how_far(table, effort)

    @router.get(
        "/tables/{table_id}/review",
        response_model=ReviewPage,
        summary="Get the review of a finished game, as far as it is done",
    )
    async def read(
        request: Request,
        table_id: str,
        effort: Closely = None,
        first: Annotated[Number, Query(alias="from", ge=0, description="the first step to return")] = 0,
        seat: ToldFor = None,
        language: Spoken = "en",
    ) -> Response:
        live = await context.visible_table(request, table_id)
        table, player = live.table, player_of(request)
        kept, ahead, shown = await reviews.find(table, effort)
        told = told_seat(table, player, seat)
        assert table.match is not None
        entries = len(table.match.log)
        review = None if shown is None else await reviews.whole(shown, context.client_id(request))
        if shown is not None and review is not None and review.complete:  # perhaps only since the query above
            done = shown._replace(status="done", read=entries)
            kept, shown = [done if one is shown else one for one in kept], done
        so_far = nothing_yet(effort or "normal", entries) if shown is None else progress(shown, entries, ahead)
        words = live.viewers.words(language, player)
        work = review_page(table, words, player, told, kept, ahead, so_far, review, first)
        return Response(await background.do(context.client_id(request), work), media_type="application/json")

    @router.get(
        "/tables/{table_id}/review/steps/{step}",
        response_model=ReviewMoment,
        summary="Get a step of a review: its board, all moves considered, all outcomes possible",
    )
    async def look_at(
        request: Request,
        table_id: str,
        step: Number,
        effort: Closely = None,
        seat: ToldFor = None,
        language: Spoken = "en",
    ) -> Response:
        live = await context.visible_table(request, table_id)
        table, player = live.table, player_of(request)
        _, _, shown = await reviews.find(table, effort)
        review = None if shown is None else await reviews.whole(shown, context.client_id(request))
        words = live.viewers.words(language, player)
        work = review_moment(table, words, told_seat(table, player, seat), review, step)
        return Response(await background.do(context.client_id(request), work), media_type="application/json")

    async def find_question(request: Request, identifier: str, language: Language) -> Asked:
        """Return a question from a game that the client may see, or a puzzle."""
        context.check_rate(request)
        if identifier.startswith(PUZZLE):
            return await questions.puzzle(identifier, language, context.client_id(request))
        named = OF_A_STEP.fullmatch(identifier)
        if named is None:
            raise NotFound("server.no_question", question=identifier[:40])
        live = await context.visible_table(request, named[1])
        return await questions.of_step(live, int(named[2]), player_of(request), language, context.client_id(request))

    @router.get("/questions/{question}", summary="Get a step of a review, or a puzzle, as a question")
    async def get_question(request: Request, question: str, language: Spoken = "en") -> Question:
        asked = await find_question(request, question, language)
        return await background.do(context.client_id(request), lambda check_cancelled: asked.message())

    @router.post("/questions/{question}", summary="Get the verdict on the moves made in answer to a question")
    async def answer_question(
        request: Request, question: str, form: AnswerForm, language: Spoken = "en"
    ) -> QuestionVerdict:
        player = context.require_player(request)
        asked = await find_question(request, question, language)
        judged = await questions.judge(asked, form, player)
        return judged | {"due": await training.note(asked, player, judged["verdict"])}

    @router.get("/training", summary="List the positions you got wrong that are due")
    async def due(request: Request, game: str | None = None, language: Spoken = "en") -> TrainingPage:
        context.check_rate(request)
        return await training.page(player_of(request), game, language)

    @router.post("/training/shares", summary="Set whether positions of your games may become puzzles for everyone")
    async def share(request: Request, form: SharesForm) -> Shares:
        context.check_rate(request, creates=True)
        await training.share(context.require_player(request), form.shares_positions)
        return {"shares_positions": form.shares_positions}

    @router.get("/puzzles", summary="List the puzzles of the day")
    async def puzzles(request: Request, language: Spoken = "en") -> PuzzlePage:
        context.check_rate(request)
        return await training.puzzles(player_of(request), today(), language, context.client_id(request))

    @router.get("/today", summary="List the games and puzzles of the day, and your last games with their verdicts")
    async def get_today(request: Request, language: Spoken = "en") -> TodayPage:
        context.check_rate(request)
        return await lobby.page(player_of(request), today(), language, context.client_id(request))

    return router


def nothing_yet(effort: Effort, entries: int) -> ReviewProgress:
    """Return the progress of a review that no one has requested."""
    return {"effort": effort, "status": "none", "read": 0, "entries": entries, "ahead": 0}
