"""The database schema, with an index for every list, so that lists stay fast however many tables there are."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

from trackside.web.unix_time import now

metadata = MetaData()


players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token in the cookie
    Column("name", String(40), nullable=False, default=""),
    Column("shares", Integer, key="shares_positions"),  # 1 if positions of their games may become puzzles for everyone
    Column("since", BigInteger, default=now),  # Unix time, milliseconds
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("position", Text),  # the starting position, if it is not the opening
    Column("seed", Text, nullable=False),
    Column("dice_from", Integer, nullable=False, default=0),
    Column("host", String(64)),
    Column("watch", String(10), nullable=False),
    Column("clock", Integer),
    Column("minutes", Integer),  # the length of a timed game
    Column("origin", Text),  # how it was created, if not in the lobby
    Column("status", String(10), nullable=False),
    Column("result", Text),  # JSON, once it is over
    Column("began", BigInteger, nullable=False),  # Unix time, milliseconds
    Column("hints", Integer),  # 1 if people who play against each other may ask for hints
    Column("several_seats", Integer),  # 1 if one person may take several seats
    Column("again", String(16), key="rematch_id"),  # the rematch
    Column("rules", String(40)),  # the version of the game's rules that the log follows
    Column("sealed", BigInteger),  # when all commitments were in: salts are revealed only after that
    Column("revision", Integer),  # grows with every change of occupants, status or rematch: detects conflicting writers
    # The listing, see `Listing`; written shortly after the moves, and corrected when a table is loaded.
    Column("changed", BigInteger),  # the time of the last public event
    Column("to_move", Integer),  # the seats to move, one bit for each
    Column("due", BigInteger),  # the time when the server has to act: 0 for a bot's move, else the end of a clock
    Column("keeper", String(32), key="lease_holder"),  # the lease: the server whose bots and clocks act at this table
)

PUBLIC = text("watch = 'anyone' AND status <> 'over'")
"""The condition of public tables, exactly as in their index: otherwise SQLite does not use it."""

Index("tables_public", tables.c.changed, tables.c.id, sqlite_where=PUBLIC, postgresql_where=PUBLIC)

DUE = text("due IS NOT NULL")
Index("tables_due", tables.c.due, sqlite_where=DUE, postgresql_where=DUE)

members = Table(
    "members",
    metadata,
    # The players in whose lists a table is: its host and everyone who sits there.
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(64), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("over", Integer, nullable=False),  # 1 once the game is over
    Column("changed", BigInteger, nullable=False),  # as in `tables`
    Column("solo", Integer),  # the score of a finished solo game
    Column("hidden", Integer),  # 1 if the player has discarded the table
    Index("members_by_player", "player", "over", "changed", "table_id"),
)

SOLO = text("solo IS NOT NULL")
for name, *columns in (("members_solo", members.c.player), ("members_solo_game", members.c.player, members.c.game)):
    Index(name, *columns, members.c.solo.desc(), members.c.changed, sqlite_where=SOLO, postgresql_where=SOLO)

occupants = Table(
    "occupants",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("player", String(64)),
    Column("name", String(40), nullable=False, default=""),
    Column("level", String(80)),
    Column("invite", String(64)),
    Column("salt", String(64)),  # the seat's contribution to the dice
    Column("commitment", String(64)),  # SHA-256 of the salt, if it was committed to before any was revealed
    Column("by_hand", Integer),  # 1 if a person here rolls their dice themselves
    Column("asked_by", Integer),  # the seat that requested the bot playing for a person; their own if they left
    Index("occupants_by_player", "player"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # move; undo: `move` is the index in the log that is removed; back: only the first `move` entries of the log stay
    Column("kind", String(4), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", Integer, nullable=False),
    Column("message", String(64)),  # the id of the message that caused it, so that it counts once
    Column("at", BigInteger, nullable=False),
)

UNBROKEN = {
    "sqlite": (
        """
        CREATE TRIGGER IF NOT EXISTS entries_unbroken BEFORE INSERT ON entries
        WHEN NEW.number > 0 AND NOT EXISTS
            (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND number = NEW.number - 1)
        BEGIN SELECT RAISE(ABORT, 'the entry before this one is not stored'); END
        """,
    ),
    "postgresql": (
        """
        CREATE OR REPLACE FUNCTION entries_unbroken() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.number > 0 AND NOT EXISTS
                (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND number = NEW.number - 1)
            THEN RAISE EXCEPTION USING
                MESSAGE = 'the entry before this one is not stored', ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER entries_unbroken BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entries_unbroken()",
    ),
}
"""Triggers by dialect: an entry is stored only if its predecessor is, so that no log can have a gap."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),  # the end of the heartbeat's validity, by the database's clock
)

about = Table(
    "about",
    MetaData(),  # only for databases without a field for a schema version, see `ownership`
    Column("version", Integer, nullable=False),
)

health = Table(
    "health",
    metadata,
    # Written and read back by the health check, one row per server.
    Column("server", String(32), primary_key=True),
    Column("number", BigInteger, nullable=False),  # incremented by every check
    Column("at", BigInteger, nullable=False),  # Unix time, milliseconds
)

keys = Table(
    "keys",
    metadata,
    # Secrets that all servers on this database share, see `queries.shared_key`.
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("player", String(64), primary_key=True),
    Column("server", String(32), primary_key=True),  # the server they are connected to
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("effort", String(10), primary_key=True),
    Column("rank", Integer, nullable=False),  # quicker reviews are made first
    Column("status", String(10), nullable=False),  # wanted, stopped, failed or done
    Column("asker", String(64), nullable=False),
    Column("asked", BigInteger, nullable=False),  # Unix time, milliseconds
    Column("parts", Integer, nullable=False, default=0),
    Column("steps", Integer, nullable=False, default=0),
    Column("read", Integer, nullable=False, default=0),  # entries of the log
    Column("keeper", String(32), key="lease_holder"),  # the lease: the server that makes it
)

WANTED = text("status = 'wanted'")
"""The condition of reviews that are to be made, exactly as in their indexes."""

Index("reviews_wanted", reviews.c.rank, reviews.c.asked, sqlite_where=WANTED, postgresql_where=WANTED)
Index("reviews_by_asker", reviews.c.asker, sqlite_where=WANTED, postgresql_where=WANTED)

review_parts = Table(
    "review_parts",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("effort", String(10), primary_key=True),
    Column("number", Integer, primary_key=True),  # detects conflicting writers, as in a log
    Column("text", Text, nullable=False),  # a review with the steps that were made together, as JSON
)

training = Table(
    "training",
    metadata,
    # Positions that players got wrong, which they are asked again.
    Column("player", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("step", Integer, primary_key=True),  # of the game's reviews
    Column("effort", String(10), nullable=False),  # of the review that found it
    Column("game", String(40), nullable=False),
    Column("card", Text, nullable=False),  # its entry in a list, as JSON
    Column("box", Integer, nullable=False, default=0),  # the number of right answers in a row
    Column("last", String(10)),  # the verdict on the last answer
    Column("tried", BigInteger),  # the time of the last answer, by the database's clock
    Column("due", BigInteger),  # when it is asked again, by the database's clock; never if empty
    Index("training_due", "player", "due"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False),  # the source, which is kept secret
    Column("step", Integer),  # of the game's review
    Column("made", BigInteger, nullable=False),  # Unix time, milliseconds
    Column("text", Text, nullable=False),  # position and answers, as JSON
    Column("graded", Integer, nullable=False, default=0),  # 0 ungraded, 1 worth asking, 2 not worth asking
    Index("puzzles_by_game", "game", "graded", "made", "id"),
    Index("puzzles_by_table", "table_id"),
)

solved = Table(
    "solved",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("puzzle", String(80), primary_key=True),
    Column("verdict", String(10), nullable=False),  # of the first answer
)

# Written by operator commands; running servers poll these tables every second.

blocks = Table(
    "blocks",
    metadata,
    Column("network", String(50), primary_key=True),  # 192.0.2.0/24
    Column("since", BigInteger, nullable=False),  # by the database's clock, as `until`
    Column("until", BigInteger),  # forever if empty
    Column("reason", Text, nullable=False, default=""),
)

interventions = Table(
    "interventions",
    metadata,
    # Tables that an operator has changed or deleted: servers that have them in memory reload them.
    Column("id", String(32), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),  # by the database's clock
    Index("interventions_by_time", "at"),
)
