"""Clicks do what they appear to do: every legal move at its place, and nothing from a pointer that rests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from math import dist
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.games.traxx.table import PRACTICE
from tests.web.browser.people import PHONE, Person
from tests.web.serving import Server, sqlite
from trackside.core.notation import choices_for
from trackside.games import GAMES
from trackside.games.whole_nine.preview import preview_move
from trackside.games.whole_nine.state import MOVE
from trackside.play.forced import forced_move
from trackside.play.match import Match

People = Callable[..., Person]

POSITIONS, SAMPLE = 30, 1
"""Positions of each game whose legal moves are all clicked, and how many of them in every run."""

CENTRE = """move => {
  const all = [...document.querySelectorAll(`main [data-move="${move}"]`)].filter(one => one.getClientRects().length);
  const place = all.find(one => one.closest('.mat') && one.tabIndex === 0) ?? all.find(one => one.tabIndex === 0);
  if (!place) return null;
  place.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = place.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which one player may make any number of tables."""
    running = Server(sqlite(tmp_path_factory.mktemp("unlimited")), "--no-limits")
    yield running
    running.stop()


class Moment(NamedTuple):
    """A position of a game: its record on the server, how much of the log precedes it, and whose turn it is."""

    record: str
    at: int
    seat: int
    moves: dict[int, list[str]]
    """Return what each legal move, by its code, writes: itself and the moves that it forces."""


def modes(game: str, seats: int) -> list[dict[str, str]]:
    """The ways to play a game that ask for different decisions."""
    if game != "skip-or-trip":
        return [{}]
    return [{}, *({"mode": mode} for mode, n in (("advanced", 3), ("advanced", 2), ("teams", 4)) if n == seats)]


def random_match(game: str, seats: int, chance: random.Random) -> Match[Any]:
    """Play a whole game of random moves; a player passes only without an alternative."""
    options = chance.choice(modes(game, seats))
    match: Match[Any] = Match(game, seats, options=options, seed=chance.randrange(1 << 30))
    while not match.over:
        able = [seat for seat in range(seats) if match.moves(seat)]
        seat = chance.choice(able)
        match.play(seat, chance.choice(match.moves(seat)[:-1] or match.moves(seat)))
    return match


def written(match: Match[Any], state: Any, seat: int, move: int) -> list[str]:
    """Return the log entries of a move and of the moves that it forces."""
    texts: list[str] = []
    after, code = deepcopy(state), move
    while True:
        texts.append(match.game.notation.move_text(after, seat, code))
        match.game.plain.apply(after, seat, code)
        forced = forced_move(match.game, after, seat)
        if forced is None:
            return texts
        code = forced


def moments(person: Person, game: str, count: int, chance: random.Random) -> Iterator[Moment]:
    """Random positions of random games in which a seat has something to decide."""
    card = GAMES[game].card
    while count > 0:
        seats = chance.choice([n for n in card.seats if n > 1])
        match = random_match(game, seats, chance)
        record = person.post("/records", text=match.record())["table"]
        states = match.positions()
        able = [
            (at, seat)
            for at, state in enumerate(states)
            for seat in range(seats)
            if choices_for(match.game.plain, state, seat) and forced_move(match.game, state, seat) is None
        ]
        for at, seat in chance.sample(able, min(len(able), 5, count)):
            codes = choices_for(match.game.plain, states[at], seat)
            yield Moment(record, at, seat, {code: written(match, states[at], seat, code) for code in codes})
            count -= 1


def made_by(person: Person, table: str, seat: int) -> list[str]:
    """The moves of a seat at a table, as they are written."""
    known = person.context.request.get(f"/api/tables/{table}").json()
    return [entry["text"] for entry in known["log"] if entry["seat"] == seat]


def ready(person: Person, table: str) -> Page:
    """Open a table and roll, so that there is something to decide."""
    page = person.visit(f"/table/{table}")
    if "roll" in person.state():
        page.locator(".acts .primary").click()
        page.locator(".the-die.blank").wait_for(state="detached")
    person.state()
    return page


def press_in_the_middle(person: Person, table: str, seat: int, move: int, finger: bool) -> list[str]:
    """Press the centre of a move's place, or the main button if it has none; return the moves that came of it."""
    page = ready(person, table)
    before = len(made_by(person, table, seat))
    centre = page.evaluate(CENTRE, move)
    if centre and finger:
        page.touchscreen.tap(*centre)
        page.locator(".say.previewing, .acts .confirm").wait_for()
        if not page.locator(".acts .confirm").count():
            page.touchscreen.tap(*page.evaluate(CENTRE, move))
    elif centre:
        page.mouse.click(*centre)
    else:
        page.locator(".acts .primary").click()
    held = page.locator(".acts").filter(has=page.get_by_role("button", name="Take back", exact=True))
    asks = page.locator(".acts .confirm").or_(held.locator(".primary"))

    def has_moved() -> bool:
        if asks.count():  # the move waits for a yes: nothing has been made
            asks.click()
        return len(made_by(person, table, seat)) > before

    person.until(has_moved)
    person.state()  # whatever the press has led to is over
    return made_by(person, table, seat)[before:]


def press_all(person: Person, game: str, count: int, seed: int, finger: bool = False) -> None:
    """Press every legal move of random positions, each at a new table."""
    chance = random.Random(f"{game} {seed}")
    for moment in moments(person, game, count, chance):
        for move, texts in moment.moves.items():
            form = {"at": moment.at, "seat": moment.seat, "level": "greedy"}
            table = person.post(f"/tables/{moment.record}/whatif", **form)["table"]
            made = press_in_the_middle(person, table, moment.seat, move, finger)
            assert made == texts, f"{moment.record} at {moment.at}, seat {moment.seat}: {move}"


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_made_by_a_click_in_the_middle_of_its_place(
    people: People, unlimited: Server, game: str
) -> None:
    press_all(people(unlimited), game, SAMPLE, 1)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_of_many_positions_is_made_by_a_click(people: People, unlimited: Server, game: str) -> None:
    press_all(people(unlimited), game, POSITIONS, 2)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_of_some_positions_is_made_by_a_finger(people: People, unlimited: Server, game: str) -> None:
    press_all(people(unlimited, **FINGER), game, POSITIONS // 3, 3, finger=True)


COVERED = """places => [...document.querySelectorAll('.mat .stand:not([data-move])')].flatMap(piece => {
  const { x, y, width, height } = piece.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const under = document.elementsFromPoint(...at);
  const place = under.map(one => one.closest('[data-move]')).find(one => one);
  return place && piece.contains(under[0]) ? [[...at, Number(place.dataset.move)]] : [];
})"""


def covered_moves(match: Match[Any]) -> Iterator[tuple[int, int]]:
    """Positions of The Whole Nine where a pawn may walk to where another player's stands, or to a goal with pawns."""
    for at, state in enumerate(match.positions()):
        if state.phase != MOVE:
            continue
        others = {place for seat in range(state.seats) if seat != state.seat for place in state.pawn[seat]}
        moves = choices_for(match.game.plain, state, state.seat)
        if others & {preview_move(state, state.seat, move).end for move in moves}:
            yield at, state.seat


def test_a_click_on_a_piece_is_a_click_on_the_place_beneath_it(people: People, house: Server) -> None:
    person, chance = people(house), random.Random(11)
    match = random_match("whole-nine", 4, chance)
    record = person.post("/records", text=match.record())["table"]
    clicked = 0
    for at, seat in chance.sample(list(covered_moves(match)), 4):
        table = person.post(f"/tables/{record}/whatif", at=at, seat=seat, level="greedy")["table"]
        page = ready(person, table)
        pieces = page.evaluate(COVERED)
        for x, y, move in pieces[:1]:
            text = match.game.notation.move_text(match.positions()[at], seat, move)
            before = len(made_by(person, table, seat))
            page.mouse.click(x, y)
            person.until(partial(lambda table, seat, n: len(made_by(person, table, seat)) > n, table, seat, before))
            assert made_by(person, table, seat)[before] == text
            clicked += 1
    assert clicked >= 2


def choice_of(person: Person) -> Page:
    """The Whole Nine, my turn, with a die that has been rolled and a choice of pawns."""
    table = person.table("whole-nine", "me", "greedy", seed="pointing", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    chance = random.Random(1)
    while "roll" in (state := person.state()) or len(state["moves"]) < 2:
        person.step(state, chance)
    return page


PREVIEWED = ".say.previewing, .legal-mark.on, .offer-button.on, .hint-line.on, button.take.best, .raised, [data-on]"
"""Whatever shows that a choice is being pointed at."""


PAUSE = 600
"""Milliseconds between two clicks in one place that are no double click."""

SHORT: dict[str, dict[str, str]] = {
    "whole-nine": {"segments": "5"},
    "traxx": {"deck": "ybgr-ybgk", "sheet": PRACTICE},
    "skip-or-trip": {"rounds": "8"},
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "traxx" else [pytest.mark.long]) for game in GAMES]
)
def test_a_whole_game_by_double_clicks_with_a_pointer_that_rests(people: People, house: Server, game: str) -> None:
    person, chance = people(house), random.Random(6)
    table = person.table(game, "me", "greedy", seed="resting", options=SHORT[game])
    page = person.visit(f"/table/{table}")
    last = (0.0, 0.0)
    while "over" not in (state := person.state()):
        assert page.locator(PREVIEWED).count() == 0, "nobody has pointed at anything"
        before = len(made_by(person, table, 0))
        spot = person.point_of(chance.choice(state["moves"])) if state.get("moves") else button_spot(page)
        if dist(spot, last) < 10:
            page.wait_for_timeout(PAUSE)
        page.mouse.dblclick(*spot)
        last = spot
        person.until(partial(lambda known: settled(person, state) or len(made_by(person, table, 0)) > known, before))
        person.state()
        made = made_by(person, table, 0)[before:]
        assert len(made) <= 1 or made[0].startswith("trip"), "two decisions by one double click"


def button_spot(page: Page) -> tuple[float, float]:
    """Return the middle of the button that decides."""
    box = page.locator(".acts .confirm, .acts:not(:has(.confirm)) .primary").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def settled(person: Person, before: dict[str, Any]) -> bool:
    """Return true once the page asks for something else than before."""
    now = person.peek()
    return now is not None and now != before


@pytest.mark.parametrize("button", ["mouse", "finger"])
def test_a_double_press_on_the_main_button_decides_once(people: People, button: str) -> None:
    person = people(**(FINGER if button == "finger" else {}))
    table = person.table("whole-nine", "me", "here", options={"first": "red"}, seed="double")
    page = person.visit(f"/table/{table}")
    assert person.state() == {"roll": True}
    x, y = button_spot(page)
    if button == "mouse":
        page.mouse.dblclick(x, y)
    else:
        finger = person.context.new_cdp_session(page)
        for at in (1000.0, 1000.2):
            point = {"timestamp": at, "touchPoints": [{"x": x, "y": y}]}
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", **point})
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "timestamp": at + 0.05, "touchPoints": []})
    moves = person.state()["moves"]
    assert len(moves) == 1, "one pawn may set out: the main button would move it"
    expect(page.locator(".acts .primary")).to_be_enabled()
    assert made_by(person, table, 0) == []


def test_a_key_that_is_held_down_decides_once(person: Person) -> None:
    table = person.table("whole-nine", "me", "here", options={"first": "red"}, seed="double")
    page = person.visit(f"/table/{table}")

    def point() -> None:
        assert person.state() == {"roll": True}
        page.keyboard.press("Space")
        person.state()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".say.previewing")).to_be_visible()

    point()
    page.keyboard.down("Enter")
    person.until(lambda: len(made_by(person, table, 0)) == 1)
    point()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".say.previewing")).to_be_visible()
    assert made_by(person, table, 1) == []
    page.keyboard.press("Enter")
    person.until(lambda: len(made_by(person, table, 1)) == 1)


CARD = ".hover-card[data-placed]"

COVERS = """() => {
  const card = document.querySelector('.hover-card[data-placed]').getBoundingClientRect();
  const cut = one => one.left < card.right && card.left < one.right && one.top < card.bottom && card.top < one.bottom;
  return [...document.querySelectorAll('main [data-move], .prompt, .ghost, [data-preview]')]
    .filter(one => cut(one.getBoundingClientRect())).map(one => one.outerHTML.slice(0, 120));
}"""


def test_an_explanation_covers_no_choice_and_closes_at_a_press(people: People, house: Server) -> None:
    person = people(house)
    page = choice_of(person)
    page.clock.install()
    places = page.locator(".mat [data-about]")
    shown = 0
    for i in range(0, places.count(), 3):
        box = places.nth(i).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8, steps=2)
        page.clock.fast_forward(2000)
        if page.locator(CARD).count():
            shown += 1
            assert page.evaluate(COVERS) == []
    assert shown > 3
    page.mouse.move(*person.point_of(person.state()["moves"][0]), steps=2)
    page.clock.fast_forward(2000)
    expect(page.locator(CARD)).to_be_visible()
    before = person.state()
    page.mouse.down()
    expect(page.locator(CARD)).to_have_count(0)
    page.mouse.up()
    person.until(lambda: settled(person, before))
    page.clock.fast_forward(5000)
    expect(page.locator(CARD)).to_have_count(0)


def test_a_hand_card_is_explained_beside_what_it_would_do(people: People, house: Server) -> None:
    person = people(house)
    table = person.table("skip-or-trip", "me", "greedy", seed="finger", options={"first": "red"})
    page = person.visit(f"/table/{table}")
    card = page.locator(".fan .slotcard").first
    card.wait_for()
    page.clock.install()
    card.hover()
    page.clock.fast_forward(2000)
    expect(page.locator(CARD)).to_be_visible()
    expect(page.locator(".say.previewing")).to_be_visible()
    assert page.evaluate(COVERS) == []


def test_the_explanation_of_a_field_leaves_the_line_to_it_free(people: People, house: Server) -> None:
    person = people(house)
    page = person.visit(f"/table/{person.table('traxx', 'me', 'greedy', seed='look')}")
    state = person.state()
    page.clock.install()
    shown = 0
    for move in state["moves"]:
        page.mouse.move(5, 300)
        page.mouse.move(*person.point_of(move), steps=3)
        page.locator("[data-preview]").wait_for(state="attached")
        page.clock.fast_forward(2000)
        if page.locator(CARD).count():
            shown += 1
            assert page.evaluate(COVERS) == []
    assert shown
