"""The end of a game on the page: why it ended, teams, and how it compares with earlier games."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.games.traxx.table import PRACTICE
from tests.web.browser.people import PHONE, Person

People = Callable[..., Person]

TEAMS = {"mode": "teams"}


def test_a_team_is_a_team_from_the_first_move_to_the_lists(person: Person) -> None:
    table = person.table("skip-or-trip", "me", "club", "club", "club", options=TEAMS, seed="teams")
    page = person.visit(f"/table/{table}")
    person.state()
    seats = page.locator(".seats .seat")
    expect(seats.nth(2).locator("small")).to_have_text("your partner")
    partner = person.tables()[-1]["seats"][2]["name"]
    expect(seats.nth(0).locator("small")).to_contain_text(f"with {partner}")
    expect(seats.nth(1).locator("small")).to_have_text(f"with {person.tables()[-1]['seats'][3]['name']}")
    assert [seat["colour"] for seat in person.tables()[-1]["seats"]] == ["red", "purple", "red", "purple"]
    person.play_on()
    last = person.tables()[-1]
    result, (mine, theirs) = last["result"], last["view"]["scores"][:2]
    assert result["sides"] == [0, 1, 0, 1]
    assert len(result["winners"]) == 2
    first, second = max(mine, theirs), min(mine, theirs)
    assert result["says"].endswith(f": {first} to {second}.")
    expect(page.locator(".rank .place")).to_have_text(["1st", "1st", "2nd", "2nd"])
    expect(page.locator(".end-why:visible")).to_contain_text(result["why"])
    page = person.visit("/games")
    row = page.locator(".rows.finished li").first
    expect(row).to_contain_text(f"{mine} to {theirs}")
    expect(row).to_contain_text(f"won by {mine - theirs}" if 0 in result["winners"] else "2nd")
    expect(row).not_to_contain_text("shared")


def test_the_result_says_why_it_ended_and_whether_it_was_my_best(people: People) -> None:
    person = people(viewport=PHONE)
    why = "The only card has been played."
    for turn, seed in enumerate(("a", "b")):
        table = person.table("traxx", "me", options={"deck": "ybgr", "sheet": PRACTICE}, seed=seed)
        page = person.visit(f"/table/{table}")
        person.play_on(seed=turn)
        expect(page.locator(".end-why:visible")).to_contain_text(why)
    expect(page.locator(".end-why:visible")).to_contain_text("Your best solo game")
    assert person.violations() == []


def test_spectators_read_of_the_last_round(people: People) -> None:
    host, guest = people(), people()
    table = host.table("whole-nine", "me", "greedy", options={"first": "red"}, seed="watched")
    host.visit(f"/table/{table}")
    page = guest.visit(f"/table/{table}")
    host.play_on(4)
    expect(page.locator(".g-main h3")).to_have_text("The last round")
    expect(page.locator(".since li")).to_have_count(2)


def test_every_bot_can_be_played_against_from_its_face(person: Person) -> None:
    page = person.visit("/bots")
    names = page.locator(".bot-cards h2").all_inner_texts()
    assert len(names) == 5
    page.get_by_role("group", name=f"Play against {names[2]}").get_by_role("button", name="Träxx").click()
    page.wait_for_url("**/table/*")
    person.state()
    seats = person.tables()[-1]["seats"]
    assert [(seat["mine"], seat["level"]) for seat in seats] == [(True, None), (False, "expert")]
