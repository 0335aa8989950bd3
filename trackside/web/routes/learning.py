"""Routes for learning: rules, lessons, questions from reviews, training and puzzles."""

from __future__ import annotations

from fastapi import Request

from trackside.core.words import Language
from trackside.games import GAMES
from trackside.web.api.forms import AnswerForm, LessonForm, SharesForm
from trackside.web.api.learning import PuzzlePage, Question, QuestionVerdict, Shares, TrainingPage
from trackside.web.api.lessons import LessonPage, LessonVerdict
from trackside.web.api.rules import RulesPage
from trackside.web.errors import NotFound
from trackside.web.reviews.questions import OF_A_STEP, PUZZLE
from trackside.web.routes.dependencies import (
    CREATION_LIMITED,
    RATE_LIMITED,
    MaybePlayer,
    Player,
    ServicesDep,
    Spoken,
    api_router,
    services_of,
    visible_table,
)
from trackside.web.server.clients import player_of
from trackside.web.views.lessons import judge, lesson_page
from trackside.web.views.questions import Asked
from trackside.web.views.rules import rules_page
from trackside.web.views.today import today

router = api_router(dependencies=RATE_LIMITED)


@router.get("/rules/{game}", summary="Get the rules of a game, numbered, with pictures")
async def rules(game: str, language: Spoken = "en") -> RulesPage:
    if game not in GAMES:
        raise NotFound("server.no_game", game=game[:40])
    return rules_page(GAMES[game], language)


@router.get("/lessons/{game}", summary="Get the lessons of a game: positions to play, and the task in each")
async def lessons(game: str, language: Spoken = "en") -> LessonPage:
    return lesson_page(game, language)


@router.post("/lessons/{game}/{lesson}", summary="Get the verdict on the moves made in a lesson; nothing is stored")
async def answer_lesson(game: str, lesson: str, form: LessonForm, language: Spoken = "en") -> LessonVerdict:
    return judge(game, lesson, form.moves, language)


@router.get("/questions/{question}", summary="Get a step of a review, or a puzzle, as a question")
async def get_question(request: Request, question: str, services: ServicesDep, language: Spoken = "en") -> Question:
    asked = await find_question(request, question, language)
    return await services.background.do(player_of(request) or "", lambda check_cancelled: asked.message())


@router.post("/questions/{question}", summary="Get the verdict on the moves made in answer to a question")
async def answer_question(
    request: Request,
    question: str,
    form: AnswerForm,
    player: Player,
    services: ServicesDep,
    language: Spoken = "en",
) -> QuestionVerdict:
    asked = await find_question(request, question, language)
    judged = await services.questions.judge(asked, form, player)
    return judged | {"due": await services.training.note(asked, player, judged["verdict"])}


async def find_question(request: Request, identifier: str, language: Language) -> Asked:
    """Return a question from a game that the client may see, or a puzzle."""
    questions, player = services_of(request).questions, player_of(request)
    if identifier.startswith(PUZZLE):
        return await questions.puzzle(identifier, language, player or "")
    named = OF_A_STEP.fullmatch(identifier)
    if named is None:
        raise NotFound("server.no_question", question=identifier[:40])
    live = await visible_table(request, named[1])
    return await questions.of_step(live, int(named[2]), player, language, player or "")


@router.get("/training", summary="List the positions you got wrong that are due")
async def due(
    player: MaybePlayer, services: ServicesDep, game: str | None = None, language: Spoken = "en"
) -> TrainingPage:
    return await services.training.page(player, game, language)


@router.post(
    "/training/shares",
    dependencies=CREATION_LIMITED,
    summary="Set whether positions of your games may become puzzles for everyone",
)
async def share(form: SharesForm, player: Player, services: ServicesDep) -> Shares:
    await services.training.share(player, form.shares_positions)
    return {"shares_positions": form.shares_positions}


@router.get("/puzzles", summary="List the puzzles of the day")
async def puzzles(player: MaybePlayer, services: ServicesDep, language: Spoken = "en") -> PuzzlePage:
    return await services.training.puzzles(player, today(), language, player or "")
