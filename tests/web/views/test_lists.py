"""The lists of the lobby: never felt, however many tables there are, in pages, and soon as new as the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, Select, make_url, select, text, update

from tests.web.serving import Server, sqlite
from trackside.laws.tables import THOROUGH
from trackside.web.api.commands import MoveCommand
from trackside.web.api.lobby import TableRow
from trackside.web.store import lists as queries
from trackside.web.store import schema
from trackside.web.store.database import connect
from trackside.web.store.listing import ListingWriter
from trackside.web.store.lists import MAX_LISTED, Place
from trackside.web.store.schema import members, tables
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.changes import Sit
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, OPEN, PERSON, Occupant
from trackside.web.views.lists import KINDS, table_lists

NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < :many - 1) "
FILL = (
    """INSERT INTO tables (id, game, seats, options, seed, dice_from, host, watch, status, result, began, changed,
                           to_move)
       SELECT 't' || n, 'traxx', 1, '{}', '', 0, CASE WHEN n % 3 = 0 THEN 'ben' ELSE 'ana' END,
              CASE WHEN n % 2 = 0 THEN 'anyone' ELSE 'link' END, CASE WHEN n % 4 < 2 THEN 'over' ELSE 'playing' END,
              '{"winners": [0], "scores": [' || (n % 1000) || ']}', n, n, 1
       FROM numbers""",
    "INSERT INTO occupants (table_id, seat, kind, player, name) SELECT 't' || n, 0, 'person', 'ana', '' FROM numbers",
    """INSERT INTO members (table_id, player, game, over, changed, solo)
       SELECT 't' || n, player, 'traxx', CASE WHEN n % 4 < 2 THEN 1 ELSE 0 END, n,
              CASE WHEN n % 4 < 2 AND player = 'ana' THEN n % 1000 END
       FROM numbers, (SELECT 'ana' AS player UNION SELECT 'ben') AS players WHERE player = 'ana' OR n % 3 = 0""",
    """INSERT INTO entries (table_id, number, kind, seat, move, at)
       SELECT 't' || n, place, 'move', 0, 0, n FROM numbers, (SELECT 0 AS place UNION SELECT 1) AS places""",
)


def fill(engine: Engine, many: int) -> None:
    """Store `many` tables: all of them Ana's, a third hosted by Ben."""
    with engine.begin() as connection:
        for statement in FILL:
            if connection.dialect.name == "sqlite":
                into, rows = statement.split("SELECT", 1)
                connection.execute(text(f"{NUMBERS} {into} SELECT {rows}"), {"many": many})
            else:
                connection.execute(text(f"{NUMBERS} {statement}"), {"many": many})


def url_of(kind: str, name: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """A database of this test's own."""
    if kind == "sqlite":
        return sqlite(folder / name)
    server = make_url(request.getfixturevalue("postgres")).set(drivername="postgresql+psycopg")
    engine = connect(server.render_as_string(hide_password=False))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name}")
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return server.set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, Engine]]:
    """Two databases: with 1,000 tables, and with many."""
    engines = []
    for many in (1_000, 100_000 if THOROUGH else 20_000):
        url = url_of(request.param, f"full_{many}", request, tmp_path_factory.mktemp("lists"))
        engine = connect(url)
        fill(engine, many)
        engine.dispose()
        engine = connect(url)
        if request.param == "postgresql":
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM ANALYZE")
        engines.append(engine)
    few, many_tables = engines
    yield few, many_tables
    for engine in engines:
        engine.dispose()


BEFORE = Place(500, "t500")
ASKED: dict[str, Select[Any]] = {
    "mine": queries.own_tables("ana", False).limit(MAX_LISTED),
    "mine, next page": queries.own_tables("ana", False, BEFORE).limit(MAX_LISTED),
    "mine as a host": queries.own_tables("ben", False).limit(MAX_LISTED),
    "finished": queries.own_tables("ana", True).limit(MAX_LISTED),
    "finished, next page": queries.own_tables("ana", True, BEFORE).limit(MAX_LISTED),
    "public": queries.public_tables().limit(MAX_LISTED),
    "public, next page": queries.public_tables(BEFORE).limit(MAX_LISTED),
    "best": queries.best_games("ana", None),
    "best of a game": queries.best_games("ana", "traxx"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_list_is_read_along_an_index(full: tuple[Engine, Engine], asked: str) -> None:
    with full[1].connect() as connection:
        plan = explain(connection, ASKED[asked])
    assert not [step for step in plan if "SCAN" in step or "Seq Scan" in step], plan
    assert not [step for step in plan if "B-TREE" in step or step.startswith("Sort")], "nothing is left to be sorted"


def explain(connection: Connection, query: Select[Any]) -> list[str]:
    """Return the database's plan of a query, step by step; SQLite writes SEARCH where it uses an index."""
    if connection.dialect.name == "sqlite":
        steps = connection.execute(Explained("EXPLAIN QUERY PLAN", query).statement(connection))
        return [step.detail.replace("SCAN tables USING INDEX tables_public", "SEARCH") for step in steps]
    (plan,) = connection.execute(Explained("EXPLAIN (FORMAT JSON)", query).statement(connection)).scalar_one()
    return [f"{node['Node Type']} {node.get('Relation Name', '')}" for node in nodes(plan["Plan"])]


class Explained:
    """A query with its values written out, so that it can be explained."""

    def __init__(self, how: str, query: Select[Any]) -> None:
        self.how, self.query = how, query

    def statement(self, connection: Connection) -> Any:
        """The statement that explains it."""
        written = self.query.compile(connection, compile_kwargs={"literal_binds": True})
        return text(f"{self.how} {written}".replace(":", "\\:"))


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All nodes of a plan of PostgreSQL."""
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def work(connection: Connection, player: str) -> int:
    """Return the database's work for a page of every list: steps of SQLite, rows read by PostgreSQL."""

    def ask() -> None:
        for kind in KINDS:
            page = queries.listed(connection, player, kind)
            queries.listed(connection, player, kind, page.more)
        queries.solo_games(connection, player, "traxx")

    if connection.dialect.name == "postgresql":
        looked_at = 0
        for query in ASKED.values():
            statement = Explained("EXPLAIN (ANALYZE, FORMAT JSON)", query).statement(connection)
            (plan,) = connection.execute(statement).scalar_one()
            looked_at += sum(int(node["Actual Rows"] * node["Actual Loops"]) for node in nodes(plan["Plan"]))
            looked_at += sum(node.get("Rows Removed by Filter", 0) for node in nodes(plan["Plan"]))
        ask()
        return looked_at
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    raw: Any = connection.connection.driver_connection
    raw.set_progress_handler(count, 10)
    ask()
    raw.set_progress_handler(None, 0)
    return steps


@pytest.mark.parametrize("player", ["ana", "ben", "nobody"])
def test_many_tables_are_no_more_work_than_a_thousand(full: tuple[Engine, Engine], player: str) -> None:
    few, many = full
    with few.connect() as connection:
        usual = work(connection, player)
    with many.connect() as connection:
        assert work(connection, player) < 1.5 * usual + 100


@pytest.mark.parametrize("kind", KINDS)
def test_pages_show_every_table_once(full: tuple[Engine, Engine], kind: Any) -> None:
    with full[0].connect() as connection:
        for player in ("ana", "ben", None):
            seen: list[str] = []
            page = queries.listed(connection, player, kind)
            while True:
                seen += [row["id"] for row, _ in page.rows]
                if page.more is None:
                    break
                page = queries.listed(connection, player, kind, page.more)
            numbers = [int(table[1:]) for table in seen]
            assert numbers == sorted(numbers, reverse=True), "the newest first"
            assert numbers == [n for n in reversed(range(1000)) if belongs(n, player, kind)]


def belongs(n: int, player: str | None, kind: str) -> bool:
    """Return True if a table is in a list."""
    mine, over = player == "ana" or (player == "ben" and n % 3 == 0), n % 4 < 2
    if kind == "public":
        return n % 2 == 0 and not over and not mine
    return mine and over == (kind == "finished")


# What the lists go by, written a moment after the moves

PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]
SOON = 0.01


def with_listings(database: str, test: Callable[[Tables, ListingWriter], Awaitable[None]], pause: float = SOON) -> None:
    """Run a test with the tables of a store."""

    async def run() -> None:
        tables = Tables(Store(database))
        listing_writer = ListingWriter(tables, pause)
        await test(tables, listing_writer)
        if listing_writer.follow in tables.followers:
            await listing_writer.close()
        tables.store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


class LateReader(Store):
    """A store whose answers to reads arrive when they are let."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.has_read, self.may_answer = asyncio.Event(), asyncio.Event()

    async def read(self, job: Callable[[Connection], Any]) -> Any:
        """Return what was there some time ago."""
        result = await super().read(job)
        self.has_read.set()
        await self.may_answer.wait()
        return result


def test_a_list_that_was_read_before_a_move_was_written_shows_the_move(tmp_path: Path) -> None:
    async def run() -> None:
        store = LateReader(sqlite(tmp_path))
        tables = Tables(store)
        listing_writer = ListingWriter(tables, SOON)
        live = await creation.create(tables, "whole-nine", PEOPLE, {"first": "red"}, host="player 0")
        while listing_writer.unwritten():
            await asyncio.sleep(SOON)
        while live.table.seats_to_move() == [0]:
            moves = live.table.match.moves(0) if live.table.match else []
            await tables.handle(live, MoveCommand(seat=0, move=moves[0].code), "player 0")
        context = asyncio.create_task(table_lists(tables, listing_writer, "player 1", "mine", None, "en"))
        await store.has_read.wait()
        while listing_writer.unwritten():
            await asyncio.sleep(SOON)
        store.may_answer.set()
        assert [row["my_turn"] for row in (await context)["mine"]] == [True]
        await listing_writer.close()
        store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


async def written(store: Store, table: str) -> tuple[int, int, int | None]:
    """Return the store's listing of a table, also in its people's lists."""

    def look(connection: Connection) -> tuple[int, int, int | None]:
        row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
        times = connection.execute(select(members.c.changed).where(members.c.table_id == table)).scalars()
        assert set(times) == {row["changed"]}
        return row["changed"], row["to_move"], row["due"]

    return await store.read(look)


async def until_written(store: Store, live: LiveTable) -> None:
    """Wait until the store says what the table says."""
    while await written(store, live.table.id) != live.table.listing():
        await asyncio.sleep(SOON)


async def play(tables: Tables, live: LiveTable, seat: int) -> None:
    """Make the first legal move of a seat."""
    assert live.table.match is not None
    move = live.table.match.moves(seat)[0].code
    await tables.handle(live, MoveCommand(seat=seat, move=move), live.table.occupants[seat].player)


async def create(tables: Tables, game: str, occupants: list[Occupant] = PEOPLE, **more: Any) -> LiveTable:
    return await creation.create(tables, game, occupants, {}, host="player 0", watch="anyone", **more)


def test_a_new_table_is_stored_with_what_the_lists_go_by(database: str) -> None:
    async def test(tables: Tables, _: ListingWriter) -> None:
        people = await create(tables, "whole-nine", clock=60)
        assert people.table.listing() == await written(tables.store, people.table.id)
        assert bin(people.table.listing().to_move).count("1") == 1
        assert people.table.listing().due == people.table.deadlines.turn
        bots = [Occupant(seat, BOT, level="random") for seat in range(1, 3)]
        theirs = await create(tables, "traxx", [PEOPLE[0], *bots])
        assert (await written(tables.store, theirs.table.id))[2] == 0, "bots have to move"
        alone = await create(tables, "traxx", [Occupant(0, BOT, level="random"), *bots])
        assert (await written(tables.store, alone.table.id))[2] is None, "they wait for someone who watches"
        waiting = await create(tables, "whole-nine", [PEOPLE[0], Occupant(1, OPEN, invite="come")])
        assert (await written(tables.store, waiting.table.id))[1:] == (0, None)

    with_listings(database, test, pause=60)


def test_moves_are_in_the_lists_soon(database: str) -> None:
    async def test(tables: Tables, listing_writer: ListingWriter) -> None:
        live = await create(tables, "whole-nine", [PEOPLE[0], Occupant(1, OPEN, invite="come")])
        before = live.table.changed
        await asyncio.sleep(0.002)
        await tables.handle(live, Sit(1, "Ben", "come"), "player 1")
        assert live.table.changed > before
        await until_written(tables.store, live)
        assert live.table.listing().to_move in (1, 2)
        while live.table.listing().to_move == 1:
            await play(tables, live, 0)
        turns = live.table.changed
        while live.table.listing().to_move == 2:
            await play(tables, live, 1)
        assert live.table.changed > turns or live.table.status == "over"
        await until_written(tables.store, live)
        lists = await table_lists(tables, listing_writer, "player 1", "mine", None, "en")
        assert lists["mine"][0]["id"] == live.table.id, "who sat down later has it in the list"

    with_listings(database, test)


def test_what_is_not_written_yet_is_listed_all_the_same(database: str) -> None:
    async def test(tables: Tables, listing_writer: ListingWriter) -> None:
        live = await create(tables, "whole-nine")
        for _ in range(3):
            seat = live.table.seats_to_move()[0]
            for one in range(2):
                lists = await table_lists(tables, listing_writer, f"player {one}", None, None, "en")
                (row,) = [row for row in lists["mine"] if row["id"] == live.table.id]
                assert (row["my_turn"], row["when"]) == (one == seat, live.table.changed)
            while live.table.seats_to_move() == [seat]:
                await play(tables, live, seat)
        assert await written(tables.store, live.table.id) != live.table.listing()
        await listing_writer.close()
        assert await written(tables.store, live.table.id) == live.table.listing(), "the end writes what is left"

    with_listings(database, test, pause=60)


def test_what_cannot_be_written_is_written_later(tmp_path: Path) -> None:
    async def test(tables: Tables, _: ListingWriter) -> None:
        live = await create(tables, "whole-nine")
        seat = live.table.seats_to_move()[0]
        await tables.store.do(lambda connection: connection.exec_driver_sql("ALTER TABLE members RENAME TO away"))
        while live.table.seats_to_move() == [seat]:
            await play(tables, live, seat)
        await asyncio.sleep(10 * SOON)
        await tables.store.do(lambda connection: connection.exec_driver_sql("ALTER TABLE away RENAME TO members"))
        await until_written(tables.store, live)

    with_listings(sqlite(tmp_path), test)


def test_a_server_that_was_killed_leaves_columns_that_are_made_good(database: str) -> None:
    async def test(tables: Tables, _: ListingWriter) -> None:
        live = await create(tables, "whole-nine")
        while live.table.seats_to_move() == [seat := live.table.seats_to_move()[0]] and live.table.count < 40:
            await play(tables, live, seat)
        await until_written(tables.store, live)
        newest = live.table.listing()
        here, there = schema.tables.c.id == live.table.id, members.c.table_id == live.table.id
        old = update(schema.tables).where(here).values(changed=1, to_move=0)
        await tables.store.do(lambda connection: connection.execute(old))
        await tables.store.do(lambda connection: connection.execute(update(members).where(there).values(changed=1)))
        others = Tables(tables.store)
        again = ListingWriter(others, SOON)
        assert (await others.find(live.table.id)).table.listing() == newest
        await until_written(tables.store, live)
        await again.close()

    with_listings(database, test)


def test_a_secret_move_does_not_change_what_the_lists_say(database: str) -> None:
    async def test(tables: Tables, listing_writer: ListingWriter) -> None:
        live = await create(tables, "traxx")
        match = live.table.match
        assert match is not None
        before, turn = live.table.changed, match.turn

        async def listed() -> list[TableRow]:
            lists = await table_lists(tables, listing_writer, "player 1", None, None, "en")
            return [row for row in lists["mine"] if row["id"] == live.table.id]

        at_first = await listed()
        assert at_first
        secret = 0
        while match.turn == turn and live.table.seats_to_move() != [1]:
            await asyncio.sleep(0.002)
            await play(tables, live, 0)
            secret += 1
            assert live.table.changed == before
            loaded = await Tables(tables.store).find(live.table.id)
            assert loaded.table.changed == before, "nor when it is loaded again"
            assert await listed() == at_first
        assert secret > 1
        while match.turn == turn:
            await asyncio.sleep(0.002)
            await play(tables, live, 1)
        assert live.table.changed > before, "the end of a turn is seen by all"

    with_listings(database, test)


def test_pages_over_the_interface(server: Server) -> None:
    ana = server.player("Ana")
    made = [ana.table("traxx", "me", "open") for _ in range(MAX_LISTED + 2)]
    first = ana.get("/tables")
    assert first["more"]["public"] is None
    assert first["more"]["finished"] is None
    more = ana.get("/tables", kind="mine", before=first["more"]["mine"])
    assert more["public"] == more["finished"] == []
    assert more["more"] == {"mine": None, "public": None, "finished": None}
    assert [len(page["mine"]) for page in (first, more)] == [MAX_LISTED, 2]
    assert {row["id"] for page in (first, more) for row in page["mine"]} == set(made)
    for query in ({"kind": "mine", "before": "yesterday"}, {"kind": "hers"}):
        assert ana.http.get("/api/tables", params=query).status_code == 422
