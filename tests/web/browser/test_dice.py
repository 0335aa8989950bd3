"""Two people with a browser each commit to their salts, reveal them, and check the dice afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.browser.people import Person, play_together
from trackside.play.dice import commit_to
from trackside.play.record import read_record
from trackside.play.verification import missing_proof, verify_record

People = Callable[..., Person]

SALT = "the salt of a program"


def new_commitment(person: Person) -> str:
    """Return a commitment to a salt that this person's browser keeps."""
    person.visit("/")
    made: str = person.page.evaluate("import('/static/dice/salt.js').then(salt => salt.newCommitment())")
    return made


def open_table(ana: Person) -> tuple[str, str]:
    """Return a table with a seat for a guest, and the path of the invitation."""
    table = ana.table("traxx", "me", "open", commitment=new_commitment(ana), options={"deck": "ybgr-ybgk"})
    shown = ana.context.request.get(f"/api/tables/{table}").json()
    return table, shown["seats"][1]["invite"]


def verify(page: Page) -> Locator:
    """Open the dialog that checks the dice."""
    page.get_by_role("button", name="Verify dice").click()
    dialog = page.get_by_role("dialog", name="Verify dice")
    expect(dialog.locator(".dice-verdict")).to_be_visible()
    return dialog


def lie(route: Route) -> None:
    """Tell of another salt on seat 1, with a digest that fits it."""
    told: dict[str, Any] = route.fetch().json()
    told["salts"][1] |= {"salt": SALT, "commitment": hashlib.sha256(SALT.encode()).hexdigest()}
    route.fulfill(json=told)


def test_two_people_play_to_the_end_and_verify_the_dice(people: People) -> None:
    ana, ben = people(), people()
    table, path = open_table(ana)
    ana.visit(f"/table/{table}")
    ana.page.reload()
    page = ben.visit(path)
    page.locator("main input[name=name]").fill("Ben")
    page.locator("main .primary").click()
    for person in (ana, ben):
        person.page.locator(".mat svg").first.wait_for()
    play_together(ana, ben)
    record = read_record(ana.context.request.get(f"/api/tables/{table}/record").text())
    assert (set(record.salts), missing_proof(record)) == ({0, 1}, [])
    assert verify_record(record)
    for person in (ana, ben):
        dialog = verify(person.visit(f"/replay/{table}"))
        expect(dialog).to_contain_text("Every salt matches the digest that its player had committed to.")
        expect(dialog).to_contain_text("The digests of all salts are the ones that this browser saw")
        expect(dialog).to_contain_text("The digest is the one that this browser was shown during the game.")
        expect(dialog.locator(".finding.wrong, .finding.unknown, .draws li:not(.right)")).to_have_count(0)
        assert person.violations() == []
        person.page.keyboard.press("Escape")
    ben.page.route("**/dice?*", lie)
    dialog = verify(ben.page)
    wrong = dialog.locator(".finding.wrong").filter(has_text="The digests of the salts are not the ones that")
    expect(wrong).to_contain_text("this browser saw before it revealed its own")
    check_rematch(ana, ben, table)


def check_rematch(ana: Person, ben: Person, table: str) -> None:
    """A rematch waits for both, and begins with new salts."""
    for person in (ana, ben):
        label = "Play again" if person is ana else "Join the rematch"
        person.visit(f"/table/{table}").get_by_role("button", name=label).click()
        if person is ana:
            expect(ana.page.locator(".waiting")).to_contain_text("The rematch begins when everyone is back.")
            expect(ana.page.locator(".waiting")).to_contain_text("Waiting for Ben.")
            assert ana.violations() == []
    for person in (ana, ben):
        person.page.locator(".mat svg").first.wait_for()
    told = [seat["salt"] for seat in ana.tables()[-1]["seats"]]
    assert None not in told
    assert ana.faults == ben.faults == []


def test_the_page_says_whose_salt_is_missing(people: People) -> None:
    ana, ben = people(), people(locale="de-DE")
    table, path = open_table(ana)
    ana.visit(f"/table/{table}")
    ben.post(f"/tables/{table}/seats/1", invite=path.rpartition("/")[2], commitment=commit_to(SALT))
    waiting = ana.page.locator(".waiting")
    expect(waiting).to_contain_text("Everyone is here. The dice are being prepared.")
    expect(waiting).to_contain_text("Waiting for the salt of Purple: it goes into the dice.")
    waiting.locator("summary").click()
    expect(waiting).to_contain_text(commit_to(SALT))
    assert ana.violations() == []
    assert ana.overflow() == 0
    expect(ben.visit(f"/table/{table}").locator(".waiting")).to_contain_text("Alle sind da.")
    ben.post(f"/tables/{table}/reveal", seat=1, salt=SALT)
    ana.page.locator(".mat svg").first.wait_for()
    assert ana.faults == []
