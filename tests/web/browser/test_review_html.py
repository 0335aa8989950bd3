"""The file that `trackside review --html` writes, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.review.hand import invented
from tests.web.browser.people import AXE, DESK, PHONE
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.web.views.review_file import review_file


class Opened:
    """A page opened from a file without a network, with everything that went wrong."""

    def __init__(self, browser: Browser, path: Path, viewport: dict[str, int], scheme: str) -> None:
        self.context = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # as given
        self.context.set_offline(True)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._note)
        self.page.goto(path.as_uri())
        self.page.locator(".rv-curve").first.wait_for()

    def _note(self, request: Request) -> None:
        if not request.url.startswith(("data:", "file:")) or "/static/" in request.url:
            self.faults.append(request.url)


def written(folder: Path, match: Match, language: str) -> Path:
    """The review of a match as a file."""
    path = folder / "review.html"
    text = review_file(invented(match), read_record(match.record()), match, match.words(language, 0))
    assert len(text) < 1_000_000
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("game", "seats", "language"), [pytest.param("whole-nine", 4, "en", marks=pytest.mark.long), ("traxx", 1, "de")]
)
def test_the_file_of_a_review_reads_well_everywhere(
    browser: Browser, tmp_path: Path, game: str, seats: int, language: str
) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    path = written(tmp_path, match, language)
    moments = None
    for viewport, scheme in ((DESK, "light"), (PHONE, "dark")):
        opened = Opened(browser, path, viewport, scheme)
        page = opened.page
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") in ("light dark", scheme)
        items = page.locator(".rv-moments li")
        assert items.count() == (moments or items.count()) > 0
        moments = items.count()
        if viewport == DESK:
            assert page.locator(".rv-log li").count() > len(match.log) / 3
        items.last.locator("button").click()
        page.locator(".rv-scene svg").first.wait_for()
        at = page.evaluate("location.hash")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("location.hash") != at
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        assert [fault["id"] for fault in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        page.emulate_media(media="print")
        assert page.locator(".rv-curve").first.is_visible()
        assert not page.locator(".rv-acts").is_visible()
        assert opened.faults == []
        opened.context.close()


def test_names_cannot_break_the_file(browser: Browser, tmp_path: Path) -> None:
    whole = played(Table(GAMES["traxx"], 2, {}), 3)
    names = ("</script><script>alert(1)</script>", '"&')
    match = Match.from_log(whole.game, whole.start, whole.log, options=whole.options, dice=whole.dice, players=names)
    path = written(tmp_path, match, "en")
    assert "alert(1)" not in path.read_text(encoding="utf-8")
    opened = Opened(browser, path, DESK, "light")
    assert '"&' in opened.page.locator(".rv-verdict").inner_text() + opened.page.locator(".rv-log").inner_text()
    assert opened.faults == []
    opened.context.close()
