"""The review in a real browser: watched until complete, by keys alone, on a phone, in both languages; learning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.processes import wait_for
from tests.web.browser.people import DESK, PHONE, Person
from tests.web.browser.test_print import faults_on_paper
from tests.web.serving import Server, alive
from trackside.games import GAMES

SHORT: dict[str, dict[str, str]] = {
    "traxx": {"deck": "ybgr-ybgk-rgky-pkyb"},
    "skip-or-trip": {"rounds": "3"},
    "whole-nine": {"segments": "5"},
}
"""Options for games that are soon over."""

SMALL = {"width": 360, "height": 740}
READ = ".rv-verdict h2:not(:has-text('…'))"
LONG = 1_200_000
"""Milliseconds to wait for a review that may have to be compiled first."""


def play_badly(person: Person, game: str, *bots: str) -> str:
    """A game that is over: the last move that is offered, always."""
    table = person.table(game, "me", *bots, options=SHORT[game], seed="reviewed", by_hand=False)
    while True:
        shown = person.context.request.get(f"/api/tables/{table}").json()
        if shown["result"]:
            return table
        offers = shown["view"]["offers"]
        if offers:
            person.post(f"/tables/{table}/moves", type="move", seat=0, move=offers[-1]["move"])


def review_of(person: Person, table: str) -> dict[str, Any]:
    """Return the server's review of a game."""
    found: dict[str, Any] = person.context.request.get(f"/api/tables/{table}/review").json()
    return found


def reviewed(person: Person, table: str) -> dict[str, Any]:
    """The whole review of a game."""
    person.post(f"/tables/{table}/review", effort="quick")
    wait_for(lambda: review_of(person, table)["progress"]["status"] in ("done", "failed"), pause=0.5)
    return review_of(person, table)


class Reviewed:
    """Games that one person plays and has reviewed, each on first use, and the cookie to return with."""

    def __init__(self, browser: Browser, server: Server, state: str) -> None:
        self.server, self.state = server, state
        self.player = Person(browser, server)
        self.player.post("/name", name="")
        self.player.context.storage_state(path=state)
        self._reviews: dict[tuple[str, int], dict[str, Any]] = {}

    def review(self, game: str, bots: int = 1) -> dict[str, Any]:
        """Return the server's review of a game."""
        if (game, bots) not in self._reviews:
            table = play_badly(self.player, game, *["greedy"] * bots)
            self._reviews[game, bots] = reviewed(self.player, table)
        return self._reviews[game, bots]

    def table(self, game: str) -> str:
        """Return the table of a game."""
        found: str = self.review(game)["table"]["id"]
        return found


@pytest.fixture(scope="module")
def games(browser: Browser, thinking_for_all: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewed]:
    """A reviewed game of each kind, on a server with a process that thinks."""
    made = Reviewed(browser, alive(thinking_for_all), str(tmp_path_factory.mktemp("reviewed") / "cookies.json"))
    yield made
    made.player.close()


@pytest.fixture
def ana(games: Reviewed, people: Callable[..., Person]) -> Callable[..., Person]:
    """Makes browsers of the one who played them."""
    return lambda **options: people(games.server, storage_state=games.state, **options)


def open_review(person: Person, table: str) -> Page:
    """The review of a game, complete."""
    page = person.visit(f"/table/{table}/review")
    page.locator(READ).wait_for()
    return page


def at_step(page: Page) -> int:
    """Return the number of the step on show."""
    return int(page.evaluate("location.hash.slice(1) || '-1'"))


def is_mine(review: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """Return True if a step is a clear loss of the reader."""
    return lambda step: bool(step["word"]) and step["seat"] == review["seat"]


def only(name: str) -> list[Any]:
    """All games, of which `make test` has the time for one."""
    return [pytest.param(game, marks=[] if game == name else [pytest.mark.long]) for game in GAMES]


@pytest.mark.parametrize("game", only("traxx"))
def test_a_review_is_asked_for_at_the_end_of_a_game_and_watched_until_complete(
    games: Reviewed, people: Callable[..., Person], game: str
) -> None:
    bo = people(games.server)
    table = play_badly(bo, game, "greedy")
    page = bo.visit(f"/table/{table}")
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_url(f"**/table/{table}/review")
    page.locator(READ).wait_for(timeout=LONG)
    review = review_of(bo, table)
    expect(page.locator("#rv-headline")).to_have_text(review["headline"])
    expect(page.locator(".rv-sentence")).to_have_text(review["summary"])
    expect(page.locator(".rv-progress")).to_have_count(0)
    expect(page.locator(".rv-log .line")).to_have_count(len(review["steps"]))
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuemax", str(review["turns"]))
    said = review["sums"][review["seat"]]["rows"]
    label = page.locator(".rv-steps").get_attribute("aria-label") or ""
    assert [row["name"] in label for row in said] == [True] * len(said)
    assert bo.violations() == []


@pytest.mark.parametrize("game", only("skip-or-trip"))
def test_every_control_works_by_keyboard(games: Reviewed, ana: Callable[..., Person], game: str) -> None:
    person = ana()
    review = games.review(game)
    steps, mine = review["steps"], is_mine(review)
    page = open_review(person, games.table(game))
    page.keyboard.press("Home")
    page.wait_for_function("location.hash === '#0'")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash === '#2'")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("location.hash === '#1'")
    own = [step["step"] for step in steps if mine(step)]
    assert own, "whoever takes the last move always makes a mistake"
    page.keyboard.press("Home")
    page.keyboard.press("m")
    page.wait_for_function(f"location.hash === '#{own[0]}'")
    expect(page.locator(".rv-what h2")).to_have_text(steps[own[0]]["title"])
    expect(page.locator(".rv-scene .board, .rv-scene .tx-compare").first).to_be_visible()
    expect(page.locator(".rv-moves li.best")).to_have_count(1)
    page.keyboard.press("End")
    page.wait_for_function(f"location.hash === '#{len(steps) - 1}'")
    page.keyboard.press("Shift+M")
    before = [step for step in own if step < len(steps) - 1]
    page.wait_for_function(f"location.hash === '#{before[-1]}'")
    page.keyboard.press("1")
    expect(page.locator(".rv-moments li").first).to_have_attribute("aria-current", "step")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    expect(slider).to_have_attribute("aria-valuenow", str(min(10, steps[-1]["turn"])))
    assert steps[at_step(page)]["says"] in (slider.get_attribute("aria-valuetext") or "")
    page.keyboard.press("?")
    expect(page.locator(".rv-slider-box [role=status]")).to_contain_text("two standard errors")
    line = page.locator(".rv-log .line[tabindex='0']")
    line.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".rv-log .line[aria-current]")).to_be_focused()
    page.get_by_role("button", name="As a table").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog .rv-figures tbody tr").first).to_be_visible()
    assert person.violations() == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("w")
    page.wait_for_url("**/table/*")
    assert games.table(game) not in page.url


def test_luck_is_jumped_to_and_letters_can_be_switched_off(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana()
    review = games.review("whole-nine")
    page = open_review(person, games.table("whole-nine"))
    page.keyboard.press("Home")
    page.wait_for_function("location.hash === '#0'")
    later = [step for step in review["strokes"] if step > 0]
    if later:
        page.keyboard.press("l")
        page.wait_for_function(f"location.hash === '#{later[0]}'")
    else:
        expect(page.get_by_role("button", name="Next luck")).to_have_attribute("aria-disabled", "true")
    page.evaluate("localStorage.setItem('trackside', JSON.stringify({keys: false}))")
    page = open_review(person, games.table("whole-nine"))
    here = page.evaluate("location.hash")
    page.keyboard.press("m")
    page.keyboard.press("w")
    page.wait_for_timeout(100)
    assert page.evaluate("location.hash") == here


def test_eyes_change_the_board_and_both_verdicts_stay(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana()
    review = games.review("skip-or-trip")
    page = open_review(person, games.table("skip-or-trip"))
    step = next(one["step"] for one in review["steps"] if one["kind"] == "decision" and one["seat"] == 0)
    page.locator(f".rv-log [data-step='{step}']").click()
    own, everything = (page.locator(".rv-switch button").nth(i) for i in (0, 1))
    expect(own).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("e")
    expect(everything).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".rv-twin section")).to_have_count(2)
    assert person.violations() == []


def test_a_review_is_printed_with_curve_and_moments_and_nothing_to_press(
    games: Reviewed, ana: Callable[..., Person]
) -> None:
    page = open_review(ana(), games.table("whole-nine"))
    page.locator(".rv-scene svg").first.wait_for()
    assert faults_on_paper(page) == []
    for part in (".rv-verdict h2", ".rv-graph svg", ".rv-scene svg", ".rv-moments", ".rv-log li:last-child"):
        assert page.locator(part).first.is_visible(), part


PHONES = {"large": (PHONE, "en-GB"), "small": (SMALL, "de-DE")}
ON_PHONES = [("whole-nine", "large"), ("traxx", "small")]


@pytest.mark.parametrize(
    ("game", "phone"),
    [pytest.param(*pair, marks=[] if pair in ON_PHONES else [pytest.mark.long]) for pair in product(GAMES, PHONES)],
)
def test_on_a_phone_a_moment_is_a_screen_of_its_own_and_nothing_overflows(
    games: Reviewed, ana: Callable[..., Person], game: str, phone: str
) -> None:
    size, locale = PHONES[phone]
    person = ana(viewport=size, locale=locale)
    page = open_review(person, games.table(game))
    german = locale == "de-DE"
    shown = person.context.request.get(
        f"/api/tables/{games.table(game)}/review", params={"language": "de" if german else "en"}
    ).json()
    expect(page.locator("#rv-headline")).to_have_text(shown["headline"])
    assert person.overflow() == 0
    assert person.violations() == []
    page.locator(".rv-moments button").first.click()
    expect(page.locator(".rv-story.strip")).to_be_visible()
    expect(page.locator(".rv-scene .board, .rv-scene .tx-compare").first).to_be_visible()
    assert person.overflow() == 0
    assert person.violations() == []
    page.get_by_role("button", name="Übersicht" if german else "Summary").click()
    expect(page.locator("#rv-headline")).to_be_visible()


@pytest.mark.parametrize("width", [1280, pytest.param(1000, marks=pytest.mark.long)])
def test_the_page_fits_its_width_by_day_and_night(games: Reviewed, ana: Callable[..., Person], width: int) -> None:
    person = ana(viewport={"width": width, "height": 800})
    for game in GAMES:
        open_review(person, games.table(game))
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            assert person.overflow() == 0
            assert person.violations("color-contrast") == []


def test_every_row_of_many_seats_adds_up_before_the_readers_eyes_and_fits_a_phone(
    games: Reviewed, ana: Callable[..., Person]
) -> None:
    review = games.review("traxx", 2)
    for viewport in (PHONE, DESK):
        person = ana(viewport=viewport, locale="de-DE")
        page = open_review(person, review["table"]["id"])
        assert person.overflow() == 0
        rows = page.locator(".rv-sums tbody tr")
        expect(rows).to_have_count(3)
        for row in rows.all():
            cells = row.locator("td:not(.pic-col)").all_inner_texts()
            figures = [int(cell.replace("−", "-").replace("±", "")) for cell in cells]
            *_, even, luck, hidden, judge, result = figures
            assert even + luck + hidden + judge == result
        assert person.violations() == []


BOXES = """selectors => selectors.map(selector => [...document.querySelectorAll(selector)].map(one => {
  const { x, y, right, bottom } = one.getBoundingClientRect();
  return [x, y, right, bottom];
}))"""

Box = list[float]


def boxes(page: Page, *selectors: str) -> list[list[Box]]:
    """Return the boxes of elements at one moment, for each selector: left, top, right, bottom."""
    found: list[list[Box]] = page.evaluate(BOXES, list(selectors))
    return found


def meet(one: Box, other: Box) -> bool:
    """Return True if two boxes overlap by more than a hair."""
    across, down = (min(one[i + 2], other[i + 2]) - max(one[i], other[i]) for i in (0, 1))
    return across > 0.5 and down > 0.5


WIDTHS = {1920: 1080, 1280: 800, 820: 1180, 390: 844}


@pytest.mark.parametrize("width", [*(pytest.param(width, marks=pytest.mark.long) for width in (1920, 820)), 1280, 390])
@pytest.mark.parametrize("locale", ["en-GB", pytest.param("de-DE", marks=pytest.mark.long)])
def test_labels_of_moments_cover_neither_each_other_nor_any_name_and_stay_in_the_chart(
    games: Reviewed, ana: Callable[..., Person], width: int, locale: str
) -> None:
    person = ana(viewport={"width": width, "height": WIDTHS[width]}, locale=locale)
    for game in GAMES:
        page = open_review(person, games.table(game))
        expect(page.locator(".rv-moment").first).to_be_visible()
        moments = page.locator(".rv-moments button").count()
        assert page.locator(".rv-moment").count() == moments, "each has at least its sign"
        for n in range(moments):
            if width > 760:
                page.locator(".rv-moments button").nth(n).click()
            around = ".rv-who, .rv-end-word, .rv-graph .rv-as-table"
            labels, names, (chart,) = boxes(page, ".rv-label", around, ".rv-slider > svg")
            for number, label in enumerate(labels):
                assert not any(meet(label, other) for other in labels[number + 1 :] + names), (game, n, number)
                assert label[0] >= chart[0] - 1
                assert label[1] >= chart[1] - 1
                assert label[2] <= chart[2] + 1
                assert label[3] <= chart[3] + 1


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "de-DE"])
def test_the_bar_has_one_row_and_covers_no_board_at_any_width(
    games: Reviewed, ana: Callable[..., Person], locale: str
) -> None:
    person = ana(locale=locale)
    own = {
        game: [one["step"] for one in games.review(game)["steps"] if is_mine(games.review(game))(one)] for game in GAMES
    }
    for game in GAMES:
        page = person.visit(f"/table/{games.table(game)}/review#{own[game][0]}")
        page.locator(READ).wait_for()
        expect(page.locator(".rv-scene .board, .rv-scene .tx-compare").first).to_be_visible()
        for width, height in ((1920, 1080), (1280, 800), (1181, 800), (1000, 800), (820, 1180), (761, 1000)):
            page.set_viewport_size({"width": width, "height": height})
            (bar,), all_buttons, (scene,), boards = boxes(
                page, ".rv-acts", ".rv-acts .button", ".rv-scene", ".rv-scene .board"
            )
            buttons = [box for box in all_buttons if box[2] > box[0]]
            assert len({round(box[1]) for box in buttons}) == 1, (game, width)
            assert all(bar[0] <= box[0] and box[2] <= bar[2] for box in buttons), (game, width)
            assert all(one[2] <= other[0] for one, other in pairwise(buttons)), (game, width)
            for board in boards:
                assert not meet(bar, board), (game, width)
                assert scene[1] <= board[1], (game, width)
                assert board[3] <= scene[3] + 1, (game, width)
            assert person.overflow() == 0


def test_the_whole_board_of_a_long_track_is_shown_beside_its_words(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana()
    page = open_review(person, games.table("skip-or-trip"))
    page.locator(".rv-scene .board .stand").first.wait_for()
    (board,), squares = boxes(page, ".rv-scene .board", ".rv-scene .board .stand")
    assert squares
    assert all(board[1] <= box[1] and box[3] <= board[3] for box in squares)
    assert page.locator(".rv-scene [data-key='square-1'], .rv-scene [data-key='square-100']").count() == 2


LOG = """() => [...document.querySelectorAll('.rv-log .line .to')].map(one => {
  const read = text => Number(text.replace('−', '-').replace('±', '').replace('(', '').replace(')', ''));
  const again = one.querySelector('.again [aria-hidden]')?.textContent ?? '0';
  const change = [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent.trim()).join('');
  return [read(again), read(change.replace('·', '').trim() || '0'), read(one.querySelector('b').textContent)];
})"""


@pytest.mark.parametrize("game", only("whole-nine"))
def test_figures_are_the_same_everywhere_and_the_log_adds_up(
    games: Reviewed, ana: Callable[..., Person], game: str
) -> None:
    person = ana()
    review = games.review(game)
    page = open_review(person, games.table(game))
    stands = round(100 * review["start"][review["seat"]])
    for again, change, after in page.evaluate(LOG):
        assert stands + again + change == after
        stands = after
    own = review["sums"][review["seat"]]
    loss = own["loss_says"].replace("\N{NO-BREAK SPACE}", " ")
    expect(page.locator(".rv-played p")).to_contain_text(own["loss_says"])
    expect(page.locator(".rv-r-fig").first).to_have_text(loss.split(" ")[0])
    page.get_by_role("button", name="As a table").first.click()
    table = page.locator("dialog .rv-figures")
    expect(table).to_contain_text(own["loss_says"])
    for row in own["rows"]:
        shown = row["text"] if row["text"] != "0" or row["kind"] in ("start", "even", "result") else "±0"
        expect(table.locator("tr", has=page.locator("td", has_text=shown)).first).to_be_visible()


def test_every_german_figure_has_a_comma(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana(locale="de-DE")
    page = open_review(person, games.table("whole-nine"))
    for button in ("sum", "curve"):
        page.get_by_role("button", name="Als Tabelle").nth(0 if button == "sum" else 1).click()
        page.locator("dialog .rv-figures").wait_for()
        assert re.findall(r"\d\.\d", page.locator("body").inner_text()) == []
        page.keyboard.press("Escape")
    label = page.locator(".rv-ruler").get_attribute("aria-label") or ""
    assert re.search(r"\d,\d ± \d,\d", label)
    assert not re.search(r"\d\.\d", label)


def test_pressing_the_curve_goes_to_the_nearest_turn(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana(viewport=DESK)
    page = open_review(person, games.table("whole-nine"))
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] - 30)
    middle = int(slider.get_attribute("aria-valuenow") or 0)
    turns = games.review("whole-nine")["turns"]
    assert abs(middle - turns * 0.5) < turns * 0.15


def test_a_stranger_reads_a_shared_link_and_whoever_has_no_review_is_told_how_long_it_takes(
    games: Reviewed, people: Callable[..., Person]
) -> None:
    cleo = people(games.server)
    page = open_review(cleo, games.table("whole-nine"))
    expect(page.locator(".rv-log h2")).to_contain_text("Red")
    table = play_badly(cleo, "traxx", "greedy")
    page = cleo.visit(f"/table/{table}/review")
    expect(page.get_by_role("button", name="Review the game")).to_be_visible()
    assert cleo.violations() == []
    page.get_by_role("button", name="Quick look").click()
    page.locator(READ).wait_for(timeout=LONG)


def moves_of(person: Person, table: str, step: int) -> list[dict[str, Any]]:
    """The moves that were weighed in a step."""
    moment = person.context.request.get(f"/api/tables/{table}/review/steps/{step}").json()
    found: list[dict[str, Any]] = moment["options"]
    return found


def answer(page: Page, moves: list[int]) -> None:
    """Play an answer on the board, by keys alone."""
    for move in moves:
        page.locator(f"main [data-move='{move}']:visible").first.wait_for()
        for _ in range(80):
            page.keyboard.press("ArrowRight")
            if page.evaluate("Number(document.activeElement.getAttribute('data-move') ?? -1)") == move:
                break
        page.keyboard.press("Enter")


@pytest.mark.parametrize("game", ["whole-nine", pytest.param("skip-or-trip", marks=pytest.mark.long)])
def test_a_mistake_becomes_a_question_that_is_answered_on_the_board(
    games: Reviewed, ana: Callable[..., Person], game: str
) -> None:
    person = ana()
    review, table = games.review(game), games.table(game)
    step = next(one["step"] for one in review["steps"] if is_mine(review)(one))
    options = moves_of(person, table, step)
    page = open_review(person, table)
    page.goto(f"/table/{table}/learn#{step}")
    page.locator("main [data-move]").first.wait_for()
    assert person.violations() == []
    expect(page.locator(".rv-hintbox")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".rv-hintbox")).to_be_visible()
    answer(page, next(one["moves"] for one in options if one["made"]))
    expect(page.locator(".rv-what.answer")).to_have_class("rv-what answer wrong")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    assert person.violations() == []
    page.keyboard.press("Enter")
    answer(page, options[0]["moves"])
    expect(page.locator(".rv-what.answer")).to_have_class("rv-what answer right")
    expect(page.locator(".rv-moves li.best")).to_have_count(1)
    expect(page.locator(".acts .primary")).to_be_focused()


def test_an_accepted_answer_is_shown_in_the_list_and_on_the_board(games: Reviewed, ana: Callable[..., Person]) -> None:
    person = ana()
    review, table = games.review("whole-nine"), games.table("whole-nine")
    for step in (one["step"] for one in review["steps"] if one["kind"] == "decision" and one["seat"] == review["seat"]):
        options = moves_of(person, table, step)
        for place, one in enumerate(options):
            told = person.post(f"/questions/{table}-{step}", moves=one["moves"], give_up=False)
            if place and told["verdict"] == "right":
                break
        else:
            continue
        break
    else:
        raise AssertionError("no second answer is right anywhere")
    assert told["answer"]["yours"] == place
    page = person.visit(f"/table/{table}/learn#{step}")
    expect(page.locator(".rv-you-are")).to_contain_text("You play Red.")
    answer(page, one["moves"])
    expect(page.locator(".rv-what.answer")).to_have_class("rv-what answer right")
    yours = page.locator(".rv-moves li.made")
    expect(yours).to_contain_text("yours")
    expect(yours).to_contain_text(one["label"])
    expect(page.locator(".rv-pill.made")).to_contain_text("yours")
    shown = [float(text.split()[0]) for text in page.locator(".rv-moves .v").all_inner_texts()]
    assert max(shown) == shown[0], "the best is the largest that is shown"
    assert person.violations() == []


def test_find_the_better_move_opens_the_moment_on_the_screen_and_leads_back_to_it(
    games: Reviewed, ana: Callable[..., Person]
) -> None:
    person = ana()
    review, table = games.review("whole-nine"), games.table("whole-nine")
    own = [one for one in review["steps"] if is_mine(review)(one)]
    assert len({one["turn"] for one in own}) > 1, "two turns must be told apart"
    page = open_review(person, table)
    for step in (own[-1], own[len(own) // 2]):
        page.locator(f".rv-log [data-step='{step['step']}']").click()
        page.get_by_role("link", name="Find the better move").click()
        page.wait_for_url(f"**/table/{table}/learn#{step['step']}")
        expect(page.locator(".where")).to_contain_text(f"turn {step['turn']}")
        page.get_by_role("link", name="Close").click()
        page.wait_for_url(f"**/table/{table}/review#{step['step']}")
        page.locator(READ).wait_for()


def test_an_answer_can_be_given_up_and_the_phone_shows_the_question(
    games: Reviewed, ana: Callable[..., Person]
) -> None:
    person = ana(viewport=PHONE, locale="de-DE")
    page = person.visit(f"/table/{games.table('traxx')}/learn")
    page.locator("main [data-move]").first.wait_for()
    assert person.overflow() == 0
    page.get_by_role("button", name="Lösung zeigen").click()
    expect(page.locator(".rv-moves li.best")).to_have_count(1)
    assert person.overflow() == 0


def test_the_training_brings_back_what_was_wrong(games: Reviewed, ana: Callable[..., Person]) -> None:
    games.review("skip-or-trip")
    person = ana()
    page = person.visit("/")
    page.get_by_role("link", name="Training").click()
    page.wait_for_url("**/training")
    found = person.context.request.get("/api/training").json()
    assert found["count"] > 0
    expect(page.locator(".rv-due h1")).to_contain_text(str(found["count"]) if found["count"] > 1 else "One")
    assert person.violations() == []
    shares = page.get_by_label("may become puzzles")
    expect(shares).not_to_be_checked()
    shares.check()
    person.until(lambda: person.context.request.get("/api/training").json()["shares_positions"])
    page.locator(".rv-due .primary").click()
    page.locator("main [data-move]").first.wait_for()
    assert page.url.rpartition("/")[2] == found["due"][0]["id"]
