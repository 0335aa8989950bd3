"""People with browsers for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser.people import Person, running_browser
from tests.web.serving import Server

PICTURES = Path(__file__).parents[3] / "screenshots"
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test failed until its people leave."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the tests of this folder: while it runs, its thread cannot run another event loop."""
    with running_browser() as chromium:
        yield chromium


@pytest.fixture
def people(request: pytest.FixtureRequest, browser: Browser, house: Server) -> Iterator[Callable[..., Person]]:
    """Makes people; afterwards their pages must not have complained, unless the test has dealt with it."""
    present: list[Person] = []

    def make(server: Server = house, **options: Any) -> Person:
        present.append(Person(browser, server, **options))
        return present[-1]

    yield make
    failed = request.node.stash.get(FAILED, False)
    for i, one in enumerate(present):
        one.close(PICTURES / f"{request.node.name}-{i}" if failed else None)
    assert [fault for one in present for fault in one.faults] == []


@pytest.fixture
def person(people: Callable[..., Person]) -> Person:
    """One person with a browser."""
    return people()
