"""Lists that are longer than a page, in a real browser."""

from __future__ import annotations

from tests.web.browser.people import Person


def test_a_long_list_is_shown_page_by_page(person: Person) -> None:
    made = [person.table("traxx", "me", "open") for _ in range(52)]
    page = person.visit("/")
    rows = page.locator(".lists section").first.locator(".rows > li")
    page.locator(".lists .rows").first.wait_for()
    assert rows.count() == 50
    page.get_by_role("button", name="Show more: My tables").click()
    rows.nth(51).wait_for()
    shown = {link.get_attribute("href") for link in rows.locator("a").all()}
    assert shown == {f"/table/{table}" for table in made}
    assert page.get_by_role("button", name="Show more").count() == 0
