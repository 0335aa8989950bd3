"""A finished game once more, turn by turn and step by step: text, board and marks agree at every step."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.browser.people import DESK, PHONE, Person, finished
from trackside.core.protocol import CHANCE, REFEREE
from trackside.play.match import Match
from trackside.play.story import story_of

People = Callable[..., Person]

Shown = dict[str, Any]
"""The page's content at one step."""

WALK = """async ([key, shiftKey, presses]) => {
  const texts = css => [...document.querySelectorAll(css)].map(one => one.innerText.trim());
  const all = css => [...document.querySelectorAll(`.mat ${css}`)];
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const sum = text => [...text].reduce((hash, sign) => (hash * 31 + sign.codePointAt(0)) | 0, 7);
  const points = path => path.getAttribute('d').split(/[ML]/).length - 1;
  const standsOn = meeple => {
    const [x, y] = middle(meeple.getBoundingClientRect());
    const square = all('[data-key^="square-"]').find(one => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left <= x && x <= right && top <= y && y <= bottom;
    });
    return square?.dataset.key;
  };
  const shown = () => ({
    at: Number(document.querySelector('[data-at]').dataset.at),
    said: texts('.replay-said .now-say'),
    counted: texts('.counted')[0],
    newest: texts('.log li:first-child')[0] ?? '',
    scores: texts('.seats .points').map(text => Number(/[-−]?\\d+$/.exec(text)[0].replace('−', '-'))),
    turn: [...document.querySelectorAll('.seats .seat')].findIndex(seat => seat.matches('.turn')),
    board: sum(document.querySelector('.mat').innerHTML),
    tiles: all('[data-key^="tile-"]').map(one => one.dataset.key),
    meeples: all('[data-key^="meeple-"]').map(one => [one.dataset.key, standsOn(one)]),
    beads: all('.bead').length,
    pins: all('.pin').length,
    lines: all('.line-ink').map(points),
    drawn: Object.fromEntries(all('.round-core').map(one => [one.dataset.key, points(one) - 1])),
  });
  const seen = [];
  for (let press = 0; press < presses; press += 1) {
    const before = shown().at;
    document.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    while (shown().at === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    seen.push(shown());
  }
  return seen;
}"""


class Expected:
    """Return the expected content of a replay at each step, from the game's record."""

    def __init__(self, record: str) -> None:
        self.match = Match.from_record(record)
        self.words = self.match.words("en")
        self.states = self.match.positions()
        self.last = len(self.match.log)
        self.first = next(at for at, state in enumerate(self.states) if state.turns > 0)
        self.turns = self.states[-2].turns
        self.stops = [at for at in range(self.first + 1, self.last + 1) if self.ends_turn(at)]

    def ends_turn(self, at: int) -> bool:
        return bool(at == self.last or self.states[at].turns > self.states[at - 1].turns)

    def told(self, at: int) -> dict[tuple[int, int], str]:
        """The sentences of all turns as they were told then, by turn and seat."""
        lines = story_of(self.match, REFEREE, self.words, at)
        return {(line.turn, line.seat): line.says for line in lines if line.says}

    def said(self, at: int) -> list[str]:
        """The sentences of a turn that is over, else of what was new."""
        turn, now, before = self.states[at - 1].turns, self.told(at), self.told(at - 1)
        whole = [says for key, says in now.items() if key[0] == turn]
        if self.ends_turn(at) and whole:
            return whole
        new = [says for key, says in now.items() if before.get(key) != says]
        return [" ".join(new or self.match.event(at - 1, REFEREE).said(self.words))]

    def effects(self, at: int, *kinds: str) -> list[dict[str, Any]]:
        """Return the actions of the turn so far."""
        turn = self.states[at - 1].turns
        entries = [self.match.event(n, REFEREE) for n in range(at) if self.states[n].turns == turn]
        return [effect for entry in entries for effect in entry.effects if effect["kind"] in kinds]

    def scene(self, at: int) -> dict[str, Any]:
        return self.match.game.scenes.scene(self.states[at], REFEREE)

    def scores(self, at: int) -> list[int]:
        scores = [0] * self.match.seats
        self.match.game.plain.scores(self.states[at], scores)
        return scores


def check_board(game: str, shown: Shown, expected: Expected) -> None:
    """The pieces lie where they lay then, and what is marked is what was done in the turn so far."""
    at, scene = shown["at"], expected.scene(shown["at"])
    if game == "whole-nine":
        assert shown["tiles"] == [f"tile-{tile.partition(':')[0]}" for tile in scene["track"].split()]
        assert (shown["beads"] > 0) == bool(expected.effects(at, "walk")), shown
        assert shown["pins"] == 0 or expected.effects(at, "take"), shown
    elif game == "skip-or-trip":
        places = {
            f"meeple-{side}-{i}": f"square-{n}"
            for side, them in enumerate(scene["meeples"])
            for i, n in enumerate(them)
        }
        assert dict(shown["meeples"]) == places, shown
        assert (shown["beads"] > 0) == bool(expected.effects(at, "walk", "fall")), shown
    else:
        assert shown["lines"] == [max(1, len(seat["line"])) for seat in scene["seats"]] or not any(shown["lines"]), (
            shown
        )
        draws = [effect["seat"] for effect in expected.effects(at, "draw")]
        assert shown["drawn"] == {f"line-{seat}": draws.count(seat) for seat in sorted(set(draws))}, shown


def check(game: str, shown: Shown, expected: Expected) -> None:
    """Everything that the page shows at a step is what had happened by then."""
    at = shown["at"]
    said = shown["said"][1:] if at == expected.last else shown["said"]
    assert said == expected.said(at), shown
    told = expected.told(at)
    assert shown["newest"] == ["", *told.values()][-1], shown
    assert shown["scores"] == expected.scores(at), shown
    turn = expected.states[at - 1].turns
    if game != "traxx":
        whose = [seat for number, seat in told if number == turn and seat >= 0]
        assert shown["turn"] == (whose[0] if whose else -1), shown
    check_board(game, shown, expected)


def counted(game: str, expected: Expected, at: int) -> str:
    """Return the counter's text at a step."""
    turn = expected.states[at - 1].turns
    whole = f"{'Round' if game == 'traxx' else 'Turn'} {turn} of {expected.turns}"
    if expected.ends_turn(at):
        return whole
    before = max([expected.first, *(stop for stop in expected.stops if stop < at)])
    after = min(stop for stop in expected.stops if stop >= at)
    return f"{whole}, step {at - before} of {after - before}"


def walk(page: Page, key: str, presses: int, *, shift: bool = False) -> list[Shown]:
    """Press a key many times; return what was shown after each press."""
    seen: list[Shown] = page.evaluate(WALK, [key, shift, presses])
    return seen


@pytest.fixture
def replayed(person: Person, request: pytest.FixtureRequest) -> tuple[str, str, Expected]:
    """A game, the table where it was played, and what its replay should show."""
    game = request.param
    table = finished(person, game)
    return game, table, Expected(person.context.request.get(f"/api/tables/{table}/record").text())


@pytest.mark.parametrize("steps", [40, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("replayed", ["whole-nine", "traxx", "skip-or-trip"], indirect=True)
def test_text_board_and_marks_agree_at_every_step(
    person: Person, replayed: tuple[str, str, Expected], steps: int
) -> None:
    game, table, expected = replayed
    page = person.visit(f"/replay/{table}")
    page.locator(".mat svg").first.wait_for()
    expect(page.locator(".counted")).to_have_text("Start")
    turns = walk(page, "ArrowRight", len(expected.stops))
    assert [shown["at"] for shown in turns] == expected.stops, "a step for each turn"
    back = walk(page, "ArrowLeft", len(expected.stops))
    assert [shown["at"] for shown in back] == [*reversed(expected.stops[:-1]), expected.first]
    entries = walk(page, "ArrowRight", min(steps, expected.last - expected.first), shift=True)
    assert [shown["at"] for shown in entries] == [expected.first + 1 + n for n in range(len(entries))]
    for shown in [*entries, *turns]:
        check(game, shown, expected)
        assert shown["counted"] == counted(game, expected, shown["at"])
    by_place = {shown["at"]: shown for shown in entries}
    ways = [shown for shown in [*turns, *back[:-1]] if shown["at"] in by_place]
    assert all(shown == by_place[shown["at"]] for shown in ways), "the way there makes no difference"
    assert "win" in turns[-1]["said"][0], "the end says who won"


@pytest.mark.parametrize("replayed", ["skip-or-trip", pytest.param("traxx", marks=pytest.mark.long)], indirect=True)
def test_other_eyes_are_told_nothing_that_their_board_does_not_show(
    person: Person, replayed: tuple[str, str, Expected]
) -> None:
    game, table, expected = replayed
    page = person.visit(f"/replay/{table}")
    with page.expect_response(re.compile("perspective=spectator")):
        page.locator("select[name=perspective]").select_option("spectator")
    page.locator(".mat svg").first.wait_for()
    for shown in walk(page, "ArrowRight", min(60, expected.last - expected.first), shift=True):
        inside = not expected.ends_turn(shown["at"])
        if game == "traxx" and inside:
            assert shown["drawn"] == {}, "the lines of this round are secret until it is over"
            assert not any("draws" in said for said in shown["said"]), shown
        assert shown["said"][0], shown


def test_steps_by_slider_buttons_toggle_and_address(person: Person) -> None:
    table = finished(person, "whole-nine")
    expected = Expected(person.context.request.get(f"/api/tables/{table}/record").text())
    page = person.visit(f"/replay/{table}")
    slider, now = page.get_by_role("slider"), page.locator("main")
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("0", str(len(expected.stops)))
    slider.fill("20")
    expect(now).to_have_attribute("data-at", str(expected.stops[19]))
    page.get_by_role("button", name="One turn forward").click()
    expect(now).to_have_attribute("data-at", str(expected.stops[20]))
    page.get_by_role("button", name="Single steps").click()
    page.get_by_role("button", name="One step forward").click()
    expect(now).to_have_attribute("data-at", str(expected.stops[20] + 1))
    expect(page.locator(".replay-said")).to_contain_text(re.compile(r"rolls \d …"))
    assert slider.get_attribute("max") == str(expected.last)
    page.get_by_role("button", name="Single steps").click()
    page.get_by_role("button", name="One turn back").click()
    expect(now).to_have_attribute("data-at", str(expected.stops[20]))
    page.wait_for_url(f"**/replay/{table}#{expected.stops[20]}")
    slider.focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(now).to_have_attribute("data-at", str(expected.stops[20] - 1))
    page.wait_for_url(f"**/replay/{table}#{expected.stops[20] - 1}")
    page.reload()
    expect(now).to_have_attribute("data-at", str(expected.stops[20] - 1))
    expect(page).to_have_title(re.compile("Replay of The Whole Nine"))


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])
def test_what_else_there_is_opens_as_dialogs(people: People, size: dict[str, int]) -> None:
    person = people(viewport=size)
    table = finished(person, "whole-nine")
    page = person.visit(f"/replay/{table}")
    for name in ("What if?", "As text", "Verify dice"):
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        box, view = dialog.bounding_box(), page.viewport_size
        assert box is not None
        assert view is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= view["width"] + 0.5
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= view["height"] + 0.5
        assert person.violations() == []
        at = page.locator("main").get_attribute("data-at")
        page.keyboard.press("ArrowRight")
        expect(page.locator("main")).to_have_attribute("data-at", at or "")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(button).to_be_focused()
    assert person.overflow() <= 0


def test_a_what_if_says_so_leads_back_and_does_not_ask_for_a_roll_that_has_fallen(people: People) -> None:
    person = people()
    table = finished(person, "whole-nine")
    expected = Expected(person.context.request.get(f"/api/tables/{table}/record").text())
    at = next(
        n for n in range(expected.first + 40, expected.last) if expected.states[n].turns % 2 and expected.ends_turn(n)
    )
    rolled, seat = at + 1, expected.match.game.plain.to_move(expected.states[at + 1])
    page = person.visit(f"/replay/{table}#{rolled}")
    page.get_by_role("button", name="What if?").click()
    page.locator("select[name=whatif-seat]").select_option(str(seat))
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/table/*")
    label = page.locator(".what-if")
    turn = expected.states[rolled].turns
    expect(label).to_contain_text(f"What if, from turn {turn}")
    assert "roll" not in person.state(), "the die has fallen"
    page.reload()
    expect(label).to_contain_text(f"What if, from turn {turn}")
    assert "roll" not in person.state()
    assert person.violations() == []
    label.click()
    page.wait_for_url(f"**/replay/{table}#{rolled}")
    expect(page.locator("main")).to_have_attribute("data-at", str(rolled))


def verify(page: Page) -> Locator:
    """Open the dialog that checks the dice."""
    page.get_by_role("button", name="Verify dice").click()
    dialog = page.get_by_role("dialog", name="Verify dice")
    expect(dialog.locator(".dice-verdict")).to_be_visible()
    return dialog


@pytest.mark.parametrize(
    "replayed",
    ["whole-nine", *(pytest.param(game, marks=pytest.mark.long) for game in ("traxx", "skip-or-trip"))],
    indirect=True,
)
def test_every_roll_of_a_game_is_checked_in_the_browser(person: Person, replayed: tuple[str, str, Expected]) -> None:
    _, table, expected = replayed
    draws = sum(seat == CHANCE for seat, _ in expected.match.log)
    dialog = verify(person.visit(f"/replay/{table}"))
    expect(dialog.locator(".dice-verdict")).to_contain_text(f"{draws} of {draws} rolls and draws check out.")
    rows = dialog.locator(".draws li")
    assert rows.count() == draws
    assert {row.split("\n")[0] for row in rows.all_inner_texts()} == {"✓"}
    assert all(row.endswith("checks out") for row in rows.all_inner_texts())
    assert person.violations() == []


def test_a_record_whose_roll_was_changed_is_found_out(person: Person) -> None:
    table = finished(person, "whole-nine")
    record = person.context.request.get(f"/api/tables/{table}/record").text()
    rolls = list(re.finditer(r"^(\d+)\. \w+ (\d):", record, re.MULTILINE))
    for roll in rolls[-8:]:
        changed = record[: roll.start(2)] + str(7 - int(roll[2])) + record[roll.end(2) :]
        answer = person.context.request.post("/api/records", data={"text": changed})
        if answer.ok:  # the moves that follow may be impossible with another roll
            break
    else:
        pytest.fail("no roll could be changed")
    page = person.visit(f"/replay/{answer.json()['table']}")
    dialog = verify(page)
    expect(dialog.get_by_role("alert")).to_contain_text("1 of")
    expect(dialog.get_by_role("alert")).to_contain_text(f"turn {roll[1]}, ")
    expect(dialog.locator(".draws li.wrong")).to_have_count(1)
    expect(dialog.locator(".draws li.wrong")).to_contain_text("does not match")
    expect(dialog).to_contain_text("This game was imported")
    dialog.get_by_role("link", name="Show it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".counted")).to_contain_text(f"Turn {roll[1]} of")


def test_a_server_that_breaks_its_commitment_is_found_out(person: Person) -> None:
    table = finished(person, "traxx")
    page = person.visit(f"/replay/{table}")

    def lie(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json=told | {"commitment": "0" * 64})

    page.route("**/dice?*", lie)
    dialog = verify(page)
    expect(dialog.locator(".finding.wrong")).to_contain_text("The digest does not match")


def test_dice_are_checked_without_a_secure_origin_and_while_a_game_runs_it_says_when(person: Person) -> None:
    table = person.table("skip-or-trip", "me", "greedy")
    page = person.visit(f"/table/{table}")
    page.locator(".mat svg").first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Verify dice").click()
    dialog = page.get_by_role("dialog", name="Verify dice")
    expect(dialog).to_contain_text("The game is still running.")
    expect(dialog).to_contain_text("What is hidden now will be revealed")
    expect(dialog).to_contain_text("Digest (SHA-256)")
    assert person.violations() == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    other = verify(person.visit(f"/replay/{finished(person, 'traxx')}"))
    expect(other.locator(".dice-verdict")).to_contain_text("check out")


def test_the_digest_of_the_beginning_is_remembered_and_compared(person: Person) -> None:
    table = person.table("traxx", "me", "greedy")
    person.visit(f"/table/{table}")
    person.play_on()
    page = person.visit(f"/replay/{table}")
    dialog = verify(page)
    expect(dialog).to_contain_text("The digest is the one that this browser was shown during the game.")
    page.keyboard.press("Escape")
    seed = "another seed, long enough"
    other = {"seed": seed, "commitment": hashlib.sha256(seed.encode()).hexdigest()}
    page.route("**/dice?*", lambda route: route.fulfill(json=route.fetch().json() | other))
    dialog = verify(page)
    expect(dialog.locator(".finding.wrong").last).to_contain_text("not the one that this browser was shown")
    expect(dialog.get_by_role("alert")).to_contain_text("do not follow from the seed")


def test_a_what_if_from_a_review_leads_back_to_its_step(person: Person) -> None:
    table = finished(person, "whole-nine")
    other = person.post(f"/tables/{table}/whatif", at=90, seat=0, level="random", step=12)["table"]
    page = person.visit(f"/table/{other}")
    expect(page.locator(".what-if")).to_have_attribute("href", f"/table/{table}/review#12")
    expect(page.locator(".what-if")).to_contain_text("Back to the review")
    page = person.visit("/")
    expect(page.get_by_text("What if: The Whole Nine").first).to_be_visible()


def test_a_what_if_from_the_end_of_a_turn_has_rolled_the_die_of_that_moment(person: Person) -> None:
    table = finished(person, "whole-nine")
    expected = Expected(person.context.request.get(f"/api/tables/{table}/record").text())
    at = expected.stops[20]
    seat = expected.match.game.plain.to_move(expected.states[at + 1])
    other = person.post(f"/tables/{table}/whatif", at=at, seat=seat, level="random")["table"]
    person.visit(f"/table/{other}")
    assert "roll" not in person.state(), "it is the die of the game"
    played = Match.from_record(person.context.request.get(f"/api/tables/{other}/record").text())
    assert played.log == expected.match.log[: at + 1]
