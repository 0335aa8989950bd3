"""Every page without a connection: it says so in plain words, and recovers by itself."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.people import Person, finished
from tests.web.serving import Server

SENTENCE = "No connection to the server. This page tries again by itself."
NETWORK = re.compile("Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket connection")


def forget_faults(person: Person) -> None:
    """The browser logs every request that fails: that is what these tests provoke."""
    person.faults[:] = [fault for fault in person.faults if not NETWORK.search(fault)]


def go(page: Page, path: str) -> None:
    """Follow a link of the page itself, without a reload."""
    page.evaluate(
        """path => {
          const link = Object.assign(document.createElement('a'), { href: path });
          document.body.append(link);
          link.click();
          link.remove();
        }""",
        path,
    )


@pytest.mark.parametrize(
    "path",
    [
        "/learn",
        "/games",
        *(pytest.param(path, marks=pytest.mark.long) for path in ("/rules/traxx", "/bots", "/player", "/training")),
    ],
)
def test_a_page_opened_without_a_connection_says_so_and_comes_when_it_is_back(person: Person, path: str) -> None:
    page = person.visit("/")
    person.context.set_offline(True)
    go(page, path)
    said = page.get_by_text("No connection to the server.", exact=True)
    expect(said).to_be_visible()
    expect(page.get_by_text("This page tries again by itself.", exact=True)).to_be_visible()
    assert page.url.endswith(path)
    assert "Failed to fetch" not in page.locator("body").inner_text()
    person.context.set_offline(False)
    expect(said).to_have_count(0)
    expect(page.locator("main:not([aria-busy]) h1")).to_be_visible()
    forget_faults(person)


def test_the_lobby_says_that_the_server_is_gone_and_goes_on_when_it_is_back(person: Person, house: Server) -> None:
    page = person.visit("/")
    expect(page.locator(".lists")).to_be_visible()
    for picture in page.locator(".games .pic").all():
        expect(picture.locator("svg").first).to_be_visible()
    house.stop()
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Play against bots").click()
    note = page.get_by_role("alert")
    expect(note).to_have_text(re.compile(re.escape("No connection to the server. Try again when it is back.")))
    expect(page.get_by_role("status").filter(has_text=SENTENCE)).to_be_visible()
    house.start()
    expect(page.get_by_text(SENTENCE)).to_have_count(0)
    expect(note).to_have_count(0)
    page.get_by_role("article", name="Träxx").get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/table/*")
    page.locator(".mat svg").first.wait_for()
    forget_faults(person)


@pytest.mark.parametrize("path", ["/replay/{}", pytest.param("/join/{}/x", marks=pytest.mark.long), "/table/{}/review"])
def test_what_a_page_reads_is_read_when_the_connection_is_back(person: Person, path: str) -> None:
    address = path.format(finished(person, "whole-nine"))
    page = person.visit(address)
    expect(page.locator("h1")).to_be_visible()
    go(page, "/")
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
    person.context.set_offline(True)
    go(page, address)
    expect(page.get_by_text("No connection to the server.").first).to_be_visible()
    assert "Failed to fetch" not in page.locator("body").inner_text()
    person.context.set_offline(False)
    expect(page.get_by_text("No connection to the server.")).to_have_count(0)
    expect(page.locator("main:not([aria-busy]) h1, h1").first).to_be_visible()
    forget_faults(person)


def test_a_page_whose_first_words_do_not_arrive_says_so_in_its_language(people: Callable[..., Person]) -> None:
    person = people(locale="de-DE")
    person.page.route("**/api/hello*", lambda asked: asked.abort())
    person.page.route(
        "**/static/app/theme.js", lambda asked: asked.abort() if asked.request.method == "HEAD" else asked.continue_()
    )
    person.page.goto("/rules/traxx")
    expect(
        person.page.get_by_text("Keine Verbindung zum Server. Diese Seite versucht es von selbst wieder.")
    ).to_be_visible()
    assert not person.violations("color-contrast")
    person.page.unroute_all()
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Träxx")
    forget_faults(person)


def test_an_answer_in_a_lesson_that_did_not_arrive_can_be_given_again(person: Person) -> None:
    page = person.visit("/learn/traxx")
    person.state()
    page.route("**/*", lambda asked: asked.abort())
    person.step(person.state(), random.Random(1), leaves=0)
    expect(page.get_by_role("alert")).to_contain_text("Try again when it is back.")
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    page.unroute_all()
    expect(page.get_by_role("alert")).to_have_count(0)
    forget_faults(person)
