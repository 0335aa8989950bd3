"""Two people with a browser each: invited by a link, and told nothing of each other's secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.traxx.table import PRACTICE
from tests.web.browser.people import Person, play_together

People = Callable[..., Person]


def invite(
    ana: Person, ben: Person, title: str, name: str = "Ben", deck: str = "", segments: str = "", hints: str = ""
) -> str:
    """Ana sets up a table for two with the form and sends Ben its link."""
    page = ana.visit("/")
    page.get_by_role("article", name=title).get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    form.get_by_role("spinbutton", name="Players").fill("2")
    form.get_by_role("spinbutton", name="Players").press("Tab")
    form.locator("select[name=seat-1]").select_option("open")
    if deck:
        form.locator("summary").click()
        form.get_by_role("group", name="Cards").get_by_label("My own cards").check()
        form.locator("input.text").fill(deck)
    if segments:
        form.get_by_role("group", name="Length of the track").get_by_label(segments).check()
    if hints:
        form.locator("select[name=hints]").select_option(hints)
    form.get_by_role("button", name="Set up the table").click()
    expect(page.locator(".waiting")).to_contain_text("Hints allowed" if hints == "yes" else "No hints")
    link = page.locator(".invite input").input_value()
    expect(page.get_by_alt_text("The same link as a QR code")).to_have_js_property("complete", True)
    other = ben.visit(link)
    other.locator("main input[name=name]").fill(name)
    other.locator("main .primary").click()
    other.wait_for_url(re.compile("/table/"))
    ana.page.locator(".mat svg").first.wait_for()
    ben.page.locator(".mat svg").first.wait_for()
    return page.url.rpartition("/")[2]


def views(texts: list[str]) -> Iterator[dict[str, Any]]:
    """All views of a running game among what was told."""
    for text in texts:
        found = json.loads(text) if text.startswith("{") else {}
        if found.get("view") and not found.get("result"):
            yield found["view"]


def check_same_result(ana: Person, ben: Person) -> None:
    """Both are told the same result; only the sentences say "you" to each."""
    first, second = (one.tables()[-1]["result"] for one in (ana, ben))
    for part in ("winners", "margin", "series", "rows", "secret"):
        assert first[part] == second[part]


def test_skip_or_trip_to_its_end_without_a_symbol_of_the_other_hand(people: People) -> None:
    ana, ben = people(), people()
    table = invite(ana, ben, "Skip or Trip", "<b>Ben</b>")
    expect(ana.page.locator(".seats")).to_contain_text("<b>Ben</b>")
    play_together(ana, ben)
    check_same_result(ana, ben)
    secret = ana.tables()[-1]["result"]["secret"]
    for seat, one in enumerate((ana, ben)):
        seen = list(views(one.everything()))
        assert any(view["scene"]["hands"][1 - seat] for view in seen)
        for view in seen:
            own, other = view["scene"]["hands"][seat], view["scene"]["hands"][1 - seat]
            assert all(card["symbols"] for card in own)
            assert all(set(card) == {"number"} for card in other)
            assert not view["offers"] or view["scene"]["seat"] == seat
        running = [text for text in one.everything() if '"secret"' not in text]
        assert len(running) >= len(seen)
        assert not any(secret in text for text in running)
    refused = ben.context.request.post(f"/api/tables/{table}/moves", data={"seat": 0, "move": 0})
    assert refused.status == 400


def test_traxx_hides_the_round_the_other_still_draws(people: People) -> None:
    ana, ben = people(), people()
    table = invite(ana, ben, "Träxx", deck="ybgk-ybgk")

    def lines(one: Person) -> list[list[int]]:
        return [seat["line"] for seat in one.tables()[-1]["view"]["scene"]["seats"]]

    def fields(one: Person, seat: int) -> int:
        return len(lines(one)[seat])

    def draw(one: Person) -> None:
        state = one.state()
        before, count = len(one.tables()), fields(one, one.tables()[-1]["perspective"])
        one.click(state["moves"][0])
        one.until(lambda: len(one.tables()) > before)
        assert fields(one, one.tables()[-1]["perspective"]) == count + 1

    start = lines(ben)
    told = len(ben.told)
    draw(ana)
    draw(ana)
    assert fields(ana, 0) == len(start[0]) + 2
    draw(ben)
    seen = [message for message in map(json.loads, ben.told[told:]) if message["type"] == "table"]
    assert len(seen) == 1, "one message, for his own move"
    assert lines(ben)[0] == start[0]
    assert all(entry["seat"] != 0 for message in seen for entry in message["log"])
    assert not any(entry["seat"] == 0 for entry in ben.page.request.get(f"/api/tables/{table}").json()["log"])
    ana.leave()
    ben.page.wait_for_timeout(50)
    assert lines(ben)[0] == start[0], "Ana has stopped, Ben still draws"
    ben.leave()
    expect(ben.page.locator(".where .quiet")).to_contain_text("Card 2 of 2")
    assert fields(ben, 0) == len(start[0]) + 2
    play_together(ana, ben)
    check_same_result(ana, ben)


@pytest.mark.long
def test_the_whole_nine_between_two_people_who_see_the_same(people: People) -> None:
    ana, ben = people(), people(locale="de-DE")
    invite(ana, ben, "The Whole Nine", segments="The short track")
    play_together(ana, ben, steps=16)
    ana.until(lambda: ana.tables()[-1]["view"]["turn"] == ben.tables()[-1]["view"]["turn"] > 4)
    first, second = (one.tables()[-1]["view"]["scene"] for one in (ana, ben))
    assert first["track"] == second["track"]
    expect(ben.page.locator(".log.only-wide")).to_contain_text("würfelt")
    expect(ana.page.locator(".log.only-wide")).to_contain_text("rolls")
    play_together(ana, ben)
    assert ana.tables()[-1]["result"]["rows"] == ben.tables()[-1]["result"]["rows"]


def test_a_game_with_a_time_limit_shows_the_time_left(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Options…").click()
    expect(page.locator("dialog select[name=clock]")).to_be_visible()
    expect(page.locator("dialog select[name=minutes]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("article", name="Skip or Trip").get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    form.locator("select[name=minutes]").select_option("30")
    form.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("timer", name="Time left for the game")).to_have_text(re.compile("^(30:00|29:[0-9]{2})$"))


def test_hints_between_people_are_the_hosts_choice(people: People) -> None:
    ana, ben = people(), people(locale="de-DE")
    invite(ana, ben, "Träxx")
    expect(ana.page.get_by_role("button", name="Hint")).to_have_count(0)
    ana.page.get_by_role("button", name="Menu").click()
    expect(ana.page.locator(".menu-note")).to_contain_text("No hints at this table")
    ana.page.keyboard.press("Escape")
    expect(ben.page.get_by_role("button", name="Tipp")).to_have_count(0)
    ben.page.get_by_role("button", name="Menü").click()
    expect(ben.page.locator(".menu-note")).to_contain_text("hat sie nicht erlaubt")
    ben.page.keyboard.press("Escape")
    ben.page.keyboard.press("h")
    expect(ben.page.get_by_role("alert")).to_have_count(0)
    invite(ana, ben, "Träxx", hints="yes")
    for one, name in ((ana, "Hint"), (ben, "Tipp")):
        one.page.get_by_role("button", name=name).click()
        expect(one.page.get_by_role("alert")).not_to_be_empty()


def test_hints_are_asked_about_only_where_others_can_come(person: Person) -> None:
    page = person.visit("/")
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Options…").click()
    form = page.locator("dialog form")
    expect(form.locator("select[name=watch]")).to_be_visible()
    expect(form.locator("select[name=hints]")).to_have_count(0)
    form.locator("select[name=seat-1]").select_option("open")
    expect(form.locator("select[name=hints]")).to_have_value("no")


def link_to(host: Person, table: str, seat: int) -> str:
    """Return the link that the host sends for a seat."""
    path: str = host.context.request.get(f"/api/tables/{table}").json()["seats"][seat]["invite"]
    return path


def test_a_guest_sees_who_invites_them_to_what_on_which_terms(people: People) -> None:
    ana, ben = people(), people(locale="de-DE")
    table = ana.table("skip-or-trip", "me", "club", "open", watch="nobody", clock=259200)
    link = link_to(ana, table, 2)
    page = ben.visit(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Du bist zu Schwupps oder Schubs eingeladen.")
    ana.post("/name", name="Ana")
    page = ben.visit(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana lädt dich zu Schwupps oder Schubs ein.")
    expect(page.locator(".pic svg").first).to_be_visible()
    expect(page.locator(".join-seats li > span")).to_have_text(["Ana", "Mesa", "Dein Platz"])
    expect(page.locator("main")).to_contain_text("Zeit für einen Zug: drei Tage")
    expect(page.locator('main a[href="/learn/skip-or-trip"]')).to_be_visible()
    assert not ben.violations()
    page.get_by_label("Dein Name").fill("Ben")
    page.get_by_role("button", name="Hinsetzen").click()
    page.wait_for_url(f"**/table/{table}")
    expect(ana.visit(f"/table/{table}").locator(".seats")).to_contain_text("Ben")


def test_a_seated_guest_who_opens_the_invitation_again_is_shown_to_the_table(people: People) -> None:
    ana, ben, eve = people(), people(), people()
    table = ana.table("traxx", "me", "open")
    link = link_to(ana, table, 1)
    ben.visit(link).get_by_role("button", name="Sit down").click()
    ben.page.wait_for_url(f"**/table/{table}")
    page = ben.visit(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("You already have a seat in this game of Träxx.")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(f"**/table/{table}")
    other = eve.visit(link)
    expect(other.get_by_role("heading", level=1)).to_have_text("This invitation is not valid.")
    expect(other.get_by_role("link", name="To the table")).to_be_visible()
    eve.faults.clear()


@pytest.mark.parametrize("path", ["/join/ffffffffff/xyz", "/join/{}/xyz"])
def test_an_invitation_that_is_not_valid_offers_no_seat_but_ways_out(people: People, path: str) -> None:
    ana, ben = people(), people()
    page = ben.visit(path.format(ana.table("traxx", "me", "open", watch="nobody")))
    expect(page.get_by_role("heading", level=1)).to_have_text("This invitation is not valid.")
    expect(page.get_by_text("It has been used, or the link is not complete.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(page.locator('main a[href^="/table/"]')).to_have_count(0)
    page.locator("main").get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
    ben.faults.clear()


def test_a_host_without_a_name_is_asked_for_one_and_the_guest_reads_it_at_once(people: People) -> None:
    ana, ben = people(), people()
    table = ana.table("whole-nine", "me", "open", "open")
    page = ana.visit(f"/table/{table}")
    field = page.locator(".wait-name").get_by_label("Your name")
    expect(page.get_by_text("Your guests see who invites them:")).to_be_visible()
    ben.visit(link_to(ana, table, 1)).get_by_role("button", name="Sit down").click()
    seats = ben.page.locator(".seats")
    expect(seats).to_contain_text("Red")
    field.fill("Ana")
    field.press("Tab")
    expect(seats).to_contain_text("Ana")
    expect(field).to_be_visible()
    expect(ana.visit(f"/table/{table}").locator(".wait-name")).to_have_count(0)


def test_a_rematch_is_said_to_the_others_and_joined(people: People) -> None:
    ana, ben = people(), people(locale="de-DE")
    ana.post("/name", name="Ana")
    table = ana.table("traxx", "me", "open", options={"deck": "ybgr", "sheet": PRACTICE})
    ben.visit(link_to(ana, table, 1)).get_by_role("button", name="Hinsetzen").click()
    ben.page.wait_for_url(re.compile("/table/"))
    ana.visit(f"/table/{table}")
    play_together(ana, ben)
    expect(ben.page.get_by_role("button", name="Noch einmal")).to_be_visible()
    ana.page.get_by_role("button", name="Play again").click()
    ana.page.wait_for_url(lambda url: not url.endswith(table))
    expect(ben.page.locator(".rematch:visible")).to_have_text("Ana möchte noch einmal spielen.")
    ben.page.get_by_role("button", name="Zur Revanche").click()
    ben.page.wait_for_url(ana.page.url)
