"""The command `trackside admin`."""

from __future__ import annotations

import argparse
import ipaddress
import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.operating import (
    SHORT,
    add_database,
    add_yes,
    confirmed,
    find_player,
    in_columns,
    local_time,
    opened,
    read_duration,
    with_times,
    words_of,
)
from trackside.core.errors import BadOption
from trackside.core.words import Words

if TYPE_CHECKING:
    from trackside.web.admin.connection import Beside

HELP = "list, inspect, close and delete tables and players, and block addresses; works while the server runs"

EXAMPLES = (
    "admin tables --status playing",
    "admin show-table 5361cbd209",
    "admin players --name ana",
    "admin block 192.0.2.7 --for 12h",
)

STATUS = ("waiting", "playing", "over")
LISTED = 50

WIDE_V6 = 64
"""The prefix length blocked for an IPv6 address: a customer usually has the whole network."""

Action = Callable[["Beside", argparse.Namespace, Words], int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)

    def add(name: str, action: Action, about: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=about, description=about)
        made.set_defaults(do=action, parser=made)
        add_database(made)
        add_language(made)
        add_json(made)
        return made

    listed = add("tables", list_tables, "list the most recently changed tables")
    listed.add_argument("--status", choices=STATUS, help="only tables with this status")
    listed.add_argument("--player", metavar="PLAYER", help="only tables of this player (a name or the start of an id)")
    shown = add("show-table", show_table, "show a table's stored data, without its secrets")
    closed = add("close-table", close_tables, "end unfinished tables without a result and notify their players")
    deleted = add("delete-table", delete_tables, "delete tables, including their moves and reviews")
    people = add("players", list_players, "list the most recently active players")
    people.add_argument("--name", metavar="TEXT", help="only players whose name contains TEXT")
    person = add("show-player", show_player, "show a player's stored data")
    erased = add("delete-player", delete_player, "delete all data of a player, as 'trackside forget' does")
    add("blocks", list_blocks, "list blocked addresses")
    blocked = add("block", block, "block an address or a network")
    unblocked = add("unblock", unblock, "unblock an address or a network")
    shown.add_argument("table", metavar="TABLE", help="the id of a table: the end of its link")
    for one in (closed, deleted):
        one.add_argument("table", metavar="TABLE", nargs="+", help="the ids of tables: the ends of their links")
    for one in (person, erased):
        one.add_argument("player", metavar="PLAYER", help="a name, or the start of an id")
    for one in (blocked, unblocked):
        one.add_argument("address", metavar="ADDRESS", help="an address, or a network such as 192.0.2.0/24")
    blocked.add_argument(
        "--for", metavar="TIME", dest="time", help="duration of the block, for example 12h or 7d (default: permanent)"
    )
    blocked.add_argument("--reason", metavar="TEXT", default="", help="a note for operators")
    for one in (listed, people):
        one.add_argument("--most", type=int, default=LISTED, metavar="N", help=f"list at most N (default: {LISTED})")
    for one in (deleted, erased):
        add_yes(one)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    with opened(args) as database:
        status: int = args.do(database, args, words_of(args))
        return status


# Tables


def list_tables(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """List tables."""
    from trackside.web.admin import table_queries

    player = None if args.player is None else find_player(database, args.player)[0]
    query = partial(table_queries.list_tables, status=args.status, player=player, most=checked(args.most))
    rows = database.read(query)
    if args.json:
        print_json([table_json(row) for row in rows])
        return 0
    heads = [words(f"admin.{name}") for name in ("id", "game", "status", "changed", "entries", "seats")]
    lines = [
        [
            row["id"],
            row["game"],
            words(f"admin.{row['status']}"),
            local_time(row["changed"]),
            str(row["entries"]),
            ", ".join(seat_text(seat, words) for seat in row["seats"]),
        ]
        for row in rows
    ]
    say_list(heads, lines, "admin.no_tables", args.most, words)
    return 0


def show_table(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Show a table."""
    from trackside.web.admin import table_queries

    row = database.read(partial(table_queries.show_table, table=args.table))
    if args.json:
        print_json(table_json(row))
        return 0
    shown = {name: str(row[name]) for name in ("id", "game")}
    shown["status"] = words(f"admin.{row['status']}")
    shown |= {name: local_time(row[name]) for name in ("began", "changed")}
    shown["seats"] = ", ".join(seat_text(seat, words) for seat in row["seats"])
    shown["host"] = row["host"][:SHORT] if row["host"] else words("admin.nobody")
    options = json.loads(row["options"])
    shown["options"] = ", ".join(f"{name}={value}" for name, value in options.items())
    shown["reviews"] = ", ".join(f"{effort} {status}" for effort, status in row["reviews"].items())
    for name in ("entries", "watch", "clock", "minutes", "origin", "rematch", "result"):
        shown[name] = "" if row[name] is None else str(row[name])
    say_facts(shown, words)
    return 0


def close_tables(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Close tables."""
    from trackside.web.admin import table_queries

    check_tables(database, args.table)
    closed = {table: database.write(partial(table_queries.close_table, table=table)) for table in args.table}
    if args.json:
        print_json([{"table": table, "closed": done} for table, done in closed.items()])
    else:
        for table, done in closed.items():
            print(words("admin.closed" if done else "admin.was_over", table=table))
    return 0


def delete_tables(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Delete tables."""
    from trackside.web.admin import table_queries

    check_tables(database, args.table)
    if not confirmed(args, words("admin.confirm_tables", tables=", ".join(args.table)), words):
        return 1
    deleted = []
    for table in args.table:
        deleted += database.write(partial(table_queries.delete_tables, wanted=[table]))
    if args.json:
        print_json([{"table": table, "deleted": True} for table in deleted])
    else:
        for table in deleted:
            print(words("admin.deleted", table=table))
    return 0


def check_tables(database: Beside, wanted: list[str]) -> None:
    """Raise an error if any of these tables does not exist, before anything is changed."""
    from trackside.web.admin import table_queries

    for table in wanted:
        database.read(partial(table_queries.show_table, table=table))


def table_json(row: dict[str, Any]) -> dict[str, Any]:
    """Return a table as a JSON-compatible dictionary."""
    result = json.loads(row["result"]) if row["result"] else None
    return with_times(row, "began", "changed") | {"options": json.loads(row["options"]), "result": result}


def seat_text(seat: dict[str, Any], words: Words) -> str:
    """Return the player of a seat as a string."""
    if seat["kind"] == "open":
        return words("admin.free")
    if seat["kind"] == "bot":
        return words("admin.bot", name=seat["name"] or "-", level=seat["level"] or "-")
    return str(seat["name"] or words("admin.unnamed", player=(seat["player"] or "-")[:SHORT]))


# Players


def list_players(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """List players."""
    from trackside.web.admin import player_queries

    rows = database.read(partial(player_queries.list_players, name=args.name, most=checked(args.most)))
    if args.json:
        print_json([with_times(row, "last") for row in rows])
        return 0
    heads = [words(f"admin.{name}") for name in ("id", "name", "tables", "unfinished", "last")]
    lines = [
        [row["id"][:SHORT], row["name"] or "-", str(row["tables"]), str(row["unfinished"]), local_time(row["last"])]
        for row in rows
    ]
    say_list(heads, lines, "admin.no_players", args.most, words)
    return 0


def show_player(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Show a player."""
    from trackside.web.admin import player_queries

    player, _ = find_player(database, args.player)
    row = database.read(partial(player_queries.show_player, player=player))
    if args.json:
        print_json(with_times(row, "since", "last"))
        return 0
    shown = {name: str(value) for name, value in row.items()}
    shown |= {name: local_time(row[name]) for name in ("since", "last")}
    shown["shares_positions"] = words("admin.yes" if row["shares_positions"] else "admin.no")
    say_facts(shown, words)
    return 0


def delete_player(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Delete a player's data."""
    from trackside.cli.forget import forget

    return forget(database, args, words)


# Addresses


def list_blocks(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """List blocked networks."""
    from trackside.web.admin import intervention_queries

    rows = database.read(intervention_queries.list_blocks)
    if args.json:
        print_json([with_times(row, "since", "until") for row in rows])
        return 0
    heads = [words(f"admin.{name}") for name in ("network", "since", "until", "reason")]
    forever = words("admin.forever")
    lines = [
        [
            row["network"],
            local_time(row["since"]),
            forever if row["until"] is None else local_time(row["until"]),
            row["reason"],
        ]
        for row in rows
    ]
    say_list(heads, lines, "admin.no_blocks", len(lines) + 1, words)
    return 0


def block(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Block a network."""
    from trackside.web.admin import intervention_queries

    network = read_network(args.address)
    if network.prefixlen == 0:
        raise BadOption(f"{args.address}: this would block everyone")
    duration = None if args.time is None else read_duration("--for", args.time, "1h")
    database.write(
        partial(intervention_queries.block, network=str(network), milliseconds=duration, reason=args.reason.strip())
    )
    row = next(row for row in database.read(intervention_queries.list_blocks) if row["network"] == str(network))
    if args.json:
        print_json(with_times(row, "since", "until"))
    elif row["until"] is None:
        print(words("admin.blocked", network=network))
    else:
        print(words("admin.blocked_until", network=network, until=local_time(row["until"])))
    return 0


def unblock(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Unblock a network."""
    from trackside.web.admin import intervention_queries

    network = read_network(args.address)
    if not database.write(partial(intervention_queries.unblock, network=str(network))):
        raise BadOption(f"{network} is not blocked: 'trackside admin blocks' lists what is")
    if args.json:
        print_json({"network": str(network), "unblocked": True})
    else:
        print(words("admin.unblocked", network=network))
    return 0


def read_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network of an address; raise BadOption if it is invalid."""
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise BadOption(f"{text}: use an address or a network such as 192.0.2.7 or 2001:db8::/32") from error
    if isinstance(network, ipaddress.IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen == network.max_prefixlen:
            return ipaddress.IPv4Network(mapped)
        if "/" not in text:
            return network.supernet(new_prefix=WIDE_V6)
    return network


# Output


def checked(most: int) -> int:
    """Return the maximum number of rows; raise BadOption if it is below 1."""
    if most < 1:
        raise BadOption(f"--most {most}: use 1 or more")
    return most


def say_list(heads: list[str], lines: list[list[str]], nothing: str, most: int, words: Words) -> None:
    """Print a list, or a message if it is empty."""
    print(in_columns(heads, lines) if lines else words(nothing))
    if len(lines) == most:
        print(words("admin.more", n=most))


def say_facts(shown: dict[str, str], words: Words) -> None:
    """Print facts, one per line."""
    heads = {name: words(f"admin.{name}") for name in shown}
    width = max(map(len, heads.values()))
    for name, value in shown.items():
        if value:
            print(f"{heads[name]:{width}}  {value}")
