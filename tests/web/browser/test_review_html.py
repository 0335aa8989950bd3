"""The page that `trackside review --html` writes, in a real browser."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Request

from tests.review.hand import invented
from tests.web.browser.people import AXE, DESK, PHONE
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.review.output.html import page


def remember(failed: list[str], request: Request) -> None:
    """Record a request that failed: the page needs none."""
    failed.append(request.url)


@pytest.mark.parametrize(
    ("game", "seats", "language"), [pytest.param("whole-nine", 4, "en", marks=pytest.mark.long), ("traxx", 1, "de")]
)
def test_the_page_of_a_review_reads_well_everywhere(browser: Browser, game: str, seats: int, language: str) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    text = page(invented(match), match, match.words(language, 0))
    for viewport, scheme in ((DESK, "light"), (PHONE, "dark")):
        context = browser.new_context(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type]  # a str
        context.set_offline(True)
        shown, failed = context.new_page(), list[str]()
        shown.on("requestfailed", partial(remember, failed))
        shown.set_content(text)
        shown.locator("summary").press("Enter")
        shown.evaluate(AXE)
        found = shown.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        assert [fault["id"] for fault in found["violations"]] == []
        assert shown.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        assert shown.locator("tbody tr, table > tr").count() > len(match.log) / 3
        assert failed == []
        context.close()
