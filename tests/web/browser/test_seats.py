"""Leaving, removing and closing on the waiting page, and what the table tells of players who are away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.people import DESK, PHONE, Person
from tests.web.browser.test_people import link_to
from tests.web.serving import Server, sqlite

People = Callable[..., Person]

sizes = pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which players wait for an hour before a bot can take over, and requests hardly count as presence."""
    brief = "from trackside.web.tables import presence; presence.VISIT = 0.5; "
    running = Server(sqlite(tmp_path_factory.mktemp("patient")), "--takeover-after", "3600", before=brief)
    yield running
    running.stop()


def answer(page: Page, title: str, button: str) -> None:
    """Answer a question with yes."""
    page.get_by_role("dialog", name=title).get_by_role("button", name=button, exact=True).click()


def sit(guest: Person, host: Person, table: str, seat: int, name: str) -> Page:
    guest.post("/name", name=name)
    page = guest.visit(link_to(host, table, seat))
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(re.compile("/table/"))
    page.get_by_role("button", name="Leave the table").wait_for()  # connected: what happens next is told
    return page


def fits(page: Page) -> bool:
    """Return whether nothing makes the page wider than the window."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@sizes
def test_a_guest_leaves_is_removed_and_is_told_that_the_table_is_closed(
    people: People, size: dict[str, int], tmp_path: Path
) -> None:
    ana, ben = people(viewport=size), people(viewport=size)
    ana.post("/name", name="Ana")
    table = ana.table("whole-nine", "me", "open", "open")
    page = ana.visit(f"/table/{table}")
    expect(page.locator(".invite")).to_have_count(2)
    other = sit(ben, ana, table, 1, "Ben")
    expect(page.locator(".seats")).to_contain_text("Ben")
    expect(page.locator(".invite")).to_have_count(1)
    page.screenshot(path=tmp_path / f"waiting-{size['width']}.png", full_page=True)
    assert fits(page)
    assert not ana.violations()

    other.get_by_role("button", name="Leave the table").click()
    answer(other, "Leave this table?", "Leave the table")
    other.wait_for_url(re.compile("/$"))
    expect(page.locator(".invite")).to_have_count(2)
    expect(page.locator(".seats")).not_to_contain_text("Ben")

    other = sit(ben, ana, table, 1, "Ben")
    expect(other.get_by_role("button", name="Remove")).to_have_count(0)
    page.get_by_role("button", name="Remove").click()
    page.screenshot(path=tmp_path / f"remove-{size['width']}.png")
    answer(page, "Remove Ben from the table?", "Remove")
    expect(page.locator(".invite")).to_have_count(2)
    expect(other.get_by_text("You no longer have a seat at this table.")).to_be_visible()
    other.screenshot(path=tmp_path / f"removed-{size['width']}.png")

    other = sit(ben, ana, table, 2, "Ben")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Close the table").click()
    answer(page, "Close this table?", "Close the table")
    page.wait_for_url(re.compile("/$"))
    expect(other.get_by_role("heading", level=1)).to_have_text("This table was closed.")


@sizes
def test_the_table_tells_who_is_away_when_a_bot_can_take_over_and_for_whom_one_plays(
    people: People, patient: Server, size: dict[str, int], tmp_path: Path
) -> None:
    ana, ben = people(viewport=size), people(viewport=size)
    for one, name in ((ana, "Ana"), (ben, "Ben")):
        one.post("/name", name=name)
    table = ana.table("whole-nine", "me", "open", options={"first": "purple"})
    ben.post(f"/tables/{table}/seats/1", invite=link_to(ana, table, 1).rpartition("/")[2])
    page = ana.visit(f"/table/{table}")
    notice, tray = page.locator(".notice"), page.locator(".tray > .note")
    expect(tray).to_contain_text("Ben is away. A bot can take over.")
    page.locator(".mat svg").first.wait_for()
    page.screenshot(path=tmp_path / f"takeover-{size['width']}.png")
    assert fits(page)
    assert not ana.violations()
    tray.get_by_role("button", name="Let a bot play").click()
    expect(notice).to_contain_text("Ben was away: a bot has taken over. Ben can come back at any time.")
    expect(page.locator(".seats")).to_contain_text("a bot plays")
    page.screenshot(path=tmp_path / f"taken-{size['width']}.png")
    assert fits(page)
    page.reload()
    expect(notice).to_contain_text("Ben was away")
    notice.get_by_role("button", name="OK").click()
    expect(notice).to_have_count(0)
    other = ben.visit(f"/table/{table}")
    told = other.locator(".tray > .note")
    expect(told).to_contain_text("You were away: a bot plays for you. Ana asked for it.")
    other.locator(".mat svg").first.wait_for()
    other.screenshot(path=tmp_path / f"replaced-{size['width']}.png")
    told.get_by_role("button", name="Take the seat back").click()
    expect(told).to_have_count(0)
    other.get_by_role("button", name="Menu").click()
    other.locator("#menu").get_by_role("button", name="Leave the game").click()
    answer(other, "Leave this game?", "Leave the game")
    other.wait_for_url(re.compile("/$"))
    expect(notice).to_contain_text("Ben has left: a bot plays on.")

    cat, dan = people(patient, viewport=size), people(patient, viewport=size)
    dan.post("/name", name="Dan")
    table = cat.table("whole-nine", "me", "open", options={"first": "purple"})
    dan.visit(link_to(cat, table, 1)).get_by_role("button", name="Sit down").click()
    dan.page.wait_for_url(re.compile("/table/"))
    page = cat.visit(f"/table/{table}")
    expect(page.locator(".seats")).to_contain_text("online")
    expect(page.locator(".tray > .note")).to_have_count(0)
    dan.page.close()
    expect(page.locator(".tray > .note")).to_contain_text(re.compile(r"Dan is away\. A bot can take over in \d+:\d\d"))
    expect(page.get_by_role("button", name="Let a bot play")).to_have_count(0)
    page.screenshot(path=tmp_path / f"countdown-{size['width']}.png")
    assert fits(page)
