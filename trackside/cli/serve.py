"""The command `trackside serve`."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from trackside.cli.folders import warn_of_problems
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.web.limits import AWAY, Limits
from trackside.web.limits import describe as describe_limits

if TYPE_CHECKING:
    from trackside.web.settings import Settings

logger = logging.getLogger("trackside.serve")

HELP = "run the server and open the game in the browser"

EXAMPLES = ("serve", "serve --port 0 --no-browser", "serve --host 0.0.0.0 --password-file password.txt")

MAX_PROCESSES, SLOWEST, LONGEST_AWAY = 64, 60, 7 * 86400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument(
        "--port", type=int, default=8009, help="the port to listen on (default: 8009; 0 picks a free one)"
    )
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--bot-processes",
        type=int,
        metavar="N",
        help="number of bot processes (default: one less than the number of cores; 0: bots never search)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="number of server processes on one port (default: 1; more than one need PostgreSQL)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change a limit, or lift it with NAME=off; may be repeated. {describe_limits()}",
    )
    parser.add_argument("--no-limits", action="store_true", help="lift all limits not set with --limit")
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const="127.0.0.1,::1",
        metavar="ADDRESSES",
        help="trust X-Forwarded-* headers from these proxies (default: this machine)",
    )
    parser.add_argument(
        "--host-name",
        metavar="NAMES",
        help="comma-separated names under which the server answers, besides its addresses, this machine's name and "
        "names in .local",
    )
    parser.add_argument(
        "--metrics-for",
        metavar="ADDRESSES",
        help="comma-separated addresses or networks allowed to read /metrics, besides this machine",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="format of the log on standard error: text, or json with one object per line (default: text)",
    )
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        help="require the password in this file, or in the environment variable TRACKSIDE_PASSWORD",
    )
    parser.add_argument(
        "--sign-records", action="store_true", help="sign the records of finished games with a key from the database"
    )
    parser.add_argument("--pace", type=float, default=0.6, help="seconds a bot takes for each move (default: 0.6)")
    parser.add_argument(
        "--takeover-after",
        type=float,
        default=AWAY,
        metavar="SECONDS",
        help="seconds a player must be away before a bot can take over (default: %(default)s)",
    )


def _limits(args: argparse.Namespace) -> Limits:
    """Return the limits of the server; without remote clients, computing time is not limited."""
    from trackside.web.server.hosts import is_loopback

    usual = Limits.none() if args.no_limits else Limits()
    if is_loopback(args.host) and args.behind_proxy is None:
        usual = replace(usual, work=None)
    return usual.changed(args.limit)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if args.bot_processes is not None and not 0 <= args.bot_processes <= MAX_PROCESSES:
        raise BadOption(f"--bot-processes {args.bot_processes}: use 0 to {MAX_PROCESSES}")
    if not 1 <= args.workers <= MAX_PROCESSES:
        raise BadOption(f"--workers {args.workers}: use 1 to {MAX_PROCESSES}")
    if not 0 <= args.pace <= SLOWEST:
        raise BadOption(f"--pace {args.pace}: use 0 to {SLOWEST} seconds")
    if not 0 <= args.takeover_after <= LONGEST_AWAY:
        raise BadOption(f"--takeover-after {args.takeover_after}: use 0 to {LONGEST_AWAY} seconds")
    database = default_database() if args.database is None else args.database
    if args.workers > 1 and database.startswith("sqlite"):
        raise BadOption(f"--workers {args.workers} needs a database that several can use: --database postgresql://...")
    from trackside.web.server.log_format import configure
    from trackside.web.server.password import VARIABLE, read_password
    from trackside.web.server.run import bind, make_server
    from trackside.web.server.supervisor import supervise
    from trackside.web.settings import Settings

    settings = Settings(
        database=database,
        host=args.host,
        port=args.port,
        pace=args.pace,
        bot_processes=args.bot_processes,
        limits=_limits(args),
        proxies=args.behind_proxy,
        metrics_for=args.metrics_for,
        log_format=args.log_format,
        host_names=args.host_name,
        takeover_after=args.takeover_after,
        password=read_password(args.password_file, os.environ.pop(VARIABLE, None)),
        sign_records=args.sign_records,
    )
    settings.check()
    configure(settings.log_format)
    if settings.log_format == "text":
        warn_of_problems()
    else:
        for problem in GAMES.problems.values():
            logger.warning("%s", problem)
    browser = not args.no_browser
    if args.workers > 1:
        supervise(settings, args.workers, partial(say_where, browser=browser))
    else:
        bound, settings = bind(settings)
        with bound:
            server = make_server(settings, partial(open_browser, settings) if browser else None)
            say_where(settings)
            with contextlib.suppress(KeyboardInterrupt):
                server.run(sockets=[bound])
    announce(settings, "Trackside has stopped. All games are kept.")
    return 0


def announce(settings: Settings, text: str) -> None:
    """Print a message for the operator, or log it if the log is read by a program."""
    if settings.log_format == "text":
        print(text, file=sys.stderr, flush=True)
    else:
        logger.info("%s", text)


def say_where(settings: Settings, browser: bool = False) -> None:
    """Announce the server's address and who can reach it; open a browser if requested."""
    announce(settings, f"Trackside is at {settings.address}")
    whom = f"It listens on {settings.host}: whoever reaches it can play."
    announce(settings, "It listens on this machine only." if settings.local else whom)
    if settings.password is not None:
        say_how_to_enter(settings, settings.password)
    if browser:
        open_browser(settings)


def say_how_to_enter(settings: Settings, password: str) -> None:
    """Announce that a password is needed; the link that contains it must not be logged."""
    from trackside.web.server.password import Password

    announce(settings, "It is closed: everyone needs the password once in their browser.")
    if settings.log_format == "text":
        invitation = f"{settings.address}#enter={Password(password).invitation}"
        announce(settings, f"Whoever has this link needs no password: {invitation}")


def open_browser(settings: Settings) -> None:
    """Open a browser on the server without waiting for it."""
    threading.Thread(target=webbrowser.open, args=[settings.address], daemon=True).start()


def default_database() -> str:
    """Return the URL of the database in the user's data folder."""
    from trackside.play.files import data_folder

    return f"sqlite:///{data_folder().resolve() / 'tables.db'}"
